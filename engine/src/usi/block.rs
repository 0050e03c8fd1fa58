//! From `info` lines to what a search found: the last line of each rank, and the blocks of lines
//! that are complete at their depth.

use std::collections::BTreeMap;

use super::error::{Warning, WarningKind};
use super::info::{Bound, Info, MateSide, Score};
use crate::rules::{Move, Position};

/// One line of a MultiPV search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine {
    /// Rank from 1.
    pub rank: u32,
    /// Depth in plies, where the engine gives it.
    pub depth: Option<u32>,
    /// Score from the side to move in the position asked for.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes searched when the line was printed.
    pub nodes: Option<u64>,
    /// The legal moves of the line, up to the first word that is none.
    pub pv: Vec<Move>,
    /// The word at which the line ends early: `resign`, `win`, `pass` or an illegal move.
    pub pv_stop: Option<String>,
}

impl PvLine {
    /// The first move.
    #[must_use]
    pub fn first(&self) -> Option<Move> {
        self.pv.first().copied()
    }
}

/// The lines of one complete depth, by rank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Depth in plies.
    pub depth: u32,
    /// As many lines as were asked for (or as there are moves), with distinct first moves.
    pub lines: Vec<PvLine>,
}

impl Block {
    /// The line that begins with `mv`.
    #[must_use]
    pub fn line_of(&self, mv: Move) -> Option<&PvLine> {
        self.lines.iter().find(|line| line.first() == Some(mv))
    }
}

/// What is known before the search.
#[derive(Copy, Clone, Debug)]
pub(super) struct Asked {
    /// Lines that a complete block has: MultiPV, or all moves if fewer.
    pub(super) lines: usize,
    /// The node limit of `go`.
    pub(super) nodes: Option<u64>,
    /// The depth limit of `go`.
    pub(super) depth: Option<u32>,
    /// The engine knows no MultiPV ([`super::Go::unranked`]).
    pub(super) unranked: bool,
}

/// Gathers the lines of one search.
#[derive(Debug)]
pub(super) struct Collector<'a> {
    root: &'a Position,
    asked: Asked,
    /// The exact lines since a rank last came twice.
    open: Vec<PvLine>,
    /// Full blocks that no line has confirmed yet, first of each depth.
    waiting: BTreeMap<u32, Vec<PvLine>>,
    complete: BTreeMap<u32, Vec<PvLine>>,
    latest: BTreeMap<u32, (usize, PvLine)>,
    seen: usize,
    limit_reached: bool,
    pub(super) from_book: bool,
    /// The move that the engine says is its book's, `info string book 7g7f …`.
    pub(super) book_move: Option<Move>,
    pub(super) nodes: Option<u64>,
    pub(super) warnings: Vec<Warning>,
}

/// What the lines of a search come to.
pub(super) struct Collected {
    pub(super) lines: Vec<PvLine>,
    pub(super) complete: Vec<Block>,
}

impl<'a> Collector<'a> {
    pub(super) fn new(root: &'a Position, asked: Asked) -> Self {
        Self {
            root,
            asked,
            open: Vec::new(),
            waiting: BTreeMap::new(),
            complete: BTreeMap::new(),
            latest: BTreeMap::new(),
            seen: 0,
            limit_reached: false,
            from_book: false,
            book_move: None,
            nodes: None,
            warnings: Vec::new(),
        }
    }

    /// Takes one `info` line.
    pub(super) fn push(&mut self, info: &Info) {
        if let Some(text) = &info.string {
            let word = text.strip_prefix("book ").and_then(|t| t.split(' ').next());
            self.book_move = word
                .and_then(|word| Move::from_usi(word).ok())
                .or(self.book_move);
        }
        // Lines without a score come by the clock: what they say differs from run to run.
        if info.score.is_some() {
            self.nodes = info.nodes.or(self.nodes);
            self.limit_reached |= self.at_limit(info.nodes);
        }
        if let Some(depth) = info.depth.filter(|_| self.asked.unranked) {
            self.confirm_below(depth);
        }
        if let Some(line) = self.line(info) {
            self.from_book |= info.book_rate || (info.nodes == Some(0) && !line.pv.is_empty());
            self.count(&line);
            self.seen += 1;
            self.latest.insert(line.rank, (self.seen, line));
        }
    }

    fn at_limit(&self, nodes: Option<u64>) -> bool {
        matches!((nodes, self.asked.nodes), (Some(nodes), Some(limit)) if nodes >= limit)
    }

    /// The line with its moves checked; `None` if it has no score or begins with an illegal move.
    fn line(&mut self, info: &Info) -> Option<PvLine> {
        let score = self.known_side(info.score?);
        let (pv, pv_stop) = legal_prefix(self.root, &info.pv);
        if let Some(word) = pv_stop
            .as_ref()
            .filter(|word| pv.is_empty() && !is_special(word))
        {
            self.warn(WarningKind::IllegalPv, word.clone());
            return None;
        }
        Some(PvLine {
            rank: info.multipv.unwrap_or(1),
            depth: info.depth,
            score,
            bound: info.bound.unwrap_or(Bound::Exact),
            nodes: info.nodes,
            pv,
            pv_stop,
        })
    }

    /// `mate 0` without a sign: without a legal move the side to move is mated, else nobody knows.
    fn known_side(&mut self, score: Score) -> Score {
        match score {
            Score::Mate {
                side: MateSide::Unknown,
                plies,
            } if self.root.legal_moves().is_empty() => Score::Mate {
                side: MateSide::MoverLoses,
                plies,
            },
            Score::Mate {
                side: MateSide::Unknown,
                ..
            } => {
                self.warn(WarningKind::AmbiguousMate, "mate 0");
                score
            }
            _ => score,
        }
    }

    /// Adds an exact line to the open block; a full block of one depth is kept.
    fn count(&mut self, line: &PvLine) {
        let Some(depth) = line.depth else { return };
        self.confirm_below(depth);
        if line.bound != Bound::Exact || line.pv.is_empty() || self.limit_reached {
            return;
        }
        if self.asked.unranked {
            self.waiting.insert(depth, vec![line.clone()]);
            return;
        }
        if self
            .open
            .iter()
            .any(|other| other.rank == line.rank || other.depth != line.depth)
        {
            self.open.clear();
        }
        self.open.push(line.clone());
        if self.is_full() {
            let mut block = std::mem::take(&mut self.open);
            block.sort_by_key(|line| line.rank);
            self.keep(depth, block);
        }
    }

    fn is_full(&self) -> bool {
        let ranks = 1..=self.asked.lines as u32;
        let firsts = |n: usize| {
            self.open[..n]
                .iter()
                .all(|l| l.first() != self.open[n].first())
        };
        self.open.len() == self.asked.lines
            && self.open.iter().all(|line| ranks.contains(&line.rank))
            && (0..self.open.len()).all(firsts)
    }

    /// The first full block of a depth stands. Under a node limit it is complete at once (the
    /// limit is not reached); else it waits for a line of greater depth, unless its depth was asked for.
    fn keep(&mut self, depth: u32, block: Vec<PvLine>) {
        let counted = self.asked.nodes.is_some() && block.iter().all(|line| line.nodes.is_some());
        if counted || self.asked.depth == Some(depth) {
            self.complete.entry(depth).or_insert(block);
        } else {
            self.waiting.entry(depth).or_insert(block);
        }
    }

    fn confirm_below(&mut self, depth: u32) {
        let later = self.waiting.split_off(&depth);
        for (depth, block) in std::mem::replace(&mut self.waiting, later) {
            self.complete.entry(depth).or_insert(block);
        }
    }

    fn warn(&mut self, kind: WarningKind, text: impl Into<String>) {
        let warning = Warning::new(kind, text);
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Ends the search: the last line of each rank without repeated first moves, and the complete
    /// blocks from the least deep to the deepest.
    pub(super) fn finish(&mut self) -> Collected {
        let lines = self.distinct_latest();
        let complete = std::mem::take(&mut self.complete).into_iter();
        Collected {
            lines,
            complete: complete
                .map(|(depth, lines)| Block { depth, lines })
                .collect(),
        }
    }

    /// Of two ranks that begin with one move, the deeper and then the later line stays.
    fn distinct_latest(&mut self) -> Vec<PvLine> {
        let mut newest: Vec<(usize, PvLine)> =
            std::mem::take(&mut self.latest).into_values().collect();
        newest.sort_by_key(|(seen, line)| std::cmp::Reverse((line.depth, *seen)));
        let mut lines: Vec<PvLine> = Vec::new();
        for (_, line) in newest {
            let first = line.first();
            if first.is_some() && lines.iter().any(|other| other.first() == first) {
                self.warn(WarningKind::DuplicatePv, format!("rank {}", line.rank));
            } else {
                lines.push(line);
            }
        }
        lines.sort_by_key(|line| line.rank);
        lines
    }
}

/// The words that may stand in a line without being moves.
fn is_special(word: &str) -> bool {
    matches!(word, "resign" | "win" | "pass")
}

/// The legal moves at the head of a line, and the word that ended them.
fn legal_prefix(root: &Position, words: &[String]) -> (Vec<Move>, Option<String>) {
    let mut position = root.clone();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let Some(mv) = Move::from_usi(word)
            .ok()
            .filter(|mv| position.play(*mv).is_ok())
        else {
            return (moves, Some(word.clone()));
        };
        moves.push(mv);
    }
    (moves, None)
}

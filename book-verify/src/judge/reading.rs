//! What can be believed of an answer.

use std::collections::BTreeMap;

use joban_engine::rules::{Move, Position};
use joban_engine::teacher::{FailureKind, Found, Limit};
use joban_engine::usi::{Bestmove, Block, Bound, PvLine};

use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use crate::value::{Value, beats};

/// A line of a complete depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its first move.
    pub mv: Move,
    /// Its value from the side to move in the position searched.
    pub value: Value,
    /// Its moves, the first included; less deep lines keep the first alone.
    pub pv: Vec<Move>,
}

/// The complete depths of an answer that passed all checks.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    depths: BTreeMap<u32, Vec<Line>>,
    pub(super) nodes: Option<u64>,
}

impl Reading {
    /// Reads an answer about all moves of `position`, with `asked` lines.
    pub(super) fn of(
        found: &Found,
        position: &Position,
        asked: u32,
        limit: Limit,
        settings: &JudgeSettings,
    ) -> Result<Self, UnjudgedReason> {
        check_bestmove(found, position)?;
        check_searched(found)?;
        let lines = position.count_legal_moves().min(asked as usize);
        let reader = Reader {
            position,
            lines,
            settings,
        };
        let depths = reader.depths(found)?;
        let reading = Self {
            depths,
            nodes: found.nodes,
        };
        reading.check_depth(limit, settings)
    }

    /// Depths that are too shallow do not count; a depth limit must have been reached, unless a mate ended the search.
    fn check_depth(
        mut self,
        limit: Limit,
        settings: &JudgeSettings,
    ) -> Result<Self, UnjudgedReason> {
        let least = match limit {
            Limit::Depth(depth) => settings.min_depth.min(depth),
            Limit::Nodes(_) | Limit::MoveTimeMs(_) => settings.min_depth,
        };
        self.depths = self.depths.split_off(&least);
        let (deepest, lines) = self
            .depths
            .last_key_value()
            .ok_or(UnjudgedReason::TooShallow)?;
        let is_mate = best(lines).is_some_and(|line| line.value.cp().is_none());
        match limit {
            Limit::Depth(depth) if *deepest < depth && !is_mate => {
                Err(UnjudgedReason::DepthNotReached)
            }
            _ => Ok(self),
        }
    }

    /// The same search from the side that moved into its position: one ply deeper, values negated.
    pub(super) fn of_move(self, mv: Move) -> Self {
        let seen = |line: &Line| Line {
            mv,
            value: line.value.negated(),
            pv: [mv].into_iter().chain(line.pv.iter().copied()).collect(),
        };
        let depths = self.depths.iter();
        Self {
            depths: depths
                .map(|(depth, lines)| (depth + 1, lines.iter().map(seen).collect()))
                .collect(),
            nodes: self.nodes,
        }
    }

    /// The deepest complete depth with its lines.
    pub(super) fn deepest(&self) -> Option<(u32, &[Line])> {
        let (depth, lines) = self.depths.last_key_value()?;
        Some((*depth, lines))
    }

    pub(super) fn at(&self, depth: u32) -> Option<&[Line]> {
        self.depths.get(&depth).map(Vec::as_slice)
    }

    /// The deepest depth that is complete in both.
    pub(super) fn common_depth(&self, other: &Self) -> Option<u32> {
        let both = |depth: &&u32| other.depths.contains_key(depth);
        self.depths.keys().rev().find(both).copied()
    }
}

/// The line with the best value; of equal ones the first.
pub(super) fn best(lines: &[Line]) -> Option<&Line> {
    lines.iter().rev().max_by_key(|line| line.value)
}

/// Whether the search was about `mv` and nothing else.
pub(super) fn searched(found: &Found, mv: Move) -> bool {
    let complete = found.complete.iter().flat_map(|block| &block.lines);
    let mut lines = complete.chain(&found.lines).peekable();
    lines.peek().is_some()
        && found.bestmove == Bestmove::Move(mv)
        && lines.all(|line| line.first() == Some(mv))
}

fn check_bestmove(found: &Found, position: &Position) -> Result<(), UnjudgedReason> {
    match found.bestmove {
        Bestmove::Move(mv) if position.is_legal(mv) => Ok(()),
        Bestmove::Move(mv) => Err(UnjudgedReason::failed(
            FailureKind::IllegalBestmove,
            &format!("bestmove {mv}"),
        )),
        Bestmove::Win => Err(UnjudgedReason::Declared),
        Bestmove::Resign => Err(UnjudgedReason::failed(
            FailureKind::ResignInPlay,
            "bestmove resign",
        )),
        Bestmove::None => Err(UnjudgedReason::failed(
            FailureKind::ResignInPlay,
            "bestmove none",
        )),
    }
}

/// An answer without nodes comes from a book. A missing number is no evidence.
fn check_searched(found: &Found) -> Result<(), UnjudgedReason> {
    let mut lines = found.complete.iter().flat_map(|block| &block.lines);
    let no_nodes = |line: &PvLine| line.nodes == Some(0);
    if found.nodes == Some(0) || lines.any(no_nodes) || found.lines.iter().any(no_nodes) {
        let reason = "an answer without nodes";
        return Err(UnjudgedReason::failed(FailureKind::BookAnswer, reason));
    }
    Ok(())
}

struct Reader<'a> {
    position: &'a Position,
    lines: usize,
    settings: &'a JudgeSettings,
}

impl Reader<'_> {
    fn depths(&self, found: &Found) -> Result<BTreeMap<u32, Vec<Line>>, UnjudgedReason> {
        let mut depths = BTreeMap::new();
        let mut missing = UnjudgedReason::NoCompleteDepth;
        for block in &found.complete {
            match self.block(block) {
                Ok(lines) => {
                    depths.entry(block.depth).or_insert(lines);
                }
                Err(reason @ (UnjudgedReason::WrongPosition | UnjudgedReason::Inconsistent)) => {
                    return Err(reason);
                }
                Err(reason) => missing = reason,
            }
        }
        if depths.is_empty() {
            return Err(missing);
        }
        Ok(depths)
    }

    fn block(&self, block: &Block) -> Result<Vec<Line>, UnjudgedReason> {
        let mut ranked: Vec<&PvLine> = block.lines.iter().collect();
        ranked.sort_by_key(|line| line.rank);
        for line in &ranked {
            self.check_moves(line)?;
        }
        let of_depth = |line: &&PvLine| {
            line.bound == Bound::Exact
                && line.depth.is_none_or(|depth| depth == block.depth)
                && !line.pv.is_empty()
        };
        let distinct = |n: usize| ranked[..n].iter().all(|l| l.first() != ranked[n].first());
        if ranked.len() != self.lines
            || !ranked.iter().all(of_depth)
            || !(0..ranked.len()).all(distinct)
        {
            return Err(UnjudgedReason::NoCompleteDepth);
        }
        let lines: Option<Vec<Line>> = ranked.iter().map(|line| self.line(line)).collect();
        self.check_order(lines.ok_or(UnjudgedReason::AmbiguousMate)?)
    }

    fn line(&self, line: &PvLine) -> Option<Line> {
        Some(Line {
            mv: line.first()?,
            value: Value::from_score(line.score, self.settings.mate_cp)?,
            pv: line.pv.clone(),
        })
    }

    /// The whole line must be legal: an answer about another position rarely is. A line may end in `resign`, `win`
    /// or `pass`.
    fn check_moves(&self, line: &PvLine) -> Result<(), UnjudgedReason> {
        let stop = line.pv_stop.as_deref();
        let ends_well = stop.is_none_or(|word| matches!(word, "resign" | "win" | "pass"));
        let mut position = self.position.clone();
        let legal = line.pv.iter().all(|mv| position.play(*mv).is_ok());
        if ends_well && legal {
            Ok(())
        } else {
            Err(UnjudgedReason::WrongPosition)
        }
    }

    /// The first rank may lag behind another a little, never by as much as matters: then scores are from the wrong side.
    fn check_order(&self, lines: Vec<Line>) -> Result<Vec<Line>, UnjudgedReason> {
        let (first, best) = (lines.first(), best(&lines));
        let first = first.zip(best).ok_or(UnjudgedReason::NoCompleteDepth)?;
        if beats(first.1.value, first.0.value, self.settings.thresholds) {
            return Err(UnjudgedReason::Inconsistent);
        }
        Ok(lines)
    }
}

//! The root: iterations, aspiration, several lines, and the unfinished iteration.

use super::limits::{Budget, Interrupted, Limits};
use super::profile::Profile;
use super::table::Table;
use super::tree::Tree;
use super::value::{INFINITE, MAX_DEPTH, Score, Window};
use crate::rom_key::RomKeys;
use crate::rules::{Move, Position};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// How far above the previous value an aspiration window ends.
const ASPIRATION: i32 = 256;

/// What is asked about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Bounds beside the profile's own.
    pub limits: Limits,
    /// Root moves to be looked at; empty for all. Illegal ones are left out.
    pub searchmoves: Vec<Move>,
    /// How many best lines, at least 1.
    pub multi_pv: usize,
}

impl Request {
    /// One line about all moves.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self {
            limits,
            searchmoves: Vec::new(),
            multi_pv: 1,
        }
    }
}

/// A line of best play from the root.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its value for the side to move.
    pub score: Score,
    /// Its moves, at least one. It may be shorter than the search was deep where the table answered.
    pub moves: Vec<Move>,
    value: i32,
}

/// A finished iteration, or what an unfinished one changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Iteration {
    /// The depth in plies.
    pub depth: u32,
    /// Lines with distinct first moves, the best first: as many as were asked for, or one for each move if there are fewer.
    pub lines: Vec<Line>,
    /// Nodes so far.
    pub nodes: u64,
    /// Whether the iteration was finished. Otherwise it has one line whose score is a lower bound.
    pub finished: bool,
}

/// What came of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The move to play; `None` if there is no legal move among those asked about.
    pub best: Option<Move>,
    /// The last finished iteration.
    pub finished: Option<Iteration>,
    /// The unfinished one, where it changed the move; never where several lines were asked for.
    pub unfinished: Option<Iteration>,
    /// Nodes searched.
    pub nodes: u64,
}

impl Outcome {
    /// The deepest finished depth, 0 if none was finished.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.finished.as_ref().map_or(0, |done| done.depth)
    }

    /// The score of the deepest finished iteration.
    #[must_use]
    pub fn score(&self) -> Option<Score> {
        Some(self.finished.as_ref()?.lines.first()?.score)
    }
}

/// The engine: a profile, the keys of the ROM, and the table.
#[derive(Debug)]
pub struct Searcher {
    keys: Arc<RomKeys>,
    profile: Profile,
    table: Table,
}

impl Searcher {
    /// An engine with the key values of a ROM: they decide which positions share an entry of the table.
    #[must_use]
    pub fn new(keys: Arc<RomKeys>, profile: Profile) -> Self {
        Self {
            keys,
            profile,
            table: Table::new(),
        }
    }

    /// Its profile.
    #[must_use]
    pub const fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Searches a position. The table is empty at the start, so the same question has the same answer and the same nodes, unless
    /// time or `stop` ends the search. `report` gets each finished iteration.
    pub fn search(
        &mut self,
        position: &Position,
        request: &Request,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Iteration),
    ) -> Outcome {
        self.table.clear();
        let limits = request.limits;
        let nodes = [self.profile.nodes, limits.nodes]
            .into_iter()
            .flatten()
            .min();
        let budget = Budget::new(nodes, limits.time, stop);
        let tree = Tree::new(position, &self.keys, self.profile, &mut self.table, budget);
        let mut run = Run::new(tree, self.profile.unfinished_margin, request);
        run.iterate(limits.depth.unwrap_or(MAX_DEPTH), report);
        run.outcome()
    }
}

/// One pass over the root moves.
#[derive(Debug, Default)]
struct Pass {
    /// The value of the principal move, which comes first.
    principal: Option<i32>,
    best: Option<Line>,
}

impl Pass {
    fn value(&self) -> i32 {
        self.best.as_ref().map_or(-INFINITE, |line| line.value)
    }

    fn take(&mut self, mv: Move, value: i32, below: &[Move]) {
        self.principal = self.principal.or(Some(value));
        if value > self.value() {
            self.best = Some(Line {
                score: Score::from_value(value),
                moves: [&[mv], below].concat(),
                value,
            });
        }
    }

    /// The best line, if it beats the principal move by a margin.
    fn overtaking(self, margin: i32) -> Option<Line> {
        let least = self.principal? + margin;
        self.best.filter(|line| line.value >= least)
    }
}

struct Run<'a> {
    tree: Tree<'a>,
    margin: i32,
    lines_wanted: usize,
    roots: Vec<Move>,
    finished: Option<Iteration>,
    unfinished: Option<Iteration>,
}

impl<'a> Run<'a> {
    fn new(tree: Tree<'a>, margin: i32, request: &Request) -> Self {
        let mut roots = tree.root_moves();
        if !request.searchmoves.is_empty() {
            roots.retain(|mv| request.searchmoves.contains(mv));
        }
        Self {
            tree,
            margin,
            lines_wanted: request.multi_pv.clamp(1, roots.len().max(1)),
            roots,
            finished: None,
            unfinished: None,
        }
    }

    fn iterate(&mut self, last: u32, report: &mut dyn FnMut(&Iteration)) {
        let last = last.clamp(1, MAX_DEPTH);
        let first = if self.tree.techniques().iterative_deepening {
            1
        } else {
            last
        };
        if self.roots.is_empty() {
            return;
        }
        for depth in first..=last {
            let Ok(lines) = self.lines(depth) else {
                break;
            };
            let iteration = self.iteration(depth, lines, true);
            report(&iteration);
            self.finished = Some(iteration);
        }
        if let Some(unfinished) = &self.unfinished {
            report(unfinished);
        }
    }

    fn iteration(&self, depth: u32, lines: Vec<Line>, finished: bool) -> Iteration {
        Iteration {
            depth,
            lines,
            nodes: self.tree.nodes(),
            finished,
        }
    }

    /// All lines of a depth, the best first.
    fn lines(&mut self, depth: u32) -> Result<Vec<Line>, Interrupted> {
        let mut lines: Vec<Line> = Vec::with_capacity(self.lines_wanted);
        while lines.len() < self.lines_wanted {
            let moves = self.ordered_roots(&lines);
            match self.line(depth, lines.len(), &moves) {
                Ok(line) => lines.push(line),
                Err(overtaking) => {
                    // Of several lines only whole blocks count.
                    let changed = overtaking.filter(|_| self.lines_wanted == 1);
                    self.unfinished = changed.map(|line| self.iteration(depth, vec![line], false));
                    return Err(Interrupted);
                }
            }
        }
        lines.sort_by_key(|line| -line.value);
        Ok(lines)
    }

    /// The root moves without those that lead a line already, the one that led the same line of the depth before in front.
    fn ordered_roots(&self, lines: &[Line]) -> Vec<Move> {
        let taken = |mv: &Move| lines.iter().any(|line| line.moves.first() == Some(mv));
        let mut moves: Vec<Move> = self.roots.iter().copied().filter(|mv| !taken(mv)).collect();
        let principal = self
            .previous(lines.len())
            .and_then(|line| line.moves.first());
        if let Some(at) = moves.iter().position(|mv| Some(mv) == principal) {
            moves[..=at].rotate_right(1);
        }
        moves
    }

    fn previous(&self, rank: usize) -> Option<&Line> {
        self.finished.as_ref()?.lines.get(rank)
    }

    /// One line; when interrupted, the line that overtook the principal move, if one did.
    fn line(&mut self, depth: u32, rank: usize, moves: &[Move]) -> Result<Line, Option<Line>> {
        let aspiration = self.tree.techniques().aspiration;
        let previous = self.previous(rank).filter(|_| aspiration);
        let beta = previous.map_or(INFINITE, |line| (line.value + ASPIRATION).min(INFINITE));
        let (mut pass, done) = self.pass(depth, moves, beta);
        if done.is_ok() && beta < INFINITE && pass.value() >= beta {
            let (second, done) = self.pass(depth, moves, INFINITE);
            if done.is_err() {
                let overtaking = second.overtaking(self.margin);
                return Err(overtaking.or_else(|| pass.overtaking(self.margin)));
            }
            pass = second;
        } else if done.is_err() {
            return Err(pass.overtaking(self.margin));
        }
        pass.best.ok_or(None)
    }

    fn pass(&mut self, depth: u32, moves: &[Move], beta: i32) -> (Pass, Result<(), Interrupted>) {
        let mut pass = Pass::default();
        let root = self.tree.root(depth);
        for (&mv, number) in moves.iter().zip(1..) {
            let alpha = pass.value();
            let window = Window { alpha, beta };
            match self.tree.value_of(mv, &root, number, window) {
                Ok(value) => pass.take(mv, value, self.tree.line_below(0)),
                Err(Interrupted) => return (pass, Err(Interrupted)),
            }
            if pass.value() >= beta {
                break;
            }
        }
        (pass, Ok(()))
    }

    fn outcome(self) -> Outcome {
        let first = |iteration: &Iteration| iteration.lines.first()?.moves.first().copied();
        let best = [&self.unfinished, &self.finished]
            .into_iter()
            .flatten()
            .find_map(first);
        Outcome {
            best: best.or(self.roots.first().copied()),
            finished: self.finished,
            unfinished: self.unfinished,
            nodes: self.tree.nodes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The article's margins: 175 centipawns at sixty seconds a move, 2 at five.
    #[test]
    fn a_move_overtakes_the_principal_one_by_the_margin_and_no_less() {
        let moves = ["7g7f", "2g2f"].map(|usi| usi.parse::<Move>().expect("a move"));
        for (profile, margin) in [(Profile::GB60, 175), (Profile::GB5, 2)] {
            let overtakes = |by: i32| {
                let mut pass = Pass::default();
                pass.take(moves[0], -40, &[]);
                pass.take(moves[1], -40 + by, &[]);
                let line = pass.overtaking(profile.unfinished_margin);
                line.map(|line| line.moves[0])
            };
            assert_eq!(overtakes(margin), Some(moves[1]), "{profile}");
            assert_eq!(overtakes(margin - 1), None, "{profile}");
            assert_eq!(overtakes(-1), None, "{profile}");
        }
        assert_eq!(Pass::default().overtaking(2), None);
    }
}

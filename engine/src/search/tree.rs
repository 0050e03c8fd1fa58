//! Inner nodes and quiescence.

use super::evaluate::{evaluate, piece_value};
use super::limits::{Budget, Interrupted};
use super::picker::{Picker, is_loud};
use super::profile::{Profile, Techniques};
use super::table::{Finished, Table};
use super::value::{INFINITE, MAX_PLY, QUIESCENCE_CAP, Window, mated};
use crate::rom_key::RomKeys;
use crate::rules::{Move, Position, Repetition};

/// A quiet move at depth 1 is left out if the static value and this do not exceed alpha.
const FUTILITY_MARGIN: i32 = 100;
/// At depths up to [`LATE_DEPTH`], moves from this one on (counted from 1) are left out.
const FIRST_LATE_MOVE: u32 = 11;
const LATE_DEPTH: u32 = 2;
/// From this depth on, quiet moves from [`FIRST_REDUCED_MOVE`] on are reduced.
const REDUCTION_DEPTH: u32 = 4;
const FIRST_REDUCED_MOVE: u32 = 7;

pub(super) type Valued = Result<i32, Interrupted>;

/// A node that is being searched.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    pub(super) depth: u32,
    pub(super) ply: u32,
    pub(super) is_root: bool,
    in_check: bool,
    table_move: Option<Move>,
    /// What quiet moves can reach at most, where futility pruning applies.
    quiet_limit: Option<i32>,
}

/// The best of the moves of a node so far.
#[derive(Copy, Clone, Debug)]
struct Best {
    value: i32,
    /// The move, where it was above alpha.
    mv: Option<Move>,
}

/// One search: a position with moves played on it, and everything that is looked up on the way.
#[derive(Debug)]
pub(super) struct Tree<'a> {
    position: Position,
    key: u16,
    keys: &'a RomKeys,
    profile: Profile,
    techniques: Techniques,
    table: &'a mut Table,
    budget: Budget<'a>,
    /// For each ply the best line found below it.
    lines: Vec<Vec<Move>>,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        root: &Position,
        keys: &'a RomKeys,
        profile: Profile,
        table: &'a mut Table,
        budget: Budget<'a>,
    ) -> Self {
        Self {
            position: root.clone(),
            key: keys.key(root),
            keys,
            profile,
            techniques: profile.techniques.effective(),
            table,
            budget,
            lines: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    pub(super) const fn techniques(&self) -> Techniques {
        self.techniques
    }

    /// The root as a node to be searched to a depth.
    pub(super) fn root(&self, depth: u32) -> Node {
        Node {
            depth,
            ply: 0,
            is_root: true,
            in_check: self.position.in_check(),
            table_move: None,
            quiet_limit: None,
        }
    }

    /// All legal moves of the root in the order of the phases.
    pub(super) fn root_moves(&self) -> Vec<Move> {
        let mut picker = self.picker(None);
        std::iter::from_fn(|| picker.next(&self.position)).collect()
    }

    /// The best line below a ply, as found last.
    pub(super) fn line_below(&self, ply: u32) -> &[Move] {
        self.lines.get(ply as usize + 1).map_or(&[], Vec::as_slice)
    }

    /// The value of a move of a node, for the side that plays it; `number` counts the moves of the node from 1.
    pub(super) fn value_of(
        &mut self,
        mv: Move,
        node: &Node,
        number: u32,
        window: Window,
    ) -> Valued {
        let window = if self.techniques.alpha_beta {
            window
        } else {
            Window::FULL
        };
        let reduced = self.is_reduced(mv, node, number);
        self.after(mv, |tree| tree.below(node, number, reduced, window))
    }

    /// Plays a move, searches, takes it back.
    fn after(&mut self, mv: Move, search: impl FnOnce(&mut Self) -> Valued) -> Valued {
        let key = self.key;
        self.key = self.keys.update(key, &self.position, mv);
        self.position.play_unchecked(mv);
        let value = search(self);
        self.position.undo();
        self.key = key;
        value
    }

    /// Searches the child on the board: reduced first, then with an empty window, then in full, as long as it stays above alpha.
    fn below(&mut self, node: &Node, number: u32, reduced: bool, window: Window) -> Valued {
        let scout =
            self.techniques.principal_variation && !node.is_root && number > 1 && !window.is_null();
        let first = if scout { window.null() } else { window };
        let depth = node.depth - 1;
        if reduced {
            let value = self.child(depth - 1, node.ply, first)?;
            if value <= window.alpha {
                return Ok(value);
            }
        }
        if scout {
            let value = self.child(depth, node.ply, first)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
        }
        self.child(depth, node.ply, window)
    }

    fn child(&mut self, depth: u32, ply: u32, window: Window) -> Valued {
        Ok(-self.node(depth, ply + 1, window.turned())?)
    }

    fn node(&mut self, depth: u32, ply: u32, window: Window) -> Valued {
        if depth == 0 {
            return self.leaf(ply, window);
        }
        if let Some(value) = self.enter(ply)? {
            return Ok(value);
        }
        let known = if self.techniques.table {
            self.table.probe(self.key, depth, ply, window)
        } else {
            Default::default()
        };
        if let Some(value) = known.value {
            return Ok(value);
        }
        let node = self.inner(depth, ply, known.mv);
        let best = self.best_move(&node, window)?;
        self.keep(&node, window, best);
        Ok(best.value)
    }

    /// Counts the position on the board as a node; its value if repetition decides it.
    fn enter(&mut self, ply: u32) -> Result<Option<i32>, Interrupted> {
        self.budget.enter()?;
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
        Ok(match self.position.repetition() {
            Repetition::None => None,
            Repetition::Draw => Some(0),
            Repetition::PerpetualCheck { loser } if loser == self.position.side() => {
                Some(mated(ply))
            }
            Repetition::PerpetualCheck { .. } => Some(-mated(ply)),
        })
    }

    fn inner(&self, depth: u32, ply: u32, table_move: Option<Move>) -> Node {
        let in_check = self.position.in_check();
        let futile = self.techniques.futility && depth == 1 && !in_check;
        Node {
            depth,
            ply,
            is_root: false,
            in_check,
            table_move,
            quiet_limit: futile.then(|| self.evaluate() + FUTILITY_MARGIN),
        }
    }

    fn picker(&self, table_move: Option<Move>) -> Picker {
        let side = self.position.side();
        if self.techniques.ordering {
            Picker::ordered(side, table_move)
        } else {
            Picker::unordered(side)
        }
    }

    fn best_move(&mut self, node: &Node, window: Window) -> Result<Best, Interrupted> {
        let mut picker = self.picker(node.table_move);
        let mut best = Best::none();
        let mut number = 0;
        while let Some(mv) = picker.next(&self.position) {
            number += 1;
            if self.is_late(node, number) {
                break;
            }
            let narrowed = best.narrow(window);
            if let Some(limit) = self.futile(mv, node, narrowed.alpha) {
                best.value = best.value.max(limit);
                continue;
            }
            let value = self.value_of(mv, node, number, narrowed)?;
            if self.improves(&mut best, mv, value, node.ply, window) {
                break;
            }
        }
        Ok(if number == 0 {
            Best::lost(node.ply)
        } else {
            best
        })
    }

    /// Takes in the value of a move; whether it is too good for the other side to allow it.
    fn improves(
        &mut self,
        best: &mut Best,
        mv: Move,
        value: i32,
        ply: u32,
        window: Window,
    ) -> bool {
        if value > best.value {
            best.value = value;
            if value > window.alpha {
                best.mv = Some(mv);
                self.extend_line(mv, ply);
            }
        }
        value >= window.beta
    }

    fn extend_line(&mut self, mv: Move, ply: u32) {
        if let Some([line, below]) = self
            .lines
            .get_mut(ply as usize..)
            .and_then(|lines| lines.first_chunk_mut())
        {
            line.clear();
            line.push(mv);
            line.extend_from_slice(below);
        }
    }

    fn keep(&mut self, node: &Node, window: Window, best: Best) {
        if self.techniques.table {
            let finished = Finished {
                depth: node.depth,
                ply: node.ply,
                window,
                value: best.value,
                mv: best.mv,
            };
            self.table.store(self.key, &finished);
        }
    }

    const fn is_late(&self, node: &Node, number: u32) -> bool {
        self.techniques.late_move_pruning
            && node.depth <= LATE_DEPTH
            && !node.in_check
            && number >= FIRST_LATE_MOVE
    }

    /// The most a move can reach, if it is not worth a search.
    fn futile(&self, mv: Move, node: &Node, alpha: i32) -> Option<i32> {
        let limit = node.quiet_limit.filter(|&limit| limit <= alpha)?;
        let quiet = Some(mv) != node.table_move && !is_loud(&self.position, mv);
        quiet.then_some(limit)
    }

    fn is_reduced(&self, mv: Move, node: &Node, number: u32) -> bool {
        self.techniques.late_move_reduction
            && node.depth >= REDUCTION_DEPTH
            && number >= FIRST_REDUCED_MOVE
            && !is_loud(&self.position, mv)
            && !self.position.gives_check(mv)
    }

    fn evaluate(&self) -> i32 {
        evaluate(&self.position, &self.profile.weights)
    }

    fn leaf(&mut self, ply: u32, window: Window) -> Valued {
        if self.techniques.quiescence {
            return self.quiesce(Quiet::first(ply, self.profile.quiescence_plies), window);
        }
        let decided = self.enter(ply)?;
        Ok(decided.unwrap_or_else(|| self.evaluate()))
    }

    fn quiesce(&mut self, at: Quiet, window: Window) -> Valued {
        if let Some(value) = self.enter(at.ply)? {
            return Ok(value);
        }
        if self.position.in_check() {
            self.evade(at, window)
        } else {
            self.capture(at, window)
        }
    }

    /// In check: all evasions, and no static value but at the end of the recursion.
    fn evade(&mut self, at: Quiet, window: Window) -> Valued {
        if at.is_last() {
            return Ok(self.evaluate());
        }
        let mut picker = self.picker(None);
        let mut best = Best::none();
        let mut any = false;
        while let Some(mv) = picker.next(&self.position) {
            any = true;
            let value = self.quiet_value(mv, at, best.narrow(window))?;
            if self.improves(&mut best, mv, value, at.ply, window) {
                break;
            }
        }
        Ok(if any { best.value } else { mated(at.ply) })
    }

    /// Not in check: the static value, or a capture or promotion that is better.
    fn capture(&mut self, at: Quiet, window: Window) -> Valued {
        let standing = self.evaluate();
        if at.left == 0 || at.is_last() || standing >= window.beta {
            return Ok(standing);
        }
        let mut picker = Picker::loud(self.position.side());
        let mut best = Best::standing(standing);
        while let Some(mv) = picker.next(&self.position) {
            let narrowed = best.narrow(window);
            if let Some(limit) = self.hopeless(mv, standing, narrowed.alpha) {
                best.value = best.value.max(limit);
                continue;
            }
            let value = self.quiet_value(mv, at, narrowed)?;
            if self.improves(&mut best, mv, value, at.ply, window) {
                break;
            }
        }
        Ok(best.value)
    }

    fn quiet_value(&mut self, mv: Move, at: Quiet, window: Window) -> Valued {
        let window = if self.techniques.alpha_beta {
            window
        } else {
            Window::FULL
        };
        self.after(mv, |tree| Ok(-tree.quiesce(at.deeper(), window.turned())?))
    }

    /// The most a capture or promotion can reach, if that is not above alpha and it gives no check.
    fn hopeless(&self, mv: Move, standing: i32, alpha: i32) -> Option<i32> {
        if !self.techniques.delta_pruning {
            return None;
        }
        let limit = standing + gain(&self.position, mv);
        (limit <= alpha && !self.position.gives_check(mv)).then_some(limit)
    }
}

impl Best {
    const fn none() -> Self {
        Self::standing(-INFINITE)
    }

    const fn standing(value: i32) -> Self {
        Self { value, mv: None }
    }

    const fn lost(ply: u32) -> Self {
        Self::standing(mated(ply))
    }

    /// The window that is left for further moves.
    fn narrow(&self, window: Window) -> Window {
        Window {
            alpha: window.alpha.max(self.value),
            beta: window.beta,
        }
    }
}

/// Where a quiescence search stands.
#[derive(Copy, Clone, Debug)]
struct Quiet {
    ply: u32,
    /// Plies of captures that are left, never below 0.
    left: u32,
    /// Plies since the leaf.
    deep: u32,
}

impl Quiet {
    const fn first(ply: u32, left: u32) -> Self {
        Self { ply, left, deep: 0 }
    }

    const fn deeper(self) -> Self {
        Self {
            ply: self.ply + 1,
            left: self.left.saturating_sub(1),
            deep: self.deep + 1,
        }
    }

    const fn is_last(self) -> bool {
        self.deep >= QUIESCENCE_CAP
    }
}

/// What a capture or promotion wins at once: the captured piece on the board and in the own hand, and the promotion.
fn gain(position: &Position, mv: Move) -> i32 {
    let captured = position.piece_on(mv.to()).map_or(0, |piece| {
        piece_value(piece.kind) + piece_value(piece.kind.unpromoted())
    });
    let mover = mv.from().filter(|_| mv.is_promotion());
    let kind = mover
        .and_then(|from| position.piece_on(from))
        .map(|piece| piece.kind);
    let promotion = kind.and_then(|kind| Some(piece_value(kind.promoted()?) - piece_value(kind)));
    captured + promotion.unwrap_or(0)
}

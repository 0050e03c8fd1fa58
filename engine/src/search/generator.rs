//! A generator of legal moves that yields one move at a time and keeps no list.
//!
//! Order: source squares by rising relative index (from the mover's rightmost file, far rank first), on each the ways in the order
//! of [`super::board`], near squares first, a promotion before the same move without it; then drops, kinds in the order
//! P L N S B R G, squares by rising relative index. The published description leaves this order open: it is ours.

use super::board::{self, WAYS};
use crate::rules::{Color, Move, PieceKind, Position, Square};

/// Which moves are wanted.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Want {
    /// Captures and promotions.
    Loud,
    /// All others.
    Quiet,
    /// Every move.
    All,
}

impl Want {
    const fn takes(self, loud: bool) -> bool {
        match self {
            Self::Loud => loud,
            Self::Quiet => !loud,
            Self::All => true,
        }
    }
}

#[derive(Copy, Clone, Debug)]
enum Place {
    /// A piece on a relative square, the way it goes, and how far it has come.
    Board {
        from: usize,
        way: usize,
        at: usize,
    },
    /// A kind in hand, by its index, and the relative square to try next.
    Hand {
        kind: usize,
        to: usize,
    },
    End,
}

/// Walks through the moves of one position. Every call must be given the same position.
#[derive(Debug)]
pub(super) struct Generator {
    want: Want,
    side: Color,
    place: Place,
    /// The move without promotion that follows the one with it.
    pending: Option<Move>,
}

impl Generator {
    pub(super) const fn new(want: Want, side: Color) -> Self {
        Self {
            want,
            side,
            place: Place::at(0),
            pending: None,
        }
    }

    /// The next legal move.
    pub(super) fn next(&mut self, position: &Position) -> Option<Move> {
        loop {
            let mv = self.next_candidate(position)?;
            if position.is_legal(mv) {
                return Some(mv);
            }
        }
    }

    fn next_candidate(&mut self, position: &Position) -> Option<Move> {
        if let Some(mv) = self.pending.take() {
            return Some(mv);
        }
        loop {
            let found = match self.place {
                Place::Board { from, way, at } => self.board_step(position, from, way, at),
                Place::Hand { kind, to } => self.hand_step(position, kind, to),
                Place::End => return None,
            };
            if found.is_some() {
                return found;
            }
        }
    }

    fn board_step(
        &mut self,
        position: &Position,
        from: usize,
        way: usize,
        at: usize,
    ) -> Option<Move> {
        let mover = board::piece_at(position, from, self.side).filter(|p| p.color == self.side);
        let Some(mover) = mover else {
            self.leave(from);
            return None;
        };
        if way == WAYS {
            self.leave(from);
            return None;
        }
        let kind = mover.kind;
        self.place = Place::turn(from, way + 1);
        if board::ways(kind) >> way & 1 == 0 {
            return None;
        }
        let to = board::next(at, way)?;
        let target = board::piece_at(position, to, self.side);
        if target.is_some_and(|piece| piece.color == self.side) {
            return None;
        }
        if target.is_none() && board::slides(kind) >> way & 1 == 1 {
            self.place = Place::Board { from, way, at: to };
        }
        self.emit(kind, from, to, target.is_some())
    }

    /// Goes to the next square, after the last one to the hand.
    const fn leave(&mut self, from: usize) {
        self.place = match (from + 1 < Square::COUNT, self.want) {
            (true, _) => Place::at(from + 1),
            (false, Want::Loud) => Place::End,
            (false, _) => Place::Hand { kind: 0, to: 0 },
        };
    }

    fn emit(&mut self, kind: PieceKind, from: usize, to: usize, capture: bool) -> Option<Move> {
        let zone = board::rank(from) <= 3 || board::rank(to) <= 3;
        let promotes = zone && kind.promoted().is_some() && self.want.takes(true);
        let stays = self.want.takes(capture) && !board::is_dead_end(kind, to);
        let source = board::absolute(from, self.side)?;
        let target = board::absolute(to, self.side)?;
        let plain = stays.then(|| Move::board(source, target, false));
        if promotes {
            self.pending = plain;
            return Some(Move::board(source, target, true));
        }
        plain
    }

    fn hand_step(&mut self, position: &Position, index: usize, to: usize) -> Option<Move> {
        let Some(&kind) = PieceKind::HAND.get(index) else {
            self.place = Place::End;
            return None;
        };
        if to == Square::COUNT || position.hand_count(self.side, kind) == 0 {
            self.place = Place::Hand {
                kind: index + 1,
                to: 0,
            };
            return None;
        }
        self.place = Place::Hand {
            kind: index,
            to: to + 1,
        };
        let target = board::absolute(to, self.side)?;
        let free = position.piece_on(target).is_none() && !board::is_dead_end(kind, to);
        free.then(|| Move::drop(kind, target)).flatten()
    }
}

impl Place {
    const fn at(from: usize) -> Self {
        Self::turn(from, 0)
    }

    const fn turn(from: usize, way: usize) -> Self {
        Self::Board {
            from,
            way,
            at: from,
        }
    }
}

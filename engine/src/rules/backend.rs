//! The only file that names the outside rules crate (rsshogi): conversion of our types, and calls.

use super::{Color, Move, MoveList, Piece, PieceKind, Setup, Source, Square};
use rsshogi::board::{self, BoardArray, PositionState};
use rsshogi::types as rs;

/// Moves after which the crate's look back is ended; two passes for so many moves stay within its 16-bit count of moves for
/// the longest game that is played.
const LOOK_BACK: u16 = 24;

/// The crate's count of moves at a set-up.
const FIRST_PLY: u16 = 1;

/// A board that knows the rules. It trusts its caller to hand in accepted diagrams only.
#[derive(Clone)]
pub(super) struct Board {
    inner: board::Position,
}

impl Board {
    /// Takes over an accepted diagram: counts within a set, at most one king a side, the side not to move not in check.
    pub(super) fn new(setup: &Setup) -> Self {
        let mut array = BoardArray::empty();
        for (square, piece) in Square::all().zip(setup.board) {
            if let Some(piece) = piece {
                array.set(to_square(square), to_piece(piece));
            }
        }
        let state = PositionState {
            board: array,
            hands: Color::ALL.map(|color| to_hand(setup, color)),
            side_to_move: to_color(setup.side),
            ply: FIRST_PLY,
        };
        Self {
            inner: board::position_from_position_state(&state),
        }
    }

    /// Copies `other`, keeping the memory this board has.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.inner.clone_from(&other.inner);
    }

    #[inline]
    pub(super) fn side(&self) -> Color {
        match self.inner.turn() {
            rs::Color::Black => Color::Black,
            rs::Color::White => Color::White,
        }
    }

    #[inline]
    pub(super) fn piece_on(&self, square: Square) -> Option<Piece> {
        from_piece(self.inner.piece_on(to_square(square)))
    }

    #[inline]
    pub(super) fn hand_count(&self, color: Color, kind: PieceKind) -> u8 {
        let slot = rs::HandPiece::new(kind.index() as i8);
        if slot.is_valid() {
            self.inner.hand(to_color(color)).count(slot) as u8
        } else {
            0
        }
    }

    #[inline]
    pub(super) fn in_check(&self) -> bool {
        self.inner.is_in_check()
    }

    pub(super) fn has_no_move(&self) -> bool {
        self.inner.is_mated()
    }

    pub(super) fn legal_moves(&self, into: &mut MoveList) {
        let mut list = board::MoveList::new();
        rsshogi::movegen::generate_legal_all(&self.inner, &mut list);
        into.clear();
        for mv in list.iter() {
            into.push(from_move(*mv));
        }
    }

    /// The number of legal moves.
    pub(super) fn count_legal_moves(&self) -> usize {
        let mut list = board::MoveList::new();
        rsshogi::movegen::generate_legal_all(&self.inner, &mut list);
        list.len()
    }

    #[inline]
    pub(super) fn is_legal(&self, mv: Move) -> bool {
        self.inner.is_legal_move32(self.full_move(mv))
    }

    /// Whether a legal move gives check.
    #[inline]
    pub(super) fn gives_check(&self, mv: Move) -> bool {
        self.inner.gives_check_move32(self.full_move(mv))
    }

    /// Plays a move that is legal.
    #[inline]
    pub(super) fn play_legal(&mut self, mv: Move) {
        if self.inner.plies_from_null() >= LOOK_BACK && !self.inner.is_in_check() {
            self.pass_twice();
        }
        let full = self.full_move(mv);
        let gives_check = self.inner.gives_check_move32(full);
        self.inner.apply_move32_with_gives_check(full, gives_check);
    }

    /// Ends the crate's look back, which no pass is part of. It finds repetitions anew at every move, at a cost that grows
    /// with the game; ours are found from our own history. Board, hands and side to move stay as they are.
    #[cold]
    fn pass_twice(&mut self) {
        for _ in 0..2 {
            let passed = self.inner.apply_null_move();
            debug_assert!(passed.is_ok(), "games are shorter than the crate's limit");
        }
    }

    /// Takes back the last move, which must be `mv`, and passes before it; whether that worked.
    #[inline]
    pub(super) fn undo(&mut self, mv: Move) -> bool {
        if self.inner.undo_move(to_move(mv)).is_err() {
            return false;
        }
        let passed = self.inner.plies_from_null() == 0 && self.inner.game_ply() > FIRST_PLY;
        !passed || (0..2).all(|_| self.inner.undo_null_move().is_ok())
    }

    #[inline]
    fn full_move(&self, mv: Move) -> rs::Move32 {
        let to = to_square(mv.to());
        match mv.source() {
            Source::Drop(kind) => rs::Move32::drop(to_kind(kind), to, self.inner.turn()),
            Source::Board(from) => {
                let from = to_square(from);
                let piece = self.inner.piece_on(from);
                if mv.is_promotion() {
                    rs::Move32::promotion(from, to, piece)
                } else {
                    rs::Move32::normal(from, to, piece)
                }
            }
        }
    }
}

#[inline]
const fn to_square(square: Square) -> rs::Square {
    rs::Square::new(square.index() as i8)
}

#[inline]
const fn to_color(color: Color) -> rs::Color {
    match color {
        Color::Black => rs::Color::Black,
        Color::White => rs::Color::White,
    }
}

/// Both count the kinds in the same order, the crate from 1.
#[inline]
const fn to_kind(kind: PieceKind) -> rs::PieceType {
    rs::PieceType::new(kind.index() as i8 + 1)
}

#[inline]
const fn to_piece(piece: Piece) -> rs::Piece {
    rs::Piece::from_parts(to_color(piece.color), to_kind(piece.kind))
}

#[inline]
const fn from_piece(piece: rs::Piece) -> Option<Piece> {
    let color = if piece.raw() & rs::Piece::COLOR_BIT == 0 {
        Color::Black
    } else {
        Color::White
    };
    match PieceKind::from_index((piece.raw() as usize & 15).wrapping_sub(1)) {
        Some(kind) => Some(Piece::new(color, kind)),
        None => None,
    }
}

fn to_hand(setup: &Setup, color: Color) -> rs::Hand {
    let mut hand = rs::Hand::ZERO;
    for (kind, count) in setup.hand(color).iter() {
        hand.add(rs::HandPiece::new(kind.index() as i8), u32::from(count));
    }
    hand
}

#[inline]
const fn to_move(mv: Move) -> rs::Move {
    let to = to_square(mv.to());
    match mv.source() {
        Source::Drop(kind) => rs::Move::drop(to_kind(kind), to),
        Source::Board(from) if mv.is_promotion() => rs::Move::promotion(to_square(from), to),
        Source::Board(from) => rs::Move::normal(to_square(from), to),
    }
}

/// The crate's word has bits 0–6 destination, 7–13 source (kind from 1 for drops), 14 drop, 15 promotion.
#[inline]
fn from_move(mv: rs::Move) -> Move {
    let raw = mv.raw();
    let low = raw & 0x3fff;
    let word = match (raw & rs::Move::MOVE_DROP, raw & rs::Move::MOVE_PROMOTE) {
        (0, 0) => low,
        (0, _) => low | 1 << 14,
        _ => low + (80 << 7),
    };
    Move::from_generated(word)
}

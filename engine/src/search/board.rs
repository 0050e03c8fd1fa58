//! Squares and directions as the side to move sees them.
//!
//! Both sides use one set of tables: a relative square is the square itself for black and the square after turning the board for
//! white, so a search treats a position and its turned double alike.

use crate::rules::{Color, Piece, PieceKind, Position, Square};

/// Eight neighbours and two knight's jumps.
pub(super) const WAYS: usize = 10;

/// No square.
const OFF: u8 = u8::MAX;

/// File and rank steps: ahead, ahead right, ahead left, right, left, back right, back left, back, jump right, jump left.
/// The way opposite to neighbour `n` is `7 − n`.
const STEPS: [(i8, i8); WAYS] = [
    (0, -1),
    (-1, -1),
    (1, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (1, 1),
    (0, 1),
    (-1, -2),
    (1, -2),
];

const STRAIGHT: u16 = 0b00_1001_1001;
const DIAGONAL: u16 = 0b00_0110_0110;
const AHEAD: u16 = 1;
const GOLD: u16 = STRAIGHT | 0b110;

const NEXT: [[u8; WAYS]; Square::COUNT] = next_squares();

const fn next_squares() -> [[u8; WAYS]; Square::COUNT] {
    let mut table = [[OFF; WAYS]; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        let mut way = 0;
        while way < WAYS {
            let file = square as i8 / 9 + STEPS[way].0;
            let rank = square as i8 % 9 + STEPS[way].1;
            if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
                table[square][way] = (file * 9 + rank) as u8;
            }
            way += 1;
        }
        square += 1;
    }
    table
}

/// The square one step (or jump) along a way.
#[inline]
pub(super) const fn next(square: usize, way: usize) -> Option<usize> {
    match NEXT[square][way] {
        OFF => None,
        next => Some(next as usize),
    }
}

/// The ways a kind moves, as bits; of these `slides` are not bounded to one step.
#[inline]
pub(super) const fn ways(kind: PieceKind) -> u16 {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => AHEAD,
        PieceKind::Knight => 0b11_0000_0000,
        PieceKind::Silver => AHEAD | DIAGONAL,
        PieceKind::Bishop => DIAGONAL,
        PieceKind::Rook => STRAIGHT,
        PieceKind::King | PieceKind::Horse | PieceKind::Dragon => STRAIGHT | DIAGONAL,
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => GOLD,
    }
}

#[inline]
pub(super) const fn slides(kind: PieceKind) -> u16 {
    match kind {
        PieceKind::Lance => AHEAD,
        PieceKind::Bishop | PieceKind::Horse => DIAGONAL,
        PieceKind::Rook | PieceKind::Dragon => STRAIGHT,
        _ => 0,
    }
}

/// The square of a relative index, for either side (the relation is its own inverse).
#[inline]
pub(super) fn absolute(relative: usize, side: Color) -> Option<Square> {
    match side {
        Color::Black => Square::from_index(relative),
        Color::White => Square::from_index(80_usize.wrapping_sub(relative)),
    }
}

/// What stands on a relative square.
#[inline]
pub(super) fn piece_at(position: &Position, relative: usize, side: Color) -> Option<Piece> {
    position.piece_on(absolute(relative, side)?)
}

/// The rank of a relative square, 1 the farthest.
#[inline]
pub(super) const fn rank(relative: usize) -> usize {
    relative % 9 + 1
}

/// Whether an unpromoted piece could never move again from a relative square.
#[inline]
pub(super) const fn is_dead_end(kind: PieceKind, relative: usize) -> bool {
    match kind {
        PieceKind::Pawn | PieceKind::Lance => rank(relative) == 1,
        PieceKind::Knight => rank(relative) <= 2,
        _ => false,
    }
}

//! The frozen 64-bit key of the tables, and the numbering of key values that the ROM key shares.
//!
//! Format page: `docs/formats/keys.md`.

use crate::rng::SplitMix64;
use crate::rules::{Color, Move, Piece, PieceKind, Position, Source, Square};

/// Revision of the 64-bit key. Any change of a key value makes a new revision.
pub const KEY_REVISION: u32 = 1;

/// Number of key values: 28 piece codes on 81 squares, 38 pieces in each hand, the side to move.
pub const VALUES: usize = Piece::CODES * Square::COUNT + 2 * HAND_VALUES + 1;

/// Values for one hand: one for each further piece of P 18, L 4, N 4, S 4, B 2, R 2, G 4.
pub const HAND_VALUES: usize = 38;

/// Index of the value for white to move; black to move has none.
pub const SIDE_INDEX: usize = VALUES - 1;

const HANDS_START: usize = Piece::CODES * Square::COUNT;

/// Index of the value for a piece on a square: `81 · code + square`.
#[must_use]
#[inline]
pub const fn board_index(piece: Piece, square: Square) -> usize {
    Square::COUNT * piece.code() + square.index()
}

/// Index of the value for the `nth` piece (1 = the first) of a kind in a hand: `2268 + 38 · colour + offset + nth − 1`
/// with offsets P 0, L 18, N 22, S 26, B 30, R 32, G 34. A hand of n pieces of a kind has the values 1 to n.
///
/// # Panics
/// If the kind cannot be in hand or `nth` is 0 or more than a set has.
#[must_use]
#[inline]
pub const fn hand_index(color: Color, kind: PieceKind, nth: u8) -> usize {
    const OFFSETS: [usize; 7] = [0, 18, 22, 26, 30, 32, 34];
    assert!(nth > 0 && nth <= kind.in_a_set(), "a set has no such piece");
    HANDS_START + HAND_VALUES * color.index() + OFFSETS[kind.index()] + nth as usize - 1
}

/// Hands every value index of a position to `toggle`, each once.
pub fn for_each_value(position: &Position, mut toggle: impl FnMut(usize)) {
    for square in Square::all() {
        if let Some(piece) = position.piece_on(square) {
            toggle(board_index(piece, square));
        }
    }
    for color in Color::ALL {
        for kind in PieceKind::HAND {
            for nth in 1..=position.hand_count(color, kind) {
                toggle(hand_index(color, kind, nth));
            }
        }
    }
    if position.side() == Color::White {
        toggle(SIDE_INDEX);
    }
}

/// Hands every value index that a move changes (each comes or goes) to `toggle`. `before` is the position in which
/// the move is legal; what comes for a move that is not legal there is unspecified.
#[inline]
pub fn for_each_change(before: &Position, mv: Move, mut toggle: impl FnMut(usize)) {
    let us = before.side();
    let to = mv.to();
    toggle(SIDE_INDEX);
    match mv.source() {
        Source::Drop(kind) => {
            let held = before.hand_count(us, kind);
            toggle(board_index(Piece::new(us, kind), to));
            if held > 0 {
                toggle(hand_index(us, kind, held));
            }
        }
        Source::Board(from) => {
            if let Some(captured) = before.piece_on(to) {
                let kind = captured.kind.unpromoted();
                let held = before.hand_count(us, kind);
                toggle(board_index(captured, to));
                if kind != PieceKind::King && held < kind.in_a_set() {
                    toggle(hand_index(us, kind, held + 1));
                }
            }
            if let Some(piece) = before.piece_on(from) {
                let after = piece.kind.promoted().filter(|_| mv.is_promotion());
                toggle(board_index(piece, from));
                toggle(board_index(
                    Piece::new(piece.color, after.unwrap_or(piece.kind)),
                    to,
                ));
            }
        }
    }
}

/// The seed of the 64-bit key values: the letters `joban/k1`, big-endian.
pub const KEY_SEED: u64 = u64::from_be_bytes(*b"joban/k1");

const fn fill() -> [u64; VALUES] {
    let mut rng = SplitMix64::new(KEY_SEED);
    let mut values = [0; VALUES];
    let mut index = 0;
    while index < VALUES {
        values[index] = rng.next_u64();
        index += 1;
    }
    values
}

static KEY_VALUES: [u64; VALUES] = fill();

/// The 64-bit key of a position, computed from scratch: XOR of the values of board, hands and side to move.
/// The ply and the move number do not enter.
///
/// # Stability
/// Frozen under [`KEY_REVISION`]: the numbering ([`board_index`], [`hand_index`], [`SIDE_INDEX`]), the values (output i of
/// SplitMix64 seeded with [`KEY_SEED`] is value i) and so every key. `tests/vectors/key64.csv` holds known values.
#[must_use]
pub fn compute(position: &Position) -> u64 {
    let mut key = 0;
    for_each_value(position, |index| key ^= KEY_VALUES[index]);
    key
}

/// The key after a move that is legal in `before`, whose key is `key`.
#[must_use]
#[inline]
pub fn update(mut key: u64, before: &Position, mv: Move) -> u64 {
    for_each_change(before, mv, |index| key ^= KEY_VALUES[index]);
    key
}

//! The static evaluation of the article.

use super::board;
use super::value::MAX_STATIC;
use crate::rules::{Color, Piece, PieceKind, Position, Square};

/// Weights in which the profiles differ, in centipawns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each rank a pawn stands ahead of its own back rank.
    pub pawn_step: i32,
    /// The same for a lance.
    pub lance_step: i32,
    /// The same for a knight or a silver.
    pub minor_step: i32,
    /// For each gold, silver and promoted minor piece next to the own king.
    pub guard: i32,
    /// For each point of mobility. The article gives the points, not their worth: 1 is ours.
    pub mobility: i32,
}

impl Weights {
    /// Of the short profile.
    pub const SHORT: Self = Self {
        pawn_step: 3,
        lance_step: 1,
        minor_step: 2,
        guard: 4,
        mobility: 1,
    };

    /// Of the long profile.
    pub const LONG: Self = Self {
        pawn_step: 3,
        lance_step: 3,
        minor_step: 1,
        guard: 10,
        mobility: 1,
    };

    const fn step(&self, kind: PieceKind) -> i32 {
        match kind {
            PieceKind::Pawn => self.pawn_step,
            PieceKind::Lance => self.lance_step,
            PieceKind::Knight | PieceKind::Silver => self.minor_step,
            _ => 0,
        }
    }
}

/// What a piece is worth on the board, in centipawns; unpromoted kinds are worth the same in hand.
#[must_use]
pub const fn piece_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 320,
        PieceKind::Silver => 450,
        PieceKind::Bishop => 650,
        PieceKind::Rook => 750,
        PieceKind::King => 20_000,
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => 520,
        PieceKind::Horse => 850,
        PieceKind::Dragon => 950,
    }
}

/// The static value in centipawns for the side to move: pieces on the board and in hand, advancement, mobility of the ranging
/// pieces, guards of the king. It is the negative of the value for the other side, and the same for the turned position.
///
/// It stays clear of the mate values also where one king is missing.
#[must_use]
pub fn evaluate(position: &Position, weights: &Weights) -> i32 {
    let mut sums = [0; 2];
    for square in Square::all() {
        if let Some(piece) = position.piece_on(square) {
            sums[piece.color.index()] += on_board(position, weights, piece, square);
        }
    }
    for color in Color::ALL {
        sums[color.index()] += in_hand(position, color);
    }
    let us = position.side();
    (sums[us.index()] - sums[us.opponent().index()]).clamp(-MAX_STATIC, MAX_STATIC)
}

#[inline]
fn on_board(position: &Position, weights: &Weights, piece: Piece, square: Square) -> i32 {
    let relative = relative(square, piece.color);
    let extra = match piece.kind {
        PieceKind::Bishop | PieceKind::Horse | PieceKind::Rook | PieceKind::Dragon => {
            weights.mobility * mobility(position, piece, relative)
        }
        PieceKind::King => weights.guard * guards(position, piece.color, relative),
        kind => weights.step(kind) * (9 - board::rank(relative) as i32),
    };
    piece_value(piece.kind) + extra
}

fn in_hand(position: &Position, color: Color) -> i32 {
    PieceKind::HAND
        .into_iter()
        .map(|kind| i32::from(position.hand_count(color, kind)) * piece_value(kind))
        .sum()
}

#[inline]
fn relative(square: Square, color: Color) -> usize {
    match color {
        Color::Black => square.index(),
        Color::White => square.flip().index(),
    }
}

/// Points for the adjacent square of each direction that is free or the enemy's. Horse and dragon have eight directions.
fn mobility(position: &Position, piece: Piece, relative: usize) -> i32 {
    neighbours(piece.kind, relative)
        .filter(|&to| {
            board::piece_at(position, to, piece.color)
                .is_none_or(|there| there.color != piece.color)
        })
        .map(|to| points(piece.kind, to))
        .sum()
}

fn neighbours(kind: PieceKind, relative: usize) -> impl Iterator<Item = usize> {
    let ways = board::ways(kind);
    (0..8)
        .filter(move |way| ways >> way & 1 == 1)
        .filter_map(move |way| board::next(relative, way))
}

/// A rook kind gets 1, a bishop kind 5 minus the distance of the square's file from the centre file.
const fn points(kind: PieceKind, to: usize) -> i32 {
    match kind {
        PieceKind::Rook | PieceKind::Dragon => 1,
        _ => 5 - (to as i32 / 9 - 4).abs(),
    }
}

fn guards(position: &Position, color: Color, king: usize) -> i32 {
    let mut count = 0;
    for next in neighbours(PieceKind::King, king) {
        let there = board::piece_at(position, next, color);
        count += i32::from(there.is_some_and(|piece| piece.color == color && is_guard(piece.kind)));
    }
    count
}

const fn is_guard(kind: PieceKind) -> bool {
    matches!(
        kind,
        PieceKind::Gold
            | PieceKind::Silver
            | PieceKind::ProPawn
            | PieceKind::ProLance
            | PieceKind::ProKnight
            | PieceKind::ProSilver
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(sfen: &str, weights: &Weights) -> i32 {
        evaluate(&Position::from_sfen(sfen).expect("a position"), weights)
    }

    #[test]
    fn the_start_is_level() {
        for weights in [Weights::SHORT, Weights::LONG] {
            assert_eq!(evaluate(&Position::startpos(), &weights), 0);
        }
    }

    /// Both kings alone on the board with one thing more: its value is what the issue says.
    #[test]
    fn each_term_counts_as_published() {
        let cases = [
            // A pawn on its third rank is two ranks ahead of the back rank.
            ("7k1/9/9/9/9/9/4P4/9/4K4 b - 1", 106, 106),
            ("7k1/9/9/9/4L4/9/9/9/4K4 b - 1", 304, 312),
            ("7k1/9/9/9/4N4/9/9/9/4K4 b - 1", 328, 324),
            ("7k1/9/9/9/4S4/9/9/9/4K4 b - 1", 458, 454),
            ("7k1/9/9/9/4G4/9/9/9/4K4 b - 1", 520, 520),
            // Next to the king a gold guards it; a silver on the back rank has not advanced.
            ("7k1/9/9/9/9/9/9/9/4KG3 b - 1", 524, 530),
            ("7k1/9/9/9/9/9/9/9/4KS3 b - 1", 454, 460),
            ("7k1/9/9/9/9/9/9/9/4K+P3 b - 1", 524, 530),
            ("7k1/9/9/9/9/9/9/9/4KN3 b - 1", 320, 320),
            // A rook in the open has four directions, a dragon eight, a rook beside its king three.
            ("7k1/9/9/9/2R6/9/9/9/4K4 b - 1", 754, 754),
            ("7k1/9/9/9/2+R6/9/9/9/4K4 b - 1", 958, 958),
            ("7k1/9/9/9/9/9/9/9/4KR3 b - 1", 752, 752),
            // A bishop on the centre file reaches files 4 and 6: four times 4; on file 9 twice file 8: 2 each.
            ("7k1/9/9/9/4B4/9/9/9/4K4 b - 1", 666, 666),
            ("7k1/9/9/9/B8/9/9/9/4K4 b - 1", 654, 654),
            // A horse adds the straight neighbours: files 5, 5, 4, 6.
            ("7k1/9/9/9/4+B4/9/9/9/4K4 b - 1", 884, 884),
            ("7k1/9/9/9/9/9/9/9/4K4 b GR2P 1", 1470, 1470),
        ];
        for (sfen, short, long) in cases {
            assert_eq!(value(sfen, &Weights::SHORT), short, "{sfen}");
            assert_eq!(value(sfen, &Weights::LONG), long, "{sfen}");
        }
    }

    #[test]
    fn an_enemy_neighbour_counts_as_mobility_and_an_own_one_does_not() {
        let free = value("4k4/9/9/9/2R6/9/9/9/4K4 b - 1", &Weights::SHORT);
        let enemy = value("4k4/9/9/2p6/2R6/9/9/9/4K4 b - 1", &Weights::SHORT);
        let own = value("4k4/9/9/2P6/2R6/9/9/9/4K4 b - 1", &Weights::SHORT);
        // The enemy's pawn on rank 4 is three ranks ahead, ours five.
        assert_eq!(enemy, free - 109);
        assert_eq!(own, free - 1 + 115);
    }

    #[test]
    fn a_missing_king_is_no_mate() {
        let value = value("4k4/9/9/9/9/9/9/9/9 w 2R2B4G4S4N4L18P 1", &Weights::LONG);
        assert_eq!(
            value,
            20_000 - 2 * 750 - 2 * 650 - 4 * (520 + 450 + 320 + 300) - 1800
        );
    }
}

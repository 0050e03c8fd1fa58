//! Fourfold repetition and perpetual check.

use super::{Color, Position};

/// Plies that a fourth occurrence takes at least: three returns of four plies.
const SOONEST: u32 = 12;

/// Whether the position on the board has now occurred for the fourth time since the set-up (or more often).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Repetition {
    /// It has not.
    None,
    /// It has (sennichite): no result, the game is void or a draw.
    Draw,
    /// It has, and every move of one side since the first occurrence gave check: that side loses.
    PerpetualCheck {
        /// The side that gave check.
        loser: Color,
    },
}

impl Position {
    /// How often this position (board, hands, side to move) has occurred since the set-up, now included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.earlier().filter(|&(key, _)| key == self.key()).count() + 1
    }

    /// Repetition at this position. Positions are the same if board, hands and side to move are; they are compared
    /// by the 64-bit key. Perpetual check: from the first to the present occurrence every move of the side gave check;
    /// if that holds for both sides, neither is to blame and it is a draw.
    #[must_use]
    pub fn repetition(&self) -> Repetition {
        if self.ply() < SOONEST || self.occurrences() < 4 {
            return Repetition::None;
        }
        let first = self
            .earlier()
            .position(|(key, _)| key == self.key())
            .unwrap_or_default();
        // The checks of the positions after the first occurrence, the present one last: whoever moved into a position
        // is the opponent of its side to move.
        let checks = self
            .earlier()
            .skip(first + 1)
            .map(|(_, check)| check)
            .chain([self.in_check()]);
        let mut always = [true; 2];
        for (check, distance) in checks.rev().zip(0_u32..) {
            let to_move = if distance.is_multiple_of(2) {
                self.side()
            } else {
                self.side().opponent()
            };
            always[to_move.opponent().index()] &= check;
        }
        match always {
            [true, false] => Repetition::PerpetualCheck {
                loser: Color::Black,
            },
            [false, true] => Repetition::PerpetualCheck {
                loser: Color::White,
            },
            _ => Repetition::Draw,
        }
    }
}

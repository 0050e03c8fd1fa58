//! When two positions are one: the same board, hands and side to move, also after the board is turned.

use joban_engine::rules::Position;
use serde::Serialize;

/// How two positions that count as one are alike.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Likeness {
    /// Board, hands and side to move are equal.
    Same,
    /// They are equal after one of the two is turned by 180 degrees with the colours swapped.
    Flipped,
}

/// A position and its flipped twin, by frozen 64-bit key and by SFEN without move number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Of the position and of its twin.
    keys: [u64; 2],
    sfens: [String; 2],
}

impl Identity {
    /// The identity of a position; the moves before it do not matter.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let twin = position.flip();
        Self {
            keys: [position.key(), twin.key()],
            sfens: [position.sfen_key(), twin.sfen_key()],
        }
    }

    /// [Key](joban_engine::keys) of the position.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.keys[0]
    }

    /// Key of the flipped twin.
    #[must_use]
    pub fn flipped_key(&self) -> u64 {
        self.keys[1]
    }

    /// SFEN of the position without move number.
    #[must_use]
    pub fn sfen(&self) -> &str {
        &self.sfens[0]
    }

    /// What a position and its flipped twin have in common and no other position has: of the two the one with the smaller
    /// key (where the keys are equal, with the smaller SFEN).
    #[must_use]
    pub fn canonical(&self) -> (u64, &str) {
        let [first, second] = [0, 1].map(|which| (self.keys[which], self.sfens[which].as_str()));
        first.min(second)
    }

    /// Whether a position, given by its SFEN without move number, is this one.
    #[must_use]
    pub fn likeness(&self, sfen: &str) -> Option<Likeness> {
        if self.sfens[0] == sfen {
            return Some(Likeness::Same);
        }
        (self.sfens[1] == sfen).then_some(Likeness::Flipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(sfen: &str) -> Identity {
        Identity::of(&Position::from_sfen(sfen).unwrap())
    }

    #[test]
    fn a_position_and_its_twin_are_one() {
        let one = at("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
        let twin = at("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 9");
        assert_ne!(one.key(), twin.key());
        assert_eq!(one.canonical(), twin.canonical());
        assert_eq!(one.likeness(twin.sfen()), Some(Likeness::Flipped));
        assert_eq!(one.likeness(one.sfen()), Some(Likeness::Same));
    }

    #[test]
    fn the_side_to_move_counts() {
        let black = at("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
        let white = at("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2");
        assert_ne!(black.canonical(), white.canonical());
        assert_eq!(black.likeness(white.sfen()), None);
    }
}

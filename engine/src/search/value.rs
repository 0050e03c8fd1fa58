//! Values in centipawns from the side to move, and mate among them.

/// The value of giving mate at once; a mate `n` plies from the root is worth `MATE − n`.
pub const MATE: i32 = 30_000;

/// Beyond every value.
pub(super) const INFINITE: i32 = 31_000;

/// Plies below the root that a search can reach, quiescence included.
pub(super) const MAX_PLY: usize = MAX_DEPTH as usize + QUIESCENCE_CAP as usize + 2;

/// The deepest iteration.
pub const MAX_DEPTH: u32 = 64;

/// The recursion of the quiescence search ends after this many plies with the static value.
pub const QUIESCENCE_CAP: u32 = 16;

/// Values from here on are mates: no static value reaches it.
const MATE_ZONE: i32 = MATE - MAX_PLY as i32 - 1;

/// The largest static value; only positions without one of the kings come near it.
pub(super) const MAX_STATIC: i32 = MATE_ZONE - 1;

/// What a search says about a position, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// Centipawns.
    Centipawns(i32),
    /// The side to move mates with its move in this many plies (1, 3, …).
    MateIn(u32),
    /// The side to move is mated in this many plies; 0 if it is mated or has no move now.
    MatedIn(u32),
}

impl Score {
    /// The score of a value.
    #[must_use]
    pub const fn from_value(value: i32) -> Self {
        if value >= MATE_ZONE {
            Self::MateIn((MATE - value).unsigned_abs())
        } else if value <= -MATE_ZONE {
            Self::MatedIn((MATE + value).unsigned_abs())
        } else {
            Self::Centipawns(value)
        }
    }
}

/// The value of being mated at a node `ply` plies below the root.
pub(super) const fn mated(ply: u32) -> i32 {
    ply as i32 - MATE
}

/// A value as the table keeps it: mates are counted from the node.
pub(super) const fn to_table(value: i32, ply: u32) -> i32 {
    match Score::from_value(value) {
        Score::MateIn(_) => value + ply as i32,
        Score::MatedIn(_) => value - ply as i32,
        Score::Centipawns(_) => value,
    }
}

/// A value from the table at a node `ply` plies below the root.
pub(super) const fn from_table(value: i32, ply: u32) -> i32 {
    match Score::from_value(value) {
        Score::MateIn(_) => value - ply as i32,
        Score::MatedIn(_) => value + ply as i32,
        Score::Centipawns(_) => value,
    }
}

/// The values a search is asked about: exact between `alpha` and `beta`, a bound elsewhere.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Self = Self {
        alpha: -INFINITE,
        beta: INFINITE,
    };

    /// The window seen from the other side.
    pub(super) const fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The question whether a value is above alpha.
    pub(super) const fn null(self) -> Self {
        Self {
            alpha: self.alpha,
            beta: self.alpha + 1,
        }
    }

    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_from_centipawns() {
        assert_eq!(Score::from_value(MATE - 1), Score::MateIn(1));
        assert_eq!(Score::from_value(-MATE), Score::MatedIn(0));
        assert_eq!(Score::from_value(-MATE + 2), Score::MatedIn(2));
        for value in [-MAX_STATIC, -20_000, 0, 175, MAX_STATIC] {
            assert_eq!(Score::from_value(value), Score::Centipawns(value));
        }
    }

    #[test]
    fn the_table_keeps_mates_relative_to_the_node() {
        // Mate 5 plies from the root, seen 2 plies below it, is a mate in 3 there; met again at ply 4 it is 7 from the root.
        assert_eq!(to_table(MATE - 5, 2), MATE - 3);
        assert_eq!(from_table(MATE - 3, 4), MATE - 7);
        assert_eq!(to_table(-MATE + 5, 2), -MATE + 3);
        assert_eq!(from_table(-MATE + 3, 4), -MATE + 7);
        assert_eq!(from_table(to_table(-40, 9), 3), -40);
    }
}

//! Squares.

use std::fmt;

/// A square of the board: index `(file − 1) · 9 + (rank − 1)`, files 1 to 9 from the right as black sees them,
/// ranks 1 to 9 (USI `a` to `i`) from the top.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 81;

    /// The square of file 1..=9 and rank 1..=9, or `None` outside of the board.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if matches!((file, rank), (1..=9, 1..=9)) {
            Some(Self((file - 1) * 9 + (rank - 1)))
        } else {
            None
        }
    }

    /// The square of an index 0..=80.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The square named by two USI characters such as `7g`.
    #[must_use]
    pub const fn from_usi(file: u8, rank: u8) -> Option<Self> {
        Self::new(file.wrapping_sub(b'0'), rank.wrapping_sub(b'a' - 1))
    }

    /// All squares by rising index.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(Self)
    }

    /// 0..=80.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 1..=9, counted from black's right.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1..=9, counted from white's side.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// The square after turning the board by 180 degrees: `80 − index`.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(80 - self.0)
    }

    /// The square after mirroring the board left to right: file `10 − file`.
    #[must_use]
    pub const fn mirror(self) -> Self {
        Self((8 - self.0 / 9) * 9 + self.0 % 9)
    }
}

impl fmt::Display for Square {
    /// USI text such as `7g`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_one_name_and_one_index() {
        for (index, square) in Square::all().enumerate() {
            let text = square.to_string();
            let bytes = text.as_bytes();
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(Square::from_usi(bytes[0], bytes[1]), Some(square));
            assert_eq!(square.flip().flip(), square);
            assert_eq!(square.mirror().mirror(), square);
        }
        assert_eq!(Square::from_index(81), None);
        assert_eq!(Square::new(0, 1), None);
        assert_eq!(Square::from_usi(b'0', b'a'), None);
        assert_eq!(Square::from_usi(b'1', b'j'), None);
    }
}

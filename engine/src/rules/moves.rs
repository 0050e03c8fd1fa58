//! Moves as 16-bit words, and their USI text.

use super::{PieceKind, Square};
use std::{fmt, ops::Deref, str::FromStr};

/// Where a moved piece comes from.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Source {
    /// From a square of the board.
    Board(Square),
    /// From the hand.
    Drop(PieceKind),
}

/// A move as the word of Apery, cshogi and the ROM book: bits 0–6 destination, bits 7–13 source, bit 14 promotion;
/// drops use source 81..=87 for P L N S B R G. The word says nothing about the position or the side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

const PROMOTION: u16 = 1 << 14;
const DROP_BASE: u16 = 81;

impl Move {
    /// A move on the board.
    #[must_use]
    #[inline]
    pub const fn board(from: Square, to: Square, promotion: bool) -> Self {
        let promotion = if promotion { PROMOTION } else { 0 };
        Self(to.index() as u16 | ((from.index() as u16) << 7) | promotion)
    }

    /// A drop, or `None` for kinds that cannot be in hand.
    #[must_use]
    #[inline]
    pub const fn drop(kind: PieceKind, to: Square) -> Option<Self> {
        let kind = kind.index() as u16;
        if kind < 7 {
            Some(Self(to.index() as u16 | ((DROP_BASE + kind) << 7)))
        } else {
            None
        }
    }

    /// The move of a word, or `None` where no move has this word (squares above 80, sources above 87,
    /// a promoted drop, source equal to destination, bit 15).
    #[must_use]
    #[inline]
    pub const fn from_word(word: u16) -> Option<Self> {
        let to = word & 0x7f;
        let from = (word >> 7) & 0x7f;
        let is_drop = from >= DROP_BASE;
        if to > 80
            || from > 87
            || from == to
            || word >> 15 != 0
            || (is_drop && word & PROMOTION != 0)
        {
            None
        } else {
            Some(Self(word))
        }
    }

    /// The move of a word that the generator made, so known to be one.
    #[inline]
    pub(super) fn from_generated(word: u16) -> Self {
        debug_assert!(
            Self::from_word(word).is_some(),
            "the generator made the word {word:#06x}"
        );
        Self(word)
    }

    /// The 16-bit word.
    #[must_use]
    pub const fn word(self) -> u16 {
        self.0
    }

    /// Reads USI text such as `7g7f`, `8h2b+`, `P*5e`. Only the exact form is a move.
    ///
    /// # Errors
    /// [`MoveTextError`] for anything else, the special words `resign`, `win` and `none` too.
    pub fn from_usi(text: &str) -> Result<Self, MoveTextError> {
        Self::parse(text.as_bytes()).ok_or_else(|| MoveTextError {
            text: shorten(text),
        })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        match *bytes {
            [kind @ b'A'..=b'Z', b'*', file, rank] => {
                let kind = PieceKind::from_letter(char::from(kind))?;
                Self::drop(kind, Square::from_usi(file, rank)?)
            }
            [f1, r1, f2, r2] => {
                Self::between(Square::from_usi(f1, r1)?, Square::from_usi(f2, r2)?, false)
            }
            [f1, r1, f2, r2, b'+'] => {
                Self::between(Square::from_usi(f1, r1)?, Square::from_usi(f2, r2)?, true)
            }
            _ => None,
        }
    }

    fn between(from: Square, to: Square, promotion: bool) -> Option<Self> {
        (from != to).then(|| Self::board(from, to, promotion))
    }

    /// The square the piece arrives on.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        match Square::from_index((self.0 & 0x7f) as usize) {
            Some(square) => square,
            None => unreachable!(),
        }
    }

    /// Where the piece comes from.
    #[must_use]
    #[inline]
    pub const fn source(self) -> Source {
        let from = ((self.0 >> 7) & 0x7f) as usize;
        match (
            Square::from_index(from),
            PieceKind::from_index(from.wrapping_sub(DROP_BASE as usize)),
        ) {
            (Some(square), _) => Source::Board(square),
            (None, Some(kind)) => Source::Drop(kind),
            (None, None) => unreachable!(),
        }
    }

    /// The square the piece leaves, `None` for drops.
    #[must_use]
    #[inline]
    pub const fn from(self) -> Option<Square> {
        match self.source() {
            Source::Board(square) => Some(square),
            Source::Drop(_) => None,
        }
    }

    /// Whether the piece comes from the hand.
    #[must_use]
    #[inline]
    pub const fn is_drop(self) -> bool {
        (self.0 >> 7) & 0x7f >= DROP_BASE
    }

    /// Whether the piece promotes with this move.
    #[must_use]
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0 & PROMOTION != 0
    }

    /// The same move after turning the board by 180 degrees.
    #[must_use]
    pub const fn flip(self) -> Self {
        let to = self.to().flip();
        match self.source() {
            Source::Board(from) => Self::board(from.flip(), to, self.is_promotion()),
            Source::Drop(_) => Self((self.0 & !0x7f) | to.index() as u16),
        }
    }
}

impl fmt::Display for Move {
    /// USI text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.source() {
            Source::Board(from) => {
                write!(
                    f,
                    "{from}{}{}",
                    self.to(),
                    if self.is_promotion() { "+" } else { "" }
                )
            }
            Source::Drop(kind) => write!(f, "{}*{}", kind.letter(), self.to()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Move {
    type Err = MoveTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::from_usi(text)
    }
}

/// Text that is no USI move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no move in USI notation (such as 7g7f, 8h2b+, P*5e)")]
pub struct MoveTextError {
    /// The text, shortened.
    pub text: String,
}

pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}

/// Moves of one position, without allocation; derefs to a slice.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; Self::CAPACITY],
    len: usize,
}

impl MoveList {
    /// More than the largest number of legal moves of any position (593).
    pub const CAPACITY: usize = 600;

    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            moves: [Move(1); Self::CAPACITY],
            len: 0,
        }
    }

    /// Empties the list.
    pub const fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a move; a move beyond the capacity is left out, which no position can reach.
    pub(crate) fn push(&mut self, mv: Move) {
        debug_assert!(
            self.len < Self::CAPACITY,
            "more moves than any position has"
        );
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    /// Sorts by the move word.
    pub fn sort(&mut self) {
        self.moves[..self.len].sort_unstable();
    }
}

impl Default for MoveList {
    fn default() -> Self {
        Self::new()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.moves[..self.len]
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_texts_are_one_to_one() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_word).collect();
        // 81·80 ordered pairs with and without promotion, and seven kinds on 81 squares.
        assert_eq!(moves.len(), 2 * 81 * 80 + 7 * 81);
        for mv in moves {
            assert_eq!(Move::from_usi(&mv.to_string()), Ok(mv));
            assert_eq!(Move::from_word(mv.word()), Some(mv));
            assert_eq!(mv.flip().flip(), mv);
            let built = match mv.source() {
                Source::Board(from) => Some(Move::board(from, mv.to(), mv.is_promotion())),
                Source::Drop(kind) => Move::drop(kind, mv.to()),
            };
            assert_eq!(built, Some(mv));
        }
    }

    #[test]
    fn junk_is_no_move() {
        for text in [
            "",
            "7g",
            "7g7g",
            "7g7fx",
            "7g7f++",
            "p*5e",
            "K*5e",
            "P*5e+",
            "0a1a",
            "7g7j",
            " 7g7f",
            "resign",
            "７六歩",
        ] {
            assert!(Move::from_usi(text).is_err(), "{text}");
        }
    }
}

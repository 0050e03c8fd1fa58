//! Colours, pieces and hands.

use std::fmt;

/// A side. Black (sente, the side that moves first in an even game) moves towards rank 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Color {
    /// Sente, `b` in SFEN, `+` in CSA.
    Black,
    /// Gote, `w` in SFEN, `-` in CSA.
    White,
}

impl Color {
    /// Both sides, black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// 0 for black, 1 for white.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `black` or `white`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The SFEN letter: `b` or `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'b',
            Self::White => 'w',
        }
    }

    /// The CSA sign: `+` or `-`.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Black => '+',
            Self::White => '-',
        }
    }

    /// A rank as this side sees it: 1 is the farthest rank, 9 its own back rank.
    #[must_use]
    pub const fn relative_rank(self, rank: u8) -> u8 {
        match self {
            Self::Black => rank,
            Self::White => 10 - rank,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The fourteen kinds of pieces. The order is frozen: keys and drop codes depend on it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// P, FU.
    Pawn,
    /// L, KY.
    Lance,
    /// N, KE.
    Knight,
    /// S, GI.
    Silver,
    /// B, KA.
    Bishop,
    /// R, HI.
    Rook,
    /// G, KI.
    Gold,
    /// K, OU.
    King,
    /// +P, TO.
    ProPawn,
    /// +L, NY.
    ProLance,
    /// +N, NK.
    ProKnight,
    /// +S, NG.
    ProSilver,
    /// +B, UM.
    Horse,
    /// +R, RY.
    Dragon,
}

impl PieceKind {
    /// All kinds in the frozen order.
    pub const ALL: [Self; 14] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
        Self::King,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
        Self::Horse,
        Self::Dragon,
    ];

    /// The kinds that can be held in hand, in the frozen order P L N S B R G.
    pub const HAND: [Self; 7] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Bishop,
        Self::Rook,
        Self::Gold,
    ];

    /// 0..=13 in the frozen order.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind of an index 0..=13.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::ALL.len() {
            Some(Self::ALL[index])
        } else {
            None
        }
    }

    /// The promoted kind, or `None` for gold, king and kinds that are promoted already.
    #[must_use]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Gold | Self::King => None,
            unpromoted if unpromoted.index() < 6 => Some(Self::ALL[unpromoted.index() + 8]),
            _ => None,
        }
    }

    /// The kind before promotion; kinds that are not promoted give themselves.
    #[must_use]
    pub const fn unpromoted(self) -> Self {
        if self.is_promoted() {
            Self::ALL[self.index() - 8]
        } else {
            self
        }
    }

    /// Whether this is one of the six promoted kinds.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        self.index() > 7
    }

    /// The SFEN and USI letter of the unpromoted kind, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.unpromoted() {
            Self::Pawn => 'P',
            Self::Lance => 'L',
            Self::Knight => 'N',
            Self::Silver => 'S',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Gold => 'G',
            _ => 'K',
        }
    }

    /// The unpromoted kind of a letter in either case.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'G' => Self::Gold,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// The two letters of the CSA standard, such as `FU` or `RY`.
    #[must_use]
    pub const fn csa(self) -> &'static str {
        const NAMES: [&str; 14] = [
            "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY",
        ];
        NAMES[self.index()]
    }

    /// English name for messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; 14] = [
            "pawn",
            "lance",
            "knight",
            "silver",
            "bishop",
            "rook",
            "gold",
            "king",
            "promoted pawn",
            "promoted lance",
            "promoted knight",
            "promoted silver",
            "horse",
            "dragon",
        ];
        NAMES[self.index()]
    }

    /// How many pieces of this (unpromoted) kind a set has, both sides together; promoted kinds count as unpromoted.
    #[must_use]
    pub const fn in_a_set(self) -> u8 {
        match self.unpromoted() {
            Self::Pawn => 18,
            Self::Bishop | Self::Rook | Self::King => 2,
            _ => 4,
        }
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece of one side.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// Number of piece codes.
    pub const CODES: usize = 28;

    /// A piece of `color`.
    #[must_use]
    pub const fn new(color: Color, kind: PieceKind) -> Self {
        Self { color, kind }
    }

    /// The frozen code `14 · colour + kind`, 0..=27: black P L N S B R G K +P +L +N +S +B +R, then white.
    #[must_use]
    pub const fn code(self) -> usize {
        self.color.index() * 14 + self.kind.index()
    }

    /// The same kind of the other side.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self {
            color: self.color.opponent(),
            kind: self.kind,
        }
    }
}

impl fmt::Display for Piece {
    /// SFEN text such as `P`, `+r`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = self.kind.letter();
        let letter = if self.color == Color::White {
            letter.to_ascii_lowercase()
        } else {
            letter
        };
        if self.kind.is_promoted() {
            write!(f, "+{letter}")
        } else {
            write!(f, "{letter}")
        }
    }
}

/// The pieces one side holds in hand, as counts of the seven kinds.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Hand {
    counts: [u8; 7],
}

impl Hand {
    /// No piece.
    pub const EMPTY: Self = Self { counts: [0; 7] };

    /// How many pieces of a kind are held; always 0 for kings and promoted kinds.
    #[must_use]
    pub const fn count(&self, kind: PieceKind) -> u8 {
        let index = kind.index();
        if index < 7 { self.counts[index] } else { 0 }
    }

    /// Sets the count of a kind; kings and promoted kinds are ignored.
    pub const fn set(&mut self, kind: PieceKind, count: u8) {
        let index = kind.index();
        if index < 7 {
            self.counts[index] = count;
        }
    }

    /// Adds to the count of a kind, stopping at 255.
    pub const fn add(&mut self, kind: PieceKind, count: u8) {
        self.set(kind, self.count(kind).saturating_add(count));
    }

    /// Whether nothing is held.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        matches!(self.counts, [0, 0, 0, 0, 0, 0, 0])
    }

    /// Kinds with their counts, counts of 0 left out, in the order P L N S B R G.
    pub fn iter(&self) -> impl Iterator<Item = (PieceKind, u8)> + '_ {
        PieceKind::HAND
            .into_iter()
            .map(|kind| (kind, self.count(kind)))
            .filter(|&(_, count)| count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_is_an_involution_on_six_kinds() {
        let promotable: Vec<_> = PieceKind::ALL
            .into_iter()
            .filter_map(|k| Some((k, k.promoted()?)))
            .collect();
        assert_eq!(promotable.len(), 6);
        for (kind, promoted) in promotable {
            assert!(promoted.is_promoted());
            assert_eq!(promoted.unpromoted(), kind);
            assert_eq!(promoted.letter(), kind.letter());
        }
    }

    #[test]
    fn codes_are_dense() {
        let codes: Vec<_> = Color::ALL
            .into_iter()
            .flat_map(|c| PieceKind::ALL.map(|k| Piece::new(c, k).code()))
            .collect();
        assert_eq!(codes, (0..28).collect::<Vec<_>>());
    }
}

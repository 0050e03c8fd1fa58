//! The smallest parts of a record: sides, pieces, squares and moves as written.

use std::fmt;

use crate::kif::Ki2Token;

/// A side as CSA text writes it: `+` is Black (sente), who moves first in an even game.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// `+`, Black.
    Plus,
    /// `-`, White.
    Minus,
}

impl Sign {
    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Plus => Self::Minus,
            Self::Minus => Self::Plus,
        }
    }

    /// 0 for `+`, 1 for `-`.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `+` or `-`.
    #[must_use]
    pub const fn as_char(self) -> char {
        match self {
            Self::Plus => '+',
            Self::Minus => '-',
        }
    }

    /// The side that moves after `plies` moves when `self` moved first.
    #[must_use]
    pub const fn after(self, plies: usize) -> Self {
        if plies.is_multiple_of(2) {
            self
        } else {
            self.opponent()
        }
    }
}

/// A piece as CSA text writes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceCode {
    /// `FU`, pawn.
    Fu,
    /// `KY`, lance.
    Ky,
    /// `KE`, knight.
    Ke,
    /// `GI`, silver.
    Gi,
    /// `KI`, gold.
    Ki,
    /// `KA`, bishop.
    Ka,
    /// `HI`, rook.
    Hi,
    /// `OU`, king.
    Ou,
    /// `TO`, promoted pawn.
    To,
    /// `NY`, promoted lance.
    Ny,
    /// `NK`, promoted knight.
    Nk,
    /// `NG`, promoted silver.
    Ng,
    /// `UM`, horse (promoted bishop).
    Um,
    /// `RY`, dragon (promoted rook).
    Ry,
}

impl PieceCode {
    /// Every code, unpromoted ones first.
    pub const ALL: [Self; 14] = [
        Self::Fu,
        Self::Ky,
        Self::Ke,
        Self::Gi,
        Self::Ki,
        Self::Ka,
        Self::Hi,
        Self::Ou,
        Self::To,
        Self::Ny,
        Self::Nk,
        Self::Ng,
        Self::Um,
        Self::Ry,
    ];

    /// Reads the two capital letters; `None` where they name no piece.
    #[must_use]
    #[inline]
    pub const fn from_bytes(code: [u8; 2]) -> Option<Self> {
        Some(match &code {
            b"FU" => Self::Fu,
            b"KY" => Self::Ky,
            b"KE" => Self::Ke,
            b"GI" => Self::Gi,
            b"KI" => Self::Ki,
            b"KA" => Self::Ka,
            b"HI" => Self::Hi,
            b"OU" => Self::Ou,
            b"TO" => Self::To,
            b"NY" => Self::Ny,
            b"NK" => Self::Nk,
            b"NG" => Self::Ng,
            b"UM" => Self::Um,
            b"RY" => Self::Ry,
            _ => return None,
        })
    }

    /// The two capital letters.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fu => "FU",
            Self::Ky => "KY",
            Self::Ke => "KE",
            Self::Gi => "GI",
            Self::Ki => "KI",
            Self::Ka => "KA",
            Self::Hi => "HI",
            Self::Ou => "OU",
            Self::To => "TO",
            Self::Ny => "NY",
            Self::Nk => "NK",
            Self::Ng => "NG",
            Self::Um => "UM",
            Self::Ry => "RY",
        }
    }

    /// Whether the piece is a promoted one.
    #[must_use]
    pub const fn is_promoted(self) -> bool {
        matches!(
            self,
            Self::To | Self::Ny | Self::Nk | Self::Ng | Self::Um | Self::Ry
        )
    }
}

/// A square as (file, rank), each 1 to 9; files count from Black's right, ranks from White's side.
pub type FileRank = (u8, u8);

/// One move in CSA form, such as `+7776FU`: shape-checked, not checked against a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveToken {
    /// The side as written; `None` in the one-line training form, which writes none.
    pub sign: Option<Sign>,
    /// Where the piece comes from; `None` for a drop (`00`).
    pub from: Option<FileRank>,
    /// Where the piece goes to.
    pub to: FileRank,
    /// The piece after the move.
    pub piece: PieceCode,
}

impl fmt::Display for MoveToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(sign) = self.sign {
            write!(f, "{}", sign.as_char())?;
        }
        let (file, rank) = self.from.unwrap_or((0, 0));
        let (to_file, to_rank) = self.to;
        write!(f, "{file}{rank}{to_file}{to_rank}{}", self.piece.as_str())
    }
}

/// One move in USI form, such as `7g7f`, `8h2b+` or `P*5e`; from files read with [`crate::ReadOptions::lines`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UsiToken {
    /// A move on the board.
    Board {
        /// Where the piece comes from.
        from: FileRank,
        /// Where the piece goes to.
        to: FileRank,
        /// Whether the text ends in `+`.
        promote: bool,
    },
    /// A drop.
    Drop {
        /// The piece, one of FU KY KE GI KI KA HI.
        piece: PieceCode,
        /// Where the piece goes to.
        to: FileRank,
    },
}

impl fmt::Display for UsiToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let square = |(file, rank): FileRank| format!("{file}{}", (b'a' + rank - 1) as char);
        match *self {
            Self::Board { from, to, promote } => {
                let plus = if promote { "+" } else { "" };
                write!(f, "{}{}{plus}", square(from), square(to))
            }
            Self::Drop { piece, to } => write!(f, "{}*{}", usi_letter(piece), square(to)),
        }
    }
}

/// The USI letter of a piece that can be in hand (`K` for the king, promoted pieces as their base).
const fn usi_letter(piece: PieceCode) -> char {
    match piece {
        PieceCode::Fu | PieceCode::To => 'P',
        PieceCode::Ky | PieceCode::Ny => 'L',
        PieceCode::Ke | PieceCode::Nk => 'N',
        PieceCode::Gi | PieceCode::Ng => 'S',
        PieceCode::Ki => 'G',
        PieceCode::Ka | PieceCode::Um => 'B',
        PieceCode::Hi | PieceCode::Ry => 'R',
        PieceCode::Ou => 'K',
    }
}

/// A move of a record as it was written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum WrittenMove {
    /// CSA text.
    Csa(MoveToken),
    /// USI text, from a `--lines` file.
    Usi(UsiToken),
    /// Japanese text without an origin, from a KI2 file.
    Ki2(Ki2Token),
}

impl fmt::Display for WrittenMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Csa(token) => token.fmt(f),
            Self::Usi(token) => token.fmt(f),
            Self::Ki2(token) => token.fmt(f),
        }
    }
}

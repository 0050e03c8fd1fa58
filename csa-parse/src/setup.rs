//! Set-up statements: the start of a game as written, shape-checked but not put on a board.

use crate::token::{FileRank, PieceCode, Sign};

/// One square of a board row: the piece on it, if any.
pub type RowSquare = Option<(Sign, PieceCode)>;

/// Where a set-up statement stands in the file.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Line in the file, from 1.
    pub line: u64,
    /// Offset in the file, in bytes.
    pub byte: u64,
}

/// A piece with its square in a `PI` or `P+` statement; `None` is `00`, the hand.
pub type PlacedPiece = (Option<FileRank>, PieceCode);

/// One set-up statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupStatement {
    /// `PI`, the even start without some pieces: `PI82HI22KA`.
    StartPos {
        /// Squares to clear, each with the piece that must stand on it.
        removed: Vec<(FileRank, PieceCode)>,
        /// Where it is written.
        place: Place,
    },
    /// `P1` to `P9`, one rank of the board.
    Row {
        /// 1 to 9.
        rank: u8,
        /// From file 9 (index 0) to file 1 (index 8), as written.
        squares: [RowSquare; 9],
        /// Where it is written.
        place: Place,
    },
    /// `P+` or `P-`: pieces of one side, on the board or in hand.
    Pieces {
        /// The owner.
        side: Sign,
        /// The pieces in the order written; may be empty.
        pieces: Vec<PlacedPiece>,
        /// Where it is written.
        place: Place,
    },
    /// `P+00AL` or `P-00AL`: every piece not placed yet goes to this side's hand.
    AllRest {
        /// The owner.
        side: Sign,
        /// Where it is written.
        place: Place,
    },
}

impl SetupStatement {
    /// Where the statement is written.
    #[must_use]
    pub const fn place(&self) -> Place {
        match self {
            Self::StartPos { place, .. }
            | Self::Row { place, .. }
            | Self::Pieces { place, .. }
            | Self::AllRest { place, .. } => *place,
        }
    }
}

/// The start of a game as written, in the order written.
///
/// With no statement and no SFEN at all the game starts from the even position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupStatements {
    /// The statements in the order written.
    pub statements: Vec<SetupStatement>,
    /// The `+` or `-` line with its place; `None` where it is missing.
    pub side_to_move: Option<(Sign, Place)>,
    /// The text after `sfen ` of a `--lines` file with its place; then `statements` is empty.
    pub sfen: Option<(String, Place)>,
}

impl SetupStatements {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.statements.clear();
        self.side_to_move = None;
        self.sfen = None;
    }
}

//! What can be wrong with a record: a kind, a place, the offending text and a reason.

use std::fmt;

/// The class of a problem. The names are stable: they stand in `rejects.csv` and in JSON output.
#[non_exhaustive]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IssueKind {
    /// No known form of a line.
    SyntaxError,
    /// A number that is missing, malformed or out of range.
    BadNumber,
    /// A set-up statement that is malformed or describes an impossible board.
    BadPosition,
    /// No line says which side moves first.
    TurnMissing,
    /// The sign of a move and the side to move differ.
    TurnMismatch,
    /// The named piece is not the one that moves.
    PieceMismatch,
    /// A move against the rules.
    IllegalMove,
    /// A time with no move or ending before it.
    OrphanTime,
    /// A move or another statement after the ending.
    AfterEnding,
    /// An ending word that no version of the format defines.
    UnknownEnding,
    /// Two statements about the result contradict each other.
    ResultConflict,
    /// The input stops before its end.
    TruncatedInput,
    /// Bytes that are no text in the encoding used.
    Encoding,
    /// The declared encoding is not the one of the bytes.
    EncodingMismatch,
    /// The bytes are text in more than one encoding.
    EncodingAmbiguous,
    /// Lines of one record are in different encodings.
    EncodingMixed,
    /// A board row written otherwise than the standard says, yet with nine squares.
    LooseBoardRow,
    /// Nothing to read.
    EmptyInput,
    /// A move that is given twice.
    DuplicateMove,
    /// A move after the game is over.
    GameOver,
    /// An archive entry whose name is absolute or leads out of its folder.
    UnsafePath,
    /// A limit on size, number or nesting is exceeded.
    LimitExceeded,
    /// The operating system refused to read or write.
    IoError,
}

impl IssueKind {
    /// Every kind.
    pub const ALL: [Self; 23] = [
        Self::SyntaxError,
        Self::BadNumber,
        Self::BadPosition,
        Self::TurnMissing,
        Self::TurnMismatch,
        Self::PieceMismatch,
        Self::IllegalMove,
        Self::OrphanTime,
        Self::AfterEnding,
        Self::UnknownEnding,
        Self::ResultConflict,
        Self::TruncatedInput,
        Self::Encoding,
        Self::EncodingMismatch,
        Self::EncodingAmbiguous,
        Self::EncodingMixed,
        Self::LooseBoardRow,
        Self::EmptyInput,
        Self::DuplicateMove,
        Self::GameOver,
        Self::UnsafePath,
        Self::LimitExceeded,
        Self::IoError,
    ];

    /// The stable name, such as `SyntaxError`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SyntaxError => "SyntaxError",
            Self::BadNumber => "BadNumber",
            Self::BadPosition => "BadPosition",
            Self::TurnMissing => "TurnMissing",
            Self::TurnMismatch => "TurnMismatch",
            Self::PieceMismatch => "PieceMismatch",
            Self::IllegalMove => "IllegalMove",
            Self::OrphanTime => "OrphanTime",
            Self::AfterEnding => "AfterEnding",
            Self::UnknownEnding => "UnknownEnding",
            Self::ResultConflict => "ResultConflict",
            Self::TruncatedInput => "TruncatedInput",
            Self::Encoding => "Encoding",
            Self::EncodingMismatch => "EncodingMismatch",
            Self::EncodingAmbiguous => "EncodingAmbiguous",
            Self::EncodingMixed => "EncodingMixed",
            Self::LooseBoardRow => "LooseBoardRow",
            Self::EmptyInput => "EmptyInput",
            Self::DuplicateMove => "DuplicateMove",
            Self::GameOver => "GameOver",
            Self::UnsafePath => "UnsafePath",
            Self::LimitExceeded => "LimitExceeded",
            Self::IoError => "IoError",
        }
    }
}

impl fmt::Display for IssueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One error or warning with its place in the file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Issue {
    /// The class of the problem.
    pub kind: IssueKind,
    /// Line in the file, from 1; 0 where no line applies.
    pub line: u64,
    /// Offset in the file, in bytes, of the statement.
    pub byte: u64,
    /// The offending part, shortened to [`Issue::MAX_TEXT`] characters.
    pub text: String,
    /// What is wrong, as an English sentence without a full stop.
    pub reason: String,
}

impl Issue {
    /// Longest text kept in an issue, in characters.
    pub const MAX_TEXT: usize = 120;

    /// An issue at a place; `text` is shortened where it is long.
    #[must_use]
    pub fn new(
        kind: IssueKind,
        line: u64,
        byte: u64,
        text: &str,
        reason: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            line,
            byte,
            text: shorten(text),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        write!(f, "{}: {}", self.kind, self.reason)?;
        if !self.text.is_empty() {
            write!(f, ": {}", self.text)?;
        }
        Ok(())
    }
}

impl std::error::Error for Issue {}

/// The first [`Issue::MAX_TEXT`] characters, with control characters made visible.
fn shorten(text: &str) -> String {
    let mut out = String::new();
    for (count, c) in text.chars().enumerate() {
        if count == Issue::MAX_TEXT {
            out.push('…');
            break;
        }
        match c {
            '\0'..='\u{1f}' | '\u{7f}' => out.extend(c.escape_default()),
            _ => out.push(c),
        }
    }
    out
}

//! What can be wrong with a `.db` file.

use std::fmt;

/// The class of a problem.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum DbIssueKind {
    /// A line that is no header, comment, position or move. It is left out.
    SyntaxError,
    /// A position line that is no SFEN. It is left out with its moves.
    BadPosition,
    /// A line, or the lines of one position, beyond a limit. What is beyond it is left out.
    LimitExceeded,
    /// A column that should hold a number or `none` and does not. It counts as missing.
    BadNumber,
    /// A ponder move that is none. It counts as missing.
    BadPonder,
    /// A move that the position has already. The rows are joined.
    DuplicateMove,
    /// A position that the book has already. The positions are joined.
    DuplicatePosition,
    /// The first line is not `#YANEURAOU-DB2016 …`.
    MissingHeader,
    /// A position that should stand before the one before it.
    NotSorted,
}

impl DbIssueKind {
    /// The stable name, as in the source.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SyntaxError => "SyntaxError",
            Self::BadPosition => "BadPosition",
            Self::LimitExceeded => "LimitExceeded",
            Self::BadNumber => "BadNumber",
            Self::BadPonder => "BadPonder",
            Self::DuplicateMove => "DuplicateMove",
            Self::DuplicatePosition => "DuplicatePosition",
            Self::MissingHeader => "MissingHeader",
            Self::NotSorted => "NotSorted",
        }
    }

    /// Whether something of the file is not in the result. The others are warnings.
    #[must_use]
    pub const fn is_error(self) -> bool {
        matches!(
            self,
            Self::SyntaxError | Self::BadPosition | Self::LimitExceeded
        )
    }
}

impl fmt::Display for DbIssueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One error or warning with its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("line {line}: {kind}: {reason}")]
pub struct DbIssue {
    /// The class of the problem.
    pub kind: DbIssueKind,
    /// Line in the file, from 1.
    pub line: u64,
    /// What is wrong, as an English clause without a full stop.
    pub reason: String,
}

impl DbIssue {
    pub(super) fn new(kind: DbIssueKind, line: u64, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { kind, line, reason }
    }
}

/// Bytes as text for a message: the first 60 characters, control characters made visible.
pub(super) fn shown(bytes: &[u8]) -> String {
    const LONGEST: usize = 60;
    let text = String::from_utf8_lossy(bytes);
    let mut out = String::new();
    for c in text.chars().take(LONGEST) {
        match c.is_control() {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        out.push('…');
    }
    out
}

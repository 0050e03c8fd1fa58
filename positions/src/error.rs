//! What can go wrong here, and what kind of trouble it is.

use std::io;
use std::path::PathBuf;

use joban_csa_parse::GameEnd;
use joban_csa_parse::input::{InputError, InputErrorKind};

use crate::corpus::PlyLimit;
use crate::date::Date;
use crate::reject::Reject;

/// The kind of trouble; the command line maps it to its exit codes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ErrorClass {
    /// A wrong option, configuration or combination of inputs.
    Usage,
    /// The input is damaged, passes a limit, or cannot be read or written.
    Input,
    /// A fault of this program.
    Internal,
}

/// Why reading, filtering or writing stopped.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An archive or file of records could not be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// A file could not be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A result, or a file that a result needs while it is made, could not be written.
    #[error("{}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A row of a data set that is none.
    #[error("{}, {kind} {number}: {reason}", path.display())]
    Row {
        /// The file.
        path: PathBuf,
        /// What the number counts: `line` or `record`.
        kind: &'static str,
        /// Its number in the file, from 1.
        number: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A mate is to be written as centipawns, and nothing says as how many.
    #[error(
        "row {row} is a mate, which {format} has no place for: give --mate-as N to write mates as N centipawns, or --mate-as drop"
    )]
    MateRule {
        /// Number of the row, from 1.
        row: u64,
        /// Name of the format.
        format: &'static str,
    },
    /// A table file is damaged or is not one of ours.
    #[error("{}: not a readable joban table: {reason}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A table file has another revision than this program reads.
    #[error("{}: table revision {found:?}, this program reads {expected:?}; ingest the archives again", path.display())]
    Revision {
        /// The file.
        path: PathBuf,
        /// The revision in the file.
        found: String,
        /// The revision this program reads.
        expected: &'static str,
    },
    /// A table does not hold as many plies as the request needs.
    #[error(
        "{}: the table holds {held} positions a game, but {needed} are asked for; ingest with --plies {needed}",
        path.display()
    )]
    TooShallow {
        /// The file.
        path: PathBuf,
        /// Positions of each game that it holds.
        held: PlyLimit,
        /// Positions of each game asked for.
        needed: PlyLimit,
    },
    /// A line in the file of a suite's uses that is none.
    #[error("{}, line {line}: not a use of a suite: {reason}", path.display())]
    Use {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// A wrong option or combination of options.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A game was refused and the caller asked to stop at the first one.
    #[error("{}: game {}, line {}: {}: {}", .0.file, .0.game, .0.line, .0.kind.as_str(), .0.reason)]
    Refused(Box<Reject>),
    /// Something that this program should have prevented.
    #[error("internal error: {0}")]
    Internal(String),
}

/// An option of the filter or the split that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionError {
    /// A word that names no ending.
    #[error("unknown ending {word:?}; known are {}, any", known_endings())]
    UnknownEnding {
        /// The word.
        word: String,
    },
    /// A word that names no result.
    #[error("unknown winner {word:?}; known are black, white, draw, decided")]
    UnknownWinner {
        /// The word.
        word: String,
    },
    /// A regular expression that is none.
    #[error("pattern {pattern:?}: {reason}")]
    Pattern {
        /// The expression.
        pattern: String,
        /// What the crate for regular expressions says.
        reason: String,
    },
    /// The first day lies after the last one.
    #[error("the date range is empty: from {from} to {to}")]
    EmptyDates {
        /// First day.
        from: Date,
        /// Last day.
        to: Date,
    },
    /// A negative difference of ratings, or none at all.
    #[error("the rating gap must not be negative")]
    NegativeGap,
    /// A lowest rating that is not a number.
    #[error("the minimum rating is not a number")]
    RatingNotNumber,
    /// No game of a pairing may pass.
    #[error("the cap per pairing must be at least 1")]
    ZeroCap,
    /// A fraction that is none.
    #[error("the held-out fraction is {fraction}; it must lie within 0 to 1")]
    Fraction {
        /// As given.
        fraction: f64,
    },
}

/// The words of [`Endings::parse`](crate::Endings::parse) but `any`, separated by commas.
#[must_use]
pub fn known_endings() -> String {
    GameEnd::ALL.map(GameEnd::as_str).join(", ")
}

impl Error {
    /// The kind of trouble.
    #[must_use]
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Option(_)
            | Self::MateRule { .. }
            | Self::Use { .. }
            | Self::TooShallow { .. } => ErrorClass::Usage,
            Self::Input(error) => match error.kind() {
                InputErrorKind::NotFound | InputErrorKind::Unsupported => ErrorClass::Usage,
                _ => ErrorClass::Input,
            },
            Self::Internal(_) | Self::Write { .. } => ErrorClass::Internal,
            _ => ErrorClass::Input,
        }
    }
}

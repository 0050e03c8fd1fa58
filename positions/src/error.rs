//! What can go wrong here, and what kind of trouble it is.

use std::io;
use std::path::PathBuf;

use joban_csa_parse::input::{InputError, InputErrorKind};

use crate::corpus::PlyLimit;
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
    /// A wrong option or combination of options.
    #[error("{0}")]
    Config(String),
    /// A game was refused and the caller asked to stop at the first one.
    #[error("{}: game {}, line {}: {}: {}", .0.file, .0.game, .0.line, .0.kind.as_str(), .0.reason)]
    Refused(Box<Reject>),
    /// Something that this program should have prevented.
    #[error("internal error: {0}")]
    Internal(String),
}

impl Error {
    /// The kind of trouble.
    #[must_use]
    pub fn class(&self) -> ErrorClass {
        match self {
            Self::Config(_) | Self::TooShallow { .. } => ErrorClass::Usage,
            Self::Input(error) => match error.kind() {
                InputErrorKind::NotFound | InputErrorKind::Unsupported => ErrorClass::Usage,
                _ => ErrorClass::Input,
            },
            Self::Internal(_) => ErrorClass::Internal,
            _ => ErrorClass::Input,
        }
    }
}

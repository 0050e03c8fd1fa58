//! Why a log of evidence cannot be used, and remarks about one that can.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use super::super::{TeacherError, Ticket};

/// A fault of an evidence log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceError {
    /// The file cannot be opened, read or written.
    #[error("{}: {action}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried: `open`, `read`, `write`, …
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// Another process writes the log.
    #[error("{}: another process writes this log; wait for it to end, or name another log", .0.display())]
    Locked(PathBuf),
    /// The first line is not the header of a log.
    #[error("{}: this is no evidence log (line 1 is not its header)", .0.display())]
    NotALog(PathBuf),
    /// The log has another revision.
    #[error("{}: the log has revision {found}, this program reads revision {expected}", path.display())]
    UnsupportedRevision {
        /// The file.
        path: PathBuf,
        /// The revision in the header.
        found: u32,
        /// The revision that is read here.
        expected: u32,
    },
    /// A line before the last one is damaged.
    #[error(
        "{}, line {line}: the line is damaged ({reason}) and others follow it; restore the file from a copy, or skip damaged lines on request (what they held is asked again)",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: Damage,
    },
    /// A line is whole, but what it says cannot be.
    #[error("{}, {place}: {reason}", path.display())]
    BadRecord {
        /// The file.
        path: PathBuf,
        /// Where.
        place: Place,
        /// What is wrong.
        reason: String,
    },
    /// The log was made with other settings or by another teacher.
    #[error(
        "{}: ResumeMismatch: {what} was {before} when this log was made and is {now} now; go on with the old setting, name another log, or start over (the old log is kept aside)",
        path.display()
    )]
    ResumeMismatch {
        /// The file.
        path: PathBuf,
        /// The first setting that differs.
        what: String,
        /// Its value in the log.
        before: String,
        /// Its value now.
        now: String,
    },
    /// The teacher that is run is not the one that the log was opened for.
    #[error("{}: the log was opened for the teacher {log}, but {asked} is to be asked", path.display())]
    OtherTeacher {
        /// The file.
        path: PathBuf,
        /// Digest of the log's teacher.
        log: String,
        /// Digest of the other one.
        asked: String,
    },
    /// Evidence of a teacher whose program is not known cannot be merged.
    #[error(
        "{}: the program of the teacher `{teacher}` was not hashed, so nobody knows whether two machines asked the same one; record with --teacher-id TEXT to merge",
        path.display()
    )]
    Uncertain {
        /// The file.
        path: PathBuf,
        /// The teacher, in one line.
        teacher: String,
    },
    /// A record is longer than a line may be.
    #[error("{}: a record of {bytes} bytes is longer than the {limit} that a line may have", path.display())]
    TooLong {
        /// The file.
        path: PathBuf,
        /// Size of the record.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The log is not what it was when its records were counted: something else than joban writes it.
    #[error("{}: the log changed while it was read; wait until nobody writes it, then try again", .0.display())]
    Changed(PathBuf),
    /// The log was opened for reading.
    #[error("{}: the log is open for reading only", .0.display())]
    ReadOnly(PathBuf),
    /// An earlier write failed; the log takes nothing more.
    #[error("{}: an earlier write failed; open the log again", .0.display())]
    Broken(PathBuf),
    /// The log holds several teachers and none was named.
    #[error("{}: the log holds {teachers} teachers; name the one that counts", path.display())]
    TeacherUnclear {
        /// The file.
        path: PathBuf,
        /// How many there are.
        teachers: usize,
    },
}

/// `ERROR_LOCK_VIOLATION` of Windows.
const LOCK_VIOLATION: i32 = 33;

impl EvidenceError {
    /// The stable name of the class.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Io { .. } => "IoError",
            Self::Locked(_) => "Locked",
            Self::NotALog(_) => "NotALog",
            Self::UnsupportedRevision { .. } => "UnsupportedRevision",
            Self::Damaged { .. } => "DamagedLine",
            Self::BadRecord { .. } => "BadRecord",
            Self::ResumeMismatch { .. } => "ResumeMismatch",
            Self::OtherTeacher { .. } => "OtherTeacher",
            Self::Uncertain { .. } => "UncertainTeacher",
            Self::TooLong { .. } => "TooLong",
            Self::Changed(_) => "Changed",
            Self::ReadOnly(_) => "ReadOnly",
            Self::Broken(_) => "Broken",
            Self::TeacherUnclear { .. } => "TeacherUnclear",
        }
    }

    pub(super) fn io(path: &Path, action: &'static str, source: io::Error) -> Self {
        // Windows keeps readers out of what another process has locked.
        if cfg!(windows) && source.raw_os_error() == Some(LOCK_VIOLATION) {
            return Self::Locked(path.to_owned());
        }
        Self::Io {
            path: path.to_owned(),
            action,
            source,
        }
    }

    pub(super) fn bad(path: &Path, place: Place, reason: impl fmt::Display) -> Self {
        Self::BadRecord {
            path: path.to_owned(),
            place,
            reason: reason.to_string(),
        }
    }
}

/// Where a record stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line number, from 1.
    Line(u64),
    /// Offset of the line's first byte in the file.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// What is wrong with a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// The file ends within the line.
    Cut,
    /// It is no checksum, a blank and a text.
    Form,
    /// The checksum is another.
    Checksum,
    /// It is longer than a line may be.
    TooLong,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "it is cut off",
            Self::Form => "it is not a checksum and a record",
            Self::Checksum => "its checksum is wrong",
            Self::TooLong => "it is too long",
        })
    }
}

/// A remark about a log that can be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// Kind `TruncatedInput`: the file ended with an incomplete or damaged line. It was cut off (or, where the file is only read,
    /// passed over); what it held is asked again.
    TruncatedInput {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// Bytes of the line.
        bytes: u64,
    },
    /// Kind `DamagedLine`: a damaged line was passed over on request; it stays in the file.
    DamagedLine {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        reason: Damage,
    },
    /// Kind `StartedOver`: the log was moved aside, and a new one begun.
    StartedOver {
        /// The log.
        path: PathBuf,
        /// Where the old one lies now.
        aside: PathBuf,
    },
    /// Kind `LockUnsupported`: the file system knows no locks; nothing keeps a second process from writing the log.
    LockUnsupported {
        /// The file.
        path: PathBuf,
    },
}

impl Note {
    /// The stable name of the kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::TruncatedInput { .. } => "TruncatedInput",
            Self::DamagedLine { .. } => "DamagedLine",
            Self::StartedOver { .. } => "StartedOver",
            Self::LockUnsupported { .. } => "LockUnsupported",
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match self {
            Self::TruncatedInput { path, line, bytes } => write!(
                f,
                "{}, line {line}: {kind}: the last line is incomplete and was dropped ({bytes} bytes)",
                path.display()
            ),
            Self::DamagedLine { path, line, reason } => {
                write!(
                    f,
                    "{}, line {line}: {kind}: skipped, {reason}",
                    path.display()
                )
            }
            Self::StartedOver { path, aside } => write!(
                f,
                "{}: {kind}: the old log is kept as {}",
                path.display(),
                aside.display()
            ),
            Self::LockUnsupported { path } => write!(
                f,
                "{}: {kind}: the file system knows no locks; let no second process write this log",
                path.display()
            ),
        }
    }
}

/// Why a run of a teacher behind a log ended early.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The log cannot be used.
    #[error(transparent)]
    Evidence(#[from] EvidenceError),
    /// The teacher cannot be used.
    #[error(transparent)]
    Teacher(#[from] TeacherError),
    /// The teacher answered a question that it did not have.
    #[error("the teacher answered the question {} which is not open", .0.0)]
    NotOpen(Ticket),
}

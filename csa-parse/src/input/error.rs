//! What can stop the reading of inputs: a kind, a place, a reason, and what to do about it.

use std::fmt;

/// What kind of fault stopped the run.
#[non_exhaustive]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InputErrorKind {
    /// A path named by the user does not exist.
    NotFound,
    /// A kind of input that is not read: a device, an unknown compression, an archive on standard
    /// input that must be read from its end.
    Unsupported,
    /// The input ends before its own structure says so.
    Truncated,
    /// The structure of an archive or a compressed stream is broken, or a checksum is wrong.
    Damaged,
    /// A limit of [`Limits`](super::Limits) that stops the run was reached.
    Limit,
    /// The operating system reported an error while reading.
    Io,
}

impl InputErrorKind {
    /// The name of the kind, as shown in messages and JSON. Truncation and limits carry the names
    /// of the record-level classes, so that a reader of reports meets one vocabulary.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotFound => "NotFound",
            Self::Unsupported => "Unsupported",
            Self::Truncated => "TruncatedInput",
            Self::Damaged => "Damaged",
            Self::Limit => "LimitExceeded",
            Self::Io => "IoError",
        }
    }
}

/// A fault that stops reading. Faults of a single entry do not end up here: they are
/// [`Item::Rejected`](super::Item::Rejected).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    kind: InputErrorKind,
    file: String,
    entry: Option<String>,
    reason: String,
    advice: String,
}

impl InputError {
    /// An error about `file`, with a reason (an English clause) and what to do about it.
    pub(crate) fn new(
        kind: InputErrorKind,
        file: &str,
        reason: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            kind,
            file: file.to_owned(),
            entry: None,
            reason: reason.into(),
            advice: advice.into(),
        }
    }

    /// The same error, placed at an entry of the archive.
    pub(crate) fn at_entry(mut self, entry: Option<&str>) -> Self {
        if self.entry.is_none() {
            self.entry = entry.map(str::to_owned);
        }
        self
    }

    /// What kind of fault it is.
    #[must_use]
    pub fn kind(&self) -> InputErrorKind {
        self.kind
    }

    /// The input as people see it: a path with `/`, or `-` for standard input.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The entry of the archive where the fault was met, where there is one.
    #[must_use]
    pub fn entry(&self) -> Option<&str> {
        self.entry.as_deref()
    }

    /// What is wrong, an English clause without a full stop.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// What the user can do, an English clause without a full stop; empty if nothing is known.
    #[must_use]
    pub fn advice(&self) -> &str {
        &self.advice
    }

    /// The exit code of the command line: 2 for what the user asked wrongly, 3 for the input.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self.kind {
            InputErrorKind::NotFound | InputErrorKind::Unsupported => 2,
            _ => 3,
        }
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if let Some(entry) = &self.entry {
            write!(f, "!{entry}")?;
        }
        write!(f, ": {}: {}", self.kind.as_str(), self.reason)?;
        if !self.advice.is_empty() {
            write!(f, "; {}", self.advice)?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

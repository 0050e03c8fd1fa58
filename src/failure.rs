//! Why a command ended early, and the exit code that says so.

use std::io;

use crate::i18n::{Text, Worded};

/// Exit codes of every command.
pub(crate) mod exit {
    /// Done, or the reader of the output went away.
    pub(crate) const DONE: u8 = 0;
    /// Findings: a rejected game under `--strict`, a failed check.
    pub(crate) const FINDINGS: u8 = 1;
    /// Wrong options or configuration.
    pub(crate) const USAGE: u8 = 2;
    /// Damaged container, limit, junk as the only input, no game left.
    pub(crate) const INPUT: u8 = 3;
    /// The teacher engine failed, or left entries without a judgement.
    pub(crate) const ENGINE: u8 = 4;
    /// A failure of joban itself, or of the machine below it (disk full, permission).
    pub(crate) const INTERNAL: u8 = 5;
    /// Ended by Ctrl-C or a signal, as shells count it.
    pub(crate) const INTERRUPTED: u8 = 130;
}

/// What kind of end it was.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The command ran to its end and found something.
    Findings,
    /// Wrong options or configuration.
    Usage,
    /// The input cannot be used.
    Input,
    /// An engine failed.
    Engine,
    /// Something failed that the user's options and input did not cause.
    Internal,
    /// The reader of standard output went away: not an error.
    ClosedPipe,
}

impl FailureKind {
    /// The exit code of the process.
    pub(crate) fn code(self) -> u8 {
        match self {
            FailureKind::Findings => exit::FINDINGS,
            FailureKind::Usage => exit::USAGE,
            FailureKind::Input => exit::INPUT,
            FailureKind::Engine => exit::ENGINE,
            FailureKind::Internal => exit::INTERNAL,
            FailureKind::ClosedPipe => exit::DONE,
        }
    }
}

/// An early end of a command: one message in two languages.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// Decides the exit code.
    pub(crate) kind: FailureKind,
    /// What the user reads: what happened, where, what to do.
    pub(crate) text: Text,
}

impl Failure {
    /// Wrong options or configuration: exit 2.
    pub(crate) fn usage(text: Text) -> Self {
        Failure {
            kind: FailureKind::Usage,
            text,
        }
    }

    /// Unusable input: exit 3.
    pub(crate) fn input(text: Text) -> Self {
        Failure {
            kind: FailureKind::Input,
            text,
        }
    }

    /// Findings: exit 1.
    pub(crate) fn findings(text: Text) -> Self {
        Failure {
            kind: FailureKind::Findings,
            text,
        }
    }

    /// A failed engine, or entries without a judgement: exit 4.
    pub(crate) fn engine(text: Text) -> Self {
        Failure {
            kind: FailureKind::Engine,
            text,
        }
    }

    /// A failure outside of the user's hands: exit 5.
    pub(crate) fn internal(text: Text) -> Self {
        Failure {
            kind: FailureKind::Internal,
            text,
        }
    }

    /// A failed write to standard output.
    pub(crate) fn stdout(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure {
                kind: FailureKind::ClosedPipe,
                text: Text::default(),
            };
        }
        Failure::internal(crate::text!(StdoutFailed, error.words()))
    }
}

/// Result of a command.
pub(crate) type Outcome<T = ()> = Result<T, Failure>;

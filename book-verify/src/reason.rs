//! Why an entry has no judgement.

use std::fmt;

use joban_engine::teacher::{Failure, FailureKind};

/// Why an entry cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum UnjudgedReason {
    /// The key of a decoded book belongs to several positions.
    Ambiguous,
    /// No path through a decoded book reaches the position, and no archive shows the other side's moves.
    Unreached,
    /// The run ended before the entry's turn.
    NotReached,
    /// No depth was searched completely.
    NoCompleteDepth,
    /// The searches of the position and of the move have no complete depth in common.
    NoCommonDepth,
    /// Only depths below the least one that counts were complete.
    TooShallow,
    /// The depth asked for was not completed.
    DepthNotReached,
    /// A mate score does not say who mates.
    AmbiguousMate,
    /// A line that is not the best scores far better than the best.
    Inconsistent,
    /// The score of a position does not agree with that of the position after its best move.
    Disagreement,
    /// A line of the answer is illegal in the position asked for.
    WrongPosition,
    /// The teacher declares the entered king instead of moving.
    Declared,
    /// There is no answer.
    Failed {
        /// The class of the fault.
        kind: FailureKind,
        /// What happened, in one line.
        reason: String,
    },
}

impl UnjudgedReason {
    /// The name, as tables show it; of a failure that of its kind.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ambiguous => "Ambiguous",
            Self::Unreached => "Unreached",
            Self::NotReached => "NotReached",
            Self::NoCompleteDepth => "NoCompleteDepth",
            Self::NoCommonDepth => "NoCommonDepth",
            Self::TooShallow => "TooShallow",
            Self::DepthNotReached => "DepthNotReached",
            Self::AmbiguousMate => "AmbiguousMate",
            Self::Inconsistent => "Inconsistent",
            Self::Disagreement => "Disagreement",
            Self::WrongPosition => "WrongPosition",
            Self::Declared => "Declared",
            Self::Failed { kind, .. } => kind.as_str(),
        }
    }

    /// Whether a deeper search cannot help.
    pub(crate) const fn is_final(&self) -> bool {
        matches!(self, Self::Failed { .. } | Self::Declared)
    }

    pub(crate) fn failed(kind: FailureKind, reason: &str) -> Self {
        Self::Failed {
            kind,
            reason: reason.to_owned(),
        }
    }
}

impl From<Failure> for UnjudgedReason {
    fn from(failure: Failure) -> Self {
        Self::Failed {
            kind: failure.kind,
            reason: failure.reason,
        }
    }
}

impl fmt::Display for UnjudgedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Ambiguous => "the key belongs to several positions",
            Self::Unreached => "no path through the book reaches the position",
            Self::NotReached => "the run ended before its turn",
            Self::NoCompleteDepth => "no complete depth",
            Self::NoCommonDepth => "no complete depth in common",
            Self::TooShallow => "only shallow depths are complete",
            Self::DepthNotReached => "the depth asked for is not complete",
            Self::AmbiguousMate => "a mate score without a side",
            Self::Inconsistent => "a line scores far better than the best",
            Self::Disagreement => {
                "the scores of the position and of the one after its best move disagree"
            }
            Self::WrongPosition => "a line is illegal in the position",
            Self::Declared => "the teacher declares the entered king",
            Self::Failed { kind, reason } => return write!(f, "{}: {reason}", kind.as_str()),
        };
        f.write_str(text)
    }
}

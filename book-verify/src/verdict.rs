//! From what was found to what is to be done.

use std::fmt;

use joban_engine::rules::{Move, RefusalReason};

use crate::reason::UnjudgedReason;
use crate::value::Grade;

/// The class of an entry. The derived order is from the best to the worst.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Sound.
    Accept,
    /// Near a threshold to the last step.
    Borderline,
    /// There is no judgement.
    Unjudged,
    /// More is lost than is accepted.
    Doubtful,
    /// A blunder.
    Blunder,
    /// No path reaches it, or its position is none.
    Unreachable,
    /// The move is illegal.
    Illegal,
}

impl Class {
    /// All classes, from the best to the worst.
    pub const ALL: [Self; 7] = [
        Self::Accept,
        Self::Borderline,
        Self::Unjudged,
        Self::Doubtful,
        Self::Blunder,
        Self::Unreachable,
        Self::Illegal,
    ];

    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Borderline => "borderline",
            Self::Unjudged => "unjudged",
            Self::Doubtful => "doubtful",
            Self::Blunder => "blunder",
            Self::Unreachable => "unreachable",
            Self::Illegal => "illegal",
        }
    }

    /// Whether an entry of this class must not remain in a book.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Blunder | Self::Unreachable | Self::Illegal)
    }
}

impl From<Grade> for Class {
    fn from(grade: Grade) -> Self {
        match grade {
            Grade::Accept => Self::Accept,
            Grade::Doubtful => Self::Doubtful,
            Grade::Blunder => Self::Blunder,
        }
    }
}

/// Why an entry is of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By its own loss.
    OwnLoss,
    /// It gets mated where the best move does not.
    GetsMated,
    /// The best move mates, it does not.
    MissesMate,
    /// The lines of the book lead from it by force into a worse position than its own loss tells.
    BackedUp,
    /// It stays near a threshold.
    Near,
    /// There is no judgement.
    Unjudged(UnjudgedReason),
    /// The rules refuse the move.
    Illegal(RefusalReason),
    /// The rules refuse the position.
    BadPosition(String),
    /// No path of book moves and archive moves reaches it.
    NoPath,
}

impl Reason {
    /// The name, as tables show it: of an illegal move that of the rule, of an unjudged entry that of its reason.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OwnLoss => "OwnLoss",
            Self::GetsMated => "GetsMated",
            Self::MissesMate => "MissesMate",
            Self::BackedUp => "BackedUp",
            Self::Near => "Near",
            Self::Unjudged(reason) => reason.name(),
            Self::Illegal(reason) => reason.name(),
            Self::BadPosition(_) => "BadPosition",
            Self::NoPath => "NoPath",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::OwnLoss => "its own loss",
            Self::GetsMated => "it gets mated, the best move does not",
            Self::MissesMate => "the best move mates, it does not",
            Self::BackedUp => "the book leads from it into a bad position",
            Self::Near => "near a threshold to the last step",
            Self::Unjudged(reason) => return reason.fmt(f),
            Self::Illegal(reason) => return reason.fmt(f),
            Self::BadPosition(reason) => reason,
            Self::NoPath => "no path through the book and the archive reaches it",
        };
        f.write_str(text)
    }
}

/// What is to be done with an entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It stays.
    Keep,
    /// It stays and is marked as doubtful.
    Flag,
    /// The teacher's move takes its place.
    Replace(Move),
    /// It goes.
    Drop,
}

impl Verdict {
    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Flag => "flag",
            Self::Replace(_) => "replace",
            Self::Drop => "drop",
        }
    }

    /// Whether the entry stays in the book.
    #[must_use]
    pub const fn stays(self) -> bool {
        matches!(self, Self::Keep | Self::Flag)
    }
}

/// Which of the teacher's moves may take the place of a blunder.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum ReplaceRule {
    /// Moves that games of the archive played in the position.
    #[default]
    Supported,
    /// Any.
    Any,
    /// None: blunders are dropped.
    Never,
}

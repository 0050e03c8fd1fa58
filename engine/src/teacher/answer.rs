//! What a teacher answered.

use crate::usi::{Bestmove, Block, PvLine};

/// What a search found. It holds no times: equal searches are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The engine's answer.
    pub bestmove: Bestmove,
    /// The complete depths, from the least deep to the deepest ([`crate::usi::Search::complete`]). Only the
    /// deepest keeps whole lines; of the others the first move of each line is kept.
    pub complete: Vec<Block>,
    /// The last line of each rank, complete or not.
    pub lines: Vec<PvLine>,
    /// The number of lines that a complete depth has.
    pub expected_lines: u32,
    /// Nodes searched, where the engine tells.
    pub nodes: Option<u64>,
    /// Remarks of the client, as text.
    pub warnings: Vec<String>,
}

impl Found {
    /// The deepest complete depth.
    #[must_use]
    pub fn deepest(&self) -> Option<&Block> {
        self.complete.last()
    }

    /// The complete block of a depth.
    #[must_use]
    pub fn at_depth(&self, depth: u32) -> Option<&Block> {
        self.complete.iter().find(|block| block.depth == depth)
    }
}

/// Why a question has no answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum FailureKind {
    /// The engine could not be started.
    EngineStart,
    /// The engine did not answer in time.
    EngineTimeout,
    /// The engine ended while it searched.
    EngineCrash,
    /// The engine answered something that the protocol does not allow.
    EngineProtocol,
    /// The engine answered an illegal move.
    IllegalBestmove,
    /// The answer came from a book, not from a search.
    BookAnswer,
    /// The engine resigned, or answered `none`, in a position with legal moves.
    ResignInPlay,
    /// An option that the question needs is missing.
    BadOption,
}

impl FailureKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::EngineStart,
        Self::EngineTimeout,
        Self::EngineCrash,
        Self::EngineProtocol,
        Self::IllegalBestmove,
        Self::BookAnswer,
        Self::ResignInPlay,
        Self::BadOption,
    ];

    /// The name, as logs and reports show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::EngineStart => "EngineStart",
            Self::EngineTimeout => "EngineTimeout",
            Self::EngineCrash => "EngineCrash",
            Self::EngineProtocol => "EngineProtocol",
            Self::IllegalBestmove => "IllegalBestmove",
            Self::BookAnswer => "BookAnswer",
            Self::ResignInPlay => "ResignInPlay",
            Self::BadOption => "BadOption",
        }
    }

    /// The kind of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// A question that stays without an answer after all tries.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {reason} (tries: {tries})", kind.as_str())]
pub struct Failure {
    /// The class of the last fault.
    pub kind: FailureKind,
    /// What happened, in one line.
    pub reason: String,
    /// How often it was tried.
    pub tries: u32,
}

/// What came of a question.
pub type Answer = Result<Found, Failure>;

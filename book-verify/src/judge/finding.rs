//! What the judge found out.

use joban_engine::rules::{Move, RefusalReason};
use joban_engine::teacher::Limit;

use super::Line;
use crate::reason::UnjudgedReason;
use crate::value::{Grade, Value};

/// How the value of a move was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    /// It is among the lines of the search of its position.
    Line,
    /// It was searched on its own.
    Alone,
    /// The position after it was searched.
    Child,
    /// The rules decide: the move mates.
    Rules,
}

impl How {
    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Alone => "alone",
            Self::Child => "child",
            Self::Rules => "rules",
        }
    }
}

/// What a move is worth against the best one, at the deepest depth that is complete in both searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What the loss amounts to.
    pub grade: Grade,
    /// Best minus move in centipawns as found; negative values are noise of the search. `None` where a mate is in it.
    pub raw_loss_cp: Option<i32>,
    /// The teacher's best move at this depth.
    pub best_move: Move,
    /// Its value from the side to move.
    pub best: Value,
    /// The value of the judged move from the side to move.
    pub value: Value,
    /// The depth compared at, in plies; `None` where the rules decide.
    pub depth: Option<u32>,
    /// How the value of the move was found.
    pub how: How,
    /// The teacher's lines at this depth, best first as ranked, and the judged move's own line at the end if it was searched apart.
    pub lines: Vec<Line>,
    /// The limit of the deciding search.
    pub limit: Option<Limit>,
    /// Nodes of the search of the position.
    pub nodes: Option<u64>,
    /// Nodes of the search of the move, where it was searched apart.
    pub move_nodes: Option<u64>,
}

impl Finding {
    /// The loss in centipawns, noise below 0 counted as 0.
    #[must_use]
    pub fn loss_cp(&self) -> Option<i32> {
        self.raw_loss_cp.map(|raw| raw.max(0))
    }
}

/// What came of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It has a grade.
    Judged(Finding),
    /// It stays near a threshold to the last step.
    Borderline {
        /// The last step.
        finding: Finding,
        /// The least and the greatest loss seen over all steps, in centipawns as found; `None` if all were mates.
        seen: Option<(i32, i32)>,
    },
    /// It has none.
    Unjudged(UnjudgedReason),
    /// The move is illegal in its position.
    Illegal(RefusalReason),
    /// The position itself is none that the rules accept.
    BadPosition(String),
}

impl Outcome {
    /// The finding, if there is one.
    #[must_use]
    pub const fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Judged(finding) | Self::Borderline { finding, .. } => Some(finding),
            Self::Unjudged(_) | Self::Illegal(_) | Self::BadPosition(_) => None,
        }
    }
}

/// What came of an entry of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// [`crate::Entry::id`].
    pub id: u32,
    /// What came of it.
    pub outcome: Outcome,
    /// Steps of the ladder that were taken, from 0.
    pub steps: u32,
}

/// What the teacher thinks of a position, by its last search with believable lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFinding {
    /// SFEN without the move number.
    pub sfen: String,
    /// The best value, from the side to move.
    pub best: Value,
    /// The best move.
    pub best_move: Move,
    /// The deepest complete depth.
    pub depth: u32,
    /// Its lines by rank.
    pub lines: Vec<Line>,
}

/// All that the judge found out: judgements by the order of the entries given, positions by their SFEN.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgements {
    /// One for each entry, in the order given.
    pub entries: Vec<Judgement>,
    /// The positions with a believable search, by SFEN.
    pub positions: Vec<PositionFinding>,
}

impl Judgements {
    /// What the teacher thinks of a position.
    #[must_use]
    pub fn position(&self, sfen: &str) -> Option<&PositionFinding> {
        let at = self
            .positions
            .binary_search_by(|found| found.sfen.as_str().cmp(sfen));
        at.ok().map(|at| &self.positions[at])
    }
}

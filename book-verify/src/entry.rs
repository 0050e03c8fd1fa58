//! Entries of a book, as the audit sees them.

use joban_engine::rules::{Accept, Move, Position, PositionRejected, Setup};

use crate::reason::UnjudgedReason;

/// A move that a book will play in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its place in the book; every entry has another one. Rows of the audit stand in this order.
    pub id: u32,
    /// Plies played before the move, 0 at the start; `None` in books that know positions without their ply.
    pub ply: Option<u32>,
    /// SFEN of the position; a move number in it is ignored.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// The probability that the book chooses it in its position, 0 to 1; `None` where all entries of a position are alike.
    pub probability: Option<f64>,
    /// Weight or count as the book has it.
    pub weight: Option<u64>,
    /// Value as the book has it, in centipawns from the side to move.
    pub listed_cp: Option<i32>,
    /// Depth as the book has it, in plies.
    pub listed_depth: Option<u32>,
    /// Why the entry stays whatever the teacher says.
    pub exception: Option<String>,
    /// Why it cannot be judged, where that is known before.
    pub unjudged: Option<UnjudgedReason>,
}

impl Entry {
    /// An entry with nothing but its place, position and move.
    #[must_use]
    pub fn new(id: u32, ply: Option<u32>, sfen: impl Into<String>, mv: Move) -> Self {
        Self {
            id,
            ply,
            sfen: sfen.into(),
            mv,
            probability: None,
            weight: None,
            listed_cp: None,
            listed_depth: None,
            exception: None,
            unjudged: None,
        }
    }

    /// The position, if the rules accept it.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.accepted().ok()
    }

    /// The position, or why the rules refuse it. A book is for games, so both kings must stand.
    pub(crate) fn accepted(&self) -> Result<Position, PositionRejected> {
        let (setup, _) = Setup::from_sfen(&self.sfen)?;
        Position::from_setup(&setup, Accept::Strict)
    }
}

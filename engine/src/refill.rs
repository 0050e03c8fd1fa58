//! The seam between judging a book and building it: whoever drops an entry asks for the next candidates.
//!
//! The judge knows nothing of archives, the builder nothing of engines; both know this trait.

use crate::rules::Move;

/// An entry that was taken out of a book and must not come back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Freed {
    /// Plies played before the move, 0 at the start.
    pub ply: u8,
    /// SFEN of the position.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// Why it was dropped; shown in reports.
    pub reason: String,
}

/// A candidate move of an [`Offer`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct OfferedMove {
    /// The move.
    pub mv: Move,
    /// Its points, whose shares make the weights.
    pub points: u64,
    /// Games that played it.
    pub support: u32,
}

/// A position with all the candidates it now has in the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Plies played before the position is reached, 0 at the start.
    pub ply: u8,
    /// SFEN of the position, without move number.
    pub sfen: String,
    /// Its candidates, the one with most points first.
    pub moves: Vec<OfferedMove>,
}

/// Freed entries cannot be replaced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the freed entries cannot be replaced: {reason}")]
pub struct RefillError {
    /// Why.
    pub reason: String,
}

/// A source of further candidates for the slots of dropped entries.
pub trait Refill {
    /// Takes entries out for good and gives every position whose candidates are new or changed by that, in the order in
    /// which they were selected. Positions that lost all candidates do not appear. Calls add up: what was freed before stays out,
    /// and the same entries freed in one call or in several leave the same book.
    ///
    /// # Errors
    /// [`RefillError`] if an entry cannot be dropped, for instance one that the configuration forces.
    fn refill(&mut self, freed: &[Freed]) -> Result<Vec<Offer>, RefillError>;

    /// All positions that have candidates now, as ply and SFEN without move number, if the source can tell: a position may have lost its place
    /// to others although none of its own candidates was freed.
    fn positions(&self) -> Option<Vec<(u8, String)>> {
        None
    }
}

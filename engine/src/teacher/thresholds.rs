//! Where a loss begins to matter.

/// Thresholds of loss in centipawns of one teacher: the scales of engines differ by a factor of three, so they belong to
/// a teacher's profile and never to a book.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thresholds {
    /// A loss up to this is accepted.
    pub accept_cp: i32,
    /// A loss from this on is a blunder; between the two a move is doubtful.
    pub blunder_cp: i32,
}

impl Thresholds {
    /// Both thresholds.
    #[must_use]
    pub const fn new(accept_cp: i32, blunder_cp: i32) -> Self {
        Self {
            accept_cp,
            blunder_cp,
        }
    }

    /// Whether both are positive and accept lies below blunder.
    #[must_use]
    pub const fn are_valid(self) -> bool {
        0 < self.accept_cp && self.accept_cp < self.blunder_cp
    }
}

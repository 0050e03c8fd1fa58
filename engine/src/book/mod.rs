//! The opening book: model, six-byte entries, weights, the choice between two candidates, and the probe.
//!
//! Format page: `docs/formats/rom-book.md`.

mod choice;
mod entry;
mod probe;
mod weights;

pub use choice::{Chooser, candidate_probability, first_is_chosen, next_state};
pub use entry::{Book, BookEntry, BookError, ENTRY_BYTES, ROM_BOOK_REVISION};
pub use probe::{Candidate, Candidates, probe};
pub use weights::{WeightError, split_weights};

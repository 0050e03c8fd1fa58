//! Opening books.
//!
//! The ROM book stands here itself: model, six-byte entries, weights, the choice between two candidates, and the probe
//! (format page: `docs/formats/rom-book.md`). Books of other programs: [`db`], and what an engine plays of one:
//! [`playable`]; lists of entries: [`read_jsonl`], [`read_move_lines`]. [`BookFormat::detect`] tells them apart.

mod choice;
pub mod db;
mod detect;
mod entries;
mod entry;
pub mod playable;
mod probe;
mod weights;

pub use choice::{Chooser, candidate_probability, first_is_chosen, next_state};
pub use detect::BookFormat;
pub use entries::{
    ListEntry, ListIssue, ListIssueKind, ListItem, ListVisitor, read_jsonl, read_move_lines,
};
pub use entry::{Book, BookEntry, BookError, ENTRY_BYTES, ROM_BOOK_REVISION};
pub use probe::{Candidate, Candidates, probe};
pub use weights::{WeightError, split_weights};

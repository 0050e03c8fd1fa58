//! Suites: start positions for matches, chosen from held-out games, with a proof of what they do not share.
//!
//! 1. [`candidates()`] takes playable positions of games at the plies asked for.
//! 2. An [`Index`] of them is compared with the games of the training side, with books and with other suites; what occurs
//!    there, also turned by 180 degrees, is barred, and the [`Comparison`]s become the [`Proof`].
//! 3. [`select`] takes a number of them, spread over opening families, seeded.
//! 4. [`write_moves`], [`write_sfens`], [`write_pairs`] and [`Catalogue`] make the files; [`read_lines`] reads such files, also
//!    those of others. [`uses`] keeps the list of matches that a suite was used for.
//!
//! Format page: `docs/formats/suite.md`.

mod candidates;
mod catalogue;
mod compare;
mod family;
mod identity;
mod lines;
mod pairs;
mod select;
pub mod uses;
mod write;

pub use candidates::{Candidate, Candidates, Passage, Wanted, candidates, passages};
pub use catalogue::{Catalogue, CatalogueStart, SCORE_STEP};
pub use compare::{Comparison, Finding, FoundAt, Index, ListSearch, Proof, ProofEntry, ProofSplit};
pub use family::{NO_MOVES, family};
pub use identity::{Identity, Likeness};
pub use lines::{
    Duplicate, DuplicateKind, LineError, StartLine, SuiteLines, read_lines, read_lines_from,
};
pub use pairs::{Pair, pair_seed, pairs, write_pairs};
pub use select::{Selected, SelectionRules, select, select_without, shuffled};
pub use write::{Start, StartScore, mirrored, write_moves, write_plain, write_sfens};

/// Revision of the files of a suite. Any change of their meaning makes a new revision.
pub const REVISION: u32 = 1;

/// Number of starts where nothing else is asked for.
pub const DEFAULT_COUNT: u32 = 512;

/// Ply of the starts where nothing else is asked for.
pub const DEFAULT_PLY: u32 = 24;

/// The last ply of a start inside a book.
pub const LAST_BOOK_PLY: u32 = 8;

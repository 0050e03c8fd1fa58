//! From kept games to a book: [`aggregate()`] counts, [`select()`] chooses, [`keyed`] gives weights and keys.
//!
//! - [`kernel`] counts rows; [`points`] says what a move scores; [`stats`] is what is known of a move.
//! - [`select`](mod@select) takes what a [`Strategy`] offers ([`Frequency`] is the baseline) under the rules of [`overrides`].
//! - [`weights`], [`seed`] and [`built`] make the entries; [`reach`](mod@reach) follows them through every seed of the ROM.
//! - [`book_csv`] and [`moves_csv`] write tables (`docs/formats/book-csv.md`); [`summary`] says what a person should know.
//! - [`refill`] replaces dropped entries.
//!
//! Ply n means: n moves have been played. Nothing here depends on threads or on the order of games. Work that can be shared
//! out runs in the current rayon thread pool.

pub mod aggregate;
pub mod book_csv;
pub mod built;
pub mod changed;
pub mod expected;
pub mod frequency;
pub mod kernel;
pub mod moves_csv;
pub mod moves_table;
pub mod overrides;
pub mod points;
pub mod reach;
pub mod refill;
pub mod seed;
pub mod select;
pub mod stats;
pub mod summary;
mod table;
pub mod weights;

pub use aggregate::{Aggregate, AggregateOptions, aggregate};
pub use book_csv::{CsvError, CsvReason, read_book_csv, write_book_csv};
pub use built::{BookRow, BuildError, BuiltBook, keyed};
pub use changed::{ChangedBook, KeptRow, change_book};
pub use expected::Expected;
pub use frequency::Frequency;
pub use moves_csv::write_moves_csv;
pub use moves_table::{MovesTable, PlayedMove};
pub use overrides::{Action, Override, OverrideError, OverrideProblem, check_overrides};
pub use points::{AgeDecay, PointRules, RatingWeight};
pub use reach::{Reach, reach};
pub use refill::Refiller;
pub use seed::{ChosenKeys, KeyChoice, KeyError};
pub use select::{SelectError, SelectOptions, Selection, Strategy, select};
pub use stats::{Figures, Stats};
pub use summary::{Asked, BookSummary, summarise};

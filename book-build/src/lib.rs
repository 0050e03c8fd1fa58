//! Aggregation, selection, weights and keys of opening books.
#![deny(missing_docs)]
#![cfg_attr(
    not(test),
    deny(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)
)]

pub mod aggregate;
pub mod book_csv;
pub mod built;
pub mod frequency;
pub mod kernel;
pub mod moves_csv;
pub mod overrides;
pub mod points;
pub mod reach;
pub mod refill;
pub mod seed;
pub mod select;
pub mod stats;
mod table;
pub mod weights;

pub use aggregate::{Aggregate, AggregateOptions, aggregate};
pub use book_csv::{CsvError, read_book_csv, write_book_csv};
pub use built::{BookRow, BuildError, BuiltBook, keyed};
pub use frequency::Frequency;
pub use moves_csv::write_moves_csv;
pub use overrides::{Action, Override, OverrideError, check_overrides};
pub use points::{AgeDecay, PointRules, RatingWeight};
pub use reach::{Reach, reach};
pub use refill::Refiller;
pub use seed::{ChosenKeys, KeyChoice, KeyError};
pub use select::{SelectError, SelectOptions, Selection, Strategy, select};
pub use stats::{Figures, Stats};

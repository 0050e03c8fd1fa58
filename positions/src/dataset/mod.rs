//! Data sets: positions for the training of evaluation functions, with labels of a teacher.
//!
//! 1. [`Sampler`] takes positions of games ([`sample_games`]) or of other sets, each once, in a seeded order.
//! 2. A teacher labels them (the command line drives it); [`LabelSource`] says who it was.
//! 3. [`split`] divides a set without leakage, [`shared_positions`] shows that there is none.
//! 4. [`RowReader`] and [`RowWriter`] know the formats; [`held`] says what a format holds of a row.
//! 5. [`Card`] describes a set.
//!
//! Rows stream; sorting uses files ([`Sampler`] and the others take a folder for them), so memory does not grow with the rows. Format
//! page: `docs/formats/dataset.md`.

mod card;
mod compare;
mod format;
mod json;
mod make;
pub mod packed;
mod read;
mod row;
mod sample;
mod spill;
mod split;
mod store;
mod twin;
mod write;

pub use card::{
    Bucket, Card, DECIDED_CP, DECIDED_LOW, Decided, Duplicates, Results, Scores, Sides,
};
pub use compare::{Difference, Shared, first_difference, shared_positions};
pub use format::{FILE, Format, Held, MateRule, PackRules, held, losses, set_file};
pub use make::SetMaker;
pub use packed::PackedError;
pub use read::{MoveLayout, ReadRules, RowReader};
pub use row::{GameResult, Label, LabelSource, Row, RowScore, canonical, flipped_sfen_key};
pub use sample::{Counts, GameRules, Part, Sampler, SetRules, Unique, order_of, sample_games};
pub use split::{By, SplitCounts, SplitRules, split};
pub use store::{SetFacts, SetReader, SetWriter, fault, is_set};
pub use write::{RowWriter, Written};

//! Game records become a [`Corpus`]: read, replayed, filtered, split and stored.
//!
//! - [`read_games`] reads archives (through `joban-csa-parse`) and replays every game (through `joban-engine`).
//! - [`funnel()`] applies the [`FilterRules`] in their fixed order and the hold-out [`Split`], and counts.
//! - [`table`] writes a corpus as Parquet files and reads any set of them back as one corpus.
//! - [`suite`] chooses start positions for matches from held-out games and proves that they are disjoint from other things.
//! - [`dataset`] samples positions for training, splits them without leakage, and reads and writes them in every format.
//! - [`manifest`] says what a result was made from.
//!
//! Ply n means: n moves have been played (0 at the start). Nothing here depends on threads, on the order of files,
//! on the packing of the records or on the time of day.

pub mod corpus;
pub mod dataset;
pub mod date;
pub mod error;
mod facts;
pub mod filter;
mod frames;
pub mod funnel;
pub mod hash;
pub mod ingest;
pub mod manifest;
pub mod reject;
pub mod split;
pub mod suite;
pub mod table;
mod text;

pub use corpus::{Corpus, Game, GameFacts, Plies, PlyLimit, Verified};
pub use date::Date;
pub use error::{Error, ErrorClass, OptionError};
pub use filter::{Endings, FilterRules, NamePattern, WinnerRule};
pub use funnel::{Funnel, Rule, Step, funnel};
pub use ingest::{Ingested, NoProgress, Note, Progress, ReadPlan, read_games};
pub use manifest::Manifest;
pub use reject::{Reject, write_rejects};
pub use split::{Side, Split};
pub use table::{TableDigest, is_table, load_tables, table_limit, write_tables};
pub use text::TextId;

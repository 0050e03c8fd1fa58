//! The article's engine on the host: evaluation, search, and the ROM's book before it.
//!
//! What it does, and what is ours where the published description is silent: `docs/engine.md`.

pub mod bench;
mod board;
mod evaluate;
mod generator;
mod limits;
mod picker;
mod player;
mod profile;
mod searcher;
mod table;
pub mod textbook;
mod tree;
mod value;

pub use evaluate::{Weights, evaluate, piece_value};
pub use limits::{Clock, Limits};
pub use player::{Answer, Player};
pub use profile::{Profile, Technique, Techniques, UnknownProfile};
pub use searcher::{Iteration, Line, Outcome, Request, Searcher};
pub use table::TABLE_ENTRIES;
pub use value::{MATE, MAX_DEPTH, QUIESCENCE_CAP, Score};

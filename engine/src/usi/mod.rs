//! A client for engines that speak USI (Universal Shogi Interface).
//!
//! [`UsiEngine`] holds the conversation: handshake, options, `isready` and `usinewgame` before each
//! position, `go` with a limit, the answer with its lines. Every wait has a limit. What an engine says is
//! checked against [`crate::rules`]: the moves of a line, the answer, who is mated. A line that is not
//! understood is kept and does no harm.
//!
//! The engine itself stands behind [`EngineIo`]: [`ProcessIo`] is a real program, [`fake`] plays a script.
//!
//! A search that is cut by its node limit prints a mixture of depths. [`Search::complete`] holds only blocks
//! of lines in which all lines of one depth stand together before the limit; use these for comparisons, and
//! [`Search::lines`] for what the engine said last.

mod block;
mod client;
mod error;
pub mod fake;
mod info;
mod io;
mod lines;
mod option;
mod output;
mod process;
mod root;

pub use block::{Block, PvLine};
pub use client::{Bestmove, Clocks, Go, GoLimit, Search, SendOption, TimeLimits, UsiEngine};
pub use error::{Step, UsiError, UsiErrorKind, Warning, WarningKind};
pub use info::{BestmoveLine, Bound, Info, MateSide, Score};
pub use io::{EngineIo, Gone, Received};
pub use lines::MAX_LINE;
pub(crate) use option::is_same_name;
pub use option::{OptionKind, UsiOption};
pub use process::{EngineCommand, ProcessIo};
pub use root::Root;

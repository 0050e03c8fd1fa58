//! Matches between two USI engines, refereed by our rules, and what they say ([`stats`]).
//!
//! A match is a list of [`Fixture`]s: a start, and a seed that depends on the number of the pair alone. Each is played twice with
//! colours swapped: in game 0 the first engine has black, in game 1 white. [`Match::run`] plays what its [`MatchLog`] does not hold
//! yet, several pairs at a time; the log is flushed with every game, so a killed run goes on where it was. Which games are
//! played depends on neither the number of workers nor on kills, and under node and depth limits neither do their moves.
//!
//! A fault of an engine (crash, silence, no start, no usable answer) voids the pair, which is played again as a whole, at most
//! [`REPLAYS`] times; then the fault is a loss of that engine. Format of the log: `docs/formats/match.md`.

mod adjudicate;
mod book_options;
mod book_use;
mod clock;
mod contestant;
mod csa;
mod game;
mod log;
mod referee;
mod report;
mod run;
pub mod stats;

pub use adjudicate::{Adjudicator, DrawRule, Verdict, WinRule};
pub use book_options::{BookOptions, with_book};
pub use book_use::{BookUse, Exit};
pub use clock::{Clock, Limit, TimeControl};
pub use contestant::Contestant;
pub use csa::write_csa;
pub use game::{End, Event, Fault, FaultKind, Fixture, Game, Played, Void, Which};
pub use log::{LogError, MatchLog};
pub use referee::Rules;
pub use report::{Actual, Judged, Report, Side, Span, SprtReport};
pub use run::{ArenaError, Match, PairState, REPLAYS, Standing, Table};

//! What a match says: scores, intervals, tests, and how many of its games are really different.
//!
//! Everything is from the first engine's view. The unit is the pair: two games from one start with colours swapped, since the
//! two results hang together through the start. Nothing here is `NaN` or infinite: what cannot be said is `None`.

mod binomial;
mod estimate;
mod normal;
mod plan;
mod repeats;
mod score;
mod sprt;

pub use binomial::{two_sided, wilson};
pub use estimate::{Estimate, elo_of_score, score_of_elo};
pub use normal::{cumulative, quantile};
pub use plan::{PlannedPairs, pairs_needed};
pub use repeats::{PairMoves, Repeats, repeats};
pub use score::{PairResult, Pairs, Wdl};
pub use sprt::{Decision, Sprt, Verdict};

/// The 97.5 % point of the normal distribution: intervals of 95 %.
pub const Z_95: f64 = 1.959_963_984_540_054;

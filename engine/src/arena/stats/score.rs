//! Counts of games and of pairs.

use serde::Serialize;

/// Games won, drawn and lost.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Games with a winner.
    #[must_use]
    pub fn decisive(&self) -> u64 {
        self.wins + self.losses
    }

    /// Points for each game, 0 to 1; `None` without a game.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        let games = self.games();
        (games > 0).then(|| (2 * self.wins + self.draws) as f64 / (2 * games) as f64)
    }

    /// Adds a game by its half points: 2 won, 1 drawn, 0 lost.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }
}

/// What a pair came to, by the points of its two games.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PairResult {
    /// Two losses: 0 points.
    Ll,
    /// A loss and a draw: half a point.
    Ld,
    /// Two draws, or a win and a loss: one point.
    DdOrWl,
    /// A win and a draw: one and a half.
    Wd,
    /// Two wins: two points.
    Ww,
}

impl PairResult {
    /// The result of two games by their half points, in any order.
    #[must_use]
    pub fn of(first: u8, second: u8) -> Self {
        match first + second {
            0 => Self::Ll,
            1 => Self::Ld,
            2 => Self::DdOrWl,
            3 => Self::Wd,
            _ => Self::Ww,
        }
    }
}

/// Numbers of pairs by their result, from [`PairResult::Ll`] to [`PairResult::Ww`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// Points of a game in each cell, as a mean over the two games of a pair.
    pub const POINTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Number of pairs.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Adds a pair.
    pub fn add(&mut self, result: PairResult) {
        self.0[result as usize] += 1;
    }
}

impl FromIterator<PairResult> for Pairs {
    fn from_iter<I: IntoIterator<Item = PairResult>>(results: I) -> Self {
        let mut pairs = Self::default();
        results.into_iter().for_each(|result| pairs.add(result));
        pairs
    }
}

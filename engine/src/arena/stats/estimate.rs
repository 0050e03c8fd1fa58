//! Score and Elo with their uncertainty.

use std::f64::consts::{LN_10, SQRT_2};

use serde::Serialize;

use super::{Pairs, Wdl, Z_95, cumulative};

/// The Elo difference that an expected score means: 400·log₁₀(s/(1 − s)). `None` at 0 and 1, where it has no bound.
#[must_use]
pub fn elo_of_score(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * (score / (1.0 - score)).log10())
}

/// The expected score at an Elo difference: 1/(1 + 10^(−elo/400)).
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// What a number of equal units (pairs, or games) says about the strength of the first engine.
///
/// Source of the interval: the normal distribution of the mean with the variance seen; for pairs this is the pentanomial model
/// (Michel Van den Bergh, "A Practical Introduction to the GSPRT", section on paired games).
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Units: pairs, or games.
    pub units: u64,
    /// Points for each game, 0 to 1.
    pub score: f64,
    /// Variance of the points of one unit.
    pub variance: f64,
    /// Standard error of the score.
    pub standard_error: f64,
    /// Elo difference; `None` where every point or none was made.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval of the Elo difference; `None` where it has no bound, or the units are all alike, which
    /// says nothing about their spread.
    pub elo_low: Option<f64>,
    /// Upper end.
    pub elo_high: Option<f64>,
    /// Half of the interval.
    pub elo_margin: Option<f64>,
    /// Normalised Elo: the distance from an even score in standard deviations of one game, times 800/ln 10. Source: Michel Van
    /// den Bergh, "Normalized Elo".
    pub normalised_elo: Option<f64>,
    /// Likelihood of superiority: the probability that the true score is above one half; `None` where the units are all alike.
    pub los: Option<f64>,
}

impl Estimate {
    /// From pairs; `None` without one.
    #[must_use]
    pub fn of_pairs(pairs: &Pairs) -> Option<Self> {
        let cells = Pairs::POINTS.into_iter().zip(pairs.0);
        // The two games of a pair: the deviation of one game is √2 times that of their mean.
        Self::new(cells, SQRT_2)
    }

    /// From games that are taken to be independent; `None` without one.
    #[must_use]
    pub fn of_games(games: &Wdl) -> Option<Self> {
        let cells = [(0.0, games.losses), (0.5, games.draws), (1.0, games.wins)];
        Self::new(cells.into_iter(), 1.0)
    }

    fn new(cells: impl Iterator<Item = (f64, u64)> + Clone, per_game: f64) -> Option<Self> {
        let units: u64 = cells.clone().map(|(_, count)| count).sum();
        if units == 0 {
            return None;
        }
        let n = units as f64;
        let mean = |of: &dyn Fn(f64) -> f64| {
            let sum: f64 = cells.clone().map(|(x, count)| of(x) * count as f64).sum();
            sum / n
        };
        let score = mean(&|x| x);
        let variance = mean(&|x| (x - score) * (x - score));
        let standard_error = (variance / n).sqrt();
        let is_known = variance > 0.0;
        let end = |z: f64| is_known.then(|| elo_of_score(score + z * standard_error))?;
        let (elo_low, elo_high) = (end(-Z_95), end(Z_95));
        Some(Self {
            units,
            score,
            variance,
            standard_error,
            elo: elo_of_score(score),
            elo_low,
            elo_high,
            elo_margin: elo_low.zip(elo_high).map(|(low, high)| (high - low) / 2.0),
            normalised_elo: is_known
                .then(|| (score - 0.5) / (per_game * variance.sqrt()) * (800.0 / LN_10)),
            los: is_known.then(|| cumulative((score - 0.5) / standard_error)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(value: Option<f64>, expected: f64) {
        let value = value.expect("a value");
        assert!((value - expected).abs() < 0.005, "{value} {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -3.0, 0.0, 12.5, 400.0] {
            near(elo_of_score(score_of_elo(elo)), elo);
        }
        assert_eq!((elo_of_score(0.0), elo_of_score(1.0)), (None, None));
    }

    /// Python: `r=[10,25,30,25,14]; x=[0,.25,.5,.75,1]; n=sum(r); m=sum(a*b for a,b in zip(r,x))/n;`
    /// `v=sum(a*(b-m)**2 for a,b in zip(r,x))/n; (m-.5)/math.sqrt(2*v)*800/math.log(10)`.
    #[test]
    fn normalised_elo_of_pairs() {
        let estimate = Estimate::of_pairs(&Pairs([10, 25, 30, 25, 14])).expect("pairs");
        near(estimate.normalised_elo, 15.984);
    }

    #[test]
    fn units_that_are_all_alike_say_nothing_about_their_spread() {
        let estimate = Estimate::of_pairs(&Pairs([0, 0, 7, 0, 0])).expect("pairs");
        assert_eq!((estimate.score, estimate.elo), (0.5, Some(0.0)));
        assert!(
            estimate.elo.is_some_and(f64::is_sign_positive),
            "no minus before a zero"
        );
        assert_eq!((estimate.elo_low, estimate.los), (None, None));
        assert_eq!(Estimate::of_pairs(&Pairs::default()), None);
        assert_eq!(Estimate::of_games(&Wdl::default()), None);
    }

    #[test]
    fn an_interval_beyond_all_points_is_open_on_that_side() {
        let estimate = Estimate::of_pairs(&Pairs([0, 0, 0, 1, 9])).expect("pairs");
        assert!(estimate.elo_low.is_some());
        assert_eq!((estimate.elo_high, estimate.elo_margin), (None, None));
    }
}

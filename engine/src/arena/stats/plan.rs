//! How many pairs a question needs, before they are played.

use serde::Serialize;

use super::{Z_95, quantile, score_of_elo};

/// Pairs that are needed to see a difference.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct PlannedPairs {
    /// So that a 95 % interval around the true difference leaves out 0.
    pub for_interval: u64,
    /// So that it leaves out 0 with a probability of 80 %.
    pub for_power_80: u64,
}

/// The pairs needed to tell an Elo difference from 0, where the points of a pair (mean of two games) have this variance.
/// `None` unless the difference is not 0 and the variance above 0.
///
/// n = ((z₀.₉₇₅ + z)·σ/(s − ½))², with z = 0, and 0.8416 for a power of 80 %. Source: the usual sample size of a z-test.
#[must_use]
pub fn pairs_needed(elo: f64, variance: f64) -> Option<PlannedPairs> {
    let distance = score_of_elo(elo) - 0.5;
    let is_question = elo.is_finite() && distance != 0.0 && variance > 0.0;
    let pairs = |z: f64| ((Z_95 + z).powi(2) * variance / (distance * distance)).ceil() as u64;
    is_question.then(|| PlannedPairs {
        for_interval: pairs(0.0),
        for_power_80: pairs(quantile(0.8)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python: `(1.959964+0.841621)**2*.075/(1/(1+10**(-10/400))-.5)**2`.
    #[test]
    fn numbers_are_those_of_an_independent_calculation() {
        let planned = pairs_needed(10.0, 0.075).expect("a question");
        assert_eq!((planned.for_interval, planned.for_power_80), (1392, 2844));
        assert_eq!(pairs_needed(-10.0, 0.075), Some(planned));
        assert_eq!(pairs_needed(0.0, 0.075), None);
        assert_eq!(pairs_needed(10.0, 0.0), None);
    }
}

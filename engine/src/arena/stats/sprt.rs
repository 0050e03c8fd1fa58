//! The sequential probability ratio test.

use serde::Serialize;

use super::{Pairs, Wdl, score_of_elo};

/// What an empty cell counts as, so that one-sided results have a ratio.
const EMPTY_CELL: f64 = 0.001;

/// Two hypotheses about the Elo difference (logistic) and the errors that are allowed.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// Elo difference of the hypothesis H1, above `elo0`.
    pub elo1: f64,
    /// Probability of deciding for H1 where H0 is true.
    pub alpha: f64,
    /// Probability of deciding for H0 where H1 is true.
    pub beta: f64,
}

/// The hypothesis that is decided for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Decision {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

/// Where a test stands.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The hypothesis, once a bound is reached.
    pub decision: Option<Decision>,
    /// Pairs that were read.
    pub pairs: u64,
}

impl Sprt {
    /// Whether the numbers make a test.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let chance = |p: f64| p > 0.0 && p < 0.5;
        // Beyond this a score cannot be told from 0 or 1.
        let is_possible = |elo: f64| elo.abs() <= 3000.0;
        is_possible(self.elo0)
            && is_possible(self.elo1)
            && self.elo0 < self.elo1
            && chance(self.alpha)
            && chance(self.beta)
    }

    /// The bounds of the ratio: ln(β/(1−α)) and ln((1−β)/α). Source: A. Wald, Sequential Analysis (1947).
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The hypothesis that a ratio decides for.
    #[must_use]
    pub fn decide(&self, llr: f64) -> Option<Decision> {
        let (low, high) = self.bounds();
        if llr >= high {
            Some(Decision::H1)
        } else if llr <= low {
            Some(Decision::H0)
        } else {
            None
        }
    }

    /// The generalised log-likelihood ratio over pairs (pentanomial GSPRT, logistic Elo); 0 without a pair.
    ///
    /// Under each hypothesis the distribution over the five cells is the most likely one with the mean of the hypothesis.
    /// Source: Michel Van den Bergh, "A Practical Introduction to the GSPRT", Proposition 1.1; empty cells count as 0.001.
    #[must_use]
    pub fn llr_of_pairs(&self, pairs: &Pairs) -> f64 {
        if pairs.count() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(EMPTY_CELL));
        let n: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / n);
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| most_likely(&shares, score_of_elo(elo)));
        let terms = shares.iter().zip(h0).zip(h1);
        n * terms.map(|((p, a), b)| p * (b / a).ln()).sum::<f64>()
    }

    /// The log-likelihood ratio over games in its normal form (trinomial, logistic Elo), for results of which only wins, draws
    /// and losses are known: n·(s₁ − s₀)·(2s − s₀ − s₁)/(2σ²). Source: the same paper, formula (1.5).
    #[must_use]
    pub fn llr_of_games(&self, games: &Wdl) -> f64 {
        if games.games() == 0 {
            return 0.0;
        }
        let counts =
            [games.losses, games.draws, games.wins].map(|count| (count as f64).max(EMPTY_CELL));
        let n: f64 = counts.iter().sum();
        let cells = [0.0, 0.5, 1.0].into_iter().zip(counts);
        let score = cells.clone().map(|(x, c)| x * c).sum::<f64>() / n;
        let variance = cells.map(|(x, c)| (x - score).powi(2) * c).sum::<f64>() / n;
        let [s0, s1] = [self.elo0, self.elo1].map(score_of_elo);
        n * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance)
    }

    /// Reads pairs in their order up to the one with which a bound is reached.
    #[must_use]
    pub fn read(&self, results: impl IntoIterator<Item = super::PairResult>) -> Verdict {
        let mut pairs = Pairs::default();
        let mut verdict = Verdict {
            llr: 0.0,
            decision: None,
            pairs: 0,
        };
        for result in results {
            pairs.add(result);
            let llr = self.llr_of_pairs(&pairs);
            verdict = Verdict {
                llr,
                decision: self.decide(llr),
                pairs: pairs.count(),
            };
            if verdict.decision.is_some() {
                break;
            }
        }
        verdict
    }
}

/// The distribution with the mean `mean` under which the shares seen are most likely: pᵢ/(1 + θ(xᵢ − mean)), where θ makes the
/// mean right. Every cell has a share above 0, so θ lies between the poles and is found by halving.
fn most_likely(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let offsets = Pairs::POINTS.map(|x| x - mean);
    let excess = |theta: f64| -> f64 {
        let terms = shares.iter().zip(offsets);
        terms.map(|(p, d)| p * d / (1.0 + theta * d)).sum()
    };
    let (mut low, mut high) = (-1.0 / offsets[4], -1.0 / offsets[0]);
    // It falls from +∞ to −∞ between the poles.
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    std::array::from_fn(|i| shares[i] / (1.0 + theta * offsets[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::stats::PairResult;

    const SPRT: Sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };

    /// Python, with cells c, points x and s0, s1 from the Elo formula: `p=[max(c,.001)/n …]`; θ by halving
    /// `sum(p*(x-s)/(1+t*(x-s)))` on `(-1/(1-s), 1/s)`; then `n*sum(p*log(((1+t0*(x-s0))/(1+t1*(x-s1))))`.
    #[test]
    fn ratios_are_those_of_an_independent_calculation() {
        for (cells, elo1, expected) in [
            ([100, 400, 900, 500, 120], 5.0, LLR_A),
            ([10, 20, 40, 20, 10], 10.0, LLR_B),
            ([0, 0, 3, 9, 8], 50.0, LLR_C),
        ] {
            let llr = Sprt { elo1, ..SPRT }.llr_of_pairs(&Pairs(cells));
            assert!((llr - expected).abs() < 1e-6, "{cells:?}: {llr} {expected}");
        }
    }
    const LLR_A: f64 = 3.617_671_416_477;
    const LLR_B: f64 = -0.137_899_221_755;
    const LLR_C: f64 = 2.671_661_941_830;

    #[test]
    fn one_sided_results_have_a_finite_ratio_that_grows() {
        let llr = |n| SPRT.llr_of_pairs(&Pairs([0, 0, 0, 0, n]));
        assert!(llr(1).is_finite() && llr(5) > llr(1) && llr(100) > llr(5));
        let lost = SPRT.llr_of_pairs(&Pairs([100, 0, 0, 0, 0]));
        assert!(lost.is_finite() && lost < 0.0);
        let games = |n| {
            SPRT.llr_of_games(&Wdl {
                wins: n,
                ..Wdl::default()
            })
        };
        assert!(games(1).is_finite() && games(10) > games(1));
        assert_eq!(SPRT.llr_of_pairs(&Pairs::default()), 0.0);
    }

    #[test]
    fn the_test_stops_at_the_first_pair_that_decides() {
        let sprt = Sprt {
            elo1: 200.0,
            ..SPRT
        };
        let wins = std::iter::repeat_n(PairResult::Ww, 50);
        let verdict = sprt.read(wins);
        assert_eq!(verdict.decision, Some(Decision::H1));
        assert!(verdict.pairs < 50, "{verdict:?}");
        let before = sprt.read(std::iter::repeat_n(
            PairResult::Ww,
            verdict.pairs as usize - 1,
        ));
        assert_eq!(before.decision, None);
    }

    #[test]
    fn wrong_numbers_make_no_test() {
        assert!(SPRT.is_valid());
        for bad in [
            Sprt { elo1: 0.0, ..SPRT },
            Sprt { alpha: 0.0, ..SPRT },
            Sprt { beta: 0.5, ..SPRT },
            Sprt {
                elo0: f64::NAN,
                ..SPRT
            },
        ] {
            assert!(!bad.is_valid(), "{bad:?}");
        }
    }
}

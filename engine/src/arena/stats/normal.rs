//! The normal distribution.

use std::f64::consts::PI;

/// Beyond this many standard deviations the series loses its digits, and the continued fraction has all of them.
const SERIES_UP_TO: f64 = 5.0;

fn density(x: f64) -> f64 {
    (-x * x / 2.0).exp() / (2.0 * PI).sqrt()
}

/// The share of the standard normal distribution below `x`.
///
/// Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.11 (series) and 26.2.14 (continued fraction).
#[must_use]
pub fn cumulative(x: f64) -> f64 {
    if x.abs() <= SERIES_UP_TO {
        return 0.5 + density(x) * series(x);
    }
    let tail = density(x) * fraction(x.abs());
    if x > 0.0 { 1.0 - tail } else { tail }
}

/// x + x³/3 + x⁵/(3·5) + …
fn series(x: f64) -> f64 {
    let (mut sum, mut term, mut odd) = (x, x, 1.0);
    while term.abs() > f64::EPSILON * sum.abs() * 0.01 {
        odd += 2.0;
        term *= x * x / odd;
        sum += term;
    }
    sum
}

/// 1/(x + 1/(x + 2/(x + 3/(x + …)))), for x above 0.
fn fraction(x: f64) -> f64 {
    let inner = (1..=60).rev().fold(x, |inner, k| x + f64::from(k) / inner);
    1.0 / inner
}

/// The point with the share `p` below it, 0 < p < 1, to ten digits or so; the ends are held at ±40.
#[must_use]
pub fn quantile(p: f64) -> f64 {
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if cumulative(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python: `math.erfc(-x/math.sqrt(2))/2`.
    #[test]
    fn shares_are_those_of_another_library() {
        for (x, share) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_8),
            (-1.0, 0.158_655_253_931_457_05),
            (1.959_963_984_540_054, 0.975),
            (3.5, 0.999_767_370_920_964_5),
            (-4.9, 4.791_832_765_903_205e-7),
            (-5.1, 1.698_267_407_147_603_7e-7),
            (-8.0, 6.220_960_574_271_819e-16),
        ] {
            let got = cumulative(x);
            assert!((got - share).abs() < 1e-9 * share, "{x}: {got} {share}");
        }
        assert!(cumulative(-60.0) >= 0.0 && cumulative(60.0) <= 1.0);
    }

    #[test]
    fn points_are_the_inverse() {
        for p in [0.001, 0.025, 0.5, 0.8, 0.975] {
            assert!((cumulative(quantile(p)) - p).abs() < 1e-12, "{p}");
        }
    }
}

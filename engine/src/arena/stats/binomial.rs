//! Shares of two outcomes.

use super::Z_95;

/// The 95 % interval of a share by Wilson's score, `k` of `n`; `None` if n is 0.
///
/// Source: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
#[must_use]
pub fn wilson(k: u64, n: u64) -> Option<(f64, f64)> {
    if n == 0 {
        return None;
    }
    let (n, share) = (n as f64, k as f64 / n as f64);
    let z2 = Z_95 * Z_95;
    let centre = share + z2 / (2.0 * n);
    let half = Z_95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let end = |value: f64| (value / (1.0 + z2 / n)).clamp(0.0, 1.0);
    Some((end(centre - half), end(centre + half)))
}

/// The probability that `n` throws of a fair coin give a number of heads at least as far from n/2 as `k`: the two-sided exact
/// binomial test of equal strength on games with a winner. `None` if n is 0.
#[must_use]
pub fn two_sided(k: u64, n: u64) -> Option<f64> {
    if n == 0 || k > n {
        return None;
    }
    let few = k.min(n - k);
    if 2 * few == n {
        return Some(1.0);
    }
    // ln C(n, i) − n·ln 2, from one i to the next.
    let mut log = -(n as f64) * std::f64::consts::LN_2;
    let mut tail = log.exp();
    for i in 0..few {
        log += ((n - i) as f64).ln() - ((i + 1) as f64).ln();
        tail += log.exp();
    }
    Some((2.0 * tail).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Python: `2*sum(math.comb(n,i) for i in range(min(k,n-k)+1))/2**n`, at most 1.
    #[test]
    fn probabilities_are_those_of_whole_numbers() {
        for (k, n, p) in [
            (10, 10, 0.001_953_125),
            (0, 1, 1.0),
            (5, 10, 1.0),
            (4, 9, 1.0),
            (60, 100, 0.056_887_933_640_980_79),
            (880, 1639, 0.003_024_191_330_334_8),
        ] {
            let got = two_sided(k, n).expect("n > 0");
            assert!((got - p).abs() < 1e-9, "{k} of {n}: {got}");
        }
        assert_eq!((two_sided(0, 0), two_sided(2, 1)), (None, None));
        assert!(two_sided(0, 5_000).is_some_and(|p| (0.0..1e-300).contains(&p)));
    }
}

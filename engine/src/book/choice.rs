//! The choice between two candidates, exactly as the ROM makes it.

/// The next state of the 8-bit generator `x ^= x << 7; x ^= x >> 5; x ^= x << 3` (period 255 over the states 1..=255).
/// State 0 stays 0 and is no seed.
#[must_use]
pub const fn next_state(mut x: u8) -> u8 {
    x ^= x << 7;
    x ^= x >> 5;
    x ^= x << 3;
    x
}

/// Whether the first of two candidates is chosen at draw `r` (1..=255): `r < w1`.
#[must_use]
pub const fn first_is_chosen(r: u8, first_weight: u8) -> bool {
    r < first_weight
}

/// The probability of a candidate over all draws: of two, (w1 − 1)/255 for the first and w2/255 for the second;
/// of one, 1. `weights` are those of the position in book order.
///
/// Gives 0 for an index that is not there.
#[must_use]
pub fn candidate_probability(weights: &[u8], index: usize) -> f64 {
    match (weights, index) {
        ([_], 0) => 1.0,
        ([first, _], 0) => f64::from(first.saturating_sub(1)) / 255.0,
        ([_, second], 1) => f64::from(*second) / 255.0,
        _ => 0.0,
    }
}

/// The generator with its state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chooser {
    state: u8,
}

impl Chooser {
    /// A generator of seed 1..=255; `None` for 0, which never leaves itself.
    #[must_use]
    pub const fn new(seed: u8) -> Option<Self> {
        if seed == 0 {
            None
        } else {
            Some(Self { state: seed })
        }
    }

    /// The generator of seed 1.
    pub const FIRST: Self = Self { state: 1 };

    /// Steps once and gives the draw, 1..=255.
    pub const fn draw(&mut self) -> u8 {
        self.state = next_state(self.state);
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn period_is_255_over_all_states() {
        let mut seen = [false; 256];
        let mut chooser = Chooser::new(1).expect("1 is a seed");
        for _ in 0..255 {
            seen[usize::from(chooser.draw())] = true;
        }
        assert_eq!(seen.iter().filter(|&&s| s).count(), 255);
        assert!(!seen[0]);
        assert_eq!(chooser, Chooser { state: 1 });
        assert_eq!(next_state(0), 0);
        assert_eq!(Chooser::new(0), None);
    }

    #[test]
    fn first_states_are_known() {
        let mut chooser = Chooser::new(1).expect("1 is a seed");
        let states: Vec<u8> = (0..6).map(|_| chooser.draw()).collect();
        // 1: x ^= 1 << 7 gives 0x81; ^= 0x81 >> 5 gives 0x85; ^= 0x85 << 3 (0x28) gives 0xad.
        assert_eq!(states[0], 0xad);
        assert_eq!(
            states,
            (0..6)
                .map(|n| (0..=n).fold(1, |x, _| next_state(x)))
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn probabilities_are_those_of_all_draws() {
        for first in 1..=255_u8 {
            let second = (256 - u16::from(first)).min(255) as u8;
            let chosen = (1..=255).filter(|&r| first_is_chosen(r, first)).count();
            let weights = [first, second];
            assert_eq!(candidate_probability(&weights, 0), chosen as f64 / 255.0);
            if first > 1 {
                assert_eq!(
                    candidate_probability(&weights, 1),
                    (255 - chosen) as f64 / 255.0
                );
            }
        }
        assert_eq!(candidate_probability(&[255], 0), 1.0);
        assert_eq!(candidate_probability(&[255], 1), 0.0);
    }

    /// Serial correlation of the draws over one period is low.
    #[test]
    fn draws_hardly_depend_on_the_one_before() {
        let mean = 128.0;
        let covariance: f64 = (1..=255)
            .map(|x| (f64::from(x) - mean) * (f64::from(next_state(x)) - mean))
            .sum();
        let variance: f64 = (1..=255).map(|x: u8| (f64::from(x) - mean).powi(2)).sum();
        assert!(
            (covariance / variance).abs() < 0.1,
            "{}",
            covariance / variance
        );
    }
}

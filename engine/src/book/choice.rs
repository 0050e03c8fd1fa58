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

    /// Steps once and gives the draw, 1..=255.
    pub const fn draw(&mut self) -> u8 {
        self.state = next_state(self.state);
        self.state
    }
}

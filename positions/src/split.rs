//! The hold-out split: each game belongs to the training side or to the held-out side, by its content alone.
//!
//! # Stability
//!
//! The side of a game is frozen: it depends on the split seed and on the [game hash](crate::hash::game_hash) only, that is on
//! the start position and the moves. `tests/vectors/split.csv` holds known values.

use serde::Serialize;

use crate::error::OptionError;

/// Seed and fraction of the split.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Split {
    /// Another seed gives another split.
    pub seed: u64,
    /// The part of the games that is held out, from 0 (none) to 1 (all).
    pub fraction: f64,
}

/// The side a game belongs to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Books are built from it.
    Training,
    /// Suites and tests come from it.
    HeldOut,
}

/// Seed 0, one game in five held out.
impl Default for Split {
    fn default() -> Self {
        Self {
            seed: 0,
            fraction: 0.2,
        }
    }
}

impl Split {
    /// Every game is used for training.
    pub const NONE: Self = Self {
        seed: 0,
        fraction: 0.0,
    };

    /// A split with a checked fraction.
    ///
    /// # Errors
    ///
    /// [`OptionError::Fraction`] if `fraction` is not within 0 to 1.
    pub fn new(seed: u64, fraction: f64) -> Result<Self, OptionError> {
        if (0.0..=1.0).contains(&fraction) {
            return Ok(Self { seed, fraction });
        }
        Err(OptionError::Fraction { fraction })
    }

    /// The side of the game with this [game hash](crate::hash::game_hash).
    #[must_use]
    pub fn side(&self, game_hash: u64) -> Side {
        if u128::from(split_hash(self.seed, game_hash)) < threshold(self.fraction) {
            Side::HeldOut
        } else {
            Side::Training
        }
    }
}

/// floor(fraction · 2⁶⁴); exact, since a double scaled by a power of two loses nothing.
fn threshold(fraction: f64) -> u128 {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    (fraction * TWO_64) as u128
}

/// The frozen hash that decides the side: `mix(mix(seed + 0x9E3779B97F4A7C15) XOR game_hash)`, where `mix` is the output
/// function of SplitMix64 and the addition wraps.
#[must_use]
pub fn split_hash(seed: u64, game_hash: u64) -> u64 {
    mix(mix(seed.wrapping_add(0x9E37_79B9_7F4A_7C15)) ^ game_hash)
}

/// The output function of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014; constants of
/// <https://prng.di.unimi.it/splitmix64.c>).
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mix_is_splitmix64() {
        // First output of SplitMix64 with seed 0.
        assert_eq!(mix(0x9E37_79B9_7F4A_7C15), 0xE220_A839_7B1D_CDAF);
    }

    #[test]
    fn fractions_and_their_ends() {
        assert!((0..1000).all(|game| Split::NONE.side(game) == Side::Training));
        let all = Split::new(7, 1.0).unwrap();
        assert!((0..1000).all(|game| all.side(game) == Side::HeldOut));
        let fifth = Split::default();
        let held = (0..100_000)
            .filter(|&game| fifth.side(game) == Side::HeldOut)
            .count();
        assert!((19_500..20_500).contains(&held), "{held}");
        for wrong in [-0.1, 1.1, f64::NAN] {
            assert!(Split::new(0, wrong).is_err());
        }
    }
}

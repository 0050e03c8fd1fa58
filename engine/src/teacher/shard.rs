//! A share of the questions for each machine.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

/// What is hashed before a key.
const PREFIX: &str = "joban-shard-1\n";

/// The shard, from 0, to which a key belongs among `count`; 0 if `count` is 0.
///
/// A key is whatever must stay together: the position's SFEN without move number, so that all questions about a position are asked
/// on one machine.
///
/// # Stability
/// Frozen: h is the first eight bytes, big-endian, of the SHA-256 of the text `joban-shard-1`, a line feed and the key; the shard is
/// the upper half of the 128-bit product h · `count`. `tests/vectors/shard.csv` holds known values.
#[must_use]
pub fn shard_of(key: &str, count: u32) -> u32 {
    let mut hasher = Sha256::new();
    hasher.update(PREFIX);
    hasher.update(key);
    let digest = hasher.finalize();
    let mut head = [0; 8];
    head.copy_from_slice(&digest[..8]);
    let product = u128::from(u64::from_be_bytes(head)) * u128::from(count);
    // Smaller than `count`.
    (product >> 64) as u32
}

/// One share of several: `I/N`, with I from 1.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    count: u32,
}

/// A text that names no shard.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no shard: write I/N with I from 1 to N, such as 2/4")]
pub struct BadShard(String);

impl Shard {
    /// The whole: shard 1 of 1.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The shard number `number` (from 1) of `count`; `None` if there is none.
    #[must_use]
    pub const fn new(number: u32, count: u32) -> Option<Self> {
        if number == 0 || number > count {
            return None;
        }
        Some(Self {
            index: number - 1,
            count,
        })
    }

    /// Number of the shard, from 1.
    #[must_use]
    pub const fn number(self) -> u32 {
        self.index + 1
    }

    /// Number of shards.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.count
    }

    /// Whether this is everything.
    #[must_use]
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// Whether a key belongs to this shard ([`shard_of`]).
    #[must_use]
    pub fn holds(self, key: &str) -> bool {
        shard_of(key, self.count) == self.index
    }
}

impl fmt::Display for Shard {
    /// `2/4`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number(), self.count)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let digits = |part: &str| {
            let plain = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            plain.then(|| part.parse().ok()).flatten()
        };
        let shard = text
            .split_once('/')
            .and_then(|(number, count)| Self::new(digits(number)?, digits(count)?));
        shard.ok_or_else(|| BadShard(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VECTORS: &str = include_str!("../../tests/vectors/shard.csv");

    #[test]
    fn the_split_is_frozen() {
        let mut lines = VECTORS.lines();
        assert_eq!(lines.next(), Some("key,count,shard"));
        let mut count = 0;
        for line in lines {
            let fields: Vec<&str> = line.split(',').collect();
            let number = |field: &str| field.parse::<u32>().expect("a number");
            assert_eq!(
                shard_of(fields[0], number(fields[1])),
                number(fields[2]),
                "{line}"
            );
            count += 1;
        }
        assert!(count >= 20);
    }

    #[test]
    fn shards_never_overlap_and_add_up() {
        for count in [1, 2, 3, 7, 64] {
            let mut sizes = vec![0; count as usize];
            for key in 0..2000 {
                let key = format!("position {key}");
                let holders: Vec<u32> = (1..=count)
                    .filter(|&number| Shard::new(number, count).is_some_and(|s| s.holds(&key)))
                    .collect();
                assert_eq!(holders.len(), 1, "{key} of {count}");
                sizes[holders[0] as usize - 1] += 1;
            }
            let fair = 2000 / count;
            assert!(
                sizes.iter().all(|&size| size > fair / 3 && size < fair * 3),
                "{sizes:?}"
            );
        }
    }

    #[test]
    fn only_shards_are_read() {
        for text in ["1/1", "2/4", "4/4"] {
            assert_eq!(
                text.parse::<Shard>().map(|shard| shard.to_string()),
                Ok(text.to_owned())
            );
        }
        for text in [
            "",
            "1",
            "0/4",
            "5/4",
            "1/0",
            "-1/4",
            "+1/4",
            "1/4/2",
            " 1/4",
            "1/99999999999",
        ] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert!(Shard::WHOLE.is_whole() && Shard::WHOLE.holds("anything"));
    }
}

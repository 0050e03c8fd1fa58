//! Pair lists: which start each pair of games begins from, with colours swapped in the second game.

use std::io::{self, Write};

/// Two games from one start with colours swapped.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Number of the pair, from 0.
    pub index: u64,
    /// Index of its start in the suite, from 0.
    pub start: usize,
    /// Seed for the engines that take one, 1 to 255; both games of the pair have it.
    pub seed: u8,
}

/// The seed of a pair, `1 + index mod 255`: a function of the index alone, so that a pair played again has the same one.
#[must_use]
pub fn pair_seed(index: u64) -> u8 {
    (1 + index % 255) as u8
}

/// So many pairs over the starts in their order, from a start (numbered from 1) on. After the last start comes the first; a
/// number beyond the end wraps round too. There are none where there is no start.
pub fn pairs(starts: usize, count: u64, first: u64) -> impl Iterator<Item = Pair> {
    let count = if starts == 0 { 0 } else { count };
    let modulus = starts.max(1) as u64;
    (0..count).map(move |index| Pair {
        index,
        start: ((first.saturating_sub(1) % modulus + index % modulus) % modulus) as usize,
        seed: pair_seed(index),
    })
}

/// Writes a pair list as CSV: two rows a pair, `black` says which of the two engines has black.
///
/// # Errors
///
/// Passes on what `out` reports.
pub fn write_pairs(out: &mut dyn Write, pairs: impl Iterator<Item = Pair>) -> io::Result<()> {
    out.write_all(b"pair,start,seed,black\n")?;
    for Pair { index, start, seed } in pairs {
        for black in ["first", "second"] {
            writeln!(out, "{index},{start},{seed},{black}")?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_go_round() {
        let starts: Vec<usize> = pairs(3, 7, 10).map(|pair| pair.start).collect();
        assert_eq!(starts, [0, 1, 2, 0, 1, 2, 0]);
        let starts: Vec<usize> = pairs(3, 4, 2).map(|pair| pair.start).collect();
        assert_eq!(starts, [1, 2, 0, 1]);
        assert_eq!(pairs(0, 5, 1).count(), 0);
        assert_eq!(pairs(3, 2, u64::MAX).count(), 2);
    }

    #[test]
    fn seeds_depend_on_the_pair_alone() {
        let seeds: Vec<u8> = [0, 1, 254, 255, 256].map(pair_seed).to_vec();
        assert_eq!(seeds, [1, 2, 255, 1, 2]);
        assert!(
            pairs(3, 600, 1)
                .zip(pairs(5, 600, 4))
                .all(|(a, b)| a.seed == b.seed)
        );
    }

    #[test]
    fn colours_are_swapped_within_a_pair() {
        let mut text = Vec::new();
        write_pairs(&mut text, pairs(2, 2, 1)).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text,
            "pair,start,seed,black\n0,0,1,first\n0,0,1,second\n1,1,2,first\n1,1,2,second\n"
        );
    }
}

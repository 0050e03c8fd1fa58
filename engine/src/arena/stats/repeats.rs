//! Games that were played twice.
//!
//! Engines under node limits answer alike each time, so a suite that is gone through again gives the same games: more of them
//! make an interval narrower without a reason. Two pairs are one if their start and the moves of both games are the same.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::rules::Move;

/// The games of one pair: the first engine has black in the first of them, white in the second.
#[derive(Copy, Clone, Debug)]
pub struct PairMoves<'a> {
    /// Number of the start in the suite.
    pub start: usize,
    /// Moves of the two games.
    pub games: [&'a [Move]; 2],
}

/// How many of the games are different.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Repeats {
    /// Pairs.
    pub pairs: u64,
    /// Different pairs: what the match really consists of.
    pub distinct_pairs: u64,
    /// Games of the first engine with black that are different (start and moves).
    pub distinct_as_black: u64,
    /// Games of the first engine with white that are different.
    pub distinct_as_white: u64,
    /// Starts that pairs began from.
    pub starts: u64,
    /// Starts from which every pair was the same one, at least twice.
    pub starts_repeated: u64,
    /// Pairs whose two games have the same moves: both engines play alike from this start. They are counted, never removed.
    pub alike_within_pair: u64,
    /// For each pair whether it is the first of its kind.
    #[serde(skip)]
    pub is_first: Vec<bool>,
}

/// Finds repeated games.
#[must_use]
pub fn repeats(pairs: &[PairMoves<'_>]) -> Repeats {
    let mut kinds: BTreeMap<(usize, [Vec<u16>; 2]), u64> = BTreeMap::new();
    let mut games: [BTreeMap<(usize, Vec<u16>), u64>; 2] = Default::default();
    let mut is_first = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let words = pair.games.map(words);
        for (game, moves) in games.iter_mut().zip(&words) {
            *game.entry((pair.start, moves.clone())).or_default() += 1;
        }
        let seen = kinds.entry((pair.start, words)).or_default();
        *seen += 1;
        is_first.push(*seen == 1);
    }
    let mut starts: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for ((start, _), count) in &kinds {
        let (kinds, pairs) = starts.entry(*start).or_default();
        *kinds += 1;
        *pairs += count;
    }
    Repeats {
        pairs: pairs.len() as u64,
        distinct_pairs: kinds.len() as u64,
        distinct_as_black: games[0].len() as u64,
        distinct_as_white: games[1].len() as u64,
        starts: starts.len() as u64,
        starts_repeated: starts
            .values()
            .filter(|&&(kinds, pairs)| kinds == 1 && pairs > 1)
            .count() as u64,
        alike_within_pair: pairs
            .iter()
            .filter(|pair| pair.games[0] == pair.games[1])
            .count() as u64,
        is_first,
    }
}

fn words(moves: &[Move]) -> Vec<u16> {
    moves.iter().map(|mv| mv.word()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<Move> {
        let moves = text
            .split(' ')
            .map(|usi| Move::from_usi(usi).expect("a move"));
        moves.collect()
    }

    #[test]
    fn a_pair_is_repeated_only_if_both_games_are() {
        let (a, b) = (moves("7g7f 3c3d"), moves("2g2f 8c8d"));
        let pair = |start, first: &'static str| {
            let games = match first {
                "ab" => [a.as_slice(), b.as_slice()],
                "ba" => [b.as_slice(), a.as_slice()],
                _ => [a.as_slice(), a.as_slice()],
            };
            PairMoves { start, games }
        };
        let pairs = [
            pair(0, "ab"),
            pair(0, "ab"),
            pair(0, "ba"),
            pair(1, "ab"),
            pair(1, "ab"),
            pair(2, "aa"),
        ];
        let found = repeats(&pairs);
        assert_eq!(found.is_first, [true, false, true, true, false, true]);
        assert_eq!((found.pairs, found.distinct_pairs), (6, 4));
        assert_eq!((found.distinct_as_black, found.distinct_as_white), (4, 4));
        assert_eq!((found.starts, found.starts_repeated), (3, 1));
        assert_eq!(found.alike_within_pair, 1);
        assert_eq!(repeats(&[]).distinct_pairs, 0);
    }
}

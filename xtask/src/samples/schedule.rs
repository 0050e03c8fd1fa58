//! Who plays whom, when: all of it follows from the seed and the number of the game.

use joban_engine::rng::SplitMix64;

use super::players::PLAYERS;

/// Games of one round: every player plays once.
const TABLES: u32 = PLAYERS.len() as u32 / 2;
/// Seconds from one round to the next.
const ROUND_SECONDS: u64 = 12 * 3600;
/// 2025-01-06 09:00:00, as seconds of a calendar without time zones that starts in 1970.
const FIRST_ROUND: u64 = 1_736_154_000;

/// The frame of one game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Pairing {
    /// Black and white, as indices of [`PLAYERS`].
    pub(super) players: [usize; 2],
    /// Seconds of a calendar without time zones since 1970. Made up: no clock was read.
    pub(super) start: u64,
    /// The game is a draw after this many moves.
    pub(super) max_moves: usize,
}

impl Pairing {
    /// The frame of game `index`.
    pub(super) fn of(seed: u64, index: u32) -> Self {
        let (round, table) = (index / TABLES, (index % TABLES) as usize);
        let mut rng = stream(seed, u64::from(round), Purpose::Round);
        let mut order: Vec<usize> = (0..PLAYERS.len()).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, rng.below(i as u64 + 1) as usize);
        }
        let delays: Vec<u64> = (0..TABLES).map(|_| rng.below(8)).collect();
        Self {
            players: [order[2 * table], order[2 * table + 1]],
            start: FIRST_ROUND + u64::from(round) * ROUND_SECONDS + delays[table],
            // The server that the records imitate raised its limit from 256 to 512 moves.
            max_moves: if round.is_multiple_of(2) { 256 } else { 512 },
        }
    }
}

/// What a stream of random numbers is for; streams of different purposes are independent.
#[derive(Copy, Clone, Debug)]
pub(super) enum Purpose {
    Round = 1,
    Moves = 2,
    Times = 3,
}

/// The random numbers of one purpose of game or round `index`.
pub(super) fn stream(seed: u64, index: u64, purpose: Purpose) -> SplitMix64 {
    let mut first = SplitMix64::new(seed ^ (index << 8 | purpose as u64));
    SplitMix64::new(first.next_u64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Civil;

    #[test]
    fn the_first_round_is_on_its_date() {
        assert_eq!(Civil::of(FIRST_ROUND).text(), "2025/01/06 09:00:00");
    }

    #[test]
    fn every_player_plays_once_a_round() {
        let mut seen: Vec<usize> = (8..12).flat_map(|i| Pairing::of(7, i).players).collect();
        seen.sort_unstable();
        assert_eq!(seen, (0..PLAYERS.len()).collect::<Vec<_>>());
    }
}

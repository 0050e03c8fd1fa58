//! How likely chance gives a place a position as good as the one found.
//!
//! Keys alone tell nothing more once a false position has the key of the true one: a move changes both keys alike, so their
//! continuations keep meeting. What differs is which moves are legal. A position found for a place is worth the number of
//! places it goes on to, along book moves and any replies, whose moves are all legal there. The same is counted from positions
//! of the same walk and ply that are certainly false, as if they had the key; how often they do as well, times the number of
//! positions looked at over 65,536, is the chance.

use super::{Decoder, Fit};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::Position;

/// Positions of a ply that are kept for comparison.
const SAMPLES: usize = 1_500;

/// So many that do as well end the count: the chance is then large in any case.
const ENOUGH: usize = 12;

/// Places counted at most.
const MOST_PLACES: u32 = 40;

/// What a walk looked at, by ply.
#[derive(Debug)]
pub(super) struct Looked {
    plies: Vec<Ply>,
    random: SplitMix64,
}

#[derive(Clone, Debug, Default)]
struct Ply {
    count: u64,
    samples: Vec<Position>,
}

impl Looked {
    pub(super) fn new() -> Self {
        Self {
            plies: vec![Ply::default(); 256],
            random: SplitMix64::new(0),
        }
    }

    /// Counts a position at a ply. Gives the slot in which it should be kept for comparison, if any: every position has the
    /// same probability to be kept.
    pub(super) fn count(&mut self, ply: u8) -> Option<usize> {
        let ply = &mut self.plies[usize::from(ply)];
        ply.count += 1;
        let slot = if ply.count <= SAMPLES as u64 {
            ply.count - 1
        } else {
            self.random.below(ply.count)
        };
        usize::try_from(slot).ok().filter(|&slot| slot < SAMPLES)
    }

    pub(super) fn keep(&mut self, ply: u8, slot: usize, position: &Position) {
        let samples = &mut self.plies[usize::from(ply)].samples;
        match samples.get_mut(slot) {
            Some(kept) => kept.clone_from(position),
            None => samples.push(position.clone()),
        }
    }

    /// The expected number of false positions as good as a fit for one place.
    pub(super) fn chance(&self, decoder: &Decoder<'_>, fit: &Fit, ply: u8, key: u16) -> f64 {
        let Ply { count, samples } = &self.plies[usize::from(ply)];
        let Ok(mut position) = Position::from_sfen(&fit.sfen) else {
            return f64::INFINITY;
        };
        let goal = worth(decoder, &mut position, ply, key);
        let (mut tried, mut as_good) = (0, 0);
        for sample in samples {
            tried += 1;
            as_good += usize::from(worth(decoder, &mut sample.clone(), ply, key) >= goal);
            if as_good >= ENOUGH {
                break;
            }
        }
        let share = (as_good + 1) as f64 / (tried + 1) as f64;
        *count as f64 / 65_536.0 * share
    }
}

/// Places from here on whose moves are all legal; 0 if a move of this place, or of one reached by book moves alone, is not.
fn worth(decoder: &Decoder<'_>, position: &mut Position, ply: u8, key: u16) -> u32 {
    let mut found = 0;
    let legal = follow(decoder, position, ply, key, &mut found);
    if legal { found } else { 0 }
}

/// Counts a place and what it goes on to. Gives whether all moves are legal along book moves. The depth is bounded by the
/// plies of the book.
fn follow(
    decoder: &Decoder<'_>,
    position: &mut Position,
    ply: u8,
    key: u16,
    found: &mut u32,
) -> bool {
    let Some(place) = decoder.places.get(&(ply, key)) else {
        return true;
    };
    if place.moves.iter().any(|&mv| !position.is_legal(mv)) {
        return false;
    }
    *found += 1;
    for &mv in &place.moves {
        if *found >= MOST_PLACES {
            return true;
        }
        let (ply, key) = (
            ply.saturating_add(1),
            decoder.keys.update(key, position, mv),
        );
        if position.play(mv).is_err() {
            return false;
        }
        let legal = if decoder.places.contains_key(&(ply, key)) {
            follow(decoder, position, ply, key, found)
        } else {
            replies(decoder, position, ply, key, found);
            true
        };
        position.undo();
        if !legal {
            return false;
        }
    }
    true
}

/// Counts the places that any reply leads to.
fn replies(decoder: &Decoder<'_>, position: &mut Position, ply: u8, key: u16, found: &mut u32) {
    let ply = ply.saturating_add(1);
    for &mv in position.legal_moves().iter() {
        let key = decoder.keys.update(key, position, mv);
        let known = decoder.places.contains_key(&(ply, key));
        if known && *found < MOST_PLACES && position.play(mv).is_ok() {
            follow(decoder, position, ply, key, found);
            position.undo();
        }
    }
}

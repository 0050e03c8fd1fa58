//! What the moves of the book say for a position.
//!
//! Keys alone tell nothing more once a false position has the key of the true one: a move changes both keys alike, so their
//! continuations keep meeting. What differs is which moves are legal, and whether they lead to positions that are settled. A
//! position is worth the places it goes on to, along book moves and any replies, whose moves are all legal there.

use super::Decoder;
use super::walk::Looked;
use joban_engine::rules::Position;

/// What counting stops at.
const MOST: u32 = 40;

/// What a settled position is worth more than another: keys cannot lead to it by chance.
const SETTLED: u32 = 8;

/// So many that do as well end the comparison: the share is then large in any case.
const ENOUGH: u32 = 40;

/// The share of other positions that would do as well as this one, had they its key: those looked at no more than `plies` away
/// with the same side to move.
pub(super) fn share(
    decoder: &Decoder<'_>,
    looked: &Looked,
    position: &Position,
    place: (u8, u16),
    plies: u8,
) -> f64 {
    let goal = worth(decoder, &mut position.clone(), place);
    let near = place.0.saturating_sub(plies)..=place.0.saturating_add(plies);
    let samples = near
        .filter(|ply| ply % 2 == place.0 % 2)
        .flat_map(|ply| looked.sample(ply))
        .filter(|sample| sample.key() != position.key());
    let (mut tried, mut as_good) = (0, 0);
    for sample in samples {
        tried += 1;
        as_good += u32::from(worth(decoder, &mut sample.clone(), place) >= goal);
        if as_good >= ENOUGH {
            break;
        }
    }
    f64::from(as_good + 1) / f64::from(tried + 1)
}

/// The worth of a position at a place; 0 if a move of this place, or of one come to by book moves alone, is illegal.
fn worth(decoder: &Decoder<'_>, position: &mut Position, place: (u8, u16)) -> u32 {
    let mut found = 0;
    if follow(decoder, position, place, &mut found) {
        found
    } else {
        0
    }
}

/// Counts a place and what it goes on to. Gives whether all moves are legal along book moves. The depth is bounded by the
/// plies of the book.
fn follow(
    decoder: &Decoder<'_>,
    position: &mut Position,
    (ply, key): (u8, u16),
    found: &mut u32,
) -> bool {
    let Some(place) = decoder.places.get(&(ply, key)) else {
        return true;
    };
    if place.settled {
        if !place.fits.contains_key(&position.key()) {
            return true;
        }
        *found += SETTLED;
    }
    if place.moves().any(|mv| !position.is_legal(mv)) {
        return false;
    }
    *found += 1;
    for mv in place.moves() {
        if *found >= MOST {
            return true;
        }
        let next = (
            ply.saturating_add(1),
            decoder.keys.update(key, position, mv),
        );
        if position.play(mv).is_err() {
            return false;
        }
        let legal = if decoder.places.contains_key(&next) {
            follow(decoder, position, next, found)
        } else {
            replies(decoder, position, next, found);
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
fn replies(decoder: &Decoder<'_>, position: &mut Position, (ply, key): (u8, u16), found: &mut u32) {
    let ply = ply.saturating_add(1);
    for &mv in position.legal_moves().iter() {
        let next = (ply, decoder.keys.update(key, position, mv));
        let known = decoder.places.contains_key(&next);
        if known && *found < MOST && position.play(mv).is_ok() {
            follow(decoder, position, next, found);
            position.undo();
        }
    }
}

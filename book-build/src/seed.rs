//! The table of 16-bit keys: a given one, or that of the smallest seed under which no two book positions of a ply collide.

use joban_engine::keys::for_each_value;
use joban_engine::rom_key::{Layout, RomKeys};
use rayon::prelude::*;

use crate::select::SelectedPosition;

/// Seeds that are tried before the search is given up.
pub const SEEDS_TRIED: u64 = 65_536;
/// Seeds that are tried at once; the result does not depend on it.
const BATCH: u64 = 64;

/// Where the key table comes from.
#[derive(Clone, Debug)]
pub enum KeyChoice {
    /// The smallest seed from `first` on without a collision.
    Seed {
        /// First seed tried.
        first: u64,
        /// Layout of the table.
        layout: Layout,
    },
    /// A given table; the selection was made with it.
    Table(RomKeys),
}

/// The table of a book and the seed it was made from, if it was.
#[derive(Clone, Debug)]
pub struct ChosenKeys {
    /// The table.
    pub keys: RomKeys,
    /// Its seed; none for a given table.
    pub seed: Option<u64>,
}

/// No key table separates the positions of the book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum KeyError {
    /// The search was given up.
    #[error(
        "no key seed from {first} to {last} separates the positions of the book at every ply; \
         select fewer with --entries, or give a table with --zobrist, which drops colliding positions"
    )]
    NoSeed {
        /// First seed tried.
        first: u64,
        /// Last seed tried.
        last: u64,
    },
    /// A given table that the selection was not made with.
    #[error(
        "the given key table has the key {key:04x} for two positions at ply {ply}: {one} and {other}"
    )]
    Collision {
        /// Ply of both.
        ply: u8,
        /// Key of both.
        key: u16,
        /// SFEN of one.
        one: String,
        /// SFEN of the other.
        other: String,
    },
}

/// Chooses the table for the selected positions. Works in the current rayon thread pool.
///
/// # Errors
///
/// [`KeyError::NoSeed`] after [`SEEDS_TRIED`] seeds, [`KeyError::Collision`] if a given table does not separate the positions.
pub fn choose_keys(
    positions: &[SelectedPosition],
    choice: &KeyChoice,
) -> Result<ChosenKeys, KeyError> {
    match choice {
        KeyChoice::Seed { first, layout } => {
            let seed = smallest_seed(positions, *first, *layout)?;
            Ok(ChosenKeys {
                keys: RomKeys::from_seed(seed, *layout),
                seed: Some(seed),
            })
        }
        KeyChoice::Table(keys) => match collision(positions, keys) {
            None => Ok(ChosenKeys {
                keys: keys.clone(),
                seed: None,
            }),
            Some(error) => Err(error),
        },
    }
}

fn smallest_seed(
    positions: &[SelectedPosition],
    first: u64,
    layout: Layout,
) -> Result<u64, KeyError> {
    let groups = by_ply(positions);
    let last = first.saturating_add(SEEDS_TRIED - 1);
    let separates = |seed: &u64| {
        let keys = RomKeys::from_seed(*seed, layout);
        let mut scratch = Vec::new();
        groups
            .iter()
            .all(|group| all_differ(group, &keys, &mut scratch))
    };
    let mut from = first;
    loop {
        let to = from.saturating_add(BATCH - 1).min(last);
        if let Some(seed) = (from..=to).into_par_iter().find_first(separates) {
            return Ok(seed);
        }
        if to == last {
            return Err(KeyError::NoSeed { first, last });
        }
        from = to + 1;
    }
}

/// The values whose XOR is the key of one position.
type Features = Vec<u16>;

/// Positions of each ply that has more than one, the largest group first: it decides soonest.
fn by_ply(positions: &[SelectedPosition]) -> Vec<Vec<Features>> {
    let mut groups: Vec<Vec<Features>> = vec![Vec::new(); 256];
    for each in positions {
        let mut features = Vec::new();
        for_each_value(&each.position, |index| features.push(index as u16));
        groups[usize::from(each.ply)].push(features);
    }
    groups.retain(|group| group.len() > 1);
    groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
    groups
}

fn all_differ(group: &[Features], keys: &RomKeys, scratch: &mut Vec<u16>) -> bool {
    let key = |features: &Features| {
        features
            .iter()
            .fold(0, |key, &index| key ^ keys.value(usize::from(index)))
    };
    scratch.clear();
    scratch.extend(group.iter().map(key));
    scratch.sort_unstable();
    scratch.windows(2).all(|pair| pair[0] != pair[1])
}

fn collision(positions: &[SelectedPosition], keys: &RomKeys) -> Option<KeyError> {
    let mut seen = std::collections::BTreeMap::new();
    positions.iter().find_map(|each| {
        let (ply, key) = (each.ply, keys.key(&each.position));
        let one = seen.insert((ply, key), &each.sfen)?.clone();
        Some(KeyError::Collision {
            ply,
            key,
            one,
            other: each.sfen.clone(),
        })
    })
}

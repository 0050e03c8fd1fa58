//! The bench: fixed positions searched to fixed depths, and the sum of their nodes.

use super::limits::Limits;
use super::profile::Profile;
use super::searcher::{Request, Searcher};
use crate::rom_key::{Layout, RomKeys};
use crate::rules::Position;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Positions from play of this engine against itself, and some made by hand; one SFEN a line.
const POSITIONS: &str = include_str!("bench.sfen");

/// The depth of the short profile. The long profile, which prunes more, goes deep enough for its reductions.
const SHORT_DEPTH: u32 = 2;
const LONG_DEPTH: u32 = 4;
/// With more legal moves than this the long profile stops one ply earlier.
const MANY_MOVES: usize = 80;

/// The built-in positions.
pub fn positions() -> impl Iterator<Item = Position> {
    POSITIONS
        .lines()
        .filter_map(|sfen| Position::from_sfen(sfen).ok())
}

/// Nodes of one position of the bench.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Searched {
    /// The position.
    pub sfen: String,
    /// Nodes of both profiles together.
    pub nodes: u64,
}

/// Searches each position as the bench does: the short profile to depth 2, the long one to depth 4 (3 with more than 80 legal
/// moves), with the keys of seed 0. The sum of the nodes is the signature: it changes with every change of what the search or
/// the evaluation does, and with nothing else.
pub fn bench() -> impl Iterator<Item = Searched> {
    let keys = Arc::new(RomKeys::from_seed(0, Layout::Full));
    let mut short = Searcher::new(Arc::clone(&keys), Profile::FREE_SHORT);
    let mut long = Searcher::new(keys, Profile::FREE);
    positions().map(move |position| {
        let many = position.count_legal_moves() > MANY_MOVES;
        let depth = LONG_DEPTH - u32::from(many);
        Searched {
            sfen: position.sfen(),
            nodes: nodes(&mut short, &position, SHORT_DEPTH) + nodes(&mut long, &position, depth),
        }
    })
}

fn nodes(searcher: &mut Searcher, position: &Position, depth: u32) -> u64 {
    let request = Request::new(Limits::depth(depth));
    let stop = AtomicBool::new(false);
    searcher
        .search(position, &request, &stop, &mut |_| {})
        .nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_line_is_a_position_of_its_own() {
        let mut seen = BTreeSet::new();
        for sfen in POSITIONS.lines() {
            let position = Position::from_sfen(sfen).expect(sfen);
            assert!(seen.insert(position.sfen_key()), "{sfen} stands twice");
        }
        assert_eq!(positions().count(), seen.len());
        assert!(seen.len() >= 40);
    }
}

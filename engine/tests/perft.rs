//! Numbers of move sequences against published figures.

mod common;

use common::positions::{MATSURI, MAX_MOVES};
use joban_engine::rules::Position;

fn perft(sfen: &str, counts: &[u64]) {
    let mut position = Position::from_sfen(sfen).expect("a position");
    let before = position.sfen();
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(position.perft(depth), count, "depth {depth} of {sfen}");
    }
    assert_eq!(position.sfen(), before);
}

#[test]
fn startpos() {
    perft("startpos", &[30, 900, 25_470, 719_731]);
}

/// 19,861,490 sequences: with JOBAN_SLOW=1 (or optimised) only.
#[test]
fn startpos_depth_5() {
    if common::slow() || !cfg!(debug_assertions) {
        assert_eq!(Position::startpos().perft(5), 19_861_490);
    }
}

#[test]
fn drop_heavy() {
    perft(MATSURI, &[207, 28_684, 4_809_015]);
}

#[test]
fn most_moves() {
    perft(MAX_MOVES, &[593]);
}

#[test]
fn the_flipped_board_has_the_same_counts() {
    for sfen in [MATSURI, MAX_MOVES] {
        let setup = Position::from_sfen(sfen).expect("a position").to_setup();
        let mut position = Position::from_sfen(&setup.flip().to_sfen()).expect("a position");
        let mut original = Position::from_sfen(sfen).expect("a position");
        assert_eq!(position.perft(2), original.perft(2));
    }
}

//! The frozen game hash and split against known values, computed by another program from the documentation.

use joban_engine::rules::Move;
use joban_positions::hash::game_hash;
use joban_positions::split::split_hash;
use joban_positions::{Side, Split};

#[test]
fn known_values() {
    let mut rows = include_str!("vectors/split.csv")
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    assert_eq!(rows.next().unwrap().len(), 6);
    let mut count = 0;
    for row in rows {
        let moves = row[1]
            .split_whitespace()
            .map(|usi| Move::from_usi(usi).unwrap());
        let hash = game_hash(row[0], moves);
        assert_eq!(format!("{hash:016x}"), row[2], "{row:?}");
        let seed = row[3].parse().unwrap();
        assert_eq!(
            format!("{:016x}", split_hash(seed, hash)),
            row[4],
            "{row:?}"
        );
        let side = Split::new(seed, 0.2).unwrap().side(hash);
        assert_eq!(side == Side::HeldOut, row[5] == "yes", "{row:?}");
        count += 1;
    }
    assert_eq!(count, 32);
}

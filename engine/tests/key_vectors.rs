//! Known keys: `tests/vectors/*.csv` holds them, and they never change under one revision.
//! `JOBAN_UPDATE=1 cargo test -p joban-engine --test key_vectors` writes the files anew.

mod common;

use common::positions::{MATSURI, MAX_MOVES, PAWN_DROPS, PINS};
use joban_engine::keys::{self, KEY_REVISION};
use joban_engine::rom_key::{Layout, ROM_KEY_REVISION, RomKeys};
use joban_engine::rules::Position;
use std::path::Path;

/// The special positions, and every 23rd of random play.
fn positions() -> Vec<Position> {
    let special = PAWN_DROPS
        .iter()
        .chain(&PINS)
        .chain([&MATSURI, &MAX_MOVES, &"startpos"]);
    let mut list: Vec<_> = special
        .map(|sfen| Position::from_sfen(sfen).expect("a position"))
        .collect();
    let mut count = 0_usize;
    common::random_positions(&Position::startpos(), 11, 1000, &mut |position| {
        count += 1;
        if count.is_multiple_of(23) {
            list.push(position.clone());
        }
    });
    list
}

/// Compares a committed file with what is computed now.
fn check(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name);
    if std::env::var_os("JOBAN_UPDATE").is_some_and(|value| value == "1") {
        std::fs::write(&path, text).expect("a writable folder");
    }
    let committed = std::fs::read_to_string(&path).expect("the committed vectors");
    assert!(
        committed == text,
        "{name} differs: keys are frozen, a change needs a new revision"
    );
}

#[test]
fn key64() {
    let mut text = format!("# revision {KEY_REVISION}\nsfen,key\n");
    for position in positions() {
        let key = keys::compute(&position);
        assert_eq!(key, position.key());
        text += &format!("{},{key:016x}\n", position.sfen_key());
    }
    check("key64.csv", &text);
}

fn rom(layout: Layout) {
    let mut text = format!("# revision {ROM_KEY_REVISION}\nseed,sfen,key\n");
    let seeds = [0, 1, 42, 65_535, u64::MAX];
    for (position, seed) in positions().iter().zip(seeds.iter().cycle()) {
        let key = RomKeys::from_seed(*seed, layout).key(position);
        text += &format!("{seed},{},{key:04x}\n", position.sfen_key());
    }
    check(&format!("rom_{layout}.csv"), &text);
}

#[test]
fn rom_full() {
    rom(Layout::Full);
}

#[test]
fn rom_compact() {
    rom(Layout::Compact);
}

#[test]
fn rom_streams() {
    let mut text = format!("# revision {ROM_KEY_REVISION}\nseed,layout,first_bytes,last_bytes\n");
    let hex = |bytes: &[u8]| {
        bytes
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    for seed in [0, 1, 42] {
        for layout in [Layout::Full, Layout::Compact] {
            let keys = RomKeys::from_seed(seed, layout);
            let bytes = keys.bytes();
            text += &format!(
                "{seed},{layout},{},{}\n",
                hex(&bytes[..16]),
                hex(&bytes[bytes.len() - 4..])
            );
        }
    }
    check("rom_streams.csv", &text);
}

//! The probe on an emulated Game Boy against the host: keys, look-up, choice, sizes and cycles.

mod support;

use joban_engine::book::{Book, BookEntry};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::Move;
use joban_rom_assets::assets::{Assets, KeySource};
use joban_rom_assets::sdcc::{self, Probe, Tables, TestRom};
use support::compare::{compare_games, compare_places};
use support::corpus::{self, Game};
use support::machine::Machine;

fn built(book: &Book, keys: &RomKeys, probe: Probe) -> TestRom {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let assets = Assets::new(book, keys, &KeySource::Seed(0), "test").expect("a small book");
    let tables = match probe {
        Probe::C => Tables::C,
        Probe::Assembly => Tables::Assembly,
    };
    sdcc::build(&assets, probe, tables, folder.path()).expect("SDCC builds the ROM")
}

/// Where a legal move's first candidate is illegal: under the key of a corpus position stands a move of another.
fn with_illegal_candidates(book: &Book, games: &[Game], keys: &RomKeys) -> Book {
    let mut entries = book.entries().to_vec();
    let mut added = 0;
    corpus::positions(games, 60, |position, ply, mv| {
        let key = keys.key(position);
        if added < 40 && ply > 24 && !entries.iter().any(|e| (e.ply, e.key) == (ply, key)) {
            let illegal = Move::from_usi("P*5a").expect("a move that is never legal");
            entries.push(BookEntry {
                key,
                mv: illegal,
                weight: 200,
                ply,
            });
            let second = if added % 3 == 0 {
                Move::from_usi("P*4a").expect("a move")
            } else {
                mv
            };
            if added % 2 == 0 {
                entries.push(BookEntry {
                    key,
                    mv: second,
                    weight: 56,
                    ply,
                });
            }
            added += 1;
        }
    });
    Book::new(entries).expect("new places")
}

#[expect(clippy::print_stdout, reason = "figures for people")]
fn rom_equals_host(kind: Probe, layout: Layout) {
    let name = format!("{} probe, {layout} table", kind.as_str());
    if support::sdcc_is_missing(&name) {
        return;
    }
    let keys = RomKeys::from_seed(11, layout);
    let games = corpus::made_games(350, 60, 5);
    let book = with_illegal_candidates(&corpus::book(&games, &keys, 430), &games, &keys);
    let rom = built(&book, &keys, kind);
    let mut machine = Machine::start(&rom);
    let (positions, hits) = compare_games(&mut machine, &games, &book, &keys);
    assert!(
        positions >= 20_000 && hits >= 1_000,
        "{positions} positions, {hits} hits"
    );
    compare_places(&mut machine, &book);
    println!(
        "{name}: {positions} positions, {hits} in the book; {} bytes; worst T-cycles: look-up + choice {}, update {}",
        rom.probe_bytes().expect("a map"),
        machine.worst_probe,
        machine.worst.update
    );
}

#[test]
fn c_probe_with_the_full_table() {
    rom_equals_host(Probe::C, Layout::Full);
}

#[test]
fn c_probe_with_the_compact_table() {
    rom_equals_host(Probe::C, Layout::Compact);
}

#[test]
fn assembly_probe_with_the_full_table() {
    rom_equals_host(Probe::Assembly, Layout::Full);
}

#[test]
fn assembly_probe_with_the_compact_table() {
    rom_equals_host(Probe::Assembly, Layout::Compact);
}

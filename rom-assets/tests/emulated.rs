//! The probe on an emulated Game Boy against the host: keys, look-up, choice, sizes and cycles.

mod support;

use joban_engine::book::{Book, BookEntry, Chooser, candidate_probability, next_state, probe};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::assets::{Assets, KeySource};
use joban_rom_assets::sdcc::{self, Probe, Tables, TestRom};
use support::corpus::{self, Game};
use support::machine::{Answer, Machine};

fn built(book: &Book, keys: &RomKeys, probe: Probe) -> TestRom {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let assets = Assets::new(book, keys, &KeySource::Seed(0), "test").expect("a small book");
    let tables = match probe {
        Probe::C => Tables::C,
        Probe::Assembly => Tables::Assembly,
    };
    sdcc::build(&assets, probe, tables, folder.path()).expect("SDCC builds the ROM")
}

/// What the host says about a look-up, in the ROM's words.
fn expected(book: &Book, ply: u8, key: u16, state: u8) -> Answer {
    let words = |chosen: &BookEntry, other: Option<&BookEntry>, state| Answer {
        count: 1 + u8::from(other.is_some()),
        chosen: chosen.mv.word(),
        other: other.map_or(0, |entry| entry.mv.word()),
        state,
    };
    match book.lookup(ply, key) {
        [] => Answer {
            count: 0,
            chosen: 0,
            other: 0,
            state,
        },
        [only] => words(only, None, state),
        [first, second, ..] => {
            let state = next_state(state);
            let (chosen, other) = if state < first.weight {
                (first, second)
            } else {
                (second, first)
            };
            words(chosen, Some(other), state)
        }
    }
}

/// The move a careful caller plays: the chosen one if legal, else the other.
fn played(answer: Answer, position: &Position) -> Option<Move> {
    [answer.chosen, answer.other]
        .into_iter()
        .filter_map(Move::from_word)
        .find(|&mv| position.is_legal(mv))
}

/// Replays games on ROM and host, comparing every key and every answer. Gives positions and hits.
fn compare_games(
    machine: &mut Machine,
    games: &[Game],
    book: &Book,
    keys: &RomKeys,
) -> (usize, usize) {
    let (mut count, mut hits) = (0, 0);
    for game in games {
        let mut position = Position::startpos();
        machine.load(&position, 0);
        for (ply, &mv) in game.iter().enumerate() {
            let key = keys.key(&position);
            assert_eq!(
                machine.compute(),
                key,
                "computed key at {}",
                position.sfen()
            );
            let state = (count % 255) as u8 + 1;
            let answer = machine.probe(ply as u8, key, state);
            assert_eq!(
                answer,
                expected(book, ply as u8, key, state),
                "{}",
                position.sfen()
            );
            let mut chooser = Chooser::new(state).expect("not 0");
            let host = probe(book, keys, &position, ply as u32, &mut chooser);
            assert_eq!(played(answer, &position), host, "{}", position.sfen());
            count += 1;
            hits += usize::from(answer.count > 0);
            let updated = machine.play(key, mv);
            let before = position.sfen();
            position.play(mv).expect("a legal move");
            assert_eq!(
                updated,
                keys.key(&position),
                "updated key after {mv} at {before}"
            );
        }
        assert!(
            machine.agrees_with(&position),
            "boards differ at {}",
            position.sfen()
        );
    }
    (count, hits)
}

/// Every place of the book over all states of the generator; places next to them that are not in the book.
fn compare_places(machine: &mut Machine, book: &Book) {
    for entry in book.entries() {
        for (ply, key) in [
            (entry.ply, entry.key),
            (entry.ply, entry.key.wrapping_add(1)),
            (entry.ply, entry.key.wrapping_sub(1)),
            (entry.ply + 1, entry.key),
            (entry.ply.wrapping_sub(1).min(254), entry.key),
        ] {
            assert_eq!(
                machine.probe(ply, key, 77),
                expected(book, ply, key, 77),
                "ply {ply} key {key:04x}"
            );
        }
    }
    for (ply, key) in [(0, 0), (0, 0xFFFF), (59, 0xFFFF), (254, 0), (254, 0xFFFF)] {
        assert_eq!(
            machine.probe(ply, key, 9),
            expected(book, ply, key, 9),
            "ply {ply} key {key:04x}"
        );
    }
    for pair in book
        .entries()
        .windows(2)
        .filter(|pair| (pair[0].ply, pair[0].key) == (pair[1].ply, pair[1].key))
    {
        let [first, second] = [pair[0], pair[1]];
        let choices = machine.sweep(first.ply, first.key, first.mv);
        let want: Vec<u8> = (1..=255)
            .map(|state| u8::from(next_state(state) >= first.weight))
            .collect();
        assert_eq!(
            choices, want,
            "choices at ply {} key {:04x}",
            first.ply, first.key
        );
        let share = choices.iter().filter(|&&choice| choice == 0).count() as f64 / 255.0;
        let probability = candidate_probability(&[first.weight, second.weight], 0);
        assert!(
            (share - probability).abs() < 1e-9,
            "{share} is not {probability}"
        );
    }
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

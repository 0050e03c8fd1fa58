//! Sizes and cycles of the probe at their worst, and the form of the test ROM.

mod support;

use joban_engine::book::{Book, BookEntry};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::assets::{Assets, KeySource, probe_capacity};
use joban_rom_assets::sdcc::{self, Probe, Tables, TestRom};
use std::sync::OnceLock;
use support::corpus;
use support::machine::Machine;

/// Limits of code bytes, T-cycles of look-up and choice, T-cycles of the update: full table, flags of `SDCC_FLAGS`.
const LIMITS: [(Probe, u16, u64, u64); 2] = [
    (Probe::C, 540, 5_200, 2_500),
    (Probe::Assembly, 430, 2_800, 1_500),
];

fn rom(book: &Book, probe: Probe, layout: Layout) -> TestRom {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let keys = RomKeys::from_seed(0, layout);
    let assets = Assets::new(book, &keys, &KeySource::Seed(0), "test").expect("a small book");
    sdcc::build(&assets, probe, Tables::Assembly, folder.path()).expect("SDCC builds the ROM")
}

/// 512 entries at one ply whose keys share the high byte: every comparison goes through all three bytes.
fn hardest_book() -> Book {
    let moves = ["7g7f", "2g2f"].map(|text| Move::from_usi(text).expect("a move"));
    let entry = |at: u16| BookEntry {
        key: 0x1200 + at / 2,
        mv: moves[usize::from(at % 2)],
        weight: if at.is_multiple_of(2) { 129 } else { 127 },
        ply: 7,
    };
    Book::new((0..512).map(entry).collect()).expect("two candidates a key")
}

fn hardest_rom() -> &'static TestRom {
    static ROM: OnceLock<TestRom> = OnceLock::new();
    ROM.get_or_init(|| rom(&hardest_book(), Probe::C, Layout::Full))
}

/// The most T-cycles of look-up and choice over a full book and what lies around it.
fn worst_lookup(rom: &TestRom) -> u64 {
    let mut machine = Machine::start(rom);
    for key in 0x11F0..0x1310 {
        for (ply, state) in [(6, 1), (7, 1), (7, 2), (8, 1)] {
            let count = machine.probe(ply, key, state).count;
            let inside = ply == 7 && (0x1200..0x1300).contains(&key);
            assert_eq!(count, if inside { 2 } else { 0 }, "ply {ply} key {key:04x}");
        }
    }
    machine.worst_probe
}

/// The most T-cycles of an update: every legal move of many positions.
fn worst_update(rom: &TestRom) -> u64 {
    let mut machine = Machine::start(rom);
    let games = corpus::made_games(12, 120, 3);
    corpus::positions(&games, 120, |position, ply, _| {
        if ply.is_multiple_of(10) {
            for &mv in position.legal_moves().iter() {
                machine.load(position, ply);
                machine.play(0, mv);
            }
        }
    });
    machine.worst.update
}

#[test]
fn sizes_and_cycles_are_below_their_limits() {
    if support::sdcc_is_missing("sizes and cycles") {
        return;
    }
    for (probe, bytes, lookup, update) in LIMITS {
        let measure = |layout| {
            let rom = rom(&hardest_book(), probe, layout);
            let measured = (
                rom.probe_bytes().expect("a map"),
                worst_lookup(&rom),
                worst_update(&rom),
            );
            let name = probe.as_str();
            let (bytes, lookup, update) = measured;
            println!(
                "{name} probe, {layout} table: {bytes} bytes; worst T-cycles: look-up + choice {lookup}, update {update}"
            );
            measured
        };
        let full = measure(Layout::Full);
        assert!(
            full.0 < bytes && full.1 < lookup && full.2 < update,
            "{probe:?}: {full:?}"
        );
        measure(Layout::Compact);
        measure(Layout::Table);
    }
}

#[test]
fn no_helper_of_the_compiler_is_linked() {
    if support::sdcc_is_missing("helpers of the compiler") {
        return;
    }
    let known = [
        "crt0",
        "main",
        "joban_probe",
        "joban_key",
        "joban_zobrist",
        "joban_probe_book",
    ];
    let rom = rom(&hardest_book(), Probe::C, Layout::Full);
    for (symbol, (_, module)) in rom.symbols {
        let section =
            symbol.starts_with("s__") || symbol.starts_with("l__") || symbol.starts_with(".__");
        assert!(
            section || known.contains(&module.as_str()),
            "{symbol} of {module}"
        );
        assert!(
            !symbol.contains("mul") && !symbol.contains("div") && !symbol.contains("mod"),
            "{symbol}"
        );
    }
}

#[test]
fn header_and_checksums_are_valid() {
    if support::sdcc_is_missing("header") {
        return;
    }
    let image = &hardest_rom().image;
    assert_eq!(image.len(), 0x8000);
    assert_eq!(image[0x100..0x102], [0x00, 0xC3], "nop and a jump");
    assert_eq!(
        image[0x104..0x108],
        [0xCE, 0xED, 0x66, 0x66],
        "the logo the boot ROM asks for"
    );
    assert_eq!(image[0x134..0x13A], *b"JOBAN\0");
    assert_eq!(
        image[0x147..0x14A],
        [0, 0, 0],
        "32 KB, no controller, no RAM"
    );
    let header = image[0x134..0x14D]
        .iter()
        .fold(0u8, |sum, byte| sum.wrapping_sub(*byte).wrapping_sub(1));
    assert_eq!(image[0x14D], header);
    let all: u16 = image
        .iter()
        .fold(0, |sum, byte| sum.wrapping_add(u16::from(*byte)));
    let [high, low] = [image[0x14E], image[0x14F]];
    let sum = all
        .wrapping_sub(u16::from(high))
        .wrapping_sub(u16::from(low));
    assert_eq!([high, low], sum.to_be_bytes());
}

#[test]
fn the_probes_copy_stands_in_the_image() {
    if support::sdcc_is_missing("the probe's copy") {
        return;
    }
    let rom = hardest_rom();
    let at = usize::from(rom.address("_joban_probe_book").expect("in the map"));
    let mut want = hardest_book().encode();
    want.extend([0xFF; 6]);
    assert_eq!(rom.image[at..at + want.len()], want);
}

#[test]
fn larger_and_smaller_books_are_found_whole() {
    if support::sdcc_is_missing("larger books") {
        return;
    }
    for (entries, capacity) in [
        (0u16, 512),
        (1, 512),
        (511, 512),
        (513, 1024),
        (1024, 1024),
        (3000, 4096),
    ] {
        assert_eq!(probe_capacity(entries.into()), capacity);
        let mv = Move::from_usi("7g7f").expect("a move");
        let entry = |at: u16| BookEntry {
            key: at.wrapping_mul(7919),
            mv,
            weight: 255,
            ply: (at % 24) as u8,
        };
        let book = Book::new((0..entries).map(entry).collect()).expect("one candidate a key");
        for probe in Probe::ALL {
            let mut machine = Machine::start(&rom(&book, probe, Layout::Full));
            for entry in book.entries() {
                assert_eq!(
                    machine.probe(entry.ply, entry.key, 1).count,
                    1,
                    "{entries} entries, {entry:?}"
                );
                let near = book.lookup(entry.ply, entry.key ^ 1).len();
                assert_eq!(
                    usize::from(machine.probe(entry.ply, entry.key ^ 1, 1).count),
                    near
                );
            }
        }
    }
}

#[test]
fn rom_003_equal_keys_at_different_plies_and_at_one_ply() {
    if support::sdcc_is_missing("rom-003") {
        return;
    }
    // A random walk until a position has the 16-bit key of the start.
    let keys = RomKeys::from_seed(0, Layout::Full);
    let a = Position::startpos();
    let b = twin_of(&a, &keys);
    let key = keys.key(&a);
    let (first, second) = (a.legal_moves()[0], b.legal_moves()[0]);
    let entry = |mv, ply| BookEntry {
        key,
        mv,
        weight: 255,
        ply,
    };
    let book = Book::new(vec![entry(first, 0), entry(second, 9)]).expect("two plies");
    for probe in Probe::ALL {
        let mut machine = Machine::start(&rom(&book, probe, Layout::Full));
        machine.load(&b, 9);
        assert_eq!(machine.compute(), key);
        assert_eq!(machine.probe(0, key, 1).chosen, first.word());
        assert_eq!(machine.probe(9, key, 1).chosen, second.word());
        assert_eq!(machine.probe(1, key, 1).count, 0);
    }
}

fn twin_of(position: &Position, keys: &RomKeys) -> Position {
    let key = keys.key(position);
    for seed in 0.. {
        let game = corpus::made_games(1, 300, seed).remove(0);
        let mut walk = Position::startpos();
        for mv in game {
            walk.play(mv).expect("a legal move");
            if keys.key(&walk) == key && walk.side() == position.side() && !walk.has_no_move() {
                return walk;
            }
        }
    }
    unreachable!("the walk has no end")
}

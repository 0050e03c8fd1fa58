//! The demo book and a book from real records on an emulated Game Boy, with the sample games.

#[path = "../rom-assets/tests/support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use joban_book_build::{BookRow, read_book_csv};
use joban_csa_parse::ReadOptions;
use joban_csa_parse::input::{InputArg, Inputs, Limits};
use joban_engine::book::Book;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position, Setup};
use joban_positions::{NoProgress, PlyLimit, ReadPlan, read_games};
use joban_rom_assets::assets::{Assets, KeySource};
use joban_rom_assets::sdcc::{self, Probe, Tables};
use support::compare::{compare_games, compare_places};
use support::corpus::Game;
use support::machine::Machine;

/// Runs the program.
fn joban(arguments: &[&Path]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_joban"));
    let output = command.args(arguments).output().expect("joban starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
}

/// A result of `joban rom`.
struct Built {
    rows: Vec<BookRow>,
    book: Book,
    keys: RomKeys,
}

/// The assets of a book folder in a layout, as `joban rom` writes them.
fn rom(book: &Path, layout: &str, out: &Path) -> Built {
    let mut arguments = vec![Path::new("rom"), book, Path::new("-o"), out];
    if layout == "compact" {
        arguments.extend([Path::new("--key-table"), Path::new("compact")]);
    }
    joban(&arguments);
    let read = |name: &str| fs::read(out.join(name)).expect("an asset");
    let csv = read_book_csv(&read("book.csv")).expect("a book");
    assert_eq!(csv.book.encode(), read("book.bin"));
    Built {
        rows: csv.rows,
        book: csv.book,
        keys: RomKeys::from_bytes(&read("zobrist.bin")).expect("a key table"),
    }
}

fn machine(built: &Built, probe: Probe, folder: &Path) -> Machine {
    fs::create_dir_all(folder).expect("a temporary folder");
    let assets = Assets::new(&built.book, &built.keys, &KeySource::File, "test");
    let assets = assets.expect("a book for a ROM");
    let rom = sdcc::build(&assets, probe, Tables::C, folder).expect("SDCC builds the ROM");
    Machine::start(&rom)
}

/// Every position of the book: its key computed, its candidates, its probabilities as in `book.csv`.
fn compare_book(machine: &mut Machine, built: &Built) {
    for row in &built.rows {
        let position = Position::from_sfen(&row.sfen).expect("a position");
        machine.load(&position, row.ply);
        assert_eq!(machine.compute(), row.key, "{}", row.sfen);
        let first = built.book.lookup(row.ply, row.key)[0].mv;
        let choices = machine.sweep(row.ply, row.key, first);
        let mine = u8::from(first != row.mv);
        let count = choices.iter().filter(|&&choice| choice == mine).count();
        let probability = count as f64 / 255.0;
        assert!(
            (probability - row.probability).abs() < 1e-9,
            "{}: {probability}",
            row.sfen
        );
    }
    compare_places(machine, &built.book);
}

/// Games of an archive from the even start, to 60 plies.
fn games(path: &Path, count: usize) -> Vec<Game> {
    let options = ReadOptions::default();
    let inputs = Inputs::open(
        &[InputArg::from(path.as_os_str().to_owned())],
        &Limits::default(),
        &options,
    );
    let plan = ReadPlan {
        plies: PlyLimit::First(60),
        details: false,
        jobs: 2,
        fail_fast: false,
        read: options,
    };
    let read = read_games(&inputs.expect("the archive"), &plan, &NoProgress).expect("games");
    let corpus = read.corpus;
    let even = Setup::startpos().to_sfen_key();
    let is_even =
        |sfen: &str| Setup::from_sfen(sfen).is_ok_and(|(setup, _)| setup.to_sfen_key() == even);
    let kept = corpus
        .games()
        .iter()
        .filter(|game| is_even(corpus.start_sfen(game)));
    let moves = kept.map(|game| {
        corpus
            .moves(game)
            .iter()
            .filter_map(|&word| Move::from_word(word))
            .collect()
    });
    moves.take(count).collect()
}

#[expect(clippy::print_stdout, reason = "figures for people")]
fn prove(name: &str, book: &Path, games: &[Game]) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    for layout in ["full", "compact"] {
        let built = rom(book, layout, &scratch.path().join(layout));
        for probe in Probe::ALL {
            let folder = scratch.path().join(format!("{layout}-{}", probe.as_str()));
            let mut machine = machine(&built, probe, &folder);
            compare_book(&mut machine, &built);
            let (positions, hits) = compare_games(&mut machine, games, &built.book, &built.keys);
            println!(
                "{name}, {} probe, {layout} table: {} entries, {positions} positions of games, {hits} in the book; worst T-cycles: look-up + choice {}, update {}",
                probe.as_str(),
                built.rows.len(),
                machine.worst_probe,
                machine.worst.update
            );
            assert!(
                games.is_empty() || (positions >= 20_000 && hits > 0),
                "{positions} positions"
            );
        }
    }
}

fn samples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/joban-sample.7z")
}

#[test]
fn the_demo_book_with_the_sample_games() {
    if support::sdcc_is_missing("the demo book") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let out = scratch.path().join("demo");
    joban(&[Path::new("demo"), Path::new("-o"), &out]);
    let games = games(&samples(), 360);
    prove("demo book", &out.join("book"), &games);
}

#[test]
fn a_book_from_the_shared_records() {
    let shared = env::var_os("JOBAN_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let records = ["wcsc28", "gps-shogi", "floodgate"].map(|name| shared.join("data").join(name));
    if !records.iter().all(|path| path.exists()) {
        println!(
            "skipped: no shared data in {} (JOBAN_SHARED)",
            shared.display()
        );
        return;
    }
    if support::sdcc_is_missing("the shared records' book") {
        return;
    }
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let out = scratch.path().join("book");
    let mut arguments = vec![Path::new("build")];
    arguments.extend(records.iter().map(PathBuf::as_path));
    arguments.extend(["--min-rating", "none", "--holdout", "0", "-o"].map(Path::new));
    arguments.push(&out);
    joban(&arguments);
    prove("book of shared records", &out, &[]);
}

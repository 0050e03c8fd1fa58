//! Books of real games, decoded without their positions.

#[path = "../rom-assets/tests/support/mod.rs"]
mod support;

use std::env;
use std::path::{Path, PathBuf};

use joban_csa_parse::ReadOptions;
use joban_csa_parse::input::{InputArg, Inputs, Limits};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::Setup;
use joban_positions::{NoProgress, PlyLimit, ReadPlan, read_games};
use joban_rom_assets::damage;
use joban_rom_assets::decode::Decoder;
use support::corpus::{self, Game};
use support::decoded::{self, Marks};

/// Games from the even start, to 24 plies.
fn games(paths: &[PathBuf]) -> Vec<Game> {
    let paths = paths.iter().map(|path| path.as_os_str().to_owned());
    let arguments: Vec<InputArg> = paths.map(InputArg::from).collect();
    let options = ReadOptions::default();
    let inputs = Inputs::open(&arguments, &Limits::default(), &options);
    let plan = ReadPlan {
        plies: PlyLimit::First(24),
        details: false,
        jobs: 2,
        fail_fast: false,
        read: options,
    };
    let read = read_games(&inputs.expect("the records"), &plan, &NoProgress).expect("games");
    let even = Setup::startpos().to_sfen_key();
    let is_even =
        |sfen: &str| Setup::from_sfen(sfen).is_ok_and(|(setup, _)| setup.to_sfen_key() == even);
    let games = read.corpus.games().iter();
    let kept = games.filter(|game| is_even(read.corpus.start_sfen(game)));
    kept.map(|game| {
        let words = read.corpus.moves(game).iter();
        words
            .filter_map(|&word| joban_engine::rules::Move::from_word(word))
            .collect()
    })
    .collect()
}

/// Decodes books of many drawings of the games, under many tables.
#[expect(clippy::print_stdout, reason = "figures for people")]
fn prove(name: &str, games: &[Game], books: u64) {
    assert!(games.len() > 100, "{} games", games.len());
    let marks = decoded::over_books(books, |n| {
        let layout = [Layout::Full, Layout::Compact][(n % 2) as usize];
        let keys = RomKeys::from_seed(2_000 + 11 * n, layout);
        let drawn = corpus::some_games(games, 40 + 12 * (n % 6), n);
        let book = corpus::book(&drawn, &keys, [512, 512, 512, 200, 1_024][(n % 5) as usize]);
        let truth = corpus::truth(&drawn, &keys, &book);
        let entries = damage::read(&book.encode()).entries;
        Marks::of(&Decoder::new(entries, &keys).finish(), &truth)
    });
    println!("{books} books of {name}: {marks}");
    marks.check();
    let rest = marks.ambiguous + marks.doubtful + marks.unreached;
    assert!(marks.unique_right > 2 * rest, "{marks}");
}

fn books() -> u64 {
    if decoded::slow() { 100 } else { 4 }
}

#[test]
fn no_wrong_position_is_unique_in_books_of_the_sample_games() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/joban-sample.7z");
    prove("the sample games", &games(&[samples]), books());
}

#[test]
fn no_wrong_position_is_unique_in_books_of_the_shared_records() {
    let shared = env::var_os("JOBAN_SHARED").map(PathBuf::from);
    let shared = shared.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let records = ["wcsc28", "gps-shogi"].map(|name| shared.join("data").join(name));
    if !records.iter().all(|path| path.exists()) {
        println!(
            "skipped: no shared data in {} (JOBAN_SHARED)",
            shared.display()
        );
        return;
    }
    prove("the shared records", &games(&records), books());
}

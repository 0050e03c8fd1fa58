//! Real games: the aggregation against the slow one, and books that do not depend on threads.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::path::PathBuf;

use common::{TestGame, slow_moves_csv};
use joban_book_build::select::SelectOptions;
use joban_book_build::{
    AggregateOptions, Asked, Frequency, KeyChoice, PointRules, aggregate, keyed, read_book_csv,
    select, summarise, write_book_csv, write_moves_csv,
};
use joban_csa_parse::{InputArg, Inputs, Limits, ReadOptions};
use joban_engine::rom_key::Layout;
use joban_engine::rules::Move;
use joban_positions::ingest::read_games;
use joban_positions::{Corpus, FilterRules, NoProgress, PlyLimit, ReadPlan, Split, funnel};

/// The folder of shared data, or one printed line.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
fn shared() -> Option<PathBuf> {
    let default = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared"));
    let data = std::env::var_os("JOBAN_SHARED")
        .map_or_else(default, PathBuf::from)
        .join("data");
    if data.is_dir() {
        return Some(data);
    }
    println!("skipped: no shared data at {}", data.display());
    None
}

fn read(data: &std::path::Path, jobs: usize) -> Corpus {
    let folders = ["wcsc28", "gps-shogi"].map(|folder| InputArg::Path(data.join(folder)));
    let options = ReadOptions::default();
    let inputs = Inputs::open(&folders, &Limits::default(), &options).unwrap();
    let plan = ReadPlan {
        plies: PlyLimit::First(24),
        details: false,
        jobs,
        fail_fast: false,
        read: options,
    };
    read_games(&inputs, &plan, &NoProgress).unwrap().corpus
}

fn kept(corpus: &Corpus) -> Vec<usize> {
    let rules = FilterRules {
        min_rating: None,
        ..FilterRules::default()
    };
    funnel(corpus, &rules, &Split::new(0, 0.0).unwrap()).kept
}

fn test_game(corpus: &Corpus, index: usize) -> TestGame {
    let game = &corpus.games()[index];
    let moves = corpus
        .moves(game)
        .iter()
        .map(|&word| Move::from_word(word).unwrap())
        .collect();
    let mut test = TestGame::of_moves(moves, game.winner);
    test.id = game.hash.to_string();
    test.names = corpus
        .names(game)
        .map(|name| name.unwrap_or_default().to_owned());
    test.ratings = game.ratings;
    test.date = game.start_at.map(|start| start.date);
    test.forced = game.forced_plies;
    test
}

fn moves_csv(corpus: &Corpus, kept: &[usize]) -> String {
    let mut out = Vec::new();
    write_moves_csv(
        &mut out,
        &aggregate(corpus, kept, &AggregateOptions::default()),
        false,
    )
    .unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn equals_the_slow_aggregation_row_by_row() {
    let Some(data) = shared() else { return };
    let corpus = read(&data, 2);
    let kept = kept(&corpus);
    assert!(kept.len() > 200);
    let games: Vec<TestGame> = kept
        .iter()
        .map(|&index| test_game(&corpus, index))
        .collect();
    let (fast, slow) = (
        moves_csv(&corpus, &kept),
        slow_moves_csv(&games, 24, &PointRules::default()),
    );
    for (fast, slow) in fast.lines().zip(slow.lines()) {
        assert_eq!(fast, slow);
    }
    assert_eq!(fast.len(), slow.len());
}

#[test]
fn a_book_of_real_games_is_the_same_from_any_number_of_threads() {
    let Some(data) = shared() else { return };
    let book = |jobs: usize| {
        let corpus = read(&data, jobs);
        let kept = kept(&corpus);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs)
            .build()
            .unwrap();
        pool.install(|| {
            let rows = aggregate(&corpus, &kept, &AggregateOptions::default());
            let selection = select(&rows, &Frequency, &SelectOptions::default()).unwrap();
            let built = keyed(
                selection,
                &KeyChoice::Seed {
                    first: 0,
                    layout: Layout::Full,
                },
            )
            .unwrap();
            let mut csv = Vec::new();
            write_book_csv(&mut csv, &built.rows, false).unwrap();
            let summary = summarise(
                &rows,
                &built,
                &Asked {
                    entries: 512,
                    key_table: None,
                },
            );
            (
                built.book.encode(),
                csv,
                built.keys.keys.bytes().to_vec(),
                summary,
            )
        })
    };
    let (bytes, csv, table, summary) = book(1);
    assert_eq!(
        (bytes.len(), summary.entries, summary.bytes),
        (3_072, 512, 3_072)
    );
    let read_back = read_book_csv(&csv).unwrap();
    assert_eq!(read_back.book.encode(), bytes);
    let mut again = Vec::new();
    write_book_csv(&mut again, &read_back.rows, false).unwrap();
    assert_eq!(again, csv);
    assert_eq!(book(3), (bytes, csv, table, summary));
}

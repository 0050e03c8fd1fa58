//! What several test files need.
#![allow(dead_code, reason = "each test file uses a part")]

pub(crate) mod positions;
pub(crate) mod teacher;

use joban_csa_parse::{Parser, RawRecord, ReadOptions, Record, Split, split_records};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A case by its id.
pub(crate) fn case(text: &str, id: &str) -> serde_json::Value {
    cases(text)
        .find(|case| case["id"] == id)
        .unwrap_or_else(|| panic!("no case {id}"))
}

/// All cases of a file.
pub(crate) fn cases(text: &str) -> impl Iterator<Item = serde_json::Value> + '_ {
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a case is JSON"))
}

/// One `#[test]` for each id, and one that no id of the file is without a test.
#[macro_export]
macro_rules! case_tests {
    ($file:expr, $run:path, $($name:ident = $id:literal),+ $(,)?) => {
        $(
            #[test]
            fn $name() {
                $run(&common::case($file, $id));
            }
        )+

        #[test]
        fn every_case_has_a_test() {
            let tested = [$($id),+];
            for case in common::cases($file) {
                let id = case["id"].as_str().expect("an id").to_owned();
                assert!(tested.contains(&id.as_str()), "no test for {id}");
            }
        }
    };
}

/// Whether the long forms of tests are asked for.
pub(crate) fn slow() -> bool {
    std::env::var_os("JOBAN_SLOW").is_some_and(|value| value == "1")
}

/// The folder of shared data, or `None` with one printed line.
#[expect(clippy::print_stderr, reason = "says what is not tested here")]
pub(crate) fn shared(test: &str) -> Option<PathBuf> {
    let default = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let folder = std::env::var_os("JOBAN_SHARED")
        .map_or_else(default, PathBuf::from)
        .join("data");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!(
        "skipped: {test}: no shared data at {} (set JOBAN_SHARED)",
        folder.display()
    );
    None
}

/// All record files below a folder, sorted.
pub(crate) fn record_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "csa") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Parses every record of some bytes, and gives each with its parse result.
pub(crate) fn for_each_record(bytes: &[u8], name: &str, each: &mut dyn FnMut(&Record, bool)) {
    let opts = ReadOptions::default();
    let label: Arc<str> = Arc::from(name);
    let mut raws: Vec<RawRecord> = Vec::new();
    split_records(&mut &bytes[..], &label, &opts, &mut |split| {
        if let Split::Record(raw) = split {
            raws.push(raw);
        }
        ControlFlow::Continue(())
    })
    .expect("reading from memory");
    let mut parser = Parser::new(opts);
    let mut record = Record::new();
    for raw in &raws {
        let parsed = parser.parse(raw, &mut record).is_ok();
        each(&record, parsed);
    }
}

/// Plays random games from a start and hands out every position, the start too, until `count` were seen.
pub(crate) fn random_positions(
    start: &Position,
    seed: u64,
    count: usize,
    each: &mut dyn FnMut(&Position),
) {
    let mut rng = SplitMix64::new(seed);
    let mut position = start.clone();
    for _ in 0..count {
        each(&position);
        match pick(&position, &mut rng) {
            Some(mv) if position.ply() < 400 => {
                position.play(mv).expect("a generated move is legal")
            }
            _ => position.clone_from(start),
        }
    }
}

/// A legal move by chance, `None` if there is none.
pub(crate) fn pick(position: &Position, rng: &mut SplitMix64) -> Option<Move> {
    let moves = position.legal_moves();
    moves.get(rng.below(moves.len() as u64) as usize).copied()
}

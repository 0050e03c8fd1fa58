//! Every record of the shared data, if it is there: read to the end, written and read back.

mod common;

use std::path::{Path, PathBuf};

use common::{Game, read_default};
use joban_csa_parse::{Encoding, Parser, RawRecord, ReadOptions, Record, Version, write_record};

/// Folders whose records are all sound.
const SOUND: [&str; 10] = [
    "floodgate",
    "floodgate-variants",
    "wcsc28",
    "gps-shogi",
    "engine-matches",
    "alphazero-elmo",
    "pro",
    "server-rules",
    "one-line",
    "positions",
];

#[expect(clippy::print_stderr, reason = "says what is not tested here")]
fn shared() -> Option<PathBuf> {
    let folder = std::env::var_os("JOBAN_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
        PathBuf::from,
    );
    let data = folder.join("data");
    if data.is_dir() {
        return Some(data);
    }
    eprintln!("skipped: no shared data in {}", folder.display());
    None
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

fn games(data: &Path, folder: &str) -> Vec<(PathBuf, Vec<Game>)> {
    let mut paths = Vec::new();
    files(&data.join(folder), &mut paths);
    paths
        .into_iter()
        .map(|path| {
            let file = read_default(&std::fs::read(&path).expect("a readable file"));
            assert!(
                file.problems.is_empty() && file.warnings.is_empty(),
                "{}",
                path.display()
            );
            (path, file.games)
        })
        .collect()
}

#[test]
fn sound_records_are_read_to_the_end() {
    let Some(data) = shared() else { return };
    let mut count = 0;
    for folder in SOUND {
        for (path, games) in games(&data, folder) {
            assert!(!games.is_empty(), "{}", path.display());
            for game in games {
                assert_eq!(game.error, None, "{}", path.display());
                count += 1;
            }
        }
    }
    assert!(count >= 407, "{count} games");
}

#[test]
fn every_record_survives_writing() {
    let Some(data) = shared() else { return };
    let mut parser = Parser::new(ReadOptions::default());
    let mut again = Record::new();
    for folder in SOUND.into_iter().chain(["format"]) {
        for (path, games) in games(&data, folder) {
            for game in games.into_iter().filter(|g| g.error.is_none()) {
                let mut text = String::new();
                write_record(&game.record, Version::V30, &mut text).expect("it can be written");
                let raw = RawRecord::from_bytes("w", text.as_bytes());
                let read = parser.parse(&raw, &mut again);
                assert_eq!(read, Ok(()), "{}", path.display());
                assert!(game.record.same_game(&again), "{}", path.display());
            }
        }
    }
}

#[test]
fn encodings_are_recognised() {
    let Some(data) = shared() else { return };
    let all: Vec<_> = SOUND
        .into_iter()
        .flat_map(|folder| games(&data, folder))
        .collect();
    let count = |wanted: Encoding| {
        let is = |game: &Game| game.record.encoding == Some(wanted);
        all.iter()
            .flat_map(|(_, games)| games)
            .filter(|g| is(g))
            .count()
    };
    assert_eq!(count(Encoding::EucJp), 1);
    assert_eq!(count(Encoding::ShiftJis), 13);
    assert!(count(Encoding::Utf8) >= 200);
}

//! Every record of the shared data that is a played game replays from start to end.

mod common;

use joban_engine::rules::Replay;

/// Folders of played games.
const FOLDERS: [&str; 8] = [
    "floodgate",
    "wcsc28",
    "gps-shogi",
    "engine-matches",
    "alphazero-elmo",
    "pro",
    "server-rules",
    "one-line",
];

/// Records that are known to be broken, as (end of the path, number of the record): a sign on the wrong turn.
const BROKEN: [(&str, usize); 1] = [("one-line/book_anti.csa", 3)];

#[test]
fn played_games_replay_to_their_end() {
    let Some(data) = common::shared("records replay") else {
        return;
    };
    let (mut games, mut plies, mut wrong) = (0, 0, Vec::new());
    for path in FOLDERS
        .iter()
        .flat_map(|folder| common::record_files(&data.join(folder)))
    {
        let name = path.to_string_lossy().into_owned();
        let mut number = 0;
        let mut replay = Replay::new();
        common::for_each_record(
            &std::fs::read(&path).expect("a readable file"),
            &name,
            &mut |record, parsed| {
                let broken = BROKEN
                    .iter()
                    .any(|&(end, bad)| name.ends_with(end) && bad == number);
                let result = replay.run(record, |_, _, _| plies += 1);
                if (parsed && result.is_ok()) == broken {
                    wrong.push(format!("{name} game {number}: parsed {parsed}, {result:?}"));
                }
                games += 1;
                number += 1;
            },
        );
    }
    println!("{games} games, {plies} plies");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Nothing in the shared data makes the engine panic, whatever the parser hands on.
#[test]
fn no_record_panics() {
    let Some(data) = common::shared("records without panic") else {
        return;
    };
    let mut replay = Replay::new();
    for path in common::record_files(&data) {
        let bytes = std::fs::read(&path).expect("a readable file");
        common::for_each_record(&bytes, &path.to_string_lossy(), &mut |record, _| {
            if let Err(broken) = replay.run(record, |_, _, _| {}) {
                assert!(!broken.issue.reason.is_empty());
                assert_eq!(broken.good_plies, replay.moves().len());
            }
        });
    }
}

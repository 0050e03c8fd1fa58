//! The judge with a real engine: Debian's fairy-stockfish.

mod common;

use common::{entry, words};
use joban_book_verify::{Entry, Judge, JudgeSettings};
use joban_engine::teacher::{Limit, Pool, Teacher, TeacherConfig, Unattended};
use joban_engine::usi::EngineCommand;

const PROGRAM: &str = "/usr/games/fairy-stockfish";

/// Four sound moves, a bishop given away, and one not retaken.
fn book() -> Vec<Entry> {
    vec![
        entry(0, "", "7g7f"),
        entry(1, "", "2g2f"),
        entry(2, "7g7f", "3c3d"),
        entry(3, "7g7f 3c3d", "2g2f"),
        entry(4, "7g7f 3c3d", "8h5e"),
        entry(5, "7g7f 3c3d 8h2b+", "8c8d"),
    ]
}

fn grades(processes: usize) -> Vec<String> {
    let mut config = TeacherConfig::new(EngineCommand::new(PROGRAM));
    config.processes = processes;
    let mut pool = Pool::start(&config).expect("fairy-stockfish is installed");
    let limit = Some(Limit::Nodes(20_000));
    let settings = JudgeSettings::of_profile(pool.profile(), limit, 3);
    let mut judge = Judge::new(&book(), settings);
    pool.run(&mut judge, &mut Unattended)
        .expect("the engine answers");
    words(&judge.finish())
}

#[test]
fn a_real_engine_finds_the_blunders_and_no_others() {
    let one = grades(1);
    assert_eq!(one[4..], ["blunder", "blunder"]);
    assert!(
        one[..4]
            .iter()
            .all(|word| word != "blunder" && word != "doubtful"),
        "{one:?}"
    );
    assert_eq!(grades(2), one);
}

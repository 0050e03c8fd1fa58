//! A real engine behind a log: a second run asks it nothing, and logs of two machines agree.

use std::path::Path;

use joban_engine::teacher::evidence::{
    Damaged, EvidenceLog, LoggedSummary, OpenOptions, Settings, merge, run_logged, survey,
};
use joban_engine::teacher::{Answer, Limit, Pool, Query, Teacher, TeacherConfig, Unattended};

use crate::common::teacher::{fairy_stockfish, random_queries};
use crate::support::List;

fn settings() -> Settings {
    Settings::new().with_limit(Limit::Nodes(2000))
}

/// Asks through a log with so many processes.
fn ask(path: &Path, queries: &[Query], processes: usize) -> (LoggedSummary, Vec<Answer>) {
    let config = TeacherConfig {
        processes,
        ..fairy_stockfish()
    };
    let mut pool = Pool::start(&config).expect("it starts");
    let opened = EvidenceLog::open(path, pool.identity(), &settings(), OpenOptions::default());
    let (mut log, notes) = opened.expect("a log");
    assert!(notes.is_empty());
    let mut list = List::new(queries);
    let summary = run_logged(&mut log, &mut pool, &mut list, &mut Unattended).expect("a run");
    pool.quit();
    let answers = list
        .answers
        .into_iter()
        .map(|answer| answer.expect("an answer"));
    (summary, answers.collect())
}

#[test]
fn fairy_stockfish_is_asked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let queries = random_queries(5, 12, Limit::Nodes(2000));
    let (first, fresh) = ask(&at("one"), &queries[..8], 1);
    assert_eq!((first.from_log, first.teacher.answered), (0, 8));
    let (second, logged) = ask(&at("one"), &queries[..8], 2);
    assert_eq!((second.from_log, second.teacher.asked), (8, 0));
    assert_eq!(logged, fresh);
    // Another machine, with a share that overlaps.
    let (_, other) = ask(&at("two"), &queries[4..], 2);
    assert_eq!(other[..4], fresh[4..]);
    let mut all = Vec::new();
    merge(
        &[at("one"), at("two")],
        Damaged::Refuse,
        &mut all,
        &at("all"),
    )
    .expect("merged");
    std::fs::write(at("all"), all).expect("written");
    let found = survey(&at("all"), Damaged::Refuse).expect("a survey");
    let teacher = &found.teachers[0];
    assert_eq!((found.teachers.len(), teacher.questions), (1, 12));
    assert_eq!((teacher.contradictions, teacher.failures.len()), (0, 0));
    assert!(teacher.time_ms > 0, "times are noted");
    let (third, _) = ask(&at("all"), &queries, 1);
    assert_eq!((third.from_log, third.teacher.asked), (12, 0));
}

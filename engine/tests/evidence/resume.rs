//! What a run behind a log asks and what it does not; who may write.

use std::fs;

use joban_engine::teacher::evidence::{Damaged, EvidenceError, EvidenceLog, Resume, run_logged};
use joban_engine::teacher::{Control, Event, Query, Unattended};

use crate::support::{
    List, answer, bytes, count, identity, open, questions, run, run_with, settings, teacher,
};

#[test]
fn a_second_run_asks_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(60);
    let (first, notes) = run(&path, &queries);
    assert_eq!((first.from_log, first.teacher.asked), (0, 60));
    assert!(notes.is_empty());
    let before = bytes(&path);
    let (second, notes) = run(&path, &queries);
    assert_eq!((second.from_log, second.teacher.asked), (60, 0));
    assert!(second.failed_before > 0 && notes.is_empty());
    assert_eq!(bytes(&path), before);
}

#[test]
fn equal_questions_are_asked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let four: Vec<Query> = questions(4);
    let queries: Vec<Query> = (0..40).map(|i| four[i % 4].clone()).collect();
    let (mut log, _) = open(&path).expect("a log");
    let mut several = teacher().shuffled(3, 6);
    let summary = run_with(&mut log, &mut several, &queries).expect("a run");
    assert_eq!(summary.teacher.asked, 4);
    assert_eq!(summary.from_log + summary.shared, 36);
    assert!(summary.shared > 0);
    drop(log);
    assert_eq!(count(&path), 4);
}

#[test]
fn the_order_of_answers_does_not_matter() {
    let folder = tempfile::tempdir().expect("a folder");
    let queries = questions(50);
    for seed in 0..4 {
        let path = folder.path().join(seed.to_string());
        let (mut log, _) = open(&path).expect("a log");
        // The answers are compared in `run_with`.
        run_with(&mut log, &mut teacher().shuffled(seed, 4), &queries).expect("a run");
        for query in &queries {
            assert_eq!(log.answer(query).expect("a record"), Some(answer(query)));
        }
    }
}

#[test]
fn two_writers_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine.evidence");
    let (first, _) = open(&path).expect("a log");
    for resume in [Resume::RefuseMismatch, Resume::StartOver] {
        let error = EvidenceLog::open(&path, &identity(), &settings(), resume);
        let error = error.expect_err("two writers");
        assert_eq!(error.kind(), "Locked");
        let text = error.to_string();
        assert!(
            text.contains("mine.evidence") && text.contains("another process writes"),
            "{text}"
        );
    }
    drop(first);
    open(&path).expect("the lock is gone with its owner");
}

#[test]
fn starting_over_holds_off_who_had_the_old_log_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    run(&path, &questions(2));
    let early = fs::File::options()
        .write(true)
        .open(&path)
        .expect("the old log");
    let new = EvidenceLog::open(&path, &identity(), &settings(), Resume::StartOver);
    let (new, _) = new.expect("a new log");
    assert!(early.try_lock().is_err());
    drop(new);
    early.try_lock().expect("free again");
}

#[test]
fn what_is_no_log_is_left_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("notes.txt");
    for text in [
        "my notes\n",
        "my notes",
        "V2.2\nPI\n+\n",
        "{\"header\":{}}\n",
        "\n",
    ] {
        for resume in [Resume::RefuseMismatch, Resume::StartOver] {
            fs::write(&path, text).expect("written");
            let error = EvidenceLog::open(&path, &identity(), &settings(), resume);
            assert_eq!(error.expect_err(text).kind(), "NotALog");
            assert_eq!(bytes(&path), text.as_bytes());
        }
    }
}

#[test]
fn other_revisions_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    // The checksum is that of the text: made by the rule on the format page.
    let text = r#"{"header":{"format":"joban-evidence","revision":2,"later":true}}"#;
    fs::write(&path, format!("{} {text}\n", checksum(text))).expect("written");
    let error = open(&path).expect_err("revision 2");
    assert!(
        matches!(error, EvidenceError::UnsupportedRevision { found: 2, .. }),
        "{error}"
    );
}

fn checksum(text: &str) -> String {
    use sha2::{Digest, Sha256};
    let digest = Sha256::digest(text);
    digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn a_record_is_in_the_log_before_the_asker_sees_the_answer() {
    struct Looking<'a>(List, &'a std::path::Path, usize);
    impl joban_engine::teacher::Asker for Looking<'_> {
        fn next(&mut self) -> Option<(joban_engine::teacher::Ticket, Query)> {
            self.0.next()
        }
        fn take(
            &mut self,
            ticket: joban_engine::teacher::Ticket,
            answer: joban_engine::teacher::Answer,
        ) {
            self.2 += 1;
            let lines = bytes(self.1).iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(lines, self.2 + 2, "header, teacher, answers");
            self.0.take(ticket, answer);
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let (mut log, _) = open(&path).expect("a log");
    let mut asker = Looking(List::new(&questions(20)), &path, 0);
    run_logged(&mut log, &mut teacher(), &mut asker, &mut Unattended).expect("a run");
    assert_eq!(asker.2, 20);
}

#[test]
fn a_log_can_be_read_while_it_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(10);
    let (mut log, _) = open(&path).expect("a log");
    run_with(&mut log, &mut teacher(), &queries).expect("a run");
    if cfg!(windows) {
        // There a lock keeps readers out too.
        drop(log);
    }
    let (mut reading, _) = EvidenceLog::open_readonly(&path, None, Damaged::Refuse).expect("a log");
    assert_eq!(
        reading.answer(&queries[3]).expect("a record"),
        Some(answer(&queries[3]))
    );
    let error = reading.append(&queries[3], &answer(&queries[3]), 1);
    assert_eq!(error.expect_err("reading only").kind(), "ReadOnly");
}

#[test]
fn whoever_watches_sees_answers_from_the_log_and_can_end_them() {
    struct Budget(usize);
    impl Control for Budget {
        fn go_on(&mut self) -> bool {
            self.0 > 0
        }
        fn event(&mut self, event: Event) {
            self.0 -= usize::from(matches!(event, Event::FromLog { .. }));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(20);
    run(&path, &queries);
    for (budget, expected) in [(5, 5), (20, 20), (100, 20)] {
        let (mut log, _) = open(&path).expect("a log");
        let mut list = List::new(&queries);
        let mut control = Budget(budget);
        let summary = run_logged(&mut log, &mut teacher(), &mut list, &mut control).expect("a run");
        assert_eq!((summary.from_log, summary.teacher.asked), (expected, 0));
        assert_eq!(budget - control.0, expected);
        assert_eq!(summary.teacher.stopped, budget <= 20);
    }
}

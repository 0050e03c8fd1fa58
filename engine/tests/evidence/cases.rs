//! The cases robust-008, robust-009 and robust-010, and the part of usi-015 that concerns the journal: a position
//! that crashes the engine is marked as failed.

use std::fs;

use joban_engine::teacher::evidence::{EvidenceError, EvidenceLog, OpenOptions, Resume, Settings};
use joban_engine::teacher::fake::{FakeTeacher, failed};
use joban_engine::teacher::{FailureKind, Limit, Unattended};
use serde_json::Value;

use crate::support::{
    List, bytes, count, identity, open, questions, run, run_with, settings, teacher,
};

fn case(id: &str) -> Value {
    let cases = include_str!("../../../tests/cases/robust.jsonl");
    cases
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a case"))
        .find(|case| case["id"] == id)
        .expect("a case of this id")
}

fn input(case: &Value) -> Value {
    serde_json::from_str(case["input"].as_str().expect("a text")).expect("JSON")
}

#[test]
fn robust_008() {
    let input = input(&case("robust-008"));
    let folder = tempfile::tempdir().expect("a folder");
    let queries = questions(input["total"].as_u64().expect("a number") as usize);
    let unbroken = folder.path().join("unbroken");
    run(&unbroken, &queries);
    for killed in input["kill_after_records"].as_array().expect("a list") {
        let killed = killed.as_u64().expect("a number") as usize;
        let path = folder.path().join(format!("killed-{killed}"));
        {
            let (mut log, _) = open(&path).expect("a log");
            let mut list = List::new(&queries);
            let mut dying = teacher().crash_after(killed);
            let run = joban_engine::teacher::evidence::run_logged(
                &mut log,
                &mut dying,
                &mut list,
                &mut Unattended,
            );
            assert!(run.is_err());
        }
        // What a kill in the middle of a write leaves.
        let mut torn = bytes(&path);
        let half = &bytes(&unbroken)[torn.len()..][..40];
        torn.extend(half);
        fs::write(&path, &torn).expect("written");
        let (summary, notes) = run(&path, &queries);
        assert_eq!(summary.from_log, killed, "nothing twice");
        assert_eq!(
            summary.teacher.asked,
            queries.len() - killed,
            "nothing missing"
        );
        assert_eq!(notes.len(), 1);
        assert_eq!(notes[0].kind(), "TruncatedInput");
        assert_eq!(bytes(&path), bytes(&unbroken), "killed after {killed}");
    }
}

#[test]
fn robust_009() {
    let case = case("robust-009");
    let input = input(&case);
    let depth = |run: &str| {
        let depth = input[run]["depth"].as_u64().expect("a depth") as u32;
        Settings::new().with_limit(Limit::Depth(depth))
    };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let open = |settings: &Settings, resume: Resume| {
        EvidenceLog::open(&path, &identity(), settings, resume)
    };
    {
        let (mut log, _) = open(&depth("first"), Resume::RefuseMismatch).expect("a log");
        run_with(&mut log, &mut teacher(), &questions(3)).expect("a run");
    }
    let first = bytes(&path);
    let error = open(&depth("resume"), Resume::RefuseMismatch).expect_err("other settings");
    assert_eq!(error.kind(), case["expect"]["error"]["kind"]);
    let EvidenceError::ResumeMismatch {
        what, before, now, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!(what.as_str(), case["expect"]["error"]["what"]);
    assert_eq!((before.as_str(), now.as_str()), ("`10`", "`12`"));
    assert_eq!(bytes(&path), first, "nothing is changed");
    // Starting over is an option of its own, and keeps the old log.
    let (log, notes) = open(&depth("resume"), Resume::StartOver).expect("a new log");
    assert!(log.is_empty());
    assert_eq!(notes[0].kind(), "StartedOver");
    drop(log);
    assert_eq!(bytes(&folder.path().join("log.old-1")), first);
    let (log, _) = open(&depth("resume"), Resume::RefuseMismatch).expect("the new log");
    drop(log);
    open(&depth("first"), Resume::StartOver).expect("a third log");
    assert_eq!(bytes(&folder.path().join("log.old-1")), first);
    assert!(folder.path().join("log.old-2").exists());
}

#[test]
fn robust_009_another_teacher() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    run(&path, &questions(2));
    let mut other = identity();
    other
        .options_sent
        .push(("Hash".to_owned(), Some("32".to_owned())));
    let error = EvidenceLog::open(&path, &other, &settings(), OpenOptions::default());
    let text = error.expect_err("another teacher").to_string();
    assert!(text.contains("teacher options 1 was (not set)"), "{text}");
    let (mut log, _) = open(&path).expect("a log");
    let mut wrong = teacher().identity(other);
    let error = run_with(&mut log, &mut wrong, &questions(2)).expect_err("another teacher");
    assert!(
        error.to_string().contains("opened for the teacher"),
        "{error}"
    );
}

#[test]
fn robust_010() {
    let case = case("robust-010");
    let text = case["input"].as_str().expect("a text");
    let records = case["expect"]["records"].as_u64().expect("a number") as usize;
    let half = text.lines().nth(records).expect("a half line");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    // The header and the teacher are lines too, so that one answer makes three lines and two make four.
    let queries = questions(4);
    for tail in [
        half.as_bytes(),
        &[0; 4096],
        b"{\"id\":3,\"c\0\0\0\0",
        b"\0\0\0\n",
        b"\n",
    ] {
        let _ = fs::remove_file(&path);
        run(&path, &queries[..records]);
        let whole = bytes(&path);
        fs::write(&path, [&whole[..], tail].concat()).expect("written");
        let (log, notes) = open(&path).expect("a log");
        assert_eq!(log.len(), records);
        drop(log);
        assert_eq!(bytes(&path), whole, "the tail is cut");
        let line = records as u64 + 3;
        let text = notes[0].to_string();
        assert!(
            notes.len() == 1 && text.contains(&format!("line {line}: TruncatedInput")),
            "{text}"
        );
        run(&path, &queries);
        assert_eq!(count(&path), queries.len());
    }
}

#[test]
fn usi_015_the_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(1);
    let crash = || FakeTeacher::new(|_| failed(FailureKind::EngineCrash));
    let ask = |options: OpenOptions, mut teacher: FakeTeacher| {
        let opened = EvidenceLog::open(&path, &identity(), &settings(), options);
        let (mut log, _) = opened.expect("a log");
        let mut list = List::new(&queries);
        let summary = joban_engine::teacher::evidence::run_logged(
            &mut log,
            &mut teacher,
            &mut list,
            &mut Unattended,
        );
        (
            summary.expect("a run"),
            list.answers.remove(0).expect("an answer"),
        )
    };
    let (summary, answer) = ask(OpenOptions::default(), crash());
    assert_eq!(summary.teacher.failed, 1);
    assert_eq!(
        answer.expect_err("a failure").kind,
        FailureKind::EngineCrash
    );
    // A second run asks nothing, and the question is still a failure.
    let (summary, answer) = ask(OpenOptions::default(), teacher());
    assert_eq!(
        (
            summary.from_log,
            summary.failed_before,
            summary.teacher.asked
        ),
        (1, 1, 0)
    );
    assert!(answer.is_err());
    let retry = OpenOptions {
        retry_failed: true,
        ..OpenOptions::default()
    };
    let (summary, answer) = ask(retry, crash());
    assert_eq!((summary.from_log, summary.teacher.asked), (0, 1));
    assert!(answer.is_err());
    let (summary, answer) = ask(
        retry,
        FakeTeacher::new(|_| Ok(joban_engine::teacher::fake::found(3, &[]))),
    );
    assert_eq!(summary.teacher.answered, 1);
    assert!(answer.is_ok());
    // From now on the answer counts; all records are kept.
    let (summary, answer) = ask(retry, crash());
    assert_eq!((summary.from_log, summary.failed_before), (1, 0));
    assert!(answer.is_ok());
    assert_eq!(count(&path), 3);
}

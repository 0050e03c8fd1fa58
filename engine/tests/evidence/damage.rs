//! Logs cut and damaged anywhere.

use std::fs;

use joban_engine::teacher::Query;
use joban_engine::teacher::evidence::{
    Damaged, EvidenceLog, EvidenceReader, OpenOptions, Resume, survey,
};
use proptest::prelude::*;

use crate::support::{answer, bytes, identity, open, questions, run, settings};

fn skip() -> OpenOptions {
    OpenOptions {
        damaged: Damaged::Skip,
        ..OpenOptions::default()
    }
}

#[test]
fn cut_at_every_byte_and_resumed_the_log_equals_the_unbroken_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(2);
    run(&path, &queries);
    let whole = bytes(&path);
    let ends: Vec<usize> = (1..=whole.len())
        .filter(|&end| whole[end - 1] == b'\n')
        .collect();
    assert_eq!(ends.len(), 4);
    for cut in 0..whole.len() {
        fs::write(&path, &whole[..cut]).expect("written");
        let (summary, notes) = run(&path, &queries);
        let complete = ends.iter().filter(|&&end| end <= cut).count();
        assert_eq!(summary.from_log, complete.saturating_sub(2), "cut at {cut}");
        let torn = cut > 0 && !ends.contains(&cut);
        assert_eq!(notes.len(), usize::from(torn), "cut at {cut}");
        assert!(bytes(&path) == whole, "cut at {cut}");
    }
}

#[test]
fn nuls_from_any_byte_on_are_cut_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(2);
    run(&path, &queries);
    let whole = bytes(&path);
    for cut in (0..whole.len()).step_by(37) {
        let mut nuls = whole.clone();
        nuls[cut..].fill(0);
        fs::write(&path, &nuls).expect("written");
        let (_, notes) = run(&path, &queries);
        assert_eq!(notes.len(), 1, "NULs from {cut}");
        assert!(bytes(&path) == whole, "NULs from {cut}");
    }
}

#[test]
fn a_damaged_line_in_the_middle_is_an_error_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let queries = questions(5);
    run(&path, &queries);
    let mut damaged = bytes(&path);
    let starts: Vec<usize> = (0..damaged.len())
        .filter(|&at| damaged[at] == b'\n')
        .collect();
    damaged[starts[3] + 40] ^= 1;
    fs::write(&path, &damaged).expect("written");
    for resume in [
        open(&path).map(drop),
        survey(&path, Damaged::Refuse).map(drop),
    ] {
        let error = resume.expect_err("damage");
        assert_eq!(error.kind(), "DamagedLine");
        let text = error.to_string();
        assert!(
            text.contains("line 5") && text.contains("checksum") && text.contains("skip"),
            "{text}"
        );
    }
    assert!(bytes(&path) == damaged, "nothing is changed");
    // On request the line is passed over: its question is asked again, and the line stays.
    let (log, notes) = EvidenceLog::open(&path, &identity(), &settings(), skip()).expect("a log");
    assert_eq!(
        (log.len(), notes.len(), notes[0].kind()),
        (4, 1, "DamagedLine")
    );
    drop(log);
    assert!(bytes(&path) == damaged);
    // Starting over works in any case.
    let new = EvidenceLog::open(&path, &identity(), &settings(), Resume::StartOver);
    assert!(new.expect("a new log").0.is_empty());
}

#[test]
fn a_damaged_header_is_told_with_its_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    run(&path, &questions(1));
    let mut damaged = bytes(&path);
    let end = damaged
        .iter()
        .position(|&byte| byte == b'\n')
        .expect("a line");
    damaged[end - 5] ^= 4;
    fs::write(&path, &damaged).expect("written");
    let text = open(&path).expect_err("damage").to_string();
    assert!(text.contains("line 1"), "{text}");
    let new = EvidenceLog::open(&path, &identity(), &settings(), Resume::StartOver);
    assert!(new.expect("a new log").0.is_empty());
}

/// Opens bytes as a log in every way; what is found must be right, whatever the bytes are.
fn look(path: &std::path::Path, input: &[u8], queries: &[Query]) {
    for options in [OpenOptions::default(), skip()] {
        fs::write(path, input).expect("written");
        if let Ok(mut reader) = EvidenceReader::open(path, options.damaged) {
            while let Ok(Some(_)) = reader.next_record() {}
        }
        let _ = survey(path, options.damaged);
        let Ok((mut log, _)) = EvidenceLog::open(path, &identity(), &settings(), options) else {
            assert!(bytes(path) == input, "a refused log is not changed");
            continue;
        };
        for query in queries {
            if let Ok(Some(found)) = log.answer(query) {
                assert_eq!(found, answer(query), "a wrong answer");
            }
        }
    }
}

fn sample(queries: &[Query]) -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    run(&path, queries);
    bytes(&path)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_do_no_harm(noise in proptest::collection::vec(any::<u8>(), 0..400), at in 0.0..1.0f64) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let queries = questions(3);
        look(&path, &noise, &queries);
        let mut log = sample(&queries);
        let at = (log.len() as f64 * at) as usize;
        log.splice(at..at, noise.iter().copied());
        look(&path, &log, &queries);
    }

    #[test]
    fn changed_logs_never_give_a_wrong_answer(
        edits in proptest::collection::vec((0.0..1.0f64, 0usize..80, proptest::collection::vec(any::<u8>(), 0..3)), 1..4),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("log");
        let queries = questions(4);
        let mut log = sample(&queries);
        for (at, length, new) in edits {
            let at = (log.len() as f64 * at) as usize;
            let end = (at + length).min(log.len());
            log.splice(at..end, new);
        }
        look(&path, &log, &queries);
    }
}

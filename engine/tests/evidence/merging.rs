//! Logs of several machines, put together in any order.

use std::fs;
use std::path::{Path, PathBuf};

use joban_engine::teacher::evidence::{
    Damaged, EvidenceError, EvidenceLog, EvidenceReader, OpenOptions, RowChoice, compact, merge,
    rows, survey,
};
use joban_engine::teacher::fake::{failed, found_at};
use joban_engine::teacher::shard::Shard;
use joban_engine::teacher::{Answer, FailureKind, Found, Identity, Program, Query};
use joban_engine::usi::{Bound, Score};

use crate::support::{answer, bytes, count, identity, open, questions, run, settings};

fn merged(logs: &[PathBuf], to: &Path) -> Vec<u8> {
    let mut out = Vec::new();
    merge(logs, Damaged::Refuse, &mut out, to).expect("merged");
    fs::write(to, &out).expect("written");
    out
}

/// An answer of some depth and nodes, to be told apart from [`answer`].
fn other(query: &Query, depth: u32, nodes: u64) -> Answer {
    let Found {
        bestmove, lines, ..
    } = match answer(query) {
        Ok(found) => found,
        Err(_) => found_at(&[(1, &[])]),
    };
    let mut block = lines.clone();
    block.iter_mut().for_each(|line| line.depth = Some(depth));
    Ok(Found {
        bestmove,
        complete: vec![joban_engine::usi::Block {
            depth,
            lines: block.clone(),
        }],
        lines: block,
        expected_lines: 2,
        nodes: Some(nodes),
        warnings: Vec::new(),
    })
}

/// Four logs that overlap: other answers, failures, other times, another teacher.
fn logs(folder: &Path) -> Vec<PathBuf> {
    let queries = questions(16);
    let paths: Vec<PathBuf> = (0..4).map(|i| folder.join(format!("log-{i}"))).collect();
    for (i, path) in paths.iter().enumerate() {
        let teacher = match i {
            3 => Identity::named("Other", "other"),
            _ => identity(),
        };
        let settings = settings().with("input", i % 2);
        let opened = EvidenceLog::open(path, &teacher, &settings, OpenOptions::default());
        let (mut log, _) = opened.expect("a log");
        for (n, query) in queries.iter().enumerate().skip(i * 2).take(10) {
            let given = match (n + i) % 4 {
                0 => answer(query),
                1 => other(query, 8 + i as u32, 500),
                2 => other(query, 9, 100 * i as u64),
                _ => failed(FailureKind::ALL[i]),
            };
            log.append(query, &given, i as u64).expect("appended");
            if n % 5 == 0 {
                log.append(query, &given, i as u64).expect("appended");
            }
        }
    }
    paths
}

fn permutations(items: &[PathBuf]) -> Vec<Vec<PathBuf>> {
    if items.len() < 2 {
        return vec![items.to_vec()];
    }
    let mut all = Vec::new();
    for at in 0..items.len() {
        let mut rest = items.to_vec();
        let first = rest.remove(at);
        all.extend(permutations(&rest).into_iter().map(|mut tail| {
            tail.insert(0, first.clone());
            tail
        }));
    }
    all
}

#[test]
fn any_order_gives_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = logs(folder.path());
    let out = folder.path().join("out");
    for number in 2..=4 {
        let expected = merged(&paths[..number], &out);
        for order in permutations(&paths[..number]) {
            assert!(merged(&order, &out) == expected, "{order:?}");
        }
    }
}

#[test]
fn any_grouping_gives_the_same_bytes_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = logs(folder.path());
    let at = |name: &str| folder.path().join(name);
    let all = merged(&paths, &at("all"));
    merged(&paths[..2], &at("ab"));
    merged(&paths[2..], &at("cd"));
    assert!(merged(&[at("cd"), at("ab")], &at("x")) == all);
    assert!(
        merged(
            &[at("all"), at("ab"), paths[3].clone(), at("all")],
            &at("x")
        ) == all
    );
    assert!(merged(&[at("all")], &at("x")) == all);
    let all = String::from_utf8(all).expect("UTF-8");
    for path in &paths {
        let text = fs::read_to_string(path).expect("a log");
        for line in text.lines().skip(1) {
            assert!(all.lines().any(|other| other == line), "{line}");
        }
    }
}

#[test]
fn what_counts_is_the_same_in_every_order_and_after_compaction() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = logs(folder.path());
    let (all, small) = (folder.path().join("all"), folder.path().join("small"));
    merged(&paths, &all);
    let mut out = Vec::new();
    let summary = compact(&all, Damaged::Refuse, &mut out, &small).expect("compacted");
    fs::write(&small, out).expect("written");
    let dropped = summary.answers + summary.failures + summary.same;
    assert_eq!(summary.kept + dropped, count(&all) as u64);
    assert_eq!(summary.kept, count(&small) as u64);
    assert!(
        summary.answers > 0 && summary.failures > 0 && summary.same == 0,
        "{summary:?}"
    );
    // Joined in another way: one file after the other.
    let joined = folder.path().join("joined");
    let texts = paths.iter().rev().map(|path| bytes(path));
    let head = bytes(&paths[0])
        .split(|&b| b == b'\n')
        .next()
        .expect("a header")
        .to_vec();
    let tails = texts.map(|text| {
        text.splitn(2, |&b| b == b'\n')
            .nth(1)
            .expect("records")
            .to_vec()
    });
    fs::write(
        &joined,
        [head, b"\n".to_vec(), tails.collect::<Vec<_>>().concat()].concat(),
    )
    .expect("written");
    for teacher in [identity(), Identity::named("Other", "other")] {
        let digest = teacher.digest();
        let answers = [&all, &small, &joined].map(|path| {
            let log = EvidenceLog::open_readonly(path, Some(&digest), Damaged::Refuse);
            let mut log = log.expect("a log").0;
            questions(16)
                .iter()
                .map(|q| log.answer(q).expect("a record"))
                .collect::<Vec<_>>()
        });
        assert!(answers[0].iter().flatten().count() >= 10);
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], answers[2]);
    }
    let again = folder.path().join("again");
    let mut out = Vec::new();
    compact(&small, Damaged::Refuse, &mut out, &again).expect("compacted");
    assert!(out == bytes(&small), "compacting twice changes nothing");
}

#[test]
fn exact_before_bound_then_depth_nodes_and_digest() {
    let folder = tempfile::tempdir().expect("a folder");
    let query = questions(8)
        .into_iter()
        .find(|q| answer(q).is_ok())
        .expect("one with an answer");
    let mut bound = other(&query, 30, 9000).expect("an answer");
    bound.complete.clear();
    bound.lines[0].bound = Bound::Lower;
    let mut twin = other(&query, 12, 700).expect("an answer");
    twin.lines[0].score = Score::Cp(-77);
    let rising = [
        failed(FailureKind::EngineCrash),
        Ok(bound),
        other(&query, 11, 9000),
        other(&query, 12, 600),
        other(&query, 12, 700),
        other(&query, 12, 701),
    ];
    for reversed in [false, true] {
        let path = folder.path().join(format!("log-{reversed}"));
        let (mut log, _) = open(&path).expect("a log");
        let mut order: Vec<&Answer> = rising.iter().collect();
        if reversed {
            order.reverse();
        }
        for given in order {
            log.append(&query, given, 1).expect("appended");
            if !reversed {
                assert_eq!(log.answer(&query).expect("a record").as_ref(), Some(given));
            }
        }
        assert_eq!(
            log.answer(&query).expect("a record"),
            Some(rising[5].clone())
        );
        drop(log);
        // The same from the file.
        let (mut log, _) = open(&path).expect("a log");
        assert_eq!(
            log.answer(&query).expect("a record"),
            Some(rising[5].clone())
        );
    }
    // Of two that are equal in all that, one counts, and the same one in both orders.
    let twins = [other(&query, 12, 700), Ok(twin)];
    let picked = [[0, 1], [1, 0]].map(|order| {
        let path = folder.path().join(format!("twins-{}", order[0]));
        let (mut log, _) = open(&path).expect("a log");
        for at in order {
            log.append(&query, &twins[at], 1).expect("appended");
        }
        log.answer(&query).expect("a record")
    });
    assert_eq!(picked[0], picked[1]);
}

#[test]
fn records_that_differ_in_time_only_are_one_when_compacted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let query = &questions(1)[0];
    let (mut log, _) = open(&path).expect("a log");
    for time in [30, 20, 10] {
        log.append(query, &answer(query), time).expect("appended");
    }
    drop(log);
    let out = folder.path().join("all");
    merged(std::slice::from_ref(&path), &out);
    assert_eq!(count(&out), 3, "merging keeps them all");
    let mut small = Vec::new();
    let summary = compact(&path, Damaged::Refuse, &mut small, &out).expect("compacted");
    assert_eq!((summary.kept, summary.same), (1, 2));
}

#[test]
fn teachers_whose_program_is_not_known_are_not_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let mut bridge = identity();
    bridge.program = Program::NotHashed("ssh host engine".to_owned());
    let opened = EvidenceLog::open(&path, &bridge, &settings(), OpenOptions::default());
    drop(opened.expect("a log"));
    let error = merge(
        std::slice::from_ref(&path),
        Damaged::Refuse,
        &mut Vec::new(),
        Path::new("out"),
    );
    let error = error.expect_err("nobody knows who it is");
    assert!(matches!(error, EvidenceError::Uncertain { .. }));
    assert!(error.to_string().contains("--teacher-id"), "{error}");
    compact(&path, Damaged::Refuse, &mut Vec::new(), Path::new("out"))
        .expect("one machine's own log");
}

#[test]
fn a_log_that_is_being_written_is_not_merged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let (log, _) = open(&path).expect("a log");
    let error = merge(
        std::slice::from_ref(&path),
        Damaged::Refuse,
        &mut Vec::new(),
        Path::new("out"),
    );
    assert_eq!(error.expect_err("locked").kind(), "Locked");
    drop(log);
}

#[test]
fn shards_merged_are_gone_on_with_and_ask_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let queries = questions(60);
    let mut paths = Vec::new();
    for number in 1..=3 {
        let shard = Shard::new(number, 3).expect("a shard");
        let own: Vec<Query> = queries
            .iter()
            .filter(|q| shard.holds(q.sfen()))
            .cloned()
            .collect();
        assert!(!own.is_empty());
        let path = folder.path().join(format!("shard-{number}"));
        run(&path, &own);
        paths.push(path);
    }
    let all = folder.path().join("all");
    merged(&paths, &all);
    let (summary, _) = run(&all, &queries);
    assert_eq!((summary.from_log, summary.teacher.asked), (60, 0));
    // A log of runs with several settings is gone on with under each of them, and no others.
    let mixed = folder.path().join("mixed");
    merged(&logs(folder.path()), &mixed);
    for input in 0..2 {
        let settings = settings().with("input", input);
        EvidenceLog::open(&mixed, &identity(), &settings, OpenOptions::default())
            .expect("one of its runs");
    }
    let error = open(&mixed).expect_err("none of its runs").to_string();
    assert!(
        error.contains("input was `0`") && error.contains("is (not set) now"),
        "{error}"
    );
}

#[test]
fn a_survey_counts_what_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = logs(folder.path());
    let all = folder.path().join("all");
    merged(&paths, &all);
    let found = survey(&all, Damaged::Refuse).expect("a survey");
    assert_eq!((found.runs.len(), found.teachers.len()), (3, 2));
    let records: u64 = found
        .teachers
        .iter()
        .map(|teacher| teacher.answers + teacher.failures.values().sum::<u64>())
        .sum();
    assert_eq!(records, count(&all) as u64);
    let fake = found
        .teachers
        .iter()
        .find(|t| t.identity == identity())
        .expect("the teacher");
    assert_eq!((fake.positions, fake.questions), (14, 14));
    assert!(fake.contradictions > 0);
    assert_eq!(
        fake.limits.values().sum::<u64>(),
        fake.answers + fake.failures.values().sum::<u64>()
    );
}

#[test]
fn rows_hold_the_deepest_complete_depth() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    run(&path, &questions(20));
    let mut reader = EvidenceReader::open(&path, Damaged::Refuse).expect("a log");
    let mut seen = 0;
    while let Some((_, evidence)) = reader.next_answer().expect("a record") {
        let deepest = rows(&evidence, RowChoice::Deepest);
        match &evidence.answer {
            Ok(_) => {
                assert!(
                    deepest
                        .iter()
                        .all(|row| row.depth == Some(10) && row.complete)
                );
                assert_eq!(deepest.len(), 2);
                assert_eq!(rows(&evidence, RowChoice::AllDepths).len(), 3);
            }
            Err(_) => assert_eq!(deepest[0].failure, Some("EngineCrash")),
        }
        for row in &deepest {
            let line = joban_engine::teacher::evidence::csv_line(row);
            assert_eq!(
                line.split(',').count(),
                joban_engine::teacher::evidence::COLUMNS.len()
            );
        }
        seen += 1;
    }
    assert_eq!(seen, 20);
}

/// Takes what is written, and does something to a log when the first byte comes: the records have been counted then.
struct Meddler<'a> {
    log: &'a Path,
    how: fn(&mut Vec<u8>),
    done: bool,
}

impl std::io::Write for Meddler<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if !std::mem::replace(&mut self.done, true) {
            let mut all = fs::read(self.log)?;
            (self.how)(&mut all);
            fs::write(self.log, all)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_log_that_changes_while_it_is_read_is_an_error() {
    // The last line's checksum, its end, and another line behind it; and two answers that change places.
    let changes: [fn(&mut Vec<u8>); 4] = [
        |all| {
            let last = all.len() - 9;
            all[last] ^= 1;
        },
        |all| all.truncate(all.len() - 40),
        |all| {
            let end = all[..all.len() - 1].iter().rposition(|byte| *byte == b'\n');
            all.extend_from_within(end.expect("several lines") + 1..);
        },
        |all| {
            let lines: Vec<&[u8]> = all.split_inclusive(|byte| *byte == b'\n').collect();
            let at = lines.len();
            let (before, last) = (lines[at - 2].to_vec(), lines[at - 1].to_vec());
            let kept = all.len() - before.len() - last.len();
            all.truncate(kept);
            all.extend([last, before].concat());
        },
    ];
    for (i, how) in changes.into_iter().enumerate() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        run(&log, &questions(12));
        let mut to = Meddler {
            log: &log,
            how,
            done: false,
        };
        let error = merge(
            std::slice::from_ref(&log),
            Damaged::Refuse,
            &mut to,
            Path::new("out"),
        );
        let error = error.expect_err("it changed");
        assert!(
            matches!(&error, EvidenceError::Changed(path) if *path == log),
            "{i}: {error}"
        );
        assert_eq!(error.kind(), "Changed");
    }
    // Whoever leaves it alone gets no error.
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    run(&log, &questions(12));
    let mut to = Meddler {
        log: &log,
        how: |_| {},
        done: false,
    };
    merge(
        std::slice::from_ref(&log),
        Damaged::Refuse,
        &mut to,
        Path::new("out"),
    )
    .expect("merged");
}

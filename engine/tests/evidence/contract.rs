//! The format as a contract: exact bytes of a log that has every field, and records that must be refused.

use std::path::Path;

use joban_engine::rules::{Move, Position};
use joban_engine::teacher::evidence::{
    Damaged, EvidenceLog, EvidenceReader, Measured, OpenOptions, Settings, is_evidence_log,
};
use joban_engine::teacher::{
    Answer, Failure, FailureKind, Found, HashedFile, Identity, Isolation, Limit, Program, Query,
};
use joban_engine::usi::{Bestmove, Block, Bound, MateSide, PvLine, Score};
use sha2::{Digest, Sha256};

const VECTOR: &str = "tests/vectors/evidence-1.log";

fn mv(usi: &str) -> Move {
    Move::from_usi(usi).expect("a move")
}

fn line(rank: u32, score: Score, bound: Bound, pv: &[&str]) -> PvLine {
    PvLine {
        rank,
        depth: Some(9),
        score,
        bound,
        nodes: Some(1000 + u64::from(rank)),
        pv: pv.iter().map(|usi| mv(usi)).collect(),
        pv_stop: None,
    }
}

fn mate(side: MateSide, plies: Option<u32>) -> Score {
    Score::Mate { side, plies }
}

fn teacher() -> Identity {
    Identity {
        id_name: "Eng \"1\" \u{5c06}\u{68cb}".to_owned(),
        program: Program::Sha256("ab".repeat(32)),
        args: vec!["-x".to_owned()],
        options_sent: vec![
            ("Hash".to_owned(), Some("16".to_owned())),
            ("Clear Hash".to_owned(), None),
        ],
        files: vec![HashedFile {
            label: "EvalDir/nn.bin".to_owned(),
            sha256: "cd".repeat(32),
        }],
        profile: "generic".to_owned(),
        isolation: Isolation::Restart,
    }
}

fn settings() -> Settings {
    Settings::new()
        .with_limit(Limit::Nodes(5000))
        .with("multipv", 3)
}

fn every_field() -> Found {
    let first = line(1, Score::Cp(-31), Bound::Exact, &["7g7f", "3c3d"]);
    let mut second = line(
        2,
        mate(MateSide::MoverLoses, Some(4)),
        Bound::Upper,
        &["2g2f"],
    );
    second.pv_stop = Some("resign".to_owned());
    let mut third = line(3, mate(MateSide::Unknown, Some(0)), Bound::Lower, &["1g1f"]);
    third.depth = None;
    third.nodes = None;
    Found {
        bestmove: Bestmove::Move(mv("7g7f")),
        complete: vec![
            Block {
                depth: 8,
                lines: vec![line(
                    1,
                    mate(MateSide::MoverWins, None),
                    Bound::Exact,
                    &["7g7f"],
                )],
            },
            Block {
                depth: 9,
                lines: vec![first.clone()],
            },
        ],
        lines: vec![first, second, third],
        expected_lines: 3,
        nodes: Some(5012),
        warnings: vec!["a \"remark\"".to_owned()],
    }
}

/// Questions with answers that use every field and every kind of value.
fn records() -> Vec<(Query, Answer, Measured)> {
    let start = Position::startpos();
    let moves = [mv("7g7f"), mv("2g2f")];
    let some = Query::from_parts(&start.sfen(), Limit::Depth(3), 1, &moves).expect("a question");
    let bare = Found {
        bestmove: Bestmove::Resign,
        complete: Vec::new(),
        lines: Vec::new(),
        expected_lines: 1,
        nodes: None,
        warnings: Vec::new(),
    };
    let failure = Failure {
        kind: FailureKind::EngineTimeout,
        reason: "no answer".to_owned(),
        tries: 3,
    };
    let measured = Measured {
        time_ms: Some(1234),
        worker: Some(1),
    };
    vec![
        (
            Query::new(&start, Limit::Nodes(5000), 3),
            Ok(every_field()),
            measured,
        ),
        (some, Ok(bare), Measured::default()),
        (
            Query::new(&start, Limit::MoveTimeMs(100), 1),
            Err(failure),
            5.into(),
        ),
    ]
}

#[test]
fn the_bytes_are_frozen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    let opened = EvidenceLog::open(&path, &teacher(), &settings(), OpenOptions::default());
    let (mut log, _) = opened.expect("a log");
    for (query, answer, measured) in records() {
        log.append(&query, &answer, measured).expect("appended");
    }
    drop(log);
    let written = std::fs::read(&path).expect("a log");
    if std::env::var_os("JOBAN_UPDATE").is_some() {
        std::fs::write(VECTOR, &written).expect("written");
    }
    let frozen = std::fs::read(VECTOR).expect("the vector");
    assert!(
        written == frozen,
        "the format has changed: that needs a new revision\n{}",
        String::from_utf8_lossy(&written)
    );
}

#[test]
fn the_frozen_bytes_are_read() {
    assert!(is_evidence_log(Path::new(VECTOR)).expect("the vector"));
    let mut reader = EvidenceReader::open(Path::new(VECTOR), Damaged::Refuse).expect("a log");
    for (query, answer, measured) in records() {
        let (_, evidence) = reader.next_answer().expect("a record").expect("one more");
        assert_eq!(evidence.query, query);
        assert_eq!(evidence.answer, answer);
        assert_eq!(
            (evidence.time_ms, evidence.worker),
            (measured.time_ms, measured.worker)
        );
    }
    assert!(reader.next_answer().expect("the end").is_none());
    assert_eq!(reader.teachers().values().collect::<Vec<_>>(), [&teacher()]);
}

/// A line as the format page says.
fn framed(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits: String = digest[..8]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("{digits} {text}\n")
}

#[test]
fn records_that_cannot_be_are_refused_with_their_line() {
    let log = std::fs::read_to_string(VECTOR).expect("the vector");
    let lines: Vec<&str> = log.lines().map(|line| &line[17..]).collect();
    let (teacher, answer, failure) = (lines[1], lines[2], lines[4]);
    let wrong = [
        (teacher, "\"Eng ", "\"Other ", "digest"),
        (teacher, "restart", "sometimes", "isolation"),
        (
            answer,
            "\"pv\":\"7g7f 3c3d\"",
            "\"pv\":\"7g7f 7g7f\"",
            "move 7g7f",
        ),
        (answer, "\"pv\":\"7g7f 3c3d\"", "\"pv\":\"7g7x\"", "7g7x"),
        (
            answer,
            "\"bestmove\":\"7g7f\"",
            "\"bestmove\":\"7g7e\"",
            "7g7e is illegal",
        ),
        (answer, "\"cp\":-31", "\"cp\":-31,\"mate\":\"+1\"", "either"),
        (answer, "\"mate\":\"-4\"", "\"mate\":\"4\"", "mate"),
        (answer, "\"mate\":\"-4\"", "\"mate\":\"-\u{ff14}\"", "mate"),
        (
            answer,
            "\"bound\":\"upper\"",
            "\"bound\":\"above\"",
            "bound",
        ),
        (answer, "\"depth\":8", "\"depth\":10", "ascend"),
        (
            answer,
            "\"limit\":\"nodes 5000\"",
            "\"limit\":\"nodes 05000\"",
            "canonical",
        ),
        (
            answer,
            "\"limit\":\"nodes 5000\"",
            "\"limit\":\"forever\"",
            "limit",
        ),
        (answer, "\"multipv\":3", "\"multipv\":0", "canonical"),
        (answer, "b -\"", "b - 1\"", "canonical"),
        (answer, "\"sfen\":\"lnsg", "\"sfen\":\"lnsx", "position"),
        (answer, "\"worker\":1", "\"worker\":-1", "-1"),
        (answer, "\"worker\":1", "\"later\":1", "later"),
        (failure, "EngineTimeout", "EngineTired", "EngineTired"),
        (
            failure,
            "\"failed\":",
            "\"found\":null,\"failing\":",
            "failing",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("log");
    for (line, from, to, reason) in wrong {
        assert!(line.contains(from), "{from}");
        let first = if line == teacher {
            ""
        } else {
            &framed(teacher)
        };
        let text = [
            &framed(lines[0]),
            first,
            &framed(&line.replacen(from, to, 1)),
        ]
        .concat();
        std::fs::write(&path, text).expect("written");
        let mut reader = EvidenceReader::open(&path, Damaged::Skip).expect("a header");
        let error = loop {
            match reader.next_record() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{to} is taken"),
                Err(error) => break error,
            }
        };
        let text = error.to_string();
        assert_eq!(error.kind(), "BadRecord", "{text}");
        assert!(text.contains(reason), "{to}: {text}");
        let place = if line == teacher { "line 2" } else { "line 3" };
        assert!(text.contains(place), "{text}");
    }
    // An answer whose teacher is not there, and a header that was tampered with.
    std::fs::write(&path, [framed(lines[0]), framed(answer)].concat()).expect("written");
    let mut reader = EvidenceReader::open(&path, Damaged::Refuse).expect("a header");
    let text = reader.next_record().expect_err("no teacher").to_string();
    assert!(
        text.contains("line 2") && text.contains("teacher"),
        "{text}"
    );
    std::fs::write(&path, framed(&lines[0].replace("5000", "6000"))).expect("written");
    let text = EvidenceReader::open(&path, Damaged::Refuse)
        .expect_err("tampered")
        .to_string();
    assert!(
        text.contains("line 1") && text.contains("fingerprint"),
        "{text}"
    );
}

//! `joban evidence`, and `joban inspect` of a log.

use std::fs;
use std::path::Path;

use joban_engine::rules::{Move, Position};
use joban_engine::teacher::evidence::{COLUMNS, EvidenceLog, Resume, Settings};
use joban_engine::teacher::fake::{failed, found};
use joban_engine::teacher::{FailureKind, Identity, Limit, Program, Query};
use joban_engine::usi::{MateSide, Score};
use serde_json::json;

use crate::support::{Place, game};

fn identity() -> Identity {
    Identity::named("Sample Engine", "sample")
}

/// The position after some legal moves, always the first.
fn position(plies: usize) -> Position {
    let mut position = Position::startpos();
    for _ in 0..plies {
        let first = position.legal_moves()[0];
        position.play(first).unwrap();
    }
    position
}

fn query(plies: usize) -> Query {
    Query::new(&position(plies), Limit::Nodes(1000), 2)
}

/// A log with answers of a depth to the questions `plies`, and a failure for those that are divisible by five.
fn log(path: &Path, plies: std::ops::Range<usize>, depth: u32, teacher: &Identity) {
    let settings = Settings::new()
        .with_limit(Limit::Nodes(1000))
        .with("multipv", 2);
    let (mut log, _) = EvidenceLog::open(path, teacher, &settings, Resume::default()).unwrap();
    for ply in plies {
        let moves: Vec<String> = position(ply)
            .legal_moves()
            .iter()
            .take(2)
            .map(Move::to_string)
            .collect();
        let mate = Score::Mate {
            side: MateSide::MoverLoses,
            plies: Some(4),
        };
        let lines = [(&*moves[0], Score::Cp(ply as i32)), (&*moves[1], mate)];
        let answer = match ply % 5 {
            0 => failed(FailureKind::EngineCrash),
            _ => Ok(found(depth, &lines)),
        };
        log.append(&query(ply), &answer, 1500).unwrap();
    }
}

#[test]
fn list_counts_what_is_there() {
    let place = Place::new();
    log(&place.path("a.log"), 1..11, 7, &identity());
    let run = place.joban("evidence list a.log").exits(0);
    for part in [
        "Sample Engine",
        "nodes 1000, 2 lines",
        "failures: EngineCrash",
        "multipv 2",
    ] {
        assert!(run.out.contains(part), "{part}: {run:#?}");
    }
    let json = place.joban("evidence list a.log --json").exits(0).json();
    let teacher = &json["logs"][0]["teachers"][0];
    assert_eq!(teacher["answers"], 8);
    assert_eq!(teacher["failures"], json!({"EngineCrash": 2}));
    assert_eq!(teacher["positions"], 10);
    assert_eq!(teacher["digest"], identity().digest());
    assert_eq!(teacher["time_ms"], 15000);
    assert_eq!(
        teacher["limits"],
        json!([{"limit": "nodes 1000", "multipv": 2, "records": 10}])
    );
    let run = &json["logs"][0]["runs"][0];
    assert_eq!(
        run["settings"],
        json!([["nodes", "1000"], ["multipv", "2"]])
    );
}

#[test]
fn export_writes_the_documented_columns() {
    let place = Place::new();
    log(&place.path("a.log"), 1..7, 7, &identity());
    let csv = place.joban("evidence export a.log").exits(0).out;
    let mut lines = csv.lines();
    assert_eq!(lines.next().unwrap(), COLUMNS.join(","));
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 5 * 2 + 1);
    let at = |name: &str| COLUMNS.iter().position(|column| *column == name).unwrap();
    let of: Vec<_> = rows
        .iter()
        .filter(|row| row[at("sfen")] == query(3).sfen())
        .collect();
    assert_eq!(of.len(), 2);
    let cell = |row: usize, name: &str| of[row][at(name)];
    assert_eq!(
        (cell(0, "side"), cell(0, "limit"), cell(0, "multipv")),
        ("white", "nodes 1000", "2")
    );
    assert_eq!(
        (cell(0, "rank"), cell(0, "score_cp"), cell(0, "mate")),
        ("1", "3", "")
    );
    assert_eq!(
        (cell(1, "rank"), cell(1, "score_cp"), cell(1, "mate")),
        ("2", "", "-4")
    );
    assert_eq!(
        (cell(0, "depth"), cell(0, "complete"), cell(0, "bound")),
        ("7", "true", "exact")
    );
    assert_eq!(cell(0, "teacher"), identity().digest());
    assert_eq!(
        rows.iter()
            .filter(|row| row[at("failure")] == "EngineCrash")
            .count(),
        1
    );
    // JSON lines have the same names.
    let json = place
        .joban("evidence export a.log --format jsonl")
        .exits(0)
        .json_lines();
    assert_eq!(json.len(), rows.len());
    let mut names: Vec<&str> = json[0]
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    let mut columns = COLUMNS.to_vec();
    names.sort_unstable();
    columns.sort_unstable();
    assert_eq!(names, columns);
    let page = include_str!("../../docs/formats/evidence.md");
    for column in COLUMNS {
        assert!(
            page.contains(&format!("`{column}`")),
            "{column} is documented"
        );
    }
    place
        .joban("evidence export a.log --csv-bom -o t.csv")
        .exits(0);
    assert_eq!(
        fs::read_to_string(place.path("t.csv")).unwrap(),
        format!("\u{feff}{csv}")
    );
    place.joban("evidence export a.log -o t.csv").exits(2);
}

#[test]
fn what_counts_is_exported_unless_all_is_asked_for() {
    let place = Place::new();
    log(&place.path("a.log"), 1..4, 7, &identity());
    log(&place.path("b.log"), 2..5, 9, &identity());
    let depths = |line: &str| -> Vec<u64> {
        let rows = place.joban(line).exits(0).json_lines();
        let mut depths: Vec<u64> = rows
            .iter()
            .map(|row| row["depth"].as_u64().unwrap())
            .collect();
        depths.sort_unstable();
        depths
    };
    assert_eq!(
        depths("evidence export a.log b.log --format jsonl"),
        [7, 7, 9, 9, 9, 9, 9, 9]
    );
    let all = depths("evidence export b.log a.log --format jsonl --all");
    assert_eq!(all.len(), 12);
}

#[test]
fn merging_in_any_order_gives_the_same_bytes() {
    let place = Place::new();
    log(&place.path("a.log"), 0..6, 7, &identity());
    log(&place.path("b.log"), 3..9, 9, &identity());
    log(
        &place.path("c.log"),
        0..9,
        8,
        &Identity::named("Other", "other"),
    );
    for (order, name) in [
        ("a.log b.log c.log", "1"),
        ("c.log a.log b.log", "2"),
        ("b.log c.log a.log", "3"),
    ] {
        let run = place
            .joban(&format!("evidence merge {order} -o {name}"))
            .exits(0);
        assert!(run.out.contains("20 records of 18 questions"), "{run:#?}");
    }
    let read = |name: &str| fs::read(place.path(name)).unwrap();
    assert!(read("1") == read("2") && read("2") == read("3"));
    let json = place
        .joban("evidence compact 1 -o small --json")
        .exits(0)
        .json();
    assert_eq!(json["records"], 18);
    assert_eq!(
        json["dropped"],
        json!({"answers": 2, "failures": 0, "same": 0})
    );
    assert_eq!(place.names(".").len(), 7, "nothing else is left");
    // Evidence is never replaced.
    let run = place.joban("evidence merge a.log -o b.log").exits(2);
    assert!(run.err.contains("b.log exists already"), "{run:#?}");
    place.joban("evidence compact a.log -o a.log").exits(2);
}

#[test]
fn teachers_that_nobody_knows_are_not_merged() {
    let place = Place::new();
    let mut bridge = identity();
    bridge.program = Program::NotHashed("ssh host engine".to_owned());
    log(&place.path("a.log"), 1..3, 7, &bridge);
    let run = place.joban("evidence merge a.log -o all").exits(2);
    assert!(
        run.err.contains("not hashed") && run.err.contains("--teacher-id"),
        "{run:#?}"
    );
    let run = place
        .joban("evidence merge a.log -o all --lang ja")
        .exits(2);
    assert!(run.err.contains("--teacher-id を付けて"), "{run:#?}");
    assert_eq!(place.names("."), ["a.log"]);
}

#[test]
fn damage_stops_with_its_line_or_is_passed_over() {
    let place = Place::new();
    log(&place.path("a.log"), 1..5, 7, &identity());
    let text = fs::read_to_string(place.path("a.log")).unwrap();
    place.file("bad.log", text.replacen("\"sfen\":\"l", "\"sfen\":\"L", 1));
    for command in [
        "list bad.log",
        "export bad.log",
        "merge bad.log -o x",
        "compact bad.log -o x",
    ] {
        let run = place.joban(&format!("evidence {command}")).exits(3);
        assert!(run.err.contains("bad.log, line 3"), "{run:#?}");
        assert!(run.err.contains("--skip-damaged"), "{run:#?}");
    }
    assert!(!place.path("x").exists());
    let run = place.joban("evidence list bad.log --skip-damaged").exits(0);
    assert!(run.err.contains("line 3: DamagedLine"), "{run:#?}");
    // A torn last line is no fault.
    place.file("torn.log", &text[..text.len() - 20]);
    let run = place
        .joban("evidence list torn.log --lang ja --json")
        .exits(0);
    assert!(run.err.contains("6行目: TruncatedInput"), "{run:#?}");
    assert_eq!(run.json()["logs"][0]["notes"][0]["line"], 6);
    assert_eq!(
        fs::read_to_string(place.path("torn.log")).unwrap(),
        text[..text.len() - 20]
    );
}

#[test]
fn other_files_are_told_apart() {
    let place = Place::new();
    place.file("a.csa", game(0));
    let run = place.joban("evidence list a.csa").exits(3);
    assert!(run.err.contains("no evidence log"), "{run:#?}");
    place.joban("evidence list missing.log").exits(2);
    place.joban("evidence merge missing.log -o x").exits(2);
    place.joban("evidence list").exits(2);
    place.joban("evidence").exits(2);
    assert_eq!(place.names("."), ["a.csa"]);
}

#[test]
fn a_log_that_is_being_written_is_not_merged() {
    let place = Place::new();
    let path = place.path("a.log");
    let settings = Settings::new();
    let open = EvidenceLog::open(&path, &identity(), &settings, Resume::default()).unwrap();
    let run = place.joban("evidence merge a.log -o all").exits(2);
    assert!(
        run.err.contains("a.log: another process writes"),
        "{run:#?}"
    );
    drop(open);
}

#[test]
fn inspect_shows_a_log() {
    let place = Place::new();
    log(&place.path("a.log"), 4..7, 7, &identity());
    place.file("a.csa", game(0));
    let lines = place
        .joban("inspect a.log a.csa --json")
        .exits(0)
        .json_lines();
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0]["header"]["format"], "joban-evidence");
    assert_eq!(lines[1]["teacher"]["identity"]["id_name"], "Sample Engine");
    assert_eq!(lines[2]["answer"]["sfen"], query(4).sfen());
    assert_eq!(
        (&lines[2]["line"], &lines[2]["time_ms"]),
        (&json!(3), &json!(1500))
    );
    assert_eq!(lines[3]["answer"]["failed"]["kind"], "EngineCrash");
    assert_eq!(lines[5]["plies"], 44);
    let run = place.joban("inspect a.log").exits(0);
    assert!(
        run.out.contains("depth 7 cp 4") && run.out.contains("EngineCrash"),
        "{run:#?}"
    );
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let place = Place::new();
    // More than a pipe holds.
    log(&place.path("a.log"), 1..900, 7, &identity());
    for args in [
        ["evidence", "export", "a.log"],
        ["inspect", "--json", "a.log"],
    ] {
        let mut child = place
            .command()
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::with_capacity(64, out)
            .read_line(&mut first)
            .unwrap();
        assert!(!first.is_empty());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    }
}

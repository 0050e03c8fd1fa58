//! `joban verify` with a real teacher: Fairy-Stockfish from Debian.

use std::process::Stdio;
use std::thread;
use std::time::Duration;

use joban_engine::rng::SplitMix64;
use serde_json::Value;

use crate::support::{Place, Run, game};

/// Thirty sound entries of the sample book, five blunders, three illegal moves, two impossible positions.
const PLANTED: &[u8] = include_bytes!("../cases/planted.db");
/// A teacher that is quick and still sees the blunders; every row of the book is played.
const TEACHER: &str = "--teacher fairy-stockfish --nodes 20000 --quiet \
    --book-option BookEvalDiff=99999,BookDepthLimit=0,BookMoves=999";

fn planted() -> Place {
    let place = Place::new();
    place.file("book.db", PLANTED);
    place
}

fn verify(place: &Place, more: &str, code: i32) -> Value {
    let line = format!("verify book.db {TEACHER} --json {more}");
    place.joban(&line).exits(code).json()
}

fn moves_of(audit: &Value, class: &str) -> Vec<String> {
    let rows = audit["findings"].as_array().unwrap().iter();
    let rows = rows.filter(|row| row["class"] == class);
    let mut moves: Vec<String> = rows
        .map(|row| row["move"].as_str().unwrap().to_owned())
        .collect();
    moves.sort();
    moves
}

#[test]
fn what_was_planted_is_found_and_nothing_else() {
    let place = planted();
    let audit = verify(&place, "-o audit", 1);
    assert_eq!(
        moves_of(&audit, "blunder"),
        ["2b5e", "5a4b", "8b7b", "8h4d", "8h5e"]
    );
    assert_eq!(moves_of(&audit, "illegal"), ["2h2c", "7g7e", "P*5e"]);
    assert_eq!(moves_of(&audit, "unreachable"), ["7g7f", "7g7f"]);
    assert_eq!(audit["counts"]["entries"], 40);
    assert_eq!(
        place.names("audit"),
        ["audit.csv", "audit.json", "manifest.json"]
    );
    // A second run asks nothing and writes the same bytes, also from several engines.
    let again = verify(
        &place,
        "-o again --evidence audit.evidence --processes 3",
        1,
    );
    assert_eq!(again["asked"], 0);
    assert_eq!(place.read("again/audit.csv"), place.read("audit/audit.csv"));
    assert_eq!(
        place.read("again/audit.json"),
        place.read("audit/audit.json")
    );
}

#[test]
fn the_number_of_engines_does_not_matter() {
    let place = planted();
    verify(&place, "-o one --processes 1", 1);
    verify(&place, "-o three --processes 3", 1);
    assert_eq!(place.read("one/audit.json"), place.read("three/audit.json"));
}

#[test]
fn a_corrected_book_has_no_faults() {
    let place = planted();
    let fixed = verify(&place, "-o audit --fix --refresh", 0);
    assert_eq!(fixed["fixed"]["dropped"], 10);
    assert_eq!(
        place.read("book.db"),
        PLANTED,
        "the book itself is never written"
    );
    let text = place.text("audit/book.db");
    assert!(text.starts_with("#YANEURAOU-DB2016 1.00\n"), "{text}");
    assert!(!text.contains("8h5e") && !text.contains("PB5R1"), "{text}");
    assert_eq!(place.text("audit/changes.csv").lines().count(), 11);
    place.file("book.db", &text);
    let audit = verify(&place, "-o after --evidence audit.evidence", 0);
    assert_eq!(
        (&audit["asked"], &audit["counts"]["entries"]),
        (&0.into(), &30.into())
    );
}

#[test]
fn a_killed_run_goes_on_where_it_stopped() {
    let place = planted();
    verify(&place, "-o whole --evidence whole.evidence", 1);
    let mut rng = SplitMix64::new(7);
    for _ in 0..6 {
        let line = format!("verify book.db {TEACHER} -o killed --evidence killed.evidence");
        let mut command = place.command();
        command
            .args(line.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(200 + rng.below(900)));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    verify(&place, "-o killed --evidence killed.evidence", 1);
    for name in ["audit.csv", "audit.json", "manifest.json"] {
        let (whole, killed) = (format!("whole/{name}"), format!("killed/{name}"));
        assert_eq!(place.read(&whole), place.read(&killed), "{name}");
    }
}

#[test]
fn shares_of_several_machines_add_up() {
    let place = planted();
    verify(&place, "-o whole --evidence whole.evidence", 1);
    for share in ["1/2", "2/2"] {
        let name = share.replace('/', "-");
        verify(
            &place,
            &format!("--shard {share} --evidence {name}.evidence"),
            0,
        );
    }
    place
        .joban("evidence merge 2-2.evidence 1-2.evidence -o all.evidence")
        .exits(0);
    let merged = verify(&place, "-o merged --evidence all.evidence", 1);
    assert_eq!(merged["asked"], 0);
    assert_eq!(
        place.read("merged/audit.json"),
        place.read("whole/audit.json")
    );
}

#[test]
fn a_book_of_joban_is_judged_with_its_archive() {
    let place = Place::new();
    let games: Vec<String> = (0..40).map(game).collect();
    place.file("games.csa", games.join("/\n"));
    place
        .joban("build games.csa --holdout 0 --all --entries 12 --book-plies 4 -o book --quiet")
        .exits(0);
    let line = "verify book --teacher fairy-stockfish --nodes 2000 --quiet --json -o audit";
    let run = place.joban(line);
    assert!(matches!(run.code, 0 | 1 | 4), "{run:#?}");
    let audit: Value = serde_json::from_slice(&place.read("audit/audit.json")).unwrap();
    let entries = audit["rows"].as_array().unwrap();
    assert_eq!(entries.len(), 12);
    assert!(
        entries.iter().all(|row| row["reach"].is_number()),
        "{audit:#}"
    );
    let fixed = place.joban(&format!(
        "{line} --fix --replace any --accept 20 --blunder 40"
    ));
    assert!(matches!(fixed.code, 0 | 4), "{fixed:#?}");
    place.joban("rom audit -o rom --quiet").exits(0);
}

#[test]
fn games_are_audited_and_compared() {
    let place = Place::new();
    place.file("games.csa", format!("{}/\n{}", game(1), game(2)));
    let line = "verify games.csa --teacher fairy-stockfish --nodes 1000 --quiet --json";
    let run = place.joban(&format!("{line} -o first"));
    assert!(matches!(run.code, 0 | 4), "{run:#?}");
    let players = run.json()["players"].clone();
    assert!(
        players["Alpha"]["judged"].as_u64().unwrap() > 10,
        "{players}"
    );
    // Games of random moves are full of blunders; a book of fewer makes a worse rate.
    let mut better: Value = serde_json::from_slice(&place.read("first/audit.json")).unwrap();
    let same = "--evidence first.evidence --baseline";
    let again = place.joban(&format!("{line} -o second {same} first/audit.json"));
    assert!(matches!(again.code, 0 | 4), "{again:#?}");
    for player in better["players"].as_array_mut().unwrap() {
        player["blunders"] = 0.into();
    }
    place.file("better.json", better.to_string());
    let worse = place
        .joban(&format!("{line} -o third {same} better.json"))
        .exits(1);
    assert_eq!(
        worse.json()["worse_than_baseline"],
        serde_json::json!(["Alpha", "Beta"])
    );
}

#[test]
fn other_settings_are_refused_and_can_start_over() {
    let place = planted();
    verify(&place, "-o audit", 1);
    let other = "verify book.db --teacher fairy-stockfish --depth 3 --quiet -o audit";
    let run = place.joban(other).exits(2);
    assert!(run.err.contains("ResumeMismatch"), "{run:#?}");
    place.joban(&format!("{other} --start-over"));
    assert!(place.path("audit.evidence.old-1").exists());
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = planted();
    place.file("list.jsonl", "{\"sfen\":\"startpos\",\"move\":\"7g7f\"}\n");
    for (line, code, part) in [
        ("verify book.db", 2, "--teacher"),
        (
            "verify nothing.db --teacher fairy-stockfish",
            2,
            "nothing.db",
        ),
        (
            "verify book.db --teacher no-such-engine",
            4,
            "no-such-engine",
        ),
        (
            "verify book.db --teacher fairy-stockfish --profile nothing",
            2,
            "nothing",
        ),
        (
            "verify book.db --teacher fairy-stockfish --accept 300",
            2,
            "accept",
        ),
        (
            "verify book.db --teacher fairy-stockfish --from 7g7e",
            2,
            "from",
        ),
        (
            "verify book.db --teacher fairy-stockfish --time soon",
            2,
            "soon",
        ),
        (
            "verify book.db book.db --teacher fairy-stockfish --as db",
            2,
            "--as games",
        ),
    ] {
        let run = place.joban(line).exits(code);
        assert!(run.err.contains(part), "{line}: {run:#?}");
        place.joban(&format!("{line} --lang ja")).exits(code);
    }
    let left: Vec<String> = place.names(".");
    assert!(
        left.iter().all(|name| !name.contains("unfinished")),
        "{left:?}"
    );
}

/// Verifies one entry with few nodes.
fn quick(place: &Place, more: &str) -> Run {
    place.file("list.jsonl", "{\"sfen\":\"startpos\",\"move\":\"7g7f\"}\n");
    let line = format!("verify list.jsonl --quiet --json -o audit --start-over {more}");
    let run = place.joban(&line);
    assert!(matches!(run.code, 0 | 1 | 4), "{more}: {run:#?}");
    run
}

/// An engine of the working folder, by its bare name: it is not on the path.
#[cfg(unix)]
#[test]
fn a_teacher_of_the_working_folder_is_found() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let script = "#!/bin/sh\nPATH=$PATH:/usr/games\nexec fairy-stockfish\n";
    let file = place.file("teacher-here", script);
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
    for named in ["teacher-here", "./teacher-here"] {
        let run = quick(&place, &format!("--teacher {named} --nodes 3000"));
        assert!(run.code < 2, "{named}: {run:#?}");
    }
}

#[test]
fn what_does_not_repeat_is_told() {
    let place = Place::new();
    let teacher = "--teacher fairy-stockfish";
    let told = |more: &str| quick(&place, &format!("{teacher} {more}")).err;
    assert!(told("--movetime 30").contains("by the clock"));
    assert!(told("--movetime 30 --lang ja").contains("時間で打ち切る探索"));
    assert!(told("--nodes 2000 --engine-option Threads=2").contains("2 threads"));
    let plain = told("--nodes 2000");
    assert!(
        !plain.contains("by the clock") && !plain.contains("threads do not"),
        "{plain}"
    );
}

#[test]
fn a_preset_keeps_its_lines_under_another_limit() {
    let place = Place::new();
    let lines = |more: &str| {
        quick(
            &place,
            &format!("--teacher fairy-stockfish --nodes 2000 {more}"),
        );
        let audit: Value = serde_json::from_slice(&place.read("audit/audit.json")).unwrap();
        audit["context"]["settings"]["multipv"].clone()
    };
    assert_eq!(lines(""), 3);
    assert_eq!(lines("--judge-preset seed-yaneuraou"), 2);
    assert_eq!(lines("--judge-preset seed-yaneuraou --multipv 4"), 4);
}

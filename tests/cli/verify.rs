//! `joban verify` with a real teacher: Fairy-Stockfish from Debian.

use std::path::Path;
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
    for _ in 0..50 {
        let line = format!("verify book.db {TEACHER} -o killed --evidence killed.evidence");
        let mut command = place.command();
        command
            .args(line.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(20 + rng.below(400)));
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

/// A book of 24 entries over games of chance; its teacher is quick.
fn small_book(place: &Place) {
    let games: Vec<String> = (0..60).map(game).collect();
    place.file("games.csa", games.join("/\n"));
    place
        .joban(&format!(
            "build games.csa {SMALL} --all -o book --quiet --json"
        ))
        .exits(0);
}

const SMALL: &str = "--holdout 0 --entries 24 --book-plies 4";
const QUICK: &str = "--teacher fairy-stockfish --nodes 2000 --quiet --json";
/// Thresholds under which much of what games of chance play is dropped.
const STRICT: &str = "--accept 60 --blunder 120";

#[test]
fn a_book_is_built_judged_and_refilled_to_a_fixed_point() {
    let place = Place::new();
    small_book(&place);
    let line = format!("build games.csa {SMALL} {QUICK} {STRICT} -o judged");
    let run = place.joban(&line);
    assert!(matches!(run.code, 0 | 4), "{run:#?}");
    let audit = run.json()["audit"].clone();
    assert!(audit["fixed"]["rounds"].as_u64().unwrap() >= 1, "{audit}");
    let dropped = audit["fixed"]["dropped"].as_u64().unwrap();
    assert!(dropped >= 1, "{audit}");
    let changes = place.text("judged/changes.csv");
    let lines = |kind: &str| {
        let lines = changes.lines().filter(|line| line.starts_with(kind));
        lines.count() as u64
    };
    assert_eq!(lines("dropped") + lines("evicted"), dropped);
    assert_eq!(lines("added"), audit["fixed"]["added"]);
    // Nothing that was dropped came back, and the finished book audits clean without a question.
    let book = place.text("judged/book.csv");
    for line in changes.lines().filter(|line| line.starts_with("dropped")) {
        let cells: Vec<&str> = line.split(',').collect();
        let (ply, sfen, mv) = (cells[1], cells[2].trim_matches('"'), cells[3]);
        let is_it = |row: &str| row.starts_with(&format!("{ply},")) && row.contains(sfen);
        let has = |row: &&str| is_it(row) && row.contains(&format!(",{mv},"));
        assert!(book.lines().find(has).is_none(), "{line}");
    }
    let again = place.joban(&format!(
        "verify judged {QUICK} {STRICT} --evidence judged.evidence -o again"
    ));
    assert_eq!(again.code, run.code, "{again:#?}");
    assert_eq!(again.json()["asked"], 0);
    // The same from the finished book and its archive, whatever the number of engines.
    let refilled = place.joban(&format!(
        "verify book {QUICK} {STRICT} --fix --archive games.csa --processes 3 -o refilled"
    ));
    assert_eq!(refilled.code, run.code, "{refilled:#?}");
    for name in [
        "book.bin",
        "book.csv",
        "zobrist.bin",
        "audit.csv",
        "changes.csv",
    ] {
        let (judged, refilled) = (format!("judged/{name}"), format!("refilled/{name}"));
        assert_eq!(place.read(&judged), place.read(&refilled), "{name}");
    }
    place.joban("rom judged -o rom --quiet").exits(0);
}

#[test]
fn a_book_is_refilled_from_its_own_archive_only() {
    let place = Place::new();
    small_book(&place);
    let games: Vec<String> = (1..60).map(game).collect();
    place.file("other.csa", games.join("/\n"));
    for (line, part) in [
        ("--fix --archive other.csa", "records_sha256"),
        ("--archive games.csa", "--fix"),
        ("--fix --archive games.csa --side black", "--side"),
    ] {
        let run = place
            .joban(&format!("verify book {QUICK} {line} -o out"))
            .exits(2);
        assert!(run.err.contains(part), "{line}: {run:#?}");
    }
    place.file("bare/book.csv", place.read("book/book.csv"));
    place
        .joban(&format!(
            "verify bare {QUICK} --fix --archive games.csa -o out"
        ))
        .exits(2);
    let run = place
        .joban("build games.csa --nodes 2000 -o out --quiet")
        .exits(2);
    assert!(run.err.contains("--teacher"), "{run:#?}");
}

#[test]
fn an_exception_stays_while_the_book_is_refilled() {
    let place = Place::new();
    small_book(&place);
    let run = place.joban(&format!(
        "build games.csa {SMALL} {QUICK} {STRICT} -o judged"
    ));
    assert!(matches!(run.code, 0 | 4), "{run:#?}");
    let changes = place.text("judged/changes.csv");
    let is_blunder = |line: &&str| line.starts_with("dropped,") && line.contains("blunder (");
    let first = changes.lines().find(is_blunder).expect("a blunder");
    let cells: Vec<&str> = first.split(',').collect();
    let (sfen, mv) = (cells[2].trim_matches('"'), cells[3]);
    place.file(
        "joban.toml",
        format!("[[exception]]\nsfen = \"{sfen} 1\"\nmove = \"{mv}\"\nreason = \"ours\"\n"),
    );
    let kept = place.joban(&format!(
        "build games.csa {SMALL} {QUICK} {STRICT} -o kept --evidence judged.evidence"
    ));
    assert!(matches!(kept.code, 0 | 4), "{kept:#?}");
    let dropped =
        |line: &str| line.starts_with("dropped,") && line.contains(&format!("{sfen}\",{mv},"));
    assert!(!place.text("kept/changes.csv").lines().any(dropped));
    assert!(place.text("kept/audit.csv").contains("ours"));
}

#[test]
fn lines_are_lengthened_and_the_book_keeps_its_size() {
    let place = Place::new();
    small_book(&place);
    let line = format!("extend book {QUICK} --accept 400 --blunder 800 --capacity 30 --add 4");
    let dry = place.joban(&format!("{line} --dry-run -o longer")).exits(0);
    assert!(!place.path("longer").exists());
    let run = place.joban(&format!("{line} -o longer")).exits(0).json();
    assert_eq!(run["asked"], 0, "the preview asked everything");
    assert_eq!(dry.json()["changes"], run["changes"]);
    let added = run["changes"].as_array().unwrap();
    assert_eq!(added.len(), 4, "{run:#}");
    let book = place.text("longer/book.csv");
    for change in added {
        let (sfen, mv) = (&change["sfen"], change["move"].as_str().unwrap());
        let is_it =
            |row: &&str| row.contains(sfen.as_str().unwrap()) && row.contains(&format!(",{mv},"));
        assert!(book.lines().find(is_it).is_some(), "{change}");
    }
    assert_eq!(place.read("longer/book.bin").len(), 28 * 6);
    place.joban("rom longer -o rom --quiet").exits(0);
    // A full book gives up what is least reachable.
    let full =
        format!("extend book {QUICK} --accept 400 --blunder 800 --capacity 24 --add 4 -o full");
    let full = place.joban(&full).exits(0).json();
    assert_eq!(full["entries"], 24);
    let kinds = full["changes"].as_array().unwrap().iter();
    let evicted = kinds.filter(|change| change["change"] == "evicted").count();
    assert!(evicted <= 4, "{full:#}");
    assert_eq!(place.read("full/book.bin").len(), 24 * 6);
}

#[test]
fn lines_of_a_db_are_lengthened_with_their_numbers() {
    let place = Place::new();
    place.file(
        "book.db",
        "#YANEURAOU-DB2016 1.00\n\
         sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n2g2f 8c8d 30 20\n",
    );
    let line = format!(
        "extend book.db {QUICK} --accept 300 --blunder 600 -o longer --plies 3 --both-sides"
    );
    let run = place.joban(&line).exits(0).json();
    let added = run["changes"].as_array().unwrap().len();
    assert!(added >= 1, "{run:#}");
    let text = place.text("longer/book.db");
    let lines: Vec<&str> = text.lines().collect();
    let old = "2g2f 8c8d 30 20";
    assert!(lines.contains(&old), "{text}");
    let positions: Vec<&&str> = lines
        .iter()
        .filter(|line| line.starts_with("sfen"))
        .collect();
    assert_eq!(positions.len(), 1 + added, "{text}");
    let mut sorted = positions.clone();
    sorted.sort();
    assert_eq!(positions, sorted, "a sorted book stays sorted");
    assert!(positions.iter().any(|line| line.ends_with(" 2")), "{text}");
    place
        .joban(&format!(
            "verify longer/book.db {QUICK} --accept 300 --blunder 600 -o audit"
        ))
        .exits(0);
}

#[test]
fn the_doctor_examines_an_engine() {
    let place = Place::new();
    let run = place
        .joban("doctor --teacher fairy-stockfish --nodes 100000 --json --quiet")
        .exits(0)
        .json();
    assert_eq!(run["healthy"], true);
    assert!(run["checks"].as_array().unwrap().len() >= 12, "{run:#}");
    let suggested = &run["scale"]["suggested"];
    assert!(suggested["accept_cp"].as_i64().unwrap() >= 30, "{run:#}");
    let run = place
        .joban("doctor --teacher gpsusi --depth 4 --quiet")
        .exits(2);
    assert!(run.err.contains("gpsusi"), "{run:#?}");
    let run = place.joban("doctor --teacher fairy-stockfish --nodes 1000 --no-scale --lang ja --engine-option Skill_Level=1");
    assert!(matches!(run.code, 0 | 1), "{run:#?}");
    assert!(run.out.contains("応答"), "{run:#?}");
    place.joban("doctor --teacher no-such-engine").exits(4);
}

/// Another build of the same family, with other option names: what is dropped is the same. Whether a sound entry is flagged hangs on a few centipawns.
#[test]
fn the_wasm_build_drops_the_same_entries() {
    let place = planted();
    let script = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("target/wasm/node_modules/fairy-stockfish-nnue.wasm/uci.js");
    assert!(script.is_file(), "{}: scripts/need wasm", script.display());
    place.file(
        "joban.toml",
        format!(
            "[[engine]]\nname = \"wasm\"\npath = \"node\"\nargs = [\"--no-experimental-fetch\", {script:?}]\n\
             id = \"fairy-stockfish-nnue.wasm 1.1.12\"\n"
        ),
    );
    verify(&place, "-o debian", 1);
    let line =
        format!("verify book.db {TEACHER} --json -o wasm").replace("fairy-stockfish", "wasm");
    place.joban(&line).exits(1);
    let dropped = |name: &str| -> Vec<(Value, Value)> {
        let audit: Value = serde_json::from_slice(&place.read(name)).unwrap();
        let rows = audit["rows"].as_array().unwrap().iter();
        rows.filter(|row| row["verdict"] == "drop" || row["verdict"] == "replace")
            .map(|row| (row["sfen"].clone(), row["move"].clone()))
            .collect()
    };
    let wasm = dropped("wasm/audit.json");
    assert_eq!(wasm.len(), 10, "{wasm:?}");
    assert_eq!(wasm, dropped("debian/audit.json"));
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

//! `joban dataset`, and `joban inspect` of packed positions.

use std::fs;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::{Place, Run, game};

/// A teacher that is quick.
const TEACHER: &str = "--teacher fairy-stockfish --nodes 1500 --processes 2 --quiet --json";

/// A place with some games.
fn place(games: u64) -> Place {
    let place = Place::new();
    let text: Vec<String> = (0..games).map(game).collect();
    place.file("games.csa", text.join("/\n"));
    place
}

fn sampled(place: &Place, line: &str) -> Value {
    place
        .joban(&format!("dataset sample games.csa --quiet --json {line}"))
        .exits(0)
        .json()
}

fn manifest(place: &Place, folder: &str) -> Value {
    serde_json::from_str(&place.text(&format!("{folder}/manifest.json"))).unwrap()
}

/// Whether the teacher is here; elsewhere one line says that it is not.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
fn has_teacher() -> bool {
    let here = ["/usr/games/fairy-stockfish", "/usr/bin/fairy-stockfish"]
        .iter()
        .any(|path| fs::metadata(path).is_ok());
    let must = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(here || !must, "fairy-stockfish is not installed");
    if !here {
        println!("skipped: fairy-stockfish is not installed");
    }
    here
}

#[test]
fn shards_merged_in_any_order_are_the_sample() {
    let place = place(12);
    let options = "--plies 2..40 --holdout 0 --sample-seed 7";
    let whole = sampled(&place, &format!("{options} -o whole"));
    let rows = whole["cards"]["positions"]["rows"].as_u64().unwrap();
    assert!(rows > 200, "{whole}");
    let mut sum = 0;
    for index in 1..=3 {
        let part = sampled(
            &place,
            &format!("{options} --shard {index}/3 -o part{index}"),
        );
        sum += part["cards"]["positions"]["rows"].as_u64().unwrap();
    }
    assert_eq!(sum, rows);
    for order in ["part1 part2 part3", "part3 part1 part2"] {
        place
            .joban(&format!("dataset merge {order} -o merged --quiet"))
            .exits(0);
        assert_eq!(
            place.read("merged/positions.parquet"),
            place.read("whole/positions.parquet"),
            "{order}"
        );
    }
    // Merged with itself nothing changes.
    let run = place
        .joban("dataset merge merged whole -o twice --quiet --json")
        .exits(0);
    assert_eq!(run.json()["dropped"]["repeated"], rows);
    assert_eq!(
        place.read("twice/positions.parquet"),
        place.read("whole/positions.parquet")
    );
}

#[test]
fn archives_and_tables_give_the_same_sample() {
    let place = place(8);
    place
        .joban("ingest games.csa --plies all --quiet -o tables")
        .exits(0);
    sampled(&place, "--plies 2..30 -o archive");
    place
        .joban("dataset sample tables --plies 2..30 --quiet -o fromtables")
        .exits(0);
    assert_eq!(
        place.read("archive/positions.parquet"),
        place.read("fromtables/positions.parquet")
    );
    let manifest = manifest(&place, "fromtables");
    assert_eq!(manifest["built_on"][0]["path"], "tables/manifest.json");
    assert_eq!(manifest["command"], "dataset sample");
    assert!(manifest["counts"]["rows_positions"].as_u64().unwrap() > 50);
    assert_eq!(manifest["tables"]["positions"].as_str().unwrap().len(), 64);
    // The other side has other games.
    place
        .joban("dataset sample tables --plies 20..30 --from-side held-out --holdout 0.5 --quiet -o held")
        .exits(0);
    place
        .joban("dataset sample tables --plies 20..30 --holdout 0.5 --quiet -o trained")
        .exits(0);
    place.joban("dataset check held --against trained").exits(0);
    place.joban("dataset check held --against held").exits(1);
}

#[test]
fn sampling_refuses_what_it_cannot_do() {
    let place = place(2);
    sampled(&place, "--plies 2..10 --holdout 0 -o set");
    let lines = [
        ("sample games.csa set", 2, "cannot be sampled together"),
        ("sample games.csa --decided 1200:0.5", 2, "labelled sets"),
        ("sample set --per-game 3", 2, "is for games"),
        (
            "sample games.csa --random-share 2",
            2,
            "--random-share is 2",
        ),
        ("sample games.csa --plies 5..4", 2, "no range of plies"),
        ("sample games.csa --shard 3/2", 2, "no shard"),
        (
            "sample games.csa --plies 500..600 --holdout 0",
            3,
            "no position is left",
        ),
        ("stats nothing", 2, "no data set"),
        ("split set --fraction 2", 2, "--fraction is 2"),
        (
            "label set --teacher fairy-stockfish",
            2,
            "--nodes N or --depth N",
        ),
        ("label set --nodes 10", 2, "no teacher"),
        ("export set --format psv", 3, "PSV and HCPE need a score"),
        ("sample set -o set", 2, "holds the input"),
    ];
    let whole = |line: &str| format!("dataset {line} --quiet");
    place.refuses(&lines.map(|(line, code, words)| (whole(line), code, words)));
}

/// What a run without labels says about rows.
fn rows(run: &Run) -> u64 {
    run.json()["cards"]["positions"]["rows"].as_u64().unwrap()
}

#[test]
fn labels_are_resumable_and_go_through_every_format() {
    if !has_teacher() {
        return;
    }
    let place = place(4);
    sampled(&place, "--plies 30..44 --holdout 0 --count 60 -o set");
    // A part first: the log keeps what was answered.
    let shard = place
        .joban(&format!(
            "dataset label set --shard 1/2 -o labels {TEACHER}"
        ))
        .exits(0);
    let first = shard.json()["asked"].as_u64().unwrap();
    assert!(first > 10 && first < 50, "{shard:#?}");
    assert!(place.names("labels").is_empty());
    let whole = place
        .joban(&format!("dataset label set -o labels {TEACHER}"))
        .exits(0)
        .json();
    assert_eq!(whole["from_evidence"], first);
    assert_eq!(whole["asked"], 60 - first);
    let card = &whole["cards"]["positions"];
    assert_eq!(card["labelled"], 60);
    assert_eq!(card["labels"][0]["limit"], "nodes 1500");
    let bytes = place.read("labels/positions.parquet");
    // Again, from the log alone, and from a fresh log: the same bytes.
    place
        .joban(&format!("dataset label set -o labels {TEACHER}"))
        .exits(0);
    assert_eq!(place.read("labels/positions.parquet"), bytes);
    place
        .joban(
            &format!("dataset label set -o fresh {TEACHER} --processes 1")
                .replace("--processes 2 ", ""),
        )
        .exits(0);
    assert_eq!(place.read("fresh/positions.parquet"), bytes);
    // Another limit is refused.
    let line = TEACHER.replace("1500", "900");
    let run = place.joban(&format!("dataset label set -o labels {line}"));
    assert_eq!(run.code, 2, "{run:#?}");
    place
        .joban(&format!("dataset label set -o other {line}"))
        .exits(0);
    let run = place.joban("dataset merge labels other -o mixed").exits(2);
    assert!(run.err.contains("different teachers"), "{run:#?}");
    let run = place
        .joban("dataset merge labels other -o mixed --mixed-labels --quiet --json")
        .exits(0);
    assert_eq!(rows(&run), 60);
    assert_eq!(
        run.json()["cards"]["positions"]["labels"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    every_format(&place);
    split_without_leakage(&place);
}

fn every_format(place: &Place) {
    place.joban("dataset check labels").exits(0);
    for format in ["parquet", "jsonl", "psv", "hcpe"] {
        let run = place
            .joban(&format!(
                "dataset export labels --format {format} --mate-as 32000 -o {format} --quiet --json"
            ))
            .exits(0);
        assert_eq!(run.json()["rows"], 60, "{format}");
        let lost = run.json()["lost"].as_object().unwrap().len();
        assert_eq!(lost > 0, matches!(format, "psv" | "hcpe"), "{run:#?}");
        let file = format!("{format}/positions.{format}");
        place
            .joban(&format!(
                "dataset import {file} --mate-as 32000 -o back-{format} --quiet"
            ))
            .exits(0);
        place
            .joban(&format!(
                "dataset check labels --same-as {file} --mate-as 32000"
            ))
            .exits(0);
        // The teacher is known from the manifest beside the file.
        assert_eq!(
            manifest(place, &format!("back-{format}"))["options"]["labels"],
            manifest(place, "labels")["options"]["labels"]
        );
    }
    for format in ["parquet", "jsonl"] {
        assert_eq!(
            manifest(place, &format!("back-{format}"))["tables"],
            manifest(place, "labels")["tables"],
            "{format}"
        );
    }
    // Written again, the same bytes.
    place
        .joban("dataset export back-psv --format psv --mate-as 32000 -o again --quiet")
        .exits(0);
    assert_eq!(
        place.read("again/positions.psv"),
        place.read("psv/positions.psv")
    );
    let mut changed = place.read("psv/positions.psv");
    changed[40 * 7 + 32] ^= 1;
    place.file("changed.psv", changed);
    place
        .joban("dataset check labels --same-as changed.psv --mate-as 32000")
        .exits(1);
    let shown = place.joban("inspect psv/positions.psv --json").exits(0);
    let records = shown.json_lines();
    assert_eq!(records.len(), 60);
    assert_eq!(records[59]["record"], 60);
    assert_eq!(records[0]["format"], "psv");
    assert!(records[0]["sfen"].as_str().unwrap().contains('/'));
    let shown = place.joban("inspect hcpe/positions.hcpe").exits(0);
    assert_eq!(shown.out.lines().count(), 60);
}

fn split_without_leakage(place: &Place) {
    let line = "dataset split labels --fraction 0.5 --split-seed 1 -o split --quiet --json";
    let run = place.joban(line).exits(0).json();
    let count = |side: &str| run["cards"][side]["rows"].as_u64().unwrap();
    let dropped = ["same", "flipped"].map(|why| run["dropped"][why].as_u64().unwrap());
    assert_eq!(count("train") + count("test") + dropped[0] + dropped[1], 60);
    place
        .joban("dataset check split/train.parquet --against split/test.parquet")
        .exits(0);
    // Packed positions name no game.
    let run = place.joban("dataset split back-hcpe -o no").exits(2);
    assert!(run.err.contains("names no game"), "{run:#?}");
    let run = place
        .joban("dataset split back-hcpe --by position -o no --quiet")
        .exits(0);
    assert!(run.err.contains("same games"), "{run:#?}");
}

/// Killed at any moment, the run goes on from what the log has, and ends in the same bytes.
#[test]
fn a_killed_run_goes_on() {
    if !has_teacher() {
        return;
    }
    let place = place(4);
    sampled(&place, "--plies 20..44 --holdout 0 --count 40 -o set");
    let line =
        "dataset label set --teacher fairy-stockfish --nodes 20000 --processes 1 --quiet --json";
    let mut child = place
        .command()
        .args(line.split_whitespace())
        .args(["-o", "killed"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let log = place.path("killed.evidence");
    let lines = || fs::read(&log).map_or(0, |bytes| bytes.iter().filter(|&&b| b == b'\n').count());
    // Header, teacher and some answers.
    let deadline = Instant::now() + Duration::from_secs(120);
    while lines() < 8 && child.try_wait().unwrap().is_none() && Instant::now() < deadline {
        sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(lines() >= 8, "some answers are in the log");
    assert!(!place.path("killed/positions.parquet").exists());
    let again = place.joban(&format!("{line} -o killed")).exits(0).json();
    assert!(again["from_evidence"].as_u64().unwrap() >= 5, "{again}");
    place.joban(&format!("{line} -o whole")).exits(0);
    assert_eq!(
        place.read("killed/positions.parquet"),
        place.read("whole/positions.parquet")
    );
    assert_eq!(
        place.read("killed/manifest.json"),
        place.read("whole/manifest.json")
    );
    let left: Vec<String> = place.names("");
    assert!(
        left.iter().all(|name| !name.contains("unfinished")),
        "{left:?}"
    );
}

/// The fingerprints of a text do not depend on its line ends; lines that cannot be read are told and left out.
#[test]
fn robust_014() {
    if !has_teacher() {
        return;
    }
    let place = Place::new();
    let lines = [
        "# suite",
        "startpos moves 7g7f 3c3d",
        "startpos moves 2g2f",
        "nonsense",
        "startpos moves 2g2f",
    ];
    place.file("unix.sfen", lines.join("\n") + "\n");
    place.file("dos.sfen", lines.join("\r\n") + "\r\n");
    let label = |name: &str| {
        let line = format!("dataset label {name}.sfen -o {name} --evidence log {TEACHER}");
        place.joban(&line).exits(0).json()
    };
    let unix = label("unix");
    assert_eq!((&unix["asked"], &unix["shared"]), (&2.into(), &1.into()));
    assert_eq!(unix["cards"]["positions"]["duplicates"]["same"], 1);
    assert!(
        unix["warnings"][0]
            .as_str()
            .unwrap()
            .contains("1 rows could not be read")
    );
    // Other line ends are no other input: everything is known, and the rows are the same.
    let dos = label("dos");
    assert_eq!(dos["asked"], 0);
    let digest = |name: &str| manifest(&place, name)["tables"]["positions"].clone();
    assert_eq!(digest("unix"), digest("dos"));
    assert_eq!(
        place.read("unix/positions.parquet"),
        place.read("dos/positions.parquet")
    );
    let strict = format!("dataset label unix.sfen -o strict --evidence log --strict {TEACHER}");
    place.joban(&strict).exits(1);
}

#[test]
fn a_labelled_set_is_sampled_by_score() {
    let place = Place::new();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let mut lines = String::new();
    for n in 0..400 {
        // Different positions: pawns in hand come from the board.
        let board = start.replacen("1r5b1", ["1r5b1", "1r7", "7b1", "9"][n % 4], 1);
        let king = ["4K4", "3K5", "5K3", "2K6"][n / 4 % 4];
        let board = board.replace("LNSGKGSNL", king);
        let side = if n % 2 == 0 { "b" } else { "w" };
        let cp = if n < 200 { 100 } else { 2000 };
        lines += &format!("{{\"sfen\":\"{board} {side} - {}\",\"cp\":{cp}}}\n", n + 1);
    }
    place.file("a.jsonl", lines);
    let run = place
        .joban("dataset import a.jsonl -o set --teacher-id mine --quiet --json")
        .exits(0);
    assert_eq!(rows(&run), 400);
    let card = &run.json()["cards"]["positions"];
    assert_eq!(card["decided"]["rows"], 200);
    assert_eq!(card["labels"][0]["teacher"], "mine");
    let low = place
        .joban("dataset sample set --unique none --decided 1200:0 -o even --quiet --json")
        .exits(0);
    assert_eq!(rows(&low), 200);
    let warned = low.json()["warnings"][0].as_str().unwrap().to_owned();
    assert!(warned.contains("saturated"), "{warned}");
    let all = place
        .joban("dataset sample set --unique none --decided 1200:1 -o all --quiet --json")
        .exits(0);
    assert_eq!(rows(&all), 400);
    let window = place
        .joban("dataset sample set --unique none --plies 100..199 -o window --quiet --json")
        .exits(0);
    assert_eq!(rows(&window), 100);
}

#[test]
fn damage_is_told() {
    let place = place(3);
    sampled(&place, "--plies 2..20 --holdout 0 -o set");
    let mut bytes = place.read("set/positions.parquet");
    let middle = bytes.len() / 3;
    bytes[middle] ^= 0x55;
    place.file("damaged.parquet", bytes);
    for command in ["stats", "check", "split", "merge", "export --format jsonl"] {
        let run = place.joban(&format!("dataset {command} damaged.parquet --quiet"));
        assert_eq!(run.code, 3, "{command}: {run:#?}");
    }
    place.file("short.psv", [0_u8; 39]);
    place.joban("inspect short.psv").exits(3);
    place.joban("dataset import short.psv").exits(3);
    place.file("empty.psv", "");
    place.joban("dataset import empty.psv").exits(3);
    place.file("rows.jsonl", "{\"sfen\":\"9/9\"}\n");
    let run = place.joban("dataset check rows.jsonl --json").exits(1);
    assert_eq!(run.json()["rows"]["bad"], 1);
    assert!(
        run.err.contains("rows.jsonl, line 1: no position"),
        "{run:#?}"
    );
    // Nothing is left behind.
    let names = place.names("");
    assert!(
        names.iter().all(|name| !name.starts_with(".joban")),
        "{names:?}"
    );
}

#[test]
fn the_card_is_short_for_people() {
    let place = place(3);
    sampled(&place, "--plies 2..20 --holdout 0 -o set");
    let run = place.joban("dataset stats set").exits(0);
    for words in ["set: ", "side to move", "result, side to move", "plies"] {
        assert!(run.out.contains(words), "{run:#?}");
    }
    assert!(run.out.lines().count() < 20);
    let run = place.joban("dataset stats set --lang ja").exits(0);
    assert!(run.out.contains("手番"), "{run:#?}");
    let card: Value = serde_json::from_str(&place.text("set/card.json")).unwrap();
    let shown = place.joban("dataset stats set --json").exits(0).json();
    assert_eq!(shown["cards"]["set"], card);
}

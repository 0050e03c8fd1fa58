//! `joban match book`: an engine with a book against itself without.

use std::fs;

use joban_engine::rules::Position;
use serde_json::{Value, json};

use crate::arena::place;
use crate::support::Place;

/// The ROM engine with its book keys; `Profile` alone would read the book with other keys.
const GB5: &str =
    "--engine gb5 --option Profile=gb5 --option KeySeed=5 --option KeyTable=compact --nodes 1000";

/// The results of a run, without its times.
fn results(place: &Place, folder: &str) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(place.path(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.contains("timing")).collect();
    names.sort();
    let read = |name: String| (name.clone(), place.read(&format!("{folder}/{name}")));
    names.into_iter().map(read).collect()
}

fn lines(place: &Place, file: &str) -> Vec<Value> {
    let text = place.text(file);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_book_is_judged_by_the_games_of_its_engine() {
    let place = place();
    let line = format!(
        "match book {GB5} --book book.bin --suite even.txt --allow-shallow --pairs 4 \
         --teacher fairy-stockfish --teacher-nodes 500"
    );
    let run = place.joban(&format!("{line} --json -o one")).exits(0);
    let report = run.json();
    assert_eq!(report["books"][0]["book"], "A");
    assert_eq!(report["books"].as_array().map(Vec::len), Some(1));
    let trial = &report["meetings"]["a-none"];
    assert_eq!(trial["engines"], json!(["gb5+A", "gb5"]));
    assert_eq!(trial["books"], json!(["A", null]));
    // The book knows the start alone, for the side that moves first.
    let book = &trial["result"]["actual"][0]["book"];
    assert_eq!(
        (&book["games"], &book["by_ply"]),
        (&json!(4), &json!({"0": 4}))
    );
    assert_eq!(
        book["hits_per_game"],
        json!({"count": 8, "min": 0, "mean": 0.5, "max": 1})
    );
    assert_eq!(trial["result"]["actual"][1]["book"], Value::Null);
    let verdict = trial["verdict"].as_str().unwrap();
    assert!(
        ["first", "second", "not_shown"].contains(&verdict),
        "{verdict}"
    );

    // Where the book was left, with the teacher's score in the view of its side.
    let exits = lines(&place, "one/exits.jsonl");
    assert_eq!(exits.len(), 4);
    let games = lines(&place, "one/a-none.games.jsonl");
    for exit in &exits {
        let game = games
            .iter()
            .find(|g| g["pair"] == exit["pair"] && g["game"] == exit["game"]);
        let mut position = Position::startpos();
        let first = game.unwrap()["moves"][0]["mv"].as_str().unwrap();
        position.play(first.parse().unwrap()).unwrap();
        assert_eq!(exit["sfen"], position.sfen());
        assert_eq!((&exit["side"], &exit["ply"]), (&json!("black"), &json!(1)));
        assert!(exit["teacher_cp"].is_i64(), "{exit}");
    }
    let view = &trial["teacher_at_exit"][0];
    assert_eq!(trial["teacher_at_exit"][1], Value::Null);
    assert_eq!(view["as_white"]["games"], 0);
    assert_eq!(view["as_black"]["scored"], 4);
    let sum: i64 = exits
        .iter()
        .map(|exit| exit["teacher_cp"].as_i64().unwrap())
        .sum();
    let mean = view["as_black"]["mean_cp"].as_f64().unwrap();
    assert!((mean - sum as f64 / 4.0).abs() < 0.051, "{view} {sum}");

    // Said in words; and again from the logs alone, in another way, nothing changes.
    let told = place.joban(&format!("{line} -o one")).exits(0);
    for said in [
        "Book A: ",
        "0.5 (0..1) moves a game",
        "What the data support",
        "The teacher where book A was left",
    ] {
        assert!(told.out.contains(said), "{said}: {}", told.out);
    }
    assert!(told.out.contains("0 questions asked"), "{}", told.out);
    place
        .joban(&format!("{line} -o two --concurrency 1"))
        .exits(0);
    assert_eq!(results(&place, "one"), results(&place, "two"));
    assert_eq!(
        lines(&place, "uses.jsonl").len(),
        1,
        "one match, however often it is run"
    );
}

#[test]
fn a_book_that_was_not_played_gets_no_verdict() {
    let place = place();
    let line = format!("match book {GB5} --book book.bin --suite suite.txt --pairs 2");
    let run = place.joban(&format!("{line} --json")).exits(0).json();
    let trial = &run["meetings"]["a-none"];
    assert_eq!(trial["verdict"], "no_book_move");
    assert_eq!(trial.get("teacher_at_exit"), None);
    let told = place.joban(&line).exits(0).out;
    assert!(told.contains("No move came from book A"), "{told}");
    assert!(told.contains("these games say nothing about one"), "{told}");
    assert!(!told.contains("What the data support"), "{told}");
    assert_eq!(place.text("joban-match-book/exits.jsonl"), "");
}

#[test]
fn two_books_meet_none_and_each_other() {
    let place = place();
    // The same moves under a key that is never met.
    let mut other = place.read("book.bin");
    for entry in other.chunks_mut(6) {
        entry[0] ^= 1;
    }
    place.file("other.bin", other);
    let line = format!(
        "match book {GB5} --book other.bin --book book.bin --suite even.txt --allow-shallow --pairs 2"
    );
    let run = place.joban(&format!("{line} --json -o b")).exits(0).json();
    let meetings = run["meetings"].as_object().unwrap();
    assert_eq!(
        meetings.keys().collect::<Vec<_>>(),
        ["a-b", "a-none", "b-none"]
    );
    assert_eq!(meetings["a-none"]["verdict"], "no_book_move");
    assert_ne!(meetings["b-none"]["verdict"], "no_book_move");
    let both = &meetings["a-b"]["result"]["actual"];
    assert_eq!(
        (&both[0]["from_book"], &both[1]["from_book"]),
        (&json!(0), &json!(2))
    );
    for name in ["a-none", "b-none", "a-b"] {
        let games = lines(&place, &format!("b/{name}.games.jsonl"));
        assert_eq!(games.len(), 4, "{name}");
        let read = format!("inspect b/{name}.games.csa --strict --json");
        assert_eq!(place.joban(&read).exits(0).json_lines().len(), 4);
    }
    // Killed between two games, it goes on: the logs are those of the meetings.
    let before = results(&place, "b");
    let log = place.text("b.a-b.match");
    let kept: Vec<&str> = log.lines().take(3).collect();
    place.file("b.a-b.match", kept.join("\n") + "\n");
    fs::remove_file(place.path("b.b-none.match")).unwrap();
    place.joban(&format!("{line} -o b")).exits(0);
    assert_eq!(results(&place, "b"), before);
}

#[test]
fn what_judges_no_book_is_refused() {
    let place = place();
    let with_teacher = format!("{GB5} --book book.bin --teacher nowhere");
    let lines = [
        ("--book book.bin --nodes 9", 2, "--engine once"),
        (
            "--book book.bin --nodes 9 --engine gb5 --engine gb60",
            2,
            "given: 2",
        ),
        ("--book nowhere --nodes 9 --engine gb5", 2, "nowhere"),
        ("--nodes 9 --engine gb5", 2, "--book"),
        (
            "--book book.bin --book book.bin --book book.bin --nodes 9 --engine gb5",
            2,
            "at most two",
        ),
        ("--book book.bin --nodes 9,10 --engine gb5", 2, "A,B"),
        (
            "--book book.bin --nodes 9 --engine gb5 --name x",
            2,
            "--name",
        ),
        (
            "--book book.bin --nodes 9 --engine gb5 --second-option a=b",
            2,
            "--second-option",
        ),
        (
            "--book book.bin --nodes 9 --engine gb5 --teacher-nodes 5",
            2,
            "--teacher",
        ),
        (&with_teacher, 4, "nowhere"),
        (
            "--book book.bin --nodes 9 --engine fairy-stockfish",
            2,
            "no option for a book (BookFile",
        ),
        ("--book suite.txt --nodes 9 --engine gb5", 4, "suite.txt"),
    ];
    let whole = |rest: &str| format!("match book --suite suite.txt {rest}");
    place.refuses(&lines.map(|(rest, code, said)| (whole(rest), code, said)));
    assert!(!place.path("joban-match-book").exists());
}

//! The cases of `tests/cases/book.jsonl`: books in the `.db` format.

mod common;

use joban_engine::book::db::{DbBook, DbFile, DbIssueKind, DbMove, DbPosition, MoveNumbers};
use joban_engine::book::playable::{PlayOptions, played_rows};
use serde_json::Value;
use std::io::Cursor;

const FILE: &str = include_str!("../../tests/cases/book.jsonl");

fn read(text: &str) -> DbBook {
    DbBook::read(text.as_bytes(), MoveNumbers::Joined).expect("memory")
}

fn sorted(book: &DbBook) -> String {
    let mut out = Vec::new();
    book.write_sorted(&mut out).expect("memory");
    String::from_utf8(out).expect("ASCII")
}

fn usi(position: &DbPosition) -> Vec<String> {
    position
        .moves
        .iter()
        .map(|row| row.mv.to_string())
        .collect()
}

fn number<T: TryFrom<i64>>(value: &Value) -> Option<T> {
    value.as_i64().and_then(|number| T::try_from(number).ok())
}

/// Every field that the case names.
fn check_row(row: &DbMove, expect: &Value) {
    assert_eq!(expect["move"], row.mv.to_string());
    for (name, value) in expect.as_object().expect("fields") {
        match name.as_str() {
            "move" => {}
            "ponder" => assert_eq!(
                value.as_str().map(str::to_owned),
                row.ponder.map(|mv| mv.to_string())
            ),
            "value" => assert_eq!(number(value), row.value),
            "depth" => assert_eq!(number(value), row.depth),
            "count" => assert_eq!(number(value), row.count),
            other => panic!("unknown field {other}"),
        }
    }
}

fn check_entries(book: &DbBook, expect: &Value) {
    let entries = expect.as_object().expect("entries");
    assert_eq!(book.positions().len(), entries.len());
    for (sfen, rows) in entries {
        let position = book.get(sfen).expect("the entry");
        let rows = rows.as_array().expect("rows");
        assert_eq!(position.moves.len(), rows.len());
        for (row, expect) in position.moves.iter().zip(rows) {
            check_row(row, expect);
        }
    }
}

fn left_out_columns(case: &Value) {
    let book = read(input(case));
    check_entries(&book, &case["expect"]["read"]["entries"]);
    let mut out = Vec::new();
    book.write(&mut out).expect("memory");
    for text in [String::from_utf8(out).expect("ASCII"), sorted(&book)] {
        assert!(!text.contains("  "), "{text}");
        assert!(text.contains("2g2f 8c8d 7 none\n"), "{text}");
        assert!(text.contains("7g7f none none none 3\n"), "{text}");
    }
}

fn input(case: &Value) -> &str {
    case["input"].as_str().expect("input")
}

fn entries(case: &Value) {
    let book = read(input(case));
    check_entries(&book, &case["expect"]["entries"]);
    if let Some(issue) = case["expect"].get("error_or_warning") {
        let found = &book.issues()[0];
        assert_eq!(issue["kind"], found.kind.as_str());
        assert_eq!(issue["line"], found.line);
        assert_eq!(book.issues().len(), 1);
    }
}

fn no_move_none(case: &Value) {
    entries(case);
    let twice = format!("{}{}", input(case), input(case));
    let merged = read(&twice);
    assert_eq!(merged.positions().len(), 1);
    assert!(!sorted(&merged).contains("none none 0 0 1"));
    assert_eq!(
        sorted(&merged).lines().count(),
        4,
        "one more header, kept as a comment"
    );
}

/// The blocks of a text (a position line with its rows), the last first.
fn turned_around(text: &str) -> String {
    let (head, rest) = text.split_once('\n').expect("a header");
    let mut blocks: Vec<String> = rest
        .split("sfen ")
        .skip(1)
        .map(|b| format!("sfen {b}"))
        .collect();
    blocks.reverse();
    format!("{head}\n{}", blocks.concat())
}

fn joined_positions(case: &Value) {
    let book = read(input(case));
    assert_eq!(case["expect"]["positions"], book.positions().len());
    let joined = &book.positions()[0];
    assert_eq!(case["expect"]["moves"], serde_json::json!(usi(joined)));
    assert_eq!(joined.ply, Some(1));
    let first = &joined.moves[0];
    assert_eq!(
        (first.value, first.depth, first.count),
        (Some(12), Some(22), Some(6))
    );
    assert_eq!(book.issues()[0].kind, DbIssueKind::DuplicatePosition);
    let other = read(&turned_around(input(case)));
    assert_eq!(sorted(&other), sorted(&book));
    let numbers = MoveNumbers::Apart;
    let apart = DbBook::read(input(case).as_bytes(), numbers).expect("memory");
    assert_eq!(apart.positions().len(), 2);
}

fn not_sorted(case: &Value) {
    let book = read(input(case));
    let line = book.not_sorted().expect("it is not sorted").line;
    assert_eq!(case["expect"]["not_sorted_at_line"], line);
    let mut file = DbFile::open(Cursor::new(input(case))).expect("memory");
    let issue = file.not_sorted().expect("it is not sorted");
    assert_eq!((issue.line, issue.kind), (line, DbIssueKind::NotSorted));
    for position in book.positions() {
        let found = file.find(&position.sfen).expect("memory").expect("found");
        assert_eq!(usi(&found), usi(position));
    }
}

fn value_window(case: &Value) {
    let position = read(input(case)).positions()[0].clone();
    let mut options = PlayOptions::everything();
    let diff = case["expect"]["filter"]["value_diff"].to_string();
    options.set("BookEvalDiff", &diff).expect("a number");
    let kept_of = |order: [usize; 3]| {
        let mut position = position.clone();
        position.moves = order.map(|at| position.moves[at].clone()).to_vec();
        let played = played_rows(&position, &options);
        let mut kept: Vec<String> = played
            .played()
            .map(|at| usi(&position)[at].clone())
            .collect();
        kept.sort();
        (kept, played.best_not_first)
    };
    for order in [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ] {
        let (kept, best_not_first) = kept_of(order);
        assert_eq!(case["expect"]["kept"], serde_json::json!(kept));
        let best = order.iter().position(|&at| at == 1).expect("7g7f");
        assert_eq!(best_not_first, (best > 0).then_some((0, best)));
    }
    let mut without = position.clone();
    without.moves.iter_mut().for_each(|row| row.value = None);
    assert_eq!(played_rows(&without, &options).played().count(), 3);
}

fn look_ups(case: &Value) {
    let book = read(input(case));
    let mut file = DbFile::open(Cursor::new(input(case))).expect("memory");
    assert_eq!(file.not_sorted(), None);
    for look_up in case["expect"]["lookups_in_order"]
        .as_array()
        .expect("a list")
    {
        let sfen = look_up[0].as_str().expect("SFEN");
        let found = file.find(sfen).expect("memory").expect("found");
        assert_eq!(look_up[1], found.moves[0].mv.to_string());
        assert_eq!(book.get(sfen).map(usi), Some(usi(&found)));
    }
    assert_eq!(file.find("9/9/9/9/9/9/9/9/9 b -").expect("memory"), None);
}

fn duplicate_move(case: &Value) {
    let book = read(input(case));
    let position = &book.positions()[0];
    assert_eq!(case["expect"]["moves"], serde_json::json!(usi(position)));
    let first = &position.moves[0];
    assert_eq!(
        (first.value, first.depth, first.count),
        (Some(20), Some(9), Some(5))
    );
    for (issue, expect) in book
        .issues()
        .iter()
        .zip(case["expect"]["warnings"].as_array().expect("a list"))
    {
        assert_eq!(expect["kind"], issue.kind.as_str());
        assert_eq!(expect["line"], issue.line);
    }
    assert_eq!(book.issues().len(), 1);
}

fn run(case: &Value) {
    let check: fn(&Value) = match case["id"].as_str().expect("an id") {
        "book-001" => left_out_columns,
        "book-002" => no_move_none,
        "book-003" | "book-007" => entries,
        "book-004" => joined_positions,
        "book-005" => not_sorted,
        "book-006" => value_window,
        "book-012" => look_ups,
        "book-013" => duplicate_move,
        other => panic!("no test for {other}"),
    };
    check(case);
}

case_tests!(
    FILE,
    run,
    book_001 = "book-001",
    book_002 = "book-002",
    book_003 = "book-003",
    book_004 = "book-004",
    book_005 = "book-005",
    book_006 = "book-006",
    book_007 = "book-007",
    book_012 = "book-012",
    book_013 = "book-013",
);

//! The cases of the areas `csa` and `encoding`, as far as text alone decides them. Start SFENs, USI
//! moves and faults against the rules are tested where a board is known.

mod common;

use common::{Game, ReadFile, read, read_default};
use joban_csa_parse::{Encoding, Issue, ReadOptions, Sign, WrittenMove};
use serde_json::Value;

const CSA: &str = include_str!("../../tests/cases/csa.jsonl");
const ENCODING: &str = include_str!("../../tests/cases/encoding.jsonl");

/// Kinds that need a board.
const OF_RULES: [&str; 3] = ["TurnMismatch", "IllegalMove", "PieceMismatch"];

/// Cases whose `BadPosition` needs a board.
const BOARD_FAULTS: [&str; 2] = ["csa-018", "csa-020"];

fn cases() -> impl Iterator<Item = Value> {
    CSA.lines()
        .chain(ENCODING.lines())
        .map(|line| serde_json::from_str(line).expect("a case is JSON"))
}

fn case(id: &str) -> Value {
    cases().find(|c| c["id"] == id).expect("the case exists")
}

fn input(case: &Value) -> Vec<u8> {
    let text = case["input"].as_str().expect("an input is text");
    match case["input_form"].as_str() {
        Some("hex") => (0..text.len() / 2)
            .map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).expect("hex"))
            .collect(),
        _ => text.as_bytes().to_vec(),
    }
}

fn run(id: &str) {
    let case = case(id);
    let file = read_default(&input(&case));
    let expect = &case["expect"];
    match expect["any_of"].as_array() {
        Some(outcomes) => check(id, &file, &outcomes[0]),
        None => check(id, &file, expect),
    }
}

fn check(id: &str, file: &ReadFile, expect: &Value) {
    if let Some(games) = expect["games"].as_array() {
        assert_eq!(file.games.len(), games.len(), "{id}: number of games");
        for (game, want) in file.games.iter().zip(games) {
            check_game(id, game, want);
        }
    } else {
        assert_eq!(file.games.len(), 1, "{id}: number of games");
        check_game(id, &file.games[0], expect);
    }
    if let Some(warnings) = expect["warnings"].as_array() {
        for want in warnings {
            let mut found = file.games.iter().flat_map(|g| &g.record.warnings);
            assert!(
                found.any(|w| matches(w, want)),
                "{id}: no warning {want} in {file:?}"
            );
        }
    } else {
        let warnings: Vec<_> = file.games.iter().flat_map(|g| &g.record.warnings).collect();
        assert!(warnings.is_empty(), "{id}: {warnings:?}");
    }
}

fn matches(issue: &Issue, want: &Value) -> bool {
    issue.kind.as_str() == want["kind"]
        && want["line"].as_u64().is_none_or(|line| issue.line == line)
        && want["text"].as_str().is_none_or(|text| issue.text == text)
}

fn check_game(id: &str, game: &Game, want: &Value) {
    let error = &want["error"];
    if error.is_object() {
        return check_error(id, game, error);
    }
    assert_eq!(game.error, None, "{id}");
    check_moves(id, game, want);
    check_end(id, game, want);
    check_texts(id, game, want);
}

/// An error of the text is found here; for one of the rules the place must be known.
fn check_error(id: &str, game: &Game, error: &Value) {
    let kind = error["kind"].as_str().expect("a kind");
    if OF_RULES.contains(&kind) {
        assert_eq!(game.error, None, "{id}");
        let same = |m: &joban_csa_parse::MoveEntry| {
            Some(m.place.line) == error["line"].as_u64() && error["text"] == m.token.to_string()
        };
        assert!(
            game.record.moves.iter().any(same),
            "{id}: the place is lost"
        );
    } else if BOARD_FAULTS.contains(&id) {
        let same =
            |s: &joban_csa_parse::SetupStatement| Some(s.place().line) == error["line"].as_u64();
        assert!(
            game.record.setup.statements.iter().any(same),
            "{id}: the place is lost"
        );
    } else {
        let issue = game.error.as_ref().expect("an error");
        assert!(matches(issue, error), "{id}: {issue:?}");
    }
}

fn check_moves(id: &str, game: &Game, want: &Value) {
    let record = &game.record;
    let per_move = |name: &str| want[name].as_array().cloned().unwrap_or_default();
    if let Some(moves) = want["moves"].as_array() {
        assert_eq!(record.moves.len(), moves.len(), "{id}: moves");
    }
    for (entry, time) in record.moves.iter().zip(per_move("times_ms")) {
        assert_eq!(entry.time_ms.map(u64::from), time.as_u64(), "{id}: time");
    }
    for (entry, score) in record.moves.iter().zip(per_move("scores")) {
        assert_eq!(
            entry.black_score.map(i64::from),
            score.as_i64(),
            "{id}: score"
        );
    }
    for (ply, comment) in per_move("comments").iter().enumerate() {
        let found = record.comments(ply).collect::<Vec<_>>().join("\n");
        assert_eq!(found, comment.as_str().unwrap_or(""), "{id}: comment");
    }
    for (ply, pv) in per_move("pvs").iter().enumerate() {
        let length = pv.as_array().map_or(0, Vec::len);
        assert_eq!(record.pv_tokens(ply).count(), length, "{id}: pv");
    }
}

fn check_end(id: &str, game: &Game, want: &Value) {
    let record = &game.record;
    let text = |name: &str| want[name].as_str();
    if want.get("ending").is_some() {
        assert_eq!(
            record.ending().map(|e| e.word),
            text("ending"),
            "{id}: ending"
        );
    }
    if let Some(ms) = want["end_time_ms"].as_u64() {
        let found = record.ending().and_then(|e| e.time_ms);
        assert_eq!(found.map(u64::from), Some(ms), "{id}: end time");
    }
    if want.get("summary").is_some() {
        assert_eq!(
            record.summary().map(|s| s.kind),
            text("summary"),
            "{id}: summary"
        );
    }
    if want.get("winner").is_some() {
        let outcome = record.outcome(record.end_side());
        assert_eq!(
            outcome.winner.map(|w| w.as_str()),
            text("winner"),
            "{id}: winner"
        );
    }
    if want.get("end").is_some() {
        assert_eq!(record.end_time(), text("end"), "{id}: end of the game");
    }
}

fn check_texts(id: &str, game: &Game, want: &Value) {
    let record = &game.record;
    let names = serde_json::json!([record.name(Sign::Plus), record.name(Sign::Minus)]);
    if want.get("names").is_some() {
        assert_eq!(names, want["names"], "{id}: names");
    }
    if let Some(any) = want["names_any_of"].as_array() {
        assert!(any.contains(&names), "{id}: names {names}");
    }
    if let Some(ratings) = want["ratings"].as_array() {
        assert_eq!(
            record.ratings.map(Value::from).as_slice(),
            ratings,
            "{id}: ratings"
        );
    }
    if want.get("version").is_some() {
        assert_eq!(record.version(), want["version"].as_str(), "{id}: version");
    }
    if want.get("note").is_some() {
        assert_eq!(
            record.note().as_deref(),
            want["note"].as_str(),
            "{id}: note"
        );
    }
    if let Some(limit) = want["max_moves"].as_u64() {
        assert_eq!(
            record.max_moves.map(u64::from),
            Some(limit),
            "{id}: max moves"
        );
    }
    if let Some(plies) = want["forced_plies"].as_u64() {
        assert_eq!(u64::from(record.forced_plies), plies, "{id}: forced plies");
    }
    if let Some(encoding) = want["encoding"].as_str() {
        assert_eq!(
            record.encoding.map(Encoding::as_str),
            Some(encoding),
            "{id}: encoding"
        );
    }
}

macro_rules! cases {
    ($($name:ident)*) => {
        $(#[test] fn $name() { run(&stringify!($name).replace('_', "-")); })*
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

cases! {
    csa_001 csa_002 csa_003 csa_004 csa_005 csa_006 csa_007 csa_008 csa_009 csa_010 csa_011 csa_012
    csa_013 csa_014 csa_015 csa_016 csa_017 csa_018 csa_019 csa_020 csa_021 csa_022 csa_023 csa_024
    csa_025 csa_026 csa_027 csa_028 csa_029 csa_030 csa_031 csa_032 csa_033 csa_034 csa_035 csa_036
    csa_037 csa_038 csa_039 csa_040 csa_041 csa_042 csa_043 csa_044 csa_045
    encoding_001 encoding_002 encoding_003 encoding_004 encoding_005 encoding_006
}

#[test]
fn every_case_has_a_test() {
    let mut ids: Vec<String> = cases()
        .map(|c| c["id"].as_str().expect("an id").replace('-', "_"))
        .collect();
    ids.sort();
    assert_eq!(ids, NAMES);
}

/// The property of encoding-003: a forced encoding decides, the moves stay the same.
#[test]
fn forced_encoding_decides_the_reading() {
    let bytes = input(&case("encoding-003"));
    for (encoding, name) in [(Encoding::EucJp, "樵"), (Encoding::ShiftJis, "ｾﾁ")] {
        let opts = ReadOptions {
            encoding: Some(encoding),
            ..ReadOptions::default()
        };
        let file = read(&bytes, &opts);
        let record = &file.games[0].record;
        assert_eq!(record.name(Sign::Plus), Some(name));
        assert_eq!(record.encoding, Some(encoding));
        assert!(record.warnings.is_empty());
        assert!(matches!(record.moves[0].token, WrittenMove::Csa(t) if t.to_string() == "+2726FU"));
    }
}

/// robust-006: nothing to read is a warning, not a game.
#[test]
fn robust_006() {
    for bytes in [
        &b""[..],
        b"\n\n",
        b"'only a comment\n",
        b"\xef\xbb\xbf",
        b"/\n/\n",
    ] {
        let file = read_default(bytes);
        assert!(file.games.is_empty() && file.problems.is_empty());
        assert_eq!(file.warnings.len(), 1);
        assert_eq!(file.warnings[0].kind.as_str(), "EmptyInput");
    }
}

/// robust-007: a file of NULs is reported as binary at line 1.
#[test]
fn robust_007() {
    let file = read_default(&vec![0; 1 << 20]);
    assert!(file.games.is_empty());
    assert_eq!(file.problems.len(), 1);
    let issue = &file.problems[0];
    assert_eq!((issue.kind.as_str(), issue.line), ("SyntaxError", 1));
    assert_eq!(issue.text, "binary");
}

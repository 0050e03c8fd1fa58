//! The cases of `tests/cases/sfen.jsonl`.

mod common;

use joban_engine::rules::{Accept, Position, PositionIssue, Setup};
use serde_json::Value;

const FILE: &str = include_str!("../../tests/cases/sfen.jsonl");

fn run(case: &Value) {
    let input = case["input"].as_str().expect("input");
    let expect = &case["expect"];
    let read = Setup::from_sfen(input);
    if let Some(error) = expect.get("error") {
        let refused = read.expect_err("the input is refused");
        if let Some(what) = error.get("what") {
            assert_eq!(what.as_str(), Some(refused.what.as_str()));
        }
        assert!(Position::from_sfen(input).is_err());
        return;
    }
    let (setup, notes) = read.expect("the input is read");
    if let Some(sfen) = expect.get("sfen") {
        assert_eq!(sfen.as_str(), Some(setup.to_sfen().as_str()));
    }
    if let Some(given) = expect.get("ply_given") {
        assert_eq!(given.as_bool(), Some(notes.ply_given));
    }
    if let Some(validate) = expect.get("validate") {
        check_issue(&setup, validate);
    }
}

fn check_issue(setup: &Setup, expect: &Value) {
    let issues = setup.issues();
    let found = issues.iter().find(|issue| expect["issue"] == issue.name());
    let found = found.unwrap_or_else(|| panic!("no {} in {issues:?}", expect["issue"]));
    if let (Some(file), PositionIssue::DoublePawn { file: found, .. }) = (expect.get("file"), found)
    {
        assert_eq!(file.as_u64(), Some(u64::from(*found)));
    }
    for accept in [Accept::Strict, Accept::OneKing] {
        let refused = Position::from_setup(setup, accept).expect_err("no position of a game");
        assert_eq!(refused.issues, issues);
    }
}

case_tests!(
    FILE,
    run,
    sfen_001 = "sfen-001",
    sfen_002 = "sfen-002",
    sfen_003 = "sfen-003",
    sfen_004 = "sfen-004",
    sfen_005 = "sfen-005",
    sfen_006 = "sfen-006",
    sfen_007 = "sfen-007",
    sfen_008 = "sfen-008",
    sfen_009 = "sfen-009",
);

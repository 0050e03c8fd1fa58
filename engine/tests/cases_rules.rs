//! The cases of `tests/cases/rules.jsonl`.

mod common;

use joban_engine::rules::{Accept, DeclarationRule, Move, Position, Refusal, Repetition, Setup};
use serde_json::Value;

const FILE: &str = include_str!("../../tests/cases/rules.jsonl");

fn run(case: &Value) {
    let input = case["input"].as_str().expect("input");
    let expect = &case["expect"];
    match case["input_form"].as_str() {
        Some("legality") => legality(input, expect),
        Some("usi-moves") => repetition(input, expect),
        Some("declaration") => declaration(input, expect),
        Some("terminal") => terminal(input, expect),
        Some("perft") => perft_counts(input, expect),
        other => panic!("input form {other:?}"),
    }
}

fn position(input: &str) -> Position {
    Position::from_sfen(input).expect("a position")
}

fn legality(input: &str, expect: &Value) {
    let position = position(input);
    let list = position.legal_moves();
    for (text, legal) in expect["legal"].as_object().expect("moves") {
        let mv = Move::from_usi(text).expect("a move");
        let legal = legal.as_bool().expect("true or false");
        assert_eq!(position.is_legal(mv), legal, "{text}");
        assert_eq!(list.contains(&mv), legal, "{text} in the list");
        assert_eq!(position.refusal(mv).is_none(), legal, "{text} refusal");
        let played: Result<(), Refusal> = position.clone().play(mv);
        assert_eq!(played.is_ok(), legal, "{text} played");
    }
}

fn repetition(input: &str, expect: &Value) {
    let (setup, _, moves) = Setup::from_position_text(input).expect("a position");
    let mut position = Position::from_setup(&setup, Accept::OneKing).expect("accepted");
    let at = expect["repetition_at_ply"].as_u64().expect("a ply") as u32;
    for text in moves {
        assert_eq!(position.repetition(), Repetition::None, "before {text}");
        position
            .play(Move::from_usi(text).expect("a move"))
            .expect("a legal move");
    }
    assert_eq!(position.ply(), at);
    let loser = match position.repetition() {
        Repetition::PerpetualCheck { loser } => Some(loser.as_str()),
        Repetition::Draw => None,
        Repetition::None => panic!("no repetition"),
    };
    let result = if loser.is_some() {
        "perpetual_check"
    } else {
        "sennichite"
    };
    assert_eq!(expect["result"], result);
    assert_eq!(expect["loser"].as_str(), loser);
}

fn declaration(input: &str, expect: &Value) {
    let position = position(input);
    for (rule, name) in [
        (DeclarationRule::Points27, "rule27"),
        (DeclarationRule::Points24, "rule24"),
    ] {
        let declaration = position.declaration(rule);
        assert_eq!(
            expect["points"].as_u64(),
            Some(u64::from(declaration.points))
        );
        assert_eq!(
            expect[name].as_str(),
            Some(declaration.outcome.as_str()),
            "{name}"
        );
    }
}

fn terminal(input: &str, expect: &Value) {
    let position = position(input);
    assert_eq!(expect["in_check"].as_bool(), Some(position.in_check()));
    assert_eq!(
        expect["legal_moves"].as_u64(),
        Some(position.legal_moves().len() as u64)
    );
    assert_eq!(expect["result"], "no_moves");
    assert!(position.has_no_move());
    assert_eq!(expect["loser"].as_str(), Some(position.side().as_str()));
}

fn perft_counts(input: &str, expect: &Value) {
    for (depth, count) in expect["perft"].as_object().expect("counts") {
        let depth = depth.parse().expect("a depth");
        let found = position(input).perft(depth);
        assert_eq!(count.as_u64(), Some(found), "depth {depth}");
    }
}

case_tests!(
    FILE,
    run,
    rules_001 = "rules-001",
    rules_002 = "rules-002",
    rules_003 = "rules-003",
    rules_004 = "rules-004",
    rules_005 = "rules-005",
    rules_006 = "rules-006",
    rules_007 = "rules-007",
    rules_008 = "rules-008",
    rules_009 = "rules-009",
    rules_010 = "rules-010",
    rules_011 = "rules-011",
    rules_012 = "rules-012",
    rules_013 = "rules-013",
    rules_014 = "rules-014",
    rules_015 = "rules-015",
);

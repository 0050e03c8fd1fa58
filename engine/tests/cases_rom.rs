//! The cases of `tests/cases/rom.jsonl` as far as book, weights and probe go (C and assembler are with rom-assets).

mod common;

use joban_engine::book::{Book, BookEntry, Chooser, probe, split_weights};
use joban_engine::rng::SplitMix64;
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use serde_json::Value;

const FILE: &str = include_str!("../../tests/cases/rom.jsonl");

fn run(case: &Value) {
    let input: Value = serde_json::from_str(case["input"].as_str().expect("input")).expect("JSON");
    let expect = &case["expect"];
    match case["id"].as_str() {
        Some("rom-001") => bytes(&input["entry"], expect),
        Some("rom-002") => words(&input, expect),
        Some("rom-003") => collision(&input),
        Some("rom-004" | "rom-005") => weights(&input, expect),
        Some("rom-006") => order(&input, expect),
        other => panic!("no test for {other:?}"),
    }
}

fn bytes(entry: &Value, expect: &Value) {
    let field = |name: &str| entry[name].as_u64().expect("a number");
    let entry = BookEntry {
        key: field("key") as u16,
        mv: Move::from_word(field("move") as u16).expect("a move"),
        weight: field("weight") as u8,
        ply: field("ply") as u8,
    };
    let hex: String = entry
        .encode()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    assert_eq!(expect["bin"], hex);
    assert_eq!(BookEntry::decode(entry.encode(), 0), Ok(entry));
}

fn words(input: &Value, expect: &Value) {
    let moves = input["moves"].as_array().expect("moves");
    let words = expect["u16"].as_array().expect("words");
    assert_eq!(moves.len(), words.len());
    for (text, word) in moves.iter().zip(words) {
        let mv = Move::from_usi(text.as_str().expect("text")).expect("a move");
        assert_eq!(format!("{:04x}", mv.word()), word.as_str().expect("hex"));
        assert_eq!(Move::from_word(mv.word()), Some(mv));
    }
}

fn weights(input: &Value, expect: &Value) {
    let lists = input["weights"].as_array().expect("lists");
    for (points, want) in lists.iter().zip(expect["u8"].as_array().expect("results")) {
        let points: Vec<u64> = points
            .as_array()
            .expect("points")
            .iter()
            .filter_map(Value::as_u64)
            .collect();
        match (split_weights(&points), want.as_array()) {
            (Ok(weights), Some(want)) => {
                let kept: Vec<u64> = weights.into_iter().flatten().map(u64::from).collect();
                let want: Vec<u64> = want.iter().filter_map(Value::as_u64).collect();
                assert_eq!(kept, want, "{points:?}");
            }
            (Err(_), None) => {}
            (got, want) => panic!("{points:?}: {got:?}, not {want:?}"),
        }
    }
}

fn order(input: &Value, expect: &Value) {
    let entry = |value: &Value| BookEntry {
        ply: value[0].as_u64().expect("ply") as u8,
        key: u16::from_str_radix(value[1].as_str().expect("key"), 16).expect("hex"),
        weight: value[2].as_u64().expect("weight") as u8,
        // Candidates of one position differ in their move.
        mv: Move::from_word(0x1e3b - value[2].as_u64().expect("weight") as u16 % 3)
            .expect("a move"),
    };
    let list = |value: &Value| {
        value
            .as_array()
            .expect("entries")
            .iter()
            .map(entry)
            .collect::<Vec<_>>()
    };
    let given = list(&input["entries_ply_key_weight"]);
    let want = list(&expect["order"]);
    let mut reversed = given.clone();
    reversed.reverse();
    let book = Book::new(given).expect("a book");
    assert_eq!(book.entries(), want);
    assert_eq!(Book::new(reversed).expect("a book").encode(), book.encode());
    assert_eq!(Book::decode(&book.encode()), Ok(book));
}

/// Finds two positions with one key by a random walk, and shows that ply and legality keep them apart.
fn collision(input: &Value) {
    let keys = RomKeys::from_seed(0, Layout::Full);
    let a = Position::from_sfen(input["a"].as_str().expect("a position")).expect("a position");
    let b = colliding(&keys, &a);
    assert_ne!(a.key(), b.key());
    let moves_of_a = a.legal_moves();
    let b_list = b.legal_moves();
    let in_both = *moves_of_a
        .iter()
        .find(|mv| b_list.contains(mv))
        .unwrap_or(&moves_of_a[0]);
    let only_a = moves_of_a.iter().find(|mv| !b_list.contains(mv)).copied();
    let entry = |mv, ply| BookEntry {
        key: keys.key(&a),
        mv,
        weight: 255,
        ply,
    };
    let mut chooser = Chooser::new(1).expect("a seed");
    let book =
        Book::new(vec![entry(in_both, 0), entry(b_list[0], 9)]).expect("both fit at two plies");
    assert_eq!(probe(&book, &keys, &a, 0, &mut chooser), Some(in_both));
    assert_eq!(probe(&book, &keys, &b, 9, &mut chooser), Some(b_list[0]));
    assert_eq!(probe(&book, &keys, &b, 8, &mut chooser), None);
    let mv = only_a.expect("a move that is illegal in the other position");
    let book = Book::new(vec![entry(mv, 0)]).expect("a book");
    assert_eq!(
        probe(&book, &keys, &b, 0, &mut chooser),
        None,
        "never an unchecked move"
    );
}

fn colliding(keys: &RomKeys, a: &Position) -> Position {
    let mut rng = SplitMix64::new(17);
    let mut position = a.clone();
    let mut key = keys.key(a);
    let wanted = key;
    loop {
        match common::pick(&position, &mut rng) {
            Some(mv) if position.ply() < 300 => {
                key = keys.update(key, &position, mv);
                position.play(mv).expect("legal");
            }
            _ => {
                position.clone_from(a);
                key = wanted;
            }
        }
        if key == wanted && position.key() != a.key() {
            assert_eq!(keys.key(&position), wanted);
            return position;
        }
    }
}

case_tests!(
    FILE,
    run,
    rom_001 = "rom-001",
    rom_002 = "rom-002",
    rom_003 = "rom-003",
    rom_004 = "rom-004",
    rom_005 = "rom-005",
    rom_006 = "rom-006",
);

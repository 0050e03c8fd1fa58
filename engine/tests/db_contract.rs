//! The contract of the `.db` format: exact bytes, what is normalised, malformed input, properties.

mod common;

use joban_engine::book::db::{
    DbBook, DbFile, DbIssueKind, DbItem, DbMove, DbPosition, MAX_LINE, MAX_ROWS, MoveNumbers,
    read_positions,
};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use proptest::prelude::*;
use std::io::Cursor;
use std::ops::ControlFlow;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

fn read(bytes: &[u8]) -> DbBook {
    DbBook::read(bytes, MoveNumbers::Joined).expect("memory")
}

fn written(book: &DbBook) -> Vec<u8> {
    let mut out = Vec::new();
    book.write(&mut out).expect("memory");
    out
}

fn sorted(book: &DbBook) -> Vec<u8> {
    let mut out = Vec::new();
    book.write_sorted(&mut out).expect("memory");
    out
}

fn kinds(book: &DbBook) -> Vec<(DbIssueKind, u64)> {
    book.issues()
        .iter()
        .map(|issue| (issue.kind, issue.line))
        .collect()
}

#[track_caller]
fn comes_back(bytes: &[u8]) {
    let again = written(&read(bytes));
    assert_eq!(
        String::from_utf8_lossy(&again),
        String::from_utf8_lossy(bytes)
    );
    assert_eq!(again, bytes);
}

#[test]
fn well_formed_files_come_back_byte_for_byte() {
    let plain = format!(
        "#YANEURAOU-DB2016 1.00\n# NOE:1\n# 定跡\nsfen {START} 1\n# after the position\n7g7f 3c3d 30 20 5\n// after the move\n\n2g2f none 29 20\nnone none 0 0 1\n"
    );
    comes_back(plain.as_bytes());
    comes_back(plain.replace('\n', "\r\n").as_bytes());
    comes_back(plain.replace('\n', "\r").as_bytes());
    comes_back(format!("\u{feff}{plain}").as_bytes());
    comes_back(plain.trim_end().as_bytes());
    // Further columns, a comment at the end of a line, text that is no UTF-8 (CP932 for 定跡), hands in another order.
    let mut other =
        format!("#YANEURAOU-DB2016 1.00\nsfen {START} 1\n7g7f none 1 2 3 4 x=5 # \n2g2f none 0 # ")
            .into_bytes();
    other.extend_from_slice(
        b"\x92\xe8\x90\xd5\n#\x92\xe8\x90\xd5\nsfen 4k4/9/9/9/9/9/9/9/4K4 b P2R\n5i5h\n",
    );
    comes_back(&other);
}

#[test]
fn what_peta_shock_writes_is_read() {
    let text =
        format!("#YANEURAOU-DB2016 1.00\nsfen {START} 1\n7g7f none 20 9999\n2g2f none -32768 0\n");
    let book = read(text.as_bytes());
    let rows = &book.positions()[0].moves;
    assert_eq!(
        (rows[0].depth, rows[0].count),
        (Some(DbMove::REPETITION_DEPTH), None)
    );
    assert_eq!(
        (rows[1].value, rows[1].known_value()),
        (Some(DbMove::UNKNOWN_VALUE), None)
    );
    comes_back(text.as_bytes());
}

#[test]
fn a_changed_row_keeps_its_other_columns() {
    let text = format!(
        "#YANEURAOU-DB2016 1.00\r\nsfen {START} 1\r\n7g7f 3c3d 1 2 3 tag # why\r\n# note\r\n2g2f none 4 5\r\n"
    );
    let mut book = read(text.as_bytes());
    book.edit(|positions| {
        positions[0]
            .moves
            .iter_mut()
            .for_each(|row| row.refresh(-7, 18))
    });
    let expect = text
        .replace("7g7f 3c3d 1 2 3", "7g7f 3c3d -7 18 3")
        .replace("2g2f none 4 5", "2g2f none -7 18");
    assert_eq!(String::from_utf8_lossy(&written(&book)), expect);
}

#[test]
fn a_removed_position_changes_the_number_of_positions() {
    let text = format!(
        "#YANEURAOU-DB2016 1.00\n# NOE:2\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h\nsfen {START} 1\n7g7f\n"
    );
    let mut book = read(text.as_bytes());
    book.edit(|positions| {
        positions.remove(0);
    });
    let expect = format!("#YANEURAOU-DB2016 1.00\n# NOE:1\nsfen {START} 1\n7g7f\n");
    assert_eq!(String::from_utf8_lossy(&written(&book)), expect);
    assert!(book.find(&Position::startpos()).is_some());
}

#[test]
fn the_documented_normalisations() {
    let text = format!("sfen {START}   1\n7g7f\tnone  1\r\n 2g2f \n");
    let expect = format!("#YANEURAOU-DB2016 1.00\nsfen {START}   1\n7g7f none 1 none\n 2g2f \n");
    let book = read(text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&written(&book)), expect);
    assert_eq!(kinds(&book), [(DbIssueKind::MissingHeader, 1)]);
}

#[test]
fn the_canonical_form() {
    let text = format!(
        "# by hand\n\nsfen {START} 1\n7g7f none 1 1 1\n2g2f none none none\n# last\n5g5f none 3 1 1\n\nsfen 4k4/9/9/9/9/9/9/9/4K4 b P2R 3\n5i5h\nsfen 4k4/9/9/9/9/9/9/9/4K4 w - 3\nnone none 0 0 1\n"
    );
    let expect = format!(
        "#YANEURAOU-DB2016 1.00\n# by hand\nsfen 4k4/9/9/9/9/9/9/9/4K4 b 2RP 3\n5i5h none none none\nsfen {START} 1\n5g5f none 3 1 1\n7g7f none 1 1 1\n2g2f none none none\n# last\n"
    );
    let book = read(text.as_bytes());
    assert_eq!(String::from_utf8_lossy(&sorted(&book)), expect);
    let again = read(expect.as_bytes());
    assert_eq!(String::from_utf8_lossy(&sorted(&again)), expect);
    assert_eq!(again.not_sorted(), None);
}

#[test]
fn the_position_after_7g7f_sorts_before_the_start() {
    let mut after = Position::startpos();
    after
        .play(Move::from_usi("7g7f").expect("a move"))
        .expect("legal");
    let book = DbBook::from_positions(vec![with_move(&Position::startpos()), with_move(&after)]);
    assert!(book.not_sorted().is_some());
    let again = read(&sorted(&book));
    assert_eq!(again.positions()[0].sfen, after.sfen_key());
    assert_eq!(again.not_sorted(), None);
}

fn with_move(position: &Position) -> DbPosition {
    let mut entry = DbPosition::new(position);
    entry
        .moves
        .extend(position.legal_moves().first().map(|&mv| DbMove::new(mv)));
    entry
}

#[test]
fn malformed_input_is_said_with_its_line() {
    let cases: [(&str, &[(DbIssueKind, u64)]); 8] = [
        ("", &[(DbIssueKind::MissingHeader, 1)]),
        (
            "7g7f\n",
            &[
                (DbIssueKind::SyntaxError, 1),
                (DbIssueKind::MissingHeader, 1),
            ],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nhello\n",
            &[(DbIssueKind::SyntaxError, 2)],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nsfen 9/9 b - 1\n7g7f\n",
            &[(DbIssueKind::BadPosition, 2)],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nsfen\n",
            &[(DbIssueKind::BadPosition, 2)],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h\n5a5b\n",
            &[(DbIssueKind::BadPosition, 2)],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h 7 x 99999999999 -1\n",
            &[
                (DbIssueKind::BadNumber, 3),
                (DbIssueKind::BadNumber, 3),
                (DbIssueKind::BadNumber, 3),
                (DbIssueKind::BadPonder, 3),
            ],
        ),
        (
            "#YANEURAOU-DB2016 1.00\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 99999999999999\n5i5h\n",
            &[(DbIssueKind::BadPosition, 2)],
        ),
    ];
    for (text, expect) in cases {
        assert_eq!(kinds(&read(text.as_bytes())), expect, "{text}");
    }
}

#[test]
fn limits_are_said_once_and_the_rest_is_read() {
    let mut text = b"#YANEURAOU-DB2016 1.00\n".to_vec();
    text.resize(text.len() + MAX_LINE + 1, b'#');
    text.extend_from_slice(format!("\nsfen {START} 1\n").as_bytes());
    for _ in 0..MAX_ROWS + 5 {
        text.extend_from_slice(b"7g7f none 1 1 1\n");
    }
    text.extend_from_slice(b"sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h\n");
    let book = read(&text);
    let limits: Vec<_> = kinds(&book)
        .into_iter()
        .filter(|(kind, _)| *kind == DbIssueKind::LimitExceeded)
        .collect();
    let row_limit = 3 + MAX_ROWS as u64 + 1;
    assert_eq!(
        limits,
        [
            (DbIssueKind::LimitExceeded, 2),
            (DbIssueKind::LimitExceeded, row_limit)
        ]
    );
    assert_eq!(book.positions()[0].moves[0].count, Some(MAX_ROWS as u64));
    assert_eq!(book.positions().len(), 2);
}

#[test]
fn a_stream_can_be_left_at_any_position() {
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {START} 1\n7g7f\nsfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h\n"
    );
    let mut seen = Vec::new();
    let shape = read_positions(text.as_bytes(), &mut |item| match item {
        DbItem::Position(position) => {
            seen.push(position.sfen);
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    });
    assert!(!shape.expect("memory").bom);
    assert_eq!(seen, [START]);
}

#[test]
fn illegal_moves_are_kept_and_can_be_found() {
    let text = format!("#YANEURAOU-DB2016 1.00\nsfen {START} 1\n7g7e none 1\n7g7f none 1\n");
    let book = read(text.as_bytes());
    let entry = &book.positions()[0];
    let position = entry.position().expect("a position");
    let legal: Vec<bool> = entry
        .moves
        .iter()
        .map(|row| position.is_legal(row.mv))
        .collect();
    assert_eq!(legal, [false, true]);
    assert!(book.issues().is_empty());
}

/// A book of positions from random games, in the order of the games.
fn random_book(seed: u64, count: usize) -> DbBook {
    let mut rng = SplitMix64::new(seed);
    let mut positions = Vec::new();
    common::random_positions(&Position::startpos(), seed, count, &mut |position| {
        let mut entry = DbPosition::new(position);
        for _ in 0..rng.below(4) {
            let Some(mv) = common::pick(position, &mut rng) else {
                continue;
            };
            let mut row = DbMove::new(mv);
            row.count = (rng.below(3) > 0).then(|| rng.below(100));
            row.value = (rng.below(3) > 0).then(|| rng.below(400) as i32 - 200);
            row.depth = (rng.below(3) > 0).then(|| rng.below(30) as i32);
            entry.moves.push(row);
        }
        positions.push(entry);
    });
    DbBook::from_positions(positions)
}

#[test]
fn every_entry_is_found_in_memory_and_on_disk() {
    for seed in 0..4 {
        let book = random_book(seed, 90);
        for bytes in [written(&book), sorted(&book)] {
            let read = read(&bytes);
            for end in ["\n", "\r\n", "\n\n# comment\n"] {
                let text = String::from_utf8(bytes.clone())
                    .expect("ASCII")
                    .replace('\n', end);
                let mut file = DbFile::open(Cursor::new(text)).expect("memory");
                assert_eq!(file.not_sorted().is_some(), read.not_sorted().is_some());
                for position in read.positions() {
                    let found = file.find(&position.sfen).expect("memory").expect("found");
                    let moves = |entry: &DbPosition| -> Vec<_> {
                        entry
                            .moves
                            .iter()
                            .map(|row| (row.mv, row.value, row.depth, row.count))
                            .collect()
                    };
                    assert_eq!(moves(&found), moves(position));
                    assert_eq!(read.get(&position.sfen), Some(position));
                }
            }
        }
    }
}

/// The lines of a book's blocks, shuffled as blocks.
fn shuffled(bytes: &[u8], seed: u64) -> Vec<u8> {
    let text = String::from_utf8(bytes.to_vec()).expect("ASCII");
    let mut blocks: Vec<&str> = text.split_inclusive('\n').collect();
    let head = blocks.remove(0).to_owned();
    let mut groups: Vec<String> = Vec::new();
    for line in blocks {
        match groups.last_mut() {
            Some(last) if !line.starts_with("sfen ") => last.push_str(line),
            _ => groups.push(line.to_owned()),
        }
    }
    let mut rng = SplitMix64::new(seed);
    for at in (1..groups.len()).rev() {
        groups.swap(at, rng.below(at as u64 + 1) as usize);
    }
    (head + &groups.concat()).into_bytes()
}

#[test]
fn joining_does_not_depend_on_the_order_of_the_blocks() {
    for seed in 0..8 {
        // Short games from the start repeat its position many times.
        let mut positions = Vec::new();
        for game in 0..30 {
            let book = random_book(seed * 100 + game, 3);
            positions.extend_from_slice(book.positions());
        }
        let mut bytes = b"#YANEURAOU-DB2016 1.00\n".to_vec();
        for position in &positions {
            bytes.extend_from_slice(&position.text());
            bytes.push(b'\n');
            for row in &position.moves {
                bytes.extend_from_slice(&row.text());
                bytes.push(b'\n');
            }
        }
        let expect = sorted(&read(&bytes));
        for order in 0..5 {
            assert_eq!(sorted(&read(&shuffled(&bytes, order))), expect);
        }
    }
}

/// Text that looks like a book often enough to reach every branch.
fn nearly_a_book() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        Just("#YANEURAOU-DB2016 1.00".to_owned()),
        Just(format!("sfen {START} 1")),
        Just("sfen 4k4/9/9/9/9/9/9/9/4K4 b P2R 3".to_owned()),
        Just("sfen 9/9 b - 1".to_owned()),
        Just("none none 0 0 1".to_owned()),
        "(7g7f|2g2f|P\\*5e|8h2b\\+)( (none|3c3d|x))?( +-?[0-9]{1,12}| none){0,5}( [#a-z]{1,3})?",
        "#.{0,10}",
        ".{0,12}",
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r"), Just("")];
    prop::collection::vec((line, end), 0..14).prop_map(|lines| {
        lines
            .into_iter()
            .map(|(l, e)| l + e)
            .collect::<String>()
            .into_bytes()
    })
}

fn check_any(bytes: &[u8]) {
    let book = read(bytes);
    let once = written(&book);
    let again = read(&once);
    assert_eq!(written(&again), once, "what was written comes back");
    let canonical = sorted(&book);
    assert_eq!(sorted(&read(&canonical)), canonical);
    assert!(
        read(&canonical)
            .issues()
            .iter()
            .all(|issue| !issue.kind.is_error())
    );
    let mut file = DbFile::open(Cursor::new(bytes)).expect("memory");
    for position in book.positions() {
        assert!(file.find(&position.sfen).expect("memory").is_some());
    }
}

proptest! {
    #[test]
    fn any_bytes_give_a_book(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        check_any(&bytes);
    }

    #[test]
    fn any_nearly_a_book_gives_a_book(bytes in nearly_a_book()) {
        check_any(&bytes);
    }
}

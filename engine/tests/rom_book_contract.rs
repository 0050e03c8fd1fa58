//! The bytes of `book.bin`: exact for small cases, round trip, and what is refused.

use joban_engine::book::{Book, BookEntry, BookError, Chooser, next_state, probe};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use proptest::prelude::*;

fn entry(ply: u8, key: u16, mv: &str, weight: u8) -> BookEntry {
    BookEntry {
        key,
        mv: Move::from_usi(mv).expect("a move"),
        weight,
        ply,
    }
}

#[test]
fn exact_bytes() {
    let entries = vec![
        entry(2, 1, "P*5e", 255),
        entry(0, 0xff00, "2g2f", 100),
        entry(0, 0xff00, "7g7f", 156),
    ];
    let book = Book::new(entries).expect("a book");
    // 7g7f: 60·128 + 59 = 0x1e3b; 2g2f: 15·128 + 14 = 0x078e; P*5e: 81·128 + 40 = 0x28a8.
    let bytes = [
        0x00, 0xff, 0x3b, 0x1e, 156, 0, //
        0x00, 0xff, 0x8e, 0x07, 100, 0, //
        0x01, 0x00, 0xa8, 0x28, 255, 2,
    ];
    assert_eq!(book.encode(), bytes);
    assert_eq!(Book::decode(&bytes), Ok(book));
    assert_eq!(Book::decode(&[]), Ok(Book::default()));
}

#[test]
fn malformed_books_are_refused() {
    let good = Book::new(vec![entry(0, 7, "7g7f", 200), entry(0, 7, "2g2f", 56)])
        .expect("a book")
        .encode();
    assert_eq!(
        Book::decode(&good[..11]),
        Err(BookError::Length { length: 11 })
    );
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        Book::decode(&bytes)
    };
    assert_eq!(with(4, 0), Err(BookError::Weight { index: 0 }));
    assert_eq!(
        with(9, 0xff),
        Err(BookError::Move {
            index: 1,
            word: 0xff8e
        })
    );
    assert_eq!(with(5, 1), Err(BookError::Order { index: 1 }));
    let third = [good.clone(), entry(0, 7, "5g5f", 1).encode().to_vec()].concat();
    assert_eq!(
        Book::decode(&third),
        Err(BookError::Candidates {
            index: 2,
            key: 7,
            ply: 0
        })
    );
    let twice = vec![entry(3, 7, "7g7f", 200), entry(3, 7, "7g7f", 56)];
    assert_eq!(
        Book::new(twice),
        Err(BookError::SameMove {
            index: 1,
            key: 7,
            ply: 3
        })
    );
}

/// Two candidates at the start position, one of them illegal where asked.
fn two(keys: &RomKeys, first: &str, second: &str) -> Book {
    let key = keys.key(&Position::startpos());
    Book::new(vec![entry(0, key, first, 171), entry(0, key, second, 85)]).expect("a book")
}

#[test]
fn probe_chooses_by_draw_and_steps_once_for_two() {
    let keys = RomKeys::from_seed(5, Layout::Compact);
    let start = Position::startpos();
    let book = two(&keys, "7g7f", "2g2f");
    let mut firsts = 0;
    for seed in 1..=255 {
        let mut chooser = Chooser::new(seed).expect("a seed");
        let mv = probe(&book, &keys, &start, 0, &mut chooser).expect("a move");
        assert_eq!(
            Some(chooser),
            Chooser::new(next_state(seed)),
            "stepped once"
        );
        firsts += u32::from(mv.to_string() == "7g7f");
    }
    assert_eq!(firsts, 170);
}

#[test]
fn probe_plays_the_other_if_the_chosen_is_illegal() {
    let keys = RomKeys::from_seed(5, Layout::Full);
    let start = Position::startpos();
    for (book, legal) in [
        (two(&keys, "7g7e", "2g2f"), "2g2f"),
        (two(&keys, "7g7f", "2g2e"), "7g7f"),
    ] {
        for seed in 1..=255 {
            let mut chooser = Chooser::new(seed).expect("a seed");
            let mv = probe(&book, &keys, &start, 0, &mut chooser).expect("a move");
            assert_eq!(mv.to_string(), legal);
            assert_eq!(
                Some(chooser),
                Chooser::new(next_state(seed)),
                "no second step"
            );
        }
    }
    let neither = two(&keys, "7g7e", "2g2e");
    let mut chooser = Chooser::new(9).expect("a seed");
    assert_eq!(probe(&neither, &keys, &start, 0, &mut chooser), None);
}

#[test]
fn probe_of_a_single_entry_never_steps() {
    let keys = RomKeys::from_seed(5, Layout::Full);
    let start = Position::startpos();
    let book = Book::new(vec![entry(0, keys.key(&start), "7g7f", 255)]).expect("a book");
    let mut chooser = Chooser::new(9).expect("a seed");
    assert!(probe(&book, &keys, &start, 0, &mut chooser).is_some());
    assert_eq!(
        probe(&book, &keys, &start, 256, &mut chooser),
        None,
        "no ply beyond a byte"
    );
    assert_eq!(Some(chooser), Chooser::new(9));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        if let Ok(book) = Book::decode(&bytes) {
            prop_assert_eq!(book.encode(), bytes);
        }
    }
}

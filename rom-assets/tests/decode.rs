//! Decoding a book without its CSV.

mod support;

use joban_engine::book::{Book, BookEntry};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::damage::{self, Fault};
use joban_rom_assets::decode::{Decoded, Decoder, Status, Tier, WRONG_IN_A_BOOK};
use support::corpus::{self, Game};
use support::decoded::{self, Marks};

fn decode(bytes: &[u8], keys: &RomKeys, given: &[(u8, Position)]) -> Decoded {
    let mut decoder = Decoder::new(damage::read(bytes).entries, keys);
    for (ply, position) in given {
        decoder.give(position, Some(*ply));
    }
    decoder.finish()
}

fn games_and_book(layout: Layout) -> (Vec<Game>, RomKeys, Book) {
    let games = corpus::made_games(400, 24, 8);
    let keys = RomKeys::from_seed(2, layout);
    let book = corpus::book(&games, &keys, 512);
    (games, keys, book)
}

#[test]
fn with_its_positions_a_book_is_decoded_whole() {
    for layout in [Layout::Full, Layout::Compact] {
        let (games, keys, book) = games_and_book(layout);
        let truth = corpus::truth(&games, &keys, &book);
        let given: Vec<_> = truth
            .iter()
            .map(|((ply, _), position)| (*ply, position.clone()))
            .collect();
        let decoded = decode(&book.encode(), &keys, &given);
        for (entry, decoded) in book.entries().iter().zip(&decoded.entries) {
            assert_eq!(decoded.raw.entry().as_ref(), Some(entry));
            assert_eq!(decoded.status, Status::Unique);
            assert_eq!(decoded.fits[0].tier, Tier::Given);
            let true_one = truth[&(entry.ply, entry.key)].sfen_key();
            assert_eq!(decoded.fits[0].sfen, true_one);
        }
        assert_eq!(decoded.damage, []);
        assert!(decoded.expected_wrong < WRONG_IN_A_BOOK);
    }
}

#[test]
fn with_the_games_of_a_book_it_is_decoded_whole() {
    let (games, keys, book) = games_and_book(Layout::Full);
    let truth = corpus::truth(&games, &keys, &book);
    let marks = Marks::of(&decoded::from_games(&book, &keys, &games), &truth);
    println!("all games given: {marks}");
    assert_eq!(marks.unique_right, book.entries().len());
    // Half of them leave some places to the walks.
    let half = corpus::some_games(&games, 50, 1);
    let marks = Marks::of(&decoded::from_games(&book, &keys, &half), &truth);
    println!("half of the games given: {marks}");
    marks.check();
    assert!(marks.unique_right > 350, "{marks}");
    // Games that have nothing to do with the book prove nothing.
    let others = corpus::made_games(400, 24, 99);
    let marks = Marks::of(&decoded::from_games(&book, &keys, &others), &truth);
    println!("other games given: {marks}");
    marks.check();
}

#[test]
fn without_them_no_wrong_position_is_unique() {
    // Positions spread widely are the hardest: many more than the entries lie near the start.
    let books = if decoded::slow() { 120 } else { 6 };
    let marks = decoded::over_books(books, |n| {
        let layout = [Layout::Full, Layout::Compact][(n % 2) as usize];
        let keys = RomKeys::from_seed(1_000 + 7 * n, layout);
        let games = corpus::made_games(100 + 50 * (n as usize % 13), 24, n);
        let book = corpus::book(&games, &keys, 512);
        let truth = corpus::truth(&games, &keys, &book);
        Marks::of(&decode(&book.encode(), &keys, &[]), &truth)
    });
    println!("{books} books of made games: {marks}");
    marks.check();
    assert!(marks.unique_right > 40 * books as usize, "{marks}");
    // What is not certain enough is still listed as doubtful.
    assert!(
        marks.unique_right + marks.ambiguous + marks.doubtful > 400 * books as usize,
        "{marks}"
    );
}

#[test]
fn the_wrong_table_gives_no_unique_entry() {
    let (games, _, book) = games_and_book(Layout::Full);
    for seed in 100..104 {
        let wrong = RomKeys::from_seed(seed, Layout::Full);
        let decoded = decode(&book.encode(), &wrong, &[]);
        let of = |status| {
            decoded
                .entries
                .iter()
                .filter(|e| e.status == status)
                .count()
        };
        assert_eq!(of(Status::Unique), 0, "table {seed}");
        assert_eq!(of(Status::Ambiguous), 0, "table {seed}");
        // Not even with the positions of the book.
        let decoded = decoded::from_games(&book, &wrong, &games);
        let unique = decoded
            .entries
            .iter()
            .filter(|e| e.status == Status::Unique);
        assert_eq!(unique.count(), 0, "table {seed} with the games");
    }
}

#[test]
fn moves_off_the_book_are_walked_up_to_two() {
    let keys = RomKeys::from_seed(0, Layout::Full);
    let line = ["7g7f", "3c3d", "2g2f", "8c8d"].map(|text| Move::from_usi(text).expect("a move"));
    let mut position = Position::startpos();
    let mut entries = Vec::new();
    for (ply, mv) in (0..).zip(line) {
        let key = keys.key(&position);
        entries.push(BookEntry {
            key,
            mv,
            weight: 255,
            ply,
        });
        position.play(mv).expect("a legal move");
    }
    let tiers = |entries: &[BookEntry]| -> Vec<_> {
        let book = Book::new(entries.to_vec()).expect("one entry a place");
        let decoded = decode(&book.encode(), &keys, &[]);
        decoded
            .entries
            .iter()
            .map(|entry| entry.fits.iter().chain(&entry.doubtful).next())
            .map(|fit| fit.map(|fit| fit.tier))
            .collect()
    };
    let off = |moves| Some(Tier::OffBook(moves));
    assert_eq!(tiers(&entries), [off(0), off(0), off(0), off(0)]);
    assert_eq!(tiers(&[entries[0], entries[2]]), [off(0), off(1)]);
    assert_eq!(tiers(&[entries[0], entries[3]]), [off(0), off(2)]);
    assert_eq!(tiers(&[entries[3]]), [None]);
}

#[test]
fn an_illegal_move_is_named_where_its_key_points_to_a_position() {
    let (_, keys, book) = games_and_book(Layout::Full);
    let mut bytes = book.encode();
    // The first entry is at the start: a gold of White to drop there is never legal.
    let word = Move::from_usi("G*5e").expect("a move").word();
    bytes[2..4].copy_from_slice(&word.to_le_bytes());
    let decoded = decode(&bytes, &keys, &[]);
    assert_eq!(decoded.damage[0].index, 0);
    assert_eq!(decoded.damage[0].fault, Fault::IllegalMove { word });
    assert_eq!(decoded.damage.len(), 1);
    assert_eq!(decoded.entries[0].status, Status::Unreached);
    // The other move of the start still belongs to it, and the rest of the book is found as before.
    assert_eq!(decoded.entries[1].raw.ply, 0);
    assert_eq!(decoded.entries[1].status, Status::Unique);
    let unique = decoded
        .entries
        .iter()
        .filter(|e| e.status == Status::Unique);
    assert!(unique.count() > 20);
}

#[test]
fn entries_that_are_no_moves_and_empty_files_are_no_trouble() {
    let keys = RomKeys::from_seed(0, Layout::Full);
    assert_eq!(decode(&[], &keys, &[]).entries, []);
    let key = keys.key(&Position::startpos()).to_le_bytes();
    let decoded = decode(&[key[0], key[1], 0xFF, 0xFF, 0, 0], &keys, &[]);
    assert_eq!(decoded.entries[0].status, Status::Unreached);
}

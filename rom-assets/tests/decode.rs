//! Decoding a book without its CSV.

mod support;

use joban_engine::book::{Book, BookEntry};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::damage::{self, Fault};
use joban_rom_assets::decode::{Decoded, Decoder, Status, Tier};
use std::collections::BTreeMap;
use support::corpus::{self, Game};

fn decode(bytes: &[u8], keys: &RomKeys, given: &[(u8, Position)]) -> Decoded {
    let mut decoder = Decoder::new(damage::read(bytes).entries, keys);
    for (ply, position) in given {
        decoder.give(position, Some(*ply));
    }
    decoder.finish()
}

/// The true position of every place of the book: that in which its moves were played most.
fn truth(games: &[Game], keys: &RomKeys, book: &Book) -> BTreeMap<(u8, u16), (String, Position)> {
    let mut counts: BTreeMap<(u8, u64), (u32, Position)> = BTreeMap::new();
    corpus::positions(games, 24, |position, ply, _| {
        let new = || (0, position.clone());
        counts.entry((ply, position.key())).or_insert_with(new).0 += 1;
    });
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|((ply, key), (count, _))| (std::cmp::Reverse(*count), *ply, *key));
    let mut truth = BTreeMap::new();
    for ((ply, _), (_, position)) in counts {
        let key = keys.key(&position);
        if !book.lookup(ply, key).is_empty() {
            let sfen = position.sfen_key();
            truth.entry((ply, key)).or_insert((sfen, position));
        }
    }
    truth
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
        let truth = truth(&games, &keys, &book);
        let given: Vec<_> = truth
            .iter()
            .map(|((ply, _), (_, position))| (*ply, position.clone()))
            .collect();
        let decoded = decode(&book.encode(), &keys, &given);
        for (entry, decoded) in book.entries().iter().zip(&decoded.entries) {
            assert_eq!(decoded.raw.entry().as_ref(), Some(entry));
            assert_eq!(decoded.status(), Status::Unique);
            assert_eq!(decoded.fits[0].tier, Tier::Given);
            assert_eq!(decoded.fits[0].sfen, truth[&(entry.ply, entry.key)].0);
        }
        assert_eq!(decoded.damage, []);
    }
}

#[test]
fn without_them_the_true_position_is_among_the_fits_or_the_entry_is_unreached() {
    let (games, keys, book) = games_and_book(Layout::Full);
    let truth = truth(&games, &keys, &book);
    let decoded = decode(&book.encode(), &keys, &[]);
    let mut counts = BTreeMap::new();
    for entry in &decoded.entries {
        let sfen = &truth[&(entry.raw.ply, entry.raw.key)].0;
        let found = entry.fits.iter().any(|fit| fit.sfen == *sfen);
        let tier = entry
            .fits
            .first()
            .map(|fit| fit.tier.text())
            .unwrap_or_default();
        *counts
            .entry((entry.status().as_str(), tier, found))
            .or_insert(0) += 1;
    }
    let unique = |tier: &str| {
        let key = ("unique", tier.to_owned(), true);
        counts.get(&key).copied().unwrap_or(0)
    };
    assert!(unique("0") + unique("1") + unique("2") > 200, "{counts:?}");
    println!("{counts:?} of {} entries", book.entries().len());
    assert_eq!(decoded.damage, []);
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
            .map(|entry| entry.fits.first().map(|fit| fit.tier))
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
    assert_eq!(decoded.entries[0].status(), Status::Unreached);
}

#[test]
fn entries_that_are_no_moves_and_empty_files_are_no_trouble() {
    let keys = RomKeys::from_seed(0, Layout::Full);
    assert_eq!(decode(&[], &keys, &[]).entries, []);
    let key = keys.key(&Position::startpos()).to_le_bytes();
    let decoded = decode(&[key[0], key[1], 0xFF, 0xFF, 0, 0], &keys, &[]);
    assert_eq!(decoded.entries[0].status(), Status::Unreached);
}

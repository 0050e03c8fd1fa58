//! Vectors for probes in other languages: `rom-assets/vectors/*.csv`. Known values that are written by
//! `JOBAN_BLESS=1 cargo test -p joban-rom-assets --test vectors` and compared otherwise.

mod support;

use joban_engine::book::{Book, BookEntry, Chooser, next_state};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, PieceKind, Position, Square};
use joban_rom_assets::assets::{Assets, KeySource};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};
use support::corpus;

/// Compares a vector file with what it must hold, or writes it.
fn check(name: &str, want: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(name);
    if env::var_os("JOBAN_BLESS").is_some() {
        fs::write(&path, want).expect("the vector file is written");
    }
    let got = fs::read_to_string(&path).expect("the vector file");
    assert!(got == want, "{name} differs");
}

fn keys() -> [RomKeys; 2] {
    [Layout::Full, Layout::Compact].map(|layout| RomKeys::from_seed(0, layout))
}

/// What is special about a move, for a mixture of all kinds.
fn class(position: &Position, mv: Move) -> String {
    let taken = position
        .piece_on(mv.to())
        .map_or("", |piece| match piece.kind.is_promoted() {
            true => " takes promoted",
            false => " takes",
        });
    let kind = if mv.is_drop() { "drop" } else { "move" };
    let promotion = if mv.is_promotion() { " promotes" } else { "" };
    format!("{} {kind}{taken}{promotion}", position.side())
}

/// Up to five moves of each class; drops of each kind.
fn mixture() -> BTreeMap<String, Vec<(Position, Move)>> {
    let mut moves: BTreeMap<String, Vec<(Position, Move)>> = BTreeMap::new();
    corpus::positions(&corpus::made_games(40, 150, 21), 150, |position, _, mv| {
        let mut class = class(position, mv);
        if mv.is_drop() {
            write!(class, " {}", &mv.to_string()[..1]).expect("text");
        }
        let list = moves.entry(class).or_default();
        if list.len() < 5 {
            list.push((position.clone(), mv));
        }
    });
    moves
}

#[test]
fn a_move_changes_the_key() {
    let [full, compact] = keys();
    let mut csv =
        "# revision 1, seed 0\nsfen,move,full_before,full_after,compact_before,compact_after\n"
            .to_owned();
    let mixture = mixture();
    assert!(mixture.len() >= 20, "{:?}", mixture.keys());
    for (position, mv) in mixture.into_values().flatten() {
        let mut after = position.clone();
        after.play(mv).expect("a legal move");
        let mut row = format!("{},{mv}", position.sfen_key());
        for keys in [&full, &compact] {
            let before = keys.key(&position);
            assert_eq!(keys.update(before, &position, mv), keys.key(&after));
            write!(row, ",{before:04x},{:04x}", keys.key(&after)).expect("text");
        }
        writeln!(csv, "{row}").expect("text");
    }
    check("key_changes.csv", &csv);
}

#[test]
fn entries_have_their_bytes() {
    let mut csv = "# revision 1\nkey,move,word,weight,ply,bytes\n".to_owned();
    let moves = [
        "7g7f", "8h2b+", "P*5e", "L*5e", "N*5e", "S*5e", "B*5e", "R*5e", "G*5e", "1a9i", "9i1a+",
    ];
    for (at, usi) in (0u16..).zip(moves) {
        let mv = Move::from_usi(usi).expect("a move");
        let entry = BookEntry {
            key: 0x1234 + 0x1111 * at,
            mv,
            weight: 64 + at as u8,
            ply: 3 + at as u8,
        };
        let bytes: String = entry
            .encode()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let BookEntry {
            key, weight, ply, ..
        } = entry;
        writeln!(
            csv,
            "{key:04x},{usi},{:04x},{weight},{ply},{bytes}",
            mv.word()
        )
        .expect("text");
    }
    check("entries.csv", &csv);
}

#[test]
fn the_generator_has_its_sequence() {
    let mut csv =
        "# revision 1: states from seed 1; the last is the seed again\nstep,state\n".to_owned();
    let mut state = 1;
    for step in 1..=255 {
        state = next_state(state);
        writeln!(csv, "{step},{state}").expect("text");
    }
    assert_eq!(state, 1);
    check("generator.csv", &csv);
}

fn small_book() -> Book {
    let keys = RomKeys::from_seed(0, Layout::Full);
    corpus::book(&corpus::made_games(60, 24, 4), &keys, 40)
}

/// A worked look-up: the search over the probe's copy, step by step, as the C and the assembly probe make it.
#[test]
fn a_look_up_goes_its_way() {
    let book = small_book();
    let assets = Assets::new(
        &book,
        &RomKeys::from_seed(0, Layout::Full),
        &KeySource::Seed(0),
        "0",
    );
    let assets = assets.expect("a small book");
    let copy = assets.get("probe_book").expect("the copy");
    let mut csv = "# revision 1: the search in lookup_book.csv, padded to 512 entries; `last` is the last entry of the lower half\n\
                   ply,key,step_bytes,last,last_ply,last_key,below\n"
        .to_owned();
    let places = places(&book);
    for (ply, key) in places {
        let step = usize::from(copy.constant("JOBAN_PROBE_BOOK_STEP").expect("a constant"));
        let found = trace(&copy.bytes, step, ply, key, &mut csv);
        let want = book
            .entries()
            .partition_point(|entry| (entry.ply, entry.key) < (ply, key));
        assert_eq!(found, want);
    }
    check("lookup_search.csv", &csv);
}

/// A single candidate, two candidates, a miss between, one before everything, one behind everything.
fn places(book: &Book) -> Vec<(u8, u16)> {
    let entries = book.entries();
    let of = |count| {
        let found = entries
            .iter()
            .find(|entry| book.lookup(entry.ply, entry.key).len() == count);
        found
            .map(|entry| (entry.ply, entry.key))
            .expect("a place of this kind")
    };
    let middle = entries[entries.len() / 2];
    vec![
        of(1),
        of(2),
        (middle.ply, middle.key ^ 1),
        (0, 0),
        (59, 0xFFFF),
    ]
}

fn trace(bytes: &[u8], mut step: usize, ply: u8, key: u16, csv: &mut String) -> usize {
    let mut entry = 0;
    while step >= 6 {
        let last = &bytes[entry + step - 6..entry + step];
        let (last_key, last_ply) = (u16::from_le_bytes([last[0], last[1]]), last[5]);
        let below = (last_ply, last_key) < (ply, key);
        let at = (entry + step) / 6 - 1;
        writeln!(
            csv,
            "{ply},{key:04x},{step},{at},{last_ply},{last_key:04x},{}",
            u8::from(below)
        )
        .expect("text");
        if below {
            entry += step;
        }
        step /= 2;
    }
    entry / 6
}

#[test]
fn choices_are_made() {
    let book = small_book();
    let mut csv =
        "# revision 1\nply,key,state_before,candidates,chosen,other,state_after\n".to_owned();
    for (ply, key) in places(&book) {
        for state in [1, 2, 77, 128, 200, 255] {
            let mut chooser = Chooser::new(state).expect("not 0");
            let text = |entry: &BookEntry| entry.mv.to_string();
            let (chosen, other, after) = match book.lookup(ply, key) {
                [] => (String::new(), String::new(), state),
                [only] => (text(only), String::new(), state),
                [first, second, ..] => match chooser.draw() {
                    draw if draw < first.weight => (text(first), text(second), draw),
                    draw => (text(second), text(first), draw),
                },
            };
            let count = book.lookup(ply, key).len();
            writeln!(
                csv,
                "{ply},{key:04x},{state},{count},{chosen},{other},{after}"
            )
            .expect("text");
        }
    }
    check("choices.csv", &csv);
    let mut entries =
        "# revision 1: the book of lookup_search.csv and choices.csv\nentry,ply,key,move,weight\n"
            .to_owned();
    for (at, entry) in book.entries().iter().enumerate() {
        writeln!(
            entries,
            "{at},{},{:04x},{},{}",
            entry.ply, entry.key, entry.mv, entry.weight
        )
        .expect("text");
    }
    check("lookup_book.csv", &entries);
}

#[test]
fn squares_and_pieces_have_their_numbers() {
    let mut csv = "# revision 1: square numbers, and piece bytes of the probe (0 is an empty square)\nname,number\n".to_owned();
    for square in Square::all() {
        writeln!(csv, "{square},{}", square.index()).expect("text");
    }
    for (at, kind) in PieceKind::ALL.into_iter().enumerate() {
        let letter = kind.letter();
        let name = if kind.is_promoted() {
            format!("+{letter}")
        } else {
            letter.to_string()
        };
        writeln!(csv, "black {name},{}\nwhite {name},{}", at + 1, at + 15).expect("text");
    }
    check("numbers.csv", &csv);
}

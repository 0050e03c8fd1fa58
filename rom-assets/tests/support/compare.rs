//! ROM against host: keys, look-ups, choices.

use super::corpus::Game;
use super::machine::{Answer, Machine};
use joban_engine::book::{Book, BookEntry, Chooser, candidate_probability, next_state, probe};
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};

/// What the host says about a look-up, in the ROM's words.
fn expected(book: &Book, ply: u8, key: u16, state: u8) -> Answer {
    let words = |chosen: &BookEntry, other: Option<&BookEntry>, state| Answer {
        count: 1 + u8::from(other.is_some()),
        chosen: chosen.mv.word(),
        other: other.map_or(0, |entry| entry.mv.word()),
        state,
    };
    match book.lookup(ply, key) {
        [] => Answer {
            count: 0,
            chosen: 0,
            other: 0,
            state,
        },
        [only] => words(only, None, state),
        [first, second, ..] => {
            let state = next_state(state);
            let (chosen, other) = if state < first.weight {
                (first, second)
            } else {
                (second, first)
            };
            words(chosen, Some(other), state)
        }
    }
}

/// The move a careful caller plays: the chosen one if legal, else the other.
fn played(answer: Answer, position: &Position) -> Option<Move> {
    [answer.chosen, answer.other]
        .into_iter()
        .filter_map(Move::from_word)
        .find(|&mv| position.is_legal(mv))
}

/// Replays games on ROM and host, comparing every key and every answer. Gives positions and hits.
pub fn compare_games(
    machine: &mut Machine,
    games: &[Game],
    book: &Book,
    keys: &RomKeys,
) -> (usize, usize) {
    let (mut count, mut hits) = (0, 0);
    for game in games {
        let mut position = Position::startpos();
        machine.load(&position, 0);
        for (ply, &mv) in game.iter().enumerate() {
            let key = keys.key(&position);
            assert_eq!(
                machine.compute(),
                key,
                "computed key at {}",
                position.sfen()
            );
            let state = (count % 255) as u8 + 1;
            let answer = machine.probe(ply as u8, key, state);
            assert_eq!(
                answer,
                expected(book, ply as u8, key, state),
                "{}",
                position.sfen()
            );
            let mut chooser = Chooser::new(state).expect("not 0");
            let host = probe(book, keys, &position, ply as u32, &mut chooser);
            assert_eq!(played(answer, &position), host, "{}", position.sfen());
            count += 1;
            hits += usize::from(answer.count > 0);
            let updated = machine.play(key, mv);
            let before = position.sfen();
            position.play(mv).expect("a legal move");
            assert_eq!(
                updated,
                keys.key(&position),
                "updated key after {mv} at {before}"
            );
        }
        assert!(
            machine.agrees_with(&position),
            "boards differ at {}",
            position.sfen()
        );
    }
    (count, hits)
}

/// Every place of the book over all states of the generator; places next to them that are not in the book.
pub fn compare_places(machine: &mut Machine, book: &Book) {
    for entry in book.entries() {
        for (ply, key) in [
            (entry.ply, entry.key),
            (entry.ply, entry.key.wrapping_add(1)),
            (entry.ply, entry.key.wrapping_sub(1)),
            (entry.ply + 1, entry.key),
            (entry.ply.wrapping_sub(1).min(254), entry.key),
        ] {
            assert_eq!(
                machine.probe(ply, key, 77),
                expected(book, ply, key, 77),
                "ply {ply} key {key:04x}"
            );
        }
    }
    for (ply, key) in [(0, 0), (0, 0xFFFF), (59, 0xFFFF), (254, 0), (254, 0xFFFF)] {
        assert_eq!(
            machine.probe(ply, key, 9),
            expected(book, ply, key, 9),
            "ply {ply} key {key:04x}"
        );
    }
    for pair in book
        .entries()
        .windows(2)
        .filter(|pair| (pair[0].ply, pair[0].key) == (pair[1].ply, pair[1].key))
    {
        let [first, second] = [pair[0], pair[1]];
        let choices = machine.sweep(first.ply, first.key, first.mv);
        let want: Vec<u8> = (1..=255)
            .map(|state| u8::from(next_state(state) >= first.weight))
            .collect();
        assert_eq!(
            choices, want,
            "choices at ply {} key {:04x}",
            first.ply, first.key
        );
        let share = choices.iter().filter(|&&choice| choice == 0).count() as f64 / 255.0;
        let probability = candidate_probability(&[first.weight, second.weight], 0);
        assert!(
            (share - probability).abs() < 1e-9,
            "{share} is not {probability}"
        );
    }
}

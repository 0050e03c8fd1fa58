//! Games and books for the tests.

use joban_engine::book::{Book, BookEntry, split_weights};
use joban_engine::rng::SplitMix64;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};
use std::collections::{BTreeMap, BTreeSet};

/// The moves of one game from the usual start.
pub type Game = Vec<Move>;

/// Games that share openings like those of a real archive: in every position a few moves are popular, and which ones
/// depends on the position alone. From ply 20 on any legal move.
pub fn made_games(count: usize, plies: usize, seed: u64) -> Vec<Game> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(|_| made_game(plies, &mut rng)).collect()
}

fn made_game(plies: usize, rng: &mut SplitMix64) -> Game {
    let mut position = Position::startpos();
    let mut game = Vec::new();
    while game.len() < plies {
        let mut moves = position.legal_moves();
        moves.sort();
        if moves.is_empty() {
            break;
        }
        let mut popular = SplitMix64::new(position.key());
        let rank = rng.below(100).min(rng.below(100)) / 15;
        for _ in 0..rank {
            let _ = popular.next_u64();
        }
        let source = if game.len() < 20 {
            &mut popular
        } else {
            &mut *rng
        };
        let at = source.below(moves.len() as u64);
        let mv = moves[at as usize];
        position.play(mv).expect("a legal move");
        game.push(mv);
    }
    game
}

/// Calls `each` with every position of the games up to `plies`, its ply and the move played there.
pub fn positions(games: &[Game], plies: usize, mut each: impl FnMut(&Position, u8, Move)) {
    for game in games {
        let mut position = Position::startpos();
        for (ply, &mv) in game.iter().take(plies).enumerate() {
            each(&position, ply as u8, mv);
            position.play(mv).expect("a legal move");
        }
    }
}

/// A book of the most frequent positions of the first 24 plies, two candidates a position, at most `entries`. Of two
/// positions with one key at a ply the less frequent is left out.
pub fn book(games: &[Game], keys: &RomKeys, entries: usize) -> Book {
    let mut counts: BTreeMap<(u8, u64), (u16, BTreeMap<Move, u64>)> = BTreeMap::new();
    positions(games, 24, |position, ply, mv| {
        let (_, moves) = counts
            .entry((ply, position.key()))
            .or_insert_with(|| (keys.key(position), BTreeMap::new()));
        *moves.entry(mv).or_default() += 1;
    });
    let mut places: Vec<_> = counts.into_iter().collect();
    places.sort_by_key(|(place, (_, moves))| {
        (std::cmp::Reverse(moves.values().sum::<u64>()), *place)
    });
    let (mut list, mut taken) = (Vec::new(), BTreeSet::new());
    for ((ply, _), (key, moves)) in places {
        let mut moves: Vec<_> = moves.into_iter().collect();
        moves.sort_by_key(|&(mv, count)| (std::cmp::Reverse(count), mv));
        moves.truncate(2);
        if list.len() + moves.len() > entries {
            break;
        }
        if taken.insert((ply, key)) {
            list.extend(candidates(&moves, key, ply));
        }
    }
    Book::new(list).expect("at most two candidates a place")
}

fn candidates(moves: &[(Move, u64)], key: u16, ply: u8) -> impl Iterator<Item = BookEntry> {
    let counts: Vec<u64> = moves.iter().map(|&(_, count)| count).collect();
    let weights = split_weights(&counts).expect("one or two counts above 0");
    moves
        .iter()
        .zip(weights)
        .filter_map(move |(&(mv, _), weight)| {
            let weight = weight?;
            Some(BookEntry {
                key,
                mv,
                weight,
                ply,
            })
        })
}

/// The true position of every place of a book made of these games: that in which its moves were played most.
pub fn truth(games: &[Game], keys: &RomKeys, book: &Book) -> BTreeMap<(u8, u16), Position> {
    let mut counts: BTreeMap<(u8, u64), (u32, Position)> = BTreeMap::new();
    positions(games, 24, |position, ply, _| {
        let new = || (0, position.clone());
        counts.entry((ply, position.key())).or_insert_with(new).0 += 1;
    });
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|((ply, key), (count, _))| (std::cmp::Reverse(*count), *ply, *key));
    let mut truth = BTreeMap::new();
    for ((ply, _), (_, position)) in counts {
        let key = keys.key(&position);
        if !book.lookup(ply, key).is_empty() {
            truth.entry((ply, key)).or_insert(position);
        }
    }
    truth
}

/// About so many of a hundred games, drawn by a seed.
pub fn some_games(games: &[Game], percent: u64, seed: u64) -> Vec<Game> {
    let mut rng = SplitMix64::new(seed);
    let drawn = games.iter().filter(|_| rng.below(100) < percent);
    drawn.cloned().collect()
}

//! What the games look like: endings, lengths, and how often lines repeat.

use std::collections::{BTreeMap, BTreeSet};

use joban_engine::rules::{Move, Position};

use super::play::{End, Game};
use super::players::PLAYERS;
use super::schedule::Pairing;

/// Plies at which the support of positions is shown.
const SHOWN: [usize; 8] = [4, 8, 12, 16, 20, 23, 28, 40];

/// Prints the figures.
pub(super) fn print(seed: u64, ratings: &[i32], games: &[Game]) {
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    println!(
        "{} games, {plies} moves, ends {:?}",
        games.len(),
        ends(games)
    );
    let wins = |side| {
        games
            .iter()
            .filter(|game| game.winner() == Some(side))
            .count()
    };
    println!("wins of black {}, of white {}", wins(0), wins(1));
    let moves = |game: &Game| -> Vec<String> { game.moves.iter().map(|m| m.usi.clone()).collect() };
    let distinct: BTreeSet<Vec<String>> = games.iter().map(moves).collect();
    println!("{} distinct move sequences", distinct.len());
    for (player, rating) in PLAYERS.iter().zip(ratings) {
        println!("{} {rating}", player.name);
    }
    let kept = games
        .iter()
        .filter(|game| passes_default_filter(seed, ratings, game))
        .cloned();
    let kept: Vec<Game> = kept.collect();
    println!("{} games pass the default filter", kept.len());
    print_support("all games", games);
    print_support("after the filter", &kept);
}

fn ends(games: &[Game]) -> BTreeMap<String, usize> {
    let mut ends = BTreeMap::new();
    for game in games {
        *ends.entry(format!("{:?}", game.end)).or_default() += 1;
    }
    ends
}

/// Both ratings at least 3000, 40 plies, resignation or declaration.
fn passes_default_filter(seed: u64, ratings: &[i32], game: &Game) -> bool {
    Pairing::of(seed, game.index)
        .players
        .iter()
        .all(|i| ratings[*i] >= 3000)
        && game.moves.len() >= 40
        && matches!(game.end, End::Toryo | End::Kachi)
}

fn print_support(title: &str, games: &[Game]) {
    let support = support(games);
    for ply in SHOWN {
        let counts = support
            .iter()
            .filter(|((p, _), _)| *p == ply)
            .map(|(_, n)| *n);
        let (often, rare): (Vec<usize>, Vec<usize>) = counts.partition(|n| *n >= 3);
        let sum: usize = often.iter().sum();
        println!(
            "{title}, ply {ply}: {} positions, {} of them in 3 games or more ({sum} games)",
            often.len() + rare.len(),
            often.len()
        );
    }
    let often = support
        .iter()
        .filter(|((ply, _), n)| *ply < 24 && **n >= 3)
        .count();
    println!("{title}, plies 0 to 23: {often} positions in 3 games or more");
}

/// Games through each position, by ply and key.
fn support(games: &[Game]) -> BTreeMap<(usize, u64), usize> {
    let mut support = BTreeMap::new();
    for game in games {
        let mut position = Position::startpos();
        for (ply, played) in game.moves.iter().enumerate().take(60) {
            *support.entry((ply, position.key())).or_default() += 1;
            let played = Move::from_usi(&played.usi).map(|mv| position.play(mv));
            if !matches!(played, Ok(Ok(()))) {
                break;
            }
        }
    }
    support
}

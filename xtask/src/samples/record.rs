//! A played game as a record.

use joban_csa_parse::FloodgateMove;
use joban_engine::rules::{Move, Position};

use super::play::{End, Game};
use super::players::PLAYERS;
use super::schedule::Pairing;
use crate::floodgate::GameText;

/// The first part of `$EVENT`: honest about where the game was played.
const EVENT: &str = "joban+sample-300-10F";

/// The game as it will be written.
///
/// # Errors
/// A move that is illegal: the game was kept by another version of the generator.
pub(super) fn record(seed: u64, ratings: &[i32], game: &Game) -> Result<GameText<'static>, String> {
    let pairing = Pairing::of(seed, game.index);
    let mut position = Position::startpos();
    let moves = game.moves.iter().map(|played| {
        let mv = parse(&played.usi)?;
        let token = position.csa_token(mv);
        position
            .play(mv)
            .map_err(|why| format!("game {}: {mv}: {why}", game.index))?;
        let line: Vec<Move> = played
            .pv
            .iter()
            .map(|word| parse(word))
            .collect::<Result<_, _>>()?;
        Ok(FloodgateMove {
            token,
            seconds: Some(played.seconds),
            black_score: played.black_score,
            nodes: None,
            pv: position.csa_tokens(&line),
        })
    });
    let moves: Vec<FloodgateMove> = moves.collect::<Result<_, String>>()?;
    let (ending, summary) = words(game.end);
    Ok(GameText {
        names: pairing.players.map(|i| PLAYERS[i].name),
        ratings: Some(pairing.players.map(|i| ratings[i])),
        event: EVENT,
        start: pairing.start,
        max_moves: pairing.max_moves as u32,
        moves,
        ending,
        summary,
        results: results(game.winner()),
        last: position,
    })
}

fn parse(word: &str) -> Result<Move, String> {
    Move::from_usi(word).map_err(|error| format!("{word}: {error}"))
}

/// The ending line and the kind of the summary, as the server writes them.
fn words(end: End) -> (Option<&'static str>, &'static str) {
    match end {
        End::Toryo => (Some("%TORYO"), "toryo"),
        End::Kachi => (Some("%KACHI"), "kachi"),
        End::Sennichite => (Some("%SENNICHITE"), "sennichite"),
        End::OuteSennichite { .. } => (None, "oute_sennichite"),
        End::MaxMoves => (None, "max_moves"),
    }
}

fn results(winner: Option<usize>) -> [&'static str; 2] {
    match winner {
        Some(0) => ["win", "lose"],
        Some(_) => ["lose", "win"],
        None => ["draw", "draw"],
    }
}

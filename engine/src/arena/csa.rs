//! Games as CSA records in the dialect of Floodgate.

use std::fmt::{self, Write};

use joban_csa_parse::{FloodgateGame, FloodgateMove, write_floodgate};

use super::game::{End, Fixture, Game, Which};
use crate::rules::{Color, Move, Position, STARTPOS_SFEN};
use crate::usi::{MateSide, Score};

/// What a mate counts as in an evaluation comment, which knows numbers only.
const MATE: i32 = 100_000;

/// Writes a game. The moves of the start are marked as prescribed, so that `build` never counts them; `with_times` adds the seconds
/// of each move. `names` are those of the first and the second engine; they should be different and without blanks and colons.
///
/// An adjudicated win is written as `chudan` with its winner, a fault of an engine as `abnormal`.
///
/// # Errors
/// Only those of `out`.
pub fn write_csa(
    game: &Game,
    fixture: &Fixture,
    names: [&str; 2],
    event: &str,
    max_moves: u32,
    with_times: bool,
    out: &mut impl Write,
) -> fmt::Result {
    let mut position = fixture.root.start_position();
    let is_even = position.sfen() == STARTPOS_SFEN;
    let start = (!is_even).then(|| position.csa_diagram());
    let mut moves = Vec::with_capacity(fixture.root.moves().len() + game.moves.len());
    for &mv in fixture.root.moves() {
        moves.push(forced(&mut position, mv, with_times));
    }
    for played in &game.moves {
        moves.push(written(&mut position, played, with_times));
    }
    let by_colour = |color| names[Which::with(color, game.game).index()];
    let words = ending(game.end);
    let record = FloodgateGame {
        names: Color::ALL.map(by_colour),
        ratings: None,
        event,
        times: None,
        start,
        forced_plies: fixture.root.moves().len() as u32,
        max_moves,
        increment_s: 0,
        moves: &moves,
        refused: game.detail.as_deref().filter(|_| game.end == End::Illegal),
        ending: words.0,
        summary: words.1,
        results: Color::ALL.map(|color| match game.winner {
            None => "draw",
            Some(which) if which == Which::with(color, game.game) => "win",
            Some(_) => "lose",
        }),
        last: position.csa_diagram(),
    };
    write_floodgate(&record, out)
}

/// The word of the last line and the kind of the summary.
fn ending(end: End) -> (Option<&'static str>, &'static str) {
    match end {
        End::Resign => (Some("%TORYO"), "toryo"),
        End::Mate => (Some("%TSUMI"), "tsumi"),
        End::Declaration => (Some("%KACHI"), "kachi"),
        End::WrongDeclaration => (Some("%KACHI"), "illegal kachi"),
        End::Illegal => (None, "illegal move"),
        End::TimeUp => (Some("%TIME_UP"), "time up"),
        End::Repetition => (Some("%SENNICHITE"), "sennichite"),
        End::PerpetualCheck => (None, "oute_sennichite"),
        End::MaxMoves => (None, "max_moves"),
        End::AdjudicatedWin => (Some("%CHUDAN"), "chudan"),
        End::AdjudicatedDraw => (None, "jishogi"),
        End::Fault => (None, "abnormal"),
    }
}

/// Plays a move and gives its token.
fn token(position: &mut Position, mv: Move) -> joban_csa_parse::MoveToken {
    let token = position.csa_token(mv);
    // The moves of a fixture and of a game are legal; a board that stands still would show otherwise.
    let _ = position.play(mv);
    token
}

fn forced(position: &mut Position, mv: Move, with_times: bool) -> FloodgateMove {
    FloodgateMove {
        token: token(position, mv),
        seconds: with_times.then_some(0),
        black_score: None,
        nodes: None,
        pv: Vec::new(),
    }
}

fn written(
    position: &mut Position,
    played: &super::game::Played,
    with_times: bool,
) -> FloodgateMove {
    let mover = position.side();
    let seconds = |us: u64| u32::try_from(us / 1_000_000).unwrap_or(u32::MAX);
    FloodgateMove {
        token: token(position, played.mv),
        seconds: played.time_us.filter(|_| with_times).map(seconds),
        black_score: played.score.and_then(|score| black_score(score, mover)),
        nodes: played.nodes,
        pv: position.csa_tokens(&played.pv),
    }
}

/// The score in black's view; a mate as ±100,000, one whose side nobody knows not at all.
fn black_score(score: Score, mover: Color) -> Option<i32> {
    let value = match score {
        Score::Cp(cp) => cp,
        Score::Mate { side, .. } => match side {
            MateSide::MoverWins => MATE,
            MateSide::MoverLoses => -MATE,
            MateSide::Unknown => return None,
        },
    };
    Some(match mover {
        Color::Black => value,
        Color::White => value.saturating_neg(),
    })
}

//! One game of self-play. It follows from the seed and the number of the game alone.

use std::collections::VecDeque;
use std::error::Error;

use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Color, DeclarationOutcome, DeclarationRule, Move, Repetition};
use joban_engine::usi::{
    Bestmove, EngineCommand, Go, GoLimit, MateSide, PvLine, Root, Score, Search, SendOption,
    TimeLimits, UsiEngine, UsiError, UsiErrorKind,
};
use serde::{Deserialize, Serialize};

use super::openings::Openings;
use super::players::{PLAYERS, Player};
use super::schedule::{Pairing, Purpose, stream};

/// From this ply on the players leave what they know.
const BOOK_PLIES: usize = 28;
/// Chance in 1,000 that a player leaves the known lines at a ply although it knows a move.
const LEAVE_PER_MILLE: u64 = 20;
/// Up to this ply the choice among several lines is wide, up to the second it is narrow.
const VARIED_PLIES: [usize; 2] = [24, 44];
/// A move that loses more than this is never chosen, in centipawns of this engine.
const TOLERATED_LOSS: i32 = 120;
/// Searches in a row with a bad score before a player resigns.
const RESIGN_SEARCHES: usize = 3;
/// How a mate is written as a score, like many programs on Floodgate do.
const MATE_CP: i32 = 100_000;

/// A played game as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Game {
    pub(super) index: u32,
    pub(super) moves: Vec<Played>,
    pub(super) end: End,
}

/// A move with what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Played {
    pub(super) usi: String,
    /// Made up: no clock was read.
    pub(super) seconds: u32,
    /// Score in black's view; none for a move that the player knew.
    pub(super) black_score: Option<i32>,
    /// The expected continuation after the move, in USI text.
    pub(super) pv: Vec<String>,
}

/// How a game ended; the side that is to move is known from the number of moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum End {
    /// The side to move resigns, or is mated.
    Toryo,
    /// The side to move declares its entered king and wins.
    Kachi,
    /// Fourfold repetition.
    Sennichite,
    /// Perpetual check; the checking side loses.
    OuteSennichite { black_loses: bool },
    /// The limit of moves.
    MaxMoves,
}

impl Game {
    /// The index of the winning side (0 black, 1 white); `None` for a draw.
    pub(super) fn winner(&self) -> Option<usize> {
        let to_move = self.moves.len() % 2;
        match self.end {
            End::Toryo => Some(1 - to_move),
            End::Kachi => Some(to_move),
            End::OuteSennichite { black_loses } => Some(usize::from(black_loses)),
            End::Sennichite | End::MaxMoves => None,
        }
    }
}

/// An engine set up for the games.
///
/// # Errors
/// As [`UsiEngine::launch`] and [`UsiEngine::set_option`].
pub(super) fn engine(command: &EngineCommand) -> Result<UsiEngine, UsiError> {
    let mut engine = UsiEngine::launch(command, TimeLimits::default())?;
    for (name, value) in ENGINE_OPTIONS {
        engine.set_option(&[name], value, SendOption::Always)?;
    }
    Ok(engine)
}

/// The options sent; the variant too, although the list shows it as the default.
pub(super) const ENGINE_OPTIONS: [(&str, &str); 4] = [
    ("UCI_Variant", "shogi"),
    ("Contempt", "0"),
    ("Hash", "1"),
    ("Threads", "1"),
];

/// Plays game `index`.
///
/// # Errors
/// Engine faults, and an answer that is no move in a position with moves.
pub(super) fn play(
    engine: &mut UsiEngine,
    openings: &Openings,
    seed: u64,
    index: u32,
) -> Result<Game, Box<dyn Error>> {
    let pairing = Pairing::of(seed, index);
    let mut table = Table {
        engine,
        openings,
        players: pairing.players.map(|i| PLAYERS[i]),
        max_moves: pairing.max_moves,
        root: Root::startpos(),
        recent: [const { VecDeque::new() }; 2],
        moves: Vec::new(),
        rng: stream(seed, u64::from(index), Purpose::Moves),
    };
    let end = loop {
        if let Some(end) = table.turn()? {
            break end;
        }
    };
    let mut moves = table.moves;
    spend_time(
        &mut moves,
        &mut stream(seed, u64::from(index), Purpose::Times),
    );
    Ok(Game { index, moves, end })
}

struct Table<'a> {
    engine: &'a mut UsiEngine,
    openings: &'a Openings,
    players: [Player; 2],
    max_moves: usize,
    root: Root,
    /// The last scores of each side, in its own view.
    recent: [VecDeque<i32>; 2],
    moves: Vec<Played>,
    rng: SplitMix64,
}

/// A chosen move with the line behind it.
struct Choice {
    mv: Move,
    /// Score in the mover's view.
    score: Option<i32>,
    pv: Vec<Move>,
}

impl Choice {
    fn bare(mv: Move) -> Self {
        Self {
            mv,
            score: None,
            pv: Vec::new(),
        }
    }
}

impl Table<'_> {
    fn ply(&self) -> usize {
        self.moves.len()
    }

    fn player(&self) -> Player {
        self.players[self.ply() % 2]
    }

    /// One move, or the end of the game.
    fn turn(&mut self) -> Result<Option<End>, Box<dyn Error>> {
        if let Some(end) = self.end_on_board() {
            return Ok(Some(end));
        }
        let choice = match self.known_move() {
            Some(mv) => Some(Choice::bare(mv)),
            None => self.searched_move()?,
        };
        match choice.filter(|choice| !self.resigns(choice.score)) {
            Some(choice) => self.record(choice).map(|()| None),
            None => Ok(Some(End::Toryo)),
        }
    }

    fn end_on_board(&self) -> Option<End> {
        let position = self.root.position();
        if position.has_no_move() {
            return Some(End::Toryo);
        }
        match position.repetition() {
            Repetition::Draw => return Some(End::Sennichite),
            Repetition::PerpetualCheck { loser } => {
                let black_loses = loser == Color::Black;
                return Some(End::OuteSennichite { black_loses });
            }
            Repetition::None => {}
        }
        if self.ply() >= self.max_moves {
            return Some(End::MaxMoves);
        }
        let declaration = position.declaration(DeclarationRule::Points27);
        (declaration.outcome == DeclarationOutcome::Win).then_some(End::Kachi)
    }

    /// A move of the known openings. The random numbers are drawn in any case, so that a changed
    /// line does not change what comes after it more than it must.
    fn known_move(&mut self) -> Option<Move> {
        if self.ply() >= BOOK_PLIES || self.rng.below(1000) < LEAVE_PER_MILLE {
            return None;
        }
        let taste = self.player().taste;
        self.openings
            .draw(self.root.position(), taste, &mut self.rng)
    }

    /// The engine's move; `None` where it knows only a pawn drop that mates, which is no move.
    fn searched_move(&mut self) -> Result<Option<Choice>, Box<dyn Error>> {
        let player = self.player();
        let (lines, halving_cp) = match self.ply() {
            ply if ply < VARIED_PLIES[0] => (4, player.halving_cp),
            ply if ply < VARIED_PLIES[1] => (3, player.halving_cp / 2),
            _ => (1, 1),
        };
        // The limit varies a little, so that a player does not repeat a game to the end.
        let nodes = player.nodes * (92 + self.rng.below(17)) / 100 * if lines > 1 { 2 } else { 1 };
        self.engine.set_multi_pv(lines)?;
        match self
            .engine
            .search(&self.root, &Go::new(GoLimit::Nodes(nodes)))
        {
            Err(error) if error.kind() == UsiErrorKind::IllegalBestmove => Ok(None),
            Err(error) => Err(error.into()),
            Ok(search) => self.choose(&search, halving_cp).map(Some),
        }
    }

    /// Draws among the lines of the deepest complete depth.
    fn choose(&mut self, search: &Search, halving_cp: u64) -> Result<Choice, Box<dyn Error>> {
        let lines = search.deepest().map_or(&search.lines, |block| &block.lines);
        let best = lines.iter().map(|line| centipawns(line.score)).max();
        let Some(best) = best.filter(|_| !lines.is_empty()) else {
            return bare(search);
        };
        let weights: Vec<u64> = lines
            .iter()
            .map(|line| weight(line, best, halving_cp))
            .collect();
        let mut left = self.rng.below(weights.iter().sum());
        let chosen = weights.iter().position(|weight| {
            let found = left < *weight;
            left = left.saturating_sub(*weight);
            found
        });
        let line = &lines[chosen.unwrap_or(0)];
        Ok(Choice {
            mv: line.first().ok_or("a line without a move")?,
            score: Some(centipawns(line.score)),
            pv: line.pv[1..].to_vec(),
        })
    }

    fn resigns(&mut self, score: Option<i32>) -> bool {
        let limit = self.player().resign_cp;
        let recent = &mut self.recent[self.moves.len() % 2];
        let Some(score) = score else { return false };
        recent.push_back(score);
        if recent.len() > RESIGN_SEARCHES {
            recent.pop_front();
        }
        recent.len() == RESIGN_SEARCHES && recent.iter().all(|score| *score <= limit)
    }

    fn record(&mut self, choice: Choice) -> Result<(), Box<dyn Error>> {
        let sign = if self.ply().is_multiple_of(2) { 1 } else { -1 };
        self.root
            .play(choice.mv)
            .map_err(|why| format!("{}: {why}", choice.mv))?;
        self.moves.push(Played {
            usi: choice.mv.to_string(),
            seconds: 0,
            black_score: choice.score.map(|score| sign * score),
            pv: choice.pv.iter().map(Move::to_string).collect(),
        });
        Ok(())
    }
}

/// The answer of an engine that printed no line.
fn bare(search: &Search) -> Result<Choice, Box<dyn Error>> {
    match search.bestmove {
        Bestmove::Move(mv) => Ok(Choice::bare(mv)),
        other => Err(format!("the engine answered {other:?} in a position with moves").into()),
    }
}

fn centipawns(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate {
            side: MateSide::MoverLoses,
            ..
        } => -MATE_CP,
        Score::Mate { .. } => MATE_CP,
    }
}

/// 2^(−loss / halving) in fixed point, straight between the powers; integers only, so that every
/// machine draws the same move.
fn weight(line: &PvLine, best: i32, halving_cp: u64) -> u64 {
    let loss = best.saturating_sub(centipawns(line.score));
    if loss > TOLERATED_LOSS || line.pv.is_empty() {
        return 0;
    }
    let (loss, halving) = (u64::from(loss.unsigned_abs()), halving_cp.max(1));
    let power = (1 << 32) >> (loss / halving).min(31);
    power - power * (loss % halving) / (2 * halving)
}

/// Thinking times in seconds of a game with 300 seconds and 10 more for each move: short for known
/// moves, mostly 3 to 20 seconds else, never more than the clock allows.
fn spend_time(moves: &mut [Played], rng: &mut SplitMix64) {
    const SECONDS: [u64; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 18, 24, 40];
    let mut clocks = [300_u64; 2];
    for (ply, played) in moves.iter_mut().enumerate() {
        let clock = &mut clocks[ply % 2];
        *clock += 10;
        let drawn = SECONDS[rng.below(16) as usize] + rng.below(3);
        let wanted = if played.black_score.is_none() {
            drawn / 12
        } else {
            drawn
        };
        let spent = wanted.min(*clock / 6);
        *clock -= spent;
        played.seconds = spent as u32;
    }
}

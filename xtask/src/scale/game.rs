//! One made-up record. It follows from the seed, its number and the games to begin with.

use joban_csa_parse::{FloodgateMove, MoveToken};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, MoveList, PieceKind, Position, Repetition};

use crate::floodgate::GameText;

/// 2026-01-01 00:00:00, as seconds of a calendar without time zones that starts in 1970.
const NEW_YEAR: u64 = 1_767_225_600;
/// Seconds from one game to the next: 72,000 games last 250 days.
const GAME_SECONDS: u64 = 300;
/// Players to draw from.
const PLAYERS: u64 = 64;
/// Games are cut off at this length at the latest.
const MAX_PLIES: usize = 320;
const PIECES: [&str; 8] = [
    "kyosha", "keima", "gin", "kin", "kaku", "hisha", "to", "tokin",
];
const TRAITS: [&str; 8] = ["haya", "oso", "tsuyo", "kata", "maru", "naga", "ao", "aka"];

/// Makes the records of one run.
#[derive(Debug)]
pub(super) struct Maker<'a> {
    seed: u64,
    prefixes: &'a [Vec<Move>],
    players: Vec<(String, i32)>,
}

impl<'a> Maker<'a> {
    pub(super) fn new(seed: u64, prefixes: &'a [Vec<Move>]) -> Self {
        let mut rng = SplitMix64::new(seed ^ 0x706c_6179);
        let players = (0..PLAYERS).map(|i| {
            let (tag, piece) = (TRAITS[(i / 8) as usize], PIECES[(i % 8) as usize]);
            // Three of five at 3000 or more, so that a good third of the games passes the usual filter.
            let rating = 2400 + rng.below(1600) as i32;
            (format!("{tag}_{piece}_{i:02}"), rating)
        });
        Self {
            seed,
            prefixes,
            players: players.collect(),
        }
    }

    /// Record `index`. Its start time is its own, so no two records are equal.
    pub(super) fn record(&self, index: u64) -> GameText<'_> {
        let mut first = SplitMix64::new(self.seed ^ index.rotate_left(20));
        let mut rng = SplitMix64::new(first.next_u64());
        let (black, white) = self.pair(&mut rng);
        let moves = self.moves(&mut rng);
        let outcome = Outcome::draw(moves.len(), &mut rng);
        let (texts, last) = texts(&moves, &outcome, &mut rng);
        GameText {
            names: [&self.players[black].0, &self.players[white].0],
            ratings: (rng.below(20) > 0).then(|| [self.players[black].1, self.players[white].1]),
            event: "joban+scale-300-10F",
            start: NEW_YEAR + index * GAME_SECONDS + rng.below(GAME_SECONDS),
            max_moves: 512,
            moves: texts,
            ending: outcome.ending,
            summary: outcome.summary,
            results: outcome.results,
            last,
        }
    }

    fn pair(&self, rng: &mut SplitMix64) -> (usize, usize) {
        let black = rng.below(PLAYERS);
        let white = (black + 1 + rng.below(PLAYERS - 1)) % PLAYERS;
        (black as usize, white as usize)
    }

    /// The first moves of a given game, then moves at random up to a drawn length.
    fn moves(&self, rng: &mut SplitMix64) -> Vec<Move> {
        let source = &self.prefixes[rng.below(self.prefixes.len() as u64) as usize];
        let kept = (14 + rng.below(50) as usize).min(source.len());
        let mut moves = source[..kept].to_vec();
        let mut position = Position::startpos();
        // The games were legal when they were read.
        moves.retain(|mv| position.play(*mv).is_ok());
        let length = moves
            .len()
            .max(60 + (rng.below(75) + rng.below(75)) as usize)
            .min(MAX_PLIES);
        let mut list = MoveList::new();
        while moves.len() < length {
            let Some(mv) = likely_move(&position, &mut list, rng) else {
                break;
            };
            let played = position.play(mv).is_ok();
            if !played || position.repetition() != Repetition::None {
                break;
            }
            moves.push(mv);
        }
        moves
    }
}

/// The year of the time stamp at the end of an event's name.
pub(super) fn year_of(id: &str) -> &str {
    let stamp = id.rsplit('+').next().unwrap_or_default();
    stamp.get(..4).unwrap_or("0000")
}

/// The best looking of four random legal moves; `None` where there is none.
fn likely_move(position: &Position, list: &mut MoveList, rng: &mut SplitMix64) -> Option<Move> {
    position.legal_moves_into(list);
    let drawn = (0..4).filter_map(|_| list.get(rng.below(list.len() as u64) as usize).copied());
    drawn.max_by_key(|mv| (likelihood(position, *mv), mv.word()))
}

/// Captures and promotions look likely, moves of the king and drops less so.
fn likelihood(position: &Position, mv: Move) -> i32 {
    let captured = position
        .piece_on(mv.to())
        .map_or(0, |piece| worth(piece.kind));
    let king = mv
        .from()
        .and_then(|from| position.piece_on(from))
        .is_some_and(|p| p.kind == PieceKind::King);
    captured + 3 * i32::from(mv.is_promotion()) - 2 * i32::from(king) - i32::from(mv.is_drop())
}

fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 2,
        PieceKind::Lance | PieceKind::Knight => 4,
        PieceKind::Silver | PieceKind::Gold => 6,
        _ => 9,
    }
}

/// How a game ends: as a record says it; no repetition or declaration stands behind the words.
struct Outcome {
    ending: Option<&'static str>,
    summary: &'static str,
    results: [&'static str; 2],
    black_wins: bool,
}

impl Outcome {
    /// Mostly resignation; sometimes time, a lost connection or an agreed stop.
    fn draw(plies: usize, rng: &mut SplitMix64) -> Self {
        let black_to_move = plies.is_multiple_of(2);
        let (ending, summary) = match rng.below(100) {
            0..90 => ("%TORYO", "toryo"),
            90..96 => ("%TIME_UP", "time up"),
            _ => ("%TORYO", "abnormal"),
        };
        Self {
            ending: Some(ending),
            summary,
            results: if black_to_move {
                ["lose", "win"]
            } else {
                ["win", "lose"]
            },
            black_wins: !black_to_move,
        }
    }
}

/// The moves as text with times, scores and lines, and the last position.
fn texts(
    moves: &[Move],
    outcome: &Outcome,
    rng: &mut SplitMix64,
) -> (Vec<FloodgateMove>, Position) {
    let (tokens, last) = tokens(moves);
    let mut seer = Seer {
        moves,
        tokens: &tokens,
        position: Position::startpos(),
        list: MoveList::new(),
    };
    let mut score = 0;
    let texts = (0..moves.len()).map(|ply| {
        seer.advance(ply);
        score += drift(ply, moves.len(), outcome, rng);
        let known = ply < 12 && rng.below(4) > 0;
        FloodgateMove {
            token: tokens[ply],
            seconds: Some(if known {
                0
            } else {
                1 + (rng.below(12) * rng.below(4)) as u32
            }),
            nodes: None,
            black_score: (!known || rng.below(2) == 0).then_some(score),
            pv: if known {
                Vec::new()
            } else {
                seer.line(ply + 1, rng)
            },
        }
    });
    (texts.collect(), last)
}

fn tokens(moves: &[Move]) -> (Vec<MoveToken>, Position) {
    let mut position = Position::startpos();
    let tokens = moves.iter().map(|&mv| {
        let token = position.csa_token(mv);
        // Legal when they were drawn.
        let _ = position.play(mv);
        token
    });
    let tokens = tokens.collect();
    (tokens, position)
}

/// A step of the score in black's view: noise, and towards the end a pull to the winner.
fn drift(ply: usize, plies: usize, outcome: &Outcome, rng: &mut SplitMix64) -> i32 {
    let noise = rng.below(61) as i32 - 30;
    let pull = if ply * 2 > plies { 40 } else { 4 };
    if outcome.black_wins {
        noise + pull
    } else {
        noise - pull
    }
}

/// Writes down what an engine would expect: the game's own next moves for a while, then others.
struct Seer<'a> {
    moves: &'a [Move],
    tokens: &'a [MoveToken],
    position: Position,
    list: MoveList,
}

impl Seer<'_> {
    /// Plays the move of `ply`, which was legal when it was drawn.
    fn advance(&mut self, ply: usize) {
        let _ = self.position.play(self.moves[ply]);
    }

    /// A line from the position after `next` moves.
    fn line(&mut self, next: usize, rng: &mut SplitMix64) -> Vec<MoveToken> {
        let length = 2 + (rng.below(9) + rng.below(9)) as usize;
        let foreseen = (rng.below(15) as usize)
            .min(length)
            .min(self.moves.len() - next);
        let mut line = self.tokens[next..next + foreseen].to_vec();
        for &mv in &self.moves[next..next + foreseen] {
            let _ = self.position.play(mv);
        }
        while line.len() < length {
            let Some(mv) = likely_move(&self.position, &mut self.list, rng) else {
                break;
            };
            line.push(self.position.csa_token(mv));
            let _ = self.position.play(mv);
        }
        line.iter().for_each(|_| {
            self.position.undo();
        });
        line
    }
}

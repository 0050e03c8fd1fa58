//! One game between two engines, by our rules.

use std::time::Duration;

use serde::Serialize;

use super::adjudicate::{Adjudicator, DrawRule, Verdict, WinRule};
use super::clock::Clock;
use super::contestant::{Seat, Thought};
use super::game::{End, Fault, Fixture, Game, Played, Which};
use crate::rules::{Color, DeclarationOutcome, DeclarationRule, Position, Repetition};
use crate::usi::{Bestmove, Root, Search};

/// The rules of a match.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rules {
    /// A game is a draw after this many moves, counted by the move number of the start.
    pub max_moves: u32,
    /// Milliseconds beyond its time after which a side loses, measured at the pipe.
    pub margin_ms: u64,
    /// When a draw is agreed on.
    pub draw: Option<DrawRule>,
    /// When a win is agreed on.
    pub win: Option<WinRule>,
}

impl Default for Rules {
    /// 512 moves, a margin of 200 ms, no adjudication.
    fn default() -> Self {
        Self {
            max_moves: 512,
            margin_ms: 200,
            draw: None,
            win: None,
        }
    }
}

impl Rules {
    fn margin(&self) -> Duration {
        Duration::from_millis(self.margin_ms)
    }
}

/// How a game came to its end; `winner` is a colour.
struct Ended {
    end: End,
    winner: Option<Color>,
    detail: Option<String>,
}

impl Ended {
    fn new(end: End, winner: impl Into<Option<Color>>) -> Self {
        Self {
            end,
            winner: winner.into(),
            detail: None,
        }
    }
}

/// Plays game 0 or 1 of a pair. Both engines are told of the end; a fault ends the game without a result.
pub(super) fn play(
    seats: &mut [Seat<'_>; 2],
    fixture: &Fixture,
    game: u8,
    replays: u32,
    rules: &Rules,
) -> Result<Game, Fault> {
    for seat in seats.iter_mut() {
        seat.begin(fixture.seed)?;
    }
    let mut table = Board::new(seats, fixture, game, rules);
    let ended = table.play(seats, rules)?;
    let winner = ended.winner.map(|color| Which::with(color, game));
    for which in Which::BOTH {
        seats[which.index()].game_over(match winner {
            None => "draw",
            Some(winner) if winner == which => "win",
            Some(_) => "lose",
        });
    }
    Ok(Game {
        end: ended.end,
        winner,
        detail: ended.detail,
        moves: table.moves,
        ..fixture.game(game, replays)
    })
}

/// A game under way.
struct Board {
    root: Root,
    game: u8,
    /// Of black and white.
    clocks: [Option<Clock>; 2],
    judge: Adjudicator,
    moves: Vec<Played>,
}

impl Board {
    fn new(seats: &[Seat<'_>; 2], fixture: &Fixture, game: u8, rules: &Rules) -> Self {
        let clock = |color| {
            let which = Which::with(color, game);
            seats[which.index()].limit().control().map(Clock::new)
        };
        Self {
            root: fixture.root.clone(),
            game,
            clocks: Color::ALL.map(clock),
            judge: Adjudicator::new(rules.draw, rules.win),
            moves: Vec::new(),
        }
    }

    fn play(&mut self, seats: &mut [Seat<'_>; 2], rules: &Rules) -> Result<Ended, Fault> {
        loop {
            if let Some(ended) = over(self.root.position(), rules.max_moves) {
                return Ok(ended);
            }
            let which = Which::with(self.root.position().side(), self.game);
            if let Some(ended) = self.turn(&mut seats[which.index()], rules)? {
                return Ok(ended);
            }
        }
    }

    /// One move; `Some` if the game ends with it.
    fn turn(&mut self, seat: &mut Seat<'_>, rules: &Rules) -> Result<Option<Ended>, Fault> {
        let side = self.root.position().side();
        let clock = self.clocks[side.index()];
        let longest = clock.map(|clock| clock.available() + rules.margin());
        let (thought, used) = seat.think(&self.root, self.clocks, longest)?;
        let stopped = matches!(&thought, Thought::Answer(search) if search.stopped);
        let in_time = match &mut self.clocks[side.index()] {
            Some(clock) => clock.spend(used, rules.margin()) && !stopped,
            None => true,
        };
        if !in_time {
            return Ok(Some(Ended::new(End::TimeUp, side.opponent())));
        }
        let search = match thought {
            Thought::Answer(search) => search,
            Thought::Illegal(word) => {
                return Ok(Some(Ended {
                    detail: Some(word),
                    ..Ended::new(End::Illegal, side.opponent())
                }));
            }
        };
        match search.bestmove {
            Bestmove::Resign => Ok(Some(Ended::new(End::Resign, side.opponent()))),
            Bestmove::Win => Ok(Some(declared(self.root.position()))),
            Bestmove::None => Err(seat.protocol_fault("bestmove none")),
            Bestmove::Move(mv) => {
                let number = self.root.position().move_number();
                let played = played(&search, mv, used);
                let score = played.score;
                if let Err(refusal) = self.root.play(mv) {
                    // The client has checked it already.
                    return Err(seat.protocol_fault(&refusal.to_string()));
                }
                self.moves.push(played);
                Ok(self.agreed(side, number, score, rules))
            }
        }
    }

    fn agreed(
        &mut self,
        side: Color,
        number: u32,
        score: Option<crate::usi::Score>,
        rules: &Rules,
    ) -> Option<Ended> {
        let verdict = self.judge.push(side, number, score)?;
        // What the rules say goes before what the engines think: a mate, a perpetual check.
        if over(self.root.position(), rules.max_moves).is_some() {
            return None;
        }
        Some(match verdict {
            Verdict::Draw => Ended::new(End::AdjudicatedDraw, None),
            Verdict::Win(color) => Ended::new(End::AdjudicatedWin, color),
        })
    }
}

/// Whether the game is over before the side to move is asked.
fn over(position: &Position, max_moves: u32) -> Option<Ended> {
    let side = position.side();
    match position.repetition() {
        Repetition::Draw => return Some(Ended::new(End::Repetition, None)),
        Repetition::PerpetualCheck { loser } => {
            return Some(Ended::new(End::PerpetualCheck, loser.opponent()));
        }
        Repetition::None => {}
    }
    if position.has_no_move() {
        return Some(Ended::new(End::Mate, side.opponent()));
    }
    let played = position.move_number().saturating_sub(1);
    (played >= max_moves).then(|| Ended::new(End::MaxMoves, None))
}

fn declared(position: &Position) -> Ended {
    let side = position.side();
    match position.declaration(DeclarationRule::Points27).outcome {
        DeclarationOutcome::Win => Ended::new(End::Declaration, side),
        _ => Ended::new(End::WrongDeclaration, side.opponent()),
    }
}

fn played(search: &Search, mv: crate::rules::Move, used: Duration) -> Played {
    let line = search.lines.iter().find(|line| line.first() == Some(mv));
    let from_book = search.from_book;
    Played {
        mv,
        score: line.filter(|_| !from_book).map(|line| line.score),
        depth: search
            .deepest()
            .map(|block| block.depth)
            .filter(|_| !from_book),
        nodes: search.nodes.filter(|_| !from_book),
        book: from_book,
        pv: line.map(|line| line.pv[1..].to_vec()).unwrap_or_default(),
        time_us: Some(u64::try_from(used.as_micros()).unwrap_or(u64::MAX)),
    }
}

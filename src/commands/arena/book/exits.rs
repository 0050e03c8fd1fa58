//! Where books were left, and what a teacher thinks of these positions.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use joban_engine::arena::{Exit, Game, Which};
use joban_engine::rules::{Color, Position};
use joban_engine::usi::Root;
use serde::Serialize;
use serde_json::{Value, json};

use super::super::meeting::{Meeting, Played};
use super::Trial;
use crate::args::{LogArgs, MatchBookArgs, ScoreArgs, TeacherArgs};
use crate::commands::Context;
use crate::commands::suite::score::{Judge, Known};
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::table::grouped;
use crate::text;

/// The exits of a meeting, in the order of the games.
pub(super) struct Exits {
    places: Vec<Place>,
}

/// One exit.
struct Place {
    pair: u64,
    game: u8,
    which: Which,
    exit: Exit,
    position: Position,
    /// What the teacher thinks, once it was asked.
    known: Option<Known>,
}

/// What a teacher thinks of the exits of one book with one colour, in the view of the side that played from it.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct View {
    /// Exits: games in which a move came from the book.
    games: u64,
    /// Different positions among them.
    positions: u64,
    /// Games with a score in centipawns.
    scored: u64,
    /// Mean of these, to a tenth.
    mean_cp: Option<f64>,
    /// The worst.
    least_cp: Option<i32>,
    /// The best.
    greatest_cp: Option<i32>,
    /// Games in which the teacher sees a mate.
    mates: u64,
    /// Games without an answer that can be believed.
    unclear: u64,
}

impl Exits {
    /// Finds them in the games that count.
    ///
    /// # Errors
    ///
    /// An internal error if a game that was played cannot be played again.
    pub(super) fn of(meeting: &Meeting<'_>, played: &Played) -> Outcome<Self> {
        let pairs = played.table.pairs()[..played.pairs].iter();
        let mut places = Vec::new();
        for (pair, fixture) in pairs.zip(&meeting.terms.fixtures) {
            for game in pair.complete().into_iter().flatten() {
                for which in Which::BOTH {
                    let Some(exit) = Exit::of(which, game) else {
                        continue;
                    };
                    places.push(Place {
                        pair: game.pair,
                        game: game.game,
                        which,
                        position: position(&fixture.root, game, exit.moves)?,
                        exit,
                        known: None,
                    });
                }
            }
        }
        Ok(Self { places })
    }

    /// The exits of one engine, with black and with white.
    pub(super) fn views(&self, which: Which) -> Value {
        let [black, white] = Color::ALL.map(|color| self.view(which, color));
        json!({"as_black": black, "as_white": white})
    }

    fn view(&self, which: Which, color: Color) -> View {
        let places = self.places.iter();
        let places = || {
            places
                .clone()
                .filter(|p| p.which == which && p.exit.color == color)
        };
        let scores: Vec<i32> = places().filter_map(Place::own_cp).collect();
        let sum: i64 = scores.iter().copied().map(i64::from).sum();
        let mut positions: Vec<String> = places().map(|place| key(&place.position)).collect();
        positions.sort_unstable();
        positions.dedup();
        let (games, scored) = (places().count() as u64, scores.len() as u64);
        let mates = places().filter(|place| matches!(place.known, Some(Known::Mate)));
        let mates = mates.count() as u64;
        View {
            games,
            positions: positions.len() as u64,
            scored,
            mean_cp: (scored > 0).then(|| (10.0 * sum as f64 / scored as f64).round() / 10.0),
            least_cp: scores.iter().min().copied(),
            greatest_cp: scores.iter().max().copied(),
            mates,
            unclear: games - scored - mates,
        }
    }

    /// One side's exits in words.
    pub(super) fn line(&self, which: Which, letter: &str) -> Text {
        let [black, white] = Color::ALL.map(|color| self.view(which, color));
        text!(
            MatchBookExits,
            letter,
            cp(&black),
            cp(&white),
            black.mates + white.mates,
            black.unclear + white.unclear
        )
    }

    /// One exit a line.
    pub(super) fn write(
        &self,
        meeting: &str,
        letters: [Option<&'static str>; 2],
        to: &mut dyn Write,
    ) -> io::Result<()> {
        for place in &self.places {
            let mut line = json!({
                "meeting": meeting,
                "pair": place.pair,
                "game": place.game,
                "book": letters[place.which.index()],
                "side": place.exit.color.to_string(),
                "ply": place.exit.ply,
                "sfen": place.position.sfen(),
                "own": place.exit.own_text(),
            });
            if let Some(known) = &place.known {
                let (cp, depth, fact) = match known {
                    Known::Score(score) => (place.own_cp(), Some(score.depth), None),
                    Known::Mate => (None, None, Some("mate")),
                    Known::Unclear => (None, None, Some("unclear")),
                    Known::Failed => (None, None, Some("failed")),
                };
                line["teacher_cp"] = json!(cp);
                line["teacher_depth"] = json!(depth);
                line["teacher_none"] = json!(fact);
            }
            writeln!(to, "{line}")?;
        }
        Ok(())
    }
}

impl Place {
    /// The teacher's score in the view of the side that played from the book.
    fn own_cp(&self) -> Option<i32> {
        match &self.known {
            Some(Known::Score(score)) => Some(match self.exit.color {
                Color::Black => score.black_cp,
                Color::White => score.black_cp.saturating_neg(),
            }),
            _ => None,
        }
    }
}

/// Mean, and least to greatest, of so many games and positions.
fn cp(view: &View) -> String {
    match (view.mean_cp, view.least_cp, view.greatest_cp) {
        (Some(mean), Some(least), Some(greatest)) => {
            format!(
                "{mean:+.1} ({least:+}..{greatest:+}; {}/{})",
                view.positions, view.games
            )
        }
        _ => "?".to_owned(),
    }
}

/// What makes a position the same for a teacher: everything but the move number.
fn key(position: &Position) -> String {
    let mut sfen = position.sfen();
    sfen.truncate(sfen.rfind(' ').unwrap_or(sfen.len()));
    sfen
}

fn position(root: &Root, game: &Game, moves: usize) -> Outcome<Position> {
    let mut position = root.position().clone();
    for played in &game.moves[..moves.min(game.moves.len())] {
        position
            .play(played.mv)
            .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
    }
    Ok(position)
}

/// The engine that is asked about exits.
pub(super) struct Teacher {
    judge: Judge,
}

/// What it did.
pub(super) struct Asked {
    /// Who was asked, and how.
    pub(super) facts: Value,
    /// Positions that stayed without an answer.
    pub(super) failed: u64,
    asked: u64,
    from_log: u64,
    evidence: String,
}

impl Teacher {
    /// Starts it, if one is named.
    ///
    /// # Errors
    ///
    /// Exit 2 for options, 4 for engines that cannot be started, 5 for a log that cannot be written.
    pub(super) fn open(
        args: &MatchBookArgs,
        out: &Path,
        context: &Context<'_>,
    ) -> Outcome<Option<Self>> {
        let Some(named) = &args.teacher else {
            return Ok(None);
        };
        let teacher = TeacherArgs {
            teacher: Some(named.clone()),
            ..TeacherArgs::default()
        };
        let score = ScoreArgs {
            nodes: args.teacher_nodes,
            depth: args.teacher_depth,
            ..ScoreArgs::default()
        };
        let log = LogArgs {
            evidence: args.evidence.clone(),
            start_over: args.arena.start_over,
            retry_failed: args.retry_failed.then_some(true),
        };
        Ok(Some(Self {
            judge: Judge::open(&teacher, &score, &log, out, context)?,
        }))
    }

    /// Asks about every position once.
    ///
    /// # Errors
    ///
    /// Exit 4 if no engine is left, 5 if the log cannot be written.
    pub(super) fn ask(mut self, trials: &mut [Trial<'_>], context: &Context<'_>) -> Outcome<Asked> {
        let mut numbers = BTreeMap::new();
        let mut positions = Vec::new();
        for place in trials.iter().flat_map(|trial| &trial.exits.places) {
            let next = numbers.len();
            numbers.entry(key(&place.position)).or_insert_with(|| {
                positions.push((next, place.position.clone()));
                next
            });
        }
        // Where the game is over there is nothing to ask.
        positions.retain(|(_, position)| !position.has_no_move());
        let known = self.judge.ask(positions, context)?;
        for place in trials.iter_mut().flat_map(|trial| &mut trial.exits.places) {
            let number = numbers.get(&key(&place.position));
            let found = number.and_then(|number| known.get(number)).cloned();
            let over = place.position.has_no_move().then_some(Known::Mate);
            place.known = found.or(over);
        }
        let failed = known
            .values()
            .filter(|known| matches!(known, Known::Failed));
        let asked = self.judge.quit(failed.count() as u64);
        let facts = asked.facts.into_iter();
        Ok(Asked {
            facts: facts
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            failed: asked.failed,
            asked: asked.asked,
            from_log: asked.from_log,
            evidence: asked.evidence,
        })
    }
}

impl Asked {
    /// How often it was asked.
    pub(super) fn lines(&self) -> Vec<Text> {
        vec![text!(
            AuditAsked,
            grouped(self.asked),
            grouped(self.from_log),
            &self.evidence
        )]
    }
}

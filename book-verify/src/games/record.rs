//! Games as the audit sees them.

use joban_csa_parse::{Record, Sign};
use joban_engine::rules::{Color, Move, Position, Replay};

/// A move of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move, legal in its position.
    pub mv: Move,
    /// Time used in milliseconds; `None` where the record does not say, which is not the same as 0.
    pub time_ms: Option<u32>,
}

/// A game to audit.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// What people call it: file and number.
    pub name: String,
    /// The players, black's first.
    pub players: [Option<String>; 2],
    /// The position before the first move.
    pub start: Position,
    /// The moves, all legal.
    pub moves: Vec<PlayedMove>,
    /// Moves at the start that a server prescribed; they are nobody's choice and not judged.
    pub forced_plies: u32,
    /// What is wrong with the move after the last one, where a record breaks there.
    pub broken: Option<String>,
}

impl GameRecord {
    /// The game of a record, up to its first illegal move.
    ///
    /// # Errors
    /// What is wrong with the start of the record.
    pub fn from_record(
        name: impl Into<String>,
        record: &Record,
        replay: &mut Replay,
    ) -> Result<Self, String> {
        let mut start = None;
        let mut moves = Vec::new();
        let played = replay.run(record, |before, mv, ply| {
            if ply == 0 {
                start = Some(before.clone());
            }
            let time_ms = record.moves[ply].time_ms;
            moves.push(PlayedMove { mv, time_ms });
        });
        let broken = played.err().map(|broken| broken.issue);
        let start = match (start, &broken) {
            (Some(start), _) => start,
            (None, None) => replay.position().clone(),
            (None, Some(issue)) => return Err(issue.to_string()),
        };
        let player = |side| record.name(side).map(|name| name.trim().to_owned());
        Ok(Self {
            name: name.into(),
            players: [player(Sign::Plus), player(Sign::Minus)],
            start,
            moves,
            forced_plies: record.forced_plies,
            broken: broken.map(|issue| issue.to_string()),
        })
    }

    /// The player's name, or the side where the record gives none.
    #[must_use]
    pub fn player(&self, side: Color) -> &str {
        let name = self.players[side.index()].as_deref();
        name.filter(|name| !name.is_empty()).unwrap_or(match side {
            Color::Black => "(black)",
            Color::White => "(white)",
        })
    }

    /// The smallest step of the times: 1000 where all are whole seconds, 1 where one is not; `None` without times.
    ///
    /// In whole seconds 0 says "less than one second".
    #[must_use]
    pub fn time_step_ms(&self) -> Option<u32> {
        let mut times = self
            .moves
            .iter()
            .filter_map(|played| played.time_ms)
            .peekable();
        times.peek()?;
        Some(if times.all(|ms| ms % 1000 == 0) {
            1000
        } else {
            1
        })
    }
}

//! The position that an engine is asked about, with the moves that led to it.

use std::fmt::Write as _;

use crate::rules::{Move, Position, Refusal};

/// A start position and legal moves from it.
///
/// The moves are checked here, since engines end the list silently at an illegal one and then
/// search the position before it.
#[derive(Clone, Debug)]
pub struct Root {
    start: String,
    moves: Vec<Move>,
    position: Position,
}

impl Root {
    /// The start position of the even game.
    #[must_use]
    pub fn startpos() -> Self {
        Self {
            start: "startpos".to_owned(),
            moves: Vec::new(),
            position: Position::startpos(),
        }
    }

    /// A position without history.
    #[must_use]
    pub fn from_position(position: Position) -> Self {
        Self {
            start: format!("sfen {}", position.sfen()),
            moves: Vec::new(),
            position,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why the move is illegal; then nothing has changed.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.position.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// The position before the moves.
    #[must_use]
    pub fn start_position(&self) -> Position {
        let mut position = self.position.clone();
        for _ in &self.moves {
            position.undo();
        }
        position
    }

    /// The position after the moves.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves since the start.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The whole `position` command.
    #[must_use]
    pub fn command(&self) -> String {
        let mut text = format!("position {}", self.start);
        if !self.moves.is_empty() {
            text.push_str(" moves");
        }
        for mv in &self.moves {
            // Writing to a string cannot fail.
            let _ = write!(text, " {mv}");
        }
        text
    }
}

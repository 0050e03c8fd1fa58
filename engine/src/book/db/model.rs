//! Positions and moves of a `.db` book.

use super::line::{DbLine, MoveLine, PositionLine};
use crate::rules::{Move, Position, PositionRejected, Setup, SfenError};
use std::borrow::Cow;

/// A line of the file that is kept as it stands: a comment, a blank line, a line without a move. Without its end.
pub type KeptLine = Box<[u8]>;

/// One move of a position.
///
/// A field that is changed changes the line written; a line whose fields are unchanged is written as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbMove {
    /// The move. Whether it is legal is not known.
    pub mv: Move,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// Centipawns for the side to move as written, [`DbMove::UNKNOWN_VALUE`] too; see [`DbMove::known_value`].
    pub value: Option<i32>,
    /// Depth in plies as written; [`DbMove::REPETITION_DEPTH`] in books that were searched as a graph.
    pub depth: Option<i32>,
    /// How often the move was chosen.
    pub count: Option<u64>,
    /// Columns after the fifth, or a comment on the line, as they stand.
    pub rest: Box<[u8]>,
    /// Lines after it that belong to it.
    pub after: Vec<KeptLine>,
    /// Line in the file, from 1; 0 if it is not known.
    pub line: u64,
    /// The line as read.
    pub(super) written: Option<Box<[u8]>>,
}

impl DbMove {
    /// The value that says "unknown": the smallest number of 16 bits (books of the command `peta_shock`).
    pub const UNKNOWN_VALUE: i32 = i16::MIN as i32;

    /// The depth that says "ends in a repetition" in the same books.
    pub const REPETITION_DEPTH: i32 = 9999;

    /// A move without anything else.
    #[must_use]
    pub fn new(mv: Move) -> Self {
        Self {
            mv,
            ponder: None,
            value: None,
            depth: None,
            count: None,
            rest: Box::default(),
            after: Vec::new(),
            line: 0,
            written: None,
        }
    }

    pub(super) fn read(fields: &MoveLine<'_>, line: u64, written: &[u8]) -> Self {
        Self {
            ponder: fields.ponder,
            value: fields.value,
            depth: fields.depth,
            count: fields.count,
            rest: fields.rest.into(),
            line,
            written: (!has_run_of_blanks(written)).then(|| written.into()),
            ..Self::new(fields.mv)
        }
    }

    /// The value in centipawns for the side to move, `None` if it is missing or said to be unknown.
    #[must_use]
    pub fn known_value(&self) -> Option<i32> {
        self.value.filter(|&value| value != Self::UNKNOWN_VALUE)
    }

    /// Puts a new value (centipawns for the side to move) and depth (plies) in place of the old ones.
    pub fn refresh(&mut self, value: i32, depth: i32) {
        self.value = Some(value);
        self.depth = Some(depth);
    }

    /// The line without its end: as it was read if nothing was changed, else in the canonical form.
    #[must_use]
    pub fn text(&self) -> Cow<'_, [u8]> {
        match self.written.as_deref() {
            Some(written) if self.says(written) => Cow::Borrowed(written),
            _ => Cow::Owned(self.canonical()),
        }
    }

    fn says(&self, written: &[u8]) -> bool {
        let DbLine::Move(fields) = DbLine::parse(written) else {
            return false;
        };
        (fields.mv, fields.ponder, fields.value) == (self.mv, self.ponder, self.value)
            && (fields.depth, fields.count) == (self.depth, self.count)
            && fields.rest == &*self.rest
    }

    /// `move ponder value depth`, the count if there is one, and the rest. What is missing is `none`.
    pub(super) fn canonical(&self) -> Vec<u8> {
        let mut columns = vec![
            self.mv.to_string(),
            or_none(self.ponder),
            or_none(self.value),
            or_none(self.depth),
        ];
        let is_comment = self.rest.starts_with(b"#") || self.rest.starts_with(b"//");
        match self.count {
            Some(count) => columns.push(count.to_string()),
            None if !self.rest.is_empty() && !is_comment => columns.push("none".to_owned()),
            None => {}
        }
        let mut text = columns.join(" ").into_bytes();
        if !self.rest.is_empty() {
            text.push(b' ');
            text.extend_from_slice(&self.rest);
        }
        text
    }
}

fn or_none(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// Whether columns are separated by anything but single blanks, so that a column may look empty to others.
fn has_run_of_blanks(line: &[u8]) -> bool {
    let text = line.trim_ascii();
    let both = |pair: &[u8]| pair.iter().all(u8::is_ascii_whitespace);
    text.contains(&b'\t') || text.windows(2).any(both)
}

/// One position with its moves in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DbPosition {
    /// Canonical SFEN without the move number. Whether it is a position of a game is not known.
    pub sfen: String,
    /// The number of the next move, 1 at the start; `None` if the line gives none (or 0).
    pub ply: Option<u32>,
    /// The moves.
    pub moves: Vec<DbMove>,
    /// Lines after the position line, before the first move.
    pub after: Vec<KeptLine>,
    /// Line in the file, from 1; 0 if it is not known.
    pub line: u64,
    /// The line as read.
    pub(super) written: Option<Box<[u8]>>,
}

impl DbPosition {
    /// The position of an accepted position, without moves.
    #[must_use]
    pub fn new(position: &Position) -> Self {
        Self {
            sfen: position.sfen_key(),
            ply: Some(position.move_number()),
            moves: Vec::new(),
            after: Vec::new(),
            line: 0,
            written: None,
        }
    }

    pub(super) fn read(fields: PositionLine, line: u64, written: &[u8]) -> Self {
        Self {
            sfen: fields.sfen,
            ply: fields.ply,
            moves: Vec::new(),
            after: Vec::new(),
            line,
            written: Some(written.into()),
        }
    }

    /// The diagram, with the move number of the line or 1.
    ///
    /// # Errors
    /// [`SfenError`] if the text was changed to one that is no SFEN.
    pub fn setup(&self) -> Result<Setup, SfenError> {
        let (mut setup, _) = Setup::from_sfen(&self.sfen)?;
        setup.move_number = self.ply.unwrap_or(1);
        Ok(setup)
    }

    /// The position, by which the moves can be checked.
    ///
    /// # Errors
    /// [`PositionRejected`] if the diagram is no position of a game (one missing king is accepted).
    pub fn position(&self) -> Result<Position, PositionRejected> {
        Position::from_setup(&self.setup()?, crate::rules::Accept::OneKing)
    }

    /// The row of a move.
    #[must_use]
    pub fn find(&self, mv: Move) -> Option<&DbMove> {
        self.moves.iter().find(|row| row.mv == mv)
    }

    /// `sfen …` without the line end: as it was read if nothing was changed.
    #[must_use]
    pub fn text(&self) -> Cow<'_, [u8]> {
        match self.written.as_deref() {
            Some(written) if self.says(written) => Cow::Borrowed(written),
            _ => Cow::Owned(self.canonical()),
        }
    }

    fn says(&self, written: &[u8]) -> bool {
        matches!(DbLine::parse(written), DbLine::Position(fields)
            if fields.ply == self.ply && fields.sfen == self.sfen)
    }

    pub(super) fn forget_lines(&mut self) {
        self.line = 0;
        self.moves.iter_mut().for_each(|row| row.line = 0);
    }

    pub(super) fn canonical(&self) -> Vec<u8> {
        let ply = self.ply.unwrap_or(0);
        format!("sfen {} {ply}", self.sfen).into_bytes()
    }
}

//! Books that are lists: JSON lines `{"sfen","move","side"?}`, and lines of `startpos moves …`.
//!
//! Both give entries (position, move) one at a time with little in memory. Moves are not checked against the rules in JSON lines
//! ([`ListEntry::position`] gives the position to check them by); in lines of moves they are, since a line is played through.
//!
//! Format page: `docs/formats/books.md`.

use crate::lines::{Line, LineReader, MAX_LINE};
use crate::rules::{Color, Move, Position, PositionRejected, Setup};
use serde_json::Value;
use std::fmt;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// One entry of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// Canonical SFEN without the move number.
    pub sfen: String,
    /// The number of the next move, 1 at the start; `None` if it is not given.
    pub ply: Option<u32>,
    /// The move.
    pub mv: Move,
    /// The side that the entry is meant for, where the list says so.
    pub side: Option<Color>,
    /// Line in the file, from 1.
    pub line: u64,
}

impl ListEntry {
    /// The position, by which the move can be checked.
    ///
    /// # Errors
    /// [`PositionRejected`] if the diagram is no position of a game (one missing king is accepted).
    pub fn position(&self) -> Result<Position, PositionRejected> {
        let (mut setup, _) = Setup::from_sfen(&self.sfen)?;
        setup.move_number = self.ply.unwrap_or(1);
        Position::from_setup(&setup, crate::rules::Accept::OneKing)
    }
}

/// The class of a problem of a list.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ListIssueKind {
    /// The line is not of the form of the list. It is left out.
    SyntaxError,
    /// The position is no SFEN. The line is left out.
    BadPosition,
    /// The move is none. The line is left out; of a line of moves, from this move on.
    BadMove,
    /// The move is illegal (lines of moves). The entry is handed out, and the line ends with it.
    IllegalMove,
    /// The side named is not the one to move. It counts as written.
    SideMismatch,
    /// The line is too long. It is left out.
    LimitExceeded,
}

impl ListIssueKind {
    /// The stable name, as in the source.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SyntaxError => "SyntaxError",
            Self::BadPosition => "BadPosition",
            Self::BadMove => "BadMove",
            Self::IllegalMove => "IllegalMove",
            Self::SideMismatch => "SideMismatch",
            Self::LimitExceeded => "LimitExceeded",
        }
    }

    /// Whether something of the file is not in the result.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::SideMismatch)
    }
}

impl fmt::Display for ListIssueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One error or warning with its line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("line {line}: {kind}: {reason}")]
pub struct ListIssue {
    /// The class of the problem.
    pub kind: ListIssueKind,
    /// Line in the file, from 1.
    pub line: u64,
    /// What is wrong, as an English clause without a full stop.
    pub reason: String,
}

/// What a list consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListItem {
    /// An entry.
    Entry(ListEntry),
    /// An error or a warning; a warning comes before its entry.
    Issue(ListIssue),
}

/// Receives the items of a list, and may end the reading.
pub type ListVisitor<'a> = dyn FnMut(ListItem) -> ControlFlow<()> + 'a;

/// Reads JSON lines: an object with `sfen` (with or without the word and the move number) or `startpos`, `move` in USI, and optionally
/// `side` (`black`, `white`, `b`, `w`, `sente`, `gote`) a line. Other members do not matter; blank lines and lines with `#` are passed over.
///
/// # Errors
/// What the input gives.
pub fn read_jsonl(input: impl BufRead, visit: &mut ListVisitor<'_>) -> io::Result<()> {
    read(input, visit, json_line)
}

/// Reads lines of `startpos moves …`, `sfen … moves …` or a bare SFEN with moves: each move of each line is an entry. What
/// follows `#` or a comma is a comment.
///
/// # Errors
/// What the input gives.
pub fn read_move_lines(input: impl BufRead, visit: &mut ListVisitor<'_>) -> io::Result<()> {
    read(input, visit, move_line)
}

type LineFn = fn(u64, &str, &mut ListVisitor<'_>) -> ControlFlow<()>;

fn read(input: impl BufRead, visit: &mut ListVisitor<'_>, take: LineFn) -> io::Result<()> {
    let mut lines = LineReader::new(input);
    while let Some(line) = lines.next()? {
        if one_line(&line, visit, take).is_break() {
            break;
        }
    }
    Ok(())
}

fn one_line(line: &Line<'_>, visit: &mut ListVisitor<'_>, take: LineFn) -> ControlFlow<()> {
    let number = line.number;
    if line.overlong {
        let reason = format!("a line of more than {MAX_LINE} bytes");
        return issue(visit, ListIssueKind::LimitExceeded, number, reason);
    }
    let Ok(text) = std::str::from_utf8(line.bytes) else {
        return issue(
            visit,
            ListIssueKind::SyntaxError,
            number,
            "the line is no UTF-8",
        );
    };
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.is_empty() || text.starts_with('#') || text.starts_with("//") {
        true => ControlFlow::Continue(()),
        false => take(number, text, visit),
    }
}

fn issue(
    visit: &mut ListVisitor<'_>,
    kind: ListIssueKind,
    line: u64,
    reason: impl Into<String>,
) -> ControlFlow<()> {
    let reason = reason.into();
    visit(ListItem::Issue(ListIssue { kind, line, reason }))
}

fn json_line(line: u64, text: &str, visit: &mut ListVisitor<'_>) -> ControlFlow<()> {
    match json_entry(line, text) {
        Ok(entry) => {
            let to_move = entry.sfen.split(' ').nth(1).unwrap_or_default();
            if entry
                .side
                .is_some_and(|side| !to_move.starts_with(side.letter()))
            {
                let reason = "the side named is not the side to move";
                issue(visit, ListIssueKind::SideMismatch, line, reason)?;
            }
            visit(ListItem::Entry(entry))
        }
        Err((kind, reason)) => issue(visit, kind, line, reason),
    }
}

type Bad = (ListIssueKind, String);

fn json_entry(line: u64, text: &str) -> Result<ListEntry, Bad> {
    let syntax = |reason: String| (ListIssueKind::SyntaxError, reason);
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(error.to_string()))?;
    let member = |name: &str| {
        let text = value.get(name).and_then(Value::as_str);
        text.ok_or_else(|| syntax(format!("no text member \"{name}\"")))
    };
    let (setup, notes) = Setup::from_sfen(member("sfen")?)
        .map_err(|error| (ListIssueKind::BadPosition, error.to_string()))?;
    let mv = Move::from_usi(member("move")?)
        .map_err(|error| (ListIssueKind::BadMove, error.to_string()))?;
    Ok(ListEntry {
        sfen: setup.to_sfen_key(),
        ply: notes.ply_given.then_some(setup.move_number),
        mv,
        side: side(value.get("side")).map_err(syntax)?,
        line,
    })
}

fn side(value: Option<&Value>) -> Result<Option<Color>, String> {
    match value {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(name)) => match name.to_ascii_lowercase().as_str() {
            "black" | "b" | "sente" => Ok(Some(Color::Black)),
            "white" | "w" | "gote" => Ok(Some(Color::White)),
            _ => Err("\"side\" is neither black nor white".to_owned()),
        },
        Some(_) => Err("\"side\" is no text".to_owned()),
    }
}

fn move_line(line: u64, text: &str, visit: &mut ListVisitor<'_>) -> ControlFlow<()> {
    let text = text.split(['#', ',']).next().unwrap_or_default();
    let (setup, notes, moves) = match Setup::from_position_text(text) {
        Ok(read) => read,
        Err(error) => return issue(visit, ListIssueKind::BadPosition, line, error.to_string()),
    };
    let mut position = match Position::from_setup(&setup, crate::rules::Accept::OneKing) {
        Ok(position) => position,
        Err(error) => return issue(visit, ListIssueKind::BadPosition, line, error.to_string()),
    };
    for word in moves {
        let mv = match Move::from_usi(word) {
            Ok(mv) => mv,
            Err(error) => return issue(visit, ListIssueKind::BadMove, line, error.to_string()),
        };
        visit(ListItem::Entry(ListEntry {
            sfen: position.sfen_key(),
            ply: notes.ply_given.then(|| position.move_number()),
            mv,
            side: None,
            line,
        }))?;
        if let Err(refusal) = position.play(mv) {
            return issue(visit, ListIssueKind::IllegalMove, line, refusal.to_string());
        }
    }
    ControlFlow::Continue(())
}

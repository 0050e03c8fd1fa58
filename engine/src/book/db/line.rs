//! One line of a `.db` file.

use super::issue::{DbIssueKind, shown};
use crate::rules::{Move, Setup};

/// What the first line of a file begins with.
pub const HEADER: &[u8] = b"#YANEURAOU-DB2016";

/// What a line says. Every line is one of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DbLine<'a> {
    /// `#…` or `//…`, the header among them.
    Comment,
    /// Nothing but blanks.
    Blank,
    /// A move line that says that there is no move: `none` or `resign`.
    NoMove,
    /// `sfen …`.
    Position(PositionLine),
    /// A move with its columns.
    Move(MoveLine<'a>),
    /// None of these, with what is wrong.
    Bad(DbIssueKind, String),
}

/// A position line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// Canonical SFEN without the move number.
    pub sfen: String,
    /// The move number, 1 at the start; `None` if it is missing or 0.
    pub ply: Option<u32>,
}

/// A move line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveLine<'a> {
    /// The move.
    pub mv: Move,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// Third column.
    pub value: Option<i32>,
    /// Fourth column.
    pub depth: Option<i32>,
    /// Fifth column.
    pub count: Option<u64>,
    /// Everything after the fifth column, or from the first column that begins a comment (`#`, `//`).
    pub rest: &'a [u8],
    /// Columns that could not be read, in order.
    pub doubts: Vec<(DbIssueKind, String)>,
}

impl DbLine<'_> {
    /// Reads a line without its end.
    #[must_use]
    pub fn parse(bytes: &[u8]) -> DbLine<'_> {
        let text = bytes.trim_ascii();
        if text.is_empty() {
            return DbLine::Blank;
        }
        if is_comment(text) {
            return DbLine::Comment;
        }
        let mut columns = Columns { text };
        match columns.next() {
            Some(b"sfen") => position(columns.text),
            Some(word) if is_none(word) => DbLine::NoMove,
            Some(word) => move_line(word, columns),
            None => DbLine::Blank,
        }
    }
}

/// Columns between runs of blanks.
struct Columns<'a> {
    text: &'a [u8],
}

impl<'a> Columns<'a> {
    /// The next column; `None` at the end and before a comment.
    fn next(&mut self) -> Option<&'a [u8]> {
        self.text = self.text.trim_ascii_start();
        if self.text.is_empty() || is_comment(self.text) {
            return None;
        }
        let end = self.text.iter().position(u8::is_ascii_whitespace);
        let (column, text) = self.text.split_at(end.unwrap_or(self.text.len()));
        self.text = text;
        Some(column)
    }
}

fn is_comment(text: &[u8]) -> bool {
    text.starts_with(b"#") || text.starts_with(b"//")
}

/// The words for "nothing here".
fn is_none(word: &[u8]) -> bool {
    word.eq_ignore_ascii_case(b"none") || word.eq_ignore_ascii_case(b"resign")
}

fn position(text: &[u8]) -> DbLine<'static> {
    let mut columns = Columns { text };
    let fields: Vec<&[u8]> = (0..4).map_while(|_| columns.next()).collect();
    if let Some(extra) = columns.next() {
        let reason = format!("`{}` after the move number", shown(extra));
        return DbLine::Bad(DbIssueKind::BadPosition, reason);
    }
    let text = fields.join(&b' ');
    match Setup::from_sfen(&String::from_utf8_lossy(&text)) {
        Ok((setup, notes)) => DbLine::Position(PositionLine {
            sfen: setup.to_sfen_key(),
            ply: notes.ply_given.then_some(setup.move_number),
        }),
        Err(error) => DbLine::Bad(DbIssueKind::BadPosition, error.to_string()),
    }
}

fn usi(word: &[u8]) -> Option<Move> {
    Move::from_usi(std::str::from_utf8(word).ok()?).ok()
}

fn move_line<'a>(word: &[u8], columns: Columns<'a>) -> DbLine<'a> {
    let Some(mv) = usi(word) else {
        let reason = format!("`{}` is no move and begins no other line", shown(word));
        return DbLine::Bad(DbIssueKind::SyntaxError, reason);
    };
    let mut reader = ColumnReader {
        columns,
        doubts: Vec::new(),
    };
    let (ponder, value) = (reader.ponder(), reader.number("value"));
    let (depth, count) = (reader.number("depth"), reader.number("count"));
    DbLine::Move(MoveLine {
        mv,
        ponder,
        value,
        depth,
        count,
        rest: reader.columns.text.trim_ascii(),
        doubts: reader.doubts,
    })
}

struct ColumnReader<'a> {
    columns: Columns<'a>,
    doubts: Vec<(DbIssueKind, String)>,
}

impl ColumnReader<'_> {
    fn ponder(&mut self) -> Option<Move> {
        let word = self.columns.next().filter(|word| !is_none(word))?;
        let found = usi(word);
        if found.is_none() {
            let reason = format!("the ponder move `{}` is no move", shown(word));
            self.doubts.push((DbIssueKind::BadPonder, reason));
        }
        found
    }

    fn number<T: std::str::FromStr>(&mut self, name: &str) -> Option<T> {
        let word = self.columns.next().filter(|word| !is_none(word))?;
        let found = std::str::from_utf8(word).ok().and_then(|w| w.parse().ok());
        if found.is_none() {
            let reason = format!("the {name} `{}` is no number", shown(word));
            self.doubts.push((DbIssueKind::BadNumber, reason));
        }
        found
    }
}

//! The canonical writer: a [`Record`] as CSA text in V2.2 or V3.0, UTF-8 with LF.
//!
//! What is written reads back as the same game ([`Record::same_game`]), with one exception: V2.2 has
//! whole seconds only, so fractions of a second are cut off there.

use std::fmt::{self, Write};

use crate::raw::Form;
use crate::record::{Comment, CommentKind, Record};
use crate::setup::{PlacedPiece, RowSquare, SetupStatement};
use crate::token::{FileRank, PieceCode, Sign, WrittenMove};

/// The version to write.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Version {
    /// V2.2 of 2008: whole seconds.
    V22,
    /// V3.0 of 2024: begins with `'CSA encoding=UTF-8`, times to the millisecond.
    V30,
}

/// Why a record cannot be written as CSA text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The record has moves or a start in USI form, which need a board to become CSA text.
    #[error("a record of USI moves has no CSA text without a board")]
    Usi,
    /// The record is one of KIF or KI2, whose moves may need a board to become CSA text.
    #[error("a record of KIF or KI2 has no CSA text without a board")]
    Kif,
    /// The sink refused.
    #[error("the text could not be written")]
    Sink(#[from] fmt::Error),
}

/// Writes a record.
///
/// The order is that of the standard: version, names, headers, server data, start, moves each with
/// time, score and comments, ending, result. A record of the one-line form gets signs and an even
/// start.
///
/// # Errors
///
/// [`WriteError::Usi`] for a record of a `--lines` file, [`WriteError::Kif`] for one of KIF or KI2, [`WriteError::Sink`] from `out`.
pub fn write_record(
    record: &Record,
    version: Version,
    out: &mut impl Write,
) -> Result<(), WriteError> {
    match record.form {
        Form::UsiLine => return Err(WriteError::Usi),
        Form::Kif => return Err(WriteError::Kif),
        Form::Csa | Form::OneLine => {}
    }
    head(record, version, out)?;
    start(record, out)?;
    comments(record, 0, out)?;
    moves(record, version, out)?;
    ending(record, version, out)?;
    Ok(())
}

fn head(record: &Record, version: Version, out: &mut impl Write) -> fmt::Result {
    out.write_str(match version {
        Version::V22 => "V2.2\n",
        Version::V30 => "'CSA encoding=UTF-8\nV3.0\n",
    })?;
    for side in [Sign::Plus, Sign::Minus] {
        if let Some(name) = record.name(side) {
            writeln!(out, "N{}{name}", side.as_char())?;
        }
    }
    for (key, value) in record.headers() {
        writeln!(out, "${key}:{value}")?;
    }
    server_head(record, out)
}

fn server_head(record: &Record, out: &mut impl Write) -> fmt::Result {
    let by_header = record
        .header("MAX_MOVES")
        .and_then(|text| text.parse().ok());
    let numbers = [
        (
            "Max_Moves",
            record.max_moves.filter(|_| by_header != record.max_moves),
        ),
        ("Least_Time_Per_Move", record.least_time_s),
        ("Increment", record.increment_s),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            writeln!(out, "'{key}:{number}")?;
        }
    }
    for (side, key) in [(Sign::Plus, "black_rate"), (Sign::Minus, "white_rate")] {
        if let Some(rating) = record.ratings[side.index()] {
            let id = record.rating_id(side).unwrap_or("");
            writeln!(out, "'{key}:{id}:{rating}")?;
        }
    }
    if record.forced_plies > 0 {
        writeln!(
            out,
            "'buoy game starting with {} moves",
            record.forced_plies
        )?;
    }
    Ok(())
}

fn start(record: &Record, out: &mut impl Write) -> fmt::Result {
    for statement in &record.setup.statements {
        set_up(statement, out)?;
    }
    if record.setup.statements.is_empty() && record.form == Form::OneLine {
        writeln!(out, "PI")?;
    }
    match record.setup.side_to_move {
        Some((side, _)) => writeln!(out, "{}", side.as_char()),
        None if record.form == Form::OneLine => writeln!(out, "+"),
        None => Ok(()),
    }
}

fn set_up(statement: &SetupStatement, out: &mut impl Write) -> fmt::Result {
    match statement {
        SetupStatement::StartPos { removed, .. } => {
            out.write_str("PI")?;
            removed
                .iter()
                .try_for_each(|&(at, piece)| placed(Some(at), piece, out))?;
        }
        SetupStatement::Row { rank, squares, .. } => {
            write!(out, "P{rank}")?;
            squares
                .iter()
                .try_for_each(|&square| row_square(square, out))?;
        }
        SetupStatement::Pieces { side, pieces, .. } => {
            write!(out, "P{}", side.as_char())?;
            pieces
                .iter()
                .try_for_each(|&(at, piece): &PlacedPiece| placed(at, piece, out))?;
        }
        SetupStatement::AllRest { side, .. } => write!(out, "P{}00AL", side.as_char())?,
    }
    out.write_char('\n')
}

fn placed(at: Option<FileRank>, piece: PieceCode, out: &mut impl Write) -> fmt::Result {
    let (file, rank) = at.unwrap_or((0, 0));
    write!(out, "{file}{rank}{}", piece.as_str())
}

fn row_square(square: RowSquare, out: &mut impl Write) -> fmt::Result {
    match square {
        Some((side, piece)) => write!(out, "{}{}", side.as_char(), piece.as_str()),
        None => out.write_str(" * "),
    }
}

fn moves(record: &Record, version: Version, out: &mut impl Write) -> fmt::Result {
    for (ply, entry) in record.moves.iter().enumerate() {
        match entry.token {
            WrittenMove::Csa(mut token) => {
                token.sign.get_or_insert(record.start_side().after(ply));
                writeln!(out, "{token}")?;
            }
            WrittenMove::Usi(_) | WrittenMove::Ki2(_) => return Err(fmt::Error),
        }
        time(entry.time_ms, version, out)?;
        if let Some(score) = entry.black_score {
            write!(out, "'** {score}")?;
            if let Some(pv) = record.pv(ply) {
                write!(out, " {pv}")?;
            }
            if let Some(nodes) = entry.nodes {
                write!(out, " #{nodes}")?;
            }
            out.write_char('\n')?;
        }
        comments(record, ply as u32 + 1, out)?;
    }
    Ok(())
}

/// `T12`, in V3.0 with decimals where the time has any.
fn time(ms: Option<u32>, version: Version, out: &mut impl Write) -> fmt::Result {
    match ms {
        None => Ok(()),
        Some(ms) if version == Version::V30 && ms % 1000 != 0 => {
            writeln!(out, "T{}.{:03}", ms / 1000, ms % 1000)
        }
        Some(ms) => writeln!(out, "T{}", ms / 1000),
    }
}

fn comments(record: &Record, after: u32, out: &mut impl Write) -> fmt::Result {
    for (kind, text) in record.comments_after(after) {
        match kind {
            CommentKind::Program => writeln!(out, "'*{text}")?,
            CommentKind::Plain if is_declaration(text) => {}
            CommentKind::Plain => writeln!(out, "'{text}")?,
            CommentKind::Protocol => writeln!(out, "{text}")?,
        }
    }
    Ok(())
}

/// A statement about the encoding of the file that was read says nothing about the one written.
pub(crate) fn is_declaration(text: &str) -> bool {
    text.starts_with("CSA encoding=") || text.starts_with("encoding=")
}

fn ending(record: &Record, version: Version, out: &mut impl Write) -> fmt::Result {
    if let Some(ending) = record.ending() {
        writeln!(out, "{}", ending.word)?;
        time(ending.time_ms, version, out)?;
    }
    if let Some(word) = record.protocol_ending() {
        writeln!(out, "{word}")?;
    }
    if let Some(summary) = record.summary() {
        let [(first, first_word), (second, second_word)] = summary.results;
        writeln!(
            out,
            "'summary:{}:{first} {first_word}:{second} {second_word}",
            summary.kind
        )?;
    }
    comments(record, Comment::AT_END, out)?;
    if let Some(time) = record.server_end_time() {
        writeln!(out, "'$END_TIME:{time}")?;
    }
    Ok(())
}

/// A comment as equality sees it.
type CommentText<'a> = (u32, CommentKind, &'a str);

impl Record {
    /// Whether two records say the same: everything but places, version line, encoding and warnings.
    #[must_use]
    pub fn same_game(&self, other: &Self) -> bool {
        self.same_texts(other)
            && self.same_start(other)
            && self.same_moves(other)
            && self.comment_texts().eq(other.comment_texts())
    }

    fn same_texts(&self, other: &Self) -> bool {
        let sides = [Sign::Plus, Sign::Minus];
        let numbers = |r: &Self| {
            (
                r.max_moves,
                r.least_time_s,
                r.increment_s,
                r.forced_plies,
                r.ratings,
            )
        };
        let ends = |r: &Self| r.ending().map(|e| (e.word.to_owned(), e.time_ms));
        let summary = |r: &Self| r.summary().map(|s| format!("{} {:?}", s.kind, s.results));
        sides.iter().all(|&s| self.name(s) == other.name(s))
            && sides
                .iter()
                .all(|&s| self.rating_id(s) == other.rating_id(s))
            && self.headers().eq(other.headers())
            && numbers(self) == numbers(other)
            && ends(self) == ends(other)
            && summary(self) == summary(other)
            && self.protocol_ending() == other.protocol_ending()
            && self.refused_move == other.refused_move
            && self.server_end_time() == other.server_end_time()
    }

    fn same_start(&self, other: &Self) -> bool {
        let text = |r: &Self| {
            let mut text = String::new();
            start(r, &mut text).map(|()| text)
        };
        let sfen = |r: &Self| r.setup.sfen.as_ref().map(|(sfen, _)| sfen.clone());
        text(self) == text(other) && sfen(self) == sfen(other)
    }

    fn same_moves(&self, other: &Self) -> bool {
        let facts = |r: &Self, ply: usize| {
            let entry = r.moves[ply];
            let token = match entry.token {
                WrittenMove::Csa(mut token) => {
                    token.sign.get_or_insert(r.start_side().after(ply));
                    WrittenMove::Csa(token)
                }
                other => other,
            };
            (token, entry.time_ms, entry.black_score, entry.nodes)
        };
        self.moves.len() == other.moves.len()
            && (0..self.moves.len())
                .all(|ply| facts(self, ply) == facts(other, ply) && self.pv(ply) == other.pv(ply))
    }

    fn comment_texts(&self) -> impl Iterator<Item = CommentText<'_>> {
        self.comments
            .iter()
            .map(|c| (c.after, c.kind, self.text(c.text)))
            .filter(|(_, kind, text)| *kind != CommentKind::Plain || !is_declaration(text))
    }
}

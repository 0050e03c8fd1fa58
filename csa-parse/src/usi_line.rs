//! Lines of `startpos moves …`, `sfen …` and bare SFENs, read as games without a result.

use nom::Parser as _;
use nom::combinator::all_consuming;

use crate::error::{Issue, IssueKind};
use crate::line::{Statement, usi_move};
use crate::setup::Place;
use crate::visitor::{Stop, Visitor, go};

/// The start position of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start<'a> {
    /// `startpos`.
    Even,
    /// The fields of an SFEN as written, without the word `sfen`.
    Sfen(&'a str),
}

pub(crate) fn visit_line(place: Place, line: &str, visitor: &mut dyn Visitor) -> Result<(), Stop> {
    let line = line.trim_matches(['\u{feff}', ' ', '\t', '\u{1a}']);
    let (main, comment) = split_comment(line);
    let main = main.strip_prefix("position ").unwrap_or(main).trim();
    let (start, moves) = split_moves(main);
    go(visitor.usi_start(place, read_start(place, start)?))?;
    if let Some(comment) = comment {
        go(visitor.statement(place, comment, Statement::Comment(comment)))?;
    }
    for word in moves.split_ascii_whitespace() {
        if matches!(word, "resign" | "win" | "none") {
            return go(visitor.statement(place, word, Statement::Comment(word)));
        }
        let byte = word.as_ptr() as usize - line.as_ptr() as usize;
        let here = Place {
            line: place.line,
            byte: place.byte + byte as u64,
        };
        let Ok((_, token)) = all_consuming(usi_move).parse_complete(word.as_bytes()) else {
            return Err(refuse(here, word, "a USI move is two squares or a drop"));
        };
        go(visitor.usi_move(here, token))?;
    }
    Ok(())
}

/// A `#` after a blank begins a comment; `, key=value` pairs (BookMiner) are kept as one too.
fn split_comment(line: &str) -> (&str, Option<&str>) {
    let hash = line.find(" #").map(|at| (at, at + 2));
    let pairs = line.find(',').map(|at| (at, at + 1));
    match hash.into_iter().chain(pairs).min() {
        Some((end, text)) => (line[..end].trim_end(), Some(line[text..].trim())),
        None => (line, None),
    }
}

/// The text before and after the word `moves`.
fn split_moves(text: &str) -> (&str, &str) {
    match text.find(" moves") {
        Some(at) if matches!(text.as_bytes().get(at + 6), None | Some(b' ' | b'\t')) => {
            (text[..at].trim_end(), &text[at + 6..])
        }
        _ => (text, ""),
    }
}

fn read_start<'a>(place: Place, text: &'a str) -> Result<Start<'a>, Stop> {
    if text == "startpos" {
        return Ok(Start::Even);
    }
    let sfen = text.strip_prefix("sfen ").unwrap_or(text).trim();
    let board = sfen.split_ascii_whitespace().next().unwrap_or("");
    if board.bytes().filter(|&b| b == b'/').count() == 8 {
        Ok(Start::Sfen(sfen))
    } else {
        Err(refuse(
            place,
            text,
            "a line begins with startpos, sfen or a board of nine ranks",
        ))
    }
}

fn refuse(place: Place, text: &str, reason: &str) -> Stop {
    Stop::Issue(Issue::new(
        IssueKind::SyntaxError,
        place.line,
        place.byte,
        text,
        reason,
    ))
}

//! The one-line training form of early engines: a header line, then all moves in one line without
//! signs and separators. `1 2003/09/08 黒 白 2 126 棋戦 戦型`, then `7776FU3334FU…`.

use crate::error::{Issue, IssueKind};
use crate::line::{Statement, unsigned_move};
use crate::outcome::Winner;
use crate::setup::Place;
use crate::visitor::{Stop, Visitor, go, trim_end};

/// The header line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Date as written.
    pub date: &'a str,
    /// Black's name.
    pub black: &'a str,
    /// White's name.
    pub white: &'a str,
    /// 1 Black won, 2 White won, 0 drawn; `None` for anything else.
    pub winner: Option<Winner>,
    /// Number of moves as the header says.
    pub plies: Option<u32>,
    /// The event, if any.
    pub event: Option<&'a str>,
    /// The opening, if any.
    pub opening: Option<&'a str>,
}

/// Whether a line is a header: a number, a date, names.
#[must_use]
pub fn is_header(line: &[u8]) -> bool {
    let mut words = line
        .split(|b| *b == b' ' || *b == b'\t')
        .filter(|w| !w.is_empty());
    let number = words
        .next()
        .is_some_and(|w| w.iter().all(u8::is_ascii_digit));
    let date = words.next().is_some_and(|w| {
        w.len() >= 8
            && w[..4].iter().all(|b| b.is_ascii_digit() || *b == b'-')
            && w[4..]
                .iter()
                .all(|b| b.is_ascii_digit() || matches!(b, b'/' | b'-'))
    });
    number && date && words.next().is_some()
}

/// Whether a line begins with a move without a sign.
#[must_use]
pub fn is_moves(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_digit) && unsigned_move(line).is_ok()
}

/// Reads a header line.
#[must_use]
pub fn header(line: &str) -> Option<Header<'_>> {
    if !is_header(line.as_bytes()) {
        return None;
    }
    let mut words = line.split([' ', '\t']).filter(|w| !w.is_empty()).skip(1);
    let date = words.next()?;
    let black = words.next()?;
    let white = words.next()?;
    let winner = words.next().and_then(|w| match w {
        "0" => Some(Winner::Draw),
        "1" => Some(Winner::Black),
        "2" => Some(Winner::White),
        _ => None,
    });
    let plies = words.next().and_then(|w| w.parse().ok());
    Some(Header {
        date,
        black,
        white,
        winner,
        plies,
        event: words.next(),
        opening: words.next(),
    })
}

pub(crate) fn visit_line(place: Place, line: &str, visitor: &mut dyn Visitor) -> Result<(), Stop> {
    let line = trim_end(line);
    if line.is_empty() {
        return Ok(());
    }
    if let Some(comment) = line.strip_prefix('\'') {
        return go(visitor.statement(place, line, Statement::Comment(comment)));
    }
    if let Some(header) = header(line) {
        return go(visitor.one_line_header(place, header));
    }
    moves(place, line, visitor)
}

fn moves(place: Place, line: &str, visitor: &mut dyn Visitor) -> Result<(), Stop> {
    let mut rest = line.as_bytes();
    while !rest.is_empty() {
        let at = line.len() - rest.len();
        let here = Place {
            line: place.line,
            byte: place.byte + at as u64,
        };
        let Ok((after, token)) = unsigned_move(rest) else {
            let reason = "a move is two squares and a piece";
            let kind = IssueKind::SyntaxError;
            return Err(Stop::Issue(Issue::new(
                kind,
                here.line,
                here.byte,
                &line[at..],
                reason,
            )));
        };
        let text = &line[at..line.len() - after.len()];
        go(visitor.statement(here, text, Statement::Move(token)))?;
        rest = after.trim_ascii_start();
    }
    Ok(())
}

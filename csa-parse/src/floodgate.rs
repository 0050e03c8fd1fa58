//! Comments with a meaning: the dialect of the Floodgate server (shogi-server) and of CSA V3.0.

use nom::Parser as _;
use nom::bytes::complete::{tag, take_while1};
use nom::combinator::{all_consuming, opt, recognize};

use crate::line::{csa_move, usi_move};
use crate::token::{MoveToken, WrittenMove};

/// What a comment says; the text excludes the leading `'`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Remark<'a> {
    /// `'** score pv #nodes`: an engine's view after its move.
    Score(Score<'a>),
    /// `'*text`: a comment for programs.
    Program(&'a str),
    /// `'black_rate:id:number`.
    Rating(bool, Rating<'a>),
    /// `'Max_Moves:n`.
    MaxMoves(&'a str),
    /// `'Least_Time_Per_Move:n`, seconds.
    LeastTime(&'a str),
    /// `'Increment:n`, seconds.
    Increment(&'a str),
    /// `'summary:kind:name result:name result`.
    Summary(&'a str),
    /// `'$END_TIME:time`.
    EndTime(&'a str),
    /// `'ILLEGAL_MOVE(text)`: the text.
    Refused(&'a str),
    /// `'buoy game starting with n moves`: the number.
    Buoy(&'a str),
    /// A row of the final board, its hands or its side to move.
    FinalBoard,
    /// Anything else.
    Plain(&'a str),
}

/// An engine's score and line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Score<'a> {
    /// From Black's view, as written.
    pub black_score: i32,
    /// The text after the score without a node count.
    pub pv: &'a str,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

/// A rating comment.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rating<'a> {
    /// The player's identifier, with any colons and plus signs in it.
    pub id: &'a str,
    /// The number after the last colon; `None` where it is no number.
    pub rating: Option<f64>,
}

/// Says what a comment means; `text` is what follows the `'`.
#[must_use]
pub fn remark(text: &str) -> Remark<'_> {
    match text.as_bytes().first() {
        Some(b'*') => starred(text),
        Some(b'P' | b'+' | b'-') if is_final_board(text) => Remark::FinalBoard,
        Some(b'b' | b'w' | b's' | b'M' | b'L' | b'I' | b'$') => keyed(text),
        _ => Remark::Plain(text),
    }
}

fn starred(text: &str) -> Remark<'_> {
    text.strip_prefix("**")
        .and_then(score)
        .map_or(Remark::Program(&text[1..]), Remark::Score)
}

fn keyed(text: &str) -> Remark<'_> {
    let after = |prefix: &str| text.strip_prefix(prefix);
    if let Some(rest) = after("black_rate:") {
        Remark::Rating(true, rating(rest))
    } else if let Some(rest) = after("white_rate:") {
        Remark::Rating(false, rating(rest))
    } else if let Some(rest) = after("summary:") {
        Remark::Summary(rest)
    } else if let Some(rest) = after("$END_TIME:") {
        Remark::EndTime(rest.trim_ascii())
    } else if let Some(rest) = after("Max_Moves:") {
        Remark::MaxMoves(rest)
    } else if let Some(rest) = after("Least_Time_Per_Move:") {
        Remark::LeastTime(rest)
    } else if let Some(rest) = after("Increment:") {
        Remark::Increment(rest)
    } else if let Some(rest) = after("ILLEGAL_MOVE(").and_then(|t| t.strip_suffix(')')) {
        Remark::Refused(rest)
    } else if let Some(rest) = after("buoy game starting with ") {
        Remark::Buoy(rest.strip_suffix(" moves").unwrap_or(rest))
    } else {
        Remark::Plain(text)
    }
}

/// The final board of the server: `'P1…` to `'P9…`, `'P+…`, `'P-…`, `'+` or `'-`.
fn is_final_board(text: &str) -> bool {
    match text.as_bytes() {
        [b'+' | b'-'] => true,
        [b'P', b'1'..=b'9', row @ ..] => row.len() >= 26 && matches!(row[0], b' ' | b'+' | b'-'),
        [b'P', b'+' | b'-', list @ ..] => list.is_empty() || list.starts_with(b"00"),
        _ => false,
    }
}

/// Reads ` score pv #nodes`; `None` where no whole number stands first.
#[must_use]
pub fn score(text: &str) -> Option<Score<'_>> {
    let text = text.trim_ascii();
    let blank = |b| matches!(b, b' ' | b'\t');
    let end = text.bytes().position(blank).unwrap_or(text.len());
    let black_score = text[..end].parse().ok()?;
    let (pv, nodes) = split_nodes(text[end..].trim_ascii_start());
    Some(Score {
        black_score,
        pv,
        nodes,
    })
}

/// Takes the node count, if any, from the end of a variation.
fn split_nodes(text: &str) -> (&str, Option<u64>) {
    // Only a number ends in a digit; most variations end in the letters of a piece.
    if !text.ends_with(|c: char| c.is_ascii_digit()) {
        return (text, None);
    }
    let last = text.rfind(' ').map_or(0, |at| at + 1);
    let number = text[last..].strip_prefix('#');
    match number.and_then(|number| number.parse().ok()) {
        Some(nodes) => (text[..last].trim_ascii_end(), Some(nodes)),
        None => (text, None),
    }
}

/// Reads `id:number`: the number stands after the last colon, the identifier may hold any.
///
/// ```
/// let rating = joban_csa_parse::floodgate::rating("a+b+0123:1500.5");
/// assert_eq!((rating.id, rating.rating), ("a+b+0123", Some(1500.5)));
/// ```
#[must_use]
pub fn rating(text: &str) -> Rating<'_> {
    let (id, number) = text.rsplit_once(':').unwrap_or((text, ""));
    let number = number.trim_ascii();
    let numeric = number.bytes().any(|b| b.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'+'));
    let rating = numeric.then(|| number.parse().ok()).flatten();
    Rating { id, rating }
}

/// Splits `kind:name result:name result`; names may hold colons and blanks.
#[must_use]
pub fn summary(text: &str) -> Option<(&str, [(&str, &str); 2])> {
    let (kind, rest) = text.split_once(':')?;
    rest.match_indices(':')
        .find_map(|(at, _)| Some((result(&rest[..at])?, result(&rest[at + 1..])?)))
        .map(|(first, second)| (kind, [first, second]))
}

fn result(text: &str) -> Option<(&str, &str)> {
    let (name, word) = text.trim_ascii_end().rsplit_once(' ')?;
    matches!(word, "win" | "lose" | "draw").then_some((name, word))
}

/// The time control in the name of a Floodgate game: `300-10F` of `wdoor+floodgate-300-10F+…`.
#[must_use]
pub fn event_time_control(event: &str) -> Option<&str> {
    event.split('+').find_map(|part| {
        let at = part.bytes().rposition(|b| b == b'-')?;
        let start = part[..at].bytes().rposition(|b| b == b'-')?;
        let control = &part[start + 1..];
        is_time_control(control).then_some(control)
    })
}

/// Total seconds, `-`, seconds a move with or without `F` (increment).
fn is_time_control(text: &str) -> bool {
    let digits = || take_while1::<_, &str, nom::error::Error<_>>(|c: char| c.is_ascii_digit());
    let form = (digits(), tag("-"), digits(), opt(tag("F")));
    all_consuming(recognize(form)).parse_complete(text).is_ok()
}

/// The moves of a variation: CSA or USI, with or without blanks between them, up to the first word
/// that is no move.
pub fn pv_tokens(pv: &str) -> impl Iterator<Item = WrittenMove> {
    let mut rest = pv.as_bytes();
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (after, token) = pv_token(rest)?;
        rest = after;
        Some(token)
    })
}

fn pv_token(input: &[u8]) -> Option<(&[u8], WrittenMove)> {
    if let Ok((rest, token)) = csa_move(input) {
        return Some((rest, WrittenMove::Csa(token)));
    }
    let end = |rest: &[u8]| rest.first().is_none_or(|b| !b.is_ascii_alphanumeric());
    let (rest, token) = usi_move(input).ok()?;
    end(rest).then_some((rest, WrittenMove::Usi(token)))
}

/// Reads one CSA move that is the whole text.
#[must_use]
pub fn move_token(text: &str) -> Option<MoveToken> {
    all_consuming(csa_move)
        .parse_complete(text.as_bytes())
        .ok()
        .map(|(_, token)| token)
}

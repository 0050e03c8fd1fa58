//! The grammar of one statement: everything is consumed or the statement is refused.
//!
//! Source: CSA record format V2.2 and V3.0 (`record_v22.html`, `record_v3.html` of the Computer Shogi
//! Association), with the leniencies of `docs/formats/csa.md`.

use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while1};
use nom::combinator::{all_consuming, map, map_opt, opt, recognize, value};
use nom::multi::{fold_many1, many0_count};
use nom::sequence::{pair, preceded};
use nom::{IResult, Parser as _};

use crate::error::IssueKind;
use crate::setup::RowSquare;
use crate::token::{FileRank, MoveToken, PieceCode, Sign, UsiToken};

/// One statement with borrowed text.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement<'a> {
    /// `V2.2`: the whole word.
    Version(&'a str),
    /// `N+` or `N-` and the name.
    Name(Sign, &'a str),
    /// `$KEY:value`.
    Header {
        /// The text between `$` and the first colon.
        key: &'a str,
        /// The text after the first colon.
        value: &'a str,
    },
    /// `'text`: the text.
    Comment(&'a str),
    /// `PI` with the pieces to take away.
    StartPos(PieceList<'a>),
    /// `P1` to `P9`.
    Row {
        /// 1 to 9.
        rank: u8,
        /// From file 9 to file 1.
        squares: [RowSquare; 9],
        /// Whether blanks inside the row were collapsed.
        loose: bool,
    },
    /// `P+` or `P-` with pieces.
    Pieces(Sign, PieceList<'a>),
    /// `+` or `-` alone: who moves first.
    Turn(Sign),
    /// A move.
    Move(MoveToken),
    /// `T`: time used, in milliseconds.
    Time(u32),
    /// `%WORD` as written.
    Ending(&'a str),
    /// `#WORD` as written: a line of the network protocol.
    Protocol(&'a str),
}

/// A checked list of squares and pieces, such as `82HI22KA` or `00AL`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PieceList<'a>(&'a [u8]);

/// One item of a [`PieceList`].
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// A piece on a square, or in hand (`None`).
    Piece(Option<FileRank>, PieceCode),
    /// `00AL`: every piece not placed yet.
    AllRest,
}

impl PieceList<'_> {
    /// The items in the order written.
    pub fn items(&self) -> impl Iterator<Item = Listed> {
        self.0
            .chunks_exact(4)
            .filter_map(|item| all_consuming(listed).parse_complete(item).ok())
            .map(|(_, item)| item)
    }
}

/// Why a statement is refused.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The class.
    pub kind: IssueKind,
    /// An English sentence without a full stop.
    pub reason: &'static str,
}

const fn refuse<T>(kind: IssueKind, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { kind, reason })
}

/// Whether a line is text as a whole, so that commas in it separate nothing.
#[must_use]
pub fn is_whole_line(line: &str) -> bool {
    matches!(line.as_bytes().first(), Some(b'\'' | b'N' | b'$'))
}

/// Reads one statement; `text` has no line end and no blanks at its end.
///
/// # Errors
///
/// The class and the reason where no form of statement fits the whole text.
pub fn statement(text: &str) -> Result<Statement<'_>, Refusal> {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'+' | b'-') => turn_or_move(bytes),
        Some(b'\'') => Ok(Statement::Comment(&text[1..])),
        Some(b'T') => time(&bytes[1..]),
        Some(b'P') => position(bytes),
        Some(b'%') => ending(text),
        Some(b'N') => name(text),
        Some(b'$') => Ok(header(&text[1..])),
        Some(b'V') => version(text),
        Some(b'#') => protocol(text),
        _ => refuse(IssueKind::SyntaxError, "no form of a CSA line"),
    }
}

/// `+7776FU`, or the sign alone.
fn turn_or_move(bytes: &[u8]) -> Result<Statement<'_>, Refusal> {
    if let Ok((_, token)) = all_consuming(csa_move).parse_complete(bytes) {
        return Ok(Statement::Move(token));
    }
    if bytes.len() == 1 {
        let side = if bytes[0] == b'+' {
            Sign::Plus
        } else {
            Sign::Minus
        };
        return Ok(Statement::Turn(side));
    }
    refuse(
        IssueKind::SyntaxError,
        "a move is a sign, two squares of digits 1 to 9 (or 00 for the hand) and a piece",
    )
}

/// A move of the main form: sign, source or `00`, destination, piece.
pub(crate) fn csa_move(input: &[u8]) -> IResult<&[u8], MoveToken> {
    let (input, side) = sign(input)?;
    let (input, token) = unsigned_move(input)?;
    Ok((
        input,
        MoveToken {
            sign: Some(side),
            ..token
        },
    ))
}

/// A move without its sign, as in the one-line training form.
pub(crate) fn unsigned_move(input: &[u8]) -> IResult<&[u8], MoveToken> {
    let (input, from) = square_or_hand(input)?;
    let (input, to) = square(input)?;
    let (input, piece) = piece_code(input)?;
    Ok((
        input,
        MoveToken {
            sign: None,
            from,
            to,
            piece,
        },
    ))
}

fn sign(input: &[u8]) -> IResult<&[u8], Sign> {
    map_opt(take(1usize), |b: &[u8]| match b[0] {
        b'+' => Some(Sign::Plus),
        b'-' => Some(Sign::Minus),
        _ => None,
    })
    .parse_complete(input)
}

fn square(input: &[u8]) -> IResult<&[u8], FileRank> {
    map_opt(take(2usize), |b: &[u8]| {
        let (file, rank) = (b[0].wrapping_sub(b'0'), b[1].wrapping_sub(b'0'));
        ((1..=9).contains(&file) && (1..=9).contains(&rank)).then_some((file, rank))
    })
    .parse_complete(input)
}

fn square_or_hand(input: &[u8]) -> IResult<&[u8], Option<FileRank>> {
    if let Some(rest) = input.strip_prefix(b"00") {
        return Ok((rest, None));
    }
    map(square, Some).parse_complete(input)
}

fn piece_code(input: &[u8]) -> IResult<&[u8], PieceCode> {
    map_opt(take(2usize), |b: &[u8]| PieceCode::from_bytes([b[0], b[1]])).parse_complete(input)
}

/// `T12`, `T12.345`, `T1.`, `T.5`: seconds, kept to the millisecond.
fn time(digits: &[u8]) -> Result<Statement<'_>, Refusal> {
    let digits = digits.trim_ascii();
    let parsed = all_consuming(pair(
        take_digits,
        opt(preceded(tag(&b"."[..]), take_digits)),
    ))
    .parse_complete(digits);
    let Ok((_, (whole, fraction))) = parsed else {
        return match digits.first() {
            Some(b) if b.is_ascii_alphabetic() || !b.is_ascii() => {
                refuse(IssueKind::SyntaxError, "no form of a CSA line")
            }
            _ => refuse(IssueKind::BadNumber, "a time is a number of seconds"),
        };
    };
    let fraction = fraction.unwrap_or_default();
    if whole.is_empty() && fraction.is_empty() {
        return refuse(IssueKind::BadNumber, "a time is a number of seconds");
    }
    milliseconds(whole, fraction).map_or_else(
        || refuse(IssueKind::BadNumber, "the time is longer than 49 days"),
        |ms| Ok(Statement::Time(ms)),
    )
}

fn take_digits(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while(|b: u8| b.is_ascii_digit()).parse_complete(input)
}

/// Seconds and decimals as milliseconds; digits beyond the third decimal are cut off.
fn milliseconds(whole: &[u8], fraction: &[u8]) -> Option<u32> {
    let seconds = whole.iter().try_fold(0u32, |sum, b| {
        sum.checked_mul(10)?.checked_add(u32::from(b - b'0'))
    })?;
    let decimals = (0..3).fold(0, |sum, i| {
        sum * 10 + fraction.get(i).map_or(0, |b| u32::from(b - b'0'))
    });
    seconds.checked_mul(1000)?.checked_add(decimals)
}

/// `PI…`, `P1` to `P9`, `P+…`, `P-…`.
fn position(bytes: &[u8]) -> Result<Statement<'_>, Refusal> {
    match bytes.get(1) {
        Some(b'I') => start_position(&bytes[2..]),
        Some(b'+') => piece_list(&bytes[2..]).map(|list| Statement::Pieces(Sign::Plus, list)),
        Some(b'-') => piece_list(&bytes[2..]).map(|list| Statement::Pieces(Sign::Minus, list)),
        Some(rank @ b'1'..=b'9') => row(rank - b'0', &bytes[2..]),
        _ => refuse(IssueKind::SyntaxError, "no form of a CSA line"),
    }
}

fn start_position(list: &[u8]) -> Result<Statement<'_>, Refusal> {
    let list = piece_list(list)?;
    let on_board = |item| matches!(item, Listed::Piece(Some(_), _));
    if list.items().all(on_board) {
        Ok(Statement::StartPos(list))
    } else {
        refuse(
            IssueKind::BadPosition,
            "PI takes away pieces from squares of the board only",
        )
    }
}

fn piece_list(list: &[u8]) -> Result<PieceList<'_>, Refusal> {
    match all_consuming(many0_count(listed)).parse_complete(list) {
        Ok(_) => Ok(PieceList(list)),
        Err(_) => refuse(
            IssueKind::BadPosition,
            "a list of pieces is squares (00 for the hand) each with a piece",
        ),
    }
}

fn listed(input: &[u8]) -> IResult<&[u8], Listed> {
    if let Some(rest) = input.strip_prefix(b"00AL") {
        return Ok((rest, Listed::AllRest));
    }
    map(pair(square_or_hand, piece_code), |(at, piece)| {
        Listed::Piece(at, piece)
    })
    .parse_complete(input)
}

/// A row of nine squares: in columns of three bytes, or with collapsed blanks.
fn row(rank: u8, text: &[u8]) -> Result<Statement<'_>, Refusal> {
    if let Some(squares) = fixed_row(text) {
        return Ok(Statement::Row {
            rank,
            squares,
            loose: false,
        });
    }
    match all_consuming(loose_row).parse_complete(text) {
        Ok((_, squares)) => Ok(Statement::Row {
            rank,
            squares,
            loose: true,
        }),
        Err(_) => refuse(IssueKind::BadPosition, "a board row has nine squares"),
    }
}

/// Nine columns of three bytes; the blank after the last `*` may be lost or be a full stop.
fn fixed_row(text: &[u8]) -> Option<[RowSquare; 9]> {
    if text.len() != 27 && !(text.len() == 26 && text.ends_with(b" *")) {
        return None;
    }
    let mut squares = [None; 9];
    for (at, column) in squares.iter_mut().zip(text.chunks(3)) {
        *at = match column {
            b" * " | b" *" | b" *." => None,
            _ => Some(all_consuming(board_piece).parse_complete(column).ok()?.1),
        };
    }
    Some(squares)
}

fn board_piece(input: &[u8]) -> IResult<&[u8], (Sign, PieceCode)> {
    pair(sign, piece_code).parse_complete(input)
}

/// Exactly nine squares with any blanks between them.
fn loose_row(input: &[u8]) -> IResult<&[u8], [RowSquare; 9]> {
    let blanks = |input| take_while(|b| b == b' ' || b == b'\t' || b == b'.').parse_complete(input);
    let empty = value(None, tag(&b"*"[..]));
    let cell = preceded(blanks, alt((empty, map(board_piece, Some))));
    let row = fold_many1(
        cell,
        || ([None; 9], 0usize),
        |(mut squares, count), cell| {
            if let Some(at) = squares.get_mut(count) {
                *at = cell;
            }
            (squares, count + 1)
        },
    );
    let nine = map_opt(row, |(squares, count)| (count == 9).then_some(squares));
    map((nine, blanks), |(squares, _)| squares).parse_complete(input)
}

/// `%` and a word of letters, `_`, `+` and `-`; early Floodgate records double the `%`.
fn ending(text: &str) -> Result<Statement<'_>, Refusal> {
    let word = take_while1::<_, &[u8], nom::error::Error<_>>(|b: u8| {
        b.is_ascii_uppercase() || matches!(b, b'_' | b'+' | b'-')
    });
    let percent = alt((tag(&b"%%"[..]), tag(&b"%"[..])));
    match all_consuming(recognize(pair(percent, word))).parse_complete(text.as_bytes()) {
        Ok(_) => Ok(Statement::Ending(text)),
        Err(_) => refuse(
            IssueKind::SyntaxError,
            "an ending is % and a word in capitals",
        ),
    }
}

fn name(text: &str) -> Result<Statement<'_>, Refusal> {
    match text.as_bytes().get(1) {
        Some(b'+') => Ok(Statement::Name(Sign::Plus, &text[2..])),
        Some(b'-') => Ok(Statement::Name(Sign::Minus, &text[2..])),
        _ => refuse(IssueKind::SyntaxError, "a name line begins with N+ or N-"),
    }
}

fn header(text: &str) -> Statement<'_> {
    let (key, value) = text.split_once(':').unwrap_or((text, ""));
    Statement::Header {
        key,
        value: value.trim_ascii_start(),
    }
}

/// `V` and a number such as `2`, `2.2` or `3.0`.
fn version(text: &str) -> Result<Statement<'_>, Refusal> {
    let number = pair(take_some_digits, opt(preceded(tag(&b"."[..]), take_digits)));
    match all_consuming(preceded(tag(&b"V"[..]), number)).parse_complete(text.as_bytes()) {
        Ok(_) => Ok(Statement::Version(text)),
        Err(_) => refuse(IssueKind::SyntaxError, "a version is V and a number"),
    }
}

fn take_some_digits(input: &[u8]) -> IResult<&[u8], &[u8]> {
    take_while1(|b: u8| b.is_ascii_digit()).parse_complete(input)
}

fn protocol(text: &str) -> Result<Statement<'_>, Refusal> {
    let word = &text.as_bytes()[1..];
    if !word.is_empty() && word.iter().all(|b| b.is_ascii_uppercase() || *b == b'_') {
        Ok(Statement::Protocol(text))
    } else {
        refuse(IssueKind::SyntaxError, "no form of a CSA line")
    }
}

/// A move in USI form: `7g7f`, `8h2b+`, `P*5e`.
pub(crate) fn usi_move(input: &[u8]) -> IResult<&[u8], UsiToken> {
    alt((usi_drop, usi_board)).parse_complete(input)
}

fn usi_square(input: &[u8]) -> IResult<&[u8], FileRank> {
    map_opt(take(2usize), |b: &[u8]| {
        let (file, rank) = (
            b[0].wrapping_sub(b'0'),
            b[1].wrapping_sub(b'a').wrapping_add(1),
        );
        ((1..=9).contains(&file) && (1..=9).contains(&rank)).then_some((file, rank))
    })
    .parse_complete(input)
}

fn usi_board(input: &[u8]) -> IResult<&[u8], UsiToken> {
    map(
        (usi_square, usi_square, opt(tag(&b"+"[..]))),
        |(from, to, plus)| UsiToken::Board {
            from,
            to,
            promote: plus.is_some(),
        },
    )
    .parse_complete(input)
}

fn usi_drop(input: &[u8]) -> IResult<&[u8], UsiToken> {
    let piece = map_opt(take(1usize), |b: &[u8]| {
        Some(match b[0] {
            b'P' => PieceCode::Fu,
            b'L' => PieceCode::Ky,
            b'N' => PieceCode::Ke,
            b'S' => PieceCode::Gi,
            b'G' => PieceCode::Ki,
            b'B' => PieceCode::Ka,
            b'R' => PieceCode::Hi,
            _ => return None,
        })
    });
    map((piece, tag(&b"*"[..]), usi_square), |(piece, _, to)| {
        UsiToken::Drop { piece, to }
    })
    .parse_complete(input)
}

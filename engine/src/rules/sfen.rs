//! SFEN: tolerant reading, canonical writing.

use super::moves::shorten;
use super::{Color, Hand, Piece, PieceKind, Setup, Square};
use std::fmt::Write;

/// What the text said beyond the diagram.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct SfenNotes {
    /// Whether a move number was given (`startpos` gives one; 0 counts as none, the number is then 1).
    pub ply_given: bool,
}

/// Text that is no SFEN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no position: {what}: {reason}")]
pub struct SfenError {
    /// The offending part, such as `rank 1`, `8 ranks`, `+G`.
    pub what: String,
    /// An English clause that says what is wrong with it.
    pub reason: String,
}

impl SfenError {
    fn new(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            reason: reason.into(),
        }
    }
}

impl Setup {
    /// Reads an SFEN. Accepted beyond the canonical form: leading `position` and `sfen`, `startpos`, any blanks and tabs
    /// between fields, hands in any order, a missing move number (or 0).
    ///
    /// # Errors
    /// [`SfenError`] with the offending part. Diagrams that break the rules of the game are no error here, see [`Setup::issues`].
    pub fn from_sfen(text: &str) -> Result<(Self, SfenNotes), SfenError> {
        let (setup, notes, mut moves) = Self::from_position_text(text)?;
        match moves.next() {
            None => Ok((setup, notes)),
            Some(_) => Err(SfenError::new(
                "moves",
                "a position without moves is expected here",
            )),
        }
    }

    /// Reads the argument of a USI `position` command (with or without that word): a start and optional `moves …`.
    /// The moves are handed on as they are written.
    ///
    /// # Errors
    /// [`SfenError`] with the offending part of the position.
    pub fn from_position_text(
        text: &str,
    ) -> Result<(Self, SfenNotes, std::str::SplitWhitespace<'_>), SfenError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        let text = strip_word(text, "position");
        let (position, moves) = split_moves(text);
        let (setup, notes) = match position {
            "startpos" => (Self::startpos(), SfenNotes { ply_given: true }),
            sfen => parse(strip_word(sfen, "sfen"))?,
        };
        Ok((setup, notes, moves.split_whitespace()))
    }

    /// The canonical SFEN: hands in the order R B G S N L P, black's first, with the move number.
    #[must_use]
    pub fn to_sfen(&self) -> String {
        let mut text = self.to_sfen_key();
        // Writing to a String cannot fail.
        let _ = write!(text, " {}", self.move_number);
        text
    }

    /// The canonical SFEN without the move number: board, side, hands.
    #[must_use]
    pub fn to_sfen_key(&self) -> String {
        let mut text = String::with_capacity(96);
        for rank in 1..=9 {
            if rank > 1 {
                text.push('/');
            }
            write_rank(&mut text, self, rank);
        }
        text.push(' ');
        text.push(self.side.letter());
        text.push(' ');
        write_hands(&mut text, self);
        text
    }
}

fn strip_word<'a>(text: &'a str, word: &str) -> &'a str {
    match text.strip_prefix(word) {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => text,
    }
}

fn split_moves(text: &str) -> (&str, &str) {
    let is_boundary = |at: usize| {
        text[..at].ends_with(char::is_whitespace)
            && text[at + 5..]
                .chars()
                .next()
                .is_none_or(char::is_whitespace)
    };
    match text.match_indices("moves").find(|&(at, _)| is_boundary(at)) {
        Some((at, word)) => (text[..at].trim_end(), &text[at + word.len()..]),
        None => (text, ""),
    }
}

fn parse(text: &str) -> Result<(Setup, SfenNotes), SfenError> {
    let mut fields = text.split_whitespace();
    let mut field = |name: &str| {
        fields
            .next()
            .ok_or_else(|| SfenError::new(name.to_owned(), format!("the {name} is missing")))
    };
    let mut setup = Setup::empty();
    parse_board(field("board")?, &mut setup)?;
    setup.side = parse_side(field("side to move")?)?;
    setup.hands = parse_hands(field("hands")?)?;
    let number = fields
        .next()
        .map(parse_number)
        .transpose()?
        .filter(|&number| number > 0);
    setup.move_number = number.unwrap_or(1);
    match fields.next() {
        Some(extra) => Err(SfenError::new(
            shorten(extra),
            "unexpected text after the move number",
        )),
        None => Ok((
            setup,
            SfenNotes {
                ply_given: number.is_some(),
            },
        )),
    }
}

fn parse_board(text: &str, setup: &mut Setup) -> Result<(), SfenError> {
    let count = text.split('/').count();
    if count != 9 {
        let what = if count == 1 {
            "1 rank".to_owned()
        } else {
            format!("{count} ranks")
        };
        return Err(SfenError::new(
            what,
            format!("a board has 9 ranks, `{}`", shorten(text)),
        ));
    }
    for (rank, row) in (1..=9).zip(text.split('/')) {
        parse_rank(row, rank, setup)?;
    }
    Ok(())
}

fn parse_rank(row: &str, rank: u8, setup: &mut Setup) -> Result<(), SfenError> {
    let mut filled: u32 = 0;
    let mut chars = row.chars();
    while let Some(first) = chars.next() {
        if let Some(blanks @ 1..) = first.to_digit(10) {
            filled += blanks;
            continue;
        }
        let piece = parse_piece(first, &mut chars, rank)?;
        filled += 1;
        let file = u8::try_from(10_u32.saturating_sub(filled)).unwrap_or(0);
        if let Some(square) = Square::new(file, rank) {
            setup.board[square.index()] = Some(piece);
        }
    }
    if filled == 9 {
        return Ok(());
    }
    Err(SfenError::new(
        format!("rank {rank}"),
        format!("`{}` has {filled} squares, not 9", shorten(row)),
    ))
}

fn parse_piece(first: char, rest: &mut std::str::Chars<'_>, rank: u8) -> Result<Piece, SfenError> {
    let wrong =
        |what: String| SfenError::new(what.clone(), format!("`{what}` in rank {rank} is no piece"));
    let promoted = first == '+';
    let letter = if promoted {
        rest.next().ok_or_else(|| wrong("+".to_owned()))?
    } else {
        first
    };
    let what = || {
        if promoted {
            format!("+{letter}")
        } else {
            letter.to_string()
        }
    };
    let kind = PieceKind::from_letter(letter).ok_or_else(|| wrong(what()))?;
    let kind = if promoted {
        kind.promoted().ok_or_else(|| wrong(what()))?
    } else {
        kind
    };
    Ok(Piece::new(color_of(letter), kind))
}

const fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() {
        Color::Black
    } else {
        Color::White
    }
}

fn parse_side(text: &str) -> Result<Color, SfenError> {
    match text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => Err(SfenError::new(shorten(text), "the side to move is b or w")),
    }
}

fn parse_hands(text: &str) -> Result<[Hand; 2], SfenError> {
    let mut hands = [Hand::EMPTY; 2];
    if text == "-" {
        return Ok(hands);
    }
    let mut rest = text;
    while let Some((count, letter, next)) = next_in_hand(rest) {
        let wrong = |reason| SfenError::new(shorten(text), reason);
        let kind = PieceKind::from_letter(letter)
            .filter(|&kind| kind != PieceKind::King)
            .ok_or_else(|| wrong("the hands hold pieces among R B G S N L P only"))?;
        let count = count.ok_or_else(|| wrong("a count in the hands is out of range"))?;
        let hand = &mut hands[color_of(letter).index()];
        let sum = hand.count(kind).checked_add(count);
        hand.set(
            kind,
            sum.ok_or_else(|| wrong("a count in the hands is out of range"))?,
        );
        rest = next;
    }
    if rest.is_empty() {
        Ok(hands)
    } else {
        Err(SfenError::new(
            shorten(rest),
            "a count in the hands without a piece",
        ))
    }
}

/// Count (`None` = 0 or too large), letter and the text after them; `None` where no letter is left.
fn next_in_hand(text: &str) -> Option<(Option<u8>, char, &str)> {
    let letters = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let letter = letters.chars().next()?;
    let digits = &text[..text.len() - letters.len()];
    let count = if digits.is_empty() {
        Some(1)
    } else {
        digits.parse().ok().filter(|&n| n > 0)
    };
    Some((count, letter, &letters[letter.len_utf8()..]))
}

fn parse_number(text: &str) -> Result<u32, SfenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten().ok_or_else(|| {
        SfenError::new(
            shorten(text),
            "the move number is a whole number up to 4294967295",
        )
    })
}

fn write_rank(text: &mut String, setup: &Setup, rank: u8) {
    let mut blanks = 0_u8;
    let flush = |text: &mut String, blanks: &mut u8| {
        if *blanks > 0 {
            text.push(char::from(b'0' + *blanks));
            *blanks = 0;
        }
    };
    for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
        match setup.piece_on(square) {
            None => blanks += 1,
            Some(piece) => {
                flush(text, &mut blanks);
                write_piece(text, piece);
            }
        }
    }
    flush(text, &mut blanks);
}

/// As the piece shows itself, without the machinery of formatting.
fn write_piece(text: &mut String, piece: Piece) {
    if piece.kind.is_promoted() {
        text.push('+');
    }
    let letter = piece.kind.letter();
    text.push(match piece.color {
        Color::Black => letter,
        Color::White => letter.to_ascii_lowercase(),
    });
}

fn write_hands(text: &mut String, setup: &Setup) {
    const ORDER: [PieceKind; 7] = [
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
        PieceKind::Pawn,
    ];
    let start = text.len();
    for color in Color::ALL {
        for kind in ORDER {
            let piece = Piece::new(color, kind);
            let count = setup.hand(color).count(kind);
            if count > 1 {
                // Writing to a String cannot fail.
                let _ = write!(text, "{count}");
            }
            if count > 0 {
                write_piece(text, piece);
            }
        }
    }
    if text.len() == start {
        text.push('-');
    }
}

//! One move of KIF or KI2, and the time behind it.

use super::{FILES, PIECES, RANKS, Relative};
use crate::token::{FileRank, PieceCode, Sign};

/// A move as written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Body {
    /// `None` is `同`, the destination of the move before.
    pub(super) to: Option<FileRank>,
    pub(super) piece: PieceCode,
    pub(super) promote: Option<bool>,
    pub(super) drop: bool,
    pub(super) relative: Relative,
    /// `(77)`; `(00)` is a drop.
    pub(super) from: Option<FileRank>,
}

/// Ending words of KIF as CSA words. `反則勝ち` depends on the side to move.
pub(super) const ENDINGS: [(&str, Ending); 13] = [
    ("投了", Ending::Word("%TORYO")),
    ("中断", Ending::Word("%CHUDAN")),
    ("千日手", Ending::Word("%SENNICHITE")),
    ("持将棋", Ending::Word("%JISHOGI")),
    ("詰み", Ending::Word("%TSUMI")),
    ("詰", Ending::Word("%TSUMI")),
    ("不詰", Ending::Word("%FUZUMI")),
    ("切れ負け", Ending::Word("%TIME_UP")),
    ("反則勝ち", Ending::FoulOfOther),
    ("反則負け", Ending::Word("%ILLEGAL_MOVE")),
    ("入玉勝ち", Ending::Word("%KACHI")),
    ("不戦勝", Ending::Word("%ERROR")),
    ("不戦敗", Ending::Word("%ERROR")),
];

/// What an ending word says.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// A word of CSA.
    Word(&'static str),
    /// The side that is not to move broke a rule with its last move.
    FoulOfOther,
}

const MARKS: [(char, Sign); 6] = [
    ('▲', Sign::Plus),
    ('☗', Sign::Plus),
    ('▼', Sign::Minus),
    ('△', Sign::Minus),
    ('☖', Sign::Minus),
    ('▽', Sign::Minus),
];

/// A side's mark at the beginning of a text.
pub(super) fn mark(text: &str) -> Option<(Sign, &str)> {
    let mut chars = text.chars();
    let first = chars.next()?;
    let (_, sign) = MARKS.iter().find(|(mark, _)| *mark == first)?;
    Some((*sign, chars.as_str()))
}

/// Blanks, the full-width one too.
pub(super) fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\u{3000}'])
}

/// An ending word at the beginning of a text, and what stands behind it.
pub(super) fn ending(text: &str) -> Option<(Ending, &str)> {
    let mut found = ENDINGS
        .iter()
        .filter_map(|(word, ending)| Some((*ending, text.strip_prefix(word)?)));
    found.next()
}

/// A move at the beginning of a text, and what stands behind it.
pub(super) fn body(text: &str) -> Option<(Body, &str)> {
    let (to, text) = destination(text)?;
    let (piece, text) = piece(text)?;
    let mut body = Body {
        to,
        piece,
        promote: None,
        drop: false,
        relative: Relative::default(),
        from: None,
    };
    let text = words(&mut body, text);
    Some(origin(body, text))
}

fn destination(text: &str) -> Option<(Option<FileRank>, &str)> {
    if let Some(rest) = text.strip_prefix('同') {
        return Some((None, skip_blanks(rest)));
    }
    let mut chars = text.chars();
    let file = digit(chars.next()?)?;
    let rank = chars.next().and_then(|c| rank(c).or_else(|| digit(c)))?;
    Some((Some((file, rank)), chars.as_str()))
}

/// 1 to 9 in ASCII or full width.
fn digit(c: char) -> Option<u8> {
    match c {
        '1'..='9' => u8::try_from(u32::from(c) - u32::from('0')).ok(),
        _ => place_in(&FILES, c),
    }
}

pub(super) fn rank(c: char) -> Option<u8> {
    place_in(&RANKS, c)
}

fn place_in(names: &[char; 9], c: char) -> Option<u8> {
    let at = names.iter().position(|&name| name == c)?;
    u8::try_from(at + 1).ok()
}

/// A piece at the beginning of a text, and what stands behind it.
pub(super) fn piece(text: &str) -> Option<(PieceCode, &str)> {
    let mut found = PIECES
        .iter()
        .filter_map(|(name, piece)| Some((*piece, text.strip_prefix(name)?)));
    found.next()
}

/// Reads the words behind a piece, in any order.
fn words<'a>(body: &mut Body, mut text: &'a str) -> &'a str {
    loop {
        if let Some(rest) = text
            .strip_prefix("不成")
            .or_else(|| text.strip_prefix("生"))
        {
            (body.promote, text) = (Some(false), rest);
            continue;
        }
        let mut chars = text.chars();
        let relative = &mut body.relative;
        match chars.next() {
            Some('成') => body.promote = Some(true),
            Some('打') => body.drop = true,
            Some('右') => relative.right = true,
            Some('左') => relative.left = true,
            Some('直') => relative.straight = true,
            Some('上' | '行' | '入') => relative.up = true,
            Some('寄') => relative.sideways = true,
            Some('引' | '下') => relative.down = true,
            _ => return text,
        }
        text = chars.as_str();
    }
}

/// Reads `(77)`; other brackets are left alone.
fn origin(mut body: Body, text: &str) -> (Body, &str) {
    let inside = text.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let Some((digits, rest)) = inside else {
        return (body, text);
    };
    match digits.as_bytes() {
        b"00" => body.drop = true,
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => body.from = Some((file - b'0', rank - b'0')),
        _ => return (body, text),
    }
    (body, rest)
}

/// What stands behind a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum After {
    /// Nothing, or the sign of a variation.
    Nothing,
    /// `( 0:16/00:00:16)`: the time used for the move, in milliseconds.
    Time(u32),
    /// Brackets without a time.
    BadTime,
    /// Something else.
    Junk,
}

pub(super) fn after(text: &str) -> After {
    let text = skip_blanks(text);
    let text = skip_blanks(text.strip_suffix('+').unwrap_or(text));
    if text.is_empty() {
        return After::Nothing;
    }
    match text.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((times, rest)) if skip_blanks(rest).is_empty() => {
            let used = times.split_once('/').map_or(times, |(used, _)| used);
            time(used.trim()).map_or(After::BadTime, After::Time)
        }
        _ => After::Junk,
    }
}

/// `m:ss` or `h:mm:ss`, seconds with decimals too, in milliseconds.
fn time(text: &str) -> Option<u32> {
    let mut ms: u64 = 0;
    let mut parts = text.split(':').peekable();
    let mut count = 0;
    while let Some(part) = parts.next() {
        let part = part.trim();
        let (whole, thousandths) = match parts.peek() {
            None => decimals(part)?,
            Some(_) => (number(part)?, 0),
        };
        ms = ms
            .checked_mul(60)?
            .checked_add(whole.checked_mul(1000)?)?
            .checked_add(thousandths)?;
        count += 1;
    }
    (2..=3).contains(&count).then_some(())?;
    u32::try_from(ms).ok()
}

/// Seconds, and thousandths of them.
fn decimals(text: &str) -> Option<(u64, u64)> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits: String = part.chars().chain("00".chars()).take(3).collect();
    number(part)?;
    Some((number(whole)?, number(&digits)?))
}

fn number(text: &str) -> Option<u64> {
    let plain = !text.is_empty() && text.len() <= 9 && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let cases = [
            ("( 0:16/00:00:16)", After::Time(16_000)),
            ("(1:02:03/)", After::Time(3_723_000)),
            ("( 0:01.5/00:00:01)+", After::Time(1_500)),
            ("", After::Nothing),
            ("  +", After::Nothing),
            ("(16)", After::BadTime),
            ("( 99999999999:16/00:00:16)", After::BadTime),
            ("(999999999:59/)", After::BadTime),
            ("( :16/)", After::BadTime),
            ("text", After::Junk),
            ("(0:01/) x", After::Junk),
        ];
        for (text, expect) in cases {
            assert_eq!(after(text), expect, "{text}");
        }
    }

    #[test]
    fn moves() {
        let (mv, rest) = body("２二角成(88) ( 0:01/)").expect("a move");
        assert_eq!((mv.to, mv.piece), (Some((2, 2)), PieceCode::Ka));
        assert_eq!(
            (mv.promote, mv.from, rest),
            (Some(true), Some((8, 8)), " ( 0:01/)")
        );
        let (mv, _) = body("同　成銀右上不成").expect("a move");
        assert_eq!(
            (mv.to, mv.piece, mv.promote),
            (None, PieceCode::Ng, Some(false))
        );
        assert!(mv.relative.right && mv.relative.up && !mv.relative.left);
        assert!(body("45角打(00)").expect("a move").0.drop);
        for text in ["", "７", "７六", "０六歩", "７六犬", "同"] {
            assert_eq!(body(text), None, "{text}");
        }
    }
}

//! Header lines, diagrams, hands and the last line of KIF and KI2.

use super::line::{piece, rank, skip_blanks};
use super::{KifCause, KifResult};
use crate::setup::RowSquare;
use crate::token::{PieceCode, Sign};

/// What a header line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Header<'a> {
    Name(Sign, &'a str),
    /// A key of CSA, or the key as written.
    Other(&'a str, &'a str),
    Handicap(&'a str),
    Hand(Sign, &'a str),
}

/// Keys that CSA has too.
const KEYS: [(&str, &str); 6] = [
    ("開始日時", "START_TIME"),
    ("終了日時", "END_TIME"),
    ("棋戦", "EVENT"),
    ("場所", "SITE"),
    ("持ち時間", "TIME_LIMIT"),
    ("戦型", "OPENING"),
];

/// `先手`, `下手` are Black, `後手`, `上手` White.
pub(super) fn side(text: &str) -> Option<(Sign, &str)> {
    const SIDES: [(&str, Sign); 4] = [
        ("先手", Sign::Plus),
        ("下手", Sign::Plus),
        ("後手", Sign::Minus),
        ("上手", Sign::Minus),
    ];
    let mut found = SIDES
        .iter()
        .filter_map(|(word, sign)| Some((*sign, text.strip_prefix(word)?)));
    found.next()
}

/// `key：value`, with either colon.
pub(super) fn header(text: &str) -> Option<Header<'_>> {
    let (key, value) = text.split_once(['：', ':'])?;
    let (key, value) = (key.trim_end_matches(['\u{3000}', ' ']), skip_blanks(value));
    if key.is_empty() || key.chars().count() > 20 {
        return None;
    }
    Some(match side(key) {
        Some((sign, "")) => Header::Name(sign, value),
        Some((sign, "の持駒" | "持駒" | "の持ち駒")) => Header::Hand(sign, value),
        _ if key == "手合割" => Header::Handicap(value),
        _ => {
            let known = KEYS.iter().find(|(name, _)| *name == key);
            Header::Other(known.map_or(key, |(_, csa)| csa), value)
        }
    })
}

/// The start of a handicap game as a CSA statement; empty for an even game.
pub(super) fn handicap(name: &str) -> Option<&'static str> {
    Some(match name {
        "平手" => "",
        "香落ち" => "PI11KY",
        "右香落ち" => "PI91KY",
        "角落ち" => "PI22KA",
        "飛車落ち" => "PI82HI",
        "飛香落ち" => "PI82HI11KY",
        "二枚落ち" => "PI82HI22KA",
        "三枚落ち" => "PI82HI22KA11KY",
        "四枚落ち" => "PI82HI22KA11KY91KY",
        "六枚落ち" => "PI82HI22KA11KY91KY21KE81KE",
        "八枚落ち" => "PI82HI22KA11KY91KY21KE81KE31GI71GI",
        "十枚落ち" => "PI82HI22KA11KY91KY21KE81KE31GI71GI41KI61KI",
        _ => return None,
    })
}

/// A row of a diagram, `|v香v桂 ・ … |一`: its squares from file 9 to file 1, and the rank if it is named.
pub(super) fn row(text: &str) -> Option<([RowSquare; 9], Option<u8>)> {
    let mut rest = text.strip_prefix('|')?;
    let mut squares = [None; 9];
    for square in &mut squares {
        (*square, rest) = cell(rest)?;
    }
    let rank = rest
        .trim_start_matches([' ', '|'])
        .chars()
        .next()
        .and_then(rank);
    Some((squares, rank))
}

fn cell(text: &str) -> Option<(RowSquare, &str)> {
    let mut chars = text.chars();
    let sign = match chars.next()? {
        'v' | 'V' | 'ｖ' => Sign::Minus,
        ' ' | '^' | '\u{3000}' => Sign::Plus,
        _ => return None,
    };
    let text = chars.as_str();
    if let Some(rest) = text.strip_prefix(['・', '.', '･']) {
        return Some((None, rest));
    }
    let (piece, rest) = piece(text)?;
    Some((Some((sign, piece)), rest))
}

/// `飛　角　金二　歩十八` as a CSA statement `P+00HI…`; `None` where it is no list of pieces.
pub(super) fn hand(sign: Sign, text: &str) -> Option<String> {
    let mut list = format!("P{}", sign.as_char());
    if matches!(text, "なし" | "") {
        return Some(list);
    }
    for word in text
        .split([' ', '\u{3000}'])
        .filter(|word| !word.is_empty())
    {
        let (code, count) = piece(word)?;
        let count = if count.is_empty() {
            1
        } else {
            kanji_number(count)?
        };
        let piece: PieceCode = code;
        (0..count).for_each(|_| {
            list.push_str("00");
            list.push_str(piece.as_str());
        });
    }
    Some(list)
}

/// 1 to 18, as `九`, `十`, `十八`, or in digits.
fn kanji_number(text: &str) -> Option<u32> {
    let units = |text: &str| {
        let mut chars = text.chars();
        let number = chars.next().and_then(rank).map(u32::from);
        number.filter(|_| chars.next().is_none())
    };
    let number = match text.strip_prefix('十') {
        Some("") => Some(10),
        Some(rest) => units(rest).map(|n| n + 10),
        None => units(text).or_else(|| text.parse().ok()),
    };
    number.filter(|n| (1..=18).contains(n))
}

/// `まで95手で先手の勝ち`, without its first word.
pub(super) fn result(text: &str) -> KifResult {
    let number = text
        .split_once('手')
        .filter(|(digits, _)| plies(digits).is_some());
    let (digits, rest) = number.unwrap_or(("", text));
    let has = |words: &[&str]| words.iter().any(|word| rest.contains(word));
    let cause = match () {
        () if has(&["反則"]) => KifCause::Foul,
        () if has(&["時間切れ", "切れ負け"]) => KifCause::Time,
        () if has(&["入玉", "宣言"]) => KifCause::Declaration,
        () if has(&["千日手"]) => KifCause::Repetition,
        () if has(&["持将棋"]) => KifCause::Impasse,
        () if has(&["中断"]) => KifCause::BrokenOff,
        () if has(&["詰"]) => KifCause::Mate,
        () if has(&["勝"]) => KifCause::Win,
        () => KifCause::Other,
    };
    KifResult {
        plies: plies(digits),
        winner: winner(rest),
        cause,
    }
}

/// The side named last before 勝, else the opponent of the one named last before 負: both may be named, as in `先手の反則により後手の勝ち`.
fn winner(text: &str) -> Option<Sign> {
    let last_named = |text: &str| {
        let ends = text.char_indices().rev();
        let mut named = ends.filter_map(|(at, _)| side(&text[at..]));
        named.next().map(|(sign, _)| sign)
    };
    match (text.rfind('勝'), text.rfind('負')) {
        (Some(at), _) => last_named(&text[..at]),
        (None, Some(at)) => last_named(&text[..at]).map(Sign::opponent),
        (None, None) => None,
    }
}

/// Digits in ASCII or full width.
fn plies(text: &str) -> Option<u32> {
    let digit = |c: char| match c {
        '０'..='９' => char::from_u32(u32::from(c) - u32::from('０') + u32::from('0')),
        _ => Some(c),
    };
    let plain: Option<String> = text.trim().chars().map(digit).collect();
    plain?.parse().ok()
}

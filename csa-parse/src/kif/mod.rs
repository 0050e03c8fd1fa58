//! KIF and KI2 records: Japanese text with moves such as `７六歩(77)` or `▲７六歩`.
//!
//! The main line is read; variations (`変化：`) are kept as comments. A move of KIF says where it comes from, a move of KI2
//! only whether it goes up, down, left or right where that is needed: it is handed on as a [`Ki2Token`] for somebody with a board.
//! Format page: `docs/formats/books.md`.

mod header;
mod line;
mod reader;

pub(crate) use reader::visit_lines;

use crate::token::{FileRank, PieceCode, Sign};
use std::fmt;
use std::sync::LazyLock;

/// A move without its origin, as Japanese notation writes it: `▲５八金右`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ki2Token {
    /// The side, where a mark gives it.
    pub sign: Option<Sign>,
    /// Where the piece goes to.
    pub to: FileRank,
    /// The piece before the move.
    pub piece: PieceCode,
    /// `成`, `不成`, or neither.
    pub promote: Option<bool>,
    /// Whether `打` says that the piece comes from the hand.
    pub drop: bool,
    /// What tells several pieces apart.
    pub relative: Relative,
}

/// The words that tell several pieces apart that can make a move, from the view of the side to move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Relative {
    /// `右`: the rightmost piece.
    pub right: bool,
    /// `左`: the leftmost piece.
    pub left: bool,
    /// `直`: straight up, from right below.
    pub straight: bool,
    /// `上`, `行`, `入`: forwards.
    pub up: bool,
    /// `寄`: sideways.
    pub sideways: bool,
    /// `引`, `下`: backwards.
    pub down: bool,
}

/// The names of pieces in moves and diagrams; longer ones first. The first of a piece is the usual one.
const PIECES: [(&str, PieceCode); 19] = [
    ("成銀", PieceCode::Ng),
    ("成桂", PieceCode::Nk),
    ("成香", PieceCode::Ny),
    ("歩", PieceCode::Fu),
    ("香", PieceCode::Ky),
    ("桂", PieceCode::Ke),
    ("銀", PieceCode::Gi),
    ("金", PieceCode::Ki),
    ("角", PieceCode::Ka),
    ("飛", PieceCode::Hi),
    ("玉", PieceCode::Ou),
    ("王", PieceCode::Ou),
    ("と", PieceCode::To),
    ("杏", PieceCode::Ny),
    ("圭", PieceCode::Nk),
    ("全", PieceCode::Ng),
    ("馬", PieceCode::Um),
    ("龍", PieceCode::Ry),
    ("竜", PieceCode::Ry),
];

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

impl fmt::Display for Ki2Token {
    /// The usual form, with the origin words in the order of their fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |names: [char; 9], n: u8| names.get(usize::from(n).wrapping_sub(1)).copied();
        let name = PIECES.iter().find(|(_, piece)| *piece == self.piece);
        let mark = self.sign.map(|sign| match sign {
            Sign::Plus => '▲',
            Sign::Minus => '△',
        });
        let square = [at(FILES, self.to.0), at(RANKS, self.to.1)];
        mark.into_iter()
            .chain(square.into_iter().flatten())
            .try_for_each(|c| write!(f, "{c}"))?;
        f.write_str(name.map_or("", |(name, _)| name))?;
        let relative = self.relative;
        let words = [
            (relative.right, "右"),
            (relative.left, "左"),
            (relative.straight, "直"),
            (relative.up, "上"),
            (relative.sideways, "寄"),
            (relative.down, "引"),
            (self.promote == Some(true), "成"),
            (self.promote == Some(false), "不成"),
            (self.drop, "打"),
        ];
        let words = words.iter().filter(|(is, _)| *is);
        words
            .into_iter()
            .try_for_each(|(_, word)| f.write_str(word))
    }
}

/// How a game ended by its last line, `まで95手で先手の勝ち`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KifResult {
    /// Number of moves as the line says.
    pub plies: Option<u32>,
    /// The winner by name; `None` where none is named.
    pub winner: Option<Sign>,
    /// Why.
    pub cause: KifCause,
}

/// Why a game ended, by its last line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum KifCause {
    /// A side won; nothing more is said.
    Win,
    /// `時間切れ`, `切れ負け`.
    Time,
    /// `反則`.
    Foul,
    /// `入玉`, `宣言`.
    Declaration,
    /// `詰み`.
    Mate,
    /// `千日手`.
    Repetition,
    /// `持将棋`.
    Impasse,
    /// `中断`.
    BrokenOff,
    /// Something else.
    Other,
}

/// Extensions of KIF and KI2 files.
pub(crate) const EXTENSIONS: [&str; 4] = [".kif", ".kifu", ".ki2", ".ki2u"];

/// Words with which a line of KIF or KI2 begins and a line of CSA does not.
const BEGINNINGS: [&str; 27] = [
    "手合割",
    "先手",
    "後手",
    "下手",
    "上手",
    "開始日時",
    "終了日時",
    "対局",
    "棋戦",
    "場所",
    "持ち時間",
    "消費時間",
    "表題",
    "戦型",
    "手数",
    "備考",
    "掲載",
    "作者",
    "発表誌",
    "まで",
    "▲",
    "△",
    "☗",
    "☖",
    "▼",
    "▽",
    "変化：",
];

static BEGINNING_BYTES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| encoded(&BEGINNINGS));

/// Whether the beginning of a file is that of a KIF or KI2 record: its first line that is no comment decides, or a
/// comment that names the format. `by_name` says that the file's name promises one; then only a line of CSA says no.
pub(crate) fn is_kif(head: &[u8], by_name: bool) -> bool {
    for line in head.split(|b| matches!(b, b'\n' | b'\r')) {
        let line = line
            .strip_prefix(b"\xef\xbb\xbf")
            .unwrap_or(line)
            .trim_ascii();
        match line.first() {
            None => {}
            Some(b'#') if names_format(line) => return true,
            Some(b'*' | b'#' | b'&') => {}
            Some(_) if is_known(line) => return true,
            Some(first) => return by_name && !b"V'NP$+-%T".contains(first),
        }
    }
    by_name
}

fn names_format(line: &[u8]) -> bool {
    [&b"#KIF"[..], b"#KI2", b"# KIF", b"# ---"]
        .iter()
        .any(|start| line.starts_with(start))
}

fn is_known(line: &[u8]) -> bool {
    BEGINNING_BYTES.iter().any(|word| line.starts_with(word)) || is_move_line(line)
}

/// A number, a blank, and something above ASCII: `1 ７六歩(77)`.
fn is_move_line(line: &[u8]) -> bool {
    let digits = line.iter().take_while(|b| b.is_ascii_digit()).count();
    let rest = &line[digits..];
    let blanks = rest
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t'))
        .count();
    (1..=4).contains(&digits) && blanks > 0 && rest.get(blanks).is_some_and(|b| !b.is_ascii())
}

/// What a line of a KIF or KI2 file means for the splitting into records.
pub(crate) enum KifSense {
    /// Blank or a comment.
    Nothing,
    /// It begins a record.
    Opening,
    /// A move.
    Play,
    /// Anything else.
    Other,
}

static OPENING_BYTES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| encoded(&["手合割", "開始日時"]));
static MARK_BYTES: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| encoded(&["▲", "△", "☗", "☖", "▼", "▽"]));

/// Words in the bytes of each encoding that has them.
fn encoded(words: &[&str]) -> Vec<Vec<u8>> {
    let encodings = [
        encoding_rs::UTF_8,
        encoding_rs::SHIFT_JIS,
        encoding_rs::EUC_JP,
    ];
    let all = words
        .iter()
        .flat_map(|word| encodings.map(|encoding| encoding.encode(word)));
    all.filter(|(_, _, lost)| !lost)
        .map(|(bytes, ..)| bytes.into_owned())
        .collect()
}

pub(crate) fn sense(line: &[u8]) -> KifSense {
    let line = line.trim_ascii();
    let begins = |words: &[Vec<u8>]| words.iter().any(|word| line.starts_with(word));
    match line.first() {
        None | Some(b'*' | b'&') => KifSense::Nothing,
        Some(b'#') if names_format(line) => KifSense::Opening,
        Some(b'#') => KifSense::Nothing,
        Some(_) if is_move_line(line) || begins(&MARK_BYTES) => KifSense::Play,
        Some(_) if begins(&OPENING_BYTES) => KifSense::Opening,
        Some(_) => KifSense::Other,
    }
}

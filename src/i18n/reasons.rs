//! Errors of the libraries and of foreign crates in both languages.
//!
//! English is what the error says of itself. Japanese is worded here for errors with fields; rules and records come with
//! their reason as a phrase ([`said`]). The words of the system and of foreign crates stay as a detail in parentheses.

use std::fmt::Display;
use std::io;
use std::num::ParseIntError;

use joban_book_build::seed::KeyError;
use joban_book_build::{
    BuildError, CsvError, CsvReason, OverrideError, OverrideProblem, SelectError,
};
use joban_engine::book::BookError;
use joban_engine::rom_key::RomKeyError;
use joban_engine::rules::{
    Color, MoveTextError, PositionIssue, PositionRejected, Refusal, RefusalReason, SfenError,
};
use joban_positions::date::DateError;
use joban_positions::error::known_endings;
use joban_positions::{Error, OptionError};
use joban_rom_assets::assets::{AssetsError, MOST_ENTRIES};
use joban_rom_assets::damage::Fault;

use super::{Text, said};

/// An error that can be told in both languages.
pub(crate) trait Worded: Display {
    /// The Japanese words.
    fn japanese(&self) -> String;

    /// Both.
    fn words(&self) -> Text {
        Text::pair(&self.to_string(), &self.japanese())
    }
}

/// Errors whose English words are phrases of the table.
macro_rules! phrases {
    ($($name:ty),+ $(,)?) => {$(
        impl Worded for $name {
            fn japanese(&self) -> String {
                phrase(self)
            }
        }
    )+};
}

phrases!(
    MoveTextError,
    ParseIntError,
    PositionIssue,
    PositionRejected,
    Refusal,
    RefusalReason,
    SfenError,
);

fn phrase(error: &(impl Display + ?Sized)) -> String {
    said(&error.to_string()).get(super::Lang::Ja).to_owned()
}

fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

impl Worded for io::Error {
    fn japanese(&self) -> String {
        let english = self.to_string();
        let ours = phrase(self);
        if self.raw_os_error().is_none() && ours != english {
            return ours;
        }
        format!("{} ({english})", io_kind(self.kind()))
    }
}

fn io_kind(kind: io::ErrorKind) -> &'static str {
    match kind {
        io::ErrorKind::NotFound => "ファイルもフォルダーもありません",
        io::ErrorKind::PermissionDenied => "権限がありません",
        io::ErrorKind::IsADirectory => "ファイルではなくフォルダーです",
        io::ErrorKind::NotADirectory => "フォルダーではありません",
        io::ErrorKind::AlreadyExists => "同じ名前のものがすでにあります",
        io::ErrorKind::StorageFull => "ディスクの空きがありません",
        io::ErrorKind::QuotaExceeded => "使える容量を超えました",
        io::ErrorKind::ReadOnlyFilesystem => "書き込めないファイルシステムです",
        io::ErrorKind::InvalidFilename => "使えないファイル名です",
        io::ErrorKind::InvalidData => "内容が正しくありません",
        io::ErrorKind::UnexpectedEof => "途中で終わっています",
        _ => "読み書きに失敗しました",
    }
}

impl Worded for RomKeyError {
    fn japanese(&self) -> String {
        match self {
            Self::Length { length } => format!(
                "鍵表の大きさは 2346 バイト (full)、1174 バイト (compact)、4690 バイト (table) のいずれかですが、{length} バイトです"
            ),
            Self::Layout { text } => {
                format!("`{text}` は鍵表の形ではありません (full, compact, table)")
            }
            other => phrase(other),
        }
    }
}

impl Worded for BookError {
    fn japanese(&self) -> String {
        match self {
            Self::Length { length } => {
                format!("定跡は 6 バイトの項目の並びですが、{length} バイト余るか足りません")
            }
            Self::Move { index, word } => {
                format!("項目 {index}: {word:#06x} は指し手ではありません")
            }
            Self::Weight { index } => format!("項目 {index}: 重みが 0 です"),
            Self::Order { index } => {
                format!("項目 {index} の順序が違います (手数、鍵、重みの降順、指し手)")
            }
            Self::Candidates { index, key, ply } => {
                format!("項目 {index}: 鍵 {key:#06x}、{ply} 手目の候補手が三つ以上あります")
            }
            Self::SameMove { index, key, ply } => {
                format!("項目 {index}: 鍵 {key:#06x}、{ply} 手目に同じ指し手が二度あります")
            }
            other => phrase(other),
        }
    }
}

impl Worded for Fault {
    fn japanese(&self) -> String {
        match self {
            Self::OddLength { bytes } => format!("最後の項目の後に {bytes} バイト余っています"),
            Self::NoMove { word } => format!("{word:#06x} は指し手ではありません"),
            Self::IllegalMove { word } => {
                format!("指し手 {word:#06x} は、この鍵と手数のどの局面でも指せません")
            }
            Self::PlyOutOfRange { ply } => format!("手数 {ply} は範囲外です (0 から 59)"),
            Self::ZeroWeight => "重みが 0 です".to_owned(),
            Self::Duplicate => "鍵・手数・指し手が前の項目と同じです".to_owned(),
            Self::TooMany => "同じ鍵と手数の項目が三つ以上あります".to_owned(),
            Self::Unordered => "順序が違います (手数、鍵、重みの降順、指し手)".to_owned(),
            other => phrase(other),
        }
    }
}

impl Worded for AssetsError {
    fn japanese(&self) -> String {
        match self {
            Self::TooManyEntries { entries } => format!(
                "32 KB の ROM に入るのは {MOST_ENTRIES} 項目までですが、定跡は {entries} 項目です"
            ),
            Self::PaddingPly { index } => {
                format!("項目 {index} の手数 255 は、検索コードでは詰め物を表します")
            }
            other => phrase(other),
        }
    }
}

impl Worded for KeyError {
    fn japanese(&self) -> String {
        match self {
            Self::NoSeed { first, last } => format!(
                "種 {first} から {last} までのどれでも、定跡の局面の鍵がすべては分かれません。--entries を減らすか、--zobrist で鍵表を指定してください (衝突する局面は除かれます)"
            ),
            Self::Collision {
                ply,
                key,
                one,
                other,
            } => format!(
                "指定された鍵表では {ply} 手目の二つの局面が同じ鍵 {key:04x} になります: {one} と {other}"
            ),
            other => phrase(other),
        }
    }
}

impl Worded for BuildError {
    fn japanese(&self) -> String {
        match self {
            Self::Key(error) => error.japanese(),
            Self::Book(error) => error.japanese(),
            other => phrase(other),
        }
    }
}

impl Worded for SelectError {
    fn japanese(&self) -> String {
        match self {
            Self::Override(error) => error.japanese(),
            other => phrase(other),
        }
    }
}

impl Worded for OverrideError {
    fn japanese(&self) -> String {
        format!("{}: {}", override_name(&self.name), self.problem.japanese())
    }
}

/// `override 3` as `3 番目の override`.
pub(crate) fn override_name(name: &str) -> String {
    match name.strip_prefix("override ") {
        Some(number) => format!("{number} 番目の override"),
        None => name.to_owned(),
    }
}

impl Worded for OverrideProblem {
    fn japanese(&self) -> String {
        match self {
            Self::Sfen(error) => error.japanese(),
            Self::Position(error) => error.japanese(),
            Self::MoveText(error) => error.japanese(),
            Self::IllegalWay { text, refusal } => {
                format!(
                    "局面に至る指し手 {text} は指せません: {}",
                    refusal.japanese()
                )
            }
            Self::IllegalMove {
                text,
                sfen,
                refusal,
            } => format!("{text} は局面 {sfen} で指せません: {}", refusal.japanese()),
            Self::Weight { weight } => format!("重み {weight} は 1 から 255 の範囲にありません"),
            Self::Twice { earlier } => {
                format!(
                    "{}が同じ局面の同じ指し手を扱っています",
                    override_name(earlier)
                )
            }
            Self::TooMany { candidates } => {
                format!("この局面に強制する指し手が候補手の数 ({candidates}) を超えています")
            }
            Self::WeightSum { first, second } => {
                format!(
                    "この局面の二つの重みは {first} と {second} ですが、和は 256 でなければなりません"
                )
            }
            Self::PlyDiffers { ply, moves } => {
                format!("ply = {ply} と、局面に至る {moves} 手とが食い違います")
            }
            Self::PlyMissing => {
                "手数が分かりません。`ply`、`moves`、または SFEN の手数を指定してください"
                    .to_owned()
            }
            Self::WrongSide {
                ply,
                expected,
                found,
            } => format!(
                "{ply} 手進んだ局面は{}番のはずですが、指定の局面は{}番です",
                side(*expected),
                side(*found)
            ),
            Self::BeyondBook { ply, last } => {
                format!("手数 {ply} は定跡の範囲 (0 から {last}) の外です (--book-plies)")
            }
            Self::NoRoom => "この指し手を入れる余地が定跡にありません (--entries)".to_owned(),
            Self::SameKey { key, kept } => format!(
                "この局面の鍵 {key:04x} は、強制された別の局面 {kept} と同じです (--zobrist)"
            ),
            other => phrase(other),
        }
    }
}

impl Worded for CsvError {
    fn japanese(&self) -> String {
        format!("{} 行目: {}", self.line, self.reason.japanese())
    }
}

impl Worded for CsvReason {
    fn japanese(&self) -> String {
        match self {
            Self::NoText => "UTF-8 でも、BOM 付きの UTF-16LE でもありません".to_owned(),
            Self::Columns => format!(
                "列は {} でなければなりません",
                joban_book_build::book_csv::COLUMNS.join(",")
            ),
            Self::FieldCount { found } => format!(
                "列が {found} 個です ({} 個のはずです)",
                joban_book_build::book_csv::COLUMNS.len()
            ),
            Self::Number { column, text } => {
                format!("{column}: {text:?} は範囲内の数ではありません")
            }
            Self::Date { column, error } => format!("{column}: {}", error.japanese()),
            Self::Key { text } => format!(
                "key: {text:?} は 16 進 4 桁ではありません (表計算ソフトで変わったのかもしれません)"
            ),
            Self::Sfen(error) => format!("sfen: {}", error.japanese()),
            Self::Position(error) => format!("sfen: {}", error.japanese()),
            Self::Side { side, ply } => {
                format!("side {side:?} が手数 {ply} または sfen の手番と合いません")
            }
            Self::MoveText(error) => format!("move: {}", error.japanese()),
            Self::IllegalMove { mv, refusal } => {
                format!("指し手 {mv} は指せません: {}", refusal.japanese())
            }
            Self::Book(error) => error.japanese(),
            Self::Place { key, ply } => {
                format!("{ply} 手目の鍵 {key:04x} と局面とが一対一に対応していません")
            }
            Self::Weights {
                candidates,
                expected,
                found,
            } => format!(
                "候補手が {candidates} 個の局面の重みの和は {expected} のはずですが、{found} です"
            ),
            other => phrase(other),
        }
    }
}

impl Worded for DateError {
    fn japanese(&self) -> String {
        format!(
            "{:?} は暦の日付ではありません。YYYY/MM/DD か YYYY-MM-DD と書いてください",
            self.0
        )
    }
}

impl Worded for OptionError {
    fn japanese(&self) -> String {
        match self {
            Self::UnknownEnding { word } => {
                format!(
                    "終局 {word:?} はありません。使えるのは {}, any です",
                    known_endings()
                )
            }
            Self::UnknownWinner { word } => {
                format!("勝者 {word:?} はありません。使えるのは black, white, draw, decided です")
            }
            Self::Pattern { pattern, reason } => {
                format!(
                    "{pattern:?} は正規表現として正しくありません ({})",
                    one_line(reason)
                )
            }
            Self::EmptyDates { from, to } => {
                format!("日付の範囲が空です: {from} は {to} より後です")
            }
            Self::NegativeGap => "レーティング差は 0 以上で指定してください".to_owned(),
            Self::RatingNotNumber => "レーティングの下限が数ではありません".to_owned(),
            Self::ZeroCap => "組み合わせごとの上限は 1 以上で指定してください".to_owned(),
            Self::Fraction { fraction } => {
                format!("検証用に除く割合 {fraction} は 0 から 1 の範囲にありません")
            }
            other => phrase(other),
        }
    }
}

impl Worded for Error {
    fn japanese(&self) -> String {
        match self {
            Self::Io { path, source } => format!("{}: {}", path.display(), source.japanese()),
            Self::Table { path, reason } => format!(
                "{} は joban の表として読めません ({})",
                path.display(),
                one_line(said(reason).get(super::Lang::Ja))
            ),
            Self::Revision {
                path,
                found,
                expected,
            } => format!(
                "{} の表の版は {found:?} ですが、このプログラムが読む版は {expected:?} です。棋譜からもう一度 ingest してください",
                path.display()
            ),
            Self::TooShallow { path, held, needed } => format!(
                "{} の表には一局あたり {held} 局面しかありませんが、{needed} 局面が必要です。--plies {needed} で ingest し直してください",
                path.display()
            ),
            Self::Use { path, line, reason } => format!(
                "{} の {line} 行目は開始局面集の使用記録ではありません ({reason})",
                path.display()
            ),
            Self::Option(error) => error.japanese(),
            Self::Write { path, source } => format!("{}: {}", path.display(), source.japanese()),
            Self::Row {
                path,
                kind,
                number,
                reason,
            } => {
                let unit = if *kind == "line" { "行目" } else { "件目" };
                let reason = one_line(said(reason).get(super::Lang::Ja));
                format!("{} の {number} {unit}: {reason}", path.display())
            }
            Self::MateRule { row, format } => format!(
                "{row} 件目は詰みですが、{format} には詰みを表す場所がありません。--mate-as N で N として書くか、--mate-as drop で除いてください"
            ),
            other => phrase(other),
        }
    }
}

impl Worded for toml::de::Error {
    fn japanese(&self) -> String {
        let message = one_line(self.message());
        let ours = said(&message).get(super::Lang::Ja).to_owned();
        if ours != message {
            return ours;
        }
        if let Some((field, known)) = quoted(&message, "unknown field ") {
            return match known {
                "" => format!("不明な項目 {field} です"),
                known => format!("不明な項目 {field} です (使える項目: {known})"),
            };
        }
        if let Some((value, known)) = quoted(&message, "unknown variant ") {
            return format!("{value} は使えません (使える値: {known})");
        }
        if let Some(field) = message.strip_prefix("missing field ") {
            return format!("項目 {field} がありません");
        }
        let what = match () {
            () if message.starts_with("invalid type") => "値の型が違います",
            () if message.starts_with("invalid value") => "値が正しくありません",
            () if message.starts_with("duplicate") => "同じ項目が二度あります",
            () => "TOML の書き方が正しくありません",
        };
        format!("{what} ({message})")
    }
}

/// The name in a message such as "unknown field `x`, expected one of `y`, `z`", and what was expected.
fn quoted<'a>(message: &'a str, start: &str) -> Option<(&'a str, &'a str)> {
    let rest = message.strip_prefix(start)?;
    let (name, expected) = rest.split_once(", ").unwrap_or((rest, ""));
    let known = expected
        .strip_prefix("expected one of ")
        .or_else(|| expected.strip_prefix("expected "))
        .unwrap_or_default();
    Some((name, known))
}

/// A message of several lines as one.
fn one_line(message: &str) -> String {
    let lines: Vec<&str> = message
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("; ")
}

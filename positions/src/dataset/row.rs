//! One position of a data set.

use std::cmp::Ordering;

use joban_engine::rules::{Accept, Color, Move, Position, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Error;

/// A position with what is known about it. Scores and results are from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Canonical SFEN with move number: [`Row::ply`] + 1, or 1 where that is not known.
    pub sfen: String,
    /// [Key](joban_engine::keys) of the position.
    pub key: u64,
    /// Moves played before it.
    pub ply: Option<u32>,
    /// [Hash](crate::hash::game_hash) of the game it comes from.
    pub game_hash: Option<u64>,
    /// How many random moves were played after the game was left.
    pub random_plies: u32,
    /// The move that the game went on with.
    pub played: Option<Move>,
    /// How the game ended.
    pub result: Option<GameResult>,
    /// What a teacher says.
    pub label: Option<Label>,
}

/// The end of a game from the side to move in the position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GameResult {
    /// The side to move lost.
    Loss,
    /// Nobody won.
    Draw,
    /// The side to move won.
    Win,
}

impl GameResult {
    /// 1, 0 or −1.
    #[must_use]
    pub fn number(self) -> i8 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// The result of a number 1, 0 or −1.
    #[must_use]
    pub fn from_number(number: i64) -> Option<Self> {
        match number {
            -1 => Some(Self::Loss),
            0 => Some(Self::Draw),
            1 => Some(Self::Win),
            _ => None,
        }
    }

    /// The same from the other side.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// A score from the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum RowScore {
    /// Centipawns on the teacher's scale.
    Cp(i32),
    /// A forced mate.
    Mate {
        /// Whether the side to move mates; else it is mated.
        wins: bool,
        /// Distance in plies, where it is known.
        plies: Option<u32>,
    },
}

/// What a teacher says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Who says it: index into the [`LabelSource`]s of the set.
    pub source: u32,
    /// The score.
    pub score: RowScore,
    /// The best move.
    pub best: Option<Move>,
    /// Depth of the search in plies.
    pub depth: Option<u32>,
    /// Nodes of the search.
    pub nodes: Option<u64>,
    /// Every line of the search as JSON, where more than one was asked for.
    pub lines: Option<String>,
}

/// Who labelled, and under which limit. Labels with different sources are on different scales.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelSource {
    /// Identity of the teacher, or a text where it is not known.
    pub teacher: Value,
    /// Limit of the searches, such as `nodes 100000`; `unknown` where it is not known.
    pub limit: String,
    /// Number of lines asked for.
    pub multipv: u32,
}

impl LabelSource {
    /// A source that is known by name only.
    #[must_use]
    pub fn named(teacher: &str, limit: &str) -> Self {
        Self {
            teacher: Value::from(teacher),
            limit: limit.to_owned(),
            multipv: 1,
        }
    }

    /// A total order: that of the texts.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let text = |source: &Self| (source.teacher.to_string(), source.limit.clone());
        text(self)
            .cmp(&text(other))
            .then(self.multipv.cmp(&other.multipv))
    }
}

impl Row {
    /// A row without anything but the position. `ply` is the number of moves before it, where that is known.
    #[must_use]
    pub fn new(position: &Position, ply: Option<u32>) -> Self {
        Self {
            sfen: with_number(&position.sfen_key(), ply),
            key: position.key(),
            ply,
            game_hash: None,
            random_plies: 0,
            played: None,
            result: None,
            label: None,
        }
    }

    /// The SFEN without move number.
    #[must_use]
    pub fn sfen_key(&self) -> &str {
        self.sfen
            .rsplit_once(' ')
            .map_or(&self.sfen, |(key, _)| key)
    }

    /// The side to move.
    #[must_use]
    pub fn side(&self) -> Color {
        match self.sfen.split(' ').nth(1) {
            Some("w") => Color::White,
            _ => Color::Black,
        }
    }

    /// The diagram.
    ///
    /// # Errors
    /// [`Error::Internal`] if the text is no SFEN, which readers have checked.
    pub fn setup(&self) -> Result<Setup, Error> {
        let parsed = Setup::from_sfen(&self.sfen);
        parsed
            .map(|(setup, _)| setup)
            .map_err(|error| Error::Internal(error.to_string()))
    }

    /// The position.
    ///
    /// # Errors
    /// [`Error::Internal`] if it is none, which readers have checked.
    pub fn position(&self) -> Result<Position, Error> {
        Position::from_setup(&self.setup()?, Accept::OneKing)
            .map_err(|error| Error::Internal(error.to_string()))
    }

    /// The teacher's best move, else the move that was played: what formats with one move hold.
    #[must_use]
    pub fn best_or_played(&self) -> Option<Move> {
        let best = self.label.as_ref().and_then(|label| label.best);
        best.or(self.played)
    }
}

fn with_number(sfen_key: &str, ply: Option<u32>) -> String {
    format!("{sfen_key} {}", ply.unwrap_or(0).saturating_add(1))
}

/// The SFEN without move number of a position turned by 180 degrees with the colours swapped.
///
/// Works on the text: the squares in the opposite order, letters and side in the other colour. The text must be canonical.
#[must_use]
pub fn flipped_sfen_key(sfen_key: &str) -> String {
    let mut fields = sfen_key.split(' ');
    let mut field = || fields.next().unwrap_or_default();
    let (board, side, hands) = (field(), field(), field());
    let mut text = String::with_capacity(sfen_key.len());
    let mut chars = board.chars().rev().peekable();
    while let Some(c) = chars.next() {
        // A promotion stands before its letter, so behind it in this order.
        text.extend(chars.next_if_eq(&'+'));
        text.push(other_case(c));
    }
    text.push_str(if side == "b" { " w " } else { " b " });
    let split = hands
        .find(|c: char| c.is_ascii_lowercase())
        .map(|first| hands[..first].trim_end_matches(|c: char| c.is_ascii_digit()))
        .map_or(hands.len(), str::len);
    let (black, white) = hands.split_at(split);
    text.extend(white.chars().chain(black.chars()).map(other_case));
    text
}

fn other_case(c: char) -> char {
    if c.is_ascii_lowercase() {
        c.to_ascii_uppercase()
    } else {
        c.to_ascii_lowercase()
    }
}

/// A position and its twin in one text: the smaller of the two.
#[must_use]
pub fn canonical(sfen_key: &str) -> String {
    let twin = flipped_sfen_key(sfen_key);
    if twin.as_str() < sfen_key {
        twin
    } else {
        sfen_key.to_owned()
    }
}

// The bytes of a row while rows are sorted; never kept.

fn put(out: &mut Vec<u8>, value: Option<u64>) {
    out.push(u8::from(value.is_none()));
    out.extend_from_slice(&value.unwrap_or(0).to_be_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(&(text.len() as u32).to_be_bytes());
    out.extend_from_slice(text.as_bytes());
}

fn put_move(out: &mut Vec<u8>, mv: Option<Move>) {
    out.extend_from_slice(&mv.map_or(0, Move::word).to_be_bytes());
}

impl Row {
    /// Bytes whose order is that in which one of several rows with the same position is taken: labelled ones first, then by game
    /// and ply, then by everything else. `shared` is the beginning of the SFEN that these rows have in common; it is left out.
    pub(super) fn to_bytes(&self, shared: &str, out: &mut Vec<u8>) {
        let source = self.label.as_ref().map(|label| u64::from(label.source));
        put(out, source);
        put(out, self.game_hash);
        put(out, self.ply.map(u64::from));
        out.extend_from_slice(&self.random_plies.to_be_bytes());
        out.extend_from_slice(&self.key.to_be_bytes());
        put_move(out, self.played);
        out.push(self.result.map_or(9, |result| (result.number() + 1) as u8));
        put_text(out, self.sfen.strip_prefix(shared).unwrap_or(&self.sfen));
        if let Some(label) = &self.label {
            label.to_bytes(out);
        }
    }

    /// The row of bytes that [`Row::to_bytes`] made with the same `shared`.
    pub(super) fn from_bytes(shared: &str, bytes: &[u8]) -> Option<Self> {
        let mut from = Cursor(bytes);
        let source = from.number()?;
        Some(Self {
            game_hash: from.number()?,
            ply: from.number()?.map(|ply| ply as u32),
            random_plies: u32::from_be_bytes(from.array()?),
            key: u64::from_be_bytes(from.array()?),
            played: from.mv()?,
            result: match from.array()? {
                [9] => None,
                [number] => GameResult::from_number(i64::from(number) - 1),
            },
            sfen: from.text(shared)?,
            label: match source {
                None => None,
                Some(source) => Some(Label::from_bytes(source as u32, &mut from)?),
            },
        })
    }
}

impl Label {
    fn to_bytes(&self, out: &mut Vec<u8>) {
        let (kind, value) = match self.score {
            RowScore::Cp(cp) => (0, Some(u64::from(cp as u32))),
            RowScore::Mate { wins, plies } => (1 + u8::from(wins), plies.map(u64::from)),
        };
        out.push(kind);
        put(out, value);
        put_move(out, self.best);
        put(out, self.depth.map(u64::from));
        put(out, self.nodes);
        out.push(u8::from(self.lines.is_some()));
        put_text(out, self.lines.as_deref().unwrap_or_default());
    }

    fn from_bytes(source: u32, from: &mut Cursor<'_>) -> Option<Self> {
        let [kind] = from.array()?;
        let value = from.number()?;
        let score = match kind {
            0 => RowScore::Cp(value? as u32 as i32),
            _ => RowScore::Mate {
                wins: kind == 2,
                plies: value.map(|plies| plies as u32),
            },
        };
        let (best, depth, nodes) = (from.mv()?, from.number()?, from.number()?);
        let [has_lines] = from.array()?;
        let lines = from.text("")?;
        Some(Self {
            source,
            score,
            best,
            depth: depth.map(|depth| depth as u32),
            nodes,
            lines: (has_lines == 1).then_some(lines),
        })
    }
}

struct Cursor<'a>(&'a [u8]);

impl Cursor<'_> {
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }

    /// The outer `None` means that the bytes end.
    fn number(&mut self) -> Option<Option<u64>> {
        let [missing] = self.array()?;
        let value = u64::from_be_bytes(self.array()?);
        Some((missing == 0).then_some(value))
    }

    fn mv(&mut self) -> Option<Option<Move>> {
        Some(Move::from_word(u16::from_be_bytes(self.array()?)))
    }

    fn text(&mut self, begin: &str) -> Option<String> {
        let length = u32::from_be_bytes(self.array()?) as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        let text = std::str::from_utf8(text).ok()?;
        let mut whole = String::with_capacity(begin.len() + length);
        whole.push_str(begin);
        whole.push_str(text);
        Some(whole)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use joban_engine::rng::SplitMix64;

    /// Positions of random games, with hands and promoted pieces.
    pub(in super::super) fn positions() -> Vec<Position> {
        let mut rng = SplitMix64::new(3);
        let mut all = Vec::new();
        for _ in 0..20 {
            let mut position = Position::startpos();
            for _ in 0..150 {
                let moves = position.legal_moves();
                let Some(&mv) = moves.get(rng.below(moves.len() as u64) as usize) else {
                    break;
                };
                position.play(mv).unwrap();
                all.push(position.clone());
            }
        }
        all
    }

    #[test]
    fn the_text_is_flipped_as_the_position_is() {
        for position in positions() {
            let key = position.sfen_key();
            assert_eq!(flipped_sfen_key(&key), position.flip().sfen_key(), "{key}");
            assert_eq!(canonical(&key), canonical(&flipped_sfen_key(&key)));
        }
    }

    #[test]
    fn rows_come_back_from_their_bytes() {
        let mut row = Row::new(&Position::startpos(), None);
        let check = |row: &Row| {
            for shared in ["", row.sfen_key()] {
                let mut bytes = Vec::new();
                row.to_bytes(shared, &mut bytes);
                assert_eq!(Row::from_bytes(shared, &bytes).as_ref(), Some(row));
                for cut in 0..bytes.len() {
                    assert_eq!(Row::from_bytes(shared, &bytes[..cut]), None);
                }
            }
        };
        check(&row);
        row.ply = Some(0);
        row.game_hash = Some(u64::MAX);
        row.result = Some(GameResult::Loss);
        row.played = Move::from_usi("7g7f").ok();
        for score in [
            RowScore::Cp(-3),
            RowScore::Mate {
                wins: false,
                plies: None,
            },
            RowScore::Mate {
                wins: true,
                plies: Some(7),
            },
        ] {
            row.label = Some(Label {
                source: 2,
                score,
                best: Move::from_usi("P*5e").ok(),
                depth: Some(9),
                nodes: None,
                lines: Some("[]".to_owned()),
            });
            check(&row);
        }
    }
}

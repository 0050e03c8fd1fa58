//! PackedSfenValue of YaneuraOu: 40 bytes a position, little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0–31 | position |
//! | 32–33 | score in centipawns from the side to move, signed |
//! | 34–35 | move, 0 for none |
//! | 36–37 | move number as in SFEN (1 at the start), 0 if not known |
//! | 38 | result for the side to move: 1 win, 0 draw, −1 loss |
//! | 39 | 0 |

use std::sync::LazyLock;

use joban_engine::rules::{Color, Move, Piece, PieceKind, Setup, Source, Square};

use super::{Code, Codes, Layout, Off, POSITION_BYTES, PackedError, code};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 40;

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(Codes { board, off }));

/// Code of a kind on the board before the bits for promotion and colour.
const fn base(kind: PieceKind) -> Code {
    match kind.unpromoted() {
        PieceKind::Pawn => code(1, 2),
        PieceKind::Lance => code(3, 4),
        PieceKind::Knight => code(11, 4),
        PieceKind::Silver => code(7, 4),
        PieceKind::Bishop => code(31, 6),
        PieceKind::Rook => code(63, 6),
        // Kings stand before the board.
        _ => code(15, 5),
    }
}

fn board(piece: Option<Piece>) -> Code {
    let Some(Piece { color, kind }) = piece else {
        return code(0, 1);
    };
    let base = base(kind);
    let promoted = match kind {
        PieceKind::Gold => base,
        _ => base.then(kind.is_promoted()),
    };
    promoted.then(color == Color::White)
}

fn off(off: Off) -> Code {
    match off {
        Off::Hand(color, kind) => {
            let base = base(kind);
            let held = unpromoted(code(base.value >> 1, base.bits - 1), kind);
            held.then(color == Color::White)
        }
        Off::Box(kind) => unpromoted(boxed(kind), kind),
    }
}

/// A 0 in place of the promotion, which gold has not.
fn unpromoted(code: Code, kind: PieceKind) -> Code {
    if kind == PieceKind::Gold {
        code
    } else {
        code.then(false)
    }
}

const fn boxed(kind: PieceKind) -> Code {
    match kind {
        PieceKind::Pawn => code(2, 2),
        PieceKind::Lance => code(9, 4),
        PieceKind::Knight => code(13, 4),
        PieceKind::Silver => code(11, 4),
        PieceKind::Bishop => code(47, 6),
        PieceKind::Rook => code(63, 6),
        _ => code(27, 5),
    }
}

/// Packs a position; the move number is not part of it.
///
/// # Errors
/// [`PackedError::BadPosition`] unless each side has one king and no kind has more pieces than a set.
pub fn encode_position(setup: &Setup) -> Result<[u8; POSITION_BYTES], PackedError> {
    LAYOUT.encode(setup)
}

/// Unpacks a position; its move number is 1. Whether the position is legal is another question.
///
/// # Errors
/// [`PackedError`] for bits that no position has.
pub fn decode_position(bytes: &[u8; POSITION_BYTES]) -> Result<Setup, PackedError> {
    LAYOUT.decode(bytes)
}

/// One record as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position; its move number is that of the record, or 1 if that is 0.
    pub setup: Setup,
    /// Score from the side to move, centipawns.
    pub score: i16,
    /// The word of the move, see [`move_word`].
    pub word: u16,
    /// Move number as in SFEN; 0 if not known.
    pub move_number: u16,
    /// Result for the side to move: 1, 0, −1.
    pub result: i8,
}

impl Record {
    /// The bytes.
    ///
    /// # Errors
    /// As [`encode_position`].
    pub fn encode(&self) -> Result<[u8; RECORD_BYTES], PackedError> {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..32].copy_from_slice(&encode_position(&self.setup)?);
        bytes[32..34].copy_from_slice(&self.score.to_le_bytes());
        bytes[34..36].copy_from_slice(&self.word.to_le_bytes());
        bytes[36..38].copy_from_slice(&self.move_number.to_le_bytes());
        bytes[38..39].copy_from_slice(&self.result.to_le_bytes());
        Ok(bytes)
    }

    /// The record of bytes.
    ///
    /// # Errors
    /// As [`decode_position`].
    pub fn decode(bytes: &[u8; RECORD_BYTES]) -> Result<Self, PackedError> {
        let mut position = [0; POSITION_BYTES];
        position.copy_from_slice(&bytes[..32]);
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let mut setup = decode_position(&position)?;
        let move_number = word(36);
        setup.move_number = u32::from(move_number).max(1);
        Ok(Self {
            setup,
            score: word(32) as i16,
            word: word(34),
            move_number,
            result: bytes[38] as i8,
        })
    }
}

const DROP: u16 = 1 << 14;
const PROMOTION: u16 = 1 << 15;

/// The word of a move in YaneuraOu's layout: bits 0–6 destination, 7–13 source (of a drop the kind, P1 L2 N3 S4 B5 R6 G7), bit
/// 14 drop, bit 15 promotion.
#[must_use]
pub fn move_word(mv: Move) -> u16 {
    let to = mv.to().index() as u16;
    match mv.source() {
        Source::Board(from) => {
            let promotion = if mv.is_promotion() { PROMOTION } else { 0 };
            to | (from.index() as u16) << 7 | promotion
        }
        Source::Drop(kind) => to | (kind.index() as u16 + 1) << 7 | DROP,
    }
}

/// The move of a word in YaneuraOu's layout; `None` for words that are no move (0 and 129 stand for none, 258 for resignation, 387 for a
/// declared win).
#[must_use]
pub fn move_of_word(word: u16) -> Option<Move> {
    let to = Square::from_index(usize::from(word & 0x7f))?;
    let from = usize::from(word >> 7 & 0x7f);
    if word & DROP != 0 {
        let kind = PieceKind::from_index(from.checked_sub(1)?)?;
        return Move::drop(kind, to).filter(|_| word & PROMOTION == 0);
    }
    let from = Square::from_index(from)?;
    (from != to).then(|| Move::board(from, to, word & PROMOTION != 0))
}

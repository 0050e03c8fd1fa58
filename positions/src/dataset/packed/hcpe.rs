//! HuffmanCodedPosAndEval of Apery: 38 bytes a position, little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 0–31 | position |
//! | 32–33 | score in centipawns from the side to move, signed |
//! | 34–35 | move in Apery's layout ([`Move::word`]), 0 for none |
//! | 36 | result of the game: 0 draw, 1 black wins, 2 white wins |
//! | 37 | 0 |

use std::sync::LazyLock;

use joban_engine::rules::{Color, Piece, PieceKind, Setup};

use super::{Code, Codes, Layout, Off, POSITION_BYTES, PackedError, code};

#[cfg(doc)]
use joban_engine::rules::Move;

/// Bytes of a record.
pub const RECORD_BYTES: usize = 38;

static LAYOUT: LazyLock<Layout> = LazyLock::new(|| Layout::new(Codes { board, off }));

fn board(piece: Option<Piece>) -> Code {
    use PieceKind as K;
    let Some(Piece { color, kind }) = piece else {
        return code(0, 1);
    };
    let [black, white, bits] = match kind {
        K::Pawn => [0b1, 0b101, 4],
        K::Lance => [0b11, 0b1_0011, 6],
        K::Knight => [0b111, 0b1_0111, 6],
        K::Silver => [0b1011, 0b1_1011, 6],
        K::Bishop => [0b1_1111, 0b101_1111, 8],
        K::Rook => [0b11_1111, 0b111_1111, 8],
        K::ProPawn => [0b1001, 0b1101, 4],
        K::ProLance => [0b10_0011, 0b11_0011, 6],
        K::ProKnight => [0b10_0111, 0b11_0111, 6],
        K::ProSilver => [0b10_1011, 0b11_1011, 6],
        K::Horse => [0b1001_1111, 0b1101_1111, 8],
        K::Dragon => [0b1011_1111, 0b1111_1111, 8],
        // Kings stand before the board.
        K::Gold | K::King => [0b1111, 0b10_1111, 6],
    };
    code(if color == Color::Black { black } else { white }, bits)
}

fn off(off: Off) -> Code {
    use PieceKind as K;
    let kind = match off {
        Off::Hand(_, kind) | Off::Box(kind) => kind,
    };
    let [black, white, boxed, bits] = match kind {
        K::Pawn => [0b0, 0b100, 0b10, 3],
        K::Lance => [0b1, 0b1_0001, 0b1001, 5],
        K::Knight => [0b11, 0b1_0011, 0b1011, 5],
        K::Silver => [0b101, 0b1_0101, 0b1101, 5],
        K::Bishop => [0b1_1111, 0b101_1111, 0b1111, 7],
        K::Rook => [0b11_1111, 0b111_1111, 0b10_1111, 7],
        _ => [0b111, 0b1_0111, 0b1_1101, 5],
    };
    match off {
        Off::Hand(Color::Black, _) => code(black, bits),
        Off::Hand(Color::White, _) => code(white, bits),
        Off::Box(_) => code(boxed, bits),
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
    /// The position; its move number is 1, for the record has none.
    pub setup: Setup,
    /// Score from the side to move, centipawns.
    pub score: i16,
    /// The word of the move.
    pub word: u16,
    /// Result of the game: 0 draw, 1 black wins, 2 white wins.
    pub result: u8,
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
        bytes[36] = self.result;
        Ok(bytes)
    }

    /// The record of bytes.
    ///
    /// # Errors
    /// As [`decode_position`].
    pub fn decode(bytes: &[u8; RECORD_BYTES]) -> Result<Self, PackedError> {
        let mut position = [0; POSITION_BYTES];
        position.copy_from_slice(&bytes[..32]);
        Ok(Self {
            setup: decode_position(&position)?,
            score: i16::from_le_bytes([bytes[32], bytes[33]]),
            word: u16::from_le_bytes([bytes[34], bytes[35]]),
            result: bytes[36],
        })
    }
}

//! The frozen 64-bit hash of a game.
//!
//! # Stability
//!
//! Revision 1. The hash is made of the start position and the moves only, so the same game has the same hash in every record,
//! encoding and archive. It orders the tables, finds duplicates and decides the hold-out side, and will not change:
//! `tests/vectors/split.csv` holds known values.

use joban_engine::rules::{Move, Source};
use sha2::{Digest, Sha256};

/// Computes game hashes; its memory is reused from game to game.
///
/// The hash is the first eight bytes, read as a little-endian number, of the SHA-256 of this text in ASCII: the start position
/// in SFEN without its move number (board, side, hands), then for each move one blank and the move in USI notation. There is
/// no line feed at the end.
#[derive(Clone, Debug, Default)]
pub struct GameHasher {
    text: Vec<u8>,
}

impl GameHasher {
    /// Begins a game at a position, given as SFEN without move number.
    pub fn begin(&mut self, start_sfen: &str) {
        self.text.clear();
        self.text.extend_from_slice(start_sfen.as_bytes());
    }

    /// Adds a move.
    pub fn push(&mut self, mv: Move) {
        let square =
            |square: joban_engine::rules::Square| [b'0' + square.file(), b'`' + square.rank()];
        self.text.push(b' ');
        match mv.source() {
            Source::Board(from) => self.text.extend_from_slice(&square(from)),
            Source::Drop(kind) => self.text.extend_from_slice(&[kind.letter() as u8, b'*']),
        }
        self.text.extend_from_slice(&square(mv.to()));
        if mv.is_promotion() {
            self.text.push(b'+');
        }
    }

    /// The hash of the game so far.
    #[must_use]
    pub fn finish(&self) -> u64 {
        let digest = Sha256::digest(&self.text);
        let mut low = [0; 8];
        low.copy_from_slice(&digest[..8]);
        u64::from_le_bytes(low)
    }
}

/// The hash of a whole game: start position in SFEN without move number, and the moves.
pub fn game_hash(start_sfen: &str, moves: impl IntoIterator<Item = Move>) -> u64 {
    let mut hasher = GameHasher::default();
    hasher.begin(start_sfen);
    moves.into_iter().for_each(|mv| hasher.push(mv));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_hashed_as_usi() {
        let mut hasher = GameHasher::default();
        for mv in (0..=u16::MAX).filter_map(Move::from_word) {
            hasher.begin("x");
            hasher.push(mv);
            assert_eq!(hasher.text, format!("x {mv}").as_bytes());
        }
    }
}

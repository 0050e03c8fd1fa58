//! The frozen 64-bit hash of a game.
//!
//! # Stability
//!
//! Revision 1. The hash is made of the start position and the moves only, so the same game has the same hash in every record,
//! encoding and archive. It orders the tables, finds duplicates and decides the hold-out side, and will not change:
//! `tests/vectors/split.csv` holds known values.

use sha2::{Digest, Sha256};

/// Computes game hashes one move at a time.
///
/// The hash is the first eight bytes, read as a little-endian number, of the SHA-256 of this text in ASCII: the start position
/// in SFEN without its move number (board, side, hands), then for each move one blank and the move in USI notation. There is
/// no line feed at the end.
#[derive(Clone, Debug)]
pub struct GameHasher(Sha256);

impl GameHasher {
    /// Begins a game at a position, given as SFEN without move number.
    #[must_use]
    pub fn new(start_sfen: &str) -> Self {
        Self(Sha256::new_with_prefix(start_sfen))
    }

    /// Adds a move in USI notation.
    pub fn push(&mut self, usi: &str) {
        self.0.update(b" ");
        self.0.update(usi);
    }

    /// The hash of the game so far.
    #[must_use]
    pub fn finish(self) -> u64 {
        let digest = self.0.finalize();
        let mut low = [0; 8];
        low.copy_from_slice(&digest[..8]);
        u64::from_le_bytes(low)
    }
}

/// The hash of a whole game: start position in SFEN without move number, moves in USI notation.
pub fn game_hash<S: AsRef<str>>(start_sfen: &str, usi_moves: impl IntoIterator<Item = S>) -> u64 {
    let mut hasher = GameHasher::new(start_sfen);
    for usi in usi_moves {
        hasher.push(usi.as_ref());
    }
    hasher.finish()
}

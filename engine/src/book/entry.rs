//! The six-byte entry and its order.

use crate::rules::Move;

/// Revision of the six-byte format.
pub const ROM_BOOK_REVISION: u32 = 1;

/// Bytes of an entry.
pub const ENTRY_BYTES: usize = 6;

/// One entry: a candidate move of a position that is known by its 16-bit key and its ply.
///
/// The derived order is the order in the file: ply, key, weight descending, move word.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct BookEntry {
    /// 16-bit key of the position, see [`crate::rom_key`].
    pub key: u16,
    /// The move.
    pub mv: Move,
    /// Share of the move in 256ths, 1..=255; a single candidate has 255.
    pub weight: u8,
    /// Plies played before the move, 0 at the start.
    pub ply: u8,
}

impl BookEntry {
    /// The bytes: key, move, each little-endian, weight, ply.
    #[must_use]
    pub const fn encode(self) -> [u8; ENTRY_BYTES] {
        let [k0, k1] = self.key.to_le_bytes();
        let [m0, m1] = self.mv.word().to_le_bytes();
        [k0, k1, m0, m1, self.weight, self.ply]
    }

    /// Reads an entry; `index` is its place in the file, for the message.
    ///
    /// # Errors
    /// [`BookError`] for a word that is no move and for weight 0.
    pub fn decode(bytes: [u8; ENTRY_BYTES], index: usize) -> Result<Self, BookError> {
        let [k0, k1, m0, m1, weight, ply] = bytes;
        let word = u16::from_le_bytes([m0, m1]);
        let mv = Move::from_word(word).ok_or(BookError::Move { index, word })?;
        if weight == 0 {
            return Err(BookError::Weight { index });
        }
        Ok(Self {
            key: u16::from_le_bytes([k0, k1]),
            mv,
            weight,
            ply,
        })
    }

    const fn order(&self) -> (u8, u16, u8, u16) {
        (self.ply, self.key, u8::MAX - self.weight, self.mv.word())
    }
}

impl PartialOrd for BookEntry {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BookEntry {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.order().cmp(&other.order())
    }
}

/// Bytes or entries that make no book.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    /// The length is no multiple of six.
    #[error("a book is made of entries of 6 bytes, {length} bytes are left over or missing")]
    Length {
        /// Bytes found.
        length: usize,
    },
    /// A word that is no move.
    #[error("entry {index}: {word:#06x} is no move")]
    Move {
        /// Which entry, from 0.
        index: usize,
        /// The word.
        word: u16,
    },
    /// Weight 0.
    #[error("entry {index}: weight 0")]
    Weight {
        /// Which entry, from 0.
        index: usize,
    },
    /// An entry that does not come after the one before it.
    #[error("entry {index} is out of order (ply, key, weight descending, move)")]
    Order {
        /// Which entry, from 0.
        index: usize,
    },
    /// More than two candidates under one key and ply.
    #[error("entry {index}: more than two candidates under key {key:#06x} at ply {ply}")]
    Candidates {
        /// Which entry, from 0.
        index: usize,
        /// The key.
        key: u16,
        /// The ply.
        ply: u8,
    },
    /// One move twice under one key and ply.
    #[error("entry {index}: the same move twice under key {key:#06x} at ply {ply}")]
    SameMove {
        /// Which entry, from 0.
        index: usize,
        /// The key.
        key: u16,
        /// The ply.
        ply: u8,
    },
}

/// A book as the ROM holds it: entries in their order, at most two under one key and ply.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    entries: Vec<BookEntry>,
}

impl Book {
    /// Sorts entries into a book.
    ///
    /// # Errors
    /// [`BookError`] for weight 0, a third candidate, or one move twice under one key and ply.
    pub fn new(mut entries: Vec<BookEntry>) -> Result<Self, BookError> {
        entries.sort_unstable();
        check(&entries)?;
        Ok(Self { entries })
    }

    /// The entries in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[BookEntry] {
        &self.entries
    }

    /// The entries under one key and ply: none, one or two, the heavier first.
    #[must_use]
    pub fn lookup(&self, ply: u8, key: u16) -> &[BookEntry] {
        let from = self
            .entries
            .partition_point(|entry| (entry.ply, entry.key) < (ply, key));
        let count =
            self.entries[from..].partition_point(|entry| (entry.ply, entry.key) == (ply, key));
        &self.entries[from..from + count]
    }

    /// The bytes of the file.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        self.entries
            .iter()
            .flat_map(|entry| entry.encode())
            .collect()
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// [`BookError`] with the number of the entry: wrong length, no move, weight 0, wrong order, too many candidates.
    pub fn decode(bytes: &[u8]) -> Result<Self, BookError> {
        let (chunks, []) = bytes.as_chunks::<ENTRY_BYTES>() else {
            return Err(BookError::Length {
                length: bytes.len(),
            });
        };
        let entries = chunks
            .iter()
            .enumerate()
            .map(|(index, chunk)| BookEntry::decode(*chunk, index))
            .collect::<Result<Vec<_>, _>>()?;
        let unsorted = entries.windows(2).position(|pair| pair[0] > pair[1]);
        if let Some(at) = unsorted {
            return Err(BookError::Order { index: at + 1 });
        }
        check(&entries)?;
        Ok(Self { entries })
    }
}

fn check(entries: &[BookEntry]) -> Result<(), BookError> {
    if let Some(index) = entries.iter().position(|entry| entry.weight == 0) {
        return Err(BookError::Weight { index });
    }
    let place = |entry: &BookEntry| (entry.ply, entry.key);
    for (index, entry) in entries.iter().enumerate().skip(1) {
        let BookEntry { key, ply, .. } = *entry;
        if index > 1 && place(&entries[index - 2]) == place(entry) {
            return Err(BookError::Candidates { index, key, ply });
        }
        if place(&entries[index - 1]) == place(entry) && entries[index - 1].mv == entry.mv {
            return Err(BookError::SameMove { index, key, ply });
        }
    }
    Ok(())
}

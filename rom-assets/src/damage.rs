//! What is wrong with a book file, entry by entry. Unlike [`joban_engine::book::Book::decode`] nothing stops at the first
//! fault: all that can be read is read.

use joban_engine::book::{BookEntry, ENTRY_BYTES};
use joban_engine::rules::Move;
use std::collections::BTreeMap;
use std::fmt;

/// Plies a book can cover: 0..=59.
pub const PLIES: u8 = 60;

/// A fault of one entry, or of the file's end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Bytes left over behind the last whole entry.
    OddLength {
        /// How many, 1..=5.
        bytes: usize,
    },
    /// The word is no move: a square or a source that does not exist, or a promoted drop.
    NoMove {
        /// The word.
        word: u16,
    },
    /// The move is illegal in the only position it can belong to.
    IllegalMove {
        /// The word.
        word: u16,
    },
    /// Ply [`PLIES`] or more.
    PlyOutOfRange {
        /// The ply.
        ply: u8,
    },
    /// Weight 0.
    ZeroWeight,
    /// The same key, ply and move as the entry before.
    Duplicate,
    /// A third candidate under one key and ply.
    TooMany,
    /// The entry comes before the one ahead of it in the order ply, key, weight descending, move.
    Unordered,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OddLength { bytes } => write!(f, "{bytes} bytes left over behind the last entry"),
            Self::NoMove { word } => write!(f, "{word:#06x} is no move"),
            Self::IllegalMove { word } => {
                write!(
                    f,
                    "the move {word:#06x} is illegal in every position with this key and ply"
                )
            }
            Self::PlyOutOfRange { ply } => {
                write!(f, "ply {ply} is out of range (0 to {})", PLIES - 1)
            }
            Self::ZeroWeight => f.write_str("weight 0"),
            Self::Duplicate => f.write_str("the same key, ply and move as an entry before"),
            Self::TooMany => f.write_str("more than two entries with this key and ply"),
            Self::Unordered => {
                f.write_str("out of order (ply, key, weight from high to low, move)")
            }
        }
    }
}

impl Fault {
    /// A name for tables.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OddLength { .. } => "odd_length",
            Self::NoMove { .. } => "no_move",
            Self::IllegalMove { .. } => "illegal_move",
            Self::PlyOutOfRange { .. } => "ply_out_of_range",
            Self::ZeroWeight => "zero_weight",
            Self::Duplicate => "duplicate",
            Self::TooMany => "too_many",
            Self::Unordered => "unordered",
        }
    }
}

/// A fault and the entry it is at.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// Number of the entry, from 0; for [`Fault::OddLength`] the number of whole entries.
    pub index: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// The four fields of six bytes, whatever they say.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct RawEntry {
    /// Key.
    pub key: u16,
    /// Move word.
    pub word: u16,
    /// Weight.
    pub weight: u8,
    /// Ply.
    pub ply: u8,
}

impl RawEntry {
    /// Reads six bytes.
    #[must_use]
    pub const fn from_bytes([k0, k1, m0, m1, weight, ply]: [u8; ENTRY_BYTES]) -> Self {
        Self {
            key: u16::from_le_bytes([k0, k1]),
            word: u16::from_le_bytes([m0, m1]),
            weight,
            ply,
        }
    }

    /// The entry, if its word is a move and its weight is not 0.
    #[must_use]
    pub fn entry(self) -> Option<BookEntry> {
        let mv = Move::from_word(self.word)?;
        let Self {
            key, weight, ply, ..
        } = self;
        (weight > 0).then_some(BookEntry {
            key,
            mv,
            weight,
            ply,
        })
    }

    const fn order(self) -> (u8, u16, u8, u16) {
        (self.ply, self.key, u8::MAX - self.weight, self.word)
    }

    const fn place(self) -> (u8, u16) {
        (self.ply, self.key)
    }
}

/// A book file as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// All whole entries, without padding.
    pub entries: Vec<RawEntry>,
    /// Entries of six 0xFF bytes at the end: the padding of a probe's copy.
    pub padding: usize,
    /// All faults in the order of the entries.
    pub damage: Vec<Damage>,
}

/// Reads the bytes of a book file.
#[must_use]
pub fn read(bytes: &[u8]) -> Read {
    let (chunks, rest) = bytes.as_chunks::<ENTRY_BYTES>();
    let padding = chunks
        .iter()
        .rev()
        .take_while(|chunk| **chunk == [0xFF; ENTRY_BYTES])
        .count();
    let chunks = &chunks[..chunks.len() - padding];
    let entries: Vec<_> = chunks.iter().copied().map(RawEntry::from_bytes).collect();
    let mut damage = Vec::new();
    let mut places: BTreeMap<(u8, u16), Vec<u16>> = BTreeMap::new();
    for (index, &entry) in entries.iter().enumerate() {
        let before = index.checked_sub(1).map(|at| entries[at]);
        let words = places.entry(entry.place()).or_default();
        damage.extend(faults(entry, before, words).map(|fault| Damage { index, fault }));
        words.push(entry.word);
    }
    if !rest.is_empty() {
        let (index, bytes) = (entries.len(), rest.len());
        damage.push(Damage {
            index,
            fault: Fault::OddLength { bytes },
        });
    }
    Read {
        entries,
        padding,
        damage,
    }
}

/// The faults of an entry, given the one before it and the move words already seen at its place.
fn faults(entry: RawEntry, before: Option<RawEntry>, words: &[u16]) -> impl Iterator<Item = Fault> {
    let RawEntry {
        word, ply, weight, ..
    } = entry;
    [
        Move::from_word(word)
            .is_none()
            .then_some(Fault::NoMove { word }),
        (weight == 0).then_some(Fault::ZeroWeight),
        (ply >= PLIES).then_some(Fault::PlyOutOfRange { ply }),
        before
            .filter(|before| before.order() > entry.order())
            .map(|_| Fault::Unordered),
        words.contains(&word).then_some(Fault::Duplicate),
        (words.len() >= 2).then_some(Fault::TooMany),
    ]
    .into_iter()
    .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults_of(entries: &[[u8; 6]]) -> Vec<(usize, &'static str)> {
        let read = read(&entries.concat());
        read.damage
            .iter()
            .map(|damage| (damage.index, damage.fault.name()))
            .collect()
    }

    const GOOD: [u8; 6] = [0x34, 0x12, 0x3B, 0x1E, 255, 3];

    #[test]
    fn a_good_book_has_no_faults() {
        assert_eq!(faults_of(&[GOOD]), []);
        assert_eq!(faults_of(&[]), []);
    }

    #[test]
    fn every_fault_is_named_with_its_entry() {
        let with = |at: usize, value: u8| {
            let mut entry = GOOD;
            entry[at] = value;
            entry
        };
        assert_eq!(faults_of(&[with(4, 0)]), [(0, "zero_weight")]);
        assert_eq!(faults_of(&[with(2, 0x7F)]), [(0, "no_move")]);
        assert_eq!(faults_of(&[GOOD, with(5, 60)]), [(1, "ply_out_of_range")]);
        assert_eq!(faults_of(&[GOOD, with(5, 2)]), [(1, "unordered")]);
        assert_eq!(faults_of(&[GOOD, GOOD]), [(1, "duplicate")]);
        let thirds = [GOOD, with(4, 100), with(4, 50)];
        assert_eq!(
            faults_of(&thirds),
            [(1, "duplicate"), (2, "duplicate"), (2, "too_many")]
        );
    }

    #[test]
    fn left_over_bytes_and_padding_are_told_apart() {
        let mut bytes = GOOD.to_vec();
        bytes.extend([0xFF; 12]);
        assert_eq!(read(&bytes).padding, 2);
        assert_eq!(read(&bytes).damage, []);
        bytes.push(1);
        let fault = Fault::OddLength { bytes: 1 };
        assert_eq!(read(&bytes).damage, [Damage { index: 1, fault }]);
    }
}

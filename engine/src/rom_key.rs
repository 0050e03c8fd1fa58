//! The 16-bit key of the ROM book: values cut from a short byte or nibble stream.
//!
//! Format page: `docs/formats/keys.md`.

use crate::keys::{self, VALUES};
use crate::rng::SplitMix64;
use crate::rules::{Move, Position};
use std::fmt;
use std::str::FromStr;

/// Revision of the layouts and of the filling of streams from seeds.
pub const ROM_KEY_REVISION: u32 = 1;

/// How the 2,345 key values lie in the table. Value numbers are those of [`crate::keys`].
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Layout {
    /// 2,346 bytes; value i is bytes i and i + 1, little-endian.
    Full,
    /// 1,174 bytes as nibbles, low nibble of each byte first; value i is nibbles i to i + 3, the first lowest.
    Compact,
    /// 4,690 bytes, an existing table: value i is bytes 2i and 2i + 1, little-endian. Never made from a seed.
    Table,
}

impl Layout {
    /// All layouts.
    pub const ALL: [Self; 3] = [Self::Full, Self::Compact, Self::Table];

    /// The exact number of bytes.
    #[must_use]
    pub const fn bytes(self) -> usize {
        match self {
            Self::Full => VALUES + 1,
            Self::Compact => (VALUES + 3).div_ceil(2),
            Self::Table => 2 * VALUES,
        }
    }

    /// `full`, `compact` or `table`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Compact => "compact",
            Self::Table => "table",
        }
    }
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Layout {
    type Err = RomKeyError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|layout| layout.as_str() == text);
        found.ok_or_else(|| RomKeyError::Layout {
            text: text.to_owned(),
        })
    }
}

/// A key table that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RomKeyError {
    /// The length belongs to no layout.
    #[error(
        "a key table has 2346 bytes (full), 1174 bytes (compact) or 4690 bytes (table), this one has {length}"
    )]
    Length {
        /// Bytes found.
        length: usize,
    },
    /// The name belongs to no layout.
    #[error("`{text}` is no key table layout (full, compact, table)")]
    Layout {
        /// The name.
        text: String,
    },
}

/// The values of a 16-bit key.
#[derive(Clone, PartialEq, Eq)]
pub struct RomKeys {
    layout: Layout,
    bytes: Vec<u8>,
    values: Box<[u16; VALUES]>,
}

impl RomKeys {
    /// The table of a seed: the outputs of SplitMix64, each little-endian, fill the bytes in order (of the last output as
    /// many bytes as fit).
    #[must_use]
    pub fn from_seed(seed: u64, layout: Layout) -> Self {
        let mut bytes = vec![0; layout.bytes()];
        SplitMix64::new(seed).fill(&mut bytes);
        Self::new(layout, bytes)
    }

    /// An existing table, whose layout is known by its length.
    ///
    /// # Errors
    /// [`RomKeyError::Length`] if no layout has this length.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, RomKeyError> {
        let layout = Layout::ALL
            .into_iter()
            .find(|layout| layout.bytes() == bytes.len());
        let layout = layout.ok_or(RomKeyError::Length {
            length: bytes.len(),
        })?;
        Ok(Self::new(layout, bytes.to_vec()))
    }

    fn new(layout: Layout, bytes: Vec<u8>) -> Self {
        let mut values = Box::new([0; VALUES]);
        for (index, value) in values.iter_mut().enumerate() {
            *value = value_at(layout, &bytes, index);
        }
        Self {
            layout,
            bytes,
            values,
        }
    }

    /// The layout of [`RomKeys::bytes`].
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The table as it stands in the ROM and in `zobrist.bin`.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Value `index`, numbered as in [`crate::keys`].
    ///
    /// # Panics
    /// If the index is [`VALUES`] or more.
    #[must_use]
    pub fn value(&self, index: usize) -> u16 {
        self.values[index]
    }

    /// The key of a position, computed from scratch.
    #[must_use]
    pub fn key(&self, position: &Position) -> u16 {
        let mut key = 0;
        keys::for_each_value(position, |index| key ^= self.values[index]);
        key
    }

    /// The key after a move that is legal in `before`, whose key is `key`.
    #[must_use]
    pub fn update(&self, mut key: u16, before: &Position, mv: Move) -> u16 {
        keys::for_each_change(before, mv, |index| key ^= self.values[index]);
        key
    }
}

impl fmt::Debug for RomKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RomKeys")
            .field("layout", &self.layout)
            .finish_non_exhaustive()
    }
}

fn value_at(layout: Layout, bytes: &[u8], index: usize) -> u16 {
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    match layout {
        Layout::Full => word(index),
        Layout::Table => word(2 * index),
        Layout::Compact if index.is_multiple_of(2) => word(index / 2),
        Layout::Compact => word(index / 2) >> 4 | u16::from(bytes[index / 2 + 2]) << 12,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_those_of_the_design() {
        assert_eq!(VALUES, 28 * 81 + 76 + 1);
        assert_eq!(Layout::Full.bytes(), 2346);
        assert_eq!(Layout::Compact.bytes(), 1174);
        assert_eq!(Layout::Table.bytes(), 4690);
    }

    #[test]
    fn compact_values_are_windows_of_four_nibbles() {
        let keys = RomKeys::from_seed(3, Layout::Compact);
        let nibbles: Vec<u16> = keys
            .bytes()
            .iter()
            .flat_map(|&byte| [u16::from(byte & 15), u16::from(byte >> 4)])
            .collect();
        for index in 0..VALUES {
            let want = (0..4).fold(0, |word, n| word | nibbles[index + n] << (4 * n));
            assert_eq!(keys.value(index), want, "value {index}");
        }
    }

    #[test]
    fn tables_are_recognised_by_length() {
        for layout in Layout::ALL {
            let keys = RomKeys::from_seed(9, layout);
            let read = RomKeys::from_bytes(keys.bytes());
            assert_eq!(read.as_ref(), Ok(&keys));
        }
        assert_eq!(
            RomKeys::from_bytes(&[0; 2345]),
            Err(RomKeyError::Length { length: 2345 })
        );
    }
}

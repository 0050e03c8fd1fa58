//! The model of the assets: what all writers write.

use crate::tables;
use joban_engine::book::{Book, ENTRY_BYTES, ROM_BOOK_REVISION};
use joban_engine::rom_key::{Layout, ROM_KEY_REVISION, RomKeys};
use joban_engine::rules::Move;
use sha2::{Digest, Sha256};

/// Revision of the asset files: names, constants, layouts.
pub const ROM_ASSETS_REVISION: u32 = 1;

/// Entries the probe's copy of a book has at least, sentinel not counted.
pub const PROBE_ENTRIES: usize = 512;

/// Bytes the published engine ("article") spends on its book and its key table: 3,072 and 6,208.
pub const ARTICLE_BYTES: usize = 3_072 + 6_208;

/// Most entries that [`Assets`] take: the probe's copy then has 24,582 bytes, and twice as many would not fit 32 KB.
pub const MOST_ENTRIES: usize = 4_096;

/// A book that a ROM cannot hold.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssetsError {
    /// More entries than [`MOST_ENTRIES`].
    #[error("a ROM of 32 KB holds at most {MOST_ENTRIES} entries, the book has {entries}")]
    TooManyEntries {
        /// Entries of the book.
        entries: usize,
    },
    /// An entry at ply 255, which marks padding.
    #[error("entry {index} is at ply 255, which the probe takes for padding")]
    PaddingPly {
        /// Which entry, from 0.
        index: usize,
    },
}

/// Where the key table comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// From this seed.
    Seed(u64),
    /// An existing table.
    File,
}

/// A named number that goes with an asset.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Constant {
    /// Upper-case name.
    pub name: &'static str,
    /// The number.
    pub value: u16,
    /// What it is.
    pub about: &'static str,
}

/// How the bytes of an asset are meant.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Single bytes, so many a line in text files.
    Bytes {
        /// Bytes a line.
        per_line: usize,
    },
    /// Six-byte entries: u16 key, u16 move, u8 weight, u8 ply.
    Entries,
    /// Constants only.
    Nothing,
}

/// One table with its constants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asset {
    /// The stem of its files; the symbol is `joban_` and this name.
    pub name: &'static str,
    /// What it is, one sentence.
    pub about: &'static str,
    /// The bytes as they stand in the ROM.
    pub bytes: Vec<u8>,
    /// How the bytes are meant.
    pub shape: Shape,
    /// Constants that go with it.
    pub constants: Vec<Constant>,
}

/// All assets of one book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assets {
    head: Vec<String>,
    list: Vec<Asset>,
}

impl Assets {
    /// The assets of a book under its key table. `version` is the program's version for the head of text files.
    ///
    /// # Errors
    /// [`AssetsError`] if the book does not fit a ROM.
    pub fn new(
        book: &Book,
        keys: &RomKeys,
        source: &KeySource,
        version: &str,
    ) -> Result<Self, AssetsError> {
        check(book)?;
        let list = vec![
            book_asset(book),
            probe_book_asset(book),
            zobrist_asset(keys),
            random_asset(),
            ray_next_asset(),
            square_asset("files", "File of each square, 1 to 9.", tables::files()),
            square_asset("ranks", "Rank of each square, 1 to 9.", tables::ranks()),
        ];
        Ok(Self {
            head: head(book, keys, source, version),
            list,
        })
    }

    /// Lines for the head of every text file: program, revisions, book digest, seed. No date.
    #[must_use]
    pub fn head(&self) -> &[String] {
        &self.head
    }

    /// The assets in their fixed order.
    #[must_use]
    pub fn list(&self) -> &[Asset] {
        &self.list
    }

    /// The asset of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Asset> {
        self.list.iter().find(|asset| asset.name == name)
    }
}

impl Asset {
    /// The symbol in C and RGBDS; sdasgb sees it with another underscore in front.
    #[must_use]
    pub fn symbol(&self) -> String {
        format!("joban_{}", self.name)
    }

    /// The value of a constant.
    #[must_use]
    pub fn constant(&self, name: &str) -> Option<u16> {
        let found = self.constants.iter().find(|constant| constant.name == name);
        found.map(|constant| constant.value)
    }
}

/// Entries in the probe's copy of a book of `entries`, sentinel not counted: a power of two, at least [`PROBE_ENTRIES`].
#[must_use]
pub fn probe_capacity(entries: usize) -> usize {
    entries.next_power_of_two().max(PROBE_ENTRIES)
}

/// The number a layout has in the constant `JOBAN_ZOBRIST_LAYOUT`.
#[must_use]
pub const fn layout_number(layout: Layout) -> u16 {
    match layout {
        Layout::Full => 0,
        Layout::Compact => 1,
        Layout::Table => 2,
    }
}

/// Lower-case hexadecimal SHA-256.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// What an entry's six bytes say, for comments: `ply 3 7g7f`.
#[must_use]
pub fn entry_text(bytes: [u8; ENTRY_BYTES]) -> String {
    let word = u16::from_le_bytes([bytes[2], bytes[3]]);
    let Some(mv) = Move::from_word(word) else {
        return "no entry".to_owned();
    };
    format!("ply {} {mv}", bytes[5])
}

fn check(book: &Book) -> Result<(), AssetsError> {
    let entries = book.entries().len();
    if entries > MOST_ENTRIES {
        return Err(AssetsError::TooManyEntries { entries });
    }
    match book.entries().iter().position(|entry| entry.ply == u8::MAX) {
        Some(index) => Err(AssetsError::PaddingPly { index }),
        None => Ok(()),
    }
}

fn head(book: &Book, keys: &RomKeys, source: &KeySource, version: &str) -> Vec<String> {
    let table = match source {
        KeySource::Seed(seed) => format!("seed {seed}"),
        KeySource::File => format!("from a file, sha256 {}", sha256_hex(keys.bytes())),
    };
    vec![
        format!(
            "Written by joban {version}. Revisions: assets {ROM_ASSETS_REVISION}, book {ROM_BOOK_REVISION}, keys {ROM_KEY_REVISION}."
        ),
        format!(
            "Book: {} entries, sha256 {}",
            book.entries().len(),
            sha256_hex(&book.encode())
        ),
        format!("Key table: {}, {table}", keys.layout()),
    ]
}

fn book_asset(book: &Book) -> Asset {
    let entries = book.entries().len();
    Asset {
        name: "book",
        about: "The book: entries ordered by ply, key, weight from high to low, move.",
        bytes: book.encode(),
        shape: Shape::Entries,
        constants: vec![constant(
            "JOBAN_BOOK_ENTRIES",
            entries,
            "entries of the book",
        )],
    }
}

fn probe_book_asset(book: &Book) -> Asset {
    let capacity = probe_capacity(book.entries().len());
    let mut bytes = book.encode();
    bytes.resize((capacity + 1) * ENTRY_BYTES, 0xFF);
    Asset {
        name: "probe_book",
        about: "The probe's copy of the book: padded with 0xFF to a power of two, and one such entry more.",
        bytes,
        shape: Shape::Entries,
        constants: vec![
            constant(
                "JOBAN_PROBE_BOOK_ENTRIES",
                capacity + 1,
                "entries with padding and sentinel",
            ),
            constant(
                "JOBAN_PROBE_BOOK_STEP",
                capacity / 2 * ENTRY_BYTES,
                "first step of the search, in bytes",
            ),
        ],
    }
}

fn zobrist_asset(keys: &RomKeys) -> Asset {
    let layout = usize::from(layout_number(keys.layout()));
    Asset {
        name: "zobrist",
        about: "The key table: values for piece on square, pieces in hand, side to move.",
        bytes: keys.bytes().to_vec(),
        shape: Shape::Bytes { per_line: 16 },
        constants: vec![
            constant(
                "JOBAN_ZOBRIST_LAYOUT",
                layout,
                "0 full stream, 1 compact stream, 2 table",
            ),
            constant(
                "JOBAN_ZOBRIST_BYTES",
                keys.bytes().len(),
                "bytes of the table",
            ),
            constant(
                "JOBAN_ZOBRIST_HANDS",
                2268,
                "number of the first value for pieces in hand",
            ),
            constant(
                "JOBAN_ZOBRIST_SIDE",
                2344,
                "number of the value for White to move",
            ),
        ],
    }
}

fn random_asset() -> Asset {
    Asset {
        name: "random",
        about: "The generator of the choice: x ^= x << 7; x ^= x >> 5; x ^= x << 3 in 8 bits, never 0.",
        bytes: Vec::new(),
        shape: Shape::Nothing,
        constants: vec![
            constant("JOBAN_RANDOM_LEFT_1", 7, "first shift, to the left"),
            constant("JOBAN_RANDOM_RIGHT", 5, "second shift, to the right"),
            constant("JOBAN_RANDOM_LEFT_2", 3, "third shift, to the left"),
        ],
    }
}

fn ray_next_asset() -> Asset {
    Asset {
        name: "ray_next",
        about: "Next square by 8 * square + direction (0 forward for Black, then clockwise), 0xFF off the board.",
        bytes: tables::ray_next(),
        shape: Shape::Bytes { per_line: 8 },
        constants: vec![constant(
            "JOBAN_RAY_NEXT_NONE",
            usize::from(tables::OFF_BOARD),
            "off the board",
        )],
    }
}

fn square_asset(name: &'static str, about: &'static str, bytes: Vec<u8>) -> Asset {
    Asset {
        name,
        about,
        bytes,
        shape: Shape::Bytes { per_line: 9 },
        constants: Vec::new(),
    }
}

fn constant(name: &'static str, value: usize, about: &'static str) -> Constant {
    // At most 24,582, see MOST_ENTRIES.
    let value = value as u16;
    Constant { name, value, about }
}

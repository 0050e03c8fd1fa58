//! What a person should know about a finished book.

use serde::Serialize;

use crate::aggregate::Aggregate;
use crate::built::BuiltBook;
use crate::reach::reach;
use crate::select::Collision;

/// Entries that fewer games than this support are worth a warning.
pub const WEAK_SUPPORT: u32 = 3;

/// What was asked for, as far as the book itself does not show it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Asked<'a> {
    /// Most entries.
    pub entries: u32,
    /// Name of a key table that was kept; none where a seed was searched.
    pub key_table: Option<&'a str>,
}

/// Figures of a book. Support is the number of distinct games that played the move at its position and ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookSummary {
    /// Moves that were counted.
    pub moves: u64,
    /// Positions in the book.
    pub positions: usize,
    /// Entries in the book.
    pub entries: usize,
    /// Entries that were asked for.
    pub entries_asked: u32,
    /// Bytes of `book.bin`.
    pub bytes: usize,
    /// Plies 0 to this minus one were counted.
    pub book_plies: u8,
    /// Layout of the key table.
    pub key_table: &'static str,
    /// Bytes of `zobrist.bin`.
    pub key_table_bytes: usize,
    /// Seed of the key table; none for a given table.
    pub key_seed: Option<u64>,
    /// Name of a given table.
    pub zobrist: Option<String>,
    /// Positions dropped because their key was taken.
    pub collisions: Vec<Collision>,
    /// Entries with a support below [`WEAK_SUPPORT`].
    pub weak_entries: usize,
    /// Support of the entry selected last; none for an empty book.
    pub last_support: Option<u32>,
    /// Expected number of own moves from the book in a game against the archive, for black and for white.
    pub own_moves: [f64; 2],
    /// Entries that no seed of the ROM's generator ever plays against a line of the archive.
    pub never_played: usize,
}

impl BookSummary {
    /// The support of the entry selected last, if it is so small that it says little.
    #[must_use]
    pub fn weak_end(&self) -> Option<u32> {
        self.last_support.filter(|&support| support < WEAK_SUPPORT)
    }
}

/// Sums up a book that was selected from `aggregate`.
#[must_use]
pub fn summarise(aggregate: &Aggregate<'_>, built: &BuiltBook, asked: &Asked<'_>) -> BookSummary {
    let positions = &built.selection.positions;
    let keys = &built.keys.keys;
    let last = positions.last().and_then(|each| each.moves.last());
    let weak = |games: u32| games < WEAK_SUPPORT;
    let reach = reach(aggregate, built);
    BookSummary {
        moves: aggregate.moves(),
        positions: positions.len(),
        entries: built.rows.len(),
        entries_asked: asked.entries,
        bytes: built.book.encode().len(),
        book_plies: aggregate.options().book_plies,
        key_table: keys.layout().as_str(),
        key_table_bytes: keys.bytes().len(),
        key_seed: built.keys.seed,
        zobrist: asked.key_table.map(str::to_owned),
        collisions: built.selection.collisions.clone(),
        weak_entries: built
            .rows
            .iter()
            .filter(|row| weak(row.figures.games))
            .count(),
        last_support: last.map(|each| each.stats.games),
        own_moves: reach.own_moves,
        never_played: reach.never.len(),
    }
}

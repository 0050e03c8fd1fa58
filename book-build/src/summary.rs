//! What a person should know about a finished book.

use serde::Serialize;

use crate::aggregate::Aggregate;
use crate::built::{BookRow, BuiltBook};
use crate::overrides::Override;
use crate::reach::reach;

/// Bytes of the book that the ROM has room for by default.
pub const BUDGET_BYTES: usize = 3_072;
/// Entries that fewer games than this support are worth a warning.
pub const WEAK_SUPPORT: u32 = 3;
/// Lower ends of the classes of support.
const SUPPORT_CLASSES: [u32; 7] = [0, 1, 2, 3, 10, 100, 1_000];

/// Figures of a book. Support is the number of distinct games that played the move at its position and ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BookSummary {
    /// How positions were selected.
    pub selection: String,
    /// Games that were counted.
    pub games: usize,
    /// Moves that were counted.
    pub moves: u64,
    /// Different positions (at a ply) among them.
    pub archive_positions: usize,
    /// Positions in the book.
    pub positions: usize,
    /// Entries in the book.
    pub entries: usize,
    /// Bytes of `book.bin`.
    pub bytes: usize,
    /// Whether that is more than [`BUDGET_BYTES`].
    pub over_budget: bool,
    /// Positions with a second candidate.
    pub second_candidates: usize,
    /// Least support among the entries of the last selected position; none for an empty book.
    pub last_support: Option<u32>,
    /// Entries with a support below [`WEAK_SUPPORT`].
    pub weak_entries: usize,
    /// Positions dropped because their key was taken.
    pub collisions: usize,
    /// Seed of the key table; none for a given table.
    pub key_seed: Option<u64>,
    /// Layout of the key table.
    pub key_table: String,
    /// Figures by ply, for plies that have counted moves or entries.
    pub plies: Vec<PlyFigures>,
    /// Entries by support.
    pub support: Vec<SupportClass>,
    /// Expected number of own moves from the book in a game against the archive, for black and for white.
    pub own_moves: [f64; 2],
    /// Entries that no seed of the ROM's generator ever plays against a line of the archive.
    pub never_played: Vec<EntryName>,
    /// Overrides that acted.
    pub overrides: Vec<Override>,
}

/// Figures of one ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlyFigures {
    /// Moves played before.
    pub ply: u8,
    /// Positions in the book.
    pub positions: usize,
    /// Entries in the book.
    pub entries: usize,
    /// Moves counted in the archive.
    pub moves: u64,
    /// Those of them that are in the book.
    pub book_moves: u64,
}

/// Entries with a support from `from` up to the next class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupportClass {
    /// Lowest support of the class.
    pub from: u32,
    /// Highest support of the class; none for the last one.
    pub to: Option<u32>,
    /// Number of entries.
    pub entries: usize,
}

/// An entry by its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntryName {
    /// Moves played before.
    pub ply: u8,
    /// SFEN without move number.
    pub sfen: String,
    /// The move in USI.
    #[serde(rename = "move")]
    pub mv: String,
}

impl BookSummary {
    /// Whether the last selected entries have so little support that they say little.
    #[must_use]
    pub fn last_is_weak(&self) -> bool {
        self.last_support
            .is_some_and(|support| support < WEAK_SUPPORT)
    }
}

/// Sums up a book that was selected from `aggregate`.
#[must_use]
pub fn summarise(aggregate: &Aggregate<'_>, built: &BuiltBook, selection: &str) -> BookSummary {
    let positions = &built.selection.positions;
    let reach = reach(aggregate, built);
    let bytes = built.book.encode().len();
    BookSummary {
        selection: selection.to_owned(),
        games: aggregate.games().len(),
        moves: aggregate.positions().iter().map(|row| row.count).sum(),
        archive_positions: aggregate.positions().len(),
        positions: positions.len(),
        entries: built.rows.len(),
        bytes,
        over_budget: bytes > BUDGET_BYTES,
        second_candidates: positions.iter().filter(|each| each.moves.len() > 1).count(),
        last_support: positions
            .last()
            .and_then(|each| each.moves.iter().map(|mv| mv.stats.games).min()),
        weak_entries: built
            .rows
            .iter()
            .filter(|row| row.figures.games < WEAK_SUPPORT)
            .count(),
        collisions: built.selection.collisions.len(),
        key_seed: built.keys.seed,
        key_table: built.keys.keys.layout().to_string(),
        plies: plies(aggregate, &built.rows),
        support: support(&built.rows),
        own_moves: reach.own_moves,
        never_played: reach
            .never
            .iter()
            .map(|&row| name(&built.rows[row]))
            .collect(),
        overrides: built.selection.overrides.clone(),
    }
}

fn plies(aggregate: &Aggregate<'_>, rows: &[BookRow]) -> Vec<PlyFigures> {
    let mut plies: Vec<PlyFigures> = (0..aggregate.options().book_plies)
        .map(|ply| PlyFigures {
            ply,
            ..PlyFigures::default()
        })
        .collect();
    for position in aggregate.positions() {
        plies[usize::from(position.ply)].moves += position.count;
    }
    for position in rows.chunk_by(|a, b| (a.ply, a.key) == (b.ply, b.key)) {
        let figures = &mut plies[usize::from(position[0].ply)];
        figures.positions += 1;
        figures.entries += position.len();
        figures.book_moves += position
            .iter()
            .map(|row| u64::from(row.figures.count))
            .sum::<u64>();
    }
    plies.retain(|figures| figures.moves > 0 || figures.entries > 0);
    plies
}

fn support(rows: &[BookRow]) -> Vec<SupportClass> {
    let next = SUPPORT_CLASSES
        .iter()
        .skip(1)
        .map(|&from| Some(from - 1))
        .chain([None]);
    SUPPORT_CLASSES
        .iter()
        .zip(next)
        .map(|(&from, to)| {
            let within = |row: &&BookRow| {
                row.figures.games >= from && to.is_none_or(|to| row.figures.games <= to)
            };
            SupportClass {
                from,
                to,
                entries: rows.iter().filter(within).count(),
            }
        })
        .collect()
}

fn name(row: &BookRow) -> EntryName {
    EntryName {
        ply: row.ply,
        sfen: row.sfen.clone(),
        mv: row.mv.to_string(),
    }
}

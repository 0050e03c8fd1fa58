//! A selection with its weights and keys: the book as it is written.

use joban_engine::book::{Book, BookEntry, BookError, candidate_probability};
use joban_engine::rules::{Color, Move};

use crate::seed::{ChosenKeys, KeyChoice, KeyError, choose_keys};
use crate::select::{SelectedPosition, Selection};
use crate::stats::Figures;
use crate::weights::weights;

/// One entry of the book with what is known about it: one row of `book.csv`.
#[derive(Clone, Debug, PartialEq)]
pub struct BookRow {
    /// Moves played from the even start.
    pub ply: u8,
    /// Side to move.
    pub side: Color,
    /// SFEN without move number.
    pub sfen: String,
    /// 16-bit key.
    pub key: u16,
    /// The move.
    pub mv: Move,
    /// Weight, 1 to 255.
    pub weight: u8,
    /// Probability that the ROM plays it, over all draws.
    pub probability: f64,
    /// Statistics of the move at this position and ply.
    pub figures: Figures,
}

impl BookRow {
    /// The row's six-byte entry.
    #[must_use]
    pub fn entry(&self) -> BookEntry {
        BookEntry {
            key: self.key,
            mv: self.mv,
            weight: self.weight,
            ply: self.ply,
        }
    }
}

/// A finished book.
#[derive(Clone, Debug)]
pub struct BuiltBook {
    /// The entries as the ROM holds them.
    pub book: Book,
    /// The rows of `book.csv`, one an entry, in the order of `book`.
    pub rows: Vec<BookRow>,
    /// The key table and its seed.
    pub keys: ChosenKeys,
    /// What was selected.
    pub selection: Selection,
}

/// A selection that makes no book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// No key table fits.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The entries make no book.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// Gives weights and keys to a selection.
///
/// # Errors
///
/// [`BuildError::Key`] if no key table separates the positions.
pub fn keyed(selection: Selection, choice: &KeyChoice) -> Result<BuiltBook, BuildError> {
    let keys = choose_keys(&selection.positions, choice)?;
    let mut rows: Vec<BookRow> = selection
        .positions
        .iter()
        .flat_map(|each| rows_of(each, &keys))
        .collect();
    rows.sort_by_key(BookRow::entry);
    let book = Book::new(rows.iter().map(BookRow::entry).collect())?;
    Ok(BuiltBook {
        book,
        rows,
        keys,
        selection,
    })
}

fn rows_of(selected: &SelectedPosition, keys: &ChosenKeys) -> Vec<BookRow> {
    let key = keys.keys.key(&selected.position);
    let mut rows: Vec<BookRow> = selected
        .moves
        .iter()
        .zip(weights(&selected.moves))
        .map(|(each, weight)| BookRow {
            ply: selected.ply,
            side: selected.position.side(),
            sfen: selected.sfen.clone(),
            key,
            mv: each.mv,
            weight,
            probability: 0.0,
            figures: Figures::from(&each.stats),
        })
        .collect();
    rows.sort_by_key(BookRow::entry);
    let weights: Vec<u8> = rows.iter().map(|row| row.weight).collect();
    for (index, row) in rows.iter_mut().enumerate() {
        row.probability = candidate_probability(&weights, index);
    }
    rows
}

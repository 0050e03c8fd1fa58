//! A book with rows dropped or replaced after it was built: keys stay, weights are shared out anew where a position changed.

use std::collections::BTreeMap;

use joban_engine::book::{Book, BookError, candidate_probability, split_weights};
use joban_engine::rules::Move;

use crate::built::BookRow;
use crate::stats::Figures;

/// A row that stays in the book.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptRow {
    /// Its place in the old rows.
    pub row: usize,
    /// The move in its place with its statistics, where it was replaced.
    pub by: Option<(Move, Figures)>,
}

/// A changed book.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedBook {
    /// The entries as the ROM holds them.
    pub book: Book,
    /// The rows of `book.csv`, in the order of `book`.
    pub rows: Vec<BookRow>,
}

/// The book of the kept rows; all others are dropped. Positions keep their keys, so none can collide that did not before. A position
/// that kept all its moves keeps their weights; in others the shares are those of the points, a move without points counting as one
/// with a single point.
///
/// # Errors
///
/// [`BookError`] if the entries make no book, such as one move twice in a position.
pub fn change_book(rows: &[BookRow], kept: &[KeptRow]) -> Result<ChangedBook, BookError> {
    let mut positions: BTreeMap<(u8, &str), Vec<&KeptRow>> = BTreeMap::new();
    for each in kept {
        let row = &rows[each.row];
        positions
            .entry((row.ply, &row.sfen))
            .or_default()
            .push(each);
    }
    let mut changed = Vec::new();
    for ((ply, sfen), moves) in positions {
        let before = rows
            .iter()
            .filter(|row| row.ply == ply && row.sfen == sfen)
            .count();
        let is_changed = moves.len() != before || moves.iter().any(|each| each.by.is_some());
        let mut new: Vec<BookRow> = moves.iter().map(|each| row(rows, each)).collect();
        if is_changed {
            share_out(&mut new);
        }
        changed.extend(new);
    }
    changed.sort_by_key(BookRow::entry);
    let book = Book::new(changed.iter().map(BookRow::entry).collect())?;
    Ok(ChangedBook {
        book,
        rows: changed,
    })
}

fn row(rows: &[BookRow], kept: &KeptRow) -> BookRow {
    let mut row = rows[kept.row].clone();
    if let Some((mv, figures)) = &kept.by {
        row.mv = *mv;
        row.figures = figures.clone();
    }
    row
}

/// Weights and probabilities of one position by the points of its moves.
fn share_out(rows: &mut [BookRow]) {
    let points: Vec<u64> = rows.iter().map(|row| row.figures.points.max(1)).collect();
    // One or two candidates with points always have weights.
    let weights = split_weights(&points).unwrap_or_default();
    for (row, weight) in rows.iter_mut().zip(weights) {
        row.weight = weight.unwrap_or(row.weight);
    }
    rows.sort_by_key(|row| (std::cmp::Reverse(row.weight), row.mv.word()));
    let weights: Vec<u8> = rows.iter().map(|row| row.weight).collect();
    for (index, row) in rows.iter_mut().enumerate() {
        row.probability = candidate_probability(&weights, index);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joban_engine::rules::{Color, Position};

    fn rows() -> Vec<BookRow> {
        let row = |usi: &str, weight, points| BookRow {
            ply: 0,
            side: Color::Black,
            sfen: Position::startpos().sfen_key(),
            key: 7,
            mv: Move::from_usi(usi).unwrap(),
            weight,
            probability: 0.5,
            figures: Figures {
                points,
                ..Figures::default()
            },
        };
        vec![row("7g7f", 192, 3), row("2g2f", 64, 1)]
    }

    fn kept(row: usize) -> KeptRow {
        KeptRow { row, by: None }
    }

    #[test]
    fn what_is_not_changed_stays() {
        let changed = change_book(&rows(), &[kept(0), kept(1)]).unwrap();
        assert_eq!(changed.rows, rows());
    }

    #[test]
    fn the_other_candidate_takes_all() {
        let changed = change_book(&rows(), &[kept(1)]).unwrap();
        let row = &changed.rows[0];
        assert_eq!((row.weight, row.probability), (255, 1.0));
        assert_eq!(changed.book.entries().len(), 1);
    }

    #[test]
    fn a_replacement_shares_by_its_points() {
        let mv = Move::from_usi("5g5f").unwrap();
        let figures = Figures {
            points: 3,
            ..Figures::default()
        };
        let by = KeptRow {
            row: 1,
            by: Some((mv, figures)),
        };
        let changed = change_book(&rows(), &[kept(0), by]).unwrap();
        let moves: Vec<(String, u8)> = changed
            .rows
            .iter()
            .map(|row| (row.mv.to_string(), row.weight))
            .collect();
        assert_eq!(moves, [("5g5f".to_owned(), 128), ("7g7f".to_owned(), 128)]);
    }
}

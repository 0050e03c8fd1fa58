//! `--fix`: the book without what must not stay, beside the audit.

use std::collections::HashSet;

use joban_book_build::{BookRow, KeptRow, change_book, write_book_csv};
use joban_book_verify::{Audit, Change, ChangeKind, Entry, Value, Verdict, fix};
use joban_engine::book::db::{DbBook, DbMove};
use joban_engine::book::playable::{PlayOptions, playable};
use joban_engine::rules::{Move, Position};

use super::book::{Book, BookSource};
use super::report::Written;
use crate::commands::audit::archive::ArchiveMoves;
use crate::commands::audit::rebuild::write_changes;
use crate::failure::{Failure, Outcome};
use crate::output::folder::ResultFolder;
use crate::text;

/// Writes the corrected book and the list of changes into the result folder. The book that was read stays as it is.
///
/// # Errors
///
/// Exit 2 for books of a form that is not written, 5 for a failed write.
pub(super) fn write(
    book: &Book,
    audit: &Audit,
    archive: Option<&ArchiveMoves>,
    (refresh, bom): (bool, bool),
    folder: &ResultFolder,
) -> Outcome<Written> {
    let changes = fix(&book.entries, audit).changes;
    let mut written = Written {
        dropped: count(&changes, |kind| kind == ChangeKind::Dropped),
        replaced: count(&changes, |kind| matches!(kind, ChangeKind::Replaced { .. })),
        ..Written::default()
    };
    match &book.source {
        BookSource::ReadOnly => return Err(Failure::usage(text!(FixNeedsBook))),
        BookSource::Rows { rows, keys } => {
            let kept = kept_rows(rows, audit, archive);
            let changed = change_book(rows, &kept)
                .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
            let outputs = [
                folder.write("book.bin", |to| to.write_all(&changed.book.encode()))?,
                folder.write("book.csv", |to| write_book_csv(to, &changed.rows, bom))?,
            ];
            written.outputs.extend(outputs);
            if let Some(keys) = keys {
                written
                    .outputs
                    .push(folder.write("zobrist.bin", |to| to.write_all(keys))?);
            }
        }
        BookSource::Db(db, places, options) => {
            let db = changed_db(db, places, audit, refresh);
            written.newly_played = newly_played(&db, options, &book.entries, &changes);
            written
                .outputs
                .push(folder.write("book.db", |mut to| db.write(&mut to))?);
        }
    }
    let csv = folder.write("changes.csv", |to| {
        write_changes(to, changes.iter().map(|change| (1, change)), bom)
    })?;
    written.outputs.push(csv);
    Ok(written)
}

fn count(changes: &[Change], is: impl Fn(ChangeKind) -> bool) -> usize {
    changes.iter().filter(|change| is(change.kind)).count()
}

/// The rows that stay, with what replaces some of them.
fn kept_rows(rows: &[BookRow], audit: &Audit, archive: Option<&ArchiveMoves>) -> Vec<KeptRow> {
    let kept = |(place, row): (usize, &BookRow)| {
        let verdict = audit.row(place as u32).map(|row| row.verdict);
        let by = match verdict {
            Some(Verdict::Drop) => return None,
            Some(Verdict::Replace(mv)) => {
                let position = Position::from_sfen(&row.sfen).ok();
                let figures = archive
                    .zip(position)
                    .map(|(archive, position)| archive.figures(&position, row.ply, mv));
                Some((mv, figures.unwrap_or_default()))
            }
            _ => None,
        };
        Some(KeptRow { row: place, by })
    };
    rows.iter().enumerate().filter_map(kept).collect()
}

/// The book with its order, comments and columns; positions that lost their last move are left out.
fn changed_db(db: &DbBook, places: &[(usize, usize)], audit: &Audit, refresh: bool) -> DbBook {
    let mut db = db.clone();
    db.edit(|positions| {
        let mut dropped = Vec::new();
        for (id, &(place, row)) in places.iter().enumerate() {
            let Some(judged) = audit.row(id as u32) else {
                continue;
            };
            let finding = judged.finding.as_ref();
            match judged.verdict {
                Verdict::Drop => dropped.push((place, row)),
                Verdict::Replace(mv) if positions[place].find(mv).is_some() => {
                    // A row that the engine did not play has the move already.
                    if let (Some(listed), Some(finding)) = (
                        positions[place].moves.iter_mut().find(|row| row.mv == mv),
                        finding,
                    ) {
                        set_value(listed, finding.best, finding.depth);
                    }
                    dropped.push((place, row));
                }
                Verdict::Replace(mv) => {
                    let listed = &mut positions[place].moves[row];
                    let after = std::mem::take(&mut listed.after);
                    *listed = DbMove::new(mv);
                    listed.after = after;
                    if let Some(finding) = finding {
                        set_value(listed, finding.best, finding.depth);
                    }
                }
                Verdict::Keep | Verdict::Flag => {
                    if let Some(finding) = finding.filter(|_| refresh) {
                        let listed = &mut positions[place].moves[row];
                        set_value(listed, finding.value, finding.depth);
                    }
                }
            }
        }
        for &(place, row) in dropped.iter().rev() {
            positions[place].moves.remove(row);
        }
        let lost: Vec<usize> = dropped.iter().map(|&(place, _)| place).collect();
        let mut place = 0;
        positions.retain(|position| {
            let is_lost = position.moves.is_empty() && lost.binary_search(&place).is_ok();
            place += 1;
            !is_lost
        });
    });
    db
}

/// Rows that the engine plays of the changed book, and that were neither on trial nor put there by the teacher.
fn newly_played(
    db: &DbBook,
    options: &PlayOptions,
    entries: &[Entry],
    changes: &[Change],
) -> usize {
    let judged = entries.iter().map(|entry| (entry.sfen.as_str(), entry.mv));
    let replaced = changes.iter().filter_map(|change| match change.kind {
        ChangeKind::Replaced { by } => Some((change.sfen.as_str(), by)),
        _ => None,
    });
    let known: HashSet<(&str, Move)> = judged.chain(replaced).collect();
    let positions = db.positions().iter().enumerate();
    positions
        .filter_map(|(place, position)| Some((position, playable(db, place, options)?)))
        .flat_map(|(position, plays)| {
            let rows: Vec<usize> = plays.played().collect();
            rows.into_iter()
                .map(|row| (position.sfen.as_str(), position.moves[row].mv))
        })
        .filter(|played| !known.contains(played))
        .count()
}

/// The teacher's value and depth; a mate has no value in centipawns and changes nothing.
fn set_value(listed: &mut DbMove, value: Value, depth: Option<u32>) {
    let depth = depth.and_then(|depth| i32::try_from(depth).ok());
    if let (Some(cp), Some(depth)) = (value.cp(), depth) {
        listed.refresh(cp, depth);
    }
}

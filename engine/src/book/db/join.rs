//! What is given twice becomes one, by a rule that does not depend on the order of the file.
//!
//! - **The same move twice in one position**: value, depth, ponder and further columns are those of one row, the one with the
//!   greatest depth, then the greatest value, then (ponder, further columns) as numbers and bytes; what is missing is least.
//!   The counts add up; a missing count adds nothing.
//! - **The same position twice**: the moves of both, joined so. The lowest move number that is given stays.
//! - The moves of what was joined are ordered by count, then value (the greatest first, what is missing last), then USI text.
//! - Comments of all parts are kept, groups of equal lines once, in the order of their bytes.

use super::issue::{DbIssue, DbIssueKind};
use super::model::{DbMove, DbPosition, KeptLine};
use std::cmp::{Ordering, Reverse};

/// The order of moves in canonical books and in joined positions: count and value descending, what is missing last, then USI text.
pub(super) fn canonical_order(a: &DbMove, b: &DbMove) -> Ordering {
    let key = |row: &DbMove| (Reverse(row.count), Reverse(row.known_value()));
    let by_text = || a.mv.to_string().cmp(&b.mv.to_string());
    key(a).cmp(&key(b)).then_with(by_text)
}

/// The order by which one row stands for several of the same move; the greatest does.
fn strength(a: &DbMove, b: &DbMove) -> Ordering {
    fn key(row: &DbMove) -> (Option<i32>, Option<i32>, Option<Move16>, &[u8]) {
        let ponder = row.ponder.map(|mv| mv.word());
        (row.depth, row.value, ponder, &row.rest)
    }
    let written = |row: &DbMove| row.written.clone();
    key(a)
        .cmp(&key(b))
        .then_with(|| written(a).cmp(&written(b)))
}

type Move16 = u16;

/// Joins rows of the same move in one position. Nothing changes if there are none.
pub(super) fn join_moves(position: &mut DbPosition) -> Vec<DbIssue> {
    let mut order: Vec<usize> = (0..position.moves.len()).collect();
    order.sort_by_key(|&at| (position.moves[at].mv.word(), at));
    let issues: Vec<DbIssue> = order
        .windows(2)
        .filter(|pair| position.moves[pair[0]].mv == position.moves[pair[1]].mv)
        .map(|pair| duplicate_move(&position.moves[pair[1]]))
        .collect();
    if !issues.is_empty() {
        position.moves = joined_moves(std::mem::take(&mut position.moves));
    }
    issues
}

fn duplicate_move(row: &DbMove) -> DbIssue {
    let reason = format!("{} stands in this position already; joined", row.mv);
    DbIssue::new(DbIssueKind::DuplicateMove, row.line, reason)
}

fn joined_moves(mut rows: Vec<DbMove>) -> Vec<DbMove> {
    rows.sort_by_key(|row| row.mv.word());
    let mut joined: Vec<DbMove> = rows
        .chunk_by(|a, b| a.mv == b.mv)
        .filter_map(join_rows)
        .collect();
    joined.sort_by(canonical_order);
    joined
}

fn join_rows(rows: &[DbMove]) -> Option<DbMove> {
    let mut joined = rows.iter().max_by(|a, b| strength(a, b))?.clone();
    joined.count = rows
        .iter()
        .filter_map(|row| row.count)
        .reduce(u64::saturating_add);
    joined.line = rows.iter().map(|row| row.line).min()?;
    joined.after = join_lines(rows.iter().map(|row| &row.after));
    Some(joined)
}

/// Groups of lines, each once, in the order of their bytes.
fn join_lines<'a>(groups: impl Iterator<Item = &'a Vec<KeptLine>>) -> Vec<KeptLine> {
    let mut groups: Vec<&Vec<KeptLine>> = groups.collect();
    groups.sort();
    groups.dedup();
    groups.into_iter().flatten().cloned().collect()
}

/// One position of several that are the same; `None` for none.
pub(super) fn join_positions(parts: Vec<DbPosition>) -> Option<DbPosition> {
    let line = parts.iter().map(|part| part.line).min()?;
    let ply = parts.iter().filter_map(|part| part.ply).min();
    let after = join_lines(parts.iter().map(|part| &part.after));
    let written = parts.iter().filter(|part| part.ply == ply);
    let written = written.filter_map(|part| part.written.clone()).min();
    let sfen = parts.first()?.sfen.clone();
    let rows = parts.into_iter().flat_map(|part| part.moves).collect();
    Some(DbPosition {
        sfen,
        ply,
        moves: joined_moves(rows),
        after,
        line,
        written,
    })
}

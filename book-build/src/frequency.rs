//! The baseline selection: what was played most often, by the better players of the day.

use std::cmp::Reverse;

use crate::aggregate::{Aggregate, PositionRow};
use crate::select::{Draft, Offered, Strategy};

/// Positions by points of all their moves descending, ply, SFEN bytes; each with as many moves as the options allow.
#[derive(Copy, Clone, Debug, Default)]
pub struct Frequency;

impl Strategy for Frequency {
    fn name(&self) -> &'static str {
        "frequency"
    }

    fn fill(&self, aggregate: &Aggregate<'_>, draft: &mut Draft<'_>) {
        let mut order: Vec<&PositionRow> = aggregate
            .positions()
            .iter()
            .filter(|row| row.points > 0)
            .collect();
        order.sort_unstable_by_key(|row| rank(row));
        for ties in order.chunk_by(|a, b| rank(a) == rank(b)) {
            for row in by_sfen(aggregate, ties) {
                if draft.offer(row, usize::MAX) == Offered::Full {
                    return;
                }
            }
        }
    }
}

fn rank(row: &PositionRow) -> (Reverse<u64>, u8) {
    (Reverse(row.points), row.ply)
}

/// Orders positions of equal rank by SFEN. Positions are shown by replay, so this is done only for those that are reached.
fn by_sfen<'r>(aggregate: &Aggregate<'_>, ties: &[&'r PositionRow]) -> Vec<&'r PositionRow> {
    if ties.len() < 2 {
        return ties.to_vec();
    }
    let mut named: Vec<(String, &PositionRow)> = aggregate
        .sfens(ties)
        .into_iter()
        .zip(ties.iter().copied())
        .collect();
    named.sort_unstable_by(|a, b| a.0.cmp(&b.0));
    named.into_iter().map(|(_, row)| row).collect()
}

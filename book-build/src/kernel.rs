//! The counting kernel: groups millions of rows by (position key, ply, move) in bounded time and memory.
//!
//! Rows are packed into 16 bytes, scattered by the top bits of the key (a radix partition), and every
//! partition is sorted and scanned on its own. A partition fits the cache of one core, the partitions are
//! independent, and the packed order is the output order: the result does not depend on the number of
//! threads, on the number of chunks, or on the order of the input.

use std::ops::Range;

use rayon::prelude::*;

/// Rows that one partition should hold on average: 2^13 rows of 16 bytes lie in a second-level cache.
const ROWS_PER_PARTITION_LOG2: u32 = 13;
/// More partitions than this cost more in scattering than they save in sorting.
const MAX_PARTITION_BITS: u32 = 11;

/// What a game's result meant for the player who made the counted move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoverResult {
    /// The mover won the game.
    Win,
    /// The game was drawn.
    Draw,
    /// The mover lost the game.
    Loss,
    /// Nobody knows, or the record does not say.
    Unknown,
}

impl MoverResult {
    /// All results, in the order of their packed codes.
    pub const ALL: [Self; 4] = [Self::Win, Self::Draw, Self::Loss, Self::Unknown];

    const fn code(self) -> u8 {
        match self {
            Self::Win => 0,
            Self::Draw => 1,
            Self::Loss => 2,
            Self::Unknown => 3,
        }
    }
}

/// One move played in one game, packed: key (64 bits), ply (8), move word (16), game (32), result (8), from high to low.
///
/// The order of the packed number is the order of the kernel's output.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Row(u128);

impl Row {
    /// Packs a row. `ply` is the number of moves played before this one, `game` any number that tells games apart.
    #[must_use]
    pub fn new(key: u64, ply: u8, word: u16, game: u32, result: MoverResult) -> Self {
        let place = (u128::from(key) << 64) | (u128::from(ply) << 56) | (u128::from(word) << 40);
        Self(place | (u128::from(game) << 8) | u128::from(result.code()))
    }

    /// The 64-bit key of the position before the move.
    #[must_use]
    pub const fn key(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// Number of moves played before this one.
    #[must_use]
    pub const fn ply(self) -> u8 {
        (self.0 >> 56) as u8
    }

    /// The 16-bit move word.
    #[must_use]
    pub const fn word(self) -> u16 {
        (self.0 >> 40) as u16
    }

    /// The game's number.
    #[must_use]
    pub const fn game(self) -> u32 {
        (self.0 >> 8) as u32
    }

    /// The result for the mover.
    #[must_use]
    pub const fn result(self) -> MoverResult {
        MoverResult::ALL[(self.0 & 3) as usize]
    }

    /// Key, ply and move: rows are of one group exactly if these are equal.
    const fn group(self) -> u128 {
        self.0 >> 40
    }

    const fn partition(self, bits: u32) -> usize {
        // A shift by the full width is not defined, and one partition needs none.
        if bits == 0 {
            0
        } else {
            (self.0 >> (128 - bits)) as usize
        }
    }
}

/// The rows of one chunk in the order of their partitions.
#[derive(Debug)]
struct Scattered {
    rows: Vec<Row>,
    /// Where each partition starts; one more entry than partitions.
    starts: Vec<u32>,
}

impl Scattered {
    fn new(rows: &[Row], bits: u32) -> Self {
        let starts = partition_starts(rows, bits);
        let mut next = starts.clone();
        let mut sorted = vec![Row(0); rows.len()];
        for &row in rows {
            let slot = &mut next[row.partition(bits)];
            sorted[*slot as usize] = row;
            *slot += 1;
        }
        Self {
            rows: sorted,
            starts,
        }
    }

    fn partition(&self, index: usize) -> &[Row] {
        let range: Range<usize> = self.starts[index] as usize..self.starts[index + 1] as usize;
        &self.rows[range]
    }
}

fn partition_starts(rows: &[Row], bits: u32) -> Vec<u32> {
    let mut starts = vec![0_u32; (1 << bits) + 1];
    for row in rows {
        starts[row.partition(bits) + 1] += 1;
    }
    for index in 1..starts.len() {
        starts[index] += starts[index - 1];
    }
    starts
}

/// Groups rows by key, ply and move word, in that order, and folds every group.
///
/// `fill(i, rows)` appends the rows of chunk `i` of `chunks` (any cut of the input does; a chunk holds fewer
/// than 2^32 rows). `expected` is about the number of rows in all and only decides the number of partitions.
/// `fold` gets the rows of one group in ascending order (by game, then result) and a scratch value that it may
/// reuse. Works in the current rayon thread pool.
pub fn group_rows<T, S>(
    chunks: usize,
    expected: usize,
    fill: impl Fn(usize, &mut Vec<Row>) + Sync,
    fold: impl Fn(&[Row], &mut S) -> T + Sync,
) -> Vec<T>
where
    T: Send,
    S: Default,
{
    let bits = partition_bits(expected);
    let scattered: Vec<Scattered> = (0..chunks)
        .into_par_iter()
        .map_init(Vec::new, |buffer, chunk| {
            buffer.clear();
            fill(chunk, buffer);
            Scattered::new(buffer, bits)
        })
        .collect();
    let parts: Vec<Vec<T>> = (0..1_usize << bits)
        .into_par_iter()
        .map_init(
            || (Vec::new(), S::default()),
            |(rows, scratch), index| {
                gather(&scattered, index, rows);
                fold_groups(rows, &fold, scratch)
            },
        )
        .collect();
    drop(scattered);
    concat(parts)
}

fn partition_bits(expected: usize) -> u32 {
    let log2 = usize::BITS - expected.leading_zeros();
    log2.saturating_sub(ROWS_PER_PARTITION_LOG2)
        .min(MAX_PARTITION_BITS)
}

/// Collects one partition from all chunks and sorts it.
fn gather(scattered: &[Scattered], index: usize, rows: &mut Vec<Row>) {
    rows.clear();
    for chunk in scattered {
        rows.extend_from_slice(chunk.partition(index));
    }
    rows.sort_unstable();
}

fn fold_groups<T, S>(rows: &[Row], fold: &impl Fn(&[Row], &mut S) -> T, scratch: &mut S) -> Vec<T> {
    rows.chunk_by(|a, b| a.group() == b.group())
        .map(|group| fold(group, scratch))
        .collect()
}

fn concat<T>(parts: Vec<Vec<T>>) -> Vec<T> {
    let mut all = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    for part in parts {
        all.extend(part);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_back_what_was_packed() {
        let row = Row::new(u64::MAX - 5, 23, 0x630a, u32::MAX - 1, MoverResult::Loss);
        assert_eq!(
            (row.key(), row.ply(), row.word(), row.game(), row.result()),
            (u64::MAX - 5, 23, 0x630a, u32::MAX - 1, MoverResult::Loss)
        );
    }

    #[test]
    fn groups_come_in_order_whatever_the_chunks() {
        let rows: Vec<Row> = (0..5_000_u64)
            .map(|i| {
                let key = (i * i % 97).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                Row::new(
                    key,
                    (i % 3) as u8,
                    (i % 5) as u16,
                    i as u32,
                    MoverResult::ALL[(i % 4) as usize],
                )
            })
            .collect();
        let count = |chunks: usize, expected: usize| {
            group_rows(
                chunks,
                expected,
                |chunk, out| out.extend(rows.iter().skip(chunk).step_by(chunks)),
                |group: &[Row], (): &mut ()| (group[0].group(), group.len()),
            )
        };
        let one = count(1, 0);
        assert!(one.is_sorted_by(|a, b| a.0 < b.0));
        assert_eq!(one.iter().map(|group| group.1).sum::<usize>(), rows.len());
        assert_eq!(one, count(7, 24_000_000));
        assert_eq!(one, count(1_000, 100_000));
    }

    #[test]
    fn no_rows_make_no_groups() {
        let none = group_rows(0, 0, |_, _| {}, |_: &[Row], (): &mut ()| ());
        assert!(none.is_empty());
    }
}

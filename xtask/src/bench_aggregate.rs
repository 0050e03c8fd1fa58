//! Benchmark (d): our aggregation of 24,000,000 rows against polars' own eager group-by, in one run, on the same columns.
//!
//! Both sides get four columns in memory (key, ply, move word, points of the mover) and return one row for each
//! group with its count and the sum of its points. The groups are compared before any figure is printed.

use std::error::Error;
use std::fmt;
use std::time::{Duration, Instant};

use joban_book_build::kernel::{MoverResult, Row, group_rows};
use joban_engine::rng::SplitMix64;
use polars::prelude::{Column, DataFrame, IdxSize, PolarsResult};

/// Moves of one synthetic game.
const PLIES: usize = 24;
/// Of 100 moves so many follow the main branch of the tree.
const MAIN_BRANCH_PERCENT: u64 = 62;
/// The other moves choose among so many branches.
const OTHER_BRANCHES: u64 = 3;
/// Rows of one chunk handed to the kernel.
const CHUNK: usize = 1 << 18;
/// Every side runs so often; the medians are printed.
const ROUNDS: usize = 3;

/// The columns both sides start from.
struct Columns {
    key: Vec<u64>,
    ply: Vec<u8>,
    word: Vec<u16>,
    points: Vec<u32>,
}

/// One group: key, move word, count, sum of points. The key of a walk includes its length, so the ply adds nothing to compare.
type Group = (u64, u16, u32, u64);

/// User CPU time and wall time of one run.
#[derive(Copy, Clone)]
struct Cost {
    cpu: Duration,
    wall: Duration,
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.2} s CPU, {:.2} s wall",
            self.cpu.as_secs_f64(),
            self.wall.as_secs_f64()
        )
    }
}

/// Options of the benchmark.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Synthetic games of 24 moves
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: usize,
}

/// Runs the benchmark and prints its figures.
///
/// # Errors
///
/// Polars fails, or the two results differ.
pub(crate) fn run(args: &Args) -> Result<(), Box<dyn Error>> {
    let columns = walks(args.games);
    let rows = columns.key.len();
    let frame = frame(&columns)?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut groups = 0;
    for _ in 0..ROUNDS {
        let (own, cost) = timed(|| kernel(&columns));
        ours.push(cost);
        let (other, cost) = timed(|| polars(&frame));
        theirs.push(cost);
        groups = own.len();
        compare(own, rows_of(&other?)?)?;
    }
    report(rows, groups, median(ours), median(theirs));
    Ok(())
}

/// Seeded walks in a tree: rows in the order of the games, as an archive gives them.
fn walks(games: usize) -> Columns {
    let rows = games * PLIES;
    let mut columns = Columns {
        key: Vec::with_capacity(rows),
        ply: Vec::with_capacity(rows),
        word: Vec::with_capacity(rows),
        points: Vec::with_capacity(rows),
    };
    let mut rng = SplitMix64::new(1);
    for _ in 0..games {
        walk(&mut rng, &mut columns);
    }
    columns
}

fn walk(rng: &mut SplitMix64, columns: &mut Columns) {
    let black_wins = rng.next_u64() & 1 == 0;
    let mut key = 0x6a6f_6261_6e00_0000_u64;
    for ply in 0..PLIES as u8 {
        let draw = rng.next_u64();
        let word = if draw % 100 < MAIN_BRANCH_PERCENT {
            0
        } else {
            1 + (draw >> 32) % OTHER_BRANCHES
        } as u16;
        columns.key.push(key);
        columns.ply.push(ply);
        columns.word.push(word);
        columns
            .points
            .push(if black_wins == (ply % 2 == 0) { 3 } else { 1 });
        key = SplitMix64::new(key ^ u64::from(word)).next_u64();
    }
}

fn kernel(columns: &Columns) -> Vec<Group> {
    let rows = columns.key.len();
    group_rows(
        rows.div_ceil(CHUNK),
        rows,
        |chunk, out| {
            for i in chunk * CHUNK..rows.min((chunk + 1) * CHUNK) {
                let result = if columns.points[i] == 3 {
                    MoverResult::Win
                } else {
                    MoverResult::Loss
                };
                out.push(Row::new(
                    columns.key[i],
                    columns.ply[i],
                    columns.word[i],
                    i as u32,
                    result,
                ));
            }
        },
        |group, (): &mut ()| {
            let points = group
                .iter()
                .map(|row| {
                    if row.result() == MoverResult::Win {
                        3
                    } else {
                        1
                    }
                })
                .sum();
            (group[0].key(), group[0].word(), group.len() as u32, points)
        },
    )
}

fn frame(columns: &Columns) -> PolarsResult<DataFrame> {
    DataFrame::new_infer_height(vec![
        Column::new("key".into(), &columns.key),
        Column::new("move".into(), &columns.word),
        Column::new("points".into(), &columns.points),
    ])
}

/// Eager group-by over key and move: two key columns instead of three, in polars' favour.
#[expect(
    deprecated,
    reason = "the lazy interface is not compiled in; this is the eager group-by itself"
)]
fn polars(frame: &DataFrame) -> PolarsResult<DataFrame> {
    let grouped = frame.group_by(["key", "move"])?;
    let counts = grouped.get_groups().group_count();
    let mut result = grouped.select(["points"]).sum()?;
    result.with_column(Column::new(
        "count".into(),
        counts.into_no_null_iter().collect::<Vec<IdxSize>>(),
    ))?;
    Ok(result)
}

fn rows_of(frame: &DataFrame) -> PolarsResult<Vec<Group>> {
    let keys = frame.column("key")?.u64()?;
    let words = frame.column("move")?.u16()?;
    let counts = frame.column("count")?.idx()?;
    let points = frame.column("points_sum")?.u32()?;
    let columns = keys.into_no_null_iter().zip(words.into_no_null_iter());
    let sums = counts.into_no_null_iter().zip(points.into_no_null_iter());
    Ok(columns
        .zip(sums)
        .map(|((key, word), (count, points))| (key, word, count, u64::from(points)))
        .collect())
}

fn compare(own: Vec<Group>, mut other: Vec<Group>) -> Result<(), String> {
    other.sort_unstable();
    if own == other {
        Ok(())
    } else {
        Err("the two aggregations differ".to_owned())
    }
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let (cpu, wall) = (user_time(), Instant::now());
    let result = work();
    (
        result,
        Cost {
            cpu: user_time().saturating_sub(cpu),
            wall: wall.elapsed(),
        },
    )
}

/// User CPU time of this process: field 14 of /proc/self/stat in ticks of 10 ms. Zero where there is no such file.
fn user_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The second field is the program's name in parentheses and may hold blanks.
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after_name
        .split_whitespace()
        .nth(11)
        .and_then(|field| field.parse().ok())
        .unwrap_or(0);
    Duration::from_millis(ticks * 10)
}

fn median(mut costs: Vec<Cost>) -> Cost {
    costs.sort_by_key(|cost| (cost.cpu, cost.wall));
    costs[costs.len() / 2]
}

fn report(rows: usize, groups: usize, ours: Cost, theirs: Cost) {
    println!("{rows} rows, {groups} groups, equal results, medians of {ROUNDS} runs");
    println!("joban kernel:          {ours}");
    println!("polars eager group-by: {theirs}");
    let ratio = |a: Duration, b: Duration| a.as_secs_f64() / b.as_secs_f64();
    println!(
        "joban / polars:        {:.2} of the CPU, {:.2} of the wall time",
        ratio(ours.cpu, theirs.cpu),
        ratio(ours.wall, theirs.wall)
    );
}

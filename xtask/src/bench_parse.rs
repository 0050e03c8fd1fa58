//! Benchmark (a): parsing, full legality and keys of records in memory on one core, against counting their newlines and
//! against cshogi's parser with a legality loop (scripts/bench/cshogi_parse.py), in one run on the same bytes.

use std::fs;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use joban_csa_parse::{Parser, RawRecord, ReadOptions, Record, Split, split_records};
use joban_engine::rules::Replay;

use crate::TaskResult;

/// Rounds of each measurement; the best one is printed, as noise only ever slows a run down.
const ROUNDS: usize = 5;

/// Options of the benchmark.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of UTF-8 records, as `scale` makes it
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Python with cshogi
    #[arg(long, default_value = "target/python/bin/python")]
    python: PathBuf,
}

/// Runs the benchmark and prints records a second, and ours as a multiple of the others.
///
/// # Errors
///
/// A file cannot be read, a record is refused, or cshogi cannot be run.
pub(crate) fn run(args: &Args) -> TaskResult {
    let files = read_all(&args.folder)?;
    let bytes: usize = files.iter().map(Vec::len).sum();
    let raws = split(&files)?;
    println!("{} records, {bytes} bytes", raws.len());
    let newlines = best(raws.len(), || count_newlines(&files));
    let parsed = best(raws.len(), || parse(&raws));
    let replayed = best(raws.len(), || replay(&raws));
    println!("count newlines              {newlines:>10.0} records/s");
    println!("parse                       {parsed:>10.0} records/s");
    println!("parse, full legality, keys  {replayed:>10.0} records/s");
    let peer = cshogi(args)?;
    println!("cshogi, the same            {peer:>10.0} records/s");
    println!(
        "ours: {:.2} of counting newlines, {:.2} times cshogi",
        replayed / newlines,
        replayed / peer
    );
    Ok(())
}

/// The files of one folder level or below, in order of their paths.
fn read_all(folder: &Path) -> Result<Vec<Vec<u8>>, std::io::Error> {
    let mut paths = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "csa") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    paths.iter().map(fs::read).collect()
}

fn split(files: &[Vec<u8>]) -> Result<Vec<RawRecord>, Box<dyn std::error::Error>> {
    let label: Arc<str> = "bench".into();
    let mut raws = Vec::new();
    for file in files {
        split_records(
            &mut &file[..],
            &label,
            &ReadOptions::default(),
            &mut |split| {
                if let Split::Record(raw) = split {
                    raws.push(raw);
                }
                ControlFlow::Continue(())
            },
        )?;
    }
    if raws.is_empty() {
        return Err("no record was found".into());
    }
    Ok(raws)
}

/// The best of some rounds, in records a second.
fn best(records: usize, mut work: impl FnMut()) -> f64 {
    let mut seconds = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        work();
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    records as f64 / seconds
}

fn count_newlines(files: &[Vec<u8>]) {
    let lines = files
        .iter()
        .map(|file| memchr::memchr_iter(b'\n', file).count());
    black_box(lines.sum::<usize>());
}

fn parse(raws: &[RawRecord]) {
    let mut parser = Parser::new(ReadOptions::default());
    let mut record = Record::new();
    for raw in raws {
        parser.parse(raw, &mut record).expect("a sound record");
        black_box(&record);
    }
}

fn replay(raws: &[RawRecord]) {
    let mut parser = Parser::new(ReadOptions::default());
    let mut record = Record::new();
    let mut replay = Replay::new();
    let mut keys = 0;
    for raw in raws {
        parser.parse(raw, &mut record).expect("a sound record");
        replay
            .run(&record, |position, _, _| keys ^= position.key())
            .expect("a legal game");
    }
    black_box(keys);
}

/// The first number that the peer prints.
fn cshogi(args: &Args) -> Result<f64, Box<dyn std::error::Error>> {
    let output = Command::new(&args.python)
        .arg("scripts/bench/cshogi_parse.py")
        .arg(&args.folder)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let rate = text.split(' ').next().and_then(|word| word.parse().ok());
    rate.ok_or_else(|| {
        let error = String::from_utf8_lossy(&output.stderr);
        format!("cshogi: {text}{error}").into()
    })
}

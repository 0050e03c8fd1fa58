//! Measures parsing, and parsing with full legality and keys, on one core with the files in memory.
//!
//! `replay_speed FOLDER [ROUNDS]` prints records a second, nanoseconds a ply, and the ratio to counting newlines.

#[path = "../tests/common/mod.rs"]
mod common;

use joban_csa_parse::{Parser, RawRecord, ReadOptions, Record, Split, split_records};
use joban_engine::rules::Replay;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let mut args = std::env::args().skip(1);
    let folder = args.next().unwrap_or_else(|| "samples".to_owned());
    let rounds = args.next().and_then(|text| text.parse().ok()).unwrap_or(20);
    let raws = records(Path::new(&folder));
    let bytes: usize = raws.iter().map(|raw| raw.bytes.len()).sum();
    println!("{} records, {bytes} bytes, {rounds} rounds", raws.len());
    let lines = time(rounds, || {
        let newlines = raws
            .iter()
            .map(|raw| raw.bytes.iter().filter(|&&byte| byte == b'\n').count());
        black_box(newlines.sum::<usize>());
    });
    let mut parser = Parser::new(ReadOptions::default());
    let mut record = Record::new();
    let parse = time(rounds, || {
        for raw in &raws {
            let _ = black_box(parser.parse(raw, &mut record));
        }
    });
    let mut replay = Replay::new();
    let mut plies = 0_u64;
    let mut keys = 0;
    let all = time(rounds, || {
        for raw in &raws {
            if parser.parse(raw, &mut record).is_ok() {
                let _ = replay.run(&record, |position, _, _| {
                    plies += 1;
                    keys ^= position.key();
                });
            }
        }
    });
    black_box(keys);
    let rate = |time: Duration| (raws.len() * rounds) as f64 / time.as_secs_f64();
    let per_ply = (all.saturating_sub(parse)).as_nanos() as f64 / plies as f64;
    println!("count newlines      {:>10.0} records/s", rate(lines));
    println!("parse               {:>10.0} records/s", rate(parse));
    println!(
        "parse, rules, keys  {:>10.0} records/s, {per_ply:.0} ns of rules and keys a ply",
        rate(all)
    );
    println!(
        "{:.1} plies a record",
        plies as f64 / (raws.len() * rounds) as f64
    );
}

fn time(rounds: usize, mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    for _ in 0..rounds {
        work();
    }
    start.elapsed()
}

fn records(folder: &Path) -> Vec<RawRecord> {
    let mut raws = Vec::new();
    for path in common::record_files(folder) {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let label: Arc<str> = path.to_string_lossy().into();
        let _ = split_records(
            &mut &bytes[..],
            &label,
            &ReadOptions::default(),
            &mut |split| {
                if let Split::Record(raw) = split {
                    raws.push(raw);
                }
                ControlFlow::Continue(())
            },
        );
    }
    raws
}

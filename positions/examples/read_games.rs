//! Reads games as `joban build` does and says how long it took: `read_games JOBS PATH…`.
#![expect(clippy::print_stdout, reason = "the result is for people")]

use std::time::Instant;

use joban_csa_parse::{InputArg, Inputs, Limits, ReadOptions};
use joban_positions::{NoProgress, PlyLimit, ReadPlan, read_games};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args_os().skip(1);
    let jobs = args
        .next()
        .and_then(|jobs| jobs.to_str()?.parse().ok())
        .ok_or("the number of jobs")?;
    let paths: Vec<InputArg> = args.map(InputArg::from).collect();
    let read = ReadOptions::default();
    let plan = ReadPlan {
        plies: PlyLimit::First(24),
        details: false,
        jobs,
        fail_fast: false,
        read: read.clone(),
    };
    let begin = Instant::now();
    let inputs = Inputs::open(&paths, &Limits::default(), &read)?;
    let ingested = read_games(&inputs, &plan, &NoProgress)?;
    let (games, seconds) = (ingested.corpus.games().len(), begin.elapsed().as_secs_f64());
    println!(
        "{games} games, {} rejects, {seconds:.3} s, {:.0} games/s",
        ingested.corpus.rejects().len(),
        games as f64 / seconds
    );
    Ok(())
}

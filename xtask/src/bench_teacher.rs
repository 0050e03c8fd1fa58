//! Benchmark (d): how long an engine waits between two questions of the pool, against a bare pipe loop that sends the same lines,
//! in one run. The engine is this program itself: it searches for a known time and measures from its `bestmove` to the next `go`.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use joban_engine::rules::Position;
use joban_engine::teacher::{Limit, Pool, Query, TeacherConfig, Unattended, ask_all};
use joban_engine::usi::EngineCommand;

use crate::TaskResult;

/// Rounds of each measurement, in turn; the best one is printed, as noise only ever slows a run down.
const ROUNDS: usize = 7;

/// Options of the benchmark.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Questions in each round
    #[arg(long, default_value_t = 3000)]
    questions: usize,
    /// Length of a search in microseconds
    #[arg(long, default_value_t = 1000)]
    search_us: u64,
}

/// Options of the engine.
#[derive(Debug, clap::Args)]
pub(crate) struct EngineArgs {
    /// Length of a search in microseconds
    #[arg(long)]
    search_us: u64,
    /// Where to write the median of the idle times in nanoseconds
    #[arg(long)]
    report: PathBuf,
}

/// Runs the benchmark and prints the median idle times and their ratio.
///
/// # Errors
///
/// The engine cannot be started or does not answer.
pub(crate) fn run(args: &Args) -> TaskResult {
    let folder = tempfile::tempdir()?;
    let report = folder.path().join("idle");
    let (mut bare, mut pool) = (u64::MAX, u64::MAX);
    for _ in 0..ROUNDS {
        bare = bare.min(bare_round(args, &report)?);
        pool = pool.min(pool_round(args, &report)?);
    }
    println!(
        "{} questions, searches of {} us, best of {ROUNDS} rounds",
        args.questions, args.search_us
    );
    println!("bare pipe loop  {:>8.1} us idle (median)", us(bare));
    println!("pool            {:>8.1} us idle (median)", us(pool));
    println!("ratio           {:>8.2}", us(pool) / us(bare));
    Ok(())
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1000.0
}

fn engine_arguments(args: &Args, report: &Path) -> Vec<String> {
    let report = report.display().to_string();
    let us = args.search_us.to_string();
    [
        "bench-teacher-engine",
        "--search-us",
        &us,
        "--report",
        &report,
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The idle time under the pool.
fn pool_round(args: &Args, report: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let mut command = EngineCommand::new(std::env::current_exe()?);
    command.args = engine_arguments(args, report)
        .into_iter()
        .map(Into::into)
        .collect();
    let mut pool = Pool::start(&TeacherConfig::new(command))?;
    let query = Query::new(&Position::startpos(), Limit::Nodes(1), 1);
    let queries = vec![query; args.questions];
    let answers = ask_all(&mut pool, &queries, &mut Unattended)?;
    pool.quit();
    let answered = answers.iter().flatten().filter(|answer| answer.is_ok());
    if answered.count() != args.questions {
        return Err("a question has no answer".into());
    }
    read_report(report)
}

/// The idle time under a loop that writes and reads lines, and nothing else.
fn bare_round(args: &Args, report: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let mut engine = Command::new(std::env::current_exe()?)
        .args(engine_arguments(args, report))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    bare_loop(&mut engine, args.questions)?;
    engine.wait()?;
    read_report(report)
}

fn bare_loop(engine: &mut Child, questions: usize) -> TaskResult {
    let (Some(mut input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else {
        return Err("no pipes".into());
    };
    let mut output = BufReader::new(output);
    let position = Position::startpos().sfen();
    // At once, as the pool sends them.
    let search = format!("usinewgame\nposition sfen {position}\ngo nodes 1\n");
    input.write_all(b"usi\n")?;
    until(&mut output, "usiok")?;
    for _ in 0..questions {
        input.write_all(b"isready\n")?;
        until(&mut output, "readyok")?;
        input.write_all(search.as_bytes())?;
        until(&mut output, "bestmove")?;
    }
    input.write_all(b"quit\n")?;
    Ok(())
}

fn until(output: &mut impl BufRead, word: &str) -> TaskResult {
    let mut line = String::new();
    while !line.starts_with(word) {
        line.clear();
        if output.read_line(&mut line)? == 0 {
            return Err("the engine has ended".into());
        }
    }
    Ok(())
}

fn read_report(report: &Path) -> Result<u64, Box<dyn std::error::Error>> {
    let text = fs::read_to_string(report)?;
    fs::remove_file(report)?;
    Ok(text.trim().parse()?)
}

/// The engine: it answers each `go` after the time given.
///
/// # Errors
///
/// A pipe is closed, or the report cannot be written.
pub(crate) fn engine(args: &EngineArgs) -> TaskResult {
    let mut output = io::stdout().lock();
    let mut idle: Vec<u64> = Vec::new();
    let mut answered: Option<Instant> = None;
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').next().unwrap_or_default() {
            "usi" => output.write_all(b"id name Known Duration\noption name MultiPV type spin default 1 min 1 max 9\nusiok\n")?,
            "isready" => output.write_all(b"readyok\n")?,
            "go" => {
                idle.extend(answered.map(|at| at.elapsed().as_nanos() as u64));
                spin(Duration::from_micros(args.search_us));
                output.write_all(b"info depth 1 multipv 1 score cp 10 nodes 1 pv 7g7f\nbestmove 7g7f\n")?;
                output.flush()?;
                answered = Some(Instant::now());
            }
            "quit" => break,
            _ => {}
        }
        output.flush()?;
    }
    idle.sort_unstable();
    let median = idle.get(idle.len() / 2).copied().unwrap_or_default();
    fs::write(&args.report, median.to_string())?;
    Ok(())
}

/// Works for a time, as a search would.
fn spin(time: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < time {
        std::hint::spin_loop();
    }
}

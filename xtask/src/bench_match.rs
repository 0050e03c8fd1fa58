//! Benchmark: how long it takes from an engine's `bestmove` to the opponent's `go` in a match, through two real processes. The
//! engines are this program itself: they play a game that was made before, and note the time of day of each line in nanoseconds.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use joban_engine::arena::{Contestant, Fixture, Limit, Match, MatchLog, Rules, Table};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position, Repetition};
use joban_engine::teacher::TeacherConfig;
use joban_engine::usi::{EngineCommand, Root};
use serde_json::json;

use crate::TaskResult;

/// Plies of the made game: about as many as a game of the ROM engine has.
const PLIES: usize = 120;

/// Options of the benchmark.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Pairs of games
    #[arg(long, default_value_t = 20)]
    pairs: u64,
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
    /// The moves of the game
    #[arg(long)]
    moves: PathBuf,
    /// Folder in which each process writes when it sent and got what
    #[arg(long)]
    report: PathBuf,
}

/// Plays a match and prints the times between `bestmove` and `go`.
///
/// # Errors
///
/// An engine cannot be started, or the games are not played to their end.
pub(crate) fn run(args: &Args) -> TaskResult {
    let folder = tempfile::tempdir()?;
    let moves = folder.path().join("moves");
    fs::write(&moves, made_game().join(" "))?;
    let config = TeacherConfig {
        teacher_id: Some("bench".to_owned()),
        ..TeacherConfig::new(engine_command(args, &moves, folder.path())?)
    };
    let meet = || Contestant::meet(&config, Limit::Nodes(1));
    let (first, second) = (meet()?, meet()?);
    let fixtures: Vec<Fixture> = (0..args.pairs).map(fixture).collect();
    let (mut log, _) = MatchLog::open(&folder.path().join("log"), &json!({}))?;
    let mut table = Table::new(fixtures.len(), Vec::new());
    let a_match = Match {
        contestants: [&first, &second],
        fixtures: &fixtures,
        rules: Rules::default(),
        concurrency: 1,
        sprt: None,
    };
    a_match.run(&mut log, &mut table, &mut |_, _| {})?;
    let played = table
        .pairs()
        .iter()
        .filter_map(|pair| pair.complete())
        .flatten();
    if !played.clone().all(|game| game.moves.len() == PLIES) {
        return Err("a game was not played to its end".into());
    }
    let mut gaps = gaps(folder.path())?;
    gaps.sort_unstable();
    let at = |share: usize| gaps[(gaps.len() - 1) * share / 100] as f64 / 1000.0;
    println!(
        "{} moves in {} games of {PLIES} plies, searches of {} us",
        gaps.len(),
        2 * args.pairs,
        args.search_us
    );
    println!(
        "bestmove to go  {:>8.1} us median, {:.1} us at 95 %",
        at(50),
        at(95)
    );
    Ok(())
}

fn engine_command(args: &Args, moves: &Path, report: &Path) -> io::Result<EngineCommand> {
    let command = EngineCommand::new(std::env::current_exe()?)
        .arg("bench-match-engine")
        .arg("--search-us")
        .arg(args.search_us.to_string());
    Ok(command
        .arg("--moves")
        .arg(moves)
        .arg("--report")
        .arg(report))
}

fn fixture(pair: u64) -> Fixture {
    Fixture {
        pair,
        start: 0,
        seed: 1,
        root: Root::startpos(),
    }
}

/// A legal game by chance that does not end before its last ply.
fn made_game() -> Vec<String> {
    for seed in 0.. {
        let mut rng = SplitMix64::new(seed);
        let mut position = Position::startpos();
        let mut moves = Vec::new();
        while moves.len() < PLIES && position.repetition() == Repetition::None {
            let legal = position.legal_moves();
            let picked: Option<&Move> = legal.get(rng.below(legal.len().max(1) as u64) as usize);
            let Some(&mv) = picked else { break };
            if position.play(mv).is_err() {
                break;
            }
            moves.push(mv.to_string());
        }
        if moves.len() == PLIES && !position.has_no_move() {
            return moves;
        }
    }
    Vec::new()
}

/// Nanoseconds from each answer to the next question of the other process, within games.
fn gaps(folder: &Path) -> io::Result<Vec<u64>> {
    let mut events: Vec<(u64, bool)> = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_none_or(|extension| extension != "times")
        {
            continue;
        }
        let text = fs::read_to_string(path)?;
        let lines = text.lines().filter_map(|line| line.split_once(' '));
        events.extend(lines.filter_map(|(what, ns)| Some((ns.parse().ok()?, what == "go"))));
    }
    events.sort_unstable();
    let pairs = events.windows(2).filter(|two| !two[0].1 && two[1].1);
    Ok(pairs.map(|two| two[1].0 - two[0].0).collect())
}

/// The engine.
///
/// # Errors
///
/// The moves cannot be read, or the report cannot be written.
pub(crate) fn engine(args: &EngineArgs) -> TaskResult {
    let text = fs::read_to_string(&args.moves)?;
    let moves: Vec<&str> = text.split(' ').collect();
    let (mut out, mut ply) = (io::stdout().lock(), 0);
    let mut times = String::new();
    for line in io::stdin().lock().lines() {
        let line = line?;
        match line.split(' ').next().unwrap_or_default() {
            "usi" => writeln!(out, "id name bench\nusiok")?,
            "isready" => writeln!(out, "readyok")?,
            "position" => ply = line.split(' ').skip(3).count(),
            "go" => {
                times.push_str(&format!("go {}\n", now()));
                work(Duration::from_micros(args.search_us));
                match moves.get(ply) {
                    Some(mv) => {
                        // Before the line is written: after it the opponent may be asked already.
                        times.push_str(&format!("bestmove {}\n", now()));
                        writeln!(
                            out,
                            "info depth 1 score cp 0 nodes 1 pv {mv}\nbestmove {mv}"
                        )?;
                    }
                    // The end of the game: what comes after it is no answer to a move.
                    None => writeln!(out, "bestmove resign")?,
                }
            }
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    let name = format!("{}.times", std::process::id());
    Ok(fs::write(args.report.join(name), times)?)
}

fn now() -> u128 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos())
}

/// Uses the processor, as a search does; a sleep would be longer than asked for.
fn work(time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        std::hint::spin_loop();
    }
}

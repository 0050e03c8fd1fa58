//! The sample archive: games of one engine against itself at several strengths, made again from a seed.

mod archive;
mod generate;
mod openings;
mod play;
mod players;
mod ratings;
mod record;
mod schedule;
mod stats;

use std::path::PathBuf;

use joban_engine::usi::EngineCommand;

use crate::TaskResult;

/// The seed of the committed archive.
const SEED: u64 = 2026;
/// Its number of games.
const GAMES: u32 = 1040;
/// The Debian package of the engine, and the name of its program.
const ENGINE_PACKAGE: &str = "fairy-stockfish";

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder of the archive
    #[arg(short, long, default_value = "samples")]
    out: PathBuf,
    /// Play the first N games again and compare them with the committed ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(GAMES)))]
    check: Option<u32>,
    /// Number of games
    #[arg(long, default_value_t = GAMES)]
    games: u32,
    /// Engines that play at once
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Keep played games in this file and go on from there
    #[arg(long, value_name = "FILE")]
    cache: Option<PathBuf>,
    /// The engine (default: fairy-stockfish from PATH or Debian's folder of games)
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> TaskResult {
    let command = engine_command(args)?;
    match args.check {
        Some(count) => check(args, &command, count),
        None => make(args, &command),
    }
}

fn make(args: &Args, command: &EngineCommand) -> TaskResult {
    let engine = play::engine(command)?;
    let name = engine.name().to_owned();
    engine.quit();
    let games = generate::games(command, SEED, args.games, args.jobs, args.cache.as_deref())?;
    let ratings = ratings::ratings(SEED, &games);
    stats::print(SEED, &ratings, &games);
    archive::write_all(&args.out, SEED, &name, &ratings, &games)
}

fn check(args: &Args, command: &EngineCommand, count: u32) -> TaskResult {
    let committed = archive::Committed::read(&args.out)?;
    let engine = play::engine(command)?;
    if engine.name() != committed.engine_name {
        println!(
            "note: the archive was made with {}, this is {}; the games may differ",
            committed.engine_name,
            engine.name()
        );
    }
    engine.quit();
    let games = generate::games(command, committed.seed, count, args.jobs, None)?;
    let files = archive::files(committed.seed, &committed.ratings, &games)?;
    let differing = committed.differing(&files)?;
    if !differing.is_empty() {
        return Err(format!(
            "the generator no longer makes these games: {}",
            differing.join(", ")
        )
        .into());
    }
    println!("the first {count} sample games are made again byte for byte");
    Ok(())
}

/// Debian puts the engine into a folder that is often not on the path.
fn engine_command(args: &Args) -> Result<EngineCommand, String> {
    if let Some(program) = &args.engine {
        return Ok(EngineCommand::new(program));
    }
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain([PathBuf::from("/usr/games")]);
    let program = folders
        .map(|folder| folder.join(ENGINE_PACKAGE))
        .find(|path| path.is_file());
    let missing =
        || format!("{ENGINE_PACKAGE} is not installed (Debian: apt-get install {ENGINE_PACKAGE})");
    program.map(EngineCommand::new).ok_or_else(missing)
}

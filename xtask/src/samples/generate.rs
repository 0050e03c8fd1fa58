//! Plays many games with a few engines at once, and keeps them in a file so that a stopped run goes on.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use joban_engine::usi::EngineCommand;

use super::openings::Openings;
use super::play::{Game, engine, play};

/// The games `0..count`, in order; those that `cache` holds already are not played again.
///
/// # Errors
/// Engine faults, and a cache that cannot be read or written.
pub(super) fn games(
    command: &EngineCommand,
    seed: u64,
    count: u32,
    jobs: usize,
    cache: Option<&Path>,
) -> Result<Vec<Game>, Box<dyn Error>> {
    let known = cache.map_or(Ok(BTreeMap::new()), read_cache)?;
    let todo: Vec<u32> = (0..count)
        .filter(|index| !known.contains_key(index))
        .collect();
    let openings = Openings::load()?;
    let (next, done) = (AtomicUsize::new(0), Mutex::new(known));
    let work = || -> Result<(), String> {
        while let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = play_one(command, &openings, seed, index)
                .map_err(|error| format!("game {index}: {error}"))?;
            let mut done = done.lock().map_err(|error| error.to_string())?;
            keep(cache, &game).map_err(|error| error.to_string())?;
            done.insert(index, game);
            if done.len() % 50 == 0 {
                println!("{} of {count} games", done.len());
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().map_err(|_| "a worker panicked")?)
    })?;
    let done = done.into_inner().map_err(|error| error.to_string())?;
    Ok(done
        .into_values()
        .filter(|game| game.index < count)
        .collect())
}

/// A game in an engine process of its own: this engine keeps some evaluations across `usinewgame`,
/// so that a game would depend a little on those before it.
fn play_one(
    command: &EngineCommand,
    openings: &Openings,
    seed: u64,
    index: u32,
) -> Result<Game, Box<dyn Error>> {
    let mut engine = engine(command)?;
    let game = play(&mut engine, openings, seed, index)?;
    engine.quit();
    Ok(game)
}

fn read_cache(path: &Path) -> Result<BTreeMap<u32, Game>, Box<dyn Error>> {
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(path)?;
    // The last line may be cut if the run was stopped while it was written.
    let games = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Game>(line).ok());
    Ok(games.map(|game| (game.index, game)).collect())
}

fn keep(cache: Option<&Path>, game: &Game) -> Result<(), Box<dyn Error>> {
    let Some(path) = cache else { return Ok(()) };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{}\n", serde_json::to_string(game)?).as_bytes())?;
    Ok(())
}

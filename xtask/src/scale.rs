//! Many distinct records for measurements at scale: prefixes of given games with random continuations.
//!
//! The records are legal from start to end and look like those of the Floodgate server (length, times,
//! scores, lines, ratings), but nobody played them.

mod game;
mod prefixes;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::TaskResult;
use game::Maker;

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder to write into; it must be empty or missing
    #[arg(short, long)]
    out: PathBuf,
    /// Number of records
    #[arg(short, long, default_value_t = 72_000)]
    number: u64,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Files, folders or archives whose games the records begin with
    #[arg(long, value_name = "PATH", default_value = "samples/joban-sample.7z")]
    from: Vec<PathBuf>,
}

/// Runs the task.
pub(crate) fn run(args: &Args) -> TaskResult {
    if args
        .out
        .read_dir()
        .is_ok_and(|mut entries| entries.next().is_some())
    {
        return Err(format!("{} is not empty", args.out.display()).into());
    }
    let prefixes = prefixes::read(&args.from)?;
    println!("{} games to begin with", prefixes.len());
    let maker = Maker::new(args.seed, &prefixes);
    let (bytes, plies) = (AtomicU64::new(0), AtomicU64::new(0));
    (0..args.number)
        .into_par_iter()
        .try_for_each(|index| -> Result<(), String> {
            let text = maker.record(index);
            plies.fetch_add(text.moves.len() as u64, Ordering::Relaxed);
            let written = text.write();
            bytes.fetch_add(written.len() as u64, Ordering::Relaxed);
            save(&args.out, &text.id(), written.as_bytes())
        })?;
    let (bytes, plies) = (bytes.into_inner(), plies.into_inner());
    let number = args.number.max(1);
    println!(
        "{} records, {bytes} bytes: {} bytes and {} plies a record",
        args.number,
        bytes / number,
        plies / number
    );
    Ok(())
}

/// Writes below the folder of the year, like the yearly archives: `YYYY/<event>.csa`.
fn save(out: &Path, id: &str, bytes: &[u8]) -> Result<(), String> {
    let folder = out.join(game::year_of(id));
    let path = folder.join(format!("{id}.csa"));
    let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, bytes));
    written.map_err(|error| format!("{}: {error}", path.display()))
}

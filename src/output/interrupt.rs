//! What an interrupted run leaves: nothing. Ctrl-C, SIGTERM, SIGHUP, and on Windows also Ctrl-Break and the closing of the console,
//! remove the unfinished folders of this run and end it with [`exit::INTERRUPTED`].

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

use tempfile::TempDir;

use crate::failure::exit;

/// Unfinished folders of this run. Who holds the lock cannot be interrupted.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

static HANDLER: Once = Once::new();

fn lock() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An unfinished folder that is removed if the run is interrupted as long as this lives.
#[derive(Debug)]
pub(crate) struct Unfinished {
    path: PathBuf,
}

impl Unfinished {
    /// Makes a folder and takes note of it; an interruption comes before or after both.
    ///
    /// # Errors
    ///
    /// Passes on what `make` reports.
    pub(crate) fn make(make: impl FnOnce() -> io::Result<TempDir>) -> io::Result<(TempDir, Self)> {
        // Without a handler the folder stays until the next run for the same result removes it.
        HANDLER.call_once(|| drop(ctrlc::set_handler(end)));
        let mut open = lock();
        let folder = make()?;
        let path = folder.path().to_owned();
        open.push(path.clone());
        Ok((folder, Unfinished { path }))
    }

    /// Runs what puts the folder in its place; an interruption waits until that is done.
    pub(crate) fn uninterrupted<T>(&self, finish: impl FnOnce() -> T) -> T {
        let mut open = lock();
        let result = finish();
        open.retain(|path| *path != self.path);
        result
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        lock().retain(|path| *path != self.path);
    }
}

/// Removes the folders and ends the process; no other thread leaves its folder's end half done.
fn end() {
    let open = lock();
    for path in open.iter() {
        remove(path);
    }
    process::exit(exit::INTERRUPTED.into());
}

/// Other threads may still be writing into the folder: a file that is made meanwhile needs a second try.
fn remove(path: &Path) {
    for _ in 0..100 {
        if fs::remove_dir_all(path).is_ok() || !path.exists() {
            return;
        }
    }
}

//! Result folders: written beside, renamed when finished.
//!
//! An existing result is replaced only by a finished run; a folder that holds anything else is
//! refused. Files that are not ours survive in a replaced folder.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use joban_positions::Manifest;
use joban_positions::manifest::{FILE_NAME, FileDigest, hex};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::interrupt::Unfinished;
use crate::text;

/// Names of the files that joban writes into result folders.
pub(crate) const OUR_FILES: [&str; 56] = [
    "a-b.games.csa",
    "a-b.games.jsonl",
    "a-b.timing.jsonl",
    "a-none.games.csa",
    "a-none.games.jsonl",
    "a-none.timing.jsonl",
    "audit.csv",
    "audit.json",
    "b-none.games.csa",
    "b-none.games.jsonl",
    "b-none.timing.jsonl",
    "book.bin",
    "book.csv",
    "book.db",
    "card.json",
    "changes.csv",
    "decoded.csv",
    "exits.jsonl",
    "files.bin",
    "games.csa",
    "games.jsonl",
    "games.parquet",
    "manifest.json",
    "moves.csv",
    "plies.parquet",
    "positions.hcpe",
    "positions.jsonl",
    "positions.parquet",
    "positions.psv",
    "positions.sfen",
    "probe_book.bin",
    "ranks.bin",
    "ray_next.bin",
    "rejects.csv",
    "report.json",
    "sources.parquet",
    "suite.json",
    "suite.mirror.moves.txt",
    "suite.mirror.sfen.txt",
    "suite.moves.txt",
    "suite.pairs.csv",
    "suite.plain.txt",
    "suite.sfen.txt",
    "test.card.json",
    "test.parquet",
    "timing.jsonl",
    "train.card.json",
    "train.parquet",
    "twin.json",
    "twin.mirror.moves.txt",
    "twin.mirror.sfen.txt",
    "twin.moves.txt",
    "twin.pairs.csv",
    "twin.plain.txt",
    "twin.sfen.txt",
    "zobrist.bin",
];

/// Folders that joban writes below result folders; in them, what begins with [`OUR_PREFIX`] is ours.
const OUR_FOLDERS: [&str; 4] = ["c", "probe", "rgbds", "sdas"];
const OUR_PREFIX: &str = "joban_";

/// A result folder under construction.
#[derive(Debug)]
pub(crate) struct ResultFolder {
    target: PathBuf,
    beside: TempDir,
    /// Locked as long as this run lives.
    alive: File,
    /// Removes `beside` if the run is interrupted.
    interrupt: Unfinished,
}

impl ResultFolder {
    /// Checks that `target` may be written and makes the folder beside it.
    ///
    /// # Errors
    ///
    /// Exit 2 if `target` is a file, or a folder that holds something other than a result of joban;
    /// exit 5 if the folder beside it cannot be made.
    pub(crate) fn create(target: &Path) -> Outcome<Self> {
        check(target)?;
        let target = resolve(target).map_err(|error| write_failure(target, &error))?;
        let parent = target.parent().unwrap_or_else(|| Path::new("."));
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        fs::create_dir_all(parent).map_err(|error| write_failure(parent, &error))?;
        let make = |place: &Path| {
            let prefix = unfinished(&name);
            tempfile::Builder::new().prefix(&prefix).tempdir_in(place)
        };
        // Where the folder above may not be changed, an existing target can still hold the unfinished folder.
        let make = || {
            make(parent).or_else(|error| {
                if target.is_dir() {
                    make(&target)
                } else {
                    Err(error)
                }
            })
        };
        let (beside, interrupt) =
            Unfinished::make(make).map_err(|error| write_failure(&target, &error))?;
        readable_by_all(beside.path()).map_err(|error| write_failure(&target, &error))?;
        let alive = mark_alive(beside.path()).map_err(|error| write_failure(&target, &error))?;
        remove_abandoned(parent, &name);
        remove_abandoned(&target, &name);
        Ok(ResultFolder {
            target,
            beside,
            alive,
            interrupt,
        })
    }

    /// Where files are written until the run is finished.
    pub(crate) fn path(&self) -> &Path {
        self.beside.path()
    }

    /// Where a file of this folder will be, for messages.
    pub(crate) fn target(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// Writes one file, makes sure that it is on the disk, and gives its size and digest.
    ///
    /// # Errors
    ///
    /// Exit 5 with the place and the reason.
    pub(crate) fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Outcome<FileDigest> {
        self.write_file(name, content)
            .map_err(|error| write_failure(&self.target(name), &error))
    }

    /// Writes one value as JSON with line breaks.
    ///
    /// # Errors
    ///
    /// Exit 5 with the place and the reason.
    pub(crate) fn write_json(&self, name: &str, value: &impl Serialize) -> Outcome<FileDigest> {
        self.write(name, |to| {
            serde_json::to_writer_pretty(&mut *to, value)?;
            to.write_all(b"\n")
        })
    }

    /// Writes `manifest.json`.
    ///
    /// # Errors
    ///
    /// Exit 5 if it cannot be made or written.
    pub(crate) fn write_manifest(&self, manifest: &Manifest) -> Outcome {
        let json = manifest
            .to_json()
            .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
        self.write(FILE_NAME, |to| to.write_all(json.as_bytes()))?;
        Ok(())
    }

    fn write_file(
        &self,
        name: &str,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<FileDigest> {
        let path = self.beside.path().join(name);
        self.make_inner(&path)?;
        let file = File::create_new(path)?;
        let mut to = BufWriter::with_capacity(1 << 16, Hashing::new(file));
        let written = content(&mut to).and_then(|()| to.flush());
        let (mut hashing, _) = to.into_parts();
        // A writer above may have wrapped the error; the first one of the file itself says what happened.
        match (hashing.failed.take(), written) {
            (Some(error), _) | (None, Err(error)) => return Err(error),
            (None, Ok(())) => hashing.to.sync_all()?,
        }
        Ok(FileDigest {
            path: name.to_owned(),
            bytes: hashing.bytes,
            sha256: hex(&hashing.hasher.finalize()),
        })
    }

    /// Makes the folder of a file, but not the unfinished folder: it is gone if the run was interrupted.
    fn make_inner(&self, path: &Path) -> io::Result<()> {
        match path.parent() {
            Some(folder) if folder != self.beside.path() => match fs::create_dir(folder) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
                _ => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Size and digest of a file that something else wrote into the folder.
    ///
    /// # Errors
    ///
    /// Exit 5 if it cannot be read back.
    pub(crate) fn digest(&self, name: &str) -> Outcome<FileDigest> {
        File::open(self.beside.path().join(name))
            .and_then(|mut file| {
                file.sync_all()?;
                FileDigest::of_reader(name.to_owned(), &mut file)
            })
            .map_err(|error| write_failure(&self.target(name), &error))
    }

    /// Puts the finished folder in its place.
    ///
    /// # Errors
    ///
    /// Exit 5 with the place and the reason; the earlier result is then in its place again.
    pub(crate) fn finish(self) -> Outcome {
        let ResultFolder {
            target,
            beside,
            alive,
            interrupt,
        } = self;
        interrupt.uninterrupted(|| put_in_place(&target, beside, alive))
    }
}

fn put_in_place(target: &Path, beside: TempDir, alive: File) -> Outcome {
    // Windows moves no folder with an open file in it.
    drop(alive);
    remove_if_there(&beside.path().join(ALIVE)).map_err(|error| write_failure(target, &error))?;
    let moved = match fs::symlink_metadata(target) {
        Err(_) => fs::rename(beside.path(), target),
        Ok(_) if beside.path().starts_with(target) => replace_files(target, beside.path()),
        Ok(_) => replace(target, beside.path()),
    };
    moved.map_err(|error| write_failure(target, &error))?;
    // The folder has moved: nothing is left that could be removed.
    let _ = beside.keep();
    Ok(())
}

/// A file in an unfinished folder that is locked while its run lives.
const ALIVE: &str = ".running";

/// How the names of unfinished folders for a target begin.
fn unfinished(name: &str) -> String {
    format!(".{name}.unfinished-")
}

fn mark_alive(folder: &Path) -> io::Result<File> {
    let mut file = File::create_new(folder.join(ALIVE))?;
    // Where locks are not supported the file stays empty, and nothing is taken for abandoned.
    if file.try_lock().is_ok() {
        file.write_all(b"running\n")?;
    }
    Ok(file)
}

/// Removes unfinished folders of runs for the same target that were killed: nobody holds their lock. What cannot be
/// removed stays; that is no reason to fail.
fn remove_abandoned(place: &Path, name: &str) {
    let prefix = unfinished(name);
    let found = fs::read_dir(place).into_iter().flatten().flatten();
    for entry in found.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix)) {
        let mark = File::open(entry.path().join(ALIVE));
        let abandoned = |file: File| {
            let locked_once = file.metadata().is_ok_and(|about| about.len() > 0);
            locked_once && file.try_lock().is_ok()
        };
        if mark.is_ok_and(abandoned) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Counts and hashes what goes through, and remembers the first error.
struct Hashing {
    to: File,
    hasher: Sha256,
    bytes: u64,
    failed: Option<io::Error>,
}

impl Hashing {
    fn new(to: File) -> Self {
        Hashing {
            to,
            hasher: Sha256::new(),
            bytes: 0,
            failed: None,
        }
    }
}

impl Write for Hashing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.to.write(bytes) {
            Ok(count) => {
                self.hasher.update(&bytes[..count]);
                self.bytes += count as u64;
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.failed.get_or_insert(error);
                Err(kind.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Refuses what must not be replaced.
fn check(target: &Path) -> Outcome {
    let shown = target.display();
    if target.as_os_str().is_empty() {
        return Err(Failure::usage(text!(OutputEmpty)));
    }
    match fs::metadata(target) {
        // A link to nowhere is there, yet leads to no folder.
        Err(_) if target.is_symlink() => return Err(Failure::usage(text!(OutputIsFile, shown))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(write_failure(target, &error)),
        Ok(found) if !found.is_dir() => return Err(Failure::usage(text!(OutputIsFile, shown))),
        Ok(_) => {}
    }
    let mut entries = fs::read_dir(target).map_err(|error| write_failure(target, &error))?;
    if entries.next().is_none() || is_result(target) {
        return Ok(());
    }
    Err(Failure::usage(text!(OutputNotOurs, shown)))
}

/// Whether a folder holds a manifest of joban.
pub(crate) fn is_result(folder: &Path) -> bool {
    manifest_of(folder).is_some()
}

/// The manifest in a folder, if it is one of joban's.
pub(crate) fn manifest_of(folder: &Path) -> Option<serde_json::Value> {
    let text = fs::read(folder.join("manifest.json")).ok()?;
    let manifest: serde_json::Value = serde_json::from_slice(&text).ok()?;
    let ours = manifest.get("program").is_some_and(names_joban);
    ours.then_some(manifest)
}

fn names_joban(program: &serde_json::Value) -> bool {
    let name = program.get("name").unwrap_or(program);
    name.as_str()
        .is_some_and(|name| name.split_whitespace().next() == Some("joban"))
}

/// The target behind links, absolute, so that a change of folder cannot matter.
fn resolve(target: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(target) {
        Ok(real) => Ok(real),
        Err(error) if error.kind() == io::ErrorKind::NotFound => std::path::absolute(target),
        Err(error) => Err(error),
    }
}

/// Swaps the finished folder in; the old one goes aside and is removed last.
fn replace(target: &Path, finished: &Path) -> io::Result<()> {
    let parent = target.parent().unwrap_or_else(|| Path::new("."));
    let aside = tempfile::Builder::new()
        .prefix(".joban-replaced-")
        .tempdir_in(parent);
    let Ok(aside) = aside else {
        return replace_files(target, finished);
    };
    let old = aside.path().join("old");
    if fs::rename(target, &old).is_err() {
        return replace_files(target, finished);
    }
    if let Err(error) = fs::rename(finished, target) {
        fs::rename(&old, target)?;
        return Err(error);
    }
    if let Err(error) = keep_foreign(&old, target) {
        // What is not ours is never removed: it stays in the folder aside.
        let _ = aside.keep();
        return Err(error);
    }
    Ok(())
}

/// For a target that cannot be renamed (a mount point, a folder above that may not be changed): first everything is put
/// into a folder inside, where a full disk shows, then file by file takes its place, the manifest last.
fn replace_files(target: &Path, finished: &Path) -> io::Result<()> {
    let inside = tempfile::Builder::new()
        .prefix(".joban-unfinished-")
        .tempdir_in(target)?;
    let new = ours(finished)?;
    for path in &new {
        move_file(&finished.join(path), &with_folder(inside.path(), path)?)?;
    }
    let manifest = Path::new("manifest.json");
    let old = ours(target)?;
    let old = old.iter().map(PathBuf::as_path);
    for path in [manifest].into_iter().chain(old) {
        if path == manifest || !new.iter().any(|new| new == path) {
            remove_if_there(&target.join(path))?;
        }
    }
    let (last, first): (Vec<PathBuf>, Vec<PathBuf>) =
        new.into_iter().partition(|path| path == manifest);
    for path in first.into_iter().chain(last) {
        fs::rename(inside.path().join(&path), with_folder(target, &path)?)?;
    }
    fs::remove_dir_all(finished)
}

/// The place of a file in a folder; the folder it lies in is made.
fn with_folder(folder: &Path, path: &Path) -> io::Result<PathBuf> {
    let place = folder.join(path);
    place.parent().map_or(Ok(()), fs::create_dir_all)?;
    Ok(place)
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Renames, or copies where the two places are on different disks.
fn move_file(from: &Path, to: &Path) -> io::Result<()> {
    if fs::rename(from, to).is_ok() {
        return Ok(());
    }
    fs::copy(from, to)?;
    File::open(to)?.sync_all()?;
    fs::remove_file(from)
}

/// Our files in a result folder, as paths below it.
fn ours(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let names = OUR_FILES.iter().map(PathBuf::from);
    let mut paths: Vec<PathBuf> = names.filter(|name| folder.join(name).exists()).collect();
    for name in OUR_FOLDERS {
        let (ours, _) = divided(&folder.join(name))?;
        let file_names = ours.iter().filter_map(|path| path.file_name());
        paths.extend(file_names.map(|file| Path::new(name).join(file)));
    }
    Ok(paths)
}

/// What lies in one of our folders: ours, and others'.
fn divided(folder: &Path) -> io::Result<(Vec<PathBuf>, Vec<PathBuf>)> {
    if !folder.is_dir() {
        return Ok((Vec::new(), Vec::new()));
    }
    let paths: Vec<PathBuf> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<io::Result<_>>()?;
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.starts_with(OUR_PREFIX)) && !path.is_dir()
    };
    Ok(paths.into_iter().partition(is_ours))
}

/// Takes files that joban did not write from the replaced folder into the new one.
fn keep_foreign(old: &Path, target: &Path) -> io::Result<()> {
    for entry in fs::read_dir(old)? {
        let entry = entry?;
        let file_name = entry.file_name();
        let name = file_name.to_str().unwrap_or_default();
        if OUR_FOLDERS.contains(&name) && entry.path().is_dir() {
            let (_, others) = divided(&entry.path())?;
            for other in others {
                fs::create_dir_all(target.join(name))?;
                let to = target
                    .join(name)
                    .join(other.file_name().unwrap_or_default());
                fs::rename(&other, to)?;
            }
        } else if !OUR_FILES.contains(&name) {
            fs::rename(entry.path(), target.join(&file_name))?;
        }
    }
    Ok(())
}

/// Temporary folders are private; a result is not.
#[cfg(unix)]
fn readable_by_all(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    // What `mkdir` would give: the mask of the process is seen on a folder made the plain way.
    let probe = folder.join("mode");
    fs::create_dir(&probe)?;
    let mode = fs::metadata(&probe)?.permissions().mode();
    fs::remove_dir(&probe)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn readable_by_all(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// A failed write, told apart by what the user can do about it.
pub(crate) fn write_failure(path: &Path, error: &io::Error) -> Failure {
    let shown = path.display();
    Failure::internal(match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => text!(DiskFull, shown),
        io::ErrorKind::PermissionDenied => text!(WriteDenied, shown),
        io::ErrorKind::ReadOnlyFilesystem => text!(WriteDenied, shown),
        _ => text!(WriteFailed, shown, error.words()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::FailureKind;

    const MANIFEST: &[u8] = br#"{"program":{"name":"joban","version":"0.1.0"}}"#;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_finished_folder_appears_whole() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("a/b/out");
        let folder = ResultFolder::create(&target).unwrap();
        folder.write("book.bin", |to| to.write_all(b"x")).unwrap();
        assert!(!target.exists());
        folder.finish().unwrap();
        assert_eq!(names(&target), ["book.bin"]);
        assert_eq!(names(&dir.path().join("a/b")), ["out"]);
    }

    #[test]
    fn an_unfinished_folder_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let folder = ResultFolder::create(&dir.path().join("out")).unwrap();
        folder.write("book.bin", |to| to.write_all(b"x")).unwrap();
        drop(folder);
        assert!(names(dir.path()).is_empty());
    }

    #[test]
    fn a_result_is_replaced_and_foreign_files_stay() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("out");
        fs::create_dir(&target).unwrap();
        fs::write(target.join("manifest.json"), MANIFEST).unwrap();
        fs::write(target.join("moves.csv"), "old").unwrap();
        fs::write(target.join("my notes.txt"), "mine").unwrap();
        fs::create_dir(target.join("c")).unwrap();
        fs::write(target.join("c/joban_book.c"), "old").unwrap();
        fs::write(target.join("c/main.c"), "mine").unwrap();
        let folder = ResultFolder::create(&target).unwrap();
        folder
            .write("manifest.json", |to| to.write_all(MANIFEST))
            .unwrap();
        folder.write("book.bin", |to| to.write_all(b"new")).unwrap();
        folder.finish().unwrap();
        assert_eq!(
            names(&target),
            ["book.bin", "c", "manifest.json", "my notes.txt"]
        );
        assert_eq!(names(&target.join("c")), ["main.c"]);
        assert_eq!(names(dir.path()), ["out"]);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_by_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("out");
        let killed = dir.path().join(".out.unfinished-1");
        fs::create_dir(&killed).unwrap();
        fs::write(killed.join(ALIVE), "running").unwrap();
        fs::write(killed.join("book.csv"), "half").unwrap();
        let foreign = dir.path().join(".out.unfinished-mine");
        fs::create_dir(&foreign).unwrap();
        let running = ResultFolder::create(&target).unwrap();
        assert!(!killed.exists() && foreign.exists());
        let second = ResultFolder::create(&target).unwrap();
        assert!(running.path().exists());
        drop((running, second));
        assert_eq!(names(dir.path()), [".out.unfinished-mine"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nowhere_and_no_name_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let link = dir.path().join("link");
        std::os::unix::fs::symlink("nowhere", &link).unwrap();
        for target in [link.as_path(), Path::new("")] {
            let failure = ResultFolder::create(target).unwrap_err();
            assert_eq!(failure.kind, FailureKind::Usage);
        }
        assert!(link.is_symlink());
    }

    #[test]
    fn an_empty_folder_is_used() {
        let dir = tempfile::tempdir().unwrap();
        let folder = ResultFolder::create(dir.path()).unwrap();
        folder.write("book.bin", |to| to.write_all(b"x")).unwrap();
        folder.finish().unwrap();
        assert_eq!(names(dir.path()), ["book.bin"]);
    }

    #[test]
    fn foreign_folders_and_files_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("manifest.json"), r#"{"name":"web app"}"#).unwrap();
        let failure = ResultFolder::create(dir.path()).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
        let failure = ResultFolder::create(&dir.path().join("manifest.json")).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Usage);
    }

    #[test]
    fn file_by_file_replacement_keeps_what_is_not_ours() {
        let dir = tempfile::tempdir().unwrap();
        let (target, finished) = (dir.path().join("t"), dir.path().join("f"));
        fs::create_dir(&target).unwrap();
        fs::create_dir(&finished).unwrap();
        fs::write(target.join("moves.csv"), "old").unwrap();
        fs::write(target.join("other"), "mine").unwrap();
        fs::write(finished.join("manifest.json"), MANIFEST).unwrap();
        for (folder, file) in [
            (&target, "joban_old.c"),
            (&target, "mine.c"),
            (&finished, "joban_new.c"),
        ] {
            fs::create_dir_all(folder.join("c")).unwrap();
            fs::write(folder.join("c").join(file), "x").unwrap();
        }
        replace_files(&target, &finished).unwrap();
        assert_eq!(names(&target), ["c", "manifest.json", "other"]);
        assert_eq!(names(&target.join("c")), ["joban_new.c", "mine.c"]);
        assert!(!finished.exists());
    }
}

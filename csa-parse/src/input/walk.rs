//! What the arguments name: a list of files to read, in a stated order.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::InputArg;
use super::detect::{NameHint, name_hint, promises_container};
use super::error::{InputError, InputErrorKind};
use super::names::path_label;

/// What kind of work reading a unit is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A file whose name does not promise a container: opened, read, split.
    Plain,
    /// A file whose name promises an archive or a compressed file: decoded as a stream.
    Archive,
    /// Standard input.
    Stdin,
    /// A file or folder that cannot be read; reading it hands out the reason.
    Unreadable,
}

/// One thing to read: a file on disk, or standard input.
#[derive(Debug)]
pub struct Unit {
    pub(crate) path: PathBuf,
    pub(crate) kind: UnitKind,
    pub(crate) size: Option<u64>,
    /// Index of the argument that led here.
    pub(crate) argument: usize,
    /// Why it cannot be read.
    pub(crate) problem: Option<String>,
}

impl Unit {
    /// What kind of work reading it is, as far as the name tells. (A file's first bytes decide.)
    #[must_use]
    pub fn kind(&self) -> UnitKind {
        self.kind
    }

    /// Size on disk in bytes; `None` for standard input.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// The label shown to people: the path with `/` as separator, `-` for standard input.
    #[must_use]
    pub fn label(&self) -> String {
        match self.kind {
            UnitKind::Stdin => "-".to_owned(),
            _ => path_label(&self.path),
        }
    }
}

/// An argument as it was resolved.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) label: String,
    pub(crate) path: PathBuf,
    pub(crate) is_folder: bool,
}

/// Everything that is to be read.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) units: Vec<Unit>,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) skipped_files: u64,
    pub(crate) repeated: Vec<String>,
}

/// Resolves the arguments.
pub(crate) fn plan(args: &[InputArg], lines: bool) -> Result<Plan, InputError> {
    let mut walk = Walk {
        lines,
        ..Walk::default()
    };
    for (index, arg) in args.iter().enumerate() {
        walk.argument(index, arg)?;
    }
    Ok(walk.finish())
}

/// A file that was not met by walking its own folder: it may be met again.
struct Extra {
    canonical: PathBuf,
    unit: Unit,
}

#[derive(Default)]
struct Walk {
    lines: bool,
    plan: Plan,
    /// Canonical folders visited.
    folders: HashSet<PathBuf>,
    extras: Vec<Extra>,
    stdin_seen: bool,
}

impl Walk {
    fn argument(&mut self, index: usize, arg: &InputArg) -> Result<(), InputError> {
        match arg {
            InputArg::Stdin => self.stdin(index),
            InputArg::Path(path) => self.path(index, path),
        }
    }

    fn stdin(&mut self, index: usize) -> Result<(), InputError> {
        if std::mem::replace(&mut self.stdin_seen, true) {
            return Err(InputError::new(
                InputErrorKind::Unsupported,
                "-",
                "standard input is named twice",
                "name `-` once",
            ));
        }
        self.push_argument("-".to_owned(), PathBuf::new(), false);
        self.plan.units.push(Unit {
            path: PathBuf::new(),
            kind: UnitKind::Stdin,
            size: None,
            argument: index,
            problem: None,
        });
        Ok(())
    }

    fn push_argument(&mut self, label: String, path: PathBuf, is_folder: bool) {
        self.plan.arguments.push(Argument {
            label,
            path,
            is_folder,
        });
    }

    fn path(&mut self, index: usize, path: &Path) -> Result<(), InputError> {
        let label = path_label(path);
        let meta = fs::metadata(path).map_err(|e| argument_error(&label, &e))?;
        self.push_argument(label.clone(), path.to_owned(), meta.is_dir());
        if meta.is_dir() {
            self.tree(index, path);
            return Ok(());
        }
        if !meta.is_file() {
            return Err(InputError::new(
                InputErrorKind::Unsupported,
                &label,
                "it is neither a file nor a folder (a pipe, socket or device)",
                "pipe its contents to standard input and name `-`",
            ));
        }
        let kind = kind_by_name(path);
        let unit = self.unit(path.to_owned(), kind, index, meta.len());
        self.extra(unit);
        Ok(())
    }

    fn unit(&self, path: PathBuf, kind: UnitKind, argument: usize, size: u64) -> Unit {
        Unit {
            path,
            kind,
            size: Some(size),
            argument,
            problem: None,
        }
    }

    /// Keeps a file that could also be reached otherwise, under its canonical path.
    fn extra(&mut self, unit: Unit) {
        match fs::canonicalize(&unit.path) {
            Ok(canonical) => self.extras.push(Extra { canonical, unit }),
            Err(_) => self.plan.units.push(unit),
        }
    }

    /// Walks a folder tree, links followed; every folder once, whatever links lead to it (the
    /// crate notices only those that lead up).
    fn tree(&mut self, argument: usize, root: &Path) {
        let mut tree = WalkDir::new(root)
            .follow_links(true)
            // Siblings share their folder, so whole paths order them as their names do, and need not be taken apart.
            .sort_by(|a, b| a.path().as_os_str().cmp(b.path().as_os_str()))
            .into_iter();
        while let Some(member) = tree.next() {
            match member {
                Ok(entry) if entry.file_type().is_dir() => {
                    if !self.folder(argument, entry.path()) {
                        tree.skip_current_dir();
                    }
                }
                Ok(entry) => self.file(argument, &entry),
                Err(error) => self.fault(argument, root, &error),
            }
        }
    }

    /// Notes a folder; false if it was visited before or cannot be.
    fn folder(&mut self, argument: usize, folder: &Path) -> bool {
        match fs::canonicalize(folder).map(|canonical| self.folders.insert(canonical)) {
            Ok(true) => true,
            Ok(false) => {
                self.plan.repeated.push(path_label(folder));
                false
            }
            Err(error) => {
                self.unreadable(argument, folder.to_owned(), error.to_string());
                false
            }
        }
    }

    fn file(&mut self, argument: usize, entry: &DirEntry) {
        if !entry.file_type().is_file() || !self.is_taken(entry.path()) {
            self.plan.skipped_files += 1;
            return;
        }
        let path = entry.path().to_owned();
        let kind = kind_by_name(&path);
        match entry.metadata() {
            Ok(meta) => {
                let unit = self.unit(path, kind, argument, meta.len());
                match entry.path_is_symlink() {
                    true => self.extra(unit),
                    false => self.plan.units.push(unit),
                }
            }
            Err(error) => self.unreadable(argument, path, reason(&error)),
        }
    }

    /// What cannot be visited: a link that leads up, a folder that cannot be opened, a link to
    /// nothing.
    fn fault(&mut self, argument: usize, root: &Path, error: &walkdir::Error) {
        let path = error.path().unwrap_or(root);
        if error.loop_ancestor().is_some() {
            self.plan.repeated.push(path_label(path));
            return;
        }
        let is_link = fs::symlink_metadata(path).is_ok_and(|meta| meta.is_symlink());
        if is_link && !self.is_taken(path) {
            self.plan.skipped_files += 1;
        } else {
            self.unreadable(argument, path.to_owned(), reason(error));
        }
    }

    fn is_taken(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().as_encoded_bytes();
        name_hint(name, self.lines) != NameHint::Other
    }

    fn unreadable(&mut self, argument: usize, path: PathBuf, problem: String) {
        self.plan.units.push(Unit {
            path,
            kind: UnitKind::Unreadable,
            size: Some(0),
            argument,
            problem: Some(problem),
        });
    }

    /// Drops files that are also met in a walked folder, or under an earlier name, and sorts.
    fn finish(mut self) -> Plan {
        let mut seen: HashMap<PathBuf, ()> = HashMap::new();
        let mut extras = std::mem::take(&mut self.extras);
        extras.sort_by(|a, b| order(&a.unit).cmp(&order(&b.unit)));
        for Extra { canonical, unit } in extras {
            let walked = canonical
                .parent()
                .is_some_and(|dir| self.folders.contains(dir))
                && self.is_taken(&canonical);
            if walked || seen.insert(canonical, ()).is_some() {
                self.plan.repeated.push(path_label(&unit.path));
            } else {
                self.plan.units.push(unit);
            }
        }
        self.plan.units.sort_by(|a, b| order(a).cmp(&order(b)));
        self.plan.repeated.sort();
        self.plan
    }
}

/// The operating system's word for it, without the path.
fn reason(error: &walkdir::Error) -> String {
    error
        .io_error()
        .map_or_else(|| error.to_string(), ToString::to_string)
}

/// The total order of units: by argument, then by the bytes of the path.
fn order(unit: &Unit) -> (usize, &[u8]) {
    (unit.argument, unit.path.as_os_str().as_encoded_bytes())
}

fn kind_by_name(path: &Path) -> UnitKind {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    if promises_container(name) {
        UnitKind::Archive
    } else {
        UnitKind::Plain
    }
}

fn argument_error(label: &str, error: &io::Error) -> InputError {
    match error.kind() {
        io::ErrorKind::NotFound => InputError::new(
            InputErrorKind::NotFound,
            label,
            "there is no such file or folder",
            "check the path",
        ),
        _ => InputError::new(
            InputErrorKind::Io,
            label,
            error.to_string(),
            "check its permissions",
        ),
    }
}

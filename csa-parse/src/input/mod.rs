//! From paths and standard input to records: files, folder trees, compressed files, archives.
//!
//! [`Inputs::open`] turns what the user named into a list of units (one file on disk each, or
//! standard input) in a stated order. A unit is read by [`Inputs::read_unit`], which takes `&self`:
//! several threads may read different units at once, each with its own [`Scratch`].
//! [`Inputs::for_each`] reads them all on one thread. [`Inputs::summarise`] adds up the reports of
//! the units, in any order, and gives the digests for the manifest.
//!
//! Archives are streamed entry by entry: memory is the decoder's dictionary and one entry's head,
//! whatever the size of the archive. No name from an archive is ever used as a path.

mod detect;
mod digest;
mod error;
mod limits;
mod meter;
mod names;
mod plain;
mod run;
mod sevenz;
mod stream;
mod walk;
mod zip;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use crate::error::Issue;
use crate::raw::{RawRecord, ReadOptions};

pub use digest::{DigestKind, InputDigest};
pub use error::{InputError, InputErrorKind};
pub use limits::Limits;
pub use walk::{Unit, UnitKind};

use run::Run;
pub use run::Scratch;

/// What the user named: a path, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputArg {
    /// Standard input, written `-`.
    Stdin,
    /// A file or a folder.
    Path(PathBuf),
}

impl From<OsString> for InputArg {
    fn from(text: OsString) -> Self {
        if text == "-" {
            Self::Stdin
        } else {
            Self::Path(PathBuf::from(text))
        }
    }
}

impl From<PathBuf> for InputArg {
    fn from(path: PathBuf) -> Self {
        Self::from(path.into_os_string())
    }
}

impl From<&str> for InputArg {
    fn from(text: &str) -> Self {
        Self::from(OsString::from(text))
    }
}

/// What reading hands out.
#[derive(Debug)]
pub enum Item {
    /// One record's bytes with their place.
    Record(RawRecord),
    /// Something that counts as a bad game: an unreadable file, an entry beyond a limit or with an
    /// unsafe name, bytes that are no record.
    Rejected {
        /// The file, or the archive, `!` and the entry.
        file: Arc<str>,
        /// What is wrong.
        issue: Issue,
    },
    /// Something to tell that costs no game, such as an empty file.
    Warning {
        /// The file, or the archive, `!` and the entry.
        file: Arc<str>,
        /// What there is to know.
        issue: Issue,
    },
    /// So many more bytes of the inputs, as they lie on disk, have been read. The sum over a whole
    /// run is [`Inputs::total_bytes`] where that is known.
    Progress {
        /// Bytes since the last such item of the unit.
        bytes: u64,
    },
}

/// What became of one unit. Reports are added up by [`Inputs::summarise`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitReport {
    /// Index of the unit.
    pub unit: usize,
    /// SHA-256 of the unit's bytes; `None` if it could not be read or was not read to its end.
    pub sha256: Option<[u8; 32]>,
    /// Bytes of the unit as it lies on disk.
    pub bytes: u64,
    /// Records handed out.
    pub records: u64,
    /// Rejected items handed out.
    pub rejected: u64,
    /// Warnings handed out.
    pub warnings: u64,
    /// Entries of an archive that do not look like records and were passed over.
    pub skipped_entries: u64,
    /// Whether the sink asked to stop.
    pub stopped: bool,
}

/// What was read in a whole run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputSummary {
    /// Units read (files on disk, and standard input).
    pub files: u64,
    /// Bytes read, as they lie on disk.
    pub bytes: u64,
    /// Records handed out.
    pub records: u64,
    /// Rejected items handed out.
    pub rejected: u64,
    /// Warnings handed out.
    pub warnings: u64,
    /// Files in folders that do not look like records and were passed over.
    pub skipped_files: u64,
    /// Entries of archives that do not look like records and were passed over.
    pub skipped_entries: u64,
    /// Paths named or met again, through a link or twice on the command line, and read only once.
    pub repeated: Vec<String>,
    /// One digest for each argument, in their order.
    pub digests: Vec<InputDigest>,
    /// Whether the sink asked to stop.
    pub stopped: bool,
}

/// Everything that is to be read, found but not opened.
#[derive(Debug)]
pub struct Inputs {
    plan: walk::Plan,
    limits: Limits,
    options: ReadOptions,
}

impl Inputs {
    /// Finds what the arguments name: files in the given order, folders walked to their ends, their
    /// files in the order of their paths' bytes. A folder is visited once, a file read once,
    /// however many links and arguments lead to it.
    ///
    /// # Errors
    ///
    /// A path that does not exist; a device, socket or pipe named as a path; standard input named
    /// twice. What cannot be read inside a folder is no error here: it is handed out later as
    /// [`Item::Rejected`].
    pub fn open(
        args: &[InputArg],
        limits: &Limits,
        options: &ReadOptions,
    ) -> Result<Self, InputError> {
        Ok(Self {
            plan: walk::plan(args, options.lines)?,
            limits: limits.clone(),
            options: options.clone(),
        })
    }

    /// The units, in reading order. Plain files may be read by any number of threads; an archive
    /// holds a decoder (see [`Limits::decoder_memory`]) while it is read.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.plan.units
    }

    /// Bytes of all units as they lie on disk; `None` with standard input.
    #[must_use]
    pub fn total_bytes(&self) -> Option<u64> {
        self.plan.units.iter().map(|unit| unit.size).sum()
    }

    /// Reads one unit to its end and hands out what is in it.
    ///
    /// # Errors
    ///
    /// What stops a run: a damaged or truncated container, a limit on the total size, the number of
    /// entries or the decoder's memory, an unsupported method.
    ///
    /// # Panics
    ///
    /// If `index` is not below the number of units.
    pub fn read_unit(
        &self,
        index: usize,
        scratch: &mut Scratch,
        sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Result<UnitReport, InputError> {
        let unit = &self.plan.units[index];
        let mut run = Run::new(&self.limits, &self.options, scratch, sink);
        run.report.unit = index;
        run.report.sha256 = plain::read_unit(unit, &mut run)?;
        run.report.stopped = run.stopped;
        if run.stopped {
            run.report.sha256 = None;
        }
        Ok(run.report)
    }

    /// Reads all units, one after the other, on the calling thread.
    ///
    /// # Errors
    ///
    /// As [`Inputs::read_unit`].
    pub fn for_each(
        &self,
        sink: &mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Result<InputSummary, InputError> {
        let mut scratch = Scratch::default();
        let mut reports = Vec::with_capacity(self.plan.units.len());
        for index in 0..self.plan.units.len() {
            let report = self.read_unit(index, &mut scratch, sink)?;
            let stopped = report.stopped;
            reports.push(report);
            if stopped {
                break;
            }
        }
        Ok(self.summarise(reports))
    }

    /// Adds up the reports of the units, given in any order.
    #[must_use]
    pub fn summarise(&self, mut reports: Vec<UnitReport>) -> InputSummary {
        reports.sort_by_key(|report| report.unit);
        let mut summary = InputSummary {
            skipped_files: self.plan.skipped_files,
            repeated: self.plan.repeated.clone(),
            digests: digest::of_arguments(&self.plan, &reports),
            ..InputSummary::default()
        };
        for report in &reports {
            summary.add(report);
        }
        summary
    }
}

impl InputSummary {
    fn add(&mut self, report: &UnitReport) {
        self.files += 1;
        self.bytes += report.bytes;
        self.records += report.records;
        self.rejected += report.rejected;
        self.warnings += report.warnings;
        self.skipped_entries += report.skipped_entries;
        self.stopped |= report.stopped;
    }
}

//! The log of a run: answers are looked up in it and added to it.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::super::{Answer, Identity, Query};
use super::error::{EvidenceError, Note, Place};
use super::line::{Line, MAX_LINE, frame, unframe};
use super::record::{Evidence, Glance, Header, QueryKey, Record, header_text, parse, teacher_text};
use super::scan::{Damaged, Start, scan_file};
use super::settings::{Difference, RunSettings, Settings, differences, teacher_differences};

/// What happens to a log that is already there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Resume {
    /// It is gone on with; other settings or another teacher are [`EvidenceError::ResumeMismatch`].
    #[default]
    RefuseMismatch,
    /// It is moved aside (`NAME.old-1`, `NAME.old-2`, …) and a new one begun. Nothing is deleted.
    StartOver,
}

/// How a log is opened.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenOptions {
    /// What happens to a log that is already there.
    pub resume: Resume,
    /// What happens to damaged lines in its middle.
    pub damaged: Damaged,
    /// Whether questions that failed in an earlier run are asked again.
    pub retry_failed: bool,
}

impl From<Resume> for OpenOptions {
    fn from(resume: Resume) -> Self {
        Self {
            resume,
            ..Self::default()
        }
    }
}

/// What was measured while a question was answered. It is kept, but takes no part in what a record is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Measured {
    /// Elapsed time in milliseconds.
    pub time_ms: Option<u64>,
    /// The worker.
    pub worker: Option<u32>,
}

impl From<u64> for Measured {
    fn from(time_ms: u64) -> Self {
        Self {
            time_ms: Some(time_ms),
            worker: None,
        }
    }
}

/// Where the record that counts for a question stands.
#[derive(Copy, Clone, Debug)]
struct Slot {
    offset: u64,
    length: u32,
    failed: bool,
    /// From an earlier run.
    old: bool,
}

/// An evidence log, open for one teacher. In memory there are 40 bytes or so for each question, not the answers.
///
/// A record is handed to the operating system as a whole before [`EvidenceLog::append`] returns, so a killed process loses nothing that
/// was appended. What is older than a second is on the disk, as far as the disk tells the truth; [`EvidenceLog::sync`] waits for the
/// rest. A power cut can leave a torn last line, which the next run cuts off.
#[derive(Debug)]
pub struct EvidenceLog {
    path: PathBuf,
    file: File,
    /// The log that was moved aside: kept open, so that its lock holds off whoever had opened it before.
    aside: Option<File>,
    teacher: String,
    index: BTreeMap<QueryKey, Slot>,
    end: u64,
    writable: bool,
    retry_failed: bool,
    broken: bool,
    synced: Instant,
}

/// A record that is older than this is on the disk.
const SYNC_AFTER: Duration = Duration::from_secs(1);

impl EvidenceLog {
    /// Opens a log, or begins one, and locks it as long as it is open.
    ///
    /// An incomplete or damaged last line is cut off, with a note.
    ///
    /// # Errors
    /// [`EvidenceError::Locked`] if another process writes it, [`EvidenceError::ResumeMismatch`] if it was made with other settings or by
    /// another teacher, [`EvidenceError::Damaged`], [`EvidenceError::NotALog`] and faults of the file.
    pub fn open(
        path: &Path,
        teacher: &Identity,
        settings: &Settings,
        options: impl Into<OpenOptions>,
    ) -> Result<(Self, Vec<Note>), EvidenceError> {
        let options = options.into();
        let run = RunSettings::new(settings, teacher);
        let mut notes = Vec::new();
        let file = open_file(path, fs::OpenOptions::new().create(true))?;
        lock(path, &file, &mut notes)?;
        let mut log = Self::of_file(path, file, run.teacher.clone(), options.retry_failed);
        if options.resume == Resume::StartOver {
            log.move_aside(&mut notes)?;
        }
        let found = log.load(options.damaged, &mut notes)?;
        log.continue_with(found, &run, teacher)?;
        Ok((log, notes))
    }

    /// Opens a log for reading, without a lock. `teacher` is the digest of the identity whose answers count; it may be left out
    /// where the log holds one teacher.
    ///
    /// # Errors
    /// [`EvidenceError::TeacherUnclear`], [`EvidenceError::Damaged`], [`EvidenceError::NotALog`] and faults of the file.
    pub fn open_readonly(
        path: &Path,
        teacher: Option<&str>,
        damaged: Damaged,
    ) -> Result<(Self, Vec<Note>), EvidenceError> {
        let file = File::open(path).map_err(|error| EvidenceError::io(path, "open", error))?;
        let mut notes = Vec::new();
        let teacher = match teacher {
            Some(teacher) => teacher.to_owned(),
            None => only_teacher(path)?,
        };
        let mut log = Self::of_file(path, file, teacher, false);
        log.load(damaged, &mut notes)?;
        log.writable = false;
        Ok((log, notes))
    }

    fn of_file(path: &Path, file: File, teacher: String, retry_failed: bool) -> Self {
        Self {
            path: path.to_owned(),
            file,
            aside: None,
            teacher,
            index: BTreeMap::new(),
            end: 0,
            writable: true,
            retry_failed,
            broken: false,
            synced: Instant::now(),
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Digest of the teacher whose answers count.
    #[must_use]
    pub fn teacher(&self) -> &str {
        &self.teacher
    }

    /// Number of questions that have a record of this teacher.
    #[must_use]
    pub fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether there is no record of this teacher.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.index.is_empty()
    }

    /// The answer that counts for a question; `None` if it has to be asked.
    ///
    /// # Errors
    /// The record cannot be read, or says something impossible.
    pub fn answer(&mut self, query: &Query) -> Result<Option<Answer>, EvidenceError> {
        let slot = self.index.get(&QueryKey::new(&self.teacher, &query.key()));
        let Some(&slot) = slot.filter(|slot| !(self.retry_failed && slot.failed && slot.old))
        else {
            return Ok(None);
        };
        let evidence = self.read(slot)?;
        Ok(
            (evidence.query == *query && evidence.teacher == self.teacher)
                .then_some(evidence.answer),
        )
    }

    /// Adds a record. When this returns, the record outlives the process.
    ///
    /// # Errors
    /// The record cannot be written; then nothing of it is left in the file, and the log takes no more.
    pub fn append(
        &mut self,
        query: &Query,
        answer: &Answer,
        measured: impl Into<Measured>,
    ) -> Result<(), EvidenceError> {
        let measured = measured.into();
        let evidence = Evidence {
            teacher: self.teacher.clone(),
            query: query.clone(),
            answer: answer.clone(),
            time_ms: measured.time_ms,
            worker: measured.worker,
        };
        let slot = self.write(&evidence.to_text(), answer.is_err())?;
        self.count(evidence.key(), slot)?;
        if self.synced.elapsed() >= SYNC_AFTER {
            self.sync()?;
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// The system cannot promise it.
    pub fn sync(&mut self) -> Result<(), EvidenceError> {
        self.synced = Instant::now();
        let synced = self.file.sync_data();
        synced.map_err(|error| EvidenceError::io(&self.path, "write", error))
    }

    /// Moves what is there aside, and begins anew; the lock goes over to the new file.
    fn move_aside(&mut self, notes: &mut Vec<Note>) -> Result<(), EvidenceError> {
        let size = self.file.metadata().map_or(0, |about| about.len());
        if size == 0 {
            return Ok(());
        }
        // What is no log is none of ours.
        scan_file(&self.path, &self.file, Damaged::Refuse)
            .start()
            .or_else(|error| match error {
                EvidenceError::NotALog(_) => Err(error),
                _ => Ok(Start::Torn),
            })?;
        let path = self.path.clone();
        let aside = free_name(&path);
        fs::rename(&path, &aside).map_err(|error| EvidenceError::io(&path, "rename", error))?;
        let new = open_file(&path, fs::OpenOptions::new().create_new(true))?;
        lock(&path, &new, notes)?;
        self.aside = Some(std::mem::replace(&mut self.file, new));
        notes.push(Note::StartedOver { path, aside });
        Ok(())
    }

    /// Reads the whole file: the header, the teachers in it, and the index of this teacher's answers.
    fn load(&mut self, damaged: Damaged, notes: &mut Vec<Note>) -> Result<Loaded, EvidenceError> {
        self.rewind()?;
        let mut loaded = Loaded::default();
        let mut again = Vec::new();
        let mut scan = scan_file(&self.path, &self.file, damaged);
        if let Start::Header(header) = scan.start()? {
            loaded.header = Some(header);
            while scan.advance()? {
                let line = scan.line();
                let seen = glance(line, &self.teacher, &mut loaded);
                let seen = seen.map_err(|reason| {
                    EvidenceError::bad(&self.path, Place::Line(line.number), reason)
                })?;
                // Which of several counts is decided when the file is not being scanned any more.
                match seen {
                    Some((key, slot)) if self.index.contains_key(&key) => again.push((key, slot)),
                    Some((key, slot)) => drop(self.index.insert(key, slot)),
                    None => {}
                }
            }
        }
        loaded.cut = scan.cut;
        notes.append(&mut scan.notes);
        for (key, slot) in again {
            self.count(key, slot)?;
        }
        Ok(loaded)
    }

    /// Checks the settings, cuts the file's torn end, and writes what is missing before the first answer.
    fn continue_with(
        &mut self,
        loaded: Loaded,
        run: &RunSettings,
        teacher: &Identity,
    ) -> Result<(), EvidenceError> {
        if let Some(header) = &loaded.header {
            self.check(header, run, teacher, &loaded.teachers)?;
        }
        let size = self.file.metadata().map(|about| about.len());
        self.end = match loaded.cut {
            Some(cut) => cut,
            None => size.map_err(|error| EvidenceError::io(&self.path, "read", error))?,
        };
        let cut = self.file.set_len(self.end);
        cut.map_err(|error| EvidenceError::io(&self.path, "write", error))?;
        if loaded.header.is_none() {
            self.write(&header_text(Header::new(vec![run.clone()])), false)?;
            sync_folder(&self.path);
        }
        if !loaded.teachers.contains_key(&self.teacher) {
            self.write(&teacher_text(teacher), false)?;
        }
        self.sync()
    }

    /// Compares with the run of the log that differs least.
    fn check(
        &self,
        header: &Header,
        run: &RunSettings,
        teacher: &Identity,
        teachers: &BTreeMap<String, Identity>,
    ) -> Result<(), EvidenceError> {
        if header.runs.contains(run) {
            return Ok(());
        }
        let all = header.runs.iter().map(|before| {
            let mut found = differences(&before.settings, &run.settings);
            if before.teacher != run.teacher {
                found.extend(teachers_apart(before, run, teacher, teachers));
            }
            found
        });
        let first = all
            .min_by_key(Vec::len)
            .and_then(|found| found.into_iter().next());
        let Difference { what, before, now } = first.unwrap_or_else(|| Difference {
            what: "settings".to_owned(),
            before: "(none)".to_owned(),
            now: format!("`{}`", run.fingerprint),
        });
        Err(EvidenceError::ResumeMismatch {
            path: self.path.clone(),
            what,
            before,
            now,
        })
    }

    /// Enters a record into the index, unless one that counts more is there.
    fn count(&mut self, key: QueryKey, slot: Slot) -> Result<(), EvidenceError> {
        if let Some(&other) = self.index.get(&key)
            && !self.counts_more(slot, other)?
        {
            return Ok(());
        }
        self.index.insert(key, slot);
        Ok(())
    }

    fn counts_more(&mut self, slot: Slot, other: Slot) -> Result<bool, EvidenceError> {
        // After a question that failed was asked again, what came of it counts in this run.
        let retried = self.retry_failed && other.failed && other.old && !slot.old;
        if slot.failed != other.failed || retried {
            return Ok(other.failed);
        }
        let (weight, old) = (self.read(slot)?.weight(), self.read(other)?.weight());
        Ok(weight > old)
    }

    fn read(&mut self, slot: Slot) -> Result<Evidence, EvidenceError> {
        let place = Place::Byte(slot.offset);
        let line = self.read_line(slot);
        let line = line.map_err(|error| EvidenceError::io(&self.path, "read", error))?;
        let bad = |reason: String| EvidenceError::bad(&self.path, place, reason);
        let text = unframe(&line).map_err(|damage| bad(damage.to_string()))?;
        match parse(text).map_err(bad)? {
            Record::Answer(evidence) => Ok(*evidence),
            Record::Teacher(_) => Err(bad("it is no answer".to_owned())),
        }
    }

    fn read_line(&mut self, slot: Slot) -> io::Result<Vec<u8>> {
        let mut line = vec![0; slot.length as usize];
        self.file.seek(SeekFrom::Start(slot.offset))?;
        self.file.read_exact(&mut line)?;
        Ok(line)
    }

    fn write(&mut self, text: &str, failed: bool) -> Result<Slot, EvidenceError> {
        let line = frame(text);
        self.may_write(line.len())?;
        let written = self.write_line(&line);
        if let Err(error) = written {
            self.broken = true;
            // Half a line is cut off again; where that fails too, the next run does it.
            let _ = self.file.set_len(self.end);
            return Err(EvidenceError::io(&self.path, "write", error));
        }
        let slot = Slot {
            offset: self.end,
            length: line.len() as u32,
            failed,
            old: false,
        };
        self.end += line.len() as u64;
        Ok(slot)
    }

    fn may_write(&self, bytes: usize) -> Result<(), EvidenceError> {
        let path = || self.path.clone();
        match () {
            () if !self.writable => Err(EvidenceError::ReadOnly(path())),
            () if self.broken => Err(EvidenceError::Broken(path())),
            () if bytes > MAX_LINE => Err(EvidenceError::TooLong {
                path: path(),
                bytes,
                limit: MAX_LINE,
            }),
            () => Ok(()),
        }
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line)
    }

    fn rewind(&mut self) -> Result<(), EvidenceError> {
        let sought = self.file.rewind();
        sought.map_err(|error| EvidenceError::io(&self.path, "read", error))
    }
}

impl Drop for EvidenceLog {
    fn drop(&mut self) {
        if self.writable {
            // Whoever needs to know calls `sync`.
            let _ = self.file.sync_data();
            // A process that is being started may hold copies of the files for a moment, and the locks with them.
            let _ = self.file.unlock();
            let _ = self.aside.as_ref().map(File::unlock);
        }
    }
}

/// What a log holds beside answers.
#[derive(Debug, Default)]
struct Loaded {
    header: Option<Header>,
    teachers: BTreeMap<String, Identity>,
    cut: Option<u64>,
}

impl Loaded {
    /// Remembers a teacher; an answer needs one that stands before it.
    fn meet(&mut self, glance: &Glance<'_>, text: &str) -> Result<(), String> {
        match (&glance.teacher, &glance.answer) {
            (None, Some(answer)) if self.teachers.contains_key(&*answer.teacher) => Ok(()),
            (None, Some(_)) => Err("its teacher does not stand before it".to_owned()),
            _ => match parse(text)? {
                Record::Teacher(identity) => {
                    self.teachers.insert(identity.digest(), identity);
                    Ok(())
                }
                Record::Answer(_) => Err("it is a teacher and an answer".to_owned()),
            },
        }
    }
}

/// What an index needs of a line: an answer of `teacher`, if it is one.
fn glance(
    line: &Line,
    teacher: &str,
    loaded: &mut Loaded,
) -> Result<Option<(QueryKey, Slot)>, String> {
    let text = line.text().map_err(|damage| damage.to_string())?;
    let glance: Glance<'_> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    loaded.meet(&glance, text)?;
    let answer = glance.answer.filter(|answer| answer.teacher == teacher);
    Ok(answer.map(|answer| {
        let slot = Slot {
            offset: line.offset,
            length: line.length as u32,
            failed: answer.failed.is_some(),
            old: true,
        };
        (answer.key(), slot)
    }))
}

fn teachers_apart(
    before: &RunSettings,
    run: &RunSettings,
    teacher: &Identity,
    teachers: &BTreeMap<String, Identity>,
) -> Vec<Difference> {
    match teachers.get(&before.teacher) {
        Some(old) => teacher_differences(old, teacher),
        None => vec![Difference {
            what: "teacher".to_owned(),
            before: format!("`{}`", before.teacher),
            now: format!("`{}`", run.teacher),
        }],
    }
}

fn open_file(path: &Path, how: &mut fs::OpenOptions) -> Result<File, EvidenceError> {
    let opened = how.read(true).write(true).truncate(false).open(path);
    opened.map_err(|error| EvidenceError::io(path, "open", error))
}

fn lock(path: &Path, file: &File, notes: &mut Vec<Note>) -> Result<(), EvidenceError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(EvidenceError::Locked(path.to_owned())),
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
            notes.push(Note::LockUnsupported {
                path: path.to_owned(),
            });
            Ok(())
        }
        Err(TryLockError::Error(error)) => Err(EvidenceError::io(path, "lock", error)),
    }
}

/// The first of `NAME.old-1`, `NAME.old-2`, … that is free.
pub(crate) fn free_name(path: &Path) -> PathBuf {
    let name = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".old-{number}"));
        PathBuf::from(name)
    };
    let mut number = 1;
    while fs::symlink_metadata(name(number)).is_ok() {
        number += 1;
    }
    name(number)
}

/// Makes the name of a new file outlast a power cut, where the system can.
fn sync_folder(path: &Path) {
    if cfg!(unix) {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let opened = File::open(folder.unwrap_or(Path::new(".")));
        let _ = opened.and_then(|folder| folder.sync_all());
    }
}

fn only_teacher(path: &Path) -> Result<String, EvidenceError> {
    let mut reader = super::EvidenceReader::open(path, Damaged::Skip)?;
    while reader.next_record()?.is_some() {}
    let mut digests = reader.teachers().keys();
    match (digests.next(), digests.next()) {
        (Some(only), None) => Ok(only.clone()),
        _ => Err(EvidenceError::TeacherUnclear {
            path: path.to_owned(),
            teachers: reader.teachers().len(),
        }),
    }
}

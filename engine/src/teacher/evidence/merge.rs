//! Logs put together, and logs brought down to what counts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::super::Identity;
use super::EvidenceReader;
use super::error::{EvidenceError, Note};
use super::line::{frame, unframe};
use super::record::{Evidence, Header, QueryKey, Record, Weight, header_text, parse, teacher_text};
use super::scan::Damaged;
use super::settings::RunSettings;

/// What a merge came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergeSummary {
    /// Records of answers and failures in the result.
    pub kept: u64,
    /// Questions, each of a teacher, in the result.
    pub questions: u64,
    /// Lines that stood more than once, byte for byte.
    pub repeated: u64,
    /// Remarks about the logs read.
    pub notes: Vec<Note>,
}

/// What compaction came to: every record is in one of the four.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompactSummary {
    /// Records kept, one for each question of a teacher.
    pub kept: u64,
    /// Dropped: answers that count less than another.
    pub answers: u64,
    /// Dropped: failures beside an answer or another failure.
    pub failures: u64,
    /// Dropped: records that say the same as the one kept.
    pub same: u64,
    /// Remarks about the log read.
    pub notes: Vec<Note>,
}

/// Puts logs together. All evidence is kept; lines that are equal byte for byte stand once. Any order of the logs, and any grouping,
/// gives the same bytes: the header holds all runs by fingerprint, then come the teachers by digest, then the answers
/// by question (the first 16 bytes of SHA-256 of the teacher's digest, a line feed and [`super::super::Query::key`]), of one
/// question the one that counts first, then by the SHA-256 of the line.
///
/// # Errors
/// [`EvidenceError::Uncertain`] if a log holds a teacher whose program was not hashed, [`EvidenceError::Locked`] if a log is being written,
/// damaged logs, [`EvidenceError::Changed`] if something writes a log all the same, a failed write (of which `to` is the file named).
pub fn merge(
    logs: &[PathBuf],
    damaged: Damaged,
    to: &mut dyn Write,
    name: &Path,
) -> Result<MergeSummary, EvidenceError> {
    let mut sources = Sources::open(logs, damaged, open_shared)?;
    if let Some((path, teacher)) = sources.uncertain() {
        return Err(EvidenceError::Uncertain {
            path: path.to_owned(),
            teacher: teacher.text(),
        });
    }
    let mut summary = MergeSummary::default();
    let mut out = Output { to, name };
    sources.write_head(&mut out)?;
    sources.for_each_question(|sources, ranked| {
        summary.questions += 1;
        let mut last = Vec::new();
        for ranked in ranked {
            let line = sources.line_of(&ranked)?;
            if line == last {
                summary.repeated += 1;
            } else {
                out.put(&line)?;
                summary.kept += 1;
                last = line;
            }
        }
        Ok::<(), EvidenceError>(())
    })?;
    sources.check_sizes()?;
    summary.notes = std::mem::take(&mut sources.notes);
    Ok(summary)
}

/// Writes a log with the one record that counts for each question. The order is that of [`merge`].
///
/// # Errors
/// [`EvidenceError::Locked`] if the log is being written, a damaged log, [`EvidenceError::Changed`], a failed write.
pub fn compact(
    log: &Path,
    damaged: Damaged,
    to: &mut dyn Write,
    name: &Path,
) -> Result<CompactSummary, EvidenceError> {
    let mut sources = Sources::open(&[log.to_owned()], damaged, open_shared)?;
    let mut summary = CompactSummary::default();
    let mut out = Output { to, name };
    sources.write_head(&mut out)?;
    sources.for_each_question(|sources, ranked| {
        let mut ranked = ranked.into_iter();
        if let Some(best) = ranked.next() {
            out.put(&sources.line_of(&best)?)?;
            summary.kept += 1;
            ranked.for_each(|other| summary.drop(&best.weight, &other.weight));
        }
        Ok::<(), EvidenceError>(())
    })?;
    sources.check_sizes()?;
    summary.notes = std::mem::take(&mut sources.notes);
    Ok(summary)
}

/// Which records are visited.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Which {
    /// Of each question the record that counts.
    #[default]
    Counting,
    /// All; lines that are equal byte for byte once.
    All,
}

/// Hands the records of several logs to `visit`, in the order of [`merge`]; gives the remarks about the logs. Logs that are being
/// written can be read.
///
/// # Errors
/// Damaged logs, [`EvidenceError::Changed`] if what was read is no longer there, and what `visit` returns.
pub fn for_each_evidence<E: From<EvidenceError>>(
    logs: &[PathBuf],
    damaged: Damaged,
    which: Which,
    mut visit: impl FnMut(Evidence) -> Result<(), E>,
) -> Result<Vec<Note>, E> {
    let mut sources = Sources::open(logs, damaged, open_unlocked)?;
    sources.for_each_question(|sources, mut ranked| {
        ranked.dedup_by_key(|ranked| ranked.line);
        let count = match which {
            Which::Counting => 1,
            Which::All => ranked.len(),
        };
        for ranked in ranked.into_iter().take(count) {
            visit(sources.evidence_of(&ranked)?)?;
        }
        Ok::<(), E>(())
    })?;
    Ok(std::mem::take(&mut sources.notes))
}

impl CompactSummary {
    fn drop(&mut self, best: &Weight, other: &Weight) {
        match () {
            () if best.digest() == other.digest() => self.same += 1,
            () if other.is_answer() => self.answers += 1,
            () => self.failures += 1,
        }
    }
}

/// Where a line stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Spot {
    key: QueryKey,
    source: u32,
    length: u32,
    offset: u64,
}

/// A record with what decides its place among those to one question.
struct Ranked {
    weight: Weight,
    /// SHA-256 of the line: records that say the same with other times have an order too.
    line: [u8; 32],
    spot: Spot,
}

/// The logs read, with an index of their answers: 40 bytes a record in memory.
struct Sources {
    paths: Vec<PathBuf>,
    files: Vec<File>,
    /// Size of each when it had been read, in bytes.
    sizes: Vec<u64>,
    runs: BTreeSet<RunSettings>,
    /// By digest, with the log in which each was first seen.
    teachers: BTreeMap<String, (usize, Identity)>,
    spots: Vec<Spot>,
    notes: Vec<Note>,
}

impl Sources {
    fn open(
        paths: &[PathBuf],
        damaged: Damaged,
        open: fn(&Path) -> Result<File, EvidenceError>,
    ) -> Result<Self, EvidenceError> {
        let mut sources = Self {
            paths: paths.to_vec(),
            files: Vec::new(),
            sizes: Vec::new(),
            runs: BTreeSet::new(),
            teachers: BTreeMap::new(),
            spots: Vec::new(),
            notes: Vec::new(),
        };
        for path in paths {
            sources.add(path, open(path)?, damaged)?;
        }
        sources.spots.sort_unstable();
        Ok(sources)
    }

    fn add(&mut self, path: &Path, file: File, damaged: Damaged) -> Result<(), EvidenceError> {
        let copy = file.try_clone();
        let copy = copy.map_err(|error| EvidenceError::io(path, "open", error))?;
        let source = self.files.len();
        let mut reader = EvidenceReader::of_file(path, copy, damaged)?;
        self.runs.extend(reader.header().runs.iter().cloned());
        while let Some((located, evidence)) = reader.next_answer()? {
            self.spots.push(Spot {
                key: evidence.key(),
                source: source as u32,
                length: located.length as u32,
                offset: located.offset,
            });
        }
        for (digest, teacher) in reader.teachers() {
            let seen = self.teachers.entry(digest.clone());
            seen.or_insert_with(|| (source, teacher.clone()));
        }
        self.notes.extend(reader.notes().iter().cloned());
        self.sizes.push(size_of(path, &file)?);
        self.files.push(file);
        Ok(())
    }

    /// The first teacher of whom nobody knows who it is.
    fn uncertain(&self) -> Option<(&Path, &Identity)> {
        let uncertain = self
            .teachers
            .values()
            .find(|(_, teacher)| !teacher.is_certain());
        uncertain.map(|(source, teacher)| (self.paths[*source].as_path(), teacher))
    }

    fn write_head(&self, out: &mut Output<'_>) -> Result<(), EvidenceError> {
        let header = Header::new(self.runs.iter().cloned().collect());
        out.put(&frame(&header_text(header)))?;
        for (_, teacher) in self.teachers.values() {
            out.put(&frame(&teacher_text(teacher)))?;
        }
        Ok(())
    }

    /// Hands the records to each question to `visit`, what counts first.
    fn for_each_question<E: From<EvidenceError>>(
        &mut self,
        mut visit: impl FnMut(&mut Self, Vec<Ranked>) -> Result<(), E>,
    ) -> Result<(), E> {
        let spots = std::mem::take(&mut self.spots);
        for group in spots.chunk_by(|a, b| a.key == b.key) {
            let ranked = self.ranked(group)?;
            visit(self, ranked)?;
        }
        Ok(())
    }

    /// The records of a group, what counts first.
    fn ranked(&mut self, group: &[Spot]) -> Result<Vec<Ranked>, EvidenceError> {
        let ranked = group.iter().map(|&spot| self.rank(spot));
        let mut ranked = ranked.collect::<Result<Vec<_>, _>>()?;
        ranked.sort_by(|a, b| a.weight.descending(&b.weight).then(a.line.cmp(&b.line)));
        Ok(ranked)
    }

    fn rank(&mut self, spot: Spot) -> Result<Ranked, EvidenceError> {
        let bytes = self.line(spot)?;
        let weight = self.evidence(spot, &bytes)?.weight();
        let line = Sha256::digest(bytes).into();
        Ok(Ranked { weight, line, spot })
    }

    /// The record of a line; it was read and checked before, so it is one unless the file has changed.
    fn evidence(&self, spot: Spot, line: &[u8]) -> Result<Evidence, EvidenceError> {
        let record = unframe(line).ok().and_then(|text| parse(text).ok());
        match record {
            Some(Record::Answer(evidence)) if evidence.key() == spot.key => Ok(*evidence),
            _ => Err(self.changed(spot)),
        }
    }

    fn evidence_of(&mut self, ranked: &Ranked) -> Result<Evidence, EvidenceError> {
        let line = self.line_of(ranked)?;
        self.evidence(ranked.spot, &line)
    }

    /// The line of a record: the very one whose rank was found.
    fn line_of(&mut self, ranked: &Ranked) -> Result<Vec<u8>, EvidenceError> {
        let line = self.line(ranked.spot)?;
        if Sha256::digest(&line)[..] != ranked.line {
            return Err(self.changed(ranked.spot));
        }
        Ok(line)
    }

    fn line(&mut self, spot: Spot) -> Result<Vec<u8>, EvidenceError> {
        let source = spot.source as usize;
        let line = read_line(&mut self.files[source], spot);
        line.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof => self.changed(spot),
            _ => EvidenceError::io(&self.paths[source], "read", error),
        })
    }

    fn changed(&self, spot: Spot) -> EvidenceError {
        EvidenceError::Changed(self.paths[spot.source as usize].clone())
    }

    /// Whether nothing was added or cut while the records were written.
    fn check_sizes(&self) -> Result<(), EvidenceError> {
        for ((path, file), &size) in self.paths.iter().zip(&self.files).zip(&self.sizes) {
            if size_of(path, file)? != size {
                return Err(EvidenceError::Changed(path.clone()));
            }
        }
        Ok(())
    }
}

impl Drop for Sources {
    fn drop(&mut self) {
        for file in &self.files {
            let _ = file.unlock();
        }
    }
}

fn size_of(path: &Path, file: &File) -> Result<u64, EvidenceError> {
    let about = file.metadata();
    about
        .map(|about| about.len())
        .map_err(|error| EvidenceError::io(path, "read", error))
}

fn read_line(file: &mut File, spot: Spot) -> io::Result<Vec<u8>> {
    let mut line = vec![0; spot.length as usize];
    file.seek(SeekFrom::Start(spot.offset))?;
    file.read_exact(&mut line)?;
    Ok(line)
}

fn open_unlocked(path: &Path) -> Result<File, EvidenceError> {
    File::open(path).map_err(|error| EvidenceError::io(path, "open", error))
}

/// Opens a log that nobody writes.
fn open_shared(path: &Path) -> Result<File, EvidenceError> {
    let file = open_unlocked(path)?;
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Err(EvidenceError::Locked(path.to_owned())),
        _ => Ok(file),
    }
}

struct Output<'a> {
    to: &'a mut dyn Write,
    name: &'a Path,
}

impl Output<'_> {
    fn put(&mut self, line: &[u8]) -> Result<(), EvidenceError> {
        let written = self.to.write_all(line);
        written.map_err(|error| EvidenceError::io(self.name, "write", error))
    }
}

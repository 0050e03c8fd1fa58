//! Sorting more than memory holds: records go to files by their hash, and are sorted file by file.

use std::cmp::Ordering;
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::thread;

use crate::error::Error;

/// Bits of the hash that choose a file, and files of one level.
const BITS: u32 = 6;
const PARTS: usize = 1 << BITS;

/// Bytes kept in memory before files are used.
const IN_MEMORY: usize = 48 << 20;

/// Fewer records are sorted on one thread.
const WORTH_A_THREAD: usize = 1 << 14;

/// Most threads that sort.
const THREADS: usize = 8;

/// What is sorted: a hash that decides the order first, a key within it, and the rest.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Record<'a> {
    pub(super) hash: u64,
    /// What makes two records the same where each may come once only.
    pub(super) key: &'a [u8],
    pub(super) rest: &'a [u8],
}

/// Whether of the records with the same hash and key only the smallest comes out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Repeats {
    Kept,
    Dropped,
}

/// Takes records in any order and gives them in the order of hash, key and rest.
pub(super) struct Spill {
    folder: PathBuf,
    name: String,
    level: u32,
    repeats: Repeats,
    in_memory: usize,
    memory: Memory,
    parts: Vec<Option<Part>>,
    dropped: u64,
}

struct Part {
    to: BufWriter<File>,
    path: Doomed,
}

/// A file that goes when nobody needs it any more.
struct Doomed(PathBuf);

impl Drop for Doomed {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Records one behind the other, with where each begins.
#[derive(Default)]
struct Memory {
    bytes: Vec<u8>,
    /// Hash, begin, length of the key, length of the rest.
    index: Vec<Place>,
}

type Place = (u64, usize, u32, u32);

impl Memory {
    fn push(&mut self, record: Record<'_>) {
        let place = (record.key.len() as u32, record.rest.len() as u32);
        self.index
            .push((record.hash, self.bytes.len(), place.0, place.1));
        self.bytes.extend_from_slice(record.key);
        self.bytes.extend_from_slice(record.rest);
    }

    fn size(&self) -> usize {
        self.bytes.len() + size_of::<Place>() * self.index.len()
    }

    fn record(bytes: &[u8], (hash, at, key, rest): Place) -> Record<'_> {
        let middle = at + key as usize;
        Record {
            hash,
            key: &bytes[at..middle],
            rest: &bytes[middle..middle + rest as usize],
        }
    }

    /// Sorts, and drops repeats; gives how many.
    fn sort(&mut self, repeats: Repeats) -> u64 {
        let Self { bytes, index } = self;
        let bytes: &[u8] = bytes;
        sort_parallel(index, &|a, b| {
            // The bytes are far away and seldom needed.
            let order = a.0.cmp(&b.0);
            order.then_with(|| Self::record(bytes, *a).cmp(&Self::record(bytes, *b)))
        });
        let before = index.len();
        if repeats == Repeats::Dropped {
            index.dedup_by(|later, first| {
                let (later, first) = (Self::record(bytes, *later), Self::record(bytes, *first));
                (later.hash, later.key) == (first.hash, first.key)
            });
        }
        (before - index.len()) as u64
    }

    /// The same records without the bytes of those that were dropped.
    fn compact(&mut self) {
        let Self { bytes, index } = self;
        index.sort_unstable_by_key(|place| place.1);
        let mut end = 0;
        for (_, at, key, rest) in index {
            let length = *key as usize + *rest as usize;
            bytes.copy_within(*at..*at + length, end);
            *at = end;
            end += length;
        }
        bytes.truncate(end);
    }
}

/// Sorts on several threads; items that are equal in this order may come in any.
fn sort_parallel<T: Send>(items: &mut [T], compare: &(impl Fn(&T, &T) -> Ordering + Sync)) {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let threads = threads.min(THREADS).min(items.len() / WORTH_A_THREAD);
    if threads < 2 {
        return items.sort_unstable_by(compare);
    }
    let share = items.len().div_ceil(threads);
    thread::scope(|scope| {
        for items in items.chunks_mut(share) {
            scope.spawn(|| items.sort_unstable_by(compare));
        }
    });
    // The stable sort finds what is sorted already and merges it.
    items.sort_by(compare);
}

impl Spill {
    /// Nothing yet; files with this name are made in `folder` where memory is not enough.
    pub(super) fn new(folder: &Path, name: &str, repeats: Repeats) -> Self {
        Self {
            folder: folder.to_owned(),
            name: name.to_owned(),
            level: 0,
            repeats,
            in_memory: IN_MEMORY,
            memory: Memory::default(),
            parts: Vec::new(),
            dropped: 0,
        }
    }

    /// Keeps so many bytes in memory before files are used.
    pub(super) fn holding(self, in_memory: usize) -> Self {
        Self { in_memory, ..self }
    }

    /// Adds a record.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    pub(super) fn push(&mut self, record: Record<'_>) -> Result<(), Error> {
        if !self.parts.is_empty() {
            return self.push_to_part(record);
        }
        self.memory.push(record);
        if self.memory.size() < self.in_memory {
            return Ok(());
        }
        if self.repeats == Repeats::Dropped {
            self.dropped += self.memory.sort(self.repeats);
            self.memory.compact();
        }
        // The last bits are used up where only equal hashes are left.
        let can_split = self.level < u64::BITS / BITS;
        if can_split && self.memory.size() > self.in_memory / 2 {
            return self.begin_parts();
        }
        Ok(())
    }

    fn begin_parts(&mut self) -> Result<(), Error> {
        self.parts = (0..PARTS).map(|_| None).collect();
        let memory = std::mem::take(&mut self.memory);
        for &place in &memory.index {
            self.push_to_part(Memory::record(&memory.bytes, place))?;
        }
        Ok(())
    }

    fn push_to_part(&mut self, record: Record<'_>) -> Result<(), Error> {
        let shift = u64::BITS - BITS * (self.level + 1);
        let index = (record.hash >> shift) as usize % PARTS;
        let part = match &mut self.parts[index] {
            Some(part) => part,
            none => {
                let path = self.folder.join(format!("{}-{index:02}.sort", self.name));
                let file = File::create(&path).map_err(|error| write_error(&path, error))?;
                none.insert(Part {
                    to: BufWriter::with_capacity(1 << 16, file),
                    path: Doomed(path),
                })
            }
        };
        write_record(&mut part.to, record).map_err(|error| write_error(&part.path.0, error))
    }

    /// Hands out all records in order until `sink` breaks; gives how many repeats were dropped.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written or read back; what `sink` reports.
    pub(super) fn drain(
        mut self,
        sink: &mut dyn FnMut(Record<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<u64, Error> {
        self.drain_some(sink).map(|(dropped, _)| dropped)
    }

    fn drain_some(
        &mut self,
        sink: &mut dyn FnMut(Record<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(u64, ControlFlow<()>), Error> {
        let mut flow = ControlFlow::Continue(());
        for part in std::mem::take(&mut self.parts).into_iter().flatten() {
            if flow.is_continue() {
                let (dropped, end) = self.drain_part(part, sink)?;
                self.dropped += dropped;
                flow = end;
            }
        }
        self.dropped += self.memory.sort(self.repeats);
        for &place in &self.memory.index {
            if flow.is_break() {
                break;
            }
            flow = sink(Memory::record(&self.memory.bytes, place))?;
        }
        Ok((self.dropped, flow))
    }

    fn drain_part(
        &self,
        part: Part,
        sink: &mut dyn FnMut(Record<'_>) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(u64, ControlFlow<()>), Error> {
        let Part { path, to } = part;
        let failed = |error: io::Error| write_error(&path.0, error);
        drop(
            to.into_inner()
                .map_err(|error| failed(error.into_error()))?,
        );
        let mut below = Self {
            name: format!("{}-{}", self.name, self.level),
            level: self.level + 1,
            in_memory: self.in_memory,
            ..Self::new(&self.folder, "", self.repeats)
        };
        let mut from = BufReader::with_capacity(1 << 18, File::open(&path.0).map_err(failed)?);
        let (mut key, mut rest) = (Vec::new(), Vec::new());
        while let Some(hash) = read_record(&mut from, &mut key, &mut rest).map_err(failed)? {
            below.push(Record {
                hash,
                key: &key,
                rest: &rest,
            })?;
        }
        drop((from, path));
        below.drain_some(sink)
    }
}

fn write_error(path: &Path, source: io::Error) -> Error {
    Error::Write {
        path: path.to_owned(),
        source,
    }
}

fn write_record(to: &mut impl Write, record: Record<'_>) -> io::Result<()> {
    let mut head = [0; 16];
    head[..8].copy_from_slice(&record.hash.to_le_bytes());
    head[8..12].copy_from_slice(&(record.key.len() as u32).to_le_bytes());
    head[12..].copy_from_slice(&(record.rest.len() as u32).to_le_bytes());
    to.write_all(&head)?;
    to.write_all(record.key)?;
    to.write_all(record.rest)
}

/// The hash of the next record; `None` at the end.
fn read_record(
    from: &mut impl io::BufRead,
    key: &mut Vec<u8>,
    rest: &mut Vec<u8>,
) -> io::Result<Option<u64>> {
    if from.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut head = [0; 16];
    from.read_exact(&mut head)?;
    let word = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
    let low = u64::from(word(0)) | u64::from(word(4)) << 32;
    for (to, length) in [(key, word(8)), (rest, word(12))] {
        to.resize(length as usize, 0);
        from.read_exact(to)?;
    }
    Ok(Some(low))
}

#[cfg(test)]
mod tests {
    use super::*;
    use joban_engine::rng::SplitMix64;

    type Owned = (u64, Vec<u8>, Vec<u8>);

    fn sorted(records: &[Owned], in_memory: usize, repeats: Repeats) -> (Vec<Owned>, u64) {
        let folder = tempfile::tempdir().unwrap();
        let mut spill = Spill::new(folder.path(), "t", repeats);
        spill.in_memory = in_memory;
        for (hash, key, rest) in records {
            let hash = *hash;
            spill.push(Record { hash, key, rest }).unwrap();
        }
        let mut out = Vec::new();
        let dropped = spill
            .drain(&mut |record| {
                out.push((record.hash, record.key.to_vec(), record.rest.to_vec()));
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        (out, dropped)
    }

    /// Records with few different hashes, keys that repeat, and a crowd with one hash.
    fn records() -> Vec<Owned> {
        let mut rng = SplitMix64::new(1);
        let mut all: Vec<Owned> = (0..3000)
            .map(|_| {
                let hash = SplitMix64::new(rng.below(700)).next_u64();
                let key = vec![rng.below(3) as u8; rng.below(4) as usize];
                (hash, key, vec![rng.below(256) as u8; 5])
            })
            .collect();
        all.extend((0..2000).map(|n: u32| (7, vec![1], n.to_be_bytes().to_vec())));
        all
    }

    #[test]
    fn files_and_memory_give_the_same() {
        let records = records();
        let mut want = records.clone();
        want.sort();
        for in_memory in [1 << 30, 20_000, 3000, 500] {
            let got = sorted(&records, in_memory, Repeats::Kept);
            assert_eq!(got, (want.clone(), 0), "{in_memory}");
        }
        let all = want.len();
        want.dedup_by(|later, first| (later.0, &later.1) == (first.0, &first.1));
        let dropped = (all - want.len()) as u64;
        for in_memory in [1 << 30, 20_000, 3000, 500] {
            let got = sorted(&records, in_memory, Repeats::Dropped);
            assert_eq!(got, (want.clone(), dropped), "{in_memory}");
        }
    }

    #[test]
    fn threads_sort_as_one_does() {
        let mut rng = SplitMix64::new(5);
        for count in [0, 1, WORTH_A_THREAD * 2, WORTH_A_THREAD * 3 + 1] {
            let mut items: Vec<u64> = (0..count).map(|_| rng.below(5000)).collect();
            let mut want = items.clone();
            want.sort_unstable();
            sort_parallel(&mut items, &u64::cmp);
            assert_eq!(items, want);
        }
    }

    #[test]
    fn no_file_is_left_where_the_taker_stops() {
        let folder = tempfile::tempdir().unwrap();
        let mut spill = Spill::new(folder.path(), "t", Repeats::Kept);
        spill.in_memory = 1000;
        for (hash, key, rest) in &records() {
            spill
                .push(Record {
                    hash: *hash,
                    key,
                    rest,
                })
                .unwrap();
        }
        let mut count = 0;
        spill
            .drain(&mut |_| {
                count += 1;
                Ok(match count {
                    10 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                })
            })
            .unwrap();
        assert_eq!(count, 10);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}

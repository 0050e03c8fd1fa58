//! Reading archives: units are shared out among worker threads, which parse and replay the records.
//!
//! A worker takes the next unit (a file or an archive) and reads the records in it by itself. Units with many records are decoded
//! by one worker; it hands batches of records to the others and, where they are busy, reads a batch itself. What comes out
//! does not depend on who did what: the corpus is sorted at the end.

use std::collections::{BTreeMap, VecDeque};
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use joban_csa_parse::input::{Scratch, Unit, UnitKind, UnitReport};
use joban_csa_parse::{InputSummary, Inputs, Issue, IssueKind, Item, RawRecord, ReadOptions};

use crate::corpus::{Corpus, Details, PlyLimit};
use crate::error::Error;
use crate::facts::{Reading, RecordReader};
use crate::reject::Reject;

/// Is told how far reading has come; called from several threads, often.
pub trait Progress: Sync {
    /// Bytes of the input files read so far, and their total where it is known.
    fn bytes(&self, done: u64, total: Option<u64>);
    /// Games read and rejected so far.
    fn games(&self, read: u64, rejected: u64);
}

/// Shows nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn bytes(&self, _done: u64, _total: Option<u64>) {}
    fn games(&self, _read: u64, _rejected: u64) {}
}

/// What to keep of the games and how to read.
#[derive(Clone, Debug)]
pub struct ReadPlan {
    /// Positions kept of each game.
    pub plies: PlyLimit,
    /// Times and scores are kept too (tables need them, books do not).
    pub details: bool,
    /// Worker threads; 0 counts as 1. At most half of them, but at least one, decode archives at the same time.
    pub jobs: usize,
    /// Stop at the first refused game.
    pub fail_fast: bool,
    /// How records are read; the same as for the inputs.
    pub read: ReadOptions,
}

/// Something to tell about a file that costs no game, such as that it is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file, or archive, `!` and entry.
    pub file: String,
    /// What there is to tell.
    pub issue: Issue,
}

/// Everything that was read.
#[derive(Debug)]
pub struct Ingested {
    /// Games and rejects.
    pub corpus: Corpus,
    /// Files, bytes and digests.
    pub inputs: InputSummary,
    /// Notes about files, ordered by file and line.
    pub notes: Vec<Note>,
    /// Number of warnings inside records, by kind.
    pub warnings: BTreeMap<IssueKind, u64>,
}

/// Reads every record of the inputs. The result is the same for any number of jobs.
///
/// # Errors
///
/// [`Error::Input`] where reading had to stop, of several the one that comes first in the inputs; with `fail_fast`
/// [`Error::Refused`] for the first refused game.
pub fn read_games(
    inputs: &Inputs,
    plan: &ReadPlan,
    progress: &dyn Progress,
) -> Result<Ingested, Error> {
    let shared = Shared::new(inputs, plan, progress);
    let warnings = shared.run(plan.jobs.max(1));
    shared.finish(warnings)
}

/// Records that travel together from a decoder to another worker.
struct Batch {
    unit: usize,
    /// Records, each with its number among the items of the unit.
    records: Vec<(u64, RawRecord)>,
    bytes: usize,
}

/// A batch goes when it has so many records …
const BATCH_RECORDS: usize = 16;

/// … or so many bytes.
const BATCH_BYTES: usize = 1 << 18;

/// Units with more records than this are shared out.
const SHARE_FROM: u64 = 8;

/// Batches that may wait for each worker.
const WAITING_PER_JOB: usize = 4;

/// Bytes that may wait in all.
const WAITING_BYTES: usize = 8 << 20;

/// Why reading stops, and where in the order of the inputs.
struct Stop {
    unit: usize,
    item: u64,
    error: Error,
}

#[derive(Default)]
struct State {
    next_unit: usize,
    /// Units being read.
    reading: usize,
    /// Archives among them.
    archives: usize,
    waiting: VecDeque<Batch>,
    waiting_bytes: usize,
    reports: Vec<UnitReport>,
    notes: Vec<Note>,
    stop: Option<Stop>,
}

struct Shared<'a> {
    inputs: &'a Inputs,
    plan: &'a ReadPlan,
    progress: &'a dyn Progress,
    jobs: usize,
    total_bytes: Option<u64>,
    state: Mutex<State>,
    changed: Condvar,
    corpus: Mutex<Corpus>,
    /// No unit after this one matters any more.
    last_unit: AtomicUsize,
    bytes: AtomicU64,
    read: AtomicU64,
    rejected: AtomicU64,
}

enum Task {
    /// One archive, or some files.
    Units(Range<usize>),
    Batch(Batch),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Shared<'a> {
    fn new(inputs: &'a Inputs, plan: &'a ReadPlan, progress: &'a dyn Progress) -> Self {
        let mut corpus = Corpus::new(plan.plies);
        corpus.details = plan.details.then(Details::default);
        Self {
            inputs,
            plan,
            progress,
            jobs: plan.jobs.max(1),
            total_bytes: inputs.total_bytes(),
            state: Mutex::default(),
            changed: Condvar::new(),
            corpus: Mutex::new(corpus),
            last_unit: AtomicUsize::new(usize::MAX),
            bytes: AtomicU64::new(0),
            read: AtomicU64::new(0),
            rejected: AtomicU64::new(0),
        }
    }

    /// Runs the workers; returns the warnings inside records.
    fn run(&self, jobs: usize) -> BTreeMap<IssueKind, u64> {
        let mut all = BTreeMap::new();
        thread::scope(|scope| {
            let others: Vec<_> = (1..jobs)
                .map(|_| scope.spawn(|| Worker::new(self).run()))
                .collect();
            let mut reports = vec![Worker::new(self).run()];
            for other in others {
                match other.join() {
                    Ok(warnings) => reports.push(warnings),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            for (kind, count) in reports.into_iter().flatten() {
                *all.entry(kind).or_default() += count;
            }
        });
        all
    }

    fn finish(self, warnings: BTreeMap<IssueKind, u64>) -> Result<Ingested, Error> {
        let state = self
            .state
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some(stop) = state.stop {
            return Err(stop.error);
        }
        let mut corpus = self
            .corpus
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        corpus.sort();
        let mut notes = state.notes;
        notes.sort_by(|a, b| {
            (&a.file, a.issue.line, a.issue.kind).cmp(&(&b.file, b.issue.line, b.issue.kind))
        });
        self.progress
            .games(self.read.into_inner(), self.rejected.into_inner());
        Ok(Ingested {
            corpus,
            inputs: self.inputs.summarise(state.reports),
            notes,
            warnings,
        })
    }

    /// What to do next; `None` when all is done.
    fn next_task(&self) -> Option<Task> {
        let mut state = lock(&self.state);
        loop {
            if let Some(batch) = state.waiting.pop_front() {
                state.waiting_bytes -= batch.bytes;
                return Some(Task::Batch(batch));
            }
            let units = self.inputs.units();
            let left = state.next_unit < units.len()
                && state.next_unit <= self.last_unit.load(Ordering::Relaxed);
            if left {
                let archive = is_archive(units[state.next_unit].kind());
                if !archive || state.archives < (self.jobs / 2).max(1) {
                    let taken =
                        state.next_unit..state.next_unit + units_at_once(&units[state.next_unit..]);
                    state.reading += 1;
                    state.archives += usize::from(archive);
                    state.next_unit = taken.end;
                    return Some(Task::Units(taken));
                }
            } else if state.reading == 0 {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Hands a batch to the other workers, or back if they have enough.
    fn offer(&self, batch: Batch) -> Option<Batch> {
        let mut state = lock(&self.state);
        let full = state.waiting.len() >= WAITING_PER_JOB * self.jobs
            || state.waiting_bytes >= WAITING_BYTES;
        if self.jobs == 1 || full {
            return Some(batch);
        }
        state.waiting_bytes += batch.bytes;
        state.waiting.push_back(batch);
        drop(state);
        self.changed.notify_one();
        None
    }

    /// Keeps the stop that comes first in the order of the inputs.
    fn stop(&self, unit: usize, item: u64, error: Error) {
        self.last_unit.fetch_min(unit, Ordering::Relaxed);
        let mut state = lock(&self.state);
        if state
            .stop
            .as_ref()
            .is_none_or(|stop| (unit, item) < (stop.unit, stop.item))
        {
            state.stop = Some(Stop { unit, item, error });
        }
    }

    fn is_stopped(&self, unit: usize) -> bool {
        unit > self.last_unit.load(Ordering::Relaxed)
    }

    fn count(&self, rejected: bool) {
        let read = self.read.fetch_add(1, Ordering::Relaxed) + 1;
        let rejected = self
            .rejected
            .fetch_add(u64::from(rejected), Ordering::Relaxed)
            + u64::from(rejected);
        if read.is_multiple_of(64) {
            self.progress.games(read, rejected);
        }
    }

    fn count_bytes(&self, bytes: u64) {
        let done = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.progress.bytes(done, self.total_bytes);
    }
}

fn is_archive(kind: UnitKind) -> bool {
    matches!(kind, UnitKind::Archive | UnitKind::Stdin)
}

/// How many units at the beginning of some a worker takes: one archive, or a few small files.
fn units_at_once(units: &[Unit]) -> usize {
    let mut bytes = 0;
    let small = units.iter().take(BATCH_RECORDS).take_while(|unit| {
        bytes += unit.size().unwrap_or(0);
        !is_archive(unit.kind()) && bytes <= BATCH_BYTES as u64
    });
    small.count().max(1)
}

/// Says that units are no longer being read, also if the worker panics, so that nobody waits for it.
struct UnitGuard<'s, 'a> {
    shared: &'s Shared<'a>,
    archive: bool,
}

impl Drop for UnitGuard<'_, '_> {
    fn drop(&mut self) {
        let mut state = lock(&self.shared.state);
        state.reading -= 1;
        state.archives -= usize::from(self.archive);
        drop(state);
        self.shared.changed.notify_all();
    }
}

/// One thread.
struct Worker<'s, 'a> {
    shared: &'s Shared<'a>,
    reader: RecordReader,
}

impl<'s, 'a> Worker<'s, 'a> {
    fn new(shared: &'s Shared<'a>) -> Self {
        let plan = shared.plan;
        Self {
            shared,
            reader: RecordReader::new(plan.plies, plan.details, &plan.read),
        }
    }

    fn run(mut self) -> BTreeMap<IssueKind, u64> {
        let mut scratch = Scratch::default();
        while let Some(task) = self.shared.next_task() {
            match task {
                Task::Units(units) => self.units(units, &mut scratch),
                Task::Batch(batch) => self.batch(&batch),
            }
        }
        self.reader.warnings
    }

    fn units(&mut self, units: Range<usize>, scratch: &mut Scratch) {
        let shared = self.shared;
        let archive = is_archive(shared.inputs.units()[units.start].kind());
        let _guard = UnitGuard { shared, archive };
        let mut reports = Vec::with_capacity(units.len());
        for unit in units.take_while(|&unit| !shared.is_stopped(unit)) {
            reports.extend(self.unit(unit, archive, scratch));
        }
        lock(&shared.state).reports.append(&mut reports);
    }

    fn unit(&mut self, unit: usize, archive: bool, scratch: &mut Scratch) -> Option<UnitReport> {
        let shared = self.shared;
        let mut pending = Pending {
            batch: None,
            unit,
            items: 0,
            shared: archive,
        };
        let result = shared
            .inputs
            .read_unit(unit, scratch, &mut |item| self.item(&mut pending, item));
        self.hand_over(&mut pending);
        result
            .map_err(|error| shared.stop(unit, u64::MAX, error.into()))
            .ok()
    }

    fn item(&mut self, pending: &mut Pending, item: Item) -> ControlFlow<()> {
        let shared = self.shared;
        match item {
            Item::Progress { bytes } => shared.count_bytes(bytes),
            Item::Warning { file, issue } => {
                lock(&shared.state).notes.push(Note {
                    file: file.to_string(),
                    issue,
                });
            }
            Item::Rejected { file, issue } => {
                let reject = Reject::new(&file, 0, issue);
                self.refuse(pending.unit, pending.items, &reject);
                lock(&shared.corpus).push_reject(reject);
                pending.items += 1;
            }
            Item::Record(raw) => self.take(pending, raw),
        }
        if shared.is_stopped(pending.unit) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Reads a record now, or lets it wait for its batch.
    fn take(&mut self, pending: &mut Pending, raw: RawRecord) {
        let item = pending.items;
        pending.items += 1;
        if self.shared.jobs == 1 || !(pending.shared || item >= SHARE_FROM) {
            self.record(pending.unit, item, &raw);
            return;
        }
        let batch = pending.batch.get_or_insert_with(|| Batch {
            unit: pending.unit,
            records: Vec::new(),
            bytes: 0,
        });
        batch.bytes += raw.bytes.len();
        batch.records.push((item, raw));
        if batch.records.len() >= BATCH_RECORDS || batch.bytes >= BATCH_BYTES {
            self.hand_over(pending);
        }
    }

    fn hand_over(&mut self, pending: &mut Pending) {
        if let Some(batch) = pending
            .batch
            .take()
            .and_then(|batch| self.shared.offer(batch))
        {
            self.batch(&batch);
        }
    }

    fn batch(&mut self, batch: &Batch) {
        if self.shared.is_stopped(batch.unit) {
            return;
        }
        for (item, raw) in &batch.records {
            self.record(batch.unit, *item, raw);
        }
    }

    fn record(&mut self, unit: usize, item: u64, raw: &RawRecord) {
        let shared = self.shared;
        match self.reader.read(raw) {
            Reading::Game(facts, plies, None) => {
                lock(&shared.corpus).push(&facts, plies, None);
                shared.count(false);
            }
            Reading::Game(facts, plies, Some(reject)) => {
                lock(&shared.corpus).push(&facts, plies, Some(reject.clone()));
                self.refuse(unit, item, &reject);
            }
            Reading::Refused(reject) => {
                lock(&shared.corpus).push_reject(reject.clone());
                self.refuse(unit, item, &reject);
            }
        }
    }

    /// Counts a refused game, and stops at it if that is wanted.
    fn refuse(&self, unit: usize, item: u64, reject: &Reject) {
        self.shared.count(true);
        if self.shared.plan.fail_fast {
            self.shared
                .stop(unit, item, Error::Refused(Box::new(reject.clone())));
        }
    }
}

/// What one unit has yielded so far.
struct Pending {
    batch: Option<Batch>,
    unit: usize,
    /// Records and rejected entries so far.
    items: u64,
    /// Whether records are shared out from the first one on.
    shared: bool,
}

//! The state of reading one unit, and the one way in which an entry's bytes become records.

use std::cell::RefCell;
use std::io::{self, BufReader, Cursor, Read};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::detect::{Container, NameHint, PROBE_BYTES, container_of, name_hint};
use super::error::{InputError, InputErrorKind};
use super::meter::{EntryReader, Excess, Meter, Packing, Shared};
use super::names::EntryName;
use super::plain;
use super::{Item, Limits, UnitReport};
use crate::error::{Issue, IssueKind};
use crate::raw::{KnownDigest, RawRecord, ReadOptions, Split, split_records};

/// An entry's head is read into a buffer that is kept; what is longer is streamed behind it.
pub(crate) const HEAD_BYTES: usize = 1 << 20;

/// Progress is told after so many bytes of the source.
const PROGRESS_STEP: u64 = 1 << 18;

/// Buffers that are reused from unit to unit. One for each thread.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(crate) buffer: Vec<u8>,
}

/// What to do after an entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Flow {
    /// Read the next one.
    Go,
    /// The sink wants no more.
    Stop,
}

/// Reading one unit.
pub(crate) struct Run<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) options: &'a ReadOptions,
    pub(crate) scratch: &'a mut Scratch,
    pub(crate) report: UnitReport,
    pub(crate) stopped: bool,
    pub(crate) meter: Rc<Meter>,
    /// Bytes of a file that was read whole, and the digest of a record that is all of it.
    pub(crate) whole: Option<(usize, Option<[u8; 32]>)>,
    /// Bytes of the unit on disk, where that is known.
    pub(crate) size: Option<u64>,
    /// How many archives lie around the one that is read.
    depth: u32,
    /// What stopped the reading of an archive inside the archive.
    inner_failure: RefCell<Option<InputError>>,
    sink: &'a mut dyn FnMut(Item) -> ControlFlow<()>,
}

/// One entry of an archive, before its bytes are read.
pub(crate) struct Entry<'a> {
    /// The archive as shown.
    pub(crate) archive: &'a str,
    pub(crate) name: &'a EntryName,
    pub(crate) packing: Packing,
}

impl Entry<'_> {
    fn label(&self) -> Arc<str> {
        Arc::from(format!("{}!{}", self.archive, self.name.label()))
    }
}

impl<'a> Run<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        options: &'a ReadOptions,
        scratch: &'a mut Scratch,
        sink: &'a mut dyn FnMut(Item) -> ControlFlow<()>,
    ) -> Self {
        Self {
            limits,
            options,
            scratch,
            report: UnitReport::default(),
            stopped: false,
            meter: Rc::new(Meter::default()),
            whole: None,
            size: None,
            depth: 0,
            inner_failure: RefCell::new(None),
            sink,
        }
    }

    fn send(&mut self, item: Item) -> Flow {
        match &item {
            Item::Record(_) => self.report.records += 1,
            Item::Rejected { .. } => self.report.rejected += 1,
            Item::Warning { .. } => self.report.warnings += 1,
            Item::Progress { bytes } => self.report.bytes += bytes,
        }
        if (self.sink)(item).is_break() {
            self.stopped = true;
        }
        if self.stopped { Flow::Stop } else { Flow::Go }
    }

    /// Hands out a fault that costs one game.
    pub(crate) fn reject(&mut self, file: &Arc<str>, kind: IssueKind, reason: &str) -> Flow {
        let issue = Issue::new(kind, 0, 0, "", reason);
        self.send(Item::Rejected {
            file: Arc::clone(file),
            issue,
        })
    }

    /// Tells so many bytes of the unit as read.
    pub(crate) fn progress(&mut self, bytes: u64) -> Flow {
        if bytes == 0 {
            self.flow()
        } else {
            self.send(Item::Progress { bytes })
        }
    }

    /// Tells what the meter counted since it was last told, if that is worth it. Never more than
    /// the file's size in all, although archives are read back and forth.
    pub(crate) fn metered_progress(&mut self) -> Flow {
        let packed = self.meter.packed.get().min(self.size.unwrap_or(u64::MAX));
        let fresh = packed.saturating_sub(self.meter.told.get());
        if fresh < PROGRESS_STEP {
            return self.flow();
        }
        self.meter.told.set(packed);
        self.progress(fresh)
    }

    /// Whether the sink wants more.
    pub(crate) fn flow(&self) -> Flow {
        if self.stopped { Flow::Stop } else { Flow::Go }
    }

    /// Whether an entry of this name is to be read. What is refused by its name is handed out as
    /// rejected, what looks like no record is counted.
    pub(crate) fn wants(&mut self, archive: &str, name: &EntryName) -> bool {
        let hint = name_hint(name.as_bytes(), self.options.lines);
        if hint == NameHint::Other {
            self.report.skipped_entries += 1;
            return false;
        }
        let label = || Arc::from(format!("{archive}!{}", name.label()));
        if let Some(danger) = name.danger() {
            self.reject(&label(), IssueKind::UnsafePath, danger);
            return false;
        }
        if hint == NameHint::Container && self.is_deepest() {
            self.reject(&label(), IssueKind::LimitExceeded, NESTED);
            return false;
        }
        true
    }

    /// Whether [`Run::wants`] can say yes; nothing is handed out or counted.
    pub(crate) fn may_want(&self, name: &EntryName) -> bool {
        match name_hint(name.as_bytes(), self.options.lines) {
            NameHint::Other => false,
            NameHint::Container => !self.is_deepest(),
            NameHint::Record => name.danger().is_none(),
        }
    }

    /// Whether archives inside the one that is read are too deep.
    fn is_deepest(&self) -> bool {
        self.depth + 1 >= self.limits.nesting
    }

    /// Reads one entry whose name was accepted and hands out its records. What is left of an entry
    /// that is given up stays unread.
    ///
    /// # Errors
    ///
    /// What the reader says, and limits that stop the run (noted in the meter).
    pub(crate) fn entry(&mut self, entry: &Entry<'_>, reader: &mut dyn Read) -> io::Result<Flow> {
        let label = entry.label();
        self.read(&label, entry.packing, reader)
    }

    /// Reads an entry, or a compressed file as one entry, under a label.
    pub(crate) fn read(
        &mut self,
        label: &Arc<str>,
        packing: Packing,
        reader: &mut dyn Read,
    ) -> io::Result<Flow> {
        self.meter.excess.set(None);
        let before = (self.report.records, self.report.rejected);
        let mut head = std::mem::take(&mut self.scratch.buffer);
        let limits = self.limits;
        let mut counted = EntryReader::new(reader, limits, Rc::clone(&self.meter), packing);
        let result = self.head_and_rest(label, &mut head, &mut counted);
        self.scratch.buffer = head;
        match result {
            Err(_) if self.meter.excess.get().is_some_and(Excess::concerns_entry) => {
                let excess = self.meter.excess.take();
                let told = self.report.records == before.0 && self.report.rejected > before.1;
                if told {
                    // One endless record: it counts once.
                    return Ok(self.flow());
                }
                Ok(self.reject(
                    label,
                    IssueKind::LimitExceeded,
                    &entry_reason(excess, limits),
                ))
            }
            other => other,
        }
    }

    fn head_and_rest(
        &mut self,
        label: &Arc<str>,
        head: &mut Vec<u8>,
        reader: &mut EntryReader<'_>,
    ) -> io::Result<Flow> {
        head.clear();
        reader.by_ref().take(HEAD_BYTES as u64).read_to_end(head)?;
        match container_of(&head[..head.len().min(PROBE_BYTES)]) {
            None => {}
            Some(_) if self.is_deepest() => {
                return Ok(self.reject(label, IssueKind::LimitExceeded, NESTED));
            }
            Some(kind) => {
                reader.read_to_end(head)?;
                return self.inner(kind, label, std::mem::take(head));
            }
        }
        if head.len() < HEAD_BYTES {
            return self.split(label, &mut head.as_slice());
        }
        let rest = BufReader::with_capacity(super::meter::READ_BUFFER, reader);
        self.split(label, &mut Cursor::new(head.as_slice()).chain(rest))
    }

    /// Reads an archive inside the archive, from memory: an entry's limits bound it.
    fn inner(&mut self, kind: Container, label: &Arc<str>, bytes: Vec<u8>) -> io::Result<Flow> {
        self.depth += 1;
        let result = plain::container(kind, Shared::new(Cursor::new(bytes)), label, self);
        self.depth -= 1;
        if let Err(error) = result {
            self.inner_failure.replace(Some(error));
            return Err(io::Error::other(
                "an archive inside the archive cannot be read",
            ));
        }
        Ok(self.flow())
    }

    /// Splits text into records and hands them out.
    pub(crate) fn split(
        &mut self,
        label: &Arc<str>,
        reader: &mut dyn io::BufRead,
    ) -> io::Result<Flow> {
        let options = self.options;
        let mut sink = |split| {
            let flow = match split {
                Split::Record(mut record) => {
                    self.digest_once(&mut record);
                    self.send(Item::Record(record))
                }
                Split::Problem(issue) => self.send(Item::Rejected {
                    file: Arc::clone(label),
                    issue,
                }),
                Split::Warning(issue) => self.send(Item::Warning {
                    file: Arc::clone(label),
                    issue,
                }),
            };
            match flow {
                Flow::Go => ControlFlow::Continue(()),
                Flow::Stop => ControlFlow::Break(()),
            }
        };
        split_records(reader, label, options, &mut sink)?;
        Ok(self.flow())
    }

    /// A record that is a whole file has the file's digest: it is computed once, for both.
    fn digest_once(&mut self, record: &mut RawRecord) {
        if let Some((length, digest @ None)) = &mut self.whole
            && *length == record.bytes.len()
        {
            *digest = Some(record.sha256());
            record.known = KnownDigest(*digest);
        }
    }

    /// Counts one more entry of an archive.
    pub(crate) fn count_entry(&self, count: &mut u64, archive: &str) -> Result<(), InputError> {
        *count += 1;
        if *count <= self.limits.max_entries {
            return Ok(());
        }
        Err(too_many_entries(archive, self.limits))
    }

    /// What an I/O error during decoding means: a limit, an early end, damage.
    pub(crate) fn failure(
        &self,
        archive: &str,
        entry: Option<&str>,
        error: &io::Error,
    ) -> InputError {
        if let Some(error) = self.inner_failure.take() {
            return error;
        }
        let limits = self.limits;
        let stop = match self.meter.excess.get() {
            Some(Excess::TotalBytes) => Some(total_reached(archive, limits)),
            Some(Excess::TarHeader) => Some(InputError::new(
                InputErrorKind::Damaged,
                archive,
                "a tar header is longer than 1 MiB",
                REPACK,
            )),
            _ => None,
        };
        let error = stop.unwrap_or_else(|| self.decoder_failure(archive, error));
        error.at_entry(entry)
    }

    fn decoder_failure(&self, archive: &str, error: &io::Error) -> InputError {
        let text = error.to_string();
        if is_memory_refusal(error, &text) {
            return too_much_memory(archive, None, self.limits);
        }
        if error.raw_os_error().is_some() {
            return InputError::new(
                InputErrorKind::Io,
                archive,
                text,
                "check the disk and try again",
            );
        }
        if self.meter.at_end.get() || error.kind() == io::ErrorKind::UnexpectedEof {
            let reason = format!("it ends too early ({text})");
            return InputError::new(InputErrorKind::Truncated, archive, reason, FETCH);
        }
        let reason = format!("it is damaged ({text})");
        InputError::new(InputErrorKind::Damaged, archive, reason, FETCH)
    }
}

/// Advice for a broken file.
pub(crate) const FETCH: &str = "fetch or copy the file again and check its size";

/// Advice for a file that is packed in a way that is not read.
pub(crate) const REPACK: &str =
    "unpack it and name the folder, or pack it again as 7z (LZMA2), zip or tar.zst";

const NESTED: &str =
    "it is an archive inside an archive, deeper than --nesting allows; unpack the outer one";

fn is_memory_refusal(error: &io::Error, text: &str) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory || text.contains("requires too much memory")
}

fn entry_reason(excess: Option<Excess>, limits: &Limits) -> String {
    match excess {
        Some(Excess::Ratio) => format!(
            "it unpacks to more than {} times its packed size (--max-ratio)",
            limits.max_ratio
        ),
        _ => format!(
            "it unpacks to more than {} bytes (--max-entry-size)",
            limits.max_entry_bytes
        ),
    }
}

fn total_reached(archive: &str, limits: &Limits) -> InputError {
    InputError::new(
        InputErrorKind::Limit,
        archive,
        format!(
            "it unpacks to more than {} bytes in all",
            limits.max_total_bytes
        ),
        "raise --max-total-size if you trust the file",
    )
}

/// The error for an archive with more entries than allowed.
pub(crate) fn too_many_entries(archive: &str, limits: &Limits) -> InputError {
    InputError::new(
        InputErrorKind::Limit,
        archive,
        format!("it has more than {} entries", limits.max_entries),
        "raise --max-entries if you trust the file",
    )
}

/// The error for a decoder that wants more memory than allowed.
pub(crate) fn too_much_memory(archive: &str, wanted: Option<u64>, limits: &Limits) -> InputError {
    let wants = wanted.map_or_else(|| "more".to_owned(), |bytes| format!("{bytes} bytes, more"));
    InputError::new(
        InputErrorKind::Limit,
        archive,
        format!(
            "its decoder needs {wants} than the {} bytes allowed",
            limits.decoder_memory
        ),
        "raise --decoder-memory if the machine has that much, or pack the file with a smaller dictionary",
    )
}

/// The error for an archive or compression that is known but not read.
pub(crate) fn foreign(file: &str, what: &str) -> InputError {
    InputError::new(
        InputErrorKind::Unsupported,
        file,
        format!("{what} is not read"),
        REPACK,
    )
}

/// Whether a container is read only from a file that can be sought.
pub(crate) fn needs_seeking(container: Container) -> bool {
    matches!(container, Container::Zip | Container::SevenZ)
}

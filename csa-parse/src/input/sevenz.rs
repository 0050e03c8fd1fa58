//! 7z archives: the yearly Floodgate archives are solid ones of 130,000 entries.
//!
//! The crate `sevenz-rust2` parses the header and decodes, entry by entry, on one thread. Before it
//! is given the header, [`header`] unpacks that and compares the counts in it with the limits: the
//! crate allocates 96 bytes for each entry that a header claims, and bounds the claim only by the
//! header's own length, which a few packed kilobytes can make hundreds of megabytes. And before a
//! block is decoded, [`check_coders`] adds up all its dictionaries, which the crate compares with
//! its limit one by one.

mod header;

use std::io::{self, BufReader, Read, Seek};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use sevenz_rust2::{
    Archive, ArchiveEntry, Block, BlockDecoder, Coder, EncoderMethod, Error, Password,
};

use super::error::{InputError, InputErrorKind};
use super::meter::{Packing, READ_BUFFER, Shared, Unpacked};
use super::names::EntryName;
use super::run::{Entry, FETCH, Flow, REPACK, Run, too_many_entries, too_much_memory};

/// Why an archive, or a part of it, cannot be read.
#[derive(Debug)]
enum Refusal {
    /// Its header lies past the end of the file.
    Truncated,
    /// The structure is wrong.
    Damaged(String),
    /// A method that is not read.
    Method(String),
    /// A decoder or header that wants so many bytes.
    Memory(u64),
    /// More entries than allowed.
    Entries,
    /// What a read or a decoder said.
    Io(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            Error::Io(error, _) => Self::Io(error),
            Error::Other(what) | Error::Unsupported(what) => Self::Damaged(what.into_owned()),
            Error::UnsupportedCompressionMethod(name) => Self::Method(name),
            Error::MaxMemLimited { actaul_kb, .. } => Self::Memory((actaul_kb as u64) << 10),
            Error::ChecksumVerificationFailed | Error::NextHeaderCrcMismatch => {
                Self::Damaged("a checksum is wrong".to_owned())
            }
            other => Self::Damaged(other.to_string()),
        }
    }
}

/// What a refusal means to the user.
fn explain(refusal: Refusal, label: &str, run: &Run<'_>) -> InputError {
    let error = |kind, reason: String, advice| InputError::new(kind, label, reason, advice);
    match refusal {
        Refusal::Truncated => error(
            InputErrorKind::Truncated,
            "it ends too early (its header lies past its end)".to_owned(),
            FETCH,
        ),
        Refusal::Damaged(what) => error(
            InputErrorKind::Damaged,
            format!("it is damaged ({what})"),
            FETCH,
        ),
        Refusal::Method(name) => error(
            InputErrorKind::Unsupported,
            format!("7z method {name} is not read"),
            REPACK,
        ),
        Refusal::Memory(bytes) => too_much_memory(label, Some(bytes), run.limits),
        Refusal::Entries => too_many_entries(label, run.limits),
        Refusal::Io(cause) => run.failure(label, None, &readable(cause)),
    }
}

/// The crate's errors inside of I/O errors, in words.
fn readable(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        Some(Error::ChecksumVerificationFailed) => {
            io::Error::new(io::ErrorKind::InvalidData, "the entry's checksum is wrong")
        }
        _ => error,
    }
}

/// Reads the entries of a 7z archive in their order.
pub(super) fn read<R: Read + Seek>(
    mut source: Shared<R>,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    let opened = header::open(&mut source, run.limits);
    let archive = opened.map_err(|refusal| explain(refusal, label, run))?;
    // From here the end of the file would come too early.
    run.meter.at_end.set(false);
    let mut reader = Reader {
        archive: &archive,
        source,
        label,
        run,
    };
    let mut start = 0;
    for same in archive.stream_map.file_block_index.chunk_by(|a, b| a == b) {
        let range = start..start + same.len();
        start = range.end;
        if reader.block(same[0], range)? == Flow::Stop {
            break;
        }
    }
    Ok(())
}

struct Reader<'r, 'a, R> {
    archive: &'r Archive,
    source: Shared<R>,
    label: &'r Arc<str>,
    run: &'r mut Run<'a>,
}

impl<R: Read + Seek> Reader<'_, '_, R> {
    /// Reads the entries of one block (or some that have none), which follow one another. What
    /// lies behind the last wanted one is not decoded.
    fn block(&mut self, block: Option<usize>, range: Range<usize>) -> Result<Flow, InputError> {
        let files = &self.archive.files[range];
        let last = files.iter().rposition(|file| self.may_want(file));
        let wanted = last.map_or(0, |last| last + 1);
        if let Some(last) = last {
            let decoded = match block {
                Some(block) => self.decode(block, wanted, &files[last]),
                None => self.without_block(&files[..wanted]),
            }?;
            if decoded == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        for file in files[wanted..].iter().filter(|file| !file.is_directory) {
            self.run.wants(self.label, &name(file));
        }
        Ok(self.run.metered_progress())
    }

    fn may_want(&self, file: &ArchiveEntry) -> bool {
        !file.is_directory && self.run.may_want(&name(file))
    }

    fn without_block(&mut self, files: &[ArchiveEntry]) -> Result<Flow, InputError> {
        for file in files {
            if self.file(file, &mut io::empty())? == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Go)
    }

    /// Decodes a block up to an entry. Faults that are no entry's are placed at that entry.
    fn decode(
        &mut self,
        block: usize,
        count: usize,
        last: &ArchiveEntry,
    ) -> Result<Flow, InputError> {
        let archive = self.archive;
        check_coders(&archive.blocks[block], self.run.limits.decoder_memory)
            .map_err(|refusal| self.at(last, refusal))?;
        let mut source = BufReader::with_capacity(READ_BUFFER, self.source.share());
        let password = Password::empty();
        let decoder = BlockDecoder::new(1, block, archive, &password, &mut source);
        let mut seen = 0;
        let mut result = Ok(Flow::Go);
        let end = decoder.for_each_entries(&mut |file, bytes| {
            seen += 1;
            result = self.file(file, bytes);
            Ok(seen < count && matches!(result, Ok(Flow::Go)))
        });
        match (result, end) {
            (Ok(_), Err(error)) => Err(self.at(last, error.into())),
            (result, _) => result,
        }
    }

    fn at(&self, file: &ArchiveEntry, refusal: Refusal) -> InputError {
        explain(refusal, self.label, self.run).at_entry(Some(&name(file).label()))
    }

    /// One entry: read if wanted, and its rest decoded, so that the next one can follow.
    fn file(&mut self, file: &ArchiveEntry, bytes: &mut dyn Read) -> Result<Flow, InputError> {
        let name = name(file);
        let wanted = !file.is_directory && self.run.wants(self.label, &name);
        let mut counted = Unpacked::new(bytes, self.run.limits, Rc::clone(&self.run.meter));
        let read = match wanted {
            true => self.entry(&name, file.has_stream, &mut counted),
            false => Ok(self.run.flow()),
        };
        let read = read.and_then(|flow| {
            if flow == Flow::Go {
                io::copy(&mut counted, &mut io::sink())?;
            }
            Ok(flow)
        });
        match read {
            Ok(Flow::Go) => Ok(self.run.metered_progress()),
            Ok(Flow::Stop) => Ok(Flow::Stop),
            Err(error) => Err(self
                .run
                .failure(self.label, Some(&name.label()), &readable(error))),
        }
    }

    fn entry(
        &mut self,
        name: &EntryName,
        has_stream: bool,
        bytes: &mut dyn Read,
    ) -> io::Result<Flow> {
        let packing = match has_stream {
            true => Packing::Packed,
            false => Packing::Stored,
        };
        let about = Entry {
            archive: self.label,
            name,
            packing,
        };
        self.run.entry(&about, bytes)
    }
}

fn name(file: &ArchiveEntry) -> EntryName {
    EntryName::Text(file.name.clone())
}

/// Adds up the dictionaries of a block. BCJ2, which the crate reads by seeking for every byte, is
/// for programs and is refused.
fn check_coders(block: &Block, allowed: u64) -> Result<(), Refusal> {
    if block
        .coders
        .iter()
        .any(|coder| coder.encoder_method_id() == EncoderMethod::ID_BCJ2)
    {
        return Err(Refusal::Method("BCJ2".to_owned()));
    }
    let memory = block.coders.iter().map(dictionary).sum();
    if memory > allowed {
        return Err(Refusal::Memory(memory));
    }
    Ok(())
}

/// The dictionary of a coder in bytes (Methods.txt of the LZMA SDK); 0 for those without one, and
/// for properties that the crate refuses.
fn dictionary(coder: &Coder) -> u64 {
    let properties = coder.properties();
    match coder.encoder_method_id() {
        EncoderMethod::ID_LZMA => properties
            .get(1..)
            .and_then(<[u8]>::first_chunk)
            .map_or(0, |size| u64::from(u32::from_le_bytes(*size))),
        EncoderMethod::ID_LZMA2 => match properties.first() {
            Some(bits @ 0..=40) => (2 | u64::from(bits & 1)) << (bits / 2 + 11),
            _ => 0,
        },
        _ => 0,
    }
}

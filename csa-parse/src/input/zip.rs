//! Zip archives, read by their central directory, which is streamed too.
//!
//! The crate `zip` keeps the whole directory in memory, one name once, before it gives the first
//! entry; a directory of two million entries, or two entries of one name, are cases to be met here.
//! So the few structures needed (APPNOTE.TXT 6.3.10, §4.3.7, §4.3.12 to §4.3.16) are read directly.
//! Sizes are taken from the directory, and only to find the packed bytes: what comes out is counted.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::Arc;

use flate2::Crc;

use super::error::{InputError, InputErrorKind};
use super::meter::{Packing, READ_BUFFER, Unpacked};
use super::names::{EntryName, decode_entry_name};
use super::run::{Entry, FETCH, Flow, REPACK, Run, too_many_entries};

const END: [u8; 4] = *b"PK\x05\x06";
const END64: [u8; 4] = *b"PK\x06\x06";
const LOCATOR64: [u8; 4] = *b"PK\x06\x07";
const CENTRAL: [u8; 4] = *b"PK\x01\x02";
const LOCAL: [u8; 4] = *b"PK\x03\x04";

const END_BYTES: usize = 22;
const LOCATOR_BYTES: u64 = 20;
const CENTRAL_BYTES: usize = 46;
const LOCAL_BYTES: usize = 30;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Where the central directory lies.
#[derive(Clone, Debug)]
struct Directory {
    start: u64,
    bytes: u64,
    entries: u64,
    /// How far everything lies behind where the archive says (a program in front of it).
    shift: u64,
}

/// One entry as the central directory has it.
struct Central {
    name: EntryName,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    local: u64,
    is_folder: bool,
}

/// Reads the entries of a zip archive in the order of its directory.
pub(super) fn read<R: Read + Seek>(
    mut source: R,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    let found = find_directory(&mut source).map_err(|e| run.failure(label, None, &e))?;
    let Some(directory) = found else {
        return Err(no_directory(label));
    };
    // Looking for the directory went to the end; from here the end would come too early.
    run.meter.at_end.set(false);
    if directory.entries > run.limits.max_entries {
        return Err(too_many_entries(label, run.limits));
    }
    let mut cursor = Cursor::new(&directory);
    let mut count = 0;
    while let Some(central) = cursor
        .next(&mut source)
        .map_err(|e| run.failure(label, None, &e))?
    {
        run.count_entry(&mut count, label)?;
        if entry(&mut source, &central, label, run)? == Flow::Stop
            || run.metered_progress() == Flow::Stop
        {
            return Ok(());
        }
    }
    if count < directory.entries {
        return Err(no_directory(label));
    }
    Ok(())
}

fn no_directory(label: &str) -> InputError {
    InputError::new(
        InputErrorKind::Truncated,
        label,
        "it ends too early (the directory at the end of the zip is missing or cut)",
        FETCH,
    )
}

/// Finds the end record: the last one whose comment ends with the file.
fn find_directory<R: Read + Seek>(source: &mut R) -> io::Result<Option<Directory>> {
    let length = source.seek(SeekFrom::End(0))?;
    let window = length.min(END_BYTES as u64 + u64::from(u16::MAX));
    let base = length - window;
    source.seek(SeekFrom::Start(base))?;
    let mut tail = Vec::new();
    source.by_ref().take(window).read_to_end(&mut tail)?;
    for at in (0..tail.len().saturating_sub(END_BYTES - 1)).rev() {
        if tail[at..].starts_with(&END) {
            let comment = usize::from(u16_at(&tail, at + 20));
            if at + END_BYTES + comment <= tail.len() {
                return end_record(source, base + at as u64, &tail[at..at + END_BYTES]);
            }
        }
    }
    Ok(None)
}

fn end_record<R: Read + Seek>(
    source: &mut R,
    at: u64,
    end: &[u8],
) -> io::Result<Option<Directory>> {
    let entries = u64::from(u16_at(end, 10));
    let bytes = u64::from(u32_at(end, 12));
    let offset = u64::from(u32_at(end, 16));
    let is_large = entries == 0xffff || bytes == 0xffff_ffff || offset == 0xffff_ffff;
    if is_large && let Some(directory) = end_record64(source, at)? {
        return Ok(Some(directory));
    }
    Ok(placed(at, bytes, offset, entries))
}

/// The directory ends where its end record begins, which tells how far all is shifted.
fn placed(end: u64, bytes: u64, offset: u64, entries: u64) -> Option<Directory> {
    let start = end.checked_sub(bytes)?;
    let shift = start.checked_sub(offset)?;
    Some(Directory {
        start,
        bytes,
        entries,
        shift,
    })
}

fn end_record64<R: Read + Seek>(source: &mut R, end: u64) -> io::Result<Option<Directory>> {
    let Some(locator_at) = end.checked_sub(LOCATOR_BYTES) else {
        return Ok(None);
    };
    let mut locator = [0; LOCATOR_BYTES as usize];
    source.seek(SeekFrom::Start(locator_at))?;
    source.read_exact(&mut locator)?;
    if !locator.starts_with(&LOCATOR64) {
        return Ok(None);
    }
    // The record lies directly before its locator, unless it has extensions.
    let told = u64_at(&locator, 8);
    for at in [locator_at.saturating_sub(56), told] {
        let mut record = [0; 56];
        source.seek(SeekFrom::Start(at.min(end)))?;
        source.read_exact(&mut record)?;
        if record.starts_with(&END64) {
            let (entries, bytes, offset) = (
                u64_at(&record, 32),
                u64_at(&record, 40),
                u64_at(&record, 48),
            );
            return Ok(placed(at, bytes, offset, entries));
        }
    }
    Ok(None)
}

/// Reads the central directory piece by piece, between the entries.
struct Cursor {
    at: u64,
    end: u64,
    shift: u64,
    chunk: Vec<u8>,
    used: usize,
}

impl Cursor {
    fn new(directory: &Directory) -> Self {
        Self {
            at: directory.start,
            end: directory.start + directory.bytes,
            shift: directory.shift,
            chunk: Vec::new(),
            used: 0,
        }
    }

    /// The next entry; `None` at the end of the directory.
    fn next<R: Read + Seek>(&mut self, source: &mut R) -> io::Result<Option<Central>> {
        if !self.have(source, CENTRAL_BYTES)? {
            return Ok(None);
        }
        let head: Vec<u8> = self.chunk[self.used..self.used + CENTRAL_BYTES].to_vec();
        if !head.starts_with(&CENTRAL) {
            return Ok(None);
        }
        let name = usize::from(u16_at(&head, 28));
        let extra = usize::from(u16_at(&head, 30));
        let whole = CENTRAL_BYTES + name + extra + usize::from(u16_at(&head, 32));
        if !self.have(source, whole)? {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let record = &self.chunk[self.used..self.used + whole];
        let central = central(record, name, extra, self.shift);
        self.used += whole;
        Ok(Some(central))
    }

    /// Makes so many bytes of the directory available; false at its end.
    fn have<R: Read + Seek>(&mut self, source: &mut R, bytes: usize) -> io::Result<bool> {
        if self.chunk.len() - self.used >= bytes {
            return Ok(true);
        }
        self.chunk.drain(..self.used);
        self.used = 0;
        let wanted = (READ_BUFFER.max(bytes) - self.chunk.len()) as u64;
        let fresh = wanted.min(self.end - self.at);
        source.seek(SeekFrom::Start(self.at))?;
        let count = source.by_ref().take(fresh).read_to_end(&mut self.chunk)?;
        self.at += count as u64;
        Ok(self.chunk.len() >= bytes)
    }
}

fn central(record: &[u8], name: usize, extra: usize, shift: u64) -> Central {
    let raw = &record[CENTRAL_BYTES..CENTRAL_BYTES + name];
    let extra = &record[CENTRAL_BYTES + name..CENTRAL_BYTES + name + extra];
    let crc = u32_at(record, 16);
    let packed = u32_at(record, 20);
    let unpacked = u32_at(record, 24);
    let local = u32_at(record, 42);
    let large = large_fields(extra, [unpacked, packed, local]);
    Central {
        is_folder: raw.ends_with(b"/"),
        name: unicode_path(extra, raw).unwrap_or_else(|| decode_entry_name(raw)),
        flags: u16_at(record, 8),
        method: u16_at(record, 10),
        crc,
        packed: large[1],
        local: large[2].saturating_add(shift),
    }
}

/// The blocks of an extra field: their tags and contents.
fn extra_blocks(mut extra: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (head, rest) = extra.split_at_checked(4)?;
        let (block, rest) = rest.split_at_checked(usize::from(u16_at(head, 2)))?;
        extra = rest;
        Some((u16_at(head, 0), block))
    })
}

/// Sizes and offset, from the zip64 block where the 32-bit field says so (APPNOTE §4.5.3).
fn large_fields(extra: &[u8], fields: [u32; 3]) -> [u64; 3] {
    let mut block = extra_blocks(extra)
        .find(|(tag, _)| *tag == 1)
        .map_or(&[][..], |(_, b)| b);
    fields.map(|field| {
        if field == u32::MAX
            && let Some((value, rest)) = block.split_at_checked(8)
        {
            block = rest;
            return u64_at(value, 0);
        }
        u64::from(field)
    })
}

/// The name in UTF-8 that Info-ZIP adds, if it belongs to this name (APPNOTE §4.6.9).
fn unicode_path(extra: &[u8], raw: &[u8]) -> Option<EntryName> {
    let (_, block) = extra_blocks(extra).find(|(tag, _)| *tag == 0x7075)?;
    let (head, name) = block.split_at_checked(5)?;
    let mut crc = Crc::new();
    crc.update(raw);
    if u32_at(head, 1) != crc.sum() || std::str::from_utf8(name).is_err() {
        return None;
    }
    Some(decode_entry_name(name))
}

fn entry<R: Read + Seek>(
    source: &mut R,
    central: &Central,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Flow, InputError> {
    if central.is_folder || !run.wants(label, &central.name) {
        return Ok(run.flow());
    }
    let shown = central.name.label();
    check_method(central, label).map_err(|error| error.at_entry(Some(&shown)))?;
    let read = unpack(source, central, label, run);
    read.map_err(|error| run.failure(label, Some(&shown), &error))
}

fn check_method(central: &Central, label: &str) -> Result<(), InputError> {
    let unsupported =
        |reason: String| InputError::new(InputErrorKind::Unsupported, label, reason, REPACK);
    if central.flags & 1 != 0 {
        return Err(unsupported("the entry is encrypted".to_owned()));
    }
    match central.method {
        STORED | DEFLATED => Ok(()),
        method => Err(unsupported(format!(
            "zip method {method} is not read (only stored and deflated)"
        ))),
    }
}

fn unpack<R: Read + Seek>(
    source: &mut R,
    central: &Central,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> io::Result<Flow> {
    let packed = packed_bytes(source, central)?;
    let about = |packing| Entry {
        archive: label,
        name: &central.name,
        packing,
    };
    let meter = std::rc::Rc::clone(&run.meter);
    if central.method == STORED {
        let counted = Unpacked::new(packed, run.limits, meter);
        return run.entry(
            &about(Packing::Stored),
            &mut Checked::new(counted, central.crc),
        );
    }
    let buffered = BufReader::with_capacity(buffer_for(central.packed), packed);
    let decoder = flate2::bufread::DeflateDecoder::new(buffered);
    let counted = Unpacked::new(decoder, run.limits, meter);
    let mut checked = Checked::new(counted, central.crc);
    run.entry(&about(Packing::Packed), &mut checked)
}

/// A read buffer no larger than the packed entry.
fn buffer_for(packed: u64) -> usize {
    usize::try_from(packed)
        .unwrap_or(READ_BUFFER)
        .clamp(64, READ_BUFFER)
}

/// Goes to the packed bytes, behind the local header.
fn packed_bytes<'s, R: Read + Seek>(
    source: &'s mut R,
    central: &Central,
) -> io::Result<io::Take<&'s mut R>> {
    let mut head = [0; LOCAL_BYTES];
    source.seek(SeekFrom::Start(central.local))?;
    source.read_exact(&mut head)?;
    if !head.starts_with(&LOCAL) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "an entry is not where the directory says",
        ));
    }
    let skip = u64::from(u16_at(&head, 26)) + u64::from(u16_at(&head, 28));
    source.seek(SeekFrom::Start(
        central.local.saturating_add(LOCAL_BYTES as u64 + skip),
    ))?;
    Ok(source.take(central.packed))
}

/// Compares the checksum at the end of an entry.
pub(super) struct Checked<R> {
    inner: R,
    crc: Crc,
    expected: u32,
}

impl<R: Read> Checked<R> {
    pub(super) fn new(inner: R, expected: u32) -> Self {
        Self {
            inner,
            crc: Crc::new(),
            expected,
        }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        self.crc.update(&buf[..count]);
        if count == 0 && !buf.is_empty() && self.crc.sum() != self.expected {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the entry's checksum is wrong",
            ));
        }
        Ok(count)
    }
}

/// A little-endian number; the caller has the bytes.
pub(super) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// A little-endian number; the caller has the bytes.
pub(super) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

/// A little-endian number; the caller has the bytes.
pub(super) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

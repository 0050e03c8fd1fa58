//! Zip archives, read by their central directory with the crate `rawzip`.
//!
//! It streams the directory from a buffer of fixed size, and gives every entry, those of one name
//! too. Sizes are taken from the directory, and only to find the packed bytes: what comes out is
//! counted. The checksum is compared here, because the crate's own check believes the declared
//! unpacked size.

use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;

use flate2::{Crc, CrcReader, bufread::DeflateDecoder};
use rawzip::extra_fields::ExtraFieldId;
use rawzip::{
    CompressionMethod, ErrorKind, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive,
    ZipArchiveEntryWayfinder, ZipFileHeaderRecord, ZipLocator,
};

use super::error::{InputError, InputErrorKind};
use super::meter::{Packing, READ_BUFFER, Shared, Unpacked};
use super::names::{EntryName, decode_entry_name};
use super::run::{Entry, FETCH, Flow, REPACK, Run, too_many_entries};

/// A read at a place: the source is sought for each.
impl<R: Read + Seek> ReaderAt for Shared<R> {
    fn read_at(&self, buf: &mut [u8], offset: u64) -> io::Result<usize> {
        if i64::try_from(offset).is_err() {
            // No file reaches there, and seeking to it is an error of its own.
            return Ok(0);
        }
        let mut source = self.share();
        source.seek(SeekFrom::Start(offset))?;
        source.read(buf)
    }
}

/// Reads the entries of a zip archive in the order of its directory.
pub(super) fn read<R: Read + Seek>(
    source: Shared<R>,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let found = find_directory(source, &mut buffer);
    let archive = found.map_err(|error| explain(error, label, run))?;
    // Looking for the directory went to the end; from here the end would come too early.
    run.meter.at_end.set(false);
    if archive.entries_hint() > run.limits.max_entries {
        return Err(too_many_entries(label, run.limits));
    }
    let mut entries = archive.entries(&mut buffer);
    let mut count = 0;
    loop {
        let next = entries.next_entry();
        let Some(record) = next.map_err(|error| explain(error, label, run))? else {
            break;
        };
        run.count_entry(&mut count, label)?;
        let central = Central::of(&record);
        if entry(&archive, &central, label, run)? == Flow::Stop
            || run.metered_progress() == Flow::Stop
        {
            return Ok(());
        }
    }
    if count < archive.entries_hint() {
        return Err(no_directory(label));
    }
    Ok(())
}

/// Finds the end record. One that does not fit may be text in the archive's comment: then the one
/// before it is tried.
fn find_directory<R: Read + Seek>(
    mut source: Shared<R>,
    buffer: &mut [u8],
) -> Result<ZipArchive<Shared<R>>, rawzip::Error> {
    let mut end = source.seek(SeekFrom::End(0))?;
    loop {
        let located = ZipLocator::new().locate_in_reader(source.share(), buffer, end);
        match located.map_err(|(_, error)| error) {
            Err(error) if error.eocd_offset().is_some_and(|at| at < end) => {
                end = error.eocd_offset().unwrap_or(0);
            }
            other => return other,
        }
    }
}

/// What an error of the crate means to the user.
fn explain(error: rawzip::Error, label: &str, run: &Run<'_>) -> InputError {
    match error.into_kind() {
        ErrorKind::MissingEndOfCentralDirectory => no_directory(label),
        kind => run.failure(label, None, &io_error(kind)),
    }
}

fn io_error(kind: ErrorKind) -> io::Error {
    match kind {
        ErrorKind::IO(error) => error,
        ErrorKind::Eof => io::ErrorKind::UnexpectedEof.into(),
        ErrorKind::InvalidSignature { .. } => io::Error::new(
            io::ErrorKind::InvalidData,
            "an entry is not where the directory says",
        ),
        other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
    }
}

fn no_directory(label: &str) -> InputError {
    InputError::new(
        InputErrorKind::Truncated,
        label,
        "it ends too early (the directory at the end of the zip is missing or cut)",
        FETCH,
    )
}

/// What is needed of an entry, apart from the buffer of the directory.
struct Central {
    name: EntryName,
    is_folder: bool,
    is_encrypted: bool,
    method: CompressionMethod,
    place: ZipArchiveEntryWayfinder,
}

impl Central {
    fn of(record: &ZipFileHeaderRecord<'_>) -> Self {
        let path = record.file_path();
        let raw: &[u8] = path.as_ref();
        Self {
            name: unicode_path(record, raw).unwrap_or_else(|| decode_entry_name(raw)),
            is_folder: record.is_dir(),
            is_encrypted: record.flags().is_encrypted(),
            method: record.compression_method(),
            place: record.wayfinder(),
        }
    }
}

/// The name in UTF-8 that Info-ZIP adds, if it belongs to this name (APPNOTE.TXT 6.3.10, §4.6.9):
/// a version, the CRC-32 of the name it belongs to, the name.
fn unicode_path(record: &ZipFileHeaderRecord<'_>, raw: &[u8]) -> Option<EntryName> {
    let mut fields = record.extra_fields();
    let (_, block) = fields.find(|(id, _)| *id == ExtraFieldId::INFO_ZIP_UNICODE_PATH)?;
    let (sum, name) = block.get(1..)?.split_first_chunk::<4>()?;
    let mut crc = Crc::new();
    crc.update(raw);
    if u32::from_le_bytes(*sum) != crc.sum() || std::str::from_utf8(name).is_err() {
        return None;
    }
    Some(decode_entry_name(name))
}

fn entry<R: Read + Seek>(
    archive: &ZipArchive<Shared<R>>,
    central: &Central,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Flow, InputError> {
    if central.is_folder || !run.wants(label, &central.name) {
        return Ok(run.flow());
    }
    let shown = central.name.label();
    check_method(central, label).map_err(|error| error.at_entry(Some(&shown)))?;
    let read = unpack(archive, central, label, run);
    read.map_err(|error| run.failure(label, Some(&shown), &error))
}

fn check_method(central: &Central, label: &str) -> Result<(), InputError> {
    let unsupported =
        |reason: String| InputError::new(InputErrorKind::Unsupported, label, reason, REPACK);
    if central.is_encrypted {
        return Err(unsupported("the entry is encrypted".to_owned()));
    }
    match central.method {
        CompressionMethod::STORE | CompressionMethod::DEFLATE => Ok(()),
        method => Err(unsupported(format!(
            "zip method {method} is not read (only stored and deflated)"
        ))),
    }
}

fn unpack<R: Read + Seek>(
    archive: &ZipArchive<Shared<R>>,
    central: &Central,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> io::Result<Flow> {
    let found = archive.get_entry(central.place);
    let packed = found.map_err(|error| io_error(error.into_kind()))?.reader();
    let crc = packed.claim_verifier().crc;
    let about = |packing| Entry {
        archive: label,
        name: &central.name,
        packing,
    };
    let meter = Rc::clone(&run.meter);
    if central.method == CompressionMethod::STORE {
        let counted = Unpacked::new(packed, run.limits, meter);
        return run.entry(&about(Packing::Stored), &mut Checked::new(counted, crc));
    }
    let size = buffer_for(central.place.compressed_size_hint());
    let decoder = DeflateDecoder::new(BufReader::with_capacity(size, packed));
    let counted = Unpacked::new(decoder, run.limits, meter);
    run.entry(&about(Packing::Packed), &mut Checked::new(counted, crc))
}

/// A read buffer no larger than the packed entry.
fn buffer_for(packed: u64) -> usize {
    usize::try_from(packed)
        .unwrap_or(READ_BUFFER)
        .clamp(64, READ_BUFFER)
}

/// Compares the checksum at the end of an entry.
struct Checked<R> {
    inner: CrcReader<R>,
    expected: u32,
}

impl<R: Read> Checked<R> {
    fn new(inner: R, expected: u32) -> Self {
        Self {
            inner: CrcReader::new(inner),
            expected,
        }
    }
}

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        if count == 0 && !buf.is_empty() && self.inner.crc().sum() != self.expected {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the entry's checksum is wrong",
            ));
        }
        Ok(count)
    }
}

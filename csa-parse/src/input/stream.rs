//! Compressed files and tar archives: everything that is read from front to back.

use std::cell::Cell;
use std::io::{self, BufReader, Cursor, Read};
use std::rc::Rc;
use std::sync::Arc;

use super::detect::{Container, PROBE_BYTES, container_of};
use super::error::InputError;
use super::meter::{Packing, READ_BUFFER, Unpacked};
use super::names::decode_entry_name;
use super::run::{Entry, Flow, Run};

/// What the tar reader may take for one entry's headers (long names, pax fields), in bytes.
const TAR_HEADER_BYTES: u64 = 1 << 20;

/// A block of a tar; its end is marked by blocks of zeros.
const TAR_BLOCK: u64 = 512;

/// Counts the zeros at the end of what was read: a tar that was cut between two entries looks whole but
/// for its end mark.
struct EndMark<R> {
    source: R,
    zeros: Rc<Cell<u64>>,
}

impl<R: Read> Read for EndMark<R> {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(to)?;
        let zeros = to[..count].iter().rev().take_while(|&&b| b == 0).count();
        let before = if zeros == count { self.zeros.get() } else { 0 };
        self.zeros.set(before + zeros as u64);
        Ok(count)
    }
}

/// Reads a compressed file or a tar.
pub(crate) fn read<R: Read>(
    kind: Container,
    source: R,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    let buffered = BufReader::with_capacity(READ_BUFFER, source);
    let result = match kind {
        Container::Gzip => inside(flate2::bufread::MultiGzDecoder::new(buffered), label, run),
        Container::Xz => inside(
            lzma_rust2::XzReader::new_mem_limit(buffered, true, memory_kib(run)),
            label,
            run,
        ),
        Container::Zstd => match zstd_decoder(buffered, run) {
            Ok(decoder) => inside(decoder, label, run),
            Err(error) => Err(run.failure(label, None, &error)),
        },
        _ => tar(buffered, Packing::Stored, label, run),
    };
    result.map(|_| ())
}

fn memory_kib(run: &Run<'_>) -> u32 {
    u32::try_from(run.limits.decoder_memory >> 10).unwrap_or(u32::MAX - 1)
}

fn zstd_decoder<R: io::BufRead>(source: R, run: &Run<'_>) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(source)?;
    let log = run
        .limits
        .decoder_memory
        .max(1 << 10)
        .ilog2()
        .clamp(10, MAX_WINDOW_LOG);
    decoder.window_log_max(log)?;
    Ok(decoder)
}

/// The largest window zstd knows, as a power of two.
const MAX_WINDOW_LOG: u32 = if cfg!(target_pointer_width = "64") {
    31
} else {
    30
};

/// What came out of a decompressor: a tar, or one text.
fn inside<R: Read>(decoder: R, label: &Arc<str>, run: &mut Run<'_>) -> Result<Flow, InputError> {
    let mut unpacked = Unpacked::new(decoder, run.limits, Rc::clone(&run.meter));
    let mut first = Vec::with_capacity(PROBE_BYTES);
    if let Err(error) = unpacked
        .by_ref()
        .take(PROBE_BYTES as u64)
        .read_to_end(&mut first)
    {
        return Err(run.failure(label, None, &error));
    }
    let is_tar = container_of(&first) == Some(Container::Tar);
    let mut source = Cursor::new(first).chain(unpacked);
    if is_tar {
        return tar(source, Packing::Packed, label, run);
    }
    let read = run.read(label, Packing::Packed, &mut source);
    read.map_err(|error| run.failure(label, None, &error))
}

/// The entries of a tar, in their order.
fn tar<R: Read>(
    source: R,
    packing: Packing,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Flow, InputError> {
    // A tar that is not compressed is not counted yet.
    let source: Box<dyn Read + '_> = match packing {
        Packing::Stored => Box::new(Unpacked::new(source, run.limits, Rc::clone(&run.meter))),
        _ => Box::new(source),
    };
    let zeros = Rc::new(Cell::new(0));
    let mut archive = tar::Archive::new(EndMark {
        source,
        zeros: Rc::clone(&zeros),
    });
    let mut entries = archive
        .entries()
        .map_err(|e| run.failure(label, None, &e))?;
    let mut count = 0;
    loop {
        run.meter.header_budget.set(Some(TAR_HEADER_BYTES));
        let next = entries.next();
        run.meter.header_budget.set(None);
        let Some(entry) = next else {
            break;
        };
        let mut entry = entry.map_err(|e| run.failure(label, None, &e))?;
        run.count_entry(&mut count, label)?;
        if tar_entry(&mut entry, packing, label, run)? == Flow::Stop
            || run.metered_progress() == Flow::Stop
        {
            return Ok(Flow::Stop);
        }
    }
    if zeros.get() < TAR_BLOCK {
        let error = io::Error::new(
            io::ErrorKind::UnexpectedEof,
            "the end mark of a tar is missing",
        );
        return Err(run.failure(label, None, &error));
    }
    // The padding, and whatever checksum stands behind it.
    let drained = io::copy(&mut archive.into_inner(), &mut io::sink());
    drained.map_err(|error| run.failure(label, None, &error))?;
    Ok(run.flow())
}

fn tar_entry<R: Read>(
    entry: &mut tar::Entry<'_, R>,
    packing: Packing,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Flow, InputError> {
    let kind = entry.header().entry_type();
    let is_file = kind.is_file() || kind.is_contiguous() || kind.is_gnu_sparse();
    let name = decode_entry_name(&entry.path_bytes());
    let fail = |run: &Run<'_>, error: &io::Error| run.failure(label, Some(&name.label()), error);
    if !is_file {
        run.report.skipped_entries += u64::from(!kind.is_dir());
    } else if run.wants(label, &name) {
        let about = Entry {
            archive: label,
            name: &name,
            packing,
        };
        let flow = run.entry(&about, entry).map_err(|e| fail(run, &e))?;
        if flow == Flow::Stop {
            return Ok(flow);
        }
    }
    io::copy(entry, &mut io::sink()).map_err(|e| fail(run, &e))?;
    Ok(run.flow())
}

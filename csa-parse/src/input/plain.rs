//! One unit: a file on disk, standard input, or something that cannot be read.

use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::rc::Rc;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::detect::{Container, PROBE_BYTES, container_of, promises_container};
use super::error::{InputError, InputErrorKind};
use super::meter::{READ_BUFFER, Shared, Tap};
use super::run::{FETCH, Flow, Run, foreign, needs_seeking};
use super::walk::{Unit, UnitKind};
use super::{sevenz, stream, zip};
use crate::error::IssueKind;

/// Plain files up to this size are read whole, larger ones are streamed.
const WHOLE_BYTES: u64 = 4 << 20;

/// Reads a unit; gives its digest where it was read to the end.
pub(crate) fn read_unit(unit: &Unit, run: &mut Run<'_>) -> Result<Option<[u8; 32]>, InputError> {
    let label: Arc<str> = Arc::from(unit.label());
    match unit.kind {
        UnitKind::Stdin => read_stdin(&label, &mut io::stdin().lock(), run).map(Some),
        UnitKind::Unreadable => {
            let reason = unit.problem.as_deref().unwrap_or("it cannot be read");
            run.reject(&label, IssueKind::IoError, reason);
            Ok(None)
        }
        UnitKind::Plain if unit.size.unwrap_or(0) <= WHOLE_BYTES => read_whole(unit, &label, run),
        _ => match File::open(&unit.path) {
            Ok(file) => read_file(file, &label, run),
            Err(error) => Ok(unreadable(&label, &error, run)),
        },
    }
}

fn unreadable(label: &Arc<str>, error: &io::Error, run: &mut Run<'_>) -> Option<[u8; 32]> {
    run.reject(label, IssueKind::IoError, &error.to_string());
    None
}

/// A small file: one open, one read, no buffer of its own.
fn read_whole(
    unit: &Unit,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Option<[u8; 32]>, InputError> {
    let mut buffer = std::mem::take(&mut run.scratch.buffer);
    let read = slurp(unit, &mut buffer);
    let result = match read {
        Ok(file) => whole_text(file, label, &buffer, run),
        Err(error) => Ok(unreadable(label, &error, run)),
    };
    run.scratch.buffer = buffer;
    result
}

/// Reads a file into a buffer; the size known from the walk saves a second call at its end.
fn slurp(unit: &Unit, buffer: &mut Vec<u8>) -> io::Result<File> {
    let mut file = File::open(&unit.path)?;
    let known = usize::try_from(unit.size.unwrap_or(0)).unwrap_or(0);
    if buffer.len() < known + 1 {
        buffer.resize(known + 1, 0);
    }
    let mut filled = 0;
    loop {
        match file.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        if filled == known {
            break;
        }
        if filled == buffer.len() {
            buffer.resize(filled * 2, 0);
        }
    }
    buffer.truncate(filled);
    Ok(file)
}

fn whole_text(
    file: File,
    label: &Arc<str>,
    bytes: &[u8],
    run: &mut Run<'_>,
) -> Result<Option<[u8; 32]>, InputError> {
    if container_of(&bytes[..bytes.len().min(PROBE_BYTES)]).is_some() {
        return read_file(file, label, run);
    }
    drop(file);
    run.whole = Some((bytes.len(), None));
    let mut rest = bytes;
    if let Err(error) = run.split(label, &mut rest) {
        return Err(run.failure(label, None, &error));
    }
    run.progress(bytes.len() as u64);
    let known = run.whole.take().and_then(|(_, digest)| digest);
    Ok(known.or_else(|| Some(Sha256::digest(bytes).into())))
}

/// A file that is streamed: a container, or a large text.
fn read_file(
    mut file: File,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<Option<[u8; 32]>, InputError> {
    let start = probe(&mut file);
    let first = match start {
        Ok(first) => first,
        Err(error) => return Ok(unreadable(label, &error, run)),
    };
    let size = file.metadata().map(|meta| meta.len()).ok();
    let tap = Shared::new(Tap::new(file, Rc::clone(&run.meter)));
    run.size = size;
    match container_of(&first) {
        Some(kind) => container(kind, tap.share(), label, run)?,
        None if promises_container(label.as_bytes()) => return Err(no_container(label, &first)),
        None => text(tap.share(), label, run)?,
    }
    finish(tap, label, size, run)
}

/// An archive or compressed file that can be sought.
pub(crate) fn container<R: Read + Seek + 'static>(
    kind: Container,
    source: Shared<R>,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    match kind {
        Container::Foreign(what) => Err(foreign(label, what)),
        _ if run.limits.nesting == 0 => {
            run.reject(label, IssueKind::LimitExceeded, NO_ARCHIVES);
            Ok(())
        }
        Container::SevenZ => sevenz::read(source, label, run),
        Container::Zip => zip::read(source, label, run),
        kind => stream::read(kind, source, label, run),
    }
}

const NO_ARCHIVES: &str = "archives are not read at nesting 0 (--nesting)";

fn probe(file: &mut File) -> io::Result<Vec<u8>> {
    let mut first = Vec::with_capacity(PROBE_BYTES);
    file.seek(SeekFrom::Start(0))?;
    Read::take(&mut *file, PROBE_BYTES as u64).read_to_end(&mut first)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(first)
}

/// A large text, streamed.
fn text<R: Read>(source: Shared<R>, label: &Arc<str>, run: &mut Run<'_>) -> Result<(), InputError> {
    let mut reader = BufReader::with_capacity(READ_BUFFER, source);
    match run.split(label, &mut reader) {
        Ok(_) => Ok(()),
        Err(error) => Err(run.failure(label, None, &error)),
    }
}

/// Tells the rest of the progress and takes the digest.
fn finish(
    tap: Shared<Tap<File>>,
    label: &Arc<str>,
    size: Option<u64>,
    run: &mut Run<'_>,
) -> Result<Option<[u8; 32]>, InputError> {
    if run.flow() == Flow::Stop {
        return Ok(None);
    }
    run.progress(size.unwrap_or(0).saturating_sub(run.meter.told.get()));
    let Some(tap) = tap.into_inner() else {
        return Ok(None);
    };
    match tap.finish() {
        Ok(digest) => Ok(Some(digest)),
        Err(error) => Err(run.failure(label, None, &error)),
    }
}

fn no_container(label: &str, first: &[u8]) -> InputError {
    let (kind, reason) = if first.is_empty() {
        (
            InputErrorKind::Truncated,
            "it is empty, although its name promises an archive",
        )
    } else {
        (
            InputErrorKind::Damaged,
            "its first bytes are not those its name promises",
        )
    };
    InputError::new(kind, label, reason, FETCH)
}

/// Standard input: text, a compressed text, a tar in any compression.
pub(crate) fn read_stdin(
    label: &Arc<str>,
    input: &mut dyn Read,
    run: &mut Run<'_>,
) -> Result<[u8; 32], InputError> {
    let tap = Shared::new(Tap::new(input, Rc::clone(&run.meter)));
    let mut first = Vec::with_capacity(PROBE_BYTES);
    let probed = tap.share().take(PROBE_BYTES as u64).read_to_end(&mut first);
    probed.map_err(|error| run.failure(label, None, &error))?;
    run.meter.at_end.set(false);
    let container = container_of(&first);
    let source = Cursor::new(first).chain(tap.share());
    match container {
        Some(kind) if needs_seeking(kind) => return Err(needs_a_name(label)),
        Some(Container::Foreign(what)) => return Err(foreign(label, what)),
        Some(_) if run.limits.nesting == 0 => {
            run.reject(
                label,
                IssueKind::LimitExceeded,
                "archives are not read at nesting 0",
            );
        }
        Some(kind) => stream::read(kind, source, label, run)?,
        None => text(Shared::new(source), label, run)?,
    }
    finish_stdin(tap, label, run)
}

fn finish_stdin<R: Read>(
    tap: Shared<Tap<R>>,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<[u8; 32], InputError> {
    run.progress(run.meter.packed.get() - run.meter.told.get());
    let Some(tap) = tap.into_inner() else {
        return Ok([0; 32]);
    };
    tap.drain()
        .map_err(|error| run.failure(label, None, &error))
}

fn needs_a_name(label: &str) -> InputError {
    InputError::new(
        InputErrorKind::Unsupported,
        label,
        "a zip or 7z archive cannot be read from standard input (its directory is at its end)",
        "name the file instead of `-`",
    )
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::ops::ControlFlow;

    use super::super::run::Scratch;
    use super::super::{Item, Limits};
    use super::*;
    use crate::raw::ReadOptions;

    const TEXT: &str = "V2\nPI\n+\n+7776FU\nT1\n%TORYO\n";

    /// Reads bytes as standard input; gives the bytes of the records.
    fn stdin(mut bytes: &[u8]) -> Result<Vec<Vec<u8>>, InputError> {
        let mut records = Vec::new();
        let mut sink = |item| {
            if let Item::Record(record) = item {
                records.push(record.bytes);
            }
            ControlFlow::Continue(())
        };
        let (limits, options, mut scratch) = (
            Limits::default(),
            ReadOptions::default(),
            Scratch::default(),
        );
        let mut run = Run::new(&limits, &options, &mut scratch, &mut sink);
        let whole: [u8; 32] = Sha256::digest(bytes).into();
        let digest = read_stdin(&Arc::from("-"), &mut bytes, &mut run)?;
        assert_eq!(digest, whole);
        Ok(records)
    }

    fn tar() -> Vec<u8> {
        let mut builder = tar::Builder::new(Vec::new());
        let mut header = tar::Header::new_ustar();
        header.set_size(TEXT.len() as u64);
        builder
            .append_data(&mut header, "2026/a.csa", TEXT.as_bytes())
            .expect("memory");
        builder.into_inner().expect("memory")
    }

    fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    #[test]
    fn standard_input_is_known_by_its_first_bytes() {
        let text = TEXT.as_bytes();
        let zst = |bytes: &[u8]| zstd::encode_all(bytes, 1).expect("memory");
        let forms = [
            text.to_vec(),
            gz(text),
            zst(text),
            tar(),
            gz(&tar()),
            zst(&tar()),
        ];
        for (form, bytes) in forms.iter().enumerate() {
            assert_eq!(stdin(bytes).expect("it is read"), [text], "form {form}");
        }
        assert!(stdin(b"").expect("nothing is no error").is_empty());
    }

    #[test]
    fn zip_and_7z_on_standard_input_are_refused_with_advice() {
        for magic in [&b"PK\x03\x04"[..], b"7z\xbc\xaf\x27\x1c"] {
            let error = stdin(magic).expect_err("it cannot be sought");
            assert_eq!(
                (error.kind(), error.exit_code()),
                (InputErrorKind::Unsupported, 2)
            );
            assert_eq!(error.advice(), "name the file instead of `-`");
        }
    }

    #[test]
    fn standard_input_that_is_cut_is_truncated() {
        let whole = gz(&tar());
        let error = stdin(&whole[..whole.len() - 3]).expect_err("it is cut");
        assert_eq!(error.kind(), InputErrorKind::Truncated);
    }
}

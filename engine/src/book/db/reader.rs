//! A `.db` file as a stream: line by line, or position by position. Memory is bounded whatever comes.

use super::issue::{DbIssue, DbIssueKind, shown};
use super::join::join_moves;
use super::line::{DbLine, HEADER, MoveLine};
use super::model::{DbMove, DbPosition, KeptLine};
use crate::lines::{Line, LineEnd, LineReader, MAX_LINE};
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// The most move lines of one position; no position has more legal moves than 593.
pub const MAX_ROWS: usize = 1024;

/// The most bytes of comments and blank lines that are kept for one position, and before the first.
pub const MAX_KEPT_BYTES: usize = 1 << 20;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// One line of a file and what it says.
#[derive(Clone, Debug)]
pub struct DbEvent<'a> {
    /// From 1.
    pub line: u64,
    /// Where the line begins in the input, in bytes.
    pub offset: u64,
    /// The line without byte-order mark and end.
    pub bytes: &'a [u8],
    /// How it ends.
    pub end: LineEnd,
    /// Whether a byte-order mark stood before it.
    pub bom: bool,
    /// What it says.
    pub what: DbLine<'a>,
}

impl<'a> DbEvent<'a> {
    fn new(line: &Line<'a>) -> Self {
        let stripped = line.bytes.strip_prefix(BOM).filter(|_| line.number == 1);
        let bytes = stripped.unwrap_or(line.bytes);
        let what = if line.overlong {
            let reason = format!("a line of more than {MAX_LINE} bytes");
            DbLine::Bad(DbIssueKind::LimitExceeded, reason)
        } else {
            DbLine::parse(bytes)
        };
        Self {
            line: line.number,
            offset: line.offset,
            bytes,
            end: line.end,
            bom: stripped.is_some(),
            what,
        }
    }
}

/// Hands every line of a file to `visit`, until that breaks.
///
/// # Errors
/// What the input gives.
pub fn read_lines(
    input: impl BufRead,
    visit: &mut dyn FnMut(DbEvent<'_>) -> ControlFlow<()>,
) -> io::Result<()> {
    let mut lines = LineReader::new(input);
    while let Some(line) = lines.next()? {
        if visit(DbEvent::new(&line)).is_break() {
            break;
        }
    }
    Ok(())
}

/// What a file consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DbItem {
    /// The lines before the first position; comes first, and always.
    Head(Vec<KeptLine>),
    /// A position with its moves, rows of the same move joined. A position that stands twice in the file comes twice.
    Position(DbPosition),
    /// An error or a warning; it comes before the position that it belongs to.
    Issue(DbIssue),
}

/// How the file is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct DbShape {
    /// Whether it begins with a byte-order mark.
    pub bom: bool,
    /// How its first line ends.
    pub line_end: LineEnd,
    /// Whether its last line has no end.
    pub open_end: bool,
}

/// Hands every position of a file to `visit`, in the order of the file, until that breaks. One position is in memory at a time.
///
/// # Errors
/// What the input gives.
pub fn read_positions(
    input: impl BufRead,
    visit: &mut dyn FnMut(DbItem) -> ControlFlow<()>,
) -> io::Result<DbShape> {
    let mut blocks = Blocks::default();
    let mut stopped = false;
    read_lines(input, &mut |event| {
        blocks.take(&event);
        let flow = blocks.drain(visit);
        stopped = flow.is_break();
        flow
    })?;
    if !stopped {
        blocks.finish();
        // Nothing comes after the last item, so it does not matter whether the visitor breaks.
        let _ = blocks.drain(visit);
    }
    Ok(blocks.shape)
}

/// Collects lines into positions.
#[derive(Default)]
struct Blocks {
    shape: DbShape,
    seen_line: bool,
    head: Vec<KeptLine>,
    head_done: bool,
    current: Option<DbPosition>,
    /// The moves that follow belong to a position that could not be read.
    skipping: bool,
    kept_bytes: usize,
    full: bool,
    ready: Vec<DbItem>,
}

impl Blocks {
    fn take(&mut self, event: &DbEvent<'_>) {
        if !self.seen_line {
            self.first_line(event);
        }
        self.shape.open_end = event.end == LineEnd::None;
        match &event.what {
            DbLine::Comment | DbLine::Blank | DbLine::NoMove => self.keep(event),
            DbLine::Position(fields) => {
                self.close();
                let position = DbPosition::read(fields.clone(), event.line, event.bytes);
                self.current = Some(position);
            }
            DbLine::Move(fields) => self.row(event, fields),
            DbLine::Bad(kind, reason) => self.bad(event, *kind, reason),
        }
    }

    fn first_line(&mut self, event: &DbEvent<'_>) {
        self.seen_line = true;
        self.shape.bom = event.bom;
        if event.end != LineEnd::None {
            self.shape.line_end = event.end;
        }
        if !event.bytes.starts_with(HEADER) {
            let reason = format!("the first line is not `{} 1.00`", shown(HEADER));
            self.issue(DbIssueKind::MissingHeader, event.line, reason);
        }
    }

    fn issue(&mut self, kind: DbIssueKind, line: u64, reason: impl Into<String>) {
        self.ready
            .push(DbItem::Issue(DbIssue::new(kind, line, reason)));
    }

    fn keep(&mut self, event: &DbEvent<'_>) {
        self.kept_bytes += event.bytes.len() + 1;
        if self.kept_bytes > MAX_KEPT_BYTES {
            return self.limit(event.line, "too many comments in one place");
        }
        match &mut self.current {
            Some(position) => match position.moves.last_mut() {
                Some(row) => row.after.push(event.bytes.into()),
                None => position.after.push(event.bytes.into()),
            },
            None if self.skipping => {}
            None => self.head.push(event.bytes.into()),
        }
    }

    fn row(&mut self, event: &DbEvent<'_>, fields: &MoveLine<'_>) {
        match &mut self.current {
            Some(position) if position.moves.len() < MAX_ROWS => {
                let row = DbMove::read(fields, event.line, event.bytes);
                position.moves.push(row);
                for (kind, reason) in &fields.doubts {
                    self.issue(*kind, event.line, reason.clone());
                }
            }
            Some(_) => self.limit(event.line, "too many moves in one position"),
            None if self.skipping => {}
            None => {
                let reason = format!("the move {} stands before any position", fields.mv);
                self.issue(DbIssueKind::SyntaxError, event.line, reason);
            }
        }
    }

    /// Says once for each position that something is left out.
    fn limit(&mut self, line: u64, reason: &str) {
        if !std::mem::replace(&mut self.full, true) {
            self.issue(DbIssueKind::LimitExceeded, line, reason);
        }
    }

    fn bad(&mut self, event: &DbEvent<'_>, kind: DbIssueKind, reason: &str) {
        if kind == DbIssueKind::BadPosition {
            self.close();
            self.skipping = true;
        }
        self.issue(kind, event.line, reason);
    }

    /// Ends what is open: the head, or a position.
    fn close(&mut self) {
        if !std::mem::replace(&mut self.head_done, true) {
            self.ready
                .push(DbItem::Head(std::mem::take(&mut self.head)));
        }
        if let Some(mut position) = self.current.take() {
            let issues = join_moves(&mut position);
            self.ready.extend(issues.into_iter().map(DbItem::Issue));
            self.ready.push(DbItem::Position(position));
        }
        (self.skipping, self.full, self.kept_bytes) = (false, false, 0);
    }

    fn finish(&mut self) {
        if !self.seen_line {
            self.issue(DbIssueKind::MissingHeader, 1, "the file is empty");
        }
        self.close();
    }

    fn drain(&mut self, visit: &mut dyn FnMut(DbItem) -> ControlFlow<()>) -> ControlFlow<()> {
        self.ready.drain(..).try_for_each(visit)
    }
}

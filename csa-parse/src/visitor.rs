//! The event layer: statements in file order with borrowed text, nothing stored.

use std::ops::ControlFlow;

use memchr::{memchr, memchr2};

use crate::encoding::{self, Doubt, Encoding, Hints, LineDecoding};
use crate::error::{Issue, IssueKind};
use crate::kif::{self, Ki2Token, KifResult};
use crate::line::{self, Statement};
use crate::raw::{Form, RawRecord, ReadOptions};
use crate::setup::Place;
use crate::{common, one_line, usi_line};

/// Receives the statements of a record. Any method may stop the reading.
pub trait Visitor {
    /// The whole decoded text, before any statement; text in statements is part of it.
    fn begin(&mut self, text: &str, encoding: Encoding) -> ControlFlow<()> {
        let _ = (text, encoding);
        ControlFlow::Continue(())
    }

    /// A CSA statement; `text` is its text as written.
    fn statement(&mut self, place: Place, text: &str, statement: Statement<'_>) -> ControlFlow<()>;

    /// The header line of the one-line training form.
    fn one_line_header(&mut self, place: Place, header: one_line::Header<'_>) -> ControlFlow<()> {
        let _ = (place, header);
        ControlFlow::Continue(())
    }

    /// The start of a line of a `--lines` file.
    fn usi_start(&mut self, place: Place, start: usi_line::Start<'_>) -> ControlFlow<()> {
        let _ = (place, start);
        ControlFlow::Continue(())
    }

    /// A move of a `--lines` file.
    fn usi_move(&mut self, place: Place, token: crate::token::UsiToken) -> ControlFlow<()> {
        let _ = (place, token);
        ControlFlow::Continue(())
    }

    /// A move of a KI2 record, without its origin.
    fn ki2_move(&mut self, place: Place, token: Ki2Token) -> ControlFlow<()> {
        let _ = (place, token);
        ControlFlow::Continue(())
    }

    /// A comment of a KIF or KI2 record, or a line that is kept like one: of a variation, or of no known form.
    fn kif_comment(&mut self, place: Place, text: &str) -> ControlFlow<()> {
        let _ = (place, text);
        ControlFlow::Continue(())
    }

    /// The last line of a KIF or KI2 record, `まで95手で先手の勝ち`.
    fn kif_result(&mut self, place: Place, text: &str, result: KifResult) -> ControlFlow<()> {
        let _ = (place, text, result);
        ControlFlow::Continue(())
    }

    /// Something to know that does not stop the reading.
    fn warning(&mut self, issue: Issue) -> ControlFlow<()> {
        let _ = issue;
        ControlFlow::Continue(())
    }
}

/// Why a statement at the end of the text is not read.
pub(crate) const CUT_LINE: &str = "the input stops in the middle of a line";

/// Why [`visit`] ended early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The visitor asked to stop.
    Asked,
    /// A statement could not be read.
    Issue(Issue),
}

/// Scratch memory of [`visit`], kept from record to record.
#[derive(Debug, Default)]
pub struct Scratch {
    text: String,
    /// For decoded text: where each line begins in the file, relative to the record.
    line_bytes: Vec<u64>,
}

/// Reads a record and hands each statement to the visitor. Ends at the first statement that cannot
/// be read, at the end, or when the visitor breaks.
///
/// # Errors
///
/// The first statement that cannot be read, with its line, byte and text.
pub fn visit<V: Visitor>(
    raw: &RawRecord,
    opts: &ReadOptions,
    scratch: &mut Scratch,
    visitor: &mut V,
) -> Result<(), Issue> {
    match visit_lines(raw, opts, scratch, visitor) {
        Ok(()) | Err(Stop::Asked) => Ok(()),
        Err(Stop::Issue(issue)) => Err(issue),
    }
}

/// `Break` of a visitor as an error, so that `?` works.
#[inline]
pub(crate) fn go(flow: ControlFlow<()>) -> Result<(), Stop> {
    if flow.is_break() {
        Err(Stop::Asked)
    } else {
        Ok(())
    }
}

fn visit_lines<V: Visitor>(
    raw: &RawRecord,
    opts: &ReadOptions,
    scratch: &mut Scratch,
    visitor: &mut V,
) -> Result<(), Stop> {
    let Scratch {
        text: decoded,
        line_bytes,
    } = scratch;
    line_bytes.clear();
    let text = match plain_text(raw, opts) {
        Some(text) => text,
        None => {
            decoded.clear();
            go(decode(raw, opts, decoded, line_bytes, visitor))?;
            decoded.as_str()
        }
    };
    if line_bytes.is_empty() {
        let ascii = text.is_ascii();
        let known = opts.encoding.or(raw.encoding.bom);
        let plain = if ascii {
            Encoding::Ascii
        } else {
            Encoding::Utf8
        };
        let encoding = known.unwrap_or(plain);
        go(visitor.begin(text, encoding))?;
        if !ascii {
            go(warn_declared(raw, opts, visitor))?;
        }
    }
    let mut lines = Lines::new(raw, text, line_bytes);
    match raw.form {
        Form::Csa => return csa_lines(&mut lines, visitor),
        Form::Kif => return kif::visit_lines(std::iter::from_fn(|| lines.next()), visitor),
        Form::OneLine | Form::UsiLine => {}
    }
    while let Some((place, line)) = lines.next() {
        match raw.form {
            Form::OneLine => one_line::visit_line(place, line, visitor)?,
            _ => usi_line::visit_line(place, line, visitor)?,
        }
    }
    Ok(())
}

fn csa_lines<V: Visitor>(lines: &mut Lines<'_>, visitor: &mut V) -> Result<(), Stop> {
    loop {
        while let Some((place, text, statement)) = lines.next_common() {
            go(visitor.statement(place, text, statement))?;
        }
        match lines.next() {
            Some((place, line)) => csa_line(place, line, lines.unterminated(), visitor)?,
            None => return Ok(()),
        }
    }
}

/// The record's bytes as text where they need no decoding: ASCII and UTF-8.
fn plain_text<'a>(raw: &'a RawRecord, opts: &ReadOptions) -> Option<&'a str> {
    let hints = hints(raw, opts);
    let known = hints.forced.or(hints.bom);
    if matches!(known, Some(Encoding::Utf16Le | Encoding::Iso2022Jp))
        || hints.declared == Some(Encoding::Iso2022Jp)
    {
        return None;
    }
    let text = std::str::from_utf8(&raw.bytes).ok()?;
    let fits = matches!(known, None | Some(Encoding::Utf8 | Encoding::Ascii)) || text.is_ascii();
    fits.then_some(text)
}

fn hints(raw: &RawRecord, opts: &ReadOptions) -> Hints {
    Hints {
        forced: opts.encoding,
        bom: raw.encoding.bom,
        declared: declaration(raw).map(|(encoding, _)| encoding),
        earlier: raw.encoding.earlier,
    }
}

/// The encoding that the file or the first lines of the record declare, with the line.
fn declaration(raw: &RawRecord) -> Option<(Encoding, u64)> {
    let lines = raw.bytes.split(|b| matches!(b, b'\n' | b'\r')).take(3);
    for (line, text) in (raw.first_line..).zip(lines) {
        if let Some(found) = declared_encoding(text) {
            return Some((found, line));
        }
    }
    raw.encoding.declared
}

/// Reads `'CSA encoding=…` and `'encoding=…`.
pub(crate) fn declared_encoding(line: &[u8]) -> Option<Encoding> {
    let line = line.strip_prefix(b"'")?;
    let name = line
        .strip_prefix(b"CSA encoding=")
        .or_else(|| line.strip_prefix(b"encoding="))?;
    std::str::from_utf8(name).ok()?.trim().parse().ok()
}

/// Warns where the bytes are UTF-8 and the declaration says otherwise.
fn warn_declared(
    raw: &RawRecord,
    opts: &ReadOptions,
    visitor: &mut dyn Visitor,
) -> ControlFlow<()> {
    match declaration(raw) {
        Some((declared, line)) if opts.encoding.is_none() && declared != Encoding::Utf8 => {
            visitor.warning(mismatch(raw, declared, Encoding::Utf8, line))
        }
        _ => ControlFlow::Continue(()),
    }
}

fn mismatch(raw: &RawRecord, declared: Encoding, found: Encoding, line: u64) -> Issue {
    let reason = format!("the text is declared as {declared} and is {found}");
    Issue::new(
        IssueKind::EncodingMismatch,
        line,
        raw.first_byte,
        declared.as_str(),
        reason,
    )
}

/// Decodes the whole record line by line and reports what had to be guessed or replaced.
fn decode(
    raw: &RawRecord,
    opts: &ReadOptions,
    out: &mut String,
    line_bytes: &mut Vec<u64>,
    visitor: &mut dyn Visitor,
) -> ControlFlow<()> {
    let hints = hints(raw, opts);
    let (encoding, doubt) = encoding::choose(&raw.bytes, &hints);
    let mut issues = Vec::new();
    if encoding == Encoding::Utf16Le {
        decode_utf16(&raw.bytes, out, line_bytes);
    } else {
        decode_lines(
            raw,
            encoding,
            opts.encoding.is_some(),
            out,
            line_bytes,
            &mut issues,
        );
    }
    visitor.begin(out, encoding)?;
    if let Some(issue) = doubt_issue(raw, encoding, doubt) {
        visitor.warning(issue)?;
    }
    issues
        .into_iter()
        .try_for_each(|issue| visitor.warning(issue))
}

fn doubt_issue(raw: &RawRecord, encoding: Encoding, doubt: Doubt) -> Option<Issue> {
    match doubt {
        Doubt::Clear => None,
        Doubt::Mismatch(declared) => {
            let line = declaration(raw).map_or(raw.first_line, |(_, line)| line);
            Some(mismatch(raw, declared, encoding, line))
        }
        Doubt::Ambiguous(other) => {
            let (line, at, bytes) = first_foreign_line(raw)?;
            let text = encoding::decode_strict(bytes, encoding).unwrap_or_default();
            let reason = format!("the text could be {encoding} or {other}; read as {encoding}");
            Some(Issue::new(
                IssueKind::EncodingAmbiguous,
                line,
                at,
                &text,
                reason,
            ))
        }
    }
}

/// The first line that is not ASCII: its number, its byte and its content.
fn first_foreign_line(raw: &RawRecord) -> Option<(u64, u64, &[u8])> {
    raw_lines(&raw.bytes)
        .zip(raw.first_line..)
        .find(|((_, line), _)| !line.is_ascii())
        .map(|((at, line), number)| (number, raw.first_byte + at as u64, line))
}

/// Lines without their ends, each with its offset; LF, CR LF and CR end a line.
pub(crate) fn raw_lines(bytes: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= bytes.len() {
            return None;
        }
        let start = at;
        let end = memchr2(b'\n', b'\r', &bytes[at..]).map_or(bytes.len(), |n| at + n);
        at = end + 1;
        if bytes.get(end) == Some(&b'\r') && bytes.get(end + 1) == Some(&b'\n') {
            at += 1;
        }
        Some((start, &bytes[start..end]))
    })
}

fn decode_lines(
    raw: &RawRecord,
    encoding: Encoding,
    forced: bool,
    out: &mut String,
    line_bytes: &mut Vec<u64>,
    issues: &mut Vec<Issue>,
) {
    for ((at, line), number) in raw_lines(&raw.bytes).zip(raw.first_line..) {
        line_bytes.push(at as u64);
        let start = out.len();
        let done = encoding::decode_line(line, encoding, forced, out);
        let place = (number, raw.first_byte + at as u64);
        let text = &out[start..];
        match done {
            LineDecoding::Clean => {}
            LineDecoding::Other(other) => {
                let reason = format!("the record is {encoding}, this line is {other}");
                issues.push(Issue::new(
                    IssueKind::EncodingMixed,
                    place.0,
                    place.1,
                    text,
                    reason,
                ));
            }
            LineDecoding::Replaced => {
                let reason = format!("bytes that are no text in {encoding}");
                issues.push(Issue::new(
                    IssueKind::Encoding,
                    place.0,
                    place.1,
                    text,
                    reason,
                ));
            }
        }
        if at + line.len() < raw.bytes.len() {
            out.push('\n');
        }
    }
}

/// Decodes UTF-16LE; an odd last byte and lone surrogates become U+FFFD.
fn decode_utf16(bytes: &[u8], out: &mut String, line_bytes: &mut Vec<u64>) {
    let (text, _) = encoding_rs::UTF_16LE.decode_without_bom_handling(bytes);
    let mut at = 0u64;
    for (start, line) in raw_lines(text.as_bytes()) {
        line_bytes.push(at);
        let (line, rest) = text[start..].split_at(line.len());
        out.push_str(line);
        if !rest.is_empty() {
            out.push('\n');
        }
        let end_len = match rest.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            rest => rest.len().min(1),
        };
        at += 2 * (line.encode_utf16().count() + end_len) as u64;
    }
}

/// The lines of a text with their places.
struct Lines<'a> {
    text: &'a str,
    at: usize,
    line: u64,
    first_byte: u64,
    line_bytes: &'a [u64],
    first_line: u64,
    has_cr: bool,
    terminated: bool,
}

impl<'a> Lines<'a> {
    fn new(raw: &RawRecord, text: &'a str, line_bytes: &'a [u64]) -> Self {
        Self {
            text,
            at: 0,
            line: raw.first_line,
            first_byte: raw.first_byte,
            line_bytes,
            first_line: raw.first_line,
            has_cr: memchr(b'\r', text.as_bytes()).is_some(),
            terminated: true,
        }
    }

    /// Whether the line handed out last has no line end: the file may have been cut there.
    const fn unterminated(&self) -> bool {
        !self.terminated
    }

    fn next(&mut self) -> Option<(Place, &'a str)> {
        if self.at >= self.text.len() {
            return None;
        }
        let start = self.at;
        let place = self.place();
        let end = if self.has_cr {
            self.end_with_cr()
        } else {
            self.end_of_line()
        };
        self.line += 1;
        Some((place, &self.text[start..end]))
    }

    /// The next line if it is a move or a time alone.
    #[inline]
    fn next_common(&mut self) -> Option<(Place, &'a str, Statement<'a>)> {
        let rest = self.text.get(self.at..)?;
        let (statement, len) = common::statement(rest.as_bytes())?;
        let place = self.place();
        self.terminated = true;
        self.at += len + 1;
        self.line += 1;
        Some((place, &rest[..len], statement))
    }

    /// Where the next line stands in the file.
    #[inline]
    fn place(&self) -> Place {
        let byte = match self.line_bytes.get((self.line - self.first_line) as usize) {
            Some(at) => *at,
            None => self.at as u64,
        };
        Place {
            line: self.line,
            byte: self.first_byte + byte,
        }
    }

    fn end_of_line(&mut self) -> usize {
        let end = memchr(b'\n', &self.text.as_bytes()[self.at..]);
        self.terminated = end.is_some();
        let end = end.map_or(self.text.len(), |n| self.at + n);
        self.at = end + 1;
        end
    }

    fn end_with_cr(&mut self) -> usize {
        let bytes = self.text.as_bytes();
        let found = memchr2(b'\n', b'\r', &bytes[self.at..]);
        self.terminated = found.is_some();
        let end = found.map_or(bytes.len(), |n| self.at + n);
        let crlf = bytes[end..].starts_with(b"\r\n");
        self.at = end + if crlf { 2 } else { 1 };
        end
    }
}

/// What may stand between statements and at the end of a line: blanks, the full-width one too, and the end-of-file mark of DOS.
pub(crate) const BLANKS: [char; 6] = [' ', '\t', '\r', '\u{3000}', '\u{1a}', '\u{c}'];

/// Trailing blanks go.
pub(crate) fn trim_end(text: &str) -> &str {
    match text.as_bytes().last() {
        // 0x80 is the last byte of the full-width blank.
        Some(b' ' | b'\t' | b'\r' | 0x1a | 0x0c | 0x80) => text.trim_end_matches(BLANKS),
        _ => text,
    }
}

/// One line: a text line as a whole, or statements separated by commas.
fn csa_line<V: Visitor>(
    place: Place,
    line: &str,
    unterminated: bool,
    visitor: &mut V,
) -> Result<(), Stop> {
    if line.starts_with('\'') {
        let text = trim_end(line);
        return go(visitor.statement(place, text, Statement::Comment(&text[1..])));
    }
    let whole = line::is_whole_line(line);
    let text = trim_end(line);
    if whole || memchr(b',', text.as_bytes()).is_none() {
        return one(place, text, unterminated, visitor);
    }
    let mut at = 0;
    while at <= text.len() {
        let rest = &text[at..];
        let blanks = rest.len() - rest.trim_start_matches(BLANKS).len();
        let rest = &rest[blanks..];
        let here = Place {
            line: place.line,
            byte: place.byte + (at + blanks) as u64,
        };
        if rest.starts_with('\'') {
            return one(here, rest, unterminated, visitor);
        }
        let end = memchr(b',', rest.as_bytes()).unwrap_or(rest.len());
        let last = end == rest.len();
        one(here, trim_end(&rest[..end]), unterminated && last, visitor)?;
        at += blanks + end + 1;
    }
    Ok(())
}

/// One statement, or a move and a comment glued together.
fn one<V: Visitor>(
    place: Place,
    text: &str,
    unterminated: bool,
    visitor: &mut V,
) -> Result<(), Stop> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.is_empty() {
        return Ok(());
    }
    let refusal = match line::statement(text) {
        Ok(statement) => return go(visitor.statement(place, text, statement)),
        Err(refusal) => refusal,
    };
    let issue = Issue::new(refusal.kind, place.line, place.byte, text, refusal.reason);
    if let Some(at) = glued_comment(text) {
        one(place, trim_end(&text[..at]), false, visitor)?;
        let here = Place {
            line: place.line,
            byte: place.byte + at as u64,
        };
        return one(here, &text[at..], false, visitor);
    }
    if text.starts_with("** ") || text.starts_with("* ") {
        go(visitor.statement(place, text, Statement::Comment(text)))?;
        let reason = "a comment without its apostrophe".to_owned();
        return go(visitor.warning(Issue { reason, ..issue }));
    }
    let cut = if unterminated { cut_line(text) } else { None };
    if let Some(whole) = cut {
        if let Some((text, statement)) = whole {
            go(visitor.statement(place, text, statement))?;
        }
        let kind = IssueKind::TruncatedInput;
        let reason = CUT_LINE.to_owned();
        return go(visitor.warning(Issue {
            kind,
            reason,
            ..issue
        }));
    }
    Err(Stop::Issue(issue))
}

/// Where a comment begins that is glued to a move or a time.
fn glued_comment(text: &str) -> Option<usize> {
    let at = memchr(b'\'', text.as_bytes())?;
    let before = line::statement(trim_end(&text[..at])).ok()?;
    matches!(
        before,
        Statement::Move(_) | Statement::Time(_) | Statement::Ending(_)
    )
    .then_some(at)
}

/// Whether the last line of an input is the beginning of a move, a time or an ending. A line of UTF-16 may be cut inside a
/// character: then the statement before it, if it is whole.
fn cut_line(text: &str) -> Option<Option<(&str, Statement<'_>)>> {
    let cut_inside = text.strip_suffix(char::REPLACEMENT_CHARACTER);
    let rest = cut_inside.unwrap_or(text);
    if is_cut_move(rest) || matches!(rest, "" | "T" | "%" | "%%") {
        return Some(None);
    }
    let statement = line::statement(cut_inside?).ok()?;
    Some(Some((rest, statement)))
}

/// Whether a text is the beginning of a move.
fn is_cut_move(text: &str) -> bool {
    let whole = b"0000XX";
    let bytes = text.as_bytes();
    matches!(bytes.first(), Some(b'+' | b'-'))
        && bytes.len() <= whole.len()
        && bytes[1..].iter().zip(whole).all(|(b, form)| match form {
            b'0' => b.is_ascii_digit(),
            _ => b.is_ascii_uppercase(),
        })
}

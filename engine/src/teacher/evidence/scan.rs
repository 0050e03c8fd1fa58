//! Going through the lines of a log: the header, damage, the cut-off end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::error::{Damage, EvidenceError, Note};
use super::line::{Line, Lines};
use super::record::{AnyHeader, EVIDENCE_REVISION, FORMAT, Header, Wire};

/// What happens to a damaged line that others follow. A damaged last line never counts: it is what a killed process leaves.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Damaged {
    /// It is an error with its line.
    #[default]
    Refuse,
    /// It is passed over with a note, and stays in the file; its question is asked again.
    Skip,
}

/// The whole lines of a log, one after another.
#[derive(Debug)]
pub(super) struct Scan<R> {
    path: PathBuf,
    lines: Lines<R>,
    damaged: Damaged,
    pub(super) notes: Vec<Note>,
    /// Where the file has to be cut before anything is added.
    pub(super) cut: Option<u64>,
}

/// How a log begins.
#[derive(Debug)]
pub(super) enum Start {
    /// A file without a byte.
    Empty,
    /// A header that was not written to its end; nothing else is in the file.
    Torn,
    /// A header.
    Header(Header),
}

impl<R: BufRead> Scan<R> {
    pub(super) fn new(path: &Path, from: R, damaged: Damaged) -> Self {
        Self {
            path: path.to_owned(),
            lines: Lines::new(from),
            damaged,
            notes: Vec::new(),
            cut: None,
        }
    }

    /// Reads the first line.
    pub(super) fn start(&mut self) -> Result<Start, EvidenceError> {
        if !self.next_line()? {
            return Ok(Start::Empty);
        }
        let line = self.lines.line();
        let (bytes, length) = (&line.bytes, line.length);
        match line.text() {
            Ok(text) => header(&self.path, text).map(Start::Header),
            Err(Damage::Cut | Damage::TooLong)
                if bytes.last() != Some(&b'\n') && may_become_header(bytes) =>
            {
                self.notes.push(Note::TruncatedInput {
                    path: self.path.clone(),
                    line: 1,
                    bytes: length,
                });
                self.cut = Some(0);
                Ok(Start::Torn)
            }
            Err(reason) if is_header_head(bytes) => Err(EvidenceError::Damaged {
                path: self.path.clone(),
                line: 1,
                reason,
            }),
            Err(_) => Err(EvidenceError::NotALog(self.path.clone())),
        }
    }

    /// Goes to the next whole line; whether there is one. [`Scan::line`] shows it.
    pub(super) fn advance(&mut self) -> Result<bool, EvidenceError> {
        while self.next_line()? {
            let Err(reason) = self.line().text() else {
                return Ok(true);
            };
            if self.lines.at_end().map_err(|e| self.failed(e))? {
                self.cut_here();
                return Ok(false);
            }
            self.pass_over(reason)?;
        }
        Ok(false)
    }

    fn next_line(&mut self) -> Result<bool, EvidenceError> {
        self.lines.advance().map_err(|error| self.failed(error))
    }

    /// The line reached last.
    pub(super) fn line(&self) -> &Line {
        self.lines.line()
    }

    fn cut_here(&mut self) {
        let line = self.lines.line();
        self.cut = Some(line.offset);
        self.notes.push(Note::TruncatedInput {
            path: self.path.clone(),
            line: line.number,
            bytes: line.length,
        });
    }

    fn pass_over(&mut self, reason: Damage) -> Result<(), EvidenceError> {
        let (path, line) = (self.path.clone(), self.line().number);
        if self.damaged == Damaged::Refuse {
            return Err(EvidenceError::Damaged { path, line, reason });
        }
        self.notes.push(Note::DamagedLine { path, line, reason });
        Ok(())
    }

    fn failed(&self, source: io::Error) -> EvidenceError {
        EvidenceError::io(&self.path, "read", source)
    }
}

/// A scan of a file from its beginning.
pub(super) fn scan_file<'a>(
    path: &Path,
    file: &'a File,
    damaged: Damaged,
) -> Scan<BufReader<&'a File>> {
    Scan::new(path, BufReader::with_capacity(1 << 16, file), damaged)
}

fn header(path: &Path, text: &str) -> Result<Header, EvidenceError> {
    #[derive(Deserialize)]
    struct Any {
        header: AnyHeader,
    }
    let not = || EvidenceError::NotALog(path.to_owned());
    let any: Any = serde_json::from_str(text).map_err(|_| not())?;
    if any.header.format != FORMAT {
        return Err(not());
    }
    if any.header.revision != EVIDENCE_REVISION {
        return Err(EvidenceError::UnsupportedRevision {
            path: path.to_owned(),
            found: any.header.revision,
            expected: EVIDENCE_REVISION,
        });
    }
    let place = super::Place::Line(1);
    let wire: Wire =
        serde_json::from_str(text).map_err(|error| EvidenceError::bad(path, place, error))?;
    let header = wire
        .header
        .filter(|header| header.runs.iter().all(super::RunSettings::is_sound));
    header.ok_or_else(|| {
        EvidenceError::bad(path, place, "the fingerprint is not that of the settings")
    })
}

/// How every header begins behind its checksum.
const HEAD: &str = " {\"header\":{\"format\":\"joban-evidence\",\"revision\":";

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// Whether a text begins as a header does.
fn is_header_head(bytes: &[u8]) -> bool {
    let (digits, rest) = bytes.split_at(bytes.len().min(16));
    digits.len() == 16 && digits.iter().all(is_digit) && rest.starts_with(HEAD.as_bytes())
}

/// Whether a file without a line feed is the beginning of a header, with NULs where its end was not written.
fn may_become_header(bytes: &[u8]) -> bool {
    let written = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |at| at + 1);
    let (digits, rest) = bytes[..written].split_at(written.min(16));
    let head = HEAD.as_bytes();
    let common = rest.len().min(head.len());
    digits.iter().all(is_digit) && rest[..common] == head[..common]
}

/// Whether a file is an evidence log by its first bytes.
///
/// # Errors
/// The file cannot be read.
pub fn is_evidence_log(path: &Path) -> io::Result<bool> {
    let mut bytes = Vec::new();
    let length = 16 + HEAD.len() as u64;
    File::open(path)?.take(length).read_to_end(&mut bytes)?;
    Ok(is_header_head(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_begins_as_said() {
        let line =
            super::super::line::frame(&super::super::record::header_text(Header::new(vec![])));
        assert!(is_header_head(&line));
        for cut in 0..line.len() {
            assert!(may_become_header(&line[..cut]), "cut at {cut}");
            let mut nuls = line[..cut].to_vec();
            nuls.extend([0; 9]);
            assert!(may_become_header(&nuls), "NULs from {cut}");
        }
        for other in [
            "lnsgkgsnl/9",
            "0123456789abcdef {\"x",
            "V2.2",
            "0123456789ABCDEF",
        ] {
            assert!(!may_become_header(other.as_bytes()), "{other}");
        }
    }
}

//! Reading a log record by record.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use super::super::Identity;
use super::error::{EvidenceError, Note, Place};
use super::record::{Evidence, Header, Record, parse};
use super::scan::{Damaged, Scan, Start};

/// A record with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located {
    /// Line, from 1.
    pub line: u64,
    /// Offset of the line's first byte.
    pub offset: u64,
    /// Length of the line in bytes, its line feed included.
    pub length: u64,
    /// What it says.
    pub record: Record,
}

/// Reads a log from its beginning, in bounded memory; everything is checked. Logs that are being written can be read.
#[derive(Debug)]
pub struct EvidenceReader {
    path: PathBuf,
    scan: Scan<BufReader<File>>,
    header: Header,
    teachers: BTreeMap<String, Identity>,
}

impl EvidenceReader {
    /// Opens a log and reads its header. Of a log that was cut within its header the header is empty.
    ///
    /// # Errors
    /// The file cannot be read, or is no log of this revision.
    pub fn open(path: &Path, damaged: Damaged) -> Result<Self, EvidenceError> {
        let file = File::open(path).map_err(|error| EvidenceError::io(path, "open", error))?;
        Self::of_file(path, file, damaged)
    }

    pub(super) fn of_file(
        path: &Path,
        file: File,
        damaged: Damaged,
    ) -> Result<Self, EvidenceError> {
        let mut scan = Scan::new(path, BufReader::with_capacity(1 << 16, file), damaged);
        let header = match scan.start()? {
            Start::Header(header) => header,
            Start::Empty | Start::Torn => Header::new(Vec::new()),
        };
        Ok(Self {
            path: path.to_owned(),
            scan,
            header,
            teachers: BTreeMap::new(),
        })
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The teachers met so far, by digest.
    #[must_use]
    pub fn teachers(&self) -> &BTreeMap<String, Identity> {
        &self.teachers
    }

    /// Remarks so far.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.scan.notes
    }

    /// The text of the record read last, as JSON.
    #[must_use]
    pub fn text(&self) -> &str {
        self.scan.line().text().unwrap_or_default()
    }

    /// The next record; `None` at the end.
    ///
    /// # Errors
    /// A damaged line in the middle, a record that says something impossible, a failed read.
    pub fn next_record(&mut self) -> Result<Option<Located>, EvidenceError> {
        if !self.scan.advance()? {
            return Ok(None);
        }
        let line = self.scan.line();
        let place = Place::Line(line.number);
        let record =
            parse(self.text()).map_err(|reason| EvidenceError::bad(&self.path, place, reason))?;
        let located = Located {
            line: line.number,
            offset: line.offset,
            length: line.length,
            record,
        };
        self.meet(&located)?;
        Ok(Some(located))
    }

    /// The next answer, with the place of its line; teachers are only remembered.
    ///
    /// # Errors
    /// As [`EvidenceReader::next_record`].
    pub fn next_answer(&mut self) -> Result<Option<(Located, Evidence)>, EvidenceError> {
        while let Some(located) = self.next_record()? {
            if let Record::Answer(evidence) = &located.record {
                let evidence = Evidence::clone(evidence);
                return Ok(Some((located, evidence)));
            }
        }
        Ok(None)
    }

    /// Remembers a teacher; an answer needs one that stands before it.
    fn meet(&mut self, located: &Located) -> Result<(), EvidenceError> {
        match &located.record {
            Record::Teacher(identity) => {
                self.teachers.insert(identity.digest(), identity.clone());
                Ok(())
            }
            Record::Answer(evidence) if self.teachers.contains_key(&evidence.teacher) => Ok(()),
            Record::Answer(_) => Err(EvidenceError::bad(
                &self.path,
                Place::Line(located.line),
                "its teacher does not stand before it",
            )),
        }
    }
}

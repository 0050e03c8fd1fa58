//! Rows into files of every format.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use super::format::{Format, Held, PackRules, held, losses};
use super::json;
use super::packed::{hcpe, psv};
use super::read::of_black;
use super::row::{GameResult, Label, Row, RowScore};
use super::store::{SetFacts, SetWriter};
use super::{MateRule, PackedError};
use crate::error::Error;

/// Writes rows in one format.
#[derive(Debug)]
pub struct RowWriter {
    format: Format,
    rules: PackRules,
    path: PathBuf,
    to: To,
    seen: u64,
    written: u64,
    dropped: BTreeMap<&'static str, u64>,
    lost: BTreeMap<&'static str, u64>,
}

#[derive(Debug)]
enum To {
    Set(Box<SetWriter>),
    Bytes(BufWriter<File>),
}

/// What was written, and what the format could not hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Written {
    /// Rows written.
    pub rows: u64,
    /// Rows left out, by reason: `without_score`, `mate`, `not_packable`.
    pub dropped: BTreeMap<&'static str, u64>,
    /// Rows of which a part is lost, by the part.
    pub lost: BTreeMap<&'static str, u64>,
    /// Digest over the rows of a Parquet file.
    pub rows_sha256: Option<String>,
}

impl RowWriter {
    /// Makes a file. [`Format::Lines`] gets SFENs only.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be made.
    pub fn create(path: &Path, format: Format, rules: PackRules) -> Result<Self, Error> {
        let to = match format {
            Format::Parquet => To::Set(Box::new(SetWriter::create(path)?)),
            _ => {
                let file = File::create(path).map_err(|source| Error::Write {
                    path: path.to_owned(),
                    source,
                })?;
                To::Bytes(BufWriter::with_capacity(1 << 18, file))
            }
        };
        Ok(Self {
            format,
            rules,
            path: path.to_owned(),
            to,
            seen: 0,
            written: 0,
            dropped: BTreeMap::new(),
            lost: BTreeMap::new(),
        })
    }

    /// Writes a row as far as the format holds it.
    ///
    /// # Errors
    /// [`Error::MateRule`] for a mate where nobody has said how mates are written, [`Error::Write`] if the file cannot be written.
    pub fn push(&mut self, row: &Row) -> Result<(), Error> {
        self.seen += 1;
        let shown = match held(row, self.format, &self.rules) {
            Held::Row(shown) => shown,
            Held::Dropped(why) => {
                *self.dropped.entry(why).or_default() += 1;
                return Ok(());
            }
            Held::Mate => {
                return Err(Error::MateRule {
                    row: self.seen,
                    format: self.format.as_str(),
                });
            }
        };
        if !self.write(&shown)? {
            *self.dropped.entry("not_packable").or_default() += 1;
            return Ok(());
        }
        self.written += 1;
        for part in losses(row, &shown) {
            *self.lost.entry(part).or_default() += 1;
        }
        Ok(())
    }

    /// Whether the position could be written.
    fn write(&mut self, row: &Row) -> Result<bool, Error> {
        let bytes = match (&mut self.to, self.format) {
            (To::Set(set), _) => return set.push(row).map(|()| true),
            (_, Format::Psv) => psv_bytes(row, self.rules.mates)?.map(Vec::from),
            (_, Format::Hcpe) => hcpe_bytes(row, self.rules.mates)?.map(Vec::from),
            (_, Format::Jsonl) => Ok(format!("{}\n", json::to_line(row)).into_bytes()),
            (_, _) => Ok(format!("{}\n", row.sfen).into_bytes()),
        };
        let Ok(bytes) = bytes else { return Ok(false) };
        if let To::Bytes(to) = &mut self.to {
            to.write_all(&bytes).map_err(|source| Error::Write {
                path: self.path.clone(),
                source,
            })?;
        }
        Ok(true)
    }

    /// Ends the file.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be written.
    pub fn finish(self, facts: &SetFacts) -> Result<Written, Error> {
        let mut written = Written {
            rows: self.written,
            dropped: self.dropped,
            lost: self.lost,
            rows_sha256: None,
        };
        match self.to {
            To::Set(set) => written.rows_sha256 = Some(set.finish(facts)?.sha256),
            To::Bytes(mut to) => to.flush().map_err(|source| Error::Write {
                path: self.path,
                source,
            })?,
        }
        Ok(written)
    }
}

/// The score as a record holds it.
fn score(label: &Label, mates: MateRule) -> i16 {
    match (label.score, mates) {
        (RowScore::Cp(cp), _) => super::packed::clamped(cp).0,
        (RowScore::Mate { wins: true, .. }, MateRule::As(mate)) => mate,
        (RowScore::Mate { wins: false, .. }, MateRule::As(mate)) => -mate,
        // `held` lets no such row through.
        (RowScore::Mate { .. }, _) => 0,
    }
}

type Packed<const N: usize> = Result<Result<[u8; N], PackedError>, Error>;

fn psv_bytes(row: &Row, mates: MateRule) -> Packed<{ psv::RECORD_BYTES }> {
    let label = row.label.as_ref();
    let best = label.and_then(|label| label.best);
    let record = psv::Record {
        setup: row.setup()?,
        score: label.map_or(0, |label| score(label, mates)),
        word: best.map_or(0, psv::move_word),
        move_number: row.ply.map_or(0, |ply| (ply + 1) as u16),
        result: row.result.map_or(0, GameResult::number),
    };
    Ok(record.encode())
}

fn hcpe_bytes(row: &Row, mates: MateRule) -> Packed<{ hcpe::RECORD_BYTES }> {
    let label = row.label.as_ref();
    let best = label.and_then(|label| label.best);
    let record = hcpe::Record {
        setup: row.setup()?,
        score: label.map_or(0, |label| score(label, mates)),
        word: best.map_or(0, |mv| mv.word()),
        result: match row.result.map(|result| of_black(row, result)) {
            None | Some(GameResult::Draw) => 0,
            Some(GameResult::Win) => 1,
            Some(GameResult::Loss) => 2,
        },
    };
    Ok(record.encode())
}

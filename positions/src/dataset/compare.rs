//! Two sets beside each other: what they share, and whether they say the same.

use std::hash::Hasher;
use std::ops::ControlFlow;
use std::path::Path;

use rustc_hash::FxHasher;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::format::{Format, Held, PackRules, held};
use super::row::{Row, canonical};
use super::spill::{Record, Repeats, Spill};
use crate::error::Error;

/// A 64-bit hash of a text, the same on every machine: the first eight bytes of its SHA-256, big-endian.
pub(super) fn text_hash(text: &str) -> u64 {
    let digest = Sha256::digest(text);
    let mut head = [0; 8];
    head.copy_from_slice(&digest[..8]);
    u64::from_be_bytes(head)
}

/// A hash that puts equal texts together while they are sorted; it decides nothing that is kept.
pub(super) fn sort_hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// Positions that two sets have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Shared {
    /// Different positions that both have.
    pub same: u64,
    /// Different positions that one has and the other has turned by 180 degrees only.
    pub flipped: u64,
    /// SFEN without move number of some of them, as the first set has them.
    pub examples: Vec<String>,
}

/// How many examples are kept.
const EXAMPLES: usize = 10;

/// Looks for positions that both sets have. `folder` takes files where memory is not enough.
///
/// # Errors
/// What the rows report; [`Error::Write`] if a file cannot be written.
pub fn shared_positions(
    first: impl Iterator<Item = Result<Row, Error>>,
    second: impl Iterator<Item = Result<Row, Error>>,
    folder: &Path,
) -> Result<Shared, Error> {
    let mut spill = Spill::new(folder, "shared", Repeats::Kept);
    for (set, row) in first.map(|row| (0, row)).chain(second.map(|row| (1, row))) {
        let row = row?;
        let own = row.sfen_key();
        let text = canonical(own);
        spill.push(Record {
            hash: sort_hash(&text),
            key: text.as_bytes(),
            rest: &[set, u8::from(text != own)],
        })?;
    }
    let mut finder = Finder::default();
    spill.drain(&mut |record| {
        finder.see(record.key, record.rest);
        Ok(ControlFlow::Continue(()))
    })?;
    finder.end();
    Ok(finder.shared)
}

/// Looks at the records of one position after the other.
#[derive(Default)]
struct Finder {
    key: Vec<u8>,
    /// Of each set, whether it has the position, and its twin.
    seen: [[bool; 2]; 2],
    shared: Shared,
}

impl Finder {
    fn see(&mut self, key: &[u8], rest: &[u8]) {
        if key != self.key {
            self.end();
            self.key = key.to_vec();
            self.seen = [[false; 2]; 2];
        }
        if let [set @ (0 | 1), turned @ (0 | 1)] = *rest {
            self.seen[usize::from(set)][usize::from(turned)] = true;
        }
    }

    fn end(&mut self) {
        let [first, second] = self.seen;
        let same = (first[0] && second[0]) || (first[1] && second[1]);
        let any = first != [false; 2] && second != [false; 2];
        self.shared.same += u64::from(same);
        self.shared.flipped += u64::from(any && !same);
        if any && self.shared.examples.len() < EXAMPLES {
            let text = String::from_utf8_lossy(&self.key).into_owned();
            let own = if first[0] {
                text
            } else {
                super::row::flipped_sfen_key(&text)
            };
            self.shared.examples.push(own);
        }
    }
}

/// The first place at which two sets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Number of the row, from 1, counted without rows that the format has no place for.
    pub row: u64,
    /// What the first set has, as far as the format holds it; `None` where it has ended.
    pub first: Option<Row>,
    /// What the second set has.
    pub second: Option<Row>,
}

/// Compares two sets row by row in what the format of the second one holds.
///
/// # Errors
/// What the rows report, and [`Error::MateRule`].
pub fn first_difference(
    first: impl Iterator<Item = Result<Row, Error>>,
    second: impl Iterator<Item = Result<Row, Error>>,
    format: Format,
    rules: &PackRules,
) -> Result<Result<u64, Box<Difference>>, Error> {
    let mut first = first.filter_map(|row| shown(row, format, rules));
    let mut second = second.filter_map(|row| shown(row, format, rules));
    let mut equal = 0;
    loop {
        let (one, other) = (first.next().transpose()?, second.next().transpose()?);
        match (one, other) {
            (None, None) => return Ok(Ok(equal)),
            (one, other) if one == other => equal += 1,
            (first, second) => {
                return Ok(Err(Box::new(Difference {
                    row: equal + 1,
                    first,
                    second,
                })));
            }
        }
    }
}

fn shown(row: Result<Row, Error>, format: Format, rules: &PackRules) -> Option<Result<Row, Error>> {
    let row = match row {
        Ok(row) => row,
        Err(error) => return Some(Err(error)),
    };
    match held(&row, format, rules) {
        Held::Row(row) => Some(Ok(*row)),
        Held::Dropped(_) => None,
        Held::Mate => Some(Err(Error::MateRule {
            row: 0,
            format: format.as_str(),
        })),
    }
}

//! Dividing a set so that the test side has nothing of the training side.

use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;

use super::compare::{sort_hash, text_hash};
use super::row::{Row, canonical};
use super::spill::{Record, Repeats, Spill};
use crate::error::Error;
use crate::split::{Side, Split};

/// Keeps this split apart from that of games for hold-out: a set that was sampled from one side of that is still divided evenly.
const SET: u64 = 0x6461_7461_7365_7401;

/// What decides the side of a row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    /// The game: all its positions are on one side.
    Game,
    /// The position, also flipped: positions of one game are on both sides.
    Position,
}

/// How a set is divided.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct SplitRules {
    /// The part of the games (or positions) that goes to the test side, 0 to 1.
    pub fraction: f64,
    /// Another seed gives another split.
    pub seed: u64,
    /// What decides.
    pub by: By,
}

/// What a split came to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SplitCounts {
    /// Rows of the training side.
    pub training: u64,
    /// Rows of the test side.
    pub test: u64,
    /// Rows that belong to the test side by their game and were left out, for the training side has the position.
    pub dropped_same: u64,
    /// The same where the training side has the position turned by 180 degrees only.
    pub dropped_flipped: u64,
}

impl SplitRules {
    fn side(&self, row: &Row) -> Option<Side> {
        let split = Split {
            seed: self.seed ^ SET,
            fraction: self.fraction,
        };
        match self.by {
            By::Game => row.game_hash.map(|hash| split.side(hash)),
            By::Position => Some(split.side(text_hash(&canonical(row.sfen_key())))),
        }
    }
}

/// Divides a set; rows keep their order. `rows` is asked twice and must give the same both times. `folder` takes files where memory is
/// not enough; besides, one bit a row is held.
///
/// # Errors
/// `Ok(Err(row))` names the first row (from 1) without a game where games decide. Else what the rows and `sink` report,
/// [`Error::Write`] if a file cannot be written.
pub fn split<I>(
    rows: &mut dyn FnMut() -> Result<I, Error>,
    rules: &SplitRules,
    folder: &Path,
    sink: &mut dyn FnMut(Side, Row) -> Result<(), Error>,
) -> Result<Result<SplitCounts, u64>, Error>
where
    I: Iterator<Item = Result<Row, Error>>,
{
    let mut counts = SplitCounts::default();
    let dropped = match rules.by {
        By::Position => Vec::new(),
        By::Game => {
            let mut spill = Spill::new(folder, "split", Repeats::Kept);
            for (number, row) in (0..).zip(rows()?) {
                let row = row?;
                let Some(side) = rules.side(&row) else {
                    return Ok(Err(number + 1));
                };
                note(&mut spill, &row, side, number)?;
            }
            leaks(spill, &mut counts)?
        }
    };
    for (number, row) in (0_u64..).zip(rows()?) {
        let row = row?;
        let is_dropped = dropped
            .get((number / 64) as usize)
            .is_some_and(|bits| bits >> (number % 64) & 1 == 1);
        let Some(side) = rules.side(&row).filter(|_| !is_dropped) else {
            continue;
        };
        match side {
            Side::Training => counts.training += 1,
            Side::HeldOut => counts.test += 1,
        }
        sink(side, row)?;
    }
    Ok(Ok(counts))
}

fn note(spill: &mut Spill, row: &Row, side: Side, number: u64) -> Result<(), Error> {
    let own = row.sfen_key();
    let text = canonical(own);
    let mut rest = [0; 10];
    // The training side comes first.
    rest[0] = u8::from(side == Side::HeldOut);
    rest[1] = u8::from(text != own);
    rest[2..].copy_from_slice(&number.to_be_bytes());
    spill.push(Record {
        hash: sort_hash(&text),
        key: text.as_bytes(),
        rest: &rest,
    })
}

/// A bit for each row of the test side whose position the training side has.
fn leaks(spill: Spill, counts: &mut SplitCounts) -> Result<Vec<u64>, Error> {
    let mut bits: Vec<u64> = Vec::new();
    let mut key = Vec::new();
    // Whether the training side has the present position so, and turned.
    let mut training = [false; 2];
    spill.drain(&mut |record| {
        if record.key != key {
            key = record.key.to_vec();
            training = [false; 2];
        }
        let [side, turned, number @ ..] = record.rest else {
            return Err(Error::Internal("a note was cut".to_owned()));
        };
        let turned = usize::from(*turned);
        if *side == 0 {
            training[turned] = true;
        } else if training != [false; 2] {
            let same = training[turned];
            counts.dropped_same += u64::from(same);
            counts.dropped_flipped += u64::from(!same);
            let number = number
                .iter()
                .fold(0, |all, &byte| all << 8 | u64::from(byte));
            let word = (number / 64) as usize;
            if bits.len() <= word {
                bits.resize(word + 1, 0);
            }
            bits[word] |= 1 << (number % 64);
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(bits)
}

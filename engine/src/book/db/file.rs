//! Look-up in a `.db` file that stays on the disk.

use super::book::not_sorted;
use super::issue::DbIssue;
use super::join::join_positions;
use super::line::DbLine;
use super::model::DbPosition;
use super::reader::{DbItem, read_lines, read_positions};
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;

/// A `.db` file on the disk.
///
/// Opening reads it once, to see whether it is sorted. A sorted file is searched by halves, another one from its beginning: an
/// entry that exists is found in both. A diagram that stands under several move numbers is joined.
#[derive(Debug)]
pub struct DbFile<R> {
    input: R,
    len: u64,
    positions: u64,
    not_sorted: Option<DbIssue>,
}

impl<R: Read + Seek> DbFile<R> {
    /// Reads the file once.
    ///
    /// # Errors
    /// What the input gives.
    pub fn open(mut input: R) -> io::Result<Self> {
        let len = input.seek(SeekFrom::End(0))?;
        let mut file = Self {
            input,
            len,
            positions: 0,
            not_sorted: None,
        };
        file.check_order()?;
        Ok(file)
    }

    fn check_order(&mut self) -> io::Result<()> {
        let (mut before, mut positions, mut found) = (String::new(), 0, None);
        read_lines(self.from(0)?, &mut |event| {
            if let DbLine::Position(fields) = event.what {
                positions += 1;
                if found.is_none() && fields.sfen < before {
                    found = Some(not_sorted(event.line, &fields.sfen));
                }
                before = fields.sfen;
            }
            ControlFlow::Continue(())
        })?;
        (self.positions, self.not_sorted) = (positions, found);
        Ok(())
    }

    /// The first position that is out of order, if the file is not sorted.
    #[must_use]
    pub fn not_sorted(&self) -> Option<&DbIssue> {
        self.not_sorted.as_ref()
    }

    /// How many positions the file has, repeated ones counted each time.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The entry of a diagram (canonical SFEN without the move number). What was looked up before does not matter. The entry's
    /// line numbers are 0, since a search does not count lines.
    ///
    /// # Errors
    /// What the input gives.
    pub fn find(&mut self, sfen: &str) -> io::Result<Option<DbPosition>> {
        let sorted = self.not_sorted.is_none();
        let start = if sorted { self.lower_bound(sfen)? } else { 0 };
        let mut parts = Vec::new();
        read_positions(self.from(start)?, &mut |item| {
            match item {
                DbItem::Position(position) if position.sfen == sfen => parts.push(position),
                DbItem::Position(_) if sorted => return ControlFlow::Break(()),
                _ => {}
            }
            ControlFlow::Continue(())
        })?;
        parts.iter_mut().for_each(DbPosition::forget_lines);
        Ok(match parts.len() {
            0 | 1 => parts.pop(),
            _ => join_positions(parts),
        })
    }

    fn from(&mut self, offset: u64) -> io::Result<BufReader<&mut R>> {
        self.input.seek(SeekFrom::Start(offset))?;
        Ok(BufReader::new(&mut self.input))
    }

    /// Where a position line begins such that all positions before it are smaller, and it is not.
    fn lower_bound(&mut self, sfen: &str) -> io::Result<u64> {
        let (mut low, mut high) = (0, self.len);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.position_from(middle)? {
                Some((offset, found)) if offset < high && found.as_str() < sfen => low = offset + 1,
                _ => high = middle,
            }
        }
        Ok(self
            .position_from(low)?
            .map_or(self.len, |(offset, _)| offset))
    }

    /// The first position line that begins at an offset or later.
    fn position_from(&mut self, offset: u64) -> io::Result<Option<(u64, String)>> {
        // The line in whose middle the offset may be is read up to its end and left out.
        let start = offset.saturating_sub(1);
        let mut found = None;
        read_lines(self.from(start)?, &mut |event| match event.what {
            DbLine::Position(fields) if start + event.offset >= offset => {
                found = Some((start + event.offset, fields.sfen));
                ControlFlow::Break(())
            }
            _ => ControlFlow::Continue(()),
        })?;
        Ok(found)
    }
}

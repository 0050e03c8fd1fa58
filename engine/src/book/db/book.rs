//! A whole `.db` book in memory.

use super::issue::{DbIssue, DbIssueKind};
use super::join::join_positions;
use super::model::{DbPosition, KeptLine};
use super::reader::{DbItem, DbShape, read_positions};
use crate::rules::Position;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// How the same diagram under several move numbers is read.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum MoveNumbers {
    /// As one position, joined; look-up does not mind the number.
    #[default]
    Joined,
    /// As positions of their own, as an engine without `IgnoreBookPly` sees them.
    Apart,
}

/// A `.db` book: positions in the order of the file, with comments and columns.
#[derive(Clone, Debug, Default)]
pub struct DbBook {
    positions: Vec<DbPosition>,
    /// Places of positions, in the order of their SFEN and move number.
    index: Vec<usize>,
    /// Lines before the first position.
    pub(super) head: Vec<KeptLine>,
    pub(super) shape: DbShape,
    issues: Vec<DbIssue>,
    issues_left_out: u64,
}

impl DbBook {
    /// The most issues that are kept; the others are counted.
    pub const MAX_ISSUES: usize = 10_000;

    /// Reads a book whole.
    ///
    /// # Errors
    /// What the input gives. What is wrong with the text stands in [`DbBook::issues`].
    pub fn read(input: impl BufRead, numbers: MoveNumbers) -> io::Result<Self> {
        let mut book = Self::default();
        let mut positions = Vec::new();
        book.shape = read_positions(input, &mut |item| {
            match item {
                DbItem::Head(head) => book.head = head,
                DbItem::Position(position) => positions.push(position),
                DbItem::Issue(issue) => book.note(issue),
            }
            ControlFlow::Continue(())
        })?;
        book.join(positions, numbers);
        book.issues.sort_by_key(|issue| (issue.line, issue.kind));
        Ok(book)
    }

    /// A new book of positions, each of which stands once.
    #[must_use]
    pub fn from_positions(positions: Vec<DbPosition>) -> Self {
        let mut book = Self::default();
        book.join(positions, MoveNumbers::Apart);
        book
    }

    fn note(&mut self, issue: DbIssue) {
        if self.issues.len() < Self::MAX_ISSUES {
            self.issues.push(issue);
        } else {
            self.issues_left_out += 1;
        }
    }

    fn join(&mut self, positions: Vec<DbPosition>, numbers: MoveNumbers) {
        let number = |position: &DbPosition| match numbers {
            MoveNumbers::Joined => None,
            MoveNumbers::Apart => position.ply,
        };
        let same = |a: &DbPosition, b: &DbPosition| a.sfen == b.sfen && number(a) == number(b);
        let mut order: Vec<usize> = (0..positions.len()).collect();
        order.sort_by(|&a, &b| {
            let key = |at: usize| (&positions[at].sfen, number(&positions[at]), at);
            key(a).cmp(&key(b))
        });
        let groups: Vec<Vec<usize>> = order
            .chunk_by(|&a, &b| same(&positions[a], &positions[b]))
            .filter(|group| group.len() > 1)
            .map(<[usize]>::to_vec)
            .collect();
        self.positions = self.join_groups(positions, &groups);
        self.reindex();
    }

    fn join_groups(
        &mut self,
        positions: Vec<DbPosition>,
        groups: &[Vec<usize>],
    ) -> Vec<DbPosition> {
        let mut places: Vec<Option<DbPosition>> = positions.into_iter().map(Some).collect();
        for group in groups {
            let parts: Vec<DbPosition> = group.iter().filter_map(|&at| places[at].take()).collect();
            for part in &parts[1..] {
                self.note(duplicate_position(part, parts[0].line));
            }
            places[group[0]] = join_positions(parts);
        }
        places.into_iter().flatten().collect()
    }

    fn reindex(&mut self) {
        let positions = &self.positions;
        self.index = (0..positions.len()).collect();
        self.index
            .sort_by_key(|&at| (&positions[at].sfen, positions[at].ply, at));
    }

    /// The positions in the order of the file.
    #[must_use]
    pub fn positions(&self) -> &[DbPosition] {
        &self.positions
    }

    /// Changes the positions: rows, fields, which positions there are.
    pub fn edit(&mut self, change: impl FnOnce(&mut Vec<DbPosition>)) {
        change(&mut self.positions);
        self.reindex();
    }

    /// The lines before the first position, the header among them.
    #[must_use]
    pub fn head(&self) -> &[KeptLine] {
        &self.head
    }

    /// Errors and warnings by line, the first [`DbBook::MAX_ISSUES`].
    #[must_use]
    pub fn issues(&self) -> &[DbIssue] {
        &self.issues
    }

    /// How many issues there were beyond those kept.
    #[must_use]
    pub fn issues_left_out(&self) -> u64 {
        self.issues_left_out
    }

    /// Places of all positions with a diagram (canonical SFEN without the move number), by rising move number.
    #[must_use]
    pub fn places(&self, sfen: &str) -> &[usize] {
        let key = |&at: &usize| self.positions.get(at).map_or("", |p| p.sfen.as_str());
        let from = self.index.partition_point(|at| key(at) < sfen);
        let len = self.index[from..].partition_point(|at| key(at) == sfen);
        &self.index[from..from + len]
    }

    /// The position with a diagram, whatever its move number (the lowest, if there are several).
    #[must_use]
    pub fn get(&self, sfen: &str) -> Option<&DbPosition> {
        self.positions.get(*self.places(sfen).first()?)
    }

    /// The entry of a position, whatever its move number.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<&DbPosition> {
        self.get(&position.sfen_key())
    }

    /// The first position that stands in the wrong place for programs that search the file itself (they need the order of
    /// bytes of the position lines).
    #[must_use]
    pub fn not_sorted(&self) -> Option<DbIssue> {
        let key = |position: &DbPosition| position.canonical();
        let pair = self
            .positions
            .windows(2)
            .find(|pair| key(&pair[1]) < key(&pair[0]))?;
        Some(not_sorted(pair[1].line, &pair[1].sfen))
    }
}

fn duplicate_position(part: &DbPosition, first: u64) -> DbIssue {
    let reason = format!("{} stands at line {first} already; joined", part.sfen);
    DbIssue::new(DbIssueKind::DuplicatePosition, part.line, reason)
}

pub(super) fn not_sorted(line: u64, sfen: &str) -> DbIssue {
    let reason = format!("{sfen} should stand before the position above it");
    DbIssue::new(DbIssueKind::NotSorted, line, reason)
}

//! What a teacher would play in positions.

use std::collections::BTreeMap;

use joban_engine::rules::Position;
use joban_engine::teacher::{Answer, Asker, Query, Ticket};

use super::reading::{Line, Reading, best};
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;

/// Asks for the best line of each position.
#[derive(Debug)]
pub(crate) struct Scout<'a> {
    positions: &'a [Position],
    settings: &'a JudgeSettings,
    next: usize,
    found: BTreeMap<usize, Result<Line, UnjudgedReason>>,
}

impl<'a> Scout<'a> {
    pub(crate) fn new(positions: &'a [Position], settings: &'a JudgeSettings) -> Self {
        Self {
            positions,
            settings,
            next: 0,
            found: BTreeMap::new(),
        }
    }

    /// The best line of each position, in the order given.
    pub(crate) fn finish(mut self) -> Vec<Result<Line, UnjudgedReason>> {
        (0..self.positions.len())
            .map(|index| {
                self.found
                    .remove(&index)
                    .unwrap_or(Err(UnjudgedReason::NotReached))
            })
            .collect()
    }

    fn limit(&self) -> joban_engine::teacher::Limit {
        let first = self.settings.steps.first().copied();
        first.unwrap_or(joban_engine::teacher::Limit::Depth(self.settings.min_depth))
    }

    fn best_line(&self, position: &Position, answer: Answer) -> Result<Line, UnjudgedReason> {
        let lines = self.settings.lines();
        let reading = Reading::of(&answer?, position, lines, self.limit(), self.settings)?;
        let (_, lines) = reading.deepest().ok_or(UnjudgedReason::NoCompleteDepth)?;
        best(lines).cloned().ok_or(UnjudgedReason::NoCompleteDepth)
    }
}

impl Asker for Scout<'_> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let position = self.positions.get(self.next)?;
        let ticket = Ticket(self.next);
        self.next += 1;
        Some((
            ticket,
            Query::new(position, self.limit(), self.settings.lines()),
        ))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        if let Some(position) = self.positions.get(ticket.0) {
            let line = self.best_line(position, answer);
            self.found.insert(ticket.0, line);
        }
    }
}

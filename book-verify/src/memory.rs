//! Answers that were given once in a run and need not be asked for again.

use std::collections::BTreeMap;

use joban_engine::teacher::{Answer, Asker, Query, Ticket};

/// Answers by their questions.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    answers: BTreeMap<Query, Answer>,
}

impl Memory {
    /// Nodes searched for all answers, where engines tell.
    pub(crate) fn nodes(&self) -> u64 {
        let found = self.answers.values().flatten();
        found.filter_map(|found| found.nodes).sum()
    }
}

/// Stands before an asker: what is known is answered at once, only new questions go out.
pub(crate) struct Remembering<'a, A> {
    memory: &'a mut Memory,
    asker: &'a mut A,
    open: BTreeMap<usize, Query>,
}

impl<'a, A: Asker> Remembering<'a, A> {
    pub(crate) fn new(memory: &'a mut Memory, asker: &'a mut A) -> Self {
        Self {
            memory,
            asker,
            open: BTreeMap::new(),
        }
    }
}

impl<A: Asker> Asker for Remembering<'_, A> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        loop {
            let (ticket, query) = self.asker.next()?;
            match self.memory.answers.get(&query) {
                Some(answer) => self.asker.take(ticket, answer.clone()),
                None => {
                    self.open.insert(ticket.0, query.clone());
                    return Some((ticket, query));
                }
            }
        }
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        if let Some(query) = self.open.remove(&ticket.0) {
            self.memory.answers.insert(query, answer.clone());
        }
        self.asker.take(ticket, answer);
    }
}

//! The side that wants answers.

use super::{Answer, Query};

/// The asker's own number for a question.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ticket(pub usize);

/// Whoever wants answers: the judge of a book, the labelling of a data set.
///
/// Whoever runs the teachers (a pool, a log in front of it) calls both functions from one thread. Several questions may be
/// open at a time; their answers come in any order, and what the asker makes of them must not depend on it.
pub trait Asker {
    /// The next question; `None` where nothing can be asked now. While answers are open more may follow.
    fn next(&mut self) -> Option<(Ticket, Query)>;

    /// Takes the answer to a question handed out before; each is answered at most once.
    fn take(&mut self, ticket: Ticket, answer: Answer);
}

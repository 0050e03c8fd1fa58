//! A teacher made of a function, for tests of whatever asks teachers.
//!
//! The function is given each question and says the answer; it may lie as it likes. Besides, the teacher can answer in an order
//! of its own and break down after some answers.

use super::{
    Answer, Asker, Control, Event, Failure, FailureKind, Found, Identity, Query, RunSummary,
    Teacher, TeacherError, Ticket,
};
use crate::rng::SplitMix64;
use crate::rules::Move;
use crate::usi::{Bestmove, Block, Bound, PvLine, Score};

/// A teacher made of a function.
pub struct FakeTeacher {
    identity: Identity,
    answer: Box<dyn FnMut(&Query) -> Answer + Send>,
    open: usize,
    order: SplitMix64,
    crash_after: Option<usize>,
    queries: Vec<Query>,
}

impl std::fmt::Debug for FakeTeacher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FakeTeacher")
            .field("identity", &self.identity)
            .finish_non_exhaustive()
    }
}

impl FakeTeacher {
    /// A teacher that answers by `answer`, one question after another.
    pub fn new(answer: impl FnMut(&Query) -> Answer + Send + 'static) -> Self {
        Self {
            identity: Identity::named("Fake", "fake"),
            answer: Box::new(answer),
            open: 1,
            order: SplitMix64::new(0),
            crash_after: None,
            queries: Vec::new(),
        }
    }

    /// Sets who it is.
    #[must_use]
    pub fn identity(mut self, identity: Identity) -> Self {
        self.identity = identity;
        self
    }

    /// Holds up to `open` questions at a time and answers one of them by chance, as several engines would.
    #[must_use]
    pub fn shuffled(mut self, seed: u64, open: usize) -> Self {
        self.order = SplitMix64::new(seed);
        self.open = open.max(1);
        self
    }

    /// Ends each run with [`TeacherError::AllLost`] after this many answers; open questions stay open.
    #[must_use]
    pub fn crash_after(mut self, answers: usize) -> Self {
        self.crash_after = Some(answers);
        self
    }

    /// All questions that were asked, in the order of their answers.
    #[must_use]
    pub fn queries(&self) -> &[Query] {
        &self.queries
    }

    fn lost(&self, answers: usize) -> Result<(), TeacherError> {
        if self.crash_after.is_none_or(|limit| answers < limit) {
            return Ok(());
        }
        let reason = format!("the fake breaks down after {answers} answers");
        Err(TeacherError::AllLost { reason })
    }

    fn answer_one(
        &mut self,
        open: &mut Vec<(Ticket, Query)>,
        asker: &mut dyn Asker,
        control: &mut dyn Control,
        summary: &mut RunSummary,
    ) {
        let (ticket, query) = open.swap_remove(self.order.below(open.len() as u64) as usize);
        let answer = (self.answer)(&query);
        self.queries.push(query);
        control.event(match &answer {
            Ok(_) => Event::Answered {
                worker: 0,
                ticket,
                time: std::time::Duration::ZERO,
            },
            Err(failure) => Event::Failed {
                worker: 0,
                ticket,
                kind: failure.kind,
            },
        });
        summary.answered += usize::from(answer.is_ok());
        summary.failed += usize::from(answer.is_err());
        asker.take(ticket, answer);
    }
}

impl Teacher for FakeTeacher {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn run(
        &mut self,
        asker: &mut dyn Asker,
        control: &mut dyn Control,
    ) -> Result<RunSummary, TeacherError> {
        let mut summary = RunSummary::default();
        let mut open = Vec::new();
        loop {
            while open.len() < self.open && !summary.stopped {
                summary.stopped = !control.go_on();
                let Some((ticket, query)) = (!summary.stopped).then(|| asker.next()).flatten()
                else {
                    break;
                };
                control.event(Event::Asked { worker: 0, ticket });
                summary.asked += 1;
                open.push((ticket, query));
            }
            if open.is_empty() {
                return Ok(summary);
            }
            self.lost(summary.answered + summary.failed)?;
            self.answer_one(&mut open, asker, control, &mut summary);
        }
    }
}

/// An exact answer of one complete depth: first moves in USI text with their scores, best first. The nodes are
/// 1,000 for each ply of depth; each line has one move.
///
/// # Panics
/// If a move is no USI text.
#[must_use]
pub fn found(depth: u32, lines: &[(&str, Score)]) -> Found {
    found_at(&[(depth, lines)])
}

/// The same with several complete depths, from the least deep to the deepest.
///
/// # Panics
/// If a move is no USI text.
#[must_use]
pub fn found_at(depths: &[(u32, &[(&str, Score)])]) -> Found {
    let complete: Vec<Block> = depths
        .iter()
        .map(|(depth, lines)| block(*depth, lines))
        .collect();
    let lines = complete.last().map_or_else(Vec::new, |b| b.lines.clone());
    Found {
        bestmove: lines
            .first()
            .and_then(PvLine::first)
            .map_or(Bestmove::Resign, Bestmove::Move),
        expected_lines: lines.len() as u32,
        nodes: lines.first().and_then(|line| line.nodes),
        lines,
        complete,
        warnings: Vec::new(),
    }
}

/// An answer that fails for good.
///
/// # Errors
/// Always: it is one.
pub fn failed(kind: FailureKind) -> Answer {
    Err(Failure {
        kind,
        reason: "the fake says so".to_owned(),
        tries: 3,
    })
}

fn block(depth: u32, lines: &[(&str, Score)]) -> Block {
    let ranked = (1..).zip(lines);
    Block {
        depth,
        lines: ranked
            .map(|(rank, (usi, score))| line(depth, rank, usi, *score))
            .collect(),
    }
}

fn line(depth: u32, rank: u32, usi: &str, score: Score) -> PvLine {
    PvLine {
        rank,
        depth: Some(depth),
        score,
        bound: Bound::Exact,
        nodes: Some(1000 * u64::from(depth)),
        pv: vec![Move::from_usi(usi).expect("a move in USI text")],
        pv_stop: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Position;
    use crate::teacher::{Limit, Unattended};

    /// Asks about one line, two lines, … and notes the order of the answers.
    struct Counting {
        next: u32,
        taken: Vec<usize>,
    }

    impl Asker for Counting {
        fn next(&mut self) -> Option<(Ticket, Query)> {
            self.next += 1;
            (self.next <= 20).then(|| {
                let query = Query::new(&Position::startpos(), Limit::Nodes(9), self.next);
                (Ticket(self.next as usize), query)
            })
        }

        fn take(&mut self, ticket: Ticket, answer: Answer) {
            assert!(answer.is_ok());
            self.taken.push(ticket.0);
        }
    }

    fn order(mut teacher: FakeTeacher) -> (Vec<usize>, Result<RunSummary, TeacherError>) {
        let mut asker = Counting {
            next: 0,
            taken: Vec::new(),
        };
        let summary = teacher.run(&mut asker, &mut Unattended);
        (asker.taken, summary)
    }

    fn teacher() -> FakeTeacher {
        FakeTeacher::new(|_| Ok(found(9, &[("7g7f", Score::Cp(30))])))
    }

    #[test]
    fn all_questions_are_answered_in_the_order_of_the_seed() {
        let in_order: Vec<usize> = (1..=20).collect();
        assert_eq!(order(teacher()).0, in_order);
        let (mut shuffled, summary) = order(teacher().shuffled(1, 4));
        assert_ne!(shuffled, in_order);
        assert_eq!(order(teacher().shuffled(1, 4)).0, shuffled);
        shuffled.sort_unstable();
        assert_eq!(shuffled, in_order);
        assert_eq!(summary.expect("a run").answered, 20);
    }

    #[test]
    fn it_breaks_down_when_told_to() {
        let (taken, summary) = order(teacher().crash_after(5));
        assert_eq!(taken.len(), 5);
        assert!(matches!(summary, Err(TeacherError::AllLost { .. })));
    }

    #[test]
    fn depths_are_complete() {
        let found = found_at(&[
            (7, &[("7g7f", Score::Cp(1))]),
            (8, &[("2g2f", Score::Cp(5)), ("7g7f", Score::Cp(2))]),
        ]);
        assert_eq!(found.deepest().map(|block| block.depth), Some(8));
        assert_eq!((found.expected_lines, found.complete.len()), (2, 2));
    }
}

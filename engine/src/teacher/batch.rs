//! A list of questions.

use super::{Answer, Asker, Control, Query, Teacher, TeacherError, Ticket};

struct Batch<'a> {
    queries: &'a [Query],
    next: usize,
    answers: Vec<Option<Answer>>,
}

impl Asker for Batch<'_> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let query = self.queries.get(self.next)?.clone();
        self.next += 1;
        Some((Ticket(self.next - 1), query))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        if let Some(place) = self.answers.get_mut(ticket.0) {
            *place = Some(answer);
        }
    }
}

/// Asks a list of questions. The answers stand in the order of the questions; `None` where `control` ended the run before.
///
/// # Errors
/// As [`Teacher::run`].
pub fn ask_all(
    teacher: &mut dyn Teacher,
    queries: &[Query],
    control: &mut dyn Control,
) -> Result<Vec<Option<Answer>>, TeacherError> {
    let mut batch = Batch {
        queries,
        next: 0,
        answers: vec![None; queries.len()],
    };
    teacher.run(&mut batch, control)?;
    Ok(batch.answers)
}

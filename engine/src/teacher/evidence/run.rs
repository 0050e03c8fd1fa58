//! A log in front of a teacher: only what the log does not know is asked.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::super::{Answer, Asker, Control, Event, Query, RunSummary, Teacher, Ticket};
use super::error::{EvidenceError, RunError};
use super::log::{EvidenceLog, Measured};

/// What a run behind a log came to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct LoggedSummary {
    /// Questions answered from the log, failures of earlier runs included.
    pub from_log: usize,
    /// Questions that the log had as failures, and that were not asked again.
    pub failed_before: usize,
    /// Questions that waited for the answer to an equal one.
    pub shared: usize,
    /// What the teacher did.
    pub teacher: RunSummary,
}

/// Serves an asker from the log first and asks the teacher only what is missing. Every new answer, and every failure, is in
/// the log before the asker sees it. An equal question that is asked while the first is open is not asked twice.
///
/// # Errors
/// [`RunError::Evidence`] if the log cannot be read or written: nothing more is asked then, and answers that could not be logged are
/// not handed on. [`RunError::Teacher`] if the teacher cannot go on; what it answered before is in the log.
pub fn run_logged(
    log: &mut EvidenceLog,
    teacher: &mut dyn Teacher,
    asker: &mut dyn Asker,
    control: &mut dyn Control,
) -> Result<LoggedSummary, RunError> {
    check_teacher(log, teacher)?;
    let shared = Shared {
        control: RefCell::new(control),
        measured: RefCell::default(),
        fault: RefCell::default(),
    };
    let mut logged = Logged {
        log,
        asker,
        shared: &shared,
        open: BTreeMap::new(),
        waiting: BTreeMap::new(),
        summary: LoggedSummary::default(),
        stopped: false,
    };
    let run = teacher.run(&mut logged, &mut Watching(&shared));
    let (mut summary, stopped) = (logged.summary, logged.stopped);
    let synced = logged.log.sync();
    if let Some(error) = shared.fault.take() {
        return Err(error);
    }
    summary.teacher = run?;
    summary.teacher.stopped |= stopped;
    synced?;
    Ok(summary)
}

fn check_teacher(log: &EvidenceLog, teacher: &dyn Teacher) -> Result<(), EvidenceError> {
    let asked = teacher.identity().digest();
    if asked == log.teacher() {
        return Ok(());
    }
    Err(EvidenceError::OtherTeacher {
        path: log.path().to_owned(),
        log: log.teacher().to_owned(),
        asked,
    })
}

/// What the asker and the control in front of a teacher tell each other.
struct Shared<'a> {
    control: RefCell<&'a mut dyn Control>,
    measured: RefCell<BTreeMap<Ticket, Measured>>,
    /// The first fault; after it nothing is asked any more.
    fault: RefCell<Option<RunError>>,
}

impl Shared<'_> {
    fn is_sound(&self) -> bool {
        self.fault.borrow().is_none()
    }

    /// Whether to go on: nothing is wrong, and whoever watches wants it.
    fn go_on(&self) -> bool {
        self.is_sound() && self.control.borrow_mut().go_on()
    }

    fn event(&self, event: Event) {
        self.control.borrow_mut().event(event);
    }

    fn fail(&self, error: impl Into<RunError>) {
        self.fault.borrow_mut().get_or_insert(error.into());
    }
}

struct Logged<'a, 'c> {
    log: &'a mut EvidenceLog,
    asker: &'a mut dyn Asker,
    shared: &'a Shared<'c>,
    open: BTreeMap<Ticket, Query>,
    /// Tickets that wait for an equal question which is open.
    waiting: BTreeMap<Query, Vec<Ticket>>,
    summary: LoggedSummary,
    /// Whether whoever watches ended the run while the log was serving.
    stopped: bool,
}

impl Logged<'_, '_> {
    /// Whether the log, or a question under way, serves this one.
    fn is_served(&mut self, ticket: Ticket, query: &Query) -> Result<bool, EvidenceError> {
        if let Some(waiting) = self.waiting.get_mut(query) {
            waiting.push(ticket);
            self.summary.shared += 1;
            return Ok(true);
        }
        let Some(answer) = self.log.answer(query)? else {
            return Ok(false);
        };
        self.summary.from_log += 1;
        self.summary.failed_before += usize::from(answer.is_err());
        self.shared.event(Event::FromLog { ticket });
        self.asker.take(ticket, answer);
        Ok(true)
    }

    fn keep(&mut self, ticket: Ticket, answer: &Answer) -> Result<Query, RunError> {
        let query = self.open.remove(&ticket).ok_or(RunError::NotOpen(ticket))?;
        let measured = self.shared.measured.borrow_mut().remove(&ticket);
        self.log
            .append(&query, answer, measured.unwrap_or_default())?;
        Ok(query)
    }
}

impl Asker for Logged<'_, '_> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let mut served = false;
        while self.shared.is_sound() {
            // Between answers from the log whoever watches is asked too: they may be millions.
            if served && !self.shared.go_on() {
                self.stopped = true;
                break;
            }
            let (ticket, query) = self.asker.next()?;
            match self.is_served(ticket, &query) {
                Ok(true) => served = true,
                Ok(false) => {
                    self.open.insert(ticket, query.clone());
                    self.waiting.insert(query.clone(), Vec::new());
                    return Some((ticket, query));
                }
                Err(error) => self.shared.fail(error),
            }
        }
        None
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        if !self.shared.is_sound() {
            return;
        }
        match self.keep(ticket, &answer) {
            Ok(query) => {
                for other in self.waiting.remove(&query).unwrap_or_default() {
                    self.asker.take(other, answer.clone());
                }
                self.asker.take(ticket, answer);
            }
            Err(error) => self.shared.fail(error),
        }
    }
}

/// Notes times on their way to whoever watches, and ends the run after a fault of the log.
struct Watching<'a, 'c>(&'a Shared<'c>);

impl Control for Watching<'_, '_> {
    fn go_on(&mut self) -> bool {
        self.0.go_on()
    }

    fn event(&mut self, event: Event) {
        let noted = match &event {
            Event::Answered {
                worker,
                ticket,
                time,
            } => Some((*ticket, *worker, u64::try_from(time.as_millis()).ok())),
            Event::Failed { worker, ticket, .. } => Some((*ticket, *worker, None)),
            _ => None,
        };
        if let Some((ticket, worker, time_ms)) = noted {
            let worker = u32::try_from(worker).ok();
            let measured = Measured { time_ms, worker };
            self.0.measured.borrow_mut().insert(ticket, measured);
        }
        self.0.event(event);
    }
}

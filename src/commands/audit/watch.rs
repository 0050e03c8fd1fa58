//! The watch over a run of teachers: progress, and the end of the time that was given.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use joban_book_verify::Judge;
use joban_book_verify::games::GameJudge;
use joban_engine::teacher::{Answer, Asker, Control, Event, Query, Ticket};

use crate::i18n::Lang;
use crate::output::stdout::note;
use crate::progress::Asking;
use crate::text;

/// Positions that are finished, and all of them.
type Done = Rc<Cell<(usize, usize)>>;

/// An asker that can tell how far it is.
pub(crate) trait Measured: Asker {
    /// Positions that are finished, and all of them.
    fn done(&self) -> (usize, usize);
}

impl Measured for GameJudge {
    fn done(&self) -> (usize, usize) {
        self.progress()
    }
}

impl Measured for Judge {
    fn done(&self) -> (usize, usize) {
        self.progress()
    }
}

/// An asker of which only the number of answers is known.
pub(crate) struct Counted<'a> {
    asker: &'a mut dyn Asker,
    asked: usize,
    answered: usize,
}

impl<'a> Counted<'a> {
    pub(crate) fn new(asker: &'a mut dyn Asker) -> Self {
        Counted {
            asker,
            asked: 0,
            answered: 0,
        }
    }
}

impl Asker for Counted<'_> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let next = self.asker.next();
        self.asked += usize::from(next.is_some());
        next
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        self.answered += 1;
        self.asker.take(ticket, answer);
    }
}

impl Measured for Counted<'_> {
    fn done(&self) -> (usize, usize) {
        (self.answered, self.asked)
    }
}

/// An asker whose progress a [`Watch`] sees.
pub(crate) struct Followed<'a, A> {
    asker: &'a mut A,
    done: Done,
}

impl<A: Measured> Asker for Followed<'_, A> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let next = self.asker.next();
        self.done.set(self.asker.done());
        next
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        self.asker.take(ticket, answer);
        self.done.set(self.asker.done());
    }
}

/// How long engines searched, of the time in which they could have.
struct Work {
    begin: Instant,
    engines: u32,
    /// Searches that have their answer.
    answered: Duration,
    /// Since when workers search.
    searching: BTreeMap<usize, Instant>,
}

impl Work {
    fn event(&mut self, event: &Event, now: Instant) {
        match event {
            Event::Asked { worker, .. } => {
                self.searching.insert(*worker, now);
            }
            Event::Answered { worker, time, .. } => {
                self.answered += *time;
                self.searching.remove(worker);
            }
            Event::Failed { worker, .. }
            | Event::Restarted { worker, .. }
            | Event::WorkerLost { worker, .. } => {
                self.searching.remove(worker);
            }
            _ => {}
        }
    }

    /// The share of the time until now in which engines waited; searches that go on count as work.
    fn idle(&self, now: Instant) -> Option<f64> {
        let available = (now.saturating_duration_since(self.begin) * self.engines).as_secs_f64();
        let running = self.searching.values();
        let running: Duration = running
            .map(|since| now.saturating_duration_since(*since))
            .sum();
        let busy = (self.answered + running).as_secs_f64();
        (available > 0.0).then(|| (1.0 - busy / available).clamp(0.0, 1.0))
    }
}

/// Shows progress and ends a run in time.
pub(crate) struct Watch {
    work: Option<Work>,
    until: Option<Instant>,
    progress: Asking,
    done: Done,
    lang: Lang,
    quiet: bool,
}

impl Watch {
    /// A watch that ends the run at a moment, if one is given.
    pub(crate) fn new(until: Option<Instant>, quiet: bool, lang: Lang) -> Self {
        Watch {
            work: None,
            until,
            progress: Asking::new(quiet, lang),
            done: Rc::default(),
            lang,
            quiet,
        }
    }

    /// Tells in the progress too which share of the time these engines wait.
    pub(crate) fn timing(self, engines: u32) -> Self {
        let work = Work {
            begin: Instant::now(),
            engines,
            answered: Duration::ZERO,
            searching: BTreeMap::new(),
        };
        Watch {
            work: Some(work),
            ..self
        }
    }

    /// The share of the time in which engines waited, where that is looked at.
    pub(crate) fn idle(&self) -> Option<f64> {
        self.work.as_ref()?.idle(Instant::now())
    }

    /// The asker as this watch sees it.
    pub(crate) fn follow<'a, A: Measured>(&self, asker: &'a mut A) -> Followed<'a, A> {
        Followed {
            asker,
            done: Rc::clone(&self.done),
        }
    }

    /// Takes the bar away.
    pub(crate) fn finish(&self) {
        self.progress.finish();
    }

    fn count(&mut self, is_answer: bool) {
        let idle = self.idle();
        self.progress.count(is_answer, self.done.get(), idle);
    }

    fn say(&self, worker: usize, reason: &str) {
        if !self.quiet {
            note(text!(WorkerTrouble, worker + 1, reason).get(self.lang));
        }
    }
}

impl Control for Watch {
    fn go_on(&mut self) -> bool {
        self.until.is_none_or(|until| Instant::now() < until)
    }

    fn event(&mut self, event: Event) {
        if let Some(work) = &mut self.work {
            work.event(&event, Instant::now());
        }
        match event {
            Event::Answered { .. } => self.count(true),
            Event::Failed { .. } => self.count(false),
            Event::Restarted { worker, reason } | Event::WorkerLost { worker, reason } => {
                self.say(worker, &reason);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_counts_as_work_from_its_question_on() {
        let begin = Instant::now();
        let at = |seconds| begin + Duration::from_secs(seconds);
        let mut work = Work {
            begin,
            engines: 2,
            answered: Duration::ZERO,
            searching: BTreeMap::new(),
        };
        assert_eq!(work.idle(begin), None);
        let ticket = Ticket(1);
        work.event(&Event::Asked { worker: 0, ticket }, at(0));
        assert_eq!(work.idle(at(4)), Some(0.5));
        work.event(&Event::Asked { worker: 1, ticket }, at(4));
        assert_eq!(work.idle(at(8)), Some(0.25));
        let time = Duration::from_secs(8);
        let answered = Event::Answered {
            worker: 0,
            ticket,
            time,
        };
        work.event(&answered, at(8));
        assert_eq!(work.idle(at(8)), Some(0.25));
        let reason = String::new();
        work.event(&Event::WorkerLost { worker: 1, reason }, at(8));
        assert_eq!(work.idle(at(8)), Some(0.5));
    }
}

//! The watch over a run of teachers: progress, and the end of the time that was given.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Instant;

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

/// Shows progress and ends a run in time.
pub(crate) struct Watch {
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
            until,
            progress: Asking::new(quiet, lang),
            done: Rc::default(),
            lang,
            quiet,
        }
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
        let (done, total) = self.done.get();
        self.progress.count(is_answer, done, total);
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

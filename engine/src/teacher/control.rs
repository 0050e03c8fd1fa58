//! How a run of teachers is watched and ended.

use std::time::Duration;

use super::{FailureKind, Ticket};

/// Something that happened during a run. Events come in no fixed order between workers and are for progress only: no result
/// may depend on them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A question went to a worker.
    Asked {
        /// The worker, from 0.
        worker: usize,
        /// The question.
        ticket: Ticket,
    },
    /// A question has its answer.
    Answered {
        /// The worker that answered.
        worker: usize,
        /// The question.
        ticket: Ticket,
        /// Elapsed time of the search that answered, with the preparation of the engine.
        time: Duration,
    },
    /// A question stays without an answer.
    Failed {
        /// The worker that tried last.
        worker: usize,
        /// The question.
        ticket: Ticket,
        /// The class of the last fault.
        kind: FailureKind,
    },
    /// A question was answered from a log, without a teacher.
    FromLog {
        /// The question.
        ticket: Ticket,
    },
    /// An engine was ended and started again after a fault.
    Restarted {
        /// The worker.
        worker: usize,
        /// The fault, in one line.
        reason: String,
    },
    /// A worker cannot start its engine any more; the others do its work.
    WorkerLost {
        /// The worker.
        worker: usize,
        /// The fault, in one line.
        reason: String,
    },
}

/// Whoever watches a run: a progress bar, a time budget.
pub trait Control {
    /// Whether to go on. It is asked before each question and several times a second; after `false` no question is taken
    /// any more, and the run ends when the searches under way have been answered.
    fn go_on(&mut self) -> bool {
        true
    }

    /// Takes notice of an event.
    fn event(&mut self, event: Event) {
        let _ = event;
    }
}

/// A run without a budget and without a watcher.
#[derive(Copy, Clone, Debug, Default)]
pub struct Unattended;

impl Control for Unattended {}

/// What a run came to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSummary {
    /// Questions taken from the asker.
    pub asked: usize,
    /// Questions that got an answer.
    pub answered: usize,
    /// Questions that were given back as failures.
    pub failed: usize,
    /// How often an engine was started again after a fault.
    pub restarts: usize,
    /// Workers that could not start their engine any more.
    pub workers_lost: usize,
    /// Whether the control ended the run before the asker had no more questions.
    pub stopped: bool,
}

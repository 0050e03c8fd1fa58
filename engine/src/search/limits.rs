//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 64;

/// What bounds a search, beside the budget of its profile. Without any bound it goes on to depth 64.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Nodes: positions entered by a move, quiescence included; never exceeded.
    pub nodes: Option<u64>,
    /// The last iteration.
    pub depth: Option<u32>,
    /// Time; a search under a time limit is not repeatable.
    pub time: Option<Duration>,
}

impl Limits {
    /// At most so many nodes.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            depth: None,
            time: None,
        }
    }

    /// To this depth.
    #[must_use]
    pub const fn depth(depth: u32) -> Self {
        Self {
            nodes: None,
            depth: Some(depth),
            time: None,
        }
    }
}

/// The clock of the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// What is left of the main time.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Time for each move once the main time is used up.
    pub byoyomi: Duration,
}

impl Clock {
    /// Time for one move: a fortieth of the main time, most of the increment and the byoyomi, less a margin of 50 ms for the
    /// way to the other side; never more than there is. The ROM has no clock of this kind, so this is ours.
    #[must_use]
    pub fn budget(&self) -> Duration {
        const MARGIN: Duration = Duration::from_millis(50);
        const LEAST: Duration = Duration::from_millis(1);
        let wish = self.remaining / 40 + self.increment * 3 / 4 + self.byoyomi;
        let most = self.remaining + self.byoyomi;
        wish.min(most).saturating_sub(MARGIN).max(LEAST)
    }
}

/// The search was ended by a limit or from outside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Interrupted;

/// Counts nodes and says when to end.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    nodes: u64,
    most: u64,
    deadline: Option<Instant>,
    stop: &'a AtomicBool,
}

impl<'a> Budget<'a> {
    pub(super) fn new(nodes: Option<u64>, time: Option<Duration>, stop: &'a AtomicBool) -> Self {
        Self {
            nodes: 0,
            most: nodes.unwrap_or(u64::MAX),
            deadline: time.and_then(|time| Instant::now().checked_add(time)),
            stop,
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one node, if there is still one to have.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Interrupted> {
        let over = self.nodes >= self.most || self.stop.load(Ordering::Relaxed) || self.is_late();
        if over {
            return Err(Interrupted);
        }
        self.nodes += 1;
        Ok(())
    }

    #[inline]
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| {
            self.nodes.is_multiple_of(CLOCK_INTERVAL) && Instant::now() >= deadline
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_never_takes_more_time_than_there_is() {
        let clock = |remaining, increment, byoyomi| {
            let ms = Duration::from_millis;
            let clock = Clock {
                remaining: ms(remaining),
                increment: ms(increment),
                byoyomi: ms(byoyomi),
            };
            clock.budget().as_millis()
        };
        assert_eq!(clock(0, 0, 1_000), 950);
        assert_eq!(clock(400_000, 0, 0), 9_950);
        assert_eq!(clock(400_000, 2_000, 0), 11_450);
        assert_eq!(clock(100, 5_000, 0), 50);
        assert_eq!(clock(0, 0, 0), 1);
    }

    #[test]
    fn nodes_are_never_exceeded() {
        let stop = AtomicBool::new(false);
        let mut budget = Budget::new(Some(2), None, &stop);
        assert_eq!(
            [(); 3].map(|()| budget.enter().is_ok()),
            [true, true, false]
        );
        assert_eq!(budget.nodes(), 2);
        let mut stopped = Budget::new(None, None, &stop);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(stopped.enter(), Err(Interrupted));
    }
}

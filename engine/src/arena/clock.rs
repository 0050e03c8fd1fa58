//! Limits of a search, and the clock of a game.

use std::fmt;
use std::time::Duration;

/// What an engine may use for a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes.
    Nodes(u64),
    /// Depth in plies.
    Depth(u32),
    /// The clock.
    Clock(TimeControl),
}

impl Limit {
    /// Whether the same move can be had again.
    #[must_use]
    pub fn is_repeatable(self) -> bool {
        !matches!(self, Self::Clock(_))
    }

    /// The control, if it is one of time.
    #[must_use]
    pub fn control(self) -> Option<TimeControl> {
        match self {
            Self::Clock(control) => Some(control),
            Self::Nodes(_) | Self::Depth(_) => None,
        }
    }
}

impl fmt::Display for Limit {
    /// `nodes 88`, `depth 3`, `time 60000+1000` (increment) or `time 0/1000` (byoyomi), in milliseconds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Clock(control) => {
                write!(f, "time {}", control.main.as_millis())?;
                if !control.increment.is_zero() {
                    write!(f, "+{}", control.increment.as_millis())?;
                }
                if !control.byoyomi.is_zero() {
                    write!(f, "/{}", control.byoyomi.as_millis())?;
                }
                Ok(())
            }
        }
    }
}

/// A time control: main time, then either byoyomi for each move or an increment after each.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the whole game.
    pub main: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// For each move once the main time is used up; what is not used is lost.
    pub byoyomi: Duration,
}

impl TimeControl {
    /// Whether there is any time, and not both increment and byoyomi, which USI cannot tell.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let has_time = !self.main.is_zero() || !self.byoyomi.is_zero();
        has_time && (self.increment.is_zero() || self.byoyomi.is_zero())
    }
}

/// The clock of one side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
}

impl Clock {
    /// At the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self {
            control,
            left: control.main,
        }
    }

    /// The control.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// What is left of the main time.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What the next move may use.
    #[must_use]
    pub fn available(&self) -> Duration {
        self.left + self.control.byoyomi
    }

    /// Takes the time of a move; false if it is more than there was and `margin`. The main time never falls below zero, and
    /// the increment is added once, after the move.
    #[must_use]
    pub fn spend(&mut self, used: Duration, margin: Duration) -> bool {
        if used > self.available() + margin {
            return false;
        }
        self.left = self.left.saturating_sub(used) + self.control.increment;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn an_increment_is_added_once_after_the_move() {
        let mut clock = Clock::new(TimeControl {
            main: ms(1_000),
            increment: ms(100),
            byoyomi: ms(0),
        });
        assert!(clock.spend(ms(400), ms(0)));
        assert_eq!(clock.left(), ms(700));
        assert!(clock.spend(ms(750), ms(50)), "within the margin");
        assert_eq!(clock.left(), ms(100), "never below zero");
        assert!(!clock.spend(ms(151), ms(50)));
    }

    #[test]
    fn byoyomi_begins_where_the_main_time_ends() {
        let mut clock = Clock::new(TimeControl {
            main: ms(500),
            increment: ms(0),
            byoyomi: ms(1_000),
        });
        assert!(clock.spend(ms(1_400), ms(0)));
        assert_eq!((clock.left(), clock.available()), (ms(0), ms(1_000)));
        assert!(clock.spend(ms(1_000), ms(0)));
        assert!(!clock.spend(ms(1_001), ms(0)));
    }

    #[test]
    fn controls_that_usi_cannot_tell_are_none() {
        let control = |main, increment, byoyomi| TimeControl {
            main: ms(main),
            increment: ms(increment),
            byoyomi: ms(byoyomi),
        };
        assert!(control(0, 0, 1).is_valid() && control(1, 1, 0).is_valid());
        assert!(!control(0, 1, 0).is_valid() && !control(1, 1, 1).is_valid());
        assert_eq!(
            Limit::Clock(control(60_000, 0, 5)).to_string(),
            "time 60000/5"
        );
    }
}

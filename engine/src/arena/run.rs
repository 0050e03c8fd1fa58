//! Playing a match: several pairs at a time, results in the order of the pairs.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::contestant::{Contestant, Seat};
use super::game::{End, Event, Fixture, Game, Void, Which};
use super::log::{LogError, MatchLog};
use super::referee::{Rules, play};
use super::stats::{PairResult, Pairs, Sprt, Verdict};

/// How often a void pair is played again before the fault counts as a loss.
pub const REPLAYS: u32 = 2;

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArenaError {
    /// The log cannot be written.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// What is known of a pair.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PairState {
    /// The games that count.
    pub games: [Option<Game>; 2],
    /// How often it was void, with the faults.
    pub voids: Vec<Void>,
}

impl PairState {
    /// Both games, once they are finished.
    #[must_use]
    pub fn complete(&self) -> Option<[&Game; 2]> {
        match &self.games {
            [Some(first), Some(second)] => Some([first, second]),
            _ => None,
        }
    }

    /// What a finished pair came to.
    #[must_use]
    pub fn result(&self) -> Option<PairResult> {
        let [first, second] = self.complete()?;
        Some(PairResult::of(first.half_points(), second.half_points()))
    }

    fn replays(&self) -> u32 {
        self.voids.len() as u32
    }

    fn take(&mut self, event: Event) {
        match event {
            // A game of a try that became void later, or one that stands twice, is none.
            Event::Game(game) if game.replays == self.replays() => {
                let slot = &mut self.games[usize::from(game.game.min(1))];
                slot.get_or_insert(game);
            }
            Event::Void(void) if void.replays == self.replays() => {
                self.games = [None, None];
                self.voids.push(void);
            }
            Event::Game(_) | Event::Void(_) => {}
        }
    }
}

/// All pairs of a match by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pairs: Vec<PairState>,
}

impl Table {
    /// A table of so many pairs with what a log holds; events of other pairs are passed over.
    #[must_use]
    pub fn new(pairs: usize, events: Vec<Event>) -> Self {
        let mut table = Self {
            pairs: vec![PairState::default(); pairs],
        };
        events.into_iter().for_each(|event| table.take(event));
        table
    }

    /// Takes an event.
    pub fn take(&mut self, event: Event) {
        let pair = match &event {
            Event::Game(game) => game.pair,
            Event::Void(void) => void.pair,
        };
        let pair = usize::try_from(pair).ok();
        if let Some(state) = pair.and_then(|pair| self.pairs.get_mut(pair)) {
            state.take(event);
        }
    }

    /// The pairs, by their numbers.
    #[must_use]
    pub fn pairs(&self) -> &[PairState] {
        &self.pairs
    }

    /// The finished pairs before the first that is not: what a sequential test may read.
    pub fn finished_prefix(&self) -> impl Iterator<Item = PairResult> {
        self.pairs.iter().map_while(PairState::result)
    }

    /// Finished games.
    #[must_use]
    pub fn games(&self) -> usize {
        let games = self.pairs.iter().flat_map(|pair| &pair.games);
        games.flatten().count()
    }
}

/// Where a match stands, for whoever watches it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Standing {
    /// Finished games, of all.
    pub games: usize,
    /// Games of the whole match.
    pub total: usize,
    /// Finished pairs.
    pub pairs: Pairs,
    /// The sequential test over the finished pairs without a gap.
    pub sprt: Option<Verdict>,
}

/// A match.
#[derive(Debug)]
pub struct Match<'a> {
    /// The first and the second engine.
    pub contestants: [&'a Contestant; 2],
    /// The pairs, by their numbers from 0.
    pub fixtures: &'a [Fixture],
    /// The rules.
    pub rules: Rules,
    /// Pairs that are played at a time, at least 1.
    pub concurrency: usize,
    /// The test that may end the match early.
    pub sprt: Option<Sprt>,
}

impl Match<'_> {
    /// Plays what `table` does not hold yet; every event goes into `log` first, then into `table`, and is shown to `watch`.
    ///
    /// # Errors
    /// [`ArenaError::Log`] if the log cannot be written; games under way are then lost.
    pub fn run(
        &self,
        log: &mut MatchLog,
        table: &mut Table,
        watch: &mut dyn FnMut(&Event, &Standing),
    ) -> Result<(), ArenaError> {
        let open: Vec<usize> = (0..self.fixtures.len())
            .filter(|&i| table.pairs[i].complete().is_none())
            .collect();
        if open.is_empty() || self.decided(table).is_some() {
            return Ok(());
        }
        let work = Work {
            states: table.pairs.clone(),
            open,
            next: AtomicUsize::new(0),
            stop: AtomicBool::new(false),
        };
        let (sender, events) = channel();
        thread::scope(|scope| {
            for worker in 0..self.concurrency.clamp(1, work.open.len()) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || self.work(worker, work, &sender));
            }
            drop(sender);
            let mut pairs = table.pairs.iter().filter_map(PairState::result).collect();
            for event in events {
                if let Err(error) = log.append(&event) {
                    work.stop.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
                self.take(event, table, &mut pairs, &work, watch);
            }
            Ok(())
        })
    }

    fn take(
        &self,
        event: Event,
        table: &mut Table,
        pairs: &mut Pairs,
        work: &Work,
        watch: &mut dyn FnMut(&Event, &Standing),
    ) {
        table.take(event.clone());
        let finished = match &event {
            Event::Game(game) => table
                .pairs
                .get(game.pair as usize)
                .and_then(PairState::result),
            Event::Void(_) => None,
        };
        let mut sprt = None;
        if let Some(result) = finished {
            pairs.add(result);
            sprt = self.sprt.map(|sprt| sprt.read(table.finished_prefix()));
            if sprt.is_some_and(|verdict| verdict.decision.is_some()) {
                work.stop.store(true, Ordering::Relaxed);
            }
        }
        let standing = Standing {
            games: table.games(),
            total: 2 * self.fixtures.len(),
            pairs: *pairs,
            sprt,
        };
        watch(&event, &standing);
    }

    /// The verdict of the test, if it has one.
    #[must_use]
    pub fn decided(&self, table: &Table) -> Option<Verdict> {
        let verdict = self.sprt?.read(table.finished_prefix());
        verdict.decision.map(|_| verdict)
    }

    /// Plays pairs until there are none.
    fn work(&self, worker: usize, work: &Work, events: &Sender<Event>) {
        let mut seats =
            Which::BOTH.map(|which| Seat::new(self.contestants[which.index()], which, worker));
        while let Some(index) = work.next() {
            self.play_pair(&mut seats, index, work, events);
        }
        seats.iter_mut().for_each(Seat::quit);
    }

    /// Plays the games of a pair that are missing, and after a fault both of them again.
    fn play_pair(
        &self,
        seats: &mut [Seat<'_>; 2],
        index: usize,
        work: &Work,
        events: &Sender<Event>,
    ) {
        let fixture = &self.fixtures[index];
        let mut state = work.states[index].clone();
        while state.complete().is_none() {
            if work.stop.load(Ordering::Relaxed) {
                return;
            }
            let game = u8::from(state.games[0].is_some());
            let replays = state.replays();
            let event = match play(seats, fixture, game, replays, &self.rules) {
                Ok(game) => Event::Game(game),
                Err(fault) if replays < REPLAYS => Event::Void(Void {
                    pair: fixture.pair,
                    game,
                    replays,
                    fault,
                }),
                Err(fault) => Event::Game(lost_by_fault(fixture, game, replays, &fault)),
            };
            state.take(event.clone());
            // The receiver is gone only if the log cannot be written.
            if events.send(event).is_err() {
                return;
            }
        }
    }
}

fn lost_by_fault(fixture: &Fixture, game: u8, replays: u32, fault: &super::game::Fault) -> Game {
    Game {
        end: End::Fault,
        winner: Some(fault.by.other()),
        detail: Some(format!("{}: {}", fault.kind.as_str(), fault.reason)),
        ..fixture.game(game, replays)
    }
}

/// What the workers share.
struct Work {
    /// What was known before the run.
    states: Vec<PairState>,
    /// Numbers of the pairs to play.
    open: Vec<usize>,
    next: AtomicUsize,
    stop: AtomicBool,
}

impl Work {
    fn next(&self) -> Option<usize> {
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        self.open.get(next).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{Fault, FaultKind};

    fn game(pair: u64, game: u8, replays: u32, winner: Option<Which>) -> Event {
        Event::Game(Game {
            pair,
            game,
            replays,
            start: 0,
            start_ply: 0,
            seed: 1,
            white_first: false,
            end: End::Resign,
            winner,
            detail: None,
            moves: Vec::new(),
        })
    }

    fn void(pair: u64, replays: u32) -> Event {
        Event::Void(Void {
            pair,
            game: 1,
            replays,
            fault: Fault {
                by: Which::First,
                kind: FaultKind::Crash,
                reason: "it fell".to_owned(),
                shown: String::new(),
            },
        })
    }

    #[test]
    fn a_void_pair_counts_only_by_its_replay() {
        let first = Some(Which::First);
        let events = vec![
            game(0, 0, 0, first),
            void(0, 0),
            // Late words of the void try change nothing.
            game(0, 1, 0, first),
            void(0, 0),
            game(0, 0, 1, None),
            game(0, 1, 1, None),
        ];
        let table = Table::new(1, events);
        let state = &table.pairs()[0];
        assert_eq!(state.voids.len(), 1);
        assert_eq!(state.result(), Some(PairResult::DdOrWl));
    }

    #[test]
    fn the_test_reads_no_further_than_the_first_gap() {
        let first = Some(Which::First);
        let mut events = vec![
            game(0, 0, 0, first),
            game(2, 0, 0, first),
            game(2, 1, 0, first),
        ];
        assert_eq!(Table::new(3, events.clone()).finished_prefix().count(), 0);
        events.push(game(0, 1, 0, first));
        let table = Table::new(3, events);
        assert_eq!((table.finished_prefix().count(), table.games()), (1, 4));
    }

    #[test]
    fn games_of_other_pairs_and_double_lines_are_passed_over() {
        let first = Some(Which::First);
        let events = vec![
            game(7, 0, 0, first),
            game(0, 0, 0, first),
            game(0, 0, 0, None),
        ];
        let table = Table::new(1, events);
        assert_eq!(table.games(), 1);
        let kept = table.pairs()[0].games[0].as_ref().expect("a game");
        assert_eq!(kept.winner, first);
    }
}

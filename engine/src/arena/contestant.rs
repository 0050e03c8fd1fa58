//! The engines of a match.

use std::fmt;
use std::time::Duration;

use super::clock::{Clock, Limit};
use super::game::{Fault, FaultKind, Which};
use crate::rules::Color;
use crate::teacher::{
    Identity, Isolation, Known, Launcher, LimitBy, Note, Plan, Programs, Role, TeacherConfig,
    TeacherError, send,
};
use crate::usi::{Clocks, Go, GoLimit, Root, Search, UsiEngine, UsiError, UsiErrorKind, UsiOption};

/// An engine with its options and its limit, ready to be started as often as needed.
pub struct Contestant {
    limit: Limit,
    launcher: Box<dyn Launcher>,
    plan: Plan,
    identity: Identity,
    notes: Vec<Note>,
    threads: u32,
    /// The option that takes the seed of a pair.
    seed: Option<UsiOption>,
}

impl fmt::Debug for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contestant")
            .field("identity", &self.identity)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

impl Contestant {
    /// Starts an engine once to see who it is and whether options and limit fit, and ends it again.
    ///
    /// # Errors
    /// [`TeacherError`] if it cannot be started, or options, profile or limit do not fit.
    pub fn meet(config: &TeacherConfig, limit: Limit) -> Result<Self, TeacherError> {
        Self::meet_with(config, limit, Box::new(Programs::of(config)))
    }

    /// The same with another way of starting the engine.
    ///
    /// # Errors
    /// As [`Contestant::meet`].
    pub fn meet_with(
        config: &TeacherConfig,
        limit: Limit,
        launcher: Box<dyn Launcher>,
    ) -> Result<Self, TeacherError> {
        let failed = |source| TeacherError::Start {
            command: config.command.text(),
            source,
        };
        let mut engine = launcher.launch(0, &[]).map_err(failed)?;
        let known = Known::of(config, &engine)?;
        check_limit(&known.plan, limit)?;
        // A book that is not there shows here, before anything is played.
        let ready = known
            .plan
            .introduce(&mut engine)
            .and_then(|()| engine.ready());
        ready.map_err(failed)?;
        let own = |option: &&UsiOption| !config.options.iter().any(|(n, _)| option.is_named(n));
        let seed = Role::RandomSeed.find(engine.options()).filter(own).cloned();
        engine.quit();
        Ok(Self {
            limit,
            launcher,
            plan: known.plan,
            identity: known.identity,
            notes: known.notes,
            threads: config.threads.max(1),
            seed,
        })
    }

    /// Who it is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What the user should know about it.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// What it may use for a move.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// What reports say of it.
    #[must_use]
    pub fn side(&self) -> super::report::Side {
        super::report::Side {
            requested: self.limit.to_string(),
            options: self.identity.options_sent.clone(),
        }
    }

    /// Its search threads.
    #[must_use]
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// Whether the same games can be had again: no clock, one thread, and an engine that forgets.
    #[must_use]
    pub fn is_repeatable(&self) -> bool {
        self.limit.is_repeatable() && self.threads == 1 && self.plan.isolation.is_repeatable()
    }

    /// Whether it takes the seed of the pair, so that its play may differ from pair to pair.
    #[must_use]
    pub fn takes_seed(&self) -> bool {
        self.seed.is_some()
    }
}

fn check_limit(plan: &Plan, limit: Limit) -> Result<(), TeacherError> {
    let limit = match limit {
        Limit::Nodes(nodes) => crate::teacher::Limit::Nodes(nodes),
        Limit::Depth(depth) => crate::teacher::Limit::Depth(depth),
        Limit::Clock(_) => return Ok(()),
    };
    match plan.profile.limit_by(limit) {
        LimitBy::Go | LimitBy::Argument(_) => Ok(()),
        LimitBy::Stop | LimitBy::Nothing => Err(TeacherError::BadLimit {
            profile: plan.profile.name.clone(),
            limit,
        }),
    }
}

/// A contestant at work: one process that plays game after game.
pub(super) struct Seat<'a> {
    who: &'a Contestant,
    which: Which,
    worker: usize,
    engine: Option<UsiEngine>,
}

/// What an engine came up with.
pub(super) enum Thought {
    /// An answer.
    Answer(Box<Search>),
    /// An illegal move, as sent.
    Illegal(String),
}

impl<'a> Seat<'a> {
    pub(super) fn new(who: &'a Contestant, which: Which, worker: usize) -> Self {
        Self {
            who,
            which,
            worker,
            engine: None,
        }
    }

    pub(super) fn limit(&self) -> Limit {
        self.who.limit
    }

    /// Brings the engine into its first state for a new game; it is started if it does not run.
    pub(super) fn begin(&mut self, seed: u8) -> Result<(), Fault> {
        let begun = self.try_begin(seed);
        begun.map_err(|error| self.fault(&error))
    }

    fn try_begin(&mut self, seed: u8) -> Result<(), UsiError> {
        let who = self.who;
        let plan = &who.plan;
        if plan.isolation == Isolation::Restart {
            self.quit();
        }
        let engine = match &mut self.engine {
            Some(engine) => engine,
            slot => slot.insert(started(who, self.worker)?),
        };
        engine.settle()?;
        send(engine, &plan.reset)?;
        if let Some(option) = &who.seed {
            let seed = seed.to_string();
            if option.accepts(Some(&seed)) {
                engine.set_unlisted_option(&option.name, Some(&seed))?;
            }
        }
        engine.ready()?;
        send(engine, &plan.search)?;
        if let Some(name) = plan.multi_pv.as_ref().filter(|_| plan.multi_pv_again) {
            engine.set_unlisted_option(name, Some("1"))?;
        }
        engine.take_warnings();
        engine.begin_game()
    }

    /// Asks for a move; the time is that between `go` and the answer. `longest` is the time after which the engine is told to stop.
    pub(super) fn think(
        &mut self,
        root: &Root,
        clocks: [Option<Clock>; 2],
        longest: Option<Duration>,
    ) -> Result<(Thought, Duration), Fault> {
        let mut go = self.go(root.position().side(), clocks);
        if let Some(longest) = longest {
            go = go.stop_after(longest);
        }
        let thought = self.try_think(root, &go);
        thought.map_err(|error| self.fault(&error))
    }

    fn try_think(&mut self, root: &Root, go: &Go) -> Result<(Thought, Duration), UsiError> {
        let Some(engine) = &mut self.engine else {
            let step = crate::usi::Step::Go;
            return Err(UsiError::new(
                UsiErrorKind::EngineCrash,
                step,
                "not started",
            ));
        };
        engine.settle()?;
        let begin = engine.elapsed();
        let found = engine.search_on(root, go);
        let used = engine.elapsed().saturating_sub(begin);
        match found {
            Ok(search) => Ok((Thought::Answer(Box::new(search)), used)),
            Err(error) if error.kind() == UsiErrorKind::IllegalBestmove => {
                Ok((Thought::Illegal(error.text().to_owned()), used))
            }
            Err(error) => Err(error),
        }
    }

    /// The search in the engine's own way.
    fn go(&self, side: Color, clocks: [Option<Clock>; 2]) -> Go {
        let profile = &self.who.plan.profile;
        let go = match self.who.limit {
            Limit::Nodes(nodes) => match profile.nodes {
                LimitBy::Argument(_) => Go::new(GoLimit::Infinite).node_cap(nodes),
                _ => Go::new(GoLimit::Nodes(nodes)),
            },
            Limit::Depth(depth) => Go::new(GoLimit::Depth(depth)),
            Limit::Clock(control) => Go::new(GoLimit::Clock(Clocks {
                left: clocks.map(|clock| clock.map_or(Duration::ZERO, |clock| clock.left())),
                increments: Color::ALL.map(|color| {
                    // The other side's increment is told only beside one of our own: an engine with byoyomi knows no other.
                    let clock = clocks[color.index()].filter(|_| !control.increment.is_zero());
                    clock.map_or(Duration::ZERO, |clock| clock.control().increment)
                }),
                byoyomi: clocks[side.index()]
                    .map_or(control.byoyomi, |clock| clock.control().byoyomi),
            })),
        };
        if profile.has_multi_pv {
            go
        } else {
            go.unranked()
        }
    }

    /// Tells the engine how the game ended. One that is gone is found at the next game.
    pub(super) fn game_over(&mut self, result: &str) {
        if let Some(engine) = &mut self.engine {
            let _ = engine.game_over(result);
        }
    }

    /// Ends the engine, politely.
    pub(super) fn quit(&mut self) {
        if let Some(engine) = self.engine.take() {
            engine.quit();
        }
    }

    /// A protocol fault of an engine that runs on.
    pub(super) fn protocol_fault(&mut self, reason: &str) -> Fault {
        self.engine = None;
        Fault {
            by: self.which,
            kind: FaultKind::Protocol,
            reason: reason.to_owned(),
            shown: reason.to_owned(),
        }
    }

    /// A fault ends the engine with all that it has started: it may be in any state now.
    fn fault(&mut self, error: &UsiError) -> Fault {
        self.engine = None;
        Fault {
            by: self.which,
            kind: match error.kind() {
                UsiErrorKind::EngineStart => FaultKind::Start,
                UsiErrorKind::EngineTimeout => FaultKind::Silence,
                UsiErrorKind::EngineCrash => FaultKind::Crash,
                _ => FaultKind::Protocol,
            },
            reason: error.fact(),
            shown: error.to_string(),
        }
    }
}

fn started(who: &Contestant, worker: usize) -> Result<UsiEngine, UsiError> {
    let nodes = match who.limit {
        Limit::Nodes(nodes) => Some(nodes),
        Limit::Depth(_) | Limit::Clock(_) => None,
    };
    let arguments = who.plan.arguments(nodes);
    let mut engine = who.launcher.launch(worker, &arguments)?;
    who.plan.introduce(&mut engine)?;
    Ok(engine)
}

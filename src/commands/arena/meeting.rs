//! Two engines over a suite: played as far as the log does not hold it, and judged.

use std::path::Path;

use joban_engine::arena::stats::Sprt;
use joban_engine::arena::{
    ArenaError, Contestant, Event, Fixture, LogError, Match, MatchLog, Report, Rules, Standing,
    Table,
};
use serde_json::{Value, json};

use super::files::Records;
use super::settings::{self, Player, Starts};
use super::{engine_json, log_failure};
use crate::args::ArenaArgs;
use crate::commands::Context;
use crate::commands::audit::bench::tell;
use crate::failure::{Failure, Outcome};
use crate::progress::Playing;
use crate::text;

/// Starts and rules, whoever plays.
pub(super) struct Terms {
    pub(super) starts: Starts,
    pub(super) fixtures: Vec<Fixture>,
    pub(super) first_start: u64,
    pub(super) rules: Rules,
    pub(super) sprt: Option<Sprt>,
}

impl Terms {
    /// What the options say.
    ///
    /// # Errors
    ///
    /// Usage (2), a suite that cannot be used (3).
    pub(super) fn new(args: &ArenaArgs) -> Outcome<Self> {
        let rules = settings::rules(args)?;
        let sprt = settings::sprt([args.elo0, args.elo1], [args.alpha, args.beta])?;
        let starts = settings::starts(args)?;
        Ok(Self {
            fixtures: starts.fixtures(args, &rules)?,
            starts,
            first_start: args.first_start.unwrap_or(1),
            rules,
            sprt,
        })
    }
}

/// Everything that decides a match.
pub(super) struct Meeting<'a> {
    pub(super) players: [&'a Player; 2],
    pub(super) terms: &'a Terms,
    concurrency: usize,
}

/// What was played, as far as it counts.
pub(super) struct Played {
    pub(super) table: Table,
    pub(super) report: Report,
    /// Pairs that count.
    pub(super) pairs: usize,
    /// Games beyond the pair with which the test ended.
    pub(super) discarded: usize,
    /// Whether records tell times.
    pub(super) with_times: bool,
}

impl<'a> Meeting<'a> {
    /// Two players on these terms.
    ///
    /// # Errors
    ///
    /// Exit 2 for starts from which they would play few different games, and numbers out of range.
    pub(super) fn new(
        players: [&'a Player; 2],
        terms: &'a Terms,
        args: &ArenaArgs,
    ) -> Outcome<Self> {
        terms.starts.refuse_shallow(args, players)?;
        Ok(Self {
            players,
            terms,
            concurrency: settings::concurrency(args, players)?,
        })
    }

    /// Plays what the log does not hold yet, and judges it all.
    ///
    /// # Errors
    ///
    /// Exit 2 for a log of another match, 3 for a damaged one, 5 for one that cannot be written.
    pub(super) fn play(
        &self,
        path: &Path,
        args: &ArenaArgs,
        context: &Context<'_>,
    ) -> Outcome<Played> {
        let table = self.play_on(path, args, context)?;
        Ok(self.judged(table))
    }

    /// Plays what the log does not hold yet.
    fn play_on(&self, path: &Path, args: &ArenaArgs, context: &Context<'_>) -> Outcome<Table> {
        let settings = self.settings();
        let (mut log, events) = match MatchLog::open(path, &settings) {
            Err(LogError::OtherSettings { .. }) if args.start_over == Some(true) => {
                let aside = MatchLog::set_aside(path).map_err(|error| log_failure(&error))?;
                tell(&text!(MatchAside, aside.display()), context);
                MatchLog::open(path, &settings)
            }
            opened => opened,
        }
        .map_err(|error| log_failure(&error))?;
        let mut table = Table::new(self.terms.fixtures.len(), events);
        if table.games() > 0 {
            tell(&text!(MatchResumed, table.games(), path.display()), context);
        }
        let a_match = Match {
            contestants: self.contestants(),
            fixtures: &self.terms.fixtures,
            rules: self.terms.rules,
            concurrency: self.concurrency,
            sprt: self.terms.sprt,
        };
        let mut progress = Playing::new(context.global.quiet, context.lang);
        let mut watch = |event: &Event, standing: &Standing| {
            self.watch(event, standing, &mut progress, context)
        };
        let ended = a_match.run(&mut log, &mut table, &mut watch);
        progress.finish();
        ended.map_err(|error| match error {
            ArenaError::Log(error) => log_failure(&error),
            other => Failure::internal(text!(InternalFailed, other)),
        })?;
        log.sync().map_err(|error| log_failure(&error))?;
        Ok(table)
    }

    fn watch(
        &self,
        event: &Event,
        standing: &Standing,
        progress: &mut Playing,
        context: &Context<'_>,
    ) {
        match event {
            Event::Game(_) => {
                let points: u64 = standing.pairs.0.iter().zip(0..).map(|(n, p)| n * p).sum();
                let pairs = standing.pairs.count();
                let percent = (pairs > 0).then(|| 25.0 * points as f64 / pairs as f64);
                progress.count(standing.games, standing.total, percent);
            }
            Event::Void(void) => {
                let name = &self.players[void.fault.by.index()].name;
                let (pair, reason) = (void.pair, &void.fault.shown);
                tell(&text!(MatchVoid, pair, name, reason), context);
            }
        }
    }

    pub(super) fn contestants(&self) -> [&'a Contestant; 2] {
        self.players.map(|player| &player.contestant)
    }

    /// What decides which games are played, and how. Neither the number of pairs nor the test nor the concurrency does.
    fn settings(&self) -> Value {
        json!({
            "first": engine_json(self.players[0]),
            "second": engine_json(self.players[1]),
            "suite_sha256": self.terms.starts.file.sha256,
            "first_start": self.terms.first_start,
            "rules": self.terms.rules,
        })
    }

    fn judged(&self, table: Table) -> Played {
        let verdict = self
            .terms
            .sprt
            .map(|sprt| sprt.read(table.finished_prefix()));
        let pairs = match verdict {
            Some(verdict) if verdict.decision.is_some() => verdict.pairs as usize,
            _ => self.terms.fixtures.len(),
        };
        let counted = table.pairs()[..pairs].iter();
        let counted: usize = counted
            .map(|pair| pair.games.iter().flatten().count())
            .sum();
        Played {
            report: Report::new(
                &table,
                pairs,
                self.terms.sprt,
                &self.contestants().map(Contestant::side),
            ),
            pairs,
            discarded: table.games() - counted,
            with_times: self.has_clock(),
            table,
        }
    }

    fn has_clock(&self) -> bool {
        self.contestants()
            .iter()
            .any(|each| !each.limit().is_repeatable())
    }

    /// Names of the players.
    pub(super) fn names(&self) -> [&'a str; 2] {
        self.players.map(|player| player.name.as_str())
    }

    /// The games that count, for the files.
    pub(super) fn records<'b>(&'b self, played: &'b Played) -> Records<'b> {
        Records {
            table: &played.table,
            pairs: played.pairs,
            fixtures: &self.terms.fixtures,
            names: self.names(),
            max_moves: self.terms.rules.max_moves,
            with_times: played.with_times,
        }
    }

    /// Whether the same games would be played again.
    pub(super) fn is_repeatable(&self) -> bool {
        self.contestants().iter().all(|each| each.is_repeatable())
    }
}

//! `joban match`: two engines, a suite, and what their games show.

mod analyse;
mod files;
mod plan;
mod report;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};

use joban_engine::arena::stats::Sprt;
use joban_engine::arena::{
    ArenaError, Contestant, Event, Fixture, LogError, Match, MatchLog, Report, Rules, Standing,
    Table,
};
use joban_positions::Manifest;
use joban_positions::manifest::{FILE_NAME, FileDigest};
use joban_positions::suite::uses::{self, Use, read_uses, record_use};
use serde_json::{Value, json};

use crate::args::{ArenaArgs, MatchArgs, MatchCommand};
use crate::commands::Context;
use crate::commands::audit::bench::{beside, tell};
use crate::commands::build::{PROGRAM, result_folder};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::folder::{ResultFolder, write_failure};
use crate::progress::Playing;
use crate::text;
use files::Records;
use settings::{Player, Starts};

/// Folder for the results without `-o`.
const OUT: &str = "joban-match";
/// An answer below this without a book says that an engine hardly thought.
const FAST_US: u64 = 200_000;

/// Runs `joban match`.
///
/// # Errors
///
/// Usage (2), a suite that cannot be used (3), an engine that cannot be started or loses a game by a fault (4), a failed write (5).
pub(crate) fn run(args: &MatchArgs, context: &Context<'_>) -> Outcome {
    match &args.command {
        None => play(args, context),
        Some(MatchCommand::Plan(args)) => plan::run(args, context),
        Some(MatchCommand::Analyse(args)) => analyse::run(args, context),
    }
}

fn play(args: &MatchArgs, context: &Context<'_>) -> Outcome {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let log = log_path(args, &out);
    let arena = args.arena.clone().or(context.loaded.config.arena.clone());
    let meeting = Meeting::new(&arena, context)?;
    let inputs = arena
        .suite
        .iter()
        .map(|suite| suite.clone().into_os_string());
    let folder = result_folder(&out, &inputs.collect::<Vec<_>>())?;
    let table = meeting.play(&log, &arena, context)?;
    let played = meeting.judged(&table);
    let facts = meeting.write(&folder, &table, &played)?;
    folder.finish()?;
    meeting.note_use(&facts, context);
    meeting.show(&played, &facts, &out, &log, context)?;
    let lost: u64 = played
        .report
        .actual
        .iter()
        .map(|each| each.lost_by_fault)
        .sum();
    if lost > 0 {
        return Err(Failure::engine(text!(
            MatchLostByFault,
            lost,
            log.display()
        )));
    }
    Ok(())
}

/// The log of a run: as named, else beside the result folder, since that is replaced as a whole.
fn log_path(args: &MatchArgs, out: &Path) -> PathBuf {
    args.log.clone().unwrap_or_else(|| beside(out, ".match"))
}

/// Everything that decides a match.
struct Meeting {
    players: [Player; 2],
    starts: Starts,
    fixtures: Vec<Fixture>,
    first_start: u64,
    rules: Rules,
    sprt: Option<Sprt>,
    concurrency: usize,
}

/// What was played, as far as it counts.
struct Played {
    report: Report,
    /// Pairs that count.
    pairs: usize,
    /// Games beyond the pair with which the test ended.
    discarded: usize,
    /// Whether records tell times.
    with_times: bool,
}

/// What belongs to a run and not to its results.
struct Facts {
    manifest_sha256: String,
    /// Answers of each engine that took less than [`FAST_US`] without a book, under a clock.
    fast: Option<[u64; 2]>,
    /// Other matches that the suite was used for.
    uses: Option<usize>,
}

impl Meeting {
    fn new(args: &ArenaArgs, context: &Context<'_>) -> Outcome<Self> {
        let rules = settings::rules(args)?;
        let sprt = settings::sprt([args.elo0, args.elo1], [args.alpha, args.beta])?;
        let starts = settings::starts(args)?;
        let fixtures = starts.fixtures(args)?;
        let players = settings::players(args, context)?;
        starts.refuse_shallow(args, &players)?;
        let concurrency = settings::concurrency(args, &players)?;
        Ok(Self {
            players,
            starts,
            fixtures,
            first_start: args.first_start.unwrap_or(1),
            rules,
            sprt,
            concurrency,
        })
    }

    /// Plays what the log does not hold yet.
    fn play(&self, path: &Path, args: &ArenaArgs, context: &Context<'_>) -> Outcome<Table> {
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
        let mut table = Table::new(self.fixtures.len(), events);
        if table.games() > 0 {
            tell(&text!(MatchResumed, table.games(), path.display()), context);
        }
        let a_match = Match {
            contestants: self.contestants(),
            fixtures: &self.fixtures,
            rules: self.rules,
            concurrency: self.concurrency,
            sprt: self.sprt,
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

    fn contestants(&self) -> [&Contestant; 2] {
        self.players.each_ref().map(|player| &player.contestant)
    }

    /// What decides which games are played, and how. Neither the number of pairs nor the test nor the concurrency does.
    fn settings(&self) -> Value {
        json!({
            "first": engine_json(&self.players[0]),
            "second": engine_json(&self.players[1]),
            "suite_sha256": self.starts.file.sha256,
            "first_start": self.first_start,
            "rules": self.rules,
        })
    }

    fn judged(&self, table: &Table) -> Played {
        let verdict = self.sprt.map(|sprt| sprt.read(table.finished_prefix()));
        let pairs = match verdict {
            Some(verdict) if verdict.decision.is_some() => verdict.pairs as usize,
            _ => self.fixtures.len(),
        };
        let counted = table.pairs()[..pairs].iter();
        let counted: usize = counted
            .map(|pair| pair.games.iter().flatten().count())
            .sum();
        Played {
            report: Report::new(
                table,
                pairs,
                self.sprt,
                &self.contestants().map(Contestant::side),
            ),
            pairs,
            discarded: table.games() - counted,
            with_times: self.has_clock(),
        }
    }

    fn has_clock(&self) -> bool {
        self.contestants()
            .iter()
            .any(|each| !each.limit().is_repeatable())
    }

    fn write(&self, folder: &ResultFolder, table: &Table, played: &Played) -> Outcome<Facts> {
        let records = Records {
            table,
            pairs: played.pairs,
            fixtures: &self.fixtures,
            names: self.players.each_ref().map(|player| player.name.as_str()),
            max_moves: self.rules.max_moves,
            with_times: played.with_times,
        };
        let mut report = json!({
            "program": PROGRAM,
            "command": "match",
            "engines": self.players.each_ref().map(engine_json),
            "rules": self.rules,
            "suite": {"positions_sha256": self.starts.positions_sha256, "starts": self.starts.len()},
        });
        report["result"] = json!(played.report);
        let outputs = vec![
            folder.write("games.jsonl", |to| records.write_jsonl(to))?,
            folder.write("games.csa", |to| records.write_csa(to))?,
            folder.write("report.json", |to| {
                serde_json::to_writer_pretty(&mut *to, &report)?;
                to.write_all(b"\n")
            })?,
        ];
        folder.write_manifest(&self.manifest(played, outputs))?;
        let bytes = fs::read(folder.path().join(FILE_NAME))
            .map_err(|error| write_failure(&folder.target(FILE_NAME), &error))?;
        let manifest_sha256 = FileDigest::of_bytes(String::new(), &bytes).sha256;
        let facts = Facts {
            fast: played.with_times.then(|| records.fast_answers(FAST_US)),
            uses: read_uses(&self.starts.folder).ok().map(|uses| {
                let other = |each: &&Use| {
                    each.suite == self.starts.positions_sha256
                        && each.match_manifest != manifest_sha256
                };
                uses.iter().filter(other).count()
            }),
            manifest_sha256,
        };
        let head = json!({
            "discarded_games": played.discarded,
            "fast_answers": facts.fast,
            "other_uses_of_suite": facts.uses,
        });
        folder.write("timing.jsonl", |to| records.write_timing(&head, to))?;
        Ok(facts)
    }

    fn manifest(&self, played: &Played, outputs: Vec<FileDigest>) -> Manifest {
        let mut manifest = Manifest::new(PROGRAM, "match");
        manifest.inputs.push(self.starts.file.clone());
        for player in &self.players {
            manifest.inputs.extend(player.files.iter().cloned());
        }
        manifest.inputs.sort();
        manifest.inputs.dedup();
        let options = [
            ("engines", json!(self.players.each_ref().map(engine_json))),
            ("rules", json!(self.rules)),
            ("pairs", json!(self.fixtures.len())),
            ("first_start", json!(self.first_start)),
            ("sprt", json!(self.sprt)),
        ];
        manifest
            .options
            .extend(options.map(|(name, value)| (name.to_owned(), value)));
        let games = &played.report.games;
        let counts = [
            ("pairs", played.pairs as u64),
            ("games", games.games()),
            ("wins", games.wins),
            ("draws", games.draws),
            ("losses", games.losses),
        ];
        manifest
            .counts
            .extend(counts.map(|(name, count)| (name.to_owned(), count)));
        manifest.outputs = outputs;
        manifest
    }

    /// Notes beside the suite that it was used. A folder that cannot be written is no reason to lose a match.
    fn note_use(&self, facts: &Facts, context: &Context<'_>) {
        let the_use = Use {
            revision: uses::REVISION,
            suite: self.starts.positions_sha256.clone(),
            match_manifest: facts.manifest_sha256.clone(),
            engines: self.players.each_ref().map(|player| player.name.clone()),
            pairs: self.fixtures.len() as u64,
        };
        if let Err(error) = record_use(&self.starts.folder, &the_use) {
            let text = text!(
                MatchUseNotNoted,
                self.starts.folder.display(),
                error.words()
            );
            tell(&text!(WarningPrefix, text), context);
        }
    }

    fn show(
        &self,
        played: &Played,
        facts: &Facts,
        out: &Path,
        log: &Path,
        context: &Context<'_>,
    ) -> Outcome {
        if context.global.json {
            return context.show_json(&json!({
                "program": PROGRAM,
                "command": "match",
                "engines": self.players.each_ref().map(|player| &player.name),
                "result": played.report,
                "discarded_games": played.discarded,
                "fast_answers": facts.fast,
                "other_uses_of_suite": facts.uses,
                "log": log.display().to_string(),
                "out": out.display().to_string(),
            }));
        }
        let names = self.players.each_ref().map(|player| player.name.as_str());
        let is_repeatable = self.contestants().iter().all(|each| each.is_repeatable());
        let shown = report::Shown {
            names,
            report: &played.report,
            discarded: played.discarded,
            fast: facts.fast,
            uses: facts.uses,
            is_repeatable,
            out: Some(out),
        };
        shown.print(context.lang)
    }
}

/// An engine for logs, manifests and reports: nothing of it depends on the run.
fn engine_json(player: &Player) -> Value {
    json!({
        "name": player.name,
        "identity": player.contestant.identity().to_json(),
        "limit": player.contestant.limit().to_string(),
        "patience_s": player.config.limits.go.as_secs(),
        "takes_seed": player.contestant.takes_seed(),
        "files": player.files,
    })
}

fn log_failure(error: &LogError) -> Failure {
    match error {
        LogError::Locked { path } => Failure::usage(text!(MatchLocked, path.display())),
        LogError::OtherSettings { path, differs } => {
            Failure::usage(text!(MatchOther, path.display(), differs.join(", ")))
        }
        LogError::Damaged { path, line, reason } => {
            Failure::input(text!(MatchDamaged, path.display(), line, reason))
        }
        LogError::Io { path, source } => write_failure(path, source),
        other => Failure::internal(text!(InternalFailed, other)),
    }
}

//! `joban match`: two engines, a suite, and what their games show.

mod analyse;
mod book;
mod files;
mod meeting;
mod plan;
mod report;
mod settings;

use std::fs;
use std::path::{Path, PathBuf};

use joban_engine::arena::{LogError, Report};
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
use crate::text;
use meeting::{Meeting, Played, Terms};
use settings::Player;

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
        Some(MatchCommand::Book(args)) => book::run(args, context),
        Some(MatchCommand::Plan(args)) => plan::run(args, context),
        Some(MatchCommand::Analyse(args)) => analyse::run(args, context),
    }
}

fn play(args: &MatchArgs, context: &Context<'_>) -> Outcome {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let log = log_path(args, &out);
    let arena = args.arena.clone().or(context.loaded.config.arena.clone());
    let terms = Terms::new(&arena)?;
    let players = settings::players(&arena, context)?;
    let meeting = Meeting::new(players.each_ref(), &terms, &arena)?;
    let folder = folder_for(&out, &arena)?;
    let played = meeting.play(&log, &arena, context)?;
    let facts = write(&folder, &meeting, &played)?;
    folder.finish()?;
    terms.note_use(&facts.manifest_sha256, meeting.names(), context);
    show(&meeting, &played, &facts, &out, &log, context)?;
    lost_by_fault([&played.report], &log)
}

/// The log of a run: as named, else beside the result folder, since that is replaced as a whole.
fn log_path(args: &MatchArgs, out: &Path) -> PathBuf {
    args.log.clone().unwrap_or_else(|| beside(out, ".match"))
}

/// The result folder; it must not hold the suite.
fn folder_for(out: &Path, arena: &ArenaArgs) -> Outcome<ResultFolder> {
    let suite = arena.suite.iter();
    let inputs = suite.map(|suite| suite.clone().into_os_string());
    result_folder(out, &inputs.collect::<Vec<_>>())
}

/// A match in which faults of an engine decided games is no result.
fn lost_by_fault<'a>(reports: impl IntoIterator<Item = &'a Report>, log: &Path) -> Outcome {
    let actual = reports.into_iter().flat_map(|report| &report.actual);
    match actual.map(|each| each.lost_by_fault).sum::<u64>() {
        0 => Ok(()),
        lost => Err(Failure::engine(text!(
            MatchLostByFault,
            lost,
            log.display()
        ))),
    }
}

/// What belongs to a run and not to its results.
struct Facts {
    manifest_sha256: String,
    /// Answers of each engine that took less than [`FAST_US`] without a book, under a clock.
    fast: Option<[u64; 2]>,
    /// Other matches that the suite was used for.
    uses: Option<usize>,
}

fn write(folder: &ResultFolder, meeting: &Meeting<'_>, played: &Played) -> Outcome<Facts> {
    let terms = meeting.terms;
    let records = meeting.records(played);
    let mut outputs = records.write(folder, "")?;
    let mut report = json!({
        "program": PROGRAM,
        "command": "match",
        "engines": meeting.players.map(engine_json),
        "rules": terms.rules,
        "suite": terms.suite_json(),
    });
    report["result"] = json!(played.report);
    outputs.push(folder.write_json("report.json", &report)?);
    let mut manifest = terms.manifest("match", &meeting.players);
    let games = &played.report.games;
    let counts = [
        ("pairs", played.pairs as u64),
        ("games", games.games()),
        ("wins", games.wins),
        ("draws", games.draws),
        ("losses", games.losses),
    ];
    let counts = counts.map(|(name, count)| (name.to_owned(), count));
    manifest.counts.extend(counts);
    manifest.outputs = outputs;
    let manifest_sha256 = write_manifest(folder, &manifest)?;
    let facts = Facts {
        fast: played.with_times.then(|| records.fast_answers(FAST_US)),
        uses: terms.other_uses(&manifest_sha256),
        manifest_sha256,
    };
    let head = timing_head(played, facts.fast, facts.uses);
    folder.write("timing.jsonl", |to| records.write_timing(&head, to))?;
    Ok(facts)
}

/// The first line of a `timing.jsonl`.
fn timing_head(played: &Played, fast: Option<[u64; 2]>, uses: Option<usize>) -> Value {
    json!({
        "discarded_games": played.discarded,
        "fast_answers": fast,
        "other_uses_of_suite": uses,
    })
}

/// Writes a manifest and gives its digest.
fn write_manifest(folder: &ResultFolder, manifest: &Manifest) -> Outcome<String> {
    folder.write_manifest(manifest)?;
    let bytes = fs::read(folder.path().join(FILE_NAME))
        .map_err(|error| write_failure(&folder.target(FILE_NAME), &error))?;
    Ok(FileDigest::of_bytes(String::new(), &bytes).sha256)
}

impl Terms {
    fn suite_json(&self) -> Value {
        json!({"positions_sha256": self.starts.positions_sha256, "starts": self.starts.len()})
    }

    /// What decided the games of these players.
    fn manifest(&self, command: &str, players: &[&Player]) -> Manifest {
        let mut manifest = Manifest::new(PROGRAM, command);
        manifest.inputs.push(self.starts.file.clone());
        let files = players.iter().flat_map(|player| &player.files);
        manifest.inputs.extend(files.cloned());
        manifest.inputs.sort();
        manifest.inputs.dedup();
        let engines: Vec<Value> = players.iter().map(|player| engine_json(player)).collect();
        let options = [
            ("engines", json!(engines)),
            ("rules", json!(self.rules)),
            ("pairs", json!(self.fixtures.len())),
            ("first_start", json!(self.first_start)),
            ("sprt", json!(self.sprt)),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value));
        manifest.options.extend(options);
        manifest
    }

    /// Other matches that the suite was used for; `None` if that cannot be known.
    fn other_uses(&self, manifest_sha256: &str) -> Option<usize> {
        let uses = read_uses(&self.starts.folder).ok()?;
        let other = |each: &&Use| {
            each.suite == self.starts.positions_sha256 && each.match_manifest != manifest_sha256
        };
        Some(uses.iter().filter(other).count())
    }

    /// Notes beside the suite that it was used. A folder that cannot be written is no reason to lose a match.
    fn note_use(&self, manifest_sha256: &str, names: [&str; 2], context: &Context<'_>) {
        let the_use = Use {
            revision: uses::REVISION,
            suite: self.starts.positions_sha256.clone(),
            match_manifest: manifest_sha256.to_owned(),
            engines: names.map(str::to_owned),
            pairs: self.fixtures.len() as u64,
        };
        if let Err(error) = record_use(&self.starts.folder, &the_use) {
            let folder = self.starts.folder.display();
            let text = text!(MatchUseNotNoted, folder, error.words());
            tell(&text!(WarningPrefix, text), context);
        }
    }
}

fn show(
    meeting: &Meeting<'_>,
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
            "engines": meeting.names(),
            "result": played.report,
            "discarded_games": played.discarded,
            "fast_answers": facts.fast,
            "other_uses_of_suite": facts.uses,
            "log": log.display().to_string(),
            "out": out.display().to_string(),
        }));
    }
    let shown = report::Shown {
        names: meeting.names(),
        report: &played.report,
        discarded: played.discarded,
        fast: facts.fast,
        uses: facts.uses,
        is_repeatable: meeting.is_repeatable(),
        out: Some(out),
    };
    shown.print(context.lang)
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

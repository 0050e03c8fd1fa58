//! `joban verify`: every playable entry on trial.

pub(crate) mod book;
mod fix;
mod games;
mod refill;
pub(crate) mod report;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use joban_book_verify::{
    Audit, AuditSettings, Entry, Judge, JudgeSettings, Plan, ReplaceRule as Replacement, Replies,
    Scope,
};
use joban_engine::rules::{Color, Move};
use joban_engine::teacher::shard::Shard;
use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use serde_json::{Map, Value, json};

use crate::args::{ActionArgs, InputKind, ReplaceRule, ScopeArgs, SideArg, VerifyArgs};
use crate::commands::Context;
use crate::commands::audit::archive::ArchiveMoves;
use crate::commands::audit::bench::{Bench, Facts, log_path, until};
use crate::commands::build::{PROGRAM, result_folder};
use crate::failure::{Failure, Outcome};
use crate::output::folder::ResultFolder;
use crate::text;
pub(crate) use book::exceptions;
use book::{Book, BookSource};
use report::{Report, Written};

/// Folder for the results without `-o`.
const OUT: &str = "joban-audit";

/// Runs `joban verify`.
///
/// # Errors
///
/// Findings (1), usage (2), unusable input (3), engine faults or entries without a judgement (4), a failed write (5).
pub(crate) fn run(args: &VerifyArgs, context: &Context<'_>) -> Outcome {
    let kind = match args.kind {
        Some(kind) => kind,
        None => kind_of_all(&args.paths)?,
    };
    refuse_strangers(args, kind)?;
    match (kind, args.paths.as_slice()) {
        (InputKind::Games, _) => games::run(args, context),
        (_, [path]) => {
            let trial = Trial::new(args, Path::new(path), kind, context)?;
            if args.archive.is_empty() {
                trial.run()
            } else {
                refill::run(&trial)
            }
        }
        _ => Err(Failure::usage(text!(OneBook))),
    }
}

/// Options that would do nothing are refused; the same in `joban.toml` may be meant for other runs.
fn refuse_strangers(args: &VerifyArgs, kind: InputKind) -> Outcome {
    let (scope, action, games) = (&args.scope, &args.action, &args.games);
    let of_books = [
        ("--side", scope.side.is_some()),
        ("--from", scope.from.is_some()),
        ("--max-ply", scope.max_ply.is_some()),
        ("--since", scope.since.is_some()),
        ("--shard", scope.shard.is_some()),
        ("--moves", scope.moves.is_some()),
        ("--book-option", args.playable.book_option.is_some()),
        ("--engine-options", args.playable.engine_options.is_some()),
        ("--fix", action.fix.is_some()),
        ("--replace", action.replace.is_some()),
        ("--refresh", action.refresh.is_some()),
        ("--archive", !args.archive.is_empty()),
    ];
    let of_games = [
        ("--baseline", games.baseline.is_some()),
        ("--decided", games.decided.is_some()),
        ("--instant", games.instant.is_some()),
    ];
    let strangers: &[_] = if kind == InputKind::Games {
        &of_books
    } else {
        &of_games
    };
    match strangers.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) if kind == InputKind::Games => {
            Err(Failure::usage(text!(OptionOfBooks, option)))
        }
        Some((option, _)) => Err(Failure::usage(text!(OptionOfGames, option))),
        None if action.refresh == Some(true) && action.fix != Some(true) => {
            Err(Failure::usage(text!(OptionTogether, "--refresh", "--fix")))
        }
        None if !args.archive.is_empty() => refuse_with_archive(scope, action),
        None if action.fix == Some(true) && scope.shard.is_some() => {
            Err(Failure::usage(text!(ArgumentConflict, "--fix", "--shard")))
        }
        None => Ok(()),
    }
}

/// Refilling judges the whole book: what narrows the audit, or says what takes a place, does not go with it.
fn refuse_with_archive(scope: &ScopeArgs, action: &ActionArgs) -> Outcome {
    let strangers = [
        ("--side", scope.side.is_some()),
        ("--from", scope.from.is_some()),
        ("--max-ply", scope.max_ply.is_some()),
        ("--since", scope.since.is_some()),
        ("--time", scope.time.is_some()),
        ("--shard", scope.shard.is_some()),
        ("--moves", scope.moves.is_some()),
        ("--replace", action.replace.is_some()),
        ("--refresh", action.refresh.is_some()),
    ];
    match strangers.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::usage(text!(ArgumentConflict, option, "--archive"))),
        None if action.fix != Some(true) => {
            Err(Failure::usage(text!(OptionTogether, "--archive", "--fix")))
        }
        None => Ok(()),
    }
}

/// What the paths are; several can only be games.
fn kind_of_all(paths: &[OsString]) -> Outcome<InputKind> {
    match paths {
        [path] => book::kind_of(Path::new(path)),
        _ => Ok(InputKind::Games),
    }
}

/// The audit of a book with everything that decides it.
struct Trial<'a> {
    args: &'a VerifyArgs,
    context: &'a Context<'a>,
    scope: ScopeArgs,
    action: ActionArgs,
    shard: Shard,
    out: PathBuf,
    evidence: PathBuf,
    book: Book,
    archive: Option<ArchiveMoves>,
}

impl<'a> Trial<'a> {
    fn new(
        args: &'a VerifyArgs,
        path: &Path,
        kind: InputKind,
        context: &'a Context<'a>,
    ) -> Outcome<Self> {
        let config = &context.loaded.config;
        let scope = args.scope.clone().or(config.scope.clone());
        let book = book::read(path, kind, &args.keys, &args.playable, config)?;
        let archive = ArchiveMoves::find(scope.moves.as_deref(), path)?;
        let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
        let action = args.action.clone().or(config.action.clone());
        // Said before the teacher is asked for hours.
        if action.fix == Some(true) && matches!(book.source, BookSource::ReadOnly) {
            return Err(Failure::usage(text!(FixNeedsBook)));
        }
        let evidence = log_path(&args.log, &out, context);
        Ok(Self {
            args,
            context,
            shard: scope.shard.map_or(Shard::WHOLE, |shard| shard.0),
            scope,
            action,
            out,
            evidence,
            book,
            archive,
        })
    }

    fn run(self) -> Outcome {
        let plan = self.plan()?;
        let folder = match self.shard.is_whole() {
            true => Some(result_folder(&self.out, &self.args.paths)?),
            false => None,
        };
        let mut bench = Bench::open(
            &self.args.teacher,
            &self.args.judge,
            &self.args.log,
            &self.evidence,
            self.context,
        )?;
        if !self.shard.is_whole() && !bench.facts.is_certain {
            return Err(Failure::usage(text!(ShardNeedsId)));
        }
        let mut judge = Judge::new(
            plan.on_trial().filter(|entry| self.is_ours(entry)),
            bench.facts.judging.clone(),
        );
        let asked = bench.ask(&mut judge, until(self.scope.time), self.context)?;
        let judgements = judge.finish();
        let teacher = bench.quit();
        let settings = self.audit_settings(&teacher.judging);
        let audit = Audit::new(&plan, &judgements, &settings, self.replies());
        let evidence = self.evidence.display().to_string();
        let mut report = Report::new(&audit, asked, &evidence).of_book(&self.book, self.shard);
        if let Some(folder) = folder {
            let facts = self.facts(&teacher);
            let json = audit.to_json(facts.clone());
            let csv = |to: &mut dyn Write| audit.write_csv(to);
            let mut outputs = write_audit(&folder, self.args.csv_bom, csv, &json)?;
            if self.action.fix == Some(true) {
                let fixed = self.fix(&audit, &folder)?;
                outputs.extend(fixed.outputs.iter().cloned());
                report.fixed = Some(fixed);
            }
            folder.write_manifest(&self.manifest(facts, &audit, outputs))?;
            folder.finish()?;
            report.out = Some(self.out.display().to_string());
        }
        report.show(self.context)?;
        report.end()
    }

    fn fix(&self, audit: &Audit, folder: &ResultFolder) -> Outcome<Written> {
        let refresh = self.action.refresh == Some(true);
        let archive = self.archive.as_ref();
        fix::write(
            &self.book,
            audit,
            archive,
            (refresh, self.args.csv_bom),
            folder,
        )
    }

    /// Whether an entry belongs to this share. All entries of a position do, since they are judged together.
    fn is_ours(&self, entry: &Entry) -> bool {
        let sfen = entry.position().map(|position| position.sfen_key());
        self.shard.holds(sfen.as_ref().unwrap_or(&entry.sfen))
    }

    fn replies(&self) -> Option<&dyn Replies> {
        self.archive.as_ref().map(|archive| archive as &dyn Replies)
    }

    /// Which entries are asked about, and in which order.
    fn plan(&self) -> Outcome<Plan> {
        let config = &self.context.loaded.config;
        let since = match &self.scope.since {
            Some(old) => Some(book::entries_of(
                old,
                &self.args.keys,
                &self.args.playable,
                config,
            )?),
            None => None,
        };
        let scope = Scope {
            side: self.scope.side.map(side),
            from: moves(self.scope.from.as_deref().unwrap_or_default())?,
            max_ply: self.scope.max_ply,
            since,
        };
        let plan = Plan::new(
            self.book.entries.clone(),
            self.book.kind,
            &scope,
            self.replies(),
        );
        plan.map_err(|error| Failure::usage(text!(BadOption, "from", error)))
    }

    fn audit_settings(&self, judging: &JudgeSettings) -> AuditSettings {
        AuditSettings {
            replace: match self.action.replace {
                None | Some(ReplaceRule::Archive) => Replacement::Supported,
                Some(ReplaceRule::Any) => Replacement::Any,
                Some(ReplaceRule::Never) => Replacement::Never,
            },
            // The last ply in scope here, the first one out of it there.
            max_ply: self.scope.max_ply.map(|ply| ply.saturating_add(1)),
            ..AuditSettings::new(judging.thresholds)
        }
    }

    /// What the audit was made with: who judged, and how. No clock, no number of engines.
    fn facts(&self, teacher: &Facts) -> Map<String, Value> {
        let mut settings = teacher.judging_json();
        let scope = [
            ("side", json!(self.scope.side)),
            ("from", json!(self.scope.from)),
            ("max_ply", json!(self.scope.max_ply)),
            (
                "replace",
                json!(self.action.replace.unwrap_or(ReplaceRule::Archive)),
            ),
            ("book_options", json!(self.book.options)),
            ("not_played", json!(self.book.not_played)),
        ];
        for (name, value) in scope {
            settings[name] = value;
        }
        Map::from_iter([
            ("program".to_owned(), json!(PROGRAM)),
            ("teacher".to_owned(), teacher.identity.clone()),
            ("settings".to_owned(), settings),
            ("inputs".to_owned(), json!(self.inputs())),
        ])
    }

    fn inputs(&self) -> Vec<FileDigest> {
        let archive = self.archive.iter().map(|archive| archive.input.clone());
        self.book.inputs.iter().cloned().chain(archive).collect()
    }

    fn manifest(
        &self,
        facts: Map<String, Value>,
        audit: &Audit,
        outputs: Vec<FileDigest>,
    ) -> Manifest {
        let mut manifest = Manifest::new(PROGRAM, "verify");
        manifest.inputs = self.inputs();
        manifest.built_on = self.book.built_on.clone();
        let seed = self.book.key_seed.map(|seed| ("key".to_owned(), seed));
        manifest.seeds.extend(seed);
        manifest.options = facts
            .into_iter()
            .filter(|(name, _)| name == "teacher" || name == "settings")
            .collect();
        let classes = audit.counts.classes.iter();
        manifest.counts = classes
            .map(|(class, count)| ((*class).to_owned(), *count as u64))
            .collect();
        manifest.outputs = outputs;
        manifest
    }
}

/// Writes `audit.csv` and `audit.json`.
///
/// # Errors
///
/// Exit 5.
pub(crate) fn write_audit(
    folder: &ResultFolder,
    bom: bool,
    csv: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    json: &Value,
) -> Outcome<Vec<FileDigest>> {
    Ok(vec![
        folder.write("audit.csv", |to| {
            to.write_all(if bom { b"\xef\xbb\xbf" } else { b"" })?;
            csv(to)
        })?,
        folder.write_json("audit.json", json)?,
    ])
}

/// A side of the rules.
pub(crate) fn side(arg: SideArg) -> Color {
    match arg {
        SideArg::Black => Color::Black,
        SideArg::White => Color::White,
    }
}

fn moves(text: &str) -> Outcome<Vec<Move>> {
    let moves = text.split_whitespace().map(Move::from_usi);
    moves
        .collect::<Result<_, _>>()
        .map_err(|error| Failure::usage(text!(BadOption, "from", error)))
}

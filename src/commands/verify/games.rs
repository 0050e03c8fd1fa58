//! `joban verify GAMES`: the moves of games on trial.

use std::ops::ControlFlow;
use std::path::PathBuf;

use joban_book_verify::games::{
    BaselineError, Comparison, GameAudit, GameJudge, GameRecord, GameSettings, PlayerCounts,
};
use joban_csa_parse::input::{InputArg, Inputs, Item};
use joban_csa_parse::{Parser, Record};
use joban_engine::rules::Replay;
use joban_engine::teacher::Thresholds;
use joban_engine::teacher::evidence::LoggedSummary;
use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use serde_json::{Map, Value, json};

use super::{OUT, write_audit};
use crate::args::VerifyArgs;
use crate::commands::audit::bench::{Bench, log_path, until};
use crate::commands::audit::teacher::warn;
use crate::commands::build::{PROGRAM, result_folder};
use crate::commands::source::input_digest;
use crate::commands::{Context, input_failure};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, located};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::settings::ReadSettings;
use crate::text;

/// A loss from this on is a blunder of a game, unless options say otherwise.
const BLUNDER: i32 = 300;

/// Runs the audit of games.
///
/// # Errors
///
/// A worse rate than the baseline's (1), usage (2), no game (3), engine faults or moves without a judgement (4), a failed write (5).
pub(super) fn run(args: &VerifyArgs, context: &Context<'_>) -> Outcome {
    let config = &context.loaded.config;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let evidence = log_path(&args.log, &out, context);
    let (games, inputs) = read(args, context)?;
    let baseline = baseline(args, context)?;
    let folder = result_folder(&out, &args.paths)?;
    let mut bench = Bench::open(&args.teacher, &args.judge, &args.log, &evidence, context)?;
    let settings = settings(args, &bench, context)?;
    if let Some(baseline) = &baseline {
        let checked = settings.check_baseline(baseline);
        checked.map_err(|error| baseline_failure(&error))?;
    }
    let mut judge = GameJudge::new(&games, settings);
    let scope = args.scope.clone().or(config.scope.clone());
    let asked = bench.ask(&mut judge, until(scope.time), context)?;
    let audit = judge.finish();
    let teacher = bench.quit();
    let facts = facts(&teacher.identity, &inputs);
    let comparison = match &baseline {
        Some(baseline) => {
            let compared = audit.compare(baseline, &json!(facts));
            Some(compared.map_err(|error| baseline_failure(&error))?)
        }
        None => None,
    };
    let json = audit.to_json(facts.clone());
    let outputs = write_audit(&folder, args.csv_bom, |to| audit.write_csv(to), &json)?;
    folder.write_manifest(&manifest(facts, inputs, &audit, outputs))?;
    folder.finish()?;
    let report = Report {
        audit: &audit,
        asked,
        evidence: evidence.display().to_string(),
        comparison,
        out: out.display().to_string(),
    };
    report.show(context)?;
    report.end()
}

fn settings(args: &VerifyArgs, bench: &Bench, context: &Context<'_>) -> Outcome<GameSettings> {
    let judge = args.judge.clone().or(context.loaded.config.judge.clone());
    let games = args.games.clone().or(context.loaded.config.games.clone());
    let mut judging = bench.facts.judging.clone();
    judging.steps.truncate(1);
    if !bench.facts.has_own_blunder {
        let accept_cp = match judge.accept {
            Some(accept) if accept >= BLUNDER => {
                return Err(Failure::usage(text!(ThresholdsWrong, accept, BLUNDER)));
            }
            accept => accept.unwrap_or(judging.thresholds.accept_cp.min(BLUNDER / 2)),
        };
        judging.thresholds = Thresholds::new(accept_cp, BLUNDER);
    }
    let usual = GameSettings::new(judging.steps[0], judging.multi_pv, judging.thresholds);
    Ok(GameSettings {
        judge: judging,
        decided_cp: games.decided.unwrap_or(usual.decided_cp),
        instant_ms: games.instant.unwrap_or(usual.instant_ms),
        ..usual
    })
}

/// All games of the inputs, by name, and the inputs for the manifest.
fn read(args: &VerifyArgs, context: &Context<'_>) -> Outcome<(Vec<GameRecord>, Vec<FileDigest>)> {
    let config = &context.loaded.config;
    let settings = ReadSettings::new(
        args.read.clone().or(config.read.clone()),
        args.limits.clone().or(config.limits.clone()),
    )?;
    let paths: Vec<InputArg> = args.paths.iter().cloned().map(InputArg::from).collect();
    let inputs = Inputs::open(&paths, &settings.limits, &settings.options)
        .map_err(|error| input_failure(&error))?;
    let mut reader = Reader {
        parser: Parser::new(settings.options.clone()),
        record: Record::new(),
        replay: Replay::new(),
        games: Vec::new(),
        refused: Vec::new(),
    };
    let summary = inputs
        .for_each(&mut |item| reader.take(item))
        .map_err(|error| input_failure(&error))?;
    for refused in &reader.refused {
        warn(refused, context.lang);
    }
    let mut games = reader.games;
    if games.iter().all(|game| game.moves.is_empty()) {
        let first = reader.refused.into_iter().next();
        return Err(Failure::input(text!(
            NothingRead,
            first.unwrap_or_else(|| text!(EmptyInputOnly))
        )));
    }
    games.sort_by(|a, b| a.name.cmp(&b.name));
    Ok((games, summary.digests.iter().map(input_digest).collect()))
}

/// Reads records one after the other.
struct Reader {
    parser: Parser,
    record: Record,
    replay: Replay,
    games: Vec<GameRecord>,
    refused: Vec<Text>,
}

impl Reader {
    fn take(&mut self, item: Item) -> ControlFlow<()> {
        match item {
            Item::Record(raw) => {
                let name = format!("{}#{}", raw.file, raw.index + 1);
                if let Err(issue) = self.parser.parse(&raw, &mut self.record) {
                    self.refused.push(located(&raw.file, raw.index + 1, &issue));
                    return ControlFlow::Continue(());
                }
                match GameRecord::from_record(name, &self.record, &mut self.replay) {
                    Ok(game) => self.games.push(game),
                    Err(reason) => self.refused.push(Text::same(reason)),
                }
            }
            Item::Rejected { file, issue } => self.refused.push(located(&file, 0, &issue)),
            Item::Warning { .. } | Item::Progress { .. } => {}
        }
        ControlFlow::Continue(())
    }
}

/// An earlier audit.
fn baseline(args: &VerifyArgs, context: &Context<'_>) -> Outcome<Option<Value>> {
    let games = args.games.clone().or(context.loaded.config.games.clone());
    let Some(path) = games.baseline else {
        return Ok(None);
    };
    let failed = |reason: &dyn std::fmt::Display| {
        Failure::usage(text!(InputFailed, format!("{}: {reason}", path.display())))
    };
    let text = std::fs::read_to_string(&path).map_err(|error| failed(&error))?;
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|error| failed(&error))
}

fn baseline_failure(error: &BaselineError) -> Failure {
    Failure::usage(match error {
        BaselineError::NoAudit => text!(BaselineNoAudit),
        BaselineError::OtherSettings { name, theirs, ours } => {
            text!(BaselineOther, name, theirs, ours)
        }
    })
}

fn facts(identity: &Value, inputs: &[FileDigest]) -> Map<String, Value> {
    Map::from_iter([
        ("program".to_owned(), json!(PROGRAM)),
        ("teacher".to_owned(), identity.clone()),
        ("inputs".to_owned(), json!(inputs)),
    ])
}

fn manifest(
    facts: Map<String, Value>,
    inputs: Vec<FileDigest>,
    audit: &GameAudit,
    outputs: Vec<FileDigest>,
) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "verify");
    manifest.inputs = inputs;
    manifest.options = facts
        .into_iter()
        .filter(|(name, _)| name == "teacher")
        .collect();
    let broken = audit.games.iter().filter(|game| game.broken.is_some());
    let broken = broken.count();
    let counts = [
        ("games", audit.games.len() as u64),
        ("moves", audit.rows.len() as u64),
        ("blunders", sum(audit, |counts| counts.blunders)),
        ("unjudged", sum(audit, |counts| counts.unjudged)),
        ("broken", broken as u64),
    ];
    manifest.counts = counts.map(|(name, count)| (name.to_owned(), count)).into();
    manifest.outputs = outputs;
    manifest
}

fn sum(audit: &GameAudit, of: impl Fn(&PlayerCounts) -> u64) -> u64 {
    audit.players.values().map(of).sum()
}

/// What is told.
struct Report<'a> {
    audit: &'a GameAudit,
    asked: LoggedSummary,
    evidence: String,
    comparison: Option<Comparison>,
    out: String,
}

impl Report<'_> {
    fn show(&self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            return context.show_json(&self.json());
        }
        let word = |text: Text| text.get(context.lang).to_owned();
        let mut out = Out::default();
        out.line(&word(text!(
            AuditAsked,
            grouped(self.asked.teacher.asked as u64),
            grouped(self.asked.from_log as u64),
            &self.evidence
        )))?;
        out.line(&word(text!(
            GamesTitle,
            self.audit.games.len(),
            grouped(self.audit.rows.len() as u64)
        )))?;
        for line in self.players(&word) {
            out.line(&line)?;
        }
        for game in self
            .audit
            .games
            .iter()
            .filter_map(|game| game.broken.as_ref().map(|why| (game, why)))
        {
            out.line(&word(text!(GameBroken, &game.0.name, game.1)))?;
        }
        for worse in self
            .comparison
            .iter()
            .flat_map(|comparison| &comparison.worse)
        {
            let (before, now) = (worse.before, worse.now);
            out.line(&word(text!(
                RateWorse,
                &worse.player,
                before.0,
                before.1,
                now.0,
                now.1
            )))?;
        }
        if let Some(comparison) = &self.comparison {
            if comparison.other_teacher {
                out.line(&word(text!(BaselineTeacher)))?;
            }
            if !comparison.new.is_empty() {
                out.line(&word(text!(BaselineNew, comparison.new.join(", "))))?;
            }
        }
        out.line(&word(text!(Written, &self.out)))?;
        out.finish()
    }

    fn players(&self, word: &dyn Fn(Text) -> String) -> Vec<String> {
        let mut table = Table::new(&[
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Right,
        ]);
        table.row([
            word(text!(ColumnPlayer)),
            word(text!(ColumnJudged)),
            word(text!(ClassBlunder)),
            word(text!(ColumnMeanLoss)),
            word(text!(ColumnDecided)),
            word(text!(ColumnInstant)),
        ]);
        for (name, counts) in &self.audit.players {
            let rate = counts
                .blunder_rate()
                .map(|rate| format!(" ({:.1} %)", rate * 100.0));
            let mean = counts.mean_loss_cp().map(|mean| format!("{mean:.0}"));
            table.row([
                name.clone(),
                counts.judged.to_string(),
                format!("{}{}", counts.blunders, rate.unwrap_or_default()),
                mean.unwrap_or_default(),
                counts.decided.to_string(),
                counts.instant.to_string(),
            ]);
        }
        table.lines()
    }

    fn json(&self) -> Value {
        let players = self.audit.players.iter();
        let worse = self.comparison.as_ref().map(|comparison| {
            comparison
                .worse
                .iter()
                .map(|worse| worse.player.as_str())
                .collect::<Vec<_>>()
        });
        json!({
            "program": PROGRAM,
            "command": "verify",
            "out": self.out,
            "evidence": self.evidence,
            "asked": self.asked.teacher.asked,
            "from_evidence": self.asked.from_log,
            "games": self.audit.games.len(),
            "moves": self.audit.rows.len(),
            "players": players.map(|(name, counts)| (name.clone(), counts.to_json())).collect::<Map<_, _>>(),
            "worse_than_baseline": worse,
            "baseline_of_other_teacher": self.comparison.as_ref().map(|comparison| comparison.other_teacher),
            "not_in_baseline": self.comparison.as_ref().map(|comparison| &comparison.new),
        })
    }

    fn end(&self) -> Outcome {
        let worse = self
            .comparison
            .as_ref()
            .map_or(0, |comparison| comparison.worse.len());
        if worse > 0 {
            return Err(Failure::findings(text!(RatesWorse, worse)));
        }
        match sum(self.audit, |counts| counts.unjudged) {
            0 => Ok(()),
            unjudged => Err(Failure::engine(text!(MovesUnjudged, unjudged))),
        }
    }
}

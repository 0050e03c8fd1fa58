//! A teacher at work for a command: engines, how they judge, and the log of what they said.

use std::path::{Path, PathBuf};
use std::time::Instant;

use joban_book_verify::JudgeSettings;
use joban_engine::teacher::evidence::{
    EvidenceLog, LoggedSummary, OpenOptions, Resume, RunError, Settings, run_logged,
};
use joban_engine::teacher::{Asker, Pool, Teacher as _};
use serde_json::{Value, json};

use super::teacher::{config, judge_settings, start, teacher_failure};
use super::watch::{Counted, Measured, Watch};
use crate::args::{JudgeArgs, LogArgs, TeacherArgs};
use crate::commands::Context;
use crate::commands::evidence::{evidence_failure, tell_notes};
use crate::failure::{Failure, Outcome};
use crate::output::stdout::note;
use crate::text;
use crate::values::Span;

/// Engines and log of a run.
pub(crate) struct Bench {
    pool: Pool,
    log: EvidenceLog,
    /// What reports and manifests say of it.
    pub(crate) facts: Facts,
}

/// Who was asked, how, and how often.
pub(crate) struct Facts {
    /// How moves are judged.
    pub(crate) judging: JudgeSettings,
    /// Whether the teacher can be compared with that of another machine.
    pub(crate) is_certain: bool,
    /// Whether options or the engine's table say from which loss on a move is a blunder.
    pub(crate) has_own_blunder: bool,
    /// Who the teacher is, for reports.
    pub(crate) identity: Value,
    /// What was asked so far.
    pub(crate) asked: LoggedSummary,
}

impl Bench {
    /// Starts the engines and opens the log. Options that are missing are those of the configuration.
    ///
    /// # Errors
    ///
    /// Exit 2 for options and for a log of other settings, 4 for engines that cannot be started, 5 for a log that cannot be written.
    pub(crate) fn open(
        teacher: &TeacherArgs,
        judge: &JudgeArgs,
        log: &LogArgs,
        evidence: &Path,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let config = config(teacher, context)?;
        let pool = start(&config, context)?;
        let judging = judge_settings(judge, &pool, context)?;
        let mut bench = Self::at_work(pool, judging, log, evidence, context)?;
        let judge = judge.clone().or(context.loaded.config.judge.clone());
        bench.facts.has_own_blunder =
            judge.blunder.is_some() || judge.judge_preset.is_some() || config.thresholds.is_some();
        Ok(bench)
    }

    /// The same with engines that run.
    ///
    /// # Errors
    ///
    /// Exit 2 for a log of other settings, 5 for a log that cannot be written.
    pub(crate) fn at_work(
        pool: Pool,
        judging: JudgeSettings,
        log: &LogArgs,
        evidence: &Path,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let settings = Settings::new()
            .with_limit(judging.steps[0])
            .with("multipv", judging.multi_pv);
        let log = open_log(evidence, &pool, &settings, log, context)?;
        Ok(Self {
            facts: Facts {
                has_own_blunder: false,
                is_certain: pool.identity().is_certain(),
                identity: pool.identity().to_json(),
                judging,
                asked: LoggedSummary::default(),
            },
            pool,
            log,
        })
    }

    /// Asks what is not in the log.
    ///
    /// # Errors
    ///
    /// Exit 4 if no engine is left, 5 if the log cannot be written.
    pub(crate) fn ask<A: Measured>(
        &mut self,
        asker: &mut A,
        until: Option<Instant>,
        context: &Context<'_>,
    ) -> Outcome<LoggedSummary> {
        let mut watch = Watch::new(until, context.global.quiet, context.lang);
        let mut followed = watch.follow(asker);
        let asked = run_logged(&mut self.log, &mut self.pool, &mut followed, &mut watch);
        watch.finish();
        let asked = asked.map_err(|error| run_failure(&error))?;
        self.facts.asked.from_log += asked.from_log;
        self.facts.asked.failed_before += asked.failed_before;
        self.facts.asked.teacher.asked += asked.teacher.asked;
        self.facts.asked.teacher.failed += asked.teacher.failed;
        Ok(asked)
    }

    /// The same for an asker of a loop: whether it went to its end.
    ///
    /// # Errors
    ///
    /// As [`Bench::ask`].
    pub(crate) fn ask_round(
        &mut self,
        asker: &mut dyn Asker,
        until: Option<Instant>,
        context: &Context<'_>,
    ) -> Outcome<bool> {
        let asked = self.ask(&mut Counted::new(asker), until, context)?;
        Ok(!asked.teacher.stopped)
    }

    /// Ends the engines.
    pub(crate) fn quit(self) -> Facts {
        self.pool.quit();
        self.facts
    }
}

impl Facts {
    /// How moves are judged, for manifests. No clock, no number of engines.
    pub(crate) fn judging_json(&self) -> Value {
        let steps: Vec<String> = self.judging.steps.iter().map(ToString::to_string).collect();
        json!({
            "multipv": self.judging.multi_pv,
            "steps": steps,
            "accept_cp": self.judging.thresholds.accept_cp,
            "blunder_cp": self.judging.thresholds.blunder_cp,
            "min_depth": self.judging.min_depth,
            "mate_cp": self.judging.mate_cp,
        })
    }
}

/// Opens the log of what a teacher answers.
///
/// # Errors
///
/// Exit 2 for a log of other settings or another teacher, 5 if it cannot be written.
pub(crate) fn open_log(
    evidence: &Path,
    pool: &Pool,
    settings: &Settings,
    log: &LogArgs,
    context: &Context<'_>,
) -> Outcome<EvidenceLog> {
    let log = log.clone().or(context.loaded.config.log.clone());
    let options = OpenOptions {
        resume: match log.start_over {
            Some(true) => Resume::StartOver,
            _ => Resume::RefuseMismatch,
        },
        retry_failed: log.retry_failed == Some(true),
        ..OpenOptions::default()
    };
    let (log, notes) = EvidenceLog::open(evidence, pool.identity(), settings, options)
        .map_err(|error| evidence_failure(&error))?;
    tell_notes(&notes, context);
    Ok(log)
}

/// What it means that asking ended early.
pub(crate) fn run_failure(error: &RunError) -> Failure {
    match error {
        RunError::Teacher(error) => teacher_failure(error),
        RunError::Evidence(error) => evidence_failure(error),
        other => Failure::internal(text!(InternalFailed, other)),
    }
}

/// The evidence file of a run: as named, else beside the result folder, since that is replaced as a whole.
pub(crate) fn log_path(log: &LogArgs, out: &Path, context: &Context<'_>) -> PathBuf {
    let named = log.clone().or(context.loaded.config.log.clone()).evidence;
    named.unwrap_or_else(|| beside(out, ".evidence"))
}

/// The file beside a result folder with this ending behind its name.
pub(crate) fn beside(out: &Path, ending: &str) -> PathBuf {
    // `audit/` is `audit`.
    let mut name = out.components().collect::<PathBuf>().into_os_string();
    name.push(ending);
    PathBuf::from(name)
}

/// When a run must end.
pub(crate) fn until(time: Option<Span>) -> Option<Instant> {
    Instant::now().checked_add(time?.0)
}

/// Says something on standard error, unless it is to be quiet.
pub(crate) fn tell(text: &crate::i18n::Text, context: &Context<'_>) {
    if !context.global.quiet {
        note(text.get(context.lang));
    }
}

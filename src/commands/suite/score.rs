//! What a teacher thinks of the starts, and which scores pass.

use std::collections::BTreeMap;
use std::path::PathBuf;

use joban_book_verify::{JudgeSettings, Scored, Value as Worth, scored};
use joban_engine::rules::{Color, Position};
use joban_engine::teacher::evidence::{
    EvidenceLog, LoggedSummary, OpenOptions, Resume, RunError, Settings, run_logged,
};
use joban_engine::teacher::{Answer, Asker, Limit, LimitBy, Pool, Query, Teacher as _, Ticket};
use joban_positions::suite::StartScore;
use serde_json::{Value, json};

use crate::args::{JudgeArgs, ScoreArgs, TeacherArgs};
use crate::commands::Context;
use crate::commands::audit::teacher::{config, limit, start, teacher_failure};
use crate::commands::audit::watch::{Measured, Watch};
use crate::commands::evidence::{evidence_failure, tell_notes};
use crate::failure::{Failure, Outcome};
use crate::text;
use crate::values::CpWindow;

/// Which scores pass.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    black: Vec<CpWindow>,
    abs: Vec<CpWindow>,
}

impl Windows {
    /// The windows of the options; none where there are none, and then no teacher is asked.
    ///
    /// # Errors
    ///
    /// Exit 2 for a window that no score can lie in, or options of a teacher that would not be asked.
    pub(super) fn new(score: &ScoreArgs, teacher: &TeacherArgs) -> Outcome<Option<Self>> {
        let windows = Windows {
            black: score.black_cp.clone().unwrap_or_default(),
            abs: score.abs_cp.clone().unwrap_or_default(),
        };
        if let Some(window) = windows.abs.iter().find(|window| window.high < 0) {
            return Err(Failure::usage(text!(WindowBelowZero, window)));
        }
        if windows.black.is_empty() && windows.abs.is_empty() {
            return match teacher.teacher {
                Some(_) => Err(Failure::usage(text!(
                    OptionTogether,
                    "--teacher",
                    "--black-cp, --abs-cp"
                ))),
                None => Ok(None),
            };
        }
        Ok(Some(windows))
    }

    fn pass(&self, black_cp: i32) -> bool {
        let abs = i32::try_from(black_cp.unsigned_abs()).unwrap_or(i32::MAX);
        let within = |windows: &[CpWindow], cp| {
            windows.is_empty() || windows.iter().any(|window| window.holds(cp))
        };
        within(&self.black, black_cp) && within(&self.abs, abs)
    }
}

/// What is known of a position after it was asked about.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// It has a score.
    Score(StartScore),
    /// One side mates.
    Mate,
    /// The answer cannot be believed.
    Unclear,
    /// The teacher failed.
    Failed,
}

impl Known {
    /// Why a start with this score is refused.
    pub(super) fn refusal(&self, windows: &Windows) -> Option<&'static str> {
        match self {
            Known::Score(score) if windows.pass(score.black_cp) => None,
            Known::Score(_) => Some("score_window"),
            Known::Mate => Some("mate_score"),
            Known::Unclear | Known::Failed => Some("no_score"),
        }
    }
}

/// What the teacher did.
pub(super) struct Asked {
    /// Who was asked, and how.
    pub(super) facts: Vec<(&'static str, Value)>,
    /// Questions in this run.
    pub(super) asked: u64,
    /// Questions answered from the log.
    pub(super) from_log: u64,
    /// The log.
    pub(super) evidence: String,
    /// Questions that stayed without an answer.
    pub(super) failed: u64,
}

/// A teacher at work.
pub(super) struct Bench {
    pool: Pool,
    judging: JudgeSettings,
    log: EvidenceLog,
    path: PathBuf,
    asked: u64,
    from_log: u64,
}

impl Bench {
    /// Starts the engines and opens the log.
    ///
    /// # Errors
    ///
    /// Exit 2 for options and for a log of other settings, 4 for engines that cannot be started, 5 for a log that cannot be written.
    pub(super) fn open(
        teacher: &TeacherArgs,
        score: &ScoreArgs,
        path: PathBuf,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let pool = start(&config(teacher, context)?, context)?;
        let judging = judging(score, &pool)?;
        let options = OpenOptions {
            resume: match score.start_over {
                Some(true) => Resume::StartOver,
                _ => Resume::RefuseMismatch,
            },
            retry_failed: score.retry_failed == Some(true),
            ..OpenOptions::default()
        };
        let settings = Settings::new()
            .with_limit(judging.steps[0])
            .with("multipv", 1);
        let (log, notes) = EvidenceLog::open(&path, pool.identity(), &settings, options)
            .map_err(|error| evidence_failure(&error))?;
        tell_notes(&notes, context);
        Ok(Bench {
            pool,
            judging,
            log,
            path,
            asked: 0,
            from_log: 0,
        })
    }

    /// Scores of positions, by their numbers.
    ///
    /// # Errors
    ///
    /// Exit 4 if no engine is left, 5 if the log cannot be written.
    pub(super) fn ask(
        &mut self,
        positions: Vec<(usize, Position)>,
        context: &Context<'_>,
    ) -> Outcome<BTreeMap<usize, Known>> {
        let mut scorer = Scorer::new(positions, &self.judging);
        let mut watch = Watch::new(None, context.global.quiet, context.lang);
        let mut followed = watch.follow(&mut scorer);
        let run = run_logged(&mut self.log, &mut self.pool, &mut followed, &mut watch);
        watch.finish();
        let LoggedSummary {
            from_log, teacher, ..
        } = run.map_err(|error| match error {
            RunError::Teacher(error) => teacher_failure(&error),
            RunError::Evidence(error) => evidence_failure(&error),
            other => Failure::internal(text!(InternalFailed, other)),
        })?;
        self.asked += teacher.asked as u64;
        self.from_log += from_log as u64;
        Ok(scorer.known)
    }

    /// Ends the engines and says what was done.
    pub(super) fn quit(self, failed: u64) -> Asked {
        let facts = vec![
            ("teacher", self.pool.identity().to_json()),
            ("limit", json!(self.judging.steps[0].to_string())),
        ];
        self.pool.quit();
        Asked {
            facts,
            asked: self.asked,
            from_log: self.from_log,
            evidence: self.path.display().to_string(),
            failed,
        }
    }
}

fn judging(score: &ScoreArgs, pool: &Pool) -> Outcome<JudgeSettings> {
    let limit = limit(&JudgeArgs {
        nodes: score.nodes,
        depth: score.depth,
        movetime: score.movetime,
        ..JudgeArgs::default()
    })?;
    let profile = pool.profile();
    let judging = JudgeSettings::of_profile(profile, limit, 1);
    let limit = judging.steps[0];
    if profile.limit_by(limit) == LimitBy::Nothing {
        return Err(Failure::usage(text!(LimitUnknown, &profile.name, limit)));
    }
    Ok(judging)
}

/// Asks about each position once, in the given order.
struct Scorer<'a> {
    positions: Vec<(usize, Position)>,
    judging: &'a JudgeSettings,
    next: usize,
    known: BTreeMap<usize, Known>,
}

impl<'a> Scorer<'a> {
    fn new(positions: Vec<(usize, Position)>, judging: &'a JudgeSettings) -> Self {
        Scorer {
            positions,
            judging,
            next: 0,
            known: BTreeMap::new(),
        }
    }

    fn limit(&self) -> Limit {
        self.judging.steps[0]
    }

    fn read(&self, position: &Position, answer: &Answer) -> Known {
        let Ok(found) = answer else {
            return Known::Failed;
        };
        match scored(found, position, self.limit(), self.judging) {
            Ok(Scored {
                value: Worth::Cp(cp),
                depth,
            }) => Known::Score(StartScore {
                black_cp: match position.side() {
                    Color::Black => cp,
                    Color::White => cp.saturating_neg(),
                },
                depth,
            }),
            Ok(_) => Known::Mate,
            Err(_) => Known::Unclear,
        }
    }
}

impl Asker for Scorer<'_> {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let (_, position) = self.positions.get(self.next)?;
        let query = Query::new(position, self.limit(), 1);
        self.next += 1;
        Some((Ticket(self.next - 1), query))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        if let Some((number, position)) = self.positions.get(ticket.0) {
            let known = self.read(position, &answer);
            self.known.insert(*number, known);
        }
    }
}

impl Measured for Scorer<'_> {
    fn done(&self) -> (usize, usize) {
        (self.known.len(), self.positions.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn windows(black: &str, abs: &str) -> Windows {
        let parsed = |text: &str| {
            let parts = text.split(',').filter(|part| !part.is_empty());
            parts.map(|part| part.parse().unwrap()).collect()
        };
        Windows {
            black: parsed(black),
            abs: parsed(abs),
        }
    }

    #[test]
    fn windows_are_seen_from_black_or_from_whoever_is_ahead() {
        let decisive = windows("", "300..600");
        for (cp, passes) in [(300, true), (-600, true), (299, false), (-601, false)] {
            assert_eq!(decisive.pass(cp), passes, "{cp}");
        }
        let several = windows("-600..-300,300..600", "");
        assert!(several.pass(-450) && several.pass(450) && !several.pass(0));
        let both = windows("0..1000", "300..600");
        assert!(both.pass(300) && !both.pass(-300) && !both.pass(100));
        assert!(!windows("", "0..5").pass(i32::MIN));
    }

    #[test]
    fn mates_and_failures_never_pass() {
        let all = windows("-30000..30000", "");
        assert_eq!(Known::Mate.refusal(&all), Some("mate_score"));
        assert_eq!(Known::Failed.refusal(&all), Some("no_score"));
        let score = StartScore {
            black_cp: -1,
            depth: 9,
        };
        assert_eq!(Known::Score(score).refusal(&all), None);
    }
}

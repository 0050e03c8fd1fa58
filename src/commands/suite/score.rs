//! What a teacher thinks of the starts, and which scores pass.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use joban_book_verify::{JudgeSettings, Scored, Value as Worth, scored};
use joban_engine::rules::{Color, Position};
use joban_engine::teacher::{Answer, Asker, Limit, LimitBy, Pool, Query, Ticket};
use joban_positions::suite::StartScore;
use serde_json::{Value, json};

use crate::args::{JudgeArgs, LogArgs, ScoreArgs, SuiteMakeArgs, TeacherArgs};
use crate::commands::Context;
use crate::commands::audit::bench::{Bench, log_path};
use crate::commands::audit::teacher::{config, limit, start};
use crate::commands::audit::watch::Measured;
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
    /// The windows after configuration; none where there are none, and then no teacher is asked. `given` is what the
    /// command line says; the same in `joban.toml` may be meant for other runs.
    ///
    /// # Errors
    ///
    /// Exit 2 for a window that no score can lie in, or options of a teacher that would not be asked.
    pub(super) fn new(score: &ScoreArgs, given: &SuiteMakeArgs) -> Outcome<Option<Self>> {
        let windows = Windows {
            black: score.black_cp.clone().unwrap_or_default(),
            abs: score.abs_cp.clone().unwrap_or_default(),
        };
        if let Some(window) = windows.abs.iter().find(|window| window.high < 0) {
            return Err(Failure::usage(text!(WindowBelowZero, window)));
        }
        if !windows.black.is_empty() || !windows.abs.is_empty() {
            return Ok(Some(windows));
        }
        let limit = JudgeArgs {
            nodes: given.score.nodes,
            depth: given.score.depth,
            movetime: given.score.movetime,
            ..JudgeArgs::default()
        };
        let teacher = || given.teacher.given().or_else(|| given.log.given());
        match limit.given().or_else(teacher) {
            Some(option) => Err(Failure::usage(text!(
                OptionTogether,
                option,
                "--black-cp / --abs-cp"
            ))),
            None => Ok(None),
        }
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
pub(crate) enum Known {
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
pub(crate) struct Asked {
    /// Who was asked, and how.
    pub(crate) facts: Vec<(&'static str, Value)>,
    /// Questions in this run.
    pub(crate) asked: u64,
    /// Questions answered from the log.
    pub(crate) from_log: u64,
    /// The log.
    pub(crate) evidence: String,
    /// Questions that stayed without an answer.
    pub(crate) failed: u64,
}

/// A teacher that scores positions.
pub(crate) struct Judge {
    bench: Bench,
    evidence: PathBuf,
}

impl Judge {
    /// Starts the engines and opens the log.
    ///
    /// # Errors
    ///
    /// As [`Bench::open`].
    pub(crate) fn open(
        teacher: &TeacherArgs,
        score: &ScoreArgs,
        log: &LogArgs,
        out: &Path,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let pool = start(&config(teacher, context)?, context)?;
        let judging = judging(score, &pool)?;
        let evidence = log_path(log, out, context);
        Ok(Judge {
            bench: Bench::at_work(pool, judging, log, &evidence, context)?,
            evidence,
        })
    }

    /// Scores of positions, by their numbers.
    ///
    /// # Errors
    ///
    /// Exit 4 if no engine is left, 5 if the log cannot be written.
    pub(crate) fn ask(
        &mut self,
        positions: Vec<(usize, Position)>,
        context: &Context<'_>,
    ) -> Outcome<BTreeMap<usize, Known>> {
        let judging = self.bench.facts.judging.clone();
        let mut scorer = Scorer::new(positions, &judging);
        self.bench.ask(&mut scorer, None, context)?;
        Ok(scorer.known)
    }

    /// Ends the engines and says what was done.
    pub(crate) fn quit(self, failed: u64) -> Asked {
        let facts = self.bench.quit();
        Asked {
            asked: facts.asked.teacher.asked as u64,
            from_log: facts.asked.from_log as u64,
            evidence: self.evidence.display().to_string(),
            failed,
            facts: vec![
                ("limit", json!(facts.judging.steps[0].to_string())),
                ("teacher", facts.identity),
            ],
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

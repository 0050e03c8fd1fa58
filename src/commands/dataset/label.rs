//! `joban dataset label`: scores of a teacher for every position.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

use joban_engine::teacher::evidence::{EvidenceLog, LoggedSummary, Settings, run_logged};
use joban_engine::teacher::shard::Shard;
use joban_engine::teacher::{
    Answer, Asker, Found, Identity, Limit, LimitBy, Pool, Query, Teacher as _, Ticket,
};
use joban_engine::usi::{Block, MateSide, Score};
use joban_positions::dataset::{
    FILE, Label, LabelSource, ReadRules, Row, RowReader, RowScore, SetFacts,
};
use joban_positions::{Error, Manifest};
use serde_json::{Value, json};

use super::report::Report;
use super::{CARD, Done, NewSet, Rows, Tally, manifest, out_folder, provenance, set_failure};
use crate::args::{LabelArgs, LabelRuleArgs};
use crate::commands::Context;
use crate::commands::audit::bench::{log_path, open_log, run_failure, until};
use crate::commands::audit::teacher;
use crate::commands::audit::watch::{Measured, Watch};
use crate::commands::evidence::evidence_failure;
use crate::commands::source::failure;
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::ResultFolder;
use crate::output::table::grouped;
use crate::settings::in_range;
use crate::text;

/// Folder for the results without `-o`.
const OUT: &str = "joban-labelled";

/// Runs `joban dataset label`.
///
/// # Errors
///
/// Usage (2), input (3), engine faults or positions without a label (4), a failed write (5), rejected rows under `--strict` (1).
pub(super) fn run(args: &LabelArgs, context: &Context<'_>) -> Outcome {
    let rules = args.label.clone().or(context.loaded.config.label.clone());
    let limit = limit(&args.label, &rules)?;
    let multi_pv = in_range("multipv", rules.multipv.unwrap_or(1), 1, 500)?;
    let shard = rules.shard.map_or(Shard::WHOLE, |shard| shard.0);
    let (total, tally) = counted(args, context)?;
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let folder = match shard.is_whole() {
        true => Some(out_folder(Some(&out), OUT, &[&args.set])?),
        false => None,
    };
    let evidence = log_path(&args.log, &out, context);
    let mut bench = Bench::open(args, (limit, multi_pv), &evidence, context)?;
    if !shard.is_whole() && !bench.identity.is_certain() {
        return Err(Failure::usage(text!(ShardNeedsId)));
    }
    let asked = bench.ask(args, shard, total, rules.time, context)?;
    let mut report = Report::new("dataset label");
    report.notes = tally.borrow().notes();
    report.lines = asked.lines(&evidence);
    report.figures = asked.figures();
    let Some(folder) = folder else {
        report.lines.push(text!(LabelShard, shard));
        report.show(context)?;
        return asked.end();
    };
    report.out = Some(out.display().to_string());
    let left = bench.write(args, &folder, &mut report, context)?;
    folder.finish()?;
    report.show(context)?;
    if left > 0 {
        return Err(Failure::engine(text!(LabelsMissing, grouped(left))));
    }
    tally.borrow().end(total as u64, args.strict)
}

/// The number of rows that can be read. Counted before the teacher is started: an input that cannot be read is told at once.
fn counted(args: &LabelArgs, context: &Context<'_>) -> Outcome<(usize, Rc<RefCell<Tally>>)> {
    let mut rows = Rows::open(&args.set, &ReadRules::default(), context)?;
    let tally = rows.tally();
    let total = rows
        .try_fold(0, |count, row| row.map(|_| count + 1))
        .map_err(|error| failure(&error))?;
    tally.borrow().end(total as u64, false)?;
    if total == 0 {
        return Err(Failure::input(text!(SetEmpty, args.set.display())));
    }
    Ok((total, tally))
}

/// The limit of the command line stands for that of the configuration.
fn limit(given: &LabelRuleArgs, merged: &LabelRuleArgs) -> Outcome<Limit> {
    let (nodes, depth) = match (given.nodes, given.depth) {
        (None, None) => (merged.nodes, merged.depth),
        given => given,
    };
    match (nodes, depth) {
        (Some(0), _) => Err(Failure::usage(text!(LimitZero))),
        (Some(nodes), _) => Ok(Limit::Nodes(nodes)),
        (None, Some(depth)) => Ok(Limit::Depth(in_range("depth", depth, 1, 200)?)),
        (None, None) => Err(Failure::usage(text!(LabelLimitMissing))),
    }
}

/// The teacher with its log.
struct Bench {
    /// Until everything is asked.
    pool: Option<Pool>,
    identity: Identity,
    log: EvidenceLog,
    limit: Limit,
    multi_pv: u32,
}

/// What asking came to.
struct Asked {
    logged: LoggedSummary,
    /// Share of the time in which engines waited; it stands in no result.
    idle: Option<f64>,
}

impl Asked {
    fn lines(&self, evidence: &std::path::Path) -> Vec<Text> {
        let (asked, known) = (self.logged.teacher.asked, self.logged.from_log);
        let mut lines = vec![text!(
            AuditAsked,
            grouped(asked as u64),
            grouped(known as u64),
            evidence.display()
        )];
        lines.extend(
            self.idle()
                .map(|share| text!(LabelIdle, format!("{:.1}%", 100.0 * share))),
        );
        lines
    }

    /// The end of a share: exit 4 where questions stayed open.
    fn end(&self) -> Outcome {
        let failed = self.logged.teacher.failed + self.logged.failed_before;
        if failed > 0 || self.logged.teacher.stopped {
            return Err(Failure::engine(text!(ShardFailed, failed)));
        }
        Ok(())
    }

    /// Share of the time in which engines waited, where any answered.
    fn idle(&self) -> Option<f64> {
        self.idle.filter(|_| self.logged.teacher.answered > 0)
    }

    fn figures(&self) -> BTreeMap<String, Value> {
        let figures = [
            ("asked", json!(self.logged.teacher.asked)),
            ("from_evidence", json!(self.logged.from_log)),
            ("shared", json!(self.logged.shared)),
            (
                "failed",
                json!(self.logged.teacher.failed + self.logged.failed_before),
            ),
            ("stopped", json!(self.logged.teacher.stopped)),
            ("engine_idle_share", json!(self.idle())),
        ];
        figures
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }
}

impl Bench {
    fn open(
        args: &LabelArgs,
        (limit, multi_pv): (Limit, u32),
        evidence: &std::path::Path,
        context: &Context<'_>,
    ) -> Outcome<Self> {
        let config = teacher::config(&args.teacher, context)?;
        let pool = teacher::start(&config, context)?;
        let profile = pool.profile();
        if profile.limit_by(limit) == LimitBy::Nothing {
            return Err(Failure::usage(text!(LimitUnknown, &profile.name, limit)));
        }
        let settings = Settings::new().with_limit(limit).with("multipv", multi_pv);
        let log = open_log(evidence, &pool, &settings, &args.log, context)?;
        Ok(Self {
            identity: pool.identity().clone(),
            pool: Some(pool),
            log,
            limit,
            multi_pv,
        })
    }

    /// Asks about every position that the log does not know.
    fn ask(
        &mut self,
        args: &LabelArgs,
        shard: Shard,
        total: usize,
        time: Option<crate::values::Span>,
        context: &Context<'_>,
    ) -> Outcome<Asked> {
        let reader =
            RowReader::open(&args.set, &ReadRules::default()).map_err(|error| failure(&error))?;
        let mut labeller = Labeller {
            reader,
            shard,
            limit: self.limit,
            multi_pv: self.multi_pv,
            total,
            next: 0,
            done: 0,
            fault: None,
        };
        let Some(mut pool) = self.pool.take() else {
            return Err(Failure::internal(text!(InternalFailed, "no engines")));
        };
        let watch = Watch::new(until(time), context.global.quiet, context.lang);
        let mut watch = watch.timing(pool.processes() as u32);
        let mut followed = watch.follow(&mut labeller);
        let ran = run_logged(&mut self.log, &mut pool, &mut followed, &mut watch);
        let idle = watch.idle();
        watch.finish();
        pool.quit();
        if let Some(error) = labeller.fault {
            return Err(failure(&error));
        }
        let logged = ran.map_err(|error| run_failure(&error))?;
        Ok(Asked { logged, idle })
    }

    /// Writes every row with what the log says; gives how many rows have no label for want of an answer.
    fn write(
        &mut self,
        args: &LabelArgs,
        folder: &ResultFolder,
        report: &mut Report,
        context: &Context<'_>,
    ) -> Outcome<u64> {
        let rows = Rows::open(&args.set, &ReadRules::default(), context)?;
        let facts = SetFacts {
            labels: vec![self.source()],
            order_seed: rows.facts().order_seed,
        };
        let mut set = NewSet::create(folder, FILE)?;
        let (mut dropped, mut replaced) = (BTreeMap::new(), 0_u64);
        for row in rows {
            let mut row = row.map_err(|error| set_failure(&error, folder))?;
            replaced += u64::from(row.label.is_some());
            row.label = match self.label(&row)? {
                Ok(label) => Some(label),
                Err(why) => {
                    *dropped.entry(why.to_owned()).or_insert(0) += 1;
                    None
                }
            };
            set.push(row).map_err(|error| set_failure(&error, folder))?;
        }
        let done = set.finish(&facts, CARD)?;
        let mut manifest = self.manifest(&done, &facts);
        provenance(&mut manifest, &args.set)?;
        manifest.dropped.clone_from(&dropped);
        manifest.counts.insert("replaced".to_owned(), replaced);
        folder.write_manifest(&manifest)?;
        let left = ["failed", "not_reached"].map(|why| dropped.get(why).copied().unwrap_or(0));
        report.dropped = dropped;
        report.cards.insert("positions".to_owned(), done.card);
        report.outputs = done.outputs;
        if replaced > 0 {
            report.notes.push(text!(LabelsReplaced, grouped(replaced)));
        }
        Ok(left.iter().sum())
    }

    fn source(&self) -> LabelSource {
        LabelSource {
            teacher: self.identity.to_json(),
            limit: self.limit.to_string(),
            multipv: self.multi_pv,
        }
    }

    fn manifest(&self, done: &Done, facts: &SetFacts) -> Manifest {
        let mut manifest = manifest("label", &[done], facts);
        let options = [
            ("limit", json!(self.limit.to_string())),
            ("multipv", json!(self.multi_pv)),
            ("teacher", self.identity.to_json()),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value));
        manifest.options.extend(options);
        manifest
    }

    /// The label of a row, or why it has none.
    fn label(&mut self, row: &Row) -> Outcome<Result<Label, &'static str>> {
        let position = row.position().map_err(|error| failure(&error))?;
        if position.has_no_move() {
            return Ok(Err("no_legal_move"));
        }
        let query = Query::new(&position, self.limit, self.multi_pv);
        let answer = self
            .log
            .answer(&query)
            .map_err(|error| evidence_failure(&error))?;
        Ok(match answer {
            None => Err("not_reached"),
            Some(Err(_)) => Err("failed"),
            Some(Ok(found)) => label_of(&found, self.multi_pv).ok_or("no_complete_depth"),
        })
    }
}

/// The label of an answer: the first line of the deepest complete depth.
fn label_of(found: &Found, multi_pv: u32) -> Option<Label> {
    let block = found.deepest()?;
    let line = block.lines.iter().find(|line| line.rank == 1)?;
    Some(Label {
        source: 0,
        score: score(line.score)?,
        best: line.first(),
        depth: Some(block.depth),
        nodes: found.nodes,
        lines: (multi_pv > 1).then(|| lines_json(block).to_string()),
    })
}

fn score(score: Score) -> Option<RowScore> {
    match score {
        Score::Cp(cp) => Some(RowScore::Cp(cp)),
        Score::Mate { side, plies } => {
            let wins = match side {
                MateSide::MoverWins => true,
                MateSide::MoverLoses => false,
                MateSide::Unknown => return None,
            };
            Some(RowScore::Mate { wins, plies })
        }
    }
}

/// The lines of a search, best first.
fn lines_json(block: &Block) -> Value {
    let lines = block.lines.iter().map(|line| {
        let mut value = json!({"move": line.first().map(|mv| mv.to_string())});
        match score(line.score) {
            Some(RowScore::Cp(cp)) => value["cp"] = json!(cp),
            Some(RowScore::Mate { wins, plies }) => {
                value["mate_stm"] = json!(if wins { 1 } else { -1 });
                value["mate_plies"] = json!(plies);
            }
            None => {}
        }
        value
    });
    lines.collect()
}

/// Asks about row after row; answers stay in the log.
struct Labeller {
    reader: RowReader,
    shard: Shard,
    limit: Limit,
    multi_pv: u32,
    total: usize,
    next: usize,
    done: usize,
    fault: Option<Error>,
}

impl Labeller {
    /// The question about a row; `None` where there is nothing to ask.
    fn query(&self, row: &Row) -> Result<Option<Query>, Error> {
        if !self.shard.is_whole() && !self.shard.holds(row.sfen_key()) {
            return Ok(None);
        }
        let position = row.position()?;
        let query = || Query::new(&position, self.limit, self.multi_pv);
        Ok((!position.has_no_move()).then(query))
    }
}

impl Asker for Labeller {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        while self.fault.is_none() {
            let query = match self.reader.next()? {
                Ok(row) => self.query(&row),
                // Counted before.
                Err(Error::Row { .. }) => continue,
                Err(error) => Err(error),
            };
            match query {
                Ok(Some(query)) => {
                    self.next += 1;
                    return Some((Ticket(self.next), query));
                }
                Ok(None) => self.done += 1,
                Err(error) => self.fault = Some(error),
            }
        }
        None
    }

    fn take(&mut self, _: Ticket, _: Answer) {
        self.done += 1;
    }
}

impl Measured for Labeller {
    fn done(&self) -> (usize, usize) {
        (self.done, self.total)
    }
}

//! `build --teacher`: the book is judged and refilled until nothing is to be dropped any more.

use std::collections::BTreeMap;

use joban_book_build::{Aggregate, BuiltBook};
use joban_book_verify::{Audit, Change};
use joban_engine::teacher::evidence::LoggedSummary;
use joban_positions::manifest::FileDigest;
use serde_json::{Map, Value, json};

use super::{Build, PROGRAM, strategy};
use crate::args::BuildArgs;
use crate::commands::audit::bench::{Bench, log_path};
use crate::commands::audit::rebuild::{Rebuild, write_changes};
use crate::commands::verify::exceptions;
use crate::commands::verify::report::{Report, Written};
use crate::failure::{Failure, Outcome};
use crate::output::folder::ResultFolder;
use crate::text;

/// What the teacher said of the book that was built.
#[derive(Debug)]
pub(super) struct Judged {
    audit: Audit,
    changes: Vec<(u32, Change)>,
    rounds: u32,
    asked: LoggedSummary,
    evidence: String,
    teacher: Value,
    judging: Value,
}

/// Options that do nothing without `--teacher` are refused; a teacher of `joban.toml` alone does not judge: building would take hours unasked.
pub(super) fn check(args: &BuildArgs) -> Outcome {
    if args.teacher.teacher.is_some() {
        return Ok(());
    }
    let judge = || args.judge.given().or_else(|| args.log.given());
    match args.teacher.given().or_else(judge) {
        Some(option) => Err(Failure::usage(text!(OptionTogether, option, "--teacher"))),
        None => Ok(()),
    }
}

/// Starts the teacher; none where `--teacher` is not given.
///
/// # Errors
///
/// As [`Bench::open`].
pub(super) fn bench(build: &Build<'_>) -> Outcome<Option<Bench>> {
    let (args, context) = (build.args, build.context);
    if args.teacher.teacher.is_none() || args.dry_run {
        return Ok(None);
    }
    let evidence = log_path(&args.log, &build.settings.output.out, context);
    Bench::open(&args.teacher, &args.judge, &args.log, &evidence, context).map(Some)
}

/// Selects, judges, drops and refills.
///
/// # Errors
///
/// As [`Rebuild::run`].
pub(super) fn judged(
    build: &Build<'_>,
    aggregate: &Aggregate<'_>,
    mut bench: Bench,
) -> Outcome<(BuiltBook, Judged)> {
    let context = build.context;
    let keys = build.key_choice();
    let rebuild = Rebuild {
        aggregate,
        strategy: strategy(&build.settings.book),
        options: build.select_options(),
        keys: &keys,
        exceptions: exceptions(&context.loaded.config.exceptions)?,
        until: None,
    };
    let rebuilt = rebuild.run(None, &mut bench, context)?;
    let facts = bench.quit();
    let out = &build.settings.output.out;
    let judged = Judged {
        audit: rebuilt.audit,
        changes: rebuilt.changes,
        rounds: rebuilt.rounds,
        asked: facts.asked,
        evidence: log_path(&build.args.log, out, context)
            .display()
            .to_string(),
        judging: facts.judging_json(),
        teacher: facts.identity,
    };
    Ok((rebuilt.book, judged))
}

impl Judged {
    /// Writes the audit and the list of changes.
    ///
    /// # Errors
    ///
    /// Exit 5.
    pub(super) fn write(&self, folder: &ResultFolder, bom: bool) -> Outcome<Vec<FileDigest>> {
        let context = Map::from_iter([
            ("program".to_owned(), json!(PROGRAM)),
            ("teacher".to_owned(), self.teacher.clone()),
            ("settings".to_owned(), self.judging.clone()),
        ]);
        let json = self.audit.to_json(context);
        let mut outputs = crate::commands::verify::write_audit(
            folder,
            bom,
            |to| self.audit.write_csv(to),
            &json,
        )?;
        let changes = self.changes.iter().map(|(round, change)| (*round, change));
        outputs.push(folder.write("changes.csv", |to| write_changes(to, changes, bom))?);
        Ok(outputs)
    }

    /// Who judged and how, for the manifest.
    pub(super) fn facts(&self) -> BTreeMap<String, Value> {
        BTreeMap::from([
            ("teacher".to_owned(), self.teacher.clone()),
            ("judge".to_owned(), self.judging.clone()),
        ])
    }

    /// The same report as that of `verify`.
    pub(super) fn report(&self) -> Report<'_> {
        let mut report = Report::new(&self.audit, self.asked, &self.evidence);
        report.fixed = Some(Written::of_rounds(self.rounds, &self.changes));
        report
    }
}

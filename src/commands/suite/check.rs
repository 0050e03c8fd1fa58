//! `joban suite check`: whether a suite, ours or another's, can be used, and what it shares with other things.

use std::path::PathBuf;

use joban_positions::Split;
use joban_positions::suite::{
    Catalogue, DuplicateKind, Identity, Index, Likeness, LineError, ProofEntry, SuiteLines,
};
use serde::Serialize;

use super::against::{Place, Thing, no_start};
use super::files::{read_suite, suite_files};
use super::report::compared;
use super::split::decide;
use crate::args::{SplitArgs, SuiteCheckArgs};
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::commands::inspect::IssueView;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, located};
use crate::output::stdout::{Out, note};
use crate::output::table::grouped;
use crate::settings::ReadSettings;
use crate::text;

/// What is told.
#[derive(Debug, Serialize)]
struct Report {
    program: &'static str,
    command: &'static str,
    suite: String,
    /// Different starts.
    starts: u64,
    positions_sha256: String,
    errors: Vec<LineView>,
    warnings: Vec<LineView>,
    duplicates: Vec<DuplicateView>,
    compared: Vec<ProofEntry>,
    findings: Vec<FindingView>,
    #[serde(skip)]
    texts: Vec<Text>,
}

/// A line with its problem.
#[derive(Debug, Serialize)]
pub(crate) struct LineView {
    file: String,
    #[serde(flatten)]
    issue: IssueView,
}

impl LineView {
    /// Problems of lines, in their order.
    pub(crate) fn all(errors: &[LineError]) -> Vec<Self> {
        let views = errors.iter().map(|error| LineView {
            file: error.file.clone(),
            issue: IssueView::new(&error.issue),
        });
        views.collect()
    }
}

/// A line that repeats an earlier one.
#[derive(Debug, Serialize)]
pub(crate) struct DuplicateView {
    file: String,
    line: u64,
    first_file: String,
    first_line: u64,
    kind: DuplicateKind,
}

impl DuplicateView {
    /// The duplicates of lines, in their order.
    pub(crate) fn all(lines: &SuiteLines) -> Vec<Self> {
        let views = lines.duplicates().into_iter().map(|duplicate| {
            let (later, first) = (
                &lines.starts[duplicate.later],
                &lines.starts[duplicate.first],
            );
            DuplicateView {
                file: later.file.clone(),
                line: later.line,
                first_file: first.file.clone(),
                first_line: first.line,
                kind: duplicate.kind,
            }
        });
        views.collect()
    }

    /// In words.
    pub(crate) fn text(&self) -> Text {
        let kind = match self.kind {
            DuplicateKind::Line => text!(DuplicateLine),
            DuplicateKind::Position => text!(DuplicatePosition),
            DuplicateKind::Flipped => text!(DuplicateFlipped),
        };
        text!(
            DuplicateOf,
            &self.file,
            self.line,
            &self.first_file,
            self.first_line,
            kind
        )
    }
}

/// A start that was found.
#[derive(Debug, Serialize)]
struct FindingView {
    file: String,
    line: u64,
    sfen: String,
    likeness: Likeness,
    /// What it was found in, as named.
    against: String,
    place: Place,
}

/// Runs `joban suite check`.
///
/// # Errors
///
/// A start that is found, or a line that cannot be used (1), usage (2), input (3).
pub(super) fn run(args: &SuiteCheckArgs, context: &Context<'_>) -> Outcome {
    let config = context.loaded.config.clone();
    let limits = args.limits.clone().or(config.limits);
    let settings = ReadSettings::new(args.read.clone().or(config.read), limits)?;
    if !args.suite.exists() {
        return Err(Failure::usage(text!(NotFound, args.suite.display())));
    }
    let files = suite_files(&args.suite).unwrap_or_else(|| vec![args.suite.clone()]);
    if files[0].is_dir() {
        return Err(Failure::usage(text!(NoSuiteThere, args.suite.display())));
    }
    let split = split(args, args.split.clone().or(config.split))?;
    let lines = read_suite(&files, &settings)?;
    if lines.starts.is_empty() {
        return Err(no_start(&args.suite, &lines));
    }
    let mut report = Report::new(args, &lines);
    let starts = lines.starts.iter();
    let index = Index::new(starts.map(|start| Identity::of(&start.position)));
    for path in &args.against {
        let thing = Thing::open(path, &settings, context)?;
        report.compare(&thing, &lines, &index, &split)?;
    }
    report.show(context)?;
    report.end()
}

/// `--holdout 0` looks through every game, whatever manifests say.
fn split(args: &SuiteCheckArgs, merged: SplitArgs) -> Outcome<Split> {
    if args.split.holdout == Some(0.0) {
        return Ok(Split::NONE);
    }
    let named: Vec<PathBuf> = args.against.iter().chain([&args.suite]).cloned().collect();
    decide(&merged, &named)
}

impl Report {
    fn new(args: &SuiteCheckArgs, lines: &SuiteLines) -> Self {
        let catalogue = Catalogue::of_lines(lines);
        Report {
            program: PROGRAM,
            command: "suite check",
            suite: args.suite.display().to_string(),
            starts: catalogue.starts,
            positions_sha256: catalogue.positions_sha256,
            errors: LineView::all(&lines.errors),
            warnings: LineView::all(&lines.warnings),
            duplicates: DuplicateView::all(lines),
            compared: Vec::new(),
            findings: Vec::new(),
            texts: {
                let errors = lines.errors.iter().chain(&lines.warnings);
                let errors = errors.map(|error| located(&error.file, 1, &error.issue));
                errors.collect()
            },
        }
    }

    fn compare(
        &mut self,
        thing: &Thing,
        lines: &SuiteLines,
        index: &Index,
        split: &Split,
    ) -> Outcome {
        let (entry, comparison) = thing.compare(index, split)?;
        for finding in &comparison.findings {
            let start = &lines.starts[finding.position];
            self.findings.push(FindingView {
                file: start.file.clone(),
                line: start.line,
                sfen: start.position.sfen(),
                likeness: finding.likeness,
                against: entry.path.clone().unwrap_or_default(),
                place: thing.place(&finding.at),
            });
        }
        self.compared.push(entry);
        if let Some(error) = thing.errors().first() {
            self.texts
                .push(text!(SuiteLineLeft, located(&error.file, 1, &error.issue)));
        }
        Ok(())
    }

    fn show(&self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            return context.show_json(self);
        }
        let lang = context.lang;
        let mut out = Out::default();
        out.line(text!(CheckStarts, &self.suite, grouped(self.starts)).get(lang))?;
        for duplicate in &self.duplicates {
            out.line(duplicate.text().get(lang))?;
        }
        for finding in &self.findings {
            let place = finding.place.text();
            let text = match finding.likeness {
                Likeness::Same => text!(FoundSame, &finding.file, finding.line, place),
                Likeness::Flipped => text!(FoundFlipped, &finding.file, finding.line, place),
            };
            out.line(text.get(lang))?;
        }
        for line in compared(&self.compared, context) {
            out.line(&line)?;
        }
        out.finish()?;
        for text in &self.texts {
            note(text!(WarningPrefix, text.clone()).get(lang));
        }
        Ok(())
    }

    fn end(&self) -> Outcome {
        match (self.findings.len(), self.errors.len()) {
            (0, 0) => Ok(()),
            (findings, errors) => Err(Failure::findings(text!(CheckFailed, findings, errors))),
        }
    }
}

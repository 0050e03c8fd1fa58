//! `joban inspect`: what was understood of game records, of books, of suites, of evidence logs, or of one position.

mod book;
mod evidence;
mod game;
mod packed;
mod position;
mod report;
mod suite;

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::Path;

use joban_csa_parse::input::{InputArg, Inputs, Item};
use joban_csa_parse::{Issue, IssueKind, Parser, RawRecord, Record};
use joban_engine::rules::Replay;

use crate::args::InspectArgs;
use crate::commands::suite::files::suite_files;
use crate::commands::{Context, input_failure};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, located};
use crate::progress::Reading;
use crate::settings::ReadSettings;
use crate::text;
use game::GameView;
pub(crate) use game::IssueView;
use report::Report;

/// Runs `joban inspect`.
///
/// # Errors
///
/// Usage (2), input (3), rejected games under `--strict` (1).
pub(crate) fn run(args: &InspectArgs, context: &Context<'_>) -> Outcome {
    if let Some(sfen) = &args.sfen {
        return position::run(args, sfen, context);
    }
    let config = &context.loaded.config;
    let read = args.read.clone().or(config.read.clone());
    let limits = args.limits.clone().or(config.limits.clone());
    let settings = ReadSettings::new(read, limits)?;
    let (logs, records): (Vec<OsString>, Vec<OsString>) =
        args.paths.iter().cloned().partition(evidence::is_log);
    for log in &logs {
        evidence::run(Path::new(log), context)?;
    }
    let mut others = Vec::new();
    for path in records {
        if packed::is_packed(&path) {
            packed::run(Path::new(&path), context)?;
            continue;
        }
        let suite = suite_files(Path::new(&path)).filter(|_| !settings.options.lines);
        if let Some(files) = suite {
            suite::run(Path::new(&path), &files, &settings, context)?;
            continue;
        }
        match book::format_of(&path).filter(|_| !settings.options.lines) {
            Some(format) => book::run(Path::new(&path), format, context)?,
            None => others.push(path),
        }
    }
    let records = others;
    if records.is_empty() {
        return Ok(());
    }
    let paths: Vec<InputArg> = records.iter().cloned().map(InputArg::from).collect();
    let inputs = Inputs::open(&paths, &settings.limits, &settings.options)
        .map_err(|error| input_failure(&error))?;
    Inspector::new(&settings, context, inputs.total_bytes()).run(&inputs, &records)
}

/// Reads records one by one and shows each at once: memory does not grow with the archive.
struct Inspector<'a> {
    settings: &'a ReadSettings,
    parser: Parser,
    record: Record,
    replay: Replay,
    report: Report,
    progress: Reading,
    bytes: (u64, Option<u64>),
    /// Games understood, games broken.
    good: u64,
    broken: u64,
    /// Rejected items in which nothing was understood.
    junk: u64,
    warned: bool,
    first_reject: Option<Text>,
    failure: Option<Failure>,
}

impl<'a> Inspector<'a> {
    fn new(settings: &'a ReadSettings, context: &'a Context<'a>, total: Option<u64>) -> Self {
        Inspector {
            settings,
            parser: Parser::new(settings.options.clone()),
            record: Record::new(),
            replay: Replay::new(),
            report: Report::new(context.global.json, context.lang),
            // A bar would be torn apart by output on the same terminal.
            progress: Reading::new(
                context.global.quiet || io::stdout().is_terminal(),
                context.lang,
            ),
            bytes: (0, total),
            good: 0,
            broken: 0,
            junk: 0,
            warned: false,
            first_reject: None,
            failure: None,
        }
    }

    fn run(mut self, inputs: &Inputs, paths: &[std::ffi::OsString]) -> Outcome {
        let read = inputs.for_each(&mut |item| match self.take(item) {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        });
        self.progress.finish();
        match (self.failure.take(), read) {
            (Some(failure), _) => self.report.finish().and(Err(failure)),
            (None, Err(error)) => self.report.finish().and(Err(input_failure(&error))),
            (None, Ok(_)) => self.end(paths),
        }
    }

    fn take(&mut self, item: Item) -> Outcome {
        match item {
            Item::Record(raw) => self.game(&raw),
            Item::Rejected { file, issue } => {
                self.junk += 1;
                self.report.rejected(&file, &issue)?;
                self.reject(located(&file, 0, &issue))
            }
            Item::Warning { file, issue } => {
                self.warned = true;
                self.report.warned(&file, &issue)
            }
            Item::Progress { bytes } => {
                self.bytes.0 += bytes;
                self.show_progress();
                Ok(())
            }
        }
    }

    fn game(&mut self, raw: &RawRecord) -> Outcome {
        let parsed = self.parser.parse(raw, &mut self.record);
        let view = GameView::new(raw, &self.record, parsed.err(), &mut self.replay);
        self.report.game(&view)?;
        let Some(issue) = view.problem() else {
            self.good += 1;
            return Ok(());
        };
        if is_junk(&self.record, issue) {
            self.junk += 1;
        } else {
            self.broken += 1;
        }
        self.reject(located(&raw.file, raw.index + 1, issue))
    }

    fn reject(&mut self, place: Text) -> Outcome {
        if self.settings.fail_fast {
            return Err(Failure::findings(text!(FailFast, place)));
        }
        self.first_reject.get_or_insert(place);
        Ok(())
    }

    fn show_progress(&self) {
        use joban_positions::Progress;
        let read = self.good + self.broken + self.junk;
        self.progress.games(read, self.broken + self.junk);
        self.progress.bytes(self.bytes.0, self.bytes.1);
    }

    fn end(mut self, paths: &[std::ffi::OsString]) -> Outcome {
        let (all, rejected) = (self.good + self.broken + self.junk, self.broken + self.junk);
        self.report.totals(all, rejected)?;
        self.report.finish()?;
        match self.first_reject {
            Some(first) if all == self.junk => Err(Failure::input(text!(NothingRead, first))),
            Some(first) if self.settings.strict => Err(Failure::findings(text!(
                StrictRejects,
                rejected,
                all,
                first
            ))),
            None if all == 0 && !self.warned => {
                let shown: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
                Err(Failure::input(text!(NothingToRead, shown.join(", "))))
            }
            _ => Ok(()),
        }
    }
}

/// Whether nothing of a record was understood: the input is no game record.
fn is_junk(record: &Record, issue: &Issue) -> bool {
    let nothing = record.moves.is_empty()
        && record.setup.statements.is_empty()
        && record.version().is_none()
        && record.headers().next().is_none();
    nothing && !matches!(issue.kind, IssueKind::TurnMismatch | IssueKind::IllegalMove)
}

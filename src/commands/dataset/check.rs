//! `joban dataset check`: every row, and another set beside it.

use std::collections::BTreeMap;
use std::path::Path;

use joban_positions::Error;
use joban_positions::dataset::{
    MateRule, PackRules, Row, RowReader, fault, first_difference, shared_positions,
};
use serde_json::json;

use super::Rows;
use super::read_rules;
use super::report::Report;
use super::stats::Scratch;
use crate::args::CheckArgs;
use crate::commands::Context;
use crate::commands::source::failure;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, Worded};
use crate::output::table::grouped;
use crate::text;

/// Faulty rows that are shown one by one.
const SHOWN: usize = 10;

/// Runs `joban dataset check`.
///
/// # Errors
///
/// Findings (1), usage (2), input (3), a temporary file that cannot be written (5).
pub(super) fn run(args: &CheckArgs, context: &Context<'_>) -> Outcome {
    let mut checked = Checked::default();
    checked.rows(args, context)?;
    if let Some(other) = &args.against {
        checked.against(args, other, context)?;
    }
    if let Some(other) = &args.same_as {
        checked.same_as(args, other, context)?;
    }
    let Checked {
        report, findings, ..
    } = checked;
    report
        .unwrap_or_else(|| Report::new("dataset check"))
        .show(context)?;
    match findings {
        None => Ok(()),
        Some(first) => Err(Failure::findings(first)),
    }
}

#[derive(Default)]
struct Checked {
    report: Option<Report>,
    /// The first finding.
    findings: Option<Text>,
}

impl Checked {
    fn report(&mut self) -> &mut Report {
        self.report
            .get_or_insert_with(|| Report::new("dataset check"))
    }

    fn tell(&mut self, name: &str, value: serde_json::Value, line: Text) {
        let report = self.report();
        report.figures.insert(name.to_owned(), value);
        report.lines.push(line);
    }

    fn rows(&mut self, args: &CheckArgs, context: &Context<'_>) -> Outcome {
        let mut rows = Rows::open(&args.set, &read_rules(&args.foreign, None), context)?;
        let (mut good, mut bad) = (0_u64, 0_u64);
        let mut shown: Vec<Text> = Vec::new();
        while let Some(row) = rows.reader.next() {
            let Some(fault) = fault_of(row, &rows.reader)? else {
                good += 1;
                continue;
            };
            bad += 1;
            if shown.len() < SHOWN {
                shown.push(fault);
            }
        }
        let counts: BTreeMap<_, _> = [("good", good), ("bad", bad)].into();
        let line = text!(CheckRows, grouped(good), grouped(bad));
        self.tell("rows", json!(counts), line);
        let english = shown.iter().map(|text| text.get(Lang::En));
        let english = json!(english.collect::<Vec<_>>());
        if let Some(first) = shown.first() {
            self.findings
                .get_or_insert(text!(CheckBad, grouped(bad), first.clone()));
        }
        let report = self.report();
        report.figures.insert("bad_rows".to_owned(), english);
        report.lines.extend(shown);
        Ok(())
    }

    fn against(&mut self, args: &CheckArgs, other: &Path, context: &Context<'_>) -> Outcome {
        let rules = read_rules(&args.foreign, None);
        let first = Rows::open(&args.set, &rules, context)?;
        let second = Rows::open(other, &read_rules(&Default::default(), None), context)?;
        let scratch = Scratch::new()?;
        let shared =
            shared_positions(first, second, scratch.path()).map_err(|error| failure(&error))?;
        let line = text!(
            CheckShared,
            other.display(),
            grouped(shared.same),
            grouped(shared.flipped)
        );
        if let Some(example) = shared.examples.first() {
            self.findings.get_or_insert(text!(
                CheckLeak,
                grouped(shared.same + shared.flipped),
                other.display(),
                example
            ));
        }
        self.tell("shared", json!(shared), line);
        Ok(())
    }

    fn same_as(&mut self, args: &CheckArgs, other: &Path, context: &Context<'_>) -> Outcome {
        let rules = read_rules(&args.foreign, None);
        let mut foreign = args.foreign.clone();
        foreign.format = None;
        let first = Rows::open(&args.set, &rules, context)?;
        let second = Rows::open(other, &read_rules(&foreign, None), context)?;
        let format = second.reader.format().max(first.reader.format());
        let pack = PackRules {
            mates: args.foreign.mate_as.map_or(MateRule::Refuse, MateRule::As),
            played: false,
        };
        let compared =
            first_difference(first, second, format, &pack).map_err(|error| failure(&error))?;
        let (value, line) = match compared {
            Ok(equal) => (
                json!({"equal": equal, "format": format.as_str()}),
                text!(CheckSame, other.display(), grouped(equal), format.as_str()),
            ),
            Err(difference) => {
                let sfen = |row: &Option<Row>| {
                    row.as_ref()
                        .map_or_else(|| "-".to_owned(), |row| row.sfen.clone())
                };
                let (one, two) = (sfen(&difference.first), sfen(&difference.second));
                let line = text!(CheckDiffers, other.display(), difference.row, one, two);
                self.findings.get_or_insert(line.clone());
                let value = json!({"first_difference": difference.row, "format": format.as_str()});
                (value, line)
            }
        };
        self.tell("same_as", value, line);
        Ok(())
    }
}

/// What is wrong with a row, if anything.
fn fault_of(row: Result<Row, Error>, reader: &RowReader) -> Outcome<Option<Text>> {
    let fault = match row {
        Ok(row) => fault(&row).map(|reason| reader.row_error(reason)),
        Err(error @ Error::Row { .. }) => Some(error),
        Err(error) => return Err(failure(&error)),
    };
    Ok(fault.map(|error| error.words()))
}

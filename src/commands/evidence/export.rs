//! `joban evidence export`: evidence as rows of CSV or JSON lines.

use std::io::Write;

use joban_engine::teacher::evidence::{
    COLUMNS, Evidence, Row, RowChoice, Which, csv_line, for_each_evidence, rows,
};

use super::{NewFile, damaged, tell_notes};
use crate::args::{EvidenceExportArgs, EvidenceFormat};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::output::folder::write_failure;
use crate::output::stdout::Out;
use crate::text;

pub(super) fn run(args: &EvidenceExportArgs, context: &Context<'_>) -> Outcome {
    let mut to = Target::open(args)?;
    if let Some(head) = head(args) {
        to.line(&head)?;
    }
    let choice = if args.all_depths {
        RowChoice::AllDepths
    } else {
        RowChoice::Deepest
    };
    let which = if args.all {
        Which::All
    } else {
        Which::Counting
    };
    let skip = damaged(args.skip_damaged);
    let notes = for_each_evidence(&args.logs, skip, which, |evidence: Evidence| {
        rows(&evidence, choice)
            .iter()
            .try_for_each(|row| to.line(&line(row, args.format)?))
    })?;
    tell_notes(&notes, context);
    to.finish()
}

/// The first line of CSV.
fn head(args: &EvidenceExportArgs) -> Option<String> {
    let mark = if args.csv_bom { "\u{feff}" } else { "" };
    (args.format == EvidenceFormat::Csv).then(|| format!("{mark}{}", COLUMNS.join(",")))
}

fn line(row: &Row, format: EvidenceFormat) -> Outcome<String> {
    match format {
        EvidenceFormat::Csv => Ok(csv_line(row)),
        EvidenceFormat::Jsonl => serde_json::to_string(row)
            .map_err(|error| Failure::internal(text!(InternalFailed, error))),
    }
}

/// Where the rows go.
enum Target {
    Stdout(Out),
    File(NewFile),
}

impl Target {
    fn open(args: &EvidenceExportArgs) -> Outcome<Self> {
        match &args.out {
            Some(path) => NewFile::create(path).map(Target::File),
            None => Ok(Target::Stdout(Out::default())),
        }
    }

    fn line(&mut self, line: &str) -> Outcome {
        match self {
            Target::Stdout(out) => out.line(line),
            Target::File(file) => {
                let written = writeln!(file.beside, "{line}");
                written.map_err(|error| write_failure(&file.path, &error))
            }
        }
    }

    fn finish(self) -> Outcome {
        match self {
            Target::Stdout(out) => out.finish(),
            Target::File(file) => file.finish(),
        }
    }
}

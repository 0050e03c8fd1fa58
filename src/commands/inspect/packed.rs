//! `joban inspect` of PSV and HCPE: the records one by one.

use std::ffi::OsString;
use std::path::Path;

use joban_positions::Error;
use joban_positions::dataset::{Format, ReadRules, Row, RowReader, RowScore};
use serde_json::{Value, json};

use crate::commands::Context;
use crate::commands::source::failure;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::stdout::Out;
use crate::text;

/// Whether an argument is a file of packed positions, by its name.
pub(super) fn is_packed(path: &OsString) -> bool {
    let path = Path::new(path);
    let format = path.is_file().then(|| Format::detect(path).ok()).flatten();
    matches!(format, Some(Format::Psv | Format::Hcpe))
}

/// Shows the records; memory does not grow with the file.
///
/// # Errors
///
/// A file that cannot be read, or in which nothing is a record (3); a failed write (5).
pub(super) fn run(path: &Path, context: &Context<'_>) -> Outcome {
    let mut reader =
        RowReader::open(path, &ReadRules::default()).map_err(|error| failure(&error))?;
    let file = path.display().to_string();
    let format = reader.format().as_str();
    let mut out = Out::default();
    let (mut good, mut first_bad) = (0_u64, None);
    while let Some(row) = reader.next() {
        let number = reader.number();
        let (line, value) = match row {
            Ok(row) => {
                good += 1;
                (shown(number, &row), record(&row))
            }
            Err(error @ Error::Row { .. }) => {
                let words = error.words();
                let line = format!("  {}", words.get(context.lang));
                first_bad.get_or_insert(words);
                let reason = match &error {
                    Error::Row { reason, .. } => reason.clone(),
                    other => other.to_string(),
                };
                (line, json!({"error": {"reason": reason}}))
            }
            Err(error) => return out.finish().and(Err(failure(&error))),
        };
        if context.global.json {
            let mut value = value;
            value["file"] = json!(file);
            value["format"] = json!(format);
            value["record"] = json!(number);
            out.json_line(&value)?;
        } else {
            out.line(&line)?;
        }
    }
    out.finish()?;
    match first_bad {
        Some(first) if good == 0 => Err(Failure::input(text!(NoRowRead, first))),
        None if good == 0 => Err(Failure::input(text!(SetEmpty, file))),
        _ => Ok(()),
    }
}

fn record(row: &Row) -> Value {
    let label = row.label.as_ref();
    let score = label.map(|label| label.score);
    json!({
        "sfen": row.sfen,
        "ply": row.ply,
        "score_stm_cp": score.and_then(cp),
        "move": label.and_then(|label| label.best).map(|mv| mv.to_string()),
        "result_stm": row.result.map(|result| result.number()),
    })
}

fn cp(score: RowScore) -> Option<i32> {
    match score {
        RowScore::Cp(cp) => Some(cp),
        RowScore::Mate { .. } => None,
    }
}

fn shown(number: u64, row: &Row) -> String {
    let label = row.label.as_ref();
    let score = label.and_then(|label| cp(label.score)).unwrap_or_default();
    let mv = label.and_then(|label| label.best);
    let mv = mv.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
    let result = row.result.map_or(0, |result| result.number());
    format!("  {number}: {} {score:+} {mv} {result:+}", row.sfen)
}

//! `joban inspect LOG`: the records of an evidence log.

use std::ffi::OsString;
use std::path::Path;

use joban_engine::teacher::evidence::{
    Damaged, Evidence, EvidenceReader, Record, RowChoice, is_evidence_log, rows,
};
use serde_json::{Value, json};

use crate::commands::Context;
use crate::commands::evidence::{notes_json, tell_notes};
use crate::failure::Outcome;
use crate::output::stdout::Out;

/// Whether an argument is an evidence log.
pub(super) fn is_log(path: &OsString) -> bool {
    let path = Path::new(path);
    path.is_file() && is_evidence_log(path).unwrap_or(false)
}

/// Shows the records one by one.
///
/// # Errors
///
/// A log that cannot be used (3), a failed write (5).
pub(super) fn run(path: &Path, context: &Context<'_>) -> Outcome {
    let mut reader = EvidenceReader::open(path, Damaged::Skip)?;
    let mut out = Out::default();
    let file = path.display().to_string();
    if context.global.json {
        out.json_line(&json!({"file": file, "line": 1, "header": reader.header()}))?;
    } else {
        out.line(&file)?;
    }
    while let Some(located) = reader.next_record()? {
        if context.global.json {
            out.json_line(&record_json(&file, located.line, reader.text()))?;
        } else {
            out.line(&format!("  {}: {}", located.line, shown(&located.record)))?;
        }
    }
    let notes = reader.notes();
    tell_notes(notes, context);
    if context.global.json && !notes.is_empty() {
        out.json_line(&json!({"file": file, "warnings": notes_json(notes)}))?;
    }
    out.finish()
}

/// The record as it stands in the file, with its place.
fn record_json(file: &str, line: u64, text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap_or_default();
    value["file"] = json!(file);
    value["line"] = json!(line);
    value
}

fn shown(record: &Record) -> String {
    match record {
        Record::Teacher(identity) => identity.text(),
        Record::Answer(evidence) => shown_answer(evidence),
    }
}

fn shown_answer(evidence: &Evidence) -> String {
    let key = evidence.query.key();
    let first = rows(evidence, RowChoice::Deepest).into_iter().next();
    let Some(row) = first else {
        return key;
    };
    let score = match (row.score_cp, row.mate, row.failure) {
        (Some(cp), _, _) => format!("cp {cp}"),
        (_, Some(mate), _) => format!("mate {mate}"),
        (_, _, failure) => failure.unwrap_or_default().to_owned(),
    };
    let depth = row
        .depth
        .map_or_else(String::new, |depth| format!(" depth {depth}"));
    format!("{key} => {}{depth} {score}", row.mv)
}

//! `joban evidence list`: teachers, settings and counts of logs.

use std::path::Path;

use joban_engine::teacher::evidence::{RunSettings, Survey, TeacherSurvey, survey};
use serde_json::{Map, Value, json};

use super::{damaged, notes_json, tell_notes};
use crate::args::EvidenceListArgs;
use crate::commands::Context;
use crate::failure::Outcome;
use crate::i18n::Lang;
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::text;

pub(super) fn run(args: &EvidenceListArgs, context: &Context<'_>) -> Outcome {
    let skip = damaged(args.skip_damaged);
    let mut all = Vec::new();
    for path in &args.logs {
        let found = survey(path, skip)?;
        tell_notes(&found.notes, context);
        all.push((path.as_path(), found));
    }
    if context.global.json {
        let logs: Vec<Value> = all
            .iter()
            .map(|(path, found)| log_json(path, found))
            .collect();
        return context.show_json(&json!({ "logs": logs }));
    }
    let mut out = Out::default();
    for (path, found) in &all {
        show(path, found, &mut out, context.lang)?;
    }
    out.finish()
}

fn log_json(path: &Path, found: &Survey) -> Value {
    let teachers: Vec<Value> = found.teachers.iter().map(teacher_json).collect();
    json!({
        "file": path.display().to_string(),
        "runs": found.runs,
        "teachers": teachers,
        "notes": notes_json(&found.notes),
    })
}

fn teacher_json(teacher: &TeacherSurvey) -> Value {
    let failures = teacher.failures.iter();
    let failures: Map<String, Value> = failures
        .map(|(kind, count)| (kind.as_str().to_owned(), json!(count)))
        .collect();
    let limits = teacher.limits.iter().map(|((limit, multipv), records)| {
        json!({"limit": limit.to_string(), "multipv": multipv, "records": records})
    });
    json!({
        "digest": teacher.identity.digest(),
        "identity": teacher.identity.to_json(),
        "certain": teacher.identity.is_certain(),
        "questions": teacher.questions,
        "positions": teacher.positions,
        "answers": teacher.answers,
        "failures": failures,
        "contradictions": teacher.contradictions,
        "limits": limits.collect::<Vec<_>>(),
        "time_ms": teacher.time_ms,
    })
}

fn show(path: &Path, found: &Survey, out: &mut Out, lang: Lang) -> Outcome {
    out.line(&path.display().to_string())?;
    for run in &found.runs {
        let line = text!(
            EvidenceSettings,
            run.fingerprint[..12].to_owned(),
            settings(run)
        );
        out.line(line.get(lang))?;
    }
    for teacher in &found.teachers {
        let line = text!(EvidenceTeacher, teacher.identity.text());
        out.line(line.get(lang))?;
        for line in counts(teacher, lang).lines() {
            out.line(&line)?;
        }
    }
    Ok(())
}

fn settings(run: &RunSettings) -> String {
    let pairs = run
        .settings
        .iter()
        .map(|(name, value)| format!("{name} {value}"));
    pairs.collect::<Vec<_>>().join(", ")
}

fn counts(teacher: &TeacherSurvey, lang: Lang) -> Table {
    let mut table = Table::new(&[Align::Left, Align::Right]);
    let mut row = |name: String, count: u64| table.row([name, grouped(count)]);
    row(
        text!(EvidencePositions).get(lang).to_owned(),
        teacher.positions,
    );
    row(
        text!(EvidenceQuestions).get(lang).to_owned(),
        teacher.questions,
    );
    row(text!(EvidenceAnswers).get(lang).to_owned(), teacher.answers);
    for (kind, count) in &teacher.failures {
        row(
            text!(EvidenceFailures, kind.as_str()).get(lang).to_owned(),
            *count,
        );
    }
    if teacher.contradictions > 0 {
        row(
            text!(EvidenceContradictions).get(lang).to_owned(),
            teacher.contradictions,
        );
    }
    for ((limit, multipv), count) in &teacher.limits {
        row(
            text!(EvidenceLimit, limit, multipv).get(lang).to_owned(),
            *count,
        );
    }
    row(
        text!(EvidenceSeconds).get(lang).to_owned(),
        teacher.time_ms / 1000,
    );
    table
}

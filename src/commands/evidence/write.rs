//! `joban evidence merge` and `joban evidence compact`: new logs from old ones.

use joban_engine::teacher::evidence;
use serde_json::json;

use super::{NewFile, damaged, notes_json, tell_notes};
use crate::args::{EvidenceCompactArgs, EvidenceMergeArgs};
use crate::commands::Context;
use crate::failure::Outcome;
use crate::output::stdout::Out;
use crate::output::table::grouped;
use crate::text;

pub(super) fn merge(args: &EvidenceMergeArgs, context: &Context<'_>) -> Outcome {
    let mut file = NewFile::create(&args.out)?;
    let skip = damaged(args.skip_damaged);
    let done = evidence::merge(&args.logs, skip, &mut file.beside, &args.out)?;
    file.finish()?;
    tell_notes(&done.notes, context);
    if context.global.json {
        return context.show_json(&json!({
            "out": args.out.display().to_string(),
            "records": done.kept,
            "questions": done.questions,
            "repeated": done.repeated,
            "notes": notes_json(&done.notes),
        }));
    }
    let line = text!(
        EvidenceMerged,
        args.out.display(),
        grouped(done.kept),
        grouped(done.questions),
        grouped(done.repeated)
    );
    show(line.get(context.lang))
}

pub(super) fn compact(args: &EvidenceCompactArgs, context: &Context<'_>) -> Outcome {
    let mut file = NewFile::create(&args.out)?;
    let skip = damaged(args.skip_damaged);
    let done = evidence::compact(&args.log, skip, &mut file.beside, &args.out)?;
    file.finish()?;
    tell_notes(&done.notes, context);
    if context.global.json {
        return context.show_json(&json!({
            "out": args.out.display().to_string(),
            "records": done.kept,
            "dropped": {"answers": done.answers, "failures": done.failures, "same": done.same},
            "notes": notes_json(&done.notes),
        }));
    }
    let line = text!(
        EvidenceCompacted,
        args.out.display(),
        grouped(done.kept),
        grouped(done.answers),
        grouped(done.failures),
        grouped(done.same)
    );
    show(line.get(context.lang))
}

fn show(line: &str) -> Outcome {
    let mut out = Out::default();
    out.line(line)?;
    out.finish()
}

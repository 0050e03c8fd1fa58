//! `joban dataset export` and `import`: from one format to another.

use joban_positions::dataset::{
    FILE, Format, LabelSource, MateRule, PackRules, ReadRules, RowWriter,
};
use serde_json::json;

use super::report::{self, Report};
use super::{
    CARD, NewSet, Rows, format, manifest, out_folder, provenance, read_rules, set_failure, shown,
};
use crate::args::{ExportArgs, ImportArgs, RecordMove};
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::output::table::grouped;
use crate::text;
use crate::values::Mates;

/// Folders for the results without `-o`.
const EXPORT: &str = "joban-export";
const IMPORT: &str = "joban-import";

/// Runs `joban dataset export`.
///
/// # Errors
///
/// Usage (2), mates without `--mate-as` among them; input (3), a failed write (5).
pub(super) fn export(args: &ExportArgs, context: &Context<'_>) -> Outcome {
    let format = format(args.format);
    let rules = PackRules {
        mates: match args.mate_as {
            None => MateRule::Refuse,
            Some(Mates::Drop) => MateRule::Drop,
            Some(Mates::As(cp)) => MateRule::As(cp),
        },
        played: args.record_move == Some(RecordMove::Played),
    };
    let rows = Rows::open(&args.set, &ReadRules::default(), context)?;
    let (facts, tally) = (rows.facts(), rows.tally());
    let folder = out_folder(args.out.as_ref(), EXPORT, &[&args.set])?;
    let failed = |error| set_failure(&error, &folder);
    let name = format.file_name();
    let mut writer = RowWriter::create(&folder.path().join(name), format, rules).map_err(failed)?;
    for row in rows {
        row.and_then(|row| writer.push(&row)).map_err(failed)?;
    }
    let mut written = writer.finish(&facts).map_err(failed)?;
    if matches!(format, Format::Psv | Format::Hcpe) && facts.labels.len() > 1 {
        written.lost.insert("labels", written.rows);
    }
    if written.rows == 0 {
        return Err(Failure::input(text!(ExportEmpty, args.set.display())));
    }
    let mut manifest = joban_positions::Manifest::new(PROGRAM, "dataset export");
    provenance(&mut manifest, &args.set)?;
    let mates = match rules.mates {
        MateRule::Refuse => json!(null),
        MateRule::Drop => json!("drop"),
        MateRule::As(cp) => json!(cp),
    };
    let options = [
        ("format", json!(format.as_str())),
        ("labels", json!(facts.labels)),
        ("mate_as", mates),
        ("move", json!(if rules.played { "played" } else { "best" })),
    ];
    manifest.options = options
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let owned = |counts: &std::collections::BTreeMap<&'static str, u64>| {
        let counts = counts.iter();
        counts
            .map(|(name, count)| ((*name).to_owned(), *count))
            .collect::<std::collections::BTreeMap<String, u64>>()
    };
    manifest.dropped = owned(&written.dropped);
    manifest.counts.insert("rows".to_owned(), written.rows);
    for (part, count) in &written.lost {
        manifest.counts.insert(format!("lost_{part}"), *count);
    }
    manifest.outputs.push(folder.digest(name)?);
    let outputs = manifest.outputs.clone();
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = Report::new("dataset export");
    report.out = Some(shown(args.out.as_ref(), EXPORT));
    report.outputs = outputs;
    report.dropped = owned(&written.dropped);
    report
        .figures
        .insert("rows".to_owned(), json!(written.rows));
    report
        .figures
        .insert("lost".to_owned(), json!(written.lost));
    report.lines = vec![text!(ExportDone, grouped(written.rows), name)];
    if !written.lost.is_empty() {
        report.lines.push(text!(ExportLost, format.as_str()));
        let table = report::counts(&owned(&written.lost), context.lang);
        let lines = table.lines().into_iter().map(crate::i18n::Text::same);
        report.lines.extend(lines);
    }
    report.notes = tally.borrow().notes();
    report.show(context)
}

/// Runs `joban dataset import`.
///
/// # Errors
///
/// Usage (2), input (3), rejected rows under `--strict` (1), a failed write (5).
pub(super) fn import(args: &ImportArgs, context: &Context<'_>) -> Outcome {
    let label = args.teacher_id.as_deref().map(|teacher| {
        LabelSource::named(teacher, args.teacher_limit.as_deref().unwrap_or("unknown"))
    });
    let rules = read_rules(&args.foreign, label);
    let mut rows = Rows::open(&args.set, &rules, context)?;
    let (facts, tally) = (rows.facts(), rows.tally());
    let (from, moves) = (rows.reader.format(), rows.reader.moves());
    let folder = out_folder(args.out.as_ref(), IMPORT, &[&args.set])?;
    let failed = |error| set_failure(&error, &folder);
    let mut set = NewSet::create(&folder, FILE)?;
    let mut labelled = false;
    for row in rows.by_ref() {
        let row = row.map_err(failed)?;
        labelled |= row.label.is_some();
        set.push(&row).map_err(failed)?;
    }
    tally.borrow().end(set.rows, false)?;
    if set.rows == 0 {
        return Err(Failure::input(text!(SetEmpty, args.set.display())));
    }
    let facts = joban_positions::dataset::SetFacts {
        // Where nothing is labelled there is nobody to name.
        labels: if labelled { facts.labels } else { Vec::new() },
        ..facts
    };
    let done = set.finish(&facts, CARD)?;
    let mut manifest = manifest("import", &[&done], &facts);
    provenance(&mut manifest, &args.set)?;
    let mut options = vec![
        ("format", json!(from.as_str())),
        ("mate_as", json!(args.foreign.mate_as)),
    ];
    if from == Format::Psv {
        options.push(("psv_moves", json!(moves.as_str())));
    }
    let options = options
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value));
    manifest.options.extend(options);
    let rejected = tally.borrow().rejected;
    if rejected > 0 {
        manifest.dropped.insert("rejected".to_owned(), rejected);
    }
    let dropped = manifest.dropped.clone();
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = Report::new("dataset import");
    report.out = Some(shown(args.out.as_ref(), IMPORT));
    report.dropped = dropped;
    let read = done.card.rows;
    report.cards.insert("positions".to_owned(), done.card);
    report.outputs = done.outputs;
    report
        .figures
        .insert("format".to_owned(), json!(from.as_str()));
    report.notes = tally.borrow().notes();
    report.show(context)?;
    tally.borrow().end(read, args.strict)
}

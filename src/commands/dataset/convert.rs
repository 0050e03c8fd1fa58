//! `joban dataset export` and `import`: from one format to another.

use joban_positions::Manifest;
use joban_positions::dataset::{
    FILE, Format, LabelSource, MateRule, PackRules, ReadRules, RowWriter, SetFacts, Written,
};
use serde_json::json;

use super::report::{self, Report};
use super::{
    CARD, Done, NewSet, Rows, format, manifest, named, out_folder, provenance, read_rules,
    set_failure, shown,
};
use crate::args::{ExportArgs, ImportArgs, RecordMove};
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text};
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
    let rules = pack_rules(args);
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
    let mut manifest = export_manifest(format, &rules, &facts, &written);
    provenance(&mut manifest, &args.set)?;
    manifest.outputs.push(folder.digest(name)?);
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = export_report(format, &written, context.lang);
    report.out = Some(shown(args.out.as_ref(), EXPORT));
    report.outputs = manifest.outputs;
    report.notes = tally.borrow().notes();
    report.show(context)
}

fn pack_rules(args: &ExportArgs) -> PackRules {
    PackRules {
        mates: match args.mate_as {
            None => MateRule::Refuse,
            Some(Mates::Drop) => MateRule::Drop,
            Some(Mates::As(cp)) => MateRule::As(cp),
        },
        played: args.record_move == Some(RecordMove::Played),
    }
}

fn export_manifest(
    format: Format,
    rules: &PackRules,
    facts: &SetFacts,
    written: &Written,
) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "dataset export");
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
    let options = options.map(|(name, value)| (name.to_owned(), value));
    manifest.options = options.into_iter().collect();
    manifest.dropped = named(&written.dropped);
    manifest.counts.insert("rows".to_owned(), written.rows);
    let lost = written.lost.iter();
    let lost = lost.map(|(part, count)| (format!("lost_{part}"), *count));
    manifest.counts.extend(lost);
    manifest
}

fn export_report(format: Format, written: &Written, lang: Lang) -> Report {
    let mut report = Report::new("dataset export");
    report.dropped = named(&written.dropped);
    let figures = [("rows", json!(written.rows)), ("lost", json!(written.lost))];
    let figures = figures.map(|(name, value)| (name.to_owned(), value));
    report.figures.extend(figures);
    report.lines = vec![text!(ExportDone, grouped(written.rows), format.file_name())];
    if !written.lost.is_empty() {
        report.lines.push(text!(ExportLost, format.as_str()));
        let table = report::counts(&named(&written.lost), lang);
        report
            .lines
            .extend(table.lines().into_iter().map(Text::same));
    }
    report
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
    let (mut facts, tally) = (rows.facts(), rows.tally());
    let folder = out_folder(args.out.as_ref(), IMPORT, &[&args.set])?;
    let failed = |error| set_failure(&error, &folder);
    let mut set = NewSet::create(&folder, FILE)?;
    let mut labelled = false;
    for row in rows.by_ref() {
        let row = row.map_err(failed)?;
        labelled |= row.label.is_some();
        set.push(row).map_err(failed)?;
    }
    let read = set.rows();
    tally.borrow().end(read, false)?;
    if read == 0 {
        return Err(Failure::input(text!(SetEmpty, args.set.display())));
    }
    // Where nothing is labelled there is nobody to name.
    facts.labels.retain(|_| labelled);
    let done = set.finish(&facts, CARD)?;
    let rejected = tally.borrow().rejected;
    let mut manifest = import_manifest(args, &rows, &done, &facts);
    provenance(&mut manifest, &args.set)?;
    let dropped = (rejected > 0).then(|| ("rejected".to_owned(), rejected));
    manifest.dropped.extend(dropped);
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = Report::new("dataset import");
    report.out = Some(shown(args.out.as_ref(), IMPORT));
    report.dropped = manifest.dropped;
    report.cards.insert("positions".to_owned(), done.card);
    report.outputs = done.outputs;
    let format = json!(rows.reader.format().as_str());
    report.figures.insert("format".to_owned(), format);
    report.notes = tally.borrow().notes();
    report.show(context)?;
    tally.borrow().end(read, args.strict)
}

fn import_manifest(args: &ImportArgs, rows: &Rows, done: &Done, facts: &SetFacts) -> Manifest {
    let mut manifest = manifest("import", &[done], facts);
    let format = rows.reader.format();
    let moves = (format == Format::Psv).then(|| rows.reader.moves().as_str());
    let options = [
        ("format", json!(format.as_str())),
        ("mate_as", json!(args.foreign.mate_as)),
        ("psv_moves", json!(moves)),
    ];
    let options = options.map(|(name, value)| (name.to_owned(), value));
    manifest.options.extend(options);
    manifest
}

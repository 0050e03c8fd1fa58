//! `joban dataset merge`: several sets in one, each position once.

use std::path::Path;

use joban_positions::dataset::{
    FILE, LabelSource, Part, ReadRules, Row, Sampler, SetFacts, Unique,
};
use joban_positions::{Error, Manifest};
use serde_json::json;

use super::report::Report;
use super::{
    CARD, NewSet, Rows, manifest, named, out_folder, provenance, set_failure, shown, unique,
    unique_name,
};
use crate::args::MergeArgs;
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::ResultFolder;
use crate::text;

/// Folder for the results without `-o`.
const OUT: &str = "joban-merged";

/// Runs `joban dataset merge`.
///
/// # Errors
///
/// Usage (2), labels of several sources among them; input (3), a failed write (5).
pub(super) fn run(args: &MergeArgs, context: &Context<'_>) -> Outcome {
    let paths: Vec<&Path> = args.sets.iter().map(AsRef::as_ref).collect();
    let labels = labels(paths.iter().copied(), args.mixed_labels, context)?;
    let seed = match args.sample_seed {
        Some(seed) => seed,
        None => common_seed(&paths, context)?.unwrap_or(0),
    };
    let folder = out_folder(args.out.as_ref(), OUT, &paths)?;
    let unique = unique(args.unique);
    let mut sampler = Sampler::new(folder.path(), seed, unique, None, Part::WHOLE);
    let mut sources = Manifest::new("", "");
    let mut notes = Vec::new();
    for path in &paths {
        let mut take = |row: &Row| sampler.push(row);
        notes.extend(each_row(path, &labels, &mut take, &folder, context)?);
        provenance(&mut sources, path)?;
    }
    let facts = SetFacts {
        labels,
        order_seed: (unique != Unique::None).then_some(seed),
    };
    let mut set = NewSet::create(&folder, FILE)?;
    let finished = sampler.finish(&mut |row| set.push(row));
    let (_, dropped) = finished.map_err(|error| set_failure(&error, &folder))?;
    let done = set.finish(&facts, CARD)?;
    let mut manifest = manifest("merge", &[&done], &facts);
    manifest.inputs = sources.inputs;
    manifest.built_on = sources.built_on;
    let unique = json!(unique_name(unique));
    manifest.options.insert("unique".to_owned(), unique);
    manifest.seeds.insert("sample".to_owned(), seed);
    manifest.dropped = named(&dropped);
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let mut report = Report::new("dataset merge");
    report.out = Some(shown(args.out.as_ref(), OUT));
    report.dropped = manifest.dropped;
    report.cards.insert("positions".to_owned(), done.card);
    report.outputs = done.outputs;
    report.notes = notes;
    report.show(context)
}

/// Hands on every row of a set with its label among all sources; gives what there is to tell.
pub(super) fn each_row(
    path: &Path,
    labels: &[LabelSource],
    take: &mut dyn FnMut(&Row) -> Result<(), Error>,
    folder: &ResultFolder,
    context: &Context<'_>,
) -> Outcome<Vec<Text>> {
    let rows = Rows::open(path, &ReadRules::default(), context)?;
    let (tally, own) = (rows.tally(), rows.facts().labels);
    let index = |label: &LabelSource| labels.iter().position(|other| other == label);
    let map: Vec<u32> = own
        .iter()
        .map(|label| index(label).unwrap_or(0) as u32)
        .collect();
    for row in rows {
        let taken = row.and_then(|mut row| {
            if let Some(label) = &mut row.label {
                label.source = map.get(label.source as usize).copied().unwrap_or(0);
            }
            take(&row)
        });
        taken.map_err(|error| set_failure(&error, folder))?;
    }
    Ok(tally.borrow().notes())
}

/// The seed of the order of all sets, if they have the same.
fn common_seed(paths: &[&Path], context: &Context<'_>) -> Outcome<Option<u64>> {
    let mut seeds = Vec::new();
    for path in paths {
        let rows = Rows::open(path, &ReadRules::default(), context)?;
        seeds.push(rows.facts().order_seed);
    }
    seeds.dedup();
    Ok(match seeds[..] {
        [seed] => seed,
        _ => None,
    })
}

/// The sources of all labels of these sets, sorted.
///
/// # Errors
///
/// Exit 2 if there are several and they may not be mixed.
pub(super) fn labels<'a>(
    paths: impl Iterator<Item = &'a Path>,
    may_mix: bool,
    context: &Context<'_>,
) -> Outcome<Vec<LabelSource>> {
    let mut all: Vec<(LabelSource, &Path)> = Vec::new();
    for path in paths {
        let rows = Rows::open(path, &ReadRules::default(), context)?;
        let facts = rows.facts();
        // A set that was mixed before was mixed knowingly.
        all.extend(facts.labels.into_iter().map(|label| (label, path)));
    }
    let different = all.iter().find(|(label, path)| {
        all.iter()
            .any(|(other, from)| from != path && label != other)
    });
    if let (Some((label, path)), false) = (different, may_mix) {
        let other = all
            .iter()
            .find(|(other, from)| from != path && other != label);
        let other = other.map_or_else(String::new, |(_, from)| from.display().to_string());
        return Err(Failure::usage(text!(LabelsDiffer, path.display(), other)));
    }
    let mut labels: Vec<LabelSource> = all.into_iter().map(|(label, _)| label).collect();
    labels.sort_by(LabelSource::order);
    labels.dedup();
    Ok(labels)
}

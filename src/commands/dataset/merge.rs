//! `joban dataset merge`: several sets in one, each position once.

use std::path::Path;

use joban_positions::dataset::{
    FILE, LabelSource, Part, ReadRules, Row, Sampler, SetFacts, Unique,
};
use serde_json::json;

use super::report::Report;
use super::{
    CARD, NewSet, Rows, manifest, named, out_folder, provenance, set_failure, shown, unique,
    unique_name,
};
use crate::args::MergeArgs;
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
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
    let mut report = Report::new("dataset merge");
    let mut provenances = joban_positions::Manifest::new("", "");
    for path in &paths {
        let rows = Rows::open(path, &ReadRules::default(), context)?;
        let tally = rows.tally();
        let map = map(&rows.facts().labels, &labels);
        for row in rows {
            let pushed = row.and_then(|mut row| {
                relabel(&mut row, &map);
                sampler.push(&row)
            });
            pushed.map_err(|error| set_failure(&error, &folder))?;
        }
        report.notes.extend(tally.borrow().notes());
        provenance(&mut provenances, path)?;
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
    manifest.inputs = provenances.inputs;
    manifest.built_on = provenances.built_on;
    manifest
        .options
        .insert("unique".to_owned(), json!(unique_name(unique)));
    manifest.seeds.insert("sample".to_owned(), seed);
    manifest.dropped = named(&dropped);
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    report.out = Some(shown(args.out.as_ref(), OUT));
    report.dropped = named(&dropped);
    report.cards.insert("positions".to_owned(), done.card);
    report.outputs = done.outputs;
    report.show(context)
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

/// For each source of a set its index among all sources.
pub(super) fn map(own: &[LabelSource], all: &[LabelSource]) -> Vec<u32> {
    own.iter()
        .map(|label| all.iter().position(|other| other == label).unwrap_or(0) as u32)
        .collect()
}

/// Gives the label of a row its new index.
pub(super) fn relabel(row: &mut Row, map: &[u32]) {
    if let Some(label) = &mut row.label {
        label.source = map.get(label.source as usize).copied().unwrap_or(0);
    }
}

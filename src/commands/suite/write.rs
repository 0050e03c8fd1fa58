//! The files of a suite.

use std::collections::BTreeMap;

use joban_positions::manifest::FileDigest;
use joban_positions::suite::{
    Catalogue, Start, mirrored, pairs, write_moves, write_pairs, write_plain, write_sfens,
};
use joban_positions::{Manifest, write_rejects};
use serde_json::json;

use super::make::{Made, Make};
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome};
use crate::output::folder::ResultFolder;
use crate::text;

/// Names of the suite and of its twin.
pub(super) const NAMES: [&str; 2] = ["suite", "twin"];

/// Writes everything.
///
/// # Errors
///
/// Exit 5 with the place and the reason.
pub(super) fn write(
    make: &Make<'_>,
    made: &Made,
    folder: &ResultFolder,
) -> Outcome<Vec<FileDigest>> {
    let mut outputs = Vec::new();
    for (name, starts) in NAMES.iter().zip(&made.suites) {
        outputs.extend(write_suite(make, made, name, starts, folder)?);
    }
    // Not an output of the manifest: it names files with their packing.
    folder.write("rejects.csv", |to| {
        write_rejects(to, make.read.corpus.rejects())
    })?;
    folder.write_manifest(&manifest(make, made, &outputs)?)?;
    Ok(outputs)
}

fn write_suite(
    make: &Make<'_>,
    made: &Made,
    name: &str,
    starts: &[Start],
    folder: &ResultFolder,
) -> Outcome<Vec<FileDigest>> {
    let options = &make.settings.starts;
    let catalogue = Catalogue::of_starts(starts, &made.passages)
        .and_then(|catalogue| catalogue.to_json())
        .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
    let count = options.pairs.unwrap_or(starts.len() as u64);
    let list = pairs(starts.len(), count, options.first_start);
    let file = |kind: &str| format!("{name}.{kind}");
    let mut written = lists(name, starts, folder)?;
    written.push(folder.write(&file("plain.txt"), |to| write_plain(to, starts))?);
    written.push(folder.write(&file("pairs.csv"), |to| write_pairs(to, list))?);
    written.push(folder.write(&file("json"), |to| to.write_all(catalogue.as_bytes()))?);
    if options.mirror {
        written.extend(lists(&file("mirror"), &turned(starts)?, folder)?);
    }
    Ok(written)
}

/// The two lists with comments.
fn lists(name: &str, starts: &[Start], folder: &ResultFolder) -> Outcome<Vec<FileDigest>> {
    let (moves, sfens) = (format!("{name}.moves.txt"), format!("{name}.sfen.txt"));
    Ok(vec![
        folder.write(&moves, |to| write_moves(to, name, starts))?,
        folder.write(&sfens, |to| write_sfens(to, name, starts))?,
    ])
}

fn turned(starts: &[Start]) -> Outcome<Vec<Start>> {
    let all: Option<Vec<Start>> = starts.iter().map(mirrored).collect();
    all.ok_or_else(|| Failure::internal(text!(InternalFailed, "a start cannot be turned")))
}

fn manifest(make: &Make<'_>, made: &Made, outputs: &[FileDigest]) -> Outcome<Manifest> {
    let mut manifest = Manifest::new(PROGRAM, "suite");
    let others = make.others().flat_map(|thing| &thing.inputs);
    manifest.inputs = make.read.inputs.iter().chain(others).cloned().collect();
    manifest.inputs.sort();
    manifest.inputs.dedup();
    manifest.records_sha256 = Some(make.read.records_sha256());
    manifest.options = make.settings.for_manifest();
    if !make.settings.starts.unheld {
        let fraction = json!(make.split.fraction);
        manifest.options.insert("holdout".to_owned(), fraction);
        manifest.seeds.insert("split".to_owned(), make.split.seed);
    }
    let facts = made.asked.iter().flat_map(|asked| &asked.facts);
    let facts = facts.map(|(name, value)| ((*name).to_owned(), value.clone()));
    manifest.options.extend(facts);
    manifest.seeds.insert("suite".to_owned(), made.seed);
    manifest.dropped = dropped(make, made);
    manifest.counts = counts(made);
    manifest.outputs = outputs.to_vec();
    manifest.built_on = make.built_on();
    let proof = serde_json::to_value(&made.proof)
        .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
    manifest.proof = Some(proof);
    Ok(manifest)
}

/// Games by the rule that removed them, and why positions became no start.
fn dropped(make: &Make<'_>, made: &Made) -> BTreeMap<String, u64> {
    let steps = made.funnel.steps.iter().filter(|step| step.removed > 0);
    let steps = steps.map(|step| (step.rule.as_str().to_owned(), step.removed));
    let starts = made.dropped.iter();
    let starts = starts.map(|(why, count)| (format!("start_{why}"), *count));
    let mut dropped: BTreeMap<String, u64> = steps.chain(starts).collect();
    if !make.settings.starts.unheld {
        let training = made.funnel.kept.len() as u64;
        dropped.insert("training_side".to_owned(), training);
    }
    dropped
}

fn counts(made: &Made) -> BTreeMap<String, u64> {
    let counts = [
        ("read", made.funnel.read),
        ("parsed", made.funnel.parsed),
        ("games", made.games),
        ("candidates", made.candidates),
        ("starts", made.suites[0].len() as u64),
    ];
    let twin = made.suites.get(1);
    let twin = twin.map(|twin| ("twin_starts", twin.len() as u64));
    let counts = counts.into_iter().chain(twin);
    counts
        .map(|(name, count)| (name.to_owned(), count))
        .collect()
}

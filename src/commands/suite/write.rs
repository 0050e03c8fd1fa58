//! The files of a suite.

use std::io::{self, Write};

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

type Content<'a> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'a;

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
    let first = options.first_start;
    let mirror = format!("{name}.mirror");
    let turned: Vec<Start> = match options.mirror {
        true => turned(starts)?,
        false => Vec::new(),
    };
    let mut files: Vec<(String, Box<Content<'_>>)> = vec![
        (
            format!("{name}.moves.txt"),
            Box::new(|to| write_moves(to, name, starts)),
        ),
        (
            format!("{name}.sfen.txt"),
            Box::new(|to| write_sfens(to, name, starts)),
        ),
        (
            format!("{name}.plain.txt"),
            Box::new(|to| write_plain(to, starts)),
        ),
        (
            format!("{name}.pairs.csv"),
            Box::new(move |to| write_pairs(to, pairs(starts.len(), count, first))),
        ),
        (
            format!("{name}.json"),
            Box::new(|to| to.write_all(catalogue.as_bytes())),
        ),
    ];
    if options.mirror {
        files.push((
            format!("{mirror}.moves.txt"),
            Box::new(|to| write_moves(to, &mirror, &turned)),
        ));
        files.push((
            format!("{mirror}.sfen.txt"),
            Box::new(|to| write_sfens(to, &mirror, &turned)),
        ));
    }
    let written = files
        .iter()
        .map(|(file, content)| folder.write(file, content));
    written.collect()
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
        manifest
            .options
            .insert("holdout".to_owned(), json!(make.split.fraction));
        manifest.seeds.insert("split".to_owned(), make.split.seed);
    }
    let facts = made.asked.iter().flat_map(|asked| &asked.facts);
    let facts = facts.map(|(name, value)| ((*name).to_owned(), value.clone()));
    manifest.options.extend(facts);
    manifest.seeds.insert("suite".to_owned(), made.seed);
    for step in made.funnel.steps.iter().filter(|step| step.removed > 0) {
        manifest
            .dropped
            .insert(step.rule.as_str().to_owned(), step.removed);
    }
    if !make.settings.starts.unheld {
        let training = made.funnel.kept.len() as u64;
        manifest
            .dropped
            .insert("training_side".to_owned(), training);
    }
    let starts = made.dropped.iter();
    manifest
        .dropped
        .extend(starts.map(|(why, count)| (format!("start_{why}"), *count)));
    let counts = [
        ("read", made.funnel.read),
        ("parsed", made.funnel.parsed),
        ("games", made.games),
        ("candidates", made.candidates),
        ("starts", made.suites[0].len() as u64),
    ];
    let twin = made
        .suites
        .get(1)
        .map(|twin| ("twin_starts", twin.len() as u64));
    let counts = counts.into_iter().chain(twin);
    manifest.counts = counts
        .map(|(name, count)| (name.to_owned(), count))
        .collect();
    manifest.outputs = outputs.to_vec();
    manifest.built_on = make.built_on();
    let proof = serde_json::to_value(&made.proof)
        .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
    manifest.proof = Some(proof);
    Ok(manifest)
}

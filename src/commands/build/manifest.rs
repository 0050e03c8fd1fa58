//! `manifest.json` of a book.

use joban_book_build::{Aggregate, BuiltBook};
use joban_positions::manifest::FileDigest;
use joban_positions::{Funnel, Manifest};

use super::{BuildSettings, Table};
use crate::commands::source::Read;

/// Program name and version, as manifests hold it.
pub(crate) const PROGRAM: &str = concat!("joban ", env!("CARGO_PKG_VERSION"));

/// What the book was made from.
pub(crate) fn manifest(
    settings: &BuildSettings,
    table: Option<&Table>,
    read: &Read,
    funnel: &Funnel,
    aggregate: &Aggregate<'_>,
    book: &BuiltBook,
    outputs: &[FileDigest],
) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "build");
    manifest.inputs = read.inputs.clone();
    manifest
        .inputs
        .extend(table.map(|table| table.digest.clone()));
    manifest.records_sha256 = Some(read.records_sha256());
    manifest.options = settings.for_manifest();
    manifest
        .seeds
        .insert("split".to_owned(), settings.split.seed);
    if let Some(seed) = book.keys.seed {
        manifest.seeds.insert("key".to_owned(), seed);
    }
    for step in funnel.steps.iter().filter(|step| step.removed > 0) {
        manifest
            .dropped
            .insert(step.rule.as_str().to_owned(), step.removed);
    }
    manifest
        .dropped
        .insert("held_out".to_owned(), funnel.held_out);
    manifest.dropped.insert(
        "key_collisions".to_owned(),
        book.selection.collisions.len() as u64,
    );
    let counts = [
        ("read", funnel.read),
        ("parsed", funnel.parsed),
        ("games", funnel.kept.len() as u64),
        ("moves", aggregate.moves()),
        ("positions", book.selection.positions.len() as u64),
        ("entries", book.rows.len() as u64),
    ];
    manifest
        .counts
        .extend(counts.map(|(name, count)| (name.to_owned(), count)));
    manifest.outputs = outputs.to_vec();
    manifest.built_on = read.built_on.clone();
    manifest
}

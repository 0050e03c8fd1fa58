//! `joban rom BOOK`: writes the assets.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use joban_book_build::write_book_csv;
use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use joban_rom_assets::assets::{ARTICLE_BYTES, Assets, KeySource, layout_number};
use joban_rom_assets::sizes::{Sizes, sizes};
use joban_rom_assets::{emit, probe};
use serde_json::json;

use super::book::{self, Source};
use super::export_report::Report;
use crate::args::RomExportArgs;
use crate::commands::Context;
use crate::commands::build::{PROGRAM, result_folder};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::folder::ResultFolder;
use crate::text;

/// Folder of the results by default.
const OUT: &str = "joban-rom";

/// Runs `joban rom BOOK`.
///
/// # Errors
///
/// Usage (2), an unusable book (3), a failed write (5).
pub(super) fn run(args: &RomExportArgs, book: &Path, context: &Context<'_>) -> Outcome {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(OUT));
    let source = book::read(book, &args.keys)?;
    let assets = Assets::new(
        &source.book,
        &source.keys,
        &source.key_source,
        env!("CARGO_PKG_VERSION"),
    )
    .map_err(|error| Failure::usage(text!(BookUnfit, error.words())))?;
    let folder = result_folder(&out, &[OsString::from(book)])?;
    let sizes = sizes(&assets);
    let outputs = write(&source, &assets, &folder)?;
    let manifest = manifest(&source, &sizes, &outputs);
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    Report::new(&out, &source, sizes, outputs).show(context)
}

fn write(source: &Source, assets: &Assets, folder: &ResultFolder) -> Outcome<Vec<FileDigest>> {
    let files = emit::files(assets).into_iter().chain(probe::files());
    let mut outputs = files
        .map(|file| folder.write(&file.path, |to| to.write_all(&file.bytes)))
        .collect::<Outcome<Vec<_>>>()?;
    if let Some(rows) = &source.rows {
        outputs.push(folder.write("book.csv", |to| write_book_csv(to, rows, false))?);
    }
    Ok(outputs)
}

fn manifest(source: &Source, sizes: &Sizes, outputs: &[FileDigest]) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "rom");
    manifest.inputs.clone_from(&source.inputs);
    manifest.built_on.clone_from(&source.built_on);
    manifest.outputs = outputs.to_vec();
    let layout = source.keys.layout();
    manifest.options.extend([
        ("key_table".to_owned(), json!(layout.as_str())),
        ("key_table_number".to_owned(), json!(layout_number(layout))),
        ("rekeyed".to_owned(), json!(source.rekeyed)),
        (
            "left_of_article_bytes".to_owned(),
            json!(sizes.left_of_article),
        ),
    ]);
    if let KeySource::Seed(seed) = source.key_source {
        manifest.seeds.insert("key".to_owned(), seed);
    }
    let counts = [
        ("entries", source.book.entries().len()),
        ("article_bytes", ARTICLE_BYTES),
        ("book_and_keys_bytes", sizes.book_and_keys),
        ("linked_bytes", sizes.linked),
    ];
    let rows = sizes
        .rows
        .iter()
        .map(|row| (format!("{}_bytes", row.name), row.bytes));
    let counts = counts.map(|(name, count)| (name.to_owned(), count));
    let all = counts.into_iter().chain(rows);
    manifest
        .counts
        .extend(all.map(|(name, count)| (name, count as u64)));
    manifest
}

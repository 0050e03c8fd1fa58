//! `joban rom decode`: from a book file back to positions and moves.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use joban_rom_assets::assets::KeySource;
use joban_rom_assets::damage::{self, Damage};
use joban_rom_assets::decode::Decoder;
use serde_json::json;

use super::decode_report::Report;
use super::{Keys, key_file, label, named_keys, positions, read_input};
use crate::args::RomDecodeArgs;
use crate::commands::Context;
use crate::commands::build::{PROGRAM, result_folder};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::text;

/// Runs `joban rom decode`.
///
/// # Errors
///
/// Damage found (1), usage (2), unusable input (3), a failed write (5).
pub(super) fn run(args: &RomDecodeArgs, context: &Context<'_>) -> Outcome {
    let (file, table) = files(&args.book);
    let bytes = read_input(&file)?;
    let keys = match (named_keys(&args.keys)?, table) {
        (Some(keys), _) => keys,
        (None, Some(table)) => key_file(&table)?,
        (None, None) => return Err(Failure::usage(text!(BareBook, file.display()))),
    };
    let folder = match &args.out {
        Some(out) => Some(result_folder(out, &[OsString::from(&file)])?),
        None => None,
    };
    let read = damage::read(&bytes);
    let mut decoder = Decoder::new(read.entries.clone(), &keys.keys);
    positions::give(&mut decoder, args, context)?;
    let decoded = decoder.finish();
    let mut faults: Vec<Damage> = read.damage.iter().chain(&decoded.damage).copied().collect();
    faults.sort_by_key(|damage| damage.index);
    let mut report = Report::new(&file, &keys.keys, read.padding, &decoded, &faults);
    if let Some(folder) = folder {
        let csv = folder.write("decoded.csv", |to| report.write_csv(to))?;
        let input = FileDigest::of_bytes(label(&file), &bytes);
        let manifest = manifest(&keys, input, csv, &report);
        folder.write_manifest(&manifest)?;
        folder.finish()?;
        report.out = args.out.as_ref().map(|out| out.display().to_string());
    }
    report.show(context)?;
    match faults.first() {
        None => Ok(()),
        Some(first) => Err(Failure::findings(text!(
            BookHasDamage,
            faults.len(),
            first.index,
            first.fault.words()
        ))),
    }
}

/// The book file that the argument names, and the key table beside it in a folder of `build` or `rom`.
fn files(book: &Path) -> (PathBuf, Option<PathBuf>) {
    if !book.is_dir() {
        return (book.to_owned(), None);
    }
    let table = book.join("zobrist.bin");
    (book.join("book.bin"), table.is_file().then_some(table))
}

fn manifest(keys: &Keys, input: FileDigest, csv: FileDigest, report: &Report) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "rom decode");
    manifest.inputs.push(input);
    manifest.inputs.extend(keys.file.clone());
    let layout = keys.keys.layout().as_str();
    manifest
        .options
        .insert("key_table".to_owned(), json!(layout));
    if let KeySource::Seed(seed) = keys.source {
        manifest.seeds.insert("key".to_owned(), seed);
    }
    manifest.counts = report.counts();
    manifest.outputs.push(csv);
    manifest
}

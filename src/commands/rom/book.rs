//! Reading BOOK: a folder written by `build`, its `book.csv`, or a bare `book.bin`.

use std::fs;
use std::path::{Path, PathBuf};

use joban_book_build::seed::choose_keys;
use joban_book_build::select::SelectedPosition;
use joban_book_build::{BookRow, KeyChoice, read_book_csv};
use joban_engine::book::Book;
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::Position;
use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use joban_rom_assets::assets::KeySource;

use super::{Keys, key_file, label, layout, named_keys, read_input};
use crate::args::RomKeyArgs;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::text;

/// A book with the table its keys are made of.
pub(super) struct Source {
    pub(super) book: Book,
    /// The rows, where the positions are known.
    pub(super) rows: Option<Vec<BookRow>>,
    pub(super) keys: RomKeys,
    pub(super) key_source: KeySource,
    /// Whether the keys were made anew.
    pub(super) rekeyed: bool,
    /// Files read.
    pub(super) inputs: Vec<FileDigest>,
    /// Manifest of the build.
    pub(super) built_on: Vec<FileDigest>,
}

/// Reads BOOK and decides its keys.
///
/// # Errors
///
/// Exit 2 if there is no such book or its keys are not named; exit 3 if it is damaged.
pub(super) fn read(path: &Path, args: &RomKeyArgs) -> Outcome<Source> {
    let csv = csv_of(path);
    match csv {
        Some(csv) => with_positions(&csv, args),
        None if path.is_dir() => Err(Failure::usage(text!(NoBookThere, path.display()))),
        None => bare(path, args),
    }
}

/// The table of positions that BOOK names.
fn csv_of(path: &Path) -> Option<PathBuf> {
    if path.is_dir() {
        let csv = path.join("book.csv");
        return csv.is_file().then_some(csv);
    }
    let is_csv = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("csv"));
    is_csv.then(|| path.to_owned())
}

fn damaged(path: &Path, reason: &dyn Worded) -> Failure {
    Failure::input(text!(BookDamaged, path.display(), reason.words()))
}

fn bare(path: &Path, args: &RomKeyArgs) -> Outcome<Source> {
    let bytes = read_input(path)?;
    let book = Book::decode(&bytes).map_err(|error| damaged(path, &error))?;
    let keys = named_keys(args)?.ok_or_else(|| Failure::usage(text!(BareBook, path.display())))?;
    let mut inputs = vec![FileDigest::of_bytes(label(path), &bytes)];
    inputs.extend(keys.file);
    Ok(Source {
        book,
        rows: None,
        keys: keys.keys,
        key_source: keys.source,
        rekeyed: false,
        inputs,
        built_on: Vec::new(),
    })
}

fn with_positions(csv: &Path, args: &RomKeyArgs) -> Outcome<Source> {
    let bytes = read_input(csv)?;
    let read = read_book_csv(&bytes).map_err(|error| damaged(csv, &error))?;
    let folder = csv.parent().unwrap_or_else(|| Path::new("."));
    let mut source = Source {
        book: read.book,
        rows: None,
        keys: RomKeys::from_seed(0, Layout::Full),
        key_source: KeySource::Seed(0),
        rekeyed: false,
        inputs: vec![FileDigest::of_bytes(label(csv), &bytes)],
        built_on: Vec::new(),
    };
    let built = built_keys(folder, &mut source)?;
    let mut rows = read.rows;
    decide_keys(&mut source, &mut rows, built, args, csv)?;
    source.rows = Some(rows);
    Ok(source)
}

/// The table beside a `book.csv`, with its seed if the manifest tells it.
fn built_keys(folder: &Path, source: &mut Source) -> Outcome<Option<Keys>> {
    let table = folder.join("zobrist.bin");
    if !table.is_file() {
        return Ok(None);
    }
    let mut keys = key_file(&table)?;
    source.inputs.extend(keys.file.take());
    let path = folder.join("manifest.json");
    if let Ok(manifest) = Manifest::read(&path) {
        let bytes = fs::read(&path).unwrap_or_default();
        source
            .built_on
            .push(FileDigest::of_bytes(label(&path), &bytes));
        let seed = manifest.seeds.get("key").copied();
        let same = |seed: &u64| RomKeys::from_seed(*seed, keys.keys.layout()) == keys.keys;
        if let Some(seed) = seed.filter(same) {
            keys.source = KeySource::Seed(seed);
        }
    }
    check_bytes(folder, source)?;
    Ok(Some(keys))
}

/// `book.bin` beside a `book.csv` must hold the same entries.
fn check_bytes(folder: &Path, source: &mut Source) -> Outcome {
    let path = folder.join("book.bin");
    let Ok(bytes) = fs::read(&path) else {
        return Ok(());
    };
    if bytes != source.book.encode() {
        return Err(Failure::input(text!(BookDiffers, path.display())));
    }
    source
        .inputs
        .push(FileDigest::of_bytes(label(&path), &bytes));
    Ok(())
}

/// The built table, unless the options ask for another one: then the book is keyed anew.
fn decide_keys(
    source: &mut Source,
    rows: &mut [BookRow],
    built: Option<Keys>,
    args: &RomKeyArgs,
    csv: &Path,
) -> Outcome {
    let chosen = match (&args.zobrist, built) {
        (Some(path), _) => {
            let keys = key_file(path)?;
            source.inputs.extend(keys.file);
            Some(KeyChoice::Table(keys.keys))
        }
        (None, built) if args.key_seed.is_some() || args.key_table.is_some() => {
            let built = built.map(|built| built.keys.layout());
            Some(KeyChoice::Seed {
                first: args.key_seed.unwrap_or(0),
                layout: args.key_table.map(layout).or(built).unwrap_or(Layout::Full),
            })
        }
        (None, Some(built)) => {
            check_keys(rows, &built.keys, csv)?;
            source.keys = built.keys;
            source.key_source = built.source;
            None
        }
        (None, None) => return Err(Failure::usage(text!(BareBook, csv.display()))),
    };
    chosen.map_or(Ok(()), |choice| rekey(source, rows, &choice, csv))
}

fn check_keys(rows: &[BookRow], keys: &RomKeys, csv: &Path) -> Outcome {
    for row in rows {
        if keys.key(&position(row, csv)?) != row.key {
            return Err(Failure::input(text!(
                KeysDiffer,
                csv.display(),
                format!("{:04x}", row.key),
                row.ply
            )));
        }
    }
    Ok(())
}

fn position(row: &BookRow, csv: &Path) -> Outcome<Position> {
    Position::from_sfen(&row.sfen).map_err(|error| damaged(csv, &error))
}

fn rekey(source: &mut Source, rows: &mut [BookRow], choice: &KeyChoice, csv: &Path) -> Outcome {
    let mut positions = Vec::new();
    for row in rows.iter() {
        positions.push(SelectedPosition {
            position: position(row, csv)?,
            sfen: row.sfen.clone(),
            ply: row.ply,
            points: 0,
            moves: Vec::new(),
        });
    }
    let keys: Vec<Position> = positions.iter().map(|each| each.position.clone()).collect();
    // Two candidates are one position.
    positions.dedup_by(|a, b| a.ply == b.ply && a.sfen == b.sfen);
    let chosen = choose_keys(&positions, choice)
        .map_err(|error| Failure::usage(text!(RekeyFailed, error.words())))?;
    for (row, position) in rows.iter_mut().zip(&keys) {
        row.key = chosen.keys.key(position);
    }
    rows.sort_by_key(BookRow::entry);
    let entries = rows.iter().map(BookRow::entry).collect();
    let before = source.book.encode();
    source.book = Book::new(entries).map_err(|error| damaged(csv, &error))?;
    source.rekeyed = source.book.encode() != before;
    source.key_source = chosen.seed.map_or(KeySource::File, KeySource::Seed);
    source.keys = chosen.keys;
    Ok(())
}

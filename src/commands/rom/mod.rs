//! `joban rom`: the assets of a ROM; `joban rom decode`: from a book file back to positions.

mod book;
mod decode;
mod decode_report;
mod export;
mod export_report;
mod positions;

use std::fs;
use std::path::Path;

use joban_engine::book::Book;
use joban_engine::rom_key::{Layout, RomKeys};
use joban_positions::manifest::FileDigest;
use joban_rom_assets::assets::KeySource;

use crate::args::{KeyTable, RomArgs, RomCommand, RomKeyArgs};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::text;

/// Runs `joban rom`.
///
/// # Errors
///
/// Usage (2), an unusable book (3), damage found by `decode` (1), a failed write (5).
pub(crate) fn run(args: &RomArgs, context: &Context<'_>) -> Outcome {
    match (&args.command, &args.export.book) {
        (Some(RomCommand::Decode(args)), _) => decode::run(args, context),
        (None, Some(book)) => export::run(&args.export, book, context),
        // The command line asks for a book where there is no command.
        (None, None) => Err(Failure::usage(text!(MissingArgument, "BOOK"))),
    }
}

/// A key table with what it comes from.
pub(super) struct Keys {
    pub(super) keys: RomKeys,
    source: KeySource,
    /// The file, where it was read from one.
    pub(super) file: Option<FileDigest>,
}

/// The table that the options name; none if they name none.
pub(super) fn named_keys(args: &RomKeyArgs) -> Outcome<Option<Keys>> {
    if let Some(path) = &args.zobrist {
        return key_file(path).map(Some);
    }
    if args.key_seed.is_none() && args.key_table.is_none() {
        return Ok(None);
    }
    let seed = args.key_seed.unwrap_or(0);
    let layout = args.key_table.map_or(Layout::Full, layout);
    Ok(Some(Keys {
        keys: RomKeys::from_seed(seed, layout),
        source: KeySource::Seed(seed),
        file: None,
    }))
}

pub(super) fn key_file(path: &Path) -> Outcome<Keys> {
    let refuse =
        |error: &dyn Worded| Failure::usage(text!(ZobristFile, path.display(), error.words()));
    let bytes = fs::read(path).map_err(|error| refuse(&error))?;
    let keys = RomKeys::from_bytes(&bytes).map_err(|error| refuse(&error))?;
    Ok(Keys {
        keys,
        source: KeySource::File,
        file: Some(FileDigest::of_bytes(label(path), &bytes)),
    })
}

const fn layout(table: KeyTable) -> Layout {
    match table {
        KeyTable::Full => Layout::Full,
        KeyTable::Compact => Layout::Compact,
    }
}

/// A book, if one is named, and the table of keys that goes with it (that of seed 0 if none is named).
///
/// # Errors
///
/// As for `joban rom BOOK`.
pub(in crate::commands) fn book_and_keys(
    path: Option<&Path>,
    args: &RomKeyArgs,
) -> Outcome<(Option<Book>, RomKeys)> {
    let Some(path) = path else {
        let keys = named_keys(args)?.map(|named| named.keys);
        let keys = keys.unwrap_or_else(|| RomKeys::from_seed(0, Layout::Full));
        return Ok((None, keys));
    };
    let source = book::read(path, args)?;
    Ok((Some(source.book), source.keys))
}

/// A path as manifests name it.
pub(super) fn label(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// Reads a file that the command line names.
pub(super) fn read_input(path: &Path) -> Outcome<Vec<u8>> {
    fs::read(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Failure::usage(text!(NotFound, path.display())),
        _ => Failure::input(text!(FileUnreadable, path.display(), error.words())),
    })
}

//! What is on trial: the entries of a book in any format that joban reads.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use joban_book_build::{BookRow, read_book_csv};
use joban_book_verify::{BookKind, Entry, UnjudgedReason};
use joban_engine::book::db::{DbBook, MoveNumbers};
use joban_engine::book::playable::{NotPlayed, PlayOptions, playable};
use joban_engine::book::{BookFormat, ListItem, ListVisitor, read_jsonl, read_move_lines};
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};
use joban_positions::manifest::FileDigest;
use joban_rom_assets::damage;
use joban_rom_assets::decode::{DecodedEntry, Decoder, Status};

use crate::args::{InputKind, PlayableArgs, RomKeyArgs};
use crate::commands::rom::{key_file, label, named_keys, read_input};
use crate::config::{Config, ExceptionConfig};
use crate::failure::{Failure, Outcome};
use crate::text;

/// A book with its entries as the audit sees them.
pub(crate) struct Book {
    /// The entries on trial, or out of scope; [`Entry::id`] is the place in `rows`, in the order of the file.
    pub(crate) entries: Vec<Entry>,
    /// What unreachable means.
    pub(crate) kind: BookKind,
    /// The book itself, for what is written back.
    pub(crate) source: BookSource,
    /// Rows of a full-size book that its engine does not play, by the reason.
    pub(crate) not_played: BTreeMap<&'static str, usize>,
    /// Positions of a full-size book whose best value does not stand in the first row.
    pub(crate) best_not_first: usize,
    /// Files read.
    pub(crate) inputs: Vec<FileDigest>,
    /// Things to know about the file.
    pub(crate) notes: Vec<String>,
}

/// A book as it is written back.
pub(crate) enum BookSource {
    /// Of joban, with positions.
    Rows {
        /// The rows of `book.csv`; places are those of the entries.
        rows: Vec<BookRow>,
        /// The key table beside it.
        keys: Option<Vec<u8>>,
    },
    /// Six-byte entries; positions by decoding.
    Bin,
    /// Of YaneuraOu: each entry's position and row.
    Db(Box<DbBook>, Vec<(usize, usize)>),
}

/// What a path holds.
///
/// # Errors
///
/// Exit 2 if there is nothing, or nothing that can be told.
pub(crate) fn kind_of(path: &Path) -> Outcome<InputKind> {
    if !path.exists() {
        return Err(Failure::usage(text!(NotFound, path.display())));
    }
    if path.is_dir() {
        let is_book = path.join("book.csv").is_file();
        return Ok(if is_book {
            InputKind::Book
        } else {
            InputKind::Games
        });
    }
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    if extension.eq_ignore_ascii_case("csv") {
        return Ok(InputKind::Book);
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(match BookFormat::detect(&head(path)?, &name) {
        Some(BookFormat::Db) => InputKind::Db,
        Some(BookFormat::Jsonl) => InputKind::Jsonl,
        Some(BookFormat::MoveLines) => InputKind::Lines,
        Some(BookFormat::Rom) => InputKind::Bin,
        None => InputKind::Games,
    })
}

/// The first bytes of a file.
fn head(path: &Path) -> Outcome<Vec<u8>> {
    let mut head = Vec::new();
    let file = File::open(path);
    file.and_then(|file| {
        let bytes = BookFormat::PROBE_BYTES as u64;
        file.take(bytes).read_to_end(&mut head)
    })
    .map_err(|error| Failure::input(text!(InputFailed, format!("{}: {error}", path.display()))))?;
    Ok(head)
}

/// Reads a book.
///
/// # Errors
///
/// Exit 2 for options that do not fit, 3 for a damaged book.
pub(crate) fn read(
    path: &Path,
    kind: InputKind,
    keys: &RomKeyArgs,
    playable: &PlayableArgs,
    config: &Config,
) -> Outcome<Book> {
    let mut book = match kind {
        InputKind::Db => of_db(path, &play_options(playable, config)?)?,
        InputKind::Bin => of_bin(path, keys)?,
        InputKind::Jsonl => of_list(path, read_jsonl)?,
        InputKind::Lines => of_list(path, read_move_lines)?,
        _ => of_csv(path)?,
    };
    mark_exceptions(&mut book.entries, &config.exceptions)?;
    Ok(book)
}

fn damaged(path: &Path, reason: impl std::fmt::Display) -> Failure {
    Failure::input(text!(BookDamaged, path.display(), reason))
}

/// A folder written by `build`, or its `book.csv`.
fn of_csv(path: &Path) -> Outcome<Book> {
    let csv = if path.is_dir() {
        path.join("book.csv")
    } else {
        path.to_owned()
    };
    let bytes = read_input(&csv)?;
    let rows = read_book_csv(&bytes)
        .map_err(|error| damaged(&csv, error))?
        .rows;
    let entries = rows.iter().zip(0..).map(|(row, id)| Entry {
        probability: Some(row.probability),
        weight: Some(u64::from(row.weight)),
        ..Entry::new(id, Some(u32::from(row.ply)), row.sfen.as_str(), row.mv)
    });
    let table = csv.with_file_name("zobrist.bin");
    let mut inputs = vec![FileDigest::of_bytes(label(&csv), &bytes)];
    let keys = if table.is_file() {
        let bytes = read_input(&table)?;
        inputs.push(FileDigest::of_bytes(label(&table), &bytes));
        Some(bytes)
    } else {
        None
    };
    Ok(Book {
        entries: entries.collect(),
        kind: BookKind::Joban,
        source: BookSource::Rows { rows, keys },
        not_played: BTreeMap::new(),
        best_not_first: 0,
        inputs,
        notes: Vec::new(),
    })
}

/// A bare `book.bin`: its positions are found by decoding; entries of which that is not certain cannot be judged.
fn of_bin(path: &Path, args: &RomKeyArgs) -> Outcome<Book> {
    let bytes = read_input(path)?;
    let beside = path.parent().unwrap_or(Path::new(".")).join("zobrist.bin");
    let keys = match named_keys(args)? {
        Some(keys) => keys,
        None if beside.is_file() => key_file(&beside)?,
        None => return Err(Failure::usage(text!(BareBook, path.display()))),
    };
    let mut inputs = vec![FileDigest::of_bytes(label(path), &bytes)];
    inputs.extend(keys.file);
    let read = damage::read(&bytes);
    let notes = read.damage.iter().map(|each| format!("{each:?}")).collect();
    let entries = decoded(read.entries, &keys.keys);
    Ok(Book {
        entries,
        kind: BookKind::Joban,
        source: BookSource::Bin,
        not_played: BTreeMap::new(),
        best_not_first: 0,
        inputs,
        notes,
    })
}

fn decoded(raw: Vec<damage::RawEntry>, keys: &RomKeys) -> Vec<Entry> {
    let decoded = Decoder::new(raw, keys).finish();
    decoded
        .entries
        .iter()
        .zip(0..)
        .filter_map(of_decoded)
        .collect()
}

fn of_decoded((decoded, id): (&DecodedEntry, u32)) -> Option<Entry> {
    let mv = Move::from_word(decoded.raw.word)?;
    let unjudged = match decoded.status {
        Status::Unique => None,
        Status::Ambiguous => Some(UnjudgedReason::Ambiguous),
        Status::Unreached => Some(UnjudgedReason::Unreached),
    };
    let sfen = match unjudged {
        None => decoded.fits.first()?.sfen.clone(),
        Some(_) => String::new(),
    };
    Some(Entry {
        weight: Some(u64::from(decoded.raw.weight)),
        unjudged,
        ..Entry::new(id, Some(u32::from(decoded.raw.ply)), sfen, mv)
    })
}

/// Reads a list of entries.
type ReadList = fn(BufReader<File>, &mut ListVisitor<'_>) -> std::io::Result<()>;

/// JSON lines, or lines of moves; an entry that stands several times is judged once.
fn of_list(path: &Path, read: ReadList) -> Outcome<Book> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::input(text!(InputFailed, format!("{}: {error}", path.display())))
    };
    let file = File::open(path).map_err(|error| failed(&error))?;
    let mut entries: Vec<Entry> = Vec::new();
    let mut known = BTreeSet::new();
    let mut notes = Vec::new();
    let listed = read(BufReader::new(file), &mut |item| {
        match item {
            ListItem::Issue(issue) => notes.push(issue.to_string()),
            ListItem::Entry(entry) => {
                let ply = entry.ply.map(|number| number.saturating_sub(1));
                if known.insert((ply, entry.sfen.clone(), entry.mv)) {
                    entries.push(Entry::new(entries.len() as u32, ply, entry.sfen, entry.mv));
                }
            }
        }
        ControlFlow::Continue(())
    });
    listed.map_err(|error| failed(&error))?;
    if entries.is_empty() {
        let first = notes.into_iter().next();
        return Err(damaged(
            path,
            first.unwrap_or_else(|| "it holds no entry".to_owned()),
        ));
    }
    Ok(Book {
        entries,
        kind: BookKind::Foreign,
        source: BookSource::Bin,
        not_played: BTreeMap::new(),
        best_not_first: 0,
        inputs: vec![crate::commands::source::file_digest(path)?],
        notes,
    })
}

/// The options by which an engine chooses from its book.
fn play_options(args: &PlayableArgs, config: &Config) -> Outcome<PlayOptions> {
    let args = args.clone().or(config.playable.clone());
    let mut options = PlayOptions::default();
    let failed =
        |error: &dyn std::fmt::Display| Failure::usage(text!(BadOption, "book-option", error));
    if let Some(path) = &args.engine_options {
        let text = crate::config::read_text(path).map_err(|error| {
            Failure::usage(text!(InputFailed, format!("{}: {error}", path.display())))
        })?;
        options
            .set_engine_options(&text)
            .map_err(|error| failed(&error))?;
    }
    for option in args.book_option.iter().flatten() {
        options.set_list(option).map_err(|error| failed(&error))?;
    }
    Ok(options)
}

/// A book of YaneuraOu: the rows that its engine plays under the options.
fn of_db(path: &Path, options: &PlayOptions) -> Outcome<Book> {
    let failed = |error: &dyn std::fmt::Display| {
        Failure::input(text!(InputFailed, format!("{}: {error}", path.display())))
    };
    let numbers = if options.ignore_ply {
        MoveNumbers::Joined
    } else {
        MoveNumbers::Apart
    };
    let file = File::open(path).map_err(|error| failed(&error))?;
    let db = DbBook::read(BufReader::new(file), numbers).map_err(|error| failed(&error))?;
    let mut book = Book {
        entries: Vec::new(),
        kind: BookKind::Foreign,
        source: BookSource::Bin,
        not_played: BTreeMap::new(),
        best_not_first: 0,
        inputs: vec![crate::commands::source::file_digest(path)?],
        notes: db.issues().iter().map(ToString::to_string).collect(),
    };
    let mut rows = Vec::new();
    for place in 0..db.positions().len() {
        take_position(&db, place, options, &mut book, &mut rows);
    }
    if book.entries.is_empty() && book.not_played.is_empty() {
        return Err(damaged(path, "it holds no move"));
    }
    book.source = BookSource::Db(Box::new(db), rows);
    Ok(book)
}

fn take_position(
    db: &DbBook,
    place: usize,
    options: &PlayOptions,
    book: &mut Book,
    rows: &mut Vec<(usize, usize)>,
) {
    let position = &db.positions()[place];
    let Some(plays) = playable(db, place, options) else {
        return;
    };
    book.best_not_first += usize::from(plays.listed.best_not_first.is_some());
    for (row, listed) in position.moves.iter().enumerate() {
        match plays.why_not(row) {
            // An illegal move, or one in an impossible position, is a finding, not an evaluation.
            None | Some(NotPlayed::Illegal | NotPlayed::NoPosition) => {}
            Some(reason) => {
                *book.not_played.entry(reason.as_str()).or_default() += 1;
                continue;
            }
        }
        rows.push((place, row));
        book.entries.push(Entry {
            weight: listed.count,
            listed_cp: listed.known_value(),
            listed_depth: listed.depth.and_then(|depth| u32::try_from(depth).ok()),
            ..Entry::new(
                book.entries.len() as u32,
                None,
                position.sfen.as_str(),
                listed.mv,
            )
        });
    }
}

/// Entries that the author keeps whatever the teacher says.
fn mark_exceptions(entries: &mut [Entry], exceptions: &[ExceptionConfig]) -> Outcome {
    for exception in exceptions {
        let (sfen, mv) = place_of(exception)?;
        for entry in entries.iter_mut().filter(|entry| entry.mv == mv) {
            let position = entry.position();
            if position.is_some_and(|position| position.sfen_key() == sfen) {
                entry.exception = Some(exception.reason.clone());
            }
        }
    }
    Ok(())
}

/// The position and move of an exception.
///
/// # Errors
///
/// Exit 2 if they are none, or the reason is missing.
pub(crate) fn place_of(exception: &ExceptionConfig) -> Outcome<(String, Move)> {
    let wrong = |reason: &dyn std::fmt::Display| Failure::usage(text!(BadException, reason));
    if exception.reason.trim().is_empty() {
        return Err(Failure::usage(text!(BadException, text!(ReasonMissing))));
    }
    let mut position = match exception.sfen.as_deref() {
        None | Some("startpos") => Position::startpos(),
        Some(sfen) => Position::from_sfen(sfen).map_err(|error| wrong(&error))?,
    };
    for word in exception
        .moves
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
    {
        let mv = Move::from_usi(word).map_err(|error| wrong(&error))?;
        position
            .play(mv)
            .map_err(|error| wrong(&format!("{word}: {error}")))?;
    }
    let mv = Move::from_usi(&exception.mv).map_err(|error| wrong(&error))?;
    Ok((position.sfen_key(), mv))
}

/// The entries of an older book of the same kind, for `--since`.
///
/// # Errors
///
/// As [`read`].
pub(crate) fn entries_of(
    path: &Path,
    keys: &RomKeyArgs,
    playable: &PlayableArgs,
    config: &Config,
) -> Outcome<Vec<Entry>> {
    let kind = kind_of(path)?;
    Ok(read(path, kind, keys, playable, config)?.entries)
}

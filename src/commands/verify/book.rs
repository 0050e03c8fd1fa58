//! What is on trial: the entries of a book in any format that joban reads.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::path::Path;

use joban_book_build::{BookRow, read_book_csv};
use joban_book_verify::{BookKind, Entry, Exception, UnjudgedReason};
use joban_engine::book::db::{DbBook, MoveNumbers};
use joban_engine::book::playable::{NotPlayed, PlayOptions, playable};
use joban_engine::book::{
    BookFormat, ListItem, ListVisitor, candidate_probability, read_jsonl, read_move_lines,
};
use joban_engine::rules::{Move, Position};
use joban_positions::Manifest;
use joban_positions::manifest::{FILE_NAME, FileDigest};
use joban_rom_assets::damage::{self, Damage, RawEntry};
use joban_rom_assets::decode::{DecodedEntry, Decoder, Status};

use crate::args::{InputKind, PlayableArgs, RomKeyArgs};
use crate::commands::book_format;
use crate::commands::rom::{key_file, label, named_keys, read_input};
use crate::commands::source::file_digest;
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
    /// The options by which the engine of a full-size book chooses, as they were given.
    pub(crate) options: Vec<String>,
    /// Entries of a book.bin that are none, or whose move is wrong in their position.
    pub(crate) faults: Vec<Damage>,
    /// The seed of the keys, where the manifest tells it.
    pub(crate) key_seed: Option<u64>,
    /// Manifest of the build.
    pub(crate) manifest: Option<Manifest>,
    /// Its digest.
    pub(crate) built_on: Vec<FileDigest>,
    /// Files read.
    pub(crate) inputs: Vec<FileDigest>,
    /// Things to know about the file.
    pub(crate) notes: Vec<String>,
}

impl Book {
    fn new(entries: Vec<Entry>, kind: BookKind, input: FileDigest) -> Self {
        Book {
            entries,
            kind,
            source: BookSource::ReadOnly,
            not_played: BTreeMap::new(),
            best_not_first: 0,
            options: Vec::new(),
            faults: Vec::new(),
            key_seed: None,
            manifest: None,
            built_on: Vec::new(),
            inputs: vec![input],
            notes: Vec::new(),
        }
    }
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
    /// Of a form that is not written back: six-byte entries whose positions were decoded, lists of entries.
    ReadOnly,
    /// Of YaneuraOu: each entry's position and row.
    Db(Box<DbBook>, Vec<(usize, usize)>, Box<PlayOptions>),
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
    let format = book_format(path).map_err(|error| {
        Failure::input(text!(InputFailed, format!("{}: {error}", path.display())))
    })?;
    Ok(match format {
        Some(BookFormat::Db) => InputKind::Db,
        Some(BookFormat::Jsonl) => InputKind::Jsonl,
        Some(BookFormat::MoveLines) => InputKind::Lines,
        Some(BookFormat::Rom) => InputKind::Bin,
        None => InputKind::Games,
    })
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
        InputKind::Db => of_db(path, play_options(playable, config)?)?,
        InputKind::Bin => of_bin(path, keys)?,
        InputKind::Jsonl => of_list(path, read_jsonl)?,
        InputKind::Lines => of_list(path, read_move_lines)?,
        _ => of_csv(path)?,
    };
    let strangers = mark_exceptions(&mut book.entries, &config.exceptions)?;
    book.notes.extend(strangers);
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
    let read = read_book_csv(&bytes).map_err(|error| damaged(&csv, error))?;
    let entries = read.rows.iter().zip(0..).map(|(row, id)| Entry {
        probability: Some(row.probability),
        weight: Some(u64::from(row.weight)),
        ..Entry::new(id, Some(u32::from(row.ply)), row.sfen.as_str(), row.mv)
    });
    let input = FileDigest::of_bytes(label(&csv), &bytes);
    let mut book = Book::new(entries.collect(), BookKind::Joban, input);
    let beside = |name: &str| Some(csv.with_file_name(name)).filter(|path| path.is_file());
    if let Some(bin) = beside("book.bin") {
        let bytes = read_input(&bin)?;
        if bytes != read.book.encode() {
            return Err(Failure::input(text!(BookDiffers, bin.display())));
        }
        book.inputs.push(FileDigest::of_bytes(label(&bin), &bytes));
    }
    let keys = match beside("zobrist.bin") {
        Some(table) => {
            let bytes = read_input(&table)?;
            book.inputs
                .push(FileDigest::of_bytes(label(&table), &bytes));
            Some(bytes)
        }
        None => None,
    };
    if let Some(path) = beside(FILE_NAME)
        && let Ok(manifest) = Manifest::read(&path)
    {
        book.key_seed = manifest.seeds.get("key").copied();
        book.manifest = Some(manifest);
        book.built_on.push(file_digest(&path)?);
    }
    book.source = BookSource::Rows {
        rows: read.rows,
        keys,
    };
    Ok(book)
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
    let read = damage::read(&bytes);
    let decoded = Decoder::new(read.entries, &keys.keys).finish();
    let entries = decoded.entries.iter().zip(0..);
    let entries = entries
        .filter_map(|(each, id)| {
            let probability = probability(each, &decoded.entries);
            of_decoded(each, id, probability)
        })
        .collect();
    let input = FileDigest::of_bytes(label(path), &bytes);
    let mut book = Book::new(entries, BookKind::Joban, input);
    book.inputs.extend(keys.file);
    book.faults = read.damage.into_iter().chain(decoded.damage).collect();
    book.faults.sort_by_key(|damage| damage.index);
    Ok(book)
}

/// The probability of a candidate among those of its ply and key.
fn probability(entry: &DecodedEntry, all: &[DecodedEntry]) -> Option<f64> {
    let (place, weights): (Vec<&RawEntry>, Vec<u8>) = all
        .iter()
        .map(|each| &each.raw)
        .filter(|raw| (raw.ply, raw.key) == (entry.raw.ply, entry.raw.key))
        .map(|raw| (raw, raw.weight))
        .unzip();
    let index = place.iter().position(|raw| raw.word == entry.raw.word)?;
    (weights.len() <= 2).then(|| candidate_probability(&weights, index))
}

fn of_decoded(decoded: &DecodedEntry, id: u32, probability: Option<f64>) -> Option<Entry> {
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
        probability,
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
    let mut book = Book::new(entries, BookKind::Foreign, file_digest(path)?);
    book.notes = notes;
    Ok(book)
}

/// The options by which an engine chooses from its book.
fn play_options(args: &PlayableArgs, config: &Config) -> Outcome<(PlayOptions, Vec<String>)> {
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
    let mut given = args.book_option.unwrap_or_default();
    given.extend(args.engine_options.map(|path| path.display().to_string()));
    Ok((options, given))
}

/// A book of YaneuraOu: the rows that its engine plays under the options.
fn of_db(path: &Path, (options, given): (PlayOptions, Vec<String>)) -> Outcome<Book> {
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
    let mut book = Book::new(Vec::new(), BookKind::Foreign, file_digest(path)?);
    book.notes = db.issues().iter().map(ToString::to_string).collect();
    if db.issues_left_out() > 0 {
        let left_out = db.issues_left_out();
        book.notes.push(format!(
            "{left_out} further issues of the file are not listed"
        ));
    }
    let mut rows = Vec::new();
    for place in 0..db.positions().len() {
        take_position(&db, place, &options, &mut book, &mut rows);
    }
    if book.entries.is_empty() && book.not_played.is_empty() {
        return Err(damaged(path, "it holds no move"));
    }
    book.options = given;
    book.source = BookSource::Db(Box::new(db), rows, Box::new(options));
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
fn mark_exceptions(entries: &mut [Entry], exceptions: &[ExceptionConfig]) -> Outcome<Vec<String>> {
    let mut strangers = Vec::new();
    for exception in exceptions {
        let (sfen, mv) = place_of(exception)?;
        let mut is_found = false;
        for entry in entries.iter_mut().filter(|entry| entry.mv == mv) {
            let position = entry.position();
            if position.is_some_and(|position| position.sfen_key() == sfen) {
                entry.exception = Some(exception.reason.clone());
                is_found = true;
            }
        }
        if !is_found {
            strangers.push(format!(
                "[[exception]] {mv} in {sfen}: no entry of the book"
            ));
        }
    }
    Ok(strangers)
}

/// The exceptions of the configuration, at any ply.
///
/// # Errors
///
/// As [`place_of`].
pub(crate) fn exceptions(exceptions: &[ExceptionConfig]) -> Outcome<Vec<Exception>> {
    let exceptions = exceptions.iter().map(|exception| {
        let (sfen, mv) = place_of(exception)?;
        Ok(Exception {
            ply: None,
            sfen,
            mv,
            reason: exception.reason.clone(),
        })
    });
    exceptions.collect()
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

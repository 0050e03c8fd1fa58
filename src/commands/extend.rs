//! `joban extend`: longer lines, each new move judged.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use joban_book_build::{BookRow, ChangedBook, Figures, KeptRow, change_book, write_book_csv};
use joban_book_verify::{
    AuditSettings, Change, ChangeKind, Entry, ExtendSettings, Extension, Finding, RepairError,
    Replies, Value as Worth, extend,
};
use joban_engine::book::Book as RomBook;
use joban_engine::book::db::{DbBook, DbMove, DbPosition};
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::Position;
use joban_engine::teacher::Asker;
use joban_positions::Manifest;
use joban_positions::manifest::FileDigest;
use serde_json::{Value, json};

use crate::args::{ExtendArgs, InputKind, RomKeyArgs};
use crate::commands::Context;
use crate::commands::audit::archive::ArchiveMoves;
use crate::commands::audit::bench::{Bench, Facts, log_path, until};
use crate::commands::audit::rebuild::write_changes;
use crate::commands::build::{PROGRAM, result_folder};
use crate::commands::verify::book::{self, Book, BookSource};
use crate::commands::verify::side;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, Worded};
use crate::output::folder::ResultFolder;
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::settings::{defaults, in_range};
use crate::text;

/// Folder for the results without `-o`.
const OUT: &str = "joban-extended";
/// Plies by which lines are lengthened.
const PLIES: u32 = 2;
/// Most entries that are added.
const ADDED: u32 = 32;

/// Runs `joban extend`.
///
/// # Errors
///
/// Usage (2), unusable input (3), engine faults (4), a failed write (5).
pub(crate) fn run(args: &ExtendArgs, context: &Context<'_>) -> Outcome {
    let work = Work::new(args, context)?;
    let folder = match args.dry_run {
        true => None,
        false => Some(result_folder(
            &work.out,
            &[args.book.clone().into_os_string()],
        )?),
    };
    let evidence = log_path(&args.log, &work.out, context);
    let mut bench = Bench::open(&args.teacher, &args.judge, &args.log, &evidence, context)?;
    let extension = work.extend(&mut bench)?;
    let facts = bench.quit();
    if let Some(folder) = folder {
        work.write(&extension, &facts, &folder)?;
        folder.finish()?;
    }
    work.show(&extension, &facts)
}

/// A book and what is to become of it.
struct Work<'a> {
    args: &'a ExtendArgs,
    context: &'a Context<'a>,
    book: Book,
    archive: Option<ArchiveMoves>,
    /// Keys of new entries; none for a `.db`.
    keys: Option<RomKeys>,
    capacity: Option<usize>,
    out: PathBuf,
}

impl<'a> Work<'a> {
    fn new(args: &'a ExtendArgs, context: &'a Context<'a>) -> Outcome<Self> {
        let kind = book::kind_of(&args.book)?;
        if !matches!(kind, InputKind::Book | InputKind::Db) {
            return Err(Failure::usage(text!(ExtendNeedsBook)));
        }
        let no_keys = RomKeyArgs::default();
        let config = &context.loaded.config;
        let book = book::read(&args.book, kind, &no_keys, &args.playable, config)?;
        let keys = match &book.source {
            BookSource::Rows { keys, .. } => Some(rom_keys(keys.as_deref(), &args.book)?),
            _ => None,
        };
        Ok(Self {
            capacity: capacity(args, &book)?,
            archive: ArchiveMoves::find(args.moves.as_deref(), &args.book)?,
            out: args.out.clone().unwrap_or_else(|| PathBuf::from(OUT)),
            args,
            context,
            book,
            keys,
        })
    }

    fn extend(&self, bench: &mut Bench) -> Outcome<Extension> {
        let audit = AuditSettings::new(bench.facts.judging.thresholds);
        let settings = ExtendSettings {
            both_sides: self.args.both_sides,
            side: self.args.side.map(side),
            max_added: Some(self.args.add.unwrap_or(ADDED) as usize),
            max_nodes: self.args.max_nodes,
            capacity: self.capacity,
            ..ExtendSettings::new(
                bench.facts.judging.clone(),
                audit,
                self.args.plies.unwrap_or(PLIES),
            )
        };
        let end = until(self.args.time);
        let mut run = |asker: &mut dyn Asker| bench.ask_round(asker, end, self.context);
        let mut room = self.room();
        let extended = extend(
            self.entries(),
            self.book.kind,
            &settings,
            self.archive.as_ref().map(|archive| archive as &dyn Replies),
            &mut *room,
            &mut run,
        );
        extended.map_err(|error| match error {
            RepairError::Teacher(failure) => failure,
            other => Failure::internal(text!(InternalFailed, other)),
        })
    }

    /// The entries; those of a `.db` with their move numbers, which new ones go on from.
    fn entries(&self) -> Vec<Entry> {
        let mut entries = self.book.entries.clone();
        if let BookSource::Db(db, places, _) = &self.book.source {
            for (entry, &(place, _)) in entries.iter_mut().zip(places) {
                if let Some(number) = db.positions()[place].ply {
                    entry.sfen = format!("{} {number}", entry.sfen);
                }
            }
        }
        entries
    }

    /// A book of joban holds an entry whose key no other position of its ply has; a `.db` one of a position that it does not list.
    fn room(&self) -> Box<dyn FnMut(&Entry) -> bool + '_> {
        match (&self.book.source, &self.keys) {
            (BookSource::Rows { rows, .. }, Some(keys)) => {
                let places = rows.iter().map(|row| (row.ply, row.key));
                let mut taken: BTreeSet<(u8, u16)> = places.collect();
                Box::new(move |entry| {
                    let place = row_of(entry, keys).map(|row| (row.ply, row.key));
                    place.is_some_and(|place| taken.insert(place))
                })
            }
            (BookSource::Db(db, ..), _) => Box::new(|entry| {
                let position = entry.position();
                position.is_some_and(|position| db.find(&position).is_none())
            }),
            _ => Box::new(|_| false),
        }
    }

    fn write(&self, extension: &Extension, facts: &Facts, folder: &ResultFolder) -> Outcome {
        let bom = self.args.csv_bom;
        let mut outputs = Vec::new();
        match (&self.book.source, &self.keys) {
            (BookSource::Rows { rows, keys: table }, Some(keys)) => {
                let book = extended_book(rows, extension, keys)?;
                outputs.extend([
                    folder.write("book.bin", |to| to.write_all(&book.book.encode()))?,
                    folder.write("book.csv", |to| write_book_csv(to, &book.rows, bom))?,
                ]);
                if let Some(table) = table {
                    outputs.push(folder.write("zobrist.bin", |to| to.write_all(table))?);
                }
            }
            (BookSource::Db(db, ..), _) => {
                let db = extended_db(db, extension);
                outputs.push(folder.write("book.db", |mut to| db.write(&mut to))?);
            }
            _ => return Err(Failure::usage(text!(ExtendNeedsBook))),
        }
        let changes = extension.changes.iter().map(|change| (1, change));
        outputs.push(folder.write("changes.csv", |to: &mut dyn Write| {
            write_changes(to, changes, bom)
        })?);
        folder.write_manifest(&self.manifest(extension, facts, outputs))
    }

    fn manifest(&self, extension: &Extension, facts: &Facts, outputs: Vec<FileDigest>) -> Manifest {
        let mut manifest = Manifest::new(PROGRAM, "extend");
        manifest.inputs.clone_from(&self.book.inputs);
        let archive = self.archive.iter().map(|archive| archive.input.clone());
        manifest.inputs.extend(archive);
        manifest.built_on.clone_from(&self.book.built_on);
        let seed = self.book.key_seed.map(|seed| ("key".to_owned(), seed));
        manifest.seeds.extend(seed);
        let options = [
            ("teacher", facts.identity.clone()),
            ("judge", facts.judging_json()),
            ("plies", json!(self.args.plies.unwrap_or(PLIES))),
            ("add", json!(self.args.add.unwrap_or(ADDED))),
            ("max_nodes", json!(self.args.max_nodes)),
            ("capacity", json!(self.capacity)),
            ("side", json!(self.args.side)),
            ("both_sides", json!(self.args.both_sides)),
            ("book_options", json!(self.book.options)),
        ];
        let options = options.map(|(name, value)| (name.to_owned(), value));
        manifest.options.extend(options);
        let [added, evicted] = counts(extension);
        let counts = [
            ("added", added),
            ("evicted", evicted),
            ("stopped", extension.stopped.len()),
            ("entries", extension.entries.len()),
        ];
        let counts = counts.map(|(name, count)| (name.to_owned(), count as u64));
        manifest.counts.extend(counts);
        manifest.outputs = outputs;
        manifest
    }

    fn show(&self, extension: &Extension, facts: &Facts) -> Outcome {
        let evidence = log_path(&self.args.log, &self.out, self.context);
        if self.context.global.json {
            return self
                .context
                .show_json(&self.json(extension, facts, &evidence));
        }
        let lang = self.context.lang;
        let word = |text: Text| text.get(lang).to_owned();
        let mut out = Out::default();
        let asked = [facts.asked.teacher.asked, facts.asked.from_log];
        let [asked, known] = asked.map(|count| grouped(count as u64));
        out.line(&word(text!(AuditAsked, asked, known, evidence.display())))?;
        let [added, evicted] = counts(extension);
        out.line(&word(text!(
            ExtendTitle,
            added,
            evicted,
            grouped(extension.entries.len() as u64)
        )))?;
        for line in change_lines(extension, lang) {
            out.line(&line)?;
        }
        if !extension.stopped.is_empty() {
            out.line(&word(text!(ExtendStopped, extension.stopped.len())))?;
        }
        if !extension.is_complete {
            out.line(&word(text!(WarningPrefix, text!(ExtendCut))))?;
        }
        out.line(&word(match self.args.dry_run {
            true => text!(ExtendDry),
            false => text!(Written, self.out.display()),
        }))?;
        out.finish()
    }

    fn json(&self, extension: &Extension, facts: &Facts, evidence: &Path) -> Value {
        let findings = values(extension);
        let changes = extension.changes.iter().map(|change| {
            let found = findings.get(change.sfen.as_str());
            json!({
                "change": change.kind.as_str(),
                "ply": change.ply,
                "sfen": change.sfen,
                "move": change.mv.to_string(),
                "value": found.map(|finding| finding.value.to_string()),
                "depth": found.and_then(|finding| finding.depth),
            })
        });
        let stopped = extension.stopped.iter().map(|stopped| {
            json!({
                "ply": stopped.ply,
                "sfen": stopped.sfen,
                "move": stopped.mv.map(|mv| mv.to_string()),
                "why": stopped.why.name(),
            })
        });
        json!({
            "program": PROGRAM,
            "command": "extend",
            "dry_run": self.args.dry_run,
            "out": (!self.args.dry_run).then(|| self.out.display().to_string()),
            "evidence": evidence.display().to_string(),
            "asked": facts.asked.teacher.asked,
            "from_evidence": facts.asked.from_log,
            "nodes": extension.nodes,
            "entries": extension.entries.len(),
            "complete": extension.is_complete,
            "changes": changes.collect::<Vec<_>>(),
            "stopped": stopped.collect::<Vec<_>>(),
        })
    }
}

fn rom_keys(table: Option<&[u8]>, book: &Path) -> Outcome<RomKeys> {
    let Some(table) = table else {
        return Err(Failure::usage(text!(ExtendNeedsKeys, book.display())));
    };
    RomKeys::from_bytes(table)
        .map_err(|error| Failure::input(text!(ZobristFile, "zobrist.bin", error.words())))
}

/// Entries that the book may hold: a book of joban keeps its size.
fn capacity(args: &ExtendArgs, book: &Book) -> Outcome<Option<usize>> {
    let has = book.entries.len();
    match (args.capacity, &book.source) {
        (Some(capacity), _) if (capacity as usize) < has => {
            Err(Failure::usage(text!(ExtendTooSmall, capacity, has)))
        }
        (Some(capacity), _) => {
            let most = defaults::MAX_ENTRIES;
            Ok(Some(in_range("capacity", capacity, 1, most)? as usize))
        }
        (None, BookSource::Rows { .. }) => Ok(Some(has.max(defaults::ENTRIES as usize))),
        (None, _) => Ok(None),
    }
}

/// The row of a new entry: the only candidate of its position, without games. `None` where no book of joban goes.
fn row_of(entry: &Entry, keys: &RomKeys) -> Option<BookRow> {
    let position = entry.position()?;
    let ply = u8::try_from(entry.ply?).ok()?;
    (u32::from(ply) < defaults::MAX_BOOK_PLIES).then(|| BookRow {
        ply,
        side: position.side(),
        sfen: position.sfen_key(),
        key: keys.key(&position),
        mv: entry.mv,
        weight: u8::MAX,
        probability: 1.0,
        figures: Figures::default(),
    })
}

fn extended_book(rows: &[BookRow], extension: &Extension, keys: &RomKeys) -> Outcome<ChangedBook> {
    let failed = |error: &dyn std::fmt::Display| Failure::internal(text!(InternalFailed, error));
    let is_old = |entry: &&Entry| (entry.id as usize) < rows.len();
    let (old, new): (Vec<&Entry>, Vec<&Entry>) = extension.entries.iter().partition(is_old);
    let kept: Vec<KeptRow> = old
        .iter()
        .map(|entry| KeptRow {
            row: entry.id as usize,
            by: None,
        })
        .collect();
    let mut book = change_book(rows, &kept).map_err(|error| failed(&error))?;
    let new = new.into_iter().filter_map(|entry| row_of(entry, keys));
    book.rows.extend(new);
    book.rows.sort_by_key(BookRow::entry);
    book.book = RomBook::new(book.rows.iter().map(BookRow::entry).collect())
        .map_err(|error| failed(&error))?;
    Ok(book)
}

/// The book with the new positions, in their places where it is sorted, else behind the old ones; what gave its place is left out.
fn extended_db(db: &DbBook, extension: &Extension) -> DbBook {
    let is_sorted = db.not_sorted().is_none();
    let is_numbered = db.positions().iter().all(|position| position.ply.is_some());
    let mut db = db.clone();
    let findings = values(extension);
    let is = |kind: ChangeKind| move |change: &&Change| change.kind == kind;
    db.edit(|positions| {
        for change in extension.changes.iter().filter(is(ChangeKind::Evicted)) {
            for position in positions.iter_mut() {
                if position.sfen == change.sfen {
                    position.moves.retain(|row| row.mv != change.mv);
                }
            }
        }
        for change in extension.changes.iter().filter(is(ChangeKind::Added)) {
            let Ok(position) = Position::from_sfen(&change.sfen) else {
                continue;
            };
            let mut row = DbMove::new(change.mv);
            if let Some(finding) = findings.get(change.sfen.as_str()) {
                let depth = finding.depth.and_then(|depth| i32::try_from(depth).ok());
                if let (Some(value), Some(depth)) = (finding.value.cp(), depth) {
                    row.refresh(value, depth);
                }
                row.ponder = finding
                    .lines
                    .iter()
                    .rev()
                    .find(|line| line.mv == change.mv)
                    .and_then(|line| line.pv.get(1).copied());
            }
            let number = extension.plies.get(&change.sfen).map(|ply| ply + 1);
            let mut new = DbPosition::new(&position);
            new.ply = number.filter(|_| is_numbered);
            new.moves.push(row);
            let at = match is_sorted {
                true => positions.partition_point(|old| old.text() < new.text()),
                false => positions.len(),
            };
            positions.insert(at, new);
        }
    });
    db
}

/// The findings about additions, by SFEN: a new position has one entry, and never one that was given up.
fn values(extension: &Extension) -> BTreeMap<&str, &Finding> {
    let added = extension.changes.iter();
    let added = added.filter(|change| change.kind == ChangeKind::Added);
    added
        .zip(&extension.findings)
        .map(|(change, finding)| (change.sfen.as_str(), finding))
        .collect()
}

/// Additions and evictions.
fn counts(extension: &Extension) -> [usize; 2] {
    let added = extension.findings.len();
    [added, extension.changes.len() - added]
}

fn change_lines(extension: &Extension, lang: Lang) -> Vec<String> {
    if extension.changes.is_empty() {
        return Vec::new();
    }
    let mut table = Table::new(&[
        Align::Left,
        Align::Right,
        Align::Left,
        Align::Right,
        Align::Right,
    ]);
    let word = |text: Text| text.get(lang).to_owned();
    table.row([
        word(text!(ColumnChange)),
        word(text!(ColumnPly)),
        word(text!(ColumnMove)),
        word(text!(ColumnValue)),
        word(text!(ColumnDepth)),
    ]);
    let findings = values(extension);
    for change in &extension.changes {
        let is_added = change.kind == ChangeKind::Added;
        let found = findings.get(change.sfen.as_str());
        let japanese = Position::from_sfen(&change.sfen)
            .map(|position| position.japanese(change.mv, None))
            .unwrap_or_default();
        table.row([
            word(if is_added {
                text!(ChangeAdded)
            } else {
                text!(ChangeEvicted)
            }),
            change
                .ply
                .map_or_else(|| "-".to_owned(), |ply| ply.to_string()),
            format!("{} {japanese}", change.mv),
            found.map_or_else(String::new, |finding| value_cell(finding.value)),
            found
                .and_then(|finding| finding.depth)
                .map_or_else(String::new, |depth| depth.to_string()),
        ]);
    }
    table.lines()
}

fn value_cell(value: Worth) -> String {
    value
        .cp()
        .map_or_else(|| "mate".to_owned(), |cp| cp.to_string())
}

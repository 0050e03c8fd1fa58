//! `joban dataset`: positions for training.

mod check;
mod convert;
mod label;
mod merge;
mod report;
mod sample;
mod split;
mod stats;

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use joban_positions::dataset::{
    Card, Format, LabelSource, MoveLayout, ReadRules, Row, RowReader, SetFacts, SetMaker, Unique,
    set_file,
};
use joban_positions::manifest::{FILE_NAME, FileDigest};
use joban_positions::{Error, Manifest};
use serde_json::json;

use crate::args::{DatasetArgs, DatasetCommand, ForeignArgs, MoveLayoutArg, SetFormat, UniqueArg};
use crate::commands::Context;
use crate::commands::build::{PROGRAM, result_folder};
use crate::commands::source::{failure, file_digest};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, Worded};
use crate::output::folder::{ResultFolder, write_failure};
use crate::output::table::grouped;
use crate::progress::Counting;
use crate::text;

/// Name of the data card in a result folder.
const CARD: &str = "card.json";

/// Runs `joban dataset`.
///
/// # Errors
///
/// Findings (1), usage (2), unusable input (3), engine faults (4), a failed write (5).
pub(crate) fn run(args: &DatasetArgs, context: &Context<'_>) -> Outcome {
    match &args.command {
        DatasetCommand::Sample(args) => sample::run(args, context),
        DatasetCommand::Label(args) => label::run(args, context),
        DatasetCommand::Split(args) => split::run(args, context),
        DatasetCommand::Merge(args) => merge::run(args, context),
        DatasetCommand::Stats(args) => stats::run(args, context),
        DatasetCommand::Check(args) => check::run(args, context),
        DatasetCommand::Export(args) => convert::export(args, context),
        DatasetCommand::Import(args) => convert::import(args, context),
    }
}

/// Rows of a file without those that cannot be read; these are counted.
struct Rows {
    reader: RowReader,
    tally: Rc<RefCell<Tally>>,
    progress: Counting,
    given: u64,
}

/// What could not be read.
#[derive(Debug, Default)]
struct Tally {
    rejected: u64,
    first: Option<Text>,
}

impl Tally {
    /// Remarks for people.
    fn notes(&self) -> Vec<Text> {
        let first = self.first.clone();
        first
            .map(|first| text!(RowsRejected, grouped(self.rejected), first))
            .into_iter()
            .collect()
    }

    /// Exit 3 where nothing else was there, exit 1 where rejected rows are findings.
    fn end(&self, rows: u64, strict: bool) -> Outcome {
        match &self.first {
            Some(first) if rows == 0 => Err(Failure::input(text!(NoRowRead, first.clone()))),
            Some(first) if strict => Err(Failure::findings(text!(
                StrictRows,
                grouped(self.rejected),
                first.clone()
            ))),
            _ => Ok(()),
        }
    }
}

impl Rows {
    fn open(path: &Path, rules: &ReadRules, context: &Context<'_>) -> Outcome<Self> {
        let file = set_file(path);
        if !file.is_file() {
            return Err(Failure::usage(text!(NoSet, path.display())));
        }
        let reader = RowReader::open(path, rules).map_err(|error| failure(&error))?;
        Ok(Self::of(reader, context))
    }

    fn of(reader: RowReader, context: &Context<'_>) -> Self {
        Rows {
            progress: Counting::new(context.global.quiet, context.lang, reader.rows()),
            reader,
            tally: Rc::default(),
            given: 0,
        }
    }

    fn facts(&self) -> SetFacts {
        self.reader.facts().clone()
    }

    fn tally(&self) -> Rc<RefCell<Tally>> {
        Rc::clone(&self.tally)
    }
}

impl Iterator for Rows {
    type Item = Result<Row, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.reader.next() {
                Some(Err(error @ Error::Row { .. })) => {
                    let mut tally = self.tally.borrow_mut();
                    tally.rejected += 1;
                    tally.first.get_or_insert_with(|| error.words());
                }
                Some(row) => {
                    self.given += 1;
                    self.progress.count(self.given);
                    return Some(row);
                }
                None => {
                    self.progress.finish();
                    return None;
                }
            }
        }
    }
}

/// What stopped reading or writing a set.
fn set_failure(error: &Error, folder: &ResultFolder) -> Failure {
    match error {
        Error::Write { path, source } => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            write_failure(&folder.target(&name), source)
        }
        other => failure(other),
    }
}

/// Rules for files of others.
fn read_rules(args: &ForeignArgs, label: Option<LabelSource>) -> ReadRules {
    ReadRules {
        format: args.format.map(format),
        mate_as: args.mate_as,
        label,
        moves: args.psv_moves.map(|layout| match layout {
            MoveLayoutArg::Yaneuraou => MoveLayout::Yaneuraou,
            MoveLayoutArg::Apery => MoveLayout::Apery,
        }),
    }
}

fn format(arg: SetFormat) -> Format {
    match arg {
        SetFormat::Parquet => Format::Parquet,
        SetFormat::Jsonl => Format::Jsonl,
        SetFormat::Psv => Format::Psv,
        SetFormat::Hcpe => Format::Hcpe,
        SetFormat::Lines => Format::Lines,
    }
}

fn unique(arg: Option<UniqueArg>) -> Unique {
    match arg {
        None | Some(UniqueArg::Position) => Unique::Position,
        Some(UniqueArg::Flipped) => Unique::Flipped,
        Some(UniqueArg::None) => Unique::None,
    }
}

fn unique_name(unique: Unique) -> &'static str {
    match unique {
        Unique::Position => "position",
        Unique::Flipped => "flipped",
        Unique::None => "none",
    }
}

/// A fraction from 0 to 1.
fn fraction(option: &str, value: f64) -> Outcome<f64> {
    // Not so for NaN either.
    if (0.0..=1.0).contains(&value) {
        return Ok(value);
    }
    Err(Failure::usage(text!(OutOfRange, option, value, 0, 1)))
}

/// The folder for results, which must not hold an input.
fn out_folder(out: Option<&PathBuf>, default: &str, inputs: &[&Path]) -> Outcome<ResultFolder> {
    let inputs: Vec<OsString> = inputs.iter().map(OsString::from).collect();
    let out = out.cloned().unwrap_or_else(|| PathBuf::from(default));
    result_folder(&out, &inputs)
}

fn shown(out: Option<&PathBuf>, default: &str) -> String {
    out.map_or_else(|| default.to_owned(), |out| out.display().to_string())
}

/// The input of a command and the manifests beside it, for the manifest.
fn provenance(manifest: &mut Manifest, path: &Path) -> Outcome {
    let file = set_file(path);
    manifest.inputs.push(file_digest(&file)?);
    let beside = file.parent().map(|folder| folder.join(FILE_NAME));
    if let Some(beside) = beside.filter(|beside| beside.is_file()) {
        manifest.built_on.push(file_digest(&beside)?);
    }
    Ok(())
}

/// A set that is being written into a result folder.
struct NewSet<'a> {
    folder: &'a ResultFolder,
    name: &'static str,
    maker: SetMaker,
}

/// A set that was written.
struct Done {
    outputs: Vec<FileDigest>,
    rows_sha256: String,
    card: Card,
}

impl<'a> NewSet<'a> {
    fn create(folder: &'a ResultFolder, name: &'static str) -> Outcome<Self> {
        let maker = SetMaker::create(&folder.path().join(name), folder.path())
            .map_err(|error| set_failure(&error, folder))?;
        Ok(NewSet {
            folder,
            name,
            maker,
        })
    }

    fn rows(&self) -> u64 {
        self.maker.rows()
    }

    fn push(&mut self, row: Row) -> Result<(), Error> {
        self.maker.push(row)
    }

    /// Ends the file and writes the card beside it.
    fn finish(self, facts: &SetFacts, card_name: &'static str) -> Outcome<Done> {
        let finished = self.maker.finish(facts);
        let (digest, card) = finished.map_err(|error| set_failure(&error, self.folder))?;
        let written = self.folder.write_json(card_name, &card)?;
        Ok(Done {
            outputs: vec![self.folder.digest(self.name)?, written],
            rows_sha256: digest.sha256,
            card,
        })
    }
}

/// A manifest of a `dataset` command.
fn manifest(command: &str, done: &[&Done], facts: &SetFacts) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, &format!("dataset {command}"));
    manifest
        .options
        .insert("labels".to_owned(), json!(facts.labels));
    for done in done {
        manifest.outputs.extend(done.outputs.iter().cloned());
        let name = done.outputs[0].path.trim_end_matches(".parquet").to_owned();
        manifest
            .counts
            .insert(format!("rows_{name}"), done.card.rows);
        manifest.tables.insert(name, done.rows_sha256.clone());
    }
    manifest
}

/// Counts by name, for the manifest.
fn named(counts: &joban_positions::dataset::Counts) -> std::collections::BTreeMap<String, u64> {
    counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(name, count)| ((*name).to_owned(), *count))
        .collect()
}

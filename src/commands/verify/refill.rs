//! `--fix --archive`: what is dropped is replaced by build's selection and judged in turn, until nothing is to be dropped any more.

use joban_book_build::{BookRow, KeyChoice, SelectOptions, aggregate, write_book_csv};
use joban_engine::rom_key::RomKeys;
use joban_positions::manifest::FileDigest;
use joban_positions::{Manifest, PlyLimit, funnel};
use serde_json::{Map, Value, json};

use super::book::{BookSource, exceptions};
use super::report::{Report, Written};
use super::{Trial, write_audit};
use crate::commands::audit::bench::Bench;
use crate::commands::audit::rebuild::{Rebuild, Rebuilt, write_changes};
use crate::commands::build::{BuildSettings, PROGRAM, aggregate_options, result_folder, strategy};
use crate::commands::source::{Read, Source};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::folder::ResultFolder;
use crate::settings::ReadSettings;
use crate::text;

/// The book as it was built, with what made it.
struct Built<'a> {
    rows: &'a [BookRow],
    manifest: &'a Manifest,
    table: &'a [u8],
    keys: RomKeys,
    settings: BuildSettings,
}

/// Judges and refills a book of `build`, with the archive that it was built from and the options that its manifest tells.
///
/// # Errors
///
/// As [`Rebuild::run`]; exit 2 for another book or another archive.
pub(super) fn run(trial: &Trial<'_>) -> Outcome {
    let (args, context) = (trial.args, trial.context);
    let built = Built::new(trial)?;
    let folder = result_folder(&trial.out, &args.paths)?;
    let source = Source::open(&args.archive, &built.settings.read)?;
    let mut bench = Bench::open(
        &args.teacher,
        &args.judge,
        &args.log,
        &trial.evidence,
        context,
    )?;
    let plies = PlyLimit::First(built.settings.book.book_plies);
    let read = source.read(plies, false, &built.settings.read, context)?;
    built.check_archive(&read)?;
    let rebuilt = built.rebuild(trial, &read, &mut bench)?;
    let teacher = bench.quit();
    let facts = Map::from_iter([
        ("program".to_owned(), json!(PROGRAM)),
        ("teacher".to_owned(), teacher.identity.clone()),
        ("settings".to_owned(), teacher.judging_json()),
        ("inputs".to_owned(), json!(trial.inputs())),
    ]);
    let outputs = built.write(&rebuilt, &facts, &folder, args.csv_bom)?;
    let mut manifest = trial.manifest(facts, &rebuilt.audit, outputs);
    manifest.inputs.extend(read.inputs.iter().cloned());
    manifest.built_on.extend(read.built_on.iter().cloned());
    manifest.records_sha256 = Some(read.records_sha256());
    let build = built.manifest.options.iter();
    let build = build.map(|(name, value)| (name.clone(), value.clone()));
    manifest.options.extend(build);
    manifest.seeds.extend(built.manifest.seeds.clone());
    folder.write_manifest(&manifest)?;
    folder.finish()?;
    let evidence = trial.evidence.display().to_string();
    let mut report = Report::new(&rebuilt.audit, teacher.asked, &evidence);
    report.fixed = Some(Written::of_rounds(rebuilt.rounds, &rebuilt.changes));
    report.out = Some(trial.out.display().to_string());
    report.show(context)?;
    report.end()
}

impl<'a> Built<'a> {
    fn new(trial: &'a Trial<'_>) -> Outcome<Self> {
        let needed = || Failure::usage(text!(RefillNeedsBuild));
        let BookSource::Rows {
            rows,
            keys: Some(table),
        } = &trial.book.source
        else {
            return Err(needed());
        };
        let manifest = trial.book.manifest.as_ref().ok_or_else(needed)?;
        let config = &trial.context.loaded.config;
        let read = ReadSettings::new(
            trial.args.read.clone().or(config.read.clone()),
            trial.args.limits.clone().or(config.limits.clone()),
        )?;
        Ok(Self {
            rows,
            manifest,
            table,
            keys: RomKeys::from_bytes(table).map_err(|error| {
                Failure::input(text!(ZobristFile, "zobrist.bin", error.words()))
            })?,
            settings: BuildSettings::of_manifest(manifest, read)?,
        })
    }

    /// Another archive would select other entries.
    fn check_archive(&self, read: &Read) -> Outcome {
        let (ours, theirs) = (read.records_sha256(), &self.manifest.records_sha256);
        if theirs.as_ref() == Some(&ours) {
            return Ok(());
        }
        let theirs = theirs.clone().unwrap_or_else(|| "-".to_owned());
        Err(Failure::usage(text!(RefillOtherArchive, ours, theirs)))
    }

    fn rebuild(&self, trial: &Trial<'_>, read: &Read, bench: &mut Bench) -> Outcome<Rebuilt> {
        let settings = &self.settings;
        let funnel = funnel(&read.corpus, &settings.filter, &settings.split);
        let options = aggregate_options(&settings.book);
        let aggregate = aggregate(&read.corpus, &funnel.kept, &options);
        let rebuild = Rebuild {
            aggregate: &aggregate,
            strategy: strategy(&settings.book),
            options: SelectOptions {
                entries: self.rows.len().max(settings.book.entries as usize),
                moves_per_position: settings.book.moves_per_position as usize,
                overrides: &settings.overrides,
                table: Some(&self.keys),
            },
            keys: &KeyChoice::Table(self.keys.clone()),
            exceptions: exceptions(&trial.context.loaded.config.exceptions)?,
            until: None,
        };
        rebuild.run(Some(&trial.book.entries), bench, trial.context)
    }

    fn write(
        &self,
        rebuilt: &Rebuilt,
        facts: &Map<String, Value>,
        folder: &ResultFolder,
        bom: bool,
    ) -> Outcome<Vec<FileDigest>> {
        let json = rebuilt.audit.to_json(facts.clone());
        let mut outputs = write_audit(folder, bom, |to| rebuilt.audit.write_csv(to), &json)?;
        let changes = rebuilt
            .changes
            .iter()
            .map(|(round, change)| (*round, change));
        let (book, rows) = (&rebuilt.book.book, &rebuilt.book.rows);
        outputs.extend([
            folder.write("book.bin", |to| to.write_all(&book.encode()))?,
            folder.write("book.csv", |to| write_book_csv(to, rows, bom))?,
            folder.write("zobrist.bin", |to| to.write_all(self.table))?,
            folder.write("changes.csv", |to| write_changes(to, changes, bom))?,
        ]);
        Ok(outputs)
    }
}

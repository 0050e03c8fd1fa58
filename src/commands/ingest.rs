//! `joban ingest`: from archives to tables.

use std::collections::BTreeMap;

use joban_positions::manifest::FileDigest;
use joban_positions::{Manifest, PlyLimit, TableDigest, write_rejects, write_tables};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::IngestArgs;
use crate::commands::build::{PROGRAM, check_strict, result_folder};
use crate::commands::source::{Read, Source, table_write_failure};
use crate::commands::{Context, reject_text};
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::ResultFolder;
use crate::output::stdout::{Out, note};
use crate::output::table::grouped;
use crate::settings::{self, OutputSettings, ReadSettings};
use crate::text;

/// Everything that decides a run.
struct Settings {
    plies: PlyLimit,
    read: ReadSettings,
    output: OutputSettings,
}

/// What is told at the end.
#[derive(Debug, Serialize)]
struct Summary {
    program: &'static str,
    command: &'static str,
    out: String,
    games: u64,
    rejected: u64,
    record_warnings: BTreeMap<&'static str, u64>,
    /// Digest over the sorted rows of each table, whatever the bytes of the file.
    tables: BTreeMap<String, String>,
    rows: BTreeMap<String, u64>,
    outputs: Vec<FileDigest>,
    warnings: Vec<String>,
    #[serde(skip)]
    texts: Vec<Text>,
}

/// Runs `joban ingest`.
///
/// # Errors
///
/// Usage (2), input (3), rejected games under `--strict` (1), a failed write (5).
pub(crate) fn run(args: &IngestArgs, context: &Context<'_>) -> Outcome {
    let config = context.loaded.config.clone();
    let limits = args.limits.clone().or(config.limits);
    let settings = Settings {
        plies: settings::table_plies(&args.tables.clone().or(config.tables))?,
        read: ReadSettings::new(args.read.clone().or(config.read), limits)?,
        output: OutputSettings::new(args.output.clone().or(config.output)),
    };
    let source = Source::records(&args.paths, &settings.read)?;
    let folder = result_folder(&settings.output.out, &args.paths)?;
    let read = source.read(settings.plies, true, &settings.read, context)?;
    check_read(&read)?;
    let summary = write(&settings, &read, &folder)?;
    folder.finish()?;
    summary.show(context)?;
    check_strict(settings.read.strict, &read)
}

/// Exit 3 where nothing but junk was read.
fn check_read(read: &Read) -> Outcome {
    match read.corpus.rejects().first() {
        Some(first) if read.corpus.games().is_empty() => {
            Err(Failure::input(text!(NothingRead, reject_text(first))))
        }
        _ => Ok(()),
    }
}

fn write(settings: &Settings, read: &Read, folder: &ResultFolder) -> Outcome<Summary> {
    let tables = write_tables(&read.corpus, folder.path())
        .map_err(|error| table_write_failure(&error, folder))?;
    // Not an output of the manifest: it names files with their packing.
    folder.write("rejects.csv", |to| {
        to.write_all(if settings.output.csv_bom {
            b"\xef\xbb\xbf"
        } else {
            b""
        })?;
        write_rejects(to, read.corpus.rejects())
    })?;
    let mut outputs = Vec::new();
    for table in &tables {
        outputs.push(folder.digest(table.file)?);
    }
    let manifest = manifest(settings, read, &tables, &outputs);
    folder.write_manifest(&manifest)?;
    Ok(Summary::new(settings, read, &tables, manifest))
}

fn manifest(
    settings: &Settings,
    read: &Read,
    tables: &[TableDigest],
    outputs: &[FileDigest],
) -> Manifest {
    let mut manifest = Manifest::new(PROGRAM, "ingest");
    manifest.inputs = read.inputs.clone();
    manifest.records_sha256 = Some(read.records_sha256());
    manifest.options = options(settings);
    for reject in read.corpus.rejects() {
        *manifest
            .dropped
            .entry(reject.kind.as_str().to_owned())
            .or_default() += 1;
    }
    manifest.counts.insert("read".to_owned(), read.all());
    manifest
        .counts
        .insert("parsed".to_owned(), read.corpus.games().len() as u64);
    for table in tables {
        manifest
            .counts
            .insert(format!("rows_{}", table.table), table.rows);
        manifest
            .tables
            .insert(table.table.to_owned(), table.sha256.clone());
    }
    manifest.outputs = outputs.to_vec();
    manifest
}

fn options(settings: &Settings) -> BTreeMap<String, Value> {
    let plies = match settings.plies {
        PlyLimit::All => json!("all"),
        PlyLimit::First(plies) => json!(plies),
    };
    let read = &settings.read.options;
    let options = [
        ("plies", plies),
        (
            "encoding",
            json!(read.encoding.map(|encoding| encoding.as_str())),
        ),
        ("lines", json!(read.lines)),
        ("csv_bom", json!(settings.output.csv_bom)),
    ];
    options
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

impl Summary {
    fn new(settings: &Settings, read: &Read, tables: &[TableDigest], manifest: Manifest) -> Self {
        let rejects = read.corpus.rejects();
        let mut texts = read.notes.clone();
        if let Some(first) = rejects.first() {
            texts.push(text!(
                RejectedListed,
                grouped(rejects.len() as u64),
                reject_text(first)
            ));
        }
        Summary {
            program: PROGRAM,
            command: "ingest",
            out: settings.output.out.display().to_string(),
            games: read.corpus.games().len() as u64,
            rejected: rejects.len() as u64,
            record_warnings: read.warnings.clone(),
            tables: manifest.tables,
            rows: tables
                .iter()
                .map(|table| (table.table.to_owned(), table.rows))
                .collect(),
            outputs: manifest.outputs,
            warnings: Vec::new(),
            texts,
        }
    }

    fn show(mut self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            self.warnings = self
                .texts
                .iter()
                .map(|text| text.get(context.lang).to_owned())
                .collect();
            return context.show_json(&self);
        }
        let mut out = Out::default();
        let positions = self.rows.get("plies").copied().unwrap_or_default();
        let done = text!(
            IngestDone,
            grouped(self.games),
            grouped(positions),
            grouped(self.rejected)
        );
        out.line(done.get(context.lang))?;
        for (table, sha256) in &self.tables {
            out.line(text!(RowsDigest, format!("{table:8} {sha256}")).get(context.lang))?;
        }
        out.line(text!(Written, &self.out).get(context.lang))?;
        out.finish()?;
        for text in &self.texts {
            note(text!(WarningPrefix, text.clone()).get(context.lang));
        }
        Ok(())
    }
}

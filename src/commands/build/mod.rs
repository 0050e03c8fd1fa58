//! `joban build`: from games to a book.

mod article;
mod audited;
mod manifest;
mod options;
mod summary;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use joban_book_build::{
    AgeDecay, Aggregate, AggregateOptions, BuiltBook, Expected, Frequency, KeyChoice, PointRules,
    RatingWeight, SelectOptions, Strategy, aggregate, keyed, select, write_book_csv,
    write_moves_csv,
};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_positions::manifest::FileDigest;
use joban_positions::{Funnel, PlyLimit, funnel, write_rejects};

use crate::args::{BuildArgs, KeyTable, SelectionRule};
use crate::commands::audit::bench::Bench;
use crate::commands::audit::rebuild::key_failure;
use crate::commands::source::{Read, Source};
use crate::commands::{Context, reject_text};
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::folder::ResultFolder;
use crate::settings::BookSettings;
use crate::text;
pub(crate) use manifest::PROGRAM;
pub(crate) use options::{BuildSettings, overrides};
use summary::Summary;

/// Runs `joban build`.
///
/// # Errors
///
/// Usage (2), input (3), rejected games under `--strict` (1), engine faults or entries without a judgement (4), a failed write (5).
pub(crate) fn run(args: &BuildArgs, context: &Context<'_>) -> Outcome {
    let settings = BuildSettings::new(args, context)?;
    audited::check(args)?;
    let table = settings
        .book
        .zobrist
        .as_deref()
        .map(read_table)
        .transpose()?;
    let source = Source::open(&args.paths, &settings.read)?;
    let folder = match args.dry_run {
        true => None,
        false => Some(result_folder(&settings.output.out, &args.paths)?),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(settings.read.jobs)
        .build()
        .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
    pool.install(|| {
        Build {
            args,
            settings: &settings,
            context,
            table,
        }
        .run(&source, folder)
    })
}

/// Checks the output folder before anything is read.
///
/// # Errors
///
/// Exit 2 if it holds something else, or the input of this run.
pub(crate) fn result_folder(out: &Path, paths: &[OsString]) -> Outcome<ResultFolder> {
    if let Ok(out) = out.canonicalize() {
        let inside =
            |path: &OsString| fs::canonicalize(path).is_ok_and(|path| path.starts_with(&out));
        if paths.iter().any(inside) {
            return Err(Failure::usage(text!(OutputHoldsInput, out.display())));
        }
    }
    ResultFolder::create(out)
}

/// A key table that is kept.
struct Table {
    keys: RomKeys,
    digest: FileDigest,
}

fn read_table(path: &Path) -> Outcome<Table> {
    let refuse =
        |error: &dyn Worded| Failure::usage(text!(ZobristFile, path.display(), error.words()));
    let bytes = fs::read(path).map_err(|error| refuse(&error))?;
    let keys = RomKeys::from_bytes(&bytes).map_err(|error| refuse(&error))?;
    let label = path.to_string_lossy().replace('\\', "/");
    Ok(Table {
        keys,
        digest: FileDigest::of_bytes(label, &bytes),
    })
}

/// One run with everything that decides it.
struct Build<'a> {
    args: &'a BuildArgs,
    settings: &'a BuildSettings,
    context: &'a Context<'a>,
    table: Option<Table>,
}

impl Build<'_> {
    fn run(&self, source: &Source, folder: Option<ResultFolder>) -> Outcome {
        let settings = self.settings;
        let bench = audited::bench(self)?;
        let plies = PlyLimit::First(settings.book.book_plies);
        let read = source.read(plies, false, &settings.read, self.context)?;
        let funnel = funnel(&read.corpus, &settings.filter, &settings.split);
        let mut summary = Summary::new(settings, &read, &funnel, self.args.dry_run);
        let left = check_left(&read, &funnel);
        match folder {
            Some(folder) if left.is_ok() => {
                self.book(&read, &funnel, &folder, bench, &mut summary)?;
                folder.finish()?;
            }
            _ => {}
        }
        let audited = summary.audit_end();
        summary.show(self.context)?;
        if !self.args.dry_run || funnel.read > 0 {
            left?;
        }
        self.check_strict(&read)?;
        audited
    }

    fn book(
        &self,
        read: &Read,
        funnel: &Funnel,
        folder: &ResultFolder,
        bench: Option<Bench>,
        summary: &mut Summary,
    ) -> Outcome {
        let options = aggregate_options(&self.settings.book);
        let aggregate = aggregate(&read.corpus, &funnel.kept, &options);
        let (book, judged) = match bench {
            Some(bench) => {
                let (book, judged) = audited::judged(self, &aggregate, bench)?;
                (book, Some(judged))
            }
            None => (self.select(&aggregate)?, None),
        };
        if book.rows.is_empty() {
            return Err(Failure::input(text!(NoEntry)));
        }
        let mut outputs = self.write(&aggregate, &book, read, folder)?;
        if let Some(judged) = &judged {
            outputs.extend(judged.write(folder, self.settings.output.csv_bom)?);
        }
        let mut manifest = manifest::manifest(
            self.settings,
            self.table.as_ref(),
            read,
            funnel,
            &aggregate,
            &book,
            &outputs,
        );
        summary.book(
            self.settings,
            self.table.as_ref(),
            &aggregate,
            &book,
            &outputs,
        );
        if let Some(judged) = judged {
            manifest.options.extend(judged.facts());
            summary.audit = Some(judged);
        }
        folder.write_manifest(&manifest)
    }

    fn select(&self, aggregate: &Aggregate<'_>) -> Outcome<BuiltBook> {
        let book = &self.settings.book;
        let selection = select(aggregate, strategy(book), &self.select_options())
            .map_err(|error| Failure::usage(text!(BadOverride, error.words())))?;
        keyed(selection, &self.key_choice()).map_err(|error| key_failure(&error))
    }

    fn select_options(&self) -> SelectOptions<'_> {
        let book = &self.settings.book;
        SelectOptions {
            entries: book.entries as usize,
            moves_per_position: book.moves_per_position as usize,
            overrides: &self.settings.overrides,
            table: self.table.as_ref().map(|table| &table.keys),
        }
    }

    fn key_choice(&self) -> KeyChoice {
        match &self.table {
            Some(table) => KeyChoice::Table(table.keys.clone()),
            None => KeyChoice::Seed {
                first: self.settings.book.key_seed,
                layout: layout(self.settings.book.key_table),
            },
        }
    }

    fn write(
        &self,
        aggregate: &Aggregate<'_>,
        book: &BuiltBook,
        read: &Read,
        folder: &ResultFolder,
    ) -> Outcome<Vec<FileDigest>> {
        let bom = self.settings.output.csv_bom;
        let mut outputs = vec![
            folder.write("book.bin", |to| to.write_all(&book.book.encode()))?,
            folder.write("book.csv", |to| write_book_csv(to, &book.rows, bom))?,
            folder.write("zobrist.bin", |to| to.write_all(book.keys.keys.bytes()))?,
        ];
        // Not an output of the manifest: it names files with their packing.
        folder.write("rejects.csv", |to| {
            to.write_all(if bom { b"\xef\xbb\xbf" } else { b"" })?;
            write_rejects(to, read.corpus.rejects())
        })?;
        if self.settings.output.all {
            outputs.push(folder.write("moves.csv", |to| write_moves_csv(to, aggregate, bom))?);
        }
        Ok(outputs)
    }

    fn check_strict(&self, read: &Read) -> Outcome {
        check_strict(self.settings.read.strict, read)
    }
}

/// Exit 1 where `--strict` finds a rejected game.
pub(crate) fn check_strict(strict: bool, read: &Read) -> Outcome {
    let rejects = read.corpus.rejects();
    match rejects.first() {
        Some(first) if strict => {
            let all = read.all();
            Err(Failure::findings(text!(
                StrictRejects,
                rejects.len(),
                all,
                reject_text(first)
            )))
        }
        _ => Ok(()),
    }
}

/// How games are counted.
pub(crate) fn aggregate_options(book: &BookSettings) -> AggregateOptions {
    AggregateOptions {
        book_plies: book.book_plies as u8,
        points: point_rules(book),
    }
}

/// The order in which positions are offered.
pub(crate) fn strategy(book: &BookSettings) -> &'static dyn Strategy {
    match book.selection {
        SelectionRule::Frequency => &Frequency,
        SelectionRule::Reach => &Expected,
    }
}

fn point_rules(book: &BookSettings) -> PointRules {
    PointRules {
        winner_weight: book.winner_weight,
        loser_weight: book.loser_weight,
        draw_weight: book.draw_weight,
        rating_weight: book.rating_weight.map(|span| RatingWeight {
            zero: span.low,
            full: span.high,
        }),
        age_decay: book
            .age_half_life
            .map(|half_life_days| AgeDecay { half_life_days }),
    }
}

fn layout(table: KeyTable) -> Layout {
    match table {
        KeyTable::Full => Layout::Full,
        KeyTable::Compact => Layout::Compact,
    }
}

/// Exit 3 where no game is left; the message names the rule to relax.
pub(crate) fn check_left(read: &Read, funnel: &Funnel) -> Outcome {
    if !funnel.kept.is_empty() {
        return Ok(());
    }
    if funnel.read == 0 {
        return Err(Failure::input(text!(EmptyInputOnly)));
    }
    if funnel.parsed == 0
        && let Some(first) = read.corpus.rejects().first()
    {
        return Err(Failure::input(text!(NothingRead, reject_text(first))));
    }
    let most = funnel
        .steps
        .iter()
        .map(|step| step.removed)
        .max()
        .unwrap_or(0);
    let (rule, removed, relax) = match funnel.rule_to_relax() {
        Some(rule) if most >= funnel.held_out => {
            (summary::rule_text(rule), most, options::relax(rule))
        }
        _ => (text!(HeldOut), funnel.held_out, text!(RelaxHoldout)),
    };
    Err(Failure::input(text!(
        NoGameLeft,
        removed,
        funnel.read,
        rule,
        relax
    )))
}

impl Table {
    /// Path as given, for messages and reports.
    fn label(&self) -> &str {
        &self.digest.path
    }
}

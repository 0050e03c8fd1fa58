//! `joban demo`: the whole chain on the sample archive, with the commands shown as a user would type them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use clap::Parser;
use serde::Serialize;
use serde_json::Value;

use crate::args::{Cli, Command, DemoArgs, GlobalArgs};
use crate::commands::audit::teacher::is_installed;
use crate::commands::{Context, arena, build, dataset, ingest, rom, suite, verify};
use crate::config::Loaded;
use crate::failure::{Failure, FailureKind, Outcome};
use crate::i18n::Text;
use crate::output::folder::write_failure;
use crate::output::stdout::Out;
use crate::output::table::grouped;
use crate::text;

/// The sample archive, part of the program so that the demo runs anywhere.
static SAMPLE: &[u8] = include_bytes!("../../samples/joban-sample.7z");

/// Its name in the demo's folder.
const ARCHIVE: &str = "joban-sample.7z";

/// The teacher of the audit, where it is installed.
const TEACHER: &str = "fairy-stockfish";
/// Nodes of its first search of a position: few, to be quick.
const NODES: &str = "5000";

/// What `--json` shows.
#[derive(Debug, Serialize)]
struct Report {
    command: &'static str,
    sample: String,
    /// The results of the commands that were run, in their order.
    steps: Vec<Value>,
}

/// Runs `joban demo`.
///
/// # Errors
///
/// Exit 2 if the folder holds something else; what the commands of the chain report.
pub(crate) fn run(args: &DemoArgs, context: &Context<'_>) -> Outcome {
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("joban-demo"));
    let archive = place_sample(&out)?;
    let mut demo = Demo {
        context,
        steps: Mutex::default(),
    };
    demo.say(&text!(DemoStart, grouped(SAMPLE.len() as u64)))?;
    let (tables, book, rom) = (out.join("tables"), out.join("book"), out.join("rom"));
    demo.step("ingest", &archive, &["-o".as_ref(), &tables])?;
    demo.step("build", &tables, &["--all".as_ref(), "-o".as_ref(), &book])?;
    demo.step("rom", &book, &["-o".as_ref(), &rom])?;
    let audit = out.join("audit");
    demo.audit(&book, &audit)?;
    let (starts, inside) = (out.join("suite"), out.join("book-suite"));
    demo.step(
        "suite",
        &tables,
        &suite_options("--against", &book, &starts),
    )?;
    demo.step(
        "suite",
        &tables,
        &suite_options("--for-book", &book, &inside),
    )?;
    let labels = demo.data_set(&tables, &out)?;
    let games = out.join("match");
    demo.match_of_books(&book, &inside, &games)?;
    let folders = [
        &tables, &book, &rom, &audit, &starts, &inside, &labels, &games,
    ];
    demo.end(&archive, folders)
}

/// Starts that the book cannot know, or starts inside it.
fn suite_options<'a>(how: &'a str, book: &'a Path, out: &'a Path) -> Vec<&'a Path> {
    let mut options = vec![Path::new(how), book, Path::new("-o"), out];
    if how == "--against" {
        // The sample holds out too few games for a whole suite at one ply.
        options.extend(["--plies", "16..40", "--count", "64"].map(Path::new));
    }
    options
}

/// Writes the sample archive into the demo's folder.
fn place_sample(out: &Path) -> Outcome<PathBuf> {
    let archive = out.join(ARCHIVE);
    if let Ok(mut entries) = fs::read_dir(out)
        && entries.next().is_some()
        && !archive.is_file()
    {
        return Err(Failure::usage(text!(OutputNotOurs, out.display())));
    }
    fs::create_dir_all(out).map_err(|error| write_failure(out, &error))?;
    let unfinished = out.join(".joban-sample.unfinished");
    let written = fs::write(&unfinished, SAMPLE).and_then(|()| fs::rename(&unfinished, &archive));
    written.map_err(|error| {
        let _ = fs::remove_file(&unfinished);
        write_failure(&archive, &error)
    })?;
    Ok(archive)
}

struct Demo<'a> {
    context: &'a Context<'a>,
    steps: Mutex<Vec<Value>>,
}

impl Demo<'_> {
    /// Judges the book, if the teacher is installed. What it finds is for the user to see and no failure of the demo.
    fn audit(&mut self, book: &Path, audit: &Path) -> Outcome {
        if !is_installed(TEACHER) {
            return self.say(&text!(DemoNoTeacher, TEACHER));
        }
        let teacher = ["--teacher", TEACHER, "--nodes", NODES, "-o"].map(Path::new);
        let options: Vec<&Path> = teacher.into_iter().chain([audit]).collect();
        match self.step("verify", book, &options) {
            Err(found) if matches!(found.kind, FailureKind::Findings | FailureKind::Engine) => {
                self.say(&found.text)
            }
            other => other,
        }
    }

    /// Runs one command with every option at its default but those given.
    fn step(&mut self, name: &str, input: &Path, options: &[&Path]) -> Outcome {
        self.command(name, None, input, options)
    }

    /// Runs a command that may have one below it.
    fn command(
        &mut self,
        name: &str,
        below: Option<&str>,
        input: &Path,
        options: &[&Path],
    ) -> Outcome {
        let mut line = vec![Path::new("joban"), Path::new(name)];
        line.extend(below.map(Path::new));
        line.push(input);
        line.extend(options);
        let shown: Vec<_> = line.iter().map(|word| quoted(word)).collect();
        self.say(&text!(DemoStep, shown.join(" ")))?;
        let cli = Cli::try_parse_from(&line)
            .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
        let global = GlobalArgs {
            json: self.context.global.json,
            quiet: true,
            ..GlobalArgs::default()
        };
        let context = Context {
            global: &global,
            loaded: Loaded::default(),
            lang: self.context.lang,
            collected: Some(&self.steps),
        };
        match &cli.command {
            Command::Ingest(args) => ingest::run(args, &context),
            Command::Build(args) => build::run(args, &context),
            Command::Rom(args) => rom::run(args, &context),
            Command::Verify(args) => verify::run(args, &context),
            Command::Suite(args) => suite::run(args, &context),
            Command::Dataset(args) => dataset::run(args, &context),
            Command::Match(args) => arena::run(args, &context),
            _ => Ok(()),
        }
    }

    /// A small data set, labelled by the ROM's own engine, so that no other is needed.
    fn data_set(&mut self, tables: &Path, out: &Path) -> Outcome<PathBuf> {
        let (sample, labels) = (out.join("sample"), out.join("labels"));
        let window: [&Path; 6] =
            ["--plies", "20..59", "--per-game", "1", "--count", "200"].map(Path::new);
        self.command(
            "dataset",
            Some("sample"),
            tables,
            &[&window[..], &["-o".as_ref(), &sample]].concat(),
        )?;
        let teacher = rom_engine();
        // A folder of an older joban holds evidence of another engine.
        let teacher: [&Path; 7] = [
            "--teacher".as_ref(),
            &teacher,
            "--engine-option".as_ref(),
            "Profile=free".as_ref(),
            "--depth".as_ref(),
            "2".as_ref(),
            "--start-over".as_ref(),
        ];
        let options = [&teacher[..], &["-o".as_ref(), &labels]].concat();
        self.command("dataset", Some("label"), &sample, &options)?;
        Ok(labels)
    }

    /// Plays the ROM's engine with the book against itself without.
    fn match_of_books(&mut self, book: &Path, suite: &Path, out: &Path) -> Outcome {
        let engine = rom_engine();
        // Engines run in the folder of their program.
        let book = std::path::absolute(book).unwrap_or_else(|_| book.to_owned());
        let book = PathBuf::from(format!("BookFile={}", book.display()));
        let mut line: Vec<&Path> = vec![&engine];
        line.extend(["--name", "with-book", "--engine"].map(Path::new));
        line.push(&engine);
        line.extend(["--name", "without"].map(Path::new));
        for option in ["--first-option", "--second-option"] {
            line.extend([option, "Profile=gb5"].map(Path::new));
        }
        line.extend(["--first-option".as_ref(), &*book, "--suite".as_ref(), suite]);
        line.extend(["--pairs", "12", "--nodes", "1000", "--start-over", "-o"].map(Path::new));
        line.push(out);
        self.step("match", Path::new("--engine"), &line)
    }

    /// One line for people.
    fn say(&self, text: &Text) -> Outcome {
        if self.context.global.json {
            return Ok(());
        }
        let mut out = Out::default();
        out.line(text.get(self.context.lang))?;
        out.finish()
    }

    fn end(self, archive: &Path, folders: [&PathBuf; 8]) -> Outcome {
        if self.context.global.json {
            return self.context.show_json(&Report {
                command: "demo",
                sample: archive.display().to_string(),
                steps: self
                    .steps
                    .into_inner()
                    .unwrap_or_else(PoisonError::into_inner),
            });
        }
        for text in where_and_next(archive, folders) {
            self.say(&text)?;
        }
        Ok(())
    }
}

/// What lies where, and what to try next.
fn where_and_next(
    archive: &Path,
    [tables, book, rom, audit, starts, inside, labels, games]: [&PathBuf; 8],
) -> Vec<Text> {
    let file = |name: &str| format!("  {}", book.join(name).display());
    let archive = archive.display().to_string();
    let next = |text: Text| Text::same("  ").join("", &text);
    vec![
        Text::default(),
        text!(DemoWhere),
        text!(DemoBook, file("book.bin")),
        text!(DemoBookCsv, file("book.csv")),
        text!(DemoMoves, file("moves.csv")),
        text!(DemoZobrist, file("zobrist.bin")),
        text!(DemoManifest, file("manifest.json")),
        text!(DemoTables, format!("  {}", tables.display())),
        text!(DemoRom, format!("  {}", rom.display())),
        text!(DemoAudit, format!("  {}", audit.display())),
        text!(DemoSuite, format!("  {}", starts.display())),
        text!(DemoBookSuite, format!("  {}", inside.display())),
        text!(DemoLabels, format!("  {}", labels.display())),
        text!(DemoMatch, format!("  {}", games.display())),
        Text::default(),
        text!(DemoNext),
        next(text!(DemoNextInspect, &archive)),
        next(text!(DemoNextDry, &archive)),
        next(text!(DemoNextBuild)),
    ]
}

/// The ROM's engine as a command line.
fn rom_engine() -> PathBuf {
    let program = env::current_exe().unwrap_or_else(|_| PathBuf::from("joban"));
    PathBuf::from(format!("\"{}\" engine", program.display()))
}

/// A word of a command line as a shell takes it.
fn quoted(word: &Path) -> String {
    let word = word.to_string_lossy();
    if word.contains([' ', '"']) {
        format!("'{word}'")
    } else {
        word.into_owned()
    }
}

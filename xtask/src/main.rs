//! Private tasks of the project: made data and generated documents.
//!
//! `cargo run --release -p joban-xtask -- <task>`; each task is one file or folder.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a tool of the command line"
)]

mod bench_aggregate;
mod bench_build;
mod bench_match;
mod bench_parse;
mod bench_teacher;
mod calendar;
mod floodgate;
mod samples;
mod scale;

use std::error::Error;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

/// A failed task: whatever the reason, it is printed and the exit code is 1.
type TaskResult = Result<(), Box<dyn Error>>;

#[derive(Debug, Parser)]
#[command(about = "Private tasks of joban")]
enum Task {
    /// Count rows by our kernel and by polars, in one run.
    BenchAggregate(bench_aggregate::Args),
    /// Time whole builds against bare reading or decompression.
    BenchBuild {
        /// The program, built with --release
        #[arg(long, default_value = "target/release/joban")]
        joban: PathBuf,
        /// Folders and archives of the same records
        #[arg(required = true, value_name = "PATH")]
        inputs: Vec<PathBuf>,
    },
    /// Time a match's way from one engine's answer to the other's question.
    BenchMatch(bench_match::Args),
    /// An engine of that benchmark.
    #[command(hide = true)]
    BenchMatchEngine(bench_match::EngineArgs),
    /// Time parsing and replay in memory against counting newlines and cshogi.
    BenchParse(bench_parse::Args),
    /// Time an engine's idle between two questions of the pool against a bare pipe loop.
    BenchTeacher(bench_teacher::Args),
    /// The engine of that benchmark.
    #[command(hide = true)]
    BenchTeacherEngine(bench_teacher::EngineArgs),
    /// Make the sample archive by self-play, or check that it can be made again.
    Samples(samples::Args),
    /// Write many made-up records for measurements at scale.
    Scale(scale::Args),
}

impl Task {
    fn run(self) -> TaskResult {
        match self {
            Self::BenchAggregate(args) => bench_aggregate::run(&args),
            Self::BenchBuild { joban, inputs } => bench_build::bench(&joban, &inputs),
            Self::BenchMatch(args) => bench_match::run(&args),
            Self::BenchMatchEngine(args) => bench_match::engine(&args),
            Self::BenchParse(args) => bench_parse::run(&args),
            Self::BenchTeacher(args) => bench_teacher::run(&args),
            Self::BenchTeacherEngine(args) => bench_teacher::engine(&args),
            Self::Samples(args) => samples::run(&args),
            Self::Scale(args) => scale::run(&args),
        }
    }
}

fn main() -> ExitCode {
    match Task::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

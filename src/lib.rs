//! The command line of joban: options, configuration, progress, messages.
//!
//! The work is done by the members of the workspace; a command here reads options, calls them, and
//! reports. See `ARCHITECTURE.md` for what each member knows.

mod args;
mod commands;
mod config;
mod failure;
mod guard;
mod i18n;
mod output;
mod progress;
mod settings;
mod usage;
mod values;

use std::ffi::OsString;
use std::process::ExitCode;

use args::{Cli, Command, ConfigCommand};
use failure::{Failure, FailureKind, Outcome, exit};
use i18n::Lang;

/// Runs the program with its arguments, the program's name first.
#[must_use]
pub fn main(args: Vec<OsString>) -> ExitCode {
    let lang = usage::language(&args).unwrap_or_else(Lang::from_environment);
    ExitCode::from(guard::run(lang, || start(args, lang)))
}

/// The command line of the program, for the generated reference.
#[must_use]
pub fn command() -> clap::Command {
    usage::command(Lang::En)
}

fn start(args: Vec<OsString>, lang: Lang) -> u8 {
    match usage::parse(args, lang) {
        Ok(usage::Request::Shown) => exit::DONE,
        Ok(usage::Request::Run(cli)) => run(&cli, lang),
        Err(failure) => report(&failure, lang),
    }
}

fn run(cli: &Cli, environment: Lang) -> u8 {
    if let Command::Config(args) = &cli.command {
        let ConfigCommand::Check { file } = &args.command;
        return ended(
            commands::config::check(cli, file.as_deref(), environment),
            environment,
        );
    }
    let loaded = match config::load(&cli.global) {
        Ok(loaded) => loaded,
        Err(failure) => return report(&failure, environment),
    };
    let lang = cli
        .global
        .lang
        .or(loaded.config.lang)
        .unwrap_or(environment);
    let context = commands::Context {
        global: &cli.global,
        loaded,
        lang,
        collected: None,
    };
    ended(dispatch(&cli.command, &context), lang)
}

fn dispatch(command: &Command, context: &commands::Context<'_>) -> Outcome {
    match command {
        Command::Build(args) => commands::build::run(args, context),
        Command::Ingest(args) => commands::ingest::run(args, context),
        Command::Inspect(args) => commands::inspect::run(args, context),
        Command::Evidence(args) => commands::evidence::run(args, context),
        Command::Engine(args) => commands::engine::run(args, context),
        Command::Demo(args) => commands::demo::run(args, context),
        Command::Rom(args) => commands::rom::run(args, context),
        Command::Verify(args) => commands::verify::run(args, context),
        Command::Extend(args) => commands::extend::run(args, context),
        Command::Doctor(args) => commands::doctor::run(args, context),
        Command::Suite(args) => commands::suite::run(args, context),
        Command::Dataset(args) => commands::dataset::run(args, context),
        Command::Match(args) => commands::arena::run(args, context),
        Command::Config(_) => Ok(()),
    }
}

fn ended(outcome: Outcome, lang: Lang) -> u8 {
    match outcome {
        Ok(()) => exit::DONE,
        Err(failure) => report(&failure, lang),
    }
}

/// Says why a command ended early and gives its exit code.
fn report(failure: &Failure, lang: Lang) -> u8 {
    if failure.kind != FailureKind::ClosedPipe {
        let message = text!(ErrorPrefix, failure.text.clone());
        output::stdout::note(message.get(lang));
    }
    failure.kind.code()
}

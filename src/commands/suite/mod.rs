//! `joban suite`: start positions for matches; `joban suite check`: what they share with other things.

mod against;
mod check;
mod distinct;
pub(crate) mod files;
mod make;
mod report;
pub(crate) mod score;
mod settings;
mod split;
mod write;

use crate::args::{SuiteArgs, SuiteCommand};
use crate::commands::Context;
use crate::failure::Outcome;

pub(crate) use against::no_start;
pub(crate) use check::{DuplicateView, LineView};
pub(crate) use settings::StartSettings;

/// Runs `joban suite`.
///
/// # Errors
///
/// Findings of `check` (1), usage (2), input (3), engine faults (4), a failed write (5).
pub(crate) fn run(args: &SuiteArgs, context: &Context<'_>) -> Outcome {
    match &args.command {
        Some(SuiteCommand::Check(args)) => check::run(args, context),
        None => make::run(&args.make, context),
    }
}

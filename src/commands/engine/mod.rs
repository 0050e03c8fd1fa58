//! `joban engine`: the engine of the ROM over USI; its bench, and the textbook table of its techniques.

mod bench;
mod go;
mod lines;
mod options;
mod server;
mod techniques;
mod thinking;

use crate::args::{EngineArgs, EngineCommand};
use crate::commands::Context;
use crate::failure::Outcome;

/// Runs `joban engine`.
///
/// # Errors
///
/// Options of USI with which the engine cannot start (2), an unusable book (3), a failed write (5).
pub(crate) fn run(args: &EngineArgs, context: &Context<'_>) -> Outcome {
    match &args.command {
        None => server::run(context.lang),
        Some(EngineCommand::Bench) => bench::run(context),
        Some(EngineCommand::Techniques(args)) => techniques::run(args, context),
    }
}

//! `joban dataset stats`: the data card of a set.

use std::path::Path;

use joban_positions::dataset::Card;
use tempfile::TempDir;

use super::report::Report;
use super::{Rows, read_rules};
use crate::args::StatsArgs;
use crate::commands::Context;
use crate::commands::source::failure;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::output::interrupt::Unfinished;
use crate::text;

/// Runs `joban dataset stats`.
///
/// # Errors
///
/// Usage (2), input (3), a temporary file that cannot be written (5).
pub(super) fn run(args: &StatsArgs, context: &Context<'_>) -> Outcome {
    let rows = Rows::open(&args.set, &read_rules(&args.foreign, None), context)?;
    let (facts, tally) = (rows.facts(), rows.tally());
    let scratch = Scratch::new()?;
    let card = Card::of(rows, &facts.labels, scratch.path()).map_err(|error| failure(&error))?;
    let read = card.rows;
    let mut report = Report::new("dataset stats");
    report.cards.insert(args.set.display().to_string(), card);
    report.notes = tally.borrow().notes();
    tally.borrow().end(read, false)?;
    report.show(context)
}

/// A folder for files that are sorted where memory is not enough; it goes with the command, also if that is interrupted.
pub(super) struct Scratch {
    folder: TempDir,
    _interrupt: Unfinished,
}

impl Scratch {
    pub(super) fn new() -> Outcome<Self> {
        let made = Unfinished::make(tempfile::tempdir);
        let (folder, interrupt) =
            made.map_err(|error| Failure::internal(text!(ScratchFailed, error.words())))?;
        Ok(Scratch {
            folder,
            _interrupt: interrupt,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

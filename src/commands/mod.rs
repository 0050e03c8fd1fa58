//! One file for each command.

pub(crate) mod arena;
pub(crate) mod audit;
pub(crate) mod build;
pub(crate) mod config;
pub(crate) mod dataset;
pub(crate) mod demo;
pub(crate) mod doctor;
pub(crate) mod engine;
pub(crate) mod evidence;
pub(crate) mod extend;
pub(crate) mod ingest;
pub(crate) mod inspect;
pub(crate) mod rom;
mod source;
pub(crate) mod suite;
pub(crate) mod verify;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use joban_csa_parse::Issue;
use joban_csa_parse::input::{InputError, InputErrorKind};

use joban_engine::book::BookFormat;
use joban_positions::Reject;
use serde::Serialize;
use serde_json::Value;

use crate::args::GlobalArgs;
use crate::config::Loaded;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, located, said};
use crate::output::stdout::Out;
use crate::text;

/// The format of a file that is a book, by its first bytes and its name.
///
/// # Errors
///
/// What the system says where it cannot be read.
pub(crate) fn book_format(path: &Path) -> io::Result<Option<BookFormat>> {
    let mut head = Vec::new();
    let file = File::open(path)?;
    file.take(BookFormat::PROBE_BYTES as u64)
        .read_to_end(&mut head)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    Ok(BookFormat::detect(&head, &name))
}

/// What every command gets.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// Options of every command.
    pub(crate) global: &'a GlobalArgs,
    /// The configuration.
    pub(crate) loaded: Loaded,
    /// Language of messages.
    pub(crate) lang: Lang,
    /// Where a command that runs others collects their JSON.
    pub(crate) collected: Option<&'a Mutex<Vec<Value>>>,
}

impl Context<'_> {
    /// Writes the JSON of a command, or hands it to the command that runs this one.
    ///
    /// # Errors
    ///
    /// A failed write to standard output.
    pub(crate) fn show_json(&self, value: &impl Serialize) -> Outcome {
        if let Some(collected) = self.collected {
            let value = serde_json::to_value(value)
                .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
            let mut all = collected.lock().unwrap_or_else(PoisonError::into_inner);
            all.push(value);
            return Ok(());
        }
        let mut out = Out::default();
        out.json(value)?;
        out.finish()
    }
}

/// A rejected game with its place and reason.
pub(crate) fn reject_text(reject: &Reject) -> Text {
    let issue = Issue::new(reject.kind, reject.line, 0, "", &reject.reason);
    located(&reject.file, reject.game, &issue)
}

/// An input that stops the run: what, where, what to do.
pub(crate) fn input_failure(error: &InputError) -> Failure {
    let text = match error.kind() {
        InputErrorKind::NotFound => text!(NotFound, error.file()),
        kind => text!(InputStopped, input_place(error), input_kind(kind)),
    };
    match error.exit_code() {
        2 => Failure::usage(text),
        _ => Failure::input(text),
    }
}

/// Where the input stopped, why, and what to do.
fn input_place(error: &InputError) -> Text {
    let entry = error.entry().map(|entry| format!("!{entry}"));
    let place = format!(
        "{}{}: {}",
        error.file(),
        entry.unwrap_or_default(),
        error.kind().as_str()
    );
    let text = Text::same(place).join(": ", &said(error.reason()));
    match error.advice() {
        "" => text,
        advice => text.join("; ", &said(advice)),
    }
}

/// A kind of input error in words.
fn input_kind(kind: InputErrorKind) -> Text {
    match kind {
        InputErrorKind::Unsupported => text!(KindUnsupported),
        InputErrorKind::Truncated => text!(KindTruncated),
        InputErrorKind::Damaged => text!(KindDamaged),
        InputErrorKind::Limit => text!(KindLimit),
        _ => text!(KindIo),
    }
}

//! One file for each command.

pub mod config;
pub mod inspect;

use joban_csa_parse::input::{InputError, InputErrorKind};

use crate::args::GlobalArgs;
use crate::config::Loaded;
use crate::failure::Failure;
use crate::i18n::{Lang, Text};
use crate::text;

/// What every command gets.
#[derive(Debug)]
pub struct Context<'a> {
    /// Options of every command.
    pub global: &'a GlobalArgs,
    /// The configuration.
    pub loaded: Loaded,
    /// Language of messages.
    pub lang: Lang,
}

/// An input that stops the run: what, where, what to do.
pub fn input_failure(error: &InputError) -> Failure {
    let text = match error.kind() {
        InputErrorKind::NotFound => text!(NotFound, error.file()),
        kind => text!(InputStopped, error, input_kind(kind)),
    };
    match error.exit_code() {
        2 => Failure::usage(text),
        _ => Failure::input(text),
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

//! One file for each command.

pub(crate) mod build;
pub(crate) mod config;
pub(crate) mod ingest;
pub(crate) mod inspect;
mod source;

use joban_csa_parse::Issue;
use joban_csa_parse::input::{InputError, InputErrorKind};

use joban_positions::Reject;

use crate::args::GlobalArgs;
use crate::config::Loaded;
use crate::failure::Failure;
use crate::i18n::{Lang, Text, located};
use crate::text;

/// What every command gets.
#[derive(Debug)]
pub(crate) struct Context<'a> {
    /// Options of every command.
    pub(crate) global: &'a GlobalArgs,
    /// The configuration.
    pub(crate) loaded: Loaded,
    /// Language of messages.
    pub(crate) lang: Lang,
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

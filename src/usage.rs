//! Reading the command line, with errors in the user's language.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};

use crate::args::Cli;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, rendered_help, said, translate_help};
use crate::output::stdout::Out;
use crate::text;

/// What the command line asks for.
#[derive(Debug)]
pub(crate) enum Request {
    /// A command.
    Run(Box<Cli>),
    /// Help or version, which has been shown.
    Shown,
}

/// The language named by `--lang` on the command line, looked for before anything else is read.
pub(crate) fn language(args: &[OsString]) -> Option<Lang> {
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    let value = loop {
        match args.next()? {
            "--" => return None,
            "--lang" => break args.next()?,
            arg => {
                if let Some(value) = arg.strip_prefix("--lang=") {
                    break value;
                }
            }
        }
    };
    match value {
        "ja" => Some(Lang::Ja),
        "en" => Some(Lang::En),
        _ => None,
    }
}

/// The command with its descriptions in a language.
pub(crate) fn command(lang: Lang) -> clap::Command {
    let command = Cli::command().bin_name("joban");
    match lang {
        Lang::En => command,
        Lang::Ja => translate_help(command),
    }
}

/// Reads the command line.
///
/// # Errors
///
/// Exit 2 with what is wrong; help and version go to standard output.
pub(crate) fn parse(args: Vec<OsString>, lang: Lang) -> Outcome<Request> {
    let parsed = command(lang)
        .try_get_matches_from(args)
        .and_then(|matches| Cli::from_arg_matches(&matches));
    match parsed {
        Ok(cli) => Ok(Request::Run(Box::new(cli))),
        Err(error) if !error.use_stderr() => {
            let mut out = Out::default();
            let shown = error.render().to_string();
            let shown = match lang {
                Lang::En => shown,
                Lang::Ja => rendered_help(&shown),
            };
            out.line(shown.trim_end())?;
            out.finish()?;
            Ok(Request::Shown)
        }
        Err(error) => Err(Failure::usage(explain(&error))),
    }
}

/// English as clap says it, Japanese from our own table.
fn explain(error: &clap::Error) -> Text {
    let rendered = error.render().to_string();
    let english = rendered.trim_end();
    let english = english.strip_prefix("error: ").unwrap_or(english);
    let ours = text!(UsageError, reason(error), program(error));
    Text::pair(english, ours.get(Lang::Ja))
}

/// The program and command that the usage line names.
fn program(error: &clap::Error) -> String {
    let usage = context(error, ContextKind::Usage);
    let words = usage
        .lines()
        .find_map(|line| line.split_once("joban"))
        .map(|(_, rest)| rest);
    let command: String = words
        .unwrap_or_default()
        .split_whitespace()
        .take_while(|word| word.chars().all(|c| c.is_ascii_lowercase()))
        .fold(String::new(), |all, word| format!("{all} {word}"));
    format!("joban{command}")
}

fn reason(error: &clap::Error) -> Text {
    let arg = context(error, ContextKind::InvalidArg);
    match error.kind() {
        ErrorKind::UnknownArgument => text!(UnknownOption, arg),
        ErrorKind::InvalidSubcommand => {
            text!(
                UnknownCommand,
                context(error, ContextKind::InvalidSubcommand)
            )
        }
        ErrorKind::MissingRequiredArgument => text!(MissingArgument, arg),
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            text!(MissingCommand)
        }
        ErrorKind::ArgumentConflict => {
            text!(ArgumentConflict, arg, context(error, ContextKind::PriorArg))
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => invalid_value(error, &arg),
        ErrorKind::NoEquals => text!(NoEquals, arg),
        ErrorKind::TooManyValues => {
            let value = context(error, ContextKind::InvalidValue);
            text!(TooManyValues, arg, value)
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => text!(TooFewValues, arg),
        ErrorKind::InvalidUtf8 => text!(NoUtf8),
        _ => text!(OtherUsage),
    }
}

/// A value that is missing, unknown, or refused with a reason.
fn invalid_value(error: &clap::Error, arg: &str) -> Text {
    let value = context(error, ContextKind::InvalidValue);
    let known = known_values(error);
    if value.is_empty() {
        return text!(MissingValue, arg, known);
    }
    let reason = match std::error::Error::source(error) {
        Some(reason) => text!(ValueReason, said(&reason.to_string())),
        None => known,
    };
    text!(InvalidValue, arg, value, reason)
}

fn known_values(error: &clap::Error) -> Text {
    match context(error, ContextKind::ValidValue) {
        known if known.is_empty() => Text::default(),
        known => text!(KnownValues, known),
    }
}

fn context(error: &clap::Error, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(", "),
        Some(ContextValue::StyledStr(text)) => text.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    fn refused(line: &str) -> Text {
        let failure = parse(args(line), Lang::Ja).unwrap_err();
        assert_eq!(failure.kind.code(), 2);
        failure.text
    }

    #[test]
    fn the_command_is_well_formed() {
        command(Lang::En).debug_assert();
        command(Lang::Ja).debug_assert();
    }

    #[test]
    fn the_language_is_found_anywhere() {
        assert_eq!(language(&args("joban build --lang ja x")), Some(Lang::Ja));
        assert_eq!(language(&args("joban --lang=en build")), Some(Lang::En));
        assert_eq!(language(&args("joban build -- --lang ja")), None);
        assert_eq!(language(&args("joban build --lang")), None);
    }

    #[test]
    fn usage_errors_are_told_in_both_languages() {
        let text = refused("joban build --entrees 5 x");
        assert!(
            text.get(Lang::En)
                .contains("unexpected argument '--entrees'")
        );
        assert!(
            text.get(Lang::Ja).contains("不明なオプション `--entrees`"),
            "{text:?}"
        );
        assert!(
            text.get(Lang::Ja).contains("`joban build --help`"),
            "{text:?}"
        );
        let text = refused("joban build --entries many x");
        assert!(text.get(Lang::Ja).contains("`many`"), "{text:?}");
        assert!(
            text.get(Lang::Ja).contains("整数ではありません"),
            "{text:?}"
        );
        let text = refused("joban build x --key-table wide");
        assert!(
            text.get(Lang::Ja).contains("使える値: full, compact"),
            "{text:?}"
        );
        let text = refused("joban build x --entries");
        assert!(text.get(Lang::Ja).contains("値がありません"), "{text:?}");
        let text = refused("joban build");
        assert!(text.get(Lang::Ja).contains("PATH"), "{text:?}");
        let text = refused("joban verify");
        assert!(text.get(Lang::Ja).contains("verify"), "{text:?}");
    }
}

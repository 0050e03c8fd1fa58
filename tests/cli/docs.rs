//! The generated reference and the documented defaults.

use std::fmt::Write;
use std::path::Path;

use clap::{Arg, Command};

/// The reference as Markdown, from the definition of the command line.
fn reference() -> String {
    let mut text = String::from(
        "# Command line\n\n\
         Generated from the program by `JOBAN_UPDATE=1 cargo test -p joban --test cli docs`; a test compares it.\n\
         Options can also stand in `joban.toml`, see [config.md](config.md).\n\
         Sizes take K, M, G, T (powers of 1,024).\n",
    );
    let mut command = joban::command();
    command.build();
    section(&command, "joban", &mut text);
    text
}

fn section(command: &Command, path: &str, text: &mut String) {
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let _ = write!(text, "\n## {path}\n\n{about}\n");
    let args: Vec<&Arg> = command
        .get_arguments()
        .filter(|arg| shown(arg, path))
        .collect();
    if !args.is_empty() {
        text.push_str("\n| argument | meaning |\n| --- | --- |\n");
        args.iter().for_each(|arg| row(arg, text));
    }
    for sub in command
        .get_subcommands()
        .filter(|sub| sub.get_name() != "help")
    {
        section(sub, &format!("{path} {}", sub.get_name()), text);
    }
}

/// Global options are listed once.
fn shown(arg: &Arg, path: &str) -> bool {
    !matches!(arg.get_id().as_str(), "help" | "version")
        && (path == "joban" || !arg.is_global_set())
}

fn row(arg: &Arg, text: &mut String) {
    let values = arg.get_value_names().unwrap_or_default().join(" ");
    let takes = arg
        .get_num_args()
        .is_some_and(|range| range.max_values() > 0);
    let name = match (arg.get_short(), arg.get_long()) {
        (Some(short), Some(long)) => format!("-{short}, --{long}"),
        (None, Some(long)) => format!("--{long}"),
        _ => String::new(),
    };
    let value = match (name.is_empty(), takes, arg.is_require_equals_set()) {
        (_, false, _) => String::new(),
        (true, true, _) => format!("[{values}]"),
        (false, true, true) => format!("[={values}]"),
        (false, true, false) => format!(" {values}"),
    };
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let possible: Vec<String> = match arg.is_require_equals_set() {
        true => Vec::new(),
        false => arg
            .get_possible_values()
            .iter()
            .map(|value| format!("`{}`", value.get_name()))
            .collect(),
    };
    let possible = if possible.is_empty() || !takes {
        String::new()
    } else {
        format!(" ({})", possible.join(", "))
    };
    let cell = |part: String| part.replace('|', "\\|");
    let _ = writeln!(
        text,
        "| `{}` | {}{possible} |",
        cell(name + &value),
        cell(help)
    );
}

#[test]
fn the_reference_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let wanted = reference();
    if std::env::var_os("JOBAN_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let written = std::fs::read_to_string(&path)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    assert!(
        written == wanted,
        "docs/cli.md is not what the program says; run: JOBAN_UPDATE=1 cargo test -p joban --test cli docs"
    );
}

#[test]
fn every_table_of_the_configuration_is_documented() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/config.md");
    let text = std::fs::read_to_string(path).unwrap();
    for table in [
        "filter",
        "split",
        "book",
        "read",
        "limits",
        "tables",
        "output",
        "suite",
        "score",
        "sample",
        "label",
        "[override]",
    ] {
        assert!(text.contains(&format!("`[{table}]`")), "{table}");
    }
    let example = text
        .split("```toml\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let place = crate::support::Place::new();
    place.file("joban.toml", example);
    place.joban("config check").exits(0);
}

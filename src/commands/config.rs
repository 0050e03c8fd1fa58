//! `joban config check`.

use std::path::{Path, PathBuf};

use joban_book_build::check_overrides;
use serde::Serialize;

use crate::args::Cli;
use crate::commands::build::overrides;
use crate::commands::suite::StartSettings;
use crate::config::{Config, DEFAULT_FILE, parse, read_text};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Worded};
use crate::output::stdout::Out;
use crate::settings::{self, BookSettings, ReadSettings};
use crate::text;

/// What `--json` shows.
#[derive(Debug, Serialize)]
struct Report {
    file: String,
    /// The keys that are set, as `table.key`, with their values.
    settings: Vec<(String, String)>,
    overrides: usize,
}

/// Checks a configuration file and shows what it sets.
///
/// # Errors
///
/// Exit 2 if there is no file, or with the first thing that is wrong in it.
pub(crate) fn check(cli: &Cli, file: Option<&Path>, environment: Lang) -> Outcome {
    let named = file.or(cli.global.config.as_deref());
    let path = named.map_or_else(|| PathBuf::from(DEFAULT_FILE), Path::to_path_buf);
    let shown = path.display().to_string();
    if named.is_none() && !path.exists() {
        return Err(Failure::usage(text!(ConfigMissing, DEFAULT_FILE)));
    }
    let text = read_text(&path)
        .map_err(|error| Failure::usage(text!(ConfigUnreadable, &shown, error.words())))?;
    let config = parse(&path, &text)?;
    check_values(&path, &config)?;
    let report = Report {
        file: shown,
        settings: settings_of(&text),
        overrides: config.overrides.len(),
    };
    show(
        &report,
        cli,
        cli.global.lang.or(config.lang).unwrap_or(environment),
    )
}

/// The checks that a command would make.
fn check_values(file: &Path, config: &Config) -> Outcome {
    let Config {
        preset,
        filter,
        split,
        book,
        read,
        limits,
        tables,
        suite,
        overrides: given,
        ..
    } = config.clone();
    let placed =
        |failure: Failure| Failure::usage(text!(ConfigValue, file.display(), failure.text));
    settings::filter(filter, preset).map_err(placed)?;
    settings::split(&split, preset).map_err(placed)?;
    let book = BookSettings::new(book).map_err(placed)?;
    ReadSettings::new(read, limits).map_err(placed)?;
    settings::table_plies(&tables).map_err(placed)?;
    StartSettings::new(suite).map_err(placed)?;
    let given = overrides(&given).map_err(placed)?;
    check_overrides(
        &given,
        book.book_plies as u8,
        book.moves_per_position as usize,
    )
    .map_err(|e| placed(Failure::usage(text!(BadOverride, e.words()))))?;
    Ok(())
}

/// Every key with its value as written, in the order of the file.
fn settings_of(text: &str) -> Vec<(String, String)> {
    let Ok(table) = text.parse::<toml::Table>() else {
        return Vec::new();
    };
    let mut settings = Vec::new();
    for (key, value) in &table {
        match value {
            toml::Value::Table(inner) => {
                settings.extend(
                    inner
                        .iter()
                        .map(|(name, value)| (format!("{key}.{name}"), value.to_string())),
                );
            }
            toml::Value::Array(_) if key == "override" => {}
            value => settings.push((key.clone(), value.to_string())),
        }
    }
    settings
}

fn show(report: &Report, cli: &Cli, lang: Lang) -> Outcome {
    let mut out = Out::default();
    if cli.global.json {
        out.json(report)?;
        return out.finish();
    }
    let good = text!(
        ConfigGood,
        &report.file,
        report.settings.len(),
        report.overrides
    );
    out.line(good.get(lang))?;
    if report.settings.is_empty() && report.overrides == 0 {
        out.line(text!(ConfigNothingSet).get(lang))?;
    }
    for (key, value) in &report.settings {
        out.line(&format!("  {key} = {value}"))?;
    }
    out.finish()
}

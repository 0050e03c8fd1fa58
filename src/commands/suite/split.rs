//! Which games are held out: what the manifests of the things named say, else the options, else the defaults.

use std::path::{Path, PathBuf};

use joban_positions::Split;
use joban_positions::manifest::FILE_NAME;
use serde_json::Value;

use super::settings::label;
use crate::args::SplitArgs;
use crate::failure::{Failure, Outcome};
use crate::i18n::Text;
use crate::output::folder::manifest_of;
use crate::settings;
use crate::text;

/// The manifest that belongs to a result, or to a file of one: it names the file among its outputs.
pub(super) fn manifest_beside(path: &Path) -> Option<(PathBuf, Value)> {
    if path.is_dir() {
        return Some((path.join(FILE_NAME), manifest_of(path)?));
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let manifest = manifest_of(folder)?;
    let name = path.file_name()?.to_str()?;
    let mut outputs = manifest["outputs"].as_array()?.iter();
    let is_ours = outputs.any(|output| output["path"] == name);
    is_ours.then(|| (path.with_file_name(FILE_NAME), manifest))
}

/// The split that a result was made with, where its manifest names one.
pub(super) fn split_of(path: &Path) -> Option<Split> {
    let (_, manifest) = manifest_beside(path)?;
    Some(Split {
        fraction: manifest["options"]["holdout"].as_f64()?,
        seed: manifest["seeds"]["split"].as_u64()?,
    })
}

/// The split of a run.
///
/// # Errors
///
/// Exit 2 where two of the things named, or one and the options, do not agree; for a fraction out of its range.
pub(super) fn decide(args: &SplitArgs, named: &[PathBuf]) -> Outcome<Split> {
    let asked = settings::split(args, None)?;
    let mut stated = named
        .iter()
        .filter_map(|path| Some((label(path), split_of(path)?)));
    let Some((first, split)) = stated.next() else {
        return Ok(asked);
    };
    if let Some((other, differing)) = stated.find(|(_, each)| *each != split) {
        return Err(conflict(
            (Text::same(first), split),
            (Text::same(other), differing),
        ));
    }
    let wanted = Split {
        fraction: args.holdout.unwrap_or(split.fraction),
        seed: args.seed.unwrap_or(split.seed),
    };
    if wanted != split {
        return Err(conflict(
            (Text::same(first), split),
            (text!(TheOptions), wanted),
        ));
    }
    Ok(split)
}

fn conflict(one: (Text, Split), other: (Text, Split)) -> Failure {
    Failure::usage(text!(
        SplitConflict,
        one.0,
        one.1.fraction,
        one.1.seed,
        other.0,
        other.1.fraction,
        other.1.seed
    ))
}

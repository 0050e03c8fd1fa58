//! Which games are held out: what the manifests of the things named say, else the options, else the defaults.

use std::path::{Path, PathBuf};

use joban_positions::Split;
use joban_positions::manifest::FILE_NAME;
use serde_json::Value;

use super::settings::label;
use crate::args::SplitArgs;
use crate::commands::source::file_digest;
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

/// How many results may lie between a result and the one that divided games.
const LONGEST_CHAIN: u32 = 16;

/// The splits that a result goes back to: its own, else those of the results that it was made from, as far as they still lie where
/// its manifest names them with the bytes it names. A suite that held nothing out goes back to none.
pub(super) fn splits_of(path: &Path) -> Vec<Split> {
    let manifest = manifest_beside(path).map(|(_, manifest)| manifest);
    manifest.map_or_else(Vec::new, |manifest| of_manifest(&manifest, LONGEST_CHAIN))
}

fn of_manifest(manifest: &Value, chain: u32) -> Vec<Split> {
    let own = || {
        Some(Split {
            fraction: manifest["options"]["holdout"].as_f64()?,
            seed: manifest["seeds"]["split"].as_u64()?,
        })
    };
    match own() {
        Some(split) => vec![split],
        None if chain == 0 || manifest["command"] == "suite" => Vec::new(),
        None => {
            let earlier = manifest["built_on"].as_array().into_iter().flatten();
            let earlier = earlier.filter_map(earlier_manifest);
            earlier
                .flat_map(|manifest| of_manifest(&manifest, chain - 1))
                .collect()
        }
    }
}

/// A manifest that another one names.
fn earlier_manifest(named: &Value) -> Option<Value> {
    let path = Path::new(named["path"].as_str()?);
    let digest = file_digest(path).ok()?;
    let is_same = named["sha256"] == digest.sha256.as_str();
    is_same.then(|| manifest_of(path.parent()?)).flatten()
}

/// The split of a run.
///
/// # Errors
///
/// Exit 2 where two of the things named, or one and the options, do not agree; for a fraction out of its range.
pub(super) fn decide(args: &SplitArgs, named: &[PathBuf]) -> Outcome<Split> {
    let asked = settings::split(args, None)?;
    let of_path = |path: &PathBuf| {
        let splits = splits_of(path).into_iter();
        splits.map(|split| (label(path), split)).collect::<Vec<_>>()
    };
    let mut stated = named.iter().flat_map(of_path);
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

//! Writing the archive and its manifest, and comparing games with it later.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;

use joban_csa_parse::{InputArg, InputError, Inputs, Item, Limits, ReadOptions};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::ENGINE_PACKAGE;
use super::play::{ENGINE_OPTIONS, Game};
use super::players::PLAYERS;
use super::ratings::ANCHOR;
use super::record::record;

const ARCHIVE: &str = "joban-sample.7z";
const MANIFEST: &str = "manifest.json";

/// A record with its file name.
pub(super) struct File {
    pub(super) name: String,
    pub(super) text: String,
}

/// The records of `games`.
///
/// # Errors
/// A kept game that is illegal.
pub(super) fn files(seed: u64, ratings: &[i32], games: &[Game]) -> Result<Vec<File>, String> {
    let files = games.iter().map(|game| {
        let text = record(seed, ratings, game)?;
        Ok(File {
            name: format!("{}.csa", text.id()),
            text: text.write(),
        })
    });
    files.collect()
}

/// Writes everything below `out`.
///
/// # Errors
/// The file system's, and a missing or failing 7z.
pub(super) fn write_all(
    out: &Path,
    seed: u64,
    engine_name: &str,
    ratings: &[i32],
    games: &[Game],
) -> Result<(), Box<dyn Error>> {
    let files = files(seed, ratings, games)?;
    fs::create_dir_all(out)?;
    let archive = out.join(ARCHIVE);
    pack(&archive, &files)?;
    let manifest = manifest(
        seed,
        engine_name,
        ratings,
        games,
        &files,
        &fs::read(&archive)?,
    );
    fs::write(out.join(MANIFEST), format!("{:#}\n", manifest))?;
    Ok(())
}

/// Packs the records as one solid 7z with the layout of the yearly Floodgate archives, `YYYY/<file>`.
fn pack(archive: &Path, files: &[File]) -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    for file in files {
        let year = folder.path().join(year(&file.name));
        fs::create_dir_all(&year)?;
        fs::write(year.join(&file.name), &file.text)?;
    }
    let packed = folder.path().join(ARCHIVE);
    // No times and one thread: the same records give the same archive with the same 7z.
    let status = Command::new("7z")
        .current_dir(folder.path())
        .args([
            "a", "-t7z", "-mx=9", "-ms=on", "-mmt=1", "-mtm=off", "-mtc=off", "-mta=off", "-bd",
            "-bso0",
        ])
        .arg(&packed)
        .args(["-ir!*.csa"])
        .status()?;
    if !status.success() {
        return Err(format!("7z: {status}").into());
    }
    fs::copy(&packed, archive)?;
    Ok(())
}

/// The year of the time stamp at the end of the name.
fn year(name: &str) -> &str {
    let stamp = name.rsplit('+').next().unwrap_or_default();
    stamp.get(..4).unwrap_or("0000")
}

fn manifest(
    seed: u64,
    engine_name: &str,
    ratings: &[i32],
    games: &[Game],
    files: &[File],
    archive: &[u8],
) -> Value {
    let players = PLAYERS.iter().zip(ratings).map(
        |(player, rating)| json!({"name": player.name, "nodes": player.nodes, "rating": rating}),
    );
    json!({
        "made_by": "cargo run --release -p joban-xtask -- samples",
        "seed": seed,
        "games": games.len(),
        "plies": games.iter().map(|game| game.moves.len()).sum::<usize>(),
        "bytes": files.iter().map(|file| file.text.len()).sum::<usize>(),
        "engine": {
            "id_name": engine_name,
            "debian_package": ENGINE_PACKAGE,
            "debian_version": package_version(),
            "options": ENGINE_OPTIONS.iter().map(|(name, value)| format!("{name} {value}")).collect::<Vec<_>>(),
        },
        "ratings": {
            "model": "Bradley-Terry, maximum likelihood, a draw is half a win, 400-point logistic scale",
            "anchor": {"name": ANCHOR.0, "rating": ANCHOR.1},
        },
        "players": players.collect::<Vec<_>>(),
        "archive": {"file": ARCHIVE, "bytes": archive.len(), "sha256": hex(archive)},
    })
}

fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The installed version of the engine's Debian package; null on other systems.
fn package_version() -> Option<String> {
    let query = Command::new("dpkg-query")
        .args(["-W", "-f", "${Version}", ENGINE_PACKAGE])
        .output()
        .ok()?;
    String::from_utf8(query.stdout)
        .ok()
        .filter(|version| query.status.success() && !version.is_empty())
}

/// What the committed archive says about itself.
pub(super) struct Committed {
    pub(super) seed: u64,
    pub(super) engine_name: String,
    pub(super) ratings: Vec<i32>,
    folder: PathBuf,
}

impl Committed {
    /// Reads the manifest below `folder`.
    ///
    /// # Errors
    /// A missing or damaged manifest, or one of other players.
    pub(super) fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let path = folder.join(MANIFEST);
        let text =
            fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let manifest: Value = serde_json::from_str(&text)?;
        let players = manifest["players"]
            .as_array()
            .ok_or("the manifest lists no players")?;
        let names = players.iter().map(|player| player["name"].as_str());
        if !names.eq(PLAYERS.iter().map(|player| Some(player.name))) {
            return Err("the manifest is of other players: make the archive again".into());
        }
        let ratings = players
            .iter()
            .filter_map(|player| player["rating"].as_i64());
        Ok(Self {
            seed: manifest["seed"]
                .as_u64()
                .ok_or("the manifest has no seed")?,
            engine_name: manifest["engine"]["id_name"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            ratings: ratings.map(|rating| rating as i32).collect(),
            folder: folder.to_path_buf(),
        })
    }

    /// The names of `files` that differ from the records of the archive.
    ///
    /// # Errors
    /// An archive that cannot be read.
    pub(super) fn differing<'a>(&self, files: &'a [File]) -> Result<Vec<&'a str>, InputError> {
        let mut missing: BTreeMap<&str, &str> = BTreeMap::new();
        missing.extend(
            files
                .iter()
                .map(|file| (file.name.as_str(), file.text.as_str())),
        );
        let args = [InputArg::from(self.folder.join(ARCHIVE))];
        let inputs = Inputs::open(&args, &Limits::default(), &ReadOptions::default())?;
        inputs.for_each(&mut |item| {
            if let Item::Record(raw) = item
                && let Some(name) = raw.file.rsplit('/').next()
                && missing
                    .get(name)
                    .is_some_and(|text| text.as_bytes() == raw.bytes)
            {
                missing.remove(name);
            }
            if missing.is_empty() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?;
        Ok(missing.into_keys().collect())
    }
}

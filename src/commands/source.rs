//! Where games come from: archives, folders and records, or tables written by `ingest`.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use joban_csa_parse::input::{DigestKind, InputArg, InputDigest, Inputs};
use joban_positions::manifest::{FILE_NAME, FileDigest, hex};
use joban_positions::{
    Corpus, Error, ErrorClass, PlyLimit, ReadPlan, Reject, is_table, load_tables, read_games,
    table_limit,
};
use sha2::{Digest, Sha256};

use crate::commands::{Context, input_failure, reject_text};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, Worded, located};
use crate::output::folder::{ResultFolder, write_failure};
use crate::progress::Reading;
use crate::settings::ReadSettings;
use crate::text;

/// Inputs that exist, not read yet.
pub(crate) enum Source {
    /// Archives, folders, records, standard input.
    Records(Inputs),
    /// Folders of tables.
    Tables(Vec<PathBuf>),
}

/// The games and what they were read from.
pub(crate) struct Read {
    /// The games.
    pub(crate) corpus: Corpus,
    /// For the manifest.
    pub(crate) inputs: Vec<FileDigest>,
    /// Manifests of the results read.
    pub(crate) built_on: Vec<FileDigest>,
    /// What there is to know about files although no game was lost.
    pub(crate) notes: Vec<Text>,
    /// Number of warnings inside records, by kind.
    pub(crate) warnings: BTreeMap<&'static str, u64>,
}

impl Read {
    /// Rejects that are no games: records that could not be parsed, entries that could not be read.
    pub(crate) fn unparsed(&self) -> Vec<&Reject> {
        let rejects = self.corpus.rejects();
        let mut is_game = vec![false; rejects.len()];
        for index in self.corpus.games().iter().filter_map(|game| game.illegal) {
            is_game[index as usize] = true;
        }
        let others = rejects.iter().zip(is_game).filter(|(_, is_game)| !is_game);
        others.map(|(reject, _)| reject).collect()
    }

    /// Records and entries in all.
    pub(crate) fn all(&self) -> u64 {
        (self.corpus.games().len() + self.unparsed().len()) as u64
    }

    /// SHA-256 over the sorted SHA-256 values of all records: the same however they are packed.
    pub(crate) fn records_sha256(&self) -> String {
        let games = self.corpus.games().iter().map(|game| game.raw_sha256);
        let rejects = self
            .unparsed()
            .into_iter()
            .filter_map(|reject| reject.raw_sha256);
        let mut all: Vec<[u8; 32]> = games.chain(rejects).collect();
        all.sort_unstable();
        hex(&Sha256::digest(all.concat()))
    }
}

impl Source {
    /// Finds the inputs.
    ///
    /// # Errors
    ///
    /// Exit 2 for paths that do not exist, and for tables mixed with records.
    pub(crate) fn open(paths: &[OsString], settings: &ReadSettings) -> Outcome<Self> {
        let (tables, records): (Vec<&OsString>, Vec<&OsString>) =
            paths.iter().partition(|path| names_tables(Path::new(path)));
        match (tables.as_slice(), records.as_slice()) {
            ([], _) => Source::records(paths, settings),
            (_, []) => Ok(Source::Tables(tables_once(&tables))),
            ([table, ..], [record, ..]) => {
                let (table, record) = (table.to_string_lossy(), record.to_string_lossy());
                Err(Failure::usage(text!(MixedInputs, table, record)))
            }
        }
    }

    /// Archives, folders, records only.
    ///
    /// # Errors
    ///
    /// Exit 2 for paths that do not exist.
    pub(crate) fn records(paths: &[OsString], settings: &ReadSettings) -> Outcome<Self> {
        let args: Vec<InputArg> = paths.iter().cloned().map(InputArg::from).collect();
        Inputs::open(&args, &settings.limits, &settings.options)
            .map(Source::Records)
            .map_err(|error| input_failure(&error))
    }

    /// How many positions of each game there are to read: all of records, of tables what the shallowest holds, but not fewer than
    /// `needed`, so that reading tells which table is too shallow.
    ///
    /// # Errors
    ///
    /// Exit 3 for a damaged table.
    pub(crate) fn held(&self, needed: PlyLimit) -> Outcome<PlyLimit> {
        let Source::Tables(folders) = self else {
            return Ok(PlyLimit::All);
        };
        let mut least = PlyLimit::All;
        for folder in folders {
            let held = table_limit(folder).map_err(|error| failure(&error))?;
            if least.covers(held) {
                least = held;
            }
        }
        Ok(if least.covers(needed) { least } else { needed })
    }

    /// Reads all games, with positions up to a limit.
    ///
    /// # Errors
    ///
    /// Damaged input (3), a table too shallow (2), the first rejected game under `--fail-fast` (1).
    pub(crate) fn read(
        &self,
        plies: PlyLimit,
        details: bool,
        settings: &ReadSettings,
        context: &Context<'_>,
    ) -> Outcome<Read> {
        match self {
            Source::Records(inputs) => read_records(inputs, plies, details, settings, context),
            Source::Tables(paths) => read_tables(paths, plies),
        }
    }
}

/// Whether a path names tables; a folder of records is none.
pub(crate) fn names_tables(path: &Path) -> bool {
    is_table(path) || has_parquet_magic(path)
}

fn has_parquet_magic(path: &Path) -> bool {
    let mut magic = [0; 4];
    let read = File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut magic));
    path.is_file() && read.is_ok() && &magic == b"PAR1"
}

/// The folders of the tables, each once: a folder and the files in it are one input.
fn tables_once(paths: &[&OsString]) -> Vec<PathBuf> {
    let mut folders: Vec<(PathBuf, PathBuf)> = Vec::new();
    for path in paths {
        let path = Path::new(path);
        let folder = match (path.is_dir(), path.parent()) {
            (false, Some(parent)) if parent.as_os_str().is_empty() => Path::new("."),
            (false, Some(parent)) => parent,
            _ => path,
        };
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        if folders.iter().all(|(known, _)| *known != real) {
            folders.push((real, folder.to_owned()));
        }
    }
    folders.into_iter().map(|(_, folder)| folder).collect()
}

fn read_records(
    inputs: &Inputs,
    plies: PlyLimit,
    details: bool,
    settings: &ReadSettings,
    context: &Context<'_>,
) -> Outcome<Read> {
    let plan = ReadPlan {
        plies,
        details,
        jobs: settings.jobs,
        fail_fast: settings.fail_fast,
        read: settings.options.clone(),
    };
    let progress = Reading::new(context.global.quiet, context.lang);
    let read = read_games(inputs, &plan, &progress);
    progress.finish();
    let read = read.map_err(|error| failure(&error))?;
    let corpus = &read.corpus;
    if corpus.games().is_empty() && corpus.rejects().is_empty() && read.notes.is_empty() {
        let digests = &read.inputs.digests;
        let named: Vec<&str> = digests.iter().map(|digest| &*digest.label).collect();
        return Err(Failure::input(text!(NothingToRead, named.join(", "))));
    }
    Ok(Read {
        corpus: read.corpus,
        inputs: read.inputs.digests.iter().map(input_digest).collect(),
        built_on: Vec::new(),
        notes: read
            .notes
            .iter()
            .map(|note| located(&note.file, 0, &note.issue))
            .collect(),
        warnings: read
            .warnings
            .iter()
            .map(|(kind, count)| (kind.as_str(), *count))
            .collect(),
    })
}

/// A folder's digest is that of a list of its files; it is named with a `/` at its end.
pub(crate) fn input_digest(digest: &InputDigest) -> FileDigest {
    let folder = digest.kind == DigestKind::Folder && !digest.label.ends_with('/');
    FileDigest {
        path: format!("{}{}", digest.label, if folder { "/" } else { "" }),
        bytes: digest.bytes,
        sha256: digest.sha256.map(|sha256| hex(&sha256)).unwrap_or_default(),
    }
}

fn read_tables(folders: &[PathBuf], plies: PlyLimit) -> Outcome<Read> {
    let corpus = load_tables(folders, plies, false).map_err(|error| failure(&error))?;
    let mut read = Read {
        corpus,
        inputs: Vec::new(),
        built_on: Vec::new(),
        notes: Vec::new(),
        warnings: BTreeMap::new(),
    };
    for folder in folders {
        for name in ["games.parquet", "plies.parquet", "sources.parquet"] {
            read.inputs.push(file_digest(&folder.join(name))?);
        }
        let manifest = folder.join(FILE_NAME);
        if manifest.is_file() {
            read.built_on.push(file_digest(&manifest)?);
        }
    }
    Ok(read)
}

/// Digest of an input, named with `/` on every system.
///
/// # Errors
///
/// Exit 3 if it cannot be read.
pub(crate) fn file_digest(path: &Path) -> Outcome<FileDigest> {
    let label = path.to_string_lossy().replace('\\', "/");
    File::open(path)
        .and_then(|mut file| FileDigest::of_reader(label, &mut file))
        .map_err(|error| Failure::input(text!(FileUnreadable, path.display(), error.words())))
}

/// What stopped reading, filtering or writing.
pub(crate) fn failure(error: &Error) -> Failure {
    match error {
        Error::Input(error) => input_failure(error),
        Error::Refused(reject) => {
            let place = reject_text(reject);
            Failure::findings(text!(FailFast, place))
        }
        _ => match error.class() {
            ErrorClass::Usage => Failure::usage(text!(InputFailed, error.words())),
            ErrorClass::Input => Failure::input(text!(InputFailed, error.words())),
            ErrorClass::Internal => Failure::internal(text!(InternalFailed, error.words())),
        },
    }
}

/// What stopped the writing of tables into a result folder.
pub(crate) fn table_write_failure(error: &Error, folder: &ResultFolder) -> Failure {
    match error {
        Error::Io { path, source } => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            write_failure(&folder.target(&name), source)
        }
        other => failure(other),
    }
}

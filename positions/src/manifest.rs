//! What a result was made from: `manifest.json`, described in `docs/formats/manifest.md`.
//!
//! Nothing in it depends on the time of day, on the number of jobs or on the order of inputs.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::error::Error;

/// Revision of the format.
pub const REVISION: u32 = 1;

/// Name of the file beside the results.
pub const FILE_NAME: &str = "manifest.json";

/// One input or output: its name and what its bytes are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileDigest {
    /// Path as given for inputs; name within the result folder for outputs.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the bytes, 64 lower-case hex digits.
    pub sha256: String,
}

/// A manifest. Keys are written in the order of the fields here, maps in the order of their keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`REVISION`].
    pub revision: u32,
    /// `joban` and its version.
    pub program: String,
    /// The command that wrote the results, such as `build`.
    pub command: String,
    /// Files read, sorted.
    pub inputs: Vec<FileDigest>,
    /// SHA-256 over the sorted SHA-256 values of all records, whatever they were packed in.
    pub records_sha256: Option<String>,
    /// Options after defaults.
    pub options: BTreeMap<String, Value>,
    /// Seeds by name.
    pub seeds: BTreeMap<String, u64>,
    /// What was dropped, by reason.
    pub dropped: BTreeMap<String, u64>,
    /// Further figures of the run.
    pub counts: BTreeMap<String, u64>,
    /// Files written, sorted by name.
    pub outputs: Vec<FileDigest>,
    /// Digests over sorted rows of tables, by table name.
    pub tables: BTreeMap<String, String>,
    /// SHA-256 of the manifests of the results that this one was made from, sorted, with their paths.
    pub built_on: Vec<FileDigest>,
    /// Of a suite: what it was compared with and what that removed ([`crate::suite::Proof`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Value>,
}

impl Manifest {
    /// An empty manifest of a command.
    #[must_use]
    pub fn new(program: &str, command: &str) -> Self {
        Self {
            revision: REVISION,
            program: program.to_owned(),
            command: command.to_owned(),
            inputs: Vec::new(),
            records_sha256: None,
            options: BTreeMap::new(),
            seeds: BTreeMap::new(),
            dropped: BTreeMap::new(),
            counts: BTreeMap::new(),
            outputs: Vec::new(),
            tables: BTreeMap::new(),
            built_on: Vec::new(),
            proof: None,
        }
    }

    /// The bytes of `manifest.json`: indented JSON with a line feed at the end.
    ///
    /// # Errors
    ///
    /// [`Error::Internal`] if the values cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, Error> {
        let mut sorted = self.clone();
        sorted.inputs.sort();
        sorted.outputs.sort();
        sorted.built_on.sort();
        let mut text = serde_json::to_string_pretty(&sorted)
            .map_err(|error| Error::Internal(error.to_string()))?;
        text.push('\n');
        Ok(text)
    }

    /// Reads the manifest beside results.
    ///
    /// # Errors
    ///
    /// [`Error::Io`] if it cannot be read, [`Error::Table`] if it is not a manifest of this revision.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|source| Error::Io {
            path: path.to_owned(),
            source,
        })?;
        let damaged = |reason: String| Error::Table {
            path: path.to_owned(),
            reason,
        };
        let manifest: Self =
            serde_json::from_str(&text).map_err(|error| damaged(error.to_string()))?;
        if manifest.revision == REVISION {
            return Ok(manifest);
        }
        Err(damaged(format!(
            "manifest revision {}, this program reads {REVISION}",
            manifest.revision
        )))
    }
}

impl FileDigest {
    /// Size and SHA-256 of everything that `reader` yields.
    ///
    /// # Errors
    ///
    /// Passes on what the reader reports.
    pub fn of_reader(path: String, reader: &mut dyn Read) -> io::Result<Self> {
        let mut hasher = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            match reader.read(&mut buffer)? {
                0 => break,
                count => {
                    hasher.update(&buffer[..count]);
                    bytes += count as u64;
                }
            }
        }
        Ok(Self {
            path,
            bytes,
            sha256: hex(&hasher.finalize()),
        })
    }

    /// Size and SHA-256 of bytes in memory.
    #[must_use]
    pub fn of_bytes(path: String, bytes: &[u8]) -> Self {
        Self {
            path,
            bytes: bytes.len() as u64,
            sha256: hex(&Sha256::digest(bytes)),
        }
    }
}

/// Lower-case hex digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes
        .iter()
        .fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

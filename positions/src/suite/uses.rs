//! `uses.jsonl`: which matches a suite was used for.
//!
//! Choosing the best of many candidates on one suite fits them to the suite; the list shows how often that was done. It lies
//! beside the suite, outside every digest, and is only ever appended to: one line for each distinct match manifest, so a match
//! that is resumed or run again adds none. Format: `docs/formats/suite.md`.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::Error;

/// Name of the file beside the suite.
pub const FILE_NAME: &str = "uses.jsonl";

/// Revision of the format.
pub const REVISION: u32 = 1;

/// One use of a suite: one line, keys in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Use {
    /// [`REVISION`].
    pub revision: u32,
    /// [`Catalogue::positions_sha256`](super::Catalogue::positions_sha256) of the suite that was played.
    pub suite: String,
    /// SHA-256 of the manifest of the match, 64 hex digits: what makes two uses one.
    pub match_manifest: String,
    /// The two engines as they name themselves.
    pub engines: [String; 2],
    /// Pairs that the match was made of.
    pub pairs: u64,
}

/// Notes a use in the folder of a suite. Gives false, and writes nothing, if the file has a line with this match manifest.
///
/// The file is locked meanwhile, so two matches that end at once both stand in it. A last line that a killed program left
/// unfinished is removed.
///
/// # Errors
///
/// [`Error::Io`] if the file cannot be locked, read or written, [`Error::Use`] if it holds a line that is no use.
pub fn record_use(folder: &Path, the_use: &Use) -> Result<bool, Error> {
    let path = folder.join(FILE_NAME);
    let failed = |source| Error::Io {
        path: path.clone(),
        source,
    };
    let mut file = open_to_append(&path).map_err(failed)?;
    file.lock().map_err(failed)?;
    let mut text = String::new();
    file.read_to_string(&mut text).map_err(failed)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let known = parse(&path, &text[..whole])?;
    if known
        .iter()
        .any(|each| each.match_manifest == the_use.match_manifest)
    {
        return Ok(false);
    }
    append(&mut file, whole as u64, the_use).map_err(failed)?;
    Ok(true)
}

fn open_to_append(path: &Path) -> io::Result<File> {
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

fn append(file: &mut File, at: u64, the_use: &Use) -> io::Result<()> {
    let mut line = serde_json::to_vec(the_use)?;
    line.push(b'\n');
    file.set_len(at)?;
    file.seek(SeekFrom::Start(at))?;
    file.write_all(&line)?;
    file.sync_all()
}

/// The uses in the folder of a suite, in their order; none where there is no file. An unfinished last line is passed over.
///
/// # Errors
///
/// [`Error::Io`] if the file cannot be read, [`Error::Use`] if it holds a line that is no use.
pub fn read_uses(folder: &Path) -> Result<Vec<Use>, Error> {
    let path: PathBuf = folder.join(FILE_NAME);
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(Error::Io { path, source }),
        Ok(text) => text,
    };
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    parse(&path, &text[..whole])
}

fn parse(path: &Path, text: &str) -> Result<Vec<Use>, Error> {
    let wrong = |line: usize, reason: String| Error::Use {
        path: path.to_owned(),
        line,
        reason,
    };
    (1..)
        .zip(text.lines())
        .map(|(line, text)| match serde_json::from_str::<Use>(text) {
            Err(error) => Err(wrong(line, error.to_string())),
            Ok(each) if each.revision != REVISION => {
                Err(wrong(line, format!("revision {}", each.revision)))
            }
            Ok(each) => Ok(each),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn a_use(manifest: &str) -> Use {
        Use {
            revision: REVISION,
            suite: "aa".repeat(32),
            match_manifest: manifest.to_owned(),
            engines: ["One".to_owned(), "Two".to_owned()],
            pairs: 512,
        }
    }

    #[test]
    fn one_line_for_each_distinct_match() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read_uses(folder.path()).unwrap(), []);
        assert!(record_use(folder.path(), &a_use("m1")).unwrap());
        assert!(!record_use(folder.path(), &a_use("m1")).unwrap());
        assert!(record_use(folder.path(), &a_use("m2")).unwrap());
        assert_eq!(
            read_uses(folder.path()).unwrap(),
            [a_use("m1"), a_use("m2")]
        );
        let text = std::fs::read_to_string(folder.path().join(FILE_NAME)).unwrap();
        assert!(text.starts_with("{\"revision\":1,\"suite\":\"aa"), "{text}");
    }

    #[test]
    fn a_torn_last_line_costs_only_itself() {
        let folder = tempfile::tempdir().unwrap();
        record_use(folder.path(), &a_use("m1")).unwrap();
        let path = folder.path().join(FILE_NAME);
        let mut text = std::fs::read_to_string(&path).unwrap();
        text.push_str("{\"revision\":1,\"sui");
        std::fs::write(&path, text).unwrap();
        assert_eq!(read_uses(folder.path()).unwrap(), [a_use("m1")]);
        assert!(record_use(folder.path(), &a_use("m2")).unwrap());
        assert_eq!(
            read_uses(folder.path()).unwrap(),
            [a_use("m1"), a_use("m2")]
        );
    }

    #[test]
    fn another_file_is_refused_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), "{}\n").unwrap();
        let error = record_use(folder.path(), &a_use("m1")).unwrap_err();
        assert!(error.to_string().contains("line 1"), "{error}");
    }
}

//! The log of a match: one line an event, appended and flushed, so that a killed run loses at most the game under way.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::game::Event;
use crate::teacher::evidence::free_name;

/// Revision of the format.
const REVISION: u32 = 1;

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// It cannot be opened, read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Another process writes it.
    #[error("{}: another run writes this log", path.display())]
    Locked {
        /// The file.
        path: PathBuf,
    },
    /// It is the log of a match with other settings.
    #[error("{}: it belongs to a match with other settings ({})", path.display(), differs.join(", "))]
    OtherSettings {
        /// The file.
        path: PathBuf,
        /// The settings that differ.
        differs: Vec<String>,
    },
    /// A line is no event.
    #[error("{}, line {line}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
}

/// An open log.
#[derive(Debug)]
pub struct MatchLog {
    path: PathBuf,
    file: File,
}

impl MatchLog {
    /// Moves a log aside (`NAME.old-1`, `NAME.old-2`, …) and gives its new name. Nothing is deleted.
    ///
    /// # Errors
    /// [`LogError::Io`] if it cannot be renamed.
    pub fn set_aside(path: &Path) -> Result<PathBuf, LogError> {
        let aside = free_name(path);
        let renamed = std::fs::rename(path, &aside);
        renamed.map(|()| aside).map_err(|source| LogError::Io {
            path: path.to_owned(),
            source,
        })
    }

    /// Opens a log, or begins one, and gives what it holds. It is locked as long as this lives. `settings` are everything that
    /// decides which games are played; those of an existing log must be equal. A last line without its end is cut off.
    ///
    /// # Errors
    /// [`LogError`].
    pub fn open(path: &Path, settings: &Value) -> Result<(Self, Vec<Event>), LogError> {
        let failed = |source| LogError::Io {
            path: path.to_owned(),
            source,
        };
        let mut how = OpenOptions::new();
        how.read(true).write(true).create(true).truncate(false);
        let mut file = how.open(path).map_err(failed)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let path = path.to_owned();
                return Err(LogError::Locked { path });
            }
            // A file system without locks: two runs at once are then the user's care.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Ok(()) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let header = json!({"match_log": REVISION, "settings": settings});
        // Nothing is cut off before it is known that this is a log, and that of this match.
        let (head, events) = parse(path, &bytes[..whole])?;
        match &head {
            Some(found) => check(path, found, settings)?,
            None if header.to_string().as_bytes().starts_with(&bytes) => {}
            None => return Err(damaged(path, 1, "it is no log of a match")),
        }
        file.set_len(whole as u64).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut log = Self {
            path: path.to_owned(),
            file,
        };
        if head.is_none() {
            log.line(&header)?;
        }
        Ok((log, events))
    }

    /// Reads a log that nobody need have open: its settings and its events. A last line without its end is passed over.
    ///
    /// # Errors
    /// [`LogError::Io`], [`LogError::Damaged`].
    pub fn read(path: &Path) -> Result<(Value, Vec<Event>), LogError> {
        let bytes = std::fs::read(path).map_err(|source| LogError::Io {
            path: path.to_owned(),
            source,
        })?;
        let whole = bytes
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |at| at + 1);
        let (head, events) = parse(path, &bytes[..whole])?;
        let head = head.ok_or_else(|| damaged(path, 1, "it is empty"))?;
        Ok((head, events))
    }

    /// Appends an event and hands it to the system.
    ///
    /// # Errors
    /// [`LogError::Io`].
    pub fn append(&mut self, event: &Event) -> Result<(), LogError> {
        self.line(event)
    }

    /// Waits until everything is on the disk.
    ///
    /// # Errors
    /// [`LogError::Io`].
    pub fn sync(&mut self) -> Result<(), LogError> {
        self.file.sync_all().map_err(|error| self.failed(error))
    }

    fn line(&mut self, value: &impl serde::Serialize) -> Result<(), LogError> {
        let written = serde_json::to_vec(value).map_err(io::Error::from);
        let written = written.and_then(|mut line| {
            line.push(b'\n');
            // One write: a killed process leaves a whole line or the beginning of one.
            self.file.write_all(&line)
        });
        written.map_err(|error| self.failed(error))
    }

    fn failed(&self, source: io::Error) -> LogError {
        LogError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

fn damaged(path: &Path, line: usize, reason: impl ToString) -> LogError {
    LogError::Damaged {
        path: path.to_owned(),
        line,
        reason: reason.to_string(),
    }
}

/// The settings, unless there is no line yet, and the events.
fn parse(path: &Path, bytes: &[u8]) -> Result<(Option<Value>, Vec<Event>), LogError> {
    let mut lines = bytes.split(|&b| b == b'\n').zip(1..);
    let Some((first, _)) = lines.next().filter(|(line, _)| !line.is_empty()) else {
        return Ok((None, Vec::new()));
    };
    let head: Value =
        serde_json::from_slice(first).map_err(|_| damaged(path, 1, "it is no log of a match"))?;
    if head["match_log"] != json!(REVISION) {
        let reason = format!("it is no log of a match of revision {REVISION}");
        return Err(damaged(path, 1, reason));
    }
    let events = lines.filter(|(line, _)| !line.is_empty());
    let events = events.map(|(line, number)| {
        serde_json::from_slice(line).map_err(|error| damaged(path, number, error))
    });
    Ok((
        Some(head["settings"].clone()),
        events.collect::<Result<_, _>>()?,
    ))
}

fn check(path: &Path, found: &Value, settings: &Value) -> Result<(), LogError> {
    if found == settings {
        return Ok(());
    }
    let keys = |value: &Value| -> Vec<String> {
        let object = value.as_object();
        object.map_or_else(Vec::new, |object| object.keys().cloned().collect())
    };
    let mut differs = keys(found);
    differs.extend(keys(settings));
    differs.sort();
    differs.dedup();
    differs.retain(|key| found.get(key) != settings.get(key));
    Err(LogError::OtherSettings {
        path: path.to_owned(),
        differs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::{End, Game, Which};

    fn game(pair: u64) -> Event {
        Event::Game(Game {
            pair,
            game: 0,
            replays: 0,
            start: 0,
            start_ply: 0,
            seed: 1,
            white_first: false,
            end: End::Resign,
            winner: Some(Which::Second),
            detail: None,
            moves: Vec::new(),
        })
    }

    #[test]
    fn a_killed_run_loses_only_its_torn_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.log");
        let settings = json!({"rules": 1});
        let (mut log, events) = MatchLog::open(&path, &settings).expect("a log");
        assert_eq!(events, []);
        log.append(&game(0)).expect("written");
        log.append(&game(1)).expect("written");
        drop(log);
        let whole = std::fs::read(&path).expect("bytes");
        for cut in 1..40 {
            std::fs::write(&path, &whole[..whole.len() - cut]).expect("written");
            let (mut log, events) = MatchLog::open(&path, &settings).expect("a log");
            assert_eq!(events, [game(0)], "{cut}");
            log.append(&game(1)).expect("written");
            drop(log);
            assert_eq!(std::fs::read(&path).expect("bytes"), whole, "{cut}");
        }
        let (found, events) = MatchLog::read(&path).expect("a log");
        assert_eq!((found, events.len()), (settings, 2));
    }

    #[test]
    fn two_runs_cannot_write_one_log() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.log");
        let open = || MatchLog::open(&path, &json!({}));
        let first = open().expect("a log");
        assert!(matches!(open(), Err(LogError::Locked { .. })));
        drop(first);
        assert!(open().is_ok());
    }

    #[test]
    fn another_match_and_another_file_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("m.log");
        drop(MatchLog::open(&path, &json!({"a": 1, "b": 2})).expect("a log"));
        let error = MatchLog::open(&path, &json!({"a": 1, "b": 3})).expect_err("another");
        assert!(error.to_string().ends_with("(b)"), "{error}");
        std::fs::write(&path, "{\"match_log\":1,\"settings\":{}}\nhello\n").expect("written");
        let error = MatchLog::open(&path, &json!({})).expect_err("damaged");
        assert!(error.to_string().contains("line 2"), "{error}");
        std::fs::write(&path, "hello\n").expect("written");
        assert!(MatchLog::read(&path).is_err());
        // What is no log stays as it is, whatever its last line looks like.
        for foreign in ["{\"precious\": 1}", "hello\nworld", "{\"match_log\":1}x"] {
            std::fs::write(&path, foreign).expect("written");
            assert!(MatchLog::open(&path, &json!({})).is_err(), "{foreign}");
            assert_eq!(std::fs::read_to_string(&path).expect("text"), foreign);
        }
        // A log that was killed while its first line was written is one.
        let header = json!({"match_log": REVISION, "settings": {}}).to_string();
        std::fs::write(&path, &header[..9]).expect("written");
        assert!(MatchLog::open(&path, &json!({})).is_ok());
    }
}

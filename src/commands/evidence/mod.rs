//! `joban evidence`: what logs of evidence hold; exported, merged, compacted.

mod export;
mod list;
mod write;

use std::path::{Path, PathBuf};

use joban_engine::teacher::evidence::{Damaged, EvidenceError, Note};
use serde_json::{Value, json};

use crate::args::{EvidenceArgs, EvidenceCommand};
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, said};
use crate::output::folder::write_failure;
use crate::output::stdout::note;
use crate::text;

/// Runs `joban evidence`.
///
/// # Errors
///
/// Usage (2), a log that cannot be used (3), a failed write (5).
pub(crate) fn run(args: &EvidenceArgs, context: &Context<'_>) -> Outcome {
    match &args.command {
        EvidenceCommand::List(args) => list::run(args, context),
        EvidenceCommand::Export(args) => export::run(args, context),
        EvidenceCommand::Merge(args) => write::merge(args, context),
        EvidenceCommand::Compact(args) => write::compact(args, context),
    }
}

const fn damaged(skip: bool) -> Damaged {
    if skip { Damaged::Skip } else { Damaged::Refuse }
}

impl From<EvidenceError> for Failure {
    fn from(error: EvidenceError) -> Self {
        evidence_failure(&error)
    }
}

/// A log that cannot be used: what, where, what to do.
pub(crate) fn evidence_failure(error: &EvidenceError) -> Failure {
    use EvidenceError as E;
    match error {
        E::Io {
            path,
            action,
            source,
        } => io_failure(path, action, source),
        E::Locked(_) | E::ResumeMismatch { .. } | E::OtherTeacher { .. } => {
            Failure::usage(error_text(error))
        }
        E::Uncertain { .. } | E::TeacherUnclear { .. } => Failure::usage(error_text(error)),
        E::Damaged { .. }
        | E::BadRecord { .. }
        | E::NotALog(_)
        | E::UnsupportedRevision { .. }
        | E::Changed(_) => Failure::input(error_text(error)),
        _ => Failure::internal(error_text(error)),
    }
}

fn io_failure(path: &Path, action: &str, source: &std::io::Error) -> Failure {
    let shown = path.display();
    match action {
        "read" | "open" if source.kind() == std::io::ErrorKind::NotFound => {
            Failure::usage(text!(NotFound, shown))
        }
        "read" | "open" => Failure::input(text!(
            InputFailed,
            Text::same(shown).join(": ", &said(&source.to_string()))
        )),
        _ => write_failure(path, source),
    }
}

fn error_text(error: &EvidenceError) -> Text {
    use EvidenceError as E;
    match error {
        E::Locked(path) => text!(EvidenceLocked, path.display()),
        E::NotALog(path) => text!(EvidenceNotALog, path.display()),
        E::UnsupportedRevision {
            path,
            found,
            expected,
        } => text!(EvidenceRevision, path.display(), found, expected),
        E::Damaged { path, line, reason } => {
            let reason = said(&reason.to_string());
            text!(EvidenceDamaged, path.display(), line, reason)
        }
        E::BadRecord {
            path,
            place,
            reason,
        } => text!(
            EvidenceBadRecord,
            path.display(),
            said(&place.to_string()),
            said(reason)
        ),
        E::ResumeMismatch {
            path,
            what,
            before,
            now,
        } => text!(
            EvidenceMismatch,
            path.display(),
            what,
            said(before),
            said(now)
        ),
        E::OtherTeacher { path, log, asked } => {
            text!(EvidenceOtherTeacher, path.display(), log, asked)
        }
        E::Uncertain { path, teacher } => text!(EvidenceUncertain, path.display(), teacher),
        E::TeacherUnclear { path, teachers } => {
            text!(EvidenceTeacherUnclear, path.display(), teachers)
        }
        E::Changed(path) => text!(EvidenceChanged, path.display()),
        other => text!(InternalFailed, other),
    }
}

/// A remark about a log.
pub(crate) fn note_text(note: &Note) -> Text {
    let kind = note.kind();
    match note {
        Note::TruncatedInput { path, line, bytes } => {
            text!(EvidenceTruncated, path.display(), line, kind, bytes)
        }
        Note::DamagedLine { path, line, reason } => text!(
            EvidenceSkipped,
            path.display(),
            line,
            kind,
            said(&reason.to_string())
        ),
        Note::StartedOver { path, aside } => {
            text!(EvidenceStartedOver, path.display(), aside.display())
        }
        Note::LockUnsupported { path } => text!(EvidenceNoLocks, path.display()),
        other => Text::same(other),
    }
}

/// Tells remarks on standard error.
pub(crate) fn tell_notes(notes: &[Note], context: &Context<'_>) {
    for remark in notes {
        note(text!(WarningPrefix, note_text(remark)).get(context.lang));
    }
}

/// Remarks for `--json`.
pub(crate) fn notes_json(notes: &[Note]) -> Value {
    let all = notes.iter().map(|note| match note {
        Note::TruncatedInput { path, line, bytes } => json!({
            "kind": note.kind(), "file": path.display().to_string(), "line": line, "bytes": bytes,
        }),
        Note::DamagedLine { path, line, reason } => json!({
            "kind": note.kind(), "file": path.display().to_string(), "line": line,
            "reason": reason.to_string(),
        }),
        other => json!({"kind": other.kind(), "reason": other.to_string()}),
    });
    all.collect()
}

/// Refuses a file that is already there: evidence is never replaced.
fn check_new(path: &Path) -> Outcome {
    match path.symlink_metadata() {
        Ok(_) => Err(exists(path)),
        Err(_) if path.as_os_str().is_empty() => {
            Err(Failure::usage(text!(EvidenceOutExists, "\"\"")))
        }
        Err(_) => Ok(()),
    }
}

fn exists(path: &Path) -> Failure {
    Failure::usage(text!(EvidenceOutExists, path.display()))
}

/// A file that appears under its name only when it is whole.
struct NewFile {
    path: PathBuf,
    beside: std::io::BufWriter<tempfile::NamedTempFile>,
}

impl NewFile {
    fn create(path: &Path) -> Outcome<Self> {
        check_new(path)?;
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".joban-unfinished-");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As any other new file: the mask of the process takes its share.
            builder.permissions(std::fs::Permissions::from_mode(0o666));
        }
        let beside = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
        let beside = beside.map_err(|error| write_failure(path, &error))?;
        Ok(Self {
            path: path.to_owned(),
            beside: std::io::BufWriter::with_capacity(1 << 16, beside),
        })
    }

    fn finish(self) -> Outcome {
        let Self { path, beside } = self;
        let failed = |error: &std::io::Error| write_failure(&path, error);
        let file = beside.into_inner().map_err(|error| failed(error.error()))?;
        file.as_file().sync_all().map_err(|error| failed(&error))?;
        match file.persist_noclobber(&path) {
            Ok(_) => Ok(()),
            // It appeared meanwhile, and may be gone again by now: nothing was written in either case.
            Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {
                Err(exists(&path))
            }
            Err(error) => Err(failed(&error.error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("merged.log");
        let mut file = NewFile::create(&path).unwrap();
        file.beside.write_all(b"ours").unwrap();
        fs::write(&path, "theirs").unwrap();
        let failure = file.finish().unwrap_err();
        assert_eq!(failure.kind.code(), 2, "{failure:?}");
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        let left = fs::read_dir(folder.path()).unwrap().count();
        assert_eq!(left, 1, "nothing is left beside");
    }

    #[test]
    fn a_new_file_appears_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("merged.log");
        let mut file = NewFile::create(&path).unwrap();
        file.beside.write_all(b"ours").unwrap();
        assert!(!path.exists());
        file.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"ours");
    }
}

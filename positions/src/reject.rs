//! Games and entries that were refused, with place and reason.

use std::cmp::Ordering;
use std::io::{self, Write};

use joban_csa_parse::{Issue, IssueKind};
use serde::Serialize;

/// One refused game or archive entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// Where it stands: path, or archive path, `!` and entry name.
    pub file: String,
    /// Number of the game in the file, from 1; 0 if the entry as a whole was refused.
    pub game: u32,
    /// Line in the file, from 1; 0 if no line is to blame.
    pub line: u64,
    /// The class of error.
    #[serde(serialize_with = "kind_text")]
    pub kind: IssueKind,
    /// What is wrong, as an English sentence.
    pub reason: String,
    /// SHA-256 of the bytes of the record; `None` if an entry was refused before a record was read.
    #[serde(skip)]
    pub raw_sha256: Option<[u8; 32]>,
}

impl Reject {
    /// A refused record (`game` from 1) or entry (0).
    #[must_use]
    pub fn new(file: &str, game: u32, issue: Issue) -> Self {
        let reason = match issue.text.as_str() {
            "" => issue.reason,
            text => format!("{}: {text}", issue.reason),
        };
        Self {
            file: file.to_owned(),
            game,
            line: issue.line,
            kind: issue.kind,
            reason,
            raw_sha256: None,
        }
    }

    /// The order of rejects: name of the file without folder, archive and `.gz` or `.zst`; game; line; kind; reason; SHA-256 of
    /// the record; at last the whole label. So records packed in another way come in the same order.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        self.sort_key().cmp(&other.sort_key())
    }

    fn sort_key(&self) -> impl Ord + '_ {
        let Self {
            file,
            game,
            line,
            kind,
            reason,
            raw_sha256,
        } = self;
        (
            bare_name(file),
            *game,
            *line,
            kind.as_str(),
            reason.as_str(),
            *raw_sha256,
            file.as_str(),
        )
    }
}

/// The last part of a label, without the suffix of a compressed file.
pub(crate) fn bare_name(file: &str) -> &str {
    let name = file.rsplit(['/', '\\', '!']).next().unwrap_or(file);
    let bare = name
        .strip_suffix(".gz")
        .or_else(|| name.strip_suffix(".zst"));
    bare.unwrap_or(name)
}

fn kind_text<S: serde::Serializer>(kind: &IssueKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(kind.as_str())
}

/// Writes `rejects.csv`: a header line, then file, game, line, kind, reason for each reject in the given order.
///
/// # Errors
///
/// Passes on what `out` reports.
pub fn write_rejects(out: &mut dyn Write, rejects: &[Reject]) -> io::Result<()> {
    out.write_all(b"file,game,line,kind,reason\n")?;
    for reject in rejects {
        let Reject {
            file,
            game,
            line,
            kind,
            reason,
            ..
        } = reject;
        let (file, reason) = (csv_field(file), csv_field(reason));
        writeln!(out, "{file},{game},{line},{},{reason}", kind.as_str())?;
    }
    Ok(())
}

/// Quotes a field where RFC 4180 asks for it.
fn csv_field(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

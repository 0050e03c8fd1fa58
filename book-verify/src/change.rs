//! Changes of a book and their reasons.

use joban_engine::rules::Move;

use crate::audit::{Audit, AuditRow};
use crate::entry::Entry;
use crate::value::Value;
use crate::verdict::Verdict;

/// What became of an entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was dropped.
    Dropped,
    /// Another move took its place.
    Replaced {
        /// The other move.
        by: Move,
    },
    /// It is new.
    Added,
    /// It gave its place to a more valuable one.
    Evicted,
}

impl ChangeKind {
    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Dropped => "dropped",
            Self::Replaced { .. } => "replaced",
            Self::Added => "added",
            Self::Evicted => "evicted",
        }
    }
}

/// A change of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What became of the entry.
    pub kind: ChangeKind,
    /// Plies played before the move.
    pub ply: Option<u32>,
    /// SFEN of the position without the move number.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// Why: the name and the text of the reason.
    pub reason: String,
}

/// A new list of entries with what was changed. The old list stays as it was.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fixed {
    /// The entries that remain, in their old order, replacements in the places of what they replace.
    pub entries: Vec<Entry>,
    /// What was changed, in the order of the entries.
    pub changes: Vec<Change>,
}

/// Carries out the verdicts of an audit. Entries without a row (out of scope) stay.
#[must_use]
pub fn fix(entries: &[Entry], audit: &Audit) -> Fixed {
    let mut fixed = Fixed::default();
    for entry in entries {
        let row = audit.row(entry.id);
        match row.map(|row| (row, row.verdict)) {
            Some((row, Verdict::Drop)) => fixed.changes.push(change(row, ChangeKind::Dropped)),
            Some((row, Verdict::Replace(by))) => {
                fixed.changes.push(change(row, ChangeKind::Replaced { by }));
                fixed.entries.push(replaced(entry, row, by));
            }
            _ => fixed.entries.push(entry.clone()),
        }
    }
    fixed
}

impl Audit {
    /// The row of an entry.
    #[must_use]
    pub fn row(&self, id: u32) -> Option<&AuditRow> {
        let at = self.rows.binary_search_by_key(&id, |row| row.id).ok()?;
        self.rows.get(at)
    }
}

fn change(row: &AuditRow, kind: ChangeKind) -> Change {
    Change {
        kind,
        ply: row.ply,
        sfen: row.sfen.clone(),
        mv: row.mv,
        reason: reason(row),
    }
}

/// The reason in one line, with the loss where there is one.
pub(crate) fn reason(row: &AuditRow) -> String {
    let loss = row
        .worst_loss_cp()
        .map_or_else(String::new, |loss| format!(", loss {loss} cp"));
    format!(
        "{} ({}{loss}): {}",
        row.class.as_str(),
        row.reason.name(),
        row.reason
    )
}

/// The teacher's move in place of the entry, with the teacher's value and depth.
fn replaced(entry: &Entry, row: &AuditRow, by: Move) -> Entry {
    let best = row.finding.as_ref().map(|finding| finding.best);
    Entry {
        mv: by,
        listed_cp: best.and_then(Value::cp),
        listed_depth: row.finding.as_ref().and_then(|finding| finding.depth),
        ..entry.clone()
    }
}

//! The loop of judging, dropping and refilling, until nothing is to be dropped any more.

use std::collections::{BTreeMap, BTreeSet};

use joban_engine::book::{candidate_probability, split_weights};
use joban_engine::refill::{Freed, Offer, Refill, RefillError};
use joban_engine::rules::Move;
use joban_engine::teacher::Asker;

use crate::audit::{Audit, AuditRow, AuditSettings};
use crate::change::{Change, ChangeKind, reason};
use crate::entry::Entry;
use crate::judge::{Judge, Judgements};
use crate::memory::{Memory, Remembering};
use crate::plan::{BookKind, Plan, Scope, ScopeError};
use crate::replies::Replies;
use crate::settings::JudgeSettings;

/// How a book is repaired.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairSettings {
    /// How entries are judged.
    pub judge: JudgeSettings,
    /// How judgements become verdicts.
    pub audit: AuditSettings,
    /// Rounds after which the loop gives up; each round drops at least one entry.
    pub max_rounds: u32,
    /// Entries that stay whatever the teacher says, those that come in later too.
    pub exceptions: Vec<Exception>,
}

/// A move that stays in a book whatever the teacher says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Plies played before the move; `None`: at any ply.
    pub ply: Option<u32>,
    /// SFEN of the position without move number.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// Why it stays.
    pub reason: String,
}

impl Exception {
    fn is_about(&self, entry: &Entry) -> bool {
        let same = self.mv == entry.mv && (self.ply.is_none() || self.ply == entry.ply);
        same && self.sfen == place(entry).1
    }
}

impl RepairSettings {
    /// Rounds by default.
    pub const MAX_ROUNDS: u32 = 200;

    /// The usual number of rounds.
    #[must_use]
    pub const fn new(judge: JudgeSettings, audit: AuditSettings) -> Self {
        Self {
            judge,
            audit,
            max_rounds: Self::MAX_ROUNDS,
            exceptions: Vec::new(),
        }
    }
}

/// A book that was not repaired.
#[derive(Debug, thiserror::Error)]
pub enum RepairError<E> {
    /// The teacher gave up.
    #[error("the teacher gave up")]
    Teacher(#[source] E),
    /// The freed entries cannot be replaced.
    #[error(transparent)]
    Refill(#[from] RefillError),
    /// The scope cannot be played.
    #[error(transparent)]
    Scope(#[from] ScopeError),
    /// Too many rounds.
    #[error("entries are still to be dropped after {rounds} rounds")]
    NoFixedPoint {
        /// How many.
        rounds: u32,
    },
}

/// Whoever runs an asker to its end; `Ok(false)` says that the run was stopped before.
pub type Run<'a, E> = dyn FnMut(&mut dyn Asker) -> Result<bool, E> + 'a;

/// A repaired book.
#[derive(Clone, Debug, PartialEq)]
pub struct Repaired {
    /// The entries, by ply, SFEN and the order of the candidates; their places ([`Entry::id`]) are numbered anew.
    pub entries: Vec<Entry>,
    /// The audit of these entries.
    pub audit: Audit,
    /// What was changed, round by round.
    pub changes: Vec<(u32, Change)>,
    /// Rounds that changed something.
    pub rounds: u32,
    /// Whether nothing is left to be dropped; `false` if the run was stopped before.
    pub is_complete: bool,
}

/// Judges a book of joban, gives back what must not stay, takes what the source offers instead, and judges again, until a fixed point. Blunders are
/// given back too where the teacher's move has support: the source knows it. No question is asked twice. The last audit is that of the entries returned.
///
/// # Errors
/// [`RepairError`] if the teacher gives up, the source cannot replace an entry, or there is no end.
pub fn repair<E>(
    entries: Vec<Entry>,
    settings: &RepairSettings,
    archive: Option<&dyn Replies>,
    refill: &mut dyn Refill,
    run: &mut Run<'_, E>,
) -> Result<Repaired, RepairError<E>> {
    let mut memory = Memory::default();
    let mut book = Shelf::new(entries);
    let mut changes = Vec::new();
    for round in 0..=settings.max_rounds {
        let mut entries = book.entries();
        for entry in &mut entries {
            let exception = settings.exceptions.iter().find(|each| each.is_about(entry));
            if let Some(exception) = exception {
                entry.exception = Some(exception.reason.clone());
            }
        }
        let plan = Plan::new(entries, BookKind::Joban, &Scope::default(), archive)?;
        let (judgements, is_complete) =
            judged(&plan, &settings.judge, &mut memory, run).map_err(RepairError::Teacher)?;
        let audit = Audit::new(&plan, &judgements, &settings.audit, archive);
        let leaving: Vec<&AuditRow> = audit
            .rows
            .iter()
            .filter(|row| !row.verdict.stays())
            .collect();
        if leaving.is_empty() || !is_complete {
            return Ok(Repaired {
                entries: plan.entries,
                audit,
                changes,
                rounds: round,
                is_complete,
            });
        }
        let offers = refill.refill(&freed(&leaving))?;
        let changed = book.change(&leaving, &offers, refill.positions());
        changes.extend(changed.into_iter().map(|change| (round, change)));
    }
    Err(RepairError::NoFixedPoint {
        rounds: settings.max_rounds,
    })
}

/// Judges the entries of a plan; what the memory knows is not asked again.
pub(crate) fn judged<E>(
    plan: &Plan,
    settings: &JudgeSettings,
    memory: &mut Memory,
    run: &mut Run<'_, E>,
) -> Result<(Judgements, bool), E> {
    let mut judge = Judge::new(plan.on_trial(), settings.clone());
    let is_complete = run(&mut Remembering::new(memory, &mut judge))?;
    Ok((judge.finish(), is_complete))
}

/// The entries to give back, by ply, SFEN and move.
fn freed(rows: &[&AuditRow]) -> Vec<Freed> {
    let mut freed: Vec<Freed> = rows
        .iter()
        .map(|row| Freed {
            ply: short(row.ply),
            sfen: row.sfen.clone(),
            mv: row.mv,
            reason: reason(row),
        })
        .collect();
    freed.sort_by(|a, b| (a.ply, &a.sfen, a.mv).cmp(&(b.ply, &b.sfen, b.mv)));
    freed
}

/// Plies of a book of joban fit in a byte.
fn short(ply: Option<u32>) -> u8 {
    u8::try_from(ply.unwrap_or(0)).unwrap_or(u8::MAX)
}

/// A book by its positions: ply and SFEN, candidates in their order.
struct Shelf {
    positions: BTreeMap<(u8, String), Vec<Entry>>,
}

impl Shelf {
    fn new(entries: Vec<Entry>) -> Self {
        let mut positions: BTreeMap<_, Vec<Entry>> = BTreeMap::new();
        for entry in entries {
            positions.entry(place(&entry)).or_default().push(entry);
        }
        Self { positions }
    }

    fn entries(&self) -> Vec<Entry> {
        let entries = self.positions.values().flatten().cloned();
        (0..)
            .zip(entries)
            .map(|(id, entry)| Entry { id, ..entry })
            .collect()
    }

    /// Takes out what leaves and puts in what is offered.
    fn change(
        &mut self,
        leaving: &[&AuditRow],
        offers: &[Offer],
        left: Option<Vec<(u8, String)>>,
    ) -> Vec<Change> {
        let before = self.entries();
        for row in leaving {
            if let Some(entries) = self.positions.get_mut(&(short(row.ply), row.sfen.clone())) {
                entries.retain(|entry| entry.mv != row.mv);
            }
        }
        for offer in offers {
            self.take(offer);
        }
        if let Some(left) = left {
            let left: BTreeSet<(u8, String)> = left.into_iter().collect();
            self.positions.retain(|place, _| left.contains(place));
        }
        self.positions.retain(|_, entries| !entries.is_empty());
        changes(&before, &self.entries(), leaving)
    }

    fn take(&mut self, offer: &Offer) {
        let known = self
            .positions
            .remove(&(offer.ply, offer.sfen.clone()))
            .unwrap_or_default();
        let points: Vec<u64> = offer.moves.iter().map(|each| each.points).collect();
        let weights: Vec<u8> = split_weights(&points).map_or_else(
            |_| Vec::new(),
            |weights| weights.into_iter().flatten().collect(),
        );
        let entry = |(index, offered): (usize, &joban_engine::refill::OfferedMove)| {
            let old = known.iter().find(|entry| entry.mv == offered.mv).cloned();
            let ply = Some(u32::from(offer.ply));
            let new = old.unwrap_or_else(|| Entry::new(0, ply, offer.sfen.clone(), offered.mv));
            Entry {
                weight: weights.get(index).copied().map(u64::from),
                probability: (weights.len() == offer.moves.len())
                    .then(|| candidate_probability(&weights, index)),
                ..new
            }
        };
        let entries = offer.moves.iter().enumerate().map(entry).collect();
        self.positions
            .insert((offer.ply, offer.sfen.clone()), entries);
    }
}

fn place(entry: &Entry) -> (u8, String) {
    let sfen = entry.position().map(|position| position.sfen_key());
    (short(entry.ply), sfen.unwrap_or_else(|| entry.sfen.clone()))
}

fn changes(before: &[Entry], after: &[Entry], leaving: &[&AuditRow]) -> Vec<Change> {
    let keys = |entries: &[Entry]| -> BTreeSet<_> {
        entries
            .iter()
            .map(|entry| (place(entry), entry.mv))
            .collect()
    };
    let (old, new) = (keys(before), keys(after));
    let reasons: BTreeMap<_, String> = leaving
        .iter()
        .map(|row| (((short(row.ply), row.sfen.clone()), row.mv), reason(row)))
        .collect();
    let gone = old.difference(&new).map(|key| match reasons.get(key) {
        Some(reason) => (key, ChangeKind::Dropped, reason.clone()),
        None => (
            key,
            ChangeKind::Evicted,
            "other entries take its place".to_owned(),
        ),
    });
    let come = new
        .difference(&old)
        .map(|key| (key, ChangeKind::Added, "takes a freed place".to_owned()));
    gone.chain(come)
        .map(|(((ply, sfen), mv), kind, reason)| Change {
            kind,
            ply: Some(u32::from(*ply)),
            sfen: sfen.clone(),
            mv: *mv,
            reason,
        })
        .collect()
}

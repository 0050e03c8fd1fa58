//! Longer lines: where the book ends, the teacher's line goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use joban_engine::rules::{Color, Move, Position};

use crate::audit::{Audit, AuditSettings};
use crate::change::{Change, ChangeKind};
use crate::entry::Entry;
use crate::judge::{Finding, Outcome, Scout};
use crate::memory::{Memory, Remembering};
use crate::plan::{BookKind, Plan, Scope};
use crate::reason::UnjudgedReason;
use crate::repair::{RepairError, Run, judged};
use crate::replies::Replies;
use crate::settings::JudgeSettings;
use crate::value::Grade;

/// How lines are lengthened.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtendSettings {
    /// How new entries are judged.
    pub judge: JudgeSettings,
    /// How judgements become verdicts.
    pub audit: AuditSettings,
    /// Plies by which a line is lengthened.
    pub plies: u32,
    /// Whether the replies of the other side become entries too; else only the moves of the side whose line it is.
    pub both_sides: bool,
    /// Only lines of this side.
    pub side: Option<Color>,
    /// Entries to add at most.
    pub max_added: Option<usize>,
    /// Nodes after which no further ply is searched; it is looked at between two plies of all lines.
    pub max_nodes: Option<u64>,
    /// Entries that the book may hold. The least reachable give way, which needs an archive; without one only free places are filled.
    pub capacity: Option<usize>,
}

impl ExtendSettings {
    /// By so many plies, without a budget.
    #[must_use]
    pub const fn new(judge: JudgeSettings, audit: AuditSettings, plies: u32) -> Self {
        Self {
            judge,
            audit,
            plies,
            both_sides: false,
            side: None,
            max_added: None,
            max_nodes: None,
            capacity: None,
        }
    }
}

/// A line that did not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Plies played before the move.
    pub ply: Option<u32>,
    /// SFEN of the position without the move number.
    pub sfen: String,
    /// The move that was not added; `None` if the teacher gave none.
    pub mv: Option<Move>,
    /// Why.
    pub why: StopReason,
}

/// Why a line did not go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The move was judged and is not accepted.
    NotAccepted(Grade),
    /// The move stays near a threshold.
    Borderline,
    /// The book cannot hold it ([`Room`]).
    NoPlace,
    /// The teacher's answer cannot be believed, or there is none.
    Unjudged(UnjudgedReason),
}

impl StopReason {
    /// The name, as reports show it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotAccepted(Grade::Blunder) => "blunder",
            Self::NotAccepted(_) => "doubtful",
            Self::Borderline => "borderline",
            Self::NoPlace => "no-place",
            Self::Unjudged(reason) => reason.name(),
        }
    }
}

/// Whether a book can hold an entry, whatever it is worth: keys may be taken, plies out of range.
pub type Room<'a> = dyn FnMut(&Entry) -> bool + 'a;

/// What an extension would do. Nothing is written: this is the preview, and [`Extension::entries`] what to write.
#[derive(Clone, Debug, PartialEq)]
pub struct Extension {
    /// The entries of the extended book: the old ones in their order, then the new ones.
    pub entries: Vec<Entry>,
    /// Additions in the order in which they were found, then evictions by the place of the entry.
    pub changes: Vec<Change>,
    /// Findings about the additions, in the same order.
    pub findings: Vec<Finding>,
    /// Plies played before each new position, by its SFEN without move number, where the SFENs of the entries before it have move numbers; else
    /// counted from the first entry of its line.
    pub plies: BTreeMap<String, u32>,
    /// Lines that did not go on, in the order of the lines and plies.
    pub stopped: Vec<Stopped>,
    /// Nodes searched in this run, where the engine tells; answers from an evidence log count too.
    pub nodes: u64,
    /// Whether the run went to its end.
    pub is_complete: bool,
}

/// Lengthens the lines of a book where they end, the most reachable first. Each new move is judged like any other entry and added only if it
/// is accepted and the book has room for it.
///
/// # Errors
/// [`RepairError::Teacher`] if the teacher gives up.
pub fn extend<E>(
    entries: Vec<Entry>,
    kind: BookKind,
    settings: &ExtendSettings,
    archive: Option<&dyn Replies>,
    room: &mut Room<'_>,
    run: &mut Run<'_, E>,
) -> Result<Extension, RepairError<E>> {
    let plan = Plan::new(entries, kind, &Scope::default(), archive)?;
    let mut work = Work::new(plan, settings, room);
    let judged = judged(&work.plan, &settings.judge, &mut work.memory, run);
    let (judgements, is_complete) = judged.map_err(RepairError::Teacher)?;
    work.is_complete = is_complete;
    let audit = Audit::new(&work.plan, &judgements, &settings.audit, archive);
    work.begin(&audit);
    for _ in 0..settings.plies {
        if work.lines.is_empty() || !work.is_complete || work.is_spent() {
            break;
        }
        work.look_ahead(run).map_err(RepairError::Teacher)?;
        work.step(archive, run)?;
    }
    Ok(work.finish(archive))
}

/// A line that may go on.
#[derive(Clone, Debug)]
struct Going {
    /// The side whose line it is.
    side: Color,
    position: Position,
    ply: Option<u32>,
    /// Moves that the teacher expects from here.
    expected: VecDeque<Move>,
}

struct Work<'a, 'r> {
    plan: Plan,
    settings: &'a ExtendSettings,
    book_room: &'a mut Room<'r>,
    memory: Memory,
    lines: Vec<Going>,
    added: Vec<(Entry, Finding)>,
    plies: BTreeMap<String, u32>,
    stopped: Vec<Stopped>,
    is_complete: bool,
}

impl<'a, 'r> Work<'a, 'r> {
    fn new(plan: Plan, settings: &'a ExtendSettings, book_room: &'a mut Room<'r>) -> Self {
        Self {
            plan,
            settings,
            book_room,
            memory: Memory::default(),
            lines: Vec::new(),
            added: Vec::new(),
            plies: BTreeMap::new(),
            stopped: Vec::new(),
            is_complete: true,
        }
    }

    /// The lines that end in sound entries, the most reachable first; each position once.
    fn begin(&mut self, audit: &Audit) {
        let ends = self.plan.on_trial().filter_map(|entry| {
            let row = audit.row(entry.id)?;
            row.verdict.stays().then_some(())?;
            self.end(entry, row.finding.as_ref()?)
        });
        let mut seen = BTreeSet::new();
        let ends: Vec<Going> = ends
            .filter(|line| seen.insert((line.ply, line.position.key())))
            .collect();
        self.lines = ends;
    }

    /// The position after an entry, if the book ends there.
    fn end(&self, entry: &Entry, finding: &Finding) -> Option<Going> {
        let mut position = entry.position()?;
        let side = position.side();
        self.settings
            .side
            .is_none_or(|wanted| wanted == side)
            .then_some(())?;
        position.play(entry.mv).ok()?;
        let ply = entry.ply.map(|ply| ply + 1);
        self.is_end(&position, ply).then_some(())?;
        let own = finding.lines.iter().rev().find(|line| line.mv == entry.mv);
        let expected =
            own.map_or_else(VecDeque::new, |line| line.pv[1..].iter().copied().collect());
        Some(Going {
            side,
            position,
            ply,
            expected,
        })
    }

    /// Whether neither the position nor any after it has entries.
    fn is_end(&self, position: &Position, ply: Option<u32>) -> bool {
        let graph = &self.plan.graph;
        let legal = position.legal_moves();
        let has_entries = |mv: &Move| {
            let mut child = position.clone();
            child.play(*mv).is_ok() && graph.find(&child, ply.map(|ply| ply + 1)).is_some()
        };
        !legal.is_empty() && graph.find(position, ply).is_none() && !legal.iter().any(has_entries)
    }

    fn is_spent(&self) -> bool {
        let nodes = self.settings.max_nodes;
        nodes.is_some_and(|max| self.memory.nodes() >= max) || self.room() == Some(0)
    }

    /// Entries that may still be added; `None` without a limit.
    fn room(&self) -> Option<usize> {
        let left = self.settings.max_added?;
        Some(left.saturating_sub(self.added.len()))
    }

    /// Lines whose expected moves are used up ask the teacher again.
    fn look_ahead<E>(&mut self, run: &mut Run<'_, E>) -> Result<(), E> {
        let dry: Vec<usize> = (0..self.lines.len())
            .filter(|index| self.lines[*index].expected.is_empty())
            .collect();
        let positions: Vec<Position> = dry
            .iter()
            .map(|index| self.lines[*index].position.clone())
            .collect();
        let mut scout = Scout::new(&positions, &self.settings.judge);
        self.is_complete &= run(&mut Remembering::new(&mut self.memory, &mut scout))?;
        let found = scout.finish();
        for (index, found) in dry.iter().zip(&found) {
            match found {
                Ok(line) => self.lines[*index].expected = line.pv.iter().copied().collect(),
                Err(reason) => self.stop(*index, None, StopReason::Unjudged(reason.clone())),
            }
        }
        self.lines.retain(|line| !line.expected.is_empty());
        Ok(())
    }

    fn stop(&mut self, line: usize, mv: Option<Move>, why: StopReason) {
        let line = &self.lines[line];
        self.stopped.push(Stopped {
            ply: line.ply,
            sfen: line.position.sfen_key(),
            mv,
            why,
        });
    }

    /// Plays the next expected move of every line; those that become entries are judged first.
    fn step<E>(
        &mut self,
        archive: Option<&dyn Replies>,
        run: &mut Run<'_, E>,
    ) -> Result<(), RepairError<E>> {
        let outcomes = self.judge_next(archive, run)?;
        let mut going = Vec::new();
        for (index, outcome) in outcomes.iter().enumerate() {
            let Some(mv) = self.lines[index].expected.front().copied() else {
                continue;
            };
            let goes_on = match outcome {
                None => true,
                Some(outcome) => self.admit(index, mv, outcome),
            };
            going.extend(goes_on.then(|| self.after(index, mv)).flatten());
        }
        self.lines = going;
        Ok(())
    }

    /// The outcome of the next move of each line; `None` where it becomes no entry.
    fn judge_next<E>(
        &mut self,
        archive: Option<&dyn Replies>,
        run: &mut Run<'_, E>,
    ) -> Result<Vec<Option<Outcome>>, RepairError<E>> {
        let candidates: Vec<Option<Entry>> = (0..)
            .zip(&self.lines)
            .map(|(id, line)| self.candidate(id, line))
            .collect();
        let entries: Vec<Entry> = candidates.iter().flatten().cloned().collect();
        let plan = Plan::new(entries, BookKind::Foreign, &Scope::default(), archive)?;
        let (judgements, is_complete) = judged(&plan, &self.settings.judge, &mut self.memory, run)
            .map_err(RepairError::Teacher)?;
        self.is_complete &= is_complete;
        let outcome = |entry: &Entry| {
            let mut judgements = judgements.entries.iter();
            judgements
                .find(|each| each.id == entry.id)
                .map(|each| each.outcome.clone())
        };
        Ok(candidates
            .iter()
            .map(|candidate| candidate.as_ref().and_then(outcome))
            .collect())
    }

    fn candidate(&self, id: u32, line: &Going) -> Option<Entry> {
        let is_ours = self.settings.both_sides || line.position.side() == line.side;
        let mv = *line.expected.front()?;
        is_ours.then(|| Entry::new(id, line.ply, line.position.sfen_key(), mv))
    }

    /// Adds the move if it is accepted and there is room; whether the line goes on.
    fn admit(&mut self, index: usize, mv: Move, outcome: &Outcome) -> bool {
        let why = match outcome {
            Outcome::Judged(finding) if finding.grade == Grade::Accept => {
                return self.add(index, mv, finding);
            }
            Outcome::Judged(finding) => StopReason::NotAccepted(finding.grade),
            Outcome::Borderline { .. } => StopReason::Borderline,
            Outcome::Unjudged(reason) => StopReason::Unjudged(reason.clone()),
            Outcome::Illegal(_) | Outcome::BadPosition(_) => {
                StopReason::Unjudged(UnjudgedReason::WrongPosition)
            }
        };
        self.stop(index, Some(mv), why);
        false
    }

    fn add(&mut self, index: usize, mv: Move, finding: &Finding) -> bool {
        if self.room() == Some(0) {
            return false;
        }
        let line = &self.lines[index];
        let new = Entry {
            listed_cp: finding.value.cp(),
            listed_depth: finding.depth,
            ..Entry::new(0, line.ply, line.position.sfen_key(), mv)
        };
        let is_known = |entry: &Entry| (entry.ply, &entry.sfen) == (new.ply, &new.sfen);
        if self.added.iter().any(|(entry, _)| is_known(entry)) {
            return false;
        }
        if !(self.book_room)(&new) {
            self.stop(index, Some(mv), StopReason::NoPlace);
            return false;
        }
        let ply = self.lines[index].position.move_number().saturating_sub(1);
        self.plies.insert(new.sfen.clone(), ply);
        self.added.push((new, finding.clone()));
        true
    }

    /// The line after the move, unless the game or the line ends there or the book goes on.
    fn after(&self, index: usize, mv: Move) -> Option<Going> {
        let mut line = self.lines[index].clone();
        line.position.play(mv).ok()?;
        line.ply = line.ply.map(|ply| ply + 1);
        line.expected.pop_front();
        let known = self.plan.graph.find(&line.position, line.ply).is_some();
        (!known && !line.position.has_no_move()).then_some(line)
    }

    fn finish(self, archive: Option<&dyn Replies>) -> Extension {
        let first = self
            .plan
            .entries
            .iter()
            .map(|entry| entry.id + 1)
            .max()
            .unwrap_or(0);
        let mut added = self.added;
        for (id, (entry, _)) in (first..).zip(&mut added) {
            entry.id = id;
        }
        let capacity = self.settings.capacity.unwrap_or(usize::MAX);
        let evicted = evicted(&self.plan, &mut added, capacity, archive);
        let mut changes: Vec<Change> = added
            .iter()
            .map(|(entry, _)| change(entry, ChangeKind::Added, "the teacher's line"))
            .collect();
        let mut entries = self.plan.entries;
        for entry in entries.iter().filter(|entry| evicted.contains(&entry.id)) {
            changes.push(change(entry, ChangeKind::Evicted, "the least reachable"));
        }
        entries.retain(|entry| !evicted.contains(&entry.id));
        entries.extend(added.iter().map(|(entry, _)| entry.clone()));
        Extension {
            entries,
            changes,
            findings: added.into_iter().map(|(_, finding)| finding).collect(),
            plies: self.plies,
            stopped: self.stopped,
            nodes: self.memory.nodes(),
            is_complete: self.is_complete,
        }
    }
}

/// The old entries that give way, by place. New ones that are the least reachable themselves are taken out of `added`; so are those for which there is no
/// free place where no archive tells how reachable entries are.
fn evicted(
    plan: &Plan,
    added: &mut Vec<(Entry, Finding)>,
    capacity: usize,
    archive: Option<&dyn Replies>,
) -> BTreeSet<u32> {
    let old = plan.entries.len();
    let excess = (old + added.len()).saturating_sub(capacity);
    let all: Vec<Entry> = plan
        .entries
        .iter()
        .chain(added.iter().map(|(entry, _)| entry))
        .cloned()
        .collect();
    let whole = Plan::new(all, plan.kind, &Scope::default(), archive).ok();
    let Some(whole) = whole.filter(|_| archive.is_some()) else {
        added.truncate(capacity.saturating_sub(old));
        return BTreeSet::new();
    };
    let mut by_value: Vec<usize> = (0..whole.entries.len())
        .filter(|index| whole.entries[*index].exception.is_none())
        .collect();
    by_value.sort_by(|a, b| {
        let place = |index: usize| (whole.entries[index].ply, whole.entries[index].id);
        let by_reach = whole.reach.of(*a).total_cmp(&whole.reach.of(*b));
        by_reach.then_with(|| place(*b).cmp(&place(*a)))
    });
    let leaving: BTreeSet<u32> = by_value
        .iter()
        .take(excess)
        .map(|index| whole.entries[*index].id)
        .collect();
    added.retain(|(entry, _)| !leaving.contains(&entry.id));
    let kept: BTreeSet<u32> = plan.entries.iter().map(|entry| entry.id).collect();
    leaving.intersection(&kept).copied().collect()
}

fn change(entry: &Entry, kind: ChangeKind, reason: &str) -> Change {
    Change {
        kind,
        ply: entry.ply,
        sfen: entry.sfen.clone(),
        mv: entry.mv,
        reason: reason.to_owned(),
    }
}

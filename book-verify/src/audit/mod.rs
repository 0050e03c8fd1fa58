//! The audit of a book: one row an entry, holes, counts.

mod csv;
mod hole;
mod json;
mod row;

use std::collections::{BTreeMap, BTreeSet};

use joban_engine::rules::{Color, Move};
use joban_engine::teacher::Thresholds;

pub use csv::COLUMNS as CSV_COLUMNS;
pub use hole::Hole;
pub use row::AuditRow;

use crate::backup::{BackedUp, Teachings};
use crate::judge::{Finding, Judgement, Judgements, Outcome};
use crate::plan::Plan;
use crate::reason::UnjudgedReason;
use crate::replies::Replies;
use crate::value::{Grade, Value};
use crate::verdict::{Class, ReplaceRule, Verdict};

/// Revision of `audit.csv` and `audit.json`.
pub const AUDIT_REVISION: u32 = 1;

/// How judgements become verdicts.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditSettings {
    /// The thresholds of the judge.
    pub thresholds: Thresholds,
    /// Which of the teacher's moves may replace a blunder.
    pub replace: ReplaceRule,
    /// The value of a draw in centipawns for black and for white, each from its own view: where values of cycles start.
    pub draw_cp: [i32; 2],
    /// The share of the archive's games from which a reply without an entry is a hole, 0 to 1.
    pub hole_share: f64,
    /// Replies lead to no hole at this ply and later: the book is not meant to go so far. `None`: no limit.
    pub max_ply: Option<u32>,
}

impl AuditSettings {
    /// The usual ones: supported replacements, draws worth 0, holes from a tenth of the games on.
    #[must_use]
    pub fn new(thresholds: Thresholds) -> Self {
        Self {
            thresholds,
            replace: ReplaceRule::default(),
            draw_cp: [0, 0],
            hole_share: 0.1,
            max_ply: None,
        }
    }
}

/// How many entries are of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows.
    pub entries: usize,
    /// Rows by the name of their class; every class is there.
    pub classes: BTreeMap<&'static str, usize>,
    /// Rows by the name of their verdict; every verdict is there.
    pub verdicts: BTreeMap<&'static str, usize>,
    /// Unjudged rows by the name of their reason.
    pub unjudged: BTreeMap<&'static str, usize>,
    /// Rows that an exception keeps.
    pub exceptions: usize,
    /// Entries of the book that are out of scope and have no row.
    pub out_of_scope: usize,
    /// Holes.
    pub holes: usize,
}

/// The audit of a book. It depends on nothing but the book, the settings and the teacher's answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// One row for each entry in scope, by their places in the book ([`crate::Entry::id`]).
    pub rows: Vec<AuditRow>,
    /// Replies to our lines without an entry, the most frequently reached first.
    pub holes: Vec<Hole>,
    /// Entries of a foreign book whose positions are not connected with the start, by place.
    pub disconnected: Vec<u32>,
    /// How many there are of each kind.
    pub counts: Counts,
}

impl Audit {
    /// Puts together what was found out about the entries of a plan.
    #[must_use]
    pub fn new(
        plan: &Plan,
        judgements: &Judgements,
        settings: &AuditSettings,
        archive: Option<&dyn Replies>,
    ) -> Self {
        let bench = Bench::new(plan, judgements, settings, archive);
        let rows = bench.rows();
        let holes = hole::holes(plan, judgements, settings, archive);
        let disconnected = plan.disconnected(archive);
        let counts = counts(&rows, holes.len(), plan.out_of_scope());
        Self {
            rows,
            holes,
            disconnected,
            counts,
        }
    }

    /// The rows that deserve a look, the worst first: by class, then the greater loss (mates first), then by place. Sound entries are not
    /// among them.
    #[must_use]
    pub fn worst_first(&self) -> Vec<&AuditRow> {
        let mut rows: Vec<&AuditRow> = self
            .rows
            .iter()
            .filter(|row| row.class != Class::Accept)
            .collect();
        rows.sort_by_key(|row| {
            let loss = row.worst_loss_cp().unwrap_or(i32::MAX);
            (std::cmp::Reverse((row.class, loss)), row.id)
        });
        rows
    }

    /// The exit code of a run that ends with this audit: 1 if a blunder, illegal or unreachable entry remains (one that an exception keeps does not count),
    /// 4 if there is none but an entry is unjudged, else 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        let is_fault = |row: &AuditRow| {
            row.class.is_fault() && !(row.class == Class::Blunder && row.exception.is_some())
        };
        if self.rows.iter().any(is_fault) {
            1
        } else if self.rows.iter().any(|row| row.class == Class::Unjudged) {
            4
        } else {
            0
        }
    }
}

fn counts(rows: &[AuditRow], holes: usize, out_of_scope: usize) -> Counts {
    let mut counts = Counts {
        entries: rows.len(),
        holes,
        out_of_scope,
        ..Counts::default()
    };
    for class in Class::ALL {
        counts.classes.insert(class.as_str(), 0);
    }
    for name in ["keep", "flag", "replace", "drop"] {
        counts.verdicts.insert(name, 0);
    }
    for row in rows {
        *counts.classes.entry(row.class.as_str()).or_default() += 1;
        *counts.verdicts.entry(row.verdict.as_str()).or_default() += 1;
        if let crate::verdict::Reason::Unjudged(reason) = &row.reason {
            *counts.unjudged.entry(reason.name()).or_default() += 1;
        }
        counts.exceptions += usize::from(row.exception.is_some());
    }
    counts
}

/// What rows are made of.
struct Bench<'a> {
    plan: &'a Plan,
    settings: &'a AuditSettings,
    archive: Option<&'a dyn Replies>,
    judgements: BTreeMap<u32, &'a Judgement>,
    findings: Vec<Option<&'a Finding>>,
    best: Vec<Option<Value>>,
}

impl<'a> Bench<'a> {
    fn new(
        plan: &'a Plan,
        judgements: &'a Judgements,
        settings: &'a AuditSettings,
        archive: Option<&'a dyn Replies>,
    ) -> Self {
        let by_id: BTreeMap<u32, &Judgement> = judgements
            .entries
            .iter()
            .map(|each| (each.id, each))
            .collect();
        let findings: Vec<Option<&Finding>> = plan
            .entries
            .iter()
            .map(|entry| by_id.get(&entry.id)?.outcome.finding())
            .collect();
        Self {
            plan,
            settings,
            archive,
            best: best_values(plan, judgements, &findings),
            judgements: by_id,
            findings,
        }
    }

    fn rows(&self) -> Vec<AuditRow> {
        let legal: Vec<bool> = self
            .plan
            .graph
            .node_of
            .iter()
            .map(Option::is_some)
            .collect();
        let as_is = self.backed_up(&legal);
        let stays: Vec<bool> = (0..legal.len())
            .map(|index| legal[index] && self.own_verdict(index).stays())
            .collect();
        let repaired = self.backed_up(&stays);
        let mut rows: Vec<AuditRow> = self
            .plan
            .in_scope()
            .into_iter()
            .map(|index| self.row(index, as_is[index], repaired[index]))
            .collect();
        rows.sort_by_key(|row| row.id);
        each_replacement_once(&mut rows);
        rows
    }

    /// The backed-up losses for black and for white of a book that holds the entries alive.
    fn backed_up(&self, is_alive: &[bool]) -> Vec<[Option<BackedUp>; 2]> {
        let teachings = Teachings {
            graph: &self.plan.graph,
            best: &self.best,
            findings: &self.findings,
            is_alive,
            thresholds: self.settings.thresholds,
        };
        let [black, white] =
            Color::ALL.map(|side| teachings.losses(side, self.settings.draw_cp[side.index()]));
        black.into_iter().zip(white).map(|(b, w)| [b, w]).collect()
    }

    fn outcome(&self, index: usize) -> Outcome {
        let entry = &self.plan.entries[index];
        if self.plan.is_unreachable(index) {
            return Outcome::Unjudged(UnjudgedReason::Unreached);
        }
        match self.judgements.get(&entry.id) {
            Some(judgement) => judgement.outcome.clone(),
            None => Outcome::Unjudged(UnjudgedReason::NotReached),
        }
    }

    /// The verdict by the entry's own loss, before anything is known of the lines behind it.
    fn own_verdict(&self, index: usize) -> Verdict {
        let (class, _) = row::own_class(&self.outcome(index), self.plan.is_unreachable(index));
        self.verdict(index, class)
    }

    fn verdict(&self, index: usize, class: Class) -> Verdict {
        let is_kept = self.plan.entries[index].exception.is_some();
        match class {
            Class::Accept | Class::Borderline | Class::Unjudged => Verdict::Keep,
            Class::Doubtful => Verdict::Flag,
            Class::Blunder if is_kept => Verdict::Keep,
            Class::Blunder => self
                .replacement(index)
                .map_or(Verdict::Drop, Verdict::Replace),
            Class::Unreachable | Class::Illegal => Verdict::Drop,
        }
    }

    /// The teacher's best move, if the rule allows it and the book does not have it already.
    fn replacement(&self, index: usize) -> Option<Move> {
        let entry = &self.plan.entries[index];
        let node = &self.plan.graph.nodes[self.plan.graph.node_of[index]?];
        let best = self.findings[index]?.best_move;
        let is_new = |edge: &crate::graph::Edge| self.plan.entries[edge.entry].mv != best;
        node.edges.iter().all(is_new).then_some(())?;
        let supported = || {
            let replies = self.archive?.replies(&node.position, entry.ply);
            replies
                .iter()
                .any(|reply| reply.mv == best && reply.count > 0)
                .then_some(best)
        };
        match self.settings.replace {
            ReplaceRule::Never => None,
            ReplaceRule::Any => Some(best),
            ReplaceRule::Supported => supported(),
        }
    }

    fn row(
        &self,
        index: usize,
        as_is: [Option<BackedUp>; 2],
        repaired: [Option<BackedUp>; 2],
    ) -> AuditRow {
        let outcome = self.outcome(index);
        let (own, reason) = row::own_class(&outcome, self.plan.is_unreachable(index));
        let mover = self.mover(index);
        let seen = |losses: [Option<BackedUp>; 2]| mover.and_then(|side| losses[side.index()]);
        let (class, reason) = row::with_backed_up(own, reason, &outcome, seen(as_is));
        let verdict = if class == own {
            self.verdict(index, own)
        } else {
            self.backed_up_verdict(index, seen(repaired))
        };
        let judgement = self.judgements.get(&self.plan.entries[index].id);
        AuditRow::new(row::Parts {
            entry: &self.plan.entries[index],
            reach: self
                .plan
                .reach
                .is_known()
                .then(|| self.plan.reach.of(index)),
            class,
            own_class: own,
            reason,
            verdict,
            outcome,
            steps: judgement.map_or(0, |judgement| judgement.steps),
            backed_up: as_is,
        })
    }

    /// What a line's bad end costs the entry that leads there, once the blunders behind it are gone.
    fn backed_up_verdict(&self, index: usize, repaired: Option<BackedUp>) -> Verdict {
        match repaired.map(|loss| loss.grade) {
            Some(Grade::Blunder) => self.verdict(index, Class::Blunder),
            _ => Verdict::Flag,
        }
    }

    fn mover(&self, index: usize) -> Option<Color> {
        let node = self.plan.graph.node_of[index]?;
        Some(self.plan.graph.nodes[node].side())
    }
}

/// Of several blunders in one position the first is replaced by the teacher's move, the others go.
fn each_replacement_once(rows: &mut [AuditRow]) {
    let mut given = BTreeSet::new();
    for row in rows {
        if let Verdict::Replace(mv) = row.verdict
            && !given.insert((row.ply, row.sfen.clone(), mv))
        {
            row.verdict = Verdict::Drop;
        }
    }
}

/// The teacher's best value of each position of the book; a move that mates is the best there is.
fn best_values(
    plan: &Plan,
    judgements: &Judgements,
    findings: &[Option<&Finding>],
) -> Vec<Option<Value>> {
    let nodes = plan.graph.nodes.iter();
    nodes
        .map(|node| {
            let searched = judgements.position(&node.position.sfen_key());
            let entries = node.edges.iter().filter_map(|edge| findings[edge.entry]);
            let by_rules = entries
                .filter(|finding| finding.depth.is_none())
                .map(|f| f.best);
            by_rules.max().max(searched.map(|found| found.best))
        })
        .collect()
}

//! What `joban verify BOOK` tells: counts by verdict, the worst entries, what to do.

use std::collections::BTreeMap;

use joban_book_verify::{Audit, AuditRow, Change, ChangeKind, Class, Reason, Verdict};
use joban_engine::teacher::evidence::LoggedSummary;
use joban_engine::teacher::shard::Shard;
use joban_positions::manifest::FileDigest;
use joban_rom_assets::damage::Damage;
use serde_json::{Value, json};

use super::book::Book;
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::{Failure, Outcome, exit};
use crate::i18n::{Lang, Text, Worded};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// Entries and holes that are shown; the tables hold all.
const SHOWN: usize = 10;

/// What was written of a corrected book.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// Digests of the files.
    pub(crate) outputs: Vec<FileDigest>,
    /// Entries that were dropped, or gave their place.
    pub(crate) dropped: usize,
    /// Entries that were replaced.
    pub(crate) replaced: usize,
    /// Entries that are new.
    pub(crate) added: usize,
    /// Rows of a `.db` that its engine plays now and did not before: nobody judged them.
    pub(crate) newly_played: usize,
    /// Rounds of judging and refilling, where the audit is that of the corrected book.
    pub(crate) rounds: Option<u32>,
}

impl Written {
    /// The figures of a book that was judged and refilled round by round.
    pub(crate) fn of_rounds(rounds: u32, changes: &[(u32, Change)]) -> Self {
        let added = changes
            .iter()
            .filter(|(_, change)| change.kind == ChangeKind::Added);
        let added = added.count();
        Written {
            dropped: changes.len() - added,
            added,
            rounds: Some(rounds),
            ..Written::default()
        }
    }
}

/// Everything that is told.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    audit: &'a Audit,
    asked: LoggedSummary,
    evidence: String,
    shard: Shard,
    not_played: BTreeMap<&'static str, usize>,
    best_not_first: usize,
    notes: &'a [String],
    /// Entries of the file that are no entries, or whose move is wrong in their position.
    faults: &'a [Damage],
    /// What was written of the corrected book.
    pub(crate) fixed: Option<Written>,
    /// The result folder, once it is finished.
    pub(crate) out: Option<String>,
}

impl<'a> Report<'a> {
    pub(crate) fn new(audit: &'a Audit, asked: LoggedSummary, evidence: &str) -> Self {
        Report {
            audit,
            asked,
            evidence: evidence.to_owned(),
            shard: Shard::WHOLE,
            not_played: BTreeMap::new(),
            best_not_first: 0,
            notes: &[],
            faults: &[],
            fixed: None,
            out: None,
        }
    }

    /// With what there is to know about the file of the book.
    pub(super) fn of_book(self, book: &'a Book, shard: Shard) -> Self {
        Report {
            shard,
            not_played: book.not_played.clone(),
            best_not_first: book.best_not_first,
            notes: &book.notes,
            faults: &book.faults,
            ..self
        }
    }

    /// Shows everything.
    ///
    /// # Errors
    ///
    /// A failed write to standard output.
    pub(crate) fn show(&self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            return context.show_json(&self.json());
        }
        let mut out = Out::default();
        for line in self.lines(context.lang) {
            out.line(&line)?;
        }
        out.finish()
    }

    /// How the run ends: a fault that remains, an entry without a judgement, or well.
    ///
    /// # Errors
    ///
    /// Exit 1 or 4.
    pub(crate) fn end(&self) -> Outcome {
        let count = |class: Class| {
            self.audit
                .counts
                .classes
                .get(class.as_str())
                .copied()
                .unwrap_or(0)
        };
        if !self.shard.is_whole() {
            let failed = self.asked.teacher.failed + self.asked.failed_before;
            return match failed {
                0 => Ok(()),
                failed => Err(Failure::engine(text!(ShardFailed, failed))),
            };
        }
        if let Some(first) = self.faults.first() {
            let fault = first.fault.words();
            return Err(Failure::findings(text!(
                BookHasDamage,
                self.faults.len(),
                first.index,
                fault
            )));
        }
        // What was fixed does not remain; what has no judgement does.
        let is_of_new_book = self
            .fixed
            .as_ref()
            .is_none_or(|fixed| fixed.rounds.is_some());
        if self.audit.exit_code() == exit::FINDINGS && is_of_new_book {
            return Err(Failure::findings(text!(
                FaultsRemain,
                count(Class::Blunder),
                count(Class::Illegal),
                count(Class::Unreachable)
            )));
        }
        let newly_played = self.fixed.as_ref().map_or(0, |fixed| fixed.newly_played);
        match count(Class::Unjudged) {
            0 if newly_played > 0 => Err(Failure::engine(text!(NewlyPlayed, newly_played))),
            0 => Ok(()),
            unjudged => Err(Failure::engine(text!(UnjudgedRemain, unjudged))),
        }
    }

    /// Everything as JSON.
    pub(crate) fn json(&self) -> Value {
        json!({
            "program": PROGRAM,
            "command": "verify",
            "out": self.out,
            "evidence": self.evidence,
            "shard": (!self.shard.is_whole()).then(|| self.shard.to_string()),
            "asked": self.asked.teacher.asked,
            "from_evidence": self.asked.from_log,
            "failed": self.asked.teacher.failed + self.asked.failed_before,
            "counts": self.audit.counts.to_json(),
            "not_played": self.not_played,
            "best_not_first": self.best_not_first,
            "notes": self.notes,
            "damaged": self.faults.len(),
            "fixed": self.fixed.as_ref().map(|fixed| json!({
                "dropped": fixed.dropped, "replaced": fixed.replaced, "added": fixed.added,
                "newly_played": fixed.newly_played, "rounds": fixed.rounds,
            })),
            "findings": self.audit.worst_first().into_iter().map(AuditRow::to_json).collect::<Vec<_>>(),
            "holes": self.audit.holes.iter().map(|hole| hole.to_json()).collect::<Vec<_>>(),
            "disconnected": self.audit.disconnected,
        })
    }

    /// Everything for people.
    pub(crate) fn lines(&self, lang: Lang) -> Vec<String> {
        let word = |text: Text| text.get(lang).to_owned();
        let (asked, known) = (self.asked.teacher.asked, self.asked.from_log);
        let mut lines = vec![word(text!(
            AuditAsked,
            grouped(asked as u64),
            grouped(known as u64),
            &self.evidence
        ))];
        if !self.shard.is_whole() {
            lines.push(word(text!(AuditShard, self.shard)));
            return lines;
        }
        lines.push(word(text!(
            AuditTitle,
            grouped(self.audit.rows.len() as u64)
        )));
        lines.extend(self.counts(lang));
        lines.extend(self.worst(lang));
        lines.extend(self.holes(lang));
        lines.extend(self.remarks().into_iter().map(word));
        if let Some(fixed) = &self.fixed {
            lines.push(word(match fixed.rounds {
                None => text!(AuditFixed, fixed.dropped, fixed.replaced),
                Some(rounds) => text!(AuditRounds, rounds, fixed.dropped, fixed.added),
            }));
        }
        if let Some(out) = &self.out {
            lines.push(word(text!(Written, out)));
        }
        lines
    }

    fn counts(&self, lang: Lang) -> Vec<String> {
        let mut table = Table::new(&[Align::Left, Align::Right]);
        for class in Class::ALL {
            let count = self
                .audit
                .counts
                .classes
                .get(class.as_str())
                .copied()
                .unwrap_or(0);
            if count > 0 || class == Class::Accept {
                table.row([
                    class_text(class).get(lang).to_owned(),
                    grouped(count as u64),
                ]);
            }
        }
        table.lines()
    }

    fn worst(&self, lang: Lang) -> Vec<String> {
        let worst = self.audit.worst_first();
        if worst.is_empty() {
            return Vec::new();
        }
        let mut table = Table::new(&[
            Align::Right,
            Align::Left,
            Align::Left,
            Align::Right,
            Align::Left,
            Align::Left,
        ]);
        let word = |text: Text| text.get(lang).to_owned();
        table.row([
            word(text!(ColumnPly)),
            word(text!(ColumnMove)),
            word(text!(ColumnClass)),
            word(text!(ColumnLoss)),
            word(text!(ColumnBest)),
            word(text!(ColumnVerdict)),
        ]);
        for row in worst.iter().take(SHOWN) {
            table.row(row_cells(row, lang));
        }
        let mut lines = vec![word(text!(AuditWorst))];
        lines.extend(table.lines());
        if worst.len() > SHOWN {
            lines.push(word(text!(AuditMore, worst.len() - SHOWN)));
        }
        lines
    }

    fn holes(&self, lang: Lang) -> Vec<String> {
        if self.audit.holes.is_empty() {
            return Vec::new();
        }
        let mut table = Table::new(&[Align::Right, Align::Left, Align::Right]);
        for hole in self.audit.holes.iter().take(SHOWN) {
            let share = hole.share.map(|share| format!("{:.0} %", share * 100.0));
            table.row([
                hole.ply.map_or_else(String::new, |ply| ply.to_string()),
                format!("{} {}", hole.reply, hole.japanese),
                share.unwrap_or_default(),
            ]);
        }
        let title = text!(AuditHoles, self.audit.holes.len());
        let mut lines = vec![title.get(lang).to_owned()];
        lines.extend(table.lines());
        lines
    }

    fn remarks(&self) -> Vec<Text> {
        let mut remarks = Vec::new();
        let not_played: usize = self.not_played.values().sum();
        if not_played > 0 {
            remarks.push(text!(AuditNotPlayed, grouped(not_played as u64)));
        }
        if self.best_not_first > 0 {
            remarks.push(text!(AuditBestNotFirst, self.best_not_first));
        }
        if !self.audit.disconnected.is_empty() {
            remarks.push(text!(AuditDisconnected, self.audit.disconnected.len()));
        }
        if self.audit.counts.out_of_scope > 0 {
            remarks.push(text!(
                AuditOutOfScope,
                grouped(self.audit.counts.out_of_scope as u64)
            ));
        }
        for note in self.notes.iter().take(SHOWN) {
            remarks.push(text!(WarningPrefix, note));
        }
        remarks
    }
}

/// One of the worst entries.
fn row_cells(row: &AuditRow, lang: Lang) -> [String; 6] {
    let best = row.finding.as_ref().map(|finding| {
        let japanese = row.best_japanese().unwrap_or_default();
        format!("{} {japanese}", finding.best_move)
    });
    [
        row.ply
            .map_or_else(|| "-".to_owned(), |ply| ply.to_string()),
        format!("{} {}", row.mv, row.japanese),
        class_text(row.class).get(lang).to_owned(),
        loss_cell(row),
        best.unwrap_or_default(),
        verdict_text(row, lang),
    ]
}

/// The loss in centipawns; of entries without one, why.
fn loss_cell(row: &AuditRow) -> String {
    match (&row.reason, row.worst_loss_cp()) {
        (_, Some(loss)) => loss.to_string(),
        (Reason::GetsMated | Reason::MissesMate, None) => "mate".to_owned(),
        (reason, None) => reason.name().to_owned(),
    }
}

fn verdict_text(row: &AuditRow, lang: Lang) -> String {
    let verdict = match row.verdict {
        Verdict::Keep if row.exception.is_some() => text!(VerdictException),
        Verdict::Keep => text!(VerdictKeep),
        Verdict::Flag => text!(VerdictFlag),
        Verdict::Replace(mv) => text!(VerdictReplace, mv),
        Verdict::Drop => text!(VerdictDrop),
    };
    verdict.get(lang).to_owned()
}

/// A class in words.
pub(super) fn class_text(class: Class) -> Text {
    match class {
        Class::Accept => text!(ClassAccept),
        Class::Borderline => text!(ClassBorderline),
        Class::Unjudged => text!(ClassUnjudged),
        Class::Doubtful => text!(ClassDoubtful),
        Class::Blunder => text!(ClassBlunder),
        Class::Unreachable => text!(ClassUnreachable),
        Class::Illegal => text!(ClassIllegal),
    }
}

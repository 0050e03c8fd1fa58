//! Build, judge, drop, refill, until a fixed point: the loop behind `build --teacher` and `verify --fix --archive`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Instant;

use joban_book_build::{
    Aggregate, BuildError, BuiltBook, KeyChoice, Refiller, SelectOptions, Strategy, keyed,
};
use joban_book_verify::{
    Audit, AuditSettings, Change, ChangeKind, Entry, Exception, RepairError, RepairSettings,
    Replies, Reply, repair,
};
use joban_engine::refill::{Freed, Refill as _};
use joban_engine::rules::{Move, Position};
use joban_engine::teacher::Asker;

use super::bench::Bench;
use crate::commands::Context;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::text;

/// Everything that decides the loop but the teacher.
pub(crate) struct Rebuild<'a> {
    /// The games' moves.
    pub(crate) aggregate: &'a Aggregate<'a>,
    /// The order in which positions are offered.
    pub(crate) strategy: &'a dyn Strategy,
    /// How entries are selected.
    pub(crate) options: SelectOptions<'a>,
    /// How entries are keyed.
    pub(crate) keys: &'a KeyChoice,
    /// Entries that stay whatever the teacher says.
    pub(crate) exceptions: Vec<Exception>,
    /// When the run must end.
    pub(crate) until: Option<Instant>,
}

/// A book that was judged while it was built.
pub(crate) struct Rebuilt {
    /// The book.
    pub(crate) book: BuiltBook,
    /// The audit of its entries.
    pub(crate) audit: Audit,
    /// What was dropped and added, by rounds from 1.
    pub(crate) changes: Vec<(u32, Change)>,
    /// Rounds that changed something.
    pub(crate) rounds: u32,
}

impl Rebuild<'_> {
    /// Judges what build selects, or the entries of a finished book, and replaces what must not stay.
    ///
    /// # Errors
    ///
    /// Exit 1 if there is no end, 2 if an entry cannot be replaced or the book does not come from this selection, 4 if no engine is left.
    pub(crate) fn run(
        &self,
        book: Option<&[Entry]>,
        bench: &mut Bench,
        context: &Context<'_>,
    ) -> Outcome<Rebuilt> {
        let mut refiller = Refiller::new(self.aggregate, self.strategy, self.options)
            .map_err(|error| Failure::usage(text!(BadOverride, error.words())))?;
        if let Some(book) = book {
            continue_from(&mut refiller, book)?;
        }
        let entries = self.entries(&refiller)?;
        let audit = AuditSettings::new(bench.facts.judging.thresholds);
        let settings = RepairSettings {
            exceptions: self.exceptions(&refiller),
            ..RepairSettings::new(bench.facts.judging.clone(), audit)
        };
        let archive = ArchiveReplies(self.aggregate);
        let mut run = |asker: &mut dyn Asker| bench.ask_round(asker, self.until, context);
        let repaired = repair(entries, &settings, Some(&archive), &mut refiller, &mut run)
            .map_err(repair_failure)?;
        let mut changes = repaired.changes;
        for (round, _) in &mut changes {
            *round += 1;
        }
        Ok(Rebuilt {
            book: self.keyed(&refiller)?,
            audit: repaired.audit,
            changes,
            rounds: repaired.rounds,
        })
    }

    fn keyed(&self, refiller: &Refiller<'_>) -> Outcome<BuiltBook> {
        keyed(refiller.selection().clone(), self.keys).map_err(|error| key_failure(&error))
    }

    fn entries(&self, refiller: &Refiller<'_>) -> Outcome<Vec<Entry>> {
        let rows = self.keyed(refiller)?.rows;
        let entries = rows.iter().zip(0..).map(|(row, id)| Entry {
            probability: Some(row.probability),
            weight: Some(u64::from(row.weight)),
            ..Entry::new(id, Some(u32::from(row.ply)), row.sfen.as_str(), row.mv)
        });
        Ok(entries.collect())
    }

    /// The author's exceptions, and what overrides force.
    fn exceptions(&self, refiller: &Refiller<'_>) -> Vec<Exception> {
        let mut exceptions = self.exceptions.clone();
        for position in &refiller.selection().positions {
            let forced = position.moves.iter().filter(|each| each.forced);
            exceptions.extend(forced.map(|each| Exception {
                ply: Some(u32::from(position.ply)),
                sfen: position.sfen.clone(),
                mv: each.mv,
                reason: "an override forces it".to_owned(),
            }));
        }
        exceptions
    }
}

/// What it means that a selection cannot be keyed.
pub(crate) fn key_failure(error: &BuildError) -> Failure {
    match error {
        BuildError::Key(error) => Failure::usage(text!(KeySearchFailed, error.words())),
        other => Failure::internal(text!(InternalFailed, other)),
    }
}

fn repair_failure(error: RepairError<Failure>) -> Failure {
    match error {
        RepairError::Teacher(failure) => failure,
        RepairError::Refill(error) => Failure::usage(text!(RefillFailed, error.reason)),
        RepairError::NoFixedPoint { rounds } => Failure::findings(text!(NoFixedPoint, rounds)),
        RepairError::Scope(error) => Failure::internal(text!(InternalFailed, error)),
    }
}

/// Takes out of the selection what the book does not have, so that refilling goes on where the book stands.
fn continue_from(refiller: &mut Refiller<'_>, book: &[Entry]) -> Outcome {
    let wanted: BTreeSet<(u32, &str, Move)> = book
        .iter()
        .map(|entry| (entry.ply.unwrap_or(0), entry.sfen.as_str(), entry.mv))
        .collect();
    for _ in 0..RepairSettings::MAX_ROUNDS {
        let mut strangers: Vec<Freed> = Vec::new();
        for position in &refiller.selection().positions {
            let ply = u32::from(position.ply);
            let moves = position.moves.iter();
            let moves = moves.filter(|each| !wanted.contains(&(ply, &position.sfen, each.mv)));
            strangers.extend(moves.map(|each| Freed {
                ply: position.ply,
                sfen: position.sfen.clone(),
                mv: each.mv,
                reason: "the book does not have it".to_owned(),
            }));
        }
        if strangers.is_empty() {
            break;
        }
        refiller
            .refill(&strangers)
            .map_err(|error| Failure::usage(text!(RefillFailed, error.reason)))?;
    }
    if refiller.selection().entries() == wanted.len() {
        return Ok(());
    }
    Err(Failure::usage(text!(RefillOtherBook)))
}

/// What the games of an archive played.
struct ArchiveReplies<'a>(&'a Aggregate<'a>);

impl Replies for ArchiveReplies<'_> {
    fn replies(&self, position: &Position, ply: Option<u32>) -> Vec<Reply> {
        let found = ply
            .and_then(|ply| u8::try_from(ply).ok())
            .and_then(|ply| self.0.find(position.key(), ply));
        let rows = found.map(|row| self.0.moves_of(row)).unwrap_or_default();
        rows.iter()
            .map(|row| Reply {
                mv: row.mv,
                count: u64::from(row.stats.count),
                points: row.stats.points,
            })
            .collect()
    }
}

/// Writes `changes.csv`: each change with the round in which it was made, from 1.
pub(crate) fn write_changes<'a>(
    to: &mut dyn Write,
    changes: impl IntoIterator<Item = (u32, &'a Change)>,
    bom: bool,
) -> io::Result<()> {
    to.write_all(if bom { b"\xef\xbb\xbf" } else { b"" })?;
    to.write_all(b"change,ply,sfen,move,by,reason,round\n")?;
    for (round, change) in changes {
        let ply = change.ply.map_or_else(String::new, |ply| ply.to_string());
        let by = match change.kind {
            ChangeKind::Replaced { by } => by.to_string(),
            _ => String::new(),
        };
        let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
        writeln!(
            to,
            "{},{ply},{},{},{by},{},{round}",
            change.kind.as_str(),
            quoted(&change.sfen),
            change.mv,
            quoted(&change.reason)
        )?;
    }
    Ok(())
}

//! What `suite` tells at its end; for people or as JSON.

use std::collections::BTreeMap;

use joban_positions::manifest::FileDigest;
use joban_positions::suite::{Catalogue, Proof, ProofEntry};
use serde::Serialize;

use super::make::{Made, Make};
use crate::commands::build::PROGRAM;
use crate::commands::{Context, reject_text};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, located};
use crate::output::stdout::{Out, note};
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    program: &'static str,
    command: &'static str,
    out: String,
    /// Games that the starts could come from.
    games: u64,
    /// Games that pass the filter and are on the training side; none where nothing is held out.
    training_games: Option<u64>,
    candidates: u64,
    /// Starts that were asked for.
    wanted: u32,
    suites: Vec<Figures>,
    dropped: BTreeMap<String, u64>,
    seed: u64,
    proof: Proof,
    /// Questions to the teacher in this run, and answers from the evidence.
    asked: Option<u64>,
    from_evidence: Option<u64>,
    evidence: Option<String>,
    outputs: Vec<FileDigest>,
    warnings: Vec<String>,
    #[serde(skip)]
    failed: u64,
    #[serde(skip)]
    texts: Vec<Text>,
}

/// One suite in figures.
#[derive(Debug, Serialize)]
struct Figures {
    starts: u64,
    families: u64,
    positions_sha256: String,
    by_side: BTreeMap<String, u64>,
    /// Pairs of its pair list.
    pairs: u64,
}

impl Report {
    /// The figures of a run.
    pub(super) fn new(make: &Make<'_>, made: &Made) -> Self {
        let starts = &make.settings.starts;
        let figures = made.suites.iter().filter_map(|suite| {
            let catalogue = Catalogue::of_starts(suite, &BTreeMap::new()).ok()?;
            Some(Figures {
                starts: catalogue.starts,
                families: catalogue.by_family.len() as u64,
                positions_sha256: catalogue.positions_sha256,
                by_side: catalogue.by_side,
                pairs: starts.pairs.unwrap_or(catalogue.starts),
            })
        });
        let asked = made.asked.as_ref();
        Report {
            program: PROGRAM,
            command: "suite",
            out: make.settings.out.display().to_string(),
            games: made.games,
            training_games: (!starts.unheld).then_some(made.funnel.kept.len() as u64),
            candidates: made.candidates,
            wanted: starts.count,
            suites: figures.collect(),
            dropped: made.dropped.clone(),
            seed: made.seed,
            proof: made.proof.clone(),
            asked: asked.map(|asked| asked.asked),
            from_evidence: asked.map(|asked| asked.from_log),
            evidence: asked.map(|asked| asked.evidence.clone()),
            outputs: Vec::new(),
            warnings: Vec::new(),
            failed: asked.map_or(0, |asked| asked.failed),
            texts: texts(make, made),
        }
    }

    /// Shows everything.
    ///
    /// # Errors
    ///
    /// A failed write to standard output.
    pub(super) fn show(&self, outputs: Vec<FileDigest>, context: &Context<'_>) -> Outcome {
        let lang = context.lang;
        if context.global.json {
            let texts = self.texts.iter();
            let warnings: Vec<&str> = texts.map(|text| text.get(lang)).collect();
            let mut shown = serde_json::to_value(self)
                .map_err(|error| Failure::internal(text!(InternalFailed, error)))?;
            shown["outputs"] = serde_json::json!(outputs);
            shown["warnings"] = serde_json::json!(warnings);
            return context.show_json(&shown);
        }
        let mut out = Out::default();
        for text in self.lines() {
            out.line(text.get(lang))?;
        }
        for line in compared(&self.proof.compared, context) {
            out.line(&line)?;
        }
        out.line(text!(Written, &self.out).get(lang))?;
        out.finish()?;
        for text in &self.texts {
            note(text!(WarningPrefix, text.clone()).get(lang));
        }
        Ok(())
    }

    fn lines(&self) -> Vec<Text> {
        let mut lines = Vec::new();
        if let (Some(asked), Some(from_log), Some(evidence)) =
            (self.asked, self.from_evidence, &self.evidence)
        {
            lines.push(text!(
                AuditAsked,
                grouped(asked),
                grouped(from_log),
                evidence
            ));
        }
        for (number, suite) in self.suites.iter().enumerate() {
            let (starts, families) = (grouped(suite.starts), grouped(suite.families));
            lines.push(match number {
                0 => match self.training_games {
                    Some(training) => text!(
                        SuiteStarts,
                        starts,
                        families,
                        grouped(self.games),
                        grouped(training)
                    ),
                    None => text!(SuiteStartsUnheld, starts, families, grouped(self.games)),
                },
                _ => text!(SuiteTwin, starts, families),
            });
        }
        if self.dropped.values().any(|count| *count > 0) {
            let left = reasons(&self.dropped);
            lines.push(text!(SuiteLeft, grouped(self.candidates), left));
        }
        lines.push(
            match (self.proof.disjoint_by_game, self.proof.split.is_some()) {
                (true, _) => text!(SuiteDisjoint),
                (false, true) => text!(SuiteBookUnknown),
                (false, false) => text!(SuiteNotDisjoint),
            },
        );
        lines
    }

    /// Exit 4 where the teacher failed on a position that might have passed.
    ///
    /// # Errors
    ///
    /// Exit 4.
    pub(super) fn end(&self) -> Outcome {
        match self.failed {
            0 => Ok(()),
            failed => Err(Failure::engine(text!(ScoresFailed, failed))),
        }
    }
}

/// Why positions became no start, by the names of the manifest.
pub(super) fn reasons(dropped: &BTreeMap<String, u64>) -> String {
    let reasons = dropped.iter().filter(|(_, count)| **count > 0);
    let reasons: Vec<String> = reasons
        .map(|(reason, count)| format!("{reason} {}", grouped(*count)))
        .collect();
    reasons.join(", ")
}

/// What was compared, as a table.
pub(super) fn compared(entries: &[ProofEntry], context: &Context<'_>) -> Vec<String> {
    if entries.is_empty() {
        return Vec::new();
    }
    let word = |text: Text| text.get(context.lang).to_owned();
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    table.row([
        word(text!(ColumnCompared)),
        word(text!(ColumnPositions)),
        word(text!(ColumnSame)),
        word(text!(ColumnFlipped)),
    ]);
    for entry in entries {
        let name = match (&entry.path, &entry.plies) {
            (None, _) => text!(TrainingGames, grouped(entry.games)),
            (Some(path), Some(_)) => text!(TrainingGamesOf, path, grouped(entry.games)),
            (Some(path), None) => Text::same(path),
        };
        let figures = [entry.positions, entry.same, entry.flipped].map(grouped);
        table.row([word(name)].into_iter().chain(figures));
    }
    table.lines()
}

fn texts(make: &Make<'_>, made: &Made) -> Vec<Text> {
    let starts = &make.settings.starts;
    let mut texts = make.read.notes.clone();
    let rejects = make.read.corpus.rejects();
    if let Some(first) = rejects.first() {
        let count = grouped(rejects.len() as u64);
        texts.push(text!(RejectedListed, count, reject_text(first)));
    }
    for error in make
        .things
        .iter()
        .filter_map(|thing| thing.errors().first())
    {
        texts.push(text!(SuiteLineLeft, located(&error.file, 1, &error.issue)));
    }
    for suite in &made.suites {
        let found = suite.len() as u64;
        if found < u64::from(starts.count) && starts.for_book.is_empty() {
            texts.push(text!(
                FewerStarts,
                grouped(found),
                grouped(u64::from(starts.count))
            ));
        }
        if starts.pairs.is_some_and(|pairs| pairs > found) {
            texts.push(text!(StartsRepeat, grouped(found)));
        }
    }
    texts
}

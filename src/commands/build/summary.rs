//! What `build` tells at its end: the funnel, the book, warnings; for people or as JSON.

use std::fs;

use joban_book_build::{Action, Aggregate, Asked, BookSummary, BuiltBook, Override, summarise};
use joban_positions::filter::ArticleFigures;
use joban_positions::manifest::FileDigest;
use joban_positions::{Funnel, Manifest, Rule, Step};
use serde::{Serialize, Serializer};

use super::article::Comparison;
use super::audited::Judged;
use super::manifest::PROGRAM;
use super::{BuildSettings, Table};
use crate::args::Preset;
use crate::commands::source::Read;
use crate::commands::{Context, reject_text};
use crate::failure::Outcome;
use crate::i18n::{Lang, Text, override_name};
use crate::output::stdout::{Out, note};
use crate::output::table::{Align, Table as TextTable, grouped};
use crate::settings::defaults;
use crate::text;

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    program: &'static str,
    command: &'static str,
    preset: Option<Preset>,
    dry_run: bool,
    /// Folder of the results; none where nothing was written.
    out: Option<String>,
    rejected: u64,
    /// Warnings inside records, by kind.
    record_warnings: std::collections::BTreeMap<&'static str, u64>,
    funnel: Funnel,
    games: u64,
    held_out: u64,
    holdout: f64,
    split_seed: u64,
    book: Option<BookSummary>,
    overrides: Vec<Override>,
    article: Option<Comparison>,
    outputs: Vec<FileDigest>,
    warnings: Vec<String>,
    /// What the teacher said.
    #[serde(
        serialize_with = "report_json",
        skip_serializing_if = "Option::is_none"
    )]
    pub(super) audit: Option<Judged>,
    #[serde(skip)]
    texts: Vec<Text>,
}

fn report_json<S: Serializer>(audit: &Option<Judged>, to: S) -> Result<S::Ok, S::Error> {
    audit
        .as_ref()
        .map(|audit| audit.report().json())
        .serialize(to)
}

impl Summary {
    /// What is known after reading and filtering.
    pub(crate) fn new(
        settings: &BuildSettings,
        read: &Read,
        funnel: &Funnel,
        dry_run: bool,
    ) -> Self {
        let mut summary = Summary {
            program: PROGRAM,
            command: "build",
            preset: settings.preset,
            dry_run,
            out: None,
            rejected: read.corpus.rejects().len() as u64,
            record_warnings: read.warnings.clone(),
            funnel: funnel.clone(),
            games: funnel.kept.len() as u64,
            held_out: funnel.held_out,
            holdout: settings.split.fraction,
            split_seed: settings.split.seed,
            book: None,
            overrides: settings.overrides.clone(),
            article: None,
            outputs: Vec::new(),
            warnings: Vec::new(),
            audit: None,
            texts: read.notes.clone(),
        };
        // Where nothing could be read at all, the error at the end says so.
        if let Some(first) = read.corpus.rejects().first().filter(|_| funnel.parsed > 0) {
            let count = grouped(summary.rejected);
            summary
                .texts
                .push(text!(RejectedListed, count, reject_text(first)));
        }
        if settings.preset.is_some() {
            summary.article = Some(Comparison::new(summary.figures(0, 0, 0)));
        }
        summary
    }

    fn figures(&self, moves: u64, positions: u64, candidates: u64) -> ArticleFigures {
        ArticleFigures {
            records: self.funnel.read,
            games: self.games,
            moves,
            positions,
            candidates,
        }
    }

    /// Adds the book.
    pub(crate) fn book(
        &mut self,
        settings: &BuildSettings,
        table: Option<&Table>,
        aggregate: &Aggregate<'_>,
        book: &BuiltBook,
        outputs: &[FileDigest],
    ) {
        let asked = Asked {
            entries: settings.book.entries,
            key_table: table.map(Table::label),
        };
        let book = summarise(aggregate, book, &asked);
        if self.article.is_some() {
            let [positions, candidates] = [book.positions, book.entries].map(|n| n as u64);
            let figures = self.figures(book.moves, positions, candidates);
            self.article = Some(Comparison::new(figures));
        }
        self.texts.extend(book_warnings(&book));
        self.texts.extend(table_changed(settings, outputs));
        self.book = Some(book);
        self.out = Some(settings.output.out.display().to_string());
        self.outputs = outputs.to_vec();
    }

    /// How the run ends after what the teacher said.
    ///
    /// # Errors
    ///
    /// As the report of `verify`.
    pub(crate) fn audit_end(&self) -> Outcome {
        self.audit
            .as_ref()
            .map_or(Ok(()), |audit| audit.report().end())
    }

    /// Shows everything.
    ///
    /// # Errors
    ///
    /// A failed write to standard output.
    pub(crate) fn show(mut self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            self.warnings = self
                .texts
                .iter()
                .map(|text| text.get(context.lang).to_owned())
                .collect();
            return context.show_json(&self);
        }
        let mut out = Out::default();
        for line in self.lines(context.lang) {
            out.line(&line)?;
        }
        out.finish()?;
        for text in &self.texts {
            note(text!(WarningPrefix, text.clone()).get(context.lang));
        }
        Ok(())
    }

    fn lines(&self, lang: Lang) -> Vec<String> {
        let mut lines = funnel_lines(&self.funnel, lang);
        let mut say = |text: Text| lines.push(text.get(lang).to_owned());
        match &self.book {
            None if self.dry_run => say(text!(DryRun)),
            None => {}
            Some(book) => {
                let games = [self.games, self.funnel.read, self.held_out, book.moves].map(grouped);
                let [games, read, held_out, moves] = games;
                say(text!(BuiltFrom, games, read, held_out, moves));
                let sizes = [book.positions, book.entries, book.bytes];
                let [positions, entries, bytes] = sizes.map(|size| grouped(size as u64));
                say(text!(BookSize, positions, entries, bytes));
                say(keys_text(book));
                let [black, white] = book.own_moves.map(|moves| format!("{moves:.2}"));
                say(text!(OwnMoves, black, white));
            }
        }
        if let Some(audit) = &self.audit {
            lines.extend(audit.report().lines(lang));
        }
        for each in &self.overrides {
            lines.push(override_text(each).get(lang).to_owned());
        }
        lines.extend(self.article_lines(lang));
        for output in &self.outputs {
            lines.push(format!(
                "  {}  sha256 {}",
                pad(&output.path, 13),
                &output.sha256
            ));
        }
        if let Some(out) = &self.out {
            lines.push(text!(Written, out).get(lang).to_owned());
        }
        lines
    }

    fn article_lines(&self, lang: Lang) -> Vec<String> {
        let Some(article) = &self.article else {
            return Vec::new();
        };
        let mut table = TextTable::new(&[Align::Left, Align::Right, Align::Right]);
        let word = |text: Text| text.get(lang).to_owned();
        table.row([
            String::new(),
            word(text!(ArticleHere)),
            word(text!(ArticleArticle)),
        ]);
        for (label, here, theirs) in article.rows() {
            table.row([word(label), grouped(here), grouped(theirs)]);
        }
        let mut lines = vec![word(text!(ArticleTitle))];
        lines.extend(table.lines());
        lines
    }
}

fn pad(text: &str, cells: usize) -> String {
    format!("{text:cells$}")
}

fn override_text(each: &Override) -> Text {
    let english = format!(
        "{}: {} {:?}: {}",
        each.name, each.mv, each.action, each.reason
    );
    let action = match each.action {
        Action::Force => "強制".to_owned(),
        Action::Forbid => "禁止".to_owned(),
        Action::Weight(weight) => format!("重み {weight}"),
    };
    let name = override_name(&each.name);
    Text::pair(
        &english,
        &format!("{name}: {} ({action}): {}", each.mv, each.reason),
    )
}

fn keys_text(book: &BookSummary) -> Text {
    match &book.zobrist {
        Some(path) => text!(KeyTableKept, path, book.collisions.len()),
        None => {
            text!(
                KeySeedFound,
                book.key_seed.unwrap_or_default(),
                book.key_table,
                grouped(book.key_table_bytes as u64)
            )
        }
    }
}

fn book_warnings(book: &BookSummary) -> Vec<Text> {
    let (entries, asked) = (book.entries, book.entries_asked);
    let mut warnings = Vec::new();
    if let Some(support) = book.weak_end() {
        warnings.push(text!(LowSupport, support, book.weak_entries, entries));
    }
    if entries < asked as usize {
        warnings.push(text!(FewerEntries, entries, asked));
    }
    if asked > defaults::ENTRIES {
        warnings.push(text!(LargerBudget, grouped(book.bytes as u64), asked));
    }
    if book.never_played > 0 {
        warnings.push(text!(NeverPlayed, book.never_played, entries));
    }
    warnings
}

/// Whether the key table differs from that of the result which is about to be replaced.
fn table_changed(settings: &BuildSettings, outputs: &[FileDigest]) -> Option<Text> {
    let out = &settings.output.out;
    let earlier: Manifest =
        serde_json::from_slice(&fs::read(out.join("manifest.json")).ok()?).ok()?;
    let table = |outputs: &[FileDigest]| {
        let found = outputs.iter().find(|output| output.path == "zobrist.bin");
        found.map(|output| output.sha256.clone())
    };
    let (before, now) = (table(&earlier.outputs)?, table(outputs)?);
    (before != now).then(|| text!(TableChanged, out.display()))
}

/// The funnel as a table.
fn funnel_lines(funnel: &Funnel, lang: Lang) -> Vec<String> {
    let mut table = TextTable::new(&[Align::Left, Align::Right, Align::Right, Align::Right]);
    let word = |text: Text| text.get(lang).to_owned();
    table.row([
        word(text!(FunnelHeader)),
        word(text!(FunnelFails)),
        word(text!(FunnelRemoved)),
        word(text!(FunnelLeft)),
    ]);
    table.row([
        word(text!(FunnelRead)),
        String::new(),
        String::new(),
        grouped(funnel.read),
    ]);
    for step in funnel.steps.iter().filter(|step| step.active) {
        table.row(step_cells(step, lang));
    }
    let kept = funnel.kept.len() as u64;
    table.row([
        word(text!(HeldOut)),
        String::new(),
        grouped(funnel.held_out),
        grouped(kept),
    ]);
    let mut lines = vec![word(text!(FunnelTitle))];
    lines.extend(table.lines());
    lines
}

fn step_cells(step: &Step, lang: Lang) -> [String; 4] {
    let fails = step.fails.map(grouped).unwrap_or_default();
    [
        rule_text(step.rule).get(lang).to_owned(),
        fails,
        grouped(step.removed),
        grouped(step.left),
    ]
}

/// A rule in words.
pub(crate) fn rule_text(rule: Rule) -> Text {
    match rule {
        Rule::Parse => text!(RuleParse),
        Rule::EvenStart => text!(RuleEvenStart),
        Rule::Buoy => text!(RuleBuoy),
        Rule::Endings => text!(RuleEndings),
        Rule::Length => text!(RuleLength),
        Rule::Ratings => text!(RuleRatings),
        Rule::Winner => text!(RuleWinner),
        Rule::VerifiedEndings => text!(RuleVerified),
        Rule::DateRange => text!(RuleDates),
        Rule::Event => text!(RuleEvent),
        Rule::Players => text!(RulePlayers),
        Rule::RatingGap => text!(RuleGap),
        Rule::TimeControl => text!(RuleTimeControl),
        Rule::PairingCap => text!(RulePairing),
        Rule::InstantMoves => text!(RuleInstant),
        Rule::Legality => text!(RuleLegality),
        Rule::Duplicates => text!(RuleDuplicates),
    }
}

//! What `build` tells at its end: the funnel, the book, warnings; for people or as JSON.

use std::fs;

use joban_book_build::{Aggregate, BookRow, BuiltBook, reach};
use joban_positions::filter::ArticleFigures;
use joban_positions::manifest::FileDigest;
use joban_positions::{Funnel, Manifest, Rule, Step};
use serde::Serialize;

use super::article::Comparison;
use super::manifest::{PROGRAM, moves};
use super::{BuildSettings, Table};
use crate::args::Preset;
use crate::commands::source::Read;
use crate::commands::{Context, reject_text};
use crate::failure::Outcome;
use crate::i18n::{Lang, Text};
use crate::output::stdout::{Out, note};
use crate::output::table::{Align, Table as TextTable, grouped};
use crate::settings::defaults;
use crate::text;

/// Support below which an entry is called weak.
const WEAK_SUPPORT: u32 = 3;
/// Bytes of the ROM's budget.
const ROM_BUDGET: u64 = 3_072;

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
    book: Option<BookFacts>,
    overrides: Vec<joban_book_build::Override>,
    article: Option<Comparison>,
    outputs: Vec<FileDigest>,
    warnings: Vec<String>,
    #[serde(skip)]
    texts: Vec<Text>,
}

/// Figures of the book.
#[derive(Debug, Serialize)]
struct BookFacts {
    /// Moves counted in the games it was built from.
    moves: u64,
    positions: u64,
    entries: u64,
    entries_asked: u32,
    bytes: u64,
    book_plies: u32,
    key_table: &'static str,
    key_table_bytes: u64,
    key_seed: Option<u64>,
    /// Path of a table that was kept.
    zobrist: Option<String>,
    collisions: Vec<CollisionFacts>,
    /// Entries with support in fewer than three games.
    weak_entries: u64,
    /// Games behind the entry selected last.
    last_support: Option<u32>,
    /// Expected own moves from the book in a game against the archive, as black and as white.
    own_moves: [f64; 2],
    /// Entries that are never played against the archive, whatever the seed of the ROM's generator.
    never_played: u64,
}

/// Two positions under one key.
#[derive(Debug, Serialize)]
struct CollisionFacts {
    ply: u8,
    key: String,
    kept: String,
    dropped: String,
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
        let facts = BookFacts::new(settings, table, aggregate, book);
        if self.article.is_some() {
            let figures = self.figures(facts.moves, facts.positions, facts.entries);
            self.article = Some(Comparison::new(figures));
        }
        self.texts.extend(facts.warnings());
        self.texts.extend(table_changed(settings, outputs));
        self.book = Some(facts);
        self.out = Some(settings.output.out.display().to_string());
        self.outputs = outputs.to_vec();
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
                say(text!(
                    BookSize,
                    grouped(book.positions),
                    grouped(book.entries),
                    grouped(book.bytes)
                ));
                say(book.keys());
                let [black, white] = book.own_moves.map(|moves| format!("{moves:.2}"));
                say(text!(OwnMoves, black, white));
            }
        }
        for each in &self.overrides {
            lines.push(format!(
                "{}: {} {:?}: {}",
                each.name, each.mv, each.action, each.reason
            ));
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

impl BookFacts {
    fn new(
        settings: &BuildSettings,
        table: Option<&Table>,
        aggregate: &Aggregate<'_>,
        book: &BuiltBook,
    ) -> Self {
        let last = book
            .selection
            .positions
            .last()
            .and_then(|position| position.moves.last());
        let collisions = book.selection.collisions.iter().map(|each| CollisionFacts {
            ply: each.ply,
            key: format!("{:04x}", each.key),
            kept: each.kept.clone(),
            dropped: each.dropped.clone(),
        });
        let reach = reach(aggregate, book);
        let count = |which: fn(&&BookRow) -> bool| book.rows.iter().filter(which).count() as u64;
        BookFacts {
            moves: moves(aggregate),
            positions: book.selection.positions.len() as u64,
            entries: book.rows.len() as u64,
            entries_asked: settings.book.entries,
            bytes: book.rows.len() as u64 * 6,
            book_plies: settings.book.book_plies,
            key_table: book.keys.keys.layout().as_str(),
            key_table_bytes: book.keys.keys.bytes().len() as u64,
            key_seed: book.keys.seed,
            zobrist: table.map(|table| table.label().to_owned()),
            collisions: collisions.collect(),
            weak_entries: count(|row| row.figures.games < WEAK_SUPPORT),
            last_support: last.map(|each| each.stats.games),
            own_moves: reach.own_moves,
            never_played: reach.never.len() as u64,
        }
    }

    fn keys(&self) -> Text {
        match (&self.zobrist, self.key_seed) {
            (Some(path), _) => text!(KeyTableKept, path, self.collisions.len()),
            (None, seed) => {
                text!(
                    KeySeedFound,
                    seed.unwrap_or_default(),
                    self.key_table,
                    grouped(self.key_table_bytes)
                )
            }
        }
    }

    fn warnings(&self) -> Vec<Text> {
        let mut warnings = Vec::new();
        if let Some(support) = self.last_support.filter(|&support| support < WEAK_SUPPORT) {
            warnings.push(text!(LowSupport, support, self.weak_entries, self.entries));
        }
        if self.entries < u64::from(self.entries_asked) {
            warnings.push(text!(FewerEntries, self.entries, self.entries_asked));
        }
        if self.entries_asked > defaults::ENTRIES {
            debug_assert_eq!(u64::from(defaults::ENTRIES) * 6, ROM_BUDGET);
            warnings.push(text!(LargerBudget, grouped(self.bytes), self.entries_asked));
        }
        if self.never_played > 0 {
            warnings.push(text!(NeverPlayed, self.never_played, self.entries));
        }
        warnings
    }
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

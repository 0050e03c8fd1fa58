//! What the commands on data sets show: JSON, or short tables.

use std::collections::BTreeMap;

use joban_positions::dataset::{Card, LabelSource, Results};
use joban_positions::manifest::FileDigest;
use serde::Serialize;
use serde_json::Value;

use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::Outcome;
use crate::i18n::{Lang, Text};
use crate::output::stdout::{Out, note};
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// What is told at the end.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    program: &'static str,
    command: &'static str,
    /// Folder of the results, where there is one.
    pub(super) out: Option<String>,
    /// Rows read that were left out, by reason.
    pub(super) dropped: BTreeMap<String, u64>,
    /// Cards by the name of the set.
    pub(super) cards: BTreeMap<String, Card>,
    /// Further figures of the command.
    #[serde(flatten)]
    pub(super) figures: BTreeMap<String, Value>,
    pub(super) outputs: Vec<FileDigest>,
    warnings: Vec<String>,
    #[serde(skip)]
    pub(super) notes: Vec<Text>,
    /// Lines for people beside the cards.
    #[serde(skip)]
    pub(super) lines: Vec<Text>,
}

impl Report {
    pub(super) fn new(command: &'static str) -> Self {
        Report {
            program: PROGRAM,
            command,
            out: None,
            dropped: BTreeMap::new(),
            cards: BTreeMap::new(),
            figures: BTreeMap::new(),
            outputs: Vec::new(),
            warnings: Vec::new(),
            notes: Vec::new(),
            lines: Vec::new(),
        }
    }

    pub(super) fn show(mut self, context: &Context<'_>) -> Outcome {
        let low = self.cards.values().filter(|card| card.decided.is_low);
        let low: Vec<Text> = low.map(low_note).collect();
        self.notes.extend(low);
        if context.global.json {
            let words = self.notes.iter().map(|text| text.get(context.lang));
            self.warnings = words.map(str::to_owned).collect();
            return context.show_json(&self);
        }
        self.print(context.lang)
    }

    fn print(&self, lang: Lang) -> Outcome {
        let mut out = Out::default();
        for (name, card) in &self.cards {
            out.line(text!(CardTitle, name, grouped(card.rows)).get(lang))?;
            for line in card_table(card, lang).lines() {
                out.line(&line)?;
            }
        }
        if !self.dropped.is_empty() {
            out.line(text!(DroppedTitle).get(lang))?;
            for line in counts(&self.dropped, lang).lines() {
                out.line(&line)?;
            }
        }
        for line in &self.lines {
            out.line(line.get(lang))?;
        }
        if let Some(folder) = &self.out {
            out.line(text!(Written, folder).get(lang))?;
        }
        out.finish()?;
        for text in &self.notes {
            note(text!(WarningPrefix, text.clone()).get(lang));
        }
        Ok(())
    }
}

fn low_note(card: &Card) -> Text {
    text!(
        CardDecidedLow,
        percent(card.decided.share.unwrap_or_default()),
        card.decided.edge_cp
    )
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn card_table(card: &Card, lang: Lang) -> Table {
    let mut table = Table::new(&[Align::Left, Align::Left]);
    let mut row = |name: Text, value: String| table.row([name.get(lang).to_owned(), value]);
    row(text!(CardLabelled), grouped(card.labelled));
    for label in &card.labels {
        row(text!(CardTeacher), source(label));
    }
    row(text!(CardGames), grouped(card.games));
    let (same, flipped) = (card.duplicates.same, card.duplicates.flipped);
    let twins = text!(CardDuplicatesValue, grouped(same), grouped(flipped));
    row(text!(CardDuplicates), twins.get(lang).to_owned());
    row(
        text!(CardSide),
        text!(
            CardSideValue,
            grouped(card.side.black),
            grouped(card.side.white)
        )
        .get(lang)
        .to_owned(),
    );
    row(text!(CardResult), results(card.result_stm, lang));
    row(text!(CardResultBlack), results(card.result_black, lang));
    if card.labelled > 0 {
        row(text!(CardScores), scores(card, lang));
        let share = percent(card.decided.share.unwrap_or_default());
        row(
            text!(CardDecided, card.decided.edge_cp),
            format!("{} ({share})", grouped(card.decided.rows)),
        );
    }
    row(text!(CardPlies), plies(card));
    table
}

fn source(label: &LabelSource) -> String {
    let name = &label.teacher["id_name"];
    let name = name.as_str().or_else(|| label.teacher.as_str());
    let name = name.unwrap_or("?");
    match label.multipv {
        1 => format!("{name}, {}", label.limit),
        lines => format!("{name}, {}, multipv {lines}", label.limit),
    }
}

fn results(results: Results, lang: Lang) -> String {
    let Results {
        win,
        draw,
        loss,
        unknown,
    } = results;
    text!(
        CardResultValue,
        grouped(win),
        grouped(draw),
        grouped(loss),
        grouped(unknown)
    )
    .get(lang)
    .to_owned()
}

fn scores(card: &Card, lang: Lang) -> String {
    let score = card.score;
    text!(
        CardScoresValue,
        grouped(score.below_300),
        grouped(score.from_300),
        grouped(score.from_1200),
        grouped(score.from_3000),
        grouped(score.mates + score.mated)
    )
    .get(lang)
    .to_owned()
}

/// The bars of the ply histogram, of which the last ones are put together.
fn plies(card: &Card) -> String {
    const SHOWN: usize = 8;
    let bars = card.ply.iter().take(SHOWN);
    let mut parts: Vec<String> = bars
        .map(|bar| format!("{}-{} {}", bar.from, bar.to, grouped(bar.rows)))
        .collect();
    if let Some(next) = card.ply.get(SHOWN) {
        let rows = card.ply[SHOWN..].iter().map(|bar| bar.rows).sum();
        parts.push(format!("{}- {}", next.from, grouped(rows)));
    }
    if card.ply_unknown > 0 {
        parts.push(format!("? {}", grouped(card.ply_unknown)));
    }
    parts.join(", ")
}

/// Counts by reason, in words.
pub(super) fn counts(counts: &BTreeMap<String, u64>, lang: Lang) -> Table {
    let mut table = Table::new(&[Align::Left, Align::Right]);
    for (name, count) in counts {
        let name = reason(name).get(lang).to_owned();
        table.row([name, grouped(*count)]);
    }
    table
}

/// A reason of counts in words.
fn reason(name: &str) -> Text {
    match name {
        "in_check" => text!(DropInCheck),
        "no_legal_move" => text!(DropNoLegalMove),
        "no_random_move" => text!(DropNoRandomMove),
        "per_game" => text!(DropPerGame),
        "other_part" => text!(DropOtherPart),
        "repeated" => text!(DropRepeated),
        "ply_unknown" => text!(DropPlyUnknown),
        "ply_window" => text!(DropPlyWindow),
        "decided" => text!(DropDecided),
        "without_score" => text!(DropWithoutScore),
        "mate" => text!(DropMate),
        "not_packable" => text!(DropNotPackable),
        "rejected" => text!(DropRejected),
        "same" => text!(DropSame),
        "flipped" => text!(DropFlipped),
        "ply" => text!(LostPly),
        "game_hash" => text!(LostGame),
        "random_plies" => text!(LostRandom),
        "score_cut" => text!(LostScore),
        "mate_plies" => text!(LostMate),
        "unknown_result_is_draw" => text!(LostResult),
        "played" => text!(LostPlayed),
        "best" => text!(LostBest),
        "played_is_best" => text!(LostPlayedIsBest),
        "depth" => text!(LostDepth),
        "nodes" => text!(LostNodes),
        "lines" => text!(LostLines),
        "labels" => text!(LostLabels),
        "failed" => text!(DropFailed),
        "not_reached" => text!(DropNotReached),
        "no_complete_depth" => text!(DropNoDepth),
        other => Text::same(other),
    }
}

//! The report of a match for people.

use std::path::Path;

use joban_engine::arena::stats::{Decision, Estimate, Wdl};
use joban_engine::arena::{Actual, BookUse, Judged, Report, Span, SprtReport};

use crate::failure::Outcome;
use crate::i18n::{Lang, Text};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// Fewer different pairs than these support no verdict.
const LEAST_PAIRS: u64 = 6;

/// What is shown.
pub(super) struct Shown<'a> {
    pub(super) names: [&'a str; 2],
    pub(super) report: &'a Report,
    pub(super) discarded: usize,
    pub(super) fast: Option<[u64; 2]>,
    pub(super) uses: Option<usize>,
    pub(super) is_repeatable: bool,
    /// Where the results are, if any were written.
    pub(super) out: Option<&'a Path>,
}

/// What the data support, by the interval over different pairs. Of a book that was never used they say nothing.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// The engines differ in their books, and no move came from one.
    NoBookMove,
    /// The first engine is the stronger one.
    First,
    /// The second.
    Second,
    /// No difference is shown.
    NotShown,
}

impl Finding {
    /// From a report.
    pub(super) fn of(report: &Report) -> Self {
        let differs = |(name, _, _): &(String, _, _)| {
            let name = name.to_lowercase().replace('_', "");
            name.contains("bookfile") || name.contains("ownbook")
        };
        let is_used = report.actual.iter().any(|actual| actual.book.is_some());
        if !is_used && report.option_differences.iter().any(differs) {
            return Self::NoBookMove;
        }
        let [ll, ld, _, wd, ww] = report.distinct_pairs.pairs.0;
        let estimate = report.distinct_pairs.estimate;
        match estimate.map(|estimate| (estimate.units, estimate.variance)) {
            // Of fewer pairs even one-sided results come about by chance (sign test: 2 x 0.5^5 > 0.05).
            None | Some((..LEAST_PAIRS, _)) => return Self::NotShown,
            // Pairs that are all alike have no spread to make an interval of; the sign test does without.
            Some((_, 0.0)) if ww + wd > 0 => return Self::First,
            Some((_, 0.0)) if ll + ld > 0 => return Self::Second,
            Some(_) => {}
        }
        match estimate.map(|estimate| (estimate.elo_low, estimate.elo_high)) {
            Some((Some(low), _)) if low > 0.0 => Self::First,
            Some((_, Some(high))) if high < 0.0 => Self::Second,
            _ => Self::NotShown,
        }
    }

    /// The name in files.
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Self::NoBookMove => "no_book_move",
            Self::First => "first",
            Self::Second => "second",
            Self::NotShown => "not_shown",
        }
    }
}

impl Shown<'_> {
    /// Writes the report to standard output.
    ///
    /// # Errors
    ///
    /// A failed write.
    pub(super) fn print(&self, lang: Lang) -> Outcome {
        let mut out = Out::default();
        for line in self.score(lang).lines() {
            out.line(&line)?;
        }
        for text in self.sentences() {
            out.line(text.get(lang))?;
        }
        for line in self.used(lang).lines() {
            out.line(&line)?;
        }
        for text in self.differences() {
            out.line(text.get(lang))?;
        }
        if let Some(path) = self.out {
            out.line(text!(MatchWhere, path.display()).get(lang))?;
        }
        out.finish()
    }

    fn score(&self, lang: Lang) -> Table {
        let mut table = Table::new(&[
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Right,
            Align::Right,
        ]);
        let heads = [
            text!(MatchColumnGames),
            text!(MatchColumnWon),
            text!(MatchColumnDrawn),
            text!(MatchColumnLost),
            text!(MatchColumnScore),
        ];
        let first = text!(MatchTitle, self.names[0], self.names[1]);
        table.row([first].iter().chain(&heads).map(|text| text.get(lang)));
        let rows = [
            (text!(MatchAll), &self.report.games),
            (text!(MatchAsBlack), &self.report.as_black),
            (text!(MatchAsWhite), &self.report.as_white),
        ];
        for (name, games) in rows {
            table.row(wdl(name.get(lang), games));
        }
        table
    }

    fn sentences(&self) -> Vec<Text> {
        let report = self.report;
        let repeats = &report.repeats;
        let mut texts = vec![cells(&report.all_pairs)];
        texts.push(elo(
            text!(MatchOverAll, report.repeats.pairs),
            &report.all_pairs.estimate,
        ));
        if repeats.distinct_pairs < repeats.pairs {
            let over = text!(MatchOverDistinct, repeats.distinct_pairs, repeats.pairs);
            texts.push(elo(over, &report.distinct_pairs.estimate));
        }
        if let (Some((low, high)), Some(p)) = (report.decisive_wilson_95, report.decisive_p_value) {
            let (won, all) = (report.games.wins, report.games.decisive());
            texts.push(text!(
                MatchDecisive,
                won,
                all,
                percent(low),
                percent(high),
                format!("{p:.4}")
            ));
        }
        texts.extend(report.sprt.as_ref().map(sprt));
        if self.discarded > 0 {
            texts.push(text!(MatchDiscarded, self.discarded));
        }
        let ends = report
            .ends
            .iter()
            .map(|(end, count)| format!("{end} {count}"));
        texts.push(text!(MatchEnds, ends.collect::<Vec<_>>().join(", ")));
        texts.push(text!(
            MatchDifferent,
            repeats.distinct_as_black,
            repeats.distinct_as_white,
            repeats.pairs,
            repeats.starts
        ));
        if repeats.alike_within_pair > 0 {
            texts.push(text!(MatchAlike, repeats.alike_within_pair));
        }
        if self.is_repeatable && repeats.distinct_pairs < repeats.pairs {
            texts.push(text!(WarningPrefix, text!(MatchRepeats)));
        }
        texts
    }

    /// What the data support.
    fn supported(&self) -> Text {
        match Finding::of(self.report) {
            Finding::NoBookMove => text!(MatchBookUnused),
            Finding::First => text!(MatchStronger, self.names[0]),
            Finding::Second => text!(MatchStronger, self.names[1]),
            Finding::NotShown => text!(MatchNotShown),
        }
    }

    fn used(&self, lang: Lang) -> Table {
        let mut table = Table::new(&[
            Align::Left,
            Align::Left,
            Align::Right,
            Align::Right,
            Align::Left,
            Align::Left,
        ]);
        let heads = [
            text!(MatchColumnEngine),
            text!(MatchColumnAsked),
            text!(MatchColumnMoves),
            text!(MatchColumnBook),
            text!(MatchColumnNodes),
            text!(ColumnDepth),
        ];
        table.row(heads.iter().map(|text| text.get(lang)));
        for (name, actual) in self.names.iter().zip(&self.report.actual) {
            table.row(used(name, actual));
        }
        table
    }

    fn differences(&self) -> Vec<Text> {
        let none = || "-".to_owned();
        let mut texts: Vec<Text> = Vec::new();
        for (name, first, second) in &self.report.option_differences {
            let [first, second] = [first, second].map(|value| value.clone().unwrap_or_else(none));
            texts.push(text!(MatchOption, name, first, second));
        }
        for (name, actual) in self.names.iter().zip(&self.report.actual) {
            if actual.voided + actual.lost_by_fault > 0 {
                texts.push(text!(
                    MatchFaults,
                    name,
                    actual.voided,
                    actual.lost_by_fault
                ));
            }
        }
        for (name, actual) in self.names.iter().zip(&self.report.actual) {
            texts.extend(actual.book.iter().map(|book| book_use(name, book)));
        }
        texts.push(self.supported());
        if let Some([first, second]) = self.fast {
            texts.push(text!(MatchFast, first, second));
        }
        if let Some(uses) = self.uses {
            texts.push(text!(MatchUses, uses));
        }
        texts
    }
}

/// Hits, exit and the engine's own view there.
fn book_use(name: &str, book: &BookUse) -> Text {
    let plies: Vec<String> = book
        .by_ply
        .iter()
        .map(|(ply, hits)| format!("{ply}: {hits}"))
        .collect();
    text!(
        MatchBook,
        name,
        book.games,
        plies.join(", "),
        span(book.exit_ply),
        signed(book.exit_cp_as_black),
        signed(book.exit_cp_as_white),
        span(book.hits_per_game)
    )
}

fn wdl(name: &str, games: &Wdl) -> [String; 6] {
    [
        name.to_owned(),
        grouped(games.games()),
        grouped(games.wins),
        grouped(games.draws),
        grouped(games.losses),
        games.score().map_or_else(|| "-".to_owned(), percent),
    ]
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// LL to WW.
fn cells(judged: &Judged) -> Text {
    let [ll, ld, even, wd, ww] = judged.pairs.0;
    text!(MatchPairs, ll, ld, even, wd, ww)
}

fn signed(value: Option<f64>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| format!("{value:+.1}"))
}

fn elo(over: Text, estimate: &Option<Estimate>) -> Text {
    let Some(estimate) = estimate else {
        return text!(MatchNoElo, over);
    };
    let los = estimate.los.map_or_else(|| "?".to_owned(), percent);
    text!(
        MatchElo,
        over,
        signed(estimate.elo),
        signed(estimate.elo_low),
        signed(estimate.elo_high),
        los,
        signed(estimate.normalised_elo)
    )
}

fn sprt(report: &SprtReport) -> Text {
    let verdict = match report.verdict.decision {
        Some(Decision::H0) => text!(MatchSprtH0, report.sprt.elo0),
        Some(Decision::H1) => text!(MatchSprtH1, report.sprt.elo1),
        None => text!(MatchSprtOpen),
    };
    let (low, high) = report.bounds;
    text!(
        MatchSprtLine,
        report.sprt.elo0,
        report.sprt.elo1,
        format!("{:.2}", report.verdict.llr),
        format!("{low:.2}"),
        format!("{high:.2}"),
        report.model,
        verdict
    )
}

fn used(name: &str, actual: &Actual) -> [String; 6] {
    [
        name.to_owned(),
        actual.requested.clone(),
        grouped(actual.moves),
        grouped(actual.from_book),
        span(actual.nodes),
        span(actual.depth),
    ]
}

/// Mean, and least to greatest.
fn span(span: Option<Span>) -> String {
    span.map_or_else(
        || "-".to_owned(),
        |span| format!("{} ({}..{})", span.mean, span.min, span.max),
    )
}

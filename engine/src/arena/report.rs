//! What a match came to, in one value.

use std::collections::BTreeMap;

use serde::Serialize;

use super::book_use::BookUse;
use super::game::{Game, Which};
use super::run::{PairState, Table};
use super::stats::{
    Estimate, PairMoves, Pairs, Repeats, Sprt, Verdict, Wdl, repeats, two_sided, wilson,
};
use crate::rules::Move;

/// Least, mean and greatest of some numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Span {
    /// How many there are.
    pub count: u64,
    /// The least.
    pub min: u64,
    /// The mean, to a tenth.
    pub mean: f64,
    /// The greatest.
    pub max: u64,
}

impl Span {
    pub(super) fn of(numbers: impl Iterator<Item = u64>) -> Option<Self> {
        let (mut count, mut sum, mut min, mut max) = (0_u64, 0_u128, u64::MAX, 0);
        for number in numbers {
            count += 1;
            sum += u128::from(number);
            min = min.min(number);
            max = max.max(number);
        }
        let mean = || (10.0 * sum as f64 / count as f64).round() / 10.0;
        (count > 0).then(|| Self {
            count,
            min,
            mean: mean(),
            max,
        })
    }
}

/// What an engine really used, beside what it was asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Actual {
    /// The limit it was given: `nodes 88`.
    pub requested: String,
    /// Moves it played.
    pub moves: u64,
    /// Of these, answered from its book, as far as it says so.
    pub from_book: u64,
    /// What it played from its book; `None` if nothing.
    pub book: Option<BookUse>,
    /// Nodes of the moves with a count.
    pub nodes: Option<Span>,
    /// Complete depth of the moves with one, in plies.
    pub depth: Option<Span>,
    /// Faults that made pairs void.
    pub voided: u64,
    /// Games lost by a fault after all replays.
    pub lost_by_fault: u64,
}

/// What a report says of an engine beside its games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The limit it was given: `nodes 88`.
    pub requested: String,
    /// Options in the order sent (`None`: a button).
    pub options: Vec<(String, Option<String>)>,
}

/// A set of pairs judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// LL, LD, DD or WL, WD, WW.
    pub pairs: Pairs,
    /// Score and Elo from the pairs; `None` without one.
    pub estimate: Option<Estimate>,
}

impl Judged {
    fn of(pairs: Pairs) -> Self {
        Self {
            estimate: Estimate::of_pairs(&pairs),
            pairs,
        }
    }
}

/// The result of a match from the first engine's view.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// All games.
    pub games: Wdl,
    /// Games with black.
    pub as_black: Wdl,
    /// Games with white.
    pub as_white: Wdl,
    /// Games by how they ended.
    pub ends: BTreeMap<&'static str, u64>,
    /// All pairs.
    pub all_pairs: Judged,
    /// One pair of each group of repeated ones: the effective sample.
    pub distinct_pairs: Judged,
    /// Which games are repeated.
    pub repeats: Repeats,
    /// 95 % interval of the share won of games with a winner (Wilson); `None` without one.
    pub decisive_wilson_95: Option<(f64, f64)>,
    /// Probability of a result at least as uneven between equals, of games with a winner (exact, two-sided).
    pub decisive_p_value: Option<f64>,
    /// The sequential test, if there was one.
    pub sprt: Option<SprtReport>,
    /// The first and the second engine.
    pub actual: [Actual; 2],
    /// Options with which the two differ: name, first, second; `None` where it is not sent.
    pub option_differences: Vec<(String, Option<String>, Option<String>)>,
}

/// A sequential test and where it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtReport {
    /// Its numbers.
    #[serde(flatten)]
    pub sprt: Sprt,
    /// How the ratio is computed.
    pub model: &'static str,
    /// Bounds of the ratio.
    pub bounds: (f64, f64),
    /// Where it stands.
    #[serde(flatten)]
    pub verdict: Verdict,
}

/// The model of the ratio, as reports name it.
const MODEL: &str = "pentanomial GSPRT, logistic Elo";

impl Report {
    /// Judges the first `pairs` of a table, which must be finished ones; the others are left out.
    #[must_use]
    pub fn new(table: &Table, pairs: usize, sprt: Option<Sprt>, sides: &[Side; 2]) -> Self {
        let states = &table.pairs()[..pairs.min(table.pairs().len())];
        let complete: Vec<[&Game; 2]> = states.iter().filter_map(PairState::complete).collect();
        let games: Vec<&Game> = complete.iter().flatten().copied().collect();
        let counted =
            |game: Option<u8>| wdl(games.iter().filter(|g| game.is_none_or(|n| g.game == n)));
        let all = counted(None);
        let results: Vec<_> = states.iter().filter_map(PairState::result).collect();
        let repeats = repeated(&complete);
        let distinct = results.iter().zip(&repeats.is_first);
        let distinct: Pairs = distinct
            .filter(|(_, first)| **first)
            .map(|(r, _)| *r)
            .collect();
        let mut ends = BTreeMap::new();
        for game in &games {
            *ends.entry(game.end.as_str()).or_default() += 1;
        }
        Self {
            games: all,
            as_black: counted(Some(0)),
            as_white: counted(Some(1)),
            ends,
            all_pairs: Judged::of(results.iter().copied().collect()),
            distinct_pairs: Judged::of(distinct),
            repeats,
            decisive_wilson_95: wilson(all.wins, all.decisive()),
            decisive_p_value: two_sided(all.wins, all.decisive()),
            sprt: sprt.map(|sprt| SprtReport {
                sprt,
                model: MODEL,
                bounds: sprt.bounds(),
                // Only up to the first pair that is not finished, as during the match.
                verdict: sprt.read(states.iter().map_while(PairState::result)),
            }),
            actual: Which::BOTH.map(|which| actual(which, &sides[which.index()], &games, states)),
            option_differences: differences(sides),
        }
    }
}

fn wdl<'a>(games: impl Iterator<Item = &'a &'a Game>) -> Wdl {
    let mut count = Wdl::default();
    games.for_each(|game| count.add(game.half_points()));
    count
}

fn repeated(pairs: &[[&Game; 2]]) -> Repeats {
    let moves: Vec<[Vec<Move>; 2]> = pairs
        .iter()
        .map(|games| games.map(|game| game.moves.iter().map(|played| played.mv).collect()))
        .collect();
    let pairs: Vec<PairMoves<'_>> = pairs
        .iter()
        .zip(&moves)
        .map(|(games, [first, second])| PairMoves {
            start: games[0].start,
            games: [first, second],
        })
        .collect();
    repeats(&pairs)
}

fn actual(which: Which, side: &Side, games: &[&Game], states: &[PairState]) -> Actual {
    let moves = || games.iter().flat_map(|game| game.moves_of(which));
    let voids = states.iter().flat_map(|state| &state.voids);
    let lost =
        |game: &&&Game| game.end == super::game::End::Fault && game.winner == Some(which.other());
    Actual {
        requested: side.requested.clone(),
        moves: moves().count() as u64,
        from_book: moves().filter(|played| played.book).count() as u64,
        book: BookUse::of(which, games),
        nodes: Span::of(moves().filter_map(|played| played.nodes)),
        depth: Span::of(moves().filter_map(|played| played.depth.map(u64::from))),
        voided: voids.filter(|void| void.fault.by == which).count() as u64,
        lost_by_fault: games.iter().filter(lost).count() as u64,
    }
}

/// Options that are sent with other values, or to one of the two only.
fn differences(sides: &[Side; 2]) -> Vec<(String, Option<String>, Option<String>)> {
    let sent = sides
        .each_ref()
        .map(|side| -> BTreeMap<&str, &Option<String>> {
            let options = side.options.iter();
            options
                .map(|(name, value)| (name.as_str(), value))
                .collect()
        });
    let mut names: Vec<&str> = sent
        .iter()
        .flat_map(|options| options.keys().copied())
        .collect();
    names.sort_unstable();
    names.dedup();
    let [first, second] = sent;
    let value = |of: Option<&&Option<String>>| of.map(|value| (*value).clone().unwrap_or_default());
    names
        .into_iter()
        .map(|name| {
            (
                name.to_owned(),
                value(first.get(name)),
                value(second.get(name)),
            )
        })
        .filter(|(_, first, second)| first != second)
        .collect()
}

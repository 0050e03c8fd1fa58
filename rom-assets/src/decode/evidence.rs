//! How sure it is that a position that fits a place is the true one.
//!
//! A position that is not in the book has the key of one of the places of its ply by chance: with probability 2⁻¹⁶ for each. It
//! is found there alone only if the true position was not looked at. So the odds against a fit are
//!
//! > (odds against a position found in this way being in the book at all) · (places of the ply whose position was not
//! > looked at) · 2⁻¹⁶ · (share of other positions in which the moves would do as well, see [`super::worth`])
//!
//! and, since the step started from a position that was itself only found, the odds against that one. Of several ways to a
//! position the best counts. The first two factors are estimated from the book itself: how many of the positions tried by one
//! kind of step were found in it, how many places of about this ply have no position. Positions behind book moves are compared
//! with those that the book's own play reaches about as often, given ones with those given about as often.

use super::walk::{Arrival, BookStep, Looked, Node, Step};
use super::worth;
use super::{Decoder, Found, Tier};
use std::collections::{BTreeMap, BTreeSet};

/// Values a key can have.
const KEYS: f64 = 65_536.0;

/// Odds against the start being in a book.
const NO_START: f64 = 0.01;

/// Odds against the start being the start, if it has the key of a place.
const START: f64 = NO_START / KEYS;

/// Prior probability of a damaged move.
const DAMAGED: f64 = 1e-4;

/// Least number of hits assumed for a kind of step.
const FEWEST_HITS: f64 = 0.3;

/// Neighbours on each side, in the order of how common they are, that a position is compared with.
const NEIGHBOURS: usize = 20;

/// Plies on each side that count as about the same ply.
const ABOUT: usize = 2;

/// Odds that no walk will change, kept from stage to stage.
#[derive(Debug, Default)]
pub(super) struct Rarity {
    steps: BTreeMap<Step, f64>,
    given: BTreeMap<Node, f64>,
    /// For positions behind the book moves of the first walk.
    behind_book_moves: BTreeMap<Node, f64>,
}

impl Rarity {
    /// Learns from a stage how often its steps lead to positions of the book.
    pub(super) fn learn(&mut self, decoder: &Decoder<'_>, looked: &Looked, stage: Tier) {
        let hits = hits(decoder, stage);
        let missing = missing(decoder);
        let mut totals: BTreeMap<Step, (f64, f64)> = BTreeMap::new();
        for (&(step, ply), &tried) in &looked.tried {
            let (all, chance) = totals.entry(step).or_default();
            *all += f64::from(tried);
            *chance += f64::from(tried) * missing[usize::from(ply)] / KEYS;
        }
        for (step, (all, chance)) in totals {
            let found = hits.get(&step).copied().unwrap_or_default();
            let certain = (found - chance).max(0.0) + FEWEST_HITS;
            self.steps.insert(step, (all - found + 1.0) / certain);
        }
        match stage {
            Tier::Given => self.given = by_neighbours(decoder, given_often(decoder)),
            Tier::OffBook(0) => {
                self.behind_book_moves = by_neighbours(decoder, reached(&looked.book_steps));
            }
            Tier::OffBook(_) => {}
        }
    }

    /// Odds against a position being in the book, given the last step to it.
    fn of(&self, step: Step, node: Node) -> f64 {
        let near = match step {
            Step::Start => return NO_START,
            Step::Given { .. } => self.given.get(&node),
            Step::Book => self.behind_book_moves.get(&node),
            Step::Off { .. } | Step::OffAgain => None,
        };
        let any = self.steps.get(&step);
        near.or(any).copied().unwrap_or(f64::INFINITY)
    }
}

/// Positions of a stage that fit open places, by their first step.
fn hits(decoder: &Decoder<'_>, stage: Tier) -> BTreeMap<Step, f64> {
    let mut hits = BTreeMap::new();
    let open = decoder.places.values().filter(|place| !place.settled);
    for found in open.flat_map(|place| place.fits.values()) {
        let first = found.arrivals.first().filter(|_| found.stage == stage);
        if let Some(arrival) = first {
            *hits.entry(arrival.step).or_default() += 1.0;
        }
    }
    hits
}

/// How many places of a ply have a position that was not looked at, by ply. What the widest walk found does not count: with
/// so many positions most of it may be chance.
fn missing(decoder: &Decoder<'_>) -> Vec<f64> {
    let (mut all, mut open) = ([0.0; 256], [0.0; 256]);
    for (&(ply, _), place) in &decoder.places {
        let mut fits = place.fits.values();
        all[usize::from(ply)] += 1.0;
        open[usize::from(ply)] += f64::from(!fits.any(|found| found.stage < Tier::OffBook(2)));
    }
    let estimate = |ply: usize| {
        let about = ply.saturating_sub(ABOUT)..(ply + ABOUT + 1).min(all.len());
        let sum = |of: &[f64]| of[about.clone()].iter().sum::<f64>();
        all[ply] * (sum(&open) + 0.5) / (sum(&all) + 1.0)
    };
    (0..all.len()).map(estimate).collect()
}

/// Odds against being in the book for positions that are more or less common, each judged by those about as common.
fn by_neighbours(decoder: &Decoder<'_>, common: BTreeMap<Node, f64>) -> BTreeMap<Node, f64> {
    let places = decoder.places.iter();
    let fits: BTreeSet<Node> = places
        .flat_map(|(&(ply, _), place)| place.fits.keys().map(move |&full| (ply, full)))
        .collect();
    let mut order: Vec<(Node, f64)> = common.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let hit: Vec<bool> = order.iter().map(|(node, _)| fits.contains(node)).collect();
    let odds = |at: usize| {
        let near = &hit[at.saturating_sub(NEIGHBOURS)..(at + NEIGHBOURS + 1).min(hit.len())];
        let hits = near.iter().filter(|&&hit| hit).count();
        (near.len() - hits + 1) as f64 / (hits + 1) as f64
    };
    let nodes = order.iter().enumerate();
    nodes.map(|(at, &(node, _))| (node, odds(at))).collect()
}

/// How often every position was given.
fn given_often(decoder: &Decoder<'_>) -> BTreeMap<Node, f64> {
    let given = decoder.given_often.iter();
    given
        .map(|(&node, &times)| (node, f64::from(times)))
        .collect()
}

/// How often play by the book's weights reaches a position.
fn reached(steps: &[BookStep]) -> BTreeMap<Node, f64> {
    let mut reached: BTreeMap<Node, f64> = BTreeMap::new();
    let mut steps = steps.to_vec();
    steps.sort();
    for BookStep { from, to, weight } in steps {
        let before = if from.0 == 0 {
            1.0
        } else {
            reached.get(&from).copied().unwrap_or_default()
        };
        *reached.entry(to).or_default() += before * f64::from(weight) / 256.0;
    }
    reached
}

/// The odds against every position found, in the light of the last stage.
pub(super) fn odds(decoder: &Decoder<'_>, looked: &Looked, stage: Tier) -> BTreeMap<Node, f64> {
    let missing = missing(decoder);
    let near = if stage == Tier::OffBook(0) { 4 } else { 0 };
    let mut odds = BTreeMap::new();
    for (&(ply, key), place) in &decoder.places {
        let chance = missing[usize::from(ply)] / KEYS;
        for (&full, found) in place.fits.iter().chain(&place.misfits) {
            let against = if place.settled {
                found.against
            } else {
                let share = share(decoder, looked, found, (ply, key), near);
                let ways = found.arrivals.iter().map(|arrival| {
                    let rarity = decoder.rarity.of(arrival.step, (ply, full));
                    before(&odds, arrival) + rarity * chance * share
                });
                ways.fold(found.against, f64::min)
            };
            odds.insert((ply, full), against);
        }
    }
    odds
}

/// The share of positions that would do as well; if a move is illegal, the odds against damage instead.
fn share(decoder: &Decoder<'_>, looked: &Looked, found: &Found, place: (u8, u16), near: u8) -> f64 {
    if found.illegal.is_empty() {
        worth::share(decoder, looked, &found.position, place, near)
    } else if place.0 == 0 {
        1.0
    } else {
        1.0 / DAMAGED
    }
}

/// The odds against the position a way comes from.
fn before(odds: &BTreeMap<Node, f64>, arrival: &Arrival) -> f64 {
    match (arrival.step, arrival.from) {
        (Step::Given { .. } | Step::Start, _) => 0.0,
        (_, None) => START,
        (_, Some(from)) => odds.get(&from).copied().unwrap_or(f64::INFINITY),
    }
}

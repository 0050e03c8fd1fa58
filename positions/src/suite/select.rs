//! Choosing the starts of a suite: seeded, spread over families, with caps.

use std::collections::BTreeMap;

use joban_engine::rng::SplitMix64;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Serialize;

use super::candidates::Candidate;
use crate::corpus::Corpus;

/// How starts are chosen.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SelectionRules {
    /// Decides the order in which candidates are looked at.
    pub seed: u64,
    /// Most starts in each suite.
    pub count: usize,
    /// Most starts of one family in each suite; `None` for no cap.
    pub per_family: Option<u32>,
    /// Most starts of games between the same two players (unordered names as written) in each suite; `None` for no cap.
    pub per_pairing: Option<u32>,
    /// A game gives one start at most.
    pub one_per_game: bool,
    /// Two suites that share neither positions nor games, instead of one.
    pub twin: bool,
}

/// What was chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// For each suite the indexes of its candidates. Any beginning of the list is spread over the families too.
    pub suites: Vec<Vec<usize>>,
    /// Why the other candidates were left: `same_position` (as one that was chosen, also flipped), `same_game`, `family_cap`,
    /// `pairing_cap`, `not_needed`, and the reasons of those that were refused. Barred ones are not counted.
    pub left: BTreeMap<String, u64>,
}

/// Chooses among the candidates that are not barred.
///
/// Candidates are put into a total order (canonical key and SFEN, ply, game), shuffled with the seed, and dealt to their
/// families; the families are shuffled too. Then, round by round, each family gives its first candidate that is allowed, until
/// the suite is full or no family has one left. With a twin, the two suites take turns in each family. The result depends on
/// the candidates and the rules only, not on the order in which anything was read.
#[must_use]
pub fn select(
    corpus: &Corpus,
    candidates: &[Candidate],
    barred: &[bool],
    rules: &SelectionRules,
) -> Selected {
    let refused = vec![None; candidates.len()];
    select_without(corpus, candidates, barred, &refused, rules)
}

/// As [`select`], but candidates with a reason in `refused` are passed over where their turn comes.
///
/// The order does not depend on who is refused: whoever finds out late that a chosen candidate must be refused can choose
/// again, and gets what would have been chosen had everything been known at first.
#[must_use]
pub fn select_without(
    corpus: &Corpus,
    candidates: &[Candidate],
    barred: &[bool],
    refused: &[Option<&'static str>],
    rules: &SelectionRules,
) -> Selected {
    let mut dealer = Dealer::new(corpus, candidates, rules);
    let mut families = families(candidates, barred, rules.seed);
    for family in &mut families {
        family.retain(|&index| dealer.stays(refused[index]));
    }
    let suites = dealer.suites.len();
    let mut round = 0;
    loop {
        let mut given = false;
        for (place, family) in families.iter_mut().enumerate() {
            for turn in 0..suites {
                given |= dealer.deal(family, (turn + place + round) % suites);
            }
        }
        if !given {
            break;
        }
        round += 1;
    }
    dealer.count_left(families.iter().flatten().copied());
    Selected {
        left: dealer.left,
        suites: dealer
            .suites
            .into_iter()
            .map(|suite| suite.starts)
            .collect(),
    }
}

/// The candidates of each family, everything in seeded order.
fn families(candidates: &[Candidate], barred: &[bool], seed: u64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..candidates.len())
        .filter(|&index| !barred[index])
        .collect();
    order.sort_by_key(|&index| {
        let Candidate {
            identity,
            ply,
            game,
            ..
        } = &candidates[index];
        (identity.canonical(), *ply, *game)
    });
    let mut rng = SplitMix64::new(seed);
    shuffle(&mut order, &mut rng);
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for index in order {
        by_name
            .entry(&candidates[index].family)
            .or_default()
            .push(index);
    }
    let mut families: Vec<Vec<usize>> = by_name.into_values().collect();
    shuffle(&mut families, &mut rng);
    families
}

/// Fisher-Yates, from the end.
fn shuffle<T>(items: &mut [T], rng: &mut SplitMix64) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last as u64 + 1) as usize);
    }
}

/// The numbers 0 to n−1 in the order that a seed gives; every order is equally likely over the seeds.
#[must_use]
pub fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..n).collect();
    shuffle(&mut numbers, &mut SplitMix64::new(seed));
    numbers
}

type Pairing<'a> = [Option<&'a str>; 2];

#[derive(Default)]
struct Suite<'a> {
    starts: Vec<usize>,
    families: FxHashMap<&'a str, u32>,
    pairings: FxHashMap<Pairing<'a>, u32>,
}

struct Dealer<'a> {
    corpus: &'a Corpus,
    candidates: &'a [Candidate],
    rules: &'a SelectionRules,
    suites: Vec<Suite<'a>>,
    positions: FxHashSet<(u64, &'a str)>,
    games: FxHashSet<u64>,
    left: BTreeMap<String, u64>,
}

impl<'a> Dealer<'a> {
    fn new(corpus: &'a Corpus, candidates: &'a [Candidate], rules: &'a SelectionRules) -> Self {
        let suites = if rules.twin { 2 } else { 1 };
        Self {
            corpus,
            candidates,
            rules,
            suites: (0..suites).map(|_| Suite::default()).collect(),
            positions: FxHashSet::default(),
            games: FxHashSet::default(),
            left: BTreeMap::new(),
        }
    }

    /// Counts a candidate that has a reason not to stay.
    fn stays(&mut self, reason: Option<&'static str>) -> bool {
        if let Some(reason) = reason {
            *self.left.entry(reason.to_owned()).or_default() += 1;
        }
        reason.is_none()
    }

    /// Gives a suite the first allowed candidate of a family.
    fn deal(&mut self, family: &mut Vec<usize>, suite: usize) -> bool {
        if self.suites[suite].starts.len() >= self.rules.count {
            return false;
        }
        let allowed = family
            .iter()
            .position(|&index| self.refusal(index, suite).is_none());
        let Some(place) = allowed else {
            // What no suite can have any more need not be looked at again.
            let mut spent = std::mem::take(family);
            spent.retain(|&index| {
                let reason = self.taken(index);
                self.stays(reason)
            });
            *family = spent;
            return false;
        };
        let index = family.remove(place);
        self.take(index, suite);
        true
    }

    /// Why no suite can have a candidate.
    fn taken(&self, index: usize) -> Option<&'static str> {
        let candidate = &self.candidates[index];
        if self.positions.contains(&candidate.identity.canonical()) {
            return Some("same_position");
        }
        let taken = self.rules.one_per_game && self.games.contains(&self.hash(candidate));
        taken.then_some("same_game")
    }

    /// Why a suite cannot have a candidate.
    fn refusal(&self, index: usize, suite: usize) -> Option<&'static str> {
        if let Some(reason) = self.taken(index) {
            return Some(reason);
        }
        let candidate = &self.candidates[index];
        let suite = &self.suites[suite];
        let full = |cap: Option<u32>, count: Option<&u32>| {
            cap.is_some_and(|cap| count.copied().unwrap_or(0) >= cap)
        };
        if full(
            self.rules.per_family,
            suite.families.get(candidate.family.as_str()),
        ) {
            Some("family_cap")
        } else if full(
            self.rules.per_pairing,
            suite.pairings.get(&self.pairing(candidate)),
        ) {
            Some("pairing_cap")
        } else {
            None
        }
    }

    fn take(&mut self, index: usize, suite: usize) {
        let candidate = &self.candidates[index];
        let pairing = self.pairing(candidate);
        self.positions.insert(candidate.identity.canonical());
        self.games.insert(self.hash(candidate));
        let suite = &mut self.suites[suite];
        suite.starts.push(index);
        *suite.families.entry(&candidate.family).or_default() += 1;
        *suite.pairings.entry(pairing).or_default() += 1;
    }

    /// Copies of a game are one game.
    fn hash(&self, candidate: &Candidate) -> u64 {
        self.corpus.games()[candidate.game].hash
    }

    fn pairing(&self, candidate: &Candidate) -> Pairing<'a> {
        let mut names = self.corpus.names(&self.corpus.games()[candidate.game]);
        names.sort_unstable();
        names
    }

    fn count_left(&mut self, left: impl Iterator<Item = usize>) {
        for index in left {
            let refusals = (0..self.suites.len()).map(|suite| self.refusal(index, suite));
            let why = refusals.min().flatten().unwrap_or("not_needed");
            self.stays(Some(why));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_one_order_and_seeds_give_others() {
        assert_eq!(shuffled(5, 1), shuffled(5, 1));
        let (one, two) = (shuffled(5, 1), shuffled(5, 2));
        let moved = (0..5).any(|by| (0..5).all(|at| one[(at + by) % 5] == two[at]));
        assert!(!moved, "{one:?} {two:?}");
        let mut sorted = shuffled(100, 7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
    }
}

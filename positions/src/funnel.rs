//! The filter funnel: rules in their fixed order, what each would refuse and what it removes, then the hold-out split.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::corpus::{Corpus, EVEN_START, Game, Verified};
use crate::date::StartTime;
use crate::filter::{FilterRules, NamePattern};
use crate::split::{Side, Split};
use crate::text::TextId;

/// The rules, in the order in which they act.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rule {
    /// The record and its start position can be read.
    Parse,
    /// The game begins from the start position of an even game.
    EvenStart,
    /// The game does not begin with prescribed moves.
    Buoy,
    /// The ending is wanted.
    Endings,
    /// The game is long enough.
    Length,
    /// Both ratings are high enough.
    Ratings,
    /// The result is wanted.
    Winner,
    /// Moves show the ending.
    VerifiedEndings,
    /// The game was played within the date range.
    DateRange,
    /// The event fits.
    Event,
    /// The players fit.
    Players,
    /// The ratings are near enough to each other.
    RatingGap,
    /// The time control fits.
    TimeControl,
    /// The pairing has not too many games.
    PairingCap,
    /// Not too many moves at the beginning took no time.
    InstantMoves,
    /// Every move is legal.
    Legality,
    /// No other record of the same game is earlier.
    Duplicates,
}

impl Rule {
    /// All rules in their order.
    pub const ALL: [Self; 17] = [
        Self::Parse,
        Self::EvenStart,
        Self::Buoy,
        Self::Endings,
        Self::Length,
        Self::Ratings,
        Self::Winner,
        Self::VerifiedEndings,
        Self::DateRange,
        Self::Event,
        Self::Players,
        Self::RatingGap,
        Self::TimeControl,
        Self::PairingCap,
        Self::InstantMoves,
        Self::Legality,
        Self::Duplicates,
    ];

    /// Name in tables and JSON, such as `even_start`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Parse => "parse",
            Self::EvenStart => "even_start",
            Self::Buoy => "buoy",
            Self::Endings => "endings",
            Self::Length => "length",
            Self::Ratings => "ratings",
            Self::Winner => "winner",
            Self::VerifiedEndings => "verified_endings",
            Self::DateRange => "date_range",
            Self::Event => "event",
            Self::Players => "players",
            Self::RatingGap => "rating_gap",
            Self::TimeControl => "time_control",
            Self::PairingCap => "pairing_cap",
            Self::InstantMoves => "instant_moves",
            Self::Legality => "legality",
            Self::Duplicates => "duplicates",
        }
    }
}

/// One rule of the funnel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The rule.
    pub rule: Rule,
    /// Whether the rule is switched on; one that is off lets every game pass.
    pub active: bool,
    /// Parsed games that fail this rule whatever the others say; `None` for duplicates, which have a meaning only among the games
    /// that are left.
    pub fails: Option<u64>,
    /// Games that this rule removes from those that the rules before it left.
    pub removed: u64,
    /// Games left after it.
    pub left: u64,
}

/// The whole funnel and its result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Funnel {
    /// Records and refused entries read.
    pub read: u64,
    /// Games that could be parsed.
    pub parsed: u64,
    /// The rules in their order.
    pub steps: Vec<Step>,
    /// Games held out by the split, after all rules.
    pub held_out: u64,
    /// Games on the training side: indexes into [`Corpus::games`], ascending, hence in the order of the game hash.
    #[serde(skip)]
    pub kept: Vec<usize>,
    /// Games on the held-out side, in the same way.
    #[serde(skip)]
    pub held: Vec<usize>,
}

impl Funnel {
    /// Where no game is left: the rule that removed most (the earliest of several), which is the one to relax.
    #[must_use]
    pub fn rule_to_relax(&self) -> Option<Rule> {
        let most = self
            .steps
            .iter()
            .map(|step| step.removed)
            .max()
            .filter(|&most| most > 0)?;
        self.steps
            .iter()
            .find(|step| step.removed == most)
            .map(|step| step.rule)
    }
}

/// Applies the rules in their order, then the split.
#[must_use]
pub fn funnel(corpus: &Corpus, rules: &FilterRules, split: &Split) -> Funnel {
    let judge = Judge::new(corpus, rules);
    let parsed = corpus.games.len() as u64;
    let unparsed = corpus.unparsed();
    let mut left: Vec<usize> = (0..corpus.games.len()).collect();
    let mut steps = vec![Step {
        rule: Rule::Parse,
        active: true,
        fails: Some(unparsed),
        removed: unparsed,
        left: parsed,
    }];
    for rule in Rule::ALL.into_iter().skip(1) {
        steps.push(judge.step(rule, &mut left));
    }
    let (held, kept): (Vec<usize>, Vec<usize>) = left
        .into_iter()
        .partition(|&game| split.side(corpus.games[game].hash) == Side::HeldOut);
    Funnel {
        read: parsed + unparsed,
        parsed,
        steps,
        held_out: held.len() as u64,
        kept,
        held,
    }
}

struct Judge<'a> {
    corpus: &'a Corpus,
    rules: &'a FilterRules,
    /// Verdict of each name pattern list on a text is the same each time, so it is asked once a text.
    even_start: Option<TextId>,
}

impl<'a> Judge<'a> {
    fn new(corpus: &'a Corpus, rules: &'a FilterRules) -> Self {
        let even_start = corpus
            .games
            .iter()
            .map(|game| game.start)
            .find(|&id| corpus.text(id) == EVEN_START);
        Self {
            corpus,
            rules,
            even_start,
        }
    }

    fn step(&self, rule: Rule, left: &mut Vec<usize>) -> Step {
        let before = left.len();
        let all = || 0..self.corpus.games.len();
        let fails = match rule {
            Rule::Duplicates => {
                if self.rules.no_duplicates {
                    *left = self.without_duplicates(left);
                }
                None
            }
            Rule::PairingCap => {
                let fails = before_and_after(all().len(), self.capped(all()).len());
                *left = self.capped(left.iter().copied());
                Some(fails)
            }
            _ => {
                let passes = |&game: &usize| self.passes(rule, &self.corpus.games[game]);
                let fails = all().filter(|game| !passes(game)).count() as u64;
                left.retain(passes);
                Some(fails)
            }
        };
        Step {
            rule,
            active: self.active(rule),
            fails,
            removed: before_and_after(before, left.len()),
            left: left.len() as u64,
        }
    }

    fn active(&self, rule: Rule) -> bool {
        let rules = self.rules;
        match rule {
            Rule::Parse | Rule::Legality => true,
            Rule::EvenStart => rules.even_start,
            Rule::Buoy => rules.no_buoy,
            Rule::Endings => rules.endings != crate::filter::Endings::Any,
            Rule::Length => rules.min_plies > 0,
            Rule::Ratings => rules.min_rating.is_some(),
            Rule::Winner => rules.winner.is_some(),
            Rule::VerifiedEndings => rules.verified_endings,
            Rule::DateRange => rules.from.is_some() || rules.to.is_some(),
            Rule::Event => !rules.events.is_empty(),
            Rule::Players => !rules.players.is_empty() || !rules.not_players.is_empty(),
            Rule::RatingGap => rules.max_rating_gap.is_some(),
            Rule::TimeControl => !rules.time_controls.is_empty(),
            Rule::PairingCap => rules.max_per_pairing.is_some(),
            Rule::InstantMoves => rules.max_instant_plies.is_some(),
            Rule::Duplicates => rules.no_duplicates,
        }
    }

    /// Whether a game passes a rule that looks at this game only.
    fn passes(&self, rule: Rule, game: &Game) -> bool {
        let rules = self.rules;
        match rule {
            Rule::Parse | Rule::PairingCap | Rule::Duplicates => true,
            Rule::EvenStart => !rules.even_start || Some(game.start) == self.even_start,
            Rule::Buoy => !rules.no_buoy || game.forced_plies == 0,
            Rule::Endings => rules.endings.allow(game.end),
            Rule::Length => game.plies >= rules.min_plies,
            Rule::Ratings => rules
                .min_rating
                .is_none_or(|min| both(game.ratings).is_some_and(|(b, w)| b >= min && w >= min)),
            Rule::Winner => rules.winner.is_none_or(|wanted| wanted.allow(game.winner)),
            Rule::VerifiedEndings => !rules.verified_endings || game.verified != Verified::NotShown,
            Rule::DateRange => self.in_date_range(game.start_at),
            Rule::Event => self.fits(&rules.events, game.event),
            Rule::Players => self.players_fit(game.names),
            Rule::RatingGap => rules
                .max_rating_gap
                .is_none_or(|gap| both(game.ratings).is_some_and(|(b, w)| (b - w).abs() <= gap)),
            Rule::TimeControl => self.fits(&rules.time_controls, game.time_control),
            Rule::InstantMoves => rules
                .max_instant_plies
                .is_none_or(|most| game.instant_plies <= most),
            Rule::Legality => game.illegal.is_none(),
        }
    }

    fn in_date_range(&self, start: Option<StartTime>) -> bool {
        let (from, to) = (self.rules.from, self.rules.to);
        if from.is_none() && to.is_none() {
            return true;
        }
        start.is_some_and(|start| {
            from.is_none_or(|from| start.date >= from) && to.is_none_or(|to| start.date <= to)
        })
    }

    fn fits(&self, patterns: &[NamePattern], text: Option<TextId>) -> bool {
        patterns.is_empty() || self.any(patterns, text)
    }

    fn any(&self, patterns: &[NamePattern], text: Option<TextId>) -> bool {
        text.is_some_and(|id| {
            patterns
                .iter()
                .any(|pattern| pattern.matches(self.corpus.text(id)))
        })
    }

    fn players_fit(&self, names: [Option<TextId>; 2]) -> bool {
        let wanted = &self.rules.players;
        (wanted.is_empty() || names.iter().any(|&name| self.any(wanted, name)))
            && !names
                .iter()
                .any(|&name| self.any(&self.rules.not_players, name))
    }

    /// The games that the cap per pairing lets through. Games come in the order of their hash, so the smallest hashes stay and
    /// copies of a game stand together.
    fn capped(&self, games: impl Iterator<Item = usize>) -> Vec<usize> {
        let Some(most) = self.rules.max_per_pairing else {
            return games.collect();
        };
        let mut seen: FxHashMap<[Option<&str>; 2], (u32, u64)> = FxHashMap::default();
        games
            .filter(|&index| {
                let game = &self.corpus.games[index];
                let mut pairing = self.corpus.names(game);
                pairing.sort_unstable();
                let (count, last) = seen.entry(pairing).or_insert((0, !game.hash));
                if *last != game.hash {
                    *last = game.hash;
                    *count += 1;
                }
                *count <= most
            })
            .collect()
    }

    /// Of the records of one game, the earliest: by start time, missing ones last, then by SHA-256 of the record.
    fn without_duplicates(&self, games: &[usize]) -> Vec<usize> {
        games
            .chunk_by(|&a, &b| self.corpus.same_game(a, b))
            .filter_map(|copies| {
                copies
                    .iter()
                    .copied()
                    .min_by(|&a, &b| earlier(&self.corpus.games[a], &self.corpus.games[b]))
            })
            .collect()
    }
}

fn before_and_after(before: usize, after: usize) -> u64 {
    (before - after) as u64
}

fn both([black, white]: [Option<f64>; 2]) -> Option<(f64, f64)> {
    Some((black?, white?))
}

/// Order of preference among the records of one game.
fn earlier(a: &Game, b: &Game) -> Ordering {
    let key = |game: &Game| (game.start_at.is_none(), game.start_at, game.raw_sha256);
    key(a).cmp(&key(b))
}

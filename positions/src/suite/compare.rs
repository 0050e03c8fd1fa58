//! Finding positions again: in games, in books, in other suites.

use joban_engine::rules::Position;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::candidates::each_position;
use super::identity::{Identity, Likeness};
use crate::corpus::{Corpus, PlyLimit};
use crate::split::Split;

/// Positions that are looked for, under their keys and those of their flipped twins.
#[derive(Clone, Debug, Default)]
pub struct Index {
    identities: Vec<Identity>,
    /// For each key the positions to which it, or its twin's, belongs.
    by_key: FxHashMap<u64, Vec<usize>>,
}

/// Where a position was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FoundAt {
    /// In a game: its index in the corpus, and the ply.
    Game(usize, u32),
    /// In a list: its index there.
    Item(usize),
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Index of the position that was looked for.
    pub position: usize,
    /// How the two are alike.
    pub likeness: Likeness,
    /// The first place where it was found.
    pub at: FoundAt,
}

/// The result of looking for all positions in one thing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Games looked through.
    pub games: u64,
    /// Positions looked at.
    pub positions: u64,
    /// What was found, each position once, in the order of the index.
    pub findings: Vec<Finding>,
    /// Equal keys of positions that are not equal.
    pub key_collisions: u64,
}

impl Index {
    /// An index of positions; their numbers are their places here.
    #[must_use]
    pub fn new(identities: impl IntoIterator<Item = Identity>) -> Self {
        let mut index = Self::default();
        for identity in identities {
            let number = index.identities.len();
            for key in [identity.key(), identity.flipped_key()] {
                let numbers = index.by_key.entry(key).or_default();
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
            index.identities.push(identity);
        }
        index
    }

    /// Number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.identities.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.identities.is_empty()
    }

    /// Looks through every held position of games. Keys are compared first; where they are equal, board, hands and side to
    /// move decide.
    #[must_use]
    pub fn in_games(&self, corpus: &Corpus, games: impl IntoIterator<Item = usize>) -> Comparison {
        let mut search = Search::new(self);
        for index in games {
            let game = &corpus.games()[index];
            let keys = corpus.keys(game);
            search.result.games += 1;
            search.result.positions += keys.len() as u64;
            let hit = keys.iter().rposition(|&key| search.is_open(key));
            let Some(last) = hit else { continue };
            each_position(corpus, game, last as u32, |position| {
                search.look(position, &FoundAt::Game(index, position.ply()));
            });
        }
        search.finish()
    }

    /// Begins to look through a list of positions, such as a book or another suite.
    #[must_use]
    pub fn in_list(&self) -> ListSearch<'_> {
        ListSearch(Search::new(self))
    }

    /// The indexed positions that are equal to this one as it stands, not flipped.
    pub fn same_as(&self, position: &Position) -> impl Iterator<Item = usize> {
        let numbers = self.by_key.get(&position.key());
        let sfen = numbers.map(|_| position.sfen_key()).unwrap_or_default();
        let same = move |&number: &usize| self.identities[number].sfen() == sfen;
        numbers.into_iter().flatten().copied().filter(same)
    }
}

/// Looks for the positions of an index in a list that is handed over piece by piece: it may be larger than memory.
#[derive(Debug)]
pub struct ListSearch<'a>(Search<'a>);

impl ListSearch<'_> {
    /// Looks at one position of the list; `item` is its number there.
    pub fn look(&mut self, position: &Position, item: usize) {
        self.0.result.positions += 1;
        self.0.look(position, &FoundAt::Item(item));
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> Comparison {
        self.0.finish()
    }
}

#[derive(Debug)]
struct Search<'a> {
    index: &'a Index,
    found: Vec<Option<(Likeness, FoundAt)>>,
    result: Comparison,
}

impl<'a> Search<'a> {
    fn new(index: &'a Index) -> Self {
        Self {
            index,
            found: vec![None; index.len()],
            result: Comparison::default(),
        }
    }

    /// Whether a position with this key could be one that has not been found yet.
    fn is_open(&self, key: u64) -> bool {
        let numbers = self.index.by_key.get(&key);
        numbers.is_some_and(|numbers| numbers.iter().any(|&number| self.found[number].is_none()))
    }

    fn look(&mut self, position: &Position, at: &FoundAt) {
        if !self.is_open(position.key()) {
            return;
        }
        let sfen = position.sfen_key();
        let numbers = self.index.by_key.get(&position.key());
        for &number in numbers.into_iter().flatten() {
            match self.index.identities[number].likeness(&sfen) {
                None => self.result.key_collisions += 1,
                Some(likeness) => {
                    self.found[number].get_or_insert_with(|| (likeness, at.clone()));
                }
            }
        }
    }

    fn finish(mut self) -> Comparison {
        let found = self.found.into_iter().enumerate();
        self.result.findings = found
            .filter_map(|(position, found)| {
                let (likeness, at) = found?;
                Some(Finding {
                    position,
                    likeness,
                    at,
                })
            })
            .collect();
        self.result
    }
}

/// What a suite was compared with. It stands in the manifest, and `joban suite check` repeats it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// How games were divided; `None` where no games were compared.
    pub split: Option<ProofSplit>,
    /// Whether no game of the suite is one of the training side. False where nothing was held out.
    pub disjoint_by_game: bool,
    /// One comparison for each thing.
    pub compared: Vec<ProofEntry>,
    /// Starts of the finished suite that occur in any of them.
    pub findings: u64,
}

/// The division of games into two sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofSplit {
    /// Its seed.
    pub seed: u64,
    /// The fraction that is held out.
    pub holdout: f64,
}

impl From<Split> for ProofSplit {
    fn from(split: Split) -> Self {
        Self {
            seed: split.seed,
            holdout: split.fraction,
        }
    }
}

/// One comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofEntry {
    /// `training_games`, `book` or `suite`.
    pub kind: String,
    /// What was compared, as named on the command line; `None` for the input of the suite itself.
    pub path: Option<String>,
    /// `positions` 0 to n−1 of each game as a number, or `all`; `None` for lists.
    pub plies: Option<String>,
    /// Games looked through.
    pub games: u64,
    /// Games passed over because they are held out.
    pub held_out_games: u64,
    /// Positions looked at.
    pub positions: u64,
    /// Positions looked for.
    pub candidates: u64,
    /// Of them, found as they are.
    pub same: u64,
    /// Of them, found turned by 180 degrees with the colours swapped.
    pub flipped: u64,
    /// Equal 64-bit keys of positions that are not equal.
    pub key_collisions: u64,
}

impl ProofEntry {
    /// The figures of a comparison.
    #[must_use]
    pub fn new(kind: &str, path: Option<String>, index: &Index, comparison: &Comparison) -> Self {
        let alike = |which| {
            let findings = comparison.findings.iter();
            findings.filter(|finding| finding.likeness == which).count() as u64
        };
        Self {
            kind: kind.to_owned(),
            path,
            plies: None,
            games: comparison.games,
            held_out_games: 0,
            positions: comparison.positions,
            candidates: index.len() as u64,
            same: alike(Likeness::Same),
            flipped: alike(Likeness::Flipped),
            key_collisions: comparison.key_collisions,
        }
    }

    /// The same, for games of which so many positions are held.
    #[must_use]
    pub fn of_games(self, limit: PlyLimit, held_out_games: u64) -> Self {
        Self {
            plies: Some(limit.to_string()),
            held_out_games,
            ..self
        }
    }
}

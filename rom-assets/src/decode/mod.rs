//! From a book file back to positions and moves.
//!
//! Entries know their position by a 16-bit key and a ply only. Positions are found by walking from the start: first along
//! book moves, then with one legal move off the book somewhere on the way, then with two. A position fits a place (ply and
//! key) if all moves that stand there are legal in it. Given positions go before all walks. What one stage settles, the next
//! does not look for again.
//!
//! A walk looks at many positions, and each has the key of a given place with probability 2⁻¹⁶: a fit can be chance while the
//! true position was not looked at. The `evidence` module estimates how likely that is for every fit, from what the walks
//! tried and from which moves are legal. Only fits that are certain in this sense are unique, see [`WRONG_IN_A_BOOK`].

mod evidence;
mod walk;
mod worth;

use crate::damage::{Damage, Fault, RawEntry};
use evidence::Rarity;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use walk::{Arrival, Looked, Node, Step, Walk};

/// Most moves off the book on the way to a position.
pub const OFF_BOOK_MOVES: u8 = 2;

/// Wrong entries that may be expected among the unique ones of a whole book.
pub const WRONG_IN_A_BOOK: f64 = 0.001;

/// Entries without the true position among their candidates that may be expected among the ambiguous ones of a whole book.
pub const MISSED_IN_A_BOOK: f64 = 0.001;

/// How a position was found.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// It was given.
    Given,
    /// By walking from the start with so many moves off the book.
    OffBook(u8),
}

impl Tier {
    /// `given`, or the number of moves off the book.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Given => "given".to_owned(),
            Self::OffBook(moves) => moves.to_string(),
        }
    }
}

/// A position an entry may belong to.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// How it was found.
    pub tier: Tier,
    /// Its SFEN without move number.
    pub sfen: String,
    /// The estimated probability that it is the true one.
    pub probability: f64,
}

/// How much is known of an entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// One position fits, and it is the true one: at most [`WRONG_IN_A_BOOK`] wrong entries are expected among all unique
    /// ones.
    Unique,
    /// The true position is one of the fits, at most [`MISSED_IN_A_BOOK`] others are expected among all ambiguous ones.
    Ambiguous,
    /// No position was found, or only such as may well be chance.
    Unreached,
}

impl Status {
    /// `unique`, `ambiguous` or `unreached`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unique => "unique",
            Self::Ambiguous => "ambiguous",
            Self::Unreached => "unreached",
        }
    }
}

/// An entry with the positions that fit.
#[derive(Clone, Debug, PartialEq)]
pub struct DecodedEntry {
    /// The entry as it stands in the file.
    pub raw: RawEntry,
    /// How much is known.
    pub status: Status,
    /// Positions that fit, by tier and SFEN; exactly one of a unique entry, none of an unreached one.
    pub fits: Vec<Fit>,
    /// Positions that fit an unreached entry but may well be chance.
    pub doubtful: Vec<Fit>,
    /// The estimated probability that the true position is none of these.
    pub doubt: f64,
    /// Whether an ambiguous entry may belong to another position that was not reached.
    pub other_possible: bool,
}

/// A decoded book.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// The entries in the order of the file.
    pub entries: Vec<DecodedEntry>,
    /// Moves that are illegal in the position their key and ply point to.
    pub damage: Vec<Damage>,
    /// Wrong entries to be expected among the unique ones, at most [`WRONG_IN_A_BOOK`].
    pub expected_wrong: f64,
}

/// A decoder of one book.
#[derive(Debug)]
pub struct Decoder<'a> {
    keys: &'a RomKeys,
    entries: Vec<RawEntry>,
    places: BTreeMap<(u8, u16), Place>,
    last_ply: u8,
    /// Moves of the book, by side to move.
    familiar: [BTreeSet<u16>; 2],
    given: Looked,
    /// How often every position was given.
    given_often: BTreeMap<Node, u32>,
    /// Positions that were tried before.
    known: HashSet<Node>,
    rarity: Rarity,
}

/// The entries of one ply and key.
#[derive(Debug, Default)]
struct Place {
    /// Moves with their weights.
    moves: Vec<(Move, u8)>,
    /// Whether its position is certain enough to be looked for no more.
    settled: bool,
    /// Positions in which all moves are legal, by their full key.
    fits: BTreeMap<u64, Found>,
    /// Positions given or found by book moves whose key fits, but not every move. Further out it is chance.
    misfits: BTreeMap<u64, Found>,
}

/// A position found for a place.
#[derive(Debug)]
struct Found {
    position: Position,
    tier: Tier,
    /// The stage that found it: its walk may have had moves left to make.
    stage: Tier,
    arrivals: Vec<Arrival>,
    illegal: Vec<Move>,
    /// Odds against it, as against the true position not having been looked at.
    against: f64,
}

impl<'a> Decoder<'a> {
    /// A decoder of the entries of a file, see [`crate::damage::read`], under the key table of their book.
    #[must_use]
    pub fn new(entries: Vec<RawEntry>, keys: &'a RomKeys) -> Self {
        let mut places: BTreeMap<_, Place> = BTreeMap::new();
        let mut familiar = [BTreeSet::new(), BTreeSet::new()];
        for entry in &entries {
            let place = places.entry((entry.ply, entry.key)).or_default();
            let mv = Move::from_word(entry.word);
            place.moves.extend(mv.map(|mv| (mv, entry.weight)));
            familiar[usize::from(entry.ply % 2)].insert(entry.word);
        }
        let last_ply = entries.iter().map(|entry| entry.ply).max().unwrap_or(0);
        Self {
            keys,
            entries,
            places,
            last_ply,
            familiar,
            given: Looked::new(),
            given_often: BTreeMap::new(),
            known: HashSet::new(),
            rarity: Rarity::default(),
        }
    }

    /// The last ply of the book.
    #[must_use]
    pub const fn last_ply(&self) -> u8 {
        self.last_ply
    }

    /// Takes a given position into account, at a ply or, if that is not known, at every ply at which its side is to move.
    /// A position may be given many times, as in the games of an archive: those given often are likelier to be in the book.
    /// All come before [`Decoder::finish`].
    pub fn give(&mut self, position: &Position, ply: Option<u8>) {
        let key = self.keys.key(position);
        if let Some(ply) = ply {
            return self.give_at(position, (ply, key), true);
        }
        let first = position.side().index() as u8;
        for ply in (first..=self.last_ply).step_by(2) {
            self.give_at(position, (ply, key), false);
        }
    }

    fn give_at(&mut self, position: &Position, place: (u8, u16), ply_known: bool) {
        let times = self
            .given_often
            .entry((place.0, position.key()))
            .or_default();
        *times += 1;
        if *times > 1 {
            return;
        }
        let step = Step::Given { ply_known };
        if let Some(slot) = self.given.count(step, place.0) {
            self.given.keep(place.0, slot, position);
        }
        let arrival = Arrival { from: None, step };
        self.meet(position, place, Tier::Given, Tier::Given, arrival);
    }

    /// Walks, and gives what was found.
    #[must_use]
    pub fn finish(mut self) -> Decoded {
        let given = std::mem::replace(&mut self.given, Looked::new());
        self.judge(&given, Tier::Given);
        for off_book in 0..=OFF_BOOK_MOVES {
            if self.places.values().all(|place| place.settled) {
                break;
            }
            let looked = Walk::new(&mut self, off_book).run();
            self.judge(&looked, Tier::OffBook(off_book));
        }
        self.result()
    }

    /// Notes a position whose key and ply may fit.
    fn meet(
        &mut self,
        position: &Position,
        place: (u8, u16),
        tier: Tier,
        stage: Tier,
        arrival: Arrival,
    ) {
        let Some(place) = self.places.get_mut(&place).filter(|place| !place.settled) else {
            return;
        };
        let illegal: Vec<Move> = place.moves().filter(|&mv| !position.is_legal(mv)).collect();
        let list = match illegal.is_empty() {
            true => &mut place.fits,
            false if tier <= Tier::OffBook(0) => &mut place.misfits,
            false => return,
        };
        let found = list.entry(position.key()).or_insert_with(|| Found {
            position: position.clone(),
            tier,
            stage,
            arrivals: Vec::new(),
            illegal,
            against: f64::INFINITY,
        });
        if !found.arrivals.contains(&arrival) {
            found.arrivals.push(arrival);
        }
    }

    /// The moves that stand at a place, if this may be its position.
    fn book_moves(&self, place: (u8, u16), full: u64) -> Vec<(Move, u8)> {
        let place = self.places.get(&place).filter(|place| {
            place.fits.contains_key(&full) || !place.settled && place.misfits.contains_key(&full)
        });
        place.map_or(Vec::new(), |place| place.moves.clone())
    }

    /// What kind of step a move is in a position with these book moves.
    fn step(&self, ply: u8, mv: Move, book: &[(Move, u8)]) -> Step {
        if book.is_empty() {
            Step::OffAgain
        } else if book.iter().any(|&(each, _)| each == mv) {
            Step::Book
        } else {
            let familiar = self.familiar[usize::from(ply % 2)].contains(&mv.word());
            let full = book.len() > 1;
            Step::Off { full, familiar }
        }
    }

    /// Judges what was found, and settles what is certain.
    fn judge(&mut self, looked: &Looked, stage: Tier) {
        let mut rarity = std::mem::take(&mut self.rarity);
        rarity.learn(self, looked, stage);
        self.rarity = rarity;
        let odds = evidence::odds(self, looked, stage);
        let limit = self.certain();
        for (&(ply, _), place) in &mut self.places {
            for (&full, found) in place.fits.iter_mut().chain(&mut place.misfits) {
                found.against = odds.get(&(ply, full)).copied().unwrap_or(found.against);
            }
            place.settled |= place.fits.values().any(|found| found.against <= limit);
        }
    }

    /// Odds against a position that is certain whatever the other entries need of [`WRONG_IN_A_BOOK`].
    fn certain(&self) -> f64 {
        WRONG_IN_A_BOOK / self.entries.len().max(1) as f64
    }

    fn result(self) -> Decoded {
        let mut damage = Vec::new();
        let certain = self.certain();
        let entries = self.entries.iter().enumerate().map(|(index, &raw)| {
            let place = &self.places[&(raw.ply, raw.key)];
            if place.is_wrong(raw.word) {
                let fault = Fault::IllegalMove { word: raw.word };
                damage.push(Damage { index, fault });
            }
            place.decoded(raw, certain)
        });
        let mut entries: Vec<DecodedEntry> = entries.collect();
        let expected_wrong = mark_unique(&mut entries);
        give_up_doubtful(&mut entries);
        Decoded {
            entries,
            damage,
            expected_wrong,
        }
    }
}

/// Marks the most certain entries with a single fit as unique, as many as [`WRONG_IN_A_BOOK`] allows. Gives how many wrong ones
/// are to be expected among them.
fn mark_unique(entries: &mut [DecodedEntry]) -> f64 {
    let mut single: Vec<&mut DecodedEntry> = entries
        .iter_mut()
        .filter(|entry| entry.fits.len() == 1)
        .collect();
    single.sort_by(|a, b| a.doubt.total_cmp(&b.doubt));
    let mut expected = 0.0;
    for entry in single {
        if expected + entry.doubt > WRONG_IN_A_BOOK {
            break;
        }
        expected += entry.doubt;
        entry.status = Status::Unique;
        entry.other_possible = false;
    }
    expected
}

/// Keeps the most certain ambiguous entries, as many as [`MISSED_IN_A_BOOK`] allows; the others count as unreached, their candidates as doubtful.
fn give_up_doubtful(entries: &mut [DecodedEntry]) {
    let mut ambiguous: Vec<&mut DecodedEntry> = entries
        .iter_mut()
        .filter(|entry| entry.status == Status::Ambiguous)
        .collect();
    ambiguous.sort_by(|a, b| a.doubt.total_cmp(&b.doubt));
    let mut expected = 0.0;
    for entry in ambiguous {
        expected += entry.doubt;
        if expected > MISSED_IN_A_BOOK {
            entry.status = Status::Unreached;
            entry.doubtful = std::mem::take(&mut entry.fits);
            entry.other_possible = false;
        }
    }
}

impl Place {
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves.iter().map(|&(mv, _)| mv)
    }

    /// Whether a move is illegal in every given position or position of the book that has the key, while no position fits, and
    /// damage is likelier than that the key is chance.
    fn is_wrong(&self, word: u16) -> bool {
        let wrong = |found: &Found| found.illegal.iter().any(|mv| mv.word() == word);
        self.fits.is_empty()
            && self.misfits.values().all(wrong)
            && self.misfits.values().any(|found| found.against < 1.0)
    }

    /// What is known of an entry: the positions in which all moves are legal, or else those in which its own is.
    fn decoded(&self, raw: RawEntry, certain: f64) -> DecodedEntry {
        let mv = Move::from_word(raw.word);
        let list = if self.fits.is_empty() {
            &self.misfits
        } else {
            &self.fits
        };
        let found: Vec<&Found> = list
            .values()
            .filter(|found| mv.is_some_and(|mv| !found.illegal.contains(&mv)))
            .collect();
        let total = 1.0 + found.iter().map(|found| found.against.recip()).sum::<f64>();
        let doubt = total.recip();
        let mut fits: Vec<Fit> = found.iter().map(|found| found.fit(total)).collect();
        fits.sort_by(|a, b| (a.tier, &a.sfen).cmp(&(b.tier, &b.sfen)));
        let status = if fits.is_empty() {
            Status::Unreached
        } else {
            Status::Ambiguous
        };
        DecodedEntry {
            raw,
            status,
            other_possible: !fits.is_empty() && doubt > certain,
            fits,
            doubtful: Vec::new(),
            doubt,
        }
    }
}

impl Found {
    fn fit(&self, total: f64) -> Fit {
        Fit {
            tier: self.tier,
            sfen: self.position.sfen_key(),
            probability: self.against.recip() / total,
        }
    }
}

//! From a book file back to positions and moves.
//!
//! Entries know their position by a 16-bit key and a ply only. Positions are found by walking from the start: first along
//! book moves, then with one legal move off the book somewhere on the way, then with two. Each tier settles what the tiers
//! before left open. A position fits a place (ply and key) if all moves that stand there are legal in it; chance fits are
//! possible, and several fits of one tier are all listed. Given positions go before all tiers.
//!
//! Chance: a walk looks at many positions, and each has the key of a given place with probability 2⁻¹⁶. Off the book a fit counts
//! only if chance would hardly give one as good, see [`FALSE_FITS`]; the others are kept as doubtful.

mod chance;

use crate::damage::{Damage, Fault, RawEntry};
use chance::Looked;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Most moves off the book on the way to a position.
pub const OFF_BOOK_MOVES: u8 = 2;

/// Most false fits of a tier that may be expected over all places that have none.
pub const FALSE_FITS: f64 = 0.05;

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
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// How it was found.
    pub tier: Tier,
    /// Its SFEN without move number.
    pub sfen: String,
}

/// How much is known of an entry.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// One position fits.
    Unique,
    /// Several fit.
    Ambiguous,
    /// None was found.
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedEntry {
    /// The entry as it stands in the file.
    pub raw: RawEntry,
    /// Positions that fit, in order of their SFEN; all of one tier.
    pub fits: Vec<Fit>,
    /// Positions that fit but may well be chance, if there is nothing better: the entry counts as unreached.
    pub doubtful: Vec<Fit>,
}

impl DecodedEntry {
    /// How much is known.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self.fits.len() {
            0 => Status::Unreached,
            1 => Status::Unique,
            _ => Status::Ambiguous,
        }
    }
}

/// A decoded book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The entries in the order of the file.
    pub entries: Vec<DecodedEntry>,
    /// Moves that are illegal in the position their key and ply point to.
    pub damage: Vec<Damage>,
}

/// A decoder of one book.
#[derive(Debug)]
pub struct Decoder<'a> {
    keys: &'a RomKeys,
    entries: Vec<RawEntry>,
    places: BTreeMap<(u8, u16), Place>,
    last_ply: u8,
}

/// The entries of one ply and key.
#[derive(Debug, Default)]
struct Place {
    moves: Vec<Move>,
    settled: bool,
    /// Positions in which all moves are legal, by their full key.
    fits: BTreeMap<u64, Fit>,
    /// Fits that may be chance.
    doubtful: BTreeMap<u64, Fit>,
    /// Positions given or in the book whose key fits, but not every move: illegal ones by position. Further out it is chance.
    misfits: BTreeMap<u64, (Fit, Vec<Move>)>,
}

impl<'a> Decoder<'a> {
    /// A decoder of the entries of a file, see [`crate::damage::read`], under the key table of their book.
    #[must_use]
    pub fn new(entries: Vec<RawEntry>, keys: &'a RomKeys) -> Self {
        let mut places: BTreeMap<_, Place> = BTreeMap::new();
        for entry in &entries {
            let place = places.entry((entry.ply, entry.key)).or_default();
            place.moves.extend(Move::from_word(entry.word));
        }
        let last_ply = entries.iter().map(|entry| entry.ply).max().unwrap_or(0);
        Self {
            keys,
            entries,
            places,
            last_ply,
        }
    }

    /// The last ply of the book.
    #[must_use]
    pub const fn last_ply(&self) -> u8 {
        self.last_ply
    }

    /// Takes a given position into account, at a ply or, if that is not known, at every ply at which its side is to move.
    /// All given positions come before [`Decoder::finish`].
    pub fn give(&mut self, position: &Position, ply: Option<u8>) {
        let key = self.keys.key(position);
        if let Some(ply) = ply {
            return self.try_fit(position, ply, key, Tier::Given);
        }
        let first = position.side().index() as u8;
        for ply in (first..=self.last_ply).step_by(2) {
            self.try_fit(position, ply, key, Tier::Given);
        }
    }

    /// Walks, and gives what was found.
    #[must_use]
    pub fn finish(mut self) -> Decoded {
        self.settle();
        for off_book in 0..=OFF_BOOK_MOVES {
            if self.places.values().all(|place| place.settled) {
                break;
            }
            let mut position = Position::startpos();
            let key = self.keys.key(&position);
            let mut walk = Walk {
                decoder: &mut self,
                off_book,
                seen: HashMap::new(),
                looked: Looked::new(),
            };
            walk.visit(&mut position, 0, key, off_book);
            let looked = walk.looked;
            if off_book > 0 {
                self.doubt(&looked);
            }
            self.settle();
        }
        self.result()
    }

    /// Puts the fits of open places aside that may well be chance.
    fn doubt(&mut self, looked: &Looked) {
        let open = || self.places.iter().filter(|(_, place)| !place.settled);
        let empty = open().filter(|(_, place)| place.fits.is_empty()).count();
        let limit = FALSE_FITS / empty.max(1) as f64;
        let mut sure = BTreeSet::new();
        for (&(ply, key), place) in open() {
            for (&full, fit) in &place.fits {
                if looked.chance(self, fit, ply, key) <= limit {
                    sure.insert((ply, full));
                }
            }
        }
        for ((ply, _), place) in self.places.iter_mut().filter(|(_, place)| !place.settled) {
            let fits = std::mem::take(&mut place.fits);
            let (fits, doubtful) = fits
                .into_iter()
                .partition(|(full, _)| sure.contains(&(*ply, *full)));
            place.fits = fits;
            place.doubtful = doubtful;
        }
    }

    /// Notes a position whose key and ply may fit.
    fn try_fit(&mut self, position: &Position, ply: u8, key: u16, tier: Tier) {
        let Some(place) = self.places.get_mut(&(ply, key)) else {
            return;
        };
        if place.settled {
            return;
        }
        let illegal: Vec<Move> = place
            .moves
            .iter()
            .copied()
            .filter(|&mv| !position.is_legal(mv))
            .collect();
        let fit = || Fit {
            tier,
            sfen: position.sfen_key(),
        };
        if illegal.is_empty() {
            place.fits.entry(position.key()).or_insert_with(fit);
        } else if tier <= Tier::OffBook(0) {
            place
                .misfits
                .entry(position.key())
                .or_insert_with(|| (fit(), illegal));
        }
    }

    fn settle(&mut self) {
        for place in self.places.values_mut() {
            place.settled |= !place.fits.is_empty();
        }
    }

    fn result(self) -> Decoded {
        let mut damage = Vec::new();
        let entries = self.entries.iter().enumerate().map(|(index, &raw)| {
            let place = &self.places[&(raw.ply, raw.key)];
            if place.is_wrong(raw.word) {
                let fault = Fault::IllegalMove { word: raw.word };
                damage.push(Damage { index, fault });
            }
            let (fits, doubtful) = place.fits_of(raw.word);
            DecodedEntry {
                raw,
                fits,
                doubtful,
            }
        });
        let entries = entries.collect();
        Decoded { entries, damage }
    }
}

impl Place {
    /// Whether a move is illegal in every given position or position of the book that has the key, while no position fits.
    fn is_wrong(&self, word: u16) -> bool {
        let wrong = |(_, illegal): &(Fit, Vec<Move>)| illegal.iter().any(|mv| mv.word() == word);
        self.fits.is_empty()
            && self.doubtful.is_empty()
            && !self.misfits.is_empty()
            && self.misfits.values().all(wrong)
    }

    /// The positions for the entry with a move: those in which all moves are legal, or else those in which this one is;
    /// and if there are none, the doubtful ones.
    fn fits_of(&self, word: u16) -> (Vec<Fit>, Vec<Fit>) {
        let Some(mv) = Move::from_word(word) else {
            return (Vec::new(), Vec::new());
        };
        let mut fits: Vec<Fit> = self.fits.values().cloned().collect();
        if fits.is_empty() {
            let near = self
                .misfits
                .values()
                .filter(|(_, illegal)| !illegal.contains(&mv));
            fits = near.map(|(fit, _)| fit.clone()).collect();
            let nearest = fits.iter().map(|fit| fit.tier).min();
            fits.retain(|fit| Some(fit.tier) == nearest);
        }
        fits.sort();
        let mut doubtful = Vec::new();
        if fits.is_empty() {
            doubtful.extend(self.doubtful.values().cloned());
            doubtful.sort();
        }
        (fits, doubtful)
    }
}

/// One walk with a number of moves off the book.
struct Walk<'w, 'a> {
    decoder: &'w mut Decoder<'a>,
    off_book: u8,
    /// Moves off the book that were left when a position was visited at a ply.
    seen: HashMap<(u8, u64), u8>,
    looked: Looked,
}

impl Walk<'_, '_> {
    /// Visits a position with `left` moves off the book to spend. The depth is bounded by the book's last ply.
    fn visit(&mut self, position: &mut Position, ply: u8, key: u16, left: u8) {
        let seen = self.seen.entry((ply, position.key())).or_insert(0);
        // 0 stands for a new position, so what was left is kept with one added.
        if *seen > left {
            return;
        }
        *seen = left + 1;
        let tier = Tier::OffBook(self.off_book - left);
        self.decoder.try_fit(position, ply, key, tier);
        if ply >= self.decoder.last_ply {
            return;
        }
        let place = self.decoder.places.get(&(ply, key));
        let book = place.map(|place| place.moves.clone()).unwrap_or_default();
        for &mv in position.legal_moves().iter() {
            self.step(position, ply, key, mv, left, book.contains(&mv));
        }
    }

    fn step(&mut self, position: &mut Position, ply: u8, key: u16, mv: Move, left: u8, book: bool) {
        let left = match (book, left) {
            (true, left) => left,
            (false, 0) => return,
            (false, left) => left - 1,
        };
        let key = self.decoder.keys.update(key, position, mv);
        let slot = self.looked.count(ply + 1);
        let goes_on = left > 0 || self.decoder.places.contains_key(&(ply + 1, key));
        if (!goes_on && slot.is_none()) || position.play(mv).is_err() {
            return;
        }
        if let Some(slot) = slot {
            self.looked.keep(ply + 1, slot, position);
        }
        if goes_on {
            self.visit(position, ply + 1, key, left);
        }
        position.undo();
    }
}

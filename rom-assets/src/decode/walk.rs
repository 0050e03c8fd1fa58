//! The walks from the start that find positions, and what they looked at on the way.

use super::{Decoder, Tier};
use joban_engine::keys;
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use std::collections::{BTreeMap, HashMap};

/// A position at a ply, by its full key.
pub(super) type Node = (u8, u64);

/// Positions of a ply that are kept for comparison.
const SAMPLES: usize = 1_500;

/// The last step to a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// It was given, with its ply or without.
    Given { ply_known: bool },
    /// It is the start.
    Start,
    /// A book move.
    Book,
    /// Another move in a position of the book: whether two moves stand there (a third one can be common as well), and
    /// whether the book has this move anywhere for the same side.
    Off { full: bool, familiar: bool },
    /// A move in a position that is not in the book.
    OffAgain,
}

/// How a position was come to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    /// The last position on the way that fits a place.
    pub(super) from: Option<Node>,
    pub(super) step: Step,
}

/// A book move of the first walk.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BookStep {
    pub(super) from: Node,
    pub(super) to: Node,
    pub(super) weight: u8,
}

/// What a stage looked at.
#[derive(Debug)]
pub(super) struct Looked {
    /// How many new positions, by step and ply.
    pub(super) tried: BTreeMap<(Step, u8), u32>,
    pub(super) book_steps: Vec<BookStep>,
    samples: Vec<Sample>,
    random: SplitMix64,
}

/// Some of the positions of a ply; all have the same probability to be kept.
#[derive(Clone, Debug, Default)]
struct Sample {
    count: u64,
    positions: Vec<Position>,
}

impl Looked {
    pub(super) fn new() -> Self {
        Self {
            tried: BTreeMap::new(),
            book_steps: Vec::new(),
            samples: vec![Sample::default(); 256],
            random: SplitMix64::new(0),
        }
    }

    /// Counts a new position. Gives the slot in which it should be kept, if any.
    pub(super) fn count(&mut self, step: Step, ply: u8) -> Option<usize> {
        *self.tried.entry((step, ply)).or_default() += 1;
        let sample = &mut self.samples[usize::from(ply)];
        sample.count += 1;
        let slot = if sample.count <= SAMPLES as u64 {
            sample.count - 1
        } else {
            self.random.below(sample.count)
        };
        usize::try_from(slot).ok().filter(|&slot| slot < SAMPLES)
    }

    pub(super) fn keep(&mut self, ply: u8, slot: usize, position: &Position) {
        let positions = &mut self.samples[usize::from(ply)].positions;
        match positions.get_mut(slot) {
            Some(kept) => kept.clone_from(position),
            None => positions.push(position.clone()),
        }
    }

    /// The positions kept at a ply.
    pub(super) fn sample(&self, ply: u8) -> &[Position] {
        &self.samples[usize::from(ply)].positions
    }
}

/// One walk with a number of moves off the book.
#[derive(Debug)]
pub(super) struct Walk<'w, 'a> {
    decoder: &'w mut Decoder<'a>,
    off_book: u8,
    /// Moves off the book that were left, and one, when a position was visited.
    seen: HashMap<Node, u8>,
    looked: Looked,
}

/// Where a walk is.
#[derive(Copy, Clone, Debug)]
struct At {
    ply: u8,
    key: u16,
    /// Moves off the book that may still be made.
    left: u8,
}

impl<'w, 'a> Walk<'w, 'a> {
    pub(super) fn new(decoder: &'w mut Decoder<'a>, off_book: u8) -> Self {
        Self {
            decoder,
            off_book,
            seen: HashMap::new(),
            looked: Looked::new(),
        }
    }

    /// Walks, and gives what was looked at.
    pub(super) fn run(mut self) -> Looked {
        let mut position = Position::startpos();
        let at = At {
            ply: 0,
            key: self.decoder.keys.key(&position),
            left: self.off_book,
        };
        let arrival = Arrival {
            from: None,
            step: Step::Start,
        };
        self.visit(&mut position, at, arrival);
        self.looked
    }

    /// Visits a position. The depth is bounded by the book's last ply.
    fn visit(&mut self, position: &mut Position, at: At, arrival: Arrival) {
        let tier = Tier::OffBook(self.off_book - at.left);
        let place = (at.ply, at.key);
        let stage = Tier::OffBook(self.off_book);
        self.decoder.meet(position, place, tier, stage, arrival);
        let node = (at.ply, position.key());
        let seen = self.seen.entry(node).or_insert(0);
        if *seen > at.left || at.ply >= self.decoder.last_ply {
            return;
        }
        *seen = at.left + 1;
        let book = self.decoder.book_moves(place, position.key());
        let from = if book.is_empty() {
            arrival.from
        } else {
            Some(node)
        };
        for &mv in position.legal_moves().iter() {
            let step = self.decoder.step(at.ply, mv, &book);
            if step == Step::Book && self.off_book == 0 {
                self.note_book_step(position, node, mv, &book);
            }
            self.take(position, at, mv, Arrival { from, step });
        }
    }

    fn note_book_step(&mut self, position: &Position, from: Node, mv: Move, book: &[(Move, u8)]) {
        let to = (from.0 + 1, keys::update(from.1, position, mv));
        let weights = book.iter().filter(|(each, _)| *each == mv);
        let steps = weights.map(|&(_, weight)| BookStep { from, to, weight });
        self.looked.book_steps.extend(steps);
    }

    fn take(&mut self, position: &mut Position, at: At, mv: Move, arrival: Arrival) {
        let left = match (arrival.step, at.left) {
            (Step::Book, left) => left,
            (_, 0) => return,
            (_, left) => left - 1,
        };
        let to = At {
            ply: at.ply + 1,
            key: self.decoder.keys.update(at.key, position, mv),
            left,
        };
        let slot = self.count(position, to.ply, mv, arrival.step);
        let goes_on = left > 0 || self.decoder.places.contains_key(&(to.ply, to.key));
        if (!goes_on && slot.is_none()) || position.play(mv).is_err() {
            return;
        }
        if let Some(slot) = slot {
            self.looked.keep(to.ply, slot, position);
        }
        if goes_on {
            self.visit(position, to, arrival);
        }
        position.undo();
    }

    /// Counts the position behind a move, if no walk before knew it. The many positions of two moves off the book are not
    /// remembered; those that are come to twice count twice.
    fn count(&mut self, position: &Position, ply: u8, mv: Move, step: Step) -> Option<usize> {
        let node = (ply, keys::update(position.key(), position, mv));
        if self.decoder.known.contains(&node) {
            return None;
        }
        if self.off_book < 2 || step == Step::Book {
            self.decoder.known.insert(node);
        }
        self.looked.count(step, ply)
    }
}

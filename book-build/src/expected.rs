//! Selection by use: the entries that make the expected number of own moves from the book as large as a greedy choice can.
//!
//! The model: both colours play from the even start; on our turns the book is sampled by its weights, on the
//! other side's turns the archive's frequencies rule, and a line ends where we have no entry. A new position gains the
//! probability that a game comes to it. A second candidate adds nothing at its own position; it gains what it changes further down
//! the lines, so it enters only if it earns its six bytes. Each step takes the largest gain; ties go to the lower ply, then the
//! smaller SFEN bytes, and a first candidate goes before a second one. Every step follows all lines again, so the work
//! grows with the square of the entries. Probabilities along a line are multiplied; [`crate::reach`](mod@crate::reach) gives the
//! exact figures of the finished book.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use joban_engine::book::candidate_probability;
use joban_engine::rules::{Color, Position};

use crate::aggregate::Aggregate;
use crate::select::{Draft, Offered, SelectedMove, SelectedPosition, Strategy};
use crate::weights::weights;

/// Greedy selection by the expected number of own moves from the book.
#[derive(Copy, Clone, Debug, Default)]
pub struct Expected;

/// A position at a ply.
type Place = (u8, u64);

/// A step that the selection can take.
#[derive(Clone, Copy, Debug)]
struct Step {
    gain: f64,
    place: Place,
    second: bool,
}

impl Strategy for Expected {
    fn name(&self) -> &'static str {
        "reach"
    }

    fn fill(&self, aggregate: &Aggregate<'_>, draft: &mut Draft<'_>) {
        // Steps that the draft refused: (place, whether it was the second candidate).
        let mut refused = BTreeSet::new();
        while draft.left() > 0 {
            let lines = Lines::new(aggregate, draft.taken());
            let Some(step) = lines.best(draft, &refused) else {
                return;
            };
            if !take(aggregate, draft, step) {
                refused.insert((step.place, step.second));
            }
        }
    }
}

fn take(aggregate: &Aggregate<'_>, draft: &mut Draft<'_>, step: Step) -> bool {
    let (ply, key) = step.place;
    if step.second {
        return draft.extend(key, ply);
    }
    let row = aggregate.find(key, ply);
    row.is_some_and(|row| draft.offer(row, 1) == Offered::Taken)
}

/// A move of the book: its probability and the position after it.
type Choice = (f64, Place);

/// The lines of both colours through a book in the making.
struct Lines<'a> {
    aggregate: &'a Aggregate<'a>,
    taken: &'a [SelectedPosition],
    /// The choices at each position of the book.
    choices: BTreeMap<Place, Vec<Choice>>,
    /// Probability that a game of the side to move comes to a position, in the book or at its edge.
    reach: BTreeMap<Place, f64>,
}

impl<'a> Lines<'a> {
    fn new(aggregate: &'a Aggregate<'a>, taken: &'a [SelectedPosition]) -> Self {
        let choices = taken
            .iter()
            .map(|each| (place(each), choices(each, &each.moves)))
            .collect();
        let mut lines = Self {
            aggregate,
            taken,
            choices,
            reach: BTreeMap::new(),
        };
        for side in Color::ALL {
            lines.follow(side);
        }
        lines
    }

    fn follow(&mut self, side: Color) {
        let mut at = BTreeMap::from([(Position::startpos().key(), 1.0)]);
        for ply in 0..self.aggregate.options().book_plies {
            let own = (side == Color::Black) == ply.is_multiple_of(2);
            let mut next = BTreeMap::new();
            for (key, share) in at {
                let place = (ply, key);
                if own {
                    self.reach.insert(place, share);
                }
                let moves = if own {
                    self.choices.get(&place).cloned().unwrap_or_default()
                } else {
                    self.replies(place)
                };
                for (probability, (_, key)) in moves {
                    *next.entry(key).or_insert(0.0) += share * probability;
                }
            }
            at = next;
        }
    }

    /// The archive's moves with their frequencies.
    fn replies(&self, (ply, key): Place) -> Vec<Choice> {
        let Some(position) = self.aggregate.find(key, ply) else {
            return Vec::new();
        };
        let rows = self.aggregate.moves_of(position).iter();
        rows.filter_map(|row| {
            let after = self.aggregate.key_after(row)?;
            Some((
                f64::from(row.stats.count) / position.count as f64,
                (ply + 1, after),
            ))
        })
        .collect()
    }

    /// Expected own moves after one of ours led to `place`.
    fn value(&self, place: Place, known: &mut BTreeMap<Place, f64>) -> f64 {
        if place.0 >= self.aggregate.options().book_plies {
            return 0.0;
        }
        if let Some(&value) = known.get(&place) {
            return value;
        }
        let mut value = 0.0;
        for (frequency, reply) in self.replies(place) {
            for &(probability, after) in self.choices.get(&reply).into_iter().flatten() {
                value += frequency * probability * (1.0 + self.value(after, known));
            }
        }
        known.insert(place, value);
        value
    }

    fn best(&self, draft: &Draft<'_>, refused: &BTreeSet<(Place, bool)>) -> Option<Step> {
        let firsts = self
            .reach
            .iter()
            .filter(|(place, _)| !self.choices.contains_key(place));
        let firsts = firsts.map(|(&place, &gain)| Step {
            gain,
            place,
            second: false,
        });
        let steps = firsts.chain(self.seconds(draft));
        steps
            .filter(|step| step.gain > 0.0 && !refused.contains(&(step.place, step.second)))
            .filter(|step| step.second || self.aggregate.find(step.place.1, step.place.0).is_some())
            .reduce(|best, step| {
                if self.before(&step, &best) {
                    step
                } else {
                    best
                }
            })
    }

    /// What a second candidate would change, for every position that has one candidate.
    fn seconds(&self, draft: &Draft<'_>) -> Vec<Step> {
        let mut known = BTreeMap::new();
        let mut steps = Vec::new();
        for (index, each) in self
            .taken
            .iter()
            .enumerate()
            .filter(|(_, each)| each.moves.len() == 1)
        {
            let Some(next) = draft.next_move(index) else {
                continue;
            };
            let reach = self.reach.get(&place(each)).copied().unwrap_or_default();
            let now = self.mean(&choices(each, &each.moves), &mut known);
            let then = self.mean(&choices(each, &[each.moves[0].clone(), next]), &mut known);
            steps.push(Step {
                gain: reach * (then - now),
                place: place(each),
                second: true,
            });
        }
        steps
    }

    fn mean(&self, choices: &[Choice], known: &mut BTreeMap<Place, f64>) -> f64 {
        choices
            .iter()
            .map(|&(probability, after)| probability * self.value(after, known))
            .sum()
    }

    fn before(&self, a: &Step, b: &Step) -> bool {
        let sfen = |step: &Step| {
            let row = self.aggregate.find(step.place.1, step.place.0);
            row.map(|row| self.aggregate.replay(row).sfen_key())
        };
        let order = b
            .gain
            .total_cmp(&a.gain)
            .then(a.second.cmp(&b.second))
            .then(a.place.0.cmp(&b.place.0));
        order.then_with(|| sfen(a).cmp(&sfen(b))) == Ordering::Less
    }
}

fn place(each: &SelectedPosition) -> Place {
    (each.ply, each.position.key())
}

/// The moves of a position with their probabilities in the ROM.
fn choices(each: &SelectedPosition, moves: &[SelectedMove]) -> Vec<Choice> {
    let mut weighted: Vec<(u8, &SelectedMove)> = weights(moves).into_iter().zip(moves).collect();
    weighted.sort_by_key(|(weight, mv)| (std::cmp::Reverse(*weight), mv.mv.word()));
    let weights: Vec<u8> = weighted.iter().map(|(weight, _)| *weight).collect();
    let after = |mv: &SelectedMove| {
        let mut after = each.position.clone();
        after.play(mv.mv).expect("candidates are legal");
        (each.ply + 1, after.key())
    };
    weighted
        .iter()
        .enumerate()
        .map(|(index, (_, mv))| (candidate_probability(&weights, index), after(mv)))
        .collect()
}

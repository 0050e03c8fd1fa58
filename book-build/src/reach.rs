//! How often the book will be used, computed exactly.
//!
//! One colour plays from the book, the other as the archive does. One seed of the ROM's 8-bit generator fixes all later
//! draws of a game, so probabilities over several plies are not products: the state of the generator is carried along every
//! line, from all 255 seeds. A line ends where the book has no entry for our side, or the archive no move for the other.
//! Positions are compared as such; chance hits of a 16-bit key outside the book are not counted.

use std::collections::BTreeMap;

use joban_engine::book::{first_is_chosen, next_state};
use joban_engine::rules::{Color, Position};

use crate::aggregate::Aggregate;
use crate::built::BuiltBook;

/// Probability of being at a position with each state of the generator; state 0 does not occur.
type Mass = [f64; 256];

/// The use of a book by both colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Reach {
    /// Expected number of own moves played from the book in a game, for black and for white.
    pub own_moves: [f64; 2],
    /// Probability, for each row of the book, that its colour plays it in a game.
    pub entries: Vec<f64>,
    /// Rows that no seed ever plays, against no line of the archive.
    pub never: Vec<usize>,
}

/// Follows both colours from the even start through all 255 seeds. The aggregate is the one the book was selected from.
#[must_use]
pub fn reach(aggregate: &Aggregate<'_>, built: &BuiltBook) -> Reach {
    let nodes = nodes(built);
    let mut entries = vec![0.0; built.rows.len()];
    for side in Color::ALL {
        follow(aggregate, built, &nodes, side, &mut entries);
    }
    let mut own_moves = [0.0; 2];
    for (row, probability) in built.rows.iter().zip(&entries) {
        own_moves[usize::from(row.side == Color::White)] += probability;
    }
    let never = (0..entries.len())
        .filter(|&row| entries[row] == 0.0)
        .collect();
    Reach {
        own_moves,
        entries,
        never,
    }
}

/// A position of the book: its rows, the first chosen first, and the keys they lead to.
struct Node {
    rows: Vec<(usize, u64)>,
}

fn nodes(built: &BuiltBook) -> BTreeMap<(u8, u64), Node> {
    let mut by_sfen: BTreeMap<(u8, &str), Vec<usize>> = BTreeMap::new();
    for (index, row) in built.rows.iter().enumerate() {
        by_sfen.entry((row.ply, &row.sfen)).or_default().push(index);
    }
    let positions = built.selection.positions.iter();
    positions
        .filter_map(|each| {
            let rows = by_sfen.get(&(each.ply, each.sfen.as_str()))?;
            let rows = rows
                .iter()
                .map(|&row| (row, key_after(&each.position, built, row)))
                .collect();
            Some(((each.ply, each.position.key()), Node { rows }))
        })
        .collect()
}

fn key_after(position: &Position, built: &BuiltBook, row: usize) -> u64 {
    let mut after = position.clone();
    after
        .play(built.rows[row].mv)
        .expect("candidates are legal");
    after.key()
}

fn follow(
    aggregate: &Aggregate<'_>,
    built: &BuiltBook,
    nodes: &BTreeMap<(u8, u64), Node>,
    side: Color,
    entries: &mut [f64],
) {
    let mut at: BTreeMap<u64, Mass> = BTreeMap::new();
    let mut start = [1.0 / 255.0; 256];
    start[0] = 0.0;
    at.insert(Position::startpos().key(), start);
    for ply in 0..aggregate.options().book_plies {
        let mut next = BTreeMap::new();
        let own = (side == Color::Black) == ply.is_multiple_of(2);
        for (key, mass) in &at {
            if own {
                if let Some(node) = nodes.get(&(ply, *key)) {
                    play_own(node, built, mass, &mut next, entries);
                }
            } else {
                play_archive(aggregate, *key, ply, mass, &mut next);
            }
        }
        at = next;
    }
}

/// Our side plays as the ROM does: two candidates step the generator, one does not.
fn play_own(
    node: &Node,
    built: &BuiltBook,
    mass: &Mass,
    next: &mut BTreeMap<u64, Mass>,
    entries: &mut [f64],
) {
    match node.rows[..] {
        [(row, key)] => {
            entries[row] += mass.iter().sum::<f64>();
            add(next, key, mass, 1.0);
        }
        [first, second] => {
            for state in 1..=u8::MAX {
                let drawn = next_state(state);
                let chosen = if first_is_chosen(drawn, built.rows[first.0].weight) {
                    first
                } else {
                    second
                };
                let share = mass[usize::from(state)];
                if share > 0.0 {
                    entries[chosen.0] += share;
                    next.entry(chosen.1).or_insert([0.0; 256])[usize::from(drawn)] += share;
                }
            }
        }
        _ => {}
    }
}

/// The other side plays each move as often as the archive.
fn play_archive(
    aggregate: &Aggregate<'_>,
    key: u64,
    ply: u8,
    mass: &Mass,
    next: &mut BTreeMap<u64, Mass>,
) {
    let Some(position) = aggregate.find(key, ply) else {
        return;
    };
    for row in aggregate.moves_of(position) {
        if let Some(after) = aggregate.key_after(row) {
            add(
                next,
                after,
                mass,
                f64::from(row.stats.count) / position.count as f64,
            );
        }
    }
}

fn add(next: &mut BTreeMap<u64, Mass>, key: u64, mass: &Mass, share: f64) {
    let target = next.entry(key).or_insert([0.0; 256]);
    for (sum, value) in target.iter_mut().zip(mass) {
        *sum += value * share;
    }
}

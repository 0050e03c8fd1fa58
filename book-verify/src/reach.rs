//! How often an entry will be played: the book on one side, the archive on the other.

use std::collections::{BTreeMap, BTreeSet};

use joban_engine::rules::{Color, Move, Position};

use crate::entry::Entry;
use crate::graph::Graph;
use crate::replies::{Replies, shares};

/// Plies after which no book is followed any more: books without plies have cycles.
const LONGEST: u32 = 256;

/// How often each entry is played in a game of its side against the archive. Choices count as independent of each other; of a ROM book that is close to
/// its generator, not equal.
#[derive(Debug)]
pub(crate) struct Reach {
    is_known: bool,
    probabilities: Vec<f64>,
    reached: Vec<bool>,
}

impl Reach {
    pub(crate) fn new(entries: &[Entry], graph: &Graph, archive: Option<&dyn Replies>) -> Self {
        let mut reach = Self {
            is_known: archive.is_some(),
            probabilities: vec![0.0; entries.len()],
            reached: vec![false; entries.len()],
        };
        if let Some(archive) = archive {
            for side in Color::ALL {
                reach.follow(entries, graph, archive, side);
            }
        }
        reach
    }

    /// Whether an archive was given.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }

    /// The probability that the entry is played in a game of its side; 0 without an archive.
    pub(crate) fn of(&self, entry: usize) -> f64 {
        self.probabilities[entry]
    }

    pub(crate) fn is_reached(&self, entry: usize) -> bool {
        self.reached[entry]
    }

    /// Follows one side from the start, ply by ply. Positions without probability are followed too: a path is a path.
    fn follow(&mut self, entries: &[Entry], graph: &Graph, archive: &dyn Replies, side: Color) {
        let mut at = Frontier::default();
        at.add(Position::startpos(), 1.0);
        let mut seen: BTreeSet<(usize, bool)> = BTreeSet::new();
        for ply in 0..LONGEST {
            let mut next = Frontier::default();
            let mut is_new = false;
            for (position, mass) in at.0.values() {
                if position.side() == side {
                    let node = graph.find(position, Some(ply));
                    is_new |= node.is_some_and(|node| seen.insert((node, *mass > 0.0)));
                    self.play_book(entries, graph, (position, node), *mass, &mut next);
                } else {
                    is_new = true;
                    play_archive(archive, position, ply, *mass, &mut next);
                }
            }
            if !is_new {
                break;
            }
            at = next;
        }
    }

    fn play_book(
        &mut self,
        entries: &[Entry],
        graph: &Graph,
        (position, node): (&Position, Option<usize>),
        mass: f64,
        next: &mut Frontier,
    ) {
        let Some(node) = node else {
            return;
        };
        let edges = &graph.nodes[node].edges;
        let chosen = |index: usize| entries[index].probability.unwrap_or(1.0).max(0.0);
        let total: f64 = edges.iter().map(|edge| chosen(edge.entry)).sum();
        for edge in edges {
            let share = if total > 0.0 {
                mass * chosen(edge.entry) / total
            } else {
                0.0
            };
            self.probabilities[edge.entry] += share;
            self.reached[edge.entry] = true;
            next.play(position, entries[edge.entry].mv, share);
        }
    }
}

fn play_archive(
    archive: &dyn Replies,
    position: &Position,
    ply: u32,
    mass: f64,
    next: &mut Frontier,
) {
    for (reply, share) in shares(archive.replies(position, Some(ply))) {
        next.play(position, reply.mv, mass * share);
    }
}

/// Positions of one ply with their probabilities.
#[derive(Default)]
struct Frontier(BTreeMap<u64, (Position, f64)>);

impl Frontier {
    fn add(&mut self, position: Position, mass: f64) {
        let key = position.key();
        self.0.entry(key).or_insert((position, 0.0)).1 += mass;
    }

    fn play(&mut self, position: &Position, mv: Move, mass: f64) {
        let mut child = position.clone();
        if child.play(mv).is_ok() {
            self.add(child, mass);
        }
    }
}

/// The nodes that are connected with the start through moves of the book on both sides, and moves of the archive.
pub(crate) fn connected(
    entries: &[Entry],
    graph: &Graph,
    archive: Option<&dyn Replies>,
) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut passed = BTreeSet::new();
    let mut open = vec![(Position::startpos(), 0)];
    while let Some((position, ply)) = open.pop() {
        if ply > LONGEST || !passed.insert((ply, position.key())) {
            continue;
        }
        let node = graph.find(&position, Some(ply));
        if node.is_some_and(|node| !found.insert(node) && graph.nodes[node].ply.is_none()) {
            continue;
        }
        let edges = node.map_or(&[][..], |node| &graph.nodes[node].edges);
        let book = edges.iter().map(|edge| entries[edge.entry].mv);
        let games = archive.map_or_else(Vec::new, |archive| archive.replies(&position, Some(ply)));
        for mv in book.chain(games.iter().map(|reply| reply.mv)) {
            let mut child = position.clone();
            if child.play(mv).is_ok() {
                open.push((child, ply + 1));
            }
        }
    }
    found
}

//! The positions of a book and how its moves connect them.

use std::collections::BTreeMap;

use joban_engine::rules::{Color, Move, Position};

use crate::entry::Entry;

/// A position at its ply; without ply in books that do not know it. Positions are told apart by their 64-bit key.
pub(crate) type Place = (Option<u32>, u64);

/// A position that has entries.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    pub(crate) ply: Option<u32>,
    pub(crate) edges: Vec<Edge>,
}

impl Node {
    pub(crate) fn side(&self) -> Color {
        self.position.side()
    }

    /// The ply after a move from here.
    pub(crate) fn next_ply(&self) -> Option<u32> {
        self.ply.map(|ply| ply + 1)
    }
}

/// A legal move of the book.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// Index of the entry.
    pub(crate) entry: usize,
    /// The node it leads to, if that position has entries.
    pub(crate) child: Option<usize>,
}

/// The positions of a book with their legal moves, in the order of the entries.
#[derive(Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    places: BTreeMap<Place, usize>,
    /// The node of each entry; `None` where the position or the move is illegal.
    pub(crate) node_of: Vec<Option<usize>>,
}

impl Graph {
    pub(crate) fn new(entries: &[Entry]) -> Self {
        let mut graph = Self {
            nodes: Vec::new(),
            places: BTreeMap::new(),
            node_of: Vec::with_capacity(entries.len()),
        };
        for (index, entry) in entries.iter().enumerate() {
            let node = graph.add(index, entry);
            graph.node_of.push(node);
        }
        graph.connect(entries);
        graph
    }

    fn add(&mut self, index: usize, entry: &Entry) -> Option<usize> {
        let position = entry.position()?;
        position.is_legal(entry.mv).then_some(())?;
        let new = self.nodes.len();
        let place = (entry.ply, position.key());
        let node = *self.places.entry(place).or_insert(new);
        if node == new {
            self.nodes.push(Node {
                position,
                ply: entry.ply,
                edges: Vec::new(),
            });
        }
        self.nodes[node].edges.push(Edge {
            entry: index,
            child: None,
        });
        Some(node)
    }

    fn connect(&mut self, entries: &[Entry]) {
        for node in 0..self.nodes.len() {
            for edge in 0..self.nodes[node].edges.len() {
                let mv = entries[self.nodes[node].edges[edge].entry].mv;
                let child = self.after(node, mv);
                self.nodes[node].edges[edge].child = child;
            }
        }
    }

    /// The node that a legal move of a node leads to, whether the book has the move or not.
    fn after(&self, node: usize, mv: Move) -> Option<usize> {
        let node = &self.nodes[node];
        let mut child = node.position.clone();
        child.play(mv).ok()?;
        self.find(&child, node.next_ply())
    }

    /// The node of a position; books without plies are found at every ply.
    pub(crate) fn find(&self, position: &Position, ply: Option<u32>) -> Option<usize> {
        let key = position.key();
        let at = |place: Place| self.places.get(&place).copied();
        at((ply, key)).or_else(|| at((None, key)))
    }
}

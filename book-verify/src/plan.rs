//! What is on trial, and in which order.

use std::collections::BTreeSet;

use joban_engine::rules::{Color, Move, Position};

use crate::entry::Entry;
use crate::graph::Graph;
use crate::reach::Reach;
use crate::replies::Replies;

/// What kind of book it is: it decides what unreachable means.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BookKind {
    /// A book of joban: every entry belongs to a ply and must be reached from the start, through book moves on one side and archive
    /// moves on the other.
    Joban,
    /// A book of another program: an entry is unreachable if its position is none that the rules accept.
    Foreign,
}

/// Which entries are asked about; the others are left alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scope {
    /// Only entries of this side.
    pub side: Option<Color>,
    /// Only positions that can be reached after these moves from the start, with at most one move outside the book between two of its positions.
    pub from: Vec<Move>,
    /// Only entries at this ply or before; a book without plies counts by the move number of its positions.
    pub max_ply: Option<u32>,
    /// Only entries that this older book does not have (ply, position and move).
    pub since: Option<Vec<Entry>>,
}

/// A scope whose moves cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("move {number} ({mv}) is illegal after the moves before it")]
pub struct ScopeError {
    /// Which move, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
}

/// What is on trial: the entries of a book, which of them are asked about and in which order.
#[derive(Debug)]
pub struct Plan {
    pub(crate) entries: Vec<Entry>,
    pub(crate) kind: BookKind,
    pub(crate) graph: Graph,
    pub(crate) reach: Reach,
    /// Whether the position of every entry is known.
    is_whole: bool,
    /// Indices of the entries in scope, the most important first.
    order: Vec<usize>,
}

impl Plan {
    /// Puts the entries in scope in order: the most reachable first where an archive is given, then by ply and place.
    ///
    /// # Errors
    /// [`ScopeError`] if the moves of the scope cannot be played.
    pub fn new(
        entries: Vec<Entry>,
        kind: BookKind,
        scope: &Scope,
        archive: Option<&dyn Replies>,
    ) -> Result<Self, ScopeError> {
        let graph = Graph::new(&entries);
        let reach = Reach::new(&entries, &graph, archive);
        let chosen = chosen(&entries, &graph, scope)?;
        let mut order: Vec<usize> = (0..entries.len()).filter(|index| chosen[*index]).collect();
        order.sort_by(|a, b| {
            let place = |index: usize| {
                let entry = &entries[index];
                (entry.ply.is_none(), entry.ply, entry.id)
            };
            let by_reach = reach.of(*b).total_cmp(&reach.of(*a));
            by_reach.then_with(|| place(*a).cmp(&place(*b)))
        });
        Ok(Self {
            is_whole: entries
                .iter()
                .all(|entry| entry.unjudged.is_none() || entry.position().is_some()),
            entries,
            kind,
            graph,
            reach,
            order,
        })
    }

    /// All entries of the book, in the order given.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What kind of book it is.
    #[must_use]
    pub fn kind(&self) -> BookKind {
        self.kind
    }

    /// The entries on trial, the most important first: what [`crate::Judge::new`] takes.
    pub fn on_trial(&self) -> impl Iterator<Item = &Entry> {
        self.order
            .iter()
            .filter(|index| !self.is_unreachable(**index))
            .map(|index| &self.entries[*index])
    }

    /// How many entries are out of scope.
    #[must_use]
    pub fn out_of_scope(&self) -> usize {
        self.entries.len() - self.order.len()
    }

    /// The entries in scope by their indices, in the order of the book.
    pub(crate) fn in_scope(&self) -> BTreeSet<usize> {
        self.order.iter().copied().collect()
    }

    /// Whether no path reaches the entry. Only an archive can show that of a book of joban, and only if all positions of the book are known.
    pub(crate) fn is_unreachable(&self, index: usize) -> bool {
        self.kind == BookKind::Joban
            && self.is_whole
            && self.entries[index].unjudged.is_none()
            && self.graph.node_of[index].is_some()
            && self.reach.is_known()
            && !self.reach.is_reached(index)
    }

    /// The entries of a foreign book whose positions are not connected with the start, by place: through moves of the book, and those of the archive
    /// where one is given. That is no fault.
    #[must_use]
    pub fn disconnected(&self, archive: Option<&dyn Replies>) -> Vec<u32> {
        if self.kind == BookKind::Joban {
            return Vec::new();
        }
        let connected = crate::reach::connected(&self.entries, &self.graph, archive);
        let nodes = self.entries.iter().zip(&self.graph.node_of);
        nodes
            .filter(|(_, node)| node.is_some_and(|node| !connected.contains(&node)))
            .map(|(entry, _)| entry.id)
            .collect()
    }
}

fn chosen(entries: &[Entry], graph: &Graph, scope: &Scope) -> Result<Vec<bool>, ScopeError> {
    let below = subtree(entries, graph, &scope.from)?;
    let known: Option<BTreeSet<_>> = scope
        .since
        .as_ref()
        .map(|old| old.iter().map(identity).collect());
    let is_chosen = |(index, entry): (usize, &Entry)| {
        let side = entry.position().map(|position| position.side());
        let ply = entry
            .ply
            .or_else(|| entry.position().map(|p| p.move_number().saturating_sub(1)));
        let in_subtree = below
            .as_ref()
            .is_none_or(|below| graph.node_of[index].is_some_and(|node| below.contains(&node)));
        scope
            .side
            .is_none_or(|wanted| side.is_none_or(|side| side == wanted))
            && scope
                .max_ply
                .is_none_or(|max| ply.is_none_or(|ply| ply <= max))
            && known
                .as_ref()
                .is_none_or(|known| !known.contains(&identity(entry)))
            && in_subtree
    };
    Ok(entries.iter().enumerate().map(is_chosen).collect())
}

/// What makes an entry the same in two books.
fn identity(entry: &Entry) -> (Option<u32>, String, Move) {
    let sfen = entry
        .position()
        .map_or_else(|| entry.sfen.clone(), |position| position.sfen_key());
    (entry.ply, sfen, entry.mv)
}

/// The nodes that can be reached after the moves; `None` without moves.
fn subtree(
    entries: &[Entry],
    graph: &Graph,
    moves: &[Move],
) -> Result<Option<BTreeSet<usize>>, ScopeError> {
    if moves.is_empty() {
        return Ok(None);
    }
    let mut root = Position::startpos();
    for (number, mv) in (1..).zip(moves) {
        root.play(*mv).map_err(|_| ScopeError { number, mv: *mv })?;
    }
    Ok(Some(below(entries, graph, &root, moves.len() as u32)))
}

fn below(entries: &[Entry], graph: &Graph, root: &Position, ply: u32) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut open = vec![(root.clone(), Some(ply))];
    while let Some((position, ply)) = open.pop() {
        match graph.find(&position, ply) {
            Some(node) if !found.insert(node) => continue,
            Some(node) => {
                let next = ply.map(|ply| ply + 1);
                for edge in &graph.nodes[node].edges {
                    let mv = entries[edge.entry].mv;
                    open.extend(after(&position, mv).map(|child| (child, next)));
                }
            }
            None => {}
        }
        open.extend(book_children(graph, &position, ply));
    }
    found
}

/// The positions of the book that any legal move leads to.
fn book_children(
    graph: &Graph,
    position: &Position,
    ply: Option<u32>,
) -> Vec<(Position, Option<u32>)> {
    let next = ply.map(|ply| ply + 1);
    let legal = position.legal_moves();
    let children = legal.iter().filter_map(|mv| after(position, *mv));
    children
        .filter(|child| graph.find(child, next).is_some())
        .map(|child| (child, next))
        .collect()
}

fn after(position: &Position, mv: Move) -> Option<Position> {
    let mut child = position.clone();
    child.play(mv).ok()?;
    Some(child)
}

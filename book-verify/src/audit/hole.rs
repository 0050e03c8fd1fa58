//! Replies to our lines without an entry.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use joban_engine::rules::{Color, Move, Position};

use super::AuditSettings;
use crate::graph::Graph;
use crate::judge::{Judgements, Line};
use crate::plan::Plan;
use crate::replies::{Replies, shares};
use crate::value::{Grade, weigh};

/// A reply of the other side to a move of the book after which the book has no entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Hole {
    /// The side that would need an entry.
    pub side: Color,
    /// Plies played before the reply; `None` in books without plies.
    pub ply: Option<u32>,
    /// SFEN of the position after our move, the other side to move, without the move number.
    pub sfen: String,
    /// The reply.
    pub reply: Move,
    /// The reply in Japanese notation.
    pub japanese: String,
    /// The place of the first entry that leads here.
    pub entry: u32,
    /// The share of the archive's games that played it, 0 to 1; `None` where the archive does not know the position.
    pub share: Option<f64>,
    /// Games of the archive that played it.
    pub count: u64,
    /// Whether it is one of the teacher's best replies.
    pub is_strong: bool,
    /// Whether the book knows no other reply either: the line ends here.
    pub is_end: bool,
    /// The probability of coming here in a game of the side; `None` without an archive.
    pub reach: Option<f64>,
}

/// All holes: by reach and share descending, then by the place of the entry and the USI text of the reply.
pub(super) fn holes(
    plan: &Plan,
    judgements: &Judgements,
    settings: &AuditSettings,
    archive: Option<&dyn Replies>,
) -> Vec<Hole> {
    let finder = Finder {
        plan,
        settings,
        archive,
        strong: strong_lines(plan, judgements),
        judgements,
    };
    let mut holes = BTreeMap::new();
    for index in plan.in_scope() {
        for hole in finder.after_entry(index) {
            let place = (hole.ply, hole.sfen.clone(), hole.reply);
            let known = holes.entry(place).or_insert_with(|| Hole {
                reach: hole.reach.map(|_| 0.0),
                ..hole.clone()
            });
            known.reach = known.reach.zip(hole.reach).map(|(a, b)| a + b);
            known.is_strong |= hole.is_strong;
            known.entry = known.entry.min(hole.entry);
        }
    }
    let mut holes: Vec<Hole> = holes.into_values().collect();
    holes.sort_by(order);
    holes
}

fn order(a: &Hole, b: &Hole) -> std::cmp::Ordering {
    let weight = |hole: &Hole| hole.reach.unwrap_or(0.0) * hole.share.unwrap_or(0.0);
    let place = |hole: &Hole| (hole.entry, hole.reply.to_string());
    weight(b)
        .total_cmp(&weight(a))
        .then_with(|| (Reverse(a.count), place(a)).cmp(&(Reverse(b.count), place(b))))
}

/// The teacher's lines after our moves: the reply it expects to each entry.
fn strong_lines(plan: &Plan, judgements: &Judgements) -> BTreeMap<u32, Move> {
    let wanted: BTreeMap<u32, Move> = plan
        .entries
        .iter()
        .map(|entry| (entry.id, entry.mv))
        .collect();
    let expected = judgements.entries.iter().filter_map(|judgement| {
        let mv = wanted.get(&judgement.id)?;
        let lines = &judgement.outcome.finding()?.lines;
        let own = lines.iter().rev().find(|line| line.mv == *mv)?;
        Some((judgement.id, *own.pv.get(1)?))
    });
    expected.collect()
}

struct Finder<'a> {
    plan: &'a Plan,
    settings: &'a AuditSettings,
    archive: Option<&'a dyn Replies>,
    strong: BTreeMap<u32, Move>,
    judgements: &'a Judgements,
}

impl Finder<'_> {
    fn after_entry(&self, index: usize) -> Vec<Hole> {
        self.position_after(index)
            .map_or_else(Vec::new, |(position, ply)| self.at(index, &position, ply))
    }

    /// The position after an entry, if the book is meant to go on from there.
    fn position_after(&self, index: usize) -> Option<(Position, Option<u32>)> {
        let graph = &self.plan.graph;
        let node = &graph.nodes[graph.node_of[index]?];
        let ply = node.next_ply();
        let is_far = ply
            .zip(self.settings.max_ply)
            .is_some_and(|(ply, max)| ply + 1 >= max);
        let mut position = node.position.clone();
        position.play(self.plan.entries[index].mv).ok()?;
        (!is_far).then_some((position, ply))
    }

    fn at(&self, index: usize, position: &Position, ply: Option<u32>) -> Vec<Hole> {
        let graph = &self.plan.graph;
        let entry = &self.plan.entries[index];
        let replies = self
            .archive
            .map_or_else(Vec::new, |archive| archive.replies(position, ply));
        let mut candidates: BTreeMap<Move, (u64, Option<f64>, bool)> = shares(replies)
            .into_iter()
            .map(|(reply, share)| (reply.mv, (reply.count, Some(share), false)))
            .collect();
        for mv in self.strong_replies(entry.id, position) {
            candidates.entry(mv).or_insert((0, None, false)).2 = true;
        }
        let is_end = !has_reply(graph, position, ply);
        let is_hole = |(mv, (_, share, is_strong)): &(Move, (u64, Option<f64>, bool))| {
            let is_frequent = share.is_some_and(|share| share >= self.settings.hole_share);
            let is_answered = child(graph, position, *mv, ply).is_none_or(|known| known);
            (*is_strong || is_frequent) && !is_answered
        };
        let reach = self
            .plan
            .reach
            .is_known()
            .then(|| self.plan.reach.of(index));
        candidates
            .into_iter()
            .filter(is_hole)
            .map(|(reply, (count, share, is_strong))| Hole {
                side: position.side().opponent(),
                ply,
                sfen: position.sfen_key(),
                reply,
                japanese: position.japanese(reply, Some(entry.mv.to())),
                entry: entry.id,
                share,
                count,
                is_strong,
                is_end,
                reach,
            })
            .collect()
    }

    /// The reply the teacher expects, and where the position was searched all that lose no more than is accepted.
    fn strong_replies(&self, entry: u32, position: &Position) -> Vec<Move> {
        let found = self.judgements.position(&position.sfen_key());
        let near_best = found.map_or_else(Vec::new, |found| {
            let is_near = |line: &&Line| {
                weigh(found.best, line.value, self.settings.thresholds).grade == Grade::Accept
            };
            found
                .lines
                .iter()
                .filter(is_near)
                .map(|line| line.mv)
                .collect()
        });
        near_best
            .into_iter()
            .chain(self.strong.get(&entry).copied())
            .collect()
    }
}

/// Whether the position after a legal move has entries; `None` for an illegal one, or one that ends the game.
fn child(graph: &Graph, position: &Position, mv: Move, ply: Option<u32>) -> Option<bool> {
    let mut after = position.clone();
    after.play(mv).ok()?;
    if after.has_no_move() {
        return None;
    }
    Some(graph.find(&after, ply.map(|ply| ply + 1)).is_some())
}

fn has_reply(graph: &Graph, position: &Position, ply: Option<u32>) -> bool {
    let legal = position.legal_moves();
    legal
        .iter()
        .any(|mv| child(graph, position, *mv, ply) == Some(true))
}

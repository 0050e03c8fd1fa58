//! Backed-up values: what the lines of the book come to when they are played to their ends.

use joban_engine::rules::Color;
use joban_engine::teacher::Thresholds;

use crate::graph::{Edge, Graph};
use crate::judge::Finding;
use crate::value::{Grade, Value, weigh};

/// Synchronous rounds after which values of books with cycles stand. Books without cycles stand much earlier.
const ROUNDS: usize = 512;

/// The loss of an entry by the backed-up values of one judged side.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    /// The better of the teacher's best value and the position's backed-up value, from the side to move.
    pub best: Value,
    /// The backed-up value of the move, from the side to move.
    pub value: Value,
    /// Best minus value in centipawns; `None` where a mate is in it.
    pub loss_cp: Option<i32>,
    /// What it amounts to.
    pub grade: Grade,
}

/// What the teacher said, as the values need it.
pub(crate) struct Teachings<'a> {
    pub(crate) graph: &'a Graph,
    /// The teacher's best value of each node.
    pub(crate) best: &'a [Option<Value>],
    /// The finding about each entry.
    pub(crate) findings: &'a [Option<&'a Finding>],
    /// Whether each entry is in the book.
    pub(crate) is_alive: &'a [bool],
    pub(crate) thresholds: Thresholds,
}

impl Teachings<'_> {
    /// The backed-up loss of each entry for a judged side, whose draws have the value `draw_cp` from its own view.
    pub(crate) fn losses(&self, judged: Color, draw_cp: i32) -> Vec<Option<BackedUp>> {
        let values = self.values(judged, draw_cp);
        let mut losses = vec![None; self.findings.len()];
        for (node, value) in self.graph.nodes.iter().zip(&values) {
            for edge in &node.edges {
                losses[edge.entry] = self.loss(*edge, *value, &values);
            }
        }
        losses
    }

    fn loss(
        &self,
        edge: Edge,
        position: Option<Value>,
        values: &[Option<Value>],
    ) -> Option<BackedUp> {
        let finding = self.findings[edge.entry]?;
        let best = position.map_or(finding.best, |value| value.max(finding.best));
        let value = self.edge_value(edge, values)?;
        let loss = weigh(best, value, self.thresholds);
        Some(BackedUp {
            best,
            value,
            loss_cp: loss.raw_cp.map(|raw| raw.max(0)),
            grade: loss.grade,
        })
    }

    /// The value of each position for its side to move. Rounds end early where nothing changes any more, which gives the same values.
    fn values(&self, judged: Color, draw_cp: i32) -> Vec<Option<Value>> {
        let nodes = &self.graph.nodes;
        let draw = |side: Color| {
            let value = Value::Cp(draw_cp);
            Some(if side == judged {
                value
            } else {
                value.negated()
            })
        };
        let mut values: Vec<_> = nodes.iter().map(|node| draw(node.side())).collect();
        for _ in 0..ROUNDS {
            let next: Vec<_> = (0..nodes.len())
                .map(|node| self.value(node, judged, &values))
                .collect();
            if next == values {
                break;
            }
            values = next;
        }
        values
    }

    /// The judged side plays from the book; the other may also play the teacher's best move.
    fn value(&self, node: usize, judged: Color, values: &[Option<Value>]) -> Option<Value> {
        let edges = self.graph.nodes[node].edges.iter();
        let alive = edges.filter(|edge| self.is_alive[edge.entry]);
        let book = alive
            .filter_map(|edge| self.edge_value(*edge, values))
            .max();
        if self.graph.nodes[node].side() == judged {
            return book.or(self.best[node]);
        }
        // Without the teacher's best nobody knows that the other side has nothing better than the book's replies.
        self.best[node].map(|best| book.map_or(best, |book| book.max(best)))
    }

    /// Minus the value of the position after the move; where the book ends, the teacher's value of the move.
    fn edge_value(&self, edge: Edge, values: &[Option<Value>]) -> Option<Value> {
        let child = edge.child.and_then(|child| values[child]);
        child
            .map(Value::negated)
            .or_else(|| self.findings[edge.entry].map(|finding| finding.value))
    }
}

//! The table of 512 entries under the ROM's 16-bit key.

use super::value::{self, Window};
use crate::rules::Move;

/// Entries of the table.
pub const TABLE_ENTRIES: usize = 512;

/// How a stored value is meant.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

#[derive(Copy, Clone, Debug)]
struct Entry {
    key: u16,
    depth: u8,
    bound: Bound,
    value: i32,
    mv: Option<Move>,
}

/// What the table knows about a node.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Known {
    /// Its best move, which may belong to another position of the same key.
    pub(super) mv: Option<Move>,
    /// Its value, if deep enough and decided within the window.
    pub(super) value: Option<i32>,
}

/// A finished node, as it is stored.
#[derive(Copy, Clone, Debug)]
pub(super) struct Finished {
    pub(super) depth: u32,
    pub(super) ply: u32,
    /// The window with which the node was entered.
    pub(super) window: Window,
    pub(super) value: i32,
    pub(super) mv: Option<Move>,
}

/// The last node stored under each `key mod 512`. All 16 bits of the key are compared, as the ROM can: two positions that share
/// them are taken for one.
#[derive(Debug)]
pub(super) struct Table {
    entries: Box<[Option<Entry>; TABLE_ENTRIES]>,
}

impl Table {
    pub(super) fn new() -> Self {
        Self {
            entries: Box::new([None; TABLE_ENTRIES]),
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill(None);
    }

    pub(super) fn probe(&self, key: u16, depth: u32, ply: u32, window: Window) -> Known {
        let entry = self.entries[slot(key)].filter(|entry| entry.key == key);
        let Some(entry) = entry else {
            return Known::default();
        };
        let value = value::from_table(entry.value, ply);
        let decided = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        Known {
            mv: entry.mv,
            value: (u32::from(entry.depth) >= depth && decided).then_some(value),
        }
    }

    pub(super) fn store(&mut self, key: u16, node: &Finished) {
        let bound = if node.value >= node.window.beta {
            Bound::Lower
        } else if node.value <= node.window.alpha {
            Bound::Upper
        } else {
            Bound::Exact
        };
        self.entries[slot(key)] = Some(Entry {
            key,
            depth: node.depth as u8,
            bound,
            value: value::to_table(node.value, node.ply),
            mv: node.mv,
        });
    }
}

const fn slot(key: u16) -> usize {
    key as usize % TABLE_ENTRIES
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(depth: u32, value: i32, window: Window) -> Finished {
        Finished {
            depth,
            ply: 0,
            window,
            value,
            mv: Move::from_usi("7g7f").ok(),
        }
    }

    #[test]
    fn a_later_node_replaces_an_earlier_one_of_the_same_slot() {
        let mut table = Table::new();
        table.store(5, &node(4, 10, Window::FULL));
        assert_eq!(table.probe(5, 4, 0, Window::FULL).value, Some(10));
        table.store(5 + 512, &node(1, 20, Window::FULL));
        assert_eq!(table.probe(5, 1, 0, Window::FULL).mv, None);
        assert_eq!(table.probe(517, 1, 0, Window::FULL).value, Some(20));
        table.clear();
        assert_eq!(table.probe(517, 1, 0, Window::FULL).mv, None);
    }

    #[test]
    fn values_need_depth_and_the_right_side_of_the_window() {
        let mut table = Table::new();
        let window = Window { alpha: 0, beta: 50 };
        let value = |table: &Table, depth, alpha, beta| {
            table.probe(1, depth, 0, Window { alpha, beta }).value
        };
        table.store(1, &node(3, 60, window));
        assert_eq!(value(&table, 3, 0, 50), Some(60));
        assert_eq!(value(&table, 4, 0, 50), None);
        assert_eq!(value(&table, 3, 0, 100), None, "60 is a lower bound");
        table.store(1, &node(3, -10, window));
        assert_eq!(value(&table, 3, 0, 50), Some(-10));
        assert_eq!(value(&table, 3, -50, 50), None, "-10 is an upper bound");
        assert!(table.probe(1, 9, 0, window).mv.is_some());
    }
}

//! The players of the sample archive: one engine at several node limits, with tastes and habits.

/// Which kind of opening a player prefers.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Taste {
    Static,
    Ranging,
}

impl Taste {
    /// How often a player of this taste takes a line for its side: s static, r ranging, e either.
    pub(super) fn weight(self, line: char) -> u64 {
        match (self, line) {
            (Self::Static, 's') | (Self::Ranging, 'r') => 8,
            (Self::Static, 'r') => 1,
            (Self::Ranging, 's') => 2,
            _ => 4,
        }
    }
}

/// A player.
#[derive(Copy, Clone, Debug)]
pub(super) struct Player {
    pub(super) name: &'static str,
    /// Node limit of a move.
    pub(super) nodes: u64,
    pub(super) taste: Taste,
    /// Centipawns of difference that halve the chance of a move in the opening.
    pub(super) halving_cp: u64,
    /// Resigns at this score or worse, for its own view, in three successive searches.
    pub(super) resign_cp: i32,
}

/// All players. The order is part of the record of the archive: pairings name players by index.
pub(super) const PLAYERS: [Player; 8] = [
    player("fsf11_n2400", 2400, Taste::Static, 12, -2500),
    player("fsf11_n1800_furi", 1800, Taste::Ranging, 16, -2000),
    player("fsf11_n1400", 1400, Taste::Static, 14, -2500),
    player("fsf11_n1000_furi", 1000, Taste::Ranging, 18, -2500),
    player("fsf11_n800", 800, Taste::Static, 16, -2000),
    player("fsf11_n600", 600, Taste::Static, 20, -9999),
    player("fsf11_n350_furi", 350, Taste::Ranging, 24, -3000),
    player("fsf11_n200", 200, Taste::Static, 30, -9999),
];

const fn player(
    name: &'static str,
    nodes: u64,
    taste: Taste,
    halving_cp: u64,
    resign_cp: i32,
) -> Player {
    Player {
        name,
        nodes,
        taste,
        halving_cp,
        resign_cp,
    }
}

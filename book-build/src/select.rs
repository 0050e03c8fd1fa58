//! Which positions and moves enter the book.
//!
//! A [`Strategy`] offers positions in its order; the [`Draft`] takes them while there is room, and holds the rules that
//! no strategy may break: the budget, the number of moves a position, overrides, moves without points, and, with a given
//! key table, no two positions of one ply under one key.

use std::collections::BTreeMap;

use joban_engine::rom_key::RomKeys;
use joban_engine::rules::{Move, Position};
use serde::{Serialize, Serializer};

use crate::aggregate::{Aggregate, MoveRow, PositionRow};
use crate::overrides::{
    Action, Override, OverrideError, OverrideProblem, Resolved, check_forced, forcing_at,
    resolve_all,
};
use crate::stats::Stats;

/// What is selected.
#[derive(Copy, Clone, Debug)]
pub struct SelectOptions<'a> {
    /// Entries in all; 512 are 3,072 bytes.
    pub entries: usize,
    /// Candidates of a position, 1 or 2.
    pub moves_per_position: usize,
    /// Decisions that act before selection.
    pub overrides: &'a [Override],
    /// A given key table: a position whose key another one of its ply already has is dropped.
    pub table: Option<&'a RomKeys>,
}

impl Default for SelectOptions<'_> {
    /// 512 entries, at most two a position, nothing else.
    fn default() -> Self {
        Self {
            entries: 512,
            moves_per_position: 2,
            overrides: &[],
            table: None,
        }
    }
}

/// A selection that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectError {
    /// An override that cannot act.
    #[error(transparent)]
    Override(#[from] OverrideError),
}

/// One candidate of a selected position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedMove {
    /// The move.
    pub mv: Move,
    /// Its statistics; all zero for a forced move that no kept game played.
    pub stats: Stats,
    /// Whether an override put it here.
    pub forced: bool,
    /// The weight an override fixed, 1 to 255.
    pub weight: Option<u8>,
}

/// A selected position with one or two candidates, by points descending, count descending, move word.
#[derive(Clone, Debug)]
pub struct SelectedPosition {
    /// The position.
    pub position: Position,
    /// Its SFEN without move number.
    pub sfen: String,
    /// Moves played from the even start.
    pub ply: u8,
    /// Points of all its moves, selected or not.
    pub points: u64,
    /// Its candidates.
    pub moves: Vec<SelectedMove>,
}

/// A position that was dropped because its key was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Collision {
    /// Ply of both positions.
    pub ply: u8,
    /// The 16-bit key of both; 4 hexadecimal digits in reports.
    #[serde(serialize_with = "hex_key")]
    pub key: u16,
    /// SFEN of the position in the book.
    pub kept: String,
    /// SFEN of the position that was dropped.
    pub dropped: String,
}

fn hex_key<S: Serializer>(key: &u16, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&format_args!("{key:04x}"))
}

/// The selected positions in the order in which they were taken.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Positions forced by overrides first, then in the strategy's order.
    pub positions: Vec<SelectedPosition>,
    /// Positions dropped for their key, in the order in which they were met.
    pub collisions: Vec<Collision>,
    /// The overrides that acted, in the order of the configuration.
    pub overrides: Vec<Override>,
}

impl Selection {
    /// Number of candidates.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.positions
            .iter()
            .map(|position| position.moves.len())
            .sum()
    }
}

/// An order in which positions are offered to the book.
pub trait Strategy {
    /// Name in options and reports.
    fn name(&self) -> &'static str;

    /// Offers positions until the draft is full or none is left.
    fn fill(&self, aggregate: &Aggregate<'_>, draft: &mut Draft<'_>);
}

/// What became of an offered position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Offered {
    /// It is in the book (also if an override had put it there).
    Taken,
    /// It has no move that may enter, or its key is taken.
    Dropped,
    /// There is no room for it.
    Full,
}

/// Selects with a strategy.
///
/// # Errors
///
/// [`SelectError::Override`] if an override cannot act: an illegal move, a position that cannot be, a contradiction, no room.
pub fn select(
    aggregate: &Aggregate<'_>,
    strategy: &dyn Strategy,
    options: &SelectOptions<'_>,
) -> Result<Selection, SelectError> {
    let overrides = resolve_all(options.overrides, aggregate.options().book_plies)?;
    let mut draft = Draft::new(aggregate, options, overrides);
    draft.force()?;
    strategy.fill(aggregate, &mut draft);
    let overrides = options.overrides.to_vec();
    Ok(Selection {
        positions: draft.taken,
        collisions: draft.collisions,
        overrides,
    })
}

/// The moves of a position that may enter a book without override: points descending, count descending, move word.
#[must_use]
pub fn ranked_moves<'r>(rows: &'r [MoveRow]) -> Vec<&'r MoveRow> {
    let mut moves: Vec<&'r MoveRow> = rows.iter().filter(|row| row.stats.points > 0).collect();
    moves.sort_unstable_by_key(|row| rank(row.mv, &row.stats));
    moves
}

fn rank(mv: Move, stats: &Stats) -> impl Ord + use<> {
    (std::cmp::Reverse((stats.points, stats.count)), mv.word())
}

/// A book in the making.
#[derive(Debug)]
pub struct Draft<'a> {
    aggregate: &'a Aggregate<'a>,
    table: Option<&'a RomKeys>,
    moves_per_position: usize,
    left: usize,
    overrides: Vec<Resolved>,
    taken: Vec<SelectedPosition>,
    /// Which selected position a place (64-bit key, ply) is.
    places: BTreeMap<(u64, u8), usize>,
    /// Which selected position a (ply, 16-bit key) belongs to.
    keys: BTreeMap<(u8, u16), usize>,
    collisions: Vec<Collision>,
}

impl<'a> Draft<'a> {
    fn new(
        aggregate: &'a Aggregate<'a>,
        options: &SelectOptions<'a>,
        overrides: Vec<Resolved>,
    ) -> Self {
        Self {
            aggregate,
            table: options.table,
            moves_per_position: options.moves_per_position.clamp(1, 2),
            left: options.entries,
            overrides,
            taken: Vec::new(),
            places: BTreeMap::new(),
            keys: BTreeMap::new(),
            collisions: Vec::new(),
        }
    }

    /// Entries that are still free.
    #[must_use]
    pub fn left(&self) -> usize {
        self.left
    }

    /// Whether a position is in the book.
    #[must_use]
    pub fn has(&self, key: u64, ply: u8) -> bool {
        self.places.contains_key(&(key, ply))
    }

    /// The positions taken so far.
    #[must_use]
    pub fn taken(&self) -> &[SelectedPosition] {
        &self.taken
    }

    /// Offers a position with up to `most` of its moves (and never more than the options allow).
    pub fn offer(&mut self, row: &PositionRow, most: usize) -> Offered {
        if self.has(row.key, row.ply) {
            return Offered::Taken;
        }
        if self.left == 0 {
            return Offered::Full;
        }
        let mut moves = self.free_moves(row.key, row.ply);
        moves.truncate(most.min(self.moves_per_position).min(self.left));
        if moves.is_empty() {
            return Offered::Dropped;
        }
        let position = self.aggregate.replay(row);
        match self.take(position, row.ply, row.points, moves) {
            Ok(()) => Offered::Taken,
            Err(collision) => {
                self.collisions.push(collision);
                Offered::Dropped
            }
        }
    }

    /// Adds the next move to a position that is in the book with room for it. Says whether it did.
    pub fn extend(&mut self, key: u64, ply: u8) -> bool {
        let Some(&index) = self.places.get(&(key, ply)) else {
            return false;
        };
        let Some(next) = self.next_move(index).filter(|_| self.left > 0) else {
            return false;
        };
        let moves = &mut self.taken[index].moves;
        moves.push(next);
        moves.sort_by_key(|each| rank(each.mv, &each.stats));
        self.left -= 1;
        true
    }

    /// The move that [`Self::extend`] would add to a position of [`Self::taken`].
    #[must_use]
    pub fn next_move(&self, index: usize) -> Option<SelectedMove> {
        let taken = &self.taken[index];
        if taken.moves.len() >= self.moves_per_position {
            return None;
        }
        let free = self.free_moves(taken.position.key(), taken.ply);
        free.into_iter()
            .find(|each| taken.moves.iter().all(|own| own.mv != each.mv))
    }

    /// Moves with points that no override forbids, in their order.
    fn free_moves(&self, key: u64, ply: u8) -> Vec<SelectedMove> {
        let rows = self
            .aggregate
            .find(key, ply)
            .map_or(&[][..], |row| self.aggregate.moves_of(row));
        let forbidden = |mv: Move| {
            self.at(key, ply)
                .any(|each| each.mv == mv && each.source.action == Action::Forbid)
        };
        ranked_moves(rows)
            .into_iter()
            .filter(|row| !forbidden(row.mv))
            .map(|row| SelectedMove {
                mv: row.mv,
                stats: row.stats.clone(),
                forced: false,
                weight: None,
            })
            .collect()
    }

    fn at(&self, key: u64, ply: u8) -> impl Iterator<Item = &Resolved> {
        self.overrides
            .iter()
            .filter(move |each| each.is_at(key, ply))
    }

    /// Puts a position into the book, or says which position has its key.
    fn take(
        &mut self,
        position: Position,
        ply: u8,
        points: u64,
        mut moves: Vec<SelectedMove>,
    ) -> Result<(), Collision> {
        let sfen = position.sfen_key();
        if let Some(key) = self.table.map(|table| table.key(&position)) {
            if let Some(&other) = self.keys.get(&(ply, key)) {
                return Err(Collision {
                    ply,
                    key,
                    kept: self.taken[other].sfen.clone(),
                    dropped: sfen,
                });
            }
            self.keys.insert((ply, key), self.taken.len());
        }
        moves.sort_by_key(|each| rank(each.mv, &each.stats));
        self.left -= moves.len();
        self.places.insert((position.key(), ply), self.taken.len());
        self.taken.push(SelectedPosition {
            position,
            sfen,
            ply,
            points,
            moves,
        });
        Ok(())
    }

    /// Takes the positions of forced moves, in the order of the configuration.
    fn force(&mut self) -> Result<(), OverrideError> {
        for index in 0..self.overrides.len() {
            let (key, forces) = (
                self.overrides[index].position.key(),
                self.overrides[index].source.action.forces(),
            );
            let Some(ply) = self.overrides[index].ply.filter(|_| forces) else {
                continue;
            };
            if !self.has(key, ply) {
                self.force_position(index, key, ply)?;
            }
        }
        Ok(())
    }

    fn force_position(&mut self, index: usize, key: u64, ply: u8) -> Result<(), OverrideError> {
        let mut moves = self.forced_moves(key, ply)?;
        if moves.len() > self.left {
            return Err(self.overrides[index].error(OverrideProblem::NoRoom));
        }
        let free = self.free_moves(key, ply).into_iter();
        let further: Vec<SelectedMove> = free
            .filter(|each| moves.iter().all(|forced| forced.mv != each.mv))
            .collect();
        moves.extend(further);
        moves.truncate(self.moves_per_position.min(self.left));
        let position = self.overrides[index].position.clone();
        let points = self.aggregate.find(key, ply).map_or(0, |row| row.points);
        self.take(position, ply, points, moves)
            .map_err(|collision| {
                let Collision { key, kept, .. } = collision;
                self.overrides[index].error(OverrideProblem::SameKey { key, kept })
            })
    }

    /// All forced moves of one place, and whether they fit together.
    fn forced_moves(&self, key: u64, ply: u8) -> Result<Vec<SelectedMove>, OverrideError> {
        let forcing = forcing_at(&self.overrides, key, ply);
        check_forced(&forcing, self.moves_per_position)?;
        Ok(forcing
            .into_iter()
            .map(|each| self.forced_move(each, key, ply))
            .collect())
    }

    fn forced_move(&self, each: &Resolved, key: u64, ply: u8) -> SelectedMove {
        let rows = self
            .aggregate
            .find(key, ply)
            .map_or(&[][..], |row| self.aggregate.moves_of(row));
        let stats = rows
            .iter()
            .find(|row| row.mv == each.mv)
            .map(|row| row.stats.clone());
        SelectedMove {
            mv: each.mv,
            stats: stats.unwrap_or_default(),
            forced: true,
            weight: weight(each),
        }
    }
}

fn weight(each: &Resolved) -> Option<u8> {
    match each.source.action {
        Action::Weight(weight) => u8::try_from(weight).ok(),
        Action::Force | Action::Forbid => None,
    }
}

//! The data card: what is in a set, in figures.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use joban_engine::rules::Color;
use rustc_hash::FxHashSet;
use serde::Serialize;

use super::row::{GameResult, LabelSource, Row, RowScore};
use super::spill::{Record, Repeats, Spill};
use super::twin::twin_hash;
use crate::error::Error;
use crate::split::split_hash;

/// From this many centipawns on a position counts as decided.
pub const DECIDED_CP: u32 = 1200;

/// Below this share of decided positions the card warns. An evaluation trained with 36 % of the positions above 1,200 saturated, one with
/// 49.7 % did not; this is the middle.
pub const DECIDED_LOW: f64 = 0.43;

/// Games remembered in memory before files are used.
const GAMES: usize = 1 << 19;

/// Plies of one bar of the histogram.
const PLIES: u32 = 10;

/// What a set holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Card {
    /// Rows.
    pub rows: u64,
    /// Rows with a score.
    pub labelled: u64,
    /// Who labelled, under which limit.
    pub labels: Vec<LabelSource>,
    /// Different games; rows without one are not counted.
    pub games: u64,
    /// Rows that name no game.
    pub rows_without_game: u64,
    /// Rows after random moves.
    pub after_random_moves: u64,
    /// Rows whose position stood before.
    pub duplicates: Duplicates,
    /// Labelled rows by the distance of the score from 0.
    pub score: Scores,
    /// How many are decided.
    pub decided: Decided,
    /// Rows by moves played before them.
    pub ply: Vec<Bucket>,
    /// Rows whose ply is not known.
    pub ply_unknown: u64,
    /// Rows by the side to move.
    pub side: Sides,
    /// Results from the side to move.
    pub result_stm: Results,
    /// Results in black's view.
    pub result_black: Results,
}

/// Rows beyond the first with the same position.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Duplicates {
    /// With the same position so.
    pub same: u64,
    /// With the position turned by 180 degrees, besides.
    pub flipped: u64,
}

/// Labelled rows by |score| in centipawns.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scores {
    /// Below 300.
    pub below_300: u64,
    /// 300 to 1,199.
    pub from_300: u64,
    /// 1,200 to 2,999.
    pub from_1200: u64,
    /// 3,000 and more.
    pub from_3000: u64,
    /// The side to move mates.
    pub mates: u64,
    /// The side to move is mated.
    pub mated: u64,
}

/// How many labelled rows are decided, mates included.
#[derive(Copy, Clone, Debug, Default, PartialEq, Serialize)]
pub struct Decided {
    /// The edge in centipawns.
    pub edge_cp: u32,
    /// Rows.
    pub rows: u64,
    /// Their share of the labelled rows; `None` without any.
    pub share: Option<f64>,
    /// Whether the share is below [`DECIDED_LOW`].
    pub is_low: bool,
}

/// Rows of some plies.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Bucket {
    /// First ply.
    pub from: u32,
    /// Last ply.
    pub to: u32,
    /// Rows.
    pub rows: u64,
}

/// Rows by side to move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sides {
    /// Black moves.
    pub black: u64,
    /// White moves.
    pub white: u64,
}

/// Rows by result.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Results {
    /// Won.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
    /// Not known.
    pub unknown: u64,
}

impl Results {
    fn count(&mut self, result: Option<GameResult>) {
        *match result {
            Some(GameResult::Win) => &mut self.win,
            Some(GameResult::Draw) => &mut self.draw,
            Some(GameResult::Loss) => &mut self.loss,
            None => &mut self.unknown,
        } += 1;
    }
}

/// A card in the making.
pub(super) struct CardMaker {
    card: Card,
    positions: Spill,
    games: Games,
    plies: BTreeMap<u32, u64>,
}

impl std::fmt::Debug for CardMaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CardMaker({:?})", self.card)
    }
}

impl CardMaker {
    /// Nothing yet. `folder` takes files where memory is not enough; their names begin with `name`.
    pub(super) fn new(folder: &Path, name: &str) -> Self {
        Self {
            card: Card::default(),
            positions: Spill::new(folder, &format!("{name}-positions"), Repeats::Kept),
            games: Games::new(folder, &format!("{name}-games"), GAMES),
            plies: BTreeMap::new(),
        }
    }

    /// Counts a row.
    pub(super) fn push(&mut self, row: &Row) -> Result<(), Error> {
        self.card.count(row, &mut self.plies);
        let (hash, turned) = twin_hash(row.sfen_key());
        self.positions.push(Record {
            hash: (hash >> 64) as u64,
            key: &(hash as u64).to_be_bytes(),
            rest: &[u8::from(turned)],
        })?;
        row.game_hash.map_or(Ok(()), |game| self.games.push(game))
    }

    /// The card of all rows.
    pub(super) fn finish(self, labels: &[LabelSource]) -> Result<Card, Error> {
        let Self {
            mut card,
            positions,
            games,
            plies,
        } = self;
        card.labels = labels.to_vec();
        card.duplicates = duplicates(positions)?;
        card.games = games.finish()?;
        let bars = plies.into_iter().map(|(bar, rows)| Bucket {
            from: bar * PLIES,
            to: bar * PLIES + PLIES - 1,
            rows,
        });
        card.ply = bars.collect();
        card.decide();
        Ok(card)
    }
}

/// Counts different games: some in memory, the others in a spill.
struct Games {
    known: FxHashSet<u64>,
    most: usize,
    others: Spill,
}

impl Games {
    fn new(folder: &Path, name: &str, most: usize) -> Self {
        Self {
            known: FxHashSet::default(),
            most,
            others: Spill::new(folder, name, Repeats::Dropped),
        }
    }

    fn push(&mut self, game: u64) -> Result<(), Error> {
        if self.known.len() < self.most {
            self.known.insert(game);
            return Ok(());
        }
        if self.known.contains(&game) {
            return Ok(());
        }
        self.others.push(Record {
            hash: split_hash(0, game),
            key: &game.to_be_bytes(),
            rest: &[],
        })
    }

    fn finish(self) -> Result<u64, Error> {
        let mut games = self.known.len() as u64;
        self.others.drain(&mut |_| {
            games += 1;
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(games)
    }
}

impl Card {
    /// Goes through a set. `folder` takes files where memory is not enough.
    ///
    /// # Errors
    /// What the rows report; [`Error::Write`] if a file cannot be written.
    pub fn of(
        rows: impl Iterator<Item = Result<Row, Error>>,
        labels: &[LabelSource],
        folder: &Path,
    ) -> Result<Self, Error> {
        let mut maker = CardMaker::new(folder, "card");
        for row in rows {
            maker.push(&row?)?;
        }
        maker.finish(labels)
    }

    fn count(&mut self, row: &Row, plies: &mut BTreeMap<u32, u64>) {
        self.rows += 1;
        self.rows_without_game += u64::from(row.game_hash.is_none());
        self.after_random_moves += u64::from(row.random_plies > 0);
        match row.ply {
            Some(ply) => *plies.entry(ply / PLIES).or_default() += 1,
            None => self.ply_unknown += 1,
        }
        self.result_stm.count(row.result);
        let black = match row.side() {
            Color::Black => {
                self.side.black += 1;
                row.result
            }
            Color::White => {
                self.side.white += 1;
                row.result.map(GameResult::negated)
            }
        };
        self.result_black.count(black);
        if let Some(label) = &row.label {
            self.labelled += 1;
            *self.score.bar(label.score) += 1;
        }
    }

    fn decide(&mut self) {
        let score = &self.score;
        let rows = score.from_1200 + score.from_3000 + score.mates + score.mated;
        let share = (self.labelled > 0).then(|| rows as f64 / self.labelled as f64);
        self.decided = Decided {
            edge_cp: DECIDED_CP,
            rows,
            share,
            is_low: share.is_some_and(|share| share < DECIDED_LOW),
        };
    }
}

impl Scores {
    fn bar(&mut self, score: RowScore) -> &mut u64 {
        match score {
            RowScore::Mate { wins: true, .. } => &mut self.mates,
            RowScore::Mate { wins: false, .. } => &mut self.mated,
            RowScore::Cp(cp) => match cp.unsigned_abs() {
                0..300 => &mut self.below_300,
                300..DECIDED_CP => &mut self.from_300,
                DECIDED_CP..3000 => &mut self.from_1200,
                _ => &mut self.from_3000,
            },
        }
    }
}

fn duplicates(positions: Spill) -> Result<Duplicates, Error> {
    let mut found = Duplicates::default();
    let mut last: Option<(u64, [u8; 8], u8)> = None;
    positions.drain(&mut |record| {
        let turned = record.rest.first().copied().unwrap_or_default();
        match &mut last {
            Some((hash, key, before)) if *hash == record.hash && key == record.key => {
                if *before == turned {
                    found.same += 1;
                } else {
                    found.flipped += 1;
                    *before = turned;
                }
            }
            _ => {
                let key = record.key.first_chunk().copied().unwrap_or_default();
                last = Some((record.hash, key, turned));
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_in_memory_and_beyond() {
        let folder = tempfile::tempdir().unwrap();
        for most in [0, 1, 30, 1000] {
            let mut games = Games::new(folder.path(), "games", most);
            for number in 0..500 {
                games.push(number * number % 101).unwrap();
            }
            // Squares modulo a prime: 0 and half of the others.
            assert_eq!(games.finish().unwrap(), 51, "{most}");
        }
    }
}

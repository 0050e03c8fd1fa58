//! Taking positions: which ones, each once, in a seeded order.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;

use joban_csa_parse::Winner;
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Accept, Color, Move, Position, Setup};

use super::row::{GameResult, Row, RowScore, flipped_sfen_key};
use super::spill::{Record, Repeats, Spill};
use crate::corpus::{Corpus, Game};
use crate::error::Error;
use crate::split::split_hash;

// Numbers that keep the uses of one seed apart: a set that was cut by its order must still be split evenly.
const ORDER: u64 = 0x6f72_6465_7200_0001;
const CHOICE: u64 = 0x6368_6f69_6365_0001;
const RANDOM: u64 = 0x7261_6e64_6f6d_0001;
const DECIDED: u64 = 0x6465_6369_6465_0001;

/// Bytes of rows kept in memory before files are used: about two million rows.
const IN_MEMORY: usize = 288 << 20;

/// How often random moves are tried from one position.
const TRIES: u32 = 8;

/// Counts by name.
pub type Counts = BTreeMap<&'static str, u64>;

/// When two rows are the same position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Unique {
    /// Board, hands and side to move are equal.
    Position,
    /// Or they are so after one is turned by 180 degrees with the colours swapped.
    Flipped,
    /// Never: every row stays.
    None,
}

/// A part of a sample: the rows of this share, in their order. All parts one after another are the whole.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// From 0.
    pub index: u32,
    /// Number of parts.
    pub count: u32,
}

impl Part {
    /// Everything.
    pub const WHOLE: Self = Self { index: 0, count: 1 };

    /// The part of `total` that begins and ends here, in any unit.
    fn range(self, total: u128) -> std::ops::Range<u128> {
        let edge = |index: u32| total * u128::from(index) / u128::from(self.count);
        edge(self.index)..edge(self.index + 1)
    }
}

/// The number that orders rows: uniform, the same for equal positions, frozen.
#[must_use]
pub fn order_of(seed: u64, key: u64) -> u64 {
    split_hash(seed ^ ORDER, key)
}

/// Which positions of games are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRules {
    /// Moves played before a position, both ends inside.
    pub plies: RangeInclusive<u32>,
    /// Positions in which the side to move is in check are taken too.
    pub in_check: bool,
    /// Most positions of one game, chosen with the seed; `None` for all.
    pub per_game: Option<u32>,
    /// The share of positions that are left by random moves, 0 to 1.
    pub random_share: f64,
    /// How many random moves these get.
    pub random_plies: u32,
    /// Decides the choice and the random moves.
    pub seed: u64,
}

/// Which rows of a set are taken.
#[derive(Clone, Debug, PartialEq)]
pub struct SetRules {
    /// Moves played before a position, both ends inside; `None` takes positions with an unknown ply too.
    pub plies: Option<RangeInclusive<u32>>,
    /// Positions in which the side to move is in check are taken too.
    pub in_check: bool,
    /// Of the positions that are decided by at least so many centipawns (mates are), this share is kept.
    pub decided: Option<(u32, f64)>,
    /// Decides which.
    pub seed: u64,
}

/// Collects rows and gives each position once, in the order of [`order_of`].
pub struct Sampler {
    spill: Spill,
    seed: u64,
    unique: Unique,
    count: Option<u64>,
    part: Part,
    rest: Vec<u8>,
    /// What was left out, by reason.
    pub dropped: Counts,
}

impl std::fmt::Debug for Sampler {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sampler({:?})", self.dropped)
    }
}

impl Sampler {
    /// Nothing yet. `folder` takes files where memory is not enough. With `count` the first rows of the order are kept; a part
    /// has its share of them.
    #[must_use]
    pub fn new(folder: &Path, seed: u64, unique: Unique, count: Option<u64>, part: Part) -> Self {
        let repeats = match unique {
            Unique::None => Repeats::Kept,
            _ => Repeats::Dropped,
        };
        Self {
            spill: Spill::new(folder, "sample", repeats).holding(IN_MEMORY),
            seed,
            unique,
            count,
            part,
            rest: Vec::new(),
            dropped: Counts::new(),
        }
    }

    /// Counts something that was left out.
    pub fn drop(&mut self, why: &'static str) {
        *self.dropped.entry(why).or_default() += 1;
    }

    /// Adds a row.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written.
    pub fn push(&mut self, row: &Row) -> Result<(), Error> {
        let (hash, twin) = self.identity(row)?;
        // Without a number of rows a part is a range of the order; else only the ranks decide.
        if self.count.is_none() && !self.part.range(1 << 64).contains(&u128::from(hash)) {
            self.drop("other_part");
            return Ok(());
        }
        self.rest.clear();
        row.to_bytes(shared(self.unique, row.sfen_key()), &mut self.rest);
        self.spill.push(Record {
            hash,
            key: twin.as_deref().unwrap_or(row.sfen_key()).as_bytes(),
            rest: &self.rest,
        })
    }

    /// The place in the order, and the text of the twin where that stands for both.
    fn identity(&self, row: &Row) -> Result<(u64, Option<String>), Error> {
        let order = order_of(self.seed, row.key);
        match self.unique {
            Unique::Position => Ok((order, None)),
            Unique::None => {
                let ply = u64::from(row.ply.unwrap_or(0)) << 32 | u64::from(row.random_plies);
                let game = row.game_hash.unwrap_or(0) ^ ply;
                Ok((split_hash(order, game), None))
            }
            Unique::Flipped => {
                let twin = flipped_sfen_key(row.sfen_key());
                let key = row.position()?.flip().key();
                let own = (row.key, row.sfen_key());
                if own <= (key, twin.as_str()) {
                    return Ok((order, None));
                }
                Ok((order_of(self.seed, key), Some(twin)))
            }
        }
    }

    /// Gives the rows in their order; how many, and everything that was left out.
    ///
    /// # Errors
    /// [`Error::Write`] if a file cannot be written; what `sink` reports.
    pub fn finish(
        self,
        sink: &mut dyn FnMut(Row) -> Result<(), Error>,
    ) -> Result<(u64, Counts), Error> {
        let Self {
            spill,
            unique,
            count,
            part,
            mut dropped,
            ..
        } = self;
        let ranks = count.map(|count| part.range(count.into()));
        let (mut rank, mut given) = (0_u128, 0);
        let repeats = spill.drain(&mut |record| {
            let is_ours = match &ranks {
                None => true,
                Some(ranks) if rank >= ranks.end => return Ok(ControlFlow::Break(())),
                Some(ranks) => rank >= ranks.start,
            };
            rank += 1;
            if is_ours {
                let key = std::str::from_utf8(record.key).ok();
                let row = key.and_then(|key| Row::from_bytes(shared(unique, key), record.rest));
                sink(row.ok_or_else(|| Error::Internal("a row was cut".to_owned()))?)?;
                given += 1;
            }
            Ok(ControlFlow::Continue(()))
        })?;
        // Where the count ends the run early nobody has looked for further repeats.
        if count.is_none() && repeats > 0 {
            dropped.insert("repeated", repeats);
        }
        Ok((given, dropped))
    }

    /// Offers a row of a set.
    ///
    /// # Errors
    /// As [`Sampler::push`].
    pub fn offer(&mut self, row: &Row, rules: &SetRules) -> Result<(), Error> {
        match refused(row, rules)? {
            Some(why) => self.drop(why),
            None => self.push(row)?,
        }
        Ok(())
    }
}

/// What the key of a record holds of the SFEN of its row: all but the number, unless it may be the twin's.
fn shared(unique: Unique, key: &str) -> &str {
    match unique {
        Unique::Flipped => "",
        Unique::Position | Unique::None => key,
    }
}

fn refused(row: &Row, rules: &SetRules) -> Result<Option<&'static str>, Error> {
    if let Some(plies) = &rules.plies {
        match row.ply {
            None => return Ok(Some("ply_unknown")),
            Some(ply) if !plies.contains(&ply) => return Ok(Some("ply_window")),
            Some(_) => {}
        }
    }
    if !rules.in_check && row.position()?.in_check() {
        return Ok(Some("in_check"));
    }
    let Some((edge, share)) = rules.decided else {
        return Ok(None);
    };
    let is_decided = match row.label.as_ref().map(|label| label.score) {
        None => return Ok(Some("without_score")),
        Some(RowScore::Cp(cp)) => cp.unsigned_abs() >= edge,
        Some(RowScore::Mate { .. }) => true,
    };
    let draw = split_hash(rules.seed ^ DECIDED, row.key);
    Ok((is_decided && !within(draw, share)).then_some("decided"))
}

/// Whether a uniform 64-bit number falls into a share of all.
fn within(number: u64, share: f64) -> bool {
    const TWO_64: f64 = 18_446_744_073_709_551_616.0;
    u128::from(number) < (share * TWO_64) as u128
}

/// Offers the positions of these games of a corpus. `progress` is called after each game.
///
/// # Errors
/// As [`Sampler::push`].
pub fn sample_games(
    corpus: &Corpus,
    games: &[usize],
    rules: &GameRules,
    sampler: &mut Sampler,
    progress: &mut dyn FnMut(usize),
) -> Result<(), Error> {
    for (done, &index) in games.iter().enumerate() {
        let game = &corpus.games()[index];
        let mut taker = Taker {
            corpus,
            game,
            rules,
            sampler,
        };
        taker.take()?;
        progress(done + 1);
    }
    Ok(())
}

/// Takes the positions of one game.
struct Taker<'a> {
    corpus: &'a Corpus,
    game: &'a Game,
    rules: &'a GameRules,
    sampler: &'a mut Sampler,
}

impl Taker<'_> {
    fn take(&mut self) -> Result<(), Error> {
        let mut eligible = self.eligible();
        if let Some(most) = self.rules.per_game {
            let seed = split_hash(self.rules.seed ^ CHOICE, self.game.hash);
            let left = choose(&mut eligible, most as usize, seed);
            *self.sampler.dropped.entry("per_game").or_default() += left as u64;
        }
        let mut rng = SplitMix64::new(split_hash(self.rules.seed ^ RANDOM, self.game.hash));
        let mut chosen = eligible.into_iter().peekable();
        let mut failed = None;
        let (corpus, game) = (self.corpus, self.game);
        let last = *self.rules.plies.end();
        each_position(corpus, game, last, |position, played| {
            if failed.is_none() && chosen.next_if_eq(&position.ply()).is_some() {
                failed = self.row(position, played, &mut rng).err();
            }
        });
        failed.map_or(Ok(()), Err)
    }

    /// Plies of the positions that may be taken.
    fn eligible(&mut self) -> Vec<u32> {
        let mut plies = Vec::new();
        let rules = self.rules;
        each_position(
            self.corpus,
            self.game,
            *rules.plies.end(),
            |position, played| {
                if !rules.plies.contains(&position.ply()) {
                    return;
                }
                if !rules.in_check && position.in_check() {
                    self.sampler.drop("in_check");
                } else if played.is_none() && position.has_no_move() {
                    self.sampler.drop("no_legal_move");
                } else {
                    plies.push(position.ply());
                }
            },
        );
        plies
    }

    fn row(
        &mut self,
        position: &Position,
        played: Option<Move>,
        rng: &mut SplitMix64,
    ) -> Result<(), Error> {
        // Drawn for every position, so that a share of 0 and a small one choose from the same.
        let is_random = within(rng.next_u64(), self.rules.random_share);
        if !is_random {
            return self.sampler.push(&Row {
                game_hash: Some(self.game.hash),
                played,
                result: result(self.game, position.side()),
                ..Row::new(position, Some(position.ply()))
            });
        }
        match self.random(position, rng) {
            None => {
                self.sampler.drop("no_random_move");
                Ok(())
            }
            Some(left) => self.sampler.push(&Row {
                game_hash: Some(self.game.hash),
                random_plies: self.rules.random_plies,
                ..Row::new(&left, Some(left.ply()))
            }),
        }
    }

    /// The position after random legal moves, if one is found that may be taken.
    fn random(&self, position: &Position, rng: &mut SplitMix64) -> Option<Position> {
        for _ in 0..TRIES {
            let mut left = position.clone();
            for _ in 0..self.rules.random_plies {
                let moves = left.legal_moves();
                let index = rng.below(moves.len() as u64) as usize;
                if let Some(&mv) = moves.get(index) {
                    left.play(mv).ok()?;
                }
            }
            let is_far = left.ply() == position.ply() + self.rules.random_plies;
            if is_far && !left.has_no_move() && (self.rules.in_check || !left.in_check()) {
                return Some(left);
            }
        }
        None
    }
}

/// Keeps some items, chosen with a seed, in their order; gives how many went.
fn choose(items: &mut Vec<u32>, most: usize, seed: u64) -> usize {
    let all = items.len();
    if all <= most {
        return 0;
    }
    let mut rng = SplitMix64::new(seed);
    for at in 0..most {
        let other = at + rng.below((all - at) as u64) as usize;
        items.swap(at, other);
    }
    items.truncate(most);
    items.sort_unstable();
    all - most
}

/// Who won, from a side.
fn result(game: &Game, side: Color) -> Option<GameResult> {
    let black = match game.winner? {
        Winner::Black => GameResult::Win,
        Winner::White => GameResult::Loss,
        Winner::Draw => GameResult::Draw,
    };
    Some(match side {
        Color::Black => black,
        Color::White => black.negated(),
    })
}

/// Shows every held position of a game up to a ply, with the move played there.
fn each_position(
    corpus: &Corpus,
    game: &Game,
    last_ply: u32,
    mut each: impl FnMut(&Position, Option<Move>),
) {
    let setup = Setup::from_sfen(corpus.start_sfen(game));
    let start = setup
        .ok()
        .and_then(|(setup, _)| Position::from_setup(&setup, Accept::OneKing).ok());
    let Some(mut position) = start else { return };
    let held = corpus.keys(game).len();
    let mut words = corpus.moves(game).iter().copied();
    for ply in 0..held {
        let played = words.next().and_then(Move::from_word);
        if ply as u64 > u64::from(last_ply) {
            return;
        }
        each(&position, played);
        let Some(mv) = played else { return };
        if ply + 1 < held && position.play(mv).is_err() {
            return;
        }
    }
}

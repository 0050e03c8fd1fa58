//! From kept games to statistics of every move at every early position.

use std::collections::BTreeMap;

use joban_csa_parse::Winner;
use joban_engine::rules::{Move, Position, Setup};
use joban_positions::corpus::EVEN_START;
use joban_positions::{Corpus, Date, Game};
use rayon::prelude::*;

use crate::kernel::{MoverResult, Row, group_rows};
use crate::points::{PointRules, age_days};
use crate::stats::{Stats, rating_milli};

/// Games of one chunk of work; the result does not depend on it.
const GAMES_PER_CHUNK: usize = 4_096;

/// What is counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AggregateOptions {
    /// Positions at plies 0 to `book_plies` − 1.
    pub book_plies: u8,
    /// What a move scores.
    pub points: PointRules,
}

impl Default for AggregateOptions {
    /// Plies 0 to 23, points 3, 1, 1.
    fn default() -> Self {
        Self {
            book_plies: 24,
            points: PointRules::default(),
        }
    }
}

/// What the aggregation needs of one game; [`aggregate`] takes it from a corpus.
#[derive(Clone, Debug)]
pub struct GameColumns<'a> {
    /// Keys of the first positions, from the even start on.
    pub keys: &'a [u64],
    /// Words of the first moves.
    pub words: &'a [u16],
    /// Moves at the beginning that were prescribed and are not counted.
    pub forced: u32,
    /// Equal for records of one game, different for different games.
    pub game: u32,
    /// Equal for equal unordered pairs of names.
    pub pairing: u32,
    /// Who won, if it is known.
    pub winner: Option<Winner>,
    /// Ratings of black and white in thousandths.
    pub ratings_milli: [Option<i64>; 2],
    /// Day of the game.
    pub date: Option<Date>,
}

/// One move at one position and ply with its statistics.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// Key of the position before the move.
    pub key: u64,
    /// Moves played before it from the even start.
    pub ply: u8,
    /// The move.
    pub mv: Move,
    /// Its statistics.
    pub stats: Stats,
    /// First of the games that have it.
    sample: u32,
}

/// A position at a ply: its rows and their sum of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRow {
    /// Key of the position.
    pub key: u64,
    /// Moves played from the even start.
    pub ply: u8,
    /// Points of all its moves.
    pub points: u64,
    /// Times it was moved from.
    pub count: u64,
    first: usize,
    moves: usize,
}

/// Every counted move, ordered by key, ply and move word, and the positions they belong to.
#[derive(Clone, Debug)]
pub struct Aggregate<'a> {
    games: Vec<GameColumns<'a>>,
    rows: Vec<MoveRow>,
    positions: Vec<PositionRow>,
    options: AggregateOptions,
}

/// Counts the moves of the `kept` games (indexes into [`Corpus::games`], ascending) at plies below
/// [`AggregateOptions::book_plies`].
///
/// Prescribed moves of buoy games are never counted, and games that do not begin at the even start are left out: the ply
/// of a position is the number of moves from there. Equal positions at one ply are one position, however they were
/// reached. Works in the current rayon thread pool; the result does not depend on it.
#[must_use]
pub fn aggregate<'a>(
    corpus: &'a Corpus,
    kept: &[usize],
    options: &AggregateOptions,
) -> Aggregate<'a> {
    aggregate_columns(columns(corpus, kept), options)
}

/// [`aggregate`] over games from anywhere. Their order decides only which of several games is replayed to show a position.
#[must_use]
pub fn aggregate_columns<'a>(
    games: Vec<GameColumns<'a>>,
    options: &AggregateOptions,
) -> Aggregate<'a> {
    let factors = Factors::new(&games, &options.points);
    let rows = group_rows(
        games.len().div_ceil(GAMES_PER_CHUNK),
        games.iter().map(|game| counted(game, options).len()).sum(),
        |chunk, out| fill(&games, options, chunk, out),
        |group, scratch: &mut Scratch| fold(&games, &factors, group, scratch),
    );
    let positions = positions(&rows);
    Aggregate {
        games,
        rows,
        positions,
        options: options.clone(),
    }
}

impl<'a> Aggregate<'a> {
    /// All rows, ordered by key, ply and move word.
    #[must_use]
    pub fn rows(&self) -> &[MoveRow] {
        &self.rows
    }

    /// All positions, ordered by key and ply.
    #[must_use]
    pub fn positions(&self) -> &[PositionRow] {
        &self.positions
    }

    /// Number of moves that were counted.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.rows()
            .iter()
            .map(|row| u64::from(row.stats.count))
            .sum()
    }

    /// The rows of a position, ordered by move word.
    #[must_use]
    pub fn moves_of(&self, position: &PositionRow) -> &[MoveRow] {
        &self.rows[position.first..position.first + position.moves]
    }

    /// The position with this key at this ply, if a counted move was played there.
    #[must_use]
    pub fn find(&self, key: u64, ply: u8) -> Option<&PositionRow> {
        let place = self
            .positions
            .binary_search_by_key(&(key, ply), |row| (row.key, row.ply));
        place.ok().map(|index| &self.positions[index])
    }

    /// The games that were counted.
    #[must_use]
    pub fn games(&self) -> &[GameColumns<'a>] {
        &self.games
    }

    /// What was counted.
    #[must_use]
    pub fn options(&self) -> &AggregateOptions {
        &self.options
    }

    /// Shows a position by replaying the first game that has it.
    ///
    /// # Panics
    ///
    /// Panics if the games hold illegal moves, which neither the funnel nor a tables file lets through.
    #[must_use]
    pub fn replay(&self, position: &PositionRow) -> Position {
        let mut board = Position::startpos();
        for mv in self.moves_to(position) {
            board.play(mv).expect("kept games are legal");
        }
        board
    }

    /// Key of the position after a move, if the games hold it: they do up to the last ply that is counted.
    #[must_use]
    pub fn key_after(&self, row: &MoveRow) -> Option<u64> {
        let keys = self.games[row.sample as usize].keys;
        keys.get(usize::from(row.ply) + 1).copied()
    }

    /// SFEN without move number of many positions, in their order.
    ///
    /// # Panics
    ///
    /// As [`Self::replay`].
    #[must_use]
    pub fn sfens(&self, positions: &[&PositionRow]) -> Vec<String> {
        // Diagrams are enough here, and much cheaper than positions.
        let start = Setup::startpos();
        let sfen = |position: &&PositionRow| {
            let mut setup = start.clone();
            self.moves_to(position).for_each(|mv| setup.make(mv));
            setup.to_sfen_key()
        };
        positions.par_iter().map(sfen).collect()
    }

    /// The moves to a position in the first game that has it.
    fn moves_to(&self, position: &PositionRow) -> impl Iterator<Item = Move> {
        let sample = self.moves_of(position).iter().map(|row| row.sample).min();
        let game = &self.games[sample.expect("a position has rows") as usize];
        game.words[..usize::from(position.ply)]
            .iter()
            .map(|&word| move_of(word))
    }
}

fn move_of(word: u16) -> Move {
    Move::from_word(word).expect("games hold words of moves")
}

fn columns<'a>(corpus: &'a Corpus, kept: &[usize]) -> Vec<GameColumns<'a>> {
    let mut pairings = Pairings::default();
    let mut last = None;
    let mut number = 0;
    let games = kept.iter().map(|&index| &corpus.games()[index]);
    games
        .filter(|game| corpus.start_sfen(game) == EVEN_START)
        .map(|game| {
            // Records of one game have one hash and stand side by side.
            number += u32::from(last.replace(game.hash) != Some(game.hash));
            column(corpus, game, number, pairings.number(corpus.names(game)))
        })
        .collect()
}

fn column<'a>(corpus: &'a Corpus, game: &Game, number: u32, pairing: u32) -> GameColumns<'a> {
    GameColumns {
        keys: corpus.keys(game),
        words: corpus.moves(game),
        forced: game.forced_plies,
        game: number,
        pairing,
        winner: game.winner,
        ratings_milli: game.ratings.map(|rating| rating.and_then(rating_milli)),
        date: game.start_at.map(|start| start.date),
    }
}

/// Numbers for unordered pairs of names.
#[derive(Default)]
struct Pairings<'a> {
    numbers: BTreeMap<[&'a str; 2], u32>,
}

impl<'a> Pairings<'a> {
    fn number(&mut self, names: [Option<&'a str>; 2]) -> u32 {
        let mut pair = names.map(Option::unwrap_or_default);
        pair.sort_unstable();
        let next = self.numbers.len() as u32;
        *self.numbers.entry(pair).or_insert(next)
    }
}

/// The plies of a game that are counted.
fn counted(game: &GameColumns<'_>, options: &AggregateOptions) -> std::ops::Range<usize> {
    let end = game.words.len().min(usize::from(options.book_plies));
    (game.forced as usize).min(end)..end
}

fn fill(games: &[GameColumns<'_>], options: &AggregateOptions, chunk: usize, out: &mut Vec<Row>) {
    let first = chunk * GAMES_PER_CHUNK;
    let last = games.len().min(first + GAMES_PER_CHUNK);
    for (index, game) in (first..last).zip(&games[first..last]) {
        for ply in counted(game, options) {
            let result = mover_result(game.winner, ply);
            out.push(Row::new(
                game.keys[ply],
                ply as u8,
                game.words[ply],
                index as u32,
                result,
            ));
        }
    }
}

/// Black moves at even plies: every counted game begins at the even start.
fn mover_result(winner: Option<Winner>, ply: usize) -> MoverResult {
    match (winner, ply % 2) {
        (None, _) => MoverResult::Unknown,
        (Some(Winner::Draw), _) => MoverResult::Draw,
        (Some(Winner::Black), 0) | (Some(Winner::White), 1) => MoverResult::Win,
        _ => MoverResult::Loss,
    }
}

/// The factors of points: one for all, or one a game and side.
struct Factors {
    base: [u32; 4],
    each: Option<Vec<[u32; 2]>>,
}

impl Factors {
    fn new(games: &[GameColumns<'_>], rules: &PointRules) -> Self {
        let dates = || games.iter().filter_map(|game| game.date);
        let (first, last) = (dates().min(), dates().max());
        let factor = |game: &GameColumns<'_>| {
            let age = age_days(game.date, first, last);
            game.ratings_milli.map(|rating| rules.factor(rating, age))
        };
        let each = (rules.unit() != 1).then(|| games.iter().map(factor).collect());
        Self {
            base: MoverResult::ALL.map(|result| rules.base(result)),
            each,
        }
    }

    fn points(&self, row: Row) -> u64 {
        let base = u64::from(self.base[row.result() as usize]);
        let side = usize::from(row.ply() % 2);
        self.each.as_ref().map_or(base, |each| {
            base * u64::from(each[row.game() as usize][side])
        })
    }
}

#[derive(Default)]
struct Scratch {
    games: Vec<u32>,
    pairings: Vec<u32>,
}

impl Scratch {
    fn clear(&mut self) {
        self.games.clear();
        self.pairings.clear();
    }
}

/// Adds up one group; its rows ascend by game.
fn fold(
    games: &[GameColumns<'_>],
    factors: &Factors,
    group: &[Row],
    scratch: &mut Scratch,
) -> MoveRow {
    let first = group[0];
    let mut stats = Stats {
        count: group.len() as u32,
        ..Stats::default()
    };
    scratch.clear();
    for &row in group {
        let game = &games[row.game() as usize];
        add_result(&mut stats, row.result(), factors.points(row));
        add_facts(&mut stats, game, usize::from(row.ply() % 2));
        scratch.games.push(game.game);
        scratch.pairings.push(game.pairing);
    }
    stats.games = distinct(&mut scratch.games);
    stats.pairings = distinct(&mut scratch.pairings);
    MoveRow {
        key: first.key(),
        ply: first.ply(),
        mv: move_of(first.word()),
        stats,
        sample: first.game(),
    }
}

fn add_result(stats: &mut Stats, result: MoverResult, points: u64) {
    stats.points += points;
    match result {
        MoverResult::Win => stats.wins += 1,
        MoverResult::Draw => stats.draws += 1,
        MoverResult::Loss => stats.losses += 1,
        MoverResult::Unknown => {}
    }
}

fn add_facts(stats: &mut Stats, game: &GameColumns<'_>, side: usize) {
    if let Some(rating) = game.ratings_milli[side] {
        stats.rated += 1;
        stats.rating_milli += rating;
    }
    if let Some(date) = game.date {
        stats.first = Some(stats.first.map_or(date, |first| first.min(date)));
        stats.last = stats.last.max(Some(date));
    }
}

fn distinct(numbers: &mut [u32]) -> u32 {
    numbers.sort_unstable();
    numbers.chunk_by(|a, b| a == b).count() as u32
}

fn positions(rows: &[MoveRow]) -> Vec<PositionRow> {
    let mut first = 0;
    rows.chunk_by(|a, b| (a.key, a.ply) == (b.key, b.ply))
        .map(|rows| {
            let position = PositionRow {
                key: rows[0].key,
                ply: rows[0].ply,
                points: rows.iter().map(|row| row.stats.points).sum(),
                count: rows.iter().map(|row| u64::from(row.stats.count)).sum(),
                first,
                moves: rows.len(),
            };
            first += rows.len();
            position
        })
        .collect()
}

//! Games for tests, and a slow aggregation that shares nothing with the fast one.
#![allow(dead_code, reason = "every test file uses its part")]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::collections::{BTreeMap, BTreeSet};

use joban_book_build::aggregate::{GameColumns, aggregate_columns};
use joban_book_build::{Aggregate, AggregateOptions, PointRules};
use joban_csa_parse::Winner;
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use joban_positions::Date;

/// A game made for a test.
#[derive(Clone, Debug)]
pub(crate) struct TestGame {
    pub(crate) id: String,
    pub(crate) moves: Vec<Move>,
    pub(crate) words: Vec<u16>,
    pub(crate) keys: Vec<u64>,
    pub(crate) names: [String; 2],
    pub(crate) winner: Option<Winner>,
    pub(crate) ratings: [Option<f64>; 2],
    pub(crate) date: Option<Date>,
    pub(crate) forced: u32,
}

impl TestGame {
    /// A game of `moves` (USI) without any further facts.
    pub(crate) fn new(moves: &str, winner: Option<Winner>) -> Self {
        let moves = moves
            .split_whitespace()
            .map(|mv| Move::from_usi(mv).unwrap())
            .collect();
        Self::of_moves(moves, winner)
    }

    pub(crate) fn of_moves(moves: Vec<Move>, winner: Option<Winner>) -> Self {
        let mut position = Position::startpos();
        let mut keys = vec![position.key()];
        for &mv in &moves {
            position.play(mv).unwrap();
            keys.push(position.key());
        }
        let id = moves
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        let words = moves.iter().map(|mv| mv.word()).collect();
        let names = ["a".to_owned(), "b".to_owned()];
        Self {
            id,
            moves,
            words,
            keys,
            names,
            winner,
            ratings: [None; 2],
            date: None,
            forced: 0,
        }
    }
}

/// Random games that share their first moves often, as real ones do.
pub(crate) fn random_games(seed: u64, count: usize) -> Vec<TestGame> {
    let mut rng = SplitMix64::new(seed);
    (0..count).map(|_| random_game(&mut rng)).collect()
}

fn random_game(rng: &mut SplitMix64) -> TestGame {
    let plies = rng.below(30);
    let mut position = Position::startpos();
    let mut moves = Vec::new();
    for _ in 0..plies {
        let mut legal: Vec<Move> = position.legal_moves().to_vec();
        if legal.is_empty() {
            break;
        }
        legal.sort_by_key(|mv| mv.word());
        let choices = if rng.below(10) == 0 {
            legal.len() as u64
        } else {
            3.min(legal.len() as u64)
        };
        let mv = legal[rng.below(choices) as usize];
        position.play(mv).unwrap();
        moves.push(mv);
    }
    let winner = [
        Some(Winner::Black),
        Some(Winner::White),
        Some(Winner::Draw),
        None,
    ][rng.below(4) as usize];
    let mut game = TestGame::of_moves(moves, winner);
    game.names = [0, 1].map(|_| format!("player{}", rng.below(4)));
    game.ratings =
        [0, 1].map(|_| (rng.below(3) > 0).then(|| 2_500.0 + rng.below(20_000) as f64 / 10.0));
    game.date = (rng.below(4) > 0).then(|| {
        Date::new(
            2015 + rng.below(10) as i16,
            1 + rng.below(12) as i8,
            1 + rng.below(28) as i8,
        )
        .unwrap()
    });
    game.forced = if rng.below(8) == 0 {
        rng.below(12) as u32
    } else {
        0
    };
    game
}

/// Numbers of distinct games and pairings, as the aggregation wants them.
pub(crate) fn columns(games: &[TestGame]) -> Vec<GameColumns<'_>> {
    let number = |values: BTreeSet<String>, value: &String| {
        values.iter().position(|each| each == value).unwrap() as u32
    };
    games
        .iter()
        .map(|game| GameColumns {
            keys: &game.keys,
            words: &game.words,
            forced: game.forced,
            game: number(games.iter().map(|game| game.id.clone()).collect(), &game.id),
            pairing: number(games.iter().map(pairing).collect(), &pairing(game)),
            winner: game.winner,
            ratings_milli: game
                .ratings
                .map(|rating| rating.and_then(joban_book_build::stats::rating_milli)),
            date: game.date,
        })
        .collect()
}

pub(crate) fn fast<'a>(games: &'a [TestGame], options: &AggregateOptions) -> Aggregate<'a> {
    aggregate_columns(columns(games), options)
}

fn pairing(game: &TestGame) -> String {
    let mut names = game.names.clone();
    names.sort();
    names.join("\n")
}

#[derive(Default)]
struct Slow {
    results: [u32; 4],
    games: BTreeSet<String>,
    pairings: BTreeSet<String>,
    ratings: Vec<f64>,
    dates: BTreeSet<Date>,
}

/// `moves.csv` by the book: maps from SFEN and move text, one game after the other.
pub(crate) fn slow_moves_csv(games: &[TestGame], book_plies: usize, points: &PointRules) -> String {
    let mut table: BTreeMap<(usize, String), BTreeMap<u16, Slow>> = BTreeMap::new();
    for game in games {
        let mut position = Position::startpos();
        for (ply, &mv) in game.moves.iter().enumerate().take(book_plies) {
            if ply >= game.forced as usize {
                let slow = table
                    .entry((ply, position.sfen_key()))
                    .or_default()
                    .entry(mv.word())
                    .or_default();
                count(slow, game, ply);
            }
            position.play(mv).unwrap();
        }
    }
    let mut text = String::from(
        "ply,side,sfen,move,count,points,wins,draws,losses,games,pairings,mean_rating,first_date,last_date\n",
    );
    for ((ply, sfen), moves) in &table {
        let mut lines: Vec<(u32, u16, String)> = moves
            .iter()
            .map(|(&word, slow)| line(*ply, sfen, word, slow, points))
            .collect();
        lines.sort_by_key(|(points, word, _)| (std::cmp::Reverse(*points), *word));
        text.extend(lines.into_iter().map(|(_, _, line)| line));
    }
    text
}

fn count(slow: &mut Slow, game: &TestGame, ply: usize) {
    let black = ply.is_multiple_of(2);
    let kind = match game.winner {
        Some(Winner::Black) => usize::from(!black) * 2,
        Some(Winner::White) => usize::from(black) * 2,
        Some(Winner::Draw) => 1,
        None => 3,
    };
    slow.results[kind] += 1;
    slow.games.insert(game.id.clone());
    slow.pairings.insert(pairing(game));
    slow.ratings.extend(game.ratings[usize::from(!black)]);
    slow.dates.extend(game.date);
}

fn line(ply: usize, sfen: &str, word: u16, slow: &Slow, rules: &PointRules) -> (u32, u16, String) {
    let [wins, draws, losses, unknown] = slow.results;
    let points = wins * rules.winner_weight
        + losses * rules.loser_weight
        + (draws + unknown) * rules.draw_weight;
    let side = if ply.is_multiple_of(2) {
        "black"
    } else {
        "white"
    };
    let date = |date: Option<&Date>| date.map(ToString::to_string).unwrap_or_default();
    let mean = match slow.ratings.len() {
        0 => String::new(),
        count => {
            // In tenths the sum is exact.
            let tenths: i64 = slow
                .ratings
                .iter()
                .map(|rating| (rating * 10.0).round() as i64)
                .sum();
            format!("{:.1}", tenths as f64 / (10 * count) as f64)
        }
    };
    let text = format!(
        "{ply},{side},{sfen},{},{},{points},{wins},{draws},{losses},{},{},{mean},{},{}\n",
        Move::from_word(word).unwrap(),
        slow.results.iter().sum::<u32>(),
        slow.games.len(),
        slow.pairings.len(),
        date(slow.dates.first()),
        date(slow.dates.last()),
    );
    (points, word, text)
}

//! The aggregation against a slow one that keys by SFEN, and its independence of order, grouping and threads.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{TestGame, fast, random_games, slow_moves_csv};
use joban_book_build::{AgeDecay, AggregateOptions, PointRules, RatingWeight, write_moves_csv};
use joban_csa_parse::Winner;
use joban_positions::Date;
use proptest::prelude::*;

fn moves_csv(games: &[TestGame], options: &AggregateOptions) -> String {
    let mut out = Vec::new();
    write_moves_csv(&mut out, &fast(games, options), false).unwrap();
    String::from_utf8(out).unwrap()
}

fn in_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn equals_the_slow_aggregation(seed: u64, count in 0..120_usize, plies in 1..32_u8, weights in [0..5_u32, 0..5_u32, 0..5_u32]) {
        let [winner_weight, loser_weight, draw_weight] = weights;
        let points = PointRules { winner_weight, loser_weight, draw_weight, ..PointRules::default() };
        let games = random_games(seed, count);
        let options = AggregateOptions { book_plies: plies, points: points.clone() };
        prop_assert_eq!(moves_csv(&games, &options), slow_moves_csv(&games, usize::from(plies), &points));
    }

    #[test]
    fn order_and_threads_do_not_matter(seed: u64, count in 1..60_usize, threads in 1..5_usize, rotate in 0..60_usize) {
        let points = PointRules {
            rating_weight: Some(RatingWeight { zero: 2_500, full: 4_500 }),
            age_decay: Some(AgeDecay { half_life_days: 365 }),
            ..PointRules::default()
        };
        let options = AggregateOptions { points, ..AggregateOptions::default() };
        let mut games = random_games(seed, count);
        let one = in_threads(1, || moves_csv(&games, &options));
        games.rotate_left(rotate % count);
        games.reverse();
        prop_assert_eq!(one, in_threads(threads, || moves_csv(&games, &options)));
    }
}

#[test]
fn transpositions_merge_at_one_ply_only() {
    let games = [
        TestGame::new("7g7f 3c3d 2g2f 8c8d", Some(Winner::Black)),
        TestGame::new("2g2f 3c3d 7g7f 8c8d", Some(Winner::White)),
        // The same diagram two plies later: another position of the book.
        TestGame::new(
            "7g7f 4a4b 6i6h 4b4a 6h6i 3c3d 2g2f 8c8d",
            Some(Winner::Draw),
        ),
    ];
    let csv = moves_csv(&games, &AggregateOptions::default());
    let lines: Vec<&str> = csv.lines().filter(|line| line.contains(",8c8d,")).collect();
    assert_eq!(
        lines,
        [
            "3,white,lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -,8c8d,2,4,1,0,1,2,1,,,",
            "7,white,lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -,8c8d,1,1,0,1,0,1,1,,,",
        ]
    );
}

#[test]
fn forced_plies_count_nothing_but_the_game_goes_on() {
    let mut game = TestGame::new("7g7f 3c3d 2g2f", Some(Winner::White));
    game.forced = 2;
    let csv = moves_csv(&[game], &AggregateOptions::default());
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(
        lines,
        [
            "2,black,lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b -,2g2f,1,1,0,0,1,1,1,,,"
        ]
    );
}

#[test]
fn ratings_dates_pairings_and_duplicates() {
    let mut first = TestGame::new("7g7f", Some(Winner::Black));
    first.ratings = [Some(3_100.5), Some(2_000.0)];
    first.date = Date::new(2020, 2, 29);
    let mut second = first.clone();
    second.names.reverse();
    second.ratings = [None, Some(2_000.0)];
    second.date = None;
    let mut third = first.clone();
    third.names[0] = "c".to_owned();
    third.ratings[0] = Some(3_000.0);
    third.date = Date::new(2019, 12, 31);
    third.winner = None;
    let csv = moves_csv(&[first, second, third], &AggregateOptions::default());
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    // Three records of one game: count 3, games 1; the unknown result scores a point and is no draw.
    assert_eq!(
        csv.lines().nth(1).unwrap(),
        format!("0,black,{start},7g7f,3,7,2,0,0,1,2,3050.2,2019-12-31,2020-02-29")
    );
}

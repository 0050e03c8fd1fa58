//! The baseline selection: ties, the last slot, moves without points, collisions, overrides, refilling.

mod common;

use common::{TestGame, fast, random_games};
use joban_book_build::select::SelectOptions;
use joban_book_build::{
    Action, AggregateOptions, Frequency, KeyChoice, Override, PointRules, Refiller, SelectError,
    Selection, keyed, select,
};
use joban_csa_parse::Winner;
use joban_engine::refill::{Freed, Refill};
use joban_engine::rng::SplitMix64;
use joban_engine::rom_key::{Layout, RomKeys};

fn chosen(games: &[TestGame], options: &SelectOptions<'_>) -> Result<Selection, SelectError> {
    select(
        &fast(games, &AggregateOptions::default()),
        &Frequency,
        options,
    )
}

/// Each position as `ply: move move`.
fn short(selection: &Selection) -> Vec<String> {
    let moves = |each: &joban_book_build::select::SelectedPosition| {
        each.moves
            .iter()
            .map(|mv| mv.mv.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    selection
        .positions
        .iter()
        .map(|each| format!("{}: {}", each.ply, moves(each)))
        .collect()
}

fn games() -> Vec<TestGame> {
    vec![
        TestGame::new("7g7f 3c3d 2g2f", Some(Winner::Black)),
        TestGame::new("7g7f 3c3d 6g6f", Some(Winner::White)),
        TestGame::new("7g7f 8c8d 2g2f", Some(Winner::White)),
        TestGame::new("2g2f 8c8d 7g7f", Some(Winner::Draw)),
        TestGame::new("5g5f", Some(Winner::White)),
    ]
}

fn over(number: usize, moves: &str, mv: &str, action: Action) -> Override {
    Override {
        name: format!("override {number}"),
        sfen: None,
        moves: Some(moves.to_owned()),
        ply: None,
        mv: mv.to_owned(),
        action,
        reason: "test".to_owned(),
    }
}

#[test]
fn points_then_ply_then_sfen_bytes() {
    // Points: ply 0: 3+1+1+1+1 = 7; after 7g7f: 1+3+3 = 7; after 7g7f 3c3d: 3+1.
    let selection = chosen(&games(), &SelectOptions::default()).unwrap();
    let points: Vec<(u64, u8)> = selection
        .positions
        .iter()
        .map(|each| (each.points, each.ply))
        .collect();
    assert_eq!(points, [(7, 0), (7, 1), (4, 2), (1, 1), (1, 2), (1, 2)]);
    // 7g7f 5 points; 2g2f and 5g5f have 1 point and one game each: 2g2f has the smaller word (0x078e < 0x152a).
    // After 7g7f: 3c3d 1+3, 8c8d 3. After 7g7f 3c3d: 2g2f 3, 6g6f 1.
    assert_eq!(
        short(&selection),
        [
            "0: 7g7f 2g2f",
            "1: 3c3d 8c8d",
            "2: 2g2f 6g6f",
            "1: 8c8d",
            "2: 2g2f",
            "2: 7g7f"
        ]
    );
}

#[test]
fn equal_points_and_ply_go_by_sfen() {
    let games: Vec<TestGame> = ["1g1f 1c1d", "9g9f 1c1d", "5g5f 1c1d"]
        .iter()
        .map(|moves| TestGame::new(moves, None))
        .collect();
    let selection = chosen(&games, &SelectOptions::default()).unwrap();
    let sfens: Vec<&str> = selection.positions[1..]
        .iter()
        .map(|each| each.sfen.as_str())
        .collect();
    assert_eq!(sfens.len(), 3);
    assert!(sfens.is_sorted());
}

#[test]
fn the_last_slot_takes_only_the_first_move() {
    let options = SelectOptions {
        entries: 3,
        ..SelectOptions::default()
    };
    assert_eq!(
        short(&chosen(&games(), &options).unwrap()),
        ["0: 7g7f 2g2f", "1: 3c3d"]
    );
    let one = SelectOptions {
        moves_per_position: 1,
        entries: 2,
        ..SelectOptions::default()
    };
    assert_eq!(
        short(&chosen(&games(), &one).unwrap()),
        ["0: 7g7f", "1: 3c3d"]
    );
}

#[test]
fn moves_without_points_are_never_selected() {
    let points = PointRules {
        loser_weight: 0,
        draw_weight: 0,
        ..PointRules::default()
    };
    let options = AggregateOptions {
        points,
        ..AggregateOptions::default()
    };
    let games = games();
    let selection = select(
        &fast(&games, &options),
        &Frequency,
        &SelectOptions::default(),
    )
    .unwrap();
    assert_eq!(short(&selection), ["1: 3c3d 8c8d", "0: 7g7f", "2: 2g2f"]);
}

#[test]
fn a_given_table_drops_the_later_position_and_fills_its_slots() {
    let games = random_games(5, 400);
    let aggregate = fast(&games, &AggregateOptions::default());
    // One value for all features: the key depends on the parity of their number only, so each ply keeps at most two positions.
    let table = RomKeys::from_bytes(&[0x11; 2_346]).unwrap();
    let options = SelectOptions {
        table: Some(&table),
        entries: 40,
        ..SelectOptions::default()
    };
    let selection = select(&aggregate, &Frequency, &options).unwrap();
    assert!(selection.entries() <= 40);
    assert!(!selection.collisions.is_empty());
    let free = select(
        &aggregate,
        &Frequency,
        &SelectOptions {
            entries: 100_000,
            ..SelectOptions::default()
        },
    )
    .unwrap();
    let mut expected = Vec::new();
    let mut keys = std::collections::BTreeSet::new();
    let mut left = 40;
    for each in &free.positions {
        if left > 0 && keys.insert((each.ply, table.key(&each.position))) {
            let moves = each.moves.len().min(left);
            left -= moves;
            expected.push((each.sfen.clone(), moves));
        }
    }
    let got: Vec<(String, usize)> = selection
        .positions
        .iter()
        .map(|each| (each.sfen.clone(), each.moves.len()))
        .collect();
    assert_eq!(got, expected);
    let book = keyed(selection, &KeyChoice::Table(table)).unwrap();
    assert_eq!(book.keys.seed, None);
}

#[test]
fn the_smallest_seed_without_collision_is_taken() {
    let games = random_games(11, 1_000);
    let aggregate = fast(&games, &AggregateOptions::default());
    let selection = select(
        &aggregate,
        &Frequency,
        &SelectOptions {
            entries: 400,
            ..SelectOptions::default()
        },
    )
    .unwrap();
    for layout in [Layout::Full, Layout::Compact] {
        let built = keyed(selection.clone(), &KeyChoice::Seed { first: 3, layout }).unwrap();
        let separates = |seed: u64| {
            let keys = RomKeys::from_seed(seed, layout);
            let mut seen = std::collections::BTreeSet::new();
            selection
                .positions
                .iter()
                .all(|each| seen.insert((each.ply, keys.key(&each.position))))
        };
        let expected = (3..).find(|&seed| separates(seed));
        assert_eq!(built.keys.seed, expected);
        assert_eq!(
            built.keys.keys,
            RomKeys::from_seed(expected.unwrap(), layout)
        );
    }
}

#[test]
fn positions_that_no_seed_separates_end_the_search() {
    let mut selection = chosen(&games(), &SelectOptions::default()).unwrap();
    selection.positions.push(selection.positions[0].clone());
    let error = keyed(
        selection,
        &KeyChoice::Seed {
            first: 7,
            layout: Layout::Compact,
        },
    )
    .unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("from 7 to 65542")
            && text.contains("--entries")
            && text.contains("--zobrist"),
        "{text}"
    );
}

#[test]
fn forced_forbidden_and_fixed() {
    let overrides = [
        over(1, "", "5g5f", Action::Force),
        over(2, "7g7f", "3c3d", Action::Forbid),
        over(3, "7g7f 3c3d", "6g6f", Action::Weight(200)),
        over(4, "9g9f", "1c1d", Action::Force),
    ];
    let options = SelectOptions {
        overrides: &overrides,
        ..SelectOptions::default()
    };
    let selection = chosen(&games(), &options).unwrap();
    // Forced positions come first, in the order of the configuration; 9g9f 1c1d was never played.
    assert_eq!(
        short(&selection),
        [
            "0: 7g7f 5g5f",
            "2: 2g2f 6g6f",
            "1: 1c1d",
            "1: 8c8d",
            "1: 8c8d",
            "2: 2g2f",
            "2: 7g7f"
        ]
    );
    let built = keyed(
        selection,
        &KeyChoice::Seed {
            first: 0,
            layout: Layout::Full,
        },
    )
    .unwrap();
    let weights: Vec<(String, u8)> = built
        .rows
        .iter()
        .filter(|row| row.ply == 2 && row.figures.count < 2)
        .map(|row| (row.mv.to_string(), row.weight))
        .collect();
    assert!(weights.contains(&("6g6f".to_owned(), 200)), "{weights:?}");
    assert!(weights.contains(&("2g2f".to_owned(), 56)), "{weights:?}");
}

#[test]
fn overrides_that_cannot_act_are_named() {
    let problem = |overrides: &[Override], entries| {
        let options = SelectOptions {
            overrides,
            entries,
            ..SelectOptions::default()
        };
        chosen(&games(), &options)
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let three = ["7g7f", "2g2f", "5g5f"].map(|mv| over(7, "", mv, Action::Force));
    assert!(
        problem(&three, 512)
            .starts_with("override 7: the position has more forced moves than candidates (2)")
    );
    let weights = [
        over(1, "", "7g7f", Action::Weight(100)),
        over(2, "", "2g2f", Action::Weight(100)),
    ];
    assert!(
        problem(&weights, 512)
            .starts_with("override 1: the two weights of the position are 100 and 100")
    );
    assert!(problem(&three[..2], 1).starts_with("override 7: the book has no room"));
}

#[test]
fn freed_entries_stay_out_and_calls_add_up() {
    let games = random_games(2, 500);
    let aggregate = fast(&games, &AggregateOptions::default());
    let options = SelectOptions {
        entries: 30,
        ..SelectOptions::default()
    };
    let start = select(&aggregate, &Frequency, &options).unwrap();
    let mut rng = SplitMix64::new(1);
    let freed: Vec<Freed> = (0..6)
        .map(|_| {
            let each = &start.positions[rng.below(start.positions.len() as u64) as usize];
            Freed {
                ply: each.ply,
                sfen: each.sfen.clone(),
                mv: each.moves[0].mv,
                reason: "blunder".to_owned(),
            }
        })
        .collect();
    let mut at_once = Refiller::new(&aggregate, &Frequency, options).unwrap();
    let offers = at_once.refill(&freed).unwrap();
    assert!(!offers.is_empty());
    let mut one_by_one = Refiller::new(&aggregate, &Frequency, options).unwrap();
    for each in &freed {
        one_by_one.refill(std::slice::from_ref(each)).unwrap();
    }
    assert_eq!(short(at_once.selection()), short(one_by_one.selection()));
    assert_eq!(at_once.selection().entries(), 30);
    for each in &at_once.selection().positions {
        assert!(each.moves.iter().all(|mv| {
            !freed
                .iter()
                .any(|entry| entry.sfen == each.sfen && entry.ply == each.ply && entry.mv == mv.mv)
        }));
    }
    assert!(at_once.refill(&[]).unwrap().is_empty());
}

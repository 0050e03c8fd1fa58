//! Reach and probabilities against plain enumeration: every seed, every line.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::collections::BTreeMap;

use common::{TestGame, fast, random_games};
use joban_book_build::select::SelectOptions;
use joban_book_build::{
    Aggregate, AggregateOptions, Asked, BuiltBook, Frequency, KeyChoice, keyed, reach, select,
    summarise,
};
use joban_csa_parse::Winner;
use joban_engine::book::{Chooser, probe};
use joban_engine::rom_key::Layout;
use joban_engine::rules::{Color, Position};

fn build(aggregate: &Aggregate<'_>, entries: usize) -> BuiltBook {
    let selection = select(
        aggregate,
        &Frequency,
        &SelectOptions {
            entries,
            ..SelectOptions::default()
        },
    )
    .unwrap();
    keyed(
        selection,
        &KeyChoice::Seed {
            first: 0,
            layout: Layout::Full,
        },
    )
    .unwrap()
}

/// Plays out every line of one seed with the ROM's own probe; adds the probability of each own book move.
struct Walk<'a> {
    aggregate: &'a Aggregate<'a>,
    built: &'a BuiltBook,
    side: Color,
    played: BTreeMap<(u8, String, String), f64>,
}

impl Walk<'_> {
    fn walk(&mut self, position: &Position, ply: u8, chooser: &Chooser, share: f64) {
        if ply >= self.aggregate.options().book_plies {
            return;
        }
        if position.side() == self.side {
            self.own(position, ply, chooser, share);
        } else if let Some(row) = self.aggregate.find(position.key(), ply) {
            for each in self.aggregate.moves_of(row) {
                let mut after = position.clone();
                after.play(each.mv).unwrap();
                self.walk(
                    &after,
                    ply + 1,
                    chooser,
                    share * f64::from(each.stats.count) / row.count as f64,
                );
            }
        }
    }

    fn own(&mut self, position: &Position, ply: u8, chooser: &Chooser, share: f64) {
        // Chance hits of the 16-bit key outside the book are not part of the figures.
        if !self
            .built
            .rows
            .iter()
            .any(|row| row.ply == ply && row.sfen == position.sfen_key())
        {
            return;
        }
        let mut chooser = chooser.clone();
        let mv = probe(
            &self.built.book,
            &self.built.keys.keys,
            position,
            u32::from(ply),
            &mut chooser,
        )
        .unwrap();
        *self
            .played
            .entry((ply, position.sfen_key(), mv.to_string()))
            .or_default() += share;
        let mut after = position.clone();
        after.play(mv).unwrap();
        self.walk(&after, ply + 1, &chooser, share);
    }
}

#[test]
fn equals_the_walk_of_all_seeds_with_the_probe() {
    let games = random_games(3, 60);
    let aggregate = fast(
        &games,
        &AggregateOptions {
            book_plies: 10,
            ..AggregateOptions::default()
        },
    );
    let built = build(&aggregate, 60);
    let got = reach(&aggregate, &built);
    for side in Color::ALL {
        let mut walk = Walk {
            aggregate: &aggregate,
            built: &built,
            side,
            played: BTreeMap::new(),
        };
        for seed in 1..=u8::MAX {
            walk.walk(
                &Position::startpos(),
                0,
                &Chooser::new(seed).unwrap(),
                1.0 / 255.0,
            );
        }
        let total: f64 = walk.played.values().sum();
        assert!(
            (total - got.own_moves[side as usize]).abs() < 1e-9,
            "{total} {:?}",
            got.own_moves
        );
        for (row, probability) in built
            .rows
            .iter()
            .zip(&got.entries)
            .filter(|(row, _)| row.side == side)
        {
            let expected = walk
                .played
                .get(&(row.ply, row.sfen.clone(), row.mv.to_string()))
                .copied()
                .unwrap_or(0.0);
            assert!(
                (expected - probability).abs() < 1e-9,
                "{row:?} {expected} {probability}"
            );
        }
    }
}

#[test]
fn the_first_draw_has_the_probabilities_of_the_table() {
    let games = [
        TestGame::new("7g7f 3c3d", Some(Winner::Black)),
        TestGame::new("2g2f 3c3d", Some(Winner::White)),
    ];
    let aggregate = fast(&games, &AggregateOptions::default());
    let built = build(&aggregate, 512);
    let got = reach(&aggregate, &built);
    for (row, probability) in built
        .rows
        .iter()
        .zip(&got.entries)
        .filter(|(row, _)| row.ply == 0)
    {
        assert!((row.probability - probability).abs() < 1e-12);
    }
}

#[test]
fn a_candidate_behind_a_weight_of_one_draw_is_never_played() {
    // Weights 255 and 1: the second is played only at r = 255, that is from one seed in 255. Two such choices in a row
    // cannot both go to the second: its state after the first choice is fixed.
    let mut games = vec![TestGame::new("7g7f 3c3d 2g2f", Some(Winner::Black)); 700];
    games.push(TestGame::new("2g2f 3c3d 7g7f", Some(Winner::White)));
    games.extend(vec![TestGame::new("2g2f 8c8d 7g7f", None); 1]);
    games.extend(vec![
        TestGame::new("2g2f 8c8d 2f2e", Some(Winner::White));
        1
    ]);
    let aggregate = fast(&games, &AggregateOptions::default());
    let built = build(&aggregate, 512);
    let never: Vec<String> = reach(&aggregate, &built)
        .never
        .iter()
        .map(|&row| format!("{} {}", built.rows[row].ply, built.rows[row].mv))
        .collect();
    // After 2g2f 8c8d both have one point, weights 128 and 128, but only one state leads there.
    assert_eq!(never.len(), 1, "{never:?}");
    assert!(never[0].starts_with("2 "));
    let asked = Asked {
        entries: 512,
        key_table: None,
    };
    let summary = summarise(&aggregate, &built, &asked);
    assert_eq!(summary.never_played, 1);
    assert_eq!((summary.entries, summary.positions), (built.rows.len(), 6));
    assert_eq!(
        (summary.bytes, summary.entries_asked),
        (6 * built.rows.len(), 512)
    );
    assert_eq!(summary.weak_end(), Some(1));
    let weak = built.rows.iter().filter(|row| row.figures.games < 3);
    assert_eq!(summary.weak_entries, weak.count());
    assert_eq!(summary.moves, 3 * 703);
}

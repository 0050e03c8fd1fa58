//! Selection by expected own moves: never worse than the baseline, budget kept, second candidates that earn their place.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use common::{TestGame, fast, random_games};
use joban_book_build::select::SelectOptions;
use joban_book_build::{
    Aggregate, AggregateOptions, Expected, Frequency, KeyChoice, Selection, Strategy, keyed, reach,
    select,
};
use joban_csa_parse::Winner;
use joban_engine::rom_key::Layout;

fn chosen(aggregate: &Aggregate<'_>, strategy: &dyn Strategy, entries: usize) -> Selection {
    let options = SelectOptions {
        entries,
        ..SelectOptions::default()
    };
    select(aggregate, strategy, &options).unwrap()
}

fn own_moves(aggregate: &Aggregate<'_>, selection: Selection) -> f64 {
    let built = keyed(
        selection,
        &KeyChoice::Seed {
            first: 0,
            layout: Layout::Full,
        },
    )
    .unwrap();
    reach(aggregate, &built).own_moves.iter().sum()
}

#[test]
fn more_own_moves_than_the_baseline_within_the_budget() {
    for seed in 0..4 {
        let games = random_games(seed, 300);
        let aggregate = fast(&games, &AggregateOptions::default());
        let by_use = chosen(&aggregate, &Expected, 60);
        assert_eq!(by_use.entries(), 60);
        let baseline = own_moves(&aggregate, chosen(&aggregate, &Frequency, 60));
        let used = own_moves(&aggregate, by_use);
        assert!(used >= baseline, "{used} {baseline}");
    }
}

#[test]
fn a_second_candidate_enters_only_where_it_adds_moves() {
    // 7g7f scores most but ends in scattered replies; 2g2f leads into one long line that white's own book moves share.
    let mut games = vec![
        TestGame::new("7g7f 1c1d", Some(Winner::Black)),
        TestGame::new("7g7f 9c9d", Some(Winner::Black)),
        TestGame::new("7g7f 5c5d", Some(Winner::Black)),
    ];
    games.push(TestGame::new("2g2f 8c8d 2f2e 8d8e", None));
    let aggregate = fast(&games, &AggregateOptions::default());
    let selection = chosen(&aggregate, &Expected, 512);
    let start = selection
        .positions
        .iter()
        .find(|each| each.ply == 0)
        .unwrap();
    // 2g2f cannot be followed before it is in the book, and adds nothing by itself.
    assert_eq!(start.moves.len(), 1);
    assert_eq!(start.moves[0].mv.to_string(), "7g7f");
}

#[test]
fn an_empty_archive_gives_an_empty_book() {
    let aggregate = fast(&[], &AggregateOptions::default());
    assert_eq!(chosen(&aggregate, &Expected, 10).entries(), 0);
}

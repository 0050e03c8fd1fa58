//! Suites: candidates, disjointness, selection, files.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::collections::BTreeSet;

use joban_csa_parse::{GameEnd, Winner};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use joban_positions::suite::{
    Candidate, FoundAt, Identity, Index, Likeness, SelectionRules, Start, Wanted, candidates,
    mirrored, passages, read_lines_from, select, select_without, write_moves, write_plain,
    write_sfens,
};
use joban_positions::{Corpus, GameFacts, PlyLimit, Side, Split};

/// One game: names, moves in USI.
type Played = ([&'static str; 2], String);

fn push(corpus: &mut Corpus, (names, moves): &Played) {
    let moves: Vec<Move> = moves
        .split_whitespace()
        .map(|text| Move::from_usi(text).unwrap())
        .collect();
    let facts = GameFacts {
        end: GameEnd::Toryo,
        winner: Some(Winner::Black),
        names: names.map(Some),
        ..GameFacts::default()
    };
    common::push_game(corpus, &moves, facts, None);
}

fn corpus(games: &[Played]) -> Corpus {
    let mut corpus = Corpus::new(PlyLimit::All);
    games.iter().for_each(|game| push(&mut corpus, game));
    corpus.sort();
    corpus
}

fn game(moves: &str) -> Played {
    (["A", "B"], moves.to_owned())
}

/// Random legal games.
fn random_games(count: u64, plies: usize) -> Vec<Played> {
    const NAMES: [&str; 4] = ["A", "B", "C", "D"];
    (0..count)
        .map(|n| {
            let mut rng = SplitMix64::new(n);
            let mut position = Position::startpos();
            for _ in 0..plies {
                let moves = position.legal_moves();
                let mv = moves[rng.below(moves.len() as u64) as usize];
                position.play(mv).unwrap();
            }
            let moves: Vec<String> = position.moves().map(|mv| mv.to_string()).collect();
            let black = NAMES[n as usize % 4];
            let white = NAMES[(n as usize / 4 + 1 + n as usize) % 4];
            ([black, white], moves.join(" "))
        })
        .collect()
}

fn all(corpus: &Corpus) -> Vec<usize> {
    (0..corpus.games().len()).collect()
}

fn at(plies: std::ops::RangeInclusive<u32>) -> Wanted {
    Wanted {
        plies,
        not_in_check: false,
    }
}

fn identity(moves: &str) -> Identity {
    let mut position = Position::startpos();
    for text in moves.split_whitespace() {
        position.play(Move::from_usi(text).unwrap()).unwrap();
    }
    Identity::of(&position)
}

const RULES: SelectionRules = SelectionRules {
    seed: 1,
    count: 1000,
    per_family: None,
    per_pairing: None,
    one_per_game: true,
    twin: false,
};

fn chosen(corpus: &Corpus, list: &[Candidate], rules: &SelectionRules) -> Vec<Vec<Candidate>> {
    let barred = vec![false; list.len()];
    let selected = select(corpus, list, &barred, rules);
    let pick = |suite: &Vec<usize>| suite.iter().map(|&index| list[index].clone()).collect();
    selected.suites.iter().map(pick).collect()
}

#[test]
fn candidates_are_playable_positions_at_the_plies() {
    let corpus = corpus(&[
        game("2g2f 8c8d 2f2e 8d8e"),
        game("7g7f"),
        // The king goes out and back: the start position comes again at ply 4.
        game("5i5h 5a5b 5h5i 5b5a 2g2f"),
    ]);
    let found = candidates(&corpus, &all(&corpus), &at(4..=4));
    assert_eq!(found.list.len(), 1);
    assert_eq!(
        found.list[0].sfen,
        "lnsgkgsnl/1r5b1/p1ppppppp/9/1p5P1/9/PPPPPPP1P/1B5R1/LNSGKGSNL b - 5"
    );
    assert_eq!(found.dropped["too_short"], 1);
    assert_eq!(found.dropped["repeated_in_game"], 1);
    assert_eq!(candidates(&corpus, &all(&corpus), &at(0..=2)).list.len(), 8);
}

#[test]
fn positions_in_check_are_left_out_on_request() {
    let corpus = corpus(&[game("7g7f 3c3d 8h3c+")]);
    let wanted = |not_in_check| Wanted {
        plies: 3..=3,
        not_in_check,
    };
    assert_eq!(candidates(&corpus, &[0], &wanted(false)).list.len(), 1);
    let found = candidates(&corpus, &[0], &wanted(true));
    assert_eq!((found.list.len(), found.dropped["in_check"]), (0, 1));
}

#[test]
fn positions_are_found_by_transposition_and_turned_round() {
    let other = corpus(&[game("2g2f 8c8d 7g7f 3c3d"), game("9g9f")]);
    let index = Index::new([
        identity("7g7f 3c3d 2g2f 8c8d"),
        identity("1g1f"),
        // After 9g9f white is to move; with the colours swapped that is the start with 1c1d played and black to move.
        Identity::of(
            &Position::from_sfen(
                "lnsgkgsnl/1r5b1/1pppppppp/p8/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            )
            .unwrap(),
        ),
        Identity::of(
            &Position::from_sfen(
                "lnsgkgsnl/1r5b1/pppppppp1/8p/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            )
            .unwrap(),
        ),
    ]);
    let found = index.in_games(&other, all(&other));
    let seen: Vec<_> = found
        .findings
        .iter()
        .map(|each| (each.position, each.likeness))
        .collect();
    assert_eq!(seen, [(0, Likeness::Same), (3, Likeness::Flipped)]);
    assert!(matches!(found.findings[0].at, FoundAt::Game(_, 4)));
    assert!(matches!(found.findings[1].at, FoundAt::Game(_, 1)));
    assert_eq!((found.games, found.positions), (2, 7));
}

#[test]
fn games_are_compared_to_their_last_position() {
    let corpus = corpus(&[game("2g2f 8c8d 7g7f 3c3d")]);
    for (moves, ply) in [("", 0), ("2g2f", 1), ("2g2f 8c8d 7g7f 3c3d", 4)] {
        let found = Index::new([identity(moves)]).in_games(&corpus, [0]);
        assert_eq!(found.findings[0].at, FoundAt::Game(0, ply), "{moves}");
    }
}

#[test]
fn a_list_is_searched_piece_by_piece() {
    let index = Index::new([identity("2g2f"), identity("7g7f")]);
    let mut search = index.in_list();
    for (item, moves) in ["", "7g7f", "7g7f"].into_iter().enumerate() {
        let mut position = Position::startpos();
        moves
            .split_whitespace()
            .for_each(|mv| position.play(Move::from_usi(mv).unwrap()).unwrap());
        search.look(&position, item);
    }
    let found = search.finish();
    assert_eq!(found.positions, 3);
    assert_eq!(found.findings.len(), 1);
    assert_eq!(
        (found.findings[0].position, &found.findings[0].at),
        (1, &FoundAt::Item(1))
    );
}

#[test]
fn the_choice_does_not_depend_on_the_order_of_reading() {
    let games = random_games(60, 12);
    let reversed: Vec<Played> = games.iter().rev().cloned().collect();
    let list = |games: &[Played], seed| -> Vec<String> {
        let corpus = corpus(games);
        let found = candidates(&corpus, &all(&corpus), &at(8..=12));
        let rules = SelectionRules {
            seed,
            count: 30,
            ..RULES
        };
        chosen(&corpus, &found.list, &rules)[0]
            .iter()
            .map(|each| each.sfen.clone())
            .collect()
    };
    let one = list(&games, 1);
    assert_eq!(one.len(), 30);
    assert_eq!(one, list(&reversed, 1));
    assert_ne!(one, list(&games, 2));
}

#[test]
fn one_start_a_game_and_no_position_twice() {
    let mut games = random_games(20, 10);
    // The same position by another order of moves.
    games.push(game("7g7f 3c3d 2g2f 8c8d"));
    games.push(game("2g2f 8c8d 7g7f 3c3d"));
    let corpus = corpus(&games);
    let found = candidates(&corpus, &all(&corpus), &at(3..=10));
    let suite = &chosen(&corpus, &found.list, &RULES)[0];
    let games: BTreeSet<usize> = suite.iter().map(|each| each.game).collect();
    let positions: BTreeSet<_> = suite.iter().map(|each| each.identity.canonical()).collect();
    assert_eq!((games.len(), positions.len()), (suite.len(), suite.len()));
    let exact = candidates(&corpus, &all(&corpus), &at(4..=4));
    let selected = select(&corpus, &exact.list, &vec![false; exact.list.len()], &RULES);
    assert_eq!(selected.left["same_position"], 1);
}

#[test]
fn caps_hold_and_families_take_turns() {
    let corpus = corpus(&random_games(200, 12));
    let found = candidates(&corpus, &all(&corpus), &at(12..=12));
    let rules = SelectionRules {
        per_family: Some(2),
        per_pairing: Some(9),
        ..RULES
    };
    let suite = &chosen(&corpus, &found.list, &rules)[0];
    let count = |family: &str| suite.iter().filter(|each| each.family == family).count();
    assert!(suite.iter().all(|each| count(&each.family) <= 2));
    let pairing = |each: &Candidate| {
        let mut names = corpus.names(&corpus.games()[each.game]);
        names.sort_unstable();
        names
    };
    for each in suite {
        let same = suite
            .iter()
            .filter(|other| pairing(other) == pairing(each))
            .count();
        assert!(same <= 9, "{same}");
    }
    // The first round gives each family one start.
    let free = &chosen(&corpus, &found.list, &RULES)[0];
    let families: BTreeSet<&str> = found.list.iter().map(|each| each.family.as_str()).collect();
    let first: BTreeSet<&str> = free[..families.len()]
        .iter()
        .map(|each| each.family.as_str())
        .collect();
    assert_eq!(first, families);
}

#[test]
fn twins_share_neither_positions_nor_games() {
    let corpus = corpus(&random_games(100, 12));
    let found = candidates(&corpus, &all(&corpus), &at(6..=12));
    let rules = SelectionRules {
        count: 40,
        twin: true,
        ..RULES
    };
    let suites = chosen(&corpus, &found.list, &rules);
    assert_eq!((suites[0].len(), suites[1].len()), (40, 40));
    let games: BTreeSet<usize> = suites.iter().flatten().map(|each| each.game).collect();
    let positions: BTreeSet<_> = suites
        .iter()
        .flatten()
        .map(|each| each.identity.canonical())
        .collect();
    assert_eq!((games.len(), positions.len()), (80, 80));
}

#[test]
fn barred_candidates_are_never_chosen() {
    let corpus = corpus(&random_games(50, 12));
    let split = Split::new(3, 0.5).unwrap();
    let held: Vec<usize> = all(&corpus)
        .into_iter()
        .filter(|&game| split.side(corpus.games()[game].hash) == Side::HeldOut)
        .collect();
    let training = all(&corpus).into_iter().filter(|game| !held.contains(game));
    let found = candidates(&corpus, &held, &at(1..=4));
    let index = Index::new(found.list.iter().map(|each| each.identity.clone()));
    let mut barred = vec![false; found.list.len()];
    let hits = index.in_games(&corpus, training.clone());
    assert!(!hits.findings.is_empty());
    hits.findings
        .iter()
        .for_each(|each| barred[each.position] = true);
    let selected = select(&corpus, &found.list, &barred, &RULES);
    let suite: Vec<Identity> = selected.suites[0]
        .iter()
        .map(|&at| found.list[at].identity.clone())
        .collect();
    assert!(!suite.is_empty());
    assert_eq!(Index::new(suite).in_games(&corpus, training).findings, []);
}

#[test]
fn who_is_refused_late_is_replaced_as_if_it_had_been_known() {
    let corpus = corpus(&random_games(150, 12));
    let found = candidates(&corpus, &all(&corpus), &at(8..=12));
    let barred = vec![false; found.list.len()];
    for seed in 0..8 {
        let mut rng = SplitMix64::new(seed);
        let bad: Vec<Option<&str>> = (0..found.list.len())
            .map(|_| (rng.below(3) > 0).then_some("bad"))
            .collect();
        let rules = SelectionRules {
            seed,
            count: 40,
            per_family: Some(9),
            per_pairing: Some(12),
            twin: seed % 2 == 0,
            ..RULES
        };
        let wanted = select_without(&corpus, &found.list, &barred, &bad, &rules);
        assert!(wanted.left["bad"] > 0);
        let mut known: Vec<Option<&str>> = vec![None; found.list.len()];
        let lazily = loop {
            let chosen = select_without(&corpus, &found.list, &barred, &known, &rules);
            let all = chosen.suites.iter().flatten();
            let late: Vec<usize> = all.copied().filter(|&index| bad[index].is_some()).collect();
            if late.is_empty() {
                break chosen;
            }
            late.iter().for_each(|&index| known[index] = bad[index]);
        };
        assert_eq!(lazily.suites, wanted.suites);
    }
}

#[test]
fn passages_count_games_once() {
    let corpus = corpus(&[game("5i5h 5a5b 5h5i 5b5a 2g2f"), game("2g2f")]);
    let start = Position::startpos().sfen_key();
    let passage = &passages(&corpus, &all(&corpus), 8)[&start];
    assert_eq!(passage.games, 2);
    assert_eq!(passage.moves["2g2f"], 2);
    assert_eq!(passage.moves["5i5h"], 1);
}

fn starts(count: usize) -> Vec<Start> {
    let corpus = corpus(&random_games(count as u64, 11));
    let found = candidates(&corpus, &all(&corpus), &at(10..=11));
    chosen(&corpus, &found.list, &RULES)[0]
        .iter()
        .map(|candidate| Start::of(&corpus, candidate))
        .collect()
}

#[test]
fn all_three_files_are_read_back_as_the_same_positions() {
    let starts = starts(20);
    let wanted: Vec<String> = starts.iter().map(|start| start.sfen.clone()).collect();
    let read = |bytes: &[u8]| -> Vec<String> {
        let lines = read_lines_from("x", bytes).unwrap();
        assert_eq!((lines.errors.len(), lines.duplicates().len()), (0, 0));
        lines
            .starts
            .iter()
            .map(|line| line.position.sfen())
            .collect()
    };
    let (mut moves, mut sfens, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    write_moves(&mut moves, "suite", &starts).unwrap();
    write_sfens(&mut sfens, "suite", &starts).unwrap();
    write_plain(&mut plain, &starts).unwrap();
    for bytes in [&moves, &sfens, &plain] {
        assert_eq!(read(bytes), wanted);
    }
    let text = String::from_utf8(moves).unwrap();
    let hash = format!(
        "# 0 game={:016x} ply={}",
        starts[0].game_hash, starts[0].ply
    );
    assert!(text.lines().nth(1).unwrap().starts_with(&hash), "{text}");
    assert!(
        String::from_utf8(plain)
            .unwrap()
            .lines()
            .all(|line| line.starts_with("startpos moves "))
    );
}

#[test]
fn a_mirrored_start_is_the_same_start_with_colours_swapped() {
    for start in starts(10) {
        let turned = mirrored(&start).unwrap();
        assert_eq!(turned.identity.canonical(), start.identity.canonical());
        assert_ne!(turned.identity.sfen(), start.identity.sfen());
        let lines = read_lines_from("x", turned.moves_line().as_bytes()).unwrap();
        assert_eq!(lines.starts[0].position.sfen(), turned.sfen);
        assert_eq!(mirrored(&turned).unwrap(), start);
    }
}

//! The engine of the ROM: what it must find, what must not change a value, and what must never happen.

mod common;

use common::positions::{MATSURI, PAWN_DROPS};
use joban_engine::book::{Book, BookEntry, Chooser, first_is_chosen, next_state};
use joban_engine::rng::SplitMix64;
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position, Repetition};
use joban_engine::search::{
    Answer, Iteration, Limits, Outcome, Player, Profile, Request, Score, Searcher, Technique,
    Techniques, bench, evaluate,
};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn keys() -> Arc<RomKeys> {
    Arc::new(RomKeys::from_seed(0, Layout::Full))
}

fn position(sfen: &str) -> Position {
    Position::from_sfen(sfen).expect("a position")
}

fn mv(usi: &str) -> Move {
    Move::from_usi(usi).expect("a move")
}

fn played(start: &str, moves: &str) -> Position {
    let mut position = position(start);
    for usi in moves.split_whitespace() {
        position.play(mv(usi)).expect("legal");
    }
    position
}

fn ask(profile: Profile, position: &Position, request: &Request) -> (Outcome, Vec<Iteration>) {
    let stop = AtomicBool::new(false);
    let mut iterations = Vec::new();
    let outcome = Searcher::new(keys(), profile).search(position, request, &stop, &mut |done| {
        iterations.push(done.clone());
    });
    (outcome, iterations)
}

fn search(profile: Profile, position: &Position, limits: Limits) -> Outcome {
    ask(profile, position, &Request::new(limits)).0
}

fn only(position: &Position, profile: Profile, usi: &str, depth: u32) -> Score {
    let mut request = Request::new(Limits::depth(depth));
    request.searchmoves.push(mv(usi));
    let (outcome, _) = ask(profile, position, &request);
    assert_eq!(outcome.best, Some(mv(usi)));
    outcome.score().expect("a finished depth")
}

fn with(techniques: Techniques) -> Profile {
    Profile {
        techniques,
        ..Profile::FREE
    }
}

fn on(techniques: &[Technique]) -> Profile {
    let add = |all: Techniques, &one: &Technique| all.with(one, true);
    with(techniques.iter().fold(Techniques::NONE, add))
}

// ---- budgets

#[test]
fn the_profiles_complete_the_published_depths_at_the_start() {
    for (profile, nodes, depth) in [(Profile::GB5, 88, 1), (Profile::GB60, 1_061, 3)] {
        let outcome = search(profile, &Position::startpos(), Limits::default());
        assert_eq!(
            (outcome.nodes, outcome.depth()),
            (nodes, depth),
            "{profile}"
        );
    }
}

#[test]
fn limits_are_kept() {
    for sfen in ["startpos", MATSURI] {
        let position = position(sfen);
        for nodes in [1, 2, 29, 30, 31, 500, 2_000] {
            let outcome = search(Profile::FREE, &position, Limits::nodes(nodes));
            assert_eq!(outcome.nodes, nodes);
            let best = outcome.best.expect("a move even of one node");
            assert!(position.is_legal(best));
            // The smaller of two budgets counts.
            let both = search(Profile::GB60, &position, Limits::nodes(nodes));
            assert_eq!(both.nodes, nodes.min(1_061));
        }
        for depth in 1..=3 {
            let outcome = search(Profile::FREE, &position, Limits::depth(depth));
            assert_eq!(outcome.depth(), depth);
        }
    }
    let stop = AtomicBool::new(true);
    let request = Request::new(Limits::default());
    let mut searcher = Searcher::new(keys(), Profile::FREE);
    let outcome = searcher.search(&Position::startpos(), &request, &stop, &mut |_| {});
    assert_eq!((outcome.nodes, outcome.depth()), (0, 0));
    assert!(outcome.best.is_some());
}

#[test]
fn a_time_limit_ends_the_search() {
    let limits = Limits {
        time: Some(std::time::Duration::from_millis(20)),
        ..Limits::default()
    };
    let outcome = search(Profile::FREE, &Position::startpos(), limits);
    assert!(outcome.best.is_some());
    assert!(outcome.depth() < 64);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let mut searcher = Searcher::new(keys(), Profile::GB60);
    let stop = AtomicBool::new(false);
    let request = Request::new(Limits::default());
    for position in bench::positions() {
        let fresh = search(Profile::GB60, &position, Limits::default());
        for _ in 0..2 {
            let again = searcher.search(&position, &request, &stop, &mut |_| {});
            assert_eq!(again, fresh, "what was searched before does not matter");
        }
    }
}

/// The signature of the bench. A change says that search or evaluation do something else than before.
#[test]
fn the_signature_of_the_bench() {
    assert_eq!(bench::bench().map(|one| one.nodes).sum::<u64>(), 360_317);
}

// ---- values that theory fixes

/// Minimax as plainly as it can be written, over the rules' own move lists.
fn minimax(position: &mut Position, depth: u32, ply: i32) -> i32 {
    match position.repetition() {
        Repetition::None => {}
        Repetition::Draw => return 0,
        Repetition::PerpetualCheck { loser } if loser == position.side() => return ply - 30_000,
        Repetition::PerpetualCheck { .. } => return 30_000 - ply,
    }
    if depth == 0 {
        return evaluate(position, &Profile::FREE.weights);
    }
    let mut best = ply - 30_000;
    for &mv in &position.legal_moves() {
        position.play(mv).expect("legal");
        best = best.max(-minimax(position, depth - 1, ply + 1));
        position.undo();
    }
    best
}

/// Quiet, sharp, drop-heavy, in check, with a short mate, with few moves.
fn probes() -> Vec<Position> {
    let mut probes: Vec<_> = bench::positions().step_by(4).collect();
    probes.retain(|position| !position.has_no_move());
    probes.push(position("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"));
    probes.push(position("8k/6S2/9/7G1/9/9/9/9/4K4 b - 1"));
    probes.push(played("startpos", "7g7f 3c3d 8h2b+"));
    probes
}

#[test]
fn with_everything_off_it_is_minimax() {
    for mut position in probes() {
        for depth in 1..=2 {
            let outcome = search(with(Techniques::NONE), &position, Limits::depth(depth));
            let value = minimax(&mut position, depth, 0);
            assert_eq!(
                outcome.score(),
                Some(Score::from_value(value)),
                "{position:?}"
            );
        }
    }
}

#[test]
fn cuts_order_and_windows_do_not_change_the_value() {
    use Technique::{AlphaBeta, Aspiration, IterativeDeepening, Ordering, PrincipalVariation};
    let sets: [&[Technique]; 6] = [
        &[Ordering],
        &[AlphaBeta],
        &[AlphaBeta, Ordering],
        &[AlphaBeta, PrincipalVariation],
        &[AlphaBeta, Ordering, PrincipalVariation],
        &[
            AlphaBeta,
            Ordering,
            PrincipalVariation,
            IterativeDeepening,
            Aspiration,
        ],
    ];
    for position in probes() {
        for quiescence in [false, true] {
            let depth = if quiescence { 2 } else { 3 };
            if position.count_legal_moves() > 60 {
                continue;
            }
            let score = |set: &[Technique]| {
                let techniques = on(set).techniques.with(Technique::Quiescence, quiescence);
                let outcome = search(with(techniques), &position, Limits::depth(depth));
                (outcome.score(), outcome.nodes)
            };
            let (want, most) = score(&[]);
            for set in sets {
                let (got, nodes) = score(set);
                assert_eq!(got, want, "{set:?} {position:?}");
                assert!(
                    nodes <= 2 * most,
                    "{set:?} {position:?}: {nodes} of {most} nodes"
                );
            }
        }
    }
}

#[test]
fn alpha_beta_and_order_save_nodes() {
    use Technique::{AlphaBeta, Ordering};
    let total = |set: &[Technique]| -> u64 {
        probes()
            .iter()
            .map(|position| search(on(set), position, Limits::depth(2)).nodes)
            .sum()
    };
    let (none, cut, ordered) = (
        total(&[]),
        total(&[AlphaBeta]),
        total(&[AlphaBeta, Ordering]),
    );
    assert!(cut < none / 4 && ordered < cut, "{none} {cut} {ordered}");
}

/// Without the table, whose keys differ, a position and its turned double are searched alike.
#[test]
fn both_sides_search_alike() {
    let profile = with(Techniques::LONG.with(Technique::Table, false));
    for position in probes() {
        let here = search(profile, &position, Limits::depth(3));
        let there = search(profile, &position.flip(), Limits::depth(3));
        assert_eq!(here.nodes, there.nodes, "{position:?}");
        assert_eq!(here.score(), there.score());
        assert_eq!(here.best, there.best.map(Move::flip));
    }
}

#[test]
fn every_technique_of_the_long_profile_does_something() {
    let nodes = |techniques, depth| -> u64 {
        bench::positions()
            .step_by(9)
            .map(|position| search(with(techniques), &position, Limits::depth(depth)).nodes)
            .sum()
    };
    let all = [3, 4].map(|depth| nodes(Techniques::LONG, depth));
    for technique in Technique::ALL {
        let without = Techniques::LONG.with(technique, false);
        let (depth, whole) = match technique {
            // What cuts save is shown by `alpha_beta_and_order_save_nodes`; without them depth 3 takes too long.
            Technique::AlphaBeta => continue,
            Technique::LateMoveReduction => (4, all[1]),
            _ => (3, all[0]),
        };
        assert_ne!(nodes(without, depth), whole, "{technique:?}");
    }
}

// ---- mates

/// Whether the side to move can force mate (or leave no move) within so many plies, from the rules alone.
fn mates_within(position: &mut Position, plies: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        position.play(mv).expect("legal");
        let mated = is_lost_within(position, plies - 1);
        position.undo();
        mated
    })
}

fn is_lost_within(position: &mut Position, plies: u32) -> bool {
    if plies < 2 {
        return position.has_no_move();
    }
    position.legal_moves().iter().all(|&mv| {
        position.play(mv).expect("legal");
        let wins = mates_within(position, plies - 1);
        position.undo();
        wins
    })
}

#[test]
fn mates_in_one_are_found() {
    let sfens = [
        "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
        "7nk/7bl/9/9/9/9/9/9/4K3R b N 1",
        "4k4/9/9/9/9/9/4p4/9/4K4 w g 1",
        "8k/9/6G2/9/9/9/9/9/R3K4 b G 1",
    ];
    for sfen in sfens {
        let mut position = position(sfen);
        assert!(mates_within(&mut position, 1), "{sfen}");
        for profile in [Profile::FREE, Profile::FREE_SHORT] {
            let outcome = search(profile, &position, Limits::depth(1));
            assert_eq!(outcome.score(), Some(Score::MateIn(1)), "{profile} {sfen}");
            position.play(outcome.best.expect("a move")).expect("legal");
            assert!(position.is_mated());
            position.undo();
        }
    }
}

#[test]
fn mates_in_three_are_found() {
    // Two rooks, one of them in hand in the second.
    let sfens = [
        "4k4/9/R8/1R7/9/9/9/9/4K4 b - 1",
        "4k4/9/R8/9/9/9/9/9/4K4 b R 1",
        "4k4/9/9/9/9/7r1/8r/9/4K4 w - 1",
    ];
    for sfen in sfens {
        let mut position = position(sfen);
        let three = !mates_within(&mut position, 1) && mates_within(&mut position, 3);
        assert!(three, "{sfen} is a mate in three");
        // At depth 1 and 2 the long profile leaves late quiet moves out, so the last drop must be deeper.
        for (profile, depth) in [(Profile::FREE_SHORT, 4), (Profile::FREE, 5)] {
            let outcome = search(profile, &position, Limits::depth(depth));
            assert_eq!(outcome.score(), Some(Score::MateIn(3)), "{profile} {sfen}");
            let line = &outcome.finished.expect("an iteration").lines[0].moves;
            assert_eq!(line.len(), 3);
            let mut end = position.clone();
            line.iter().for_each(|&mv| end.play(mv).expect("legal"));
            assert!(end.has_no_move(), "{line:?}");
        }
    }
}

#[test]
fn the_mated_side_sees_it() {
    // Wherever the king goes, the second rook mates next.
    let mut position = position("4k4/+R8/9/1R7/9/9/9/9/4K4 w - 1");
    assert!(is_lost_within(&mut position, 2));
    let outcome = search(Profile::FREE_SHORT, &position, Limits::depth(3));
    assert_eq!(outcome.score(), Some(Score::MatedIn(2)));
    assert!(outcome.best.is_some(), "it plays on");
}

#[test]
fn no_move_is_a_loss() {
    let stuck = position("8k/6S2/7G1/9/9/9/9/9/4K4 w - 1");
    assert!(!stuck.in_check() && stuck.has_no_move());
    for position in [stuck, position("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")] {
        let outcome = search(Profile::FREE, &position, Limits::depth(2));
        assert_eq!((outcome.best, outcome.nodes), (None, 0));
    }
    // One ply before: the move that leaves none wins.
    let before = position("8k/6S2/9/7G1/9/9/9/9/4K4 b - 1");
    assert_eq!(only(&before, Profile::FREE, "2d2c", 2), Score::MateIn(1));
}

#[test]
fn a_pawn_drop_never_mates() {
    for sfen in PAWN_DROPS {
        let start = position(sfen);
        if start.has_no_move() {
            continue;
        }
        for profile in [Profile::FREE, Profile::FREE_SHORT] {
            let (outcome, iterations) = ask(profile, &start, &Request::new(Limits::depth(3)));
            assert!(start.is_legal(outcome.best.expect("a move")));
            for line in iterations.iter().flat_map(|done| &done.lines) {
                let mut position = start.clone();
                for &mv in &line.moves {
                    position.play(mv).expect("a line holds legal moves only");
                    let pawn = mv.to_string().starts_with("P*");
                    assert!(!(pawn && position.is_mated()), "{sfen} {:?}", line.moves);
                }
            }
        }
    }
}

// ---- repetition

/// After 7g7f the position is worth three to four centipawns to black.
const SHUFFLE: &str = "8b9b 2h1h 9b8b 1h2h ";

fn shuffled(rounds: usize) -> Position {
    let moves = format!("7g7f {}", SHUFFLE.repeat(rounds));
    played("startpos", moves.trim_end().trim_end_matches("1h2h"))
}

#[test]
fn the_fourth_occurrence_is_worth_nothing() {
    for depth in 1..=4 {
        let score = only(&shuffled(3), Profile::FREE, "1h2h", depth);
        assert_eq!(score, Score::Centipawns(0), "depth {depth}");
    }
    // The third occurrence is worth what the position is worth.
    let third = only(&shuffled(2), Profile::FREE, "1h2h", 1);
    assert_eq!(third, only(&Position::startpos(), Profile::FREE, "7g7f", 1));
    assert_ne!(third, Score::Centipawns(0));
}

#[test]
fn perpetual_check_loses() {
    let start = "7k1/9/9/9/8R/9/9/9/4K4 b - 1";
    let cycle = "1e2e 2a1a 2e1e 1a2a ";
    let before = played(start, cycle.repeat(3).trim_end().trim_end_matches("1a2a"));
    for depth in 1..=3 {
        let score = only(&before, Profile::FREE, "1a2a", depth);
        assert_eq!(score, Score::MateIn(1), "depth {depth}");
    }
    // The checking side sees it one ply earlier and leaves the cycle.
    let checking = played(
        start,
        cycle.repeat(3).trim_end().trim_end_matches("2e1e 1a2a"),
    );
    assert_eq!(only(&checking, Profile::FREE, "2e1e", 2), Score::MatedIn(2));
    let outcome = search(Profile::FREE, &checking, Limits::depth(3));
    assert_ne!(outcome.best, Some(mv("2e1e")));
}

// ---- the unfinished iteration

/// For every node budget: the move is the finished iteration's, or one that beat it by the margin, and nothing else.
#[test]
fn an_unfinished_iteration_counts_only_where_it_beats_the_margin() {
    let mut changed = 0;
    for start in bench::positions().step_by(6) {
        for nodes in (1..2_000).step_by(37) {
            let outcome = search(Profile::FREE_SHORT, &start, Limits::nodes(nodes));
            let first = |done: &Iteration| done.lines[0].moves[0];
            let Some(unfinished) = &outcome.unfinished else {
                let finished = outcome.finished.as_ref().map(first);
                let want = finished.or_else(|| phases_first(&start));
                assert_eq!(outcome.best, want, "{start:?} {nodes}");
                continue;
            };
            changed += 1;
            assert_eq!(outcome.best, Some(first(unfinished)));
            assert_eq!(unfinished.depth, outcome.depth() + 1);
            assert_ne!(outcome.best, outcome.finished.as_ref().map(first));
        }
    }
    assert!(changed > 10, "only {changed} moves were changed");
}

/// The first move of the first iteration: a search of one node finds no other.
fn phases_first(start: &Position) -> Option<Move> {
    search(Profile::FREE, start, Limits::nodes(1)).best
}

/// The long profile asks for 175 centipawns, the short one for 2: with the same search it changes its mind less often.
#[test]
fn a_larger_margin_keeps_the_previous_move() {
    let changes = |margin| {
        let profile = Profile {
            unfinished_margin: margin,
            ..Profile::FREE
        };
        bench::positions()
            .filter(|start| {
                search(profile, start, Limits::nodes(700))
                    .unfinished
                    .is_some()
            })
            .count()
    };
    let counts = [2, 175, 5_000].map(changes);
    assert!(counts[0] > counts[1] && counts[1] > counts[2], "{counts:?}");
}

// ---- several lines, chosen moves

#[test]
fn lines_have_distinct_first_moves_in_order_of_value() {
    for start in bench::positions().step_by(5) {
        // All lines of a position with many moves take long.
        let most = if start.count_legal_moves() < 50 {
            700
        } else {
            3
        };
        for wanted in [2, 5, most] {
            let mut request = Request::new(Limits::depth(2));
            request.multi_pv = wanted;
            let (outcome, iterations) = ask(Profile::FREE, &start, &request);
            assert_eq!(iterations.len(), 2);
            for done in &iterations {
                let mut first: Vec<_> = done.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(first.len(), wanted.min(start.count_legal_moves()));
                assert!(first.iter().all(|&mv| start.is_legal(mv)));
                first.sort_unstable();
                first.dedup();
                assert_eq!(first.len(), done.lines.len(), "distinct");
                let values: Vec<_> = done.lines.iter().map(|line| order(line.score)).collect();
                assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
            }
            let last = &iterations[1].lines[0].moves[0];
            assert_eq!(outcome.best.as_ref(), Some(last));
        }
    }
}

fn order(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value,
        Score::MateIn(plies) => 30_000 - plies as i32,
        Score::MatedIn(plies) => plies as i32 - 30_000,
    }
}

#[test]
fn only_the_moves_asked_about_are_searched() {
    let mut request = Request::new(Limits::depth(3));
    request.searchmoves = vec![mv("9g9f"), mv("1g1f"), mv("5e5d")];
    request.multi_pv = 3;
    let (outcome, iterations) = ask(Profile::FREE, &Position::startpos(), &request);
    assert!(request.searchmoves[..2].contains(&outcome.best.expect("a move")));
    assert!(iterations.iter().all(|done| done.lines.len() == 2));
    request.searchmoves.remove(0);
    request.searchmoves.remove(0);
    let (outcome, _) = ask(Profile::FREE, &Position::startpos(), &request);
    assert_eq!(outcome.best, None, "an illegal move is never the answer");
}

#[test]
fn promotions_and_captures_are_played() {
    // A rook hangs; a pawn can promote with check and win the gold behind it.
    let hanging = position("4k4/9/9/4r4/9/9/4R4/9/4K4 b - 1");
    let outcome = search(Profile::GB60, &hanging, Limits::default());
    assert_eq!(outcome.best, Some(mv("5g5d")));
    let promoting = position("8k/9/9/P8/9/9/9/9/4K4 b - 1");
    let outcome = search(Profile::GB60, &promoting, Limits::default());
    assert_eq!(outcome.best, Some(mv("9d9c+")));
}

// ---- games

/// Every move of many quick games is legal, by the rules' own check and by an independent crate.
#[test]
fn thousands_of_moves_of_play_against_itself_are_legal() {
    let (games, mut moves) = (if common::slow() { 200 } else { 24 }, 0);
    for game in 0..games {
        let profile = if game % 2 == 0 {
            Profile::GB5
        } else {
            Profile {
                nodes: Some(150),
                ..Profile::GB60
            }
        };
        moves += play_game(profile, game);
    }
    assert!(moves > 2_000, "{moves} moves");
}

fn play_game(profile: Profile, seed: u64) -> u32 {
    let mut rng = SplitMix64::new(seed);
    let mut position = Position::startpos();
    let mut searcher = Searcher::new(keys(), profile);
    let stop = AtomicBool::new(false);
    while position.ply() < 256 && position.repetition() == Repetition::None {
        let legal = position.legal_moves();
        let random = legal.get(rng.below(legal.len() as u64) as usize).copied();
        let request = Request::new(Limits::default());
        let found = searcher
            .search(&position, &request, &stop, &mut |_| {})
            .best;
        assert_eq!(found.is_none(), position.has_no_move());
        let chosen = if position.ply() < 6 { random } else { found };
        let Some(mv) = chosen else { break };
        assert!(legal.contains(&mv), "{mv} in {position:?}");
        position.play(mv).expect("legal");
    }
    position.ply()
}

// ---- the book before the search

fn entry(position: &Position, usi: &str, weight: u8) -> BookEntry {
    BookEntry {
        key: keys().key(position),
        mv: mv(usi),
        weight,
        ply: (position.move_number() - 1) as u8,
    }
}

fn player(entries: Vec<BookEntry>, seed: u8) -> Player {
    let book = Book::new(entries).expect("a book");
    let chooser = Chooser::new(seed).expect("not 0");
    Player::new(keys(), Profile::GB5, book, chooser)
}

fn answer(player: &mut Player, position: &Position) -> Answer {
    let stop = AtomicBool::new(false);
    player.play(
        position,
        &Request::new(Limits::default()),
        &stop,
        &mut |_| {},
    )
}

#[test]
fn the_book_is_played_by_the_draws_of_the_seed() {
    let start = Position::startpos();
    let entries = vec![entry(&start, "7g7f", 200), entry(&start, "2g2f", 56)];
    for seed in 1..=255 {
        let mut player = player(entries.clone(), seed);
        let mut state = seed;
        for game in 0..3 {
            state = if game == 2 {
                next_state(seed)
            } else {
                next_state(state)
            };
            let want = if first_is_chosen(state, 200) {
                "7g7f"
            } else {
                "2g2f"
            };
            let got = answer(&mut player, &start);
            assert_eq!(got.best(), Some(mv(want)), "seed {seed}");
            assert!(matches!(got, Answer::Book { ref candidates, .. } if candidates.len() == 2));
            if game == 1 {
                player.new_game();
            }
        }
    }
}

#[test]
fn an_illegal_book_move_is_never_played() {
    let start = Position::startpos();
    let one = vec![entry(&start, "7g7e", 255)];
    assert!(matches!(
        answer(&mut player(one, 1), &start),
        Answer::Search(_)
    ));
    let other = vec![entry(&start, "7g7e", 200), entry(&start, "2g2f", 56)];
    for seed in 1..=255 {
        let got = answer(&mut player(other.clone(), seed), &start);
        assert_eq!(got.best(), Some(mv("2g2f")));
    }
}

#[test]
fn the_ply_of_the_book_counts_from_the_start_of_the_game() {
    let after = played("startpos", "7g7f");
    let entries = vec![entry(&after, "3c3d", 255)];
    assert!(matches!(
        answer(&mut player(entries.clone(), 1), &after),
        Answer::Book { .. }
    ));
    let same = position(&after.sfen());
    assert!(matches!(
        answer(&mut player(entries.clone(), 1), &same),
        Answer::Book { .. }
    ));
    // The same board with another move number is another ply.
    let other = position(&format!("{} 1", after.sfen_key()));
    assert!(matches!(
        answer(&mut player(entries, 1), &other),
        Answer::Search(_)
    ));
}

#[test]
fn a_winning_declaration_comes_first() {
    let winning = position("K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1");
    assert_eq!(
        answer(&mut player(Vec::new(), 1), &winning),
        Answer::Declaration
    );
    let short = position("K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R4Pb4g4s4n4l6p 1");
    assert!(matches!(
        answer(&mut player(Vec::new(), 1), &short),
        Answer::Search(_)
    ));
}

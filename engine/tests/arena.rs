//! Matches between scripted engines: each fault has a script and a test that says what becomes of the pair.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use joban_csa_parse::{GameEnd, Parser, ReadOptions, Record, Split, split_records};
use joban_engine::arena::{
    Contestant, DrawRule, End, Event, FaultKind, Fixture, Game, Limit, Match, MatchLog, Report,
    Rules, Table, TimeControl, Which, WinRule, write_csa,
};
use joban_engine::rules::{Move, Position, Replay};
use joban_engine::teacher::{Launcher, TeacherConfig};
use joban_engine::usi::fake::{FakeEngine, SessionLog};
use joban_engine::usi::{EngineCommand, Root, TimeLimits, UsiEngine, UsiError};
use serde_json::json;

const HEAD: &str =
    "> usi\n< id name Fake\n< option name RandomSeed type spin default 1 min 1 max 255\n< usiok\n";

/// Starts one script after another; the first start is that of the introduction. After the last script the last one again.
struct Scripts {
    scripts: Vec<String>,
    next: AtomicUsize,
    logs: Arc<Mutex<Vec<SessionLog>>>,
}

impl Launcher for Scripts {
    fn launch(&self, _: usize, _: &[String]) -> Result<UsiEngine, UsiError> {
        let next = self.next.fetch_add(1, Ordering::Relaxed);
        let script = match next.checked_sub(1) {
            None => HEAD,
            Some(at) => &self.scripts[at.min(self.scripts.len() - 1)],
        };
        let (fake, log) = FakeEngine::from_text(script).expect("a script");
        self.logs.lock().expect("logs").push(log);
        UsiEngine::start(Box::new(fake), TimeLimits::default())
    }
}

type Logs = Arc<Mutex<Vec<SessionLog>>>;

fn contestant(limit: Limit, scripts: Vec<String>) -> (Contestant, Logs) {
    let logs = Logs::default();
    let launcher = Scripts {
        scripts,
        next: AtomicUsize::new(0),
        logs: Arc::clone(&logs),
    };
    let config = TeacherConfig {
        teacher_id: Some("fake".to_owned()),
        ..TeacherConfig::new(EngineCommand::new("fake"))
    };
    let contestant =
        Contestant::meet_with(&config, limit, Box::new(launcher)).expect("a contestant");
    (contestant, logs)
}

/// An engine that gives these answers under `go nodes 9`, one after another; an answer may be several lines of a script.
fn script(go: &str, answers: &[&str]) -> String {
    let mut text = HEAD.to_owned();
    for answer in answers {
        text.push_str(&format!("> {go}\n"));
        for line in answer.split('\n') {
            let is_action = line.starts_with(['@', '<', '!']);
            text.push_str(if is_action { "" } else { "< bestmove " });
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn nodes(answers: &[&str]) -> Vec<String> {
    vec![script("go nodes 9", answers)]
}

fn fixture(pair: u64, moves: &str) -> Fixture {
    let mut root = Root::startpos();
    for usi in moves.split_whitespace() {
        root.play(Move::from_usi(usi).expect("a move"))
            .expect("legal");
    }
    Fixture {
        pair,
        start: 0,
        seed: 1 + (pair % 255) as u8,
        root,
    }
}

fn at(sfen: &str) -> Fixture {
    let position = Position::from_sfen(sfen).expect("a position");
    Fixture {
        root: Root::from_position(position),
        ..fixture(0, "")
    }
}

/// Plays a match of scripts and gives the table and the events in their order.
fn played(
    contestants: [&Contestant; 2],
    fixtures: &[Fixture],
    rules: Rules,
) -> (Table, Vec<Event>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.log");
    let (mut log, _) = MatchLog::open(&path, &json!({})).expect("a log");
    let mut table = Table::new(fixtures.len(), Vec::new());
    let a_match = Match {
        contestants,
        fixtures,
        rules,
        concurrency: 1,
        sprt: None,
    };
    a_match
        .run(&mut log, &mut table, &mut |_, _| {})
        .expect("a run");
    drop(log);
    let (_, events) = MatchLog::read(&path).expect("a log");
    (table, events)
}

/// The first game of a pair from a start.
fn first_game(first: Vec<String>, second: Vec<String>, start: &Fixture, rules: Rules) -> Game {
    let (first, _) = contestant(Limit::Nodes(9), first);
    let (second, _) = contestant(Limit::Nodes(9), second);
    let (table, _) = played([&first, &second], std::slice::from_ref(start), rules);
    table.pairs()[0].games[0].clone().expect("a game")
}

#[test]
fn colours_are_swapped_and_both_games_share_the_seed() {
    let (first, logs) = contestant(Limit::Nodes(9), nodes(&["7g7f", "resign"]));
    let (second, _) = contestant(Limit::Nodes(9), nodes(&["resign", "2g2f"]));
    let fixtures = [fixture(0, "")];
    let (table, events) = played([&first, &second], &fixtures, Rules::default());
    let [one, two] = table.pairs()[0].complete().expect("both games");
    // Black moves, white resigns; then the other way round.
    assert_eq!(
        (one.winner, two.winner),
        (Some(Which::First), Some(Which::Second))
    );
    assert_eq!(
        (one.moves[0].mv.to_string(), two.moves[0].mv.to_string()),
        ("7g7f".into(), "2g2f".into())
    );
    assert_eq!(events.len(), 2);
    let sent = logs.lock().expect("logs")[1].sent();
    let seeds = sent
        .iter()
        .filter(|line| *line == "setoption name RandomSeed value 1");
    assert_eq!(seeds.count(), 2, "{sent:?}");
    let games = sent.iter().filter(|line| *line == "usinewgame").count();
    let overs: Vec<_> = sent
        .iter()
        .filter(|line| line.starts_with("gameover"))
        .collect();
    assert_eq!(games, 2);
    assert_eq!(overs, ["gameover win", "gameover lose"]);
}

#[test]
fn rules_end_games() {
    let rules = Rules::default();
    // A pawn that is not there, and one that would be mate by a drop.
    let game = first_game(nodes(&["P*5e"]), nodes(&["resign"]), &fixture(0, ""), rules);
    assert_eq!((game.end, game.winner), (End::Illegal, Some(Which::Second)));
    assert_eq!(game.detail.as_deref(), Some("P*5e"));
    // A wrong declaration loses, a right one wins.
    let game = first_game(nodes(&["win"]), nodes(&["resign"]), &fixture(0, ""), rules);
    assert_eq!(
        (game.end, game.winner),
        (End::WrongDeclaration, Some(Which::Second))
    );
    let entered = at("K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1");
    let game = first_game(nodes(&["win"]), nodes(&["resign"]), &entered, rules);
    assert_eq!(
        (game.end, game.winner),
        (End::Declaration, Some(Which::First))
    );
    // A mate ends the game before the mated side is asked.
    let mate = at("4k4/9/4P4/9/9/9/9/9/4K4 b G 1");
    let game = first_game(nodes(&["G*5b"]), nodes(&["resign"]), &mate, rules);
    assert_eq!(
        (game.end, game.winner, game.moves.len()),
        (End::Mate, Some(Which::First), 1)
    );
    // Moves are counted by the number of the start.
    let late = at("4k4/9/9/9/9/9/9/9/4K4 b - 511");
    let game = first_game(nodes(&["5i5h"]), nodes(&["5a5b"]), &late, rules);
    assert_eq!(
        (game.end, game.winner, game.moves.len()),
        (End::MaxMoves, None, 2)
    );
}

#[test]
fn repetition_is_a_draw_and_perpetual_check_loses() {
    let rook = ["2h3h", "3h2h"].repeat(6);
    let other = ["8b7b", "7b8b"].repeat(6);
    let game = first_game(
        nodes(&rook),
        nodes(&other),
        &fixture(0, ""),
        Rules::default(),
    );
    assert_eq!(
        (game.end, game.winner, game.moves.len()),
        (End::Repetition, None, 12)
    );
    // A rook that never stops giving check.
    let checks = ["9i8i", "8i9i"].repeat(8);
    let flights = ["9a8a", "8a9a"].repeat(8);
    let white = at("k8/9/9/9/9/9/9/9/R3K4 w - 1");
    // White, in check, steps aside; black follows.
    let (first, _) = contestant(Limit::Nodes(9), nodes(&checks));
    let (second, _) = contestant(Limit::Nodes(9), nodes(&flights));
    let (table, _) = played([&first, &second], &[white], Rules::default());
    let game = table.pairs()[0].games[0].clone().expect("a game");
    assert_eq!(
        (game.end, game.winner),
        (End::PerpetualCheck, Some(Which::Second))
    );
    assert_eq!(game.first_mover(), Which::Second);
    assert_eq!(
        game.moves_of(Which::First)
            .next()
            .expect("moves")
            .mv
            .to_string(),
        "9i8i"
    );
}

#[test]
fn engines_that_agree_end_a_game() {
    let answer = |cp: i32, mv: &str| format!("< info depth 1 score cp {cp} nodes 9 pv {mv}\n{mv}");
    let black = ["2h3h", "3h2h"].map(|mv| answer(700, mv));
    let white = ["8b7b", "7b8b"].map(|mv| answer(-800, mv));
    let scripts = |answers: &[String; 2]| {
        let answers: Vec<&str> = answers.iter().map(String::as_str).collect();
        nodes(&answers)
    };
    let win = Rules {
        win: Some(WinRule { moves: 2, cp: 600 }),
        ..Rules::default()
    };
    let game = first_game(scripts(&black), scripts(&white), &fixture(0, ""), win);
    assert_eq!(
        (game.end, game.winner),
        (End::AdjudicatedWin, Some(Which::First))
    );
    assert_eq!((game.moves.len(), game.moves[0].nodes), (4, Some(9)));
    let draw = Rules {
        draw: Some(DrawRule {
            from_move: 1,
            moves: 1,
            cp: 800,
        }),
        ..Rules::default()
    };
    let game = first_game(scripts(&black), scripts(&white), &fixture(0, ""), draw);
    assert_eq!(
        (game.end, game.winner, game.moves.len()),
        (End::AdjudicatedDraw, None, 2)
    );
}

/// The first engine has a fault in the first game; started again it plays on.
fn fault_and_replay(fault: &str, kind: FaultKind) {
    let good = script("go nodes 9", &["resign", "resign"]);
    let bad = script("go nodes 9", &[fault, "resign"]);
    let (first, _) = contestant(Limit::Nodes(9), vec![bad, good]);
    let (second, _) = contestant(Limit::Nodes(9), nodes(&["7g7f", "7g7f", "7g7f"]));
    let (table, events) = played([&first, &second], &[fixture(0, "")], Rules::default());
    let state = &table.pairs()[0];
    assert_eq!(state.voids.len(), 1, "{fault}: {events:?}");
    let fault_seen = &state.voids[0].fault;
    assert_eq!(
        (fault_seen.kind, fault_seen.by),
        (kind, Which::First),
        "{fault}"
    );
    let [one, two] = state.complete().expect("both games");
    assert_eq!((one.replays, one.end), (1, End::Resign), "{fault}");
    assert_eq!(two.replays, 1);
}

#[test]
fn a_fault_voids_the_pair_which_is_played_again() {
    for (fault, kind) in [
        ("@ exit=139", FaultKind::Crash),
        ("@ close-stdout", FaultKind::Crash),
        ("@ limit", FaultKind::Silence),
        ("none", FaultKind::Protocol),
        ("< bestmove", FaultKind::Protocol),
        ("hello", FaultKind::Protocol),
    ] {
        fault_and_replay(fault, kind);
    }
}

#[test]
fn an_answer_too_many_is_not_taken_for_the_next_one() {
    let bad = script("go nodes 9", &["7g7f\n< bestmove 2g2f", "resign"]);
    let good = script("go nodes 9", &["resign", "resign"]);
    let (first, _) = contestant(Limit::Nodes(9), vec![bad, good]);
    let (second, _) = contestant(Limit::Nodes(9), nodes(&["3c3d", "7g7f", "7g7f"]));
    let (table, _) = played([&first, &second], &[fixture(0, "")], Rules::default());
    let voids = &table.pairs()[0].voids;
    assert_eq!(voids.len(), 1);
    assert!(voids[0].fault.reason.contains("2g2f"), "{voids:?}");
}

#[test]
fn after_two_replays_the_fault_is_a_loss_that_is_reported() {
    let (first, _) = contestant(Limit::Nodes(9), nodes(&["@ exit=1"]));
    let (second, _) = contestant(Limit::Nodes(9), nodes(&["7g7f"; 8]));
    let (table, events) = played([&first, &second], &[fixture(0, "")], Rules::default());
    assert_eq!(events.len(), 4, "two void tries and two games");
    let games = table.pairs()[0].complete().expect("both games");
    for game in games {
        assert_eq!(
            (game.end, game.winner, game.replays),
            (End::Fault, Some(Which::Second), 2)
        );
        assert!(
            game.detail
                .as_deref()
                .is_some_and(|text| text.starts_with("crash"))
        );
    }
    let report = Report::new(&table, 1, None, &[first.side(), second.side()]);
    assert_eq!(
        (report.actual[0].voided, report.actual[0].lost_by_fault),
        (2, 2)
    );
    assert_eq!(report.actual[1].lost_by_fault, 0);
    assert_eq!(report.games.losses, 2);
}

#[test]
fn an_engine_that_cannot_start_again_is_a_fault_too() {
    let (first, _) = contestant(Limit::Nodes(9), vec!["> usi\n@ exit=127\n".to_owned()]);
    let (second, _) = contestant(Limit::Nodes(9), nodes(&["resign"; 8]));
    let (table, _) = played([&first, &second], &[fixture(0, "")], Rules::default());
    let voids = &table.pairs()[0].voids;
    assert!(
        voids.iter().all(|void| void.fault.kind == FaultKind::Start),
        "{voids:?}"
    );
    assert_eq!(
        table.pairs()[0].result(),
        Some(joban_engine::arena::stats::PairResult::Ll)
    );
}

#[test]
fn time_is_lost_only_beyond_the_margin() {
    let byoyomi = Limit::Clock(TimeControl {
        byoyomi: Duration::from_secs(1),
        ..TimeControl::default()
    });
    let end = |pause: u64| {
        let answer = format!("@ {pause}ms\n7g7f");
        let go = "go btime 0 wtime 0 byoyomi 1000";
        let (first, _) = contestant(byoyomi, vec![script(go, &[&answer, "resign"])]);
        let (second, _) = contestant(byoyomi, vec![script(go, &["resign", "2g2f"])]);
        let (table, _) = played([&first, &second], &[fixture(0, "")], Rules::default());
        let game = table.pairs()[0].games[0].clone().expect("a game");
        (game.end, game.winner, table.pairs()[0].voids.len())
    };
    assert_eq!(end(1_150), (End::Resign, Some(Which::First), 0));
    // Told to stop after 1,200 ms, it answers at last: too late.
    assert_eq!(end(1_201), (End::TimeUp, Some(Which::Second), 0));
}

#[test]
fn the_increment_comes_back_in_the_next_go() {
    let control = Limit::Clock(TimeControl {
        main: Duration::from_secs(10),
        increment: Duration::from_secs(1),
        byoyomi: Duration::ZERO,
    });
    let own = format!(
        "{HEAD}> go btime 10000 wtime 10000 binc 1000 winc 1000\n@ 4s\n< bestmove 7g7f\n\
         > go btime 7000 wtime 11000 binc 1000 winc 1000\n< bestmove resign\n"
    );
    let (first, logs) = contestant(control, vec![own]);
    let theirs =
        format!("{HEAD}> go btime 7000 wtime 10000 binc 1000 winc 1000\n< bestmove 3c3d\n");
    let (second, _) = contestant(control, vec![theirs, HEAD.to_owned()]);
    let (table, _) = played([&first, &second], &[fixture(0, "")], Rules::default());
    let missing = logs.lock().expect("logs")[1].missing();
    assert_eq!(missing, [] as [&str; 0]);
    assert!(table.pairs()[0].games[0].is_some() || !table.pairs()[0].voids.is_empty());
}

#[test]
fn a_match_goes_on_where_its_log_ends() {
    let answers = ["resign"; 40];
    let fixtures: Vec<Fixture> = (0..6).map(|pair| fixture(pair, "7g7f 3c3d")).collect();
    let whole = {
        let (first, _) = contestant(Limit::Nodes(9), nodes(&answers));
        let (second, _) = contestant(Limit::Nodes(9), nodes(&answers));
        played([&first, &second], &fixtures, Rules::default())
    };
    let folder = tempfile::tempdir().expect("a folder");
    for (kept, concurrency) in [(0, 3), (1, 1), (5, 2), (12, 2)] {
        let path = folder.path().join(format!("{kept}.log"));
        let (mut log, _) = MatchLog::open(&path, &json!({})).expect("a log");
        for event in &whole.1[..kept] {
            log.append(event).expect("written");
        }
        drop(log);
        let (first, _) = contestant(Limit::Nodes(9), nodes(&answers));
        let (second, _) = contestant(Limit::Nodes(9), nodes(&answers));
        let (mut log, events) = MatchLog::open(&path, &json!({})).expect("a log");
        let mut table = Table::new(fixtures.len(), events);
        let a_match = Match {
            contestants: [&first, &second],
            fixtures: &fixtures,
            rules: Rules::default(),
            concurrency,
            sprt: None,
        };
        let mut seen = 0;
        a_match
            .run(&mut log, &mut table, &mut |_, _| seen += 1)
            .expect("a run");
        assert_eq!(seen, 12 - kept);
        let results = |table: &Table| -> Vec<_> { table.finished_prefix().collect() };
        assert_eq!(results(&table), results(&whole.0));
        let (_, events) = MatchLog::read(&path).expect("a log");
        assert_eq!(events.len(), 12);
    }
}

/// Every way to end as a record that csa-parse reads with the right end and winner.
#[test]
fn records_are_read_back() {
    let start = fixture(0, "7g7f 3c3d");
    let white = at("4k4/9/9/9/9/9/9/9/4K4 w G 40");
    for end in End::ALL {
        for fixture in [&start, &white] {
            let is_draw = matches!(end, End::Repetition | End::MaxMoves | End::AdjudicatedDraw);
            let mv = fixture.root.position().legal_moves()[0];
            let mut last = fixture.root.position().clone();
            last.play(mv).expect("legal");
            // A resignation, say, is a loss of the side to move; only a declaration wins for it.
            let winner = match end {
                End::Declaration => last.side(),
                _ => last.side().opponent(),
            };
            let which = Which::with(winner, 1);
            let game = Game {
                pair: 0,
                game: 1,
                replays: 0,
                start: 0,
                start_ply: 0,
                seed: 1,
                white_first: false,
                end,
                winner: (!is_draw).then_some(which),
                detail: (end == End::Illegal).then(|| "P*1a".to_owned()),
                moves: vec![joban_engine::arena::Played {
                    mv,
                    score: Some(joban_engine::usi::Score::Cp(77)),
                    depth: Some(2),
                    nodes: Some(99),
                    book: false,
                    pv: Vec::new(),
                    time_us: Some(2_500_000),
                }],
            };
            let record = read_back(&game, fixture);
            let outcome = record.outcome(last.side().into());
            let expected = match end {
                End::Resign => GameEnd::Toryo,
                End::Mate => GameEnd::Tsumi,
                End::Declaration => GameEnd::Kachi,
                End::WrongDeclaration | End::Illegal => GameEnd::Illegal,
                End::TimeUp => GameEnd::TimeUp,
                End::Repetition => GameEnd::Sennichite,
                End::PerpetualCheck => GameEnd::OuteSennichite,
                End::MaxMoves => GameEnd::MaxMoves,
                End::AdjudicatedWin => GameEnd::Chudan,
                End::AdjudicatedDraw => GameEnd::Jishogi,
                End::Fault => GameEnd::Abnormal,
            };
            assert_eq!(outcome.end, expected, "{end:?}");
            let winner = if is_draw { "draw" } else { winner.as_str() };
            assert_eq!(outcome.winner.map(|w| w.as_str()), Some(winner), "{end:?}");
            assert_eq!(record.forced_plies, fixture.root.moves().len() as u32);
            let last = record.moves.last().expect("moves");
            assert_eq!(last.time_ms, Some(2_000));
            let side = fixture.root.position().side();
            let view = if side == joban_engine::rules::Color::Black {
                77
            } else {
                -77
            };
            assert_eq!((last.black_score, last.nodes), (Some(view), Some(99)));
            let mut replay = Replay::new();
            replay.run(&record, |_, _, _| {}).expect("legal");
            assert_eq!(replay.moves().last(), Some(&mv));
        }
    }
}

fn read_back(game: &Game, fixture: &Fixture) -> Record {
    let mut text = String::new();
    write_csa(game, fixture, ["One", "Two"], "match", 512, true, &mut text).expect("text");
    let options = ReadOptions::default();
    let mut record = Record::new();
    let name: Arc<str> = Arc::from("match.csa");
    let mut count = 0;
    split_records(
        &mut text.as_bytes(),
        &name,
        &options.clone(),
        &mut |split| {
            if let Split::Record(raw) = split {
                count += 1;
                let parsed = Parser::new(options.clone()).parse(&raw, &mut record);
                parsed.unwrap_or_else(|issue| panic!("{issue}: {text}"));
            }
            std::ops::ControlFlow::Continue(())
        },
    )
    .expect("memory");
    assert_eq!(count, 1, "{text}");
    assert!(record.warnings.is_empty(), "{:?}: {text}", record.warnings);
    record
}

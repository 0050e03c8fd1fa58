//! The cases of `tests/cases/match.jsonl`.

mod common;

use std::time::Duration;

use joban_engine::arena::stats::{Decision, Estimate, PairResult, Pairs, Sprt, Wdl, wilson};
use joban_engine::arena::{
    Adjudicator, Clock, DrawRule, End, Event, Game, TimeControl, Verdict, Which,
};
use joban_engine::arena::{MatchLog, Table};
use joban_engine::rules::Color;
use joban_engine::usi::Score;
use serde_json::{Value, json};

const FILE: &str = include_str!("../../tests/cases/match.jsonl");

fn run(case: &Value) {
    let text = case["input"].as_str().expect("input");
    let input: Value = serde_json::from_str(text).expect("JSON");
    let expect = &case["expect"];
    match case["id"].as_str().expect("an id") {
        "match-001" => finish_order(&input, expect),
        "match-002" => stop_and_resume(&input),
        "match-003" => known_match(&input, expect),
        "match-004" => all_won(&input, expect),
        "match-005" => few_games(&input, expect),
        "match-006" | "match-007" => pair_statistics(&input, expect),
        "match-008" => time_accounting(&input, expect),
        "match-009" => adjudication(&input, expect),
        other => panic!("no test for {other}"),
    }
}

fn game(pair: u64, game: u8, winner: Option<Which>) -> Event {
    Event::Game(Game {
        pair,
        game,
        replays: 0,
        start: 0,
        start_ply: 0,
        seed: 1,
        white_first: false,
        end: if winner.is_some() {
            End::Resign
        } else {
            End::Repetition
        },
        winner,
        detail: None,
        moves: Vec::new(),
    })
}

/// Pair and game of the cases count from 1.
fn numbers(pair: u64, number: u64) -> (u64, u8) {
    (pair - 1, number as u8 - 1)
}

fn finish_order(input: &Value, expect: &Value) {
    let order = input["finish_order"].as_array().expect("games");
    let events = order.iter().map(|each| {
        let at = |i: usize| each[i].as_u64().expect("a number");
        let (pair, number) = numbers(at(0), at(1));
        let winner = match input["results"][format!("{}.{}", at(0), at(1))].as_str() {
            Some("W") => Some(Which::First),
            Some("L") => Some(Which::Second),
            _ => None,
        };
        game(pair, number, winner)
    });
    let table = Table::new(2, events.collect());
    let pairs: Pairs = table.finished_prefix().collect();
    let cells = ["LL", "LD", "DD_or_WL", "WD", "WW"];
    for (cell, count) in cells.iter().zip(pairs.0) {
        assert_eq!(expect["pairs"][cell], count, "{cell}");
    }
}

/// The rule: a finished game stays, and only the missing one is played.
fn stop_and_resume(input: &Value) {
    let finished: Vec<Event> = input["finished"]
        .as_array()
        .expect("games")
        .iter()
        .map(|name| {
            let (pair, second) = name.as_str().expect("a name").split_once('.').expect("two");
            let number = |text: &str| text.parse().expect("a number");
            let (pair, number) = numbers(number(pair), number(second));
            game(pair, number, Some(Which::First))
        })
        .collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.log");
    let settings = json!({"rules": "x"});
    let (mut log, _) = MatchLog::open(&path, &settings).expect("a log");
    finished
        .iter()
        .for_each(|event| log.append(event).expect("written"));
    drop(log);
    let (mut log, events) = MatchLog::open(&path, &settings).expect("the same log");
    assert_eq!(events, finished);
    let mut table = Table::new(2, events);
    let open: Vec<usize> = (0..2)
        .filter(|&i| table.pairs()[i].result().is_none())
        .collect();
    assert_eq!(open, [1]);
    assert!(table.pairs()[1].games[0].is_some() && table.pairs()[1].games[1].is_none());
    let last = game(1, 1, None);
    log.append(&last).expect("written");
    table.take(last);
    let (_, events) = MatchLog::read(&path).expect("a log");
    assert_eq!(
        events.len(),
        4,
        "the file holds no game that the table does not know"
    );
    assert_eq!(Table::new(2, events), table);
    assert_eq!(table.finished_prefix().count(), 2, "each pair counts once");
}

fn near(got: Option<f64>, expected: &Value, tolerance: f64) {
    let expected = expected.as_f64().expect("a number");
    let got = got.expect("a value");
    assert!((got - expected).abs() <= tolerance, "{got} {expected}");
}

fn games(input: &Value) -> Wdl {
    let count = |key: &str| input[key].as_u64().expect("a count");
    Wdl {
        wins: count("W"),
        draws: count("D"),
        losses: count("L"),
    }
}

fn known_match(input: &Value, expect: &Value) {
    let games = games(input);
    let estimate = Estimate::of_games(&games).expect("games");
    near(Some(estimate.score), &expect["score"], 5e-7);
    near(estimate.elo, &expect["elo"], 0.005);
    near(estimate.elo_margin, &expect["elo_margin_95"], 0.005);
    near(estimate.los, &expect["los"], 5e-5);
    let number = |key: &str| input[key].as_f64().expect("a number");
    let sprt = Sprt {
        elo0: number("elo0"),
        elo1: number("elo1"),
        alpha: number("alpha"),
        beta: number("beta"),
    };
    let llr = sprt.llr_of_games(&games);
    near(Some(llr), &expect["llr_logistic"], 0.005);
    let (low, high) = sprt.bounds();
    near(Some(low), &expect["bounds"][0], 5e-4);
    near(Some(high), &expect["bounds"][1], 5e-4);
    assert_eq!(sprt.decide(llr), Some(Decision::H1));
    assert_eq!(expect["decision"], "H1");
}

fn all_won(input: &Value, expect: &Value) {
    let games = games(input);
    let estimate = Estimate::of_games(&games).expect("games");
    near(Some(estimate.score), &expect["score"], 0.0);
    assert!(expect["elo"].is_null() && estimate.elo.is_none());
    let interval = wilson(games.wins, games.decisive()).expect("an interval");
    near(Some(interval.0), &expect["wilson_95"][0], 5e-5);
    near(Some(interval.1), &expect["wilson_95"][1], 5e-5);
    let json = serde_json::to_string(&estimate).expect("JSON");
    assert!(!json.contains("NaN") && !json.contains("inf"), "{json}");
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 5.0,
        alpha: 0.05,
        beta: 0.05,
    };
    let llr = |wins| sprt.llr_of_games(&Wdl { wins, ..games });
    assert!(llr(10).is_finite() && llr(20) > llr(10));
    let pairs = |n| std::iter::repeat_n(PairResult::Ww, n);
    let verdict = sprt.read(pairs(100_000));
    assert_eq!(verdict.decision, Some(Decision::H1), "the run can stop");
}

fn few_games(input: &Value, expect: &Value) {
    let cases = input["cases"].as_array().expect("cases");
    for (case, expected) in cases
        .iter()
        .zip(expect["wilson_95"].as_array().expect("rows"))
    {
        let count = |key: &str| case[key].as_u64().expect("a count");
        let (low, high) = wilson(count("k"), count("n")).expect("an interval");
        near(Some(low), &expected[0], 5e-5);
        near(Some(high), &expected[1], 5e-5);
    }
}

fn pair_statistics(input: &Value, expect: &Value) {
    let cells: [u64; 5] = serde_json::from_value(input["pairs"].clone()).expect("five cells");
    let estimate = Estimate::of_pairs(&Pairs(cells)).expect("pairs");
    near(Some(estimate.score), &expect["score"], 5e-7);
    near(Some(estimate.variance), &expect["pair_variance"], 5e-7);
    near(estimate.elo, &expect["elo"], 0.005);
    if let Some(interval) = expect.get("elo_interval_95") {
        near(estimate.elo_low, &interval[0], 0.005);
        near(estimate.elo_high, &interval[1], 0.005);
    } else {
        near(estimate.elo_margin, &expect["elo_margin_95"], 0.005);
        assert_eq!(expect["games"], 2 * estimate.units);
    }
}

fn time_accounting(input: &Value, expect: &Value) {
    let ms = |value: &Value| Duration::from_millis(value.as_u64().expect("milliseconds"));
    let control = TimeControl {
        byoyomi: ms(&input["byoyomi_ms"]),
        ..TimeControl::default()
    };
    let used = input["used_ms"].as_array().expect("times");
    for (used, lost) in used.iter().zip(expect["timeout"].as_array().expect("rows")) {
        let mut clock = Clock::new(control);
        assert_eq!(
            !clock.spend(ms(used), ms(&input["margin_ms"])),
            *lost,
            "{used}"
        );
        assert_eq!(clock.left(), Duration::ZERO);
    }
}

fn adjudication(input: &Value, expect: &Value) {
    let rule = &input["draw"];
    let number = |key: &str| rule[key].as_u64().expect("a number") as u32;
    let rule = DrawRule {
        from_move: number("movenumber"),
        moves: number("movecount"),
        cp: number("score"),
    };
    let mut judge = Adjudicator::new(Some(rule), None);
    let scores = input["scores"].as_array().expect("scores");
    let mut moves = scores.iter().zip(1..);
    let ended = moves.find_map(|(score, ply)| {
        let side = if ply % 2 == 1 {
            Color::Black
        } else {
            Color::White
        };
        let cp = score.as_i64().expect("a score") as i32;
        let verdict = judge.push(side, ply, Some(Score::Cp(cp)))?;
        assert_eq!(verdict, Verdict::Draw);
        Some(ply)
    });
    assert_eq!(
        ended.map(u64::from),
        expect["adjudicated_after_ply"].as_u64()
    );
}

case_tests!(
    FILE,
    run,
    the_second_game_of_a_pair_finishes_first = "match-001",
    a_stop_in_the_middle_of_a_pair = "match-002",
    a_known_match = "match-003",
    all_games_won = "match-004",
    no_win_and_one_game_only = "match-005",
    even_pairs = "match-006",
    uneven_pairs = "match-007",
    byoyomi_and_margin = "match-008",
    adjudication_starts_again_after_a_break = "match-009",
);

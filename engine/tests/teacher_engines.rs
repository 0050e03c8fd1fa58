//! The pool with real engines: repeatable answers whatever was asked before, in whatever order, by however many processes.

mod common;

use common::teacher::{ask, fairy_stockfish, random_queries, shuffled};
use joban_engine::rules::Position;
use joban_engine::teacher::{
    Answer, Found, Isolation, Limit, Pool, Program, Query, Teacher, TeacherConfig,
};

fn pool(config: &TeacherConfig) -> Pool {
    Pool::start(config).expect("it starts")
}

fn with(config: &TeacherConfig, processes: usize, isolation: Option<Isolation>) -> Pool {
    pool(&TeacherConfig {
        processes,
        isolation,
        ..config.clone()
    })
}

/// The answers in the order of the questions, asked in an order of chance.
fn ask_shuffled(pool: &mut Pool, queries: &[Query], seed: u64) -> Vec<Answer> {
    let order = shuffled(queries.len(), seed);
    let asked: Vec<Query> = order.iter().map(|&i| queries[i].clone()).collect();
    let mut by_place: Vec<Option<Answer>> = vec![None; queries.len()];
    for (place, answer) in order.into_iter().zip(ask(pool, &asked)) {
        by_place[place] = Some(answer);
    }
    by_place.into_iter().map(|a| a.expect("asked")).collect()
}

fn differences(a: &[Answer], b: &[Answer]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

fn found(answer: &Answer) -> &Found {
    answer.as_ref().expect("an answer")
}

/// The first question asked of `config` in different ways.
fn start_query(moves: &str, limit: Limit, lines: u32) -> Query {
    let mut position = Position::startpos();
    for mv in moves.split_whitespace() {
        position.play(mv.parse().expect("a move")).expect("legal");
    }
    Query::new(&position, limit, lines)
}

#[test]
fn fairy_stockfish_forgets_what_was_asked_before() {
    let count = if common::slow() { 400 } else { 40 };
    let queries = random_queries(1, count, Limit::Nodes(3000));
    let fresh = ask(
        &mut with(&fairy_stockfish(), 2, Some(Isolation::Restart)),
        &queries,
    );
    assert!(fresh.iter().all(Result::is_ok));
    for (processes, seed) in [(1, 7), (2, 8), (4, 9)] {
        let mut pool = with(&fairy_stockfish(), processes, None);
        let answers = ask_shuffled(&mut pool, &queries, seed);
        assert_eq!(differences(&answers, &fresh), 0, "{processes} processes");
    }
    // The control: what is measured here does show where engines remember.
    let mut shared = with(&fairy_stockfish(), 1, Some(Isolation::Shared));
    assert!(differences(&ask_shuffled(&mut shared, &queries, 7), &fresh) > count / 2);
}

#[test]
fn fairy_stockfish_by_its_profile() {
    let mut pool = pool(&fairy_stockfish());
    assert_eq!(pool.profile().name, "fairy-stockfish");
    assert!(matches!(pool.identity().program, Program::Sha256(_)));
    let sent = &pool.identity().options_sent;
    for (name, value) in [
        ("UCI_Variant", "shogi"),
        ("Contempt", "0"),
        ("Hash", "16"),
        ("Threads", "1"),
    ] {
        let option = (name.to_owned(), Some(value.to_owned()));
        assert!(sent.contains(&option), "{name}: {sent:?}");
    }
    let answers = ask(&mut pool, &[start_query("", Limit::Nodes(20_000), 3)]);
    let block = found(&answers[0]).deepest().expect("a complete depth");
    // Material is balanced: the chess tables, in force without the variant, say more than a pawn.
    assert_eq!(block.lines.len(), 3);
    pool.quit();
}

#[test]
fn depth_and_time_are_limits_too() {
    let mut pool = pool(&fairy_stockfish());
    let queries = [
        start_query("7g7f 3c3d", Limit::Depth(6), 2),
        start_query("7g7f 3c3d", Limit::MoveTimeMs(30), 1),
    ];
    let answers = ask(&mut pool, &queries);
    assert_eq!(found(&answers[0]).deepest().map(|b| b.depth), Some(6));
    assert!(found(&answers[1]).deepest().is_some());
}

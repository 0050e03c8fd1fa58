//! The pool with real engines: repeatable answers whatever was asked before, in whatever order, by however many processes.

mod common;

use common::teacher::{
    ask, fairy_stockfish, fairy_stockfish_wasm, patient, program, random_queries, shuffled,
};
use joban_engine::rules::Position;
use joban_engine::teacher::doctor::{Check, Examine, Outcome, examine};
use joban_engine::teacher::{
    Answer, FailureKind, Found, Isolation, Limit, Note, Pool, Program, Query, Teacher,
    TeacherConfig, Unattended,
};
use joban_engine::usi::Bestmove;

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
    // How deep it gets in that time is another matter.
    assert!(matches!(found(&answers[1]).bestmove, Bestmove::Move(_)));
}

#[test]
fn the_wasm_build_is_driven_by_its_own_option_names() {
    let mut pool = pool(&fairy_stockfish_wasm());
    assert_eq!(pool.profile().name, "fairy-stockfish-wasm");
    assert!(matches!(pool.identity().program, Program::Named(_)));
    for name in ["USI_Variant", "USI_Hash", "Threads", "Skill_Level"] {
        let mut sent = pool.identity().options_sent.iter();
        assert!(sent.any(|(sent, _)| sent == name), "{name}");
    }
    let limit = Limit::Nodes(2000);
    let one = start_query("7g7f 3c3d", limit, 3);
    let answers = ask(
        &mut pool,
        &[one.clone(), start_query("2g2f", limit, 2), one],
    );
    assert_eq!(answers[0], answers[2]);
    let block = found(&answers[0]).deepest().expect("a complete depth");
    assert_eq!(block.lines.len(), 3);
}

#[test]
fn gpsusi_is_driven_without_limits_in_go() {
    let mut pool = pool(&patient(program("gpsusi")));
    assert_eq!(pool.profile().name, "gpsusi");
    let book = ("BookDepth".to_owned(), Some("0".to_owned()));
    assert!(pool.identity().options_sent.contains(&book));
    let one = start_query("7g7f 3c3d", Limit::Nodes(600_000), 1);
    let mv = "2g2f".parse().expect("a move");
    let position = Position::startpos();
    let refused = [
        Query::new(&position, Limit::Depth(5), 1),
        Query::new(&position, Limit::Nodes(600_000), 2),
        Query::about_move(&position, mv, Limit::Nodes(600_000)),
    ];
    let queries = [&[one.clone()][..], &refused, &[one]].concat();
    let answers = ask(&mut pool, &queries);
    // It begins to tell of its depths after a second or so: shallow ones are there or not, the rest repeats.
    let (one, again) = (found(&answers[0]), found(&answers[4]));
    assert_eq!((one.bestmove, &one.lines), (again.bestmove, &again.lines));
    assert_eq!(one.deepest(), again.deepest());
    assert!(
        one.deepest().is_some() && one.expected_lines == 1,
        "{one:?}"
    );
    for answer in &answers[1..4] {
        let failure = answer.as_ref().expect_err("it cannot do that");
        assert_eq!((failure.kind, failure.tries), (FailureKind::BadOption, 1));
    }
}

#[test]
fn what_gives_up_repeatability_says_so() {
    let config = TeacherConfig {
        processes: 1000,
        threads: 2,
        isolation: Some(Isolation::Shared),
        ..fairy_stockfish()
    };
    let pool = pool(&config);
    let notes = pool.notes();
    assert!(notes.contains(&Note::SharedMemory));
    assert!(notes.contains(&Note::SeveralThreads { threads: 2 }));
    let many = |note: &Note| {
        matches!(
            note,
            Note::MoreThreadsThanCores {
                processes: 1000,
                threads: 2,
                ..
            }
        )
    };
    assert!(notes.iter().any(many), "{notes:?}");
    assert_ne!(
        pool.identity().digest(),
        with(&fairy_stockfish(), 1, None).identity().digest()
    );
}

#[test]
fn the_doctor_finds_fairy_stockfish_healthy() {
    let what = Examine {
        limit: Some(Limit::Nodes(10_000)),
        scale: true,
    };
    let config = TeacherConfig {
        processes: 2,
        ..fairy_stockfish()
    };
    let found = examine(&config, what, &mut Unattended).expect("an examination");
    assert!(found.is_healthy(), "{:#?}", found.findings);
    let outcome = |check: Check| {
        let finding = found.findings.iter().find(|finding| finding.check == check);
        finding.expect("checked").outcome
    };
    for check in [
        Check::MultiPv,
        Check::AfterOthers,
        Check::FreshProcess,
        Check::NonPromotion,
    ] {
        assert_eq!(outcome(check), Outcome::Passed, "{check:?}");
    }
    let scale = found.scale.expect("measured");
    // Even at few nodes it tells the loss of a piece from a sound move.
    let sound = scale.sound_p95_cp().expect("measured");
    let bad = scale.bad_min_cp().expect("measured");
    assert!(sound < 200 && bad > sound, "{scale:?}");
    let measured = scale
        .sound
        .iter()
        .chain(&scale.bad)
        .filter(|m| m.loss_cp.is_some());
    assert!(measured.count() > 40);
}

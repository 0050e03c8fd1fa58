//! The pool against scripted engines that misbehave on request.

mod common;

use std::collections::BTreeMap;
use std::sync::Mutex;

use common::teacher::{Questions, Watch, ask, run};
use joban_engine::rules::Position;
use joban_engine::teacher::{
    Answer, Asker, Event, Failure, FailureKind, Found, Isolation, Launcher, Limit, Note, Pool,
    Query, Teacher, TeacherConfig, TeacherError, Ticket,
};
use joban_engine::usi::fake::{FakeEngine, SessionLog};
use joban_engine::usi::{
    Bestmove, EngineCommand, MateSide, PvLine, Score, TimeLimits, UsiEngine, UsiError, UsiErrorKind,
};
use serde_json::Value;

const USI_CASES: &str = include_str!("../../tests/cases/usi.jsonl");
const FILTER_CASES: &str = include_str!("../../tests/cases/filter.jsonl");

/// What an engine with the usual options says.
const HELLO: &str = "> usi
< id name Eng
< option name USI_Hash type spin default 16 min 1 max 1024
< option name Threads type spin default 1 min 1 max 16
< option name MultiPV type spin default 1 min 1 max 10
< usiok
";

/// One search with its whole answer.
fn search(info: &str, bestmove: &str) -> String {
    let info: String = info
        .lines()
        .map(|line| format!("< info {line}\n"))
        .collect();
    format!("> go nodes 1000\n{info}< bestmove {bestmove}\n")
}

fn good_search() -> String {
    search(
        "depth 5 multipv 1 score cp 30 nodes 900 pv 2g2f 8c8d",
        "2g2f",
    )
}

/// Starts scripts: for each worker one after another, the last one again and again.
#[derive(Debug)]
struct Scripts {
    by_worker: Vec<Vec<String>>,
    started: Mutex<BTreeMap<usize, Vec<SessionLog>>>,
}

impl Launcher for &'static Scripts {
    fn launch(&self, worker: usize, more_args: &[String]) -> Result<UsiEngine, UsiError> {
        assert_eq!(more_args, [] as [String; 0]);
        let mut started = self.started.lock().expect("no panic");
        let logs = started.entry(worker).or_default();
        let scripts = &self.by_worker[worker];
        let script = &scripts[logs.len().min(scripts.len() - 1)];
        let (fake, log) = FakeEngine::from_text(script).expect("a script");
        logs.push(log);
        drop(started);
        UsiEngine::start(Box::new(fake), TimeLimits::default())
    }
}

/// A pool with one worker for each list of scripts.
fn pool(by_worker: &[&[String]]) -> (Pool, &'static Scripts) {
    let scripts = Box::leak(Box::new(Scripts {
        by_worker: by_worker.iter().map(|list| list.to_vec()).collect(),
        started: Mutex::default(),
    }));
    let config = TeacherConfig {
        processes: by_worker.len(),
        ..TeacherConfig::new(EngineCommand::new("no-such-program"))
    };
    let pool = Pool::start_with(&config, Box::new(&*scripts)).expect("one starts");
    (pool, scripts)
}

fn script(searches: &[String]) -> String {
    HELLO.to_owned() + &searches.concat()
}

fn good() -> String {
    script(&vec![good_search(); 40])
}

fn queries(count: usize) -> Vec<Query> {
    let mut queries = Vec::new();
    common::random_positions(&Position::startpos(), 3, 400, &mut |position| {
        // 2g2f is the answer of every script.
        let mv = "2g2f".parse().expect("a move");
        if queries.len() < count && position.is_legal(mv) {
            queries.push(Query::new(position, Limit::Nodes(1000), 1));
        }
    });
    queries
}

fn about_start() -> Query {
    Query::new(&Position::startpos(), Limit::Nodes(1000), 1)
}

/// The answer of one engine that plays `scripts`, to one question.
fn answer_of(scripts: &[String]) -> Answer {
    let (mut pool, _) = pool(&[scripts]);
    ask(&mut pool, &[about_start()]).remove(0)
}

fn found(scripts: &[String]) -> Found {
    answer_of(scripts).expect("an answer")
}

fn failure(scripts: &[String]) -> Failure {
    answer_of(scripts).expect_err("a failure")
}

fn first_moves(lines: &[PvLine]) -> Vec<String> {
    let firsts = lines.iter().filter_map(PvLine::first);
    firsts.map(|mv| mv.to_string()).collect()
}

/// The script of a case for the question that is asked here.
fn case_script(case: &Value) -> String {
    let text = case["input"].as_str().expect("a script");
    text.replace("> position startpos\n", "")
        .replace("go depth 20", "go nodes 1000")
}

#[test]
fn usi_015() {
    let case = common::case(USI_CASES, "usi-015");
    let (mut pool, scripts) = pool(&[&[case_script(&case), good()]]);
    let mut questions = Questions::new(&queries(12));
    let mut watch = Watch::default();
    let summary = pool.run(&mut questions, &mut watch).expect("a run");
    assert_eq!(
        (summary.answered, summary.failed, summary.restarts),
        (12, 0, 1)
    );
    let reasons: Vec<&String> = watch
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Restarted { reason, .. } => Some(reason),
            _ => None,
        })
        .collect();
    let error = &case["expect"]["error"];
    assert!(reasons[0].contains(error["kind"].as_str().expect("a kind")));
    assert!(reasons[0].contains(&format!("exit code {}", error["exit"])));
    assert_eq!(scripts.started.lock().expect("no panic")[&0].len(), 2);
}

#[test]
fn a_crash_at_each_try_is_a_failure_and_the_run_goes_on() {
    let crash = case_script(&common::case(USI_CASES, "usi-015"));
    let three = [crash.clone(), crash.clone(), crash.clone(), good()];
    let (mut single, scripts) = pool(&[&three]);
    let answers = ask(&mut single, &queries(5));
    let failure = answers[0].as_ref().expect_err("three crashes");
    assert_eq!((failure.kind, failure.tries), (FailureKind::EngineCrash, 3));
    assert!(answers[1..].iter().all(Result::is_ok));
    assert_eq!(scripts.started.lock().expect("no panic")[&0].len(), 4);
    // Other workers go on, whatever share of the questions they get.
    let (mut two, _) = pool(&[&[crash], &[good()]]);
    for answer in ask(&mut two, &queries(12)) {
        let crashed = |failure: Failure| failure.kind == FailureKind::EngineCrash;
        assert!(answer.map_or_else(crashed, |found| found.lines.len() == 1));
    }
}

#[test]
fn usi_024() {
    let case = common::case(USI_CASES, "usi-024");
    let dead = case["input"].as_str().expect("a script").to_owned();
    let (mut pool, _) = pool(&[
        std::slice::from_ref(&dead),
        &[good()],
        std::slice::from_ref(&dead),
    ]);
    let mut questions = Questions::new(&queries(12));
    let mut watch = Watch::default();
    let summary = pool.run(&mut questions, &mut watch).expect("a run");
    assert_eq!((summary.answered, summary.failed), (12, 0));
    assert!(questions.complete().iter().all(Result::is_ok));
    let lost = watch.events.iter().filter_map(|event| match event {
        Event::WorkerLost { worker, reason } => Some((*worker, reason.as_str())),
        _ => None,
    });
    for (worker, reason) in lost {
        assert!(worker != 1 && reason.contains("EngineStart") && reason.contains("127"));
    }
}

#[test]
fn no_engine_at_all_is_an_error() {
    let case = common::case(USI_CASES, "usi-024");
    let dead = case["input"].as_str().expect("a script").to_owned();
    let scripts = Box::leak(Box::new(Scripts {
        by_worker: vec![vec![dead.clone()]; 2],
        started: Mutex::default(),
    }));
    let config = TeacherConfig {
        processes: 2,
        ..TeacherConfig::new(EngineCommand::new("no-such-program"))
    };
    let error = Pool::start_with(&config, Box::new(&*scripts)).expect_err("none starts");
    assert!(matches!(&error, TeacherError::Start { source, .. }
        if source.kind() == UsiErrorKind::EngineStart && source.exit() == Some(127)));
    // It starts once and never again: the run ends, the questions stay open.
    let crash = script(&["> go nodes 1000\n@ exit=1\n".to_owned()]);
    let (mut pool, _) = pool(&[&[crash, dead]]);
    let mut questions = Questions::new(&queries(3));
    let error = run(&mut pool, &mut questions).expect_err("no engine is left");
    assert!(matches!(error, TeacherError::AllLost { .. }), "{error}");
    assert!(questions.answers.iter().all(Option::is_none));
}

#[test]
fn a_stopped_run_answers_what_is_under_way() {
    let (mut pool, _) = pool(&[&[good()]]);
    let mut questions = Questions::new(&queries(20));
    let mut watch = Watch {
        stop_after: Some(5),
        ..Watch::default()
    };
    let summary = pool.run(&mut questions, &mut watch).expect("a run");
    assert!(summary.stopped && summary.answered == summary.asked);
    assert!((5..20).contains(&summary.answered), "{summary:?}");
    // The next run goes on with the same engine.
    assert_eq!(ask(&mut pool, &queries(3)).len(), 3);
}

#[test]
fn filter_004() {
    let case = common::case(FILTER_CASES, "filter-004");
    let input: Value = serde_json::from_str(case["input"].as_str().expect("text")).expect("JSON");
    let bestmove = |word: &Value| match word.as_str().expect("a word") {
        "resign" => Bestmove::Resign,
        "win" => Bestmove::Win,
        "none" => Bestmove::None,
        usi => Bestmove::Move(usi.parse().expect("a move")),
    };
    let pairs = input["bestmoves"].as_array().expect("pairs").iter();
    let pairs: Vec<_> = pairs.map(|p| (bestmove(&p[0]), bestmove(&p[1]))).collect();
    let count = joban_engine::teacher::agreement(&pairs);
    let expect = &case["expect"];
    assert_eq!(expect["compared"], count.compared);
    assert_eq!(expect["agree"], count.agree);
    assert_eq!(expect["special"], count.special);
}

#[test]
fn filter_005() {
    let case = common::case(FILTER_CASES, "filter-005");
    let input: Value = serde_json::from_str(case["input"].as_str().expect("text")).expect("JSON");
    let line = |rank: u32, name: &str| {
        let bound = match input[name]["bound"].as_str() {
            Some("lower") => " lowerbound",
            Some("upper") => " upperbound",
            _ => "",
        };
        let (cp, mv) = (&input[name]["cp"], ["2g2f", "7g7f"][rank as usize - 1]);
        format!("depth 5 multipv {rank} score cp {cp}{bound} nodes 9{rank} pv {mv}\n")
    };
    let text = script(&[search(&(line(1, "rank1") + &line(2, "rank2")), "2g2f")]);
    let (mut pool, _) = pool(&[&[text]]);
    let query = Query::new(&Position::startpos(), Limit::Nodes(1000), 2);
    let found = ask(&mut pool, &[query]).remove(0).expect("an answer");
    assert_eq!(found.lines.len(), 2);
    assert!(case["expect"]["gap"].is_null());
    assert_eq!(
        joban_engine::teacher::gap_cp(&found.lines[0], &found.lines[1]),
        None
    );
    assert_eq!(found.gap_cp(), None);
}

/// The answers of one engine to questions with 2 lines, or about one move.
fn with_lines(script: String, query: Query) -> Answer {
    let (mut pool, _) = pool(&[&[script]]);
    ask(&mut pool, &[query]).remove(0)
}

fn two_lines() -> Query {
    Query::new(&Position::startpos(), Limit::Nodes(1000), 2)
}

#[test]
fn a_book_answer_is_refused() {
    for info in [
        "depth 20 multipv 1 score cp 31 nodes 0 pv 2g2f 8c8d",
        "depth 20 multipv 1 score cp 31 pv 2g2f 8c8d (4.17%)",
    ] {
        let failure = failure(&[script(&[search(info, "2g2f")])]);
        // Another try would only repeat it.
        assert_eq!((failure.kind, failure.tries), (FailureKind::BookAnswer, 1));
    }
    // No nodes at all is no evidence of a book.
    let found = found(&[script(&[search(
        "depth 20 score cp 31 pv 2g2f 8c8d",
        "2g2f",
    )])]);
    assert_eq!(first_moves(&found.lines), ["2g2f"]);
}

#[test]
fn giving_up_in_a_position_with_moves_is_no_answer() {
    for word in ["resign", "none"] {
        let info = "depth 9 multipv 1 score cp -3000 nodes 900 pv 2g2f";
        let failure = failure(&[script(&[search(info, word)])]);
        assert_eq!(
            (failure.kind, failure.tries),
            (FailureKind::ResignInPlay, 1)
        );
    }
}

#[test]
fn giving_up_when_mated_is_an_answer() {
    let mated = Position::from_sfen("8k/8G/8L/9/9/9/9/9/4K4 w 2r2b3g4s4n3l18p 1").expect("one");
    let text = script(&[search("depth 0 score mate 0", "resign")]);
    let found = with_lines(text, Query::new(&mated, Limit::Nodes(1000), 3)).expect("an answer");
    assert_eq!(
        (found.bestmove, found.expected_lines),
        (Bestmove::Resign, 0)
    );
}

#[test]
fn silence_is_a_timeout_after_all_tries() {
    let silent = script(&["> go nodes 1000\n@ limit\n".to_owned()]);
    let failure = failure(&[silent]);
    assert_eq!(
        (failure.kind, failure.tries),
        (FailureKind::EngineTimeout, 3)
    );
}

#[test]
fn an_illegal_or_garbled_bestmove_is_no_answer() {
    for (word, kind) in [
        ("2g2e", FailureKind::IllegalBestmove),
        ("P*5e", FailureKind::IllegalBestmove),
        ("e2e4", FailureKind::EngineProtocol),
        ("", FailureKind::EngineProtocol),
    ] {
        let info = "depth 9 multipv 1 score cp 1 nodes 900 pv 2g2f";
        let failure = failure(&[script(&[search(info, word)])]);
        assert_eq!((failure.kind, failure.tries), (kind, 3), "{word}");
    }
}

#[test]
fn a_failure_is_the_same_whatever_goes_to_standard_error() {
    let crash = |said: &str| script(&[format!("> go nodes 1000\n! {said}\n@ exit=1\n")]);
    let scripts = ["process 1", "process 22", "process 333"].map(crash);
    let (mut pool, _) = pool(&[&scripts]);
    let mut questions = Questions::new(&[about_start()]);
    let mut watch = Watch::default();
    pool.run(&mut questions, &mut watch).expect("a run");
    let failure = questions.complete().remove(0).expect_err("three crashes");
    assert_eq!(
        failure.reason,
        "EngineCrash in step go: the program has ended or closed its output (exit code 1)"
    );
    // Whoever watches is told.
    let told = watch.events.iter().any(|event| match event {
        Event::Restarted { reason, .. } => reason.contains("process 22"),
        _ => false,
    });
    assert!(told, "{:?}", watch.events);
}

/// Runs `work` on a thread of its own; whether it panics. A run that never ends fails the test.
fn panics(work: impl FnOnce() + Send + 'static) -> bool {
    let (sender, ended) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let end = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        sender.send(end.is_err()).expect("the test waits");
    });
    let minute = std::time::Duration::from_secs(60);
    ended.recv_timeout(minute).expect("the run ends")
}

#[test]
fn a_panic_of_the_asker_ends_the_run() {
    struct Panics(Questions);
    impl Asker for Panics {
        fn next(&mut self) -> Option<(Ticket, Query)> {
            self.0.next()
        }
        fn take(&mut self, _: Ticket, _: Answer) {
            panic!("on purpose");
        }
    }
    assert!(panics(|| {
        let (mut pool, _) = pool(&[&[good()], &[good()]]);
        let mut asker = Panics(Questions::new(&queries(12)));
        let _ = pool.run(&mut asker, &mut Watch::default());
    }));
}

#[test]
fn a_panic_of_a_worker_ends_the_run() {
    struct PanicsLater(&'static Scripts);
    impl Launcher for PanicsLater {
        fn launch(&self, worker: usize, more: &[String]) -> Result<UsiEngine, UsiError> {
            let started = self.0.started.lock().expect("no panic").len();
            assert_eq!(started, 0, "on purpose");
            self.0.launch(worker, more)
        }
    }
    assert!(panics(|| {
        // The first engine ends in its first search; whoever starts another one panics.
        let crash = script(&["> go nodes 1000\n@ exit=1\n".to_owned()]);
        let scripts: &'static Scripts = Box::leak(Box::new(Scripts {
            by_worker: vec![vec![crash]; 2],
            started: Mutex::default(),
        }));
        let config = TeacherConfig {
            processes: 2,
            ..TeacherConfig::new(EngineCommand::new("no-such-program"))
        };
        let launcher = Box::new(PanicsLater(scripts));
        let mut pool = Pool::start_with(&config, launcher).expect("the first starts");
        let _ = run(&mut pool, &mut Questions::new(&queries(30)));
    }));
}

/// A configuration in which nothing separates one question from the next.
fn shared() -> TeacherConfig {
    TeacherConfig {
        isolation: Some(Isolation::Shared),
        ..TeacherConfig::new(EngineCommand::new("no-such-program"))
    }
}

#[test]
fn a_second_bestmove_answers_no_other_question() {
    // At once, and after the next question.
    for pause in ["", "@ 1s\n"] {
        let twice = good_search() + pause + "< bestmove 7g7f\n";
        let text = script(&[twice, good_search(), good_search()]);
        let (mut pool, scripts) = pool_of(&shared(), text).expect("it starts");
        let answers = ask(&mut pool, &[about_start(), about_start()]);
        for answer in answers {
            let found = answer.expect("an answer");
            assert_eq!(
                found.bestmove,
                Bestmove::Move("2g2f".parse().expect("a move"))
            );
        }
        // Whoever answers twice is started again.
        assert_eq!(scripts.started.lock().expect("no panic")[&0].len(), 2);
    }
}

#[test]
fn an_engine_that_keeps_its_memory_is_not_asked_whether_it_is_ready() {
    let text = script(&[good_search(), good_search()]);
    let (mut pool, scripts) = pool_of(&shared(), text).expect("it starts");
    assert!(pool.notes().contains(&Note::SharedMemory));
    let answers = ask(&mut pool, &[about_start(), about_start()]);
    assert!(answers.iter().all(Result::is_ok));
    let sent = scripts.started.lock().expect("no panic")[&0][0].sent();
    let ready = sent.iter().filter(|line| *line == "isready");
    assert_eq!(ready.count(), 1, "{sent:?}");
}

#[test]
fn a_named_profile_does_not_give_an_engine_what_it_lacks() {
    let one_line = HELLO.replace(
        "< option name MultiPV type spin default 1 min 1 max 10\n",
        "",
    );
    let config = TeacherConfig {
        profile: Some("generic".to_owned()),
        ..TeacherConfig::new(EngineCommand::new("no-such-program"))
    };
    let (pool, _) = pool_of(&config, one_line).expect("it starts");
    assert!(!pool.profile().has_multi_pv);
    let (pool, _) = pool_of(&config, HELLO.to_owned()).expect("it starts");
    assert!(pool.profile().has_multi_pv);
}

#[test]
fn threads_of_the_users_own_option_are_told_too() {
    let notes = |options: &[(&str, &str)], threads: u32, hello: &str| {
        let options = options.iter();
        let options = options.map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned())));
        let config = TeacherConfig {
            options: options.collect(),
            threads,
            ..TeacherConfig::new(EngineCommand::new("no-such-program"))
        };
        let (pool, _) = pool_of(&config, hello.to_owned()).expect("it starts");
        pool.notes().to_vec()
    };
    let several = |threads| Note::SeveralThreads { threads };
    assert!(notes(&[("threads", "4")], 1, HELLO).contains(&several(4)));
    assert!(notes(&[], 3, HELLO).contains(&several(3)));
    // An option of the user wins over --threads.
    let one = notes(&[("Threads", "1")], 3, HELLO);
    assert!(!one.contains(&several(3)) && !one.contains(&several(1)));
    let bare = "> usi\n< id name Far\n< usiok\n";
    assert!(notes(&[("USI_Threads", "2")], 1, bare).contains(&several(2)));
}

#[test]
fn an_early_end_is_tried_again() {
    for end in ["@ exit=0", "@ close-stdout"] {
        let early = script(&[format!(
            "> go nodes 1000\n< info depth 1 score cp 5 pv 2g2f\n{end}\n"
        )]);
        let found = found(&[early, good()]);
        assert_eq!(first_moves(&found.lines), ["2g2f"]);
    }
}

#[test]
fn a_mixed_block_at_the_limit_is_not_complete() {
    let info = "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2f
depth 8 multipv 2 score cp 40 nodes 850 pv 7g7f
depth 9 multipv 1 score cp 43 upperbound nodes 1003 pv 2g2f
depth 8 multipv 2 score cp 53 nodes 1003 pv 7g7f
depth 9 multipv 1 score cp 43 nodes 1004 pv 2g2f
depth 9 multipv 2 score cp 40 nodes 1004 pv 7g7f";
    let found = with_lines(script(&[search(info, "2g2f")]), two_lines()).expect("an answer");
    let block = found.deepest().expect("one is complete");
    assert_eq!((block.depth, found.complete.len()), (8, 1));
    assert_eq!(found.gap_cp(), Some(10));
}

#[test]
fn bounds_duplicates_and_missing_ranks_complete_nothing() {
    for info in [
        "depth 8 multipv 1 score cp 50 lowerbound nodes 800 pv 2g2f\ndepth 8 multipv 2 score cp 40 nodes 850 pv 7g7f",
        "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2f\ndepth 8 multipv 2 score cp 40 nodes 850 pv 2g2f",
        "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2f\ndepth 8 multipv 3 score cp 40 nodes 850 pv 7g7f",
        "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2f",
        "score cp 50 nodes 800 pv 2g2f\nscore cp 40 nodes 850 pv 7g7f",
        "depth 8 multipv 1 nodes 800 pv 2g2f\ndepth 8 multipv 2 nodes 850 pv 7g7f",
        "depth 8 multipv 1 score cp 50 nodes 800\ndepth 8 multipv 2 score cp 40 nodes 850",
        "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2f\ndepth 7 multipv 2 score cp 40 nodes 850 pv 7g7f",
    ] {
        let found = with_lines(script(&[search(info, "2g2f")]), two_lines()).expect("an answer");
        assert_eq!(found.complete, [], "{info}");
        assert_eq!(found.gap_cp(), None);
    }
}

#[test]
fn depths_that_go_back_do_not_replace_what_stands() {
    let info = "depth 8 multipv 1 score cp 50 nodes 500 pv 2g2f
depth 9 multipv 1 score cp 60 nodes 600 pv 7g7f
depth 8 multipv 1 score cp -999 nodes 700 pv 9g9f
depth 9 multipv 1 score cp -999 nodes 800 pv 9g9f";
    let found = found(&[script(&[search(info, "2g2f")])]);
    let scores: Vec<Score> = found.complete.iter().map(|b| b.lines[0].score).collect();
    assert_eq!(scores, [Score::Cp(50), Score::Cp(60)]);
}

#[test]
fn illegal_lines_are_left_out() {
    let info = "depth 8 multipv 1 score cp 50 nodes 800 pv 2g2e 8c8d
depth 8 multipv 2 score cp 40 nodes 850 pv 7g7f 7c7e";
    let found = with_lines(script(&[search(info, "7g7f")]), two_lines()).expect("an answer");
    assert_eq!(first_moves(&found.lines), ["7g7f"]);
    assert_eq!(found.complete, []);
    assert!(
        found.warnings.iter().any(|w| w.starts_with("IllegalPv")),
        "{:?}",
        found.warnings
    );
    assert_eq!(found.lines[0].pv_stop.as_deref(), Some("7c7e"));
}

#[test]
fn a_dropped_searchmoves_is_seen() {
    let mv = "7g7f".parse().expect("a move");
    let query = Query::about_move(&Position::startpos(), mv, Limit::Nodes(1000));
    let answer = |pv: &str| {
        let info = format!("depth 8 multipv 1 score cp 50 nodes 800 pv {pv}");
        let text =
            script(&[search(&info, pv)]).replace("go nodes 1000", "go nodes 1000 searchmoves 7g7f");
        with_lines(text, query.clone()).expect("an answer")
    };
    assert!(answer("7g7f").is_about(&query));
    assert!(!answer("2g2f").is_about(&query));
}

#[test]
fn huge_lines_do_no_harm() {
    let info = "string 5000000 characters\ndepth 8 multipv 1 score cp 50 nodes 800 pv 2g2f";
    let found = found(&[script(&[search(info, "2g2f")])]);
    assert_eq!(found.deepest().map(|b| b.depth), Some(8));
}

#[test]
fn complaints_about_options_belong_to_no_answer() {
    let hello = HELLO.replace("> usi\n", "< No such option: Later\n> usi\n");
    let (mut pool, _) = pool(&[&[hello + &good_search() + &good_search()]]);
    let answers = ask(&mut pool, &[about_start(), about_start()]);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0].as_ref().map(|found| found.warnings.len()), Ok(0));
}

/// What an engine of the YaneuraOu family says.
const YANEURAOU: &str = "> usi
< id name YaneuraOu NNUE 9.70git 64AVX2
< option name USI_Hash type spin default 1024 min 1 max 33554432
< option name Threads type spin default 4 min 1 max 512
< option name USI_Ponder type check default false
< option name MultiPV type spin default 1 min 1 max 600
< option name PvInterval type spin default 300 min 0 max 100000
< option name USI_OwnBook type check default true
< option name BookFile type combo default standard_book.db var no_book var standard_book.db
< option name EnteringKingRule type combo default CSARule27 var NoEnteringKing var CSARule27
< option name GenerateAllLegalMoves type check default false
< option name EvalDir type string default eval
< option name FV_SCALE type spin default 16 min 1 max 128
< usiok
";

/// An engine in a folder of its own, with a network and files of options.
fn folder(name: &str, files: &[(&str, &str)]) -> TeacherConfig {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (file, text) in [("engine", "the program")].iter().chain(files) {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        std::fs::write(path, text).expect("it can be written");
    }
    TeacherConfig::new(EngineCommand::new(folder.join("engine")))
}

fn pool_of(
    config: &TeacherConfig,
    script: String,
) -> Result<(Pool, &'static Scripts), TeacherError> {
    let scripts: &'static Scripts = Box::leak(Box::new(Scripts {
        by_worker: vec![vec![script]],
        started: Mutex::default(),
    }));
    Ok((Pool::start_with(config, Box::new(scripts))?, scripts))
}

#[test]
fn files_of_options_lose_against_the_profile() {
    let files = [
        (
            "engine_options.txt",
            "Threads 8\nUSI_OwnBook true\nMultiPV=5\n",
        ),
        (
            "eval/eval_options.txt",
            "option name FV_SCALE type spin default 24\n",
        ),
        ("eval/nn.bin", "weights"),
    ];
    let config = folder("options", &files);
    let text = YANEURAOU.to_owned() + &good_search() + &good_search();
    let (mut pool, scripts) = pool_of(&config, text).expect("it starts");
    assert_eq!(pool.profile().name, "yaneuraou");
    assert_eq!(
        pool.notes(),
        [
            Note::OptionsFile {
                file: "EvalDir/eval_options.txt".to_owned(),
                options: vec!["FV_SCALE".to_owned()],
            },
            Note::OptionsFile {
                file: "engine_options.txt".to_owned(),
                options: vec![
                    "Threads".to_owned(),
                    "USI_OwnBook".to_owned(),
                    "MultiPV".to_owned()
                ],
            },
        ]
    );
    let answers = ask(&mut pool, &[about_start(), about_start()]);
    assert!(answers.iter().all(Result::is_ok));
    let sent = scripts.started.lock().expect("no panic")[&0][0].sent();
    let last_ready = sent
        .iter()
        .rposition(|line| line == "isready")
        .expect("sent");
    let after: Vec<&str> = sent[last_ready..].iter().map(String::as_str).collect();
    for line in [
        "setoption name USI_OwnBook value false",
        "setoption name BookFile value no_book",
        "setoption name GenerateAllLegalMoves value true",
        "setoption name FV_SCALE value 16",
        "setoption name PvInterval value 0",
        "setoption name Threads value 1",
        "setoption name MultiPV value 1",
    ] {
        assert!(after.contains(&line), "{line}: {after:?}");
    }
    assert_eq!(after[after.len() - 2..][1], "go nodes 1000");
    assert!(sent.contains(&"setoption name USI_Hash value 16".to_owned()));
}

#[test]
fn every_file_that_decides_answers_is_in_the_identity() {
    let files = [
        ("eval/nn.bin", "weights"),
        ("engine_options.txt", "FV_SCALE 24\n"),
    ];
    let identity = |name: &str, files: &[(&str, &str)]| {
        let (pool, _) = pool_of(&folder(name, files), YANEURAOU.to_owned()).expect("it starts");
        pool.identity().clone()
    };
    let one = identity("identity-1", &files);
    let labels: Vec<&str> = one.files.iter().map(|file| file.label.as_str()).collect();
    assert_eq!(labels, ["EvalDir/nn.bin", "engine_options.txt"]);
    // Where it lies does not matter; what is in it does.
    assert_eq!(identity("identity-2", &files).digest(), one.digest());
    for (i, changed) in [
        [("eval/nn.bin", "other weights"), files[1]],
        [files[0], ("engine_options.txt", "FV_SCALE 25\n")],
        [files[0], ("eval/nn2.nnue", "more")],
        [files[0], ("eval/eval_options.txt", "FV_SCALE 24\n")],
        [files[0], ("engine", "another program")],
    ]
    .iter()
    .enumerate()
    {
        let other = identity(&format!("identity-other-{i}"), changed);
        assert_ne!(other.digest(), one.digest(), "{changed:?}");
    }
}

#[test]
fn a_network_elsewhere_is_found_through_the_option_or_the_file() {
    let other = ("other/nn.bin", "other weights");
    let by_option = TeacherConfig {
        options: vec![("evaldir".to_owned(), Some("other".to_owned()))],
        ..folder("evaldir-1", &[("eval/nn.bin", "weights"), other])
    };
    let by_file = folder(
        "evaldir-2",
        &[
            ("eval/nn.bin", "weights"),
            other,
            ("engine_options.txt", "EvalDir other\n"),
        ],
    );
    let network = |config: &TeacherConfig| {
        let (pool, _) = pool_of(config, YANEURAOU.to_owned()).expect("it starts");
        let files = pool.identity().files.clone();
        let network = files.iter().find(|file| file.label == "EvalDir/nn.bin");
        network.expect("hashed").sha256.clone()
    };
    assert_eq!(network(&by_option), network(&by_file));
    assert_ne!(
        network(&by_option),
        network(&folder("evaldir-3", &[("eval/nn.bin", "weights")]))
    );
}

#[test]
fn bridges_and_scripts_are_not_hashed_but_named() {
    let config = folder("bridge", &[("engine", "#!/bin/sh\nexec ssh host engine\n")]);
    let (pool, _) = pool_of(&config, HELLO.to_owned()).expect("it starts");
    assert!(!pool.identity().is_certain());
    assert!(matches!(
        pool.notes(),
        [Note::ProgramNotHashed { .. }, Note::UnmeasuredScale { .. }]
    ));
    let named = TeacherConfig {
        teacher_id: Some("engine of the host".to_owned()),
        ..config
    };
    let (pool, _) = pool_of(&named, HELLO.to_owned()).expect("it starts");
    assert!(pool.identity().is_certain());
}

#[test]
fn a_missing_role_is_a_clear_error() {
    let without = YANEURAOU.replace(
        "< option name GenerateAllLegalMoves type check default false\n",
        "",
    );
    let error = pool_of(&folder("role", &[]), without).expect_err("it cannot be used");
    assert!(error.is_usage());
    let text = error.to_string();
    assert!(
        text.contains("all legal moves") && text.contains("GenerateAllLegalMoves"),
        "{text}"
    );
}

#[test]
fn wrong_options_are_clear_errors() {
    let set = |name: &str, value: Option<&str>| vec![(name.to_owned(), value.map(str::to_owned))];
    let config = TeacherConfig::new(EngineCommand::new("no-such-program"));
    let start = |options, profile: Option<&str>, hash_mib| {
        let config = TeacherConfig {
            options,
            profile: profile.map(str::to_owned),
            hash_mib,
            ..config.clone()
        };
        pool_of(&config, HELLO.to_owned()).map(|_| ())
    };
    assert!(start(set("usi_hash", Some("32")), None, 16).is_ok());
    for options in [
        set("NoSuch", Some("1")),
        set("MultiPV", Some("3")),
        set("Threads", None),
        set("Threads", Some("17")),
        set("Threads", Some("1\nquit")),
    ] {
        let error = start(options.clone(), None, 16).expect_err("refused");
        assert!(
            matches!(error, TeacherError::BadOption { .. }),
            "{options:?}: {error}"
        );
    }
    let error = start(Vec::new(), None, 4096).expect_err("too large");
    assert!(error.to_string().contains("4096"), "{error}");
    let error = start(Vec::new(), Some("none"), 16).expect_err("no profile");
    assert!(error.to_string().contains("fairy-stockfish"), "{error}");
}

#[test]
fn options_of_the_user_win_and_an_engine_without_a_list_takes_them_unchecked() {
    let config = TeacherConfig {
        options: vec![("Anything".to_owned(), Some("at all".to_owned()))],
        teacher_id: Some("over there".to_owned()),
        ..TeacherConfig::new(EngineCommand::new("ssh").arg("host").arg("engine"))
    };
    let text = "> usi\n< id name Far\n< usiok\n".to_owned();
    let search = search(
        "depth 8 multipv 1 score cp 5 nodes 9 pv 2g2f\ndepth 8 multipv 2 score cp 4 nodes 9 pv 7g7f",
        "2g2f",
    );
    let (mut pool, scripts) = pool_of(&config, text + &search).expect("it starts");
    assert_eq!(pool.profile().name, "bridge");
    let answers = ask(&mut pool, &[two_lines()]);
    assert!(
        answers[0]
            .as_ref()
            .is_ok_and(|found| found.complete.len() == 1)
    );
    let sent = scripts.started.lock().expect("no panic")[&0][0].sent();
    for line in [
        "setoption name Anything value at all",
        "setoption name MultiPV value 2",
    ] {
        assert!(sent.contains(&line.to_owned()), "{line}: {sent:?}");
    }
}

#[test]
fn an_engine_without_ranks_completes_a_depth_when_the_next_begins() {
    let config = TeacherConfig {
        profile: Some("gpsusi".to_owned()),
        ..TeacherConfig::new(EngineCommand::new("no-such-program"))
    };
    let text = "> usi
< id name gpsshogi
< option name BookDepth type spin default 30 min 0 max 100
< usiok
> go infinite
< info currmove 2g2f
< info depth 5 score cp 20 nodes 500 pv 2g2f pass 2f2e
< info depth 6
< info depth 6 score cp -74 nodes 700 pv 2g2f
< info depth 6 score cp 1148897 nodes 800 pv 7g7f
< info depth 7
< info depth 7 score cp -9 nodes 900 pv 9g9f
< bestmove 7g7f
";
    struct OneScript(&'static str);
    impl Launcher for OneScript {
        fn launch(&self, _: usize, more_args: &[String]) -> Result<UsiEngine, UsiError> {
            assert!(more_args.is_empty() || more_args == ["--node-count-hard-limit", "1000"]);
            let (fake, _) = FakeEngine::from_text(self.0).expect("a script");
            UsiEngine::start(Box::new(fake), TimeLimits::default())
        }
    }
    let mut pool = Pool::start_with(&config, Box::new(OneScript(text))).expect("it starts");
    let found = ask(&mut pool, &[about_start()])
        .remove(0)
        .expect("an answer");
    let depths: Vec<u32> = found.complete.iter().map(|block| block.depth).collect();
    assert_eq!(depths, [5, 6]);
    let mate = Score::Mate {
        side: MateSide::MoverWins,
        plies: None,
    };
    assert_eq!(found.complete[1].lines[0].score, mate);
    assert_eq!(found.complete[0].lines[0].score, Score::Cp(20));
}

//! The cases of area `usi` that concern the client alone, each played by the scripted engine.
//!
//! Cases that need a pool of workers stand in `teacher_pool.rs`.

use std::time::Duration;

use joban_engine::rules::{Move, Position};
use joban_engine::usi::fake::{FakeEngine, ScriptStep, SessionLog, parse_script};
use joban_engine::usi::{
    Bestmove, Go, GoLimit, MateSide, PvLine, Root, Score, Search, TimeLimits, UsiEngine, UsiError,
};
use serde_json::Value;

const CASES: &str = include_str!("../../tests/cases/usi.jsonl");

fn case(id: &str) -> Value {
    let cases = CASES
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a case"));
    cases
        .into_iter()
        .find(|case| case["id"] == id)
        .expect("a case of this id")
}

/// What came of a script.
struct Session {
    case: Value,
    searches: Vec<Result<Search, UsiError>>,
    log: SessionLog,
    /// The script's time at the end.
    stderr: String,
}

impl Session {
    fn play(id: &str) -> Self {
        let case = case(id);
        let steps = parse_script(case["input"].as_str().expect("a script")).expect("known steps");
        let (fake, log) = FakeEngine::new(steps.clone());
        let mut engine =
            UsiEngine::start(Box::new(fake), TimeLimits::default()).expect("a handshake");
        let searches = drive(&mut engine, &steps);
        let stderr = engine.stderr_tail();
        engine.quit();
        Self {
            case,
            searches,
            log,
            stderr,
        }
    }

    /// Plays the case and checks what its `expect` says about the one search.
    fn check(id: &str) -> Self {
        let session = Self::play(id);
        assert_eq!(
            session.log.missing(),
            Vec::<String>::new(),
            "{id}: lines not sent"
        );
        check_outcome(&session.searches[0], &session.case["expect"]);
        session
    }

    fn search(&self) -> &Search {
        self.searches[0].as_ref().expect("an answer")
    }
}

/// Does what the script expects of the client, through the client.
fn drive(engine: &mut UsiEngine, steps: &[ScriptStep]) -> Vec<Result<Search, UsiError>> {
    let mut searches = Vec::new();
    let mut root = Root::startpos();
    for (i, step) in steps.iter().enumerate() {
        let ScriptStep::Expect(line) = step else {
            continue;
        };
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "setoption" => engine
                .set_unlisted_option(words[2], Some(words[4]))
                .expect("it listens"),
            "position" => root = root_of(&words[1..]),
            "go" => searches.push(engine.search(&root, &go_of(&words, &steps[i + 1..]))),
            "gameover" => engine.game_over(words[1]).expect("it listens"),
            "stop" if searches.last().is_some_and(Result::is_ok) => {
                engine.stop().expect("it listens")
            }
            "usinewgame" if !searches.is_empty() || !has_go(steps) => {
                engine.new_game().expect("it listens")
            }
            _ => {}
        }
    }
    searches
}

fn has_go(steps: &[ScriptStep]) -> bool {
    steps
        .iter()
        .any(|step| matches!(step, ScriptStep::Expect(line) if line.starts_with("go ")))
}

fn root_of(words: &[&str]) -> Root {
    let moves = words
        .iter()
        .position(|word| *word == "moves")
        .unwrap_or(words.len());
    let mut root = match words[0] {
        "startpos" => Root::startpos(),
        _ => Root::from_position(
            Position::from_sfen(&words[1..moves].join(" ")).expect("a position"),
        ),
    };
    for word in words.iter().skip(moves + 1) {
        root.play(Move::from_usi(word).expect("a move"))
            .expect("a legal move");
    }
    root
}

/// The `go` of the script; if `stop` stands before the answer, the client is to send it.
fn go_of(words: &[&str], rest: &[ScriptStep]) -> Go {
    let limit = match words[1] {
        "depth" => GoLimit::Depth(words[2].parse().expect("a number")),
        _ => GoLimit::Infinite,
    };
    let first = rest.iter().find_map(|step| match step {
        ScriptStep::Expect(line) => Some(line == "stop"),
        ScriptStep::Stdout(bytes) => bytes.starts_with(b"bestmove").then_some(false),
        _ => None,
    });
    let go = Go::new(limit);
    if first == Some(true) {
        go.stop_after(Duration::from_secs(10))
    } else {
        go
    }
}

fn check_outcome(outcome: &Result<Search, UsiError>, expect: &Value) {
    match outcome {
        Ok(search) => check_search(search, expect),
        Err(error) => check_error(error, &expect["error"]),
    }
}

fn check_error(error: &UsiError, expect: &Value) {
    assert_eq!(expect["kind"], error.kind().as_str(), "{error}");
    for (field, found) in [
        ("step", error.step().as_str().to_owned()),
        ("text", error.text().to_owned()),
        ("move", error.text().to_owned()),
    ] {
        assert!(
            expect[field].is_null() || expect[field] == found,
            "{field}: {error}"
        );
    }
    assert!(expect["exit"].is_null() || expect["exit"].as_i64() == error.exit().map(i64::from));
}

fn check_search(search: &Search, expect: &Value) {
    assert!(
        expect["error"].is_null(),
        "an error was expected, not {search:?}"
    );
    if let Some(word) = expect["bestmove"].as_str() {
        assert_eq!(bestmove_text(search.bestmove), word);
    }
    if let Some(word) = expect["special"].as_str() {
        assert_eq!(bestmove_text(search.bestmove), word);
    }
    if let Some(word) = expect["ponder"].as_str() {
        assert_eq!(
            search.ponder.map(|mv| mv.to_string()).as_deref(),
            Some(word)
        );
    }
    if let Some(lines) = expect["lines"].as_array() {
        assert_eq!(search.lines.len(), lines.len(), "{:?}", search.lines);
        lines
            .iter()
            .zip(&search.lines)
            .for_each(|(expect, line)| check_line(line, expect));
    }
    if let Some(incomplete) = expect["incomplete"].as_bool() {
        assert_eq!(search.incomplete(), incomplete);
    }
    check_warnings(search, expect);
}

fn check_line(line: &PvLine, expect: &Value) {
    assert_eq!(expect["rank"], line.rank);
    if let Some(depth) = expect["depth"].as_u64() {
        assert_eq!(line.depth.map(u64::from), Some(depth));
    }
    if let Some(cp) = expect["cp"].as_i64() {
        assert_eq!(line.score, Score::Cp(cp as i32));
    }
    if !expect["mate"].is_null() {
        check_mate(line.score, &expect["mate"]);
    }
    if let Some(pv) = expect["pv"].as_array() {
        let found: Vec<String> = line.pv.iter().map(Move::to_string).collect();
        assert_eq!(pv, &found);
    }
}

fn check_mate(score: Score, expect: &Value) {
    let Score::Mate { side, plies } = score else {
        panic!("no mate: {score:?}")
    };
    let name = match side {
        MateSide::MoverWins => "mover_wins",
        MateSide::MoverLoses => "mover_loses",
        MateSide::Unknown => "unknown",
    };
    assert_eq!(expect["side"], name);
    if let Some(expected) = expect.get("plies") {
        assert_eq!(expected.as_u64(), plies.map(u64::from));
    }
}

fn check_warnings(search: &Search, expect: &Value) {
    for warning in expect["warnings"].as_array().into_iter().flatten() {
        let found = search
            .warnings
            .iter()
            .find(|found| warning["kind"] == found.kind.as_str());
        let found = found.unwrap_or_else(|| panic!("no {warning} in {:?}", search.warnings));
        if let Some(text) = warning["text"].as_str() {
            assert_eq!(found.text, text);
        }
        if let (Some(wanted), Some(got)) = (warning["wanted"].as_u64(), warning["got"].as_u64()) {
            assert_eq!(found.text, format!("wanted {wanted}, got {got}"));
        }
    }
}

fn bestmove_text(bestmove: Bestmove) -> String {
    match bestmove {
        Bestmove::Move(mv) => mv.to_string(),
        Bestmove::Resign => "resign".to_owned(),
        Bestmove::Win => "win".to_owned(),
        Bestmove::None => "none".to_owned(),
    }
}

fn mv(text: &str) -> Move {
    Move::from_usi(text).expect("a move")
}

/// Tests of which the expected outcome says everything.
macro_rules! plain_cases {
    ($($name:ident $id:literal)*) => {
        $(#[test] fn $name() { Session::check($id); })*
        /// The ids of the tests that this macro makes.
        const PLAIN: &[&str] = &[$($id),*];
    };
}

plain_cases! {
    usi_002 "usi-002"
    usi_003 "usi-003"
    usi_004 "usi-004"
    usi_006 "usi-006"
    usi_009 "usi-009"
    usi_010 "usi-010"
    usi_013 "usi-013"
    usi_017 "usi-017"
    usi_018 "usi-018"
    usi_022 "usi-022"
    usi_023 "usi-023"
}

/// The ids of the tests below.
const SPECIAL: &[&str] = &[
    "usi-001", "usi-005", "usi-007", "usi-008", "usi-011", "usi-012", "usi-014", "usi-016",
    "usi-019", "usi-020", "usi-021",
];

/// The ids of the tests in `teacher_pool.rs`.
const POOL: &[&str] = &["usi-015", "usi-024"];

#[test]
fn every_case_of_the_file_has_a_test() {
    for line in CASES.lines() {
        let case: Value = serde_json::from_str(line).expect("a case");
        let id = case["id"].as_str().expect("an id");
        let groups = [PLAIN, SPECIAL, POOL];
        assert!(groups.iter().any(|group| group.contains(&id)), "{id}");
    }
    let tests = PLAIN.len() + SPECIAL.len() + POOL.len();
    assert_eq!(CASES.lines().count(), tests);
}

#[test]
fn usi_001() {
    let session = Session::play("usi-001");
    assert_eq!(session.log.missing(), Vec::<String>::new());
    assert!(!session.stderr.is_empty() && session.stderr.len() <= 8 << 10);
}

#[test]
fn usi_005() {
    let session = Session::check("usi-005");
    assert_eq!(session.search().bestmove, Bestmove::Resign);
    assert_eq!(session.search().warnings, []);
}

#[test]
fn usi_007() {
    let session = Session::check("usi-007");
    assert_eq!(session.search().lines[0].score, Score::Cp(31));
    assert!(session.search().from_book);
}

#[test]
fn usi_008() {
    let session = Session::check("usi-008");
    let block = session.search().deepest().expect("a complete depth");
    let firsts: Vec<_> = block.lines.iter().filter_map(PvLine::first).collect();
    assert_eq!(
        (block.depth, firsts),
        (7, vec![mv("2g2f"), mv("7g7f"), mv("5g5f")])
    );
}

#[test]
fn usi_011() {
    let session = Session::check("usi-011");
    assert_eq!(session.search().score_of(mv("7g7f")), None);
    assert_eq!(session.search().score_of(mv("2g2f")), Some(Score::Cp(50)));
}

#[test]
fn usi_012() {
    let session = Session::play("usi-012");
    let expect = session.case["expect"]["searches"]
        .as_array()
        .expect("a list");
    assert_eq!(session.searches.len(), expect.len());
    for (outcome, expect) in session.searches.iter().zip(expect) {
        check_outcome(outcome, expect);
    }
    let kinds = |i: usize| -> Vec<&str> {
        let search = session.searches[i].as_ref().expect("an answer");
        search
            .warnings
            .iter()
            .map(|warning| warning.kind.as_str())
            .collect()
    };
    assert_eq!(kinds(0), ["ResignInPlay"]);
    assert_eq!(kinds(1), ["WinNotFulfilled"]);
    assert_eq!(kinds(2), ["EngineProtocol"]);
}

#[test]
fn usi_014() {
    let session = Session::play("usi-014");
    assert_eq!(session.searches.len(), 1);
    check_outcome(&session.searches[0], &session.case["expect"]["searches"][0]);
    assert!(!session.search().stopped);
    assert_eq!(session.log.missing(), Vec::<String>::new());
}

#[test]
fn usi_016() {
    let session = Session::check("usi-016");
    let sent = session.log.sent();
    assert_eq!(sent[sent.len() - 3..], ["go depth 10", "stop", "quit"]);
}

#[test]
fn usi_019() {
    let session = Session::check("usi-019");
    let warnings = &session.search().warnings;
    assert_eq!(warnings.len(), 1);
    assert_eq!(warnings[0].text, "a line of 5000012 bytes was dropped");
}

#[test]
fn usi_020() {
    let session = Session::play("usi-020");
    let values: Vec<Score> = session
        .searches
        .iter()
        .map(|search| search.as_ref().expect("an answer").lines[0].score.negated())
        .collect();
    let expect = &session.case["expect"]["value_of_move_at_parent"];
    assert_eq!(
        values[0],
        Score::Cp(expect["2g2f"]["cp"].as_i64().expect("a number") as i32)
    );
    check_mate(values[1], &expect["8c8d"]["mate"]);
}

#[test]
fn usi_021() {
    let session = Session::play("usi-021");
    let order = [
        "usi",
        "isready",
        "usinewgame",
        "position startpos",
        "go depth 1",
        "gameover draw",
        "isready",
        "usinewgame",
        "quit",
    ];
    assert_eq!(session.log.sent(), order);
}

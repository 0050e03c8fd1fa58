//! The client against real processes: this test program itself as an engine, and Fairy-Stockfish.

use std::io::{BufRead, Write};
use std::time::{Duration, Instant};

use joban_engine::usi::fake::{ScriptStep, parse_script};
use joban_engine::usi::{
    Bestmove, EngineCommand, Go, GoLimit, Root, Search, SendOption, TimeLimits, UsiEngine,
    UsiError, UsiErrorKind,
};

/// Holds the script for [`engine_program`].
const SCRIPT: &str = "JOBAN_TEST_ENGINE_SCRIPT";

/// Not a test but the engine that the tests below start: it plays the script of its environment.
#[test]
fn engine_program() {
    if let Ok(script) = std::env::var(SCRIPT) {
        play(&parse_script(&script).expect("a script"));
    }
}

fn play(steps: &[ScriptStep]) {
    let (mut stdout, mut stderr) = (std::io::stdout(), std::io::stderr());
    let mut input = std::io::stdin().lock().lines();
    for step in steps {
        match step {
            ScriptStep::Expect(text) => {
                while input
                    .next()
                    .is_some_and(|line| line.is_ok_and(|line| line != *text))
                {}
            }
            ScriptStep::Stdout(bytes) => stdout.write_all(bytes).expect("a pipe"),
            ScriptStep::Stderr(bytes) => stderr.write_all(bytes).expect("a pipe"),
            ScriptStep::Pause(time) => std::thread::sleep(*time),
            ScriptStep::Exit(code) => std::process::exit(*code),
            other => panic!("no step for a process: {other:?}"),
        }
        stdout.flush().expect("a pipe");
    }
}

fn start(script: &str, limits: TimeLimits) -> Result<UsiEngine, UsiError> {
    let program = std::env::current_exe().expect("a path");
    let command = EngineCommand::new(program)
        .arg("--exact")
        .arg("engine_program")
        .arg("--nocapture")
        .env(SCRIPT, script);
    UsiEngine::launch(&command, limits)
}

#[test]
fn much_text_on_standard_error_does_not_block() {
    let script = "> usi\n! 300000 bytes of text\n< id name Loud\n< usiok\n> isready\n< readyok\n> quit\n@ exit=0\n";
    let mut engine = start(script, TimeLimits::default()).expect("a handshake");
    engine.new_game().expect("an answer");
    assert_eq!(engine.name(), "Loud");
    assert!(engine.stderr_tail().len() <= 8 << 10);
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn a_search_in_a_process() {
    let script = "> usi\n< id name Eng\r\n< usiok\r\n> isready\n< readyok\n> go depth 1\n! bestmove 9i9h\n< info depth 1 score cp 10 pv 2g2f\n< bestmove 2g2f\n> quit\n@ exit=0\n";
    let mut engine = start(script, TimeLimits::default()).expect("a handshake");
    let search = engine
        .search(&Root::startpos(), &Go::new(GoLimit::Depth(1)))
        .expect("an answer");
    assert_eq!(
        search.bestmove,
        Bestmove::Move("2g2f".parse().expect("a move"))
    );
}

#[test]
fn the_exit_code_of_a_program_is_told() {
    let error =
        start("> usi\n! cannot load\n@ exit=127\n", TimeLimits::default()).expect_err("it ended");
    assert_eq!(
        (error.kind(), error.exit()),
        (UsiErrorKind::EngineStart, Some(127))
    );
    assert!(error.stderr().contains("cannot load"), "{error}");
}

#[test]
fn a_hanging_program_is_killed_in_time() {
    let begin = Instant::now();
    let limits = TimeLimits {
        ready: Duration::from_millis(200),
        quit: Duration::from_millis(200),
        ..TimeLimits::default()
    };
    let mut engine = start("> usi\n< usiok\n> isready\n@ 600s\n", limits).expect("a handshake");
    let error = engine.new_game().expect_err("silence");
    assert_eq!(error.kind(), UsiErrorKind::EngineTimeout);
    assert_eq!(engine.quit(), None);
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_missing_program_is_a_failed_start() {
    let command = EngineCommand::new("no-such-engine-anywhere");
    let error = UsiEngine::launch(&command, TimeLimits::default()).expect_err("no program");
    assert_eq!(error.kind(), UsiErrorKind::EngineStart);
    assert!(error.text().contains("no-such-engine-anywhere"), "{error}");
}

/// Debian puts the program into a folder that is often not on the path.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
fn fairy_stockfish() -> Option<EngineCommand> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain(["/usr/games".into()]);
    let program = folders
        .map(|folder| folder.join("fairy-stockfish"))
        .find(|path| path.is_file());
    if program.is_none() {
        assert!(
            std::env::var_os("CI").is_none(),
            "fairy-stockfish is missing"
        );
        println!("skipped: fairy-stockfish is not installed");
    }
    program.map(EngineCommand::new)
}

fn prepared(command: &EngineCommand) -> UsiEngine {
    let mut engine = UsiEngine::launch(command, TimeLimits::default()).expect("it starts");
    for (name, value) in [
        ("UCI_Variant", "shogi"),
        ("Contempt", "0"),
        ("Hash", "1"),
        ("Threads", "1"),
    ] {
        engine
            .set_option(&[name], value, SendOption::Always)
            .expect(name);
    }
    engine.set_multi_pv(3).expect("in range");
    engine
}

fn ask(engine: &mut UsiEngine, moves: &str, nodes: u64) -> Search {
    let mut root = Root::startpos();
    for mv in moves.split_whitespace() {
        root.play(mv.parse().expect("a move"))
            .expect("a legal move");
    }
    engine
        .search(&root, &Go::new(GoLimit::Nodes(nodes)))
        .expect("an answer")
}

#[test]
fn fairy_stockfish_answers_repeatably() {
    let Some(command) = fairy_stockfish() else {
        return;
    };
    let mut engine = prepared(&command);
    assert!(
        engine.name().starts_with("Fairy-Stockfish"),
        "{}",
        engine.name()
    );
    let first = ask(&mut engine, "7g7f 3c3d", 5000);
    ask(&mut engine, "2g2f", 3000);
    assert_eq!(ask(&mut engine, "7g7f 3c3d", 5000), first);
    assert_eq!(ask(&mut prepared(&command), "7g7f 3c3d", 5000), first);
    let block = first.deepest().expect("a complete depth");
    assert_eq!(block.lines.len(), 3);
    assert_eq!(first.warnings, []);
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn fairy_stockfish_resigns_when_mated() {
    let Some(command) = fairy_stockfish() else {
        return;
    };
    let mut engine = prepared(&command);
    let sfen = "8k/8G/8L/9/9/9/9/9/4K4 w 2r2b3g4s4n3l18p 1";
    let position = joban_engine::rules::Position::from_sfen(sfen).expect("a position");
    let search = engine
        .search(
            &Root::from_position(position),
            &Go::new(GoLimit::Nodes(1000)),
        )
        .expect("an answer");
    assert_eq!(search.bestmove, Bestmove::Resign);
    assert_eq!((search.expected_lines, search.warnings.len()), (0, 0));
}

/// A shell as an engine that starts another process, tells its number on standard error, and lets it hold the pipes open.
#[cfg(target_os = "linux")]
fn shell_with_child(rest: &str) -> EngineCommand {
    let script = format!(
        "sleep 600 & echo child $! >&2; while read line; do case $line in usi) echo usiok;; {rest} esac; done"
    );
    EngineCommand::new("sh").arg("-c").arg(script)
}

/// Waits for something that comes soon, if at all.
#[cfg(target_os = "linux")]
fn soon<T>(mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + Duration::from_secs(20);
    while Instant::now() < end {
        if let Some(found) = look() {
            return Some(found);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    None
}

/// The number of the process that the shell has started.
#[cfg(target_os = "linux")]
fn child(engine: &UsiEngine) -> String {
    let number = || {
        let text = engine.stderr_tail();
        Some(text.strip_prefix("child ")?.strip_suffix('\n')?.to_owned())
    };
    soon(number).expect("a number")
}

/// Whether a process runs; one that has ended may stay as a zombie where nobody reaps it.
#[cfg(target_os = "linux")]
fn runs(number: &str) -> bool {
    std::fs::read_to_string(format!("/proc/{number}/stat")).is_ok_and(|stat| {
        let state = stat.rsplit(')').next().unwrap_or_default();
        !state.trim_start().starts_with('Z')
    })
}

#[cfg(target_os = "linux")]
fn ends(number: &str) -> bool {
    soon(|| (!runs(number)).then_some(())).is_some()
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_ends_with_all_that_it_has_started() {
    for rest in ["quit) exit 0;;", "quit) sleep 500;;"] {
        let limits = TimeLimits {
            quit: Duration::from_millis(300),
            ..TimeLimits::default()
        };
        let engine = UsiEngine::launch(&shell_with_child(rest), limits).expect("a handshake");
        let child = child(&engine);
        assert!(runs(&child), "{rest}");
        engine.quit();
        assert!(ends(&child), "{rest}");
    }
    let engine = UsiEngine::launch(&shell_with_child(""), TimeLimits::default()).expect("starts");
    let child = child(&engine);
    drop(engine);
    assert!(ends(&child));
}

#[cfg(target_os = "linux")]
#[test]
fn the_end_of_an_engine_is_seen_though_its_child_holds_the_pipes() {
    let begin = Instant::now();
    let command = shell_with_child("isready) exit 3;;");
    let mut engine = UsiEngine::launch(&command, TimeLimits::default()).expect("a handshake");
    let error = engine.new_game().expect_err("it ended");
    assert_eq!(error.kind(), UsiErrorKind::EngineCrash);
    assert_eq!(error.exit(), Some(3));
    assert!(begin.elapsed() < TimeLimits::default().ready / 2);
}

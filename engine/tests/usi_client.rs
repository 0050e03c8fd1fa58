//! The client against scripted engines: faults, options, and the rule of the complete depth.

use std::time::Duration;

use joban_engine::rules::Move;
use joban_engine::usi::fake::{FakeEngine, SessionLog};
use joban_engine::usi::{
    Bound, Go, GoLimit, PvLine, Root, Search, SendOption, TimeLimits, UsiEngine, UsiError,
    UsiErrorKind,
};

const LIST: &str = "\
> usi
< A banner before everything
<
< id name Eng 1.0
< id author Someone
< option name Hash type spin default 16 min 1 max 1024
< option name MultiPV type spin default 1 min 1 max 10
< option name UCI_Variant type combo default shogi var chess var shogi
< option name Clear Hash type button
< usiok
";

fn start(script: &str) -> (Result<UsiEngine, UsiError>, SessionLog) {
    let (fake, log) = FakeEngine::from_text(script).expect("a script");
    (UsiEngine::start(Box::new(fake), TimeLimits::default()), log)
}

fn engine(rest: &str) -> (UsiEngine, SessionLog) {
    let (engine, log) = start(&format!("{LIST}{rest}"));
    (engine.expect("a handshake"), log)
}

/// One search from the start position with these lines as the answer.
fn search(multi_pv: usize, limit: GoLimit, lines: &str) -> Search {
    let go = match limit {
        GoLimit::Nodes(n) => format!("go nodes {n}"),
        GoLimit::Depth(n) => format!("go depth {n}"),
        _ => "go infinite".to_owned(),
    };
    let answer: String = lines
        .lines()
        .map(|line| format!("< info {}\n", line.trim()))
        .collect();
    let (mut engine, _) = engine(&format!("> {go}\n{answer}< bestmove 7g7f\n"));
    engine.set_multi_pv(multi_pv).expect("it listens");
    engine
        .search(&Root::startpos(), &Go::new(limit))
        .expect("an answer")
}

fn depths(search: &Search) -> Vec<u32> {
    search.complete.iter().map(|block| block.depth).collect()
}

fn firsts(lines: &[PvLine]) -> Vec<String> {
    lines
        .iter()
        .filter_map(PvLine::first)
        .map(|mv: Move| mv.to_string())
        .collect()
}

#[test]
fn a_banner_and_empty_lines_are_kept_and_harmless() {
    let (engine, _) = engine("");
    assert_eq!((engine.name(), engine.author()), ("Eng 1.0", "Someone"));
    assert_eq!(engine.options().len(), 4);
    assert_eq!(
        engine.other_lines().collect::<Vec<_>>(),
        ["A banner before everything", ""]
    );
}

#[test]
fn an_end_before_usiok_is_a_failed_start() {
    let error = start("> usi\n! no such file\n@ exit=127\n")
        .0
        .expect_err("no engine");
    assert_eq!(
        (error.kind(), error.exit()),
        (UsiErrorKind::EngineStart, Some(127))
    );
    assert!(error.to_string().contains("no such file"), "{error}");
    assert!(error.is_fatal());
}

#[test]
fn silence_is_a_timeout_at_every_step() {
    let error = start("> usi\n@ 31s\n< usiok\n").0.expect_err("too late");
    assert_eq!(
        (error.kind(), error.step().as_str()),
        (UsiErrorKind::EngineTimeout, "usi")
    );
    let (mut engine, _) = engine("> isready\n@ 61s\n< readyok\n");
    let error = engine.new_game().expect_err("too late");
    assert_eq!(
        (error.kind(), error.step().as_str()),
        (UsiErrorKind::EngineTimeout, "isready")
    );
}

#[test]
fn a_search_by_time_is_waited_for_as_long_as_it_may_take() {
    let limits = TimeLimits::default();
    let ask = |movetime: Duration, answer_after: Duration| {
        let (time, after) = (movetime.as_millis(), answer_after.as_millis());
        let (mut engine, _) = engine(&format!(
            "> go movetime {time}\n@ {after}ms\n< bestmove 7g7f\n"
        ));
        let go = Go::new(GoLimit::MoveTime(movetime));
        engine.search(&Root::startpos(), &go).map(|_| ())
    };
    let second = Duration::from_secs(1);
    assert!(ask(second, second + limits.beyond_movetime / 2).is_ok());
    // Ten minutes, the limit of other searches, are much too long for a second.
    let error = ask(second, 2 * second + limits.beyond_movetime).expect_err("too late");
    assert_eq!(error.kind(), UsiErrorKind::EngineTimeout);
    // And too short for a quarter of an hour.
    assert!(ask(900 * second, 900 * second).is_ok());
}

#[test]
fn a_search_that_is_stopped_late_is_not_given_up_before() {
    let (mut engine, _) = engine("> go infinite\n> stop\n< bestmove 7g7f\n");
    let go = Go::new(GoLimit::Infinite).stop_after(Duration::from_secs(900));
    let search = engine.search(&Root::startpos(), &go).expect("an answer");
    assert!(search.stopped);
}

#[test]
fn what_happened_does_not_name_what_went_to_standard_error() {
    let error = start("> usi\n! at 12:00:01, process 4711\n@ exit=9\n")
        .0
        .expect_err("no engine");
    assert!(error.to_string().contains("4711"), "{error}");
    let fact = error.fact();
    assert!(
        !fact.contains("4711") && fact.contains("exit code 9"),
        "{fact}"
    );
}

#[test]
fn a_crash_in_a_search_has_its_exit_code() {
    let (mut engine, _) = engine("> go depth 9\n< info depth 5 score cp 30 pv 2g2f\n@ exit=139\n");
    let error = engine
        .search(&Root::startpos(), &Go::new(GoLimit::Depth(9)))
        .expect_err("it ended");
    assert_eq!(
        (error.kind(), error.exit()),
        (UsiErrorKind::EngineCrash, Some(139))
    );
}

#[test]
fn closed_output_of_a_running_program_is_a_crash_without_a_code() {
    let (mut engine, _) = engine("> isready\n@ close-stdout\n");
    let error = engine.new_game().expect_err("no output");
    assert_eq!(
        (error.kind(), error.exit()),
        (UsiErrorKind::EngineCrash, None)
    );
}

#[test]
fn options_are_checked_against_the_list() {
    let (mut engine, log) = engine("");
    engine
        .set_option(&["USI_Hash", "Hash"], "1", SendOption::Always)
        .expect("in range");
    let refused = engine
        .set_option(&["Hash"], "0", SendOption::Always)
        .expect_err("out of range");
    assert_eq!(refused.kind(), UsiErrorKind::BadOption);
    let missing = engine
        .set_option(&["Contempt"], "0", SendOption::Always)
        .expect_err("not listed");
    assert_eq!(missing.text(), "the engine has no option Contempt");
    engine
        .set_option(&["clear_hash"], "", SendOption::Always)
        .expect("a button");
    assert_eq!(
        log.sent()[1..],
        ["setoption name Hash value 1", "setoption name Clear Hash"]
    );
}

#[test]
fn a_value_equal_to_the_default_is_sent_where_the_caller_says_so() {
    let (mut engine, log) = engine("");
    engine
        .set_option(&["UCI_Variant"], "shogi", SendOption::IfChanged)
        .expect("known");
    assert_eq!(log.sent().len(), 1);
    engine
        .set_option(&["UCI_Variant"], "shogi", SendOption::Always)
        .expect("known");
    assert_eq!(log.sent()[1..], ["setoption name UCI_Variant value shogi"]);
}

#[test]
fn an_option_cannot_smuggle_a_second_line() {
    let (mut engine, log) = engine("");
    let error = engine
        .set_unlisted_option("X", Some("1\nquit"))
        .expect_err("two lines");
    assert_eq!(error.kind(), UsiErrorKind::BadOption);
    assert_eq!(log.sent().len(), 1);
}

#[test]
fn searchmoves_stand_last_and_bound_the_block() {
    let (mut engine, log) = engine(
        "> go depth 2 searchmoves 2g2f\n< info depth 2 score cp 5 pv 2g2f\n< bestmove 2g2f\n",
    );
    engine.set_multi_pv(3).expect("in range");
    let go = Go::new(GoLimit::Depth(2)).searchmoves(&[Move::from_usi("2g2f").expect("a move")]);
    let search = engine.search(&Root::startpos(), &go).expect("an answer");
    assert_eq!((search.expected_lines, depths(&search)), (1, vec![2]));
    assert_eq!(log.missing(), Vec::<String>::new());
}

#[test]
fn a_mixed_block_at_the_node_limit_is_not_complete() {
    let found = search(
        2,
        GoLimit::Nodes(1000),
        "depth 7 multipv 1 score cp 50 nodes 500 pv 7g7f
         depth 7 multipv 2 score cp 40 nodes 500 pv 2g2f
         depth 8 multipv 1 score cp 43 upperbound nodes 1005 pv 7g7f
         depth 7 multipv 2 score cp 53 nodes 1005 pv 2g2f",
    );
    assert_eq!(depths(&found), [7]);
    assert_eq!(found.lines[0].bound, Bound::Upper);
}

#[test]
fn a_reprint_after_the_node_limit_does_not_count() {
    let found = search(
        2,
        GoLimit::Nodes(1000),
        "depth 9 multipv 1 score cp 139 nodes 900 pv 7g7f
         depth 9 multipv 2 score cp 120 nodes 900 pv 2g2f
         depth 9 multipv 1 score cp 139 nodes 1003 pv 7g7f
         depth 9 multipv 2 score cp 139 nodes 1003 pv 5g5f
         depth 10 multipv 1 score cp 1 nodes 1003 pv 7g7f
         depth 10 multipv 2 score cp 1 nodes 1003 pv 2g2f",
    );
    assert_eq!(depths(&found), [9]);
    assert_eq!(firsts(&found.complete[0].lines), ["7g7f", "2g2f"]);
}

#[test]
fn the_first_complete_block_of_a_depth_stands() {
    let found = search(
        2,
        GoLimit::Nodes(1000),
        "depth 9 multipv 2 score cp 120 nodes 900 pv 2g2f
         depth 9 multipv 1 score cp 139 nodes 900 pv 7g7f
         depth 9 multipv 1 score cp 7 nodes 910 pv 7g7f
         depth 9 multipv 2 score cp 7 nodes 910 pv 5g5f",
    );
    assert_eq!(firsts(&found.complete[0].lines), ["7g7f", "2g2f"]);
}

#[test]
fn without_a_node_limit_a_deeper_line_must_follow() {
    let lines = "depth 3 multipv 1 score cp 2 pv 7g7f
                 depth 3 multipv 2 score cp 1 pv 2g2f
                 depth 4 multipv 1 score cp 2 pv 7g7f
                 depth 4 multipv 2 score cp 1 pv 2g2f";
    assert_eq!(depths(&search(2, GoLimit::Infinite, lines)), [3]);
    assert_eq!(depths(&search(2, GoLimit::Depth(4), lines)), [3, 4]);
    assert_eq!(depths(&search(2, GoLimit::Depth(5), lines)), [3]);
    // A node limit of an engine that prints no nodes proves nothing either.
    assert_eq!(depths(&search(2, GoLimit::Nodes(1000), lines)), [3]);
}

#[test]
fn equal_first_moves_bounds_and_wrong_ranks_make_no_block() {
    for second in [
        "multipv 2 score cp 1 pv 7g7f",
        "multipv 2 score cp 1 lowerbound pv 2g2f",
        "multipv 3 score cp 1 pv 2g2f",
        "multipv 2 score cp 1",
        "multipv 2 score cp 1 pv 7g7e",
    ] {
        let lines = format!("depth 3 multipv 1 score cp 2 pv 7g7f\ndepth 3 {second}");
        assert_eq!(
            depths(&search(2, GoLimit::Depth(3), &lines)),
            [0; 0],
            "{second}"
        );
    }
}

#[test]
fn an_illegal_first_move_is_left_out_with_a_warning() {
    let found = search(
        1,
        GoLimit::Depth(1),
        "depth 1 score cp 900 pv P*5e\ndepth 1 score cp 3 pv 7g7f 7g7f",
    );
    assert_eq!(firsts(&found.lines), ["7g7f"]);
    assert_eq!(found.lines[0].pv_stop.as_deref(), Some("7g7f"));
    assert_eq!(found.warnings[0].kind.as_str(), "IllegalPv");
}

#[test]
fn an_engine_that_ignores_quit_is_killed() {
    let (engine, log) = engine("> quit\n@ 60s\n");
    assert_eq!(engine.quit(), None);
    assert_eq!(log.missing(), Vec::<String>::new());
}

#[test]
fn a_good_engine_ends_by_itself() {
    assert_eq!(engine("").0.quit(), Some(0));
}

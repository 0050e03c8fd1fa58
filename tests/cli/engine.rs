//! `joban engine`: the conversation over USI, driven by the project's own client and by hand.

use std::time::Duration;

use joban_engine::book::{Book, BookEntry, first_is_chosen, next_state};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position, Repetition};
use joban_engine::usi::{
    Bestmove, EngineCommand, Go, GoLimit, MateSide, Root, Score, Search, SendOption, TimeLimits,
    UsiEngine,
};

use crate::support::{Place, Run};

fn command() -> EngineCommand {
    EngineCommand::new(env!("CARGO_BIN_EXE_joban")).arg("engine")
}

fn launch(options: &[(&str, &str)]) -> UsiEngine {
    let mut engine = UsiEngine::launch(&command(), TimeLimits::default()).expect("it starts");
    for (name, value) in options {
        engine
            .set_option(&[name], value, SendOption::Always)
            .expect("a listed option and value");
    }
    engine
}

fn root(moves: &str) -> Root {
    let mut root = Root::startpos();
    for mv in moves.split_whitespace() {
        root.play(mv.parse().expect("a move")).expect("legal");
    }
    root
}

fn sfen(sfen: &str) -> Root {
    Root::from_position(Position::from_sfen(sfen).expect("a position"))
}

fn search(engine: &mut UsiEngine, root: &Root, limit: GoLimit) -> Search {
    let search = engine.search(root, &Go::new(limit)).expect("an answer");
    assert_eq!(search.warnings, []);
    search
}

/// The lines of one conversation, without the numbers that time decides.
fn talk(input: &str) -> Run {
    Place::new().piped("engine", input.as_bytes())
}

fn answers(run: &Run) -> Vec<&str> {
    let told = |line: &&str| !line.starts_with("info ") || line.starts_with("info string");
    run.out.lines().filter(told).collect()
}

#[test]
fn the_handshake_lists_the_options() {
    let engine = launch(&[]);
    assert!(engine.name().starts_with("joban engine "));
    for name in [
        "Profile",
        "BookFile",
        "KeySeed",
        "KeyTable",
        "ZobristFile",
        "RandomSeed",
        "MultiPV",
        "USI_Hash",
        "USI_Ponder",
    ] {
        assert!(engine.find_option(&[name]).is_some(), "{name}");
    }
    assert_eq!(engine.quit(), Some(0));
}

#[test]
fn profiles_keep_their_budgets() {
    for (profile, nodes, depth) in [("gb5", 88, 1), ("gb60", 1_061, 3)] {
        let mut engine = launch(&[("Profile", profile)]);
        let found = search(&mut engine, &Root::startpos(), GoLimit::Nodes(1_000_000));
        assert_eq!(found.nodes, Some(nodes));
        assert_eq!(found.deepest().map(|block| block.depth), Some(depth));
        let again = search(&mut engine, &Root::startpos(), GoLimit::Nodes(1_000_000));
        assert_eq!(again, found);
    }
}

#[test]
fn node_and_depth_limits_are_kept() {
    let mut engine = launch(&[("Profile", "free")]);
    for nodes in [100, 3_000] {
        let found = search(&mut engine, &root("7g7f 3c3d"), GoLimit::Nodes(nodes));
        assert_eq!(found.nodes, Some(nodes));
    }
    let found = search(&mut engine, &root("7g7f 3c3d"), GoLimit::Depth(3));
    assert_eq!(found.depth_reached(), Some(3));
    let time = GoLimit::MoveTime(Duration::from_millis(30));
    assert!(matches!(
        search(&mut engine, &root(""), time).bestmove,
        Bestmove::Move(_)
    ));
}

#[test]
fn lines_come_in_complete_blocks() {
    let mut engine = launch(&[("Profile", "free")]);
    engine.set_multi_pv(5).expect("in range");
    let found = search(&mut engine, &root("2g2f 8c8d"), GoLimit::Nodes(5_000));
    assert!(!found.incomplete());
    let depths: Vec<u32> = found.complete.iter().map(|block| block.depth).collect();
    assert!(depths.len() >= 2, "{depths:?}");
    assert!(
        depths.iter().copied().eq(1..=depths.len() as u32),
        "{depths:?}"
    );
    for block in &found.complete {
        let mut first: Vec<_> = block.lines.iter().filter_map(|line| line.first()).collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 5);
    }
    // Few moves: as many lines as there are.
    let few = search(
        &mut engine,
        &sfen("8k/9/9/9/9/9/9/9/K8 b - 1"),
        GoLimit::Depth(2),
    );
    assert_eq!((few.expected_lines, few.complete.len()), (3, 2));
}

#[test]
fn chosen_moves_are_searched() {
    let mut engine = launch(&[("Profile", "free")]);
    let asked: Move = "9g9f".parse().expect("a move");
    let go = Go::new(GoLimit::Depth(2)).searchmoves(&[asked]);
    let found = engine.search(&Root::startpos(), &go).expect("an answer");
    assert_eq!(found.bestmove, Bestmove::Move(asked));
    assert_eq!(
        found.deepest().and_then(|block| block.lines[0].first()),
        Some(asked)
    );
}

#[test]
fn mates_declarations_and_lost_positions() {
    let mut engine = launch(&[]);
    let mate = search(
        &mut engine,
        &sfen("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"),
        GoLimit::Depth(1),
    );
    assert_eq!(
        mate.lines[0].score,
        Score::Mate {
            side: MateSide::MoverWins,
            plies: Some(1),
        }
    );
    let lost = search(
        &mut engine,
        &sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"),
        GoLimit::Depth(1),
    );
    assert_eq!(lost.bestmove, Bestmove::Resign);
    let entered = "K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1";
    let won = search(&mut engine, &sfen(entered), GoLimit::Depth(1));
    assert_eq!(won.bestmove, Bestmove::Win);
}

// ---- the book

pub(crate) fn book(place: &Place) -> String {
    let start = Position::startpos();
    let key = RomKeys::from_seed(5, Layout::Compact).key(&start);
    let entry = |mv: &str, weight| BookEntry {
        key,
        mv: mv.parse().expect("a move"),
        weight,
        ply: 0,
    };
    let book = Book::new(vec![entry("9g9f", 128), entry("1g1f", 128)]).expect("a book");
    place.file("book.bin", book.encode()).display().to_string()
}

#[test]
fn the_book_answers_by_seed_and_is_marked() {
    let place = Place::new();
    let book = book(&place);
    let mut played = Vec::new();
    for seed in ["1", "2", "77", "255"] {
        let options = [
            ("BookFile", book.as_str()),
            ("KeySeed", "5"),
            ("KeyTable", "compact"),
            ("RandomSeed", seed),
        ];
        let mut engine = launch(&options);
        let found = search(&mut engine, &Root::startpos(), GoLimit::Nodes(50));
        assert_eq!(
            found,
            search(&mut engine, &Root::startpos(), GoLimit::Nodes(50))
        );
        let Bestmove::Move(mv) = found.bestmove else {
            panic!("{found:?}")
        };
        assert!(found.lines.is_empty(), "nothing was searched");
        played.push(mv.to_string());
        // One ply later the book knows nothing, and with several lines it is not asked.
        assert!(
            !search(&mut engine, &root("9g9f"), GoLimit::Nodes(50))
                .lines
                .is_empty()
        );
        engine.set_multi_pv(2).expect("in range");
        assert!(
            !search(&mut engine, &Root::startpos(), GoLimit::Nodes(90))
                .lines
                .is_empty()
        );
    }
    // The first draw of each seed decides between the two, in the order of the book.
    let drawn = [1, 2, 77, 255].map(|seed| {
        if first_is_chosen(next_state(seed), 128) {
            "1g1f"
        } else {
            "9g9f"
        }
    });
    assert_eq!(played, drawn);
    assert!(drawn.contains(&"1g1f") && drawn.contains(&"9g9f"));
    let run = talk(&format!(
        "setoption name BookFile value {book}\nsetoption name KeySeed value 5\n\
         setoption name KeyTable value compact\nisready\nusinewgame\nposition startpos\ngo nodes 50\n"
    ));
    let marks = "(1g1f weight 128, 9g9f weight 128)";
    assert!(
        run.out
            .contains(&format!("info string book {} {marks}", played[0])),
        "{run:?}"
    );
}

#[test]
fn a_wrong_set_up_does_not_start() {
    let place = Place::new();
    let book = book(&place);
    let bare = format!("setoption name BookFile value {book}\nisready\n");
    let cases = [
        (
            "setoption name BookFile value nowhere.bin\nisready\n",
            2,
            "nowhere.bin",
        ),
        (bare.as_str(), 2, "KeySeed"),
        (
            "setoption name ZobristFile value nowhere\nisready\n",
            2,
            "nowhere",
        ),
        (
            "setoption name RandomSeed value 0\nisready\n",
            2,
            "RandomSeed",
        ),
        (
            "setoption name Profile value gb7\ngo nodes 1\n",
            2,
            "Profile",
        ),
    ];
    for (input, code, part) in cases {
        let run = talk(input).exits(code);
        assert!(run.out.contains("info string error: "), "{run:?}");
        assert!(run.err.contains(part), "{run:?}");
        assert!(
            !run.out.contains("readyok") && !run.out.contains("bestmove"),
            "{run:?}"
        );
    }
    // A value that is put right in time does no harm.
    let run =
        talk("setoption name RandomSeed value 0\nsetoption name RandomSeed value 9\nisready\n");
    assert!(run.exits(0).out.ends_with("readyok\n"));
}

// ---- by hand

#[test]
fn a_refused_position_is_not_searched() {
    for refused in [
        "position startpos moves 7g7f 7g7f",
        "position sfen 9/9 b - 1",
        "position startpos moves 7g7f resign",
    ] {
        let run = talk(&format!("position startpos\n{refused}\ngo nodes 10\n")).exits(0);
        let lines = answers(&run);
        assert!(lines[0].starts_with("info string error: the position is refused: "));
        assert_eq!(lines.last(), Some(&"bestmove none"));
        assert!(!run.out.contains(" pv "), "{run:?}");
    }
    let none = talk("position startpos\ngo nodes 10 searchmoves 5e5d junk\n");
    assert_eq!(answers(&none).last(), Some(&"bestmove none"));
    assert!(!none.out.contains(" pv "), "{none:?}");
    let number = talk("go nodes many\n");
    assert_eq!(answers(&number).last(), Some(&"bestmove none"));
}

#[test]
fn the_answer_to_infinite_waits_for_stop() {
    // The budget of gb5 is used up in no time; an answer before `stop` would be taken as one that needed none.
    for profile in ["gb5", "free"] {
        let mut engine = launch(&[("Profile", profile)]);
        let go = Go::new(GoLimit::Infinite).stop_after(Duration::from_millis(500));
        let found = engine.search(&Root::startpos(), &go).expect("an answer");
        assert!(found.stopped, "{profile}");
        assert!(matches!(found.bestmove, Bestmove::Move(_)));
        let spent = (profile == "gb5").then_some(88);
        assert!(spent.is_none() || found.nodes == spent, "{found:?}");
    }
    // A second `go` follows at once.
    let run = talk("setoption name Profile value gb5\ngo infinite\nstop\ngo nodes 5\n").exits(0);
    assert_eq!(answers(&run).len(), 2, "{run:?}");
}

#[test]
fn words_among_the_moves_are_told_and_passed_over() {
    let run = talk(
        "setoption name Profile value free\nposition startpos\n\
         go searchmoves 9g9f hello 5e5d 1g1f depth 2\n",
    )
    .exits(0);
    let lines = answers(&run);
    assert_eq!(lines.len(), 3, "{run:?}");
    assert!(lines[0].starts_with("info string error: ") && lines[0].contains("`hello`"));
    assert!(lines[1].starts_with("info string error: ") && lines[1].contains("5e5d"));
    assert!(["bestmove 9g9f", "bestmove 1g1f"].contains(&lines[2]));
    // The word after the list counts.
    assert!(run.out.contains("info depth 2 ") && !run.out.contains("info depth 3 "));
}

#[test]
fn an_option_set_anew_to_its_value_does_not_begin_the_draws_again() {
    let place = Place::new();
    let book = book(&place);
    // Several draws in one game: after each an option is set, to the same value or to another.
    let moves = |between: &str| -> Vec<String> {
        let go = format!("position startpos\ngo nodes 5\n{between}");
        let run = talk(&format!(
            "setoption name bookfile value {book}\nsetoption name KEYSEED value 5\n\
             setoption name KeyTable value compact\nisready\nusinewgame\n{}",
            go.repeat(12)
        ));
        let lines = answers(&run.exits(0))
            .into_iter()
            .map(str::to_owned)
            .collect::<Vec<_>>();
        lines
            .into_iter()
            .filter(|line| line.starts_with("bestmove"))
            .collect()
    };
    let plain = moves("");
    assert_eq!(plain.len(), 12);
    assert!(
        plain.iter().any(|line| *line != plain[0]),
        "the draws differ"
    );
    assert_eq!(moves("setoption name Profile value gb60\n"), plain);
    assert_eq!(moves("setoption name randomseed value 1\n"), plain);
    // A change begins them again: each draw is the first.
    let other = "setoption name USI_Hash value 3\nsetoption name RandomSeed value 2\nsetoption name RandomSeed value 1\n";
    assert_eq!(moves(other), vec![plain[0].clone(); 12]);
}

#[test]
fn a_book_is_taken_away_by_an_option_without_a_value() {
    let place = Place::new();
    let book = book(&place);
    let ask = |away: &str| {
        talk(&format!(
            "setoption name BookFile value {book}\nsetoption name KeySeed value 5\n\
             setoption name KeyTable value compact\n{away}isready\nposition startpos\ngo nodes 50\n"
        ))
        .exits(0)
        .out
        .contains("info string book ")
    };
    assert!(ask(""));
    for away in ["BookFile", "BookFile value", "BookFile value <empty>"] {
        assert!(!ask(&format!("setoption name {away}\n")), "{away}");
    }
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    talk("").exits(0);
    talk("go infinite\n").exits(0);
    talk("usi\ngo ponder btime 0 wtime 0\nponderhit\nquit\ngo nodes 1\n").exits(0);
    // A limited search is finished first.
    let run = talk("position startpos\ngo nodes 800").exits(0);
    assert!(run.out.contains(" nodes 800 "), "{run:?}");
    assert!(
        run.out
            .lines()
            .last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
}

#[test]
fn unknown_words_do_no_harm() {
    let run = talk(
        "\n  usi\nhello\nsetoption name Contempt value 0\nsetoption name USI_Hash value 256\n\
         setoption name USI_Ponder value true\nisready\r\ngameover win\n\
         go mate 1000\ngo btime 0 wtime 0 byoyomi 60 surprise\n",
    )
    .exits(0);
    let lines = answers(&run);
    assert!(lines.contains(&"info string error: unknown command `hello`"));
    assert!(lines.contains(&"info string error: there is no option `Contempt`"));
    assert!(lines.contains(&"readyok") && lines.contains(&"checkmate notimplemented"));
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("bestmove "))
    );
    let junk = Place::new().piped(
        "engine",
        b"\xff\xfe\0usi\x01\nposition sfen \xff\nisready\n",
    );
    assert!(junk.exits(0).out.ends_with("readyok\n"));
}

// ---- games

/// Plays engines against each other and gives the moves; every move is checked by the client and by the rules.
fn play(engines: &mut [UsiEngine; 2], limits: [GoLimit; 2], root: &mut Root, plies: usize) {
    for engine in engines.iter_mut() {
        engine.new_game().expect("ready");
    }
    while root.moves().len() < plies && root.position().repetition() == Repetition::None {
        let mover = root.moves().len() % 2;
        let go = Go::new(limits[mover]);
        let found = engines[mover].search_on(root, &go).expect("an answer");
        match found.bestmove {
            Bestmove::Move(mv) => root.play(mv).expect("legal"),
            Bestmove::Resign | Bestmove::Win => return,
            Bestmove::None => panic!("{found:?}"),
        }
    }
}

#[test]
fn games_against_itself_are_legal() {
    for start in ["7g7f 3c3d", "2g2f 8c8d", "5g5f 5c5d"] {
        let mut engines = [
            launch(&[("Profile", "gb60")]),
            launch(&[("Profile", "gb5")]),
        ];
        let mut root = root(start);
        play(&mut engines, [GoLimit::Nodes(1_000_000); 2], &mut root, 300);
        assert!(root.moves().len() > 10, "{}", root.command());
    }
}

fn fairy_stockfish() -> UsiEngine {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&paths).chain(["/usr/games".into()]);
    let program = folders
        .map(|folder| folder.join("fairy-stockfish"))
        .find(|path| path.is_file())
        .expect("Debian's fairy-stockfish is installed");
    let mut engine =
        UsiEngine::launch(&EngineCommand::new(program), TimeLimits::default()).expect("it starts");
    for (name, value) in [("UCI_Variant", "shogi"), ("Hash", "1"), ("Threads", "1")] {
        engine
            .set_option(&[name], value, SendOption::Always)
            .expect(name);
    }
    engine
}

/// The stronger engine mates or makes the other resign within a few hundred plies.
#[test]
fn a_game_against_fairy_stockfish_ends_by_the_rules() {
    let mut engines = [launch(&[("Profile", "gb5")]), fairy_stockfish()];
    let limits = [GoLimit::Nodes(1_000_000), GoLimit::Nodes(3_000)];
    let mut root = root("7g7f 3c3d");
    play(&mut engines, limits, &mut root, 400);
    let end = root.position();
    assert!(
        end.has_no_move() || end.repetition() != Repetition::None,
        "{}",
        root.command()
    );
}

// ---- bench and table

#[test]
fn bench_prints_one_number() {
    let place = Place::new();
    let run = place.joban("engine bench").exits(0);
    let signature: u64 = run.out.trim().parse().expect("a number");
    let json = place.joban("engine bench --json").exits(0).json();
    assert_eq!(json["signature"], signature);
    let sum: u64 = json["positions"]
        .as_array()
        .expect("positions")
        .iter()
        .filter_map(|row| row["nodes"].as_u64())
        .sum();
    assert_eq!(sum, signature);
}

#[test]
fn the_textbook_table_has_a_row_for_each_technique() {
    let place = Place::new();
    let json = place
        .joban("engine techniques --depth 2 --json")
        .exits(0)
        .json();
    let rows = json["added_in_turn"].as_array().expect("rows");
    assert_eq!(rows.len(), 12);
    // Plain minimax looks at every move of the start: 30, then 30 and 900.
    let depths = rows[0]["depths"].as_array().expect("depths");
    assert_eq!(
        (&depths[0]["nodes"], &depths[1]["nodes"]),
        (&30.into(), &930.into())
    );
    let nodes = |row: &serde_json::Value| row["depths"][1]["nodes"].as_u64().expect("nodes");
    assert!(nodes(&rows[1]) < 930 / 2, "alpha-beta");
    assert_eq!(
        rows[11]["depths"][1]["nodes"],
        json["left_out_in_turn"][0]["depths"][1]["nodes"]
    );
    let text = place
        .joban("engine techniques --depth 3 --max-nodes 5000 --lang ja")
        .exits(0);
    assert!(
        text.out.contains("単純なミニマックス") && text.out.contains(">5,000"),
        "{text:?}"
    );
    place.joban("engine techniques --profile gb6").exits(2);
    place.joban("engine techniques --depth 0").exits(2);
}

//! `joban match`: whole matches of the ROM engine and of Fairy-Stockfish.

use std::fs;
use std::io::Read;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::engine::book;
use crate::support::{Place, Run};

/// Openings of 6 to 9 plies, one of them without its moves.
const SUITE: &str = "# starts\n\
    startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e\n\
    startpos moves 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b\n\
    startpos moves 7g7f 8c8d 6g6f 3c3d 2h6h 7a6b 1g1f\n\
    sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 8\n";

/// Files that a run from the same settings repeats byte for byte.
const RESULTS: [&str; 4] = ["games.jsonl", "games.csa", "report.json", "manifest.json"];

/// A place with engines and a suite.
pub(crate) fn place() -> Place {
    let place = Place::new();
    let book = book(&place);
    let program = env!("CARGO_BIN_EXE_joban").replace('\\', "\\\\");
    let engine = |name: &str, options: &str| {
        format!(
            "[[engine]]\nname = '{name}'\npath = \"{program}\"\nargs = ['engine']\noptions = {{ {options} }}\n"
        )
    };
    let with_book = format!(
        "Profile = 'gb5', BookFile = \"{}\", KeySeed = 5, KeyTable = 'compact'",
        book.replace('\\', "\\\\")
    );
    let tables = [
        engine("gb5", "Profile = 'gb5'"),
        engine("gb60", "Profile = 'gb60'"),
        engine("book", &with_book),
    ];
    place.file("joban.toml", tables.concat());
    place.file("suite.txt", SUITE);
    place.file("even.txt", "startpos\n");
    place
}

fn results(place: &Place, folder: &str) -> Vec<Vec<u8>> {
    RESULTS
        .iter()
        .map(|name| place.read(&format!("{folder}/{name}")))
        .collect()
}

fn games(place: &Place, folder: &str) -> Vec<Value> {
    let text = place.text(&format!("{folder}/games.jsonl"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The report must say what an own count of the games says, and the records must be legal for the reader of records.
fn check(place: &Place, folder: &str, run: &Run) {
    let games = games(place, folder);
    let result = &run.json()["result"];
    let won = |who: &str| games.iter().filter(|game| game["winner"] == who).count();
    assert_eq!(result["games"]["wins"], won("first"));
    assert_eq!(result["games"]["losses"], won("second"));
    assert_eq!(
        result["games"]["draws"],
        games.len() - won("first") - won("second")
    );
    let mut cells = [0_u64; 5];
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["pair"], pair[1]["pair"]);
        assert_eq!((&pair[0]["game"], &pair[1]["game"]), (&0.into(), &1.into()));
        assert_eq!(pair[0]["position"], pair[1]["position"]);
        let points = |game: &Value| match game["winner"].as_str() {
            Some("first") => 2,
            None => 1,
            Some(_) => 0,
        };
        cells[points(&pair[0]) + points(&pair[1])] += 1;
    }
    assert_eq!(result["all_pairs"]["pairs"], serde_json::json!(cells));
    let inspected = place
        .joban(&format!("inspect {folder}/games.csa --strict --json"))
        .exits(0);
    let records = inspected.json_lines();
    assert_eq!(records.len(), games.len());
    for (record, game) in records.iter().zip(&games) {
        assert_eq!(
            record["warnings"].as_array().map_or(0, Vec::len),
            0,
            "{record}"
        );
        let winner = match (game["winner"].as_str(), game["game"].as_u64()) {
            (None, _) => "draw",
            (Some("first"), Some(0)) | (Some("second"), Some(1)) => "black",
            _ => "white",
        };
        assert_eq!(record["winner"], winner, "{record}");
    }
}

#[test]
fn a_match_is_the_same_however_it_is_run() {
    let place = place();
    let line = "match --engine gb5 --engine gb60 --suite suite.txt --nodes 100000 --pairs 5 --json";
    let one = place
        .joban(&format!("{line} -o one --concurrency 1"))
        .exits(0);
    check(&place, "one", &one);
    let two = place
        .joban(&format!("{line} -o two --concurrency 2"))
        .exits(0);
    assert_eq!(results(&place, "one"), results(&place, "two"));
    assert_eq!(one.json()["result"], two.json()["result"]);
    // Once more from the log alone: nothing is played, nothing changes.
    let again = place.joban(&format!("{line} -o one")).exits(0);
    assert_eq!(results(&place, "one"), results(&place, "two"));
    assert!(
        again.err.contains("10 games are in one.match already"),
        "{again:?}"
    );
    let uses = place.text("uses.jsonl");
    assert_eq!(
        uses.lines().count(),
        1,
        "one match, however often it is run: {uses}"
    );
    // More pairs go on from the same log.
    let more = place
        .joban(&format!("{line} -o one --pairs 6").replace("--pairs 5 ", ""))
        .exits(0);
    check(&place, "one", &more);
    assert_eq!(games(&place, "one")[..10], games(&place, "two")[..]);
    // Pair 4 begins from the start of pair 0, and gives the same games.
    assert_eq!(more.json()["result"]["repeats"]["pairs"], 6);
    assert_eq!(more.json()["result"]["repeats"]["distinct_pairs"], 4);
    let asked = more.json()["result"]["actual"].clone();
    assert_eq!(
        (&asked[0]["requested"], &asked[0]["nodes"]["max"]),
        (&"nodes 100000".into(), &88.into())
    );
    assert_eq!(
        more.json()["result"]["option_differences"],
        serde_json::json!([["Profile", "gb5", "gb60"]])
    );
}

#[test]
fn a_killed_match_goes_on_where_it_was() {
    let place = place();
    let line =
        "match --engine gb5 --engine gb60 --suite suite.txt --nodes 100000 --pairs 8 --quiet";
    let mut kills = 0;
    for kept in [1, 4, 9] {
        let mut child = place
            .command()
            .args(line.split(' '))
            .args(["-o", "killed", "--concurrency", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let log = place.path("killed.match");
        let lines = || fs::read_to_string(&log).map_or(0, |text| text.lines().count());
        let end = Instant::now() + Duration::from_secs(120);
        while lines() <= kept && child.try_wait().unwrap().is_none() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
        }
        kills += usize::from(child.try_wait().unwrap().is_none());
        // SIGKILL: nothing can be put in order.
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(kills > 0, "the match was over before it could be killed");
    place.joban(&format!("{line} -o killed")).exits(0);
    place
        .joban(&format!("{line} -o whole --concurrency 1"))
        .exits(0);
    assert_eq!(results(&place, "killed"), results(&place, "whole"));
    let text = place.text("killed.match");
    let mut keys: Vec<(u64, u64)> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|event| {
            let number = |key: &str| event["game"][key].as_u64().unwrap();
            (number("pair"), number("game"))
        })
        .collect();
    keys.sort_unstable();
    let all: Vec<(u64, u64)> = (0..8).flat_map(|pair| [(pair, 0), (pair, 1)]).collect();
    assert_eq!(keys, all, "no game lost, none doubled");
}

#[test]
fn a_book_is_seen_in_the_report_and_its_seed_is_that_of_the_pair() {
    let place = place();
    let line = "match --engine book --engine gb5 --suite even.txt --nodes 100000 --pairs 4 --json";
    let refused = place.joban(line).exits(2);
    assert!(refused.err.contains("--allow-shallow"), "{refused:?}");
    // A suite that was made to begin inside a book is not refused.
    for (books, code) in [("[]", 2), ("['a book']", 0)] {
        place.file("made/suite.moves.txt", "startpos\n");
        let manifest = format!(r#"{{"program":"joban 0.1.0","options":{{"for_book":{books}}}}}"#);
        place.file("made/manifest.json", manifest.replace('\'', "\""));
        let made = line.replace("even.txt", "made") + " -o made-match";
        place.joban(&made).exits(code);
    }
    let run = place.joban(&format!("{line} --allow-shallow")).exits(0);
    check(&place, "joban-match", &run);
    let result = &run.json()["result"];
    // One move of the book in the game with black; with white the position is not in it.
    assert_eq!(result["actual"][0]["from_book"], 4);
    assert_eq!(result["actual"][1]["from_book"], 0);
    assert_eq!(
        result["actual"][0]["book"]["by_ply"],
        serde_json::json!({"0": 4})
    );
    assert_eq!(result["actual"][0]["book"]["exit_ply"]["max"], 1);
    let text = place.joban("match analyse joban-match.match").exits(0).out;
    assert!(
        text.contains("Book of book: used in 4 games, 0.5 (0..1) moves a game, by ply: 0: 4;"),
        "{text}"
    );
    assert!(text.contains("What the data support"), "{text}");
    // The same engines from starts that the book does not know.
    let unused =
        "match --engine book --engine gb5 --suite suite.txt --nodes 100000 --pairs 1 -o unused";
    let text = place.joban(unused).exits(0).out;
    assert!(text.contains("these games say nothing about one"), "{text}");
    let games = games(&place, "joban-match");
    let firsts = games.iter().filter(|game| game["game"] == 0);
    let moves: Vec<&str> = firsts
        .map(|game| {
            assert_eq!(game["moves"][0]["book"], true);
            game["moves"][0]["mv"].as_str().unwrap()
        })
        .collect();
    assert!(
        moves.iter().all(|mv| ["1g1f", "9g9f"].contains(mv)),
        "{moves:?}"
    );
    let seeds: Vec<&Value> = games.iter().map(|game| &game["seed"]).collect();
    assert_eq!(seeds, [1, 1, 2, 2, 3, 3, 4, 4]);
    let manifest: Value = serde_json::from_slice(&place.read("joban-match/manifest.json")).unwrap();
    let inputs = manifest["inputs"].as_array().unwrap();
    assert!(
        inputs
            .iter()
            .any(|input| input["path"].as_str().unwrap().ends_with("book.bin"))
    );
}

#[test]
fn the_records_can_be_read_as_games_with_prescribed_moves() {
    let place = place();
    let line = "match --engine gb5 --engine gb5 --suite suite.txt --nodes 100000 --pairs 2 -o m";
    place.joban(line).exits(0);
    let text = place.text("m/games.csa");
    assert!(text.contains("N+gb5-1\nN-gb5-2\n"), "{text}");
    assert!(text.contains("'buoy game starting with 6 moves\n"));
    assert!(text.contains(" #88\n"), "nodes stand behind the evaluation");
    assert!(!text.contains("\nT"), "no times under a node limit");
    assert!(!place.text("m/games.jsonl").contains("time_us"));
    assert!(place.text("m/timing.jsonl").contains("times_us"));
    let build = "build m/games.csa --holdout 0 --min-rating none --min-plies 0 --endings any --buoy keep -o b";
    place.joban(build).exits(0);
    // Forced moves are never counted: no entry at the plies of the starts.
    let book = place.text("b/book.csv");
    let plies = book
        .lines()
        .skip(1)
        .map(|row| row.split(',').next().unwrap().parse::<u32>().unwrap());
    assert!(
        plies.clone().count() > 0 && plies.clone().all(|ply| ply >= 6),
        "{book}"
    );
}

#[test]
fn fairy_stockfish_plays_the_rom_to_legal_ends() {
    let place = place();
    let line = "match --engine fairy-stockfish --engine gb5 --suite suite.txt --nodes 300,1000 --pairs 2 --json";
    let run = place.joban(line).exits(0);
    check(&place, "joban-match", &run);
    let first = &run.json()["result"]["actual"][0];
    assert_eq!(first["requested"], "nodes 300");
    assert!(first["nodes"]["min"].as_u64().unwrap() >= 1, "{first}");
    let before = results(&place, "joban-match");
    fs::remove_file(place.path("joban-match.match")).unwrap();
    place.joban(line).exits(0);
    assert_eq!(
        results(&place, "joban-match"),
        before,
        "a rerun gives the same bytes"
    );
}

#[test]
fn a_test_ends_the_match_at_the_pair_that_decides() {
    let place = place();
    let line = "match --engine fairy-stockfish --engine gb5 --suite suite.txt --nodes 2000,1000 --pairs 40 \
                --elo0 0 --elo1 300 --json";
    let run = place
        .joban(&format!("{line} -o one --concurrency 1"))
        .exits(0);
    check(&place, "one", &run);
    let sprt = &run.json()["result"]["sprt"];
    assert_eq!(sprt["decision"], "H1", "{sprt}");
    let pairs = sprt["pairs"].as_u64().unwrap();
    assert!(pairs < 40, "{sprt}");
    assert_eq!(
        run.json()["result"]["games"]["wins"].as_u64().unwrap() % 2,
        0
    );
    place
        .joban(&format!("{line} -o two --concurrency 3"))
        .exits(0);
    assert_eq!(results(&place, "one"), results(&place, "two"));
}

#[test]
fn under_a_clock_records_tell_times() {
    let place = place();
    let line = "match --engine gb5 --engine gb60 --suite suite.txt --byoyomi 150 --pairs 1 --margin 3000 --json";
    let run = place.joban(line).exits(0);
    check(&place, "joban-match", &run);
    assert!(place.text("joban-match/games.jsonl").contains("time_us"));
    assert!(place.text("joban-match/games.csa").contains("\nT0\n"));
    let fast = run.json()["fast_answers"].clone();
    assert!(fast[0].as_u64().unwrap() > 0, "{fast}");
    assert_eq!(run.json()["result"]["actual"][0]["requested"], "time 0/150");
}

#[test]
fn a_start_that_stands_twice_gives_repeated_games() {
    let place = place();
    let lines: Vec<&str> = SUITE.lines().collect();
    place.file(
        "twice.txt",
        [lines[1], lines[2], lines[1]].join("\n") + "\n",
    );
    let line = "match --engine gb60 --engine gb5 --suite twice.txt --nodes 100000 --json";
    let run = place.joban(line).exits(0).json();
    let repeats = &run["result"]["repeats"];
    assert_eq!(
        (&repeats["pairs"], &repeats["distinct_pairs"]),
        (&3.into(), &2.into())
    );
    assert_eq!(repeats["starts"], 2);
    // Two different pairs support no verdict, however they ended.
    let told = place.joban(&line.replace(" --json", "")).exits(0).out;
    assert!(
        told.contains("no difference in strength is shown"),
        "{told}"
    );
}

#[test]
fn one_sided_results_get_their_verdict() {
    let place = place();
    let line = "match --engine fairy-stockfish --engine gb5 --suite suite.txt --nodes 3000,1 --pairs 4 -o m";
    let told = place.joban(line).exits(0).out;
    assert!(told.contains(" 2: 4\n"), "all games won: {told}");
    assert!(
        told.contains("no difference in strength is shown"),
        "of four pairs: {told}"
    );
    let moves = [
        "7i7h", "7i6h", "3i3h", "3i4h", "6i7h", "4i5h", "5i5h", "5i4h",
    ];
    let suite = moves.map(|mv| format!("startpos moves 7g7f 3c3d 2g2f 8c8d 2f2e 8d8e {mv}\n"));
    place.file("more.txt", suite.concat());
    let line = line
        .replace("suite.txt", "more.txt")
        .replace("--pairs 4", "--pairs 8");
    let told = place.joban(&format!("{line} --start-over")).exits(0).out;
    assert!(told.contains(" 2: 8\n"), "all games won: {told}");
    assert!(
        told.contains("is the stronger one from these starts"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn an_engine_that_falls_loses_after_two_replays_and_is_reported() {
    let place = place();
    place.file(
        "falls.sh",
        "while read line; do case \"$line\" in usi) echo id name Falls; echo usiok;; isready) echo readyok;; \
         go*) exit 3;; esac; done\n",
    );
    let script = place.path("falls.sh").display().to_string();
    let engine = format!("sh {script}");
    let line = "match --engine gb5 --suite suite.txt --nodes 9 --pairs 1 --json --engine";
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push(&engine);
    let run = place.run(args).exits(4);
    assert!(
        run.err.contains("pair 0 is void and played again: Falls"),
        "{run:?}"
    );
    assert!(run.err.contains("2 games were lost by a fault"), "{run:?}");
    let result = &run.json()["result"];
    assert_eq!(result["games"]["wins"], 2);
    assert_eq!(result["ends"]["fault"], 2);
    assert_eq!(result["actual"][1]["voided"], 2);
}

#[test]
fn a_log_is_judged_again_and_a_match_is_planned() {
    let place = place();
    let line =
        "match --engine gb5 --engine gb60 --suite suite.txt --nodes 100000 --pairs 5 -o m --json";
    let played = place.joban(line).exits(0);
    let judged = place.joban("match analyse m.match --json").exits(0);
    assert_eq!(judged.json()["result"], played.json()["result"]);
    let tested = place
        .joban("match analyse m.match --elo0 -100 --elo1 0")
        .exits(0);
    assert!(tested.out.contains("pentanomial GSPRT"), "{tested:?}");
    // Only finished pairs count.
    let text = place.text("m.match");
    let short: Vec<&str> = text.lines().take(2).collect();
    place.file("short.match", short.join("\n") + "\n");
    place.joban("match analyse short.match").exits(3);
    // A sequential test reads no further than the first pair that is not finished.
    let gap: Vec<&str> = text
        .lines()
        .filter(|line| !line.contains("\"pair\":0,"))
        .collect();
    place.file("gap.match", gap.join("\n") + "\n");
    let tested = place
        .joban("match analyse gap.match --elo0 0 --elo1 10 --json")
        .exits(0);
    assert_eq!(tested.json()["result"]["sprt"]["pairs"], 0);
    assert_eq!(tested.json()["result"]["repeats"]["pairs"], 4);
    place.joban("match analyse missing.match").exits(2);
    place.joban("match analyse suite.txt").exits(3);
    // Without draws the points of a game have the variance s(1-s): 1.96^2 * 0.2498/2 / (s-1/2)^2 at 10 Elo.
    let plan = place
        .joban("match plan --elo 10 --draws 0 --json")
        .exits(0)
        .json();
    let pairs = plan["pairs"]["for_interval"].as_u64().unwrap();
    assert!((2316..=2322).contains(&pairs), "{plan}");
    place.joban("match plan --elo 0").exits(2);
    place.joban("match plan --elo 400 --draws 0.9").exits(2);
}

#[test]
fn what_cannot_be_played_is_refused() {
    let place = place();
    place.file("empty.txt", "# nothing\n");
    place.file("bad.txt", "startpos moves 7g7f 3c3d\nstartpos moves 7g7e\n");
    place.file("over.txt", "sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w - 9\n");
    let around = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    place.file(
        "again.txt",
        format!("startpos moves {}\n", around.trim_end()),
    );
    let both = "match --engine gb5 --engine gb60";
    place.refuses(&[
        (format!("{both} --nodes 9"), 2, "--suite"),
        (
            format!("{both} --nodes 9 --suite empty.txt"),
            3,
            "no start position",
        ),
        (
            format!("{both} --nodes 9 --suite missing.txt"),
            2,
            "does not exist",
        ),
        (format!("{both} --nodes 9 --suite bad.txt"), 3, "bad.txt:2"),
        (format!("{both} --nodes 9 --suite over.txt"), 3, "line 1"),
        (format!("{both} --nodes 9 --suite again.txt"), 3, "line 1"),
        (
            format!("{both} --nodes 9 --suite suite.txt --max-moves 7"),
            3,
            "line 4",
        ),
        (format!("{both} --suite suite.txt"), 2, "exactly one limit"),
        (
            format!("{both} --suite suite.txt --nodes 9 --depth 1"),
            2,
            "exactly one limit",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9,-"),
            2,
            "engine 2",
        ),
        (
            format!("{both} --suite suite.txt --nodes 0"),
            2,
            "limit of 0",
        ),
        (
            format!("{both} --suite suite.txt --byoyomi 5 --increment 5"),
            2,
            "clock",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --elo0 3"),
            2,
            "--elo1",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --elo0 3 --elo1 2"),
            2,
            "--elo0",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --draw-score 3"),
            2,
            "--draw-moves",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --pairs 0"),
            2,
            "--pairs",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --first-start 5"),
            2,
            "--first-start",
        ),
        (
            format!("{both} --suite suite.txt --nodes 9 --first-option Contempt=3"),
            2,
            "Contempt",
        ),
        (
            "match --engine gb5 --suite suite.txt --nodes 9".to_owned(),
            2,
            "two engines",
        ),
        (
            "match --engine gb5 --engine nowhere --suite suite.txt --nodes 9".to_owned(),
            4,
            "nowhere",
        ),
    ]);
    assert!(!place.path("joban-match").exists());
}

#[test]
fn an_engine_that_is_set_up_wrongly_plays_no_game() {
    let place = place();
    let line = "match --engine gb5 --engine gb60 --suite suite.txt --nodes 9 --first-option BookFile=nowhere.bin";
    let run = place.joban(line).exits(4);
    assert!(
        run.err.contains("gb5") && run.err.contains("nowhere.bin"),
        "{run:?}"
    );
    assert!(!place.path("joban-match.match").exists());
}

#[test]
fn a_log_belongs_to_one_match() {
    let place = place();
    let line = "match --engine gb5 --engine gb60 --suite suite.txt --pairs 1 --quiet -o m";
    place.joban(&format!("{line} --nodes 9")).exits(0);
    let other = place.joban(&format!("{line} --nodes 10")).exits(2);
    assert!(other.err.contains("(first, second)"), "{other:?}");
    place
        .joban(&format!("{line} --nodes 10 --start-over"))
        .exits(0);
    assert!(place.path("m.match.old-1").exists());
    let mut text = String::new();
    fs::File::open(place.path("m.match"))
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    fs::write(place.path("m.match"), format!("{text}rubbish\n")).unwrap();
    let damaged = place.joban(&format!("{line} --nodes 10")).exits(3);
    assert!(damaged.err.contains("at line 4"), "{damaged:?}");
}

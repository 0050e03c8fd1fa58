//! The cases of `tests/cases/`, end to end through `joban inspect`: one test an id, named by it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::support::{Place, Run, game, game_between};

/// All cases of an area.
fn cases(area: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cases/{area}.jsonl"));
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn case(id: &str) -> Value {
    let area = id.split(['-', '_']).next().unwrap();
    let id = id.replace('_', "-");
    let found = cases(area).into_iter().find(|case| case["id"] == id);
    found.unwrap_or_else(|| panic!("no case {id}"))
}

/// One test for each id, and a test that no id of the file is left out.
macro_rules! area {
    ($area:ident, $check:ident, [$($id:ident),+ $(,)?]) => {
        mod $area {
            $(#[test] fn $id() { super::$check(&super::case(stringify!($id))); })+

            #[test]
            fn every_case_has_a_test() {
                super::complete(stringify!($area), &[$(stringify!($id)),+]);
            }
        }
    };
}

fn complete(area: &str, tested: &[&str]) {
    let elsewhere = ["filter_004", "filter_005"];
    let ids: BTreeSet<String> = cases(area)
        .iter()
        .map(|case| case["id"].as_str().unwrap().replace('-', "_"))
        .filter(|id| !elsewhere.contains(&id.as_str()))
        .collect();
    let tested: BTreeSet<String> = tested.iter().map(|id| (*id).to_owned()).collect();
    assert_eq!(ids, tested);
}

fn bytes(case: &Value) -> Vec<u8> {
    let input = case["input"].as_str().unwrap();
    match case["input_form"].as_str().unwrap() {
        "hex" => (0..input.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&input[at..at + 2], 16).unwrap())
            .collect(),
        _ => input.as_bytes().to_vec(),
    }
}

/// What `joban inspect --json` says of a file with these bytes.
fn inspect(bytes: &[u8], options: &str) -> (Run, Vec<Value>) {
    let place = Place::new();
    place.file("case.csa", bytes);
    let run = place
        .joban(&format!("inspect case.csa --json {options}"))
        .exits(0);
    let games = run.json_lines();
    (run, games)
}

/// Compares what is named in `expect` with a game as shown; `names_any_of` is looked at elsewhere.
fn matches_game(expect: &Map<String, Value>, shown: &Value) -> Result<(), String> {
    for (field, want) in expect {
        let got = &shown[field];
        let same = match field.as_str() {
            "error" => matches_issue(want, got),
            _ => same(want, got),
        };
        if !same {
            return Err(format!("{field}: expected {want}, shown {got}"));
        }
    }
    if !expect.contains_key("error") && !shown["error"].is_null() {
        return Err(format!("an error that is not expected: {}", shown["error"]));
    }
    Ok(())
}

/// Equal, with numbers compared as numbers.
fn same(want: &Value, got: &Value) -> bool {
    match (want.as_f64(), got.as_f64()) {
        (Some(want), Some(got)) => want == got,
        _ => want == got,
    }
}

/// Kind, line and text of an error or warning, as far as they are named.
fn matches_issue(want: &Value, got: &Value) -> bool {
    let named = ["kind", "line", "text"];
    named
        .iter()
        .filter(|field| !want[**field].is_null())
        .all(|field| want[*field] == got[*field])
}

fn warnings(games: &[Value]) -> Vec<&Value> {
    games
        .iter()
        .filter_map(|game| game["warnings"].as_array())
        .flatten()
        .collect()
}

fn outcome(expect: &Value, games: &[Value]) -> Result<(), String> {
    if let Some(any) = expect["any_of"].as_array() {
        let tried: Vec<String> = any
            .iter()
            .filter_map(|each| outcome(each, games).err())
            .collect();
        return if tried.len() < any.len() {
            Ok(())
        } else {
            Err(tried.join(" | "))
        };
    }
    if let Some(want) = expect["games"].as_array() {
        if want.len() != games.len() {
            return Err(format!(
                "{} games expected, {} shown",
                want.len(),
                games.len()
            ));
        }
        for (want, got) in want.iter().zip(games) {
            matches_game(want.as_object().unwrap(), got)?;
        }
    }
    if let Some(want) = expect.get("error") {
        let [only] = games else {
            return Err(format!("one broken game expected: {games:?}"));
        };
        if !matches_issue(want, &only["error"]) {
            return Err(format!("error {want} expected, shown {}", only["error"]));
        }
    }
    for want in expect["warnings"].as_array().into_iter().flatten() {
        if !warnings(games).iter().any(|got| matches_issue(want, got)) {
            return Err(format!(
                "warning {want} expected, shown {:?}",
                warnings(games)
            ));
        }
    }
    if expect["warnings"].is_null() && !warnings(games).is_empty() {
        return Err(format!(
            "warnings that are not expected: {:?}",
            warnings(games)
        ));
    }
    Ok(())
}

fn check_csa(case: &Value) {
    let (run, games) = inspect(&bytes(case), "");
    outcome(&case["expect"], &games).unwrap_or_else(|e| panic!("{}: {e}\n{run:#?}", case["id"]));
    for never in case["expect"]["never"].as_array().into_iter().flatten() {
        let text = never.as_str().unwrap();
        assert!(
            !run.err.contains(text) && !run.out.contains("panic"),
            "{run:#?}"
        );
    }
}

fn check_encoding(case: &Value) {
    let expect = case["expect"].as_object().unwrap();
    let (run, games) = inspect(&bytes(case), "");
    for field in ["encoding", "names"] {
        if let Some(want) = expect.get(field) {
            assert_eq!(&games[0][field], want, "{run:#?}");
        }
    }
    if let Some(any) = expect.get("names_any_of") {
        assert!(
            any.as_array().unwrap().contains(&games[0]["names"]),
            "{run:#?}"
        );
    }
    outcome(&case["expect"], &games).unwrap_or_else(|e| panic!("{}: {e}\n{run:#?}", case["id"]));
    assert_eq!(games[0]["moves"], json!(["2g2f"]));
}

fn check_sfen(case: &Value) {
    let place = Place::new();
    let run = place.run([
        "inspect",
        "--json",
        "--sfen",
        case["input"].as_str().unwrap(),
    ]);
    let expect = &case["expect"];
    if let Some(error) = expect.get("error") {
        let run = run.exits(2);
        assert_eq!(run.json()["error"]["kind"], error["kind"]);
        if let Some(what) = error["what"].as_str() {
            assert_eq!(run.json()["error"]["what"], what);
        }
        return;
    }
    let shown = run.exits(0).json();
    for field in ["sfen", "ply_given"] {
        if let Some(want) = expect.get(field) {
            assert_eq!(&shown[field], want);
        }
    }
    if let Some(validate) = expect.get("validate") {
        assert_eq!(shown["valid"], false);
        let issues = shown["issues"].as_array().unwrap();
        let found = |issue: &&Value| {
            validate
                .as_object()
                .unwrap()
                .iter()
                .all(|(field, want)| &issue[field] == want)
        };
        assert!(issues.iter().any(|issue| found(&issue)), "{shown}");
    }
}

fn check_rules(case: &Value) {
    let (start, moves) = start_and_moves(case["input"].as_str().unwrap());
    let place = Place::new();
    let shown = place
        .run(["inspect", "--json", "--sfen", start, "--moves", moves])
        .exits(0)
        .json();
    for (field, want) in case["expect"].as_object().unwrap() {
        match field.as_str() {
            "legal" => legal(want, &shown),
            "perft" => assert_eq!(shown["legal_move_count"], want["1"]),
            "legal_moves" => assert_eq!(&shown["legal_move_count"], want),
            "repetition_at_ply" => assert_eq!(&shown["repetition"][field], want),
            "points" | "rule27" | "rule24" => assert_eq!(&shown["declaration"][field], want),
            "note" | "property" => {}
            _ => assert_eq!(&shown[field], want, "{field}: {shown}"),
        }
    }
}

fn start_and_moves(input: &str) -> (&str, &str) {
    input.split_once(" moves ").unwrap_or((input, ""))
}

fn legal(want: &Value, shown: &Value) {
    let moves = shown["legal_moves"].as_array().unwrap();
    for (mv, legal) in want.as_object().unwrap() {
        assert_eq!(
            moves.contains(&json!(mv)),
            legal.as_bool().unwrap(),
            "{mv}: {shown}"
        );
    }
}

/// Figures of a dry run over games written one a file.
fn kept(games: &[String], options: &str) -> u64 {
    let place = Place::new();
    for (number, game) in games.iter().enumerate() {
        place.file(&format!("games/{number}.csa"), game);
    }
    let open = "--min-rating none --min-plies 0 --endings any --holdout 0";
    let run = place.joban(&format!("build games --dry-run --json {open} {options}"));
    assert!(matches!(run.code, 0 | 3), "{run:#?}");
    run.json()["games"].as_u64().unwrap()
}

fn check_filter(case: &Value) {
    match case["id"].as_str().unwrap() {
        "filter-001" => rating_text(case),
        "filter-002" => winner_rule(),
        "filter-003" => player_rule(case),
        "filter-006" => date_rule(case),
        other => panic!("no check for {other}"),
    }
}

fn rating_text(case: &Value) {
    let text = format!(
        "V2\nN+a+b\nN-Beta\n{}PI\n+\n+2726FU\nT1\n",
        case["input"].as_str().unwrap()
    );
    let (_, games) = inspect(text.as_bytes(), "");
    assert_eq!(games[0]["ratings"], json!([case["expect"]["rating"], null]));
    assert_eq!(games[0]["rating_ids"], json!([case["expect"]["id"], null]));
}

fn winner_rule() {
    let head = "V2\nN+Alpha\nN-Beta\nPI\n+\n+2726FU\n";
    let games = [
        format!("{head}-8384FU\n%TORYO\n"),
        format!("{head}%+ILLEGAL_ACTION\n"),
        format!("{head}-3334FU\n'summary:time up:Alpha win:Beta lose\n"),
        format!("{head}-1314FU\n%CHUDAN\n"),
    ];
    let each = |winner: &str| -> Vec<u64> {
        games
            .iter()
            .map(|game| kept(std::slice::from_ref(game), &format!("--winner {winner}")))
            .collect()
    };
    assert_eq!(each("white"), [1, 1, 0, 0]);
    assert_eq!(each("black"), [0, 0, 1, 0]);
    assert_eq!(each("decided"), [1, 1, 1, 0]);
}

fn player_rule(case: &Value) {
    let names: Value = serde_json::from_str(case["input"].as_str().unwrap()).unwrap();
    let names: Vec<&str> = names["names"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_str().unwrap())
        .collect();
    let games: Vec<String> = names
        .iter()
        .zip(0..)
        .map(|(name, n)| game_between(name, "Other", n))
        .collect();
    let each = |options: &str| -> Vec<u64> {
        games
            .iter()
            .map(|game| kept(std::slice::from_ref(game), options))
            .collect()
    };
    assert_eq!(each("--player Alpha"), [1, 0, 0]);
    assert_eq!(each("--player Alpha --ignore-case"), [1, 0, 1]);
    assert_eq!(each("--player ^Alpha --regex"), [1, 1, 0]);
    assert_eq!(each("--player ^Alpha"), [0, 0, 0]);
    assert_eq!(each("--player Other"), [1, 1, 1]);
    assert_eq!(each("--not-player Alpha"), [0, 1, 1]);
}

fn date_rule(case: &Value) {
    let input: Value = serde_json::from_str(case["input"].as_str().unwrap()).unwrap();
    let dates = input["dates"].as_array().unwrap();
    let games: Vec<String> = dates
        .iter()
        .zip(0..)
        .map(|(date, n)| {
            game(n).replace(
                &format!("2020/01/{:02}", n % 28 + 1),
                date.as_str().unwrap(),
            )
        })
        .collect();
    let range = format!(
        "--date-from {} --date-to {}",
        input["from"].as_str().unwrap(),
        input["to"].as_str().unwrap()
    );
    let kept_dates: Vec<&Value> = dates
        .iter()
        .zip(&games)
        .filter(|(_, game)| kept(std::slice::from_ref(*game), &range) == 1)
        .map(|(date, _)| date)
        .collect();
    assert_eq!(json!(kept_dates), case["expect"]["kept"]);
    let run = Place::new()
        .joban("build x.csa --date-to 2021/02/29")
        .exits(2);
    assert!(
        run.err.contains("ConfigError") && run.err.contains("2021/02/29"),
        "{run:#?}"
    );
}

/// The file of a case, as `inspect` shows the suite that it is.
fn listed(case: &Value) -> Value {
    let place = Place::new();
    place.file("case.txt", bytes(case));
    let shown = place.joban("inspect case.txt --json").exits(0);
    shown.json_lines().remove(0)
}

fn input(case: &Value) -> Value {
    serde_json::from_str(case["input"].as_str().unwrap()).unwrap()
}

fn check_suite(case: &Value) {
    match case["id"].as_str().unwrap() {
        "suite-001" | "suite-002" | "suite-008" => suite_lines(case),
        "suite-003" => suite_seed(case),
        "suite-004" => shuffle_has_no_bias(case),
        "suite-005" => pairs_go_round(case),
        "suite-006" => passages_of_a_game(case),
        "suite-007" => same_end_other_game(case),
        other => panic!("no check for {other}"),
    }
}

fn suite_lines(case: &Value) {
    let (shown, expect) = (listed(case), &case["expect"]);
    let list = shown["list"].as_array().unwrap();
    assert_eq!(expect["positions"], list.len(), "{shown}");
    let errors = shown["errors"].as_array().unwrap();
    let wanted = expect["errors"].as_array().cloned().unwrap_or_default();
    assert_eq!(errors.len(), wanted.len(), "{shown}");
    for (want, got) in wanted.iter().zip(errors) {
        assert!(matches_issue(want, got), "{want} {got}");
    }
    for field in ["sfen", "plies_played"] {
        if let Some(want) = expect.get(field) {
            assert_eq!(want, &list[0][field]);
        }
    }
}

fn suite_seed(case: &Value) {
    let size = input(case)["suite_size"].as_u64().unwrap();
    let place = Place::new();
    for number in 0..2 * size {
        place.file(&format!("a/{number:02}.csa"), game(number));
        place.file(&format!("b/{:02}.csa", 99 - number), game(number));
    }
    let list = |folder: &str, seed: &str| -> (Vec<String>, u64) {
        let line = format!("suite {folder} --holdout 1 --plies 10 --count {size} {seed} -o s");
        place.joban(&line).exits(0);
        let manifest: Value = serde_json::from_str(&place.text("s/manifest.json")).unwrap();
        let lines = place.text("s/suite.plain.txt");
        let seed = manifest["seeds"]["suite"].as_u64().unwrap();
        (lines.lines().map(str::to_owned).collect(), seed)
    };
    let one = list("a", "--suite-seed 1");
    assert_eq!(one.0.len() as u64, size);
    assert_eq!(one, list("b", "--suite-seed 1"));
    assert_eq!(one.1, 1);
    let drawn = list("a", "");
    assert_eq!(drawn, list("b", ""));
    assert_eq!(drawn, list("a", &format!("--suite-seed {}", drawn.1)));
    let two = list("a", "--suite-seed 2").0;
    let moved = |by: usize| (0..two.len()).all(|at| one.0[(at + by) % two.len()] == two[at]);
    assert!(!(0..two.len()).any(moved));
}

fn shuffle_has_no_bias(case: &Value) {
    let input = input(case);
    let size = input["suite_size"].as_u64().unwrap() as usize;
    let seeds = input["seeds"].as_u64().unwrap();
    let mut orders: std::collections::BTreeMap<Vec<usize>, u64> = Default::default();
    for seed in 0..seeds {
        *orders
            .entry(joban_positions::suite::shuffled(size, seed))
            .or_default() += 1;
    }
    assert_eq!(orders.len(), 6);
    assert!(
        orders.values().all(|count| (855..=1145).contains(count)),
        "{orders:?}"
    );
}

fn pairs_go_round(case: &Value) {
    let input = input(case);
    let place = Place::new();
    for number in 0..input["openings"].as_u64().unwrap() {
        place.file(&format!("games/{number}.csa"), game(number));
    }
    let line = format!(
        "suite games --holdout 1 --plies 12 --pairs {} --first-start {} -o s",
        input["pairs"], input["start"]
    );
    let run = place.joban(&line).exits(0);
    assert!(run.err.contains("its 3 starts repeat"), "{run:#?}");
    let pairs = place.text("s/suite.pairs.csv");
    let rows = pairs.lines().skip(1).step_by(2);
    let starts: Vec<&str> = rows.map(|row| row.split(',').nth(1).unwrap()).collect();
    assert_eq!(starts, ["0", "1", "2", "0", "1", "2", "0"]);
}

const OPEN: &str = "--min-rating none --min-plies 0 --holdout 1";

fn passages_of_a_game(case: &Value) {
    let expect = &case["expect"];
    let place = Place::new();
    place.file("game.csa", bytes(case));
    let start = expect["position"].as_str().unwrap();
    place.file(
        "book.jsonl",
        format!("{{\"sfen\":\"{start}\",\"move\":\"2g2f\"}}\n"),
    );
    place
        .joban(&format!("suite game.csa {OPEN} --for-book book.jsonl -o s"))
        .exits(0);
    let catalogue: Value = serde_json::from_str(&place.text("s/suite.json")).unwrap();
    assert_eq!(catalogue["starts"], 1);
    let passage = &catalogue["list"][0]["passage"];
    assert_eq!(passage["games"], expect["games"]);
    assert_eq!(passage["moves"], expect["moves"]);
}

fn same_end_other_game(case: &Value) {
    let games = input(case)["games"].as_array().unwrap().clone();
    let text = |game: &Value| {
        let mut position = joban_engine::rules::Position::startpos();
        let (black, white) = (&game["players"][0], &game["players"][1]);
        let name = |name: &Value| name.as_str().unwrap().to_owned();
        let mut text = format!("V2.2\nN+{}\nN-{}\nPI\n+\n", name(black), name(white));
        for mv in game["moves"].as_str().unwrap().split(' ') {
            let mv = joban_engine::rules::Move::from_usi(mv).unwrap();
            text.push_str(&format!("{}\n", position.csa_text(mv)));
            position.play(mv).unwrap();
        }
        text + "%TORYO\n"
    };
    let place = Place::new();
    for (number, game) in games.iter().enumerate() {
        place.file(&format!("a/{number}.csa"), text(game));
        place.file(&format!("b/{}.csa", 9 - number), text(game));
    }
    let suites = ["a", "b"].map(|folder| {
        let line = format!("suite {folder} {OPEN} --plies 1..4 -o {folder}s --json");
        let told = place.joban(&line).exits(0).json();
        assert_eq!(told["games"], case["expect"]["games"]);
        let manifest: Value =
            serde_json::from_str(&place.text(&format!("{folder}s/manifest.json"))).unwrap();
        assert_eq!(
            manifest["dropped"]["duplicates"],
            case["expect"]["duplicates"]
        );
        assert_eq!(told["suites"][0]["starts"], 2);
        place.text(&format!("{folder}s/suite.json"))
    });
    assert_eq!(suites[0], suites[1]);
}

area!(
    csa,
    check_csa,
    [
        csa_001, csa_002, csa_003, csa_004, csa_005, csa_006, csa_007, csa_008, csa_009, csa_010,
        csa_011, csa_012, csa_013, csa_014, csa_015, csa_016, csa_017, csa_018, csa_019, csa_020,
        csa_021, csa_022, csa_023, csa_024, csa_025, csa_026, csa_027, csa_028, csa_029, csa_030,
        csa_031, csa_032, csa_033, csa_034, csa_035, csa_036, csa_037, csa_038, csa_039, csa_040,
        csa_041, csa_042, csa_043, csa_044, csa_045,
    ]
);

area!(
    encoding,
    check_encoding,
    [
        encoding_001,
        encoding_002,
        encoding_003,
        encoding_004,
        encoding_005,
        encoding_006,
    ]
);

area!(
    sfen,
    check_sfen,
    [
        sfen_001, sfen_002, sfen_003, sfen_004, sfen_005, sfen_006, sfen_007, sfen_008, sfen_009,
    ]
);

area!(
    rules,
    check_rules,
    [
        rules_001, rules_002, rules_003, rules_004, rules_005, rules_006, rules_007, rules_008,
        rules_009, rules_010, rules_011, rules_012, rules_013, rules_014, rules_015,
    ]
);

area!(
    suite,
    check_suite,
    [
        suite_001, suite_002, suite_003, suite_004, suite_005, suite_006, suite_007, suite_008,
    ]
);

// filter-004 and filter-005 are about engine lines and scores, which no command reads: they belong to the audit of books.
area!(
    filter,
    check_filter,
    [filter_001, filter_002, filter_003, filter_006]
);

#[test]
fn an_encoding_can_be_forced() {
    let bytes = bytes(&case("encoding_003"));
    for (encoding, name) in [("euc-jp", "樵"), ("shift_jis", "ｾﾁ")] {
        let (_, games) = inspect(&bytes, &format!("--encoding {encoding}"));
        assert_eq!(games[0]["names"], json!([name, "Beta"]));
        assert_eq!(games[0]["encoding"], encoding);
        assert_eq!(games[0]["moves"], json!(["2g2f"]));
    }
}

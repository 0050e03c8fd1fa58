//! `joban suite`, `joban suite check`, and suites in `joban inspect`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use joban_positions::corpus::EVEN_START;
use joban_positions::hash::game_hash;
use joban_positions::{Side, Split};
use serde_json::{Value, json};

use crate::support::{Place, game, shared};

fn sample() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("samples/joban-sample.7z")
}

/// Runs `joban suite` on the sample archive; what `--json` says.
fn suite(place: &Place, options: &str, code: i32) -> Value {
    let sample = sample();
    let words = ["suite", sample.to_str().unwrap(), "--json", "--quiet"];
    let run = place.run(words.into_iter().chain(options.split_whitespace()));
    let run = run.exits(code);
    if code == 0 {
        run.json()
    } else {
        json!(run.err)
    }
}

fn manifest(place: &Place, folder: &str) -> Value {
    serde_json::from_str(&place.text(&format!("{folder}/manifest.json"))).unwrap()
}

/// Moves of the lines of a list.
fn starts(place: &Place, list: &str) -> Vec<Vec<String>> {
    let text = place.text(list);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let moves = lines.map(|line| {
        let moves = line.strip_prefix("startpos").unwrap().trim();
        let moves = moves.strip_prefix("moves ").unwrap_or(moves);
        moves.split_whitespace().map(str::to_owned).collect()
    });
    moves.collect()
}

/// The positions of a game, with those before its moves.
fn played(moves: &[String]) -> Vec<Position> {
    let mut position = Position::startpos();
    let mut all = vec![position.clone()];
    for mv in moves {
        position.play(Move::from_usi(mv).unwrap()).unwrap();
        all.push(position.clone());
    }
    all
}

fn last(moves: &[String]) -> Position {
    played(moves).pop().unwrap()
}

/// A position and its turned twin as one text.
fn either(position: &Position) -> String {
    position.sfen_key().min(position.flip().sfen_key())
}

/// All games of the sample archive as `inspect` shows them: moves and hash.
fn sample_games(place: &Place) -> Vec<(Vec<String>, u64)> {
    let sample = sample();
    let shown = place.run(["inspect", sample.to_str().unwrap(), "--json"]);
    let games = shown.exits(0).json_lines();
    let games = games.iter().map(|game| {
        let moves = game["moves"].as_array().unwrap().iter();
        let moves: Vec<String> = moves.map(|mv| mv.as_str().unwrap().to_owned()).collect();
        let parsed = moves.iter().map(|mv| Move::from_usi(mv).unwrap());
        let hash = game_hash(EVEN_START, parsed);
        (moves, hash)
    });
    games.collect()
}

const MANY: &str = "--holdout 0.7 --min-rating none --plies 16..40";

#[test]
fn a_suite_and_its_twin_are_sound_by_an_independent_check() {
    let place = Place::new();
    let told = suite(
        &place,
        &format!("{MANY} --count 256 --twin --mirror -o s"),
        0,
    );
    assert_eq!(
        (&told["suites"][0]["starts"], &told["suites"][1]["starts"]),
        (&json!(256), &json!(256))
    );
    assert_eq!(told["proof"]["findings"], 0);
    assert_eq!(told["proof"]["disjoint_by_game"], true);
    let games = sample_games(&place);
    let split = Split::new(0, 0.7).unwrap();
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut of_games = BTreeSet::new();
    for list in ["suite", "twin"] {
        for (number, moves) in starts(&place, &format!("s/{list}.moves.txt"))
            .iter()
            .enumerate()
        {
            assert!((16..=40).contains(&moves.len()));
            let history = played(moves);
            let position = history.last().unwrap();
            assert!(!position.legal_moves().is_empty());
            let earlier = history[..moves.len()].iter();
            assert!(
                earlier
                    .clone()
                    .all(|at| at.sfen_key() != position.sfen_key())
            );
            let before = taken.insert(either(position), number);
            assert_eq!(before, None, "no position stands twice, also turned");
            let text = place.text(&format!("s/{list}.moves.txt"));
            let comment = text.lines().nth(1 + 2 * number).unwrap();
            let hash = comment
                .split("game=")
                .nth(1)
                .unwrap()
                .split(' ')
                .next()
                .unwrap();
            let hash = u64::from_str_radix(hash, 16).unwrap();
            assert!(of_games.insert(hash), "one start a game");
            assert_eq!(split.side(hash), Side::HeldOut);
            let (whole, _) = games.iter().find(|(_, other)| *other == hash).unwrap();
            assert!(whole.starts_with(moves));
        }
    }
    // No game of the training side passes through a start.
    let mut looked = 0;
    for (moves, hash) in &games {
        if split.side(*hash) == Side::Training {
            for position in played(moves) {
                looked += 1;
                assert!(!taken.contains_key(&either(&position)), "{moves:?}");
            }
        }
    }
    assert_eq!(told["proof"]["compared"][0]["positions"], looked);
    assert_eq!(
        place
            .text("s/suite.pairs.csv")
            .lines()
            .take(3)
            .collect::<Vec<_>>(),
        ["pair,start,seed,black", "0,0,1,first", "0,0,1,second"]
    );
    assert_eq!(place.text("s/suite.pairs.csv").lines().count(), 1 + 512);
    mirrored_starts_are_turned(&place);
}

fn mirrored_starts_are_turned(place: &Place) {
    let run = place
        .joban("suite check s/suite.mirror.moves.txt --against s --json")
        .exits(1)
        .json();
    let findings = run["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 256);
    assert!(findings.iter().all(|each| each["likeness"] == "flipped"));
    place
        .joban("suite check s/twin.sfen.txt --against s/suite.plain.txt")
        .exits(0);
}

#[test]
fn neither_order_nor_threads_nor_packing_matter() {
    let place = Place::new();
    let halves: [String; 2] = [0..30, 30..60].map(|half| {
        let games: Vec<String> = half.map(game).collect();
        games.join("/\n")
    });
    let [one, two] = halves;
    place.file("one.csa", &one);
    place.file("two.csa", &two);
    place.file("folder/z.csa", &one);
    place.file("folder/a.csa", &two);
    place
        .joban("ingest two.csa one.csa --plies all -o tables --quiet")
        .exits(0);
    let options = "--holdout 0.5 --plies 8..20 --count 10 --twin --quiet --mirror";
    for (number, (input, more)) in [
        ("one.csa two.csa", "--jobs 1"),
        ("two.csa one.csa", "--jobs 4"),
        ("folder", "--jobs 3"),
        ("tables", ""),
    ]
    .into_iter()
    .enumerate()
    {
        place
            .joban(&format!("suite {input} {options} {more} -o s{number}"))
            .exits(0);
    }
    for name in place.names("s0") {
        for other in ["s1", "s2", "s3"] {
            let mut both =
                [format!("s0/{name}"), format!("{other}/{name}")].map(|file| place.text(&file));
            if name == "manifest.json" {
                both = both.map(|text| {
                    let mut manifest: Value = serde_json::from_str(&text).unwrap();
                    manifest["inputs"] = json!(null);
                    // Tables were made by a run with a manifest of its own.
                    manifest["built_on"] = json!(null);
                    manifest.to_string()
                });
            }
            assert_eq!(both[0], both[1], "{name} of {other}");
        }
    }
}

#[test]
fn a_suite_inside_a_book_holds_every_position_the_book_and_held_out_games_share() {
    let place = Place::new();
    let sample = sample();
    let sample = sample.to_str().unwrap();
    place
        .run(["build", sample, "-o", "book", "--quiet"])
        .exits(0);
    let told = suite(&place, "--for-book book --pairs 500 -o s", 0);
    assert_eq!(told["proof"]["disjoint_by_game"], true);
    assert_eq!(told["proof"]["compared"], json!([]));
    let csv = place.text("book/book.csv");
    let rows = csv.lines().skip(1).map(|row| {
        let mut fields = row.split(',');
        let ply: usize = fields.next().unwrap().parse().unwrap();
        (ply, fields.nth(1).unwrap().to_owned())
    });
    let book: BTreeSet<(usize, String)> = rows.collect();
    let lines = starts(&place, "s/suite.moves.txt");
    let got: BTreeSet<(usize, String)> = lines
        .iter()
        .map(|moves| (moves.len(), last(moves).sfen_key()))
        .collect();
    assert!(lines.len() > 50 && got.is_subset(&book));
    // What the held-out games that pass the filter pass through.
    let catalogue: Value = serde_json::from_str(&place.text("s/suite.json")).unwrap();
    let start = &catalogue["list"]
        .as_array()
        .unwrap()
        .iter()
        .find(|each| each["ply"] == 0)
        .unwrap();
    assert_eq!(start["passage"]["games"], told["games"]);
    let moves = start["passage"]["moves"].as_object().unwrap().values();
    assert_eq!(
        moves.map(|count| count.as_u64().unwrap()).sum::<u64>(),
        told["games"].as_u64().unwrap()
    );
    assert_eq!(place.text("s/suite.pairs.csv").lines().count(), 1 + 1000);
    let warnings = told["warnings"].to_string();
    assert!(warnings.contains("repeat"), "{warnings}");
    // A book without a manifest proves nothing about games.
    place.file("other.csv", &csv);
    let told = suite(&place, "--for-book other.csv,book -o t", 0);
    assert_eq!(told["proof"]["disjoint_by_game"], false);
    assert_eq!(told["suites"][0]["starts"], lines.len());
    suite(&place, "--for-book book --twin", 2);
    suite(&place, "--for-book book --plies 9", 2);
    suite(&place, &format!("--for-book {sample}"), 2);
}

#[test]
fn a_yaneuraou_book_knows_its_positions_at_any_ply() {
    let place = Place::new();
    place.file(
        "games.csa",
        (0..20).map(game).collect::<Vec<_>>().join("/\n"),
    );
    place.file(
        "book.db",
        format!("#YANEURAOU-DB2016 1.00\nsfen {EVEN_START} 7\n7g7f none 0 1\n"),
    );
    let line = "suite games.csa --holdout 1 --for-book book.db --json --quiet -o s";
    let told = place.joban(line).exits(0).json();
    assert_eq!(told["suites"][0]["starts"], 1);
    assert_eq!(starts(&place, "s/suite.moves.txt"), [Vec::<String>::new()]);
    assert_eq!(told["dropped"]["not_in_book"], 20 * 8);
}

/// Lines of which one is sound, and the others stand in what they are compared with or cannot be used.
fn planted(place: &Place) {
    place.file(
        "games.csa",
        (0..40).map(game).collect::<Vec<_>>().join("/\n"),
    );
    place
        .joban("build games.csa --holdout 0 --entries 40 --book-plies 6 -o book --quiet")
        .exits(0);
    place.file(
        "other.txt",
        "startpos moves 7g7f 3c3d 2g2f 8c8d, score=3\nstartpos moves 9g9f 9c9d\n",
    );
    place.file(
        "suite.txt",
        "# foreign list\r\n\
         startpos\r\n\
         startpos moves 2g2f 8c8d 7g7f 3c3d\r\n\
         sfen lnsgkgsnl/1r5b1/1pppppppp/p8/9/P8/1PPPPPPPP/1B5R1/LNSGKGSNL b - 3\r\n\
         startpos moves 1g1f 1c1d\r\n\
         startpos moves 5i5h 5a5b 4i4h 4a4b 3i3h 3a3b\r\n\
         startpos moves 7g7e\r\n\
         startpos moves 5i5h 5a5b 4i4h 4a4b 3i3h 3a3b\r\n",
    );
}

#[test]
fn check_finds_what_was_planted_and_nothing_else() {
    let place = Place::new();
    planted(&place);
    let line = "suite check suite.txt --against other.txt --against book --json";
    let told = place.joban(line).exits(1).json();
    let found: Vec<(u64, &str, &str)> = told["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|each| {
            let text = |name: &str| each[name].as_str().unwrap();
            (
                each["line"].as_u64().unwrap(),
                text("likeness"),
                text("against"),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            (3, "same", "other.txt"),
            (4, "same", "other.txt"),
            (2, "same", "book"),
        ]
    );
    assert_eq!(
        told["findings"][0]["place"],
        json!({"file": "other.txt", "line": 1})
    );
    assert_eq!(
        told["findings"][2]["place"],
        json!({"file": "book", "ply": 0})
    );
    assert_eq!(told["errors"][0]["kind"], "IllegalMove");
    assert_eq!(told["errors"][0]["line"], 7);
    assert_eq!(
        told["duplicates"],
        json!([{"file": "suite.txt", "line": 8, "first_file": "suite.txt", "first_line": 6, "kind": "line"}])
    );
    let people = place.joban("suite check suite.txt --against book").exits(1);
    assert!(
        people
            .out
            .contains("suite.txt, line 2 stands in book, ply 0"),
        "{people:#?}"
    );
}

#[test]
fn check_finds_turned_positions_in_games_on_their_training_side_only() {
    let place = Place::new();
    let moves = played(&["7g7f".to_owned()]);
    place.file("turned.sfen", format!("sfen {}\n", moves[1].flip().sfen()));
    let game = "PI\n+\n+7776FU\n-3334FU\n%TORYO\n";
    place.file("games.csa", game);
    let line = "suite check turned.sfen --against games.csa --json";
    let told = place.joban(&format!("{line} --holdout 0")).exits(1).json();
    assert_eq!(
        told["findings"][0]["place"],
        json!({"file": "games.csa", "game": 1, "line": 1, "ply": 1})
    );
    assert_eq!(told["findings"][0]["likeness"], "flipped");
    assert_eq!(told["compared"][0]["flipped"], 1);
    let told = place.joban(&format!("{line} --holdout 1")).exits(0).json();
    assert_eq!(told["compared"][0]["held_out_games"], 1);
    assert_eq!(told["compared"][0]["games"], 0);
}

#[test]
fn what_others_write_is_looked_through() {
    let place = Place::new();
    let start = last(&["7g7f".to_owned()]).sfen();
    let key = last(&["7g7f".to_owned()]).sfen_key();
    place.file("suite.txt", "startpos moves 7g7f\n");
    place.file("bare.txt", format!("\u{feff}# x\r\n{start}, score=1\r\n"));
    place.file("book.db", format!("sfen {key} 2\n3c3d none 0 1\n"));
    place.file(
        "book.jsonl",
        format!("{{\"sfen\":\"{start}\",\"move\":\"3c3d\"}}\n"),
    );
    let wide: Vec<u8> = "\u{feff}position startpos moves 7g7f\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    place.file("wide.txt", wide);
    for (other, kind) in [
        ("bare.txt", "suite"),
        ("book.db", "book"),
        ("book.jsonl", "book"),
        ("wide.txt", "suite"),
    ] {
        let told = place.joban(&format!("suite check suite.txt --against {other} --json"));
        let told = told.exits(1).json();
        assert_eq!(told["compared"][0]["kind"], kind, "{other}");
        assert_eq!(told["compared"][0]["same"], 1, "{other}");
    }
    place.file("keys.bin", [0; 6]);
    let run = place
        .joban("suite check suite.txt --against keys.bin")
        .exits(2);
    assert!(run.err.contains("book.csv"), "{run:#?}");
}

#[test]
fn what_is_named_with_against_is_never_chosen() {
    let place = Place::new();
    let first = suite(&place, &format!("{MANY} --count 60 -o first"), 0);
    assert_eq!(first["suites"][0]["starts"], 60);
    let second = suite(
        &place,
        &format!("{MANY} --count 60 --against first -o second"),
        0,
    );
    let compared = second["proof"]["compared"].as_array().unwrap();
    assert_eq!(
        (&compared[1]["kind"], &compared[1]["path"]),
        (&json!("suite"), &json!("first"))
    );
    assert!(compared[1]["same"].as_u64().unwrap() >= 60);
    place
        .joban("suite check second --against first --holdout 0.7")
        .exits(0);
    let built_on = &manifest(&place, "second")["built_on"];
    assert_eq!(built_on[0]["path"], "first/manifest.json");
}

#[test]
fn the_split_comes_from_manifests_and_must_agree() {
    let place = Place::new();
    let sample = sample();
    let sample = sample.to_str().unwrap();
    for (holdout, book) in [("0.5", "a"), ("0.4", "b"), ("0", "none")] {
        let build = place.run([
            "build",
            sample,
            "--holdout",
            holdout,
            "--entries",
            "20",
            "-o",
            book,
            "--quiet",
        ]);
        build.exits(0);
    }
    let told = suite(&place, "--against a --count 5 -o s", 0);
    assert_eq!(told["proof"]["split"], json!({"seed": 0, "holdout": 0.5}));
    assert_eq!(manifest(&place, "s")["options"]["holdout"], 0.5);
    for options in [
        "--against a --against b",
        "--against a --holdout 0.2",
        "--against a --seed 1",
    ] {
        let said = suite(&place, options, 2);
        assert!(said.as_str().unwrap().contains("holds out 0.5"), "{said}");
    }
    for options in ["--holdout 0", "--against none"] {
        let said = suite(&place, options, 2);
        assert!(said.as_str().unwrap().contains("--unheld"), "{said}");
    }
    let told = suite(
        &place,
        "--against none --unheld --count 5 --plies 30 -o u",
        0,
    );
    assert_eq!(told["proof"]["split"], json!(null));
    assert_eq!(told["proof"]["disjoint_by_game"], false);
    assert_eq!(told["proof"]["compared"].as_array().unwrap().len(), 1);
    // A suite that held nothing out says nothing about the split of another.
    suite(&place, "--against u --against a --count 5 -o v", 0);
}

#[test]
fn the_split_of_an_audited_book_is_that_of_the_book_it_was_made_from() {
    let place = Place::new();
    place.file(
        "games.csa",
        (0..40).map(game).collect::<Vec<_>>().join("/\n"),
    );
    place
        .joban("build games.csa --holdout 0.5 --entries 12 --book-plies 4 -o book --quiet")
        .exits(0);
    let verify = "verify book --teacher fairy-stockfish --nodes 500 --fix --quiet -o audited";
    let run = place.joban(verify);
    assert!(matches!(run.code, 0 | 4), "{run:#?}");
    let suite = "suite games.csa --for-book audited --json --quiet -o s";
    let told = place.joban(suite).exits(0).json();
    assert_eq!(told["proof"]["split"], json!({"seed": 0, "holdout": 0.5}));
    assert_eq!(told["proof"]["disjoint_by_game"], true);
    place.joban(&format!("{suite} --holdout 0.4")).exits(2);
    // A book that was made again since is another one.
    place
        .joban("build games.csa --holdout 0.4 --entries 12 --book-plies 4 -o book --quiet")
        .exits(0);
    let told = place.joban(suite).exits(0).json();
    assert_eq!(told["proof"]["split"]["holdout"], 0.2);
    assert_eq!(told["proof"]["disjoint_by_game"], false);
}

/// A record with these moves.
fn record(moves: &str) -> String {
    let mut position = Position::startpos();
    let mut text = "V2.2\nPI\n+\n".to_owned();
    for mv in moves.split(' ') {
        let mv = Move::from_usi(mv).unwrap();
        text.push_str(&format!("{}\n", position.csa_text(mv)));
        position.play(mv).unwrap();
    }
    text + "%TORYO\n"
}

#[test]
fn what_a_training_game_reaches_turned_or_by_other_moves_is_barred() {
    let place = Place::new();
    // Both sides lose time, so that white alone has moved a pawn and black is to move: 7g7f turned round.
    let turned = "2h3h 3c3d 3h2h 5a4b 2h3h 4b5b 3h2h 5b5a";
    let other = "2g2f 8c8d 7g7f 3c3d";
    let held = ["7g7f 8c8d", "1g1f 9c9d", "7g7f 3c3d 2g2f 8c8d"];
    let hash = |moves: &str| {
        game_hash(
            EVEN_START,
            moves.split(' ').map(|mv| Move::from_usi(mv).unwrap()),
        )
    };
    let seed = (0..10_000)
        .find(|&seed| {
            let side = |moves: &str| Split::new(seed, 0.5).unwrap().side(hash(moves));
            held.iter().all(|moves| side(moves) == Side::HeldOut)
                && [turned, other]
                    .iter()
                    .all(|moves| side(moves) == Side::Training)
        })
        .unwrap();
    let games: Vec<String> = held
        .iter()
        .chain([&turned, &other])
        .map(|moves| record(moves))
        .collect();
    place.file("games.csa", games.join("/\n"));
    let line = format!(
        "suite games.csa --holdout 0.5 --seed {seed} --min-rating none --min-plies 0 --json -o s"
    );
    let told = place.joban(&format!("{line} --plies 1")).exits(0).json();
    let compared = &told["proof"]["compared"][0];
    assert_eq!(
        (&compared["same"], &compared["flipped"]),
        (&json!(0), &json!(1))
    );
    // 7g7f of two games.
    assert_eq!(told["dropped"]["barred"], 2);
    assert_eq!(starts(&place, "s/suite.moves.txt"), [["1g1f"]]);
    let run = place.joban(&format!("{line} --plies 4")).exits(3);
    assert!(run.err.contains("barred 1"), "{run:#?}");
}

#[test]
fn caps_and_checks_hold() {
    let place = Place::new();
    let told = suite(
        &place,
        &format!("{MANY} --per-family 1 --per-pairing 2 --not-in-check -o s"),
        0,
    );
    let catalogue: Value = serde_json::from_str(&place.text("s/suite.json")).unwrap();
    assert_eq!(told["suites"][0]["starts"], told["suites"][0]["families"]);
    assert!(told["dropped"]["in_check"].as_u64().unwrap() > 0);
    let mut pairings: BTreeMap<String, u32> = BTreeMap::new();
    for start in catalogue["list"].as_array().unwrap() {
        let position = Position::from_sfen(start["sfen"].as_str().unwrap()).unwrap();
        assert!(!position.in_check());
        let mut names: Vec<String> = start["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(ToString::to_string)
            .collect();
        names.sort();
        *pairings.entry(names.join(" ")).or_default() += 1;
    }
    assert_eq!(pairings.values().max(), Some(&2));
}

#[test]
fn uses_survive_a_new_suite_and_are_shown() {
    let place = Place::new();
    let told = suite(&place, "--count 5 -o s", 0);
    let the_use = json!({
        "revision": 1,
        "suite": told["suites"][0]["positions_sha256"],
        "match_manifest": "ab".repeat(32),
        "engines": ["One", "Two"],
        "pairs": 5,
    });
    // Keys stand in the order of the format.
    let line = format!(
        "{{\"revision\":1,\"suite\":{},\"match_manifest\":{},\"engines\":[\"One\",\"Two\"],\"pairs\":5}}\n",
        the_use["suite"], the_use["match_manifest"]
    );
    place.file("s/uses.jsonl", &line);
    suite(&place, "--count 5 -o s --twin", 0);
    suite(&place, "--count 5 -o s", 0);
    assert_eq!(place.text("s/uses.jsonl"), line);
    assert!(!place.names("s").contains(&"twin.json".to_owned()));
    let shown = place.joban("inspect s --json").exits(0).json_lines();
    assert_eq!(shown[0]["uses"], json!([the_use]));
    assert_eq!(shown[0]["starts"], 5);
    assert_eq!(shown[0]["list"][0]["plies_played"], 24);
    let outputs = manifest(&place, "s")["outputs"].to_string();
    assert!(!outputs.contains("uses.jsonl"), "{outputs}");
    let people = place.joban("inspect s").exits(0).out;
    assert!(
        people.contains("5 different starts") && people.contains("used for 1 matches"),
        "{people}"
    );
}

#[test]
fn too_shallow_tables_are_refused() {
    let place = Place::new();
    place.file(
        "games.csa",
        (0..9).map(game).collect::<Vec<_>>().join("/\n"),
    );
    place
        .joban("ingest games.csa --plies 12 -o tables --quiet")
        .exits(0);
    place.joban("suite tables --holdout 0.5").exits(2);
    let run = place
        .joban("suite tables --holdout 0.5 --plies 11 --json -o s")
        .exits(0)
        .json();
    assert_eq!(run["proof"]["compared"][0]["plies"], "12");
}

const TEACHER: &str = "--teacher fairy-stockfish --nodes 2000";

#[test]
fn scores_lie_in_their_window_whatever_the_number_of_engines() {
    let place = Place::new();
    let options =
        format!("{MANY} {TEACHER} --count 25 --twin --mirror --black-cp=-200..-50,50..200");
    let told = suite(&place, &format!("{options} --processes 1 -o one"), 0);
    suite(&place, &format!("{options} --processes 3 -o three"), 0);
    for name in place.names("one") {
        let [one, three] = ["one", "three"].map(|folder| place.read(&format!("{folder}/{name}")));
        assert!(one == three, "{name}");
    }
    assert_eq!(told["suites"][0]["starts"], 25);
    assert!(
        told["asked"].as_u64().unwrap() > 50
            && told["dropped"]["score_window"].as_u64().unwrap() > 0
    );
    let catalogue: Value = serde_json::from_str(&place.text("one/suite.json")).unwrap();
    let list = catalogue["list"].as_array().unwrap();
    let scores: Vec<i64> = list
        .iter()
        .map(|start| start["black_cp"].as_i64().unwrap())
        .collect();
    assert!(
        scores.iter().all(|cp| (50..=200).contains(&cp.abs())),
        "{scores:?}"
    );
    let steps = catalogue["by_black_cp"].as_object().unwrap();
    for (step, count) in steps {
        let step: i64 = step.parse().unwrap();
        let inside = scores.iter().filter(|cp| cp.div_euclid(100) * 100 == step);
        assert_eq!(count.as_u64().unwrap(), inside.count() as u64);
    }
    assert_eq!(
        steps
            .values()
            .map(|count| count.as_u64().unwrap())
            .sum::<u64>(),
        25
    );
    let comment = place
        .text("one/suite.moves.txt")
        .lines()
        .nth(1)
        .unwrap()
        .to_owned();
    let depth = &list[0]["depth"];
    assert!(
        comment.ends_with(&format!(" black_cp={} depth={depth}", scores[0])),
        "{comment}"
    );
    let turned = place
        .text("one/suite.mirror.sfen.txt")
        .lines()
        .nth(1)
        .unwrap()
        .to_owned();
    assert!(
        turned.ends_with(&format!(" black_cp={} depth={depth}", -scores[0])),
        "{turned}"
    );
    // What stands there is what the evidence says of that very position.
    let evidence = place
        .joban("evidence export one.evidence --format jsonl")
        .exits(0)
        .json_lines();
    let position = Position::from_sfen(list[0]["sfen"].as_str().unwrap()).unwrap();
    let row = evidence
        .iter()
        .find(|row| row["sfen"] == position.sfen_key())
        .unwrap();
    let sign = if list[0]["side"] == "black" { 1 } else { -1 };
    assert_eq!(row["score_cp"].as_i64().unwrap() * sign, scores[0], "{row}");
    // Asked for a distance from zero, the same scores pass, and nothing is asked twice.
    let abs = format!(
        "{MANY} {TEACHER} --count 25 --twin --mirror --abs-cp 50..200 --evidence one.evidence -o abs"
    );
    assert_eq!(suite(&place, &abs, 0)["asked"], 0);
    assert_eq!(place.read("abs/suite.json"), place.read("one/suite.json"));
}

#[test]
fn a_killed_run_with_scores_goes_on_where_it_stopped() {
    let place = Place::new();
    let options = format!("{MANY} {TEACHER} --count 40 --abs-cp 0..150");
    suite(&place, &format!("{options} -o whole"), 0);
    let sample = sample();
    let mut rng = SplitMix64::new(3);
    for _ in 0..5 {
        let mut command = place.command();
        let words = format!("{options} -o killed");
        command
            .args(["suite", sample.to_str().unwrap()])
            .args(words.split_whitespace())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(300 + rng.below(500)));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    suite(&place, &format!("{options} -o killed"), 0);
    for name in place.names("whole") {
        let [whole, killed] =
            ["whole", "killed"].map(|folder| place.read(&format!("{folder}/{name}")));
        assert!(whole == killed, "{name}");
    }
}

/// An engine that resigns wherever it is asked, or that sees a mate.
#[cfg(unix)]
fn engine(place: &Place, answer: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r line; do case $line in\n\
         usi) echo 'id name Odd'; echo 'option name USI_Hash type spin default 16 min 1 max 64'\n\
         echo 'option name MultiPV type spin default 1 min 1 max 9'; echo usiok;;\n\
         isready) echo readyok;;\n\
         go*) {answer};;\n\
         quit) exit;;\nesac; done\n"
    );
    use std::os::unix::fs::PermissionsExt;
    let path = place.file("odd.sh", script);
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_gives_4_and_mates_never_pass() {
    let place = Place::new();
    place.file(
        "games.csa",
        (0..30).map(game).collect::<Vec<_>>().join("/\n"),
    );
    let line =
        "suite games.csa --holdout 1 --plies 0 --abs-cp 0..30000 --retries 0 --depth 3 --quiet";
    let line = format!("{line} --teacher ./odd.sh --teacher-id odd");
    engine(&place, "echo bestmove resign");
    let run = place.joban(&format!("{line} -o failed")).exits(4);
    assert!(run.err.contains("failed on 1 positions"), "{run:#?}");
    let info = "echo info depth 3 nodes 99 score mate 5 pv 7g7f; echo bestmove 7g7f";
    engine(&place, info);
    let run = place.joban(&format!("{line} -o mate")).exits(3);
    assert!(run.err.contains("mate_score 30"), "{run:#?}");
    engine(&place, &info.replace("mate 5", "cp 5"));
    let told = place
        .joban(&format!("{line} -o score --json"))
        .exits(0)
        .json();
    assert_eq!(told["suites"][0]["starts"], 1);
    assert!(
        place
            .text("score/suite.sfen.txt")
            .contains("black_cp=5 depth=3")
    );
}

#[test]
fn what_cannot_be_done_is_said() {
    let place = Place::new();
    place.file(
        "games.csa",
        (0..12).map(game).collect::<Vec<_>>().join("/\n"),
    );
    place.file("junk.txt", "startpos moves 7g7e\n");
    place.file("half.txt", "startpos moves 7g7e\nstartpos\n");
    place.file("folder/note.txt", "no suite");
    place.file("other.csv", "a,b\n1,2\n");
    place.refuses(&[
        ("suite", 2, "PATH"),
        ("suite missing.csa", 2, "missing.csa"),
        ("suite games.csa --plies 9..8", 2, "16..40"),
        ("suite games.csa --count 0", 2, "--count"),
        ("suite games.csa --per-family 0", 2, "--per-family"),
        ("suite games.csa --black-cp 5", 2, "-100..100"),
        ("suite games.csa --abs-cp 1..9", 2, "--teacher"),
        ("suite games.csa --abs-cp=-9..-1 --teacher x", 2, "--abs-cp"),
        ("suite games.csa --teacher x", 2, "--black-cp"),
        ("suite games.csa --nodes 5", 2, "--nodes"),
        ("suite games.csa --processes 5", 2, "--processes"),
        (
            "suite games.csa --holdout 0.5 --black-cp=-1..1 --teacher no-such-engine",
            4,
            "no-such-engine",
        ),
        ("suite games.csa --against missing", 2, "missing"),
        (
            "suite games.csa --holdout 0.5 --against other.csv",
            3,
            "other.csv",
        ),
        (
            "suite games.csa --holdout 0.5 --for-book games.csa",
            2,
            "--for-book",
        ),
        ("suite games.csa --holdout 0.5 --plies 60", 3, "too_short"),
        ("suite games.csa --holdout 0.000001", 3, "held-out"),
        (
            "suite games.csa --holdout 0.5 --min-rating 4000",
            3,
            "ratings",
        ),
        ("suite games.csa --holdout 0.5 -o folder", 2, "folder"),
        ("suite check missing.txt", 2, "missing.txt"),
        ("suite check folder", 2, "suite.moves.txt"),
        ("suite check junk.txt", 3, "7g7e"),
        ("inspect junk.txt", 3, "7g7e"),
        ("inspect half.txt --strict", 1, "1 of 2 lines"),
    ]);
    let left = place.names(".");
    assert!(
        left.iter().all(|name| !name.contains("unfinished")),
        "{left:?}"
    );
    place.file("joban.toml", "[suite]\ncount = 0\n");
    place.joban("config check").exits(2);
}

#[test]
fn foreign_suites_of_the_shared_data_are_read_whole() {
    let Some(data) = shared("suites") else { return };
    let place = Place::new();
    for (name, starts) in [
        ("bench-v1.sfen", 7),
        ("openings-v1.sfen", 256),
        ("openings-v3.sfen", 3000),
    ] {
        let file = data.join(name);
        let lines = std::fs::read_to_string(&file).unwrap();
        let lines = lines.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(lines.count(), starts, "{name}");
        let run = place.run(["inspect", file.to_str().unwrap(), "--json"]);
        let shown = run.exits(0).json_lines().remove(0);
        assert_eq!(shown["list"].as_array().unwrap().len(), starts, "{name}");
        assert_eq!(shown["errors"], json!([]), "{name}");
        let file = file.to_str().unwrap();
        let run = place.run(["suite", "check", file, "--against", file, "--json"]);
        let told = run.exits(1).json();
        assert_eq!(told["findings"].as_array().unwrap().len(), starts, "{name}");
    }
}

#[test]
fn a_suite_of_real_records_shares_nothing_with_their_training_side() {
    let Some(data) = shared("wcsc28") else { return };
    let place = Place::new();
    let data = data.to_str().unwrap();
    let options = "--min-rating none --endings any --holdout 0.5 --plies 20..40 --quiet --json";
    let words = ["suite", data, "-o", "s"];
    let made = place.run(words.into_iter().chain(options.split(' ')));
    let made = made.exits(0).json();
    assert!(made["suites"][0]["starts"].as_u64().unwrap() > 30, "{made}");
    let check = ["suite", "check", "s", "--against", data, "--json"];
    let told = place.run(check).exits(0).json();
    assert_eq!(
        told["compared"][0]["games"],
        made["proof"]["compared"][0]["games"]
    );
    // Its own games are among all of them.
    let check = check.into_iter().chain(["--holdout", "0"]);
    let told = place.run(check).exits(1).json();
    let found = told["findings"].as_array().unwrap().len();
    assert_eq!(made["suites"][0]["starts"], found);
}

/// A position of a game that the filter refused is no reason to refuse it in another.
#[test]
fn robust_013() {
    let place = Place::new();
    let refused = game(0);
    let lines: Vec<&str> = refused.lines().collect();
    // The same first plies, and then an end that the filter refuses.
    let (head, moves) = lines.split_at(9);
    let short = [head, &moves[..24], &["%CHUDAN"]].concat().join("\n");
    place.file("a.csa", short);
    place.file("b.csa", refused);
    for input in ["a.csa b.csa", "b.csa a.csa"] {
        let told = place
            .joban(&format!(
                "suite {input} --holdout 1 --plies 10 --json --quiet -o s"
            ))
            .exits(0)
            .json();
        assert_eq!(told["games"], 1);
        assert_eq!(told["suites"][0]["starts"], 1);
        assert_eq!(manifest(&place, "s")["dropped"]["endings"], 1);
    }
}

/// The fingerprint of a suite does not depend on its line ends.
#[test]
fn robust_014() {
    let place = Place::new();
    let text = "startpos moves 7g7f\nstartpos moves 2g2f\n";
    place.file("a.txt", text);
    place.file("b.txt", text.replace('\n', "\r\n"));
    place.file("c.txt", text.replace("2g2f", "2g2f 8c8d"));
    let shown = place
        .joban("inspect a.txt b.txt c.txt --json")
        .exits(0)
        .json_lines();
    let digests: Vec<&Value> = shown.iter().map(|each| &each["positions_sha256"]).collect();
    assert_eq!(digests[0], digests[1]);
    assert_ne!(digests[0], digests[2]);
}

//! `joban inspect --sfen`.

use serde_json::json;

use crate::support::Place;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

#[test]
fn the_start_position() {
    let shown = Place::new()
        .joban("inspect --sfen startpos --json")
        .exits(0)
        .json();
    assert_eq!(shown["sfen"], START);
    assert_eq!(shown["side"], "black");
    assert_eq!(shown["legal_move_count"], 30);
    assert_eq!(shown["key"].as_str().unwrap().len(), 16);
    assert_eq!(shown["rom_key"].as_str().unwrap().len(), 4);
}

#[test]
fn moves_are_played_first() {
    let place = Place::new();
    let shown = place
        .run([
            "inspect",
            "--sfen",
            "startpos",
            "--moves",
            "7g7f 3c3d 8h2b+",
            "--json",
        ])
        .exits(0)
        .json();
    assert_eq!(shown["plies"], 3);
    assert_eq!(shown["side"], "white");
    assert_eq!(
        shown["sfen"],
        "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4"
    );
    let inside = place
        .run([
            "inspect",
            "--json",
            "--sfen",
            "startpos moves 7g7f 3c3d 8h2b+",
        ])
        .exits(0);
    assert_eq!(inside.json()["sfen"], shown["sfen"]);
}

#[test]
fn an_illegal_move_is_named_with_its_reason() {
    let place = Place::new();
    let run = place
        .run([
            "inspect",
            "--json",
            "--sfen",
            "startpos",
            "--moves",
            "7g7f 7g7f",
        ])
        .exits(2);
    let error = &run.json()["error"];
    assert_eq!(error["kind"], "IllegalMove");
    assert_eq!(
        (&error["move"], &error["text"]),
        (&json!(2), &json!("7g7f"))
    );
    assert!(run.err.contains("7g7f"), "{run:#?}");
}

#[test]
fn the_key_depends_on_seed_and_layout() {
    let place = Place::new();
    let key = |options: &str| {
        let run = place
            .joban(&format!("inspect --sfen startpos --json {options}"))
            .exits(0);
        run.json()["rom_key"].as_str().unwrap().to_owned()
    };
    assert_eq!(key(""), key("--key-seed 0 --key-table full"));
    assert_ne!(key(""), key("--key-seed 1"));
    assert_ne!(key(""), key("--key-table compact"));
}

#[test]
fn a_key_table_from_a_file_is_used() {
    let place = Place::new();
    place.file("zero.bin", vec![0; 2346]);
    place.file("short.bin", vec![0; 99]);
    let run = place
        .joban("inspect --sfen startpos --json --zobrist zero.bin")
        .exits(0);
    assert_eq!(run.json()["rom_key"], "0000");
    place
        .joban("inspect --sfen startpos --zobrist short.bin")
        .exits(2);
    place
        .joban("inspect --sfen startpos --zobrist missing.bin")
        .exits(2);
}

#[test]
fn a_diagram_that_is_no_position_is_shown_with_its_issues() {
    let place = Place::new();
    let sfen = "4k4/9/9/9/4R4/9/9/9/4K4 b - 1";
    let shown = place
        .run(["inspect", "--json", "--sfen", sfen])
        .exits(0)
        .json();
    assert_eq!(shown["valid"], false);
    assert_eq!(shown["issues"][0]["issue"], "OpponentInCheck");
    assert!(shown["legal_moves"].is_null());
    let run = place
        .run(["inspect", "--sfen", sfen, "--moves", "5e5d"])
        .exits(2);
    assert!(run.err.contains("check"), "{run:#?}");
}

#[test]
fn people_get_a_table() {
    let run = Place::new().joban("inspect --sfen startpos").exits(0);
    assert!(run.out.contains("legal moves   30: "), "{run:#?}");
    let run = Place::new()
        .joban("inspect --sfen startpos --lang ja")
        .exits(0);
    assert!(run.out.contains("手番"), "{run:#?}");
}

#[test]
fn paths_and_a_position_exclude_each_other() {
    let place = Place::new();
    place.joban("inspect --sfen startpos x.csa").exits(2);
    place.joban("inspect --moves 7g7f").exits(2);
    place.joban("inspect").exits(2);
}

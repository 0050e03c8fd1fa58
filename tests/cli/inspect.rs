//! `joban inspect PATH…`.

use serde_json::json;

use crate::support::{Place, Run, game, shared};

#[test]
fn every_game_of_every_input_is_one_line() {
    let place = Place::new();
    place.file("b/two.csa", format!("{}/\n{}", game(1), game(2)));
    place.file("a.csa", game(0));
    let lines = place.joban("inspect a.csa b --json").exits(0).json_lines();
    let places: Vec<_> = lines
        .iter()
        .map(|line| (line["file"].clone(), line["game"].clone()))
        .collect();
    assert_eq!(
        json!(places),
        json!([["a.csa", 1], ["b/two.csa", 1], ["b/two.csa", 2]])
    );
    assert_eq!(lines[0]["plies"], 44);
    assert_eq!(lines[0]["ratings"], json!([3500.0, 3400.0]));
    assert_eq!(lines[0]["end_kind"], "toryo");
    assert_eq!(lines[0]["winner"], "white");
}

#[test]
fn all_fields_of_the_cases_are_there() {
    let place = Place::new();
    place.file("a.csa", game(0));
    let line = &place.joban("inspect a.csa --json").exits(0).json_lines()[0];
    for field in [
        "start_sfen",
        "moves",
        "times_ms",
        "end_time_ms",
        "ending",
        "summary",
        "winner",
        "names",
        "ratings",
        "scores",
        "pvs",
        "comments",
        "start",
        "end",
        "time_control",
        "forced_plies",
        "plies",
        "version",
        "encoding",
        "max_moves",
        "note",
        "nodes",
        "warnings",
    ] {
        assert!(line.as_object().unwrap().contains_key(field), "{field}");
    }
    assert!(line.get("error").is_none());
    for field in ["moves", "times_ms", "scores", "nodes", "pvs", "comments"] {
        assert_eq!(line[field].as_array().unwrap().len(), 44, "{field}");
    }
}

#[test]
fn a_broken_game_keeps_the_plies_before_its_error() {
    let place = Place::new();
    place.file(
        "a.csa",
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n+2725FU\n-8384FU\n%TORYO\n",
    );
    let run = place.joban("inspect a.csa --json").exits(0);
    let line = &run.json_lines()[0];
    assert_eq!(line["error"]["kind"], "IllegalMove");
    assert_eq!(line["error"]["line"], 6);
    assert_eq!(line["moves"], json!(["7g7f", "3c3d"]));
    assert_eq!(line["plies"], 2);
    assert_eq!(
        (&line["winner"], &line["ending"]),
        (&json!(null), &json!(null))
    );
}

#[test]
fn standard_input_is_read() {
    let place = Place::new();
    let run = place.piped("inspect - --json", game(3).as_bytes()).exits(0);
    assert_eq!(run.json_lines()[0]["plies"], 44);
    let run = place
        .piped("inspect -", b"PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaa")
        .exits(2);
    assert!(
        run.err.contains("name the file") || run.err.contains("file"),
        "{run:#?}"
    );
}

#[test]
fn lines_of_start_positions_are_games_where_asked() {
    let place = Place::new();
    place.file(
        "s.sfen",
        "# comment\r\nstartpos moves 7g7f 3c3d\r\nsfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b\r\n",
    );
    let lines = place
        .joban("inspect s.sfen --lines --json")
        .exits(0)
        .json_lines();
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[0]["moves"], json!(["7g7f", "3c3d"]));
    assert_eq!(lines[0]["winner"], json!(null));
    assert_eq!(lines[1]["start_sfen"], "4k4/9/9/9/9/9/9/9/4K4 b G 1");
    assert_eq!(lines[1]["moves"], json!(["G*5b"]));
}

#[test]
fn people_get_a_table_with_totals() {
    let place = Place::new();
    place.file("a.csa", game(0));
    place.file("b.csa", "V2.2\nPI\n+\n+7775FU\n");
    let run = place.joban("inspect a.csa b.csa").exits(0);
    assert!(run.out.contains("2 games, 1 of them broken"), "{run:#?}");
    assert!(
        run.out.contains("b.csa, game 1, line 4: IllegalMove"),
        "{run:#?}"
    );
}

#[test]
fn the_first_bad_game_stops_where_asked() {
    let place = Place::new();
    place.file("a.csa", "V2.2\nPI\n+\n+7775FU\n");
    place.file("b.csa", game(0));
    let run = place
        .joban("inspect a.csa b.csa --json --fail-fast")
        .exits(1);
    assert_eq!(run.json_lines().len(), 1);
    assert!(run.err.contains("a.csa"), "{run:#?}");
    place.joban("inspect a.csa b.csa --json").exits(0);
    place.joban("inspect a.csa b.csa --json --strict").exits(1);
}

#[test]
fn archives_of_the_shared_data_show_the_same_games_as_their_files() {
    let Some(data) = shared("archives") else {
        return;
    };
    let place = Place::new();
    for archive in [
        "wdoor2026-sample.7z",
        "wdoor2010-sample.tar.xz",
        "wcsc28-sample.zip",
    ] {
        let path = data.join(archive);
        let run: Run = place
            .run(["inspect".as_ref(), path.as_os_str(), "--json".as_ref()])
            .exits(0);
        let lines = run.json_lines();
        assert!(!lines.is_empty(), "{archive}");
        for line in lines {
            let file = line["file"].as_str().unwrap();
            assert!(file.contains(&format!("{archive}!")), "{file}");
            assert!(
                line["error"].is_null() && line["plies"].as_u64().unwrap() > 0,
                "{line}"
            );
        }
    }
}

#[test]
fn books_are_shown_position_by_position() {
    let place = Place::new();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    place.file(
        "a.db",
        format!("#YANEURAOU-DB2016 1.00\nhello\nsfen {start} 1\n# note\n7g7f 3c3d 30 20 5\n7g7e none -32768\n"),
    );
    place.file(
        "b.jsonl",
        format!("{{\"sfen\":\"{start}\",\"move\":\"2g2f\"}}\n"),
    );
    place.file("book.bin", b"\x34\x12\x3b\x1e\x40\x03");
    let lines = place
        .joban("inspect a.db b.jsonl book.bin --json")
        .exits(0)
        .json_lines();
    assert_eq!(lines[0]["error"]["kind"], "SyntaxError");
    assert_eq!(lines[0]["error"]["line"], 2);
    assert_eq!(lines[1]["head"], json!(["#YANEURAOU-DB2016 1.00"]));
    assert_eq!(
        (&lines[2]["sfen"], &lines[2]["ply"], &lines[2]["valid"]),
        (&json!(start), &json!(1), &json!(true))
    );
    assert_eq!(lines[2]["comments"], json!(["# note"]));
    let first = &lines[2]["moves"][0];
    assert_eq!(
        (&first["move"], &first["ponder"], &first["value"]),
        (&json!("7g7f"), &json!("3c3d"), &json!(30))
    );
    assert_eq!(
        (&first["depth"], &first["count"], &first["legal"]),
        (&json!(20), &json!(5), &json!(true))
    );
    let second = &lines[2]["moves"][1];
    assert_eq!(
        (&second["value"], &second["legal"]),
        (&json!(null), &json!(false))
    );
    assert_eq!(
        (&lines[3]["move"], &lines[3]["line"]),
        (&json!("2g2f"), &json!(1))
    );
    assert_eq!(
        (&lines[4]["key"], &lines[4]["move"], &lines[4]["weight"]),
        (&json!("1234"), &json!("7g7f"), &json!(64))
    );
    assert_eq!(lines.len(), 5);
    let text = place.joban("inspect a.db").exits(0).out;
    assert!(text.contains("7g7f 30"), "{text}");
}

#[test]
fn kif_games_are_shown_as_the_others() {
    let place = Place::new();
    place.file(
        "a.kif",
        "手合割：平手\n先手：甲\n後手：乙\n   1 ７六歩(77)   ( 0:03/00:00:03)\n   2 投了\n",
    );
    place.file("b.ki2", "先手：甲\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n");
    let lines = place
        .joban("inspect a.kif b.ki2 --json")
        .exits(0)
        .json_lines();
    assert_eq!(lines[0]["moves"], json!(["7g7f"]));
    assert_eq!(lines[0]["times_ms"], json!([3000]));
    assert_eq!(lines[0]["names"], json!(["甲", "乙"]));
    assert_eq!(
        (&lines[0]["end_kind"], &lines[0]["winner"]),
        (&json!("toryo"), &json!("black"))
    );
    assert_eq!(lines[1]["moves"], json!(["7g7f", "3c3d"]));
    assert_eq!(lines[1]["winner"], "white");
}

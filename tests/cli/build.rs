//! `joban build`.

use std::fs;

use serde_json::json;

use crate::support::{Place, ZipEntry, game, game_between, shared, tar, zip};

const RESULTS: [&str; 6] = [
    "book.bin",
    "book.csv",
    "manifest.json",
    "moves.csv",
    "rejects.csv",
    "zobrist.bin",
];
const OPEN: &str = "--min-rating none --holdout 0 --all";

/// Games one a file in `games/`, some of them with other players.
fn with_games(count: u64) -> Place {
    let place = Place::new();
    for n in 0..count {
        let text = if n % 5 == 0 {
            game_between("Gamma", "Alpha", n)
        } else {
            game(n)
        };
        place.file(&format!("games/{n:03}.csa"), text);
    }
    place
}

fn results(place: &Place, folder: &str, names: &[&str]) -> Vec<Vec<u8>> {
    names
        .iter()
        .map(|name| place.read(&format!("{folder}/{name}")))
        .collect()
}

#[test]
fn the_results_are_there_and_agree() {
    let place = with_games(40);
    let run = place
        .joban("build games --all --holdout 0 --json")
        .exits(0)
        .json();
    assert_eq!(place.names("joban-out"), RESULTS);
    let book = place.read("joban-out/book.bin");
    assert_eq!(book.len() as u64, run["book"]["bytes"].as_u64().unwrap());
    assert!(book.len() <= 3072);
    let rows = place.text("joban-out/book.csv");
    assert_eq!(rows.lines().count(), book.len() / 6 + 1);
    for (row, entry) in rows.lines().skip(1).zip(book.chunks(6)) {
        let fields: Vec<&str> = row.split(',').collect();
        assert_eq!(fields[3], format!("{:02x}{:02x}", entry[1], entry[0]));
        assert_eq!(
            (fields[5], fields[0]),
            (&*entry[4].to_string(), &*entry[5].to_string())
        );
    }
    assert_eq!(run["games"], 40);
    assert_eq!(run["funnel"]["read"], 40);
    assert!(run["book"]["key_seed"].is_u64());
    let manifest: serde_json::Value =
        serde_json::from_slice(&place.read("joban-out/manifest.json")).unwrap();
    assert_eq!(manifest["command"], "build");
    // Without rejects.csv, whose labels depend on the packing.
    assert_eq!(manifest["outputs"].as_array().unwrap().len(), 4);
    assert_eq!(run["outputs"].as_array().unwrap().len(), 4);
}

#[test]
fn people_read_from_how_many_games_and_how_many_are_held_out() {
    let place = with_games(40);
    let run = place.joban("build games").exits(0);
    let held: u64 = {
        let json = place.joban("build games --dry-run --json").exits(0).json();
        json["held_out"].as_u64().unwrap()
    };
    assert!(held > 0);
    let line = format!("built from {} of 40 games ({held} held out)", 40 - held);
    assert!(run.out.contains(&line), "{run:#?}");
    assert!(run.err.contains("below 3"), "{run:#?}");
    let run = place.joban("build games --lang ja").exits(0);
    assert!(
        run.out.contains("40 局中") && run.out.contains("検証用"),
        "{run:#?}"
    );
}

#[test]
fn a_dry_run_writes_nothing() {
    let place = with_games(5);
    let run = place.joban("build games --dry-run").exits(0);
    assert!(
        run.out.contains("rule") && run.out.contains("nothing was written"),
        "{run:#?}"
    );
    assert_eq!(place.names("."), ["games"]);
}

#[test]
fn the_result_does_not_depend_on_jobs_order_or_packing() {
    let place = with_games(60);
    let texts: Vec<(String, Vec<u8>)> = place
        .names("games")
        .into_iter()
        .map(|name| (name.clone(), place.read(&format!("games/{name}"))))
        .collect();
    let as_tar: Vec<(&str, &[u8])> = texts
        .iter()
        .map(|(n, b)| (n.as_str(), b.as_slice()))
        .collect();
    place.file("all.tar", tar(&as_tar));
    let as_zip: Vec<ZipEntry> = texts
        .iter()
        .rev()
        .map(|(n, b)| ZipEntry::stored(n.as_bytes(), b))
        .collect();
    place.file("all.zip", zip(&as_zip));
    place.file("first.tar", tar(&as_tar[..25]));
    place.file("second.tar", tar(&as_tar[25..]));
    place.joban("ingest games -o tables --plies 24").exits(0);
    place.joban("ingest first.tar -o half-1").exits(0);
    place
        .joban("ingest second.tar -o half-2 --plies all")
        .exits(0);
    place
        .joban(&format!("build games {OPEN} --jobs 1 -o want"))
        .exits(0);
    let names: Vec<&str> = RESULTS
        .into_iter()
        .filter(|name| *name != "manifest.json")
        .collect();
    let want = results(&place, "want", &names);
    for (number, inputs) in [
        "games --jobs 2",
        "games --jobs 8",
        "all.tar",
        "all.zip --jobs 2",
        "first.tar second.tar",
        "second.tar first.tar --jobs 3",
        "tables",
        "half-2 half-1",
        "tables/games.parquet",
    ]
    .iter()
    .enumerate()
    {
        let out = format!("got-{number}");
        place
            .joban(&format!("build {inputs} {OPEN} -o {out}"))
            .exits(0);
        assert!(results(&place, &out, &names) == want, "{inputs}");
    }
    let manifest = |folder: &str| -> serde_json::Value {
        let mut value: serde_json::Value =
            serde_json::from_slice(&place.read(&format!("{folder}/manifest.json"))).unwrap();
        value["inputs"] = json!(null);
        value["built_on"] = json!(null);
        value
    };
    for number in 0..9 {
        assert_eq!(
            manifest(&format!("got-{number}")),
            manifest("want"),
            "{number}"
        );
    }
    assert_eq!(
        place.read("got-0/manifest.json"),
        place.read("want/manifest.json")
    );
}

#[test]
fn tables_too_shallow_for_the_book_are_refused() {
    let place = with_games(3);
    place.joban("ingest games -o tables --plies 10").exits(0);
    let run = place.joban("build tables --min-rating none").exits(2);
    assert!(run.err.contains("plies"), "{run:#?}");
    place
        .joban("build tables --min-rating none --holdout 0 --book-plies 10")
        .exits(0);
}

#[test]
fn tables_and_records_are_not_mixed() {
    let place = with_games(3);
    place.joban("ingest games -o tables").exits(0);
    let run = place.joban("build tables games").exits(2);
    assert!(run.err.contains("ingest"), "{run:#?}");
}

#[test]
fn the_article_preset_shows_its_figures_beside_ours() {
    let place = with_games(20);
    place.file("games/000-copy.csa", place.read("games/000.csa"));
    let run = place.joban("build games --preset gameboy-article").exits(0);
    for figure in ["72,127", "15,279", "366,696", "312", "512"] {
        assert!(run.out.contains(figure), "{figure}: {run:#?}");
    }
    let json = place
        .joban("build games --preset gameboy-article --json")
        .exits(0)
        .json();
    assert_eq!((&json["games"], &json["held_out"]), (&json!(21), &json!(0)));
    assert_eq!(json["article"]["article"]["games"], 15_279);
    assert_eq!(json["article"]["here"]["games"], 21);
    let json = place
        .joban("build games --preset gameboy-article --json --holdout 0.5")
        .exits(0)
        .json();
    assert_eq!(json["holdout"], 0.5);
}

#[test]
fn a_larger_book_is_allowed_and_said() {
    let place = with_games(60);
    let run = place
        .joban("build games --holdout 0 --entries 600")
        .exits(0);
    assert!(run.err.contains("3,072"), "{run:#?}");
    assert_eq!(place.read("joban-out/book.bin").len(), 3600);
}

#[test]
fn a_given_key_table_is_kept_and_a_changed_one_is_said() {
    let place = with_games(60);
    place
        .joban("build games --holdout 0 --key-seed 5 -o first")
        .exits(0);
    let table = place.read("first/zobrist.bin");
    place.file("old.bin", &table);
    let run = place
        .joban("build games --holdout 0 --book-plies 12 --zobrist old.bin -o first --json")
        .exits(0)
        .json();
    assert_eq!(place.read("first/zobrist.bin"), table);
    assert_eq!(run["book"]["key_seed"], json!(null));
    assert_eq!(
        run["warnings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|w| w.as_str().unwrap().contains("table"))
            .count(),
        0
    );
    let run = place
        .joban("build games --holdout 0 --key-table compact -o first")
        .exits(0);
    assert!(run.err.contains("key table differs"), "{run:#?}");
    assert_eq!(place.read("first/zobrist.bin").len(), 1174);
}

#[test]
fn overrides_of_the_configuration_act_and_are_reported() {
    let place = with_games(40);
    let start = ",lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -,";
    let moves = |place: &Place| -> Vec<String> {
        let csv = place.text("joban-out/book.csv");
        let rows = csv.lines().filter(|row| row.contains(start));
        rows.map(|row| row.split(',').nth(4).unwrap().to_owned())
            .collect()
    };
    place.joban("build games --holdout 0").exits(0);
    let before = moves(&place);
    assert_eq!(before.len(), 2);
    place.file(
        "joban.toml",
        format!(
            "[[override]]\nmove = \"{}\"\naction = \"forbid\"\nreason = \"we do not like it\"\n\
             [[override]]\nmove = \"9g9f\"\naction = \"force\"\nreason = \"a house line\"\n",
            before[0]
        ),
    );
    let run = place.joban("build games --holdout 0").exits(0);
    assert!(
        run.out.contains("we do not like it") && run.out.contains("a house line"),
        "{run:#?}"
    );
    let after = moves(&place);
    assert!(
        !after.contains(&before[0]) && after.contains(&"9g9f".to_owned()),
        "{after:?}"
    );
    assert!(
        place
            .text("joban-out/manifest.json")
            .contains("a house line")
    );
}

#[test]
fn a_byte_order_mark_for_excel() {
    let place = with_games(10);
    place
        .joban("build games --holdout 0 --all --csv-bom")
        .exits(0);
    for name in ["book.csv", "moves.csv", "rejects.csv"] {
        assert!(
            place
                .read(&format!("joban-out/{name}"))
                .starts_with(b"\xef\xbb\xbf"),
            "{name}"
        );
    }
}

#[test]
fn moves_without_points_make_no_book() {
    let place = with_games(5);
    let run = place
        .joban("build games --holdout 0 --winner-weight 0 --loser-weight 0 --draw-weight 0 -o book")
        .exits(3);
    assert!(run.err.contains("--winner-weight"), "{run:#?}");
    assert!(place.names("book").is_empty());
}

#[test]
fn the_shared_records_build_the_same_book_from_folder_and_archive() {
    let Some(data) = shared("archives/wdoor2026-sample.7z") else {
        return;
    };
    let Some(folder) = shared("floodgate/2026") else {
        return;
    };
    let place = Place::new();
    let open = [
        "--min-rating",
        "none",
        "--holdout",
        "0",
        "--all",
        "--endings",
        "any",
    ];
    for (input, out) in [(&data, "archive"), (&folder, "folder")] {
        let mut command = place.command();
        let output = command
            .arg("build")
            .arg(input)
            .args(open)
            .args(["-o", out])
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    for name in ["book.bin", "book.csv", "moves.csv", "zobrist.bin"] {
        assert!(
            place.read(&format!("archive/{name}")) == place.read(&format!("folder/{name}")),
            "{name}"
        );
    }
}

#[test]
fn progress_goes_to_standard_error_and_quiet_silences_it() {
    let place = with_games(5);
    let run = place.joban("build games --holdout 0 --quiet").exits(0);
    assert!(!run.err.contains("reading"), "{run:#?}");
    assert!(fs::metadata(place.path("joban-out/book.bin")).is_ok());
}

//! `joban ingest`.

use serde_json::Value;

use crate::support::{Place, game};

#[test]
fn tables_manifest_and_rejects_are_written() {
    let place = Place::new();
    place.file(
        "a.csa",
        format!("{}/\nV2\nPI\n+\n+7775FU\n/\n{}", game(0), game(1)),
    );
    let run = place.joban("ingest a.csa --json").exits(0).json();
    let names = place.names("joban-out");
    for name in [
        "games.parquet",
        "plies.parquet",
        "manifest.json",
        "rejects.csv",
    ] {
        assert!(names.contains(&name.to_owned()), "{names:?}");
    }
    assert_eq!(run["games"], 3);
    assert_eq!(run["rejected"], 1);
    assert_eq!(run["rows"]["games"], 3);
    let manifest: Value = serde_json::from_slice(&place.read("joban-out/manifest.json")).unwrap();
    assert_eq!(manifest["command"], "ingest");
    assert_eq!(manifest["tables"]["games"].as_str().unwrap().len(), 64);
    let rejects = place.text("joban-out/rejects.csv");
    assert!(
        rejects.starts_with("file,game,line,kind,reason\na.csa,2,"),
        "{rejects}"
    );
    assert!(rejects.contains("IllegalMove"), "{rejects}");
}

#[test]
fn people_get_a_short_summary() {
    let place = Place::new();
    place.file("a.csa", game(0));
    let run = place.joban("ingest a.csa -o tables --plies all").exits(0);
    assert!(run.out.contains("1 games, 45 positions"), "{run:#?}");
    assert!(run.out.contains("results are in tables"), "{run:#?}");
    let run = place
        .joban("ingest a.csa -o tables --plies 7 --lang ja")
        .exits(0);
    assert!(run.out.contains("1 局、7 局面"), "{run:#?}");
}

#[test]
fn an_empty_input_gives_empty_tables() {
    let place = Place::new();
    place.file("empty.csa", "");
    place.joban("ingest empty.csa -o tables").exits(0);
    let run = place.joban("build tables --dry-run --json").exits(0).json();
    assert_eq!(run["funnel"]["read"], 0);
    place.joban("build tables").exits(3);
}

#[test]
fn standard_input_is_ingested() {
    let place = Place::new();
    let run = place
        .piped("ingest - -o tables --json", game(1).as_bytes())
        .exits(0);
    assert_eq!(run.json()["games"], 1);
}

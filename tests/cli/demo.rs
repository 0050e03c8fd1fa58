//! `joban demo`.

use crate::support::Place;

#[test]
fn the_whole_chain_runs_without_an_argument() {
    let place = Place::new();
    let run = place.joban("demo").exits(0);
    assert!(
        run.out.contains("What lies where:") && run.out.contains("What to try next:"),
        "{run:#?}"
    );
    for name in [
        "book.bin",
        "book.csv",
        "moves.csv",
        "zobrist.bin",
        "manifest.json",
        "rejects.csv",
    ] {
        assert!(
            place.names("joban-demo/book").contains(&name.to_owned()),
            "{name}"
        );
    }
    assert!(
        place
            .names("joban-demo/tables")
            .contains(&"games.parquet".to_owned())
    );
    assert_eq!(
        place.names("joban-demo"),
        [
            "audit",
            "audit.evidence",
            "book",
            "book-suite",
            "joban-sample.7z",
            "labels",
            "labels.evidence",
            "match",
            "match.match",
            "rom",
            "sample",
            "suite",
            "tables"
        ]
    );
    assert_eq!(place.names("."), ["joban-demo"]);
    place.joban("demo").exits(0);
    let again = place.joban("demo --json -o other").exits(0).json();
    let build = &again["steps"][1];
    assert!(build["games"].as_u64().unwrap() >= 300, "{build}");
    assert_eq!(build["book"]["entries"], 512);
    let audit = &again["steps"][3];
    assert_eq!(audit["counts"]["entries"], 512, "{audit}");
    assert!(audit["asked"].as_u64().unwrap() > 300, "{audit}");
    for (step, starts) in [(4, 64), (5, 50)] {
        let suite = &again["steps"][step];
        assert!(
            suite["suites"][0]["starts"].as_u64().unwrap() >= starts,
            "{suite}"
        );
        assert_eq!(suite["proof"]["disjoint_by_game"], true);
        assert_eq!(suite["proof"]["findings"], 0);
    }
    let labels = &again["steps"][7]["cards"]["positions"];
    assert_eq!(labels["rows"], 200);
    let played = &again["steps"][8]["result"];
    assert_eq!(played["repeats"]["pairs"], 12, "{played:#}");
    assert!(labels["labelled"].as_u64().unwrap() > 195, "{labels}");
}

#[test]
fn it_does_not_touch_a_folder_with_anything_else() {
    let place = Place::new();
    place.file("mine/notes.txt", "mine");
    place.joban("demo -o mine").exits(2);
    assert_eq!(place.names("mine"), ["notes.txt"]);
}

#[test]
fn it_speaks_japanese() {
    let place = Place::new();
    let run = place.joban("demo --lang ja").exits(0);
    assert!(run.out.contains("次に試すこと"), "{run:#?}");
}

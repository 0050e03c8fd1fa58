//! `joban rom` and `joban rom decode`.

use serde_json::Value;

use crate::support::{Place, game};

/// A place with a book in `book/`, built from 60 small games.
fn with_book() -> Place {
    let place = Place::new();
    for n in 0..60 {
        place.file(&format!("games/{n}.csa"), game(n));
    }
    place
        .joban("build games --holdout 0 --entries 60 --all -o book")
        .exits(0);
    place
}

fn rows(place: &Place, csv: &str) -> Vec<Vec<String>> {
    let text = place.text(csv);
    let row = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().skip(1).map(row).collect()
}

#[test]
fn assets_are_written_in_all_forms() {
    let place = with_book();
    let run = place.joban("rom book -o rom --json").exits(0);
    let report = run.json();
    assert_eq!(place.read("rom/book.bin"), place.read("book/book.bin"));
    assert_eq!(
        place.read("rom/zobrist.bin"),
        place.read("book/zobrist.bin")
    );
    assert_eq!(place.text("rom/book.csv"), place.text("book/book.csv"));
    assert_eq!(place.read("rom/ray_next.bin").len(), 648);
    let padded = place.read("rom/probe_book.bin");
    assert_eq!(padded.len(), 3078);
    assert!(padded.starts_with(&place.read("book/book.bin")));
    for file in [
        "c/joban_book.c",
        "c/joban_zobrist.h",
        "sdas/joban_probe_book.s",
        "rgbds/joban_ray_next.asm",
        "probe/joban_probe.c",
        "probe/joban_probe.s",
    ] {
        assert!(place.path("rom").join(file).is_file(), "{file}");
    }
    assert_eq!(report["left_of_article_bytes"], 9280 - 3078 - 2346);
    assert_eq!(report["rekeyed"], false);
    let manifest: Value = serde_json::from_str(&place.text("rom/manifest.json")).unwrap();
    assert_eq!(manifest["counts"]["probe_book_bytes"], 3078);
    assert_eq!(manifest["options"]["left_of_article_bytes"], 3856);
    assert_eq!(manifest["built_on"][0]["path"], "book/manifest.json");
}

#[test]
fn rebuilding_gives_the_same_bytes() {
    let place = with_book();
    place.joban("rom book -o one").exits(0);
    place.joban("rom book/book.csv -o two").exits(0);
    place.joban("rom book -o one").exits(0);
    for folder in ["", "c", "sdas", "rgbds", "probe"] {
        let names = place.names(&format!("one/{folder}"));
        assert_eq!(names, place.names(&format!("two/{folder}")));
        for name in names {
            let [one, two] = ["one", "two"].map(|of| place.path(of).join(folder).join(&name));
            if one.is_file() {
                assert_eq!(
                    place.read(one.to_str().unwrap()),
                    place.read(two.to_str().unwrap()),
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn a_book_whose_positions_are_known_is_keyed_anew() {
    let place = with_book();
    let run = place
        .joban("rom book --key-table compact -o rom --json")
        .exits(0);
    assert_eq!(run.json()["rekeyed"], true);
    assert_eq!(run.json()["key_table"], "compact");
    assert_eq!(place.read("rom/zobrist.bin").len(), 1174);
    let run = place.joban("rom book --key-table compact -o rom").exits(0);
    assert!(run.err.contains("keyed anew"), "{}", run.err);
    // Positions and weights are the same, only keys and the order by key differ.
    let without_key = |csv: &str| {
        let mut rows = rows(&place, csv);
        rows.iter_mut().for_each(|row| drop(row.remove(3)));
        rows.sort();
        rows
    };
    assert_eq!(without_key("rom/book.csv"), without_key("book/book.csv"));
    let seed = run_seed(&place, "rom book --key-seed 5 -o seeded --json");
    assert!(seed >= 5, "{seed}");
}

fn run_seed(place: &Place, line: &str) -> u64 {
    place.joban(line).exits(0).json()["key_seed"]
        .as_u64()
        .unwrap()
}

#[test]
fn a_bare_book_needs_its_keys() {
    let place = with_book();
    let run = place.joban("rom book/book.bin -o rom").exits(2);
    assert!(run.err.contains("--key-seed"), "{}", run.err);
    assert!(!place.path("rom").exists());
    place
        .joban("rom book/book.bin --zobrist book/zobrist.bin -o rom")
        .exits(0);
    assert_eq!(place.read("rom/book.bin"), place.read("book/book.bin"));
    place.joban("rom nowhere -o rom").exits(2);
    place
        .joban("rom book --zobrist book/book.csv -o rom")
        .exits(2);
    place
        .joban("rom book --zobrist book/zobrist.bin --key-seed 1 -o rom")
        .exits(2);
}

#[test]
fn what_does_not_go_together_is_refused() {
    let place = with_book();
    place.joban("rom book -o book").exits(2);
    assert!(place.path("book/book.csv").is_file());
    let mut bytes = place.read("book/book.bin");
    bytes[4] ^= 1;
    place.file("book/book.bin", &bytes);
    assert!(
        place
            .joban("rom book -o rom")
            .exits(3)
            .err
            .contains("book.csv")
    );
    place.file("book/book.bin", [1, 2, 3]);
    place
        .joban("rom book/book.bin --key-seed 0 -o rom")
        .exits(3);
    std::fs::remove_file(place.path("book/book.bin")).unwrap();
    let mut table = place.read("book/zobrist.bin");
    for byte in &mut table {
        *byte = !*byte;
    }
    place.file("book/zobrist.bin", &table);
    assert!(
        place
            .joban("rom book -o rom")
            .exits(3)
            .err
            .contains("zobrist.bin")
    );
}

#[test]
fn decoding_with_the_csv_equals_the_build() {
    let place = with_book();
    place
        .joban(
            "rom decode book/book.bin --zobrist book/zobrist.bin --positions book/book.csv -o out",
        )
        .exits(0);
    let built = rows(&place, "book/book.csv");
    let decoded = rows(&place, "out/decoded.csv");
    assert_eq!(built.len(), decoded.len());
    for (built, decoded) in built.iter().zip(&decoded) {
        assert_eq!(built[..7], decoded[1..8]);
        assert_eq!(decoded[8..10], ["unique", "given"]);
    }
}

#[test]
fn decoding_without_it_finds_the_true_position_or_says_that_it_does_not() {
    let place = with_book();
    let manifest: Value = serde_json::from_str(&place.text("book/manifest.json")).unwrap();
    let seed = manifest["seeds"]["key"].as_u64().unwrap();
    let report = place
        .joban(&format!(
            "rom decode book/book.bin --key-seed {seed} --json"
        ))
        .exits(0)
        .json();
    let built = rows(&place, "book/book.csv");
    let entries = report["entries"].as_array().unwrap();
    assert_eq!(entries.len(), built.len());
    for (entry, built) in entries.iter().zip(&built) {
        let candidates = entry["candidates"].as_array().unwrap();
        let found = candidates
            .iter()
            .any(|each| each["sfen"] == built[2].as_str());
        let honest = match entry["status"].as_str() {
            Some("unique" | "ambiguous") => found,
            _ => candidates.is_empty(),
        };
        assert!(honest, "{entry}");
        assert_eq!(entry["move"], built[4].as_str());
    }
    assert!(report["expected_wrong"].as_f64().unwrap() <= 0.001);
    let reached = report["unique"].as_u64().unwrap() + report["ambiguous"].as_u64().unwrap();
    assert!(reached * 2 > entries.len() as u64, "{reached}");
    // The games themselves resolve every entry.
    let report = place
        .joban(&format!(
            "rom decode book/book.bin --key-seed {seed} --positions games --json"
        ))
        .exits(0)
        .json();
    assert_eq!(report["unreached"], 0);
}

#[test]
fn positions_come_from_lists_too() {
    let place = with_book();
    let lines = "# a comment\nstartpos moves 7g7f 3c3d\n\nsfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1\n";
    place.file("list.sfen", lines);
    let line = "rom decode book --positions list.sfen --json";
    let report = place.joban(line).exits(0).json();
    assert_eq!(report["entries"][0]["candidates"][0]["tier"], "given");
    place.file("list.sfen", format!("{lines}startpos moves 7g7e\n"));
    assert!(place.joban(line).exits(2).err.contains("line 5"));
}

#[test]
fn damage_is_reported_entry_by_entry() {
    let place = with_book();
    let good = place.read("book/book.bin");
    let decode = |bytes: &[u8]| {
        place.file("bad.bin", bytes);
        place.joban("rom decode bad.bin --zobrist book/zobrist.bin --json")
    };
    let kinds = |bytes: &[u8]| -> Vec<(u64, String)> {
        let report = decode(bytes).exits(1).json();
        let kind = |damage: &Value| {
            (
                damage["entry"].as_u64().unwrap(),
                damage["kind"].as_str().unwrap().to_owned(),
            )
        };
        report["damage"]
            .as_array()
            .unwrap()
            .iter()
            .map(kind)
            .collect()
    };
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = good.clone();
        change(&mut bytes);
        kinds(&bytes)
    };
    let has = |kinds: Vec<(u64, String)>, entry: u64, kind: &str| {
        assert!(
            kinds.contains(&(entry, kind.to_owned())),
            "{kind} at {entry}: {kinds:?}"
        );
    };
    let entries = (good.len() / 6) as u64;
    has(
        with(&|bytes| bytes.truncate(bytes.len() - 2)),
        entries - 1,
        "odd_length",
    );
    has(with(&|bytes| bytes[4] = 0), 0, "zero_weight");
    has(with(&|bytes| bytes[2..4].fill(0)), 0, "no_move");
    has(
        with(&|bytes| bytes[2..4].copy_from_slice(&[0x28, 0x2b])),
        0,
        "illegal_move",
    );
    has(
        with(&|bytes| *bytes.last_mut().unwrap() = 60),
        entries - 1,
        "ply_out_of_range",
    );
    has(with(&|bytes| bytes.copy_within(0..6, 6)), 1, "duplicate");
    has(with(&|bytes| bytes[5] = 9), 1, "unordered");
    let report = decode(&[good, vec![0xFF; 18]].concat()).exits(0).json();
    assert_eq!(report["padding"], 3);
}

#[test]
fn junk_and_empty_files_are_no_trouble() {
    let place = Place::new();
    place.file("empty.bin", []);
    let report = place
        .joban("rom decode empty.bin --key-seed 0 --json")
        .exits(0)
        .json();
    assert_eq!(report["entries"].as_array().unwrap().len(), 0);
    let junk: Vec<u8> = (0..60_001_u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    place.file("junk.bin", junk);
    place
        .joban("rom decode junk.bin --key-seed 0 --json")
        .exits(1);
    place.joban("rom decode empty.bin").exits(2);
    place.joban("rom decode nowhere.bin --key-seed 0").exits(2);
    place.joban("rom").exits(2);
}

//! Exit codes, as the README lists them.

use crate::support::{Place, game};

#[test]
fn usage_is_2() {
    let place = Place::new();
    place.file("a.csa", game(0));
    for line in [
        "",
        "nonsense",
        "build",
        "build a.csa --nonsense",
        "build missing.csa",
        "inspect missing.csa",
        "ingest missing.csa",
        "build a.csa --book-plies 0",
        "build a.csa --book-plies 61",
        "build a.csa --entries 0",
        "build a.csa --moves-per-position 0",
        "build a.csa --moves-per-position 3",
        "build a.csa --holdout 1.01",
        "build a.csa --holdout -0.1",
        "build a.csa --holdout nan",
        "build a.csa --min-rating many",
        "build a.csa --endings resign",
        "build a.csa --date-from 2021/02/29",
        "build a.csa --date-from 2021-01-02 --date-to 2021-01-01",
        "build a.csa --player ( --regex",
        "build a.csa --jobs 0",
        "build a.csa --encoding latin1",
        "build a.csa --max-ratio 0",
        "build a.csa --max-entry-size 1X",
        "build a.csa --key-table wide",
        "build a.csa --zobrist a.csa",
        "build a.csa --preset other",
        "build a.csa --cap-per-pairing 0",
        "build a.csa --winner nobody",
        "build a.csa --seed -1",
        "build a.csa -o a.csa",
        "build a.csa --lang fr",
        "ingest a.csa --plies 0",
        "ingest a.csa --plies some",
        "verify book",
        "rom book",
        "suite a.csa --count 0",
        "suite a.csa --holdout 0",
        "match a.csa",
    ] {
        let run = place.joban(line);
        assert_eq!(run.code, 2, "{line}: {run:#?}");
        assert!(
            !run.err.is_empty() && !run.err.contains("panicked"),
            "{line}: {run:#?}"
        );
    }
    assert_eq!(place.names("."), ["a.csa"]);
}

#[test]
fn help_and_version_are_0() {
    let place = Place::new();
    place.joban("--help").exits(0);
    place.joban("help build").exits(0);
    place.joban("build --help").exits(0);
    let run = place.joban("--version").exits(0);
    assert_eq!(run.out.trim(), concat!("joban ", env!("CARGO_PKG_VERSION")));
}

#[test]
fn an_empty_file_is_a_warning_unless_a_book_is_wanted() {
    let place = Place::new();
    place.file("empty.csa", "");
    for (line, code) in [
        ("inspect empty.csa", 0),
        ("inspect empty.csa --json", 0),
        ("ingest empty.csa", 0),
        ("build empty.csa --dry-run", 0),
        ("build empty.csa -o book", 3),
    ] {
        let run = place.joban(line).exits(code);
        assert!(run.err.contains("empty"), "{line}: {run:#?}");
    }
    assert!(!place.names(".").contains(&"book".to_owned()));
}

#[test]
fn junk_as_the_only_input_is_3() {
    let place = Place::new();
    place.file("junk.csa", "hello world\nthis is no game\n");
    place.file("junk.bin.csa", [0x00, 0xff, 0x13, 0x37].repeat(1000));
    place.file("good.csa", game(0));
    for junk in ["junk.csa", "junk.bin.csa"] {
        for command in [
            "inspect",
            "inspect --json",
            "ingest",
            "build",
            "build --dry-run",
        ] {
            let run = place.joban(&format!("{command} {junk}")).exits(3);
            assert!(run.err.contains(junk), "{run:#?}");
        }
        place.joban(&format!("inspect {junk} good.csa")).exits(0);
        place
            .joban(&format!("inspect {junk} good.csa --strict"))
            .exits(1);
    }
}

#[test]
fn no_game_left_is_3_and_names_the_rule() {
    let place = Place::new();
    place.file("a.csa", game(0));
    for (options, relax) in [
        ("--min-rating 3600", "--min-rating none"),
        ("--min-plies 1000", "--min-plies 0"),
        ("--endings kachi", "--endings any"),
        ("--winner black", "--winner"),
        ("--date-from 2030-01-01", "--date-from"),
        ("--player Gamma", "--player"),
        ("--event other", "--event"),
        ("--max-rating-gap 5", "--max-rating-gap"),
        ("--instant-prefix 0 --holdout 1", "--holdout 0"),
    ] {
        let run = place.joban(&format!("build a.csa {options}")).exits(3);
        assert!(run.err.contains(relax), "{options}: {run:#?}");
    }
    assert_eq!(place.names("."), ["a.csa"]);
}

#[test]
fn a_rejected_game_under_strict_is_1_after_the_work_is_done() {
    let place = Place::new();
    place.file("a.csa", format!("{}/\nV2\nPI\n+\n+7775FU\n", game(0)));
    let run = place
        .joban("build a.csa --holdout 0 --strict -o book")
        .exits(1);
    assert!(run.err.contains("a.csa, game 2"), "{run:#?}");
    assert!(place.names("book").contains(&"book.bin".to_owned()));
    place.joban("ingest a.csa --strict -o tables").exits(1);
    place.joban("build a.csa --holdout 0 -o book").exits(0);
    place
        .joban("build a.csa --holdout 0 --fail-fast -o other")
        .exits(1);
    assert!(place.names("other").is_empty());
}

#[test]
fn a_cut_archive_is_3() {
    let place = Place::new();
    place.file("cut.7z", b"7z\xbc\xaf\x27\x1c\x00\x04aaaaaaaa");
    place.file("cut.gz", [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1]);
    for file in ["cut.7z", "cut.gz"] {
        for command in ["inspect", "ingest", "build", "build --dry-run"] {
            let run = place.joban(&format!("{command} {file}")).exits(3);
            assert!(run.err.contains(file), "{run:#?}");
        }
    }
    assert_eq!(place.names("."), ["cut.7z", "cut.gz"]);
}

#[test]
fn a_folder_without_records_is_3() {
    let place = Place::new();
    place.file("docs/readme.txt", "no record");
    for line in [
        "inspect docs",
        "ingest docs",
        "build docs --dry-run",
        "build docs",
    ] {
        let run = place.joban(line).exits(3);
        assert!(
            run.err.contains("there is nothing to read in docs"),
            "{line}: {run:#?}"
        );
    }
    assert_eq!(place.names("."), ["docs"]);
}

//! `joban.toml` and `joban config check`.

use crate::support::{Place, game};

#[test]
fn a_good_file_is_shown() {
    let place = Place::new();
    place.file(
        "joban.toml",
        "lang = \"en\"\n[filter]\nmin-rating = 2800\n[book]\nentries = 100\n",
    );
    let run = place.joban("config check").exits(0);
    assert!(run.out.contains("3 settings"), "{run:#?}");
    assert!(run.out.contains("filter.min-rating = 2800"), "{run:#?}");
    let json = place.joban("config check --json").exits(0).json();
    assert_eq!(json["file"], "joban.toml");
    assert_eq!(json["settings"].as_array().unwrap().len(), 3);
}

#[test]
fn unknown_keys_are_errors_with_their_line() {
    let place = Place::new();
    place.file(
        "joban.toml",
        "[filter]\nmin-rating = 2800\nmin-rateing = 1\n",
    );
    for command in ["config check", "inspect x.csa", "build x.csa"] {
        let run = place.joban(command).exits(2);
        assert!(
            run.err.contains("joban.toml:3:1") && run.err.contains("min-rateing"),
            "{run:#?}"
        );
    }
}

#[test]
fn values_out_of_range_are_errors() {
    let place = Place::new();
    for text in [
        "[book]\nentries = 0\n",
        "[book]\nbook-plies = 61\n",
        "[book]\nmoves-per-position = 3\n",
        "[split]\nholdout = 1.5\n",
        "[filter]\ndate-to = \"2021/02/29\"\n",
        "[filter]\nendings = [\"resign\"]\n",
        "[read]\njobs = 0\n",
        "[read]\nencoding = \"latin1\"\n",
        "[limits]\nmax-ratio = 0\n",
        "[tables]\nplies = 0\n",
        "[limits]\ndecoder-memory = \"12Q\"\n",
        "[[override]]\nmove = \"7g7f\"\naction = \"force\"\nreason = \"\"\n",
        "[[override]]\nmove = \"7g7e\"\naction = \"force\"\nreason = \"x\"\n",
        "[[override]]\nmove = \"7g7f\"\naction = \"weight\"\nreason = \"x\"\n",
        "[[override]]\nmove = \"7g7f\"\naction = \"weight\"\nweight = 256\nreason = \"x\"\n",
    ] {
        place.file("t.toml", text);
        let run = place.joban("config check t.toml").exits(2);
        assert!(
            run.err.contains("ConfigError") && run.err.contains("t.toml"),
            "{text}: {run:#?}"
        );
    }
}

#[test]
fn good_overrides_are_counted() {
    let place = Place::new();
    place.file(
        "t.toml",
        "[[override]]\nmoves = \"7g7f\"\nmove = \"3c3d\"\naction = \"weight\"\nweight = 200\nreason = \"ours\"\n",
    );
    let run = place.joban("config check t.toml").exits(0);
    assert!(run.out.contains("1 overrides"), "{run:#?}");
}

#[test]
fn a_missing_file_is_said() {
    let place = Place::new();
    place.joban("config check").exits(2);
    place.joban("config check other.toml").exits(2);
    place.joban("inspect x.csa --config other.toml").exits(2);
}

#[test]
fn precedence_is_command_line_then_file_then_default() {
    let place = Place::new();
    place.file("a.csa", game(0));
    place.file(
        "joban.toml",
        "[split]\nholdout = 0.0\nseed = 7\n[filter]\nmin-plies = 100\n",
    );
    let run = place
        .joban("build a.csa --dry-run --json --min-plies 10")
        .exits(0)
        .json();
    assert_eq!(run["games"], 1);
    assert_eq!(run["split_seed"], 7);
    let run = place.joban("build a.csa --dry-run --json").exits(3).json();
    assert_eq!(run["games"], 0);
    let run = place
        .joban("build a.csa --dry-run --json --config /dev/null --holdout 0")
        .exits(0)
        .json();
    assert_eq!((&run["games"], &run["split_seed"]), (&1.into(), &0.into()));
}

#[test]
fn a_flag_of_the_file_can_be_switched_off() {
    let place = Place::new();
    place.file("bad.csa", "V2.2\nPI\n+\n+7775FU\n");
    place.file("joban.toml", "[read]\nstrict = true\n");
    place.joban("inspect bad.csa").exits(1);
    place.joban("inspect bad.csa --strict=false").exits(0);
}

#[test]
fn check_finds_forced_moves_that_do_not_fit_together() {
    let place = Place::new();
    let one = |mv: &str, action: &str| {
        format!("[[override]]\nmove = \"{mv}\"\n{action}\nreason = \"x\"\n")
    };
    let force = "action = \"force\"";
    let weight = "action = \"weight\"\nweight = 100";
    let forced =
        |moves: &[&str], action| -> String { moves.iter().map(|mv| one(mv, action)).collect() };
    for (text, problem) in [
        (
            forced(&["7g7f", "2g2f", "1g1f"], force),
            "more forced moves than candidates (2)",
        ),
        (
            format!(
                "[book]\nmoves-per-position = 1\n{}",
                forced(&["7g7f", "2g2f"], force)
            ),
            "more forced moves than candidates (1)",
        ),
        (forced(&["7g7f", "2g2f"], weight), "their sum must be 256"),
    ] {
        place.file("joban.toml", text);
        let run = place.joban("config check").exits(2);
        assert!(run.err.contains(problem), "{run:#?}");
    }
    place.file("joban.toml", forced(&["7g7f", "2g2f"], force));
    place.joban("config check").exits(0);
}

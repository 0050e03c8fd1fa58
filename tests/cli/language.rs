//! Messages in English and Japanese.

use crate::support::Place;

#[test]
fn the_environment_decides() {
    let place = Place::new();
    for (name, value, japanese) in [
        ("LC_ALL", "ja_JP.UTF-8", true),
        ("LC_ALL", "C", false),
        ("LANG", "ja_JP.UTF-8", true),
        ("LANG", "en_US.UTF-8", false),
    ] {
        let mut command = place.command();
        let output = command
            .env_remove("LC_ALL")
            .env_remove("LC_MESSAGES")
            .env_remove("LANGUAGE")
            .env(name, value)
            .args(["inspect", "missing.csa"])
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            err.contains("missing.csa がありません"),
            japanese,
            "{name}={value}: {err}"
        );
    }
}

#[test]
fn the_option_wins_over_configuration_and_environment() {
    let place = Place::new();
    let run = place.joban("--lang ja inspect missing.csa").exits(2);
    assert!(
        run.err.contains("エラー: missing.csa がありません"),
        "{run:#?}"
    );
    place.file("joban.toml", "lang = \"ja\"\n");
    let run = place.joban("inspect missing.csa").exits(2);
    assert!(run.err.contains("エラー"), "{run:#?}");
    let run = place.joban("inspect missing.csa --lang en").exits(2);
    assert!(
        run.err.contains("error: missing.csa does not exist"),
        "{run:#?}"
    );
}

#[test]
fn usage_errors_and_help_are_translated() {
    let place = Place::new();
    let run = place.joban("--lang ja inspect --nonsense x").exits(2);
    assert!(
        run.err.contains("不明なオプション `--nonsense`"),
        "{run:#?}"
    );
    let run = place.joban("--lang ja --help").exits(0);
    assert!(run.out.contains("棋譜"), "{run:#?}");
    let run = place.joban("--lang ja build x --entries 0").exits(2);
    assert!(
        run.err.contains("--entries の値 0 は範囲外です"),
        "{run:#?}"
    );
}

#[test]
fn a_rejected_game_is_told_in_japanese_with_its_place() {
    let place = Place::new();
    place.file(
        "a.csa",
        "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+7775FU\n%TORYO\n",
    );
    let run = place.joban("inspect a.csa --strict --lang ja").exits(1);
    assert!(
        run.err
            .contains("a.csa 第2局 9行目: IllegalMove (指せない手)"),
        "{run:#?}"
    );
    let run = place.joban("inspect a.csa --strict").exits(1);
    assert!(
        run.err.contains("a.csa, game 2, line 9: IllegalMove: "),
        "{run:#?}"
    );
}

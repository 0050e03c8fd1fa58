//! The robustness cases that concern this part of the program: hostile archives, odd files, closed pipes.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::Value;

use crate::support::{Place, ZipEntry, game, tar, zip};

fn of_kind<'a>(lines: &'a [Value], kind: &str) -> Vec<&'a Value> {
    lines
        .iter()
        .filter(|line| line["error"]["kind"] == kind)
        .collect()
}

/// A zip file in a zip file, so many times, around a game.
fn nested(depth: usize) -> Vec<u8> {
    let mut inner = zip(&[ZipEntry::stored(b"g.csa", game(0).as_bytes())]);
    for _ in 1..depth {
        inner = zip(&[ZipEntry::stored(b"inner.zip", &inner)]);
    }
    inner
}

#[test]
fn robust_001() {
    let names: [&[u8]; 6] = [
        b"/etc/x.csa",
        b"C:\\x.csa",
        b"C:x.csa",
        b"\\\\host\\share\\x.csa",
        b"a\\..\\..\\x.csa",
        b"a/./b.csa",
    ];
    let text = game(0);
    let entries: Vec<_> = names
        .iter()
        .map(|name| ZipEntry::stored(name, text.as_bytes()))
        .collect();
    let place = Place::new();
    place.file("names.zip", zip(&entries));
    let lines = place
        .joban("inspect names.zip --json")
        .exits(0)
        .json_lines();
    assert_eq!(of_kind(&lines, "UnsafePath").len(), 5, "{lines:?}");
    let safe: Vec<&Value> = lines
        .iter()
        .filter(|line| line["error"].is_null())
        .collect();
    assert_eq!(safe.len(), 1);
    assert_eq!(safe[0]["plies"], 44);
    assert_eq!(place.names("."), ["names.zip"]);
}

#[test]
fn robust_002() {
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::fast());
    let blanks = vec![b' '; 1 << 20];
    for _ in 0..1024 {
        deflate.write_all(&blanks).unwrap();
    }
    let bomb = ZipEntry {
        name: b"a.csa",
        method: 8,
        packed: deflate.finish().unwrap(),
        crc: 0,
        size: 100,
    };
    let good = game(0);
    let place = Place::new();
    place.file(
        "bomb.zip",
        zip(&[bomb, ZipEntry::stored(b"b.csa", good.as_bytes())]),
    );
    for options in [
        "",
        "--max-entry-size 1M",
        "--max-ratio 1000000 --max-entry-size 64M",
    ] {
        let lines = place
            .joban(&format!("inspect bomb.zip --json {options}"))
            .exits(0)
            .json_lines();
        let [over] = of_kind(&lines, "LimitExceeded")[..] else {
            panic!("{lines:?}")
        };
        assert!(over["file"].as_str().unwrap().ends_with("!a.csa"), "{over}");
        assert!(lines.iter().any(|line| line["plies"] == 44), "{lines:?}");
    }
}

#[test]
fn robust_003() {
    let place = Place::new();
    let text = game(0);
    let names: Vec<String> = (0..2_001).map(|n| format!("{n}.txt")).collect();
    let entries: Vec<(&str, &[u8])> = names
        .iter()
        .map(|name| (name.as_str(), &b"x"[..]))
        .collect();
    place.file("many.tar", tar(&entries));
    let run = place.joban("inspect many.tar --max-entries 2000").exits(3);
    assert!(
        run.err.contains("LimitExceeded") && run.err.contains("--max-entries"),
        "{run:#?}"
    );
    let inner = nested(10);
    place.file(
        "deep.zip",
        zip(&[
            ZipEntry::stored(b"deep.zip", &inner),
            ZipEntry::stored(b"b.csa", text.as_bytes()),
        ]),
    );
    let lines = place.joban("inspect deep.zip --json").exits(0).json_lines();
    assert_eq!(of_kind(&lines, "LimitExceeded").len(), 1, "{lines:?}");
    assert!(lines.iter().any(|line| line["plies"] == 44), "{lines:?}");
}

#[test]
fn robust_004() {
    let hex = "377abcaf271c0004ffffffffffffffffffffff7fffffffffffffff7f00000000";
    let bytes: Vec<u8> = (0..hex.len())
        .step_by(2)
        .map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap())
        .collect();
    let place = Place::new();
    place.file("cut.7z", bytes);
    let run = place.joban("inspect cut.7z").exits(3);
    assert!(
        run.err.contains("cut.7z") && run.err.contains("TruncatedInput"),
        "{run:#?}"
    );
    let run = place.joban("build cut.7z").exits(3);
    assert!(run.err.contains("TruncatedInput"), "{run:#?}");
}

#[test]
fn robust_005() {
    let place = Place::new();
    let text = game(0);
    place.file(
        "sjis.zip",
        zip(&[ZipEntry::stored(b"\x8a\xf7\x96\x88.csa", text.as_bytes())]),
    );
    let lines = place.joban("inspect sjis.zip --json").exits(0).json_lines();
    assert_eq!(lines[0]["file"], "sjis.zip!机毎.csa");
    assert_eq!(lines[0]["plies"], 44);
}

#[test]
fn robust_006() {
    let place = Place::new();
    place.file("empty.csa", "");
    let run = place.joban("inspect empty.csa --json").exits(0);
    let lines = run.json_lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["games"], 0);
    assert_eq!(lines[0]["warnings"][0]["kind"], "EmptyInput");
}

#[test]
fn robust_007() {
    let place = Place::new();
    place.file("nul.csa", vec![0; 1 << 20]);
    place.file("good.csa", game(0));
    let run = place.joban("inspect nul.csa --json").exits(3);
    let lines = run.json_lines();
    assert_eq!(lines.len(), 1, "{lines:?}");
    assert_eq!(lines[0]["error"]["kind"], "SyntaxError");
    assert_eq!(lines[0]["error"]["line"], 1);
    assert!(
        lines[0]["error"]["reason"]
            .as_str()
            .unwrap()
            .contains("binary"),
        "{lines:?}"
    );
    let json = place
        .joban("build nul.csa good.csa --dry-run --json --holdout 0")
        .exits(0)
        .json();
    assert_eq!((&json["rejected"], &json["games"]), (&1.into(), &1.into()));
}

#[cfg(unix)]
#[test]
fn robust_011() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    std::fs::create_dir(place.path("d")).unwrap();
    let name = place.path("d").join(OsStr::from_bytes(b"\xff\x81.csa"));
    if std::fs::write(name, game(0)).is_err() {
        println!("skipped: this file system takes UTF-8 names only");
        return;
    }
    std::os::unix::fs::symlink(".", place.path("d/loop")).unwrap();
    let lines = place.joban("inspect d --json").exits(0).json_lines();
    let [only] = &lines[..] else {
        panic!("{lines:?}")
    };
    assert_eq!(only["plies"], 44);
    assert!(
        only["file"]
            .as_str()
            .unwrap()
            .to_lowercase()
            .contains(r"\xff\x81"),
        "{only}"
    );
}

#[cfg(unix)]
#[test]
fn robust_012() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let place = Place::new();
    let games: Vec<String> = (0..200).map(game).collect();
    place.file("many.csa", games.join("/\n"));
    let mut child = place
        .command()
        .args(["inspect", "many.csa", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap())
        .read_line(&mut first)
        .unwrap();
    assert!(
        first.starts_with("{\"file\":\"many.csa\",\"game\":1"),
        "{first}"
    );
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_told_apart_from_junk() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let path = place.file("d/secret.csa", game(0));
    place.file("d/open.csa", game(1));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&path).is_ok() {
        println!("skipped: this user reads everything");
        return;
    }
    let lines = place.joban("inspect d --json").exits(0).json_lines();
    assert_eq!(of_kind(&lines, "IoError").len(), 1, "{lines:?}");
    assert_eq!(lines.len(), 2);
    let run = place.joban("inspect d/secret.csa").exits(3);
    assert!(run.err.contains("secret.csa"), "{run:#?}");
}

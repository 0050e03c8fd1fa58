//! The cases robust-001 to -005 and -011: what archives and folders may do to us.

mod support;

use std::path::Path;

use joban_csa_parse::IssueKind;
use joban_csa_parse::input::{InputErrorKind, Limits};
use serde_json::Value;
use support::{ZipEntry, put, read, read_limited, record, zip};

/// The cases of the area this file holds; -006 and -007 are the parser's, -008 to -010, -013 and
/// -014 later issues', -012 the command line's.
const HELD: [&str; 6] = [
    "robust-001",
    "robust-002",
    "robust-003",
    "robust-004",
    "robust-005",
    "robust-011",
];

fn case(id: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cases/robust.jsonl");
    let text = std::fs::read_to_string(path).expect("the cases are in the repository");
    let cases = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut found = cases.filter(|case| case["id"] == id);
    found.next().expect("the case exists")
}

fn input(id: &str) -> Value {
    let case = case(id);
    serde_json::from_str(case["input"].as_str().expect("text")).expect("JSON")
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hexadecimal");
    (0..text.len()).step_by(2).map(digits).collect()
}

#[test]
fn every_held_case_exists() {
    for id in HELD {
        assert_eq!(case(id)["area"], "robust", "{id}");
    }
}

#[test]
fn robust_001() {
    let input = input("robust-001");
    let names: Vec<_> = input["entries"]
        .as_array()
        .expect("a list")
        .iter()
        .collect();
    let entries: Vec<_> = names
        .iter()
        .zip(0..)
        .map(|(name, n)| ZipEntry::new(name.as_str().expect("text"), record(n)))
        .collect();
    let dir = tempfile::tempdir().expect("a folder");
    let read = read(&[&put(dir.path(), "a.zip", &zip(&entries))]);
    read.summary();
    assert_eq!(read.rejected.len(), 5);
    assert!(
        read.rejected
            .iter()
            .all(|(_, kind, _)| *kind == IssueKind::UnsafePath)
    );
    assert_eq!(read.records.len(), 1);
    assert!(
        read.files()[0].ends_with("a.zip!a/./b.csa"),
        "{:?}",
        read.files()
    );
}

#[test]
fn robust_002() {
    let blanks = vec![b' '; 1 << 30];
    let mut bomb = ZipEntry::new("a.csa", blanks);
    bomb.declared = Some(100);
    let entries = [
        ZipEntry::new("0.csa", record(0)),
        bomb,
        ZipEntry::new("b.csa", record(1)),
    ];
    let dir = tempfile::tempdir().expect("a folder");
    let path = put(dir.path(), "bomb.zip", &zip(&entries));
    drop(entries);
    let read = read(&[&path]);
    read.summary();
    let (file, kind, reason) = &read.rejected[0];
    assert!(file.ends_with("bomb.zip!a.csa"), "{file}");
    assert_eq!(
        (read.rejected.len(), *kind),
        (1, IssueKind::LimitExceeded),
        "{reason}"
    );
    assert_eq!(read.records.len(), 2, "the other entries are read");
    // The limit is a setting.
    let limits = Limits {
        max_entry_bytes: 1000,
        ..Limits::default()
    };
    let read = read_limited(&[&path], &limits);
    assert!(
        read.rejected[0].2.contains("1000 bytes"),
        "{:?}",
        read.rejected
    );
}

#[test]
fn robust_003() {
    let input = input("robust-003");
    let dir = tempfile::tempdir().expect("a folder");
    let entries = input["zip_entries"].as_u64().expect("a number");
    let path = dir.path().join("many.zip");
    std::fs::write(&path, many_entries(entries)).expect("a file");
    let many = read(&[&path]);
    assert_eq!(
        many.error().kind(),
        InputErrorKind::Limit,
        "{}",
        many.error()
    );
    assert_eq!(many.error().exit_code(), 3);
    assert!(many.error().advice().contains("--max-entries"));
    assert_eq!(many.records.len(), 0);

    let mut nested = zip(&[ZipEntry::new("a.csa", record(0))]);
    for _ in 1..input["nested_depth"].as_u64().expect("a number") {
        nested = zip(&[
            ZipEntry::new("b.csa", record(1)),
            ZipEntry::new("inner.zip", nested),
        ]);
    }
    let read = read(&[&put(dir.path(), "nested.zip", &nested)]);
    read.summary();
    assert_eq!(read.records.len(), 1);
    let (file, kind, _) = &read.rejected[0];
    assert_eq!((read.rejected.len(), *kind), (1, IssueKind::LimitExceeded));
    assert!(file.ends_with("nested.zip!inner.zip"));
}

/// A zip64 directory of so many entries that all lie at one place.
fn many_entries(count: u64) -> Vec<u8> {
    use support::{put16, put32};
    let one = zip(&[ZipEntry::new("a.csa", record(0))]);
    let start = one
        .windows(4)
        .position(|w| w == b"PK\x01\x02")
        .expect("a directory");
    let end = one.len() - 22;
    let mut out = one[..start].to_vec();
    out.extend(one[start..end].repeat(count as usize));
    let record_at = out.len() as u64;
    let put64 = |out: &mut Vec<u8>, value: u64| out.extend(value.to_le_bytes());
    out.extend(b"PK\x06\x06");
    put64(&mut out, 44);
    put16(&mut out, &[45, 45]);
    put32(&mut out, &[0, 0]);
    [count, count, record_at - start as u64, start as u64]
        .iter()
        .for_each(|v| put64(&mut out, *v));
    out.extend(b"PK\x06\x07");
    put32(&mut out, &[0]);
    put64(&mut out, record_at);
    put32(&mut out, &[1]);
    out.extend(b"PK\x05\x06");
    put16(&mut out, &[0, 0, 0xffff, 0xffff]);
    put32(&mut out, &[u32::MAX, u32::MAX]);
    put16(&mut out, &[0]);
    out
}

#[test]
fn a_large_zip64_directory_is_read_within_the_limit() {
    let dir = tempfile::tempdir().expect("a folder");
    let read = read(&[&put(dir.path(), "a.zip", &many_entries(70_000))]);
    read.summary();
    assert_eq!(read.records.len(), 70_000);
}

#[test]
fn robust_004() {
    let case = case("robust-004");
    let bytes = unhex(case["input"].as_str().expect("text"));
    let dir = tempfile::tempdir().expect("a folder");
    let read = read(&[&put(dir.path(), "cut.7z", &bytes)]);
    let error = read.error();
    assert_eq!(error.kind(), InputErrorKind::Truncated, "{error}");
    assert_eq!(error.kind().as_str(), case["expect"]["error"]["kind"]);
    assert_eq!(error.exit_code(), 3);
}

#[test]
fn robust_005() {
    let input = input("robust-005");
    let raw = unhex(input["raw_name_hex"].as_str().expect("text"));
    let dir = tempfile::tempdir().expect("a folder");
    let archive = zip(&[ZipEntry::new(raw.clone(), record(0))]);
    let read = read(&[&put(dir.path(), "sjis.zip", &archive)]);
    read.summary();
    assert!(
        read.files()[0].ends_with("sjis.zip!机毎.csa"),
        "{:?}",
        read.files()
    );
    let tar = support::tar(&[
        (&raw, record(0).as_bytes()),
        (b"\xff\x81.csa", record(1).as_bytes()),
    ]);
    let read = support::read(&[&put(dir.path(), "sjis.tar", &tar)]);
    assert!(
        read.files()[0].ends_with("sjis.tar!机毎.csa"),
        "{:?}",
        read.files()
    );
    assert!(
        read.files()[1].ends_with(r"sjis.tar!\xFF\x81.csa"),
        "{:?}",
        read.files()
    );
}

#[cfg(unix)]
#[test]
fn robust_011() {
    use std::os::unix::ffi::OsStringExt as _;
    let input = input("robust-011");
    let stem = input["names_hex"][0]
        .as_str()
        .and_then(|name| name.strip_suffix(".csa"));
    let name = [unhex(stem.expect("a name")), b".csa".to_vec()].concat();
    let dir = tempfile::tempdir().expect("a folder");
    let path = dir.path().join(std::ffi::OsString::from_vec(name));
    std::fs::write(&path, record(0)).expect("a file system that takes any bytes");
    std::os::unix::fs::symlink(".", dir.path().join("loop")).expect("a link");
    let read = read(&[dir.path()]);
    let summary = read.summary();
    assert_eq!(read.records.len(), 1);
    assert!(
        read.files()[0].ends_with(r"/\xFF\x81.csa"),
        "{:?}",
        read.files()
    );
    assert_eq!(summary.repeated.len(), 1, "the loop is named");
}

//! Archives and compressed files: what is in them, what is cut off, what is damaged, what is refused.

mod support;

use std::path::Path;

use joban_csa_parse::input::{InputArg, InputErrorKind, Inputs, Limits};
use joban_csa_parse::{IssueKind, ReadOptions};
use support::{
    ZipEntry, containers, gz, put, read, read_limited, record, shared, tar, xz, zip, zst,
};

fn entries() -> Vec<(String, String)> {
    (0..5)
        .map(|n| (format!("2026/game{n}.csa"), record(n)))
        .collect()
}

fn borrowed(entries: &[(String, String)]) -> Vec<(&str, &[u8])> {
    entries
        .iter()
        .map(|(name, text)| (name.as_str(), text.as_bytes()))
        .collect()
}

#[test]
fn every_container_gives_the_same_records() {
    let entries = entries();
    let mut all = borrowed(&entries);
    all.insert(2, ("2026/00LIST.floodgate", b"not a record"));
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&all) {
        let path = put(dir.path(), &format!("wdoor.{extension}"), &bytes);
        let read = read(&[&path]);
        let summary = read.summary();
        assert_eq!(read.records.len(), 5, "{extension}");
        for (record, (name, text)) in read.records.iter().zip(&entries) {
            assert_eq!(
                *record.file,
                format!("{}!{name}", path.display()).replace('\\', "/")
            );
            assert_eq!(record.bytes, text.as_bytes(), "{extension}");
        }
        assert_eq!(summary.skipped_entries, 1, "{extension}");
        assert_eq!(
            (read.progress, summary.bytes),
            (bytes.len() as u64, bytes.len() as u64)
        );
        assert_eq!(
            summary.digests[0].sha256,
            Some(sha256(&bytes)),
            "{extension}"
        );
    }
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    use sha2::Digest as _;
    sha2::Sha256::digest(bytes).into()
}

#[test]
fn contents_decide_and_the_name_is_a_hint() {
    let text = record(1);
    let dir = tempfile::tempdir().expect("a folder");
    let misnamed = put(
        dir.path(),
        "zip.csa",
        &zip(&[ZipEntry::new("a.csa", text.clone())]),
    );
    let bare = put(dir.path(), "games", &zst(text.as_bytes()));
    for path in [misnamed, bare] {
        let read = read(&[&path]);
        assert_eq!(read.records.len(), 1, "{path:?}");
        assert_eq!(read.records[0].bytes, text.as_bytes(), "{path:?}");
    }
    let text_as_zip = read(&[&put(dir.path(), "text.zip", text.as_bytes())]);
    assert_eq!(text_as_zip.error().kind(), InputErrorKind::Damaged);
    let empty = read(&[&put(dir.path(), "empty.7z", b"")]);
    assert_eq!(empty.error().kind(), InputErrorKind::Truncated);
    for (name, bytes) in [
        ("a.rar", &b"Rar!\x1a\x07\x00"[..]),
        ("a.tar.bz2", b"BZh91AY"),
        ("a.lzh", b"\x20\x00-lh5-\x00"),
    ] {
        let read = read(&[&put(dir.path(), name, bytes)]);
        assert_eq!(read.error().kind(), InputErrorKind::Unsupported, "{name}");
        assert_eq!(read.error().exit_code(), 2, "{name}");
    }
}

#[test]
fn compressed_files_are_one_file() {
    let two = format!("{}/\n{}", record(1), record(2));
    let dir = tempfile::tempdir().expect("a folder");
    for (name, bytes) in [
        ("a.csa.gz", gz(two.as_bytes())),
        ("a.csa.zst", zst(two.as_bytes())),
        ("a.csa.xz", xz(two.as_bytes())),
        (
            "two.csa.gz",
            [
                gz(record(1).as_bytes()),
                gz(b"/\n"),
                gz(record(2).as_bytes()),
            ]
            .concat(),
        ),
        (
            "two.csa.zst",
            [
                zst(record(1).as_bytes()),
                zst(b"/\n"),
                zst(record(2).as_bytes()),
            ]
            .concat(),
        ),
    ] {
        let path = put(dir.path(), name, &bytes);
        let read = read(&[&path]);
        read.summary();
        assert!(
            read.records.iter().all(|r| r.file.ends_with(name)),
            "{:?}",
            read.files()
        );
        assert!(read.rejected.is_empty(), "{name}: {:?}", read.rejected);
    }
}

#[test]
fn an_empty_record_in_an_archive_is_a_warning() {
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&[("a.csa", b""), ("b.csa", record(1).as_bytes())]) {
        let read = read(&[&put(dir.path(), &format!("a.{extension}"), &bytes)]);
        read.summary();
        assert!(read.rejected.is_empty(), "{extension}: {:?}", read.rejected);
    }
}

#[test]
fn what_is_cut_off_is_said() {
    let entries = entries();
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&borrowed(&entries)) {
        if extension == "tar" {
            continue;
        }
        for cut in [bytes.len() - 1, bytes.len() / 2, 40] {
            let path = put(dir.path(), &format!("cut.{extension}"), &bytes[..cut]);
            let read = read(&[&path]);
            let error = read.error();
            assert_eq!(
                error.kind(),
                InputErrorKind::Truncated,
                "{extension} at {cut}: {error}"
            );
            assert!(
                error.file().ends_with(&format!("cut.{extension}")),
                "{error}"
            );
        }
    }
}

/// Between two entries a tar looks whole, but for its end mark.
#[test]
fn a_tar_cut_between_entries_is_said() {
    let entries = entries();
    let dir = tempfile::tempdir().expect("a folder");
    let whole = support::tar(&[
        (b"a.csa", entries[0].1.as_bytes()),
        (b"b.csa", entries[1].1.as_bytes()),
    ]);
    let second = whole
        .windows(6)
        .position(|bytes| bytes == b"b.csa\0")
        .expect("an entry");
    for (name, bytes) in [
        ("cut.tar", whole[..second].to_vec()),
        ("cut.tar.gz", gz(&whole[..second])),
        ("cut.tar.zst", zst(&whole[..second])),
    ] {
        let path = put(dir.path(), name, &bytes);
        assert_eq!(
            read(&[&path]).error().kind(),
            InputErrorKind::Truncated,
            "{name}"
        );
    }
    // One block of zeros is enough.
    let end = whole.iter().rposition(|&b| b != 0).expect("contents") / 512 + 2;
    let path = put(dir.path(), "short.tar", &whole[..end * 512]);
    assert_eq!(read(&[&path]).records.len(), 2);
}

/// No flipped bit makes a reader panic, hang or deliver a changed record unnoticed where the
/// container has a checksum.
#[test]
fn flipped_bits_never_panic() {
    let entries = entries();
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&borrowed(&entries)) {
        let step = (bytes.len() / 200).max(1);
        for at in (0..bytes.len()).step_by(step) {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            let path = put(dir.path(), &format!("flip.{extension}"), &flipped);
            let read = read(&[&path]);
            if extension.contains("zip") || extension == "7z" {
                for record in &read.records {
                    let known = entries
                        .iter()
                        .any(|(_, text)| text.as_bytes() == record.bytes);
                    assert!(known || read.end.is_err(), "{extension} at {at}");
                }
            }
        }
    }
}

#[test]
fn an_archive_in_an_archive_is_rejected_by_name_and_by_content() {
    let inner = zip(&[ZipEntry::new("a.csa", record(1))]);
    let compressed = gz(record(3).as_bytes());
    let text = record(2);
    let all: [(&str, &[u8]); 4] = [
        ("inner.zip", &inner),
        ("hidden.csa", &inner),
        ("one.csa.gz", &compressed),
        ("b.csa", text.as_bytes()),
    ];
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&all) {
        let read = read(&[&put(dir.path(), &format!("outer.{extension}"), &bytes)]);
        read.summary();
        assert_eq!(read.records.len(), 1, "{extension}");
        assert_eq!(read.rejected.len(), 3, "{extension}: {:?}", read.rejected);
        assert!(
            read.rejected
                .iter()
                .all(|(_, kind, _)| *kind == IssueKind::LimitExceeded)
        );
    }
}

#[test]
fn a_bomb_is_rejected_in_every_container() {
    let blanks = vec![b'\n'; 18 << 20];
    let text = record(2);
    let all = [("bomb.csa", blanks.as_slice()), ("b.csa", text.as_bytes())];
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&all) {
        if extension == "tar" {
            continue;
        }
        let read = read(&[&put(dir.path(), &format!("bomb.{extension}"), &bytes)]);
        read.summary();
        assert_eq!(read.rejected.len(), 1, "{extension}: {:?}", read.rejected);
        assert_eq!(read.rejected[0].1, IssueKind::LimitExceeded, "{extension}");
        assert!(read.rejected[0].2.contains("--max-ratio"), "{extension}");
        assert_eq!(read.records.len(), 1, "{extension}");
    }
}

#[test]
fn limits_of_an_entry_reject_it_and_limits_of_the_whole_stop() {
    let entries = entries();
    let dir = tempfile::tempdir().expect("a folder");
    let mut large = borrowed(&entries);
    let long = record(9).repeat(20);
    large.insert(1, ("long.csa", long.as_bytes()));
    for (extension, bytes) in containers(&large) {
        let path = put(dir.path(), &format!("a.{extension}"), &bytes);
        if extension != "tar" {
            let limits = Limits {
                max_entry_bytes: 1000,
                ..Limits::default()
            };
            let read = read_limited(&[&path], &limits);
            read.summary();
            assert_eq!(read.refusals().len(), 1, "{extension}: {:?}", read.rejected);
            assert_eq!(read.records.len(), 5, "{extension}");
        }
        let limits = Limits {
            max_entries: 3,
            ..Limits::default()
        };
        assert_eq!(
            read_limited(&[&path], &limits).error().kind(),
            InputErrorKind::Limit
        );
        let limits = Limits {
            max_total_bytes: 1500,
            ..Limits::default()
        };
        let read = read_limited(&[&path], &limits);
        assert_eq!(
            read.error().kind(),
            InputErrorKind::Limit,
            "{extension}: {}",
            read.error()
        );
        assert!(
            read.error().advice().contains("--max-total-size"),
            "{extension}"
        );
    }
}

#[test]
fn a_large_dictionary_is_refused_by_name_of_the_option() {
    let noise: Vec<u8> = (0..3_000_000_u32)
        .flat_map(|n| n.wrapping_mul(0x9e37_79b9).to_le_bytes())
        .collect();
    let text = record(1);
    let all: [(&str, &[u8]); 2] = [("a.csa", text.as_bytes()), ("noise.bin", &noise)];
    let dir = tempfile::tempdir().expect("a folder");
    let limits = Limits {
        decoder_memory: 1 << 20,
        ..Limits::default()
    };
    let raw: Vec<(&[u8], &[u8])> = all
        .iter()
        .map(|(name, data)| (name.as_bytes(), *data))
        .collect();
    for (name, bytes) in [
        ("a.7z", support::sevenz(&all, 8 << 20)),
        ("a.tar.xz", xz(&tar(&raw))),
        ("a.tar.zst", zst(&tar(&raw))),
    ] {
        let path = put(dir.path(), name, &bytes);
        let read = read_limited(&[&path], &limits);
        assert_eq!(
            read.error().kind(),
            InputErrorKind::Limit,
            "{name}: {}",
            read.error()
        );
        assert!(
            read.error().advice().contains("--decoder-memory"),
            "{name}: {}",
            read.error()
        );
        assert_eq!(support::read(&[&path]).records.len(), 1, "{name}");
    }
}

#[test]
fn sevenz_methods_are_read_or_named() {
    use sevenz_rust2::EncoderMethod as M;
    let entries = entries();
    let all = borrowed(&entries);
    let dir = tempfile::tempdir().expect("a folder");
    let chains: [Vec<sevenz_rust2::EncoderConfiguration>; 5] = [
        vec![M::COPY.into()],
        vec![M::LZMA.into()],
        vec![M::LZMA2.into()],
        vec![M::BCJ_X86_FILTER.into(), M::LZMA2.into()],
        vec![M::DELTA_FILTER.into(), M::LZMA2.into()],
    ];
    for (n, chain) in chains.into_iter().enumerate() {
        let path = put(
            dir.path(),
            &format!("{n}.7z"),
            &support::sevenz_by(&all, chain),
        );
        let read = read(&[&path]);
        assert_eq!(read.records.len(), 5, "chain {n}: {:?}", read.end);
    }
}

#[test]
fn an_encrypted_zip_is_refused() {
    let mut entry = ZipEntry::new("a.csa", record(1));
    entry.flags = 1;
    let dir = tempfile::tempdir().expect("a folder");
    let read = read(&[&put(dir.path(), "a.zip", &zip(&[entry]))]);
    assert_eq!(read.error().kind(), InputErrorKind::Unsupported);
    assert_eq!(read.error().entry(), Some("a.csa"));
}

#[test]
fn a_wrong_checksum_names_the_entry() {
    let mut entry = ZipEntry::new("2026/a.csa", record(1));
    entry.deflate = false;
    let mut bytes = zip(&[entry]);
    bytes[60] ^= 1;
    let dir = tempfile::tempdir().expect("a folder");
    let read = read(&[&put(dir.path(), "a.zip", &bytes)]);
    assert_eq!(read.error().kind(), InputErrorKind::Damaged);
    assert_eq!(read.error().entry(), Some("2026/a.csa"));
}

#[test]
fn a_program_in_front_of_a_zip_and_two_entries_of_one_name() {
    let twice = [
        ZipEntry::new("a.csa", record(1)),
        ZipEntry::new("a.csa", record(2)),
    ];
    let archive = zip(&twice);
    let dir = tempfile::tempdir().expect("a folder");
    assert_eq!(
        read(&[&put(dir.path(), "a.zip", &archive)]).records.len(),
        2
    );
    let end = archive.len();
    let mut behind = archive.clone();
    behind[end - 2] = 4;
    behind.extend(b"note");
    assert_eq!(read(&[&put(dir.path(), "b.zip", &behind)]).records.len(), 2);
}

#[test]
fn real_archives_equal_their_folders() {
    let Some(archives) = shared("data/archives") else {
        return;
    };
    for (archive, folder) in [
        ("wdoor2026-sample.7z", "floodgate/2026"),
        ("wdoor2010-sample.tar.xz", "floodgate/2010"),
    ] {
        let packed = read(&[&archives.join(archive)]);
        let plain = read(&[&archives.join("../").join(folder)]);
        packed.summary();
        let bytes = |read: &support::Read| {
            let mut all: Vec<_> = read.records.iter().map(|r| r.bytes.clone()).collect();
            all.sort();
            all
        };
        assert_eq!(bytes(&packed), bytes(&plain), "{archive}");
    }
    let zip = read(&[&archives.join("wcsc28-sample.zip")]);
    zip.summary();
    assert_eq!((zip.records.len(), zip.rejected.len()), (12, 0));
}

#[test]
fn a_sink_that_has_enough_stops_every_container() {
    let entries = entries();
    let dir = tempfile::tempdir().expect("a folder");
    for (extension, bytes) in containers(&borrowed(&entries)) {
        let path = put(dir.path(), &format!("a.{extension}"), &bytes);
        let args = [InputArg::Path(path)];
        let inputs = Inputs::open(&args, &Limits::default(), &ReadOptions::default());
        let inputs = inputs.expect("the file exists");
        let mut seen = 0;
        let summary = inputs.for_each(&mut |_| {
            seen += 1;
            std::ops::ControlFlow::Break(())
        });
        let summary = summary.expect("stopping is no error");
        assert!(summary.stopped && seen == 1, "{extension}: {seen}");
        assert_eq!(summary.digests[0].sha256, None, "{extension}");
    }
}

#[test]
fn nesting_may_be_raised() {
    let text = record(1);
    let mut nested = text.clone().into_bytes();
    for (n, pack) in [gz, zst, xz].into_iter().enumerate() {
        nested = tar(&[
            (b"a.csa", text.as_bytes()),
            (b"inner.tar.gz", &pack(&nested)),
        ]);
        let dir = tempfile::tempdir().expect("a folder");
        let path = put(dir.path(), "a.tar.zst", &zst(&nested));
        let limits = Limits {
            nesting: 9,
            ..Limits::default()
        };
        let read = read_limited(&[&path], &limits);
        read.summary();
        assert_eq!(read.records.len(), n + 2, "{:?}", read.rejected);
    }
    let inner = support::sevenz(&[("x.csa", text.as_bytes())], 1 << 20);
    let dir = tempfile::tempdir().expect("a folder");
    let path = put(
        dir.path(),
        "a.zip",
        &zip(&[ZipEntry::new("in.7z", inner.clone())]),
    );
    let limits = Limits {
        nesting: 2,
        ..Limits::default()
    };
    let read = read_limited(&[&path], &limits);
    assert!(
        read.files()[0].ends_with("a.zip!in.7z!x.csa"),
        "{:?}",
        read.end
    );
    let cut = put(
        dir.path(),
        "cut.zip",
        &zip(&[ZipEntry::new("in.7z", &inner[..50])]),
    );
    let read = read_limited(&[&cut], &limits);
    assert!(
        read.error()
            .to_string()
            .contains("cut.zip!in.7z: TruncatedInput"),
        "{}",
        read.error()
    );
}

#[test]
fn nesting_zero_reads_no_archive() {
    let dir = tempfile::tempdir().expect("a folder");
    let path = put(
        dir.path(),
        "a.zip",
        &zip(&[ZipEntry::new("a.csa", record(1))]),
    );
    let limits = Limits {
        nesting: 0,
        ..Limits::default()
    };
    let read = read_limited(&[Path::new(&path)], &limits);
    assert_eq!(read.refusals().len(), 1);
}

//! Bytes in, no panic, no hang, bounded memory: junk behind the first bytes of every container.

mod support;

use joban_csa_parse::input::Limits;
use proptest::prelude::*;
use support::{containers, put, read_limited, record};

/// Limits small enough that no declared size could be allocated unnoticed.
fn tight() -> Limits {
    Limits {
        max_entry_bytes: 1 << 20,
        max_total_bytes: 4 << 20,
        max_entries: 1000,
        decoder_memory: 8 << 20,
        ..Limits::default()
    }
}

fn cases() -> u32 {
    let asked = std::env::var("JOBAN_FUZZ_CASES").ok();
    asked.and_then(|text| text.parse().ok()).unwrap_or(64)
}

const MAGIC: [&[u8]; 9] = [
    b"",
    b"V2\n",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"7z\xbc\xaf\x27\x1c\x00\x04",
    b"\x1f\x8b\x08\x00",
    b"\x28\xb5\x2f\xfd",
    b"\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46",
    b"\x50\x2a\x4d\x18",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn junk_behind_any_magic(
        magic in 0..MAGIC.len(),
        junk in proptest::collection::vec(any::<u8>(), 0..2000),
    ) {
        let dir = tempfile::tempdir().expect("a folder");
        let bytes = [MAGIC[magic], &junk].concat();
        read_limited(&[&put(dir.path(), "a.csa", &bytes)], &tight());
    }

    #[test]
    fn pieces_of_real_containers(
        which in 0..7_usize,
        cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        keep in any::<prop::sample::Index>(),
    ) {
        let texts: Vec<_> = (0..3).map(record).collect();
        let entries: Vec<_> =
            ["a.csa", "b.csa", "c.csa"].into_iter().zip(texts.iter().map(String::as_bytes)).collect();
        let (_, mut bytes) = containers(&entries).swap_remove(which);
        for (at, value) in cuts {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let kept = keep.index(bytes.len() * 2).min(bytes.len());
        let dir = tempfile::tempdir().expect("a folder");
        read_limited(&[&put(dir.path(), "a.csa", &bytes[..kept])], &tight());
    }
}

/// A 7z whose header says it holds very many entries, packed in a few bytes, is refused before
/// anything of that size is allocated.
#[cfg(target_os = "linux")]
#[test]
fn a_header_that_claims_much_allocates_little() {
    let dir = tempfile::tempdir().expect("a folder");
    let zeros = vec![0_u8; 32 << 20];
    let mut body = vec![0x01, 0x05, 0xe8, 0xff, 0xff, 0xff];
    body.extend(&zeros);
    let mut crc = flate2::Crc::new();
    crc.update(&body);
    let mut start = Vec::new();
    start.extend(0_u64.to_le_bytes());
    start.extend((body.len() as u64).to_le_bytes());
    start.extend(crc.sum().to_le_bytes());
    let mut start_crc = flate2::Crc::new();
    start_crc.update(&start);
    let mut bytes = b"7z\xbc\xaf\x27\x1c\x00\x04".to_vec();
    bytes.extend(start_crc.sum().to_le_bytes());
    bytes.extend(start);
    bytes.extend(body);
    let before = peak_kib();
    let read = support::read(&[&put(dir.path(), "a.7z", &bytes)]);
    assert_eq!(
        read.error().kind().as_str(),
        "LimitExceeded",
        "{}",
        read.error()
    );
    assert!(peak_kib() - before < 100 << 10);
}

#[cfg(target_os = "linux")]
fn peak_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells");
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM"))
        .expect("Linux tells");
    line.split_whitespace()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .expect("a number")
}

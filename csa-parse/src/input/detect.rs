//! What an input is: by its first bytes, with the extension as a hint.

use crate::kif::EXTENSIONS;

/// How many first bytes [`container_of`] wants to see: a whole tar header.
pub(crate) const PROBE_BYTES: usize = 512;

/// A container or a compression that is told by its first bytes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Gzip,
    Zstd,
    Xz,
    Tar,
    Zip,
    SevenZ,
    /// Known, but not read; the name for the message.
    Foreign(&'static str),
}

/// The container that begins with these bytes, or `None` for what may be a record.
pub(crate) fn container_of(first: &[u8]) -> Option<Container> {
    const MAGIC: [(&[u8], Container); 9] = [
        (&[0x1f, 0x8b], Container::Gzip),
        (&[0x28, 0xb5, 0x2f, 0xfd], Container::Zstd),
        (&[0xfd, b'7', b'z', b'X', b'Z', 0], Container::Xz),
        (b"PK\x03\x04", Container::Zip),
        (b"PK\x05\x06", Container::Zip),
        (&[b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c], Container::SevenZ),
        (b"BZh", Container::Foreign("bzip2")),
        (b"Rar!\x1a\x07", Container::Foreign("rar")),
        (b"PK\x07\x08", Container::Foreign("multi-part zip")),
    ];
    if is_zstd_skippable(first) {
        return Some(Container::Zstd);
    }
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| first.starts_with(magic)) {
        return Some(*kind);
    }
    if is_lzh(first) {
        return Some(Container::Foreign("lzh"));
    }
    is_tar(first).then_some(Container::Tar)
}

fn is_zstd_skippable(first: &[u8]) -> bool {
    first.len() >= 4 && first[0] & 0xf0 == 0x50 && first[1..4] == [0x2a, 0x4d, 0x18]
}

fn is_lzh(first: &[u8]) -> bool {
    first.len() >= 7 && first[2..4] == *b"-l" && first[6] == b'-'
}

/// Whether a block of 512 bytes is a tar header: its checksum is right. That holds for every
/// dialect, also the oldest, which has no magic.
fn is_tar(first: &[u8]) -> bool {
    if first.len() < PROBE_BYTES || first[0] == 0 {
        return false;
    }
    let field: Vec<u8> = first[148..156]
        .iter()
        .copied()
        .filter(|b| !matches!(b, b' ' | 0))
        .collect();
    let declared = std::str::from_utf8(&field)
        .ok()
        .and_then(|t| u64::from_str_radix(t, 8).ok());
    let sum = |at: usize, byte: u8| {
        if (148..156).contains(&at) {
            32
        } else {
            u64::from(byte)
        }
    };
    let actual: u64 = first[..PROBE_BYTES]
        .iter()
        .enumerate()
        .map(|(at, b)| sum(at, *b))
        .sum();
    declared == Some(actual)
}

/// What a name's extension promises.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum NameHint {
    /// A record: `.csa`, `.kif`, `.kifu`, `.ki2`, `.ki2u` (and `.txt`, `.sfen`, `.usi` where lines are asked for).
    Record,
    /// An archive or a compressed file; for a compressed one the inside is a record or a tar.
    Container,
    /// Neither.
    Other,
}

/// What the extension of a name (path or entry) promises. Upper and lower case are the same.
pub(crate) fn name_hint(name: &[u8], lines: bool) -> NameHint {
    let lower = name.to_ascii_lowercase();
    if is_record_name(&lower, lines) {
        return NameHint::Record;
    }
    const ARCHIVES: [&[u8]; 7] = [
        b".7z", b".zip", b".tar", b".tgz", b".txz", b".tzst", b".tzs",
    ];
    if ARCHIVES.iter().any(|ext| lower.ends_with(ext)) {
        return NameHint::Container;
    }
    for packed in [&b".gz"[..], b".zst", b".xz"] {
        if let Some(inner) = lower.strip_suffix(packed) {
            return match inner.ends_with(b".tar") || is_record_name(inner, lines) {
                true => NameHint::Container,
                false => NameHint::Other,
            };
        }
    }
    NameHint::Other
}

/// Whether a name promises any container, also one whose inside is unknown (`games.gz`).
pub(crate) fn promises_container(name: &[u8]) -> bool {
    let lower = name.to_ascii_lowercase();
    const ALL: [&[u8]; 10] = [
        b".7z", b".zip", b".tar", b".tgz", b".txz", b".tzst", b".tzs", b".gz", b".zst", b".xz",
    ];
    ALL.iter().any(|ext| lower.ends_with(ext))
}

fn is_record_name(lower: &[u8], lines: bool) -> bool {
    const LINES: [&[u8]; 3] = [b".txt", b".sfen", b".usi"];
    let is_kif = EXTENSIONS.iter().any(|ext| lower.ends_with(ext.as_bytes()));
    lower.ends_with(b".csa") || is_kif || (lines && LINES.iter().any(|ext| lower.ends_with(ext)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_promise_by_extension() {
        use NameHint::{Container, Other, Record};
        let cases = [
            ("a.csa", Record),
            ("A.CSA", Record),
            ("a.csa.gz", Container),
            ("wdoor2026.7z", Container),
            ("x.tar.zst", Container),
            ("x.TGZ", Container),
            ("readme.txt", Other),
            ("readme.txt.gz", Other),
            ("a.kif", Record),
            ("A.KI2U", Record),
            ("a.kifx", Other),
            ("csa", Other),
        ];
        for (name, hint) in cases {
            assert_eq!(name_hint(name.as_bytes(), false), hint, "{name}");
        }
        assert_eq!(name_hint(b"suite.sfen", true), Record);
        assert_eq!(name_hint(b"suite.txt", true), Record);
    }

    #[test]
    fn text_is_no_container() {
        for text in [
            &b"V2.2\n"[..],
            b"'comment",
            b"",
            b"\xef\xbb\xbfV2",
            b"\xff\xfeV\0",
        ] {
            assert_eq!(container_of(text), None);
        }
    }

    #[test]
    fn magic_decides() {
        assert_eq!(container_of(b"PK\x03\x04...."), Some(Container::Zip));
        assert_eq!(container_of(&[0x1f, 0x8b, 8]), Some(Container::Gzip));
        assert_eq!(
            container_of(b"\x20\x00-lh5-\x00"),
            Some(Container::Foreign("lzh"))
        );
    }
}

//! Names of files and entries: shown without loss, judged for safety, never used as a path.

use std::fmt::Write as _;
use std::path::{Component, Path};

use encoding_rs::SHIFT_JIS;

/// The text of a path with `/` as separator on every platform.
///
/// What is not text is written as `\xHH` (one byte) or `\u{HHHH}` (a lone surrogate), a control
/// character as `\xHH`, and a back slash that belongs to the name as `\\`: two names that differ
/// never look the same.
pub(crate) fn path_label(path: &Path) -> String {
    let mut label = String::new();
    for component in path.components() {
        match component {
            Component::RootDir => {
                if !label.ends_with('/') {
                    label.push('/');
                }
            }
            Component::Prefix(prefix) => push_os(&mut label, prefix.as_os_str(), true),
            other => {
                if !label.is_empty() && !label.ends_with('/') {
                    label.push('/');
                }
                push_os(&mut label, other.as_os_str(), false);
            }
        }
    }
    if label.is_empty() {
        ".".to_owned()
    } else {
        label
    }
}

#[cfg(unix)]
fn push_os(label: &mut String, name: &std::ffi::OsStr, _prefix: bool) {
    use std::os::unix::ffi::OsStrExt as _;
    push_bytes(label, name.as_bytes());
}

#[cfg(windows)]
fn push_os(label: &mut String, name: &std::ffi::OsStr, prefix: bool) {
    use std::os::windows::ffi::OsStrExt as _;
    for unit in char::decode_utf16(name.encode_wide()) {
        match unit {
            Ok('\\') if prefix => label.push('/'),
            Ok(c) => push_char(label, c),
            Err(lone) => {
                let _ = write!(label, "\\u{{{:04X}}}", lone.unpaired_surrogate());
            }
        }
    }
}

#[cfg(not(any(unix, windows)))]
fn push_os(label: &mut String, name: &std::ffi::OsStr, _prefix: bool) {
    push_bytes(label, name.as_encoded_bytes());
}

fn push_bytes(label: &mut String, bytes: &[u8]) {
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| push_char(label, c));
        for byte in chunk.invalid() {
            push_escaped(label, *byte);
        }
    }
}

fn push_char(label: &mut String, c: char) {
    match c {
        '\\' => label.push_str("\\\\"),
        c if c.is_ascii_control() => push_escaped(label, c as u8),
        c => label.push(c),
    }
}

fn push_escaped(label: &mut String, byte: u8) {
    let _ = write!(label, "\\x{byte:02X}");
}

/// The name of an archive's entry as text: UTF-8 if it is (or if the archive says so and it is),
/// else Shift_JIS (CP932, what Japanese Windows writes), else UTF-8 with escapes.
///
/// The result is what the entry is judged by and, after [`entry_label`], shown as.
pub(crate) fn decode_entry_name(raw: &[u8]) -> EntryName {
    if let Ok(text) = std::str::from_utf8(raw) {
        return EntryName::Text(text.to_owned());
    }
    match SHIFT_JIS.decode_without_bom_handling_and_without_replacement(raw) {
        Some(text) => EntryName::Text(text.into_owned()),
        None => EntryName::Bytes(raw.to_vec()),
    }
}

/// An entry's name: text, or bytes in no encoding that is known here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum EntryName {
    Text(String),
    Bytes(Vec<u8>),
}

impl EntryName {
    /// The name as shown, escaped where it is not plain text.
    pub(crate) fn label(&self) -> String {
        let mut label = String::new();
        match self {
            Self::Text(text) => text.chars().for_each(|c| push_char(&mut label, c)),
            Self::Bytes(bytes) => push_bytes(&mut label, bytes),
        }
        label
    }

    /// The bytes in which separators, dots and extensions are looked for. In text these are
    /// characters, so the second byte of a two-byte character is never taken for a back slash.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// Why the name is unsafe, if it is.
    pub(crate) fn danger(&self) -> Option<&'static str> {
        let name = self.as_bytes();
        if name.is_empty() {
            return Some("the entry has no name");
        }
        if name.starts_with(br"\\") || name.starts_with(b"//") {
            return Some("the entry's name is a network (UNC) path");
        }
        if matches!(name.first(), Some(b'/' | b'\\')) {
            return Some("the entry's name is an absolute path");
        }
        if name.len() >= 2 && name[0].is_ascii_alphabetic() && name[1] == b':' {
            return Some("the entry's name begins with a drive");
        }
        if name
            .split(|b| matches!(b, b'/' | b'\\'))
            .any(|part| part == b"..")
        {
            return Some("the entry's name climbs out of the archive with `..`");
        }
        if name.contains(&b'\\') {
            return Some("the entry's name has a back slash");
        }
        if name.contains(&0) {
            return Some("the entry's name has a NUL");
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(name: &str) -> EntryName {
        decode_entry_name(name.as_bytes())
    }

    #[test]
    fn entry_names_in_cp932_are_text() {
        assert_eq!(
            decode_entry_name(b"\x8a\xf7\x96\x88.csa").label(),
            "机毎.csa"
        );
        assert_eq!(decode_entry_name(b"\x95\x5c.csa").label(), "表.csa");
    }

    #[test]
    fn second_bytes_are_no_back_slashes() {
        assert_eq!(decode_entry_name(b"\x95\x5c.csa").danger(), None);
    }

    #[test]
    fn unsafe_names_have_a_reason() {
        for name in [
            "/a.csa",
            "C:a.csa",
            "c:/a.csa",
            r"\\h\s\a.csa",
            "//h/a",
            "a/../b.csa",
            "..",
            r"a\b.csa",
            r"a\..\b",
            "",
        ] {
            assert!(text(name).danger().is_some(), "{name}");
        }
        for name in [
            "a.csa",
            "a/./b.csa",
            "./a.csa",
            "a..b.csa",
            "...csa",
            "2026/wdoor+floodgate.csa",
            "駒:a.csa",
        ] {
            assert_eq!(text(name).danger(), None, "{name}");
        }
    }

    #[test]
    fn labels_lose_nothing() {
        assert_eq!(decode_entry_name(b"\xff\x81.csa").label(), r"\xFF\x81.csa");
        assert_eq!(text("a\nb").label(), r"a\x0Ab");
        assert_eq!(text(r"a\xFF").label(), r"a\\xFF");
    }

    #[test]
    fn path_labels_use_slashes() {
        assert_eq!(path_label(Path::new("a/b.csa")), "a/b.csa");
        assert_eq!(path_label(Path::new("/a//b.csa")), "/a/b.csa");
        assert_eq!(path_label(Path::new("./a")), "./a");
        assert_eq!(path_label(Path::new("")), ".");
    }
}

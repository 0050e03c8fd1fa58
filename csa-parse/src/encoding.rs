//! Text encodings of Japanese records: how one is chosen and how a line is decoded.

use std::fmt;
use std::str::FromStr;

/// A text encoding that records are found in.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Encoding {
    /// Nothing above ASCII: the same text in every encoding but UTF-16.
    Ascii,
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// Shift_JIS as Windows extends it (CP932).
    ShiftJis,
    /// EUC-JP.
    EucJp,
    /// ISO-2022-JP (JIS); only where it is declared or asked for.
    Iso2022Jp,
    /// UTF-16, little-endian, with a byte-order mark.
    Utf16Le,
}

impl Encoding {
    /// The name used in output: `ascii`, `utf-8`, `shift_jis`, `euc-jp`, `iso-2022-jp`, `utf-16le`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
            Self::ShiftJis => "shift_jis",
            Self::EucJp => "euc-jp",
            Self::Iso2022Jp => "iso-2022-jp",
            Self::Utf16Le => "utf-16le",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The name is not one of an encoding that joban reads.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown encoding `{0}`; known are utf-8, shift_jis (cp932), euc-jp, iso-2022-jp and utf-16le"
)]
pub struct UnknownEncoding(pub String);

impl FromStr for Encoding {
    type Err = UnknownEncoding;

    /// Reads a name in any case; `-` and `_` do not matter.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let plain: String = name
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|c| c.to_ascii_lowercase())
            .collect();
        match plain.as_str() {
            "ascii" | "usascii" => Ok(Self::Ascii),
            "utf8" | "utf8n" | "utf8bom" => Ok(Self::Utf8),
            "shiftjis" | "sjis" | "cp932" | "ms932" | "windows31j" | "mskanji" => {
                Ok(Self::ShiftJis)
            }
            "eucjp" | "euc" | "ujis" => Ok(Self::EucJp),
            "iso2022jp" | "jis" => Ok(Self::Iso2022Jp),
            "utf16le" | "utf16" => Ok(Self::Utf16Le),
            _ => Err(UnknownEncoding(name.to_owned())),
        }
    }
}

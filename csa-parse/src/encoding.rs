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

/// What to know about the choice of an encoding.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// None.
    Clear,
    /// The bytes are text in two encodings; the other one is named.
    Ambiguous(Encoding),
    /// The declared encoding is not the one of the bytes.
    Mismatch(Encoding),
}

/// What is known beforehand.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Hints {
    pub(crate) forced: Option<Encoding>,
    pub(crate) bom: Option<Encoding>,
    pub(crate) declared: Option<Encoding>,
    pub(crate) earlier: Option<Encoding>,
}

/// Chooses the encoding of bytes that are not all ASCII.
pub(crate) fn choose(bytes: &[u8], hints: &Hints) -> (Encoding, Doubt) {
    if let Some(known) = hints.forced.or(hints.bom) {
        return (known, Doubt::Clear);
    }
    let declared = hints
        .declared
        .filter(|&e| e != Encoding::Ascii && e != Encoding::Utf16Le);
    let found = if std::str::from_utf8(bytes).is_ok() && !bytes.is_ascii() {
        (Encoding::Utf8, Doubt::Clear)
    } else if let Some(fits) = declared.or(hints.earlier).filter(|&e| all_fit(bytes, e)) {
        return (fits, Doubt::Clear);
    } else {
        by_lines(bytes)
    };
    match declared {
        Some(declared) if declared != found.0 => (found.0, Doubt::Mismatch(declared)),
        _ => found,
    }
}

/// The encoding that the bytes of a record show without doubt, for the records after it.
pub(crate) fn certain(bytes: &[u8], hints: &Hints) -> Option<Encoding> {
    if bytes.is_ascii() {
        return None;
    }
    match choose(bytes, hints) {
        (encoding, Doubt::Clear) => Some(encoding),
        _ => None,
    }
}

fn all_fit(bytes: &[u8], encoding: Encoding) -> bool {
    lines(bytes).all(|line| decode_strict(line, encoding).is_some())
}

/// Lines of bytes; their ends are the same in every encoding but UTF-16.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|b| matches!(b, b'\n' | b'\r'))
}

/// What the lines of a text say about Shift_JIS, EUC-JP and UTF-8.
#[derive(Default)]
struct Tally {
    utf8: usize,
    sjis: usize,
    euc: usize,
    /// Half-width katakana, if it is Shift_JIS.
    half_width: usize,
    /// Lines whose half-width katakana nobody would write, if it is Shift_JIS.
    odd_katakana: usize,
    /// Other characters above ASCII, if it is Shift_JIS.
    full_width: usize,
    /// Hiragana and katakana, if it is EUC-JP.
    kana: usize,
}

impl Tally {
    fn add(&mut self, line: &[u8]) {
        if std::str::from_utf8(line).is_ok() {
            self.utf8 += 1;
        }
        if let Some(text) = decode_strict(line, Encoding::ShiftJis) {
            self.sjis += 1;
            let half = text
                .chars()
                .filter(|c| ('\u{ff61}'..='\u{ff9f}').contains(c))
                .count();
            self.half_width += half;
            self.odd_katakana += usize::from(!is_katakana_writing(&text));
            self.full_width += text.chars().filter(|c| !c.is_ascii()).count() - half;
        }
        if let Some(text) = decode_strict(line, Encoding::EucJp) {
            self.euc += 1;
            self.kana += text
                .chars()
                .filter(|c| ('\u{3041}'..='\u{30fe}').contains(c))
                .count();
        }
    }
}

/// Chooses by the number of lines that are text in an encoding. Shift_JIS wins a tie without other
/// evidence, since the standard makes it the default. Half-width katakana beside kanji or in an order
/// that nobody writes, or bytes that are kana in EUC-JP, speak for EUC-JP: kanji and kana of Shift_JIS
/// are not text in EUC-JP. Lines that are surely UTF-8 say nothing about the others.
fn by_lines(bytes: &[u8]) -> (Encoding, Doubt) {
    let mut tally = Tally::default();
    lines(bytes)
        .filter(|line| !line.is_ascii() && !is_surely_utf8(line))
        .for_each(|line| tally.add(line));
    if tally.utf8 > tally.sjis.max(tally.euc) {
        return (Encoding::Utf8, Doubt::Clear);
    }
    match tally.sjis.cmp(&tally.euc) {
        std::cmp::Ordering::Greater => (Encoding::ShiftJis, Doubt::Clear),
        std::cmp::Ordering::Less => (Encoding::EucJp, Doubt::Clear),
        std::cmp::Ordering::Equal if tally.sjis == 0 => (Encoding::ShiftJis, Doubt::Clear),
        std::cmp::Ordering::Equal if tally.half_width > 0 && tally.kana >= 2 => {
            (Encoding::EucJp, Doubt::Clear)
        }
        std::cmp::Ordering::Equal
            if tally.kana > 0 || tally.full_width > 0 || tally.odd_katakana > 0 =>
        {
            (Encoding::EucJp, Doubt::Ambiguous(Encoding::ShiftJis))
        }
        std::cmp::Ordering::Equal => (Encoding::ShiftJis, Doubt::Ambiguous(Encoding::EucJp)),
    }
}

/// Whether a line is UTF-8 with at least two characters of three bytes or more: Shift_JIS or EUC-JP text
/// hardly ever looks like that (it would be rare kanji of the second level only, in a fixed order).
fn is_surely_utf8(line: &[u8]) -> bool {
    !line.is_ascii()
        && std::str::from_utf8(line)
            .is_ok_and(|text| text.chars().filter(|&c| c >= '\u{800}').count() >= 2)
}

/// Whether half-width katakana stand as one writes them: no word begins with a small letter, a long
/// vowel, ﾝ or a sound mark, sound marks follow a letter that takes them, a closing bracket was opened.
/// The halves of EUC-JP kanji, read as katakana, seldom keep all of this.
fn is_katakana_writing(text: &str) -> bool {
    let mut before = ' ';
    let mut open = 0u32;
    text.chars().all(|c| {
        let letter_before = ('\u{ff66}'..='\u{ff9f}').contains(&before);
        let fits = match c {
            'ﾞ' => {
                before == 'ｳ' || ('ｶ'..='ﾄ').contains(&before) || ('ﾊ'..='ﾎ').contains(&before)
            }
            'ﾟ' => ('ﾊ'..='ﾎ').contains(&before),
            'ｧ'..='ｰ' | 'ﾝ' => letter_before,
            '｣' => open > 0,
            _ => true,
        };
        match c {
            '｢' => open += 1,
            '｣' => open = open.saturating_sub(1),
            _ => {}
        }
        before = c;
        fits
    })
}

const fn codec(encoding: Encoding) -> &'static encoding_rs::Encoding {
    match encoding {
        Encoding::Ascii | Encoding::Utf8 => encoding_rs::UTF_8,
        Encoding::ShiftJis => encoding_rs::SHIFT_JIS,
        Encoding::EucJp => encoding_rs::EUC_JP,
        Encoding::Iso2022Jp => encoding_rs::ISO_2022_JP,
        Encoding::Utf16Le => encoding_rs::UTF_16LE,
    }
}

/// The text of a line; `None` where a byte sequence is invalid.
pub(crate) fn decode_strict(line: &[u8], encoding: Encoding) -> Option<std::borrow::Cow<'_, str>> {
    codec(encoding).decode_without_bom_handling_and_without_replacement(line)
}

/// How a line had to be decoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum LineDecoding {
    /// In the chosen encoding.
    Clean,
    /// In another one.
    Other(Encoding),
    /// With U+FFFD in place of invalid bytes.
    Replaced,
}

/// Appends the text of a line in the chosen encoding, or in another one that fits.
pub(crate) fn decode_line(
    line: &[u8],
    encoding: Encoding,
    forced: bool,
    out: &mut String,
) -> LineDecoding {
    let foreign =
        !forced && matches!(encoding, Encoding::ShiftJis | Encoding::EucJp) && is_surely_utf8(line);
    if let Some(text) = decode_strict(line, encoding).filter(|_| !foreign) {
        out.push_str(&text);
        return LineDecoding::Clean;
    }
    let others = [Encoding::Utf8, Encoding::ShiftJis, Encoding::EucJp];
    for other in others.into_iter().filter(|&e| e != encoding && !forced) {
        if let Some(text) = decode_strict(line, other) {
            out.push_str(&text);
            return LineDecoding::Other(other);
        }
    }
    out.push_str(&codec(encoding).decode_without_bom_handling(line).0);
    LineDecoding::Replaced
}

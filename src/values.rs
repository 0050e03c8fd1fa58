//! Values of options: parsed the same way on the command line and in `joban.toml`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use joban_engine::teacher::shard::{BadShard, Shard};
use serde::de::{self, Deserialize, Deserializer, Visitor};

/// A number of bytes, written `64M`, `512MiB`, `4096` (K, M, G and T are powers of 1,024).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ByteSize(pub(crate) u64);

impl FromStr for ByteSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, unit) = text.split_at(digits);
        let factor = unit_factor(unit.trim()).ok_or_else(|| size_help(text))?;
        let number: u64 = number.parse().map_err(|_| size_help(text))?;
        number
            .checked_mul(factor)
            .map(ByteSize)
            .ok_or_else(|| size_help(text))
    }
}

fn unit_factor(unit: &str) -> Option<u64> {
    let unit = unit.to_ascii_lowercase();
    let unit = unit.trim_end_matches('b').trim_end_matches('i');
    match unit {
        "" => Some(1),
        "k" => Some(1 << 10),
        "m" => Some(1 << 20),
        "g" => Some(1 << 30),
        "t" => Some(1 << 40),
        _ => None,
    }
}

fn size_help(text: &str) -> String {
    format!("`{text}` is not a size such as 4096, 64K, 512M or 2G")
}

impl fmt::Display for ByteSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [(u32, &str); 4] = [(40, "T"), (30, "G"), (20, "M"), (10, "K")];
        let unit = UNITS
            .into_iter()
            .find(|(shift, _)| self.0 != 0 && self.0.is_multiple_of(1 << shift));
        match unit {
            Some((shift, name)) => write!(f, "{}{name}", self.0 >> shift),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A bound that can be switched off: a number or the word `none`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Bound {
    /// No bound.
    None,
    /// The bound itself.
    At(f64),
}

impl Bound {
    /// The number, if there is one.
    pub(crate) fn value(self) -> Option<f64> {
        match self {
            Bound::None => None,
            Bound::At(number) => Some(number),
        }
    }
}

impl FromStr for Bound {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "none" {
            return Ok(Bound::None);
        }
        match text.parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(Bound::At(number)),
            _ => Err(format!("`{text}` is neither a number nor `none`")),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bound::None => f.write_str("none"),
            Bound::At(number) => write!(f, "{number}"),
        }
    }
}

/// A count that can be `all`: how many plies `ingest` stores.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    /// Every ply of every game.
    All,
    /// Plies 0 to this minus one.
    Plies(u64),
}

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Depth::All);
        }
        text.parse()
            .map(Depth::Plies)
            .map_err(|_| format!("`{text}` is neither a number nor `all`"))
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Depth::All => f.write_str("all"),
            Depth::Plies(plies) => write!(f, "{plies}"),
        }
    }
}

/// Two ratings, written `2500..3500`: moves count nothing up to the first, fully from the second on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct RatingSpan {
    /// Rating up to which a move counts nothing.
    pub(crate) low: i32,
    /// Rating from which a move counts in full.
    pub(crate) high: i32,
}

impl FromStr for RatingSpan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let span = text
            .split_once("..")
            .and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        match span {
            Some((low, high)) if low < high => Ok(RatingSpan { low, high }),
            _ => Err(format!(
                "`{text}` is not a rising pair of ratings such as 2500..3500"
            )),
        }
    }
}

/// Plies, written `24` or `16..40`, both ends inside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlyWindow {
    /// The first ply.
    pub(crate) first: u32,
    /// The last ply.
    pub(crate) last: u32,
}

impl FromStr for PlyWindow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        match (first.parse(), last.parse()) {
            (Ok(first), Ok(last)) if first <= last => Ok(PlyWindow { first, last }),
            _ => Err(format!(
                "`{text}` is neither a ply such as 24 nor a window of plies such as 16..40"
            )),
        }
    }
}

impl fmt::Display for PlyWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.first, self.last)
    }
}

/// Scores in centipawns, written `-100..100`, both ends inside.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct CpWindow {
    /// The lowest score.
    pub(crate) low: i32,
    /// The highest score.
    pub(crate) high: i32,
}

impl CpWindow {
    /// Whether a score lies inside.
    pub(crate) fn holds(self, cp: i32) -> bool {
        (self.low..=self.high).contains(&cp)
    }
}

impl FromStr for CpWindow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let window = text
            .split_once("..")
            .and_then(|(low, high)| Some((low.parse().ok()?, high.parse().ok()?)));
        match window {
            Some((low, high)) if low <= high => Ok(CpWindow { low, high }),
            _ => Err(format!(
                "`{text}` is not a rising pair of scores such as -100..100"
            )),
        }
    }
}

impl fmt::Display for CpWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low, self.high)
    }
}

/// A length of time, written `45s`, `90m`, `6h`, `1h30m`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span(pub(crate) Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a time such as 45s, 90m or 6h");
        let mut seconds: u64 = 0;
        let mut rest = text.trim();
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let (number, after) = rest.split_at(digits);
            let number: u64 = number.parse().map_err(|_| wrong())?;
            let unit = match after.chars().next() {
                Some('s') => 1,
                Some('m') => 60,
                Some('h') => 3600,
                _ => return Err(wrong()),
            };
            let part = number.checked_mul(unit);
            seconds = part
                .and_then(|part| seconds.checked_add(part))
                .ok_or_else(wrong)?;
            rest = after[1..].trim_start();
        }
        if seconds == 0 {
            return Err(wrong());
        }
        Ok(Span(Duration::from_secs(seconds)))
    }
}

/// Numbers of moves, written `16..200` (both ends inside) or `16..`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlySpan {
    /// The first.
    pub(crate) from: u32,
    /// The last.
    pub(crate) to: Option<u32>,
}

impl FromStr for PlySpan {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no range of plies such as 16..200 or 16..");
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let from = from.parse().map_err(|_| wrong())?;
        let to = match to {
            "" => None,
            to => Some(to.parse().map_err(|_| wrong())?),
        };
        if to.is_some_and(|to| to < from) {
            return Err(wrong());
        }
        Ok(PlySpan { from, to })
    }
}

impl fmt::Display for PlySpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..", self.from)?;
        self.to.map_or(Ok(()), |to| write!(f, "{to}"))
    }
}

/// An edge in centipawns and the share that is kept from there on, written `1200:0.5`.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Decided {
    /// Distance from 0 in centipawns.
    pub(crate) edge: u32,
    /// 0 to 1.
    pub(crate) share: f64,
}

impl FromStr for Decided {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text
            .split_once(':')
            .and_then(|(edge, share)| Some((edge.parse().ok()?, share.parse().ok()?)));
        match parts {
            Some((edge, share)) if (0.0..=1.0).contains(&share) => Ok(Decided { edge, share }),
            _ => Err(format!(
                "`{text}` is no edge in centipawns with a share from 0 to 1, such as 1200:0.5"
            )),
        }
    }
}

/// How mates are written as centipawns: a number, or the word `drop`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Mates {
    /// Left out.
    Drop,
    /// As so many centipawns.
    As(i16),
}

impl FromStr for Mates {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("drop", _) => Ok(Mates::Drop),
            (_, Ok(cp @ 1..)) => Ok(Mates::As(cp)),
            _ => Err(format!(
                "`{text}` is neither `drop` nor a number from 1 to 32767"
            )),
        }
    }
}

/// One share of a work that several machines do, written `2/5`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShardArg(pub(crate) Shard);

impl FromStr for ShardArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.parse()
            .map(ShardArg)
            .map_err(|error: BadShard| error.to_string())
    }
}

/// The value of an engine's option in `joban.toml`: text, a number, or true and false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OptionText(pub(crate) String);

impl FromStr for OptionText {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(OptionText(text.to_owned()))
    }
}

/// A number for each of two engines: `100` for both, `100,200`, `-,5`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Both(pub(crate) [Option<u64>; 2]);

impl FromStr for Both {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |part: &str| match part.trim() {
            "-" => Ok(None),
            digits => digits.parse().map(Some),
        };
        let both = match text.split_once(',') {
            None => number(text).map(|one| [one; 2]),
            Some((first, second)) => number(first).and_then(|first| Ok([first, number(second)?])),
        };
        both.map(Both)
            .map_err(|_| "one number, or two with a comma between".to_owned())
    }
}

/// Reads a TOML value that is a string or a number through `FromStr`.
struct TextOrNumber;

impl Visitor<'_> for TextOrNumber {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or a number")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_owned())
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<String, E> {
        Ok(number.to_string())
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<String, E> {
        Ok(value.to_string())
    }
}

macro_rules! deserialize_from_str {
    ($($name:ty),+) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                from.deserialize_any(TextOrNumber)?.parse().map_err(de::Error::custom)
            }
        }
    )+};
}

deserialize_from_str!(
    ByteSize, Bound, Depth, RatingSpan, PlyWindow, CpWindow, Span, ShardArg, PlySpan, Decided,
    Both, OptionText
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, seconds) in [("45s", 45), ("90m", 5400), ("6h", 21_600), ("1h30m", 5400)] {
            assert_eq!(
                text.parse(),
                Ok(Span(Duration::from_secs(seconds))),
                "{text}"
            );
        }
        for wrong in ["", "6", "0s", "h", "6d", "-1h", "99999999999999999h"] {
            assert!(wrong.parse::<Span>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn spans_edges_and_mates() {
        let span = |from, to| Ok(PlySpan { from, to });
        assert_eq!("16..200".parse(), span(16, Some(200)));
        assert_eq!("7..7".parse(), span(7, Some(7)));
        assert_eq!("3..".parse(), span(3, None));
        for wrong in ["", "3", "..4", "5..4", "a..b", "-1..2"] {
            assert!(wrong.parse::<PlySpan>().is_err(), "{wrong}");
        }
        let edge = |edge, share| Ok(Decided { edge, share });
        assert_eq!("1200:0.5".parse(), edge(1200, 0.5));
        for wrong in ["", "1200", "1200:1.5", "-1:0.5", "1200:NaN"] {
            assert!(wrong.parse::<Decided>().is_err(), "{wrong}");
        }
        assert_eq!("drop".parse(), Ok(Mates::Drop));
        assert_eq!("32000".parse(), Ok(Mates::As(32000)));
        for wrong in ["", "0", "-5", "32768", "Drop"] {
            assert!(wrong.parse::<Mates>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_number_for_each_engine() {
        for (text, both) in [
            ("88", [Some(88), Some(88)]),
            ("1, 2", [Some(1), Some(2)]),
            ("-,5", [None, Some(5)]),
        ] {
            assert_eq!(text.parse(), Ok(Both(both)), "{text}");
        }
        for wrong in ["", ",", "1,2,3", "-1", "x", "1,"] {
            assert!(wrong.parse::<Both>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes_have_units_of_1024() {
        for (text, bytes) in [("0", 0), ("4096", 4096), ("64K", 65536), ("2G", 2 << 30)] {
            assert_eq!(text.parse(), Ok(ByteSize(bytes)), "{text}");
        }
        assert_eq!("512MiB".parse(), Ok(ByteSize(512 << 20)));
        assert_eq!("3mb".parse(), Ok(ByteSize(3 << 20)));
    }

    #[test]
    fn bad_sizes_are_refused() {
        for text in ["", "K", "12X", "-1", "1.5G", "99999999999T", "1 2"] {
            assert!(text.parse::<ByteSize>().is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_with_the_largest_whole_unit() {
        assert_eq!(ByteSize(512 << 20).to_string(), "512M");
        assert_eq!(ByteSize(1000).to_string(), "1000");
        assert_eq!(ByteSize(0).to_string(), "0");
    }

    #[test]
    fn bounds_are_numbers_or_none() {
        assert_eq!("none".parse(), Ok(Bound::None));
        assert_eq!("-12.5".parse(), Ok(Bound::At(-12.5)));
        for text in ["", "NaN", "inf", "None", "3,000"] {
            assert!(text.parse::<Bound>().is_err(), "{text}");
        }
    }

    #[test]
    fn rating_spans_rise() {
        assert_eq!(
            "-100..3500".parse(),
            Ok(RatingSpan {
                low: -100,
                high: 3500
            })
        );
        for text in ["", "1", "5..5", "6..5", "a..b", "1..2..3"] {
            assert!(text.parse::<RatingSpan>().is_err(), "{text}");
        }
    }

    #[test]
    fn windows_hold_their_ends() {
        let plies = |text: &str| text.parse::<PlyWindow>();
        assert_eq!(plies("24").unwrap().to_string(), "24..24");
        assert_eq!(
            plies("16..40"),
            Ok(PlyWindow {
                first: 16,
                last: 40
            })
        );
        for text in ["", "-1", "9..8", "1..2..3", "a"] {
            assert!(plies(text).is_err(), "{text}");
        }
        let window: CpWindow = "-600..-300".parse().unwrap();
        assert!(window.holds(-600) && window.holds(-300) && !window.holds(-299));
        assert_eq!(window.to_string(), "-600..-300");
        for text in ["", "300", "5..-5", "..5", "5.."] {
            assert!(text.parse::<CpWindow>().is_err(), "{text}");
        }
    }

    #[test]
    fn depth_is_a_number_or_all() {
        assert_eq!("all".parse(), Ok(Depth::All));
        assert_eq!("60".parse(), Ok(Depth::Plies(60)));
        assert!("-1".parse::<Depth>().is_err());
    }
}

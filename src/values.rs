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
    ByteSize, Bound, Depth, RatingSpan, Span, ShardArg, OptionText, Both
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
    fn depth_is_a_number_or_all() {
        assert_eq!("all".parse(), Ok(Depth::All));
        assert_eq!("60".parse(), Ok(Depth::Plies(60)));
        assert!("-1".parse::<Depth>().is_err());
    }
}

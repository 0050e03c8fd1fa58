//! Calendar days and start times as records write them.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A day of the calendar, as written in the record (no time zone is applied; Floodgate writes Japan time).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date(jiff::civil::Date);

impl Date {
    /// The day, if the calendar has it.
    #[must_use]
    pub fn new(year: i16, month: i8, day: i8) -> Option<Self> {
        jiff::civil::Date::new(year, month, day).ok().map(Self)
    }

    /// Days since 1970-01-01 (negative before), the DATE type of Parquet.
    #[must_use]
    pub fn days_since_1970(self) -> i32 {
        const EPOCH: jiff::civil::Date = jiff::civil::date(1970, 1, 1);
        EPOCH.until(self.0).map_or(0, |span| span.get_days())
    }

    /// Year of the day.
    #[must_use]
    pub fn year(self) -> i16 {
        self.0.year()
    }
}

/// `2020-02-29`.
impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:04}-{:02}-{:02}",
            self.0.year(),
            self.0.month(),
            self.0.day()
        )
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The text is not a day of the calendar.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a day of the calendar; write YYYY/MM/DD or YYYY-MM-DD")]
pub struct DateError(pub String);

/// Reads `2020/02/29` or `2020-02-29`, nothing else.
impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Self, DateError> {
        match parse_date(text.trim()) {
            Some((date, "")) => Ok(date),
            _ => Err(DateError(text.to_owned())),
        }
    }
}

/// When a game began, as far as it is written: comparable, without time zone.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StartTime {
    /// The day.
    pub date: Date,
    /// Milliseconds since midnight; 0 where only the day is written.
    pub ms: u32,
}

impl StartTime {
    /// Reads the value of `$START_TIME:` (`2020/01/31 10:30:00`, `2017-03-22T01:00:00.000Z`, or only a day). A zone at the
    /// end is not applied. `None` if no day can be read; an unreadable time counts as midnight.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (date, rest) = parse_date(text.trim())?;
        let ms = parse_time(rest.trim_start_matches([' ', 'T', '\u{3000}'])).unwrap_or(0);
        Some(Self { date, ms })
    }
}

/// Reads a day at the beginning of `text`; returns what follows.
fn parse_date(text: &str) -> Option<(Date, &str)> {
    let (year, rest) = digits(text, 4, 4)?;
    let separator = rest.chars().next().filter(|c| matches!(c, '/' | '-'))?;
    let (month, rest) = digits(&rest[1..], 1, 2)?;
    let (day, rest) = digits(rest.strip_prefix(separator)?, 1, 2)?;
    let date = Date::new(
        year.try_into().ok()?,
        month.try_into().ok()?,
        day.try_into().ok()?,
    )?;
    Some((date, rest))
}

/// Reads `10:30`, `10:30:05` or `10:30:05.25` as milliseconds since midnight.
fn parse_time(text: &str) -> Option<u32> {
    let (hours, rest) = digits(text, 1, 2)?;
    let (minutes, rest) = digits(rest.strip_prefix(':')?, 1, 2)?;
    let (seconds, rest) = rest
        .strip_prefix(':')
        .and_then(|rest| digits(rest, 1, 2))
        .unwrap_or((0, rest));
    let ms = rest.strip_prefix('.').map_or(0, thousandths);
    (hours < 24 && minutes < 60 && seconds < 60)
        .then_some(((hours * 60 + minutes) * 60 + seconds) * 1000 + ms)
}

/// The first three decimals after the point.
fn thousandths(decimals: &str) -> u32 {
    let digits = decimals
        .bytes()
        .take_while(u8::is_ascii_digit)
        .chain([b'0'; 3]);
    digits
        .take(3)
        .fold(0, |value, digit| value * 10 + u32::from(digit - b'0'))
}

/// Reads `min` to `max` ASCII digits; more than `max` are refused.
fn digits(text: &str, min: usize, max: usize) -> Option<(u32, &str)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    if length < min || length > max {
        return None;
    }
    Some((text[..length].parse().ok()?, &text[length..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn days_are_checked_against_the_calendar() {
        assert_eq!(day("2020/02/29").to_string(), "2020-02-29");
        assert_eq!(day("2020-2-29"), day("2020/02/29"));
        for wrong in [
            "2021/02/29",
            "2020/13/01",
            "2020/04/31",
            "20/04/01",
            "2020/04-01",
            "",
        ] {
            assert!(wrong.parse::<Date>().is_err(), "{wrong}");
        }
        assert_eq!(day("1970/01/02").days_since_1970(), 1);
        assert_eq!(day("2020/02/29").days_since_1970(), 18_321);
        assert_eq!(day("1969/12/31").days_since_1970(), -1);
    }

    #[test]
    fn start_times_as_they_are_written() {
        let at = |text| StartTime::parse(text).map(|t| (t.date.to_string(), t.ms));
        assert_eq!(
            at("2026/06/01 13:00:05"),
            Some(("2026-06-01".into(), 46_805_000))
        );
        assert_eq!(
            at("2017-03-22T01:00:00.25Z"),
            Some(("2017-03-22".into(), 3_600_250))
        );
        assert_eq!(at("2003/05/03"), Some(("2003-05-03".into(), 0)));
        assert_eq!(at("2003/05/03 25:00:00"), Some(("2003-05-03".into(), 0)));
        assert_eq!(at("yesterday"), None);
    }

    #[test]
    fn odd_text_never_panics() {
        for text in [
            "2020/01/01 1:2:3.あ",
            "2020/01/01 1:2:3.1あ",
            "2020/01/01é",
            "2020é01/01",
            "2020/01/01 10:30:00.",
        ] {
            let _ = StartTime::parse(text);
        }
    }
}

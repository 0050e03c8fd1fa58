//! Filter predicates that text alone decides: names, events and dates.

use std::fmt;
use std::str::FromStr;

/// A name as a filter compares it: the whole name, every character, blanks and case too.
#[must_use]
pub fn name_is(name: Option<&str>, wanted: &str) -> bool {
    name == Some(wanted)
}

/// A date of the calendar, year first so that the order is that of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    /// 1 to 9999.
    pub year: u16,
    /// 1 to 12.
    pub month: u8,
    /// 1 to the length of the month.
    pub day: u8,
}

/// Why a text is no date.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DateError {
    /// Not of the form `YYYY/MM/DD` or `YYYY-MM-DD`.
    #[error("`{0}` is no date of the form YYYY/MM/DD")]
    Form(String),
    /// The calendar has no such day.
    #[error("the calendar has no day {0}")]
    NoSuchDay(String),
}

impl Date {
    /// A day of the (Gregorian) calendar; `None` where it has no such day.
    #[must_use]
    pub const fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        if year == 0 || year > 9999 || day == 0 || day > length {
            return None;
        }
        Some(Self { year, month, day })
    }

    /// The date at the beginning of a time as records write it: `2020/01/31 10:00:03`,
    /// `2017-03-22T01:00:00.000Z`, `20080217020012`; `None` where it begins with no date.
    #[must_use]
    pub fn of_time(text: &str) -> Option<Self> {
        let text = text.trim_start();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits >= 8 {
            let number = |from: usize, to: usize| text[from..to].parse().ok();
            let year: u16 = text[..4].parse().ok()?;
            return Self::new(year, number(4, 6)?, number(6, 8)?);
        }
        let end = text
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '/' | '-' | '.'))
            .unwrap_or(text.len());
        text[..end].trim_end_matches(['/', '-', '.']).parse().ok()
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Reads `YYYY/MM/DD` or `YYYY-MM-DD`; leading zeros may be missing.
    fn from_str(text: &str) -> Result<Self, DateError> {
        let form = || DateError::Form(text.to_owned());
        let mut parts = text.split(['/', '-', '.']);
        let mut part = |longest: usize| {
            let part = parts.next().filter(|p| (1..=longest).contains(&p.len()));
            part.filter(|p| p.bytes().all(|b| b.is_ascii_digit()))
                .ok_or_else(form)
        };
        let (year, month, day) = (part(4)?, part(2)?, part(2)?);
        if year.len() != 4 || parts.next().is_some() {
            return Err(form());
        }
        let year = year.parse().map_err(|_| form())?;
        let month = month.parse().map_err(|_| form())?;
        let day = day.parse().map_err(|_| form())?;
        Self::new(year, month, day).ok_or_else(|| DateError::NoSuchDay(text.to_owned()))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A range of dates; both ends are inside, a missing end is open.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct DateRange {
    /// First day inside.
    pub from: Option<Date>,
    /// Last day inside.
    pub to: Option<Date>,
}

impl DateRange {
    /// Whether a day is inside. A record without a date is inside only where both ends are open.
    #[must_use]
    pub fn contains(&self, date: Option<Date>) -> bool {
        match date {
            Some(date) => {
                self.from.is_none_or(|from| from <= date) && self.to.is_none_or(|to| date <= to)
            }
            None => self.from.is_none() && self.to.is_none(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filter_001() {
        let text = "a+b+0123456789abcdef0123456789abcdef:1500.5";
        let rating = crate::floodgate::rating(text);
        assert_eq!(rating.id, "a+b+0123456789abcdef0123456789abcdef");
        assert_eq!(rating.rating, Some(1500.5));
    }

    #[test]
    fn filter_003() {
        let names = ["Alpha", "Alpha2", "alpha"];
        let kept: Vec<_> = names
            .into_iter()
            .filter(|n| name_is(Some(n), "Alpha"))
            .collect();
        assert_eq!(kept, ["Alpha"]);
        assert!(!name_is(Some("Alpha "), "Alpha"));
        assert!(!name_is(None, ""));
    }

    #[test]
    fn filter_006() {
        let range = DateRange {
            from: "2020/02/01".parse().ok(),
            to: "2020/02/29".parse().ok(),
        };
        let dates = ["2020/01/31", "2020/02/01", "2020/02/29", "2020/03/01"];
        let kept: Vec<_> = dates
            .into_iter()
            .filter(|d| range.contains(Date::of_time(d)))
            .collect();
        assert_eq!(kept, ["2020/02/01", "2020/02/29"]);
        let refused: Result<Date, _> = "2021/02/29".parse();
        assert_eq!(refused, Err(DateError::NoSuchDay("2021/02/29".to_owned())));
    }

    #[test]
    fn dates_of_times() {
        let day = |y, m, d| Date::new(y, m, d);
        assert_eq!(Date::of_time("2020/01/31 10:00:03"), day(2020, 1, 31));
        assert_eq!(Date::of_time("2017-03-22T01:00:00.000Z"), day(2017, 3, 22));
        assert_eq!(Date::of_time("20080217020012"), day(2008, 2, 17));
        assert_eq!(Date::of_time("2003/9/8"), day(2003, 9, 8));
        assert_eq!(Date::of_time("15:35:06"), None);
        assert_eq!(Date::of_time("2020/02/30 00:00:00"), None);
        assert_eq!(Date::new(1900, 2, 29), None);
        assert_eq!(
            Date::new(2000, 2, 29).map(|d| d.to_string()).as_deref(),
            Some("2000-02-29")
        );
    }
}

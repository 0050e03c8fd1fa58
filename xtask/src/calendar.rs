//! Dates of made-up games: no clock is read, and no time zone applies.

/// Date and time of a count of seconds since 1970 (proleptic Gregorian calendar).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Civil {
    year: u64,
    month: u64,
    day: u64,
    second: u64,
}

impl Civil {
    /// By the days-to-civil algorithm of Howard Hinnant ("chrono-Compatible Low-Level Date Algorithms").
    pub(crate) fn of(seconds: u64) -> Self {
        let z = seconds / 86400 + 719_468;
        let (era, doe) = (z / 146_097, z % 146_097);
        let yoe = (doe - doe / 1460 + doe / 36524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let month = if mp < 10 { mp + 3 } else { mp - 9 };
        Self {
            year: yoe + era * 400 + u64::from(month <= 2),
            month,
            day: doy - (153 * mp + 2) / 5 + 1,
            second: seconds % 86400,
        }
    }

    fn clock(self) -> (u64, u64, u64) {
        (self.second / 3600, self.second / 60 % 60, self.second % 60)
    }

    /// `2025/01/06 09:00:00`.
    pub(crate) fn text(self) -> String {
        let (h, m, s) = self.clock();
        format!(
            "{:04}/{:02}/{:02} {h:02}:{m:02}:{s:02}",
            self.year, self.month, self.day
        )
    }

    /// `20250106090000`.
    pub(crate) fn stamp(self) -> String {
        let (h, m, s) = self.clock();
        format!(
            "{:04}{:02}{:02}{h:02}{m:02}{s:02}",
            self.year, self.month, self.day
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_known_seconds() {
        assert_eq!(Civil::of(0).text(), "1970/01/01 00:00:00");
        assert_eq!(Civil::of(951_782_400).stamp(), "20000229000000");
        assert_eq!(Civil::of(951_868_799 + 1).text(), "2000/03/01 00:00:00");
    }
}

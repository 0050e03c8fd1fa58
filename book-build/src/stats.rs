//! What is counted for one move at one position and ply.

use joban_positions::Date;

/// Statistics of one move at one position and ply, from the mover's view.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Times the move was played.
    pub count: u32,
    /// Points, in the unit of [`crate::PointRules::unit`].
    pub points: u64,
    /// Games the mover won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games the mover lost. Games with no known result are in `count`, `points` and `games` only.
    pub losses: u32,
    /// Distinct games, by the hash of start and moves; below `count` only where duplicates are kept.
    pub games: u32,
    /// Distinct unordered pairs of player names as written; a missing name counts as an empty one.
    pub pairings: u32,
    /// Times the mover had a rating.
    pub rated: u32,
    /// Sum of the movers' ratings in thousandths: the order of adding cannot matter.
    pub rating_milli: i64,
    /// Date of the earliest game with a date.
    pub first: Option<Date>,
    /// Date of the latest game with a date.
    pub last: Option<Date>,
}

impl Stats {
    /// Mean rating of the mover, none if no mover had one. Sum and count are exact, so the quotient is rounded only once.
    #[must_use]
    pub fn mean_rating(&self) -> Option<f64> {
        (self.rated > 0).then(|| self.rating_milli as f64 / (1_000.0 * f64::from(self.rated)))
    }
}

/// Statistics as they are written: [`Stats`] with the mean in place of the sums.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// Times the move was played.
    pub count: u32,
    /// Points, in the unit of [`crate::PointRules::unit`].
    pub points: u64,
    /// Games the mover won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games the mover lost.
    pub losses: u32,
    /// Distinct games.
    pub games: u32,
    /// Distinct unordered pairs of player names.
    pub pairings: u32,
    /// Mean rating of the mover, if any mover had one.
    pub mean_rating: Option<f64>,
    /// Date of the earliest game with a date.
    pub first: Option<Date>,
    /// Date of the latest game with a date.
    pub last: Option<Date>,
}

impl From<&Stats> for Figures {
    fn from(stats: &Stats) -> Self {
        Self {
            count: stats.count,
            points: stats.points,
            wins: stats.wins,
            draws: stats.draws,
            losses: stats.losses,
            games: stats.games,
            pairings: stats.pairings,
            mean_rating: stats.mean_rating(),
            first: stats.first,
            last: stats.last,
        }
    }
}

/// A rating in thousandths, rounded to the nearest; none for what is not a number.
#[must_use]
pub fn rating_milli(rating: f64) -> Option<i64> {
    // Ratings are below 10,000; the bound keeps sums of 2^32 of them within an i64.
    (rating.abs() < 1_000_000.0).then(|| (rating * 1_000.0).round() as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_become_thousandths() {
        assert_eq!(rating_milli(3_123.456_7), Some(3_123_457));
        assert_eq!(rating_milli(-12.5), Some(-12_500));
        assert_eq!(rating_milli(f64::NAN), None);
        assert_eq!(rating_milli(1e300), None);
    }

    #[test]
    fn no_rating_has_no_mean() {
        assert_eq!(Stats::default().mean_rating(), None);
        let stats = Stats {
            rated: 2,
            rating_milli: 6_001_500,
            ..Stats::default()
        };
        assert_eq!(stats.mean_rating(), Some(3_000.75));
    }
}

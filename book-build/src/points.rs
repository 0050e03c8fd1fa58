//! How many points a counted move scores. All arithmetic is on integers, so sums do not depend on their order.

use joban_positions::Date;
use serde::Serialize;

use crate::kernel::MoverResult;

/// Points of a move, in whole points or, with a rating weight or an age decay, in thousandths of a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointRules {
    /// Points of a move by the player who won the game.
    pub winner_weight: u32,
    /// Points of a move by the player who lost it.
    pub loser_weight: u32,
    /// Points of a move in a drawn game, or in one with no known result.
    pub draw_weight: u32,
    /// Moves of strong players count more.
    pub rating_weight: Option<RatingWeight>,
    /// Moves of old games count less.
    pub age_decay: Option<AgeDecay>,
}

impl Default for PointRules {
    /// 3 points for the winner's moves, 1 for the loser's and for moves of drawn and unknown games; no weighting.
    fn default() -> Self {
        Self {
            winner_weight: 3,
            loser_weight: 1,
            draw_weight: 1,
            rating_weight: None,
            age_decay: None,
        }
    }
}

/// Factor by the mover's rating: 0 up to `zero`, 1 from `full` on, linear between; 0 for a mover without a rating.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatingWeight {
    /// Rating up to which a move counts nothing.
    pub zero: i32,
    /// Rating from which a move counts in full. Must be above `zero`; else every rating from `full` on counts in full.
    pub full: i32,
}

/// Factor by age: 1 on the day of the last game, halved with every half-life, linear between two halvings.
///
/// The reference is the last day among the counted games, never the clock. A game with no date counts as much as the oldest dated one.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AgeDecay {
    /// Days in which the factor halves; 0 counts as 1.
    pub half_life_days: u32,
}

/// One whole factor.
const ONE: i64 = 1_000;

impl PointRules {
    /// How many units of [`crate::Stats::points`] make one point: 1, or 1,000 with a rating weight or an age decay.
    #[must_use]
    pub fn unit(&self) -> u32 {
        if self.rating_weight.is_some() || self.age_decay.is_some() {
            1_000
        } else {
            1
        }
    }

    /// Points before any factor.
    #[must_use]
    pub fn base(&self, result: MoverResult) -> u32 {
        match result {
            MoverResult::Win => self.winner_weight,
            MoverResult::Loss => self.loser_weight,
            MoverResult::Draw | MoverResult::Unknown => self.draw_weight,
        }
    }

    /// The factor of one player's moves in one game, in [`Self::unit`]s.
    #[must_use]
    pub(crate) fn factor(&self, rating_milli: Option<i64>, age_days: i64) -> u32 {
        let rating = self
            .rating_weight
            .map_or(ONE, |weight| weight.thousandths(rating_milli));
        let age = self
            .age_decay
            .map_or(ONE, |decay| decay.thousandths(age_days));
        let product = (rating * age + ONE / 2) / ONE * i64::from(self.unit()) / ONE;
        u32::try_from(product).unwrap_or(0)
    }
}

impl RatingWeight {
    fn thousandths(self, rating_milli: Option<i64>) -> i64 {
        let Some(rating) = rating_milli else { return 0 };
        let (zero, full) = (i64::from(self.zero) * ONE, i64::from(self.full) * ONE);
        if rating >= full {
            ONE
        } else if rating <= zero {
            0
        } else {
            ((rating - zero) * ONE * 2 + (full - zero)) / (2 * (full - zero))
        }
    }
}

impl AgeDecay {
    fn thousandths(self, age_days: i64) -> i64 {
        let (age, half) = (age_days.max(0), i64::from(self.half_life_days.max(1)));
        let (halvings, rest) = (age / half, age % half);
        // After 11 halvings less than half a thousandth is left.
        if halvings > 10 {
            return 0;
        }
        // Between two halvings the factor falls in a line from 1 to 1/2: (2·half − rest) / (2·half).
        let parts = (2 * half) << halvings;
        (ONE * (2 * half - rest) * 2 + parts) / (2 * parts)
    }
}

/// Age of a game in days before `last`; a game with no date is as old as `first`.
pub(crate) fn age_days(date: Option<Date>, first: Option<Date>, last: Option<Date>) -> i64 {
    let number = |date: Option<Date>| date.map(|date| i64::from(date.days_since_1970()));
    number(last)
        .zip(number(date.or(first)))
        .map_or(0, |(last, date)| last - date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_points_are_whole() {
        let rules = PointRules::default();
        assert_eq!(rules.unit(), 1);
        assert_eq!(rules.factor(None, 4_000), 1);
        assert_eq!(
            MoverResult::ALL.map(|result| rules.base(result)),
            [3, 1, 1, 1]
        );
    }

    #[test]
    fn rating_factor_is_linear_between_its_ends() {
        let rules = PointRules {
            rating_weight: Some(RatingWeight {
                zero: 3_000,
                full: 4_000,
            }),
            ..PointRules::default()
        };
        let factor = |rating: f64| rules.factor(Some((rating * 1_000.0) as i64), 0);
        assert_eq!(
            [2_999.0, 3_000.0, 3_500.0, 3_500.5, 4_000.0, 4_321.0].map(factor),
            [0, 0, 500, 501, 1_000, 1_000]
        );
        assert_eq!(rules.factor(None, 0), 0);
    }

    #[test]
    fn age_factor_halves_exactly() {
        let rules = PointRules {
            age_decay: Some(AgeDecay {
                half_life_days: 100,
            }),
            ..PointRules::default()
        };
        let factor = |age| rules.factor(None, age);
        assert_eq!(
            [-5, 0, 50, 100, 150, 200, 1_000, 100_000].map(factor),
            [1_000, 1_000, 750, 500, 375, 250, 1, 0]
        );
    }

    #[test]
    fn undated_games_are_as_old_as_the_oldest() {
        let [first, last] = [Date::new(2020, 1, 1), Date::new(2020, 3, 1)];
        assert_eq!(age_days(None, first, last), 60);
        assert_eq!(age_days(Date::new(2020, 2, 29), first, last), 1);
        assert_eq!(age_days(None, None, None), 0);
    }
}

//! The score of a position, for whoever needs no more of an answer than that.

use joban_engine::rules::Position;
use joban_engine::teacher::{Found, Limit};

use super::reading::{self, Reading};
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use crate::value::Value;

/// What a teacher thinks of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The value of the best line from the side to move.
    pub value: Value,
    /// The deepest complete depth, in plies, at which it was found.
    pub depth: u32,
}

/// The score that an answer about `position` gives, under the checks that the judge makes: legal lines, complete depths, exact scores.
///
/// # Errors
///
/// [`UnjudgedReason`] where the answer cannot be believed.
pub fn scored(
    found: &Found,
    position: &Position,
    limit: Limit,
    settings: &JudgeSettings,
) -> Result<Scored, UnjudgedReason> {
    let reading = Reading::of(found, position, settings.lines(), limit, settings)?;
    let (depth, lines) = reading.deepest().ok_or(UnjudgedReason::NoCompleteDepth)?;
    let best = reading::best(lines).ok_or(UnjudgedReason::NoCompleteDepth)?;
    Ok(Scored {
        value: best.value,
        depth,
    })
}

#[cfg(test)]
mod tests {
    use joban_engine::teacher::Thresholds;
    use joban_engine::teacher::fake::{found, found_at};
    use joban_engine::usi::{Bound, MateSide, Score};

    use super::*;

    fn score(answer: &Found, limit: Limit) -> Result<Scored, UnjudgedReason> {
        let settings = JudgeSettings::new(limit, 1, Thresholds::new(150, 300));
        scored(answer, &Position::startpos(), limit, &settings)
    }

    #[test]
    fn the_deepest_complete_depth_counts() {
        let answer = found_at(&[
            (7, &[("7g7f", Score::Cp(10))]),
            (8, &[("2g2f", Score::Cp(-20))]),
        ]);
        let wanted = Scored {
            value: Value::Cp(-20),
            depth: 8,
        };
        assert_eq!(score(&answer, Limit::Nodes(1000)), Ok(wanted));
    }

    #[test]
    fn a_mate_is_no_number() {
        let side = MateSide::MoverWins;
        let mate = Score::Mate { side, plies: None };
        let told = score(&found(8, &[("7g7f", mate)]), Limit::Nodes(1));
        assert_eq!(told.map(|scored| scored.value), Ok(Value::Wins));
        let told = score(&found(8, &[("7g7f", Score::Cp(31_000))]), Limit::Nodes(1));
        assert_eq!(told.map(|scored| scored.value), Ok(Value::Wins));
    }

    #[test]
    fn what_cannot_be_believed_is_no_score() {
        let refused = |answer: &Found, limit| score(answer, limit).unwrap_err();
        let even = |depth| found(depth, &[("7g7f", Score::Cp(5))]);
        assert_eq!(
            refused(&even(2), Limit::Nodes(9)),
            UnjudgedReason::TooShallow
        );
        let short = refused(&even(4), Limit::Depth(6));
        assert_eq!(short, UnjudgedReason::DepthNotReached);
        let other = found(8, &[("3c3d", Score::Cp(5))]);
        assert!(score(&other, Limit::Nodes(9)).is_err());
        let mut bound = even(8);
        bound.complete[0].lines[0].bound = Bound::Lower;
        assert_eq!(
            refused(&bound, Limit::Nodes(9)),
            UnjudgedReason::NoCompleteDepth
        );
    }
}

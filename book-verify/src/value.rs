//! Values of moves and positions, and what lies between two of them.

use std::fmt;

use joban_engine::teacher::Thresholds;
use joban_engine::usi::{MateSide, Score};

/// The value of a position or move from the side to move. The derived order is from bad to good; of two mates none is
/// better, their distance is ignored.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The side to move is mated by force.
    Loses,
    /// Centipawns on the teacher's own scale.
    Cp(i32),
    /// The side to move mates by force.
    Wins,
}

impl Value {
    /// The value of a score; `None` for a mate that does not say who mates. Centipawns of `mate_cp` or more are a mate
    /// by an engine that knows no mate scores.
    #[must_use]
    pub fn from_score(score: Score, mate_cp: i32) -> Option<Self> {
        match score {
            Score::Cp(cp) if cp >= mate_cp => Some(Self::Wins),
            Score::Cp(cp) if cp <= -mate_cp => Some(Self::Loses),
            Score::Cp(cp) => Some(Self::Cp(cp)),
            Score::Mate { side, .. } => match side {
                MateSide::MoverWins => Some(Self::Wins),
                MateSide::MoverLoses => Some(Self::Loses),
                MateSide::Unknown => None,
            },
        }
    }

    /// The same from the other side.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Loses => Self::Wins,
            Self::Cp(cp) => Self::Cp(cp.saturating_neg()),
            Self::Wins => Self::Loses,
        }
    }

    /// The centipawns, if it is no mate.
    #[must_use]
    pub const fn cp(self) -> Option<i32> {
        match self {
            Self::Cp(cp) => Some(cp),
            Self::Loses | Self::Wins => None,
        }
    }
}

impl fmt::Display for Value {
    /// `cp 35`, `mate +`, `mate -`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loses => f.write_str("mate -"),
            Self::Cp(cp) => write!(f, "cp {cp}"),
            Self::Wins => f.write_str("mate +"),
        }
    }
}

/// What a loss amounts to. The derived order is from good to bad.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Nothing, or little.
    Accept,
    /// More than is accepted, less than a blunder.
    Doubtful,
    /// A blunder.
    Blunder,
}

impl Grade {
    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Doubtful => "doubtful",
            Self::Blunder => "blunder",
        }
    }
}

/// The loss of a move against the best one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Best minus move in centipawns; negative where the search of the move found more than that of the position.
    /// `None` where one of the two is a mate.
    pub raw_cp: Option<i32>,
    /// What it amounts to.
    pub grade: Grade,
    /// Whether it lies within 25 % of a threshold.
    pub is_near: bool,
}

/// Weighs a move against the best one.
///
/// Both mating or both mated is no loss. A move that gets mated where the best does not is a blunder. A move that misses a mate is doubtful
/// from +accept on, else a blunder; it is near within 25 % of +accept.
#[must_use]
pub fn weigh(best: Value, mv: Value, thresholds: Thresholds) -> Loss {
    let of_mates = |grade, is_near| Loss {
        raw_cp: None,
        grade,
        is_near,
    };
    match (best, mv) {
        (Value::Cp(best), Value::Cp(mv)) => of_cp(best.saturating_sub(mv), thresholds),
        (Value::Wins, Value::Cp(cp)) => {
            let grade = if cp >= thresholds.accept_cp {
                Grade::Doubtful
            } else {
                Grade::Blunder
            };
            of_mates(grade, is_near(cp, thresholds.accept_cp))
        }
        _ if mv >= best => of_mates(Grade::Accept, false),
        _ => of_mates(Grade::Blunder, false),
    }
}

fn of_cp(raw: i32, thresholds: Thresholds) -> Loss {
    let Thresholds {
        accept_cp,
        blunder_cp,
    } = thresholds;
    let grade = if raw <= accept_cp {
        Grade::Accept
    } else if raw < blunder_cp {
        Grade::Doubtful
    } else {
        Grade::Blunder
    };
    Loss {
        raw_cp: Some(raw),
        grade,
        is_near: is_near(raw, accept_cp) || is_near(raw, blunder_cp),
    }
}

/// Within 25 % of a threshold, both ends included.
fn is_near(cp: i32, threshold: i32) -> bool {
    (i64::from(cp) - i64::from(threshold)).abs() * 4 <= i64::from(threshold)
}

/// Whether a value beats what should be the best by as much as would matter as a loss: no noise, so one of the two scores is
/// wrong.
pub(crate) fn beats(value: Value, best: Value, thresholds: Thresholds) -> bool {
    match (value, best) {
        (Value::Cp(value), Value::Cp(best)) => value.saturating_sub(best) >= thresholds.accept_cp,
        _ => value > best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Accept, Blunder, Doubtful};
    use Value::{Cp, Loses, Wins};

    const T: Thresholds = Thresholds::new(150, 300);

    #[test]
    fn grades_of_centipawns_and_what_is_near() {
        let table = [
            (-40, Accept, false),
            (112, Accept, false),
            (113, Accept, true),
            (150, Accept, true),
            (151, Doubtful, true),
            (187, Doubtful, true),
            (188, Doubtful, false),
            (224, Doubtful, false),
            (225, Doubtful, true),
            (299, Doubtful, true),
            (300, Blunder, true),
            (375, Blunder, true),
            (376, Blunder, false),
        ];
        for (loss, grade, is_near) in table {
            let raw_cp = Some(loss);
            let expected = Loss {
                raw_cp,
                grade,
                is_near,
            };
            assert_eq!(weigh(Cp(20), Cp(20 - loss), T), expected, "{loss}");
        }
    }

    #[test]
    fn grades_of_mates() {
        let table = [
            (Cp(-900), Loses, Blunder, false),
            (Wins, Loses, Blunder, false),
            (Wins, Cp(900), Doubtful, false),
            (Wins, Cp(150), Doubtful, true),
            (Wins, Cp(149), Blunder, true),
            (Wins, Cp(112), Blunder, false),
            (Wins, Wins, Accept, false),
            (Loses, Loses, Accept, false),
            (Cp(50), Wins, Accept, false),
            (Loses, Cp(-2000), Accept, false),
        ];
        for (best, mv, grade, is_near) in table {
            let loss = weigh(best, mv, T);
            assert_eq!((loss.grade, loss.is_near), (grade, is_near), "{best} {mv}");
            assert_eq!(loss.raw_cp, None);
        }
    }

    #[test]
    fn huge_numbers_do_not_overflow() {
        assert_eq!(weigh(Cp(i32::MAX), Cp(i32::MIN), T).grade, Blunder);
        assert_eq!(weigh(Cp(i32::MIN), Cp(i32::MAX), T).grade, Accept);
        assert!(beats(Cp(i32::MAX), Cp(i32::MIN), T));
        assert_eq!(Cp(i32::MIN).negated(), Cp(i32::MAX));
    }

    #[test]
    fn mates_of_every_form() {
        let mate = |side| Score::Mate { side, plies: None };
        let value = |score| Value::from_score(score, 30_000);
        assert_eq!(value(mate(MateSide::MoverWins)), Some(Wins));
        assert_eq!(value(mate(MateSide::MoverLoses)), Some(Loses));
        assert_eq!(value(mate(MateSide::Unknown)), None);
        assert_eq!(value(Score::Cp(-1_148_897)), Some(Loses));
        assert_eq!(value(Score::Cp(29_999)), Some(Cp(29_999)));
    }
}

//! The weights of a position's candidates.

use joban_engine::book::split_weights;

use crate::select::SelectedMove;

/// Weights in the order of the candidates: by points, or as overrides fix them.
///
/// A single candidate has 255. Of two, a fixed weight is taken as it is and the other gets 256 minus it; else the one with
/// more points gets its share of 256, rounded half up and at most 255, and the other 256 minus that. A forced move without
/// points thus has 1, and two of them have 128 each.
///
/// # Panics
///
/// Panics if there are more than two candidates.
#[must_use]
pub fn weights(moves: &[SelectedMove]) -> Vec<u8> {
    match moves {
        [] => Vec::new(),
        [_] => vec![255],
        [a, b] => {
            let first = match (a.weight, b.weight) {
                (Some(weight), _) => weight,
                (None, Some(weight)) => 255 - weight + 1,
                (None, None) => by_points(a.stats.points, b.stats.points),
            };
            vec![first, 255 - first + 1]
        }
        _ => panic!("a position has at most two candidates"),
    }
}

/// The weight of the first of two candidates.
fn by_points(a: u64, b: u64) -> u8 {
    match split_weights(&[a, b]).unwrap_or_default()[..] {
        [Some(first), Some(_)] => first,
        [Some(_), None] => 255,
        [None, Some(_)] => 1,
        _ => 128,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Stats;
    use joban_engine::rules::Move;

    fn candidate(points: u64, weight: Option<u8>) -> SelectedMove {
        let mv = Move::from_usi("7g7f").unwrap();
        SelectedMove {
            mv,
            stats: Stats {
                points,
                ..Stats::default()
            },
            forced: points == 0,
            weight,
        }
    }

    fn split(a: (u64, Option<u8>), b: (u64, Option<u8>)) -> [u8; 2] {
        let both = weights(&[candidate(a.0, a.1), candidate(b.0, b.1)]);
        [both[0], both[1]]
    }

    #[test]
    fn shares_of_points() {
        assert_eq!(split((1_000, None), (500, None)), [171, 85]);
        assert_eq!(split((65_536, None), (1, None)), [255, 1]);
        assert_eq!(split((7, None), (0, None)), [255, 1]);
        assert_eq!(split((0, None), (0, None)), [128, 128]);
        assert_eq!(weights(&[candidate(5, None)]), [255]);
    }

    #[test]
    fn fixed_weights_rule() {
        assert_eq!(split((1_000, Some(100)), (1, None)), [100, 156]);
        assert_eq!(split((1_000, None), (1, Some(255))), [1, 255]);
        assert_eq!(split((0, Some(200)), (0, Some(56))), [200, 56]);
        assert_eq!(weights(&[candidate(5, Some(7))]), [255]);
    }
}

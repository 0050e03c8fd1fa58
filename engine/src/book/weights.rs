//! Splitting 256 between the candidates of a position.

/// No weights can be given.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightError {
    /// No candidate has any points.
    #[error("no candidate has any points")]
    NoPoints,
    /// More than two candidates with points.
    #[error("{count} candidates with points; at most two fit")]
    TooMany {
        /// How many there are.
        count: usize,
    },
}

/// The weights of a position's candidates, in any order: one weight for each candidate with
/// points, in the order given; candidates without points get none (`None`).
///
/// A single candidate has 255. Of two, the one with more points (the first on a tie) gets its share of 256 rounded half up,
/// at most 255, and the other 256 minus that, so at least 1.
///
/// # Errors
/// [`WeightError`] if no candidate has points, or more than two have.
pub fn split_weights(points: &[u64]) -> Result<Vec<Option<u8>>, WeightError> {
    let with_points: Vec<usize> = (0..points.len()).filter(|&i| points[i] > 0).collect();
    let mut weights = vec![None; points.len()];
    match *with_points {
        [] => return Err(WeightError::NoPoints),
        [only] => weights[only] = Some(255),
        [a, b] => {
            let (first, second) = if points[a] >= points[b] {
                (a, b)
            } else {
                (b, a)
            };
            let share = share_of_256(points[first], points[second]);
            weights[first] = Some(share);
            weights[second] = Some((256 - u16::from(share)) as u8);
        }
        _ => {
            return Err(WeightError::TooMany {
                count: with_points.len(),
            });
        }
    }
    Ok(weights)
}

/// round half up(256 · first / (first + second)), at most 255.
fn share_of_256(first: u64, second: u64) -> u8 {
    let (first, sum) = (u128::from(first), u128::from(first) + u128::from(second));
    ((512 * first + sum) / (2 * sum)).min(255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_weights_sum_to_256_and_keep_the_order() {
        for a in 1..60 {
            for b in 1..60 {
                let weights = split_weights(&[a, b]).expect("points");
                let (Some(first), Some(second)) = (weights[0], weights[1]) else {
                    panic!("two weights")
                };
                assert_eq!(u16::from(first) + u16::from(second), 256);
                assert_eq!(a.cmp(&b) == std::cmp::Ordering::Less, first < second);
                let exact = 256.0 * a.max(b) as f64 / (a + b) as f64;
                let rounded = (exact + 0.5).floor().min(255.0);
                assert_eq!(f64::from(first.max(second)), rounded, "{a} {b}");
            }
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        // 256 · 257 / 512 = 128.5
        assert_eq!(split_weights(&[257, 255]), Ok(vec![Some(129), Some(127)]));
    }

    #[test]
    fn extremes_neither_overflow_nor_vanish() {
        assert_eq!(split_weights(&[u64::MAX, 1]), Ok(vec![Some(255), Some(1)]));
        assert_eq!(
            split_weights(&[u64::MAX, u64::MAX]),
            Ok(vec![Some(128), Some(128)])
        );
        assert_eq!(split_weights(&[0, 9]), Ok(vec![None, Some(255)]));
        assert_eq!(split_weights(&[]), Err(WeightError::NoPoints));
        assert_eq!(
            split_weights(&[1, 2, 3]),
            Err(WeightError::TooMany { count: 3 })
        );
    }
}

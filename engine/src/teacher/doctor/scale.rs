//! What the centipawns of an engine are worth.

use super::{BAD, KnownMove, SOUND};
use crate::rules::{Move, Position};
use crate::teacher::{
    Answer, Control, Found, Limit, Pool, Query, TeacherError, Thresholds, ask_all,
};
use crate::usi::Score;

/// A known move and what the engine makes of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The move.
    pub known: KnownMove,
    /// Best score minus score of the move, at the deepest depth that is complete in both searches, not below 0; `None` without a
    /// common depth or where a score is a mate.
    pub loss_cp: Option<i32>,
}

/// Losses of known moves on the scale of one engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Moves known to be sound.
    pub sound: Vec<Measured>,
    /// Moves known to be bad.
    pub bad: Vec<Measured>,
}

/// As many sound moves must have been measured before thresholds are suggested, of the 37 there are.
pub const ENOUGH_SOUND: usize = 30;
/// As many bad moves, of the 13 there are.
pub const ENOUGH_BAD: usize = 10;

impl Scale {
    /// Whether enough moves were measured to say anything: [`ENOUGH_SOUND`] sound and [`ENOUGH_BAD`] bad ones.
    #[must_use]
    pub fn is_enough(&self) -> bool {
        sorted(&self.sound).len() >= ENOUGH_SOUND && sorted(&self.bad).len() >= ENOUGH_BAD
    }

    /// The loss below which 95 % of the sound moves lie (nearest rank), in centipawns.
    #[must_use]
    pub fn sound_p95_cp(&self) -> Option<i32> {
        let losses = sorted(&self.sound);
        let rank = (losses.len() * 95).div_ceil(100);
        losses.get(rank.checked_sub(1)?).copied()
    }

    /// The smallest loss of a bad move, in centipawns.
    #[must_use]
    pub fn bad_min_cp(&self) -> Option<i32> {
        sorted(&self.bad).first().copied()
    }

    /// Thresholds for this engine at this limit: accept is twice the 95th percentile of the sound moves, rounded up to tens and at least
    /// 30; blunder is twice accept. `None` if a bad move loses less than blunder: then this engine at this
    /// limit does not tell good from bad. `None` too if too few moves were measured ([`Scale::is_enough`]).
    #[must_use]
    pub fn suggest(&self) -> Option<Thresholds> {
        if !self.is_enough() {
            return None;
        }
        let twice = self.sound_p95_cp()?.checked_mul(2)?;
        let accept = twice
            .checked_add(9)?
            .div_euclid(10)
            .checked_mul(10)?
            .max(30);
        let blunder = accept.checked_mul(2)?;
        (self.bad_min_cp()? >= blunder).then(|| Thresholds::new(accept, blunder))
    }
}

fn sorted(moves: &[Measured]) -> Vec<i32> {
    let mut losses: Vec<i32> = moves.iter().filter_map(|m| m.loss_cp).collect();
    losses.sort_unstable();
    losses
}

/// A known move as two questions.
struct Trial {
    known: KnownMove,
    mv: Move,
    root: Query,
    /// About the move itself, or about the position after it.
    about: Query,
}

/// Measures all known moves.
pub(super) fn measure(
    pool: &mut Pool,
    limit: Limit,
    control: &mut dyn Control,
) -> Result<Scale, TeacherError> {
    let child = !pool.profile().has_searchmoves;
    let trials = |list: &[KnownMove]| -> Vec<Trial> {
        list.iter()
            .filter_map(|k| trial(*k, limit, child))
            .collect()
    };
    let (sound, bad) = (trials(SOUND), trials(BAD));
    let both = sound.iter().chain(&bad);
    let queries: Vec<Query> = both
        .flat_map(|trial| [trial.root.clone(), trial.about.clone()])
        .collect();
    let answers = ask_all(pool, &queries, control)?;
    let mut pairs = answers.chunks_exact(2);
    let mut take = |trials: &[Trial]| -> Vec<Measured> {
        let measured = trials.iter().map(|trial| Measured {
            known: trial.known,
            loss_cp: pairs.next().and_then(|pair| loss_of(trial, pair, child)),
        });
        measured.collect()
    };
    Ok(Scale {
        sound: take(&sound),
        bad: take(&bad),
    })
}

/// The questions about a known move; `None` cannot happen, since the lists are tested to be legal.
fn trial(known: KnownMove, limit: Limit, child: bool) -> Option<Trial> {
    let mut position = Position::startpos();
    let moves: Vec<Move> = known
        .line
        .split(' ')
        .map(|word| Move::from_usi(word).ok())
        .collect::<Option<_>>()?;
    let (mv, before) = moves.split_last()?;
    for mv in before {
        position.play(*mv).ok()?;
    }
    let root = Query::new(&position, limit, 1);
    let about = if child {
        position.play(*mv).ok()?;
        Query::new(&position, limit, 1)
    } else {
        Query::about_move(&position, *mv, limit)
    };
    Some(Trial {
        known,
        mv: *mv,
        root,
        about,
    })
}

fn loss_of(trial: &Trial, pair: &[Option<Answer>], child: bool) -> Option<i32> {
    let [Some(Ok(root)), Some(Ok(about))] = pair else {
        return None;
    };
    if !about.is_about(&trial.about) {
        return None;
    }
    let mut depths = root.complete.iter().rev().map(|block| block.depth);
    depths.find_map(|depth| loss_at(root, about, trial.mv, depth, child))
}

/// The loss at one depth; a position after the move counts as one ply deeper.
fn loss_at(root: &Found, about: &Found, mv: Move, depth: u32, child: bool) -> Option<i32> {
    let best = root.at_depth(depth)?.lines.first()?;
    if best.first() == Some(mv) {
        return Some(0);
    }
    let below = if child { depth.checked_sub(1)? } else { depth };
    let line = about.at_depth(below)?.lines.first()?;
    let score = if child {
        line.score.negated()
    } else {
        line.score
    };
    match (best.score, score) {
        (Score::Cp(best), Score::Cp(score)) => Some(best.saturating_sub(score).max(0)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale(sound: &[i32], bad: &[i32]) -> Scale {
        let measured = |losses: &[i32], known: KnownMove| {
            let losses = losses.iter().map(|&loss| Measured {
                known,
                loss_cp: Some(loss),
            });
            losses.collect()
        };
        Scale {
            sound: measured(sound, SOUND[0]),
            bad: measured(bad, BAD[0]),
        }
    }

    /// So many losses: these, and the last one again and again.
    fn filled(losses: &[i32], count: usize) -> Vec<i32> {
        let mut all = losses.to_vec();
        all.resize(count, losses[losses.len() - 1]);
        all
    }

    #[test]
    fn thresholds_follow_the_rule() {
        let bad = |losses: &[i32]| filled(losses, ENOUGH_BAD);
        let sound: Vec<i32> = (1..=100).collect();
        assert_eq!(scale(&sound, &[900]).sound_p95_cp(), Some(95));
        let suggested = scale(&sound, &bad(&[400, 900])).suggest();
        assert_eq!(suggested, Some(Thresholds::new(190, 380)));
        assert_eq!(scale(&sound, &bad(&[379, 900])).suggest(), None);
        assert_eq!(
            scale(&[0; 40], &bad(&[900])).suggest(),
            Some(Thresholds::new(30, 60))
        );
        assert_eq!(scale(&[], &bad(&[900])).suggest(), None);
    }

    #[test]
    fn a_few_moves_suggest_nothing() {
        let of = |sound, bad| scale(&vec![5; sound], &vec![900; bad]).suggest();
        assert!(of(ENOUGH_SOUND, ENOUGH_BAD).is_some());
        assert_eq!(of(ENOUGH_SOUND - 1, ENOUGH_BAD), None);
        assert_eq!(of(ENOUGH_SOUND, ENOUGH_BAD - 1), None);
        // Moves without a loss do not count.
        let mut few = scale(&[5; ENOUGH_SOUND], &[900; ENOUGH_BAD]);
        few.bad[0].loss_cp = None;
        assert_eq!(few.suggest(), None);
        assert!(ENOUGH_SOUND <= SOUND.len() && ENOUGH_BAD <= BAD.len());
    }
}

//! Ending games early by what both engines say.

use serde::Serialize;

use crate::rules::Color;
use crate::usi::{MateSide, Score};

/// A draw where both sides see an even game for long.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawRule {
    /// Only moves from this move number on count.
    pub from_move: u32,
    /// So many moves in a row of each side.
    pub moves: u32,
    /// With a score of at most this much either way, in centipawns of the engine.
    pub cp: u32,
}

/// A win where both sides see it for long.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WinRule {
    /// So many moves in a row of each side.
    pub moves: u32,
    /// With a score of at least this much for the same side, in centipawns of the engine; a mate is more than any.
    pub cp: u32,
}

/// What both engines agree on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It is a draw.
    Draw,
    /// This side wins.
    Win(Color),
}

/// Counts scores in a row. A move without a score (from a book) breaks every row.
#[derive(Copy, Clone, Debug, Default)]
pub struct Adjudicator {
    draw: Option<DrawRule>,
    win: Option<WinRule>,
    even: u32,
    winning: [u32; 2],
}

impl Adjudicator {
    /// With these rules, or none.
    #[must_use]
    pub fn new(draw: Option<DrawRule>, win: Option<WinRule>) -> Self {
        Self {
            draw,
            win,
            ..Self::default()
        }
    }

    /// Takes the score that `side` gave with its move number `number` (from its own view).
    pub fn push(&mut self, side: Color, number: u32, score: Option<Score>) -> Option<Verdict> {
        let cp = score.and_then(centipawns);
        if let Some(rule) = self.draw {
            let even = number >= rule.from_move
                && cp.is_some_and(|cp| cp.unsigned_abs() <= u64::from(rule.cp));
            self.even = if even { self.even + 1 } else { 0 };
            if self.even >= 2 * rule.moves {
                return Some(Verdict::Draw);
            }
        }
        let rule = self.win?;
        for winner in Color::ALL {
            let sign = if winner == side { 1 } else { -1 };
            let row = &mut self.winning[winner.index()];
            let winning = cp.is_some_and(|cp| sign * cp >= i64::from(rule.cp));
            *row = if winning { *row + 1 } else { 0 };
            if *row >= 2 * rule.moves {
                return Some(Verdict::Win(winner));
            }
        }
        None
    }
}

/// A mate is far beyond every other score; one whose side nobody knows is none.
fn centipawns(score: Score) -> Option<i64> {
    match score {
        Score::Cp(cp) => Some(cp.into()),
        Score::Mate { side, .. } => match side {
            MateSide::MoverWins => Some(i64::MAX / 2),
            MateSide::MoverLoses => Some(-(i64::MAX / 2)),
            MateSide::Unknown => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first_verdict(judge: &mut Adjudicator, scores: &[Option<i32>]) -> Option<(u32, Verdict)> {
        let moves = scores.iter().zip(1..);
        let mut verdicts = moves.filter_map(|(score, ply)| {
            let side = if ply % 2 == 1 {
                Color::Black
            } else {
                Color::White
            };
            let verdict = judge.push(side, ply, score.map(Score::Cp))?;
            Some((ply, verdict))
        });
        verdicts.next()
    }

    #[test]
    fn a_win_needs_both_sides() {
        let rule = WinRule { moves: 2, cp: 500 };
        let judge = || Adjudicator::new(None, Some(rule));
        let agreed = [Some(600), Some(-500), Some(700), Some(-900)];
        assert_eq!(
            first_verdict(&mut judge(), &agreed),
            Some((4, Verdict::Win(Color::Black)))
        );
        let denied = [
            Some(600),
            Some(-400),
            Some(700),
            Some(-400),
            Some(800),
            Some(-400),
        ];
        assert_eq!(first_verdict(&mut judge(), &denied), None);
        let silent = [Some(600), None, Some(700), Some(-900), Some(700)];
        assert_eq!(first_verdict(&mut judge(), &silent), None);
    }

    #[test]
    fn a_draw_begins_at_its_move() {
        let rule = DrawRule {
            from_move: 4,
            moves: 1,
            cp: 0,
        };
        let mut judge = Adjudicator::new(Some(rule), None);
        let verdict = first_verdict(&mut judge, &[Some(0); 6]);
        assert_eq!(verdict, Some((5, Verdict::Draw)));
    }

    #[test]
    fn a_mate_is_a_win_for_the_side_that_mates() {
        let mate = |side| Some(Score::Mate { side, plies: None });
        let mut judge = Adjudicator::new(
            None,
            Some(WinRule {
                moves: 1,
                cp: 9_999,
            }),
        );
        assert_eq!(
            judge.push(Color::Black, 1, mate(MateSide::MoverLoses)),
            None
        );
        let verdict = judge.push(Color::White, 2, mate(MateSide::MoverWins));
        assert_eq!(verdict, Some(Verdict::Win(Color::White)));
    }
}

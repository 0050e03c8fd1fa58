//! Ordering in three phases: the table move, captures and promotions, the rest.

use super::generator::{Generator, Want};
use crate::rules::{Color, Move, Position};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Phase {
    Table,
    Loud,
    Quiet,
    Unordered,
}

/// Yields the legal moves of one position, each once, one at a time. Every call must be given the same position.
#[derive(Debug)]
pub(super) struct Picker {
    phase: Phase,
    loud_only: bool,
    table_move: Option<Move>,
    generator: Generator,
}

impl Picker {
    /// All moves, the table move first if it is legal: that is looked at before anything is generated.
    pub(super) const fn ordered(side: Color, table_move: Option<Move>) -> Self {
        Self {
            phase: Phase::Table,
            loud_only: false,
            table_move,
            generator: Generator::new(Want::Loud, side),
        }
    }

    /// Captures and promotions only.
    pub(super) const fn loud(side: Color) -> Self {
        Self {
            phase: Phase::Loud,
            loud_only: true,
            table_move: None,
            generator: Generator::new(Want::Loud, side),
        }
    }

    /// All moves as the generator finds them.
    pub(super) const fn unordered(side: Color) -> Self {
        Self {
            phase: Phase::Unordered,
            loud_only: false,
            table_move: None,
            generator: Generator::new(Want::All, side),
        }
    }

    /// The next move.
    pub(super) fn next(&mut self, position: &Position) -> Option<Move> {
        if self.phase == Phase::Table {
            self.phase = Phase::Loud;
            self.table_move = self.table_move.filter(|&mv| position.is_legal(mv));
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        let mv = self.next_generated(position)?;
        if Some(mv) == self.table_move {
            return self.next_generated(position);
        }
        Some(mv)
    }

    fn next_generated(&mut self, position: &Position) -> Option<Move> {
        let found = self.generator.next(position);
        if found.is_some() || self.loud_only || self.phase != Phase::Loud {
            return found;
        }
        self.phase = Phase::Quiet;
        self.generator = Generator::new(Want::Quiet, position.side());
        self.generator.next(position)
    }
}

/// Whether a legal move captures or promotes.
pub(super) fn is_loud(position: &Position, mv: Move) -> bool {
    mv.is_promotion() || position.piece_on(mv.to()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    fn all(mut picker: Picker, position: &Position) -> Vec<Move> {
        std::iter::from_fn(|| picker.next(position)).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_unstable();
        moves
    }

    /// Every position of random games, each game at most 200 plies long.
    fn for_positions(games: u64, mut each: impl FnMut(&Position, &mut SplitMix64)) {
        for seed in 0..games {
            let mut rng = SplitMix64::new(seed);
            let mut position = Position::startpos();
            for _ in 0..200 {
                each(&position, &mut rng);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[rng.below(moves.len() as u64) as usize];
                position.play(mv).expect("legal");
            }
        }
    }

    #[test]
    fn every_legal_move_comes_once() {
        for_positions(40, |position, rng| {
            let want = sorted(position.legal_moves().to_vec());
            let side = position.side();
            assert_eq!(sorted(all(Picker::unordered(side), position)), want);
            let table_move = Move::from_word(rng.below(1 << 15) as u16);
            let ordered = all(Picker::ordered(side, table_move), position);
            assert_eq!(sorted(ordered), want, "{position:?}");
        });
    }

    #[test]
    fn phases_follow_each_other() {
        for_positions(10, |position, rng| {
            let legal = position.legal_moves();
            if legal.is_empty() {
                return;
            }
            let table_move = legal[rng.below(legal.len() as u64) as usize];
            let side = position.side();
            let moves = all(Picker::ordered(side, Some(table_move)), position);
            assert_eq!(moves[0], table_move);
            let rest: Vec<_> = moves[1..].iter().map(|&mv| is_loud(position, mv)).collect();
            assert!(rest.is_sorted_by(|a, b| a >= b), "{position:?} {moves:?}");
            let loud: Vec<_> = all(Picker::ordered(side, None), position)
                .into_iter()
                .filter(|&mv| is_loud(position, mv))
                .collect();
            assert_eq!(all(Picker::loud(side), position), loud);
        });
    }

    #[test]
    fn both_sides_have_the_same_order() {
        for_positions(10, |position, _| {
            let turned = Position::from_sfen(&position.to_setup().flip().to_sfen());
            let turned = turned.expect("a position");
            let here = all(Picker::ordered(position.side(), None), position);
            let there = all(Picker::ordered(turned.side(), None), &turned);
            let there: Vec<_> = there.into_iter().map(Move::flip).collect();
            assert_eq!(here, there);
        });
    }

    #[test]
    fn a_table_move_of_another_position_is_left_out() {
        let position = Position::startpos();
        let foreign = Move::from_usi("8h2b+").ok();
        let moves = all(Picker::ordered(Color::Black, foreign), &position);
        assert_eq!(moves.len(), 30);
        assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    }
}

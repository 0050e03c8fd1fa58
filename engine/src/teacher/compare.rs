//! Comparing answers.

use super::{Found, Query};
use crate::rules::Move;
use crate::usi::{Bestmove, Bound, PvLine, Score};

/// How often two engines chose the same move.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// Pairs in which both answers are moves.
    pub compared: usize,
    /// Of these, pairs with one move.
    pub agree: usize,
    /// Pairs with a resignation, a declaration or no move; they say nothing about agreement, even if the words are equal.
    pub special: usize,
}

/// Counts how often two engines agree; resignations, declarations and `none` are no moves.
#[must_use]
pub fn agreement(pairs: &[(Bestmove, Bestmove)]) -> Agreement {
    let mut count = Agreement::default();
    for pair in pairs {
        match pair {
            (Bestmove::Move(a), Bestmove::Move(b)) => {
                count.compared += 1;
                count.agree += usize::from(a == b);
            }
            _ => count.special += 1,
        }
    }
    count
}

/// By how many centipawns the first line is better than the second; `None` unless both scores are exact
/// centipawns of one depth.
#[must_use]
pub fn gap_cp(first: &PvLine, second: &PvLine) -> Option<i32> {
    let exact = |line: &PvLine| match (line.bound, line.score) {
        (Bound::Exact, Score::Cp(cp)) => Some(cp),
        _ => None,
    };
    (first.depth == second.depth).then_some(())?;
    Some(exact(first)?.saturating_sub(exact(second)?))
}

impl Found {
    /// Whether every line, complete or not, and the answer itself begin with a move that was asked for. Engines drop
    /// `searchmoves` that they do not generate, and search all moves without a word.
    #[must_use]
    pub fn is_about(&self, query: &Query) -> bool {
        let asked = query.searchmoves();
        let fits = |mv: Option<Move>| mv.is_none_or(|mv| asked.contains(&mv));
        let complete = self.complete.iter().flat_map(|block| &block.lines);
        let answer = match self.bestmove {
            Bestmove::Move(mv) => Some(mv),
            Bestmove::Resign | Bestmove::Win | Bestmove::None => None,
        };
        asked.is_empty()
            || (fits(answer) && complete.chain(&self.lines).all(|line| fits(line.first())))
    }

    /// The gap between the first and the second move at the deepest complete depth ([`gap_cp`]).
    #[must_use]
    pub fn gap_cp(&self) -> Option<i32> {
        let lines = &self.deepest()?.lines;
        gap_cp(lines.first()?, lines.get(1)?)
    }
}

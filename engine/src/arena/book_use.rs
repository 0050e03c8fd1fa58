//! What an engine played from its book.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::{Game, Played, Which};
use super::report::Span;
use crate::rules::Color;
use crate::usi::Score;

/// The use of a book in a match, as far as the engine says what comes from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BookUse {
    /// Games with a move from the book.
    pub games: u64,
    /// Moves from the book by the number of plies played before them.
    pub by_ply: BTreeMap<u32, u64>,
    /// Plies played after the last move from the book, over these games.
    pub exit_ply: Option<Span>,
    /// What the engine itself thought at its first search after the book, over the games with black: mean in its centipawns, **own
    /// view**, to a tenth; mates are left out.
    pub exit_cp_as_black: Option<f64>,
    /// The same over the games with white.
    pub exit_cp_as_white: Option<f64>,
}

impl BookUse {
    /// Over some games; `None` if nothing was played from a book.
    pub(super) fn of(which: Which, games: &[&Game]) -> Option<Self> {
        let mut found = Self::default();
        let mut exits = Vec::new();
        let mut scores: [Vec<i64>; 2] = Default::default();
        for game in games {
            let moves = || numbered(game, which);
            let hits = moves().filter(|(_, played)| played.book);
            let mut last = None;
            for (ply, _) in hits {
                *found.by_ply.entry(ply).or_default() += 1;
                last = Some(ply);
            }
            let Some(last) = last else { continue };
            found.games += 1;
            exits.push(u64::from(last) + 1);
            let next = moves().find(|(ply, _)| *ply > last);
            if let Some(Score::Cp(cp)) = next.and_then(|(_, played)| played.score) {
                let has_black = Which::with(Color::Black, game.game) == which;
                scores[usize::from(!has_black)].push(i64::from(cp));
            }
        }
        found.exit_ply = Span::of(exits.into_iter());
        [found.exit_cp_as_black, found.exit_cp_as_white] = scores.map(|scores| mean(&scores));
        (found.games > 0).then_some(found)
    }
}

/// The moves of one engine with the plies played before each.
fn numbered(game: &Game, which: Which) -> impl Iterator<Item = (u32, &Played)> {
    let skipped = u32::from(game.first_mover() != which);
    let plies = (game.start_ply + skipped..).step_by(2);
    plies.zip(game.moves_of(which))
}

fn mean(numbers: &[i64]) -> Option<f64> {
    let sum: i64 = numbers.iter().sum();
    let mean = || (10.0 * sum as f64 / numbers.len() as f64).round() / 10.0;
    (!numbers.is_empty()).then(mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::End;
    use crate::rules::Move;

    fn played(book: bool, cp: Option<i32>) -> Played {
        Played {
            mv: Move::from_usi("7g7f").expect("a move"),
            score: cp.map(Score::Cp),
            depth: None,
            nodes: None,
            book,
            pv: Vec::new(),
            time_us: None,
        }
    }

    fn game(number: u8, moves: Vec<Played>) -> Game {
        Game {
            pair: 0,
            game: number,
            replays: 0,
            start: 0,
            start_ply: 3,
            seed: 1,
            white_first: true,
            end: End::Repetition,
            winner: None,
            detail: None,
            moves,
        }
    }

    #[test]
    fn hits_exits_and_scores_are_those_of_one_engine() {
        // White, the second engine, moves first at ply 3.
        let one = game(
            0,
            vec![
                played(true, None),
                played(true, None),
                played(true, None),
                played(false, Some(-40)),
                played(false, Some(55)),
            ],
        );
        // Now the first engine has white.
        let two = game(1, vec![played(false, Some(7)), played(false, Some(9))]);
        let games = [&one, &two];
        let second = BookUse::of(Which::Second, &games).expect("a book");
        assert_eq!(second.games, 1);
        assert_eq!(second.by_ply, BTreeMap::from([(3, 1), (5, 1)]));
        assert_eq!(second.exit_ply.map(|span| span.max), Some(6));
        assert_eq!(
            (second.exit_cp_as_white, second.exit_cp_as_black),
            (Some(55.0), None)
        );
        let first = BookUse::of(Which::First, &games).expect("a book");
        assert_eq!(first.by_ply, BTreeMap::from([(4, 1)]));
        assert_eq!(first.exit_cp_as_black, Some(-40.0));
        assert_eq!(BookUse::of(Which::First, &[&two]), None);
    }
}

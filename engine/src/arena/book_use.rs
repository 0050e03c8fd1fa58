//! What an engine played from its book.

use std::collections::BTreeMap;

use serde::Serialize;

use super::game::{Game, Played, Which, score};
use super::report::Span;
use crate::rules::Color;
use crate::usi::Score;

/// The use of a book in a match, as far as the engine says what comes from it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BookUse {
    /// Games with a move from the book.
    pub games: u64,
    /// Moves from the book in a game, over **all** games, those without one too.
    pub hits_per_game: Option<Span>,
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
        let hits = |game| {
            let moves = numbered(game, which);
            moves.filter(|(_, played)| played.book).map(|(ply, _)| ply)
        };
        let mut by_ply = BTreeMap::new();
        for ply in games.iter().flat_map(|game| hits(game)) {
            *by_ply.entry(ply).or_default() += 1;
        }
        let exits: Vec<Exit> = games
            .iter()
            .filter_map(|game| Exit::of(which, game))
            .collect();
        let own = |color| {
            let exits = exits.iter().filter(move |exit| exit.color == color);
            mean(exits.filter_map(|exit| match exit.own {
                Some(Score::Cp(cp)) => Some(i64::from(cp)),
                _ => None,
            }))
        };
        let found = Self {
            games: exits.len() as u64,
            hits_per_game: Span::of(games.iter().map(|game| hits(game).count() as u64)),
            by_ply,
            exit_ply: Span::of(exits.iter().map(|exit| u64::from(exit.ply))),
            exit_cp_as_black: own(Color::Black),
            exit_cp_as_white: own(Color::White),
        };
        (!exits.is_empty()).then_some(found)
    }
}

/// Where an engine left its book for the last time in a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The side that the engine has.
    pub color: Color,
    /// Plies played after its last move from the book, those before the start among them.
    pub ply: u32,
    /// The same without the plies before the start: so many moves of the game lead there.
    pub moves: usize,
    /// What the engine itself thought at its first search after it, own view.
    pub own: Option<Score>,
}

impl Exit {
    /// In a game; `None` if no move of the engine came from a book.
    #[must_use]
    pub fn of(which: Which, game: &Game) -> Option<Self> {
        let last = numbered(game, which)
            .filter(|(_, played)| played.book)
            .last();
        let ply = last?.0 + 1;
        let mut later = numbered(game, which).skip_while(|(number, _)| *number < ply);
        let has_black = Which::with(Color::Black, game.game) == which;
        Some(Self {
            color: if has_black {
                Color::Black
            } else {
                Color::White
            },
            ply,
            moves: ply.saturating_sub(game.start_ply) as usize,
            own: later.next().and_then(|(_, played)| played.score),
        })
    }

    /// The engine's own score as files write it: `cp 35`, `mate +5`.
    #[must_use]
    pub fn own_text(&self) -> Option<String> {
        self.own.map(score::text)
    }
}

/// The moves of one engine with the plies played before each.
fn numbered(game: &Game, which: Which) -> impl Iterator<Item = (u32, &Played)> {
    let skipped = u32::from(game.first_mover() != which);
    let plies = (game.start_ply + skipped..).step_by(2);
    plies.zip(game.moves_of(which))
}

/// To a tenth; `None` of nothing.
fn mean(numbers: impl Iterator<Item = i64>) -> Option<f64> {
    let (count, sum) = numbers.fold((0_u64, 0), |(count, sum), number| (count + 1, sum + number));
    let mean = || (10.0 * sum as f64 / count as f64).round() / 10.0;
    (count > 0).then(mean)
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
        let per_game = second
            .hits_per_game
            .map(|span| (span.count, span.min, span.max));
        assert_eq!(per_game, Some((2, 0, 2)));
        let exit = Exit::of(Which::Second, &one).map(|exit| (exit.color, exit.ply, exit.moves));
        assert_eq!(exit, Some((Color::White, 6, 3)));
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

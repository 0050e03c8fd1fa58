//! Positions of games that could be start positions.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use joban_engine::rules::{Accept, Color, Move, Position, Setup};
use serde::Serialize;

use super::family::family;
use super::identity::Identity;
use crate::corpus::{Corpus, Game};

/// Which positions of a game can be start positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Numbers of moves played before the position, both ends inside.
    pub plies: RangeInclusive<u32>,
    /// Positions in which the side to move is in check are left out.
    pub not_in_check: bool,
}

/// A playable position of a game: the side to move has a legal move, and the position occurs for the first time in its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Index of the game in the corpus.
    pub game: usize,
    /// Moves played before it.
    pub ply: u32,
    /// What position it is.
    pub identity: Identity,
    /// SFEN with move number.
    pub sfen: String,
    /// The side to move.
    pub side: Color,
    /// Its [family](family()).
    pub family: String,
}

/// What the games offer, and what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Candidates {
    /// In the order of games and plies.
    pub list: Vec<Candidate>,
    /// Why positions, or whole games, offer nothing: `too_short` (games that do not reach the plies), `no_legal_move`,
    /// `repeated_in_game`, `in_check` (positions).
    pub dropped: BTreeMap<String, u64>,
}

/// Collects the candidates of these games of a corpus.
///
/// Games of which the corpus holds fewer positions than they have offer what is held.
#[must_use]
pub fn candidates(corpus: &Corpus, games: &[usize], wanted: &Wanted) -> Candidates {
    let mut found = Candidates::default();
    for &index in games {
        let game = &corpus.games()[index];
        let mut reached = false;
        each_position(corpus, game, *wanted.plies.end(), |position| {
            if !wanted.plies.contains(&position.ply()) {
                return;
            }
            reached = true;
            match refused(position, wanted) {
                Some(why) => found.drop(why),
                None => found.list.push(candidate(index, position)),
            }
        });
        if !reached {
            found.drop("too_short");
        }
    }
    found
}

impl Candidates {
    fn drop(&mut self, why: &str) {
        *self.dropped.entry(why.to_owned()).or_default() += 1;
    }
}

fn refused(position: &Position, wanted: &Wanted) -> Option<&'static str> {
    if position.has_no_move() {
        Some("no_legal_move")
    } else if position.occurrences() > 1 {
        Some("repeated_in_game")
    } else if wanted.not_in_check && position.in_check() {
        Some("in_check")
    } else {
        None
    }
}

fn candidate(game: usize, position: &Position) -> Candidate {
    let moves: Vec<Move> = position.moves().collect();
    Candidate {
        game,
        ply: position.ply(),
        identity: Identity::of(position),
        sfen: position.sfen(),
        side: position.side(),
        family: family(position, &moves),
    }
}

/// Shows every held position of a game, up to a ply. Stops where a word is no legal move (a damaged table).
pub(super) fn each_position(
    corpus: &Corpus,
    game: &Game,
    last_ply: u32,
    mut each: impl FnMut(&Position),
) {
    let setup = Setup::from_sfen(corpus.start_sfen(game));
    let start = setup
        .ok()
        .and_then(|(setup, _)| Position::from_setup(&setup, Accept::OneKing).ok());
    let Some(mut position) = start else { return };
    each(&position);
    let words = corpus.moves(game).iter().take(last_ply as usize);
    // The position after the last word is held only where the game has no further move, or by the limit.
    let held = corpus.keys(game).len().saturating_sub(1);
    for &word in words.take(held) {
        let played = Move::from_word(word).is_some_and(|mv| position.play(mv).is_ok());
        if !played {
            return;
        }
        each(&position);
    }
}

/// How often games pass through a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Passage {
    /// Games in which the position occurs, each counted once however often it comes back to it.
    pub games: u64,
    /// For each move (USI) played there, the games in which it was played there, each counted once.
    pub moves: BTreeMap<String, u64>,
}

/// Counts how often these games pass through each position up to a ply, by SFEN without move number.
#[must_use]
pub fn passages(corpus: &Corpus, games: &[usize], last_ply: u32) -> BTreeMap<String, Passage> {
    let mut all: BTreeMap<String, Passage> = BTreeMap::new();
    for &index in games {
        for (sfen, moves) in passages_of(corpus, &corpus.games()[index], last_ply) {
            let passage = all.entry(sfen).or_default();
            passage.games += 1;
            for mv in moves {
                *passage.moves.entry(mv).or_default() += 1;
            }
        }
    }
    all
}

/// The positions of one game, each with the different moves played there.
fn passages_of(corpus: &Corpus, game: &Game, last_ply: u32) -> BTreeMap<String, Vec<String>> {
    let words = corpus.moves(game);
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    each_position(corpus, game, last_ply, |position| {
        let moves = seen.entry(position.sfen_key()).or_default();
        let next = words.get(position.ply() as usize);
        let next = next
            .and_then(|&word| Move::from_word(word))
            .map(|mv| mv.to_string());
        moves.extend(next.filter(|mv| !moves.contains(mv)));
    });
    seen
}

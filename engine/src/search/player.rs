//! The player: the book first, then the search.

use super::searcher::{Iteration, Outcome, Request, Searcher};
use crate::book::{Book, Candidates, Chooser, probe};
use crate::rom_key::RomKeys;
use crate::rules::{DeclarationOutcome, DeclarationRule, Move, Position};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::profile::Profile;

/// How a player answers.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// The 27-point declaration wins now.
    Declaration,
    /// A move of the book.
    Book {
        /// The move; it is legal.
        mv: Move,
        /// All entries under the key and ply of the position.
        candidates: Candidates,
    },
    /// What the search found; no move if the side to move is lost.
    Search(Outcome),
}

impl Answer {
    /// The move, if there is one.
    #[must_use]
    pub fn best(&self) -> Option<Move> {
        match self {
            Self::Declaration => None,
            Self::Book { mv, .. } => Some(*mv),
            Self::Search(outcome) => outcome.best,
        }
    }
}

/// The ROM on the host: its search, its book and its generator of draws.
#[derive(Debug)]
pub struct Player {
    keys: Arc<RomKeys>,
    book: Book,
    seed: Chooser,
    chooser: Chooser,
    searcher: Searcher,
}

impl Player {
    /// A player with a book (an empty one for none) under the given keys, whose draws start from `seed` in each game.
    #[must_use]
    pub fn new(keys: Arc<RomKeys>, profile: Profile, book: Book, seed: Chooser) -> Self {
        Self {
            searcher: Searcher::new(Arc::clone(&keys), profile),
            keys,
            book,
            chooser: seed.clone(),
            seed,
        }
    }

    /// Starts a game: the draws begin anew.
    pub fn new_game(&mut self) {
        self.chooser = self.seed.clone();
    }

    /// Answers as in a game: declares if that wins, else plays from the book, else searches.
    ///
    /// The book's ply is the number of the next move less one, so it is right for set-ups that carry their move number.
    pub fn play(
        &mut self,
        position: &Position,
        request: &Request,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Iteration),
    ) -> Answer {
        let declaration = position.declaration(DeclarationRule::Points27);
        if declaration.outcome == DeclarationOutcome::Win {
            return Answer::Declaration;
        }
        let ply = position.move_number().saturating_sub(1);
        if let Some(mv) = probe(&self.book, &self.keys, position, ply, &mut self.chooser) {
            let candidates = self.book.candidates(&self.keys, position, ply);
            return Answer::Book { mv, candidates };
        }
        Answer::Search(self.analyse(position, request, stop, report))
    }

    /// Searches without looking into the book.
    pub fn analyse(
        &mut self,
        position: &Position,
        request: &Request,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Iteration),
    ) -> Outcome {
        self.searcher.search(position, request, stop, report)
    }
}

//! Which moves of a `.db` book an engine of the YaneuraOu family plays under its options.
//!
//! In this order:
//! 1. The book is used up to move number `BookMoves` (a position without a number is used).
//! 2. A position is looked up with or without its number (`IgnoreBookPly`); if it is not there, turned by 180 degrees
//!    (`FlippedBook`).
//! 3. Illegal moves are removed.
//! 4. `NarrowBook`: moves with less than a tenth of the counts of what is left are removed (a missing count is 1).
//! 5. The position is not played if the depth of the first move that is left (missing: 0) is below `BookDepthLimit` (0: no limit).
//! 6. A move is played if its value (missing: 0) is at least the best value less `BookEvalDiff`, and at least the limit of the
//!    side to move. If no move has a known value, none is removed by it.
//!
//! Everything that is left can be played. The best value here is the highest; the engine takes that of the first row, so
//! positions where these differ are said ([`PlayedRows::best_not_first`]).

mod options;

pub use options::{OptionUse, PlayOptionError, PlayOptions};

use crate::book::db::{DbBook, DbMove, DbPosition};
use crate::rules::{Color, Move, Position};

/// Why a row is not played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum NotPlayed {
    /// `USI_OwnBook` is off.
    BookOff,
    /// The diagram is no position of a game.
    NoPosition,
    /// The move number is beyond `BookMoves`.
    BeyondBookMoves,
    /// The move is illegal.
    Illegal,
    /// Chosen in less than a tenth of the cases, with `NarrowBook`.
    Rare,
    /// The first move's depth is below `BookDepthLimit`.
    Shallow,
    /// More than `BookEvalDiff` below the best value.
    BelowBest,
    /// Below the limit of the side to move.
    BelowLimit,
}

impl NotPlayed {
    /// The stable name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BookOff => "BookOff",
            Self::NoPosition => "NoPosition",
            Self::BeyondBookMoves => "BeyondBookMoves",
            Self::Illegal => "Illegal",
            Self::Rare => "Rare",
            Self::Shallow => "Shallow",
            Self::BelowBest => "BelowBest",
            Self::BelowLimit => "BelowLimit",
        }
    }
}

/// What becomes of each row of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedRows {
    /// For each row in the order of [`DbPosition::moves`]: `None` if it can be played, else why not.
    pub rows: Vec<Option<NotPlayed>>,
    /// Places of the first row that is left after step 4 and of the best, where the best has a higher value.
    pub best_not_first: Option<(usize, usize)>,
}

impl PlayedRows {
    fn none(rows: usize, why: NotPlayed) -> Self {
        Self {
            rows: vec![Some(why); rows],
            best_not_first: None,
        }
    }

    /// Places of the rows that can be played, in the order of the file.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(_, why)| why.is_none()).map(|(at, _)| at)
    }
}

/// Steps 1 and 3 to 6 for one position, as it stands in the book.
#[must_use]
pub fn played_rows(position: &DbPosition, options: &PlayOptions) -> PlayedRows {
    let count = position.moves.len();
    match position.position() {
        Ok(accepted) => rows_for(position, accepted.side(), &accepted, options),
        Err(_) => PlayedRows::none(count, NotPlayed::NoPosition),
    }
}

/// The same for a game in which the position stands turned by 180 degrees, so that the limits of the other side hold.
#[must_use]
pub fn played_rows_turned(position: &DbPosition, options: &PlayOptions) -> PlayedRows {
    let count = position.moves.len();
    match position.position() {
        Ok(accepted) => rows_for(position, accepted.side().opponent(), &accepted, options),
        Err(_) => PlayedRows::none(count, NotPlayed::NoPosition),
    }
}

fn rows_for(
    position: &DbPosition,
    side: Color,
    accepted: &Position,
    options: &PlayOptions,
) -> PlayedRows {
    let count = position.moves.len();
    if !options.own_book {
        return PlayedRows::none(count, NotPlayed::BookOff);
    }
    if position.ply.is_some_and(|ply| ply > options.book_moves) {
        return PlayedRows::none(count, NotPlayed::BeyondBookMoves);
    }
    let mut sieve = Sieve::new(&position.moves);
    sieve.remove(NotPlayed::Illegal, |row| !accepted.is_legal(row.mv));
    sieve.narrow(options.narrow_book);
    let best_not_first = sieve.best_not_first();
    sieve.depth(options.depth_limit[side.index()]);
    sieve.values(
        options.eval_diff[side.index()],
        options.eval_limit[side.index()],
    );
    PlayedRows {
        rows: sieve.why,
        best_not_first,
    }
}

/// Rows, and why some are out.
struct Sieve<'a> {
    moves: &'a [DbMove],
    why: Vec<Option<NotPlayed>>,
}

impl<'a> Sieve<'a> {
    fn new(moves: &'a [DbMove]) -> Self {
        let why = vec![None; moves.len()];
        Self { moves, why }
    }

    fn left(&self) -> impl Iterator<Item = (usize, &'a DbMove)> {
        let rows = self.moves.iter().zip(&self.why).enumerate();
        rows.filter(|(_, (_, why))| why.is_none())
            .map(|(at, (row, _))| (at, row))
    }

    fn remove(&mut self, why: NotPlayed, goes: impl Fn(&DbMove) -> bool) {
        for (row, slot) in self.moves.iter().zip(&mut self.why) {
            if slot.is_none() && goes(row) {
                *slot = Some(why);
            }
        }
    }

    fn narrow(&mut self, narrow: bool) {
        let count = |row: &DbMove| u128::from(row.count.unwrap_or(1));
        let sum: u128 = self.left().map(|(_, row)| count(row)).sum();
        self.remove(NotPlayed::Rare, |row| narrow && count(row) * 10 < sum);
    }

    fn depth(&mut self, limit: i32) {
        let first = self.left().next();
        let depth = first.map_or(0, |(_, row)| row.depth.unwrap_or(0));
        self.remove(NotPlayed::Shallow, |_| limit > 0 && depth < limit);
    }

    /// The highest value and the first row that has it, where any value is known; a missing one is 0, as everywhere.
    fn best(&self) -> Option<(usize, i32)> {
        let is_known = self.left().any(|(_, row)| row.known_value().is_some());
        let values = self.left().map(|(at, row)| (at, row.value.unwrap_or(0)));
        is_known
            .then(|| values.reduce(|best, next| if next.1 > best.1 { next } else { best }))
            .flatten()
    }

    fn best_not_first(&self) -> Option<(usize, usize)> {
        let (first, row) = self.left().next()?;
        let (best, value) = self.best()?;
        (value > row.value.unwrap_or(0)).then_some((first, best))
    }

    fn values(&mut self, diff: i32, limit: i32) {
        let Some((_, best)) = self.best() else {
            return;
        };
        let value = |row: &DbMove| row.value.unwrap_or(0);
        let window = best.saturating_sub(diff);
        self.remove(NotPlayed::BelowBest, |row| value(row) < window);
        self.remove(NotPlayed::BelowLimit, |row| value(row) < limit);
    }
}

/// What becomes of the rows of a position in games from both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playable {
    /// Where the position stands as in the book.
    pub listed: PlayedRows,
    /// Where it stands turned, and the book has no entry for that; with `FlippedBook` only.
    pub turned: Option<PlayedRows>,
}

impl Playable {
    /// Why a row is played in no game; `None` if it is played in some.
    #[must_use]
    pub fn why_not(&self, row: usize) -> Option<NotPlayed> {
        let listed = self.listed.rows.get(row).copied()?;
        let turned = self.turned.as_ref().map(|turned| turned.rows.get(row));
        match turned {
            Some(Some(None)) => None,
            _ => listed,
        }
    }

    /// Places of the rows that are played in some game, in the order of the file.
    pub fn played(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.listed.rows.len()).filter(|&row| self.why_not(row).is_none())
    }
}

/// What becomes of the rows of a position of a book; `None` if the book has no such place.
#[must_use]
pub fn playable(book: &DbBook, place: usize, options: &PlayOptions) -> Option<Playable> {
    let position = book.positions().get(place)?;
    let is_turned = options.flipped && !has_twin(book, position, options);
    Some(Playable {
        listed: played_rows(position, options),
        turned: is_turned.then(|| played_rows_turned(position, options)),
    })
}

/// Whether the book has an entry for the turned position, so that nobody looks this one up from there.
fn has_twin(book: &DbBook, position: &DbPosition, options: &PlayOptions) -> bool {
    position.setup().is_ok_and(|setup| {
        let twin = setup.flip().to_sfen_key();
        place_of(book, &twin, position.ply, options).is_some()
    })
}

/// An entry that an engine finds for a position of a game.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Its place in the book.
    pub place: usize,
    /// Whether it is the entry of the turned position: then its moves are to be turned back ([`Move::flip`]).
    pub turned: bool,
}

/// Step 2: the entry for a position of a game.
#[must_use]
pub fn look_up(book: &DbBook, position: &Position, options: &PlayOptions) -> Option<Hit> {
    let number = Some(position.move_number());
    let setup = position.to_setup();
    let listed = place_of(book, &setup.to_sfen_key(), number, options);
    let turned = || place_of(book, &setup.flip().to_sfen_key(), number, options);
    let hit = |turned| move |place| Hit { place, turned };
    listed
        .map(hit(false))
        .or_else(|| turned().filter(|_| options.flipped).map(hit(true)))
}

/// An entry without a move number fits every number.
fn place_of(
    book: &DbBook,
    sfen: &str,
    number: Option<u32>,
    options: &PlayOptions,
) -> Option<usize> {
    let fits = |&&place: &&usize| {
        let listed = book
            .positions()
            .get(place)
            .and_then(|position| position.ply);
        options.ignore_ply || listed.is_none() || number.is_none() || listed == number
    };
    book.places(sfen).iter().find(fits).copied()
}

/// The moves that an engine may play from the book in a position of a game, in the order of the file. All are legal.
#[must_use]
pub fn book_moves(book: &DbBook, position: &Position, options: &PlayOptions) -> Vec<Move> {
    let number = position.move_number();
    if number > options.book_moves {
        return Vec::new();
    }
    let Some(hit) = look_up(book, position, options) else {
        return Vec::new();
    };
    let Some(entry) = book.positions().get(hit.place) else {
        return Vec::new();
    };
    let mut entry = entry.clone();
    entry.ply = Some(number);
    let (rows, turn): (_, fn(Move) -> Move) = if hit.turned {
        (played_rows_turned(&entry, options), Move::flip)
    } else {
        (played_rows(&entry, options), |mv| mv)
    };
    rows.played().map(|at| turn(entry.moves[at].mv)).collect()
}

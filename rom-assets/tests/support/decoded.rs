//! What decoding says, compared with the truth.

use super::corpus::{self, Game};
use joban_engine::book::Book;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::Position;
use joban_rom_assets::damage;
use joban_rom_assets::decode::{Decoded, Decoder, MISSED_IN_A_BOOK, Status, WRONG_IN_A_BOOK};
use std::collections::BTreeMap;
use std::fmt;
use std::thread;

/// Counts of entries.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub books: usize,
    pub unique_right: usize,
    pub unique_wrong: usize,
    /// With the true position among the candidates.
    pub ambiguous: usize,
    /// Without it, but marked so that another position is possible.
    pub ambiguous_other: usize,
    /// Without it and without the mark.
    pub ambiguous_wrong: usize,
    /// Unreached, with the true position among the doubtful ones.
    pub doubtful: usize,
    /// Unreached, without it.
    pub unreached: usize,
    pub damage: usize,
    pub expected_wrong: f64,
    /// Ambiguous ones without the true position that are to be expected.
    pub expected_other: f64,
}

impl Marks {
    pub fn of(decoded: &Decoded, truth: &BTreeMap<(u8, u16), Position>) -> Self {
        let mut marks = Self {
            books: 1,
            damage: decoded.damage.len(),
            expected_wrong: decoded.expected_wrong,
            ..Self::default()
        };
        for entry in &decoded.entries {
            if entry.status == Status::Ambiguous {
                marks.expected_other += entry.doubt;
            }
            let sfen = truth[&(entry.raw.ply, entry.raw.key)].sfen_key();
            let mut listed = entry.fits.iter().chain(&entry.doubtful);
            let found = listed.any(|fit| fit.sfen == sfen);
            let count = match (entry.status, found) {
                (Status::Unique, true) => &mut marks.unique_right,
                (Status::Unique, false) => &mut marks.unique_wrong,
                (Status::Ambiguous, true) => &mut marks.ambiguous,
                (Status::Ambiguous, false) if entry.other_possible => &mut marks.ambiguous_other,
                (Status::Ambiguous, false) => &mut marks.ambiguous_wrong,
                (Status::Unreached, true) => &mut marks.doubtful,
                (Status::Unreached, false) => &mut marks.unreached,
            };
            *count += 1;
        }
        marks
    }

    fn add(mut self, other: Self) -> Self {
        self.books += other.books;
        self.unique_right += other.unique_right;
        self.unique_wrong += other.unique_wrong;
        self.ambiguous += other.ambiguous;
        self.ambiguous_other += other.ambiguous_other;
        self.ambiguous_wrong += other.ambiguous_wrong;
        self.doubtful += other.doubtful;
        self.unreached += other.unreached;
        self.damage += other.damage;
        self.expected_wrong += other.expected_wrong;
        self.expected_other += other.expected_other;
        self
    }

    /// Nothing wrong is called unique, and an ambiguous entry holds the true position or says that there may be another; that
    /// it does not hold it is as rare as promised. No good entry is called damaged.
    pub fn check(&self) {
        assert_eq!(self.unique_wrong, 0, "{self}");
        assert_eq!(self.ambiguous_wrong, 0, "{self}");
        let books = self.books as f64;
        assert!(self.expected_wrong <= books * WRONG_IN_A_BOOK, "{self}");
        assert!(self.expected_other <= books * MISSED_IN_A_BOOK, "{self}");
        let most = 2.0 * self.expected_other;
        assert!(self.ambiguous_other as f64 <= most, "{self}");
        assert_eq!(self.damage, 0, "{self}");
    }
}

impl fmt::Display for Marks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unique {} right, {} wrong (expected {:.1e}); ambiguous {} with the true position, {} without and marked (expected {:.1e}), {} without; \
             unreached {} with the true position among the doubtful, {} without",
            self.unique_right,
            self.unique_wrong,
            self.expected_wrong,
            self.ambiguous,
            self.ambiguous_other,
            self.expected_other,
            self.ambiguous_wrong,
            self.doubtful,
            self.unreached
        )
    }
}

/// Whether the long tests were asked for.
pub fn slow() -> bool {
    std::env::var_os("JOBAN_SLOW").is_some_and(|value| value == "1")
}

/// Decodes with the positions of games.
pub fn from_games(book: &Book, keys: &RomKeys, games: &[Game]) -> Decoded {
    let mut decoder = Decoder::new(damage::read(&book.encode()).entries, keys);
    corpus::positions(games, 24, |position, ply, _| {
        decoder.give(position, Some(ply));
    });
    decoder.finish()
}

/// The marks of many books together.
pub fn over_books(books: u64, one: impl Fn(u64) -> Marks + Sync) -> Marks {
    let of = |half: u64| {
        let books = (half..books).step_by(2).map(&one);
        books.fold(Marks::default(), Marks::add)
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| of(1));
        of(0).add(other.join().expect("no test fails there"))
    })
}

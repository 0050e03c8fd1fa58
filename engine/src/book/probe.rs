//! The probe: which move the book plays.

use super::{Book, BookEntry, Chooser, first_is_chosen};
use crate::rom_key::RomKeys;
use crate::rules::{Move, Position};

/// An entry under the key and ply of a position, and whether its move is legal there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The entry.
    pub entry: BookEntry,
    /// Whether the move is legal in the position.
    pub legal: bool,
}

/// The candidates of a position: none, one or two.
pub type Candidates = Vec<Candidate>;

impl Book {
    /// The entries for a position at a ply (plies played since the start of the game) with the legality of their moves.
    #[must_use]
    pub fn candidates(&self, keys: &RomKeys, position: &Position, ply: u32) -> Candidates {
        let Ok(ply) = u8::try_from(ply) else {
            return Vec::new();
        };
        self.lookup(ply, keys.key(position))
            .iter()
            .map(|&entry| Candidate {
                entry,
                legal: position.is_legal(entry.mv),
            })
            .collect()
    }
}

/// The book's move in a position at a ply, as in the ROM: entries with the same key and ply are looked up; if there are two,
/// the generator is stepped once (legal or not) and chooses; if the chosen move is illegal the other is played if legal,
/// without a new step; a single entry never steps. `None` if no entry has a legal move.
pub fn probe(
    book: &Book,
    keys: &RomKeys,
    position: &Position,
    ply: u32,
    chooser: &mut Chooser,
) -> Option<Move> {
    let candidates = book.candidates(keys, position, ply);
    let order = match candidates[..] {
        [] => return None,
        [only] => [only, only],
        [first, second, ..] if first_is_chosen(chooser.draw(), first.entry.weight) => {
            [first, second]
        }
        [first, second, ..] => [second, first],
    };
    order
        .into_iter()
        .find(|candidate| candidate.legal)
        .map(|candidate| candidate.entry.mv)
}

//! Tables of the board that do not depend on the book. Squares are `(file − 1) · 9 + (rank − 1)`, 0..=80.

use joban_engine::rules::Square;

/// Directions of [`ray_next`], clockwise as Black sees the board; the opposite of `d` is `d ^ 4`.
pub const DIRECTIONS: [(&str, i8, i8); 8] = [
    ("forward", 0, -1),
    ("forward right", -1, -1),
    ("right", -1, 0),
    ("back right", -1, 1),
    ("back", 0, 1),
    ("back left", 1, 1),
    ("left", 1, 0),
    ("forward left", 1, -1),
];

/// What [`ray_next`] holds where the next square is off the board.
pub const OFF_BOARD: u8 = 0xFF;

/// 81 × 8 bytes: at `8 · square + direction` the next square in the direction, or [`OFF_BOARD`].
#[must_use]
pub fn ray_next() -> Vec<u8> {
    Square::all()
        .flat_map(|square| DIRECTIONS.map(|(_, file, rank)| step(square, file, rank)))
        .collect()
}

/// 81 bytes: the file of each square, 1..=9.
#[must_use]
pub fn files() -> Vec<u8> {
    Square::all().map(Square::file).collect()
}

/// 81 bytes: the rank of each square, 1..=9.
#[must_use]
pub fn ranks() -> Vec<u8> {
    Square::all().map(Square::rank).collect()
}

fn step(square: Square, file: i8, rank: i8) -> u8 {
    let file = square.file().checked_add_signed(file);
    let rank = square.rank().checked_add_signed(rank);
    let next = file
        .zip(rank)
        .and_then(|(file, rank)| Square::new(file, rank));
    next.map_or(OFF_BOARD, |square| square.index() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_change_the_square_by_a_constant() {
        let deltas = [-1, -10, -9, -8, 1, 10, 9, 8];
        let table = ray_next();
        assert_eq!(table.len(), 648);
        for (at, &next) in table.iter().enumerate().filter(|&(_, &n)| n != OFF_BOARD) {
            assert_eq!(i32::from(next), (at / 8) as i32 + deltas[at % 8]);
        }
    }

    #[test]
    fn every_step_has_a_way_back() {
        let table = ray_next();
        for (at, &next) in table.iter().enumerate().filter(|&(_, &n)| n != OFF_BOARD) {
            let back = 8 * usize::from(next) + ((at % 8) ^ 4);
            assert_eq!(usize::from(table[back]), at / 8);
        }
        let off = table.iter().filter(|&&next| next == OFF_BOARD).count();
        // 4 sides × 9 squares × 3 directions, less the corners' diagonals counted twice.
        assert_eq!(off, 4 * 27 - 4);
    }

    #[test]
    fn files_and_ranks_give_the_square_again() {
        let (files, ranks) = (files(), ranks());
        for square in 0..81 {
            let again = (files[square] - 1) * 9 + ranks[square] - 1;
            assert_eq!(usize::from(again), square);
        }
    }
}

//! Opening families: a coarse, documented clustering of early structure, so that a suite is spread over openings.

use joban_engine::rules::{Color, Move, PieceKind, Position, Square};

/// The first moves of a position whose moves are not known.
pub const NO_MOVES: &str = "-";

/// The family of a position, such as `7g7f-3c3d.r28.bo.kcl`: four parts with a point between.
///
/// 1. The first two moves in USI, joined by `-`; [`NO_MOVES`] where there are fewer.
/// 2. `r`, then for black and white the file of the rook or dragon, counted by each side from its own right (2 is where the
///    rook stands at first; 5 to 8 are ranging rooks); `0` where the side has none on the board, `m` where it has two.
/// 3. `bx` where the bishops are exchanged (each side holds one in hand, or none is on the board), else `bo`.
/// 4. `k`, then for black and white the place of the king, again from each side's own right: `r` files 1 to 4, `c` file 5,
///    `l` files 6 to 9; `-` where there is none.
#[must_use]
pub fn family(position: &Position, moves: &[Move]) -> String {
    let first = match moves {
        [first, second, ..] => format!("{first}-{second}"),
        _ => NO_MOVES.to_owned(),
    };
    let rooks: String = Color::ALL
        .map(|color| rook(position, color))
        .iter()
        .collect();
    let kings: String = Color::ALL
        .map(|color| king(position, color))
        .iter()
        .collect();
    let bishops = if bishops_exchanged(position) {
        "bx"
    } else {
        "bo"
    };
    format!("{first}.r{rooks}.{bishops}.k{kings}")
}

/// Files, from the right of `color`, on which it has a piece that shows one of `kinds`.
fn files(position: &Position, color: Color, kinds: [PieceKind; 2]) -> Vec<u8> {
    Square::all()
        .filter(|&square| {
            let piece = position.piece_on(square);
            piece.is_some_and(|piece| piece.color == color && kinds.contains(&piece.kind))
        })
        .map(|square| match color {
            Color::Black => square.file(),
            Color::White => 10 - square.file(),
        })
        .collect()
}

fn rook(position: &Position, color: Color) -> char {
    match files(position, color, [PieceKind::Rook, PieceKind::Dragon])[..] {
        [] => '0',
        [file] => char::from(b'0' + file),
        _ => 'm',
    }
}

fn king(position: &Position, color: Color) -> char {
    match files(position, color, [PieceKind::King; 2])[..] {
        [] => '-',
        [..=4, ..] => 'r',
        [5, ..] => 'c',
        _ => 'l',
    }
}

fn bishops_exchanged(position: &Position) -> bool {
    let on_board = |color| files(position, color, [PieceKind::Bishop, PieceKind::Horse]).len();
    let in_hand = |color| position.hand_count(color, PieceKind::Bishop) > 0;
    let none_left = Color::ALL.iter().all(|&color| on_board(color) == 0);
    none_left || Color::ALL.iter().all(|&color| in_hand(color))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(moves: &str) -> String {
        let mut position = Position::startpos();
        for text in moves.split_whitespace() {
            position.play(Move::from_usi(text).unwrap()).unwrap();
        }
        let moves: Vec<Move> = position.moves().collect();
        family(&position, &moves)
    }

    #[test]
    fn each_part_shows_what_it_should() {
        assert_eq!(of(""), "-.r22.bo.kcc");
        assert_eq!(of("7g7f 3c3d"), "7g7f-3c3d.r22.bo.kcc");
        assert_eq!(of("7g7f 3c3d 2h6h"), "7g7f-3c3d.r62.bo.kcc");
        assert_eq!(of("7g7f 3c3d 2h6h 8b3b"), "7g7f-3c3d.r67.bo.kcc");
        assert_eq!(of("7g7f 3c3d 8h2b+ 3a2b"), "7g7f-3c3d.r22.bx.kcc");
        assert_eq!(of("5i6h 5a6b"), "5i6h-5a6b.r22.bo.klr");
        assert_eq!(of("5i4h 5a4b"), "5i4h-5a4b.r22.bo.krl");
    }

    #[test]
    fn pieces_that_are_missing_or_doubled() {
        let position = Position::from_sfen("k8/9/9/9/4R4/9/9/7R1/9 b - 1").unwrap();
        assert_eq!(family(&position, &[]), "-.rm0.bx.k-r");
    }
}

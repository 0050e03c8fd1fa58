//! Opening moves whose worth is known, written for this project from common opening theory.
//!
//! Each entry is a line from the start position; its last move is the one on trial. Sound moves are main lines of old and
//! well-tried openings, in which neither side gives up material or shape; bad ones lose at least a piece at once, seen by anybody who knows
//! how the pieces move.

/// A line whose last move is on trial, and what it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// Moves from the start position in USI text.
    pub line: &'static str,
    /// What the last move is.
    pub comment: &'static str,
}

const fn known(line: &'static str, comment: &'static str) -> KnownMove {
    KnownMove { line, comment }
}

/// Sound moves.
pub const SOUND: &[KnownMove] = &[
    known("7g7f", "opens the bishop"),
    known("2g2f", "the rook's pawn"),
    known("7g7f 3c3d", "opens the bishop in reply"),
    known("7g7f 8c8d", "the rook's pawn in reply"),
    known("2g2f 8c8d", "towards double wing attack"),
    known("2g2f 3c3d", "keeps ranging rook open"),
    known("7g7f 3c3d 2g2f", "static rook after both bishops are open"),
    known(
        "7g7f 3c3d 6g6f",
        "closes the diagonal, towards ranging rook",
    ),
    known("7g7f 3c3d 2g2f 8c8d", "towards side pawn or double wing"),
    known(
        "7g7f 3c3d 2g2f 4c4d",
        "closes the diagonal, towards fourth file rook",
    ),
    known("7g7f 3c3d 2g2f 8c8d 2f2e", "presses the second file"),
    known("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e", "both push"),
    known(
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h",
        "guards the head of the bishop",
    ),
    known(
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b",
        "guards the other bishop's head",
    ),
    known(
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d",
        "exchanges the rook's pawn",
    ),
    known("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d", "takes"),
    known(
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d",
        "takes back",
    ),
    known("2g2f 8c8d 2f2e 8d8e 6i7h", "double wing: gold first"),
    known("2g2f 8c8d 2f2e 8d8e 6i7h 4a3b", "double wing: gold too"),
    known(
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c",
        "double wing: the pawn shuts the file",
    ),
    known(
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h",
        "double wing: back home",
    ),
    known("7g7f 8c8d 7i6h", "yagura: the silver steps up"),
    known("7g7f 8c8d 7i6h 3c3d", "yagura: the bishop opens"),
    known("7g7f 8c8d 7i6h 3c3d 6g6f", "yagura: closes the diagonal"),
    known(
        "7g7f 8c8d 7i6h 3c3d 6h7g",
        "yagura: the silver guards the head",
    ),
    known("7g7f 8c8d 2g2f", "angle exchange: the rook's pawn first"),
    known("7g7f 8c8d 2g2f 8d8e", "angle exchange: presses"),
    known(
        "7g7f 8c8d 2g2f 8d8e 8h7g",
        "angle exchange: the bishop guards the head",
    ),
    known("7g7f 8c8d 2g2f 8d8e 8h7g 3c3d", "angle exchange: offers it"),
    known(
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h",
        "angle exchange: supports the bishop",
    ),
    known(
        "7g7f 3c3d 2g2f 4c4d 3i4h",
        "against fourth file: the silver",
    ),
    known("7g7f 3c3d 2g2f 4c4d 3i4h 8b4b", "fourth file rook"),
    known(
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h",
        "the king leaves the centre",
    ),
    known(
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b",
        "the other king too",
    ),
    known(
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h",
        "boat castle begins",
    ),
    known("7g7f 3c3d 6g6f 8c8d 7i6h", "ranging rook: the silver waits"),
    known("7g7f 3c3d 8h2b+ 3a2b", "an exchanged bishop is taken back"),
];

/// Bad moves.
pub const BAD: &[KnownMove] = &[
    known(
        "7g7f 3c3d 8h5e",
        "the bishop goes where the other bishop takes it for nothing",
    ),
    known(
        "7g7f 3c3d 8h4d",
        "the bishop is put before the other bishop",
    ),
    known("7g7f 3c3d 8h3c+", "the bishop for a pawn"),
    known("7g7f 3c3d 8h2b+ 8b7b", "the bishop is not taken back"),
    known("7g7f 3c3d 2g2f 2b8h+ 2f2e", "the bishop is not taken back"),
    known("7g7f 3c3d 2g2f 2b8h+ 3i4h", "the bishop is not taken back"),
    known("7g7f 8c8d 8h3c+", "the bishop for a pawn"),
    known(
        "7g7f 3c3d 2g2f 8c8d 8h5e",
        "the bishop goes where the other bishop takes it for nothing",
    ),
    known("7g7f 3c3d 2h7h 2b8h+ 5i4h", "the bishop is not taken back"),
    known("7g7f 3c3d 6g6f 2b6f", "the bishop for a pawn"),
    known(
        "2g2f 8c8d 2f2e 8d8e 2e2d 2c2d 2h2d 8e8f 2d2b+",
        "the rook for the bishop, taken back at once",
    ),
    known(
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2c+",
        "the rook for a pawn",
    ),
    known(
        "7g7f 8c8d 2g2f 8d8e 2f2e 8e8f 8g8f 8b8f 8h5e",
        "the head of the bishop is left to the rook",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Move, Position};

    #[test]
    fn all_moves_are_legal_and_no_line_stands_twice() {
        assert!(SOUND.len() >= 30 && BAD.len() >= 8);
        let mut lines: Vec<&str> = Vec::new();
        for known in SOUND.iter().chain(BAD) {
            let mut position = Position::startpos();
            for word in known.line.split(' ') {
                let mv: Move = word.parse().expect("a move");
                position
                    .play(mv)
                    .unwrap_or_else(|e| panic!("{}: {mv}: {e}", known.line));
            }
            assert!(!known.comment.is_empty());
            lines.push(known.line);
        }
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), SOUND.len() + BAD.len());
    }
}

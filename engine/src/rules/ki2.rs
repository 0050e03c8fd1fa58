//! Moves of Japanese notation without an origin: which piece is meant.

use super::{Color, Move, Piece, PieceKind, Position, Refusal, RefusalReason, Source, Square};
use joban_csa_parse::{Ki2Token, Relative};

impl Position {
    /// The move of Japanese text such as `▲５八金右`. Only legal moves are looked at, so that a pinned piece is never meant;
    /// without `打` a piece on the board is meant if one can come.
    ///
    /// # Errors
    /// [`Refusal`] where the text names no move here: wrong turn, no such piece can come, or several can
    /// ([`RefusalReason::Ambiguous`]).
    pub fn move_from_ki2(&self, token: Ki2Token) -> Result<Move, Refusal> {
        let side = self.side();
        let kind = PieceKind::from(token.piece);
        let refuse = |reason| Refusal::new(reason, Some(Piece::new(side, kind)), None);
        if token.sign.is_some_and(|sign| Color::from(sign) != side) {
            return Err(refuse(RefusalReason::TurnMismatch { to_move: side }));
        }
        let (file, rank) = token.to;
        let to = Square::new(file, rank).ok_or(refuse(RefusalReason::NoMove))?;
        let mut sources = self.sources(kind, to);
        if token.drop || sources.is_empty() && token.relative == Relative::default() {
            return Move::drop(kind, to).ok_or(refuse(RefusalReason::NoPieceComes));
        }
        narrow(&mut sources, token.relative, to, side);
        match sources[..] {
            [from] => Ok(Move::board(from, to, token.promote == Some(true))),
            [] => Err(refuse(RefusalReason::NoPieceComes)),
            _ => Err(refuse(RefusalReason::Ambiguous)),
        }
    }

    /// Where pieces of a kind stand that can legally move to a square, each once.
    fn sources(&self, kind: PieceKind, to: Square) -> Vec<Square> {
        let piece = Some(Piece::new(self.side(), kind));
        let mut sources: Vec<Square> = self
            .legal_moves()
            .iter()
            .filter(|mv| mv.to() == to)
            .filter_map(|mv| match mv.source() {
                Source::Board(from) => Some(from),
                Source::Drop(_) => None,
            })
            .filter(|&from| self.piece_on(from) == piece)
            .collect();
        sources.sort();
        sources.dedup();
        sources
    }
}

/// Keeps the pieces that the words fit.
fn narrow(sources: &mut Vec<Square>, words: Relative, to: Square, side: Color) {
    let rank = |square: Square| side.relative_rank(square.rank());
    // Files from the right of the side to move.
    let file = |square: Square| match side {
        Color::Black => square.file(),
        Color::White => 10 - square.file(),
    };
    let fits = |from: &Square| {
        let (from_rank, to_rank) = (rank(*from), rank(to));
        (!words.up || from_rank > to_rank)
            && (!words.down || from_rank < to_rank)
            && (!words.sideways || from_rank == to_rank)
            && (!words.straight || from_rank > to_rank && file(*from) == file(to))
    };
    sources.retain(fits);
    let outermost = match (words.right, words.left) {
        (true, false) => sources.iter().map(|&from| file(from)).min(),
        (false, true) => sources.iter().map(|&from| file(from)).max(),
        _ => return,
    };
    sources.retain(|&from| Some(file(from)) == outermost);
}

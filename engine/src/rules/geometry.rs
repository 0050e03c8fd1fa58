//! How pieces move, written plainly: for reasons of refusal and for judging diagrams, where speed does not matter.

use super::{Color, Piece, PieceKind, Square};

/// A board as it is written down.
pub(super) type Board = [Option<Piece>; Square::COUNT];

/// Whether a piece could go from one square to another on an otherwise known board, whatever stands on the target.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    Yes,
    No,
    /// The piece moves that way, but something stands between.
    Blocked(Square),
}

pub(super) fn reach(board: &Board, piece: Piece, from: Square, to: Square) -> Reach {
    let (df, dr) = forward_steps(piece.color, from, to);
    if piece.kind == PieceKind::Knight {
        return if df.abs() == 1 && dr == -2 {
            Reach::Yes
        } else {
            Reach::No
        };
    }
    let straight = df == 0 || dr == 0 || df.abs() == dr.abs();
    let distance = df.abs().max(dr.abs());
    match longest(piece.kind, df.signum(), dr.signum()) {
        longest if straight && distance > 0 && distance <= longest => blocked(board, from, to),
        _ => Reach::No,
    }
}

/// File and rank difference as black would see it.
fn forward_steps(color: Color, from: Square, to: Square) -> (i8, i8) {
    let df = to.file() as i8 - from.file() as i8;
    let dr = to.rank() as i8 - from.rank() as i8;
    if color == Color::Black {
        (df, dr)
    } else {
        (-df, -dr)
    }
}

/// The longest way in a direction (as black sees it; rank −1 is forward): 0, 1 or 8 squares.
fn longest(kind: PieceKind, df: i8, dr: i8) -> i8 {
    let diagonal = df != 0 && dr != 0;
    let forward = dr == -1;
    let (step, slide) = match kind {
        PieceKind::Pawn => (df == 0 && forward, false),
        PieceKind::Lance => (false, df == 0 && forward),
        PieceKind::Knight => (false, false),
        PieceKind::Silver => (forward || diagonal, false),
        PieceKind::Bishop => (false, diagonal),
        PieceKind::Rook => (false, !diagonal),
        PieceKind::King => (true, false),
        PieceKind::Horse => (true, diagonal),
        PieceKind::Dragon => (true, !diagonal),
        PieceKind::Gold
        | PieceKind::ProPawn
        | PieceKind::ProLance
        | PieceKind::ProKnight
        | PieceKind::ProSilver => (forward || !diagonal, false),
    };
    if slide { 8 } else { i8::from(step) }
}

fn blocked(board: &Board, from: Square, to: Square) -> Reach {
    between(from, to)
        .find(|square| board[square.index()].is_some())
        .map_or(Reach::Yes, Reach::Blocked)
}

/// The squares strictly between two squares on one line, from the first to the second.
fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let step = |a: u8, b: u8| (b as i8 - a as i8).signum();
    let (df, dr) = (step(from.file(), to.file()), step(from.rank(), to.rank()));
    (1..9)
        .map_while(move |n: i8| {
            let file = (from.file() as i8 + n * df) as u8;
            let rank = (from.rank() as i8 + n * dr) as u8;
            Square::new(file, rank)
        })
        .take_while(move |&square| square != to)
}

/// Whether a piece of `by` attacks `target`.
pub(super) fn is_attacked(board: &Board, target: Square, by: Color) -> bool {
    pieces(board).any(|(from, piece)| {
        piece.color == by && from != target && reach(board, piece, from, target) == Reach::Yes
    })
}

/// Occupied squares with their pieces, by rising index.
pub(super) fn pieces(board: &Board) -> impl Iterator<Item = (Square, Piece)> + '_ {
    Square::all()
        .zip(board)
        .filter_map(|(square, piece)| piece.map(|piece| (square, piece)))
}

/// The squares of a side's kings.
pub(super) fn kings(board: &Board, color: Color) -> impl Iterator<Item = Square> + '_ {
    pieces(board)
        .filter(move |&(_, piece)| piece == Piece::new(color, PieceKind::King))
        .map(|(square, _)| square)
}

/// Whether a piece standing on a rank could never move again.
pub(super) fn is_dead_end(kind: PieceKind, color: Color, rank: u8) -> bool {
    let rank = color.relative_rank(rank);
    match kind {
        PieceKind::Pawn | PieceKind::Lance => rank == 1,
        PieceKind::Knight => rank <= 2,
        _ => false,
    }
}

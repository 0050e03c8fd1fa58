//! Any diagram that can be written down, legal or not.

use super::geometry::{self, Board};
use super::{Color, Hand, Move, Piece, PieceKind, Source, Square};
use std::fmt;

/// A diagram: board, hands, side to move, move number. Nothing is promised about it; see [`Setup::issues`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Pieces by square index.
    pub board: [Option<Piece>; Square::COUNT],
    /// Pieces in hand, black's first.
    pub hands: [Hand; 2],
    /// Who moves next.
    pub side: Color,
    /// Number of the next move, 1 at the start (SFEN counts so; ply = plies played = this − 1 from the start position).
    pub move_number: u32,
}

/// Why a diagram is no position of a game. A set of them is the reason of a refusal.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum PositionIssue {
    /// A side has no king.
    MissingKing {
        /// The side without a king.
        color: Color,
    },
    /// A side has more than one king.
    TooManyKings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: u8,
    },
    /// More pieces of a kind than a set has, promoted ones and both hands counted.
    TooMany {
        /// The unpromoted kind.
        kind: PieceKind,
        /// How many there are.
        count: u16,
    },
    /// Two unpromoted pawns of one side on a file.
    DoublePawn {
        /// Whose pawns.
        color: Color,
        /// The file, 1..=9.
        file: u8,
    },
    /// A pawn, lance or knight where it could never move again.
    NoMovePiece {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The side that is not to move is in check, so its king could be taken.
    OpponentInCheck,
}

impl PositionIssue {
    /// The name of the kind, as in the source.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::MissingKing { .. } => "MissingKing",
            Self::TooManyKings { .. } => "TooManyKings",
            Self::TooMany { .. } => "TooMany",
            Self::DoublePawn { .. } => "DoublePawn",
            Self::NoMovePiece { .. } => "NoMovePiece",
            Self::OpponentInCheck => "OpponentInCheck",
        }
    }
}

impl fmt::Display for PositionIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingKing { color } => write!(f, "{color} has no king"),
            Self::TooManyKings { color, count } => write!(f, "{color} has {count} kings"),
            Self::TooMany { kind, count } => {
                write!(
                    f,
                    "there are {count} pieces of the kind {kind}, a set has {}",
                    kind.in_a_set()
                )
            }
            Self::DoublePawn { color, file } => {
                write!(f, "{color} has two unpromoted pawns on file {file}")
            }
            Self::NoMovePiece { square, piece } => {
                write!(
                    f,
                    "the {} {} on {square} could never move again",
                    piece.color, piece.kind
                )
            }
            Self::OpponentInCheck => f.write_str("the side that is not to move is in check"),
        }
    }
}

impl Setup {
    /// No piece at all, black to move, move number 1.
    #[must_use]
    pub const fn empty() -> Self {
        Self {
            board: [None; Square::COUNT],
            hands: [Hand::EMPTY; 2],
            side: Color::Black,
            move_number: 1,
        }
    }

    /// The start position of an even game.
    #[must_use]
    pub fn startpos() -> Self {
        const BACK: [PieceKind; 9] = [
            PieceKind::Lance,
            PieceKind::Knight,
            PieceKind::Silver,
            PieceKind::Gold,
            PieceKind::King,
            PieceKind::Gold,
            PieceKind::Silver,
            PieceKind::Knight,
            PieceKind::Lance,
        ];
        let mut setup = Self::empty();
        for square in Square::all() {
            let color = if square.rank() < 5 {
                Color::White
            } else {
                Color::Black
            };
            let kind = match (color.relative_rank(square.rank()), square.file()) {
                (9, file) => Some(BACK[usize::from(file) - 1]),
                (8, 2 | 8) if (square.file() == 2) == (color == Color::Black) => {
                    Some(PieceKind::Rook)
                }
                (8, 2 | 8) => Some(PieceKind::Bishop),
                (7, _) => Some(PieceKind::Pawn),
                _ => None,
            };
            setup.board[square.index()] = kind.map(|kind| Piece::new(color, kind));
        }
        setup
    }

    /// The piece on a square.
    #[must_use]
    pub const fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board[square.index()]
    }

    /// What a side holds in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// The diagram turned by 180 degrees with the colours (board, hands, side to move) swapped; the move number stays.
    #[must_use]
    pub fn flip(&self) -> Self {
        let mut board = [None; Square::COUNT];
        for (square, piece) in geometry::pieces(&self.board) {
            board[square.flip().index()] = Some(piece.flip());
        }
        let [black, white] = self.hands;
        Self {
            board,
            hands: [white, black],
            side: self.side.opponent(),
            ..*self
        }
    }

    /// Makes a move that is legal here: board, hands, side to move and move number become those after it. Nothing is
    /// checked; a square that a move comes from may be empty.
    pub fn make(&mut self, mv: Move) {
        let side = self.side;
        let hand = &mut self.hands[side.index()];
        let piece = match mv.source() {
            Source::Drop(kind) => {
                hand.set(kind, hand.count(kind).saturating_sub(1));
                Some(Piece::new(side, kind))
            }
            Source::Board(from) => self.board[from.index()].take().map(|piece| {
                let promoted = piece.kind.promoted().filter(|_| mv.is_promotion());
                Piece::new(piece.color, promoted.unwrap_or(piece.kind))
            }),
        };
        let taken = std::mem::replace(&mut self.board[mv.to().index()], piece);
        if let Some(taken) = taken {
            hand.add(taken.kind.unpromoted(), 1);
        }
        self.side = side.opponent();
        self.move_number = self.move_number.saturating_add(1);
    }

    /// Everything that is wrong with this diagram as a position of a game, sorted; empty if nothing is.
    #[must_use]
    pub fn issues(&self) -> Vec<PositionIssue> {
        let mut issues = Vec::new();
        self.count_kings(&mut issues);
        self.count_pieces(&mut issues);
        find_double_pawns(&self.board, &mut issues);
        find_dead_pieces(&self.board, &mut issues);
        if self.in_check(self.side.opponent()) {
            issues.push(PositionIssue::OpponentInCheck);
        }
        issues.sort_unstable();
        issues
    }

    /// Whether a king of `color` is attacked.
    #[must_use]
    pub fn in_check(&self, color: Color) -> bool {
        geometry::kings(&self.board, color)
            .any(|king| geometry::is_attacked(&self.board, king, color.opponent()))
    }

    fn count_kings(&self, issues: &mut Vec<PositionIssue>) {
        for color in Color::ALL {
            match geometry::kings(&self.board, color).count() as u8 {
                0 => issues.push(PositionIssue::MissingKing { color }),
                1 => {}
                count => issues.push(PositionIssue::TooManyKings { color, count }),
            }
        }
    }

    fn count_pieces(&self, issues: &mut Vec<PositionIssue>) {
        for kind in PieceKind::HAND {
            let on_board = geometry::pieces(&self.board)
                .filter(|(_, piece)| piece.kind.unpromoted() == kind)
                .count() as u16;
            let in_hand: u16 = self
                .hands
                .iter()
                .map(|hand| u16::from(hand.count(kind)))
                .sum();
            let count = on_board + in_hand;
            if count > u16::from(kind.in_a_set()) {
                issues.push(PositionIssue::TooMany { kind, count });
            }
        }
    }
}

fn find_double_pawns(board: &Board, issues: &mut Vec<PositionIssue>) {
    for color in Color::ALL {
        for file in 1..=9 {
            let pawn = Piece::new(color, PieceKind::Pawn);
            let pawns = geometry::pieces(board)
                .filter(|&(square, piece)| square.file() == file && piece == pawn)
                .count();
            if pawns > 1 {
                issues.push(PositionIssue::DoublePawn { color, file });
            }
        }
    }
}

fn find_dead_pieces(board: &Board, issues: &mut Vec<PositionIssue>) {
    for (square, piece) in geometry::pieces(board) {
        if geometry::is_dead_end(piece.kind, piece.color, square.rank()) {
            issues.push(PositionIssue::NoMovePiece { square, piece });
        }
    }
}

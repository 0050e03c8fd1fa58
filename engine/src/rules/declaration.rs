//! The declaration of an entered king (nyugyoku sengen).

use super::{Color, PieceKind, Position, Square};

/// The point rule of a declaration.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclarationRule {
    /// CSA and most engine matches: black needs 28 points, white 27; otherwise the declaration loses.
    Points27,
    /// JSA professional rule: 31 points win, 24 to 30 are a draw, fewer lose.
    Points24,
}

impl DeclarationRule {
    /// Both rules.
    pub const ALL: [Self; 2] = [Self::Points27, Self::Points24];

    /// `27` or `24`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Points27 => "27",
            Self::Points24 => "24",
        }
    }
}

/// What a declaration now would lead to, for the side to move.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum DeclarationOutcome {
    /// The declaring side wins.
    Win,
    /// No result (24-point rule only).
    Draw,
    /// A condition is not met: the declaring side loses.
    Lose,
}

impl DeclarationOutcome {
    /// `win`, `draw` or `lose`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Lose => "lose",
        }
    }
}

/// A condition of a winning declaration that is not met.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum DeclarationFailure {
    /// The king is not on the three farthest ranks, or there is none.
    KingNotInCamp,
    /// The side is in check.
    InCheck,
    /// Fewer than ten other pieces are on the three farthest ranks.
    TooFewPieces,
    /// Not enough points to win.
    TooFewPoints,
}

impl DeclarationFailure {
    /// The name, as in the source.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::KingNotInCamp => "KingNotInCamp",
            Self::InCheck => "InCheck",
            Self::TooFewPieces => "TooFewPieces",
            Self::TooFewPoints => "TooFewPoints",
        }
    }
}

/// The count behind a declaration by the side to move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declaration {
    /// Points of the hand and of the pieces on the three farthest ranks: 5 for rook, bishop, dragon and horse, 1 for
    /// others, 0 for the king. Always counted, whether or not the other conditions hold.
    pub points: u32,
    /// Pieces other than the king on the three farthest ranks.
    pub pieces_in_camp: u32,
    /// Conditions of a win that are not met, sorted; empty for a win.
    pub failures: Vec<DeclarationFailure>,
    /// The result of declaring now.
    pub outcome: DeclarationOutcome,
}

impl Position {
    /// What a declaration by the side to move would lead to. No handicap is added to the points.
    #[must_use]
    pub fn declaration(&self, rule: DeclarationRule) -> Declaration {
        let (in_camp, king_in_camp) = self.pieces_in_camp();
        let points = in_camp.iter().map(|&kind| points(kind)).sum::<u32>() + self.points_in_hand();
        let conditions = [
            (DeclarationFailure::KingNotInCamp, king_in_camp),
            (DeclarationFailure::InCheck, !self.in_check()),
            (DeclarationFailure::TooFewPieces, in_camp.len() >= 10),
            (
                DeclarationFailure::TooFewPoints,
                points >= needed(rule, self.side()),
            ),
        ];
        let failures: Vec<_> = conditions
            .into_iter()
            .filter(|&(_, met)| !met)
            .map(|(failure, _)| failure)
            .collect();
        let outcome = match (rule, failures.as_slice()) {
            (_, []) => DeclarationOutcome::Win,
            (DeclarationRule::Points24, [DeclarationFailure::TooFewPoints]) if points >= 24 => {
                DeclarationOutcome::Draw
            }
            _ => DeclarationOutcome::Lose,
        };
        Declaration {
            points,
            pieces_in_camp: in_camp.len() as u32,
            failures,
            outcome,
        }
    }

    /// Kinds of the side's pieces on its three farthest ranks without the king, and whether the king is there.
    fn pieces_in_camp(&self) -> (Vec<PieceKind>, bool) {
        let side = self.side();
        let mut kinds: Vec<_> = Square::all()
            .filter(|square| side.relative_rank(square.rank()) <= 3)
            .filter_map(|square| self.piece_on(square))
            .filter(|piece| piece.color == side)
            .map(|piece| piece.kind)
            .collect();
        let all = kinds.len();
        kinds.retain(|&kind| kind != PieceKind::King);
        let king = kinds.len() < all;
        (kinds, king)
    }

    fn points_in_hand(&self) -> u32 {
        self.hand(self.side())
            .iter()
            .map(|(kind, count)| points(kind) * u32::from(count))
            .sum()
    }
}

const fn points(kind: PieceKind) -> u32 {
    match kind.unpromoted() {
        PieceKind::Rook | PieceKind::Bishop => 5,
        PieceKind::King => 0,
        _ => 1,
    }
}

const fn needed(rule: DeclarationRule, side: Color) -> u32 {
    match (rule, side) {
        (DeclarationRule::Points27, Color::Black) => 28,
        (DeclarationRule::Points27, Color::White) => 27,
        (DeclarationRule::Points24, _) => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declare(sfen: &str, rule: DeclarationRule) -> Declaration {
        Position::from_sfen(sfen)
            .expect("a position")
            .declaration(rule)
    }

    #[test]
    fn each_condition_is_named() {
        use DeclarationFailure::{InCheck, KingNotInCamp, TooFewPieces, TooFewPoints};
        let cases: [(&str, u32, &[DeclarationFailure]); 5] = [
            ("startpos", 0, &[KingNotInCamp, TooFewPieces, TooFewPoints]),
            // Ten pieces with the king in the camp and 28 points: a win.
            (
                "K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1",
                28,
                &[],
            ),
            // A check turns it into a loss.
            (
                "K+R+B+P+P+P+P+P+P/g+P+P6/9/9/9/9/9/9/4k4 b R5Pb3g4s4n4l5p 1",
                28,
                &[InCheck],
            ),
            // Nine pieces are not enough, however many points.
            (
                "K+R+B+P+P+P+P+P+P/+P8/9/9/9/9/9/9/4k4 b RB5P4g4s4n4l6p 1",
                32,
                &[TooFewPieces],
            ),
            // On the fourth rank the king is not in the camp.
            (
                "1+R+B+P+P+P+P+P+P/+P+P7/9/K8/9/9/9/9/4k4 b R5Pb4g4s4n4l5p 1",
                28,
                &[KingNotInCamp],
            ),
        ];
        for (sfen, points, failures) in cases {
            let declaration = declare(sfen, DeclarationRule::Points27);
            assert_eq!(declaration.points, points, "{sfen}");
            assert_eq!(declaration.failures, failures, "{sfen}");
            let wins = declaration.outcome == DeclarationOutcome::Win;
            assert_eq!(wins, failures.is_empty(), "{sfen}");
        }
    }

    #[test]
    fn twenty_four_point_rule_has_three_outcomes() {
        let with_pawns = |pawns: u32| {
            let sfen = format!("K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b R{pawns}Pb4g4s4n4l 1");
            declare(&sfen, DeclarationRule::Points24)
        };
        // 10 + 8 for the pieces in the camp, 5 for the rook, and the pawns.
        assert_eq!(
            (with_pawns(8).points, with_pawns(8).outcome),
            (31, DeclarationOutcome::Win)
        );
        assert_eq!(
            (with_pawns(7).points, with_pawns(7).outcome),
            (30, DeclarationOutcome::Draw)
        );
        let three = declare(
            "K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b 6Prb4g4s4n4l 1",
            DeclarationRule::Points24,
        );
        assert_eq!(
            (three.points, three.outcome),
            (24, DeclarationOutcome::Draw)
        );
        let two = declare(
            "K+R+B+P+P+P+P+P+P/+P+P7/9/9/9/9/9/9/4k4 b 5Prb4g4s4n4l 1",
            DeclarationRule::Points24,
        );
        assert_eq!((two.points, two.outcome), (23, DeclarationOutcome::Lose));
    }
}

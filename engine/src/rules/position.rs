//! Accepted positions.

use super::backend::Board;
use super::geometry::{self, Reach};
use super::{
    Color, Hand, Move, MoveList, Piece, PieceKind, PositionIssue, Refusal, RefusalReason, Setup,
    SfenError, Source, Square,
};
use crate::keys;
use std::fmt;
use std::sync::LazyLock;

/// The longest game in plies, from the set-up on.
const LONGEST_GAME: usize = 60_000;

static STARTPOS: LazyLock<Position> = LazyLock::new(|| Position::build(&Setup::startpos()));

/// What is knowingly accepted in a diagram that is no position of an ordinary game.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Accept {
    /// Nothing: both kings, everything in order.
    #[default]
    Strict,
    /// One side may have no king, as in mating problems. That side is never in check.
    OneKing,
}

impl Accept {
    pub(super) fn allows(self, issues: &[PositionIssue]) -> bool {
        match self {
            Self::Strict => issues.is_empty(),
            Self::OneKing => matches!(issues, [] | [PositionIssue::MissingKing { .. }]),
        }
    }
}

/// A refused diagram with all reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionRejected {
    /// What is wrong, sorted; empty if the text was no diagram at all.
    pub issues: Vec<PositionIssue>,
    /// Set if the text was no diagram.
    pub sfen: Option<SfenError>,
}

impl fmt::Display for PositionRejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(error) = &self.sfen {
            return fmt::Display::fmt(error, f);
        }
        f.write_str("no position of a game: ")?;
        for (n, issue) in self.issues.iter().enumerate() {
            write!(f, "{}{issue}", if n == 0 { "" } else { "; " })?;
        }
        match self.issues[..] {
            [PositionIssue::MissingKing { .. }] => {
                f.write_str(" (acceptable where one king is enough)")
            }
            _ => Ok(()),
        }
    }
}

impl std::error::Error for PositionRejected {}

impl From<SfenError> for PositionRejected {
    fn from(error: SfenError) -> Self {
        Self {
            issues: Vec::new(),
            sfen: Some(error),
        }
    }
}

#[derive(Copy, Clone, Debug)]
struct Step {
    mv: Move,
    key: u64,
    in_check: bool,
}

/// A position of a game, with the moves since its set-up.
pub struct Position {
    board: Board,
    key: u64,
    start_number: u32,
    /// What was before each move since the set-up.
    history: Vec<Step>,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            history: self.history.clone(),
            ..*self
        }
    }

    /// Copies without giving up memory: this is the cheap way to start a new game.
    fn clone_from(&mut self, source: &Self) {
        self.board.copy_from(&source.board);
        self.key = source.key;
        self.start_number = source.start_number;
        self.history.clone_from(&source.history);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.sfen())
    }
}

impl Position {
    /// The start position of an even game.
    #[must_use]
    pub fn startpos() -> Self {
        STARTPOS.clone()
    }

    /// Sets this position to the start of an even game; cheaper than a new one.
    pub fn reset_to_startpos(&mut self) {
        self.clone_from(&STARTPOS);
    }

    /// The position of a diagram.
    ///
    /// # Errors
    /// [`PositionRejected`] with every issue of the diagram, if there is one beyond those in `accept`.
    pub fn from_setup(setup: &Setup, accept: Accept) -> Result<Self, PositionRejected> {
        let issues = setup.issues();
        if accept.allows(&issues) {
            Ok(Self::build(setup))
        } else {
            Err(PositionRejected { issues, sfen: None })
        }
    }

    /// The position of an SFEN read as by [`Setup::from_sfen`]; one missing king is accepted ([`Accept::OneKing`]).
    ///
    /// # Errors
    /// [`PositionRejected`] for text that is no SFEN, and for diagrams as in [`Position::from_setup`].
    pub fn from_sfen(text: &str) -> Result<Self, PositionRejected> {
        let (setup, _) = Setup::from_sfen(text)?;
        Self::from_setup(&setup, Accept::OneKing)
    }

    pub(super) fn build(setup: &Setup) -> Self {
        let mut position = Self {
            board: Board::new(setup),
            key: 0,
            start_number: setup.move_number,
            history: Vec::new(),
        };
        position.key = keys::compute(&position);
        position
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn side(&self) -> Color {
        self.board.side()
    }

    /// Plies played since the set-up.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.history.len() as u32
    }

    /// The number of the next move: that of the set-up plus the plies played.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        self.start_number.saturating_add(self.ply())
    }

    /// The piece on a square.
    #[must_use]
    #[inline]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        self.board.piece_on(square)
    }

    /// What a side holds in hand.
    #[must_use]
    pub fn hand(&self, color: Color) -> Hand {
        let mut hand = Hand::EMPTY;
        for kind in PieceKind::HAND {
            hand.set(kind, self.hand_count(color, kind));
        }
        hand
    }

    /// How many pieces of a kind a side holds in hand.
    #[must_use]
    #[inline]
    pub fn hand_count(&self, color: Color, kind: PieceKind) -> u8 {
        self.board.hand_count(color, kind)
    }

    /// Whether the side to move is in check.
    #[must_use]
    #[inline]
    pub fn in_check(&self) -> bool {
        self.board.in_check()
    }

    /// Whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_mated(&self) -> bool {
        self.in_check() && self.has_no_move()
    }

    /// Whether the side to move has no legal move. It loses then, in check or not.
    #[must_use]
    pub fn has_no_move(&self) -> bool {
        self.board.has_no_move()
    }

    /// All legal moves, in no particular but a fixed order.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Fills a list with all legal moves.
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        self.board.legal_moves(list);
    }

    /// The number of legal moves.
    #[must_use]
    pub fn count_legal_moves(&self) -> usize {
        self.board.count_legal_moves()
    }

    /// Whether a move is legal: piece movement, promotion, drops, double pawn, pawn-drop mate, own king's safety.
    /// Repetition is not looked at.
    #[must_use]
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// Why a move is not legal, `None` if it is.
    #[must_use]
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        (!self.is_legal(mv)).then(|| self.explain(mv))
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`Refusal`] with the rule and the piece; the position is unchanged then.
    #[inline]
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        self.play_seen(mv, |_| {})
    }

    /// Plays a move if it is legal; `before` sees the position before a legal move, once its legality is known.
    #[inline]
    pub(super) fn play_seen(
        &mut self,
        mv: Move,
        before: impl FnOnce(&Self),
    ) -> Result<(), Refusal> {
        if self.history.len() >= LONGEST_GAME {
            return Err(Refusal::new(RefusalReason::TooLong, None, Some(mv)));
        }
        if !self.board.is_legal(mv) {
            return Err(self.explain(mv));
        }
        before(self);
        self.play_unchecked(mv);
        Ok(())
    }

    /// Plays a move that is known to be legal, whatever the length of the game.
    #[inline]
    pub(crate) fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal");
        let step = Step {
            mv,
            key: self.key,
            in_check: self.in_check(),
        };
        let key = keys::update(self.key, self, mv);
        self.board.play_legal(mv);
        self.key = key;
        self.history.push(step);
    }

    /// Whether a legal move gives check; what comes for a move that is not legal is unspecified.
    #[must_use]
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.board.gives_check(mv)
    }

    /// Takes back the last move and gives it, `None` at the set-up.
    pub fn undo(&mut self) -> Option<Move> {
        let step = self.history.pop()?;
        let undone = self.board.undo(step.mv);
        debug_assert!(undone, "the last move can be taken back");
        self.key = step.key;
        Some(step.mv)
    }

    /// The number of legal move sequences of `depth` plies (perft). The position is the same afterwards.
    pub fn perft(&mut self, depth: u32) -> u64 {
        match depth {
            0 => return 1,
            1 => return self.count_legal_moves() as u64,
            _ => {}
        }
        let mut nodes = 0;
        for &mv in &self.legal_moves() {
            if self.play(mv).is_ok() {
                nodes += self.perft(depth - 1);
                self.undo();
            }
        }
        nodes
    }

    /// The moves since the set-up.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.history.iter().map(|step| step.mv)
    }

    /// Our frozen 64-bit key of board, hands and side to move; see [`crate::keys`].
    #[must_use]
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The position as a diagram.
    #[must_use]
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in Square::all() {
            setup.board[square.index()] = self.piece_on(square);
        }
        setup.hands = Color::ALL.map(|color| self.hand(color));
        setup.side = self.side();
        setup.move_number = self.move_number();
        setup
    }

    /// The position turned by 180 degrees with the colours swapped, as in [`Setup::flip`]; without the moves before it.
    #[must_use]
    pub fn flip(&self) -> Self {
        Self::build(&self.to_setup().flip())
    }

    /// Canonical SFEN with the move number.
    #[must_use]
    pub fn sfen(&self) -> String {
        self.to_setup().to_sfen()
    }

    /// Canonical SFEN without the move number.
    #[must_use]
    pub fn sfen_key(&self) -> String {
        self.to_setup().to_sfen_key()
    }

    /// Keys and checks of the earlier positions since the set-up, oldest first.
    pub(super) fn earlier(
        &self,
    ) -> impl DoubleEndedIterator<Item = (u64, bool)> + ExactSizeIterator + '_ {
        self.history.iter().map(|step| (step.key, step.in_check))
    }

    /// The reason for a move that is known not to be legal.
    fn explain(&self, mv: Move) -> Refusal {
        let setup = self.to_setup();
        let piece = moved_piece(&setup, mv);
        // A pawn drop that breaks no other rule of drops and leaves the own king safe can only have been a mate.
        let otherwise = match mv.source() {
            Source::Drop(PieceKind::Pawn) if !leaves_king_in_check(&setup, mv) => {
                RefusalReason::PawnDropMate
            }
            _ => RefusalReason::LeavesKingInCheck,
        };
        let reason = refuse_movement(&setup, mv).unwrap_or(otherwise);
        Refusal::new(reason, piece, Some(mv))
    }
}

/// The piece that a move takes up: from the board, or from the hand whether it is there or not.
fn moved_piece(setup: &Setup, mv: Move) -> Option<Piece> {
    match mv.source() {
        Source::Drop(kind) => Some(Piece::new(setup.side, kind)),
        Source::Board(from) => setup.piece_on(from),
    }
}

/// The rule that a move breaks, king safety and pawn-drop mate left aside.
fn refuse_movement(setup: &Setup, mv: Move) -> Option<RefusalReason> {
    match (mv.source(), moved_piece(setup, mv)) {
        (Source::Drop(kind), _) => refuse_drop(setup, kind, mv.to()),
        (Source::Board(from), None) => Some(RefusalReason::NoPiece { from }),
        (Source::Board(from), Some(piece)) => refuse_board_move(setup, piece, from, mv),
    }
}

fn leaves_king_in_check(setup: &Setup, mv: Move) -> bool {
    let mut after = setup.clone();
    let piece = moved_piece(setup, mv);
    if let Some(from) = mv.from() {
        after.board[from.index()] = None;
    }
    after.board[mv.to().index()] = piece;
    after.in_check(setup.side)
}

fn refuse_drop(setup: &Setup, kind: PieceKind, to: Square) -> Option<RefusalReason> {
    let side = setup.side;
    if setup.hand(side).count(kind) == 0 {
        return Some(RefusalReason::NotInHand);
    }
    if setup.piece_on(to).is_some() {
        return Some(RefusalReason::DropOnPiece);
    }
    if geometry::is_dead_end(kind, side, to.rank()) {
        return Some(RefusalReason::NoNextMove);
    }
    let pawn = Some(Piece::new(side, PieceKind::Pawn));
    let file = to.file();
    let on_file = |square: &Square| square.file() == file;
    let doubled = kind == PieceKind::Pawn
        && Square::all()
            .filter(on_file)
            .any(|square| setup.piece_on(square) == pawn);
    doubled.then_some(RefusalReason::DoublePawn { file })
}

fn refuse_board_move(setup: &Setup, piece: Piece, from: Square, mv: Move) -> Option<RefusalReason> {
    let to = mv.to();
    if piece.color != setup.side {
        return Some(RefusalReason::NotYourPiece { from });
    }
    match geometry::reach(&setup.board, piece, from, to) {
        Reach::No => return Some(RefusalReason::CannotMoveSo),
        Reach::Blocked(at) => return Some(RefusalReason::Blocked { at }),
        Reach::Yes => {}
    }
    if setup
        .piece_on(to)
        .is_some_and(|target| target.color == piece.color)
    {
        return Some(RefusalReason::OwnPieceOnTarget);
    }
    let in_zone = |square: Square| piece.color.relative_rank(square.rank()) <= 3;
    let may_promote = piece.kind.promoted().is_some() && (in_zone(from) || in_zone(to));
    if mv.is_promotion() && !may_promote {
        return Some(RefusalReason::CannotPromote);
    }
    let stuck = !mv.is_promotion() && geometry::is_dead_end(piece.kind, piece.color, to.rank());
    stuck.then_some(RefusalReason::MustPromote)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::SplitMix64;

    /// Legality from the plain rules alone, without the backend.
    fn plainly_legal(setup: &Setup, mv: Move) -> bool {
        refuse_movement(setup, mv).is_none()
            && !leaves_king_in_check(setup, mv)
            && !is_pawn_drop_mate(setup, mv)
    }

    fn is_pawn_drop_mate(setup: &Setup, mv: Move) -> bool {
        let Source::Drop(PieceKind::Pawn) = mv.source() else {
            return false;
        };
        let mut after = setup.clone();
        after.board[mv.to().index()] = moved_piece(setup, mv);
        after.side = setup.side.opponent();
        // A pawn checks from the next square, so no drop can come between.
        let moves = (0..1 << 15)
            .filter_map(Move::from_word)
            .filter(|mv| !mv.is_drop());
        after.in_check(after.side) && !moves.into_iter().any(|mv| plainly_legal(&after, mv))
    }

    fn check(position: &Position) {
        let setup = position.to_setup();
        for mv in (0..1 << 15).filter_map(Move::from_word) {
            let plain = plainly_legal(&setup, mv);
            assert_eq!(position.is_legal(mv), plain, "{mv} in {}", position.sfen());
            assert_eq!(position.refusal(mv).is_none(), plain);
        }
    }

    fn check_random_play(sfen: &str, seed: u64, plies: u32) {
        let mut position =
            Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let mut rng = SplitMix64::new(seed);
        for _ in 0..plies {
            check(&position);
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(rng.below(moves.len() as u64) as usize) else {
                break;
            };
            position.play(mv).expect("legal");
        }
    }

    #[test]
    fn backend_and_plain_rules_agree_from_the_start() {
        check_random_play("startpos", 5, 60);
    }

    #[test]
    fn backend_and_plain_rules_agree_with_one_king() {
        let diagrams = [
            "8k/9/7+R1/9/9/9/9/9/9 b P 1",
            "7nk/9/7S1/9/9/9/9/9/9 b P 1",
            "6skl/9/7G1/9/9/9/9/9/9 b 2PNrbg 1",
            "9/9/9/9/9/9/4g4/9/3LKL3 w p 1",
            "9/9/9/9/9/3n1n3/r8/9/3LKL3 w 2pRB 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4b1L w RGgsn5p 1",
            "l6nl/5+P1g1/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b RGgsn5p 1",
        ];
        for (seed, sfen) in (0..).zip(diagrams) {
            check_random_play(sfen, seed, 8);
        }
    }

    #[test]
    fn the_longest_game_is_played_and_taken_back() {
        let mut position = Position::startpos();
        let moves =
            ["5i5h", "5a5b", "5h5i", "5b5a"].map(|text| Move::from_usi(text).expect("a move"));
        for &mv in moves.iter().cycle().take(LONGEST_GAME) {
            position.play(mv).expect("legal");
        }
        let refusal = position.play(moves[0]).expect_err("too long");
        assert_eq!(refusal.reason, RefusalReason::TooLong);
        while let Some(mv) = position.undo() {
            assert_eq!(mv, moves[position.ply() as usize % 4]);
        }
        assert_eq!(position.sfen(), Position::startpos().sfen());
    }

    #[test]
    fn one_king_must_be_accepted_knowingly() {
        let (setup, _) = Setup::from_sfen("8k/9/7+R1/9/9/9/9/9/9 b P 1").expect("an SFEN");
        let missing = vec![PositionIssue::MissingKing {
            color: Color::Black,
        }];
        let refused = Position::from_setup(&setup, Accept::Strict).expect_err("refused");
        assert_eq!(refused.issues, missing);
        assert!(Position::from_setup(&setup, Accept::OneKing).is_ok());
        let (none, _) = Setup::from_sfen("9/9/9/9/9/9/9/9/9 b P 1").expect("an SFEN");
        assert!(Position::from_setup(&none, Accept::OneKing).is_err());
    }

    #[test]
    fn refusals_name_rule_and_piece() {
        let position = Position::startpos();
        let name = |text: &str| {
            let refusal = position
                .refusal(Move::from_usi(text).expect("a move"))
                .expect("refused");
            (
                refusal.reason.name(),
                refusal
                    .piece
                    .map(|piece| piece.to_string())
                    .unwrap_or_default(),
            )
        };
        let expected = [
            ("5e5d", "NoPiece", ""),
            ("3c3d", "NotYourPiece", "p"),
            ("7g7e", "CannotMoveSo", "P"),
            ("8h2b", "Blocked", "B"),
            ("9i9g", "OwnPieceOnTarget", "L"),
            ("7g7f+", "CannotPromote", "P"),
            ("P*5e", "NotInHand", "P"),
        ];
        for (text, reason, piece) in expected {
            assert_eq!(name(text), (reason, piece.to_owned()), "{text}");
        }
    }
}

//! CSA statements: from shape-checked text to diagrams and moves, and moves back to text.

use super::setup::PositionIssue;
use super::{
    Accept, Color, Move, Piece, PieceKind, Position, Refusal, RefusalReason, Setup, Source, Square,
};
use joban_csa_parse::{
    Diagram, FileRank, Issue, IssueKind, MoveToken, PieceCode, Place, SetupStatement,
    SetupStatements, Sign, UsiToken, WrittenMove,
};

impl From<Sign> for Color {
    fn from(sign: Sign) -> Self {
        match sign {
            Sign::Plus => Self::Black,
            Sign::Minus => Self::White,
        }
    }
}

impl From<Color> for Sign {
    fn from(color: Color) -> Self {
        match color {
            Color::Black => Self::Plus,
            Color::White => Self::Minus,
        }
    }
}

impl From<PieceCode> for PieceKind {
    fn from(code: PieceCode) -> Self {
        match code {
            PieceCode::Fu => Self::Pawn,
            PieceCode::Ky => Self::Lance,
            PieceCode::Ke => Self::Knight,
            PieceCode::Gi => Self::Silver,
            PieceCode::Ki => Self::Gold,
            PieceCode::Ka => Self::Bishop,
            PieceCode::Hi => Self::Rook,
            PieceCode::Ou => Self::King,
            PieceCode::To => Self::ProPawn,
            PieceCode::Ny => Self::ProLance,
            PieceCode::Nk => Self::ProKnight,
            PieceCode::Ng => Self::ProSilver,
            PieceCode::Um => Self::Horse,
            PieceCode::Ry => Self::Dragon,
        }
    }
}

impl From<PieceKind> for PieceCode {
    fn from(kind: PieceKind) -> Self {
        const CODES: [PieceCode; 14] = [
            PieceCode::Fu,
            PieceCode::Ky,
            PieceCode::Ke,
            PieceCode::Gi,
            PieceCode::Ka,
            PieceCode::Hi,
            PieceCode::Ki,
            PieceCode::Ou,
            PieceCode::To,
            PieceCode::Ny,
            PieceCode::Nk,
            PieceCode::Ng,
            PieceCode::Um,
            PieceCode::Ry,
        ];
        CODES[kind.index()]
    }
}

const fn square((file, rank): FileRank) -> Option<Square> {
    Square::new(file, rank)
}

impl Setup {
    /// The diagram that set-up statements describe; without any, the start of an even game. Black moves where no line
    /// says who does.
    ///
    /// # Errors
    /// An [`Issue`] of kind `BadPosition` with the line of the statement: a removal that names another piece, an occupied
    /// square, a king or promoted piece in hand, more pieces than a set has, a second king, text that is no SFEN.
    pub fn from_csa(statements: &SetupStatements) -> Result<Self, Issue> {
        read(statements).map(|(setup, _)| setup)
    }

    /// The diagram as [`Setup::from_csa`] gives it, if it is a position of a game under `accept`.
    ///
    /// # Errors
    /// As [`Setup::from_csa`], and `BadPosition` for what [`Setup::issues`] finds, with the line of the statement to blame.
    pub fn from_csa_checked(statements: &SetupStatements, accept: Accept) -> Result<Self, Issue> {
        let (setup, placed) = read(statements)?;
        check(&setup, &placed, statements, accept)?;
        Ok(setup)
    }
}

/// Checks a diagram read from statements; the even start needs no look.
pub(super) fn check(
    setup: &Setup,
    placed: &Placed,
    statements: &SetupStatements,
    accept: Accept,
) -> Result<(), Issue> {
    let issues = setup.issues();
    if accept.allows(&issues) {
        return Ok(());
    }
    let place = issues.first().map_or(Place::default(), |issue| {
        placed.blame(*issue, setup, statements)
    });
    let reasons: Vec<String> = issues.iter().map(ToString::to_string).collect();
    Err(bad(place, &setup.to_sfen(), reasons.join("; ")))
}

/// The diagram of statements and where each square was filled.
pub(super) fn read(statements: &SetupStatements) -> Result<(Setup, Placed), Issue> {
    let mut builder = Builder {
        setup: Setup::empty(),
        placed: Placed::default(),
        counts: [0; 8],
        kings: [0; 2],
    };
    if let Some((text, place)) = &statements.sfen {
        let (setup, _) =
            Setup::from_sfen(text).map_err(|error| bad(*place, &error.what, error.to_string()))?;
        return Ok((setup, builder.placed));
    }
    if statements.statements.is_empty() {
        builder.setup = Setup::startpos();
    }
    for statement in &statements.statements {
        builder.apply(statement)?;
    }
    if let Some((sign, _)) = statements.side_to_move {
        builder.setup.side = sign.into();
    }
    Ok((builder.setup, builder.placed))
}

fn bad(place: Place, text: &str, reason: impl Into<String>) -> Issue {
    Issue::new(IssueKind::BadPosition, place.line, place.byte, text, reason)
}

/// Which statement put a piece on a square.
pub(super) struct Placed {
    by: [Place; Square::COUNT],
}

impl Default for Placed {
    fn default() -> Self {
        Self {
            by: [Place::default(); Square::COUNT],
        }
    }
}

impl Placed {
    /// The statement to blame for an issue: the one that put the piece there, else the one that says who moves.
    fn blame(&self, issue: PositionIssue, setup: &Setup, statements: &SetupStatements) -> Place {
        let last_on = |test: &dyn Fn(Square, Piece) -> bool| {
            Square::all()
                .filter(|&square| {
                    setup
                        .piece_on(square)
                        .is_some_and(|piece| test(square, piece))
                })
                .map(|square| self.by[square.index()])
                .max_by_key(|place| place.byte)
        };
        let blamed = match issue {
            PositionIssue::NoMovePiece { square, .. } => Some(self.by[square.index()]),
            PositionIssue::DoublePawn { color, file } => last_on(&|square, piece| {
                square.file() == file && piece == Piece::new(color, PieceKind::Pawn)
            }),
            PositionIssue::TooManyKings { color, .. } => {
                last_on(&|_, piece| piece == Piece::new(color, PieceKind::King))
            }
            PositionIssue::OpponentInCheck => statements.side_to_move.map(|(_, place)| place),
            _ => None,
        };
        let fallback = || {
            let sfen = statements.sfen.as_ref().map(|(_, place)| *place);
            sfen.or_else(|| statements.statements.last().map(SetupStatement::place))
        };
        blamed
            .filter(|place| place.line > 0)
            .or_else(fallback)
            .unwrap_or_default()
    }
}

struct Builder {
    setup: Setup,
    placed: Placed,
    /// Pieces placed so far by unpromoted kind.
    counts: [u8; 8],
    kings: [u8; 2],
}

impl Builder {
    fn apply(&mut self, statement: &SetupStatement) -> Result<(), Issue> {
        match statement {
            SetupStatement::StartPos { removed, place } => self.start(removed, *place),
            SetupStatement::Row {
                rank,
                squares,
                place,
            } => {
                let files = (1..=9).rev().zip(squares);
                for (file, (sign, code)) in files.filter_map(|(file, cell)| Some((file, (*cell)?)))
                {
                    self.put(Piece::new(sign.into(), code.into()), (file, *rank), *place)?;
                }
                Ok(())
            }
            SetupStatement::Pieces {
                side,
                pieces,
                place,
            } => {
                for &(at, code) in pieces {
                    let piece = Piece::new((*side).into(), code.into());
                    match at {
                        Some(at) => self.put(piece, at, *place)?,
                        None => self.take_in_hand(piece, *place)?,
                    }
                }
                Ok(())
            }
            SetupStatement::AllRest { side, .. } => {
                self.all_rest((*side).into());
                Ok(())
            }
        }
    }

    fn start(&mut self, removed: &[(FileRank, PieceCode)], place: Place) -> Result<(), Issue> {
        let mut start = Setup::startpos();
        for &(at, code) in removed {
            let target = square(at).map(|square| &mut start.board[square.index()]);
            match target {
                Some(cell) if cell.is_some_and(|piece| piece.kind == code.into()) => *cell = None,
                _ => {
                    let text = format!("{}{}{}", at.0, at.1, code.as_str());
                    return Err(bad(
                        place,
                        &text,
                        "there is no such piece on that square to remove",
                    ));
                }
            }
        }
        for square in Square::all() {
            if let Some(piece) = start.piece_on(square) {
                self.put(piece, (square.file(), square.rank()), place)?;
            }
        }
        Ok(())
    }

    fn put(&mut self, piece: Piece, at: FileRank, place: Place) -> Result<(), Issue> {
        let text = || format!("{}{}{}{}", piece.color.sign(), at.0, at.1, piece.kind.csa());
        let Some(square) = square(at) else {
            return Err(bad(place, &text(), "there is no such square"));
        };
        if self.setup.piece_on(square).is_some() {
            return Err(bad(place, &text(), "the square is occupied already"));
        }
        self.count(piece, place, &text)?;
        self.setup.board[square.index()] = Some(piece);
        self.placed.by[square.index()] = place;
        Ok(())
    }

    fn take_in_hand(&mut self, piece: Piece, place: Place) -> Result<(), Issue> {
        let text = || format!("{}00{}", piece.color.sign(), piece.kind.csa());
        if piece.kind == PieceKind::King || piece.kind.is_promoted() {
            return Err(bad(
                place,
                &text(),
                "hands hold neither kings nor promoted pieces",
            ));
        }
        self.count(piece, place, &text)?;
        self.setup.hands[piece.color.index()].add(piece.kind, 1);
        Ok(())
    }

    fn count(
        &mut self,
        piece: Piece,
        place: Place,
        text: &dyn Fn() -> String,
    ) -> Result<(), Issue> {
        let kind = piece.kind.unpromoted();
        if kind == PieceKind::King {
            self.kings[piece.color.index()] += 1;
            if self.kings[piece.color.index()] > 1 {
                return Err(bad(
                    place,
                    &text(),
                    format!("{} has a king already", piece.color),
                ));
            }
        }
        self.counts[kind.index()] += 1;
        if self.counts[kind.index()] > kind.in_a_set() {
            let reason = format!(
                "a set has only {} pieces of the kind {kind}",
                kind.in_a_set()
            );
            return Err(bad(place, &text(), reason));
        }
        Ok(())
    }

    fn all_rest(&mut self, side: Color) {
        for kind in PieceKind::HAND {
            let rest = kind.in_a_set() - self.counts[kind.index()];
            self.setup.hands[side.index()].add(kind, rest);
            self.counts[kind.index()] = kind.in_a_set();
        }
    }
}

impl Position {
    /// The move a record writes, in this position. It may still be illegal.
    ///
    /// # Errors
    /// [`Refusal`] where the text names no move here: wrong turn, empty source, another piece than named, a drop of a king
    /// or promoted piece.
    pub fn move_from_written(&self, written: WrittenMove) -> Result<Move, Refusal> {
        match written {
            WrittenMove::Csa(token) => self.move_from_csa(token),
            WrittenMove::Usi(token) => move_from_usi(token),
            WrittenMove::Ki2(token) => self.move_from_ki2(token),
        }
    }

    /// The move of CSA text such as `+7776FU`, where the piece is named as it is after the move. It may still be illegal.
    ///
    /// # Errors
    /// As [`Position::move_from_written`].
    #[inline]
    pub fn move_from_csa(&self, token: MoveToken) -> Result<Move, Refusal> {
        let side = self.side();
        let named = PieceKind::from(token.piece);
        let refuse = |reason| Err(Refusal::new(reason, None, None));
        if token.sign.is_some_and(|sign| Color::from(sign) != side) {
            return refuse(RefusalReason::TurnMismatch { to_move: side });
        }
        let Some(to) = square(token.to) else {
            return refuse(RefusalReason::NoMove);
        };
        let Some(from) = token.from else {
            let piece = Some(Piece::new(side, named));
            return Move::drop(named, to).ok_or(Refusal::new(
                RefusalReason::NoHandPiece,
                piece,
                None,
            ));
        };
        match square(from) {
            Some(from) if from != to => self.board_move_from_csa(from, to, named),
            _ => refuse(RefusalReason::NoMove),
        }
    }

    fn board_move_from_csa(
        &self,
        from: Square,
        to: Square,
        named: PieceKind,
    ) -> Result<Move, Refusal> {
        let refuse = |reason, piece| Err(Refusal::new(reason, piece, None));
        match self.piece_on(from) {
            None => refuse(RefusalReason::NoPiece { from }, None),
            Some(piece) if piece.color != self.side() => {
                refuse(RefusalReason::NotYourPiece { from }, Some(piece))
            }
            Some(piece) if piece.kind == named => Ok(Move::board(from, to, false)),
            Some(piece) if piece.kind.promoted() == Some(named) => Ok(Move::board(from, to, true)),
            Some(piece) => refuse(RefusalReason::PieceMismatch { named }, Some(piece)),
        }
    }

    /// The CSA tokens of a line of moves from here; it ends before the first illegal one.
    #[must_use]
    pub fn csa_tokens(&self, line: &[Move]) -> Vec<MoveToken> {
        let mut position = self.clone();
        let mut tokens = Vec::with_capacity(line.len());
        for &mv in line {
            let token = position.csa_token(mv);
            if position.play(mv).is_err() {
                break;
            }
            tokens.push(token);
        }
        tokens
    }

    /// Board, hands and side to move for a record.
    #[must_use]
    pub fn csa_diagram(&self) -> Diagram {
        let square = |file: usize, rank: usize| Square::new(9 - file as u8, rank as u8 + 1);
        let piece = |file, rank| {
            let piece = self.piece_on(square(file, rank)?)?;
            Some((piece.color.into(), piece.kind.into()))
        };
        let hands = Color::ALL.map(|color| {
            let held = self.hand(color);
            let pieces = held.iter().flat_map(|(kind, count)| {
                std::iter::repeat_n(PieceCode::from(kind), usize::from(count))
            });
            pieces.collect()
        });
        Diagram {
            rows: std::array::from_fn(|rank| std::array::from_fn(|file| piece(file, rank))),
            hands,
            side: self.side().into(),
        }
    }

    /// CSA text of a move that is legal here, such as `+7776FU`.
    #[must_use]
    pub fn csa_text(&self, mv: Move) -> String {
        self.csa_token(mv).to_string()
    }

    /// The parts of the CSA text of a move that is legal here. A move from an empty square is written as a pawn's.
    #[must_use]
    pub fn csa_token(&self, mv: Move) -> MoveToken {
        let kind = match mv.source() {
            Source::Drop(kind) => kind,
            Source::Board(from) => self
                .piece_on(from)
                .map_or(PieceKind::Pawn, |piece| piece.kind),
        };
        let promoted = kind.promoted().filter(|_| mv.is_promotion());
        MoveToken {
            sign: Some(self.side().into()),
            from: mv.from().map(|from| (from.file(), from.rank())),
            to: (mv.to().file(), mv.to().rank()),
            piece: promoted.unwrap_or(kind).into(),
        }
    }
}

/// USI text says nothing about the position.
fn move_from_usi(token: UsiToken) -> Result<Move, Refusal> {
    let (mv, reason) = match token {
        UsiToken::Board { from, to, promote } => {
            let squares = square(from).zip(square(to)).filter(|(from, to)| from != to);
            (
                squares.map(|(from, to)| Move::board(from, to, promote)),
                RefusalReason::NoMove,
            )
        }
        UsiToken::Drop { piece, to } => (
            square(to).and_then(|to| Move::drop(piece.into(), to)),
            RefusalReason::NoHandPiece,
        ),
    };
    mv.ok_or(Refusal::new(reason, None, None))
}

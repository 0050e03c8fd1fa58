//! From the bytes of a record to a filled [`Record`].

use std::ops::ControlFlow;

use crate::encoding::Encoding;
use crate::error::{Issue, IssueKind};
use crate::floodgate::{self, Rating, Remark, Score};
use crate::kif::{Ki2Token, KifCause, KifResult};
use crate::line::{Listed, PieceList, Statement};
use crate::one_line;
use crate::outcome::{Winner, is_known_word, is_protocol_ending};
use crate::raw::{Form, RawRecord, ReadOptions};
use crate::record::{Comment, CommentKind, Ending, MoveEntry, Record, Span, SummaryText};
use crate::setup::{Place, RowSquare, SetupStatement};
use crate::token::{FileRank, MoveToken, PieceCode, Sign, UsiToken, WrittenMove};
use crate::usi_line;
use crate::visitor::{CUT_LINE, Scratch, Visitor, visit};

/// Parses records; keeps its scratch memory from one to the next.
#[derive(Debug)]
pub struct Parser {
    opts: ReadOptions,
    scratch: Scratch,
    bare: bool,
}

impl Parser {
    /// A parser with options.
    #[must_use]
    pub fn new(opts: ReadOptions) -> Self {
        Self {
            opts,
            scratch: Scratch::default(),
            bare: false,
        }
    }

    /// A parser that passes over comments for programs (`'*…`): records have no scores, nodes, variations and comments of
    /// that kind, and are otherwise the same.
    #[must_use]
    pub fn bare(opts: ReadOptions) -> Self {
        Self {
            bare: true,
            ..Self::new(opts)
        }
    }

    /// Reads one record into `record`, which is cleared first and is filled up to an error.
    ///
    /// # Errors
    ///
    /// The first statement that cannot be read, with its line, byte and text.
    pub fn parse(&mut self, raw: &RawRecord, record: &mut Record) -> Result<(), Issue> {
        record.clear();
        record.first_line = raw.first_line;
        record.last_line = raw.first_line;
        record.form = raw.form;
        let mut builder = Builder {
            record,
            bare: self.bare,
            base: 0,
            text_end: 0,
            time_open: false,
            closed: false,
            final_board: false,
            rows: 0,
            last_place: Place {
                line: raw.first_line,
                byte: raw.first_byte,
            },
            first_move_text: Span::default(),
            error: None,
        };
        let read = visit(raw, &self.opts, &mut self.scratch, &mut builder);
        match builder.error.take() {
            Some(issue) => Err(issue),
            None => read.and_then(|()| builder.finish()),
        }
    }
}

/// The CSA word for an ending that the last line tells; `None` where it tells none, or another winner than the word would.
fn ending_word(result: &KifResult, mover: Sign) -> Option<&'static str> {
    let mover_wins = result.winner.map(|winner| winner == mover);
    Some(match (result.cause, mover_wins, mover) {
        (KifCause::Repetition, None, _) => "%SENNICHITE",
        (KifCause::Impasse, None, _) => "%JISHOGI",
        (KifCause::BrokenOff, None, _) => "%CHUDAN",
        (KifCause::Mate, None | Some(false), _) => "%TSUMI",
        (KifCause::Win, Some(false), _) => "%TORYO",
        (KifCause::Time, Some(false), _) => "%TIME_UP",
        (KifCause::Declaration, Some(true), _) => "%KACHI",
        (KifCause::Foul, Some(false), _) => "%ILLEGAL_MOVE",
        (KifCause::Foul, Some(true), Sign::Plus) => "%-ILLEGAL_ACTION",
        (KifCause::Foul, Some(true), Sign::Minus) => "%+ILLEGAL_ACTION",
        _ => return None,
    })
}

/// Most warnings kept for one record; one more says that others were left out.
const MAX_WARNINGS: usize = 1000;

/// Fills a record from the statements.
struct Builder<'r> {
    record: &'r mut Record,
    /// Comments for programs are passed over.
    bare: bool,
    /// Address of the first byte of the decoded text, to turn borrowed text into spans.
    base: usize,
    /// Length of the decoded text.
    text_end: usize,
    /// Whether the last move or ending still waits for its time.
    time_open: bool,
    /// Whether the game is over: an ending or a summary was read.
    closed: bool,
    /// Whether the server's final board has begun.
    final_board: bool,
    /// Bit `rank` is set for each board row read.
    rows: u16,
    last_place: Place,
    first_move_text: Span,
    error: Option<Issue>,
}

const NEXT: ControlFlow<()> = ControlFlow::Continue(());

impl Visitor for Builder<'_> {
    fn begin(&mut self, text: &str, encoding: Encoding) -> ControlFlow<()> {
        self.base = text.as_ptr() as usize;
        self.text_end = text.len();
        self.record.text.push_str(text);
        self.record.encoding = Some(encoding);
        NEXT
    }

    #[inline]
    fn statement(&mut self, place: Place, text: &str, statement: Statement<'_>) -> ControlFlow<()> {
        self.last_place = place;
        match statement {
            Statement::Move(token) => return self.csa_move(place, text, token),
            Statement::Time(ms) => self.time(place, text, ms),
            Statement::Comment(text) if self.bare && text.starts_with('*') => {}
            Statement::Comment(text) => self.comment(place, text),
            Statement::Ending(word) => self.ending(place, word),
            Statement::Protocol(word) => self.protocol(word),
            Statement::Header { key, value } => self.header(key, value),
            Statement::Version(word) => {
                let word = self.span(word);
                self.record.version.get_or_insert(word);
            }
            Statement::Name(side, name) => {
                let name = self.span(name);
                self.record.names[side.index()].get_or_insert(name);
            }
            _ => return self.set_up(place, text, statement),
        }
        NEXT
    }

    fn one_line_header(&mut self, place: Place, header: one_line::Header<'_>) -> ControlFlow<()> {
        self.last_place = place;
        self.record.names = [Some(self.span(header.black)), Some(self.span(header.white))];
        self.record.header_result = header.winner;
        self.record.header_plies = header.plies.map(|plies| (plies, place));
        let texts = [
            ("START_TIME", Some(header.date)),
            ("EVENT", header.event),
            ("OPENING", header.opening),
        ];
        for (key, value) in texts {
            if let Some(value) = value {
                let value = self.span(value);
                let key = self.own(key);
                self.record.headers.push((key, value));
            }
        }
        NEXT
    }

    fn usi_start(&mut self, place: Place, start: usi_line::Start<'_>) -> ControlFlow<()> {
        self.last_place = place;
        self.record.setup.sfen = match start {
            usi_line::Start::Even => None,
            usi_line::Start::Sfen(text) => Some((text.to_owned(), place)),
        };
        NEXT
    }

    fn usi_move(&mut self, place: Place, token: UsiToken) -> ControlFlow<()> {
        self.push_move(place, WrittenMove::Usi(token));
        NEXT
    }

    fn ki2_move(&mut self, place: Place, token: Ki2Token) -> ControlFlow<()> {
        self.last_place = place;
        self.written_move(place, &token.to_string(), WrittenMove::Ki2(token))
    }

    fn kif_comment(&mut self, place: Place, text: &str) -> ControlFlow<()> {
        self.last_place = place;
        self.keep(CommentKind::Plain, text);
        NEXT
    }

    fn kif_result(&mut self, place: Place, text: &str, result: KifResult) -> ControlFlow<()> {
        self.last_place = place;
        self.last_line(place, text, &result);
        NEXT
    }

    fn warning(&mut self, issue: Issue) -> ControlFlow<()> {
        self.warn(issue);
        NEXT
    }
}

impl Builder<'_> {
    /// The place of borrowed text in the arena, which is a copy of the decoded text. Text from
    /// elsewhere (only ever an empty default) gives an empty span.
    fn span(&self, text: &str) -> Span {
        let start = (text.as_ptr() as usize).wrapping_sub(self.base);
        if start.saturating_add(text.len()) > self.record.text.len() {
            return Span::default();
        }
        Span {
            start: start as u32,
            len: text.len() as u32,
        }
    }

    /// Whether a statement is the last one and no line end follows it.
    fn ends_text(&self, text: &str) -> bool {
        let span = self.span(text);
        span.start as usize + span.len as usize == self.text_end
    }

    /// Text that is not in the file, appended to the arena.
    fn own(&mut self, text: &str) -> Span {
        let start = self.record.text.len() as u32;
        self.record.text.push_str(text);
        Span {
            start,
            len: text.len() as u32,
        }
    }

    /// The text of the file, or a copy of text from elsewhere.
    fn text(&mut self, text: &str) -> Span {
        match self.span(text) {
            Span { len: 0, .. } if !text.is_empty() => self.own(text),
            span => span,
        }
    }

    fn warn(&mut self, issue: Issue) {
        let warnings = &mut self.record.warnings;
        if warnings.len() < MAX_WARNINGS {
            warnings.push(issue);
        } else if warnings.len() == MAX_WARNINGS {
            let reason = "more warnings of this record are left out";
            let kind = IssueKind::LimitExceeded;
            warnings.push(Issue::new(kind, issue.line, issue.byte, "", reason));
        }
    }

    fn warn_at(&mut self, kind: IssueKind, place: Place, text: &str, reason: &str) {
        self.warn(Issue::new(kind, place.line, place.byte, text, reason));
    }

    fn refuse(
        &mut self,
        kind: IssueKind,
        place: Place,
        text: &str,
        reason: &str,
    ) -> ControlFlow<()> {
        self.error = Some(Issue::new(kind, place.line, place.byte, text, reason));
        ControlFlow::Break(())
    }

    fn push_move(&mut self, place: Place, token: WrittenMove) {
        self.record.moves.push(MoveEntry {
            token,
            place,
            time_ms: None,
            black_score: None,
            nodes: None,
            pv: Span::default(),
        });
        self.time_open = true;
        self.final_board = false;
    }

    fn csa_move(&mut self, place: Place, text: &str, token: MoveToken) -> ControlFlow<()> {
        self.written_move(place, text, WrittenMove::Csa(token))
    }

    fn written_move(&mut self, place: Place, text: &str, token: WrittenMove) -> ControlFlow<()> {
        if self.closed {
            self.time_open = false;
            self.warn_at(
                IssueKind::AfterEnding,
                place,
                text,
                "a move after the ending is not read",
            );
            return NEXT;
        }
        if self.record.moves.is_empty() {
            self.first_move_text = self.span(text);
            if self.rows != 0 && self.rows != ALL_ROWS {
                return self.missing_rows();
            }
        }
        self.push_move(place, token);
        NEXT
    }

    fn time(&mut self, place: Place, text: &str, ms: u32) {
        let slot = match &mut self.record.ending {
            Some(ending) => Some(&mut ending.time_ms),
            None => self.record.moves.last_mut().map(|entry| &mut entry.time_ms),
        };
        match slot {
            Some(slot) if self.time_open => *slot = Some(ms),
            _ => {
                let reason = "a time with no move or ending before it";
                self.warn_at(IssueKind::OrphanTime, place, text, reason);
            }
        }
        self.time_open = false;
    }

    /// The last line of KIF and KI2: the result, and the ending where no move line says it.
    fn last_line(&mut self, place: Place, text: &str, result: &KifResult) {
        if let Some(plies) = result.plies {
            self.record.header_plies = Some((plies, place));
        }
        let mover = self.record.end_side();
        if let Some(word) = ending_word(result, mover).filter(|_| !self.closed) {
            self.ending(place, word);
        }
        self.keep(CommentKind::Plain, text);
        self.record.header_result = result.winner.map(Winner::of);
        let found = self.record.outcome(mover).winner;
        if result.winner.is_some() && found != self.record.header_result {
            let reason = "the last line and the ending name different winners; the ending counts";
            self.warn_at(IssueKind::ResultConflict, place, text, reason);
        }
    }

    fn ending(&mut self, place: Place, word: &str) {
        let span = self.text(word);
        if let Some(first) = &self.record.ending {
            if self.record.text(first.word) != word {
                let reason = "a second ending is not read";
                self.warn_at(IssueKind::AfterEnding, place, word, reason);
            }
            return;
        }
        if !is_known_word(word) {
            let reason = "no version of the format knows this ending";
            self.warn_at(IssueKind::UnknownEnding, place, word, reason);
        }
        self.record.ending = Some(Ending {
            word: span,
            place,
            time_ms: None,
        });
        self.time_open = true;
        self.closed = true;
    }

    fn protocol(&mut self, word: &str) {
        let span = self.span(word);
        if self.record.protocol.is_none() && is_protocol_ending(word) {
            self.record.protocol = Some(span);
        } else {
            self.push_comment(CommentKind::Protocol, span, true);
        }
    }

    fn header(&mut self, key: &str, value: &str) {
        let (key_span, value_span) = (self.text(key), self.text(value));
        self.record.headers.push((key_span, value_span));
        if key == "MAX_MOVES" {
            self.record.max_moves = value.parse().ok().or(self.record.max_moves);
        }
    }

    fn set_up(&mut self, place: Place, text: &str, statement: Statement<'_>) -> ControlFlow<()> {
        if self.closed {
            let reason = "a set-up statement after the ending is not read";
            self.warn_at(IssueKind::AfterEnding, place, text, reason);
            return NEXT;
        }
        if !self.record.moves.is_empty() {
            let kind = match statement {
                Statement::Turn(_) if self.ends_text(text) => {
                    self.warn_at(IssueKind::TruncatedInput, place, text, CUT_LINE);
                    return NEXT;
                }
                Statement::Turn(_) => IssueKind::SyntaxError,
                _ => IssueKind::BadPosition,
            };
            return self.refuse(kind, place, text, "a set-up statement after the first move");
        }
        match statement {
            Statement::Turn(side) => self.turn(place, text, side),
            Statement::Row {
                rank,
                squares,
                loose,
            } => self.row(place, text, rank, squares, loose),
            Statement::StartPos(list) => self.start_position(place, list),
            Statement::Pieces(side, list) => self.pieces(place, side, list),
            _ => NEXT,
        }
    }

    fn turn(&mut self, place: Place, text: &str, side: Sign) -> ControlFlow<()> {
        match self.record.setup.side_to_move {
            Some((first, _)) if first != side => self.refuse(
                IssueKind::BadPosition,
                place,
                text,
                "two lines name different sides to move",
            ),
            Some(_) => NEXT,
            None => {
                self.record.setup.side_to_move = Some((side, place));
                NEXT
            }
        }
    }

    fn row(
        &mut self,
        place: Place,
        text: &str,
        rank: u8,
        squares: [RowSquare; 9],
        loose: bool,
    ) -> ControlFlow<()> {
        if self.rows & (1 << rank) != 0 {
            return self.refuse(
                IssueKind::BadPosition,
                place,
                text,
                "a board row is given twice",
            );
        }
        self.rows |= 1 << rank;
        if loose {
            let reason = "the row is not in columns of three; read as nine squares";
            self.warn_at(IssueKind::LooseBoardRow, place, text, reason);
        }
        self.record.setup.statements.push(SetupStatement::Row {
            rank,
            squares,
            place,
        });
        NEXT
    }

    fn missing_rows(&mut self) -> ControlFlow<()> {
        let missing = (1..=9)
            .find(|rank| self.rows & (1 << rank) == 0)
            .unwrap_or(0);
        let place = self
            .record
            .setup
            .statements
            .last()
            .map_or(self.last_place, SetupStatement::place);
        let reason = format!("the board has no row P{missing}");
        self.refuse(IssueKind::BadPosition, place, "", &reason)
    }

    fn start_position(&mut self, place: Place, list: PieceList<'_>) -> ControlFlow<()> {
        let square = |item| match item {
            Listed::Piece(Some(at), piece) => Some((at, piece)),
            _ => None,
        };
        let removed: Vec<(FileRank, PieceCode)> = list.items().filter_map(square).collect();
        self.record
            .setup
            .statements
            .push(SetupStatement::StartPos { removed, place });
        NEXT
    }

    fn pieces(&mut self, place: Place, side: Sign, list: PieceList<'_>) -> ControlFlow<()> {
        let mut pieces = Vec::new();
        let mut rest = false;
        for item in list.items() {
            match item {
                Listed::Piece(at, piece) => pieces.push((at, piece)),
                Listed::AllRest => rest = true,
            }
        }
        let statements = &mut self.record.setup.statements;
        if !rest || !pieces.is_empty() {
            statements.push(SetupStatement::Pieces {
                side,
                pieces,
                place,
            });
        }
        if rest {
            statements.push(SetupStatement::AllRest { side, place });
        }
        NEXT
    }

    fn comment(&mut self, place: Place, text: &str) {
        match floodgate::remark(text) {
            Remark::Score(score) => self.score(text, score),
            Remark::Program(text) => self.keep(CommentKind::Program, text),
            Remark::Rating(black, rating) => self.rating(place, text, black, rating),
            Remark::MaxMoves(number) => {
                self.record.max_moves = self.number(place, text, number).or(self.record.max_moves);
            }
            Remark::LeastTime(number) => {
                let seconds = self.number(place, text, number);
                self.record.least_time_s = seconds.or(self.record.least_time_s);
            }
            Remark::Increment(number) => {
                let seconds = self.number(place, text, number);
                self.record.increment_s = seconds.or(self.record.increment_s);
            }
            Remark::Summary(summary) => self.summary(place, text, summary),
            Remark::EndTime(time) => self.record.server_end_time = Some(self.span(time)),
            Remark::Refused(token) => self.refused(text, token),
            Remark::Buoy(number) => {
                let plies = self.number(place, text, number);
                self.record.forced_plies = plies.unwrap_or(self.record.forced_plies);
            }
            Remark::FinalBoard if !self.record.moves.is_empty() || self.closed => {
                self.final_board = true;
                self.keep(CommentKind::Plain, text);
            }
            Remark::FinalBoard | Remark::Plain(_) => self.keep(CommentKind::Plain, text),
        }
    }

    /// A score belongs to the move before it; without one, and where the move has a score already,
    /// it is an ordinary comment.
    fn score(&mut self, text: &str, score: Score<'_>) {
        let pv = self.span(score.pv);
        match self.record.moves.last_mut() {
            Some(entry) if entry.black_score.is_none() && !self.closed && !self.final_board => {
                entry.black_score = Some(score.black_score);
                entry.nodes = score.nodes;
                entry.pv = pv;
            }
            _ => self.keep(CommentKind::Program, &text[1..]),
        }
    }

    fn rating(&mut self, place: Place, text: &str, black: bool, rating: Rating<'_>) {
        let Some(number) = rating.rating else {
            self.warn_at(IssueKind::BadNumber, place, text, "the rating is no number");
            return self.keep(CommentKind::Plain, text);
        };
        let side = usize::from(!black);
        self.record.ratings[side] = Some(number);
        self.record.rating_ids[side] = Some(self.span(rating.id));
    }

    fn number(&mut self, place: Place, text: &str, number: &str) -> Option<u32> {
        let parsed = number.trim().parse().ok();
        if parsed.is_none() {
            self.warn_at(
                IssueKind::BadNumber,
                place,
                text,
                "no whole number in range",
            );
            self.keep(CommentKind::Plain, text);
        }
        parsed
    }

    fn summary(&mut self, place: Place, text: &str, summary: &str) {
        let Some((kind, results)) = floodgate::summary(summary) else {
            let reason = "the summary does not name two players with their results";
            self.warn_at(IssueKind::TruncatedInput, place, text, reason);
            return self.keep(CommentKind::Plain, text);
        };
        let span = |text| self.span(text);
        let results = results.map(|(name, word)| (span(name), span(word)));
        if self.record.summary.is_none() {
            self.record.summary = Some(SummaryText {
                kind: span(kind),
                results,
                place,
            });
        }
        // A summary among the headers ends nothing.
        let setup = &self.record.setup;
        self.closed |= !setup.statements.is_empty()
            || setup.side_to_move.is_some()
            || !self.record.moves.is_empty();
    }

    /// The refused move counts as no move; its comment is kept with those of the end.
    fn refused(&mut self, text: &str, token: &str) {
        let token = floodgate::move_token(token);
        self.record.refused_move = self.record.refused_move.or(token);
        self.time_open = false;
        let span = self.span(text);
        self.push_comment(CommentKind::Plain, span, true);
    }

    fn keep(&mut self, kind: CommentKind, text: &str) {
        let span = self.span(text);
        self.push_comment(kind, span, self.closed || self.final_board);
    }

    fn push_comment(&mut self, kind: CommentKind, text: Span, at_end: bool) {
        let after = if at_end {
            Comment::AT_END
        } else {
            self.record.moves.len() as u32
        };
        self.record.comments.push(Comment { kind, after, text });
    }

    /// Checks what only the whole record shows.
    fn finish(mut self) -> Result<(), Issue> {
        self.record.last_line = self.last_place.line;
        if self.rows != 0 && self.rows != ALL_ROWS {
            let _ = self.missing_rows();
            return self.error.map_or(Ok(()), Err);
        }
        self.check_content()?;
        self.check_turn();
        self.check_header_plies();
        self.check_rating_ids();
        self.check_result();
        self.order_comments();
        self.join_times();
        Ok(())
    }

    fn check_content(&self) -> Result<(), Issue> {
        let record = &self.record;
        let setup = &record.setup;
        let empty = setup.statements.is_empty()
            && setup.side_to_move.is_none()
            && record.moves.is_empty()
            && record.ending.is_none()
            && record.form != Form::UsiLine;
        if empty {
            let reason = "the record has neither a position nor a move";
            let Place { line, byte } = self.last_place;
            return Err(Issue::new(
                IssueKind::TruncatedInput,
                line,
                byte,
                "",
                reason,
            ));
        }
        Ok(())
    }

    fn check_turn(&mut self) {
        let record = &self.record;
        if record.form != Form::Csa || record.setup.side_to_move.is_some() {
            return;
        }
        let place = match (record.moves.first(), &record.ending) {
            (Some(entry), _) => entry.place,
            (None, Some(ending)) => ending.place,
            (None, None) => self.last_place,
        };
        let text = record.text(self.first_move_text).to_owned();
        let reason = "no line + or - says who moves first; taken from the first move";
        self.warn_at(IssueKind::TurnMissing, place, &text, reason);
    }

    fn join_times(&mut self) {
        let sides = (self.record.header("TIME+"), self.record.header("TIME-"));
        if let (Some(black), Some(white)) = sides {
            let joined = format!("{black}/{white}");
            self.record.time_of_sides = Some(self.own(&joined));
        }
    }

    fn check_header_plies(&mut self) {
        let Some((plies, place)) = self.record.header_plies else {
            return;
        };
        let found = self.record.moves.len();
        if plies as usize != found {
            let reason = format!("the header says {plies} moves, the record has {found}");
            self.warn_at(IssueKind::TruncatedInput, place, "", &reason);
        }
    }

    /// The server's id of a player is the name, `+` and a hash.
    fn check_rating_ids(&mut self) {
        for side in [Sign::Plus, Sign::Minus] {
            let (Some(id), Some(name)) = (self.record.rating_id(side), self.record.name(side))
            else {
                continue;
            };
            let rest = id.strip_prefix(name).map(str::trim_start);
            if !rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('+')) {
                let id = id.to_owned();
                let reason = "the rating's id is not made of this player's name";
                self.warn_at(IssueKind::ResultConflict, self.last_place, &id, reason);
            }
        }
    }

    fn check_result(&mut self) {
        let (_, conflict) = self.record.judged(self.record.end_side());
        if let (Some(reason), Some(summary)) = (conflict, self.record.summary()) {
            let (place, kind) = (summary.place, summary.kind.to_owned());
            self.warn_at(IssueKind::ResultConflict, place, &kind, reason);
        }
    }

    /// Comments of the end stand last, so that those of a move can be found by bisection.
    fn order_comments(&mut self) {
        if !self.record.comments.is_sorted_by_key(|c| c.after) {
            self.record.comments.sort_by_key(|c| c.after);
        }
    }
}

/// Bits 1 to 9: every row of the board.
const ALL_ROWS: u16 = 0b11_1111_1110;

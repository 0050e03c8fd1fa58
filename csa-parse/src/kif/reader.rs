//! The lines of a KIF or KI2 record in their order.

use super::Ki2Token;
use super::header::{self, Header};
use super::line::{self, After, Body, Ending};
use crate::error::{Issue, IssueKind};
use crate::line::{Statement, statement};
use crate::setup::Place;
use crate::token::{FileRank, MoveToken, PieceCode, Sign};
use crate::visitor::{BLANKS, Stop, Visitor, go};

/// Reads the lines of one record.
pub(crate) fn visit_lines<'a, V: Visitor>(
    lines: impl Iterator<Item = (Place, &'a str)>,
    visitor: &mut V,
) -> Result<(), Stop> {
    let mut reader = Reader {
        visitor,
        phase: Phase::Head,
        last_to: None,
        number: None,
        rows: 0,
        handicap: None,
        hands: Vec::new(),
        turn: false,
        plies: 0,
        start: Sign::Plus,
    };
    for (place, line) in lines {
        let text = line.trim_matches(BLANKS).trim_start_matches('\u{feff}');
        if !text.is_empty() {
            reader.line(place, text)?;
        }
    }
    reader.begin_moves(None)
}

/// Where in the record the reader is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Phase {
    Head,
    Moves,
    Ended,
    Variations,
}

struct Reader<'v, V> {
    visitor: &'v mut V,
    phase: Phase,
    last_to: Option<FileRank>,
    /// The number before the last move.
    number: Option<u32>,
    rows: u8,
    handicap: Option<(String, Place)>,
    /// Hands as CSA statements; they count where there is a diagram.
    hands: Vec<(String, Place)>,
    /// A line said who moves first.
    turn: bool,
    plies: usize,
    start: Sign,
}

fn refuse<T>(kind: IssueKind, place: Place, text: &str, reason: &str) -> Result<T, Stop> {
    Err(Stop::Issue(Issue::new(
        kind, place.line, place.byte, text, reason,
    )))
}

impl<V: Visitor> Reader<'_, V> {
    fn line(&mut self, place: Place, text: &str) -> Result<(), Stop> {
        if self.phase == Phase::Variations {
            return self.comment(place, text);
        }
        match text.chars().next() {
            Some(star @ ('*' | '＊')) => self.comment(place, &text[star.len_utf8()..]),
            Some('#' | '&') => self.comment(place, text),
            Some('|') => self.row(place, text),
            Some('+') if text.starts_with("+-") => Ok(()),
            Some('0'..='9') => self.numbered(place, text),
            Some(_) if line::mark(text).is_some() => self.marked(place, text),
            _ => self.words(place, text),
        }
    }

    fn comment(&mut self, place: Place, text: &str) -> Result<(), Stop> {
        go(self.visitor.kif_comment(place, text))
    }

    fn warn(
        &mut self,
        kind: IssueKind,
        place: Place,
        text: &str,
        reason: &str,
    ) -> Result<(), Stop> {
        let issue = Issue::new(kind, place.line, place.byte, text, reason);
        go(self.visitor.warning(issue))
    }

    /// A line that begins with a word.
    fn words(&mut self, place: Place, text: &str) -> Result<(), Stop> {
        if text.starts_with("変化") {
            self.begin_moves(None)?;
            self.phase = Phase::Variations;
            return self.comment(place, text);
        }
        if let Some(rest) = text.strip_prefix("まで") {
            self.begin_moves(None)?;
            self.phase = Phase::Ended;
            return go(self.visitor.kif_result(place, text, header::result(rest)));
        }
        if let Some((sign, "番")) = header::side(text) {
            return self.turn(place, text, sign);
        }
        if text.starts_with("手数") || text.starts_with("９ ８") || text.starts_with("９　８")
        {
            return Ok(());
        }
        match (line::ending(text), header::header(text)) {
            (Some((ending, "")), _) => self.ending(place, text, ending),
            (_, Some(header)) if self.phase == Phase::Head => self.header(place, text, header),
            _ => {
                let reason = "a line that is no statement of KIF or KI2, kept as a comment";
                self.warn(IssueKind::SyntaxError, place, text, reason)?;
                self.comment(place, text)
            }
        }
    }

    fn turn(&mut self, place: Place, text: &str, sign: Sign) -> Result<(), Stop> {
        (self.turn, self.start) = (true, sign);
        go(self.visitor.statement(place, text, Statement::Turn(sign)))
    }

    fn header(&mut self, place: Place, text: &str, header: Header<'_>) -> Result<(), Stop> {
        match header {
            Header::Name(sign, name) => {
                go(self
                    .visitor
                    .statement(place, text, Statement::Name(sign, name)))
            }
            Header::Other(key, value) => {
                let statement = Statement::Header { key, value };
                go(self.visitor.statement(place, text, statement))
            }
            Header::Handicap(name) => {
                self.handicap = Some((name.to_owned(), place));
                Ok(())
            }
            Header::Hand(sign, list) => match header::hand(sign, list) {
                Some(list) => {
                    self.hands.push((list, place));
                    Ok(())
                }
                None => refuse(
                    IssueKind::BadPosition,
                    place,
                    text,
                    "no list of pieces in hand",
                ),
            },
        }
    }

    /// Hands on a statement in the words of CSA.
    fn csa(&mut self, place: Place, text: &str, csa: &str) -> Result<(), Stop> {
        match statement(csa) {
            Ok(statement) => go(self.visitor.statement(place, text, statement)),
            Err(refusal) => refuse(refusal.kind, place, text, refusal.reason),
        }
    }

    fn row(&mut self, place: Place, text: &str) -> Result<(), Stop> {
        let Some((squares, rank)) = header::row(text) else {
            let reason = "a row of a diagram has nine squares of a blank or v and a piece";
            return refuse(IssueKind::BadPosition, place, text, reason);
        };
        self.rows = self.rows.saturating_add(1);
        let rank = rank.unwrap_or(self.rows);
        if rank > 9 {
            return refuse(
                IssueKind::BadPosition,
                place,
                text,
                "a diagram has nine rows",
            );
        }
        let loose = false;
        let row = Statement::Row {
            rank,
            squares,
            loose,
        };
        go(self.visitor.statement(place, text, row))
    }

    /// What is known about the start, once: the handicap, and who moves first.
    fn begin_moves(&mut self, first: Option<Sign>) -> Result<(), Stop> {
        if self.phase != Phase::Head {
            return Ok(());
        }
        self.phase = Phase::Moves;
        for (hand, place) in std::mem::take(&mut self.hands) {
            self.hand(place, &hand)?;
        }
        let (name, place) = self.handicap.take().unwrap_or_default();
        let is_handicap = self.handicap_start(&name, place)?;
        // Who receives a handicap, or the side whose mark stands first, is to move.
        let white_first = is_handicap || first == Some(Sign::Minus);
        if white_first && !self.turn {
            return self.turn(place, &name, Sign::Minus);
        }
        Ok(())
    }

    /// Without a diagram only an empty hand is possible; it says nothing then.
    fn hand(&mut self, place: Place, list: &str) -> Result<(), Stop> {
        match (self.rows, list.len()) {
            (0, ..=2) => Ok(()),
            (0, _) => refuse(
                IssueKind::BadPosition,
                place,
                list,
                "pieces in hand, and no diagram",
            ),
            _ => self.csa(place, list, list),
        }
    }

    /// Whether it is a handicap game; without a diagram its start is handed on.
    fn handicap_start(&mut self, name: &str, place: Place) -> Result<bool, Stop> {
        if self.rows > 0 || name.is_empty() {
            return Ok(!matches!(name, "" | "平手" | "その他"));
        }
        match header::handicap(name) {
            Some("") => Ok(false),
            Some(csa) => self.csa(place, name, csa).map(|()| true),
            None => {
                let reason = "an unknown handicap, and no diagram";
                refuse(IssueKind::BadPosition, place, name, reason)
            }
        }
    }

    /// The side to move.
    const fn mover(&self) -> Sign {
        self.start.after(self.plies)
    }

    /// A line of KIF: number, move or ending, time.
    fn numbered(&mut self, place: Place, text: &str) -> Result<(), Stop> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = text.split_at(digits);
        let rest = line::skip_blanks(rest);
        let Ok(number) = number.parse::<u32>() else {
            return refuse(IssueKind::BadNumber, place, text, "no number of a move");
        };
        if let Some((ending, rest)) = line::ending(rest) {
            self.ending(place, text, ending)?;
            return self.after(place, text, rest);
        }
        let (sign, rest) = line::mark(rest).map_or((None, rest), |(sign, rest)| (Some(sign), rest));
        let Some((body, rest)) = line::body(rest) else {
            let reason = "a move is a square or the sign for the same one, a piece, and its origin";
            return refuse(IssueKind::SyntaxError, place, text, reason);
        };
        self.begin_moves(sign)?;
        if self
            .number
            .is_some_and(|last| last.checked_add(1) != Some(number))
        {
            let reason = "the moves are not numbered one by one";
            return refuse(IssueKind::SyntaxError, place, text, reason);
        }
        self.number = Some(number);
        self.play(place, text, sign, body)?;
        self.after(place, text, rest)
    }

    fn after(&mut self, place: Place, text: &str, rest: &str) -> Result<(), Stop> {
        match line::after(rest) {
            After::Nothing => Ok(()),
            After::Time(ms) => go(self.visitor.statement(place, text, Statement::Time(ms))),
            After::BadTime => {
                let reason = "the time is not of the form minutes:seconds";
                self.warn(IssueKind::BadNumber, place, text, reason)
            }
            After::Junk => self.warn(IssueKind::SyntaxError, place, text, "text after the move"),
        }
    }

    /// A line of KI2: moves, each with the mark of its side.
    fn marked(&mut self, place: Place, line: &str) -> Result<(), Stop> {
        let mut rest = line;
        while !rest.is_empty() {
            let byte = place.byte + (line.len() - rest.len()) as u64;
            let place = Place { byte, ..place };
            let read = line::mark(rest)
                .and_then(|(sign, text)| Some((sign, line::body(line::skip_blanks(text))?)));
            let Some((sign, (body, after))) = read else {
                let reason = "a move is the mark of a side, a square or the sign for the same one, and a piece";
                return refuse(IssueKind::SyntaxError, place, rest, reason);
            };
            self.begin_moves(Some(sign))?;
            let text = &rest[..rest.len() - after.len()];
            self.play(place, text, Some(sign), body)?;
            rest = line::skip_blanks(after);
        }
        Ok(())
    }

    fn play(
        &mut self,
        place: Place,
        text: &str,
        sign: Option<Sign>,
        body: Body,
    ) -> Result<(), Stop> {
        let Some(to) = body.to.or(self.last_to) else {
            let reason = "同 with no move before it";
            return refuse(IssueKind::SyntaxError, place, text, reason);
        };
        (self.last_to, self.plies) = (Some(to), self.plies + 1);
        let from = match (body.from, body.drop) {
            (None, false) => return self.without_origin(place, sign, to, body),
            (from, drop) => from.filter(|_| !drop),
        };
        let Some(piece) = after_move(&body) else {
            return refuse(
                IssueKind::SyntaxError,
                place,
                text,
                "the piece cannot promote",
            );
        };
        let token = MoveToken {
            sign,
            from,
            to,
            piece,
        };
        go(self.visitor.statement(place, text, Statement::Move(token)))
    }

    fn without_origin(
        &mut self,
        place: Place,
        sign: Option<Sign>,
        to: FileRank,
        body: Body,
    ) -> Result<(), Stop> {
        let token = Ki2Token {
            sign,
            to,
            piece: body.piece,
            promote: body.promote,
            drop: body.drop,
            relative: body.relative,
        };
        go(self.visitor.ki2_move(place, token))
    }

    fn ending(&mut self, place: Place, text: &str, ending: Ending) -> Result<(), Stop> {
        self.begin_moves(None)?;
        self.phase = Phase::Ended;
        let word = match (ending, self.mover()) {
            (Ending::Word(word), _) => word,
            (Ending::FoulOfOther, Sign::Plus) => "%-ILLEGAL_ACTION",
            (Ending::FoulOfOther, Sign::Minus) => "%+ILLEGAL_ACTION",
        };
        go(self.visitor.statement(place, text, Statement::Ending(word)))
    }
}

/// The piece after the move.
fn after_move(body: &Body) -> Option<PieceCode> {
    if body.promote != Some(true) {
        return Some(body.piece);
    }
    Some(match body.piece {
        PieceCode::Fu => PieceCode::To,
        PieceCode::Ky => PieceCode::Ny,
        PieceCode::Ke => PieceCode::Nk,
        PieceCode::Gi => PieceCode::Ng,
        PieceCode::Ka => PieceCode::Um,
        PieceCode::Hi => PieceCode::Ry,
        _ => return None,
    })
}

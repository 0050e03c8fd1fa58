//! One owned record: the parsed text of a game, cleared and reused from game to game.

use crate::encoding::Encoding;
use crate::error::Issue;
use crate::floodgate;
use crate::outcome::{Evidence, Outcome, Winner, judge};
use crate::raw::Form;
use crate::setup::{Place, SetupStatements};
use crate::token::{MoveToken, Sign, WrittenMove};

/// A piece of the record's text arena.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

/// One move with what the record says about it.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct MoveEntry {
    /// The move as written.
    pub token: WrittenMove,
    /// Where the move is written.
    pub place: Place,
    /// Time used, in milliseconds; `None` where the record does not say (not the same as 0).
    pub time_ms: Option<u32>,
    /// The writer's score after the move, from Black's view, as written (usually centipawns).
    pub black_score: Option<i32>,
    /// Nodes searched, where the comment says so.
    pub nodes: Option<u64>,
    pub(crate) pv: Span,
}

/// The ending line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct EndingLine<'a> {
    /// The word as written, such as `%TORYO`.
    pub word: &'a str,
    /// Where it is written.
    pub place: Place,
    /// Time on the ending, in milliseconds.
    pub time_ms: Option<u32>,
}

/// The server's summary comment, `'summary:kind:name result:name result`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Summary<'a> {
    /// The kind as written, such as `time up`.
    pub kind: &'a str,
    /// Name and word (`win`, `lose`, `draw`) in the order written.
    pub results: [(&'a str, &'a str); 2],
    /// Where it is written.
    pub place: Place,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Ending {
    pub(crate) word: Span,
    pub(crate) place: Place,
    pub(crate) time_ms: Option<u32>,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct SummaryText {
    pub(crate) kind: Span,
    pub(crate) results: [(Span, Span); 2],
    pub(crate) place: Place,
}

/// How a comment is written.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CommentKind {
    /// `'*text`: for programs.
    Program,
    /// `'text`.
    Plain,
    /// `#WORD`: a line of the network protocol that says nothing about the end.
    Protocol,
}

#[derive(Copy, Clone, Debug)]
pub(crate) struct Comment {
    pub(crate) kind: CommentKind,
    /// Number of moves before it; [`Comment::AT_END`] after the ending.
    pub(crate) after: u32,
    pub(crate) text: Span,
}

impl Comment {
    pub(crate) const AT_END: u32 = u32::MAX;
}

/// One parsed record. Text lies in an arena; [`Record::clear`] keeps all memory for the next game.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// The encoding the text was read in.
    pub encoding: Option<Encoding>,
    /// The kind of text it was.
    pub form: Form,
    /// The start of the game as written.
    pub setup: SetupStatements,
    /// The moves in order.
    pub moves: Vec<MoveEntry>,
    /// Limit of moves: `'Max_Moves:` or `$MAX_MOVES:`.
    pub max_moves: Option<u32>,
    /// `'Least_Time_Per_Move:`, seconds.
    pub least_time_s: Option<u32>,
    /// `'Increment:`, seconds.
    pub increment_s: Option<u32>,
    /// Ratings of Black and White at the time of the game.
    pub ratings: [Option<f64>; 2],
    /// Moves at the start that the server prescribed (buoy game); not choices of the players.
    pub forced_plies: u32,
    /// The move in `'ILLEGAL_MOVE(…)`, refused by the server and not among the moves.
    pub refused_move: Option<MoveToken>,
    /// Warnings in the order found.
    pub warnings: Vec<Issue>,
    /// First line of the record, from 1.
    pub first_line: u64,
    /// Last line of the record with a statement.
    pub last_line: u64,
    pub(crate) text: String,
    pub(crate) version: Option<Span>,
    pub(crate) names: [Option<Span>; 2],
    pub(crate) rating_ids: [Option<Span>; 2],
    pub(crate) headers: Vec<(Span, Span)>,
    pub(crate) comments: Vec<Comment>,
    pub(crate) ending: Option<Ending>,
    pub(crate) protocol: Option<Span>,
    pub(crate) summary: Option<SummaryText>,
    pub(crate) server_end_time: Option<Span>,
    /// `$TIME+:` and `$TIME-:` joined by a slash.
    pub(crate) time_of_sides: Option<Span>,
    pub(crate) header_result: Option<Winner>,
    pub(crate) header_plies: Option<(u32, Place)>,
}

impl Record {
    /// An empty record.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets the game and keeps the memory.
    pub fn clear(&mut self) {
        let mut old = std::mem::take(self);
        old.setup.clear();
        old.moves.clear();
        old.warnings.clear();
        old.text.clear();
        old.headers.clear();
        old.comments.clear();
        *self = Self {
            setup: old.setup,
            moves: old.moves,
            warnings: old.warnings,
            text: old.text,
            headers: old.headers,
            comments: old.comments,
            ..Self::default()
        };
    }

    pub(crate) fn text(&self, span: Span) -> &str {
        &self.text[span.start as usize..(span.start + span.len) as usize]
    }

    fn optional(&self, span: Option<Span>) -> Option<&str> {
        span.map(|span| self.text(span))
    }

    /// The version line as written, such as `V2.2`; `None` where there is none.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.optional(self.version)
    }

    /// The player's name as written.
    #[must_use]
    pub fn name(&self, side: Sign) -> Option<&str> {
        self.optional(self.names[side.index()])
    }

    /// The identifier in the server's rating lines (`player+hash`).
    #[must_use]
    pub fn rating_id(&self, side: Sign) -> Option<&str> {
        self.optional(self.rating_ids[side.index()])
    }

    /// Every `$KEY:value` line in order, those with an accessor of their own too.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers
            .iter()
            .map(|&(key, value)| (self.text(key), self.text(value)))
    }

    /// The value of the first `$KEY:value` line with this key.
    #[must_use]
    pub fn header(&self, key: &str) -> Option<&str> {
        self.headers()
            .find(|(k, _)| *k == key)
            .map(|(_, value)| value)
    }

    /// `$EVENT:` as written.
    #[must_use]
    pub fn event(&self) -> Option<&str> {
        self.header("EVENT")
    }

    /// `$SITE:` as written.
    #[must_use]
    pub fn site(&self) -> Option<&str> {
        self.header("SITE")
    }

    /// `$OPENING:` as written.
    #[must_use]
    pub fn opening(&self) -> Option<&str> {
        self.header("OPENING")
    }

    /// `$START_TIME:` as written.
    #[must_use]
    pub fn start_time(&self) -> Option<&str> {
        self.header("START_TIME").filter(|time| !time.is_empty())
    }

    /// `$END_TIME:` or the server's `'$END_TIME:` as written.
    #[must_use]
    pub fn end_time(&self) -> Option<&str> {
        let server = self.optional(self.server_end_time);
        self.header("END_TIME")
            .or(server)
            .filter(|time| !time.is_empty())
    }

    pub(crate) fn server_end_time(&self) -> Option<&str> {
        self.optional(self.server_end_time)
    }

    /// The time control: `$TIME_LIMIT:` or `$TIME:` as written, `$TIME+:` and `$TIME-:` joined by a
    /// slash, else the one in a Floodgate event name (`300-10F`).
    #[must_use]
    pub fn time_control(&self) -> Option<&str> {
        self.header("TIME_LIMIT")
            .or_else(|| self.header("TIME"))
            .or_else(|| self.optional(self.time_of_sides))
            .or_else(|| self.header("TIME+").or_else(|| self.header("TIME-")))
            .or_else(|| self.event().and_then(floodgate::event_time_control))
    }

    /// `$JISHOGI:` as written.
    #[must_use]
    pub fn jishogi(&self) -> Option<&str> {
        self.header("JISHOGI")
    }

    /// `$NOTE:` lines with their escapes (`\n`, `\\`) resolved, joined by line feeds.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let notes: Vec<String> = self
            .headers()
            .filter(|(key, _)| *key == "NOTE")
            .map(|(_, v)| unescape(v))
            .collect();
        (!notes.is_empty()).then(|| notes.join("\n"))
    }

    /// Comments after move `ply` (0 is the first move), in order, without `'`, `'*` and outer blanks.
    pub fn comments(&self, ply: usize) -> impl Iterator<Item = &str> {
        self.comments_after(ply as u32 + 1)
            .map(|(_, text)| text.trim())
    }

    /// Comments before the first move that are not data of the server.
    pub fn head_comments(&self) -> impl Iterator<Item = &str> {
        self.comments_after(0).map(|(_, text)| text.trim())
    }

    /// Comments after the ending, the server's final board too.
    pub fn end_comments(&self) -> impl Iterator<Item = &str> {
        self.comments_after(Comment::AT_END)
            .map(|(_, text)| text.trim_end())
    }

    /// Comments by the number of moves before them, with their kind.
    pub(crate) fn comments_after(&self, after: u32) -> impl Iterator<Item = (CommentKind, &str)> {
        let start = self.comments.partition_point(|c| c.after < after);
        self.comments[start..]
            .iter()
            .take_while(move |c| c.after == after)
            .map(|c| (c.kind, self.text(c.text)))
    }

    /// The principal variation written with move `ply`, as text; `None` where there is none.
    #[must_use]
    pub fn pv(&self, ply: usize) -> Option<&str> {
        self.moves
            .get(ply)
            .map(|entry| self.text(entry.pv))
            .filter(|pv| !pv.is_empty())
    }

    /// The moves of [`Record::pv`], CSA or USI, up to the first word that is no move.
    pub fn pv_tokens(&self, ply: usize) -> impl Iterator<Item = WrittenMove> {
        floodgate::pv_tokens(self.pv(ply).unwrap_or(""))
    }

    /// The ending line, if any.
    #[must_use]
    pub fn ending(&self) -> Option<EndingLine<'_>> {
        self.ending.map(|ending| EndingLine {
            word: self.text(ending.word),
            place: ending.place,
            time_ms: ending.time_ms,
        })
    }

    /// A protocol line that ends the game, such as `#RESIGN`, if any.
    #[must_use]
    pub fn protocol_ending(&self) -> Option<&str> {
        self.optional(self.protocol)
    }

    /// The server's summary, if any.
    #[must_use]
    pub fn summary(&self) -> Option<Summary<'_>> {
        self.summary.map(|summary| Summary {
            kind: self.text(summary.kind),
            results: summary
                .results
                .map(|(name, word)| (self.text(name), self.text(word))),
            place: summary.place,
        })
    }

    /// The side that moves first: as written, else from the first move's sign or the SFEN, else Black.
    #[must_use]
    pub fn start_side(&self) -> Sign {
        if let Some((side, _)) = self.setup.side_to_move {
            return side;
        }
        if let Some((sfen, _)) = &self.setup.sfen {
            let white = sfen.split_ascii_whitespace().nth(1) == Some("w");
            return if white { Sign::Minus } else { Sign::Plus };
        }
        match self.moves.first().map(|entry| entry.token) {
            Some(WrittenMove::Csa(MoveToken {
                sign: Some(sign), ..
            })) => sign,
            _ => Sign::Plus,
        }
    }

    /// The side to move after the last move, counted from [`Record::start_side`].
    #[must_use]
    pub fn end_side(&self) -> Sign {
        self.start_side().after(self.moves.len())
    }

    /// How the game ended and who won, by the truth rule: the server's summary decides, else the `%`
    /// word, else a protocol line.
    #[must_use]
    pub fn outcome(&self, side_to_move_at_end: Sign) -> Outcome {
        self.judged(side_to_move_at_end).0
    }

    /// The outcome, and how the sources contradict each other.
    pub(crate) fn judged(&self, mover: Sign) -> (Outcome, Option<&'static str>) {
        let evidence = Evidence {
            names: [self.name(Sign::Plus), self.name(Sign::Minus)],
            word: self.optional(self.ending.map(|ending| ending.word)),
            protocol: self.protocol_ending(),
            summary: self
                .summary()
                .map(|summary| (summary.kind, summary.results)),
            header_result: self.header_result,
            mover_first: self.summary.is_some() && self.is_before_black_first(),
        };
        judge(&evidence, mover)
    }

    /// Whether the record is older than 18 May 2008, when the server began to name Black first.
    fn is_before_black_first(&self) -> bool {
        let event_stamp = self.event().and_then(|event| event.rsplit('+').next());
        [self.start_time(), self.end_time(), event_stamp]
            .into_iter()
            .flatten()
            .find_map(date_number)
            .is_some_and(|date| date < 20_080_518)
    }
}

/// The date at the start of a text as a number, 20080518: `2008/05/18 …` or `20080518…`.
fn date_number(text: &str) -> Option<u32> {
    let digits: String = text.chars().filter(char::is_ascii_digit).take(8).collect();
    (digits.len() == 8).then(|| digits.parse().ok()).flatten()
}

/// Resolves `\n` and `\\` of a V3.0 note; other backslashes stay.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some('n')) => {
                out.push('\n');
                chars.next();
            }
            ('\\', Some('\\')) => {
                out.push('\\');
                chars.next();
            }
            _ => out.push(c),
        }
    }
    out
}

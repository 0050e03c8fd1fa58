//! One game as `inspect` shows it. The field names are part of the program's interface; see `docs/formats/inspect.md`.

use joban_csa_parse::token::Sign;
use joban_csa_parse::{Issue, RawRecord, Record};
use joban_engine::rules::{Broken, Color, Position, Replay};
use serde::Serialize;

/// Everything understood of one record. `None` is written as `null`: not known.
#[derive(Debug, Serialize)]
pub(crate) struct GameView<'a> {
    /// Path, or archive, `!` and entry.
    pub(crate) file: &'a str,
    /// Number of the game in its file, from 1.
    pub(crate) game: u32,
    /// First line of the record.
    pub(crate) line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<IssueView>,
    pub(crate) version: Option<&'a str>,
    pub(crate) encoding: Option<&'static str>,
    /// Black, white.
    pub(crate) names: [Option<&'a str>; 2],
    /// Black, white.
    pub(crate) ratings: [Option<f64>; 2],
    /// Identifiers in the server's rating lines, black, white.
    pub(crate) rating_ids: [Option<&'a str>; 2],
    pub(crate) event: Option<&'a str>,
    pub(crate) site: Option<&'a str>,
    pub(crate) opening: Option<&'a str>,
    /// Start time as written.
    pub(crate) start: Option<&'a str>,
    /// End time as written.
    pub(crate) end: Option<&'a str>,
    pub(crate) time_control: Option<&'a str>,
    pub(crate) max_moves: Option<u32>,
    pub(crate) note: Option<String>,
    pub(crate) start_sfen: Option<String>,
    /// Legal moves that were read, in a broken game those before the error.
    pub(crate) plies: usize,
    /// Plies that a server prescribed (buoy game).
    pub(crate) forced_plies: u32,
    /// USI.
    pub(crate) moves: Vec<String>,
    /// One a move; unknown is not zero.
    pub(crate) times_ms: Vec<Option<u32>>,
    /// The `%` word as written.
    pub(crate) ending: Option<&'a str>,
    /// A protocol line such as `#RESIGN`.
    pub(crate) protocol_ending: Option<&'a str>,
    pub(crate) end_time_ms: Option<u32>,
    /// Kind in the server's summary comment.
    pub(crate) summary: Option<&'a str>,
    /// How the game ended, by the truth rule.
    pub(crate) end_kind: &'static str,
    /// `black`, `white`, `draw`.
    pub(crate) winner: Option<&'static str>,
    /// A move that the server refused, as written.
    pub(crate) refused_move: Option<String>,
    /// Black's view, as written.
    pub(crate) scores: Vec<Option<i32>>,
    pub(crate) nodes: Vec<Option<u64>>,
    /// USI; the part of a line that can be played after the move.
    pub(crate) pvs: Vec<Option<Vec<String>>>,
    /// Free comments after each move; several are joined by line feeds.
    pub(crate) comments: Vec<Option<String>>,
    /// Free comments before the first move.
    pub(crate) head_comments: Vec<&'a str>,
    pub(crate) warnings: Vec<IssueView>,
    #[serde(skip)]
    problem: Option<Issue>,
    #[serde(skip)]
    warned: &'a [Issue],
}

/// An error or warning.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct IssueView {
    pub(crate) kind: &'static str,
    /// Line in the file, from 1; `null` where none applies.
    pub(crate) line: Option<u64>,
    /// Offset in the file.
    pub(crate) byte: u64,
    pub(crate) text: String,
    pub(crate) reason: String,
}

impl IssueView {
    pub(crate) fn new(issue: &Issue) -> Self {
        IssueView {
            kind: issue.kind.as_str(),
            line: (issue.line > 0).then_some(issue.line),
            byte: issue.byte,
            text: issue.text.clone(),
            reason: issue.reason.clone(),
        }
    }
}

impl<'a> GameView<'a> {
    /// Replays a record; `parse_error` is where parsing stopped.
    pub(crate) fn new(
        raw: &'a RawRecord,
        record: &'a Record,
        parse_error: Option<Issue>,
        replay: &mut Replay,
    ) -> Self {
        let played = Played::new(record, replay);
        let problem = earlier(record, played.broken, parse_error);
        let outcome = record.outcome(played.end_side);
        let plies = played.moves.len();
        let entries = &record.moves[..plies.min(record.moves.len())];
        let whole = problem.is_none();
        let ending = record.ending().filter(|_| whole);
        GameView {
            file: &raw.file,
            game: raw.index + 1,
            line: record.first_line,
            error: problem.as_ref().map(IssueView::new),
            version: record.version(),
            encoding: record.encoding.map(|encoding| encoding.as_str()),
            names: both(|side| record.name(side)),
            ratings: record.ratings,
            rating_ids: both(|side| record.rating_id(side)),
            event: record.event(),
            site: record.site(),
            opening: record.opening(),
            start: record.start_time(),
            end: record.end_time(),
            time_control: record.time_control(),
            max_moves: record.max_moves,
            note: record.note(),
            start_sfen: played.start_sfen,
            plies,
            forced_plies: record.forced_plies,
            moves: played.moves,
            times_ms: entries.iter().map(|entry| entry.time_ms).collect(),
            ending: ending.map(|ending| ending.word),
            protocol_ending: record.protocol_ending().filter(|_| whole),
            end_time_ms: ending.and_then(|ending| ending.time_ms),
            summary: record
                .summary()
                .map(|summary| summary.kind)
                .filter(|_| whole),
            end_kind: if whole { outcome.end.as_str() } else { "none" },
            winner: outcome
                .winner
                .filter(|_| whole)
                .map(|winner| winner.as_str()),
            refused_move: record.refused_move.map(|token| token.to_string()),
            scores: entries.iter().map(|entry| entry.black_score).collect(),
            nodes: entries.iter().map(|entry| entry.nodes).collect(),
            pvs: played.pvs,
            comments: (0..plies).map(|ply| joined(record.comments(ply))).collect(),
            head_comments: record.head_comments().collect(),
            warnings: record.warnings.iter().map(IssueView::new).collect(),
            problem,
            warned: &record.warnings,
        }
    }

    /// The warnings with their kinds.
    pub(crate) fn warned(&self) -> &'a [Issue] {
        self.warned
    }

    /// Why the game is broken, if it is.
    pub(crate) fn problem(&self) -> Option<&Issue> {
        self.problem.as_ref()
    }
}

/// What a replay gives, as text.
struct Played {
    start_sfen: Option<String>,
    moves: Vec<String>,
    pvs: Vec<Option<Vec<String>>>,
    end_side: Sign,
    broken: Option<Broken>,
}

impl Played {
    fn new(record: &Record, replay: &mut Replay) -> Self {
        let mut pvs = Vec::with_capacity(record.moves.len());
        let broken = replay
            .run(record, |before, mv, ply| {
                let after = record.pv(ply).map(|_| {
                    let mut after = before.clone();
                    // The move is legal: the replay has just checked it.
                    let _ = after.play(mv);
                    after
                });
                pvs.push(after.map(|after| pv(record, ply, after)));
            })
            .err();
        let set_up = broken
            .as_ref()
            .is_none_or(|broken| in_moves(record, broken));
        pvs.truncate(replay.moves().len());
        Played {
            start_sfen: set_up.then(|| replay.start_sfen()),
            moves: replay.moves().iter().map(ToString::to_string).collect(),
            pvs,
            end_side: match replay.position().side() {
                Color::Black => Sign::Plus,
                Color::White => Sign::Minus,
            },
            broken,
        }
    }
}

/// The moves of a variation as far as they can be played.
fn pv(record: &Record, ply: usize, mut position: Position) -> Vec<String> {
    let mut moves = Vec::new();
    for token in record.pv_tokens(ply) {
        let Ok(mv) = position.move_from_written(token) else {
            break;
        };
        if position.play(mv).is_err() {
            break;
        }
        moves.push(mv.to_string());
    }
    moves
}

/// Whether a replay stopped at a move, not at the set-up.
fn in_moves(record: &Record, broken: &Broken) -> bool {
    let entry = record.moves.get(broken.good_plies);
    entry.is_some_and(|entry| {
        entry.place.byte == broken.issue.byte && entry.place.line == broken.issue.line
    })
}

/// The problem that comes first in the file. A record is filled up to its parse error, so a bad move
/// found by the replay lies before it; a set-up that the parse error cut short is not to blame.
fn earlier(record: &Record, broken: Option<Broken>, parse_error: Option<Issue>) -> Option<Issue> {
    match (broken, parse_error) {
        (Some(broken), Some(error)) if !in_moves(record, &broken) => Some(error),
        (Some(broken), _) => Some(broken.issue),
        (None, error) => error,
    }
}

fn both<T>(of: impl Fn(Sign) -> T) -> [T; 2] {
    [of(Sign::Plus), of(Sign::Minus)]
}

fn joined<'a>(comments: impl Iterator<Item = &'a str>) -> Option<String> {
    let all: Vec<&str> = comments.collect();
    (!all.is_empty()).then(|| all.join("\n"))
}

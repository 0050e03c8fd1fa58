//! From the bytes of one record to a game of the corpus.

use std::collections::BTreeMap;

use joban_csa_parse::{
    GameEnd, Issue, IssueKind, Parser, RawRecord, ReadOptions, Record, Sign, Winner,
};
use joban_engine::rules::{
    Broken, Color, DeclarationOutcome, DeclarationRule, Move, Position, Repetition, Replay, Setup,
};

use crate::corpus::{EVEN_START, GameFacts, NO_SCORE, NO_TIME, Plies, PlyLimit, Verified};
use crate::hash::GameHasher;
use crate::reject::Reject;

/// What became of a record.
#[expect(clippy::large_enum_variant, reason = "passed on at once, never stored")]
pub(crate) enum Reading<'a> {
    /// A game; with the reason if it is illegal.
    Game(GameFacts<'a>, Plies<'a>, Option<Reject>),
    /// The record or its start position cannot be read.
    Refused(Reject),
}

/// Reads records one after another with the same memory.
#[derive(Debug)]
pub(crate) struct RecordReader {
    limit: PlyLimit,
    details: bool,
    parser: Parser,
    record: Record,
    replay: Replay,
    hasher: GameHasher,
    start: String,
    words: Vec<u16>,
    keys: Vec<u64>,
    time_ms: Vec<u32>,
    black_score: Vec<i32>,
    /// Warnings of all records read, by kind.
    pub(crate) warnings: BTreeMap<IssueKind, u64>,
}

impl RecordReader {
    pub(crate) fn new(limit: PlyLimit, details: bool, options: &ReadOptions) -> Self {
        let parser = if details { Parser::new } else { Parser::bare };
        Self {
            limit,
            details,
            parser: parser(options.clone()),
            record: Record::new(),
            replay: Replay::new(),
            hasher: GameHasher::default(),
            start: String::new(),
            words: Vec::new(),
            keys: Vec::new(),
            time_ms: Vec::new(),
            black_score: Vec::new(),
            warnings: BTreeMap::new(),
        }
    }

    /// Parses and replays one record.
    pub(crate) fn read<'a>(&'a mut self, raw: &'a RawRecord) -> Reading<'a> {
        let raw_sha256 = raw.sha256();
        let reject = |issue: Issue| reject(raw, raw_sha256, issue);
        if let Err(issue) = self.parser.parse(raw, &mut self.record) {
            return Reading::Refused(reject(issue));
        }
        for warning in &self.record.warnings {
            *self.warnings.entry(warning.kind).or_default() += 1;
        }
        let illegal = match self.replay() {
            Ok(()) => None,
            Err(broken) if broken.issue.kind == IssueKind::BadPosition => {
                return Reading::Refused(reject(broken.issue));
            }
            Err(broken) => Some(reject(broken.issue)),
        };
        if self.details {
            self.copy_details();
        }
        let hash = self.hash();
        let plies = Plies {
            words: &self.words,
            keys: &self.keys,
            time_ms: &self.time_ms,
            black_score: &self.black_score,
        };
        let facts = GameFacts {
            hash,
            raw_sha256,
            file: &raw.file,
            game: raw.index + 1,
            line: raw.first_line,
            ..self.facts(illegal.is_some())
        };
        Reading::Game(facts, plies, illegal)
    }

    /// Replays the record; words and keys then hold the kept positions, the last one of a short game with word 0.
    fn replay(&mut self) -> Result<(), Broken> {
        let limit = match self.limit {
            PlyLimit::First(limit) => limit as usize,
            PlyLimit::All => usize::MAX,
        };
        let (words, keys) = (&mut self.words, &mut self.keys);
        words.clear();
        keys.clear();
        let result = self
            .replay
            .run(&self.record, |before: &Position, mv: Move, ply| {
                if ply < limit {
                    words.push(mv.word());
                    keys.push(before.key());
                }
            });
        if words.len() < limit {
            words.push(0);
            keys.push(self.replay.position().key());
        }
        result
    }

    fn copy_details(&mut self) {
        self.time_ms.clear();
        self.black_score.clear();
        let moves = self.words.iter().take_while(|&&word| word != 0).count();
        for entry in &self.record.moves[..moves] {
            self.time_ms.push(entry.time_ms.unwrap_or(NO_TIME));
            self.black_score.push(entry.black_score.unwrap_or(NO_SCORE));
        }
        self.time_ms.resize(self.words.len(), NO_TIME);
        self.black_score.resize(self.words.len(), NO_SCORE);
    }

    fn hash(&mut self) -> u64 {
        self.start.clear();
        match self.replay.start() {
            None => self.start.push_str(EVEN_START),
            Some(setup) => self.start.push_str(&Setup::to_sfen_key(setup)),
        }
        self.hasher.begin(&self.start);
        self.replay
            .moves()
            .iter()
            .for_each(|&mv| self.hasher.push(mv));
        self.hasher.finish()
    }

    fn facts(&self, illegal: bool) -> GameFacts<'_> {
        let record = &self.record;
        let end_side = match self.replay.position().side() {
            _ if illegal => record.end_side(),
            Color::Black => Sign::Plus,
            Color::White => Sign::Minus,
        };
        let outcome = record.outcome(end_side);
        let shown = ending_shown(record, outcome.end, outcome.winner, self.replay.position());
        GameFacts {
            start: &self.start,
            plies: self.replay.moves().len() as u32,
            end: outcome.end,
            winner: outcome.winner,
            verified: match shown {
                None => Verified::NotApplicable,
                Some(true) if !illegal => Verified::Shown,
                Some(_) => Verified::NotShown,
            },
            names: [Sign::Plus, Sign::Minus].map(|side| record.name(side)),
            ratings: record.ratings,
            event: record.event(),
            start_time: record.start_time(),
            time_control: record.time_control(),
            forced_plies: record.forced_plies,
            instant_plies: instant_plies(record),
            ..GameFacts::default()
        }
    }
}

/// A reject of a record.
fn reject(raw: &RawRecord, raw_sha256: [u8; 32], issue: Issue) -> Reject {
    Reject {
        raw_sha256: Some(raw_sha256),
        ..Reject::new(&raw.file, raw.index + 1, issue)
    }
}

/// Whether the final position shows the ending; `None` for endings that no position can show.
fn ending_shown(
    record: &Record,
    end: GameEnd,
    winner: Option<Winner>,
    last: &Position,
) -> Option<bool> {
    match end {
        GameEnd::Kachi => {
            let rule = match record.jishogi() {
                Some(rule) if rule.trim_start().starts_with("24") => DeclarationRule::Points24,
                _ => DeclarationRule::Points27,
            };
            Some(
                winner == Some(won_by(last.side()))
                    && last.declaration(rule).outcome == DeclarationOutcome::Win,
            )
        }
        GameEnd::Sennichite => Some(last.repetition() == Repetition::Draw),
        GameEnd::OuteSennichite => Some(match last.repetition() {
            Repetition::PerpetualCheck { loser } => winner == Some(won_by(loser.opponent())),
            _ => false,
        }),
        _ => None,
    }
}

fn won_by(side: Color) -> Winner {
    match side {
        Color::Black => Winner::Black,
        Color::White => Winner::White,
    }
}

/// Moves at the beginning for which the record tells less than one second.
fn instant_plies(record: &Record) -> u32 {
    let instant = |time: Option<u32>| time.is_some_and(|ms| ms < 1000);
    record
        .moves
        .iter()
        .take_while(|entry| instant(entry.time_ms))
        .count() as u32
}

//! Records: what a line of a log says, and its JSON form.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::super::identity::sha256_hex;
use super::super::query::{key_text, move_words};
use super::super::{Answer, Failure, FailureKind, Found, Identity, Limit, Query};
use super::settings::RunSettings;
use crate::rules::{Move, Position};
use crate::usi::{Bestmove, Block, Bound, MateSide, PvLine, Score};

/// The name in the header.
pub(super) const FORMAT: &str = "joban-evidence";

/// Revision of the format. A log of another revision is refused.
pub const EVIDENCE_REVISION: u32 = 1;

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: String,
    revision: u32,
    /// Settings and teacher of the run, by fingerprint; several in a merged log.
    pub runs: Vec<RunSettings>,
}

impl Header {
    pub(super) fn new(runs: Vec<RunSettings>) -> Self {
        Self {
            format: FORMAT.to_owned(),
            revision: EVIDENCE_REVISION,
            runs,
        }
    }
}

/// The part of a header that every revision has.
#[derive(Deserialize)]
pub(super) struct AnyHeader {
    pub(super) format: String,
    pub(super) revision: u32,
}

/// A line of any kind: exactly one of the first three fields is there.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Wire {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) header: Option<Header>,
    #[serde(skip_serializing_if = "Option::is_none")]
    teacher: Option<TeacherWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<AnswerWire>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    worker: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TeacherWire {
    digest: String,
    identity: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AnswerWire {
    teacher: String,
    sfen: String,
    limit: String,
    multipv: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    searchmoves: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    found: Option<FoundWire>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<FailedWire>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FailedWire {
    kind: String,
    reason: String,
    tries: u32,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FoundWire {
    bestmove: String,
    expected_lines: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    complete: Vec<BlockWire>,
    lines: Vec<LineWire>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockWire {
    depth: u32,
    lines: Vec<LineWire>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LineWire {
    rank: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bound: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    pv: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stop: Option<String>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A teacher; it stands before its answers.
    Teacher(Identity),
    /// An answer, or the failure to get one.
    Answer(Box<Evidence>),
}

/// One answer with its question and its teacher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Digest of the teacher's identity.
    pub teacher: String,
    /// The question.
    pub query: Query,
    /// The answer.
    pub answer: Answer,
    /// Elapsed time in milliseconds, where it was measured. It takes no part in [`Evidence::digest`].
    pub time_ms: Option<u64>,
    /// The worker that answered. It takes no part in [`Evidence::digest`].
    pub worker: Option<u32>,
}

impl Evidence {
    /// SHA-256 of what the record says, without time and worker.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        // These types have no form that JSON lacks.
        let text = serde_json::to_vec(&answer_wire(self)).unwrap_or_default();
        Sha256::digest(text).into()
    }

    /// Which of several answers to one question counts: the greatest.
    ///
    /// Answers stand above failures; of answers exact ones (with a complete depth, or an exact best line) above bounds; then the deepest
    /// complete depth counts, then the nodes, then the smaller digest. So the order is total, and the same on every machine.
    #[must_use]
    pub fn weight(&self) -> Weight {
        let found = self.answer.as_ref().ok();
        Weight {
            answered: found.is_some(),
            exact: found.is_some_and(is_exact),
            depth: found
                .and_then(Found::deepest)
                .map_or(0, |block| block.depth),
            nodes: found.and_then(|found| found.nodes).unwrap_or(0),
            digest: Reverse(self.digest()),
        }
    }

    pub(super) fn key(&self) -> QueryKey {
        QueryKey::new(&self.teacher, &self.query.key())
    }

    pub(super) fn to_text(&self) -> String {
        text_of(&Wire {
            answer: Some(answer_wire(self)),
            time_ms: self.time_ms,
            worker: self.worker,
            ..Wire::default()
        })
    }
}

fn is_exact(found: &Found) -> bool {
    let best = found.lines.first();
    !found.complete.is_empty() || best.is_some_and(|line| line.bound == Bound::Exact)
}

/// The place of a record among those that answer one question; see [`Evidence::weight`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Weight {
    answered: bool,
    exact: bool,
    depth: u32,
    nodes: u64,
    digest: Reverse<[u8; 32]>,
}

impl Weight {
    /// Whether the record is an answer, not a failure.
    #[must_use]
    pub fn is_answer(&self) -> bool {
        self.answered
    }

    /// The record's digest.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest.0
    }

    /// The order of a log that was merged: what counts comes first.
    #[must_use]
    pub fn descending(&self, other: &Self) -> Ordering {
        other.cmp(self)
    }
}

/// A short name of a question to a teacher: the first 16 bytes of the SHA-256 of the teacher's digest, a line feed, and
/// [`Query::key`]. Merged logs are in its order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct QueryKey([u8; 16]);

impl QueryKey {
    pub(super) fn new(teacher: &str, key: &str) -> Self {
        let mut hasher = Sha256::new();
        hasher.update(teacher);
        hasher.update(b"\n");
        hasher.update(key);
        let digest = hasher.finalize();
        let mut short = [0; 16];
        short.copy_from_slice(&digest[..16]);
        Self(short)
    }
}

/// As much of a line as an index needs.
#[derive(Deserialize)]
pub(super) struct Glance<'a> {
    #[serde(borrow, default)]
    pub(super) answer: Option<AnswerGlance<'a>>,
    #[serde(default)]
    pub(super) teacher: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub(super) struct AnswerGlance<'a> {
    #[serde(borrow)]
    pub(super) teacher: Cow<'a, str>,
    #[serde(borrow)]
    sfen: Cow<'a, str>,
    #[serde(borrow)]
    limit: Cow<'a, str>,
    multipv: u32,
    #[serde(borrow, default)]
    searchmoves: Cow<'a, str>,
    #[serde(default)]
    pub(super) failed: Option<IgnoredAny>,
}

impl AnswerGlance<'_> {
    pub(super) fn key(&self) -> QueryKey {
        let key = key_text(&self.sfen, &self.limit, self.multipv, &self.searchmoves);
        QueryKey::new(&self.teacher, &key)
    }
}

pub(super) fn header_text(header: Header) -> String {
    text_of(&Wire {
        header: Some(header),
        ..Wire::default()
    })
}

pub(super) fn teacher_text(identity: &Identity) -> String {
    text_of(&Wire {
        teacher: Some(TeacherWire {
            digest: identity.digest(),
            identity: identity.to_json(),
        }),
        ..Wire::default()
    })
}

fn text_of(wire: &Wire) -> String {
    // These types have no form that JSON lacks.
    serde_json::to_string(wire).unwrap_or_default()
}

/// The record of a text, everything in it checked: the position, every move, the digest of a teacher.
pub(super) fn parse(text: &str) -> Result<Record, String> {
    let wire: Wire = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match wire {
        Wire {
            header: None,
            teacher: Some(teacher),
            answer: None,
            ..
        } => identity(&teacher).map(Record::Teacher),
        Wire {
            header: None,
            teacher: None,
            answer: Some(answer),
            time_ms,
            worker,
        } => Ok(Record::Answer(Box::new(Evidence {
            query: query(&answer)?,
            answer: given(&answer)?,
            teacher: answer.teacher,
            time_ms,
            worker,
        }))),
        _ => Err("neither a teacher nor an answer".to_owned()),
    }
}

fn identity(wire: &TeacherWire) -> Result<Identity, String> {
    let identity = Identity::from_json(&wire.identity).map_err(|error| error.to_string())?;
    if sha256_hex(wire.identity.to_string().as_bytes()) != wire.digest
        || identity.digest() != wire.digest
    {
        return Err("the digest is not that of the teacher".to_owned());
    }
    Ok(identity)
}

fn query(wire: &AnswerWire) -> Result<Query, String> {
    let moves = moves(&wire.searchmoves)?;
    let limit = limit(&wire.limit).ok_or_else(|| format!("limit `{}`", wire.limit))?;
    let query = Query::from_parts(&wire.sfen, limit, wire.multipv, &moves)
        .map_err(|error| error.to_string())?;
    let canonical = query.sfen() == wire.sfen
        && query.multi_pv() == wire.multipv
        && query.searchmoves() == moves
        && limit.to_string() == wire.limit;
    canonical
        .then_some(query)
        .ok_or_else(|| "the question is not in its canonical form".to_owned())
}

fn limit(text: &str) -> Option<Limit> {
    let (name, value) = text.split_once(' ')?;
    match name {
        "nodes" => value.parse().ok().map(Limit::Nodes),
        "depth" => value.parse().ok().map(Limit::Depth),
        "movetime" => value.parse().ok().map(Limit::MoveTimeMs),
        _ => None,
    }
}

fn given(wire: &AnswerWire) -> Result<Answer, String> {
    match (&wire.found, &wire.failed) {
        (Some(found), None) => {
            let position = Position::from_sfen(&wire.sfen).map_err(|error| error.to_string())?;
            found_of(found, &position).map(Ok)
        }
        (None, Some(failed)) => {
            let kind = FailureKind::from_name(&failed.kind);
            Ok(Err(Failure {
                kind: kind.ok_or_else(|| format!("failure `{}`", failed.kind))?,
                reason: failed.reason.clone(),
                tries: failed.tries,
            }))
        }
        _ => Err("either `found` or `failed` must be there".to_owned()),
    }
}

fn found_of(wire: &FoundWire, position: &Position) -> Result<Found, String> {
    let blocks = wire.complete.iter().map(|block| {
        Ok(Block {
            depth: block.depth,
            lines: lines_of(&block.lines, position)?,
        })
    });
    let complete: Vec<Block> = blocks.collect::<Result<_, String>>()?;
    if !complete.is_sorted_by(|a, b| a.depth < b.depth) {
        return Err("the complete depths do not ascend".to_owned());
    }
    Ok(Found {
        bestmove: bestmove_of(&wire.bestmove, position)?,
        complete,
        lines: lines_of(&wire.lines, position)?,
        expected_lines: wire.expected_lines,
        nodes: wire.nodes,
        warnings: wire.warnings.clone(),
    })
}

fn lines_of(lines: &[LineWire], position: &Position) -> Result<Vec<PvLine>, String> {
    lines.iter().map(|line| line_of(line, position)).collect()
}

fn line_of(wire: &LineWire, position: &Position) -> Result<PvLine, String> {
    let pv = moves(&wire.pv)?;
    let mut position = position.clone();
    for &mv in &pv {
        position
            .play(mv)
            .map_err(|refusal| format!("move {mv} in a line: {refusal}"))?;
    }
    Ok(PvLine {
        rank: wire.rank,
        depth: wire.depth,
        score: score_of(wire)?,
        bound: bound_of(wire.bound.as_deref())?,
        nodes: wire.nodes,
        pv,
        pv_stop: wire.stop.clone(),
    })
}

fn moves(text: &str) -> Result<Vec<Move>, String> {
    let words = text.split(' ').filter(|word| !word.is_empty());
    words
        .map(|word| Move::from_usi(word).map_err(|error| error.to_string()))
        .collect()
}

fn bestmove_of(word: &str, position: &Position) -> Result<Bestmove, String> {
    Ok(match word {
        "resign" => Bestmove::Resign,
        "win" => Bestmove::Win,
        "none" => Bestmove::None,
        _ => {
            let mv = Move::from_usi(word).map_err(|error| error.to_string())?;
            if !position.is_legal(mv) {
                return Err(format!("bestmove {mv} is illegal"));
            }
            Bestmove::Move(mv)
        }
    })
}

pub(super) fn bestmove_word(bestmove: Bestmove) -> String {
    match bestmove {
        Bestmove::Move(mv) => mv.to_string(),
        Bestmove::Resign => "resign".to_owned(),
        Bestmove::Win => "win".to_owned(),
        Bestmove::None => "none".to_owned(),
    }
}

fn score_of(wire: &LineWire) -> Result<Score, String> {
    match (wire.cp, &wire.mate) {
        (Some(cp), None) => Ok(Score::Cp(cp)),
        (None, Some(mate)) => mate_of(mate).ok_or_else(|| format!("mate `{mate}`")),
        _ => Err("a line has either `cp` or `mate`".to_owned()),
    }
}

/// `+5`, `-3`, `+` and `-` without a distance, `?0` where the side is not known.
fn mate_of(text: &str) -> Option<Score> {
    let side = match text.chars().next()? {
        '+' => MateSide::MoverWins,
        '-' => MateSide::MoverLoses,
        '?' => MateSide::Unknown,
        _ => return None,
    };
    let plies = match &text[1..] {
        "" => None,
        digits if digits.bytes().all(|b| b.is_ascii_digit()) => Some(digits.parse().ok()?),
        _ => return None,
    };
    Some(Score::Mate { side, plies })
}

pub(super) fn mate_text(side: MateSide, plies: Option<u32>) -> String {
    let sign = match side {
        MateSide::MoverWins => '+',
        MateSide::MoverLoses => '-',
        MateSide::Unknown => '?',
    };
    plies.map_or_else(|| sign.to_string(), |plies| format!("{sign}{plies}"))
}

fn bound_of(text: Option<&str>) -> Result<Bound, String> {
    match text {
        None => Ok(Bound::Exact),
        Some("lower") => Ok(Bound::Lower),
        Some("upper") => Ok(Bound::Upper),
        Some(other) => Err(format!("bound `{other}`")),
    }
}

/// The name of a bound, none for exact scores.
pub(super) fn bound_word(bound: Bound) -> Option<&'static str> {
    match bound {
        Bound::Exact => None,
        Bound::Lower => Some("lower"),
        Bound::Upper => Some("upper"),
    }
}

fn answer_wire(evidence: &Evidence) -> AnswerWire {
    let query = &evidence.query;
    AnswerWire {
        teacher: evidence.teacher.clone(),
        sfen: query.sfen().to_owned(),
        limit: query.limit().to_string(),
        multipv: query.multi_pv(),
        searchmoves: move_words(query.searchmoves()),
        found: evidence.answer.as_ref().ok().map(found_wire),
        failed: evidence.answer.as_ref().err().map(|failure| FailedWire {
            kind: failure.kind.as_str().to_owned(),
            reason: failure.reason.clone(),
            tries: failure.tries,
        }),
    }
}

fn found_wire(found: &Found) -> FoundWire {
    let blocks = found.complete.iter().map(|block| BlockWire {
        depth: block.depth,
        lines: block.lines.iter().map(line_wire).collect(),
    });
    FoundWire {
        bestmove: bestmove_word(found.bestmove),
        expected_lines: found.expected_lines,
        nodes: found.nodes,
        complete: blocks.collect(),
        lines: found.lines.iter().map(line_wire).collect(),
        warnings: found.warnings.clone(),
    }
}

fn line_wire(line: &PvLine) -> LineWire {
    let (cp, mate) = match line.score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate { side, plies } => (None, Some(mate_text(side, plies))),
    };
    LineWire {
        rank: line.rank,
        depth: line.depth,
        cp,
        mate,
        bound: bound_word(line.bound).map(str::to_owned),
        nodes: line.nodes,
        pv: move_words(&line.pv),
        stop: line.pv_stop.clone(),
    }
}

//! What a log holds, in numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::super::{FailureKind, Identity, Limit};
use super::EvidenceReader;
use super::error::{EvidenceError, Note};
use super::record::{Evidence, QueryKey};
use super::scan::Damaged;
use super::settings::RunSettings;

/// What a log holds. Nothing in it depends on the order of the records.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Settings of the runs, by fingerprint.
    pub runs: Vec<RunSettings>,
    /// The teachers, by digest.
    pub teachers: Vec<TeacherSurvey>,
    /// Remarks about the log.
    pub notes: Vec<Note>,
}

/// What a log holds of one teacher.
#[derive(Clone, Debug)]
pub struct TeacherSurvey {
    /// The teacher.
    pub identity: Identity,
    /// Records of answers.
    pub answers: u64,
    /// Records of failures, by kind.
    pub failures: BTreeMap<FailureKind, u64>,
    /// Records by limit and number of lines asked for.
    pub limits: BTreeMap<(Limit, u32), u64>,
    /// Different questions.
    pub questions: u64,
    /// Different positions.
    pub positions: u64,
    /// Questions whose answers differ. A repeatable teacher has none.
    pub contradictions: u64,
    /// Sum of the times that were noted, in milliseconds.
    pub time_ms: u64,
}

/// Counts what a log holds. Memory: about 50 bytes for each question.
///
/// # Errors
/// A damaged line in the middle, a record that says something impossible, a failed read.
pub fn survey(path: &Path, damaged: Damaged) -> Result<Survey, EvidenceError> {
    let mut reader = EvidenceReader::open(path, damaged)?;
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    while let Some((_, evidence)) = reader.next_answer()? {
        counts
            .entry(evidence.teacher.clone())
            .or_default()
            .add(&evidence);
    }
    let teachers = reader.teachers().iter().map(|(digest, identity)| {
        let counts = counts.remove(digest).unwrap_or_default();
        counts.finish(identity.clone())
    });
    Ok(Survey {
        runs: reader.header().runs.clone(),
        teachers: teachers.collect(),
        notes: reader.notes().to_vec(),
    })
}

#[derive(Default)]
struct Counts {
    answers: u64,
    failures: BTreeMap<FailureKind, u64>,
    limits: BTreeMap<(Limit, u32), u64>,
    /// The head of the first answer's digest (none while there are only failures), and whether another differs.
    questions: BTreeMap<QueryKey, (Option<[u8; 8]>, bool)>,
    positions: BTreeSet<QueryKey>,
    time_ms: u64,
}

impl Counts {
    fn add(&mut self, evidence: &Evidence) {
        let query = &evidence.query;
        *self
            .limits
            .entry((query.limit(), query.multi_pv()))
            .or_default() += 1;
        self.positions.insert(QueryKey::new("", query.sfen()));
        self.time_ms = self.time_ms.saturating_add(evidence.time_ms.unwrap_or(0));
        let known = self.questions.entry(evidence.key()).or_default();
        match &evidence.answer {
            Ok(_) => {
                self.answers += 1;
                let head = evidence.digest().first_chunk().copied();
                known.1 |= known.0.is_some() && known.0 != head;
                known.0 = known.0.or(head);
            }
            Err(failure) => *self.failures.entry(failure.kind).or_default() += 1,
        }
    }

    fn finish(self, identity: Identity) -> TeacherSurvey {
        TeacherSurvey {
            identity,
            answers: self.answers,
            failures: self.failures,
            limits: self.limits,
            questions: self.questions.len() as u64,
            positions: self.positions.len() as u64,
            contradictions: self
                .questions
                .values()
                .filter(|(_, differ)| *differ)
                .count() as u64,
            time_ms: self.time_ms,
        }
    }
}

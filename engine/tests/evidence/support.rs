//! Questions, a teacher whose answers depend on the question alone, and an asker that keeps what it gets.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use joban_engine::teacher::evidence::{
    Damaged, EvidenceError, EvidenceLog, EvidenceReader, LoggedSummary, Note, OpenOptions,
    RunError, Settings, run_logged,
};
use joban_engine::teacher::fake::{FakeTeacher, failed, found_at};
use joban_engine::teacher::{
    Answer, Asker, FailureKind, Identity, Limit, Query, Ticket, Unattended,
};
use joban_engine::usi::{MateSide, Score};

/// Different positions of a game played at random.
pub(crate) fn positions(count: usize) -> Vec<Position> {
    let mut rng = SplitMix64::new(7);
    let mut position = Position::startpos();
    let mut all = vec![position.clone()];
    let mut seen = BTreeSet::from([position.sfen_key()]);
    while all.len() < count {
        let moves = position.legal_moves();
        if moves.is_empty() {
            position = Position::startpos();
            continue;
        }
        let mv = moves[rng.below(moves.len() as u64) as usize];
        position.play(mv).expect("a legal move");
        if seen.insert(position.sfen_key()) {
            all.push(position.clone());
        }
    }
    all
}

/// Questions about so many positions.
pub(crate) fn questions(count: usize) -> Vec<Query> {
    let query = |position: &Position| Query::new(position, Limit::Depth(10), 2);
    positions(count).iter().map(query).collect()
}

/// A number that depends on the question alone.
pub(crate) fn number(query: &Query) -> u64 {
    let key = query.key();
    let fold = key
        .bytes()
        .fold(0u64, |hash, byte| hash.wrapping_mul(31) + u64::from(byte));
    SplitMix64::new(fold).next_u64()
}

/// The answer to a question: a failure now and then, mates and scores otherwise.
pub(crate) fn answer(query: &Query) -> Answer {
    let n = number(query);
    if n.is_multiple_of(11) {
        return failed(FailureKind::EngineCrash);
    }
    let position = Position::from_sfen(query.sfen()).expect("a position");
    let moves: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
    let score = match n % 5 {
        0 => Score::Mate {
            side: MateSide::MoverWins,
            plies: Some(5),
        },
        1 => Score::Mate {
            side: MateSide::MoverLoses,
            plies: None,
        },
        _ => Score::Cp((n % 700) as i32 - 350),
    };
    let lines: Vec<(&str, Score)> = moves.iter().take(2).map(|mv| (&**mv, score)).collect();
    Ok(found_at(&[(9, &lines[..1]), (10, &lines)]))
}

/// A teacher that answers by [`answer`].
pub(crate) fn teacher() -> FakeTeacher {
    FakeTeacher::new(answer)
}

pub(crate) fn identity() -> Identity {
    Identity::named("Fake", "fake")
}

pub(crate) fn settings() -> Settings {
    Settings::new()
        .with_limit(Limit::Depth(10))
        .with("multipv", 2)
}

/// Asks questions in their order and keeps the answers.
pub(crate) struct List {
    queries: Vec<Query>,
    next: usize,
    pub(crate) answers: Vec<Option<Answer>>,
}

impl List {
    pub(crate) fn new(queries: &[Query]) -> Self {
        Self {
            queries: queries.to_vec(),
            next: 0,
            answers: vec![None; queries.len()],
        }
    }
}

impl Asker for List {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let query = self.queries.get(self.next)?.clone();
        self.next += 1;
        Some((Ticket(self.next - 1), query))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        let old = self.answers[ticket.0].replace(answer);
        assert_eq!(old, None, "question {} is answered twice", ticket.0);
    }
}

pub(crate) fn open(path: &Path) -> Result<(EvidenceLog, Vec<Note>), EvidenceError> {
    EvidenceLog::open(path, &identity(), &settings(), OpenOptions::default())
}

/// Asks the questions with a log in front; the answers are those of the teacher itself.
pub(crate) fn run(path: &Path, queries: &[Query]) -> (LoggedSummary, Vec<Note>) {
    let (mut log, notes) = open(path).expect("a log");
    let summary = run_with(&mut log, &mut teacher(), queries).expect("a run");
    (summary, notes)
}

pub(crate) fn run_with(
    log: &mut EvidenceLog,
    teacher: &mut FakeTeacher,
    queries: &[Query],
) -> Result<LoggedSummary, RunError> {
    let mut list = List::new(queries);
    let summary = run_logged(log, teacher, &mut list, &mut Unattended)?;
    for (query, given) in queries.iter().zip(list.answers) {
        assert_eq!(given, Some(answer(query)), "{}", query.key());
    }
    Ok(summary)
}

/// Number of answers in a log that is read as a whole.
pub(crate) fn count(path: &Path) -> usize {
    let mut reader = EvidenceReader::open(path, Damaged::Refuse).expect("a log");
    let mut count = 0;
    while reader.next_answer().expect("a record").is_some() {
        count += 1;
    }
    count
}

pub(crate) fn bytes(path: &Path) -> Vec<u8> {
    fs::read(path).expect("a file")
}

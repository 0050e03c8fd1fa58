//! What tests of teachers share: an asker with a list of questions, and the real engines.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use joban_engine::rng::SplitMix64;
use joban_engine::rules::Position;
use joban_engine::teacher::{
    Answer, Asker, Control, Event, Limit, Pool, Query, RunSummary, Teacher, TeacherConfig,
    TeacherError, Ticket,
};
use joban_engine::usi::{EngineCommand, TimeLimits};

/// Asks a list of questions in the order of the list.
pub(crate) struct Questions {
    queries: Vec<Query>,
    next: usize,
    /// By the number of the question.
    pub(crate) answers: Vec<Option<Answer>>,
}

impl Questions {
    pub(crate) fn new(queries: &[Query]) -> Self {
        Self {
            queries: queries.to_vec(),
            next: 0,
            answers: vec![None; queries.len()],
        }
    }

    /// All answers, none left out.
    pub(crate) fn complete(self) -> Vec<Answer> {
        let answers = self.answers.into_iter();
        answers.map(|answer| answer.expect("answered")).collect()
    }
}

impl Asker for Questions {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let query = self.queries.get(self.next)?.clone();
        self.next += 1;
        Some((Ticket(self.next - 1), query))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        assert!(
            self.answers[ticket.0].replace(answer).is_none(),
            "one answer each"
        );
    }
}

/// Notes events, and stops after some answers.
#[derive(Default)]
pub(crate) struct Watch {
    pub(crate) events: Vec<Event>,
    pub(crate) stop_after: Option<usize>,
}

impl Control for Watch {
    fn go_on(&mut self) -> bool {
        let answered = |event: &&Event| matches!(event, Event::Answered { .. });
        let count = self.events.iter().filter(answered).count();
        self.stop_after.is_none_or(|limit| count < limit)
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// The answers of a pool to some questions.
pub(crate) fn ask(pool: &mut Pool, queries: &[Query]) -> Vec<Answer> {
    let mut questions = Questions::new(queries);
    let summary = run(pool, &mut questions).expect("a run");
    assert_eq!(summary.answered + summary.failed, queries.len());
    questions.complete()
}

pub(crate) fn run(
    teacher: &mut dyn Teacher,
    questions: &mut Questions,
) -> Result<RunSummary, TeacherError> {
    teacher.run(questions, &mut Watch::default())
}

/// Different positions of random games, asked under one limit with 1 to 3 lines.
pub(crate) fn random_queries(seed: u64, count: usize, limit: Limit) -> Vec<Query> {
    let mut queries = Vec::new();
    super::random_positions(&Position::startpos(), seed, 8 * count, &mut |position| {
        if queries.len() < count && position.ply() % 8 == 3 {
            queries.push(Query::new(position, limit, 1 + queries.len() as u32 % 3));
        }
    });
    assert_eq!(queries.len(), count);
    queries
}

/// The numbers below `n` in an order of chance.
pub(crate) fn shuffled(n: usize, seed: u64) -> Vec<usize> {
    let mut rng = SplitMix64::new(seed);
    let mut order: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        order.swap(i, rng.below(i as u64 + 1) as usize);
    }
    order
}

/// A program of Debian's `games` folder, which is often not on the path.
pub(crate) fn program(name: &str) -> EngineCommand {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let folders =
        std::env::split_paths(&paths).chain(["/usr/games".into(), "/usr/local/games".into()]);
    let found = folders
        .map(|folder| folder.join(name))
        .find(|path| path.is_file());
    EngineCommand::new(
        found.unwrap_or_else(|| panic!("{name} is missing: scripts/need engine gpsusi")),
    )
}

/// A configuration with patience: on a busy machine some engines take minutes to start.
pub(crate) fn patient(command: EngineCommand) -> TeacherConfig {
    let long = Duration::from_secs(600);
    TeacherConfig {
        limits: TimeLimits {
            usi: long,
            ready: long,
            ..TimeLimits::default()
        },
        ..TeacherConfig::new(command)
    }
}

pub(crate) fn fairy_stockfish() -> TeacherConfig {
    patient(program("fairy-stockfish"))
}

/// The same family behind node, with other option names.
pub(crate) fn fairy_stockfish_wasm() -> TeacherConfig {
    let script = wasm_folder().join("node_modules/fairy-stockfish-nnue.wasm/uci.js");
    assert!(
        script.is_file(),
        "{} is missing: scripts/need wasm",
        script.display()
    );
    let command = EngineCommand::new("node")
        .arg("--no-experimental-fetch")
        .arg(script);
    TeacherConfig {
        teacher_id: Some("fairy-stockfish-nnue.wasm 1.1.12".to_owned()),
        ..patient(command)
    }
}

fn wasm_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/wasm")
}

//! The judge of entries: what is asked about each position, and what the answers amount to.
//!
//! All book moves of a position are judged together. A search of the position with several lines gives the best value; a move among the
//! lines is compared with it there, another is searched on its own, or by the position after it where the engine did not search what it was asked to.
//! Only complete depths count, and of two searches the deepest one that both completed. Entries near a threshold climb a ladder of deeper searches.
//!
//! Nothing that an engine says is believed unchecked: see [`UnjudgedReason`] for what makes an answer worthless. What cannot be
//! believed leaves an entry unjudged.

mod finding;
mod reading;
mod score;
mod scout;
mod trial;

use std::collections::BTreeMap;

use joban_engine::rules::{Move, Position};
use joban_engine::teacher::{Answer, Asker, Query, Ticket};

pub use finding::{Finding, How, Judgement, Judgements, Outcome, PositionFinding};
pub use reading::Line;
pub use score::{Scored, scored};
pub(crate) use scout::Scout;

use crate::entry::Entry;
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use trial::{Ask, Questions, Trial};

/// An entry on its way through the judge.
#[derive(Debug)]
enum Case {
    /// Decided without a teacher.
    Closed(Outcome),
    /// A move of a trial.
    OnTrial(usize, Move),
}

/// The judge of entries. It asks about positions in the order in which the entries are given, and finishes what it began first.
#[derive(Debug)]
pub struct Judge {
    settings: JudgeSettings,
    cases: Vec<(u32, Case)>,
    trials: Vec<Trial>,
    /// Questions ready to be asked, by trial and then by age.
    ready: BTreeMap<(usize, usize), (Ask, Query)>,
    /// Questions without an answer, by ticket.
    open: BTreeMap<usize, (usize, Ask)>,
    tickets: usize,
    made: usize,
    /// Trials that are over.
    over: usize,
}

impl Judge {
    /// A judge of these entries, the most important first.
    #[must_use]
    pub fn new<'a>(entries: impl IntoIterator<Item = &'a Entry>, settings: JudgeSettings) -> Self {
        let mut docket = Docket::default();
        let cases = entries
            .into_iter()
            .map(|entry| (entry.id, docket.case(entry)))
            .collect();
        let trials = docket.trials.into_iter();
        let mut judge = Self {
            settings,
            cases,
            trials: trials
                .map(|(position, moves)| Trial::new(position, &moves))
                .collect(),
            ready: BTreeMap::new(),
            open: BTreeMap::new(),
            tickets: 0,
            made: 0,
            over: 0,
        };
        for index in 0..judge.trials.len() {
            let questions = judge.trials[index].begin(&judge.settings);
            judge.make_ready(index, questions);
        }
        judge.over = judge.trials.iter().filter(|trial| trial.is_over()).count();
        judge
    }

    /// Positions whose entries are all decided, and all positions: how far the work has come.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.over, self.trials.len())
    }

    /// What was found out. Entries that the run did not reach are unjudged ([`UnjudgedReason::NotReached`]).
    #[must_use]
    pub fn finish(self) -> Judgements {
        let judgement = |(id, case): &(u32, Case)| {
            let (outcome, steps) = match case {
                Case::Closed(outcome) => (outcome.clone(), 0),
                Case::OnTrial(trial, mv) => self.trials[*trial]
                    .outcome(*mv)
                    .unwrap_or((Outcome::Unjudged(UnjudgedReason::NotReached), 0)),
            };
            Judgement {
                id: *id,
                outcome,
                steps,
            }
        };
        let entries = self.cases.iter().map(judgement).collect();
        let mut positions: Vec<PositionFinding> = self
            .trials
            .iter()
            .filter_map(Trial::position_finding)
            .collect();
        positions.sort_by(|a, b| a.sfen.cmp(&b.sfen));
        Judgements { entries, positions }
    }

    fn make_ready(&mut self, trial: usize, questions: Questions) {
        for question in questions {
            self.ready.insert((trial, self.made), question);
            self.made += 1;
        }
    }
}

impl Asker for Judge {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        let ((trial, _), (ask, query)) = self.ready.pop_first()?;
        let ticket = self.tickets;
        self.tickets += 1;
        self.open.insert(ticket, (trial, ask));
        Some((Ticket(ticket), query))
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        let Some((trial, ask)) = self.open.remove(&ticket.0) else {
            return;
        };
        let was_over = self.trials[trial].is_over();
        let questions = self.trials[trial].take(ask, answer, &self.settings);
        self.over += usize::from(!was_over && self.trials[trial].is_over());
        self.make_ready(trial, questions);
    }
}

/// Positions with their moves, in the order of the entries.
#[derive(Debug, Default)]
struct Docket {
    trials: Vec<(Position, Vec<Move>)>,
    by_sfen: BTreeMap<String, usize>,
}

impl Docket {
    fn case(&mut self, entry: &Entry) -> Case {
        if let Some(reason) = &entry.unjudged {
            return Case::Closed(Outcome::Unjudged(reason.clone()));
        }
        let position = match entry.accepted() {
            Ok(position) => position,
            Err(rejected) => return Case::Closed(Outcome::BadPosition(rejected.to_string())),
        };
        if let Some(refusal) = position.refusal(entry.mv) {
            return Case::Closed(Outcome::Illegal(refusal.reason));
        }
        Case::OnTrial(self.trial(position, entry.mv), entry.mv)
    }

    fn trial(&mut self, position: Position, mv: Move) -> usize {
        let new = self.trials.len();
        let index = *self.by_sfen.entry(position.sfen_key()).or_insert(new);
        if index == new {
            self.trials.push((position, Vec::new()));
        }
        let moves = &mut self.trials[index].1;
        if !moves.contains(&mv) {
            moves.push(mv);
        }
        index
    }
}

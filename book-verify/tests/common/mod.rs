//! A game with known values, teachers that tell or twist them, and books to try on them.
#![allow(dead_code, reason = "each test file uses its own part")]

use std::collections::BTreeMap;
use std::sync::Arc;

use joban_book_verify::{Entry, Judge, JudgeSettings, Judgements, Outcome, Replies, Reply};
use joban_engine::rules::{Move, Position};
use joban_engine::teacher::fake::{FakeTeacher, found_at};
use joban_engine::teacher::{
    Answer, Control, Found, Limit, Query, Teacher, Thresholds, Unattended,
};
use joban_engine::usi::{MateSide, Score};

pub(crate) const THRESHOLDS: Thresholds = Thresholds::new(150, 300);

pub(crate) fn mv(usi: &str) -> Move {
    Move::from_usi(usi).expect("a move")
}

/// The position after moves from the start.
pub(crate) fn position(moves: &str) -> Position {
    let mut position = Position::startpos();
    for usi in moves.split_whitespace() {
        position.play(mv(usi)).expect("legal");
    }
    position
}

/// An entry of a book with plies.
pub(crate) fn entry(id: u32, moves: &str, usi: &str) -> Entry {
    let position = position(moves);
    Entry::new(id, Some(position.ply()), position.sfen_key(), mv(usi))
}

pub(crate) fn mate(mover_wins: bool) -> Score {
    let side = if mover_wins {
        MateSide::MoverWins
    } else {
        MateSide::MoverLoses
    };
    Score::Mate {
        side,
        plies: Some(5),
    }
}

/// A game in which every position is even within 20 centipawns, but for those whose values are planted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    planted: BTreeMap<String, Vec<Score>>,
}

impl Game {
    /// Plants what a move after `moves` is worth to its side; several scores are what deeper and deeper searches (by nodes) find.
    pub(crate) fn plant(mut self, moves: &str, usi: &str, worth: &[Score]) -> Self {
        let child = position(&format!("{moves} {usi}"));
        let scores = worth.iter().map(|score| score.negated()).collect();
        self.planted.insert(child.sfen_key(), scores);
        self
    }

    /// The same with one value in centipawns.
    pub(crate) fn plant_cp(self, moves: &str, usi: &str, cp: i32) -> Self {
        self.plant(moves, usi, &[Score::Cp(cp)])
    }

    /// The value of a position for its side to move.
    fn value(&self, position: &Position, step: usize) -> Score {
        match self.planted.get(&position.sfen_key()) {
            Some(scores) => scores[step.min(scores.len() - 1)],
            None => Score::Cp((position.key() % 21) as i32 - 10),
        }
    }

    /// The moves of a position with their values, the best first.
    fn moves(&self, position: &Position, step: usize) -> Vec<(Move, Score)> {
        let legal = position.legal_moves();
        let mut moves: Vec<(Move, Score)> = legal
            .iter()
            .map(|mv| {
                let mut child = position.clone();
                child.play(*mv).expect("legal");
                (*mv, self.value(&child, step).negated())
            })
            .collect();
        moves.sort_by_key(|(mv, score)| (std::cmp::Reverse(worth(*score)), *mv));
        self.cap(&mut moves, position, step);
        moves
    }

    /// In a planted position the best move is worth as much as the position, no other more.
    fn cap(&self, moves: &mut [(Move, Score)], position: &Position, step: usize) {
        if !self.planted.contains_key(&position.sfen_key()) {
            return;
        }
        let value = self.value(position, step);
        for (index, (_, score)) in moves.iter_mut().enumerate() {
            if index == 0 || worth(*score) > worth(value) {
                *score = value;
            }
        }
    }

    /// An honest answer.
    pub(crate) fn answer(&self, query: &Query) -> Found {
        let position = Position::from_sfen(query.sfen()).expect("a position");
        let step = step(query.limit());
        let mut moves = self.moves(&position, step);
        if let Some(only) = query.searchmoves().first() {
            moves.retain(|(mv, _)| mv == only);
        }
        moves.truncate(query.multi_pv() as usize);
        let lines: Vec<(String, Score)> = moves
            .iter()
            .map(|(mv, score)| (mv.to_string(), *score))
            .collect();
        let lines: Vec<(&str, Score)> = lines.iter().map(|(mv, s)| (mv.as_str(), *s)).collect();
        let deepest = 8 + 2 * step as u32;
        // Of a search with several lines the deepest depth is missing, as where a limit cuts it.
        let last = deepest - u32::from(query.multi_pv() > 1);
        let depths: Vec<(u32, &[(&str, Score)])> =
            (last - 2..=last).map(|depth| (depth, &lines[..])).collect();
        found_at(&depths)
    }

    /// An honest teacher.
    pub(crate) fn teacher(self) -> FakeTeacher {
        FakeTeacher::new(move |query| Ok(self.answer(query)))
    }

    /// A teacher whose honest answers are twisted.
    pub(crate) fn lying(
        self,
        twist: impl Fn(&Query, Found) -> Answer + Send + Sync + 'static,
    ) -> FakeTeacher {
        let twist = Arc::new(twist);
        FakeTeacher::new(move |query| twist(query, self.answer(query)))
    }
}

fn worth(score: Score) -> i32 {
    match score {
        Score::Cp(cp) => cp,
        Score::Mate {
            side: MateSide::MoverWins,
            ..
        } => 1_000_000,
        Score::Mate { .. } => -1_000_000,
    }
}

/// The step of the ladder by its limit: 1,000 nodes at first.
fn step(limit: Limit) -> usize {
    match limit {
        Limit::Nodes(nodes) if nodes >= 9000 => 2,
        Limit::Nodes(nodes) if nodes >= 3000 => 1,
        _ => 0,
    }
}

pub(crate) fn settings() -> JudgeSettings {
    JudgeSettings::new(Limit::Nodes(1000), 3, THRESHOLDS)
}

pub(crate) fn judge(
    entries: &[Entry],
    settings: JudgeSettings,
    teacher: &mut FakeTeacher,
) -> Judgements {
    judge_under(entries, settings, teacher, &mut Unattended)
}

pub(crate) fn judge_under(
    entries: &[Entry],
    settings: JudgeSettings,
    teacher: &mut FakeTeacher,
    control: &mut dyn Control,
) -> Judgements {
    let mut judge = Judge::new(entries, settings);
    teacher.run(&mut judge, control).expect("the fake answers");
    judge.finish()
}

/// One word for each outcome: the grade, `borderline`, or the reason why there is none.
pub(crate) fn words(judgements: &Judgements) -> Vec<String> {
    let word = |outcome: &Outcome| match outcome {
        Outcome::Judged(finding) => finding.grade.as_str().to_owned(),
        Outcome::Borderline { .. } => "borderline".to_owned(),
        Outcome::Unjudged(reason) => reason.name().to_owned(),
        Outcome::Illegal(reason) => reason.name().to_owned(),
        Outcome::BadPosition(_) => "BadPosition".to_owned(),
    };
    judgements
        .entries
        .iter()
        .map(|each| word(&each.outcome))
        .collect()
}

/// An archive made of counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Archive(BTreeMap<(u32, u64), Vec<Reply>>);

impl Archive {
    /// What was played after `moves`.
    pub(crate) fn games(mut self, moves: &str, counts: &[(&str, u64)]) -> Self {
        let position = position(moves);
        let reply = |(usi, count): &(&str, u64)| Reply {
            mv: mv(usi),
            count: *count,
            points: 2 * count,
        };
        let replies = counts.iter().map(reply).collect();
        self.0.insert((position.ply(), position.key()), replies);
        self
    }
}

impl Replies for Archive {
    fn replies(&self, position: &Position, ply: Option<u32>) -> Vec<Reply> {
        let ply = ply.unwrap_or(position.ply());
        self.0
            .get(&(ply, position.key()))
            .cloned()
            .unwrap_or_default()
    }
}

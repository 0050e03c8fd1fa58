//! The trial of one position: all its book moves judged together, step by step.

use joban_engine::rules::{Move, Position};
use joban_engine::teacher::{Answer, FailureKind, Limit, Query};

use super::finding::{Finding, How, Outcome, PositionFinding};
use super::reading::{Reading, best, searched};
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use crate::value::{Grade, Value, beats, weigh};

/// A question of a trial.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Ask {
    /// The position with all moves.
    Root,
    /// One move on its own.
    Alone(usize),
    /// The position after a move.
    Child(usize),
    /// The position after the teacher's best move, to see whether the two searches agree.
    BestChild,
}

/// Questions to hand out next.
pub(super) type Questions = Vec<(Ask, Query)>;

/// What a step says about a move.
type Seen = Result<Observation, UnjudgedReason>;

#[derive(Clone, Debug)]
struct Observation {
    finding: Finding,
    is_near: bool,
}

#[derive(Debug)]
struct Candidate {
    mv: Move,
    /// What the present step says.
    now: Option<Seen>,
    /// A finding by the position after the move that waits for [`Ask::BestChild`].
    waiting: Option<Observation>,
    /// What earlier steps said.
    before: Vec<Seen>,
    outcome: Option<Outcome>,
}

impl Candidate {
    fn is_open(&self) -> bool {
        self.outcome.is_none()
    }

    /// Decides by what was seen up to now, if that is possible.
    fn decide(&mut self, is_last: bool) {
        let outcome = match (&self.now, self.before.last()) {
            _ if !self.is_open() => None,
            (Some(Err(reason)), _) if is_last || reason.is_final() => {
                Some(Outcome::Unjudged(reason.clone()))
            }
            (Some(Ok(now)), _) if !now.is_near => Some(Outcome::Judged(now.finding.clone())),
            (Some(Ok(now)), Some(Ok(last))) if last.finding.grade == now.finding.grade => {
                Some(Outcome::Judged(now.finding.clone()))
            }
            (Some(Ok(now)), _) if is_last => Some(Outcome::Borderline {
                finding: now.finding.clone(),
                seen: interval(&self.before, now),
            }),
            _ => None,
        };
        self.outcome = self.outcome.take().or(outcome);
    }
}

/// The present step's knowledge whether scores before and after the best move agree.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Agreement {
    NotAsked,
    Asked,
    Known(Result<(), UnjudgedReason>),
}

#[derive(Debug)]
pub(super) struct Trial {
    position: Position,
    candidates: Vec<Candidate>,
    step: usize,
    root: Option<Reading>,
    agreement: Agreement,
}

impl Trial {
    /// A trial of legal moves, each given once. Moves that mate are decided by the rules.
    pub(super) fn new(position: Position, moves: &[Move]) -> Self {
        let candidate = |mv: &Move| Candidate {
            mv: *mv,
            now: None,
            waiting: None,
            before: Vec::new(),
            outcome: mates(&position, *mv).then(|| Outcome::Judged(mating(*mv))),
        };
        Self {
            candidates: moves.iter().map(candidate).collect(),
            position,
            step: 0,
            root: None,
            agreement: Agreement::NotAsked,
        }
    }

    /// The first questions; none if the rules decide everything.
    pub(super) fn begin(&self, settings: &JudgeSettings) -> Questions {
        if self.candidates.iter().any(Candidate::is_open) {
            self.ask_root(settings)
        } else {
            Vec::new()
        }
    }

    /// Takes an answer and gives the questions that follow from it.
    pub(super) fn take(&mut self, ask: Ask, answer: Answer, settings: &JudgeSettings) -> Questions {
        let mut questions = match ask {
            Ask::Root => self.take_root(answer, settings),
            Ask::Alone(index) => self.take_alone(index, answer, settings),
            Ask::Child(index) => self.take_child(index, answer, settings),
            Ask::BestChild => {
                self.take_best_child(answer, settings);
                Vec::new()
            }
        };
        questions.extend(self.confirm(settings));
        questions.extend(self.advance(settings));
        questions
    }

    /// What came of a move and the steps taken; moves without an outcome were not reached.
    pub(super) fn outcome(&self, mv: Move) -> Option<(Outcome, u32)> {
        let candidate = self.candidates.iter().find(|each| each.mv == mv)?;
        let outcome = candidate.outcome.clone();
        let outcome = outcome.unwrap_or(Outcome::Unjudged(UnjudgedReason::NotReached));
        let steps = candidate.before.len() + usize::from(candidate.now.is_some());
        Some((outcome, steps as u32))
    }

    pub(super) fn is_over(&self) -> bool {
        !self.candidates.iter().any(Candidate::is_open)
    }

    /// What the teacher thinks of the position; a move that mates is the best there is.
    pub(super) fn position_finding(&self) -> Option<PositionFinding> {
        let (depth, lines) = self.root.as_ref()?.deepest()?;
        let line = best(lines)?;
        Some(PositionFinding {
            sfen: self.position.sfen_key(),
            best: line.value,
            best_move: line.mv,
            depth,
            lines: lines.to_vec(),
        })
    }

    fn limit(&self, settings: &JudgeSettings) -> Limit {
        let last = settings.steps.last().copied();
        let step = settings.steps.get(self.step).copied();
        step.or(last).unwrap_or(Limit::Depth(settings.min_depth))
    }

    fn ask_root(&self, settings: &JudgeSettings) -> Questions {
        let query = Query::new(&self.position, self.limit(settings), settings.lines());
        vec![(Ask::Root, query)]
    }

    fn ask_child(&self, ask: Ask, mv: Move, settings: &JudgeSettings) -> Questions {
        let child = after(&self.position, mv);
        vec![(ask, Query::new(&child, self.limit(settings), 1))]
    }

    fn take_root(&mut self, answer: Answer, settings: &JudgeSettings) -> Questions {
        let limit = self.limit(settings);
        let read = answer.map_err(UnjudgedReason::from).and_then(|found| {
            Reading::of(&found, &self.position, settings.lines(), limit, settings)
        });
        match read {
            Ok(reading) => {
                self.root = Some(reading);
                self.look_for_moves(settings)
            }
            Err(reason) => {
                for candidate in self.candidates.iter_mut().filter(|each| each.is_open()) {
                    candidate.now = Some(Err(reason.clone()));
                }
                Vec::new()
            }
        }
    }

    /// Moves among the lines of the deepest depth are seen at once, the others searched.
    fn look_for_moves(&mut self, settings: &JudgeSettings) -> Questions {
        let limit = self.limit(settings);
        let mut questions = Vec::new();
        for index in 0..self.candidates.len() {
            if !self.candidates[index].is_open() {
                continue;
            }
            let mv = self.candidates[index].mv;
            if let Some(observation) = self.among_lines(mv, settings) {
                self.candidates[index].now = Some(Ok(observation));
            } else if settings.has_searchmoves {
                let query = Query::about_move(&self.position, mv, limit);
                questions.push((Ask::Alone(index), query));
            } else {
                questions.extend(self.ask_child(Ask::Child(index), mv, settings));
            }
        }
        questions
    }

    fn among_lines(&self, mv: Move, settings: &JudgeSettings) -> Option<Observation> {
        let root = self.root.as_ref()?;
        let (depth, lines) = root.deepest()?;
        let line = lines.iter().find(|line| line.mv == mv)?;
        self.observe(depth, line.value, How::Line, None, settings)
            .ok()
    }

    /// If the engine did not search the move and nothing else, the position after it is asked about.
    fn take_alone(&mut self, index: usize, answer: Answer, settings: &JudgeSettings) -> Questions {
        let mv = self.candidates[index].mv;
        match answer {
            Ok(found) if searched(&found, mv) => {
                let read = Reading::of(&found, &self.position, 1, self.limit(settings), settings);
                self.candidates[index].now =
                    Some(read.and_then(|reading| self.compare(&reading, How::Alone, settings)));
                Vec::new()
            }
            Err(failure) if !is_about_the_move(failure.kind) => {
                self.candidates[index].now = Some(Err(failure.into()));
                Vec::new()
            }
            _ => self.ask_child(Ask::Child(index), mv, settings),
        }
    }

    fn take_child(&mut self, index: usize, answer: Answer, settings: &JudgeSettings) -> Questions {
        let seen = self.seen_from_child(self.candidates[index].mv, answer, settings);
        let candidate = &mut self.candidates[index];
        match seen {
            Ok(observation) if observation.finding.grade > Grade::Accept => {
                candidate.waiting = Some(observation);
            }
            seen => candidate.now = Some(seen),
        }
        Vec::new()
    }

    fn seen_from_child(&self, mv: Move, answer: Answer, settings: &JudgeSettings) -> Seen {
        let child = after(&self.position, mv);
        let found = answer?;
        let reading = Reading::of(&found, &child, 1, self.limit(settings), settings)?.of_move(mv);
        self.compare(&reading, How::Child, settings)
    }

    /// A loss found by the position after a move counts only if the position after the teacher's best move shows that scores of
    /// both sides fit together.
    fn confirm(&mut self, settings: &JudgeSettings) -> Questions {
        if !self.candidates.iter().any(|each| each.waiting.is_some()) {
            return Vec::new();
        }
        let questions = self.ask_for_agreement(settings);
        if let Agreement::Known(known) = self.agreement.clone() {
            for candidate in &mut self.candidates {
                if let Some(observation) = candidate.waiting.take() {
                    candidate.now = Some(known.clone().map(|()| observation));
                }
            }
        }
        questions
    }

    fn ask_for_agreement(&mut self, settings: &JudgeSettings) -> Questions {
        if self.agreement != Agreement::NotAsked {
            return Vec::new();
        }
        match self.best_move() {
            Some(mv) if !mates(&self.position, mv) => {
                self.agreement = Agreement::Asked;
                self.ask_child(Ask::BestChild, mv, settings)
            }
            _ => {
                self.agreement = Agreement::Known(Ok(()));
                Vec::new()
            }
        }
    }

    fn best_move(&self) -> Option<Move> {
        let (_, lines) = self.root.as_ref()?.deepest()?;
        best(lines).map(|line| line.mv)
    }

    fn take_best_child(&mut self, answer: Answer, settings: &JudgeSettings) {
        let Some(mv) = self.best_move() else {
            return;
        };
        let agrees =
            self.seen_from_child(mv, answer, settings)
                .and_then(|seen| match seen.finding.grade {
                    Grade::Accept => Ok(()),
                    Grade::Doubtful | Grade::Blunder => Err(UnjudgedReason::Disagreement),
                });
        self.agreement = Agreement::Known(agrees);
    }

    /// Compares a move's own search with that of the position.
    fn compare(&self, reading: &Reading, how: How, settings: &JudgeSettings) -> Seen {
        let missing = UnjudgedReason::NoCommonDepth;
        let root = self.root.as_ref().ok_or(missing.clone())?;
        let depth = root.common_depth(reading).ok_or(missing.clone())?;
        let line = reading.at(depth).and_then(best).ok_or(missing)?;
        let mut seen = self.observe(depth, line.value, how, reading.nodes, settings)?;
        seen.finding.lines.push(line.clone());
        Ok(seen)
    }

    fn observe(
        &self,
        depth: u32,
        value: Value,
        how: How,
        move_nodes: Option<u64>,
        settings: &JudgeSettings,
    ) -> Seen {
        let missing = UnjudgedReason::NoCommonDepth;
        let root = self.root.as_ref().ok_or(missing.clone())?;
        let lines = root.at(depth).ok_or(missing.clone())?;
        let top = best(lines).ok_or(missing)?;
        if beats(value, top.value, settings.thresholds) {
            return Err(UnjudgedReason::Inconsistent);
        }
        let loss = weigh(top.value, value, settings.thresholds);
        let finding = Finding {
            grade: loss.grade,
            raw_loss_cp: loss.raw_cp,
            best_move: top.mv,
            best: top.value,
            value,
            depth: Some(depth),
            how,
            lines: lines.to_vec(),
            limit: Some(self.limit(settings)),
            nodes: root.nodes,
            move_nodes,
        };
        Ok(Observation {
            finding,
            is_near: loss.is_near,
        })
    }

    /// Decides what can be decided. When all open moves have been seen in this step, those that stay open go on to the next.
    fn advance(&mut self, settings: &JudgeSettings) -> Questions {
        let is_last = self.step + 1 >= settings.steps.len();
        for candidate in &mut self.candidates {
            candidate.decide(is_last);
        }
        let mut open = self.candidates.iter().filter(|each| each.is_open());
        if self.is_over() || !open.all(|each| each.now.is_some()) {
            return Vec::new();
        }
        for candidate in self.candidates.iter_mut().filter(|each| each.is_open()) {
            candidate.before.extend(candidate.now.take());
        }
        self.step += 1;
        self.agreement = Agreement::NotAsked;
        self.ask_root(settings)
    }
}

fn interval(before: &[Seen], now: &Observation) -> Option<(i32, i32)> {
    let earlier = before.iter().filter_map(|seen| seen.as_ref().ok());
    let losses = earlier
        .chain([now])
        .filter_map(|seen| seen.finding.raw_loss_cp);
    losses.fold(None, |seen, loss| {
        let (low, high) = seen.unwrap_or((loss, loss));
        Some((low.min(loss), high.max(loss)))
    })
}

/// Whether a search of one move failed in a way that the search of the position after it need not.
fn is_about_the_move(kind: FailureKind) -> bool {
    matches!(
        kind,
        FailureKind::EngineProtocol
            | FailureKind::IllegalBestmove
            | FailureKind::ResignInPlay
            | FailureKind::BadOption
    )
}

/// The position after a legal move.
fn after(position: &Position, mv: Move) -> Position {
    let mut child = position.clone();
    // A refused move leaves the position as it was; candidates are legal, so are the moves of a reading.
    let _ = child.play(mv);
    child
}

/// Whether the move ends the game by the rules: the other side has no legal move.
fn mates(position: &Position, mv: Move) -> bool {
    after(position, mv).has_no_move()
}

fn mating(mv: Move) -> Finding {
    Finding {
        grade: Grade::Accept,
        raw_loss_cp: None,
        best_move: mv,
        best: Value::Wins,
        value: Value::Wins,
        depth: None,
        how: How::Rules,
        lines: Vec::new(),
        limit: None,
        nodes: None,
        move_nodes: None,
    }
}

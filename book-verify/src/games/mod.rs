//! The audit of games: what each move lost against the teacher's best, and how often each player blundered.
//!
//! [`GameJudge`] is an [`Asker`] over [`crate::Judge`]: positions that several games share are asked about once, only complete
//! depths count, and a move off the list is searched on its own. There is no ladder: a game has many moves, and a rate is asked
//! for. Positions that were decided before the move are counted apart.
//!
//! Format page: `docs/formats/game-audit.md`.

mod baseline;
mod record;
mod table;

use std::collections::BTreeMap;

use joban_engine::rules::{Color, Move, Square};
use joban_engine::teacher::{Answer, Asker, Limit, Query, Thresholds, Ticket};

pub use baseline::{BaselineError, Comparison, Regression};
pub use record::{GameRecord, PlayedMove};
pub use table::{GAME_AUDIT_REVISION, GAME_CSV_COLUMNS};

use crate::entry::Entry;
use crate::judge::{Finding, Judge, Outcome};
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use crate::value::{Grade, Value};

/// How games are audited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSettings {
    /// How moves are judged; one step, its thresholds decide what a blunder is.
    pub judge: JudgeSettings,
    /// From this many centipawns on, for either side, a position is decided; so is one with a mate.
    pub decided_cp: i32,
    /// Answers below this time are instant, in milliseconds.
    pub instant_ms: u32,
    /// Up to this many plies played before the move no answer counts as instant: there are books.
    pub instant_after: u32,
}

impl GameSettings {
    /// Milliseconds below which an answer is instant by default.
    pub const INSTANT_MS: u32 = 200;
    /// Plies without instant answers by default.
    pub const INSTANT_AFTER: u32 = 12;

    /// The usual settings for a limit and thresholds of loss: decided from five times a blunder on.
    #[must_use]
    pub fn new(limit: Limit, multi_pv: u32, thresholds: Thresholds) -> Self {
        Self {
            judge: JudgeSettings {
                steps: vec![limit],
                ..JudgeSettings::new(limit, multi_pv, thresholds)
            },
            decided_cp: thresholds.blunder_cp.saturating_mul(5),
            instant_ms: Self::INSTANT_MS,
            instant_after: Self::INSTANT_AFTER,
        }
    }

    /// Whether a position was decided before the move.
    fn is_decided(&self, best: Value) -> bool {
        best.cp()
            .is_none_or(|cp| cp.saturating_abs() >= self.decided_cp)
    }
}

/// What became of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// A server prescribed it: nobody's choice.
    Prescribed,
    /// The position was decided before it.
    Decided,
    /// Judged.
    Judged(Grade),
    /// It could not be judged.
    Unjudged(UnjudgedReason),
}

impl MoveClass {
    /// The name, as tables show it.
    #[must_use]
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Prescribed => "prescribed",
            Self::Decided => "decided",
            Self::Judged(grade) => grade.as_str(),
            Self::Unjudged(_) => "unjudged",
        }
    }
}

/// One move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRow {
    /// Number of the game in the order given, from 0.
    pub game: usize,
    /// Plies played before the move.
    pub ply: u32,
    /// Who moved.
    pub side: Color,
    /// SFEN of the position without the move number.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// The move in Japanese notation.
    pub japanese: String,
    /// Time used in milliseconds, where the record says.
    pub time_ms: Option<u32>,
    /// Whether it was an instant answer.
    pub is_instant: bool,
    /// What became of it.
    pub class: MoveClass,
    /// What the teacher found.
    pub finding: Option<Finding>,
}

impl GameRow {
    /// The loss in centipawns, noise below 0 counted as 0; `None` where it is not judged, or a mate is in it.
    #[must_use]
    pub fn loss_cp(&self) -> Option<i32> {
        self.finding.as_ref().and_then(Finding::loss_cp)
    }
}

/// Counts of a player's moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerCounts {
    /// All moves but the prescribed ones.
    pub moves: u64,
    /// Moves with a grade, in positions that were not decided.
    pub judged: u64,
    /// Of these, blunders.
    pub blunders: u64,
    /// Of these, doubtful moves.
    pub doubtful: u64,
    /// Moves in decided positions.
    pub decided: u64,
    /// Moves that could not be judged.
    pub unjudged: u64,
    /// Sum of the losses of judged moves in centipawns, mates left out.
    pub loss_cp: u64,
    /// How many moves that sum is of.
    pub with_loss: u64,
    /// Moves with a known time.
    pub timed: u64,
    /// Sum of these times in milliseconds.
    pub time_ms: u64,
    /// Instant answers.
    pub instant: u64,
}

impl PlayerCounts {
    fn add(&mut self, row: &GameRow) {
        if row.class == MoveClass::Prescribed {
            return;
        }
        self.moves += 1;
        self.timed += u64::from(row.time_ms.is_some());
        self.time_ms += u64::from(row.time_ms.unwrap_or(0));
        self.instant += u64::from(row.is_instant);
        match row.class {
            MoveClass::Decided => self.decided += 1,
            MoveClass::Unjudged(_) => self.unjudged += 1,
            MoveClass::Judged(grade) => self.add_judged(grade, row.loss_cp()),
            MoveClass::Prescribed => {}
        }
    }

    fn add_judged(&mut self, grade: Grade, loss: Option<i32>) {
        self.judged += 1;
        self.blunders += u64::from(grade == Grade::Blunder);
        self.doubtful += u64::from(grade == Grade::Doubtful);
        if let Some(loss) = loss.and_then(|cp| u64::try_from(cp).ok()) {
            self.loss_cp += loss;
            self.with_loss += 1;
        }
    }

    /// Blunders among judged moves, 0 to 1; `None` without judged moves.
    #[must_use]
    pub fn blunder_rate(&self) -> Option<f64> {
        ratio(self.blunders, self.judged)
    }

    /// Mean loss in centipawns.
    #[must_use]
    pub fn mean_loss_cp(&self) -> Option<f64> {
        ratio(self.loss_cp, self.with_loss)
    }
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// One game as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// What people call it.
    pub name: String,
    /// The players, black's first; a side without a name is `(black)` or `(white)`.
    pub players: [String; 2],
    /// Legal moves.
    pub plies: u32,
    /// The smallest step of the times in milliseconds, [`GameRecord::time_step_ms`].
    pub time_step_ms: Option<u32>,
    /// Where and why the record breaks off.
    pub broken: Option<String>,
    /// Counts of black and white.
    pub counts: [PlayerCounts; 2],
}

/// The audit of games. Rows stand by game and ply, players by the bytes of their names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameAudit {
    /// How it was made.
    pub settings: GameSettings,
    /// The games in the order given.
    pub games: Vec<GameSummary>,
    /// Every move.
    pub rows: Vec<GameRow>,
    /// Every player over all games.
    pub players: BTreeMap<String, PlayerCounts>,
}

/// Asks a teacher about the moves of games.
#[derive(Debug)]
pub struct GameJudge {
    settings: GameSettings,
    games: Vec<GameSummary>,
    rows: Vec<GameRow>,
    judge: Judge,
}

impl GameJudge {
    /// A judge of these games. It asks about positions in the order of games and plies, each once.
    #[must_use]
    pub fn new(games: &[GameRecord], settings: GameSettings) -> Self {
        let mut rows = Vec::new();
        for (number, game) in games.iter().enumerate() {
            add_rows(number, game, &settings, &mut rows);
        }
        let entries: Vec<Entry> = rows
            .iter()
            .zip(0..)
            .filter(|(row, _)| row.class != MoveClass::Prescribed)
            .map(|(row, id)| Entry::new(id, Some(row.ply), row.sfen.clone(), row.mv))
            .collect();
        Self {
            judge: Judge::new(&entries, settings.judge.clone()),
            games: games.iter().map(summary).collect(),
            settings,
            rows,
        }
    }

    /// Positions that are done, and all positions.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.judge.progress()
    }

    /// What was found out. Moves that the run did not reach are unjudged.
    #[must_use]
    pub fn finish(mut self) -> GameAudit {
        for judgement in self.judge.finish().entries {
            if let Some(row) = self.rows.get_mut(judgement.id as usize) {
                (row.class, row.finding) = classed(judgement.outcome, &self.settings);
            }
        }
        let mut players: BTreeMap<String, PlayerCounts> = BTreeMap::new();
        for row in &self.rows {
            let game = &mut self.games[row.game];
            let side = row.side.index();
            game.counts[side].add(row);
            players
                .entry(game.players[side].clone())
                .or_default()
                .add(row);
        }
        GameAudit {
            settings: self.settings,
            games: self.games,
            rows: self.rows,
            players,
        }
    }
}

impl Asker for GameJudge {
    fn next(&mut self) -> Option<(Ticket, Query)> {
        self.judge.next()
    }

    fn take(&mut self, ticket: Ticket, answer: Answer) {
        self.judge.take(ticket, answer);
    }
}

fn summary(game: &GameRecord) -> GameSummary {
    GameSummary {
        name: game.name.clone(),
        players: Color::ALL.map(|side| game.player(side).to_owned()),
        plies: game.moves.len() as u32,
        time_step_ms: game.time_step_ms(),
        broken: game.broken.clone(),
        counts: Default::default(),
    }
}

fn add_rows(number: usize, game: &GameRecord, settings: &GameSettings, rows: &mut Vec<GameRow>) {
    let mut position = game.start.clone();
    let mut before: Option<Square> = None;
    for (ply, played) in (0..).zip(&game.moves) {
        let class = match ply < game.forced_plies {
            true => MoveClass::Prescribed,
            false => MoveClass::Unjudged(UnjudgedReason::NotReached),
        };
        let late = ply >= settings.instant_after && class != MoveClass::Prescribed;
        rows.push(GameRow {
            game: number,
            ply,
            side: position.side(),
            sfen: position.sfen_key(),
            mv: played.mv,
            japanese: position.japanese(played.mv, before),
            time_ms: played.time_ms,
            is_instant: late && played.time_ms.is_some_and(|ms| ms < settings.instant_ms),
            class,
            finding: None,
        });
        before = Some(played.mv.to());
        if position.play(played.mv).is_err() {
            return;
        }
    }
}

/// The class of a move and what was found. Near a threshold the one step decides.
fn classed(outcome: Outcome, settings: &GameSettings) -> (MoveClass, Option<Finding>) {
    match outcome {
        Outcome::Judged(finding) | Outcome::Borderline { finding, .. } => {
            let class = match settings.is_decided(finding.best) {
                true => MoveClass::Decided,
                false => MoveClass::Judged(finding.grade),
            };
            (class, Some(finding))
        }
        Outcome::Unjudged(reason) => (MoveClass::Unjudged(reason), None),
        // Moves of a game were checked before.
        Outcome::Illegal(_) | Outcome::BadPosition(_) => {
            (MoveClass::Unjudged(UnjudgedReason::WrongPosition), None)
        }
    }
}

//! One engine that answers questions one after another.

use std::time::Duration;

use super::plan::{Plan, send};
use super::profile::LimitBy;
use super::{FailureKind, Found, Isolation, Limit, Query};
use crate::rules::Position;
use crate::usi::{
    Bestmove, Block, Go, GoLimit, MateSide, PvLine, Root, Score, Search, SendOption, UsiEngine,
    UsiError, UsiErrorKind, Warning,
};

/// Starts engines. The real one starts programs; tests start scripts.
pub trait Launcher: Send + Sync {
    /// Starts an engine for a worker (from 0) with some arguments more than usual.
    ///
    /// # Errors
    /// As [`UsiEngine::launch`].
    fn launch(&self, worker: usize, more_args: &[String]) -> Result<UsiEngine, UsiError>;
}

/// What went wrong with a question.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) kind: FailureKind,
    /// What happened, the same each time it happens: it is kept as evidence.
    pub(super) reason: String,
    /// The same for whoever watches, with what the engine wrote to standard error.
    pub(super) shown: String,
    /// Whether the engine must be started again and the question may be asked again.
    pub(super) retry: bool,
}

impl Fault {
    /// A fault that another try would only repeat.
    fn lasting(kind: FailureKind, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self {
            kind,
            shown: reason.clone(),
            reason,
            retry: false,
        }
    }

    /// A `bestmove` that answers no question of ours: what comes next cannot be trusted.
    fn stray() -> Self {
        Self {
            retry: true,
            ..Self::lasting(
                FailureKind::EngineProtocol,
                "a bestmove that no question asked for",
            )
        }
    }
}

impl From<UsiError> for Fault {
    fn from(error: UsiError) -> Self {
        Self {
            kind: kind_of(error.kind()),
            reason: error.fact(),
            shown: error.to_string(),
            retry: error.kind() != UsiErrorKind::BadOption,
        }
    }
}

fn kind_of(kind: UsiErrorKind) -> FailureKind {
    match kind {
        UsiErrorKind::EngineStart => FailureKind::EngineStart,
        UsiErrorKind::EngineTimeout => FailureKind::EngineTimeout,
        UsiErrorKind::EngineCrash => FailureKind::EngineCrash,
        UsiErrorKind::EngineProtocol => FailureKind::EngineProtocol,
        UsiErrorKind::IllegalBestmove => FailureKind::IllegalBestmove,
        UsiErrorKind::BadOption => FailureKind::BadOption,
    }
}

/// A started engine with its options set.
#[derive(Debug)]
pub(super) struct Session {
    engine: UsiEngine,
    /// The node limit among the arguments of the program.
    nodes_argument: Option<u64>,
    /// The number of lines that the engine was told last.
    lines: u32,
    /// Whether a question was asked.
    used: bool,
}

impl Session {
    /// Starts an engine for a question.
    pub(super) fn start(
        launcher: &dyn Launcher,
        worker: usize,
        plan: &Plan,
        nodes_argument: Option<u64>,
    ) -> Result<Self, UsiError> {
        let engine = launcher.launch(worker, &plan.arguments(nodes_argument))?;
        Self::prepare(engine, plan, nodes_argument)
    }

    /// Sets the options of a started engine.
    pub(super) fn prepare(
        engine: UsiEngine,
        plan: &Plan,
        nodes_argument: Option<u64>,
    ) -> Result<Self, UsiError> {
        let mut session = Self {
            engine,
            nodes_argument,
            lines: 1,
            used: false,
        };
        plan.introduce(&mut session.engine)?;
        if plan.isolation == Isolation::Shared {
            session.get_ready(plan)?;
            session.engine.begin_game()?;
        }
        Ok(session)
    }

    /// `id name` of the engine.
    pub(super) fn id_name(&self) -> &str {
        self.engine.name()
    }

    /// Whether this engine can take the question as it is: in a fresh process where needed, with the right node limit.
    pub(super) fn fits(&self, query: &Query, plan: &Plan) -> bool {
        let fresh = plan.isolation != Isolation::Restart || !self.used;
        fresh && (self.nodes_argument == nodes_argument(query, plan))
    }

    /// Ends the engine.
    pub(super) fn quit(self) {
        self.engine.quit();
    }

    /// Asks a question about `root`, its position.
    pub(super) fn ask(&mut self, query: &Query, root: &Root, plan: &Plan) -> Result<Found, Fault> {
        let go = go(query, plan)?;
        self.used = true;
        self.set_lines(query.multi_pv(), plan)?;
        let search = match plan.isolation {
            Isolation::Shared => self.search_shared(root, &go)?,
            Isolation::Reset | Isolation::Restart => {
                self.get_ready(plan)?;
                let new_game = ["usinewgame"];
                self.engine.search_after(&new_game, root, &go)?
            }
        };
        answer(search, root.position(), plan)
    }

    /// A search that nothing separates from the one before: no `readyok` shows that all answers to that one have come.
    fn search_shared(&mut self, root: &Root, go: &Go) -> Result<Search, Fault> {
        if self.engine.has_stray_bestmove() {
            return Err(Fault::stray());
        }
        let search = self.engine.search_after(&[], root, go)?;
        // A second `bestmove` of the search before may have come after the look; it comes without a line of its own.
        if search.lines.is_empty() && matches!(search.bestmove, Bestmove::Move(_)) {
            return Err(Fault::stray());
        }
        Ok(search)
    }

    /// Brings the engine into the state after its start but for `usinewgame`; files of the engine that win at `isready` lose again.
    fn get_ready(&mut self, plan: &Plan) -> Result<(), UsiError> {
        send(&mut self.engine, &plan.reset)?;
        self.engine.ready()?;
        send(&mut self.engine, &plan.search)?;
        if let Some(name) = plan.multi_pv.as_ref().filter(|_| plan.multi_pv_again) {
            let lines = self.lines.to_string();
            self.engine.set_unlisted_option(name, Some(&lines))?;
        }
        // Complaints about options belong to no question: with them the first answer would differ from later ones.
        self.engine.take_warnings();
        Ok(())
    }

    fn set_lines(&mut self, lines: u32, plan: &Plan) -> Result<(), Fault> {
        if lines == self.lines {
            return Ok(());
        }
        let Some(name) = &plan.multi_pv else {
            let reason = format!("profile {} shows one line only", plan.profile.name);
            return Err(Fault::lasting(FailureKind::BadOption, reason));
        };
        let text = lines.to_string();
        if self.engine.options().is_empty() {
            self.engine.set_unlisted_option(name, Some(&text))?;
        } else {
            self.engine.set_option(&[name], &text, SendOption::Always)?;
        }
        self.lines = lines;
        Ok(())
    }
}

/// The node limit that the program must be started with for this question.
pub(super) fn nodes_argument(query: &Query, plan: &Plan) -> Option<u64> {
    match (query.limit(), plan.profile.nodes) {
        (Limit::Nodes(nodes), LimitBy::Argument(_)) => Some(nodes),
        _ => None,
    }
}

/// The search of a question in the engine's own way.
fn go(query: &Query, plan: &Plan) -> Result<Go, Fault> {
    let profile = &plan.profile;
    let refuse = |what: String| Err(Fault::lasting(FailureKind::BadOption, what));
    if !query.searchmoves().is_empty() && !profile.has_searchmoves {
        return refuse(format!(
            "profile {} cannot search single moves",
            profile.name
        ));
    }
    let infinite = Go::new(GoLimit::Infinite);
    let go = match (profile.limit_by(query.limit()), query.limit()) {
        (LimitBy::Go, _) => query.go(),
        (LimitBy::Argument(_), Limit::Nodes(nodes)) => infinite.node_cap(nodes),
        (LimitBy::Stop, Limit::MoveTimeMs(ms)) => infinite.stop_after(Duration::from_millis(ms)),
        (_, limit) => {
            return refuse(format!(
                "profile {} cannot search under the limit {limit}",
                profile.name
            ));
        }
    };
    Ok(if profile.has_multi_pv {
        go
    } else {
        go.unranked()
    })
}

/// The answer, unless it is none: from a book, or a resignation in a position with legal moves.
fn answer(search: Search, position: &Position, plan: &Plan) -> Result<Found, Fault> {
    if search.from_book {
        let reason = "the answer comes from a book, not from a search";
        return Err(Fault::lasting(FailureKind::BookAnswer, reason));
    }
    let gives_up = matches!(search.bestmove, Bestmove::Resign | Bestmove::None);
    if gives_up && !position.legal_moves().is_empty() {
        let reason = "the engine gives up in a position with legal moves";
        return Err(Fault::lasting(FailureKind::ResignInPlay, reason));
    }
    let mate_cp = plan.profile.mate_cp;
    Ok(Found {
        bestmove: search.bestmove,
        complete: complete(search.complete, mate_cp),
        lines: with_mates(search.lines, mate_cp),
        expected_lines: u32::try_from(search.expected_lines).unwrap_or(u32::MAX),
        nodes: search.nodes,
        warnings: search.warnings.iter().map(warning_text).collect(),
    })
}

fn warning_text(warning: &Warning) -> String {
    format!("{}: {}", warning.kind.as_str(), warning.text)
}

/// Of all depths but the deepest only the first moves are kept.
fn complete(blocks: Vec<Block>, mate_cp: Option<i32>) -> Vec<Block> {
    let deepest = blocks.last().map(|block| block.depth);
    let kept = blocks.into_iter().map(|block| {
        let mut lines = with_mates(block.lines, mate_cp);
        if Some(block.depth) != deepest {
            lines.iter_mut().for_each(|line| line.pv.truncate(1));
        }
        Block {
            depth: block.depth,
            lines,
        }
    });
    kept.collect()
}

/// Scores beyond `mate_cp` are mates whose distance nobody knows.
fn with_mates(mut lines: Vec<PvLine>, mate_cp: Option<i32>) -> Vec<PvLine> {
    let Some(limit) = mate_cp else { return lines };
    for line in &mut lines {
        if let Score::Cp(cp) = line.score
            && cp.saturating_abs() >= limit
        {
            let side = if cp > 0 {
                MateSide::MoverWins
            } else {
                MateSide::MoverLoses
            };
            line.score = Score::Mate { side, plies: None };
        }
    }
    lines
}

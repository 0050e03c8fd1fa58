//! The conversation with an engine.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::time::Duration;

use super::block::{Asked, Block, Collector, PvLine};
use super::error::{Step, UsiError, UsiErrorKind, Warning, WarningKind};
use super::info::{BestmoveLine, Info, Score};
use super::io::{EngineIo, Received};
use super::option::{OptionKind, UsiOption};
use super::process::{EngineCommand, ProcessIo};
use super::root::Root;
use crate::rules::{DeclarationOutcome, DeclarationRule, Move, Position};

/// Unknown lines that are kept for messages.
const KEPT_LINES: usize = 200;
/// How long a program whose output has ended may take to end itself.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// The longest wait of each step.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TimeLimits {
    /// From `usi` to `usiok`.
    pub usi: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `go` to `bestmove`; elapsed time, not silence. It does not hold for `go movetime`.
    pub go: Duration,
    /// How much longer than `go movetime N` asks for a search may take.
    pub beyond_movetime: Duration,
    /// From `stop` to `bestmove`.
    pub stop: Duration,
    /// From `quit` to the end of the program, before it is killed.
    pub quit: Duration,
}

impl Default for TimeLimits {
    /// 30 s, 60 s, 10 min, 10 s, 5 s, 2 s.
    fn default() -> Self {
        Self {
            usi: Duration::from_secs(30),
            ready: Duration::from_secs(60),
            go: Duration::from_secs(600),
            beyond_movetime: Duration::from_secs(10),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

/// What ends a search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GoLimit {
    /// `go nodes N`.
    Nodes(u64),
    /// `go depth N`.
    Depth(u32),
    /// `go movetime N`.
    MoveTime(Duration),
    /// `go infinite`: until [`Go::stop_after`] or the engine's own end.
    Infinite,
    /// `go btime … wtime …`: the clocks of a game.
    Clock(Clocks),
}

/// The clocks of a game as `go` tells them; black's first.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// What is left of the main times.
    pub left: [Duration; 2],
    /// What each move adds.
    pub increments: [Duration; 2],
    /// The time of each move after the main time of the side to move.
    pub byoyomi: Duration,
}

impl Clocks {
    /// Increment and byoyomi exclude each other in USI; where there is an increment, it is told.
    fn command(&self) -> String {
        let [black, white] = self.left.map(|time| time.as_millis());
        let mut text = format!("go btime {black} wtime {white}");
        // Writing to a string cannot fail.
        let _ = if self.increments == [Duration::ZERO; 2] {
            write!(text, " byoyomi {}", self.byoyomi.as_millis())
        } else {
            let [black, white] = self.increments.map(|time| time.as_millis());
            write!(text, " binc {black} winc {white}")
        };
        text
    }
}

/// What to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// What ends the search.
    pub limit: GoLimit,
    /// The root moves to search; all if empty.
    pub searchmoves: Vec<Move>,
    /// When the client sends `stop`; `None` = never, and the limit of the step is an error.
    pub stop_after: Option<Duration>,
    /// A node limit that the engine keeps though the command does not name it (an argument of its program).
    pub node_cap: Option<u64>,
    /// The engine knows no MultiPV: it prints a line whenever it finds a better move, so that of each depth the last line counts,
    /// and only when the next depth has begun.
    pub unranked: bool,
}

impl Go {
    /// A search that ends by `limit` alone.
    #[must_use]
    pub fn new(limit: GoLimit) -> Self {
        Self {
            limit,
            searchmoves: Vec::new(),
            stop_after: None,
            node_cap: None,
            unranked: false,
        }
    }

    /// Tells of a node limit that the engine keeps though the command does not name it.
    #[must_use]
    pub fn node_cap(mut self, nodes: u64) -> Self {
        self.node_cap = Some(nodes);
        self
    }

    /// Reads the answer of an engine without MultiPV.
    #[must_use]
    pub fn unranked(mut self) -> Self {
        self.unranked = true;
        self
    }

    /// Restricts the search to these root moves.
    #[must_use]
    pub fn searchmoves(mut self, moves: &[Move]) -> Self {
        self.searchmoves = moves.to_vec();
        self
    }

    /// Sends `stop` after this time.
    #[must_use]
    pub fn stop_after(mut self, time: Duration) -> Self {
        self.stop_after = Some(time);
        self
    }

    /// The command; `searchmoves` stands last, since engines take all words after it as moves.
    fn command(&self) -> String {
        let mut text = match self.limit {
            GoLimit::Nodes(n) => format!("go nodes {n}"),
            GoLimit::Depth(n) => format!("go depth {n}"),
            GoLimit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            GoLimit::Infinite => "go infinite".to_owned(),
            GoLimit::Clock(clocks) => clocks.command(),
        };
        if !self.searchmoves.is_empty() {
            text.push_str(" searchmoves");
        }
        for mv in &self.searchmoves {
            // Writing to a string cannot fail.
            let _ = write!(text, " {mv}");
        }
        text
    }
}

/// The answer of the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bestmove {
    /// A legal move.
    Move(Move),
    /// `resign`.
    Resign,
    /// `win`: a declaration of the entered king; a warning says if it does not hold.
    Win,
    /// `none`: a protocol fault, never a result of a game.
    None,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The answer.
    pub bestmove: Bestmove,
    /// The expected reply, if it is legal.
    pub ponder: Option<Move>,
    /// The last line of each rank, by rank. Depths may differ, and the last score of a rank may be a bound.
    pub lines: Vec<PvLine>,
    /// The complete blocks, from the least deep to the deepest.
    pub complete: Vec<Block>,
    /// The number of lines that a complete block has: MultiPV, or all moves if fewer.
    pub expected_lines: usize,
    /// Nodes searched, by the last line with a score that tells.
    pub nodes: Option<u64>,
    /// Whether the answer comes from a book (no nodes, or an adoption rate in the line).
    pub from_book: bool,
    /// Whether the client had to send `stop`.
    pub stopped: bool,
    /// Remarks.
    pub warnings: Vec<Warning>,
}

impl Search {
    /// Whether lines are missing.
    #[must_use]
    pub fn incomplete(&self) -> bool {
        self.lines.len() < self.expected_lines
    }

    /// The deepest complete block.
    #[must_use]
    pub fn deepest(&self) -> Option<&Block> {
        self.complete.last()
    }

    /// The greatest depth of any line, complete or not.
    #[must_use]
    pub fn depth_reached(&self) -> Option<u32> {
        self.lines.iter().filter_map(|line| line.depth).max()
    }

    /// The score of a move by the last line that begins with it.
    #[must_use]
    pub fn score_of(&self, mv: Move) -> Option<Score> {
        let line = self.lines.iter().find(|line| line.first() == Some(mv))?;
        Some(line.score)
    }
}

/// When to send an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SendOption {
    /// Always: engines differ in whether they are in the state that the list shows.
    Always,
    /// Only if the value differs from the displayed default.
    IfChanged,
}

/// A started engine.
///
/// One search at a time; before each the engine gets `isready` and `usinewgame`, so that a search
/// under a node or depth limit does not depend on those before it.
pub struct UsiEngine {
    io: Box<dyn EngineIo>,
    limits: TimeLimits,
    name: String,
    author: String,
    options: Vec<UsiOption>,
    multi_pv: usize,
    /// A search runs that has not been told to stop.
    searching: bool,
    other: VecDeque<String>,
    warnings: Vec<Warning>,
}

impl std::fmt::Debug for UsiEngine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UsiEngine")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl UsiEngine {
    /// Starts a program and shakes hands with it.
    ///
    /// # Errors
    /// `EngineStart` if the program cannot be started or ends at once, `EngineTimeout` if it does not
    /// say `usiok` in time.
    pub fn launch(command: &EngineCommand, limits: TimeLimits) -> Result<Self, UsiError> {
        let io = ProcessIo::spawn(command).map_err(|error| {
            let text = format!("{}: {error}", command.program.display());
            UsiError::new(UsiErrorKind::EngineStart, Step::Start, text)
        })?;
        Self::start(Box::new(io), limits)
    }

    /// Shakes hands with an engine that runs already.
    ///
    /// # Errors
    /// As [`UsiEngine::launch`].
    pub fn start(io: Box<dyn EngineIo>, limits: TimeLimits) -> Result<Self, UsiError> {
        let mut engine = Self {
            io,
            limits,
            name: String::new(),
            author: String::new(),
            options: Vec::new(),
            multi_pv: 1,
            searching: false,
            other: VecDeque::new(),
            warnings: Vec::new(),
        };
        engine.handshake().inspect_err(|_| engine.io.kill())?;
        Ok(engine)
    }

    fn handshake(&mut self) -> Result<(), UsiError> {
        self.send("usi", Step::Usi)?;
        let deadline = self.io.elapsed() + self.limits.usi;
        loop {
            let line = self.line(deadline, Step::Usi)?;
            if line.trim() == "usiok" {
                return Ok(());
            }
            self.handshake_line(&line);
        }
    }

    fn handshake_line(&mut self, line: &str) {
        if let Some(option) = UsiOption::parse(line) {
            self.options.push(option);
        } else if let Some(name) = id_field(line, "name") {
            self.name = name;
        } else if let Some(author) = id_field(line, "author") {
            self.author = author;
        } else {
            self.keep(line);
        }
    }

    /// `id name` as sent; empty if the engine sent none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `id author` as sent.
    #[must_use]
    pub fn author(&self) -> &str {
        &self.author
    }

    /// The option list, in the engine's order.
    #[must_use]
    pub fn options(&self) -> &[UsiOption] {
        &self.options
    }

    /// The first listed option that has one of these names ([`UsiOption::is_named`]).
    #[must_use]
    pub fn find_option(&self, names: &[&str]) -> Option<&UsiOption> {
        let mut found = names
            .iter()
            .filter_map(|name| self.options.iter().find(|o| o.is_named(name)));
        found.next()
    }

    /// The number of lines that searches show.
    #[must_use]
    pub fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// The last unknown lines: a banner, remarks, empty lines.
    pub fn other_lines(&self) -> impl Iterator<Item = &str> {
        self.other.iter().map(String::as_str)
    }

    /// Remarks that belong to no search yet; the next search takes them over.
    #[must_use]
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Takes the remarks that belong to no search yet, so that the next search does not carry them.
    pub fn take_warnings(&mut self) -> Vec<Warning> {
        std::mem::take(&mut self.warnings)
    }

    /// The end of what the engine wrote to standard error.
    #[must_use]
    pub fn stderr_tail(&self) -> String {
        self.io.stderr_tail()
    }

    /// Sets a listed option under the name that the engine uses.
    ///
    /// # Errors
    /// `BadOption` if the engine lists none of `names` or does not take the value; `EngineCrash` if
    /// it is gone.
    pub fn set_option(
        &mut self,
        names: &[&str],
        value: &str,
        send: SendOption,
    ) -> Result<(), UsiError> {
        let bad = |text: String| UsiError::new(UsiErrorKind::BadOption, Step::SetOption, text);
        let Some(option) = self.find_option(names) else {
            return Err(bad(format!(
                "the engine has no option {}",
                names.join(" or ")
            )));
        };
        let name = option.name.clone();
        let given = (option.kind != OptionKind::Button).then_some(value);
        if !option.accepts(given) {
            return Err(bad(format!(
                "option {name} does not take the value {value}"
            )));
        }
        if send == SendOption::IfChanged && option.default.as_deref() == given && given.is_some() {
            return Ok(());
        }
        self.set_unlisted_option(&name, given)
    }

    /// Sends `setoption` without a look at the option list. An engine that does not know the name
    /// may say so; then the next search carries a warning.
    ///
    /// # Errors
    /// `BadOption` if name or value cannot stand in one line; `EngineCrash` if the engine is gone.
    pub fn set_unlisted_option(&mut self, name: &str, value: Option<&str>) -> Result<(), UsiError> {
        let mut line = format!("setoption name {name}");
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(
                line,
                " value {}",
                if value.is_empty() { "<empty>" } else { value }
            );
        }
        if line.contains(['\n', '\r']) {
            return Err(UsiError::new(
                UsiErrorKind::BadOption,
                Step::SetOption,
                line,
            ));
        }
        self.send(&line, Step::SetOption)?;
        if is_multi_pv(name) {
            self.multi_pv = value.and_then(|v| v.parse().ok()).unwrap_or(1).max(1);
        }
        Ok(())
    }

    /// Sets the number of lines.
    ///
    /// # Errors
    /// As [`UsiEngine::set_option`].
    pub fn set_multi_pv(&mut self, lines: usize) -> Result<(), UsiError> {
        if lines == self.multi_pv {
            return Ok(());
        }
        self.set_option(
            &["MultiPV", "USI_MultiPV"],
            &lines.to_string(),
            SendOption::Always,
        )
    }

    /// `isready`, the wait for `readyok`, `usinewgame`: afterwards the engine remembers nothing.
    ///
    /// # Errors
    /// `EngineTimeout`, `EngineCrash`.
    pub fn new_game(&mut self) -> Result<(), UsiError> {
        self.ready()?;
        self.begin_game()
    }

    /// `usinewgame` alone.
    ///
    /// # Errors
    /// `EngineCrash`.
    pub fn begin_game(&mut self) -> Result<(), UsiError> {
        self.send("usinewgame", Step::IsReady)
    }

    /// `isready` and the wait for `readyok`. Some engines read their files of options now.
    ///
    /// # Errors
    /// `EngineTimeout`, `EngineCrash`.
    pub fn ready(&mut self) -> Result<(), UsiError> {
        self.send("isready", Step::IsReady)?;
        let deadline = self.io.elapsed() + self.limits.ready;
        loop {
            let line = self.line(deadline, Step::IsReady)?;
            if line.trim() == "readyok" {
                return Ok(());
            }
            self.keep(&line);
        }
    }

    /// Time since the engine was started, on its own clock.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.io.elapsed()
    }

    /// Reads what the engine has said since its last answer. An answer that nobody asked for would be taken for that to the
    /// next question.
    ///
    /// # Errors
    /// `EngineProtocol` for a `bestmove`, `EngineCrash` if the engine has ended.
    pub fn settle(&mut self) -> Result<(), UsiError> {
        loop {
            match self.io.receive(Duration::ZERO) {
                Received::Line(line) if BestmoveLine::parse(&line).is_some() => {
                    let text = format!("an answer without a question: {}", line.trim());
                    return Err(UsiError::new(UsiErrorKind::EngineProtocol, Step::Go, text));
                }
                Received::Line(line) => self.keep(&line),
                Received::Overlong(_) => {}
                Received::Timeout => return Ok(()),
                Received::Closed => return Err(self.gone(Step::Go)),
            }
        }
    }

    /// Searches one position, from a fresh state (as after [`UsiEngine::new_game`]).
    ///
    /// # Errors
    /// `EngineTimeout`, `EngineCrash`; `EngineProtocol` for an unreadable `bestmove`;
    /// `IllegalBestmove`. After the last two the engine can be used again.
    pub fn search(&mut self, root: &Root, go: &Go) -> Result<Search, UsiError> {
        self.ready()?;
        self.search_after(&["usinewgame"], root, go)
    }

    /// Reads what the engine has said unasked; whether a `bestmove` is among it, which is then the answer to no question.
    pub fn has_stray_bestmove(&mut self) -> bool {
        let mut stray = false;
        // Whoever never stops talking is left to the wait for the next answer, as is the end of the output.
        let end = self.io.elapsed() + self.limits.stop;
        while self.io.elapsed() <= end {
            match self.io.receive(Duration::ZERO) {
                Received::Line(line) => {
                    stray |= BestmoveLine::parse(&line).is_some();
                    self.keep(&line);
                }
                Received::Overlong(_) => {}
                Received::Timeout | Received::Closed => break,
            }
        }
        stray
    }

    /// Searches without a fresh state: the next move of a game.
    ///
    /// # Errors
    /// As [`UsiEngine::search`].
    pub fn search_on(&mut self, root: &Root, go: &Go) -> Result<Search, UsiError> {
        self.search_after(&[], root, go)
    }

    /// Searches after some commands that have no answer (`usinewgame`), all of which are sent at once.
    ///
    /// # Errors
    /// As [`UsiEngine::search`].
    pub fn search_after(
        &mut self,
        before: &[&str],
        root: &Root,
        go: &Go,
    ) -> Result<Search, UsiError> {
        let (position, command) = (root.command(), go.command());
        let lines = [before, &[&*position, &*command]].concat();
        let sent = self.io.send_all(&lines);
        sent.map_err(|_| self.gone(Step::Go))?;
        self.searching = true;
        let asked = self.asked(root, go);
        let mut collector = Collector::new(root.position(), asked);
        let (line, stopped) = self.until_bestmove(&mut collector, go)?;
        self.searching = false;
        self.finish(root, asked, &mut collector, &line, stopped)
    }

    fn asked(&self, root: &Root, go: &Go) -> Asked {
        let legal = root.position().legal_moves().len();
        let moves = if go.searchmoves.is_empty() {
            legal
        } else {
            go.searchmoves.len().min(legal)
        };
        Asked {
            lines: if go.unranked {
                1.min(moves)
            } else {
                self.multi_pv.min(moves)
            },
            nodes: match go.limit {
                GoLimit::Nodes(n) => Some(n),
                _ => go.node_cap,
            },
            depth: match go.limit {
                GoLimit::Depth(n) => Some(n),
                _ => None,
            },
            unranked: go.unranked,
        }
    }

    /// How long a search may take before its time, if it has one, or the limit of the step is over.
    fn patience(&self, go: &Go) -> Duration {
        match (go.limit, go.stop_after) {
            (GoLimit::MoveTime(time), _) => time.saturating_add(self.limits.beyond_movetime),
            (_, Some(time)) => self.limits.go.max(time),
            (_, None) => self.limits.go,
        }
    }

    /// Reads up to `bestmove`; sends `stop` when its time has come.
    fn until_bestmove(
        &mut self,
        collector: &mut Collector<'_>,
        go: &Go,
    ) -> Result<(String, bool), UsiError> {
        let begin = self.io.elapsed();
        let mut stop_at = go.stop_after.map(|time| begin.saturating_add(time));
        let (mut deadline, mut step) = (begin.saturating_add(self.patience(go)), Step::Go);
        loop {
            let wait_to = stop_at.map_or(deadline, |at| at.min(deadline));
            match self.line(wait_to, step) {
                Ok(line) if BestmoveLine::parse(&line).is_some() => {
                    return Ok((line, step == Step::Stop));
                }
                Ok(line) => self.search_line(&line, collector),
                Err(error)
                    if error.kind() == UsiErrorKind::EngineTimeout && stop_at.take().is_some() =>
                {
                    self.send("stop", Step::Stop)?;
                    self.searching = false;
                    (deadline, step) = (self.io.elapsed() + self.limits.stop, Step::Stop);
                }
                Err(error) => return Err(error),
            }
        }
    }

    fn search_line(&mut self, line: &str, collector: &mut Collector<'_>) {
        match Info::parse(line) {
            Some(info) => collector.push(&info),
            None => self.keep(line),
        }
    }

    fn finish(
        &mut self,
        root: &Root,
        asked: Asked,
        collector: &mut Collector<'_>,
        line: &str,
        stopped: bool,
    ) -> Result<Search, UsiError> {
        let (bestmove, ponder) = read_bestmove(root, line)?;
        let collected = collector.finish();
        let mut warnings = std::mem::take(&mut self.warnings);
        warnings.append(&mut collector.warnings);
        let mut search = Search {
            bestmove,
            ponder,
            lines: collected.lines,
            complete: collected.complete,
            expected_lines: asked.lines,
            nodes: collector.nodes,
            from_book: collector.from_book
                || matches!(bestmove, Bestmove::Move(mv) if collector.book_move == Some(mv)),
            stopped,
            warnings,
        };
        let remarks = remarks(root, asked, &search);
        search.warnings.extend(remarks);
        Ok(search)
    }

    /// Sends `stop` outside a search; nothing is waited for.
    ///
    /// # Errors
    /// `EngineCrash` if the engine is gone.
    pub fn stop(&mut self) -> Result<(), UsiError> {
        self.send("stop", Step::Stop)
    }

    /// Sends `gameover` with `win`, `lose` or `draw`.
    ///
    /// # Errors
    /// `EngineCrash` if the engine is gone.
    pub fn game_over(&mut self, result: &str) -> Result<(), UsiError> {
        self.send(&format!("gameover {result}"), Step::Go)
    }

    /// Ends the engine: `quit`, a wait, then by force, with all that it has started. Its exit code, if it ended by itself.
    pub fn quit(mut self) -> Option<i32> {
        // An engine that no longer reads is ended below all the same.
        if self.searching {
            let _ = self.io.send("stop");
        }
        let _ = self.io.send("quit");
        let exit = self.io.wait(self.limits.quit);
        self.io.kill();
        exit
    }

    fn send(&mut self, line: &str, step: Step) -> Result<(), UsiError> {
        self.io.send(line).map_err(|_| self.gone(step))
    }

    /// The next line of the engine, before `deadline` on the engine's clock.
    fn line(&mut self, deadline: Duration, step: Step) -> Result<String, UsiError> {
        loop {
            let left = deadline.saturating_sub(self.io.elapsed());
            if left.is_zero() {
                return Err(self.timeout(step));
            }
            match self.io.receive(left) {
                Received::Line(line) => return Ok(line),
                Received::Overlong(bytes) => {
                    self.warn(format!("a line of {bytes} bytes was dropped"))
                }
                Received::Timeout => return Err(self.timeout(step)),
                Received::Closed => return Err(self.gone(step)),
            }
        }
    }

    fn timeout(&self, step: Step) -> UsiError {
        let text = format!("no answer within the limit of step {}", step.as_str());
        UsiError::new(UsiErrorKind::EngineTimeout, step, text).with_stderr(self.io.stderr_tail())
    }

    /// The error for an engine whose output has ended.
    fn gone(&mut self, step: Step) -> UsiError {
        let exit = self.io.wait(EXIT_GRACE);
        let kind = match step {
            Step::Start | Step::Usi => UsiErrorKind::EngineStart,
            _ => UsiErrorKind::EngineCrash,
        };
        UsiError::new(kind, step, "the program has ended or closed its output")
            .with_exit(exit)
            .with_stderr(self.io.stderr_tail())
    }

    /// Keeps a line that belongs to no step; complaints become warnings.
    fn keep(&mut self, line: &str) {
        if line.trim_start().starts_with("No such option") {
            self.warn(line.trim());
        }
        if self.other.len() == KEPT_LINES {
            self.other.pop_front();
        }
        self.other.push_back(line.to_owned());
    }

    fn warn(&mut self, text: impl Into<String>) {
        self.warnings
            .push(Warning::new(WarningKind::EngineProtocol, text));
    }
}

fn is_multi_pv(name: &str) -> bool {
    name.eq_ignore_ascii_case("MultiPV") || name.eq_ignore_ascii_case("USI_MultiPV")
}

/// The text of `id name …` or `id author …`.
fn id_field(line: &str, field: &str) -> Option<String> {
    let rest = line.trim().strip_prefix("id")?;
    let text = rest.trim_start().strip_prefix(field)?;
    (rest.starts_with([' ', '\t']) && (text.is_empty() || text.starts_with([' ', '\t'])))
        .then(|| text.trim().to_owned())
}

/// Reads and checks the answer.
fn read_bestmove(root: &Root, line: &str) -> Result<(Bestmove, Option<Move>), UsiError> {
    let parsed = BestmoveLine::parse(line);
    let error = |kind, text: &str| Err(UsiError::new(kind, Step::Go, text));
    let Some(BestmoveLine {
        word: Some(word),
        ponder,
    }) = parsed
    else {
        return error(UsiErrorKind::EngineProtocol, line.trim());
    };
    let special = match word.as_str() {
        "resign" => Some(Bestmove::Resign),
        "win" => Some(Bestmove::Win),
        "none" | "(none)" => Some(Bestmove::None),
        _ => None,
    };
    if let Some(special) = special {
        return Ok((special, None));
    }
    let Ok(mv) = Move::from_usi(&word) else {
        return error(UsiErrorKind::EngineProtocol, line.trim());
    };
    if !root.position().is_legal(mv) {
        return error(UsiErrorKind::IllegalBestmove, &word);
    }
    let ponder = ponder.and_then(|word| Move::from_usi(&word).ok());
    let ponder = ponder.filter(|reply| is_legal_after(root.position(), mv, *reply));
    Ok((Bestmove::Move(mv), ponder))
}

/// Whether a reply to a legal move is legal.
fn is_legal_after(position: &Position, mv: Move, reply: Move) -> bool {
    let mut position = position.clone();
    position.play(mv).is_ok() && position.is_legal(reply)
}

fn may_declare(root: &Root) -> bool {
    root.position()
        .declaration(DeclarationRule::Points27)
        .outcome
        == DeclarationOutcome::Win
}

/// What is odd about an answer as a whole.
fn remarks(root: &Root, asked: Asked, search: &Search) -> Vec<Warning> {
    let mut remarks = Vec::new();
    let first = search
        .lines
        .iter()
        .find(|line| line.rank == 1)
        .and_then(PvLine::first);
    match search.bestmove {
        Bestmove::Move(mv) if first.is_some_and(|first| first != mv) => {
            remarks.push(Warning::new(WarningKind::BestmoveNotPv1, mv.to_string()));
        }
        Bestmove::Resign if !root.position().legal_moves().is_empty() => {
            remarks.push(Warning::new(WarningKind::ResignInPlay, "bestmove resign"));
        }
        Bestmove::Win if !may_declare(root) => {
            remarks.push(Warning::new(WarningKind::WinNotFulfilled, "bestmove win"));
        }
        Bestmove::None => remarks.push(Warning::new(WarningKind::EngineProtocol, "bestmove none")),
        _ => {}
    }
    remarks.extend(depth_not_reached(asked, search));
    remarks
}

/// Only for a move: an engine that is mated or resigns need not search.
fn depth_not_reached(asked: Asked, search: &Search) -> Option<Warning> {
    let (wanted, got) = (asked.depth?, search.depth_reached()?);
    let short = got < wanted && matches!(search.bestmove, Bestmove::Move(_));
    short.then(|| {
        Warning::new(
            WarningKind::DepthNotReached,
            format!("wanted {wanted}, got {got}"),
        )
    })
}

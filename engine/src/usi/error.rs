//! What can go wrong with an engine, and what is only worth a remark.

use std::fmt;

/// The class of an engine fault.
#[non_exhaustive]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum UsiErrorKind {
    /// The program could not be started, or ended before `usiok`.
    EngineStart,
    /// The engine did not answer within the limit of the step.
    EngineTimeout,
    /// The program ended or closed its output after it had started well.
    EngineCrash,
    /// The engine answered something that the protocol does not allow here.
    EngineProtocol,
    /// `bestmove` names a move that is illegal in the position asked for.
    IllegalBestmove,
    /// An option was to be set that the engine does not have, or to a value that it does not take.
    BadOption,
}

impl UsiErrorKind {
    /// The name of the class, as reports show it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EngineStart => "EngineStart",
            Self::EngineTimeout => "EngineTimeout",
            Self::EngineCrash => "EngineCrash",
            Self::EngineProtocol => "EngineProtocol",
            Self::IllegalBestmove => "IllegalBestmove",
            Self::BadOption => "BadOption",
        }
    }
}

/// The step of the conversation in which something happened.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Starting the program.
    Start,
    /// From `usi` to `usiok`.
    Usi,
    /// `setoption`.
    SetOption,
    /// From `isready` to `readyok`.
    IsReady,
    /// From `go` to `bestmove`.
    Go,
    /// From `stop` to `bestmove`.
    Stop,
    /// From `quit` to the end of the program.
    Quit,
}

impl Step {
    /// The command word of the step (`start` for the start of the program).
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Usi => "usi",
            Self::SetOption => "setoption",
            Self::IsReady => "isready",
            Self::Go => "go",
            Self::Stop => "stop",
            Self::Quit => "quit",
        }
    }
}

/// An engine fault: its class, where it happened, and what the engine said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiError {
    kind: UsiErrorKind,
    step: Step,
    text: String,
    exit: Option<i32>,
    stderr: String,
}

impl UsiError {
    /// An error of `kind` in `step`; `text` is the offending line or a short reason.
    pub fn new(kind: UsiErrorKind, step: Step, text: impl Into<String>) -> Self {
        Self {
            kind,
            step,
            text: text.into(),
            exit: None,
            stderr: String::new(),
        }
    }

    /// Adds the exit code of the program, where it is known.
    #[must_use]
    pub fn with_exit(mut self, exit: Option<i32>) -> Self {
        self.exit = exit;
        self
    }

    /// Adds the last lines that the engine wrote to standard error.
    #[must_use]
    pub fn with_stderr(mut self, tail: String) -> Self {
        self.stderr = tail;
        self
    }

    /// The class.
    #[must_use]
    pub fn kind(&self) -> UsiErrorKind {
        self.kind
    }

    /// The step of the conversation.
    #[must_use]
    pub fn step(&self) -> Step {
        self.step
    }

    /// The offending line, move or reason.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Exit code of the program; 128 + n for signal n on Unix.
    #[must_use]
    pub fn exit(&self) -> Option<i32> {
        self.exit
    }

    /// The tail of standard error, for messages.
    #[must_use]
    pub fn stderr(&self) -> &str {
        &self.stderr
    }

    /// What happened in one line, without what the engine wrote to standard error: equal faults have equal texts.
    #[must_use]
    pub fn fact(&self) -> String {
        let (kind, step) = (self.kind.as_str(), self.step.as_str());
        let exit = self.exit.map(|exit| format!(" (exit code {exit})"));
        let exit = exit.unwrap_or_default();
        format!("{kind} in step {step}: {}{exit}", self.text)
    }

    /// Whether the engine can no longer be used and must be started again.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        matches!(
            self.kind,
            UsiErrorKind::EngineStart | UsiErrorKind::EngineTimeout | UsiErrorKind::EngineCrash
        )
    }
}

impl fmt::Display for UsiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fact())?;
        match self.stderr.lines().next_back() {
            Some(last) => write!(f, "; its standard error ends with: {last}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for UsiError {}

/// The class of a remark: the answer is used, but something about it was not as it should be.
#[non_exhaustive]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// A line that the protocol does not allow: `No such option`, an overlong line, `bestmove none`.
    EngineProtocol,
    /// `bestmove` is not the first move of the first line.
    BestmoveNotPv1,
    /// The deepest line is less deep than the depth asked for.
    DepthNotReached,
    /// `mate 0` in a position with legal moves: the sign is not known.
    AmbiguousMate,
    /// The first move of a line is illegal in the position asked for; the line was left out.
    IllegalPv,
    /// Two ranks began with the same move; the less deep one was left out.
    DuplicatePv,
    /// `bestmove resign` although the position has legal moves.
    ResignInPlay,
    /// `bestmove win` although a declaration by the 27-point rule would lose.
    WinNotFulfilled,
}

impl WarningKind {
    /// The name of the class, as reports show it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EngineProtocol => "EngineProtocol",
            Self::BestmoveNotPv1 => "BestmoveNotPv1",
            Self::DepthNotReached => "DepthNotReached",
            Self::AmbiguousMate => "AmbiguousMate",
            Self::IllegalPv => "IllegalPv",
            Self::DuplicatePv => "DuplicatePv",
            Self::ResignInPlay => "ResignInPlay",
            Self::WinNotFulfilled => "WinNotFulfilled",
        }
    }
}

/// A remark about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The class.
    pub kind: WarningKind,
    /// The line, or the fact in words.
    pub text: String,
}

impl Warning {
    /// A remark of `kind` about `text`.
    pub fn new(kind: WarningKind, text: impl Into<String>) -> Self {
        Self {
            kind,
            text: text.into(),
        }
    }
}

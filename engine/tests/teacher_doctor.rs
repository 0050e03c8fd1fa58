//! The doctor against engines that lie in one respect each.

mod common;

use std::collections::VecDeque;
use std::time::Duration;

use joban_engine::rules::Position;
use joban_engine::teacher::doctor::{Check, Examine, Finding, Outcome, examine_with};
use joban_engine::teacher::{Isolation, Launcher, Limit, TeacherConfig, TeacherError, Unattended};
use joban_engine::usi::{EngineCommand, EngineIo, Gone, Received, TimeLimits, UsiEngine, UsiError};

/// In what an engine lies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// Scores depend on how often it was asked.
    Remembers,
    /// A restart changes its scores.
    Random(usize),
    /// Non-promotions are dropped from `searchmoves` without a word.
    DropsNonPromotions,
    /// All of `searchmoves` is ignored.
    IgnoresSearchmoves,
    OneLine,
    /// No lie: it does not list the option.
    NoMultiPv,
    /// No lie: it lists what gpsusi does.
    BookDepth,
    /// No lie: each process has scores of its own, and repeats them.
    ByProcess(usize),
    NoNodeLimit,
    Book,
    PawnDropMate,
    IllegalLine,
}

/// An engine with a made-up evaluation: every move has a score, decided by its text.
struct Liar {
    lie: Lie,
    lines: usize,
    asked: usize,
    position: Position,
    output: VecDeque<String>,
}

impl Liar {
    fn say(&mut self, text: &str) {
        self.output.extend(text.lines().map(str::to_owned));
    }

    fn go(&mut self, words: &[&str]) {
        self.asked += 1;
        let at = words.iter().position(|word| *word == "searchmoves");
        let only: Vec<&str> = at.map_or(Vec::new(), |at| words[at + 1..].to_vec());
        let keeps = |usi: &str| match self.lie {
            Lie::IgnoresSearchmoves => true,
            Lie::DropsNonPromotions if only == ["8h2b"] => true,
            _ => only.is_empty() || only.contains(&usi),
        };
        let legal = self.position.legal_moves();
        let mut moves: Vec<String> = legal
            .iter()
            .map(ToString::to_string)
            .filter(|m| keeps(m))
            .collect();
        let drop = "P*1b".to_owned();
        if self.lie == Lie::PawnDropMate && self.position.sfen().starts_with("7nk/") {
            moves.insert(0, drop);
        }
        let bias = match self.lie {
            Lie::Remembers => self.asked,
            Lie::Random(started) | Lie::ByProcess(started) => started,
            _ => 0,
        };
        let nodes = if self.lie == Lie::NoNodeLimit {
            90_000
        } else {
            900
        };
        let nodes = if self.lie == Lie::Book { 0 } else { nodes };
        let shown = if self.lie == Lie::OneLine {
            1
        } else {
            self.lines
        };
        for (rank, mv) in moves.iter().take(shown).enumerate() {
            let (rank, score) = (rank + 1, 100 + bias);
            self.say(&format!(
                "info depth 5 multipv {rank} score cp {score} nodes {nodes} pv {mv}"
            ));
        }
        if self.lie == Lie::IllegalLine {
            self.say("info depth 5 multipv 2 score cp 1 nodes 900 pv 5e5d");
        }
        self.say(&format!("bestmove {}", moves[0]));
    }
}

impl EngineIo for Liar {
    fn send(&mut self, line: &str) -> Result<(), Gone> {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "usi" => self.say(self.lie.hello()),
            "isready" => self.say("readyok"),
            "setoption" if words[2] == "MultiPV" => {
                self.lines = words[4].parse().expect("a number")
            }
            "position" => {
                self.position = Position::from_sfen(&words[2..].join(" ")).expect("a position");
            }
            "go" => self.go(&words),
            _ => {}
        }
        Ok(())
    }

    fn receive(&mut self, _limit: Duration) -> Received {
        self.output
            .pop_front()
            .map_or(Received::Timeout, Received::Line)
    }

    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn stderr_tail(&self) -> String {
        String::new()
    }

    fn wait(&mut self, _limit: Duration) -> Option<i32> {
        Some(0)
    }

    fn kill(&mut self) {}
}

impl Lie {
    fn hello(self) -> &'static str {
        match self {
            Self::BookDepth => {
                "id name Liar\noption name BookDepth type spin default 1 min 0 max 9\nusiok"
            }
            Self::NoMultiPv => {
                "id name Liar\noption name USI_Hash type spin default 1 min 1 max 99\nusiok"
            }
            _ => "id name Liar\noption name MultiPV type spin default 1 min 1 max 500\nusiok",
        }
    }
}

struct Liars(Lie, std::sync::atomic::AtomicUsize);

impl Launcher for &'static Liars {
    fn launch(&self, _: usize, _: &[String]) -> Result<UsiEngine, UsiError> {
        let started = self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let lie = match self.0 {
            Lie::Random(_) => Lie::Random(started),
            Lie::ByProcess(_) => Lie::ByProcess(started),
            lie => lie,
        };
        let liar = Liar {
            lie,
            lines: 1,
            asked: 0,
            position: Position::startpos(),
            output: VecDeque::new(),
        };
        UsiEngine::start(Box::new(liar), TimeLimits::default())
    }
}

fn examined(lie: Lie, config: &TeacherConfig, limit: Limit) -> Result<Vec<Finding>, TeacherError> {
    let liars: &'static Liars = Box::leak(Box::new(Liars(lie, 0.into())));
    let what = Examine {
        limit: Some(limit),
        scale: false,
    };
    let found = examine_with(config, &|| Box::new(liars), what, &mut Unattended);
    found.map(|found| found.findings)
}

fn config() -> TeacherConfig {
    TeacherConfig::new(EngineCommand::new("no-such-program"))
}

fn findings(lie: Lie) -> Vec<Finding> {
    examined(lie, &config(), Limit::Nodes(1000)).expect("an examination")
}

fn outcome(findings: &[Finding], check: Check) -> Outcome {
    let finding = findings.iter().find(|finding| finding.check == check);
    finding.expect("checked").outcome
}

/// The checks that did not pass.
fn complaints(lie: Lie) -> Vec<(Check, Outcome)> {
    let findings = findings(lie).into_iter();
    findings
        .filter(|finding| finding.outcome != Outcome::Passed)
        .map(|finding| (finding.check, finding.outcome))
        .collect()
}

#[test]
fn an_honest_engine_is_healthy() {
    assert_eq!(complaints(Lie::None), []);
    assert_eq!(findings(Lie::None).len(), 12);
}

#[test]
fn each_lie_is_found() {
    use Outcome::{Failed, Warning};
    for (lie, check, outcome) in [
        (Lie::Random(0), Check::FreshProcess, Failed),
        (Lie::DropsNonPromotions, Check::NonPromotion, Failed),
        (Lie::OneLine, Check::MultiPv, Failed),
        (Lie::NoNodeLimit, Check::NodeLimit, Warning),
        (Lie::PawnDropMate, Check::PawnDropMate, Failed),
        (Lie::IllegalLine, Check::LegalLines, Warning),
    ] {
        let found = complaints(lie);
        assert!(found.contains(&(check, outcome)), "{lie:?}: {found:?}");
    }
    for (lie, checks) in [
        (Lie::Remembers, [Check::SameTwice, Check::AfterOthers]),
        (
            Lie::IgnoresSearchmoves,
            [Check::SearchMoves, Check::NonPromotion],
        ),
    ] {
        let found = complaints(lie);
        for check in checks {
            assert!(found.contains(&(check, Failed)), "{lie:?}: {found:?}");
        }
    }
    assert!(complaints(Lie::Book).contains(&(Check::Book, Failed)));
}

#[test]
fn an_engine_with_one_line_does_not_lie() {
    let findings = findings(Lie::NoMultiPv);
    assert_eq!(outcome(&findings, Check::MultiPv), Outcome::NotApplicable);
    assert!(
        findings.iter().all(|f| f.outcome != Outcome::Failed),
        "{findings:?}"
    );
}

#[test]
fn one_process_is_compared_with_itself() {
    let config = TeacherConfig {
        processes: 8,
        ..config()
    };
    let findings = examined(Lie::ByProcess(0), &config, Limit::Nodes(1000)).expect("findings");
    assert_eq!(outcome(&findings, Check::SameTwice), Outcome::Passed);
    assert_eq!(outcome(&findings, Check::AfterOthers), Outcome::Passed);
    assert_eq!(outcome(&findings, Check::FreshProcess), Outcome::Failed);
}

#[test]
fn who_gave_up_repeatability_is_warned_only() {
    let shared = TeacherConfig {
        isolation: Some(Isolation::Shared),
        ..config()
    };
    for (config, limit) in [
        (&shared, Limit::Nodes(1000)),
        (&config(), Limit::MoveTimeMs(10)),
    ] {
        let findings = examined(Lie::Remembers, config, limit).expect("findings");
        assert_eq!(outcome(&findings, Check::AfterOthers), Outcome::Warning);
    }
}

#[test]
fn a_limit_that_the_profile_cannot_keep_is_refused() {
    let gpsusi = TeacherConfig {
        profile: Some("gpsusi".to_owned()),
        ..config()
    };
    // Its profile needs an option that this engine has not.
    let error = examined(Lie::None, &gpsusi, Limit::Depth(5)).expect_err("no option");
    assert!(matches!(error, TeacherError::MissingRole { .. }), "{error}");
    let error = examined(Lie::BookDepth, &gpsusi, Limit::Depth(5)).expect_err("no depth");
    assert!(
        matches!(
            error,
            TeacherError::BadLimit {
                limit: Limit::Depth(5),
                ..
            }
        ),
        "{error}"
    );
    assert!(error.is_usage());
}

#[test]
fn without_answers_nothing_is_praised() {
    let findings = findings(Lie::Book);
    assert_eq!(outcome(&findings, Check::LegalLines), Outcome::Warning);
}

//! Teacher profiles: what an engine needs so that its answers can be trusted and compared.

use super::{Isolation, Limit, Role, Thresholds};
use crate::usi::UsiOption;

/// Where an option stands in the conversation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Once, after `usiok`.
    Start,
    /// Once after `usiok`, and again before the `isready` of each question: it brings the engine back into its first state.
    Reset,
    /// Once after `usiok`, and again between `readyok` and `go` of each question: the engine's own files win at `isready`.
    Search,
}

/// What an option is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// This text.
    Text(&'static str),
    /// The default that the engine displays.
    Displayed,
    /// The hash size of the configuration, in MiB.
    HashMib,
    /// The threads of the configuration.
    Threads,
}

/// An option that a profile sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The role.
    pub role: Role,
    /// The value.
    pub value: Value,
    /// When it is sent.
    pub place: Place,
    /// Whether the engine cannot be used without it.
    pub needed: bool,
    /// Whether it is sent even if the engine displays this value as its default. Engines differ in whether they are in the state
    /// that they display.
    pub always: bool,
}

/// How a limit reaches the engine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum LimitBy {
    /// In `go`.
    Go,
    /// As an argument of the program, before the number, with `go infinite`: another limit needs another process.
    Argument(&'static str),
    /// With `go infinite` and `stop` after the time.
    Stop,
    /// Not at all.
    Nothing,
}

/// What is known about a family of engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// The options to set, in order.
    pub settings: Vec<Setting>,
    /// Whether the engine shows several lines.
    pub has_multi_pv: bool,
    /// How a node limit is given.
    pub nodes: LimitBy,
    /// How a depth limit is given.
    pub depth: LimitBy,
    /// How a time limit is given.
    pub movetime: LimitBy,
    /// Centipawns from which a score means mate; `None` where the engine says `mate`.
    pub mate_cp: Option<i32>,
    /// Whether `searchmoves` works.
    pub has_searchmoves: bool,
    /// How questions are kept apart.
    pub isolation: Isolation,
    /// The classes of losses.
    pub thresholds: Thresholds,
    /// Whether the thresholds were measured for this family; else [`super::doctor`] measures them.
    pub measured: bool,
    /// The limit of the first step, unless another is asked for.
    pub default_limit: Limit,
}

impl Profile {
    /// The names of the built-in profiles.
    #[must_use]
    pub fn names() -> &'static [&'static str] {
        &[
            "yaneuraou",
            "yaneuraou-material",
            "fairy-stockfish",
            "fairy-stockfish-wasm",
            "gpsusi",
            "bridge",
            "generic",
        ]
    }

    /// A built-in profile.
    #[must_use]
    pub fn builtin(name: &str) -> Option<Self> {
        match name {
            "yaneuraou" => Some(yaneuraou()),
            "yaneuraou-material" => Some(Self {
                thresholds: Thresholds::new(400, 800),
                ..named("yaneuraou-material", yaneuraou())
            }),
            "fairy-stockfish" => Some(fairy_stockfish()),
            "fairy-stockfish-wasm" => Some(named("fairy-stockfish-wasm", fairy_stockfish())),
            "gpsusi" => Some(gpsusi()),
            "bridge" => Some(named("bridge", base())),
            "generic" => Some(generic()),
            _ => None,
        }
    }

    /// The built-in profile that fits what an engine says about itself: `id name` and the option list.
    #[must_use]
    pub fn detect(id_name: &str, options: &[UsiOption]) -> Self {
        let name = id_name.to_lowercase();
        let has = |option: &str| options.iter().any(|listed| listed.is_named(option));
        let fits = if options.is_empty() {
            named("bridge", base())
        } else if name.contains("yaneuraou") || has("GenerateAllLegalMoves") {
            return Self::yaneuraou_edition(&name);
        } else if name.contains("fairy-stockfish") && has("USI_Variant") {
            named("fairy-stockfish-wasm", fairy_stockfish())
        } else if name.contains("fairy-stockfish") || has("UCI_Variant") {
            fairy_stockfish()
        } else if name.contains("gpsshogi") {
            gpsusi()
        } else {
            generic()
        };
        fits.limited_to(options)
    }

    /// The profile for an engine with this option list: without an option for the number of lines there is one line. An engine
    /// without a list is taken at its profile's word.
    pub(super) fn limited_to(mut self, options: &[UsiOption]) -> Self {
        self.has_multi_pv &= options.is_empty() || Role::MultiPv.find(options).is_some();
        self
    }

    fn yaneuraou_edition(name: &str) -> Self {
        let material = name.contains("material");
        let edition = if material {
            "yaneuraou-material"
        } else {
            "yaneuraou"
        };
        Self::builtin(edition).unwrap_or_else(generic)
    }

    /// How a limit reaches the engine.
    #[must_use]
    pub fn limit_by(&self, limit: Limit) -> LimitBy {
        match limit {
            Limit::Nodes(_) => self.nodes,
            Limit::Depth(_) => self.depth,
            Limit::MoveTimeMs(_) => self.movetime,
        }
    }
}

fn named(name: &str, profile: Profile) -> Profile {
    Profile {
        name: name.to_owned(),
        ..profile
    }
}

/// Sent always, where the engine has it.
fn send(role: Role, value: Value, place: Place) -> Setting {
    Setting {
        role,
        value,
        place,
        needed: false,
        always: true,
    }
}

/// Sent always; the engine cannot do without.
fn need(role: Role, value: Value, place: Place) -> Setting {
    Setting {
        needed: true,
        ..send(role, value, place)
    }
}

/// No options and every limit by `go`: an engine of which nothing is known.
fn base() -> Profile {
    Profile {
        name: "generic".to_owned(),
        settings: Vec::new(),
        has_multi_pv: true,
        nodes: LimitBy::Go,
        depth: LimitBy::Go,
        movetime: LimitBy::Go,
        mate_cp: None,
        has_searchmoves: true,
        isolation: Isolation::Reset,
        thresholds: Thresholds::new(150, 300),
        measured: false,
        default_limit: Limit::Nodes(100_000),
    }
}

/// Whatever the engine has of the usual options.
fn generic() -> Profile {
    Profile {
        settings: vec![
            send(Role::Hash, Value::HashMib, Place::Start),
            send(Role::Threads, Value::Threads, Place::Start),
            send(Role::Ponder, Value::Text("false"), Place::Start),
            send(Role::Variant, Value::Text("shogi"), Place::Start),
            send(Role::Contempt, Value::Text("0"), Place::Start),
            send(Role::PvInterval, Value::Text("0"), Place::Start),
            send(Role::AllLegalMoves, Value::Text("true"), Place::Search),
            send(Role::OwnBook, Value::Text("false"), Place::Search),
            send(Role::BookDepth, Value::Text("0"), Place::Search),
        ],
        ..base()
    }
}

/// Fairy-Stockfish. The displayed variant is not in force until it is set. Memory of earlier searches beside the hash
/// goes only with the threads, so they are set anew before each question.
fn fairy_stockfish() -> Profile {
    Profile {
        settings: vec![
            need(Role::Variant, Value::Text("shogi"), Place::Start),
            need(Role::MultiPv, Value::Text("1"), Place::Start),
            send(Role::Hash, Value::HashMib, Place::Start),
            send(Role::Contempt, Value::Text("0"), Place::Start),
            send(Role::Ponder, Value::Text("false"), Place::Start),
            send(Role::Skill, Value::Text("20"), Place::Start),
            send(Role::LimitStrength, Value::Text("false"), Place::Start),
            need(Role::Threads, Value::Threads, Place::Reset),
        ],
        measured: true,
        ..named("fairy-stockfish", base())
    }
}

/// YaneuraOu with a network. Its files `engine_options.txt` and `eval_options.txt` win at each `isready`, so what decides
/// answers is sent after it.
fn yaneuraou() -> Profile {
    Profile {
        settings: vec![
            need(Role::Hash, Value::HashMib, Place::Start),
            need(Role::Threads, Value::Threads, Place::Start),
            need(Role::MultiPv, Value::Text("1"), Place::Start),
            send(Role::Ponder, Value::Text("false"), Place::Start),
            send(Role::NetworkDelay, Value::Text("0"), Place::Start),
            send(Role::NetworkDelay2, Value::Text("0"), Place::Start),
            send(Role::EvalDir, Value::Displayed, Place::Start),
            send(Role::PvInterval, Value::Text("0"), Place::Search),
            need(Role::AllLegalMoves, Value::Text("true"), Place::Search),
            need(Role::OwnBook, Value::Text("false"), Place::Search),
            send(Role::BookFile, Value::Text("no_book"), Place::Search),
            send(Role::EnteringKing, Value::Text("CSARule27"), Place::Search),
            send(Role::ResignValue, Value::Text("99999"), Place::Search),
            send(Role::DepthLimit, Value::Text("0"), Place::Search),
            send(Role::NodesLimit, Value::Text("0"), Place::Search),
            send(Role::EvalScale, Value::Displayed, Place::Search),
        ],
        thresholds: Thresholds::new(50, 200),
        measured: true,
        default_limit: Limit::Nodes(1_000_000),
        ..named("yaneuraou", base())
    }
}

/// gpsusi: one line, nodes by an argument of the program, mates as huge centipawns. No command makes it forget earlier searches
/// (11 of 12 answers differed from those of fresh processes), so each question has its own.
fn gpsusi() -> Profile {
    Profile {
        settings: vec![
            need(Role::BookDepth, Value::Text("0"), Place::Start),
            send(Role::Threads, Value::Threads, Place::Start),
        ],
        has_multi_pv: false,
        nodes: LimitBy::Argument("--node-count-hard-limit"),
        depth: LimitBy::Nothing,
        movetime: LimitBy::Stop,
        mate_cp: Some(100_000),
        has_searchmoves: false,
        isolation: Isolation::Restart,
        thresholds: Thresholds::new(400, 800),
        // It tells of its depths only after a second or so; with fewer nodes none may be complete.
        default_limit: Limit::Nodes(600_000),
        ..named("gpsusi", base())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_its_profile() {
        for name in Profile::names() {
            assert_eq!(Profile::builtin(name).expect("built in").name, *name);
        }
        assert_eq!(Profile::builtin("none"), None);
    }

    #[test]
    fn classes_are_in_order() {
        for profile in Profile::names().iter().filter_map(|n| Profile::builtin(n)) {
            assert!(profile.thresholds.are_valid(), "{profile:?}");
        }
    }

    #[test]
    fn engines_are_known_by_what_they_say() {
        let options = |names: &[&str]| -> Vec<UsiOption> {
            let lines = names.iter().map(|n| format!("option name {n} type string"));
            lines.filter_map(|line| UsiOption::parse(&line)).collect()
        };
        for (id, names, profile) in [
            (
                "Fairy-Stockfish 11.1 LB 64",
                &["UCI_Variant"][..],
                "fairy-stockfish",
            ),
            (
                "Fairy-Stockfish [commit: b2e693ef]",
                &["USI_Variant"],
                "fairy-stockfish-wasm",
            ),
            ("YaneuraOu NNUE 9.70git 64AVX2", &["USI_Hash"], "yaneuraou"),
            (
                "YaneuraOu MaterialLv9 9.70git",
                &["USI_Hash"],
                "yaneuraou-material",
            ),
            ("A renamed one", &["GenerateAllLegalMoves"], "yaneuraou"),
            ("gpsshogi (smp) vm r3033", &["BookDepth"], "gpsusi"),
            ("Behind ssh", &[], "bridge"),
            ("Another", &["USI_Hash"], "generic"),
        ] {
            assert_eq!(Profile::detect(id, &options(names)).name, profile, "{id}");
        }
        assert!(!Profile::detect("Another", &options(&["USI_Hash"])).has_multi_pv);
        assert!(Profile::detect("Another", &options(&["MultiPV"])).has_multi_pv);
        assert!(Profile::detect("Behind ssh", &[]).has_multi_pv);
    }
}

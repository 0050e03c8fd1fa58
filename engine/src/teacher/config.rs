//! What the user says about a teacher.

use super::{Isolation, Thresholds};
use crate::usi::{EngineCommand, TimeLimits};

/// A teacher as the command line or a table of `joban.toml` describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeacherConfig {
    /// The engine.
    pub command: EngineCommand,
    /// The name of a built-in profile; `None` finds it by what the engine says.
    pub profile: Option<String>,
    /// Options that win over those of the profile; `None` presses a button.
    pub options: Vec<(String, Option<String>)>,
    /// Hash size of each engine in MiB. Small ones are cleared quickly.
    pub hash_mib: u32,
    /// Search threads of each engine. More than one makes answers unrepeatable.
    pub threads: u32,
    /// Engines at work at a time, at least 1.
    pub processes: usize,
    /// How questions are kept apart; `None` is the profile's way.
    pub isolation: Option<Isolation>,
    /// How often a question is tried, at least 1, before it counts as failed.
    pub tries: u32,
    /// The longest wait of each step.
    pub limits: TimeLimits,
    /// The user's own word for the program, for engines behind a bridge.
    pub teacher_id: Option<String>,
    /// Classes of losses in place of the profile's.
    pub thresholds: Option<Thresholds>,
}

impl TeacherConfig {
    /// One engine with 16 MiB and one thread, three tries, the rest as its profile says.
    #[must_use]
    pub fn new(command: EngineCommand) -> Self {
        Self {
            command,
            profile: None,
            options: Vec::new(),
            hash_mib: 16,
            threads: 1,
            processes: 1,
            isolation: None,
            tries: 3,
            limits: TimeLimits::default(),
            teacher_id: None,
            thresholds: None,
        }
    }
}

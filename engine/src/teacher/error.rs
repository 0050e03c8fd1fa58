//! Why teachers cannot be used at all.

use std::io;
use std::path::PathBuf;

use super::Limit;
use crate::usi::UsiError;

/// A fault of a teacher as a whole. Faults of single questions are [`super::Failure`]s.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TeacherError {
    /// The engine cannot be started, or does not shake hands.
    #[error("teacher {command}: {source}")]
    Start {
        /// The command line.
        command: String,
        /// What went wrong.
        source: UsiError,
    },
    /// No worker has an engine any more.
    #[error("no teacher is left: {reason}")]
    AllLost {
        /// The last fault, in one line.
        reason: String,
    },
    /// No profile has this name.
    #[error("no teacher profile is named {name}; there are {}", known.join(", "))]
    UnknownProfile {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: Vec<String>,
    },
    /// The profile needs an option that the engine does not offer.
    #[error("profile {profile}: the engine {engine} has no option for {role} (looked for {})", names.join(", "))]
    MissingRole {
        /// The profile.
        profile: String,
        /// `id name` of the engine.
        engine: String,
        /// The role.
        role: &'static str,
        /// The option names that would do.
        names: Vec<String>,
    },
    /// An option cannot be set.
    #[error("option {name}: {reason}")]
    BadOption {
        /// The option.
        name: String,
        /// Why.
        reason: String,
    },
    /// The engine has no such limit.
    #[error("profile {profile} cannot search under the limit {limit}")]
    BadLimit {
        /// The profile.
        profile: String,
        /// The limit asked for.
        limit: Limit,
    },
    /// A file that belongs to the identity cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The text of an identity is none.
    #[error("not the identity of a teacher: {0}")]
    BadIdentity(String),
}

impl TeacherError {
    /// Whether the request is wrong, not the engine: a wrong profile, option or limit.
    #[must_use]
    pub fn is_usage(&self) -> bool {
        matches!(
            self,
            Self::UnknownProfile { .. }
                | Self::MissingRole { .. }
                | Self::BadOption { .. }
                | Self::BadLimit { .. }
        )
    }
}

//! The doctor: can the answers of an engine be trusted, and what are its centipawns worth?
//!
//! [`examine`] asks an engine questions whose right answers are known, and says for each check what came of it. It measures the scale of its
//! scores on opening moves that are known to be sound or bad ([`SOUND`], [`BAD`]) and suggests thresholds by [`Scale::suggest`].

mod checks;
mod moves;
mod scale;

pub use checks::{Check, Finding, Outcome};
pub use moves::{BAD, KnownMove, SOUND};
pub use scale::{ENOUGH_BAD, ENOUGH_SOUND, Measured, Scale};

use super::{
    Control, Identity, Launcher, Limit, LimitBy, Note, Pool, Role, Teacher, TeacherConfig,
    TeacherError,
};

/// What to examine.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Examine {
    /// The limit of each search; `None` is that of the profile.
    pub limit: Option<Limit>,
    /// Whether to measure the scale too: a hundred searches.
    pub scale: bool,
}

/// What an examination found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examination {
    /// Who was examined.
    pub identity: Identity,
    /// The limit of each search.
    pub limit: Limit,
    /// Which option of the engine has which role; `None` where it has none.
    pub roles: Vec<(Role, Option<String>)>,
    /// What the checks came to, in their fixed order.
    pub findings: Vec<Finding>,
    /// What the user should know about the set-up.
    pub notes: Vec<Note>,
    /// The scale, if it was to be measured.
    pub scale: Option<Scale>,
}

impl Examination {
    /// Whether no check failed.
    #[must_use]
    pub fn is_healthy(&self) -> bool {
        self.findings.iter().all(|f| f.outcome != Outcome::Failed)
    }
}

/// Examines the engine of a configuration.
///
/// # Errors
/// [`TeacherError`] if it cannot be started or set up, or is lost on the way; [`TeacherError::BadLimit`] if its profile has no way to keep
/// the limit.
pub fn examine(
    config: &TeacherConfig,
    what: Examine,
    control: &mut dyn Control,
) -> Result<Examination, TeacherError> {
    examine_pools(config, &|config| Pool::start(config), what, control)
}

/// The same with another way of starting engines, as [`Pool::start_with`].
///
/// # Errors
/// As [`examine`].
pub fn examine_with(
    config: &TeacherConfig,
    launcher: &dyn Fn() -> Box<dyn Launcher>,
    what: Examine,
    control: &mut dyn Control,
) -> Result<Examination, TeacherError> {
    let start = |config: &TeacherConfig| Pool::start_with(config, launcher());
    examine_pools(config, &start, what, control)
}

/// Starts a pool of a configuration.
type Start<'a> = &'a dyn Fn(&TeacherConfig) -> Result<Pool, TeacherError>;

fn examine_pools(
    config: &TeacherConfig,
    start: Start<'_>,
    what: Examine,
    control: &mut dyn Control,
) -> Result<Examination, TeacherError> {
    let mut pool = start(config)?;
    let limit = what.limit.unwrap_or(pool.profile().default_limit);
    if pool.profile().limit_by(limit) == LimitBy::Nothing {
        let profile = pool.profile().name.clone();
        pool.quit();
        return Err(TeacherError::BadLimit { profile, limit });
    }
    let findings = checks::all(config, start, limit, control)?;
    let scale = if what.scale {
        Some(scale::measure(&mut pool, limit, control)?)
    } else {
        None
    };
    let name = |role: Role| role.find(pool.options()).map(|option| option.name.clone());
    Ok(Examination {
        identity: pool.identity().clone(),
        limit,
        roles: Role::ALL
            .into_iter()
            .map(|role| (role, name(role)))
            .collect(),
        findings,
        notes: pool.notes().to_vec(),
        scale,
    })
}

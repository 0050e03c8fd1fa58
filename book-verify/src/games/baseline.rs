//! Two audits of games compared: did somebody's rate of blunders get worse?

use serde_json::Value as Json;

use super::table::GAME_AUDIT_REVISION;
use super::{GameAudit, GameSettings, PlayerCounts};

/// Why an older audit cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// It is no audit of games in this revision.
    #[error("the baseline is no audit of games (joban-game-audit, revision {GAME_AUDIT_REVISION})")]
    NoAudit,
    /// It was made with other settings, so its rates mean something else.
    #[error("the baseline was made with another `{name}`: {theirs}, now {ours}")]
    OtherSettings {
        /// The setting.
        name: String,
        /// The baseline's value.
        theirs: String,
        /// The value now.
        ours: String,
    },
}

/// A player whose rate of blunders got worse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regression {
    /// The player's name.
    pub player: String,
    /// Blunders and judged moves before.
    pub before: (u64, u64),
    /// Blunders and judged moves now.
    pub now: (u64, u64),
}

/// What a comparison shows. Players stand by the bytes of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Players with a worse rate: findings.
    pub worse: Vec<Regression>,
    /// Players with judged moves in both.
    pub compared: usize,
    /// Players of this audit that the baseline has no judged moves of.
    pub new: Vec<String>,
    /// Whether the member `teacher` of the contexts differs, so that another teacher may be the reason.
    pub other_teacher: bool,
}

impl GameAudit {
    /// Compares with an older audit as it was written; `context` is that of this audit.
    ///
    /// Rates are compared exactly, as fractions.
    ///
    /// # Errors
    /// [`BaselineError`] if the older one is no such audit, or was made with other settings.
    pub fn compare(&self, baseline: &Json, context: &Json) -> Result<Comparison, BaselineError> {
        let listed = self.settings.check_baseline(baseline)?;
        let mut comparison = Comparison {
            other_teacher: baseline["context"]["teacher"] != context["teacher"],
            ..Comparison::default()
        };
        for (name, counts) in self.players.iter().filter(|(_, counts)| counts.judged > 0) {
            match before(listed, name) {
                None => comparison.new.push(name.clone()),
                Some(before) => comparison.add(name, before, counts),
            }
        }
        Ok(comparison)
    }
}

impl GameSettings {
    /// Whether an older audit, as it was written, can be compared with one made with these settings; its players. Worth asking before the teacher
    /// is asked.
    ///
    /// # Errors
    /// [`BaselineError`] if it is no such audit, or was made with other settings.
    pub fn check_baseline<'a>(&self, baseline: &'a Json) -> Result<&'a [Json], BaselineError> {
        let revision = baseline["revision"].as_u64();
        let is_audit = baseline["format"] == "joban-game-audit"
            && revision == Some(u64::from(GAME_AUDIT_REVISION));
        let listed = baseline["players"].as_array().filter(|_| is_audit);
        let listed = listed.ok_or(BaselineError::NoAudit)?;
        let (ours, theirs) = (self.to_json(), &baseline["settings"]);
        for (name, ours) in ours.as_object().into_iter().flatten() {
            if theirs[name] != *ours {
                return Err(BaselineError::OtherSettings {
                    name: name.clone(),
                    theirs: theirs[name].to_string(),
                    ours: ours.to_string(),
                });
            }
        }
        Ok(listed)
    }
}

/// Blunders and judged moves of a player in a baseline; `None` without judged moves.
fn before(players: &[Json], name: &str) -> Option<(u64, u64)> {
    let player = players.iter().find(|player| player["player"] == name)?;
    let (blunders, judged) = (player["blunders"].as_u64()?, player["judged"].as_u64()?);
    (judged > 0).then_some((blunders, judged))
}

impl Comparison {
    fn add(&mut self, name: &str, before: (u64, u64), counts: &PlayerCounts) {
        self.compared += 1;
        let now = (counts.blunders, counts.judged);
        let product = |a: u64, b: u64| u128::from(a) * u128::from(b);
        if product(now.0, before.1) > product(before.0, now.1) {
            let player = name.to_owned();
            self.worse.push(Regression {
                player,
                before,
                now,
            });
        }
    }
}

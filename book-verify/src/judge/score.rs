//! The score of a position, for whoever needs no more of an answer than that.

use joban_engine::rules::Position;
use joban_engine::teacher::{Found, Limit};

use super::reading::{self, Reading};
use crate::reason::UnjudgedReason;
use crate::settings::JudgeSettings;
use crate::value::Value;

/// What a teacher thinks of a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Scored {
    /// The value of the best line from the side to move.
    pub value: Value,
    /// The deepest complete depth, in plies, at which it was found.
    pub depth: u32,
}

/// The score that an answer about `position` gives, under the checks that the judge makes: legal lines, complete depths, exact scores.
///
/// # Errors
///
/// [`UnjudgedReason`] where the answer cannot be believed.
pub fn scored(
    found: &Found,
    position: &Position,
    limit: Limit,
    settings: &JudgeSettings,
) -> Result<Scored, UnjudgedReason> {
    let reading = Reading::of(found, position, settings.lines(), limit, settings)?;
    let (depth, lines) = reading.deepest().ok_or(UnjudgedReason::NoCompleteDepth)?;
    let best = reading::best(lines).ok_or(UnjudgedReason::NoCompleteDepth)?;
    Ok(Scored {
        value: best.value,
        depth,
    })
}

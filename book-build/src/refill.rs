//! Further candidates for the slots of dropped entries: the selection made again without them.

use joban_engine::refill::{Freed, Offer, OfferedMove, Refill, RefillError};

use crate::aggregate::Aggregate;
use crate::overrides::{Action, Override};
use crate::select::{SelectError, SelectOptions, SelectedPosition, Selection, Strategy, select};

/// Selects again after entries were dropped; the order of the strategy decides what takes their slots.
pub struct Refiller<'a> {
    aggregate: &'a Aggregate<'a>,
    strategy: &'a dyn Strategy,
    options: SelectOptions<'a>,
    overrides: Vec<Override>,
    selection: Selection,
}

impl std::fmt::Debug for Refiller<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Refiller")
            .field("strategy", &self.strategy.name())
            .field("overrides", &self.overrides)
            .finish_non_exhaustive()
    }
}

impl<'a> Refiller<'a> {
    /// Makes the first selection.
    ///
    /// # Errors
    ///
    /// As [`select`].
    pub fn new(
        aggregate: &'a Aggregate<'a>,
        strategy: &'a dyn Strategy,
        options: SelectOptions<'a>,
    ) -> Result<Self, SelectError> {
        let selection = select(aggregate, strategy, &options)?;
        Ok(Self {
            aggregate,
            strategy,
            options,
            overrides: options.overrides.to_vec(),
            selection,
        })
    }

    /// What is selected now.
    #[must_use]
    pub fn selection(&self) -> &Selection {
        &self.selection
    }
}

impl Refill for Refiller<'_> {
    fn refill(&mut self, freed: &[Freed]) -> Result<Vec<Offer>, RefillError> {
        let mut overrides = self.overrides.clone();
        for entry in freed {
            let forbid = forbid(entry);
            if !overrides.contains(&forbid) {
                overrides.push(forbid);
            }
        }
        let options = SelectOptions {
            overrides: &overrides,
            ..self.options
        };
        let selection =
            select(self.aggregate, self.strategy, &options).map_err(|error| RefillError {
                reason: error.to_string(),
            })?;
        let before = std::mem::replace(&mut self.selection, selection);
        self.overrides = overrides;
        Ok(changed(&before, &self.selection))
    }

    fn positions(&self) -> Option<Vec<(u8, String)>> {
        let positions = self.selection.positions.iter();
        Some(
            positions
                .map(|each| (each.ply, each.sfen.clone()))
                .collect(),
        )
    }
}

fn forbid(entry: &Freed) -> Override {
    Override {
        name: format!("dropped entry {} at ply {}", entry.mv, entry.ply),
        sfen: Some(entry.sfen.clone()),
        moves: None,
        ply: Some(u32::from(entry.ply)),
        mv: entry.mv.to_string(),
        action: Action::Forbid,
        reason: entry.reason.clone(),
    }
}

/// Positions of `after` that `before` does not have with the same candidates.
fn changed(before: &Selection, after: &Selection) -> Vec<Offer> {
    let offer = |each: &SelectedPosition| Offer {
        ply: each.ply,
        sfen: each.sfen.clone(),
        moves: each
            .moves
            .iter()
            .map(|mv| OfferedMove {
                mv: mv.mv,
                points: mv.stats.points,
                support: mv.stats.games,
            })
            .collect(),
    };
    let known: std::collections::BTreeMap<(u8, String), Offer> = before
        .positions
        .iter()
        .map(offer)
        .map(|offer| ((offer.ply, offer.sfen.clone()), offer))
        .collect();
    let offers = after.positions.iter().map(offer);
    offers
        .filter(|offer| known.get(&(offer.ply, offer.sfen.clone())) != Some(offer))
        .collect()
}

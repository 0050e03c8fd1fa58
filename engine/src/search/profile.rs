//! Profiles: evaluation, search and budget of one setting of the article.

use super::evaluate::Weights;
use std::fmt;
use std::str::FromStr;

/// What can be switched off. With everything off the search is plain minimax to a fixed depth with static values at its leaves.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Techniques {
    /// Cut where a move is too good to be allowed. Without it futility, delta pruning, reductions, PVS and aspiration do nothing.
    pub alpha_beta: bool,
    /// The table move first, then captures and promotions, then the rest; without it moves as the generator finds them.
    pub ordering: bool,
    /// The 512-entry table: values and moves of earlier nodes.
    pub table: bool,
    /// Search captures and promotions at the leaves.
    pub quiescence: bool,
    /// Depths 1, 2, 3, …; without it the last depth at once.
    pub iterative_deepening: bool,
    /// At depth 1, leave out quiet moves 100 or more below alpha.
    pub futility: bool,
    /// At depth 4 and more, search late quiet moves one ply less at first.
    pub late_move_reduction: bool,
    /// At depth 1 and 2, search ten moves only.
    pub late_move_pruning: bool,
    /// In quiescence, leave out captures that cannot reach alpha.
    pub delta_pruning: bool,
    /// Later moves of inner nodes with an empty window first.
    pub principal_variation: bool,
    /// From depth 2 on a window that ends 256 above the previous value.
    pub aspiration: bool,
}

/// One technique, for tables.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Technique {
    /// [`Techniques::alpha_beta`]
    AlphaBeta,
    /// [`Techniques::ordering`]
    Ordering,
    /// [`Techniques::table`]
    Table,
    /// [`Techniques::quiescence`]
    Quiescence,
    /// [`Techniques::iterative_deepening`]
    IterativeDeepening,
    /// [`Techniques::futility`]
    Futility,
    /// [`Techniques::late_move_reduction`]
    LateMoveReduction,
    /// [`Techniques::late_move_pruning`]
    LateMovePruning,
    /// [`Techniques::delta_pruning`]
    DeltaPruning,
    /// [`Techniques::principal_variation`]
    PrincipalVariation,
    /// [`Techniques::aspiration`]
    Aspiration,
}

impl Technique {
    /// All, in the order in which a textbook adds them.
    pub const ALL: [Self; 11] = [
        Self::AlphaBeta,
        Self::Ordering,
        Self::IterativeDeepening,
        Self::Table,
        Self::Quiescence,
        Self::DeltaPruning,
        Self::Futility,
        Self::LateMovePruning,
        Self::LateMoveReduction,
        Self::PrincipalVariation,
        Self::Aspiration,
    ];

    /// The name in tables.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Ordering => "ordering",
            Self::Table => "table",
            Self::Quiescence => "quiescence",
            Self::IterativeDeepening => "iterative deepening",
            Self::Futility => "futility",
            Self::LateMoveReduction => "late-move reduction",
            Self::LateMovePruning => "late-move pruning",
            Self::DeltaPruning => "delta pruning",
            Self::PrincipalVariation => "principal variation search",
            Self::Aspiration => "aspiration",
        }
    }
}

impl Techniques {
    /// Plain minimax.
    pub const NONE: Self = Self {
        alpha_beta: false,
        ordering: false,
        table: false,
        quiescence: false,
        iterative_deepening: false,
        futility: false,
        late_move_reduction: false,
        late_move_pruning: false,
        delta_pruning: false,
        principal_variation: false,
        aspiration: false,
    };

    /// Of the long profile: everything.
    pub const LONG: Self = Self {
        alpha_beta: true,
        ordering: true,
        table: true,
        quiescence: true,
        iterative_deepening: true,
        futility: true,
        late_move_reduction: true,
        late_move_pruning: true,
        delta_pruning: true,
        principal_variation: true,
        aspiration: true,
    };

    /// Of the short profile: no late-move pruning, delta pruning or principal variation search.
    pub const SHORT: Self = Self {
        late_move_pruning: false,
        delta_pruning: false,
        principal_variation: false,
        ..Self::LONG
    };

    /// The same with one technique on or off.
    #[must_use]
    pub const fn with(mut self, technique: Technique, on: bool) -> Self {
        *self.slot(technique) = on;
        self
    }

    /// Whether a technique is on.
    #[must_use]
    pub const fn has(mut self, technique: Technique) -> bool {
        *self.slot(technique)
    }

    const fn slot(&mut self, technique: Technique) -> &mut bool {
        match technique {
            Technique::AlphaBeta => &mut self.alpha_beta,
            Technique::Ordering => &mut self.ordering,
            Technique::Table => &mut self.table,
            Technique::Quiescence => &mut self.quiescence,
            Technique::IterativeDeepening => &mut self.iterative_deepening,
            Technique::Futility => &mut self.futility,
            Technique::LateMoveReduction => &mut self.late_move_reduction,
            Technique::LateMovePruning => &mut self.late_move_pruning,
            Technique::DeltaPruning => &mut self.delta_pruning,
            Technique::PrincipalVariation => &mut self.principal_variation,
            Technique::Aspiration => &mut self.aspiration,
        }
    }

    /// What is really done: without alpha-beta there is no alpha to prune below.
    pub(super) const fn effective(self) -> Self {
        if self.alpha_beta {
            return self;
        }
        Self {
            futility: false,
            late_move_reduction: false,
            delta_pruning: false,
            principal_variation: false,
            aspiration: false,
            ..self
        }
    }
}

/// Evaluation, search and node budget together.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Profile {
    /// The name.
    pub name: &'static str,
    /// Weights of the evaluation.
    pub weights: Weights,
    /// Plies of the quiescence search.
    pub quiescence_plies: u32,
    /// By how many centipawns the best move of an unfinished iteration must beat the previous best move to be played.
    pub unfinished_margin: i32,
    /// What the search does.
    pub techniques: Techniques,
    /// Nodes for one move; `None` if only the caller limits the search.
    pub nodes: Option<u64>,
}

impl Profile {
    /// The short profile with the nodes that the ROM searches in 5 seconds at the start position. Not its clock.
    pub const GB5: Self = Self {
        name: "gb5",
        nodes: Some(88),
        ..Self::FREE_SHORT
    };

    /// The long profile with the nodes that the ROM searches in 60 seconds at the start position. Not its clock.
    pub const GB60: Self = Self {
        name: "gb60",
        nodes: Some(1_061),
        ..Self::FREE
    };

    /// The long profile without a budget.
    pub const FREE: Self = Self {
        name: "free",
        weights: Weights::LONG,
        quiescence_plies: 2,
        unfinished_margin: 175,
        techniques: Techniques::LONG,
        nodes: None,
    };

    /// The short profile without a budget.
    pub const FREE_SHORT: Self = Self {
        name: "free-short",
        weights: Weights::SHORT,
        quiescence_plies: 1,
        unfinished_margin: 2,
        techniques: Techniques::SHORT,
        nodes: None,
    };

    /// All profiles.
    pub const ALL: [Self; 4] = [Self::GB5, Self::GB60, Self::FREE, Self::FREE_SHORT];
}

/// A name that no profile has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is no profile (gb5, gb60, free, free-short)")]
pub struct UnknownProfile {
    /// The name.
    pub name: String,
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|profile| profile.name == name);
        found.ok_or_else(|| UnknownProfile {
            name: name.to_owned(),
        })
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_its_own_switch() {
        for technique in Technique::ALL {
            let only = Techniques::NONE.with(technique, true);
            let on: Vec<_> = Technique::ALL
                .into_iter()
                .filter(|&t| only.has(t))
                .collect();
            assert_eq!(on, [technique]);
        }
        assert!(Technique::ALL.into_iter().all(|t| Techniques::LONG.has(t)));
    }

    #[test]
    fn profiles_are_found_by_name() {
        for profile in Profile::ALL {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        assert!("gb".parse::<Profile>().is_err());
    }
}

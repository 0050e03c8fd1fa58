//! What options are for, whatever an engine calls them.

use crate::usi::{UsiOption, is_same_name};

/// The purpose of an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Role {
    /// Size of the hash table in MiB.
    Hash,
    /// Search threads.
    Threads,
    /// Number of lines.
    MultiPv,
    /// The game, where an engine plays several.
    Variant,
    /// What a draw is worth less than it should be.
    Contempt,
    /// Whether the engine may answer from its book.
    OwnBook,
    /// The engine's book.
    BookFile,
    /// The folder of the engine's books, where `BookFile` is a name only.
    BookDir,
    /// How many moves of a game the engine's book may answer.
    BookDepth,
    /// Whether non-promotions of pawn, bishop and rook are searched.
    AllLegalMoves,
    /// The rule of the entering king.
    EnteringKing,
    /// Seed of the engine's random numbers.
    RandomSeed,
    /// Milliseconds between two prints of lines.
    PvInterval,
    /// Milliseconds kept back for the network.
    NetworkDelay,
    /// Milliseconds kept back for the network before a loss on time.
    NetworkDelay2,
    /// Thinking on the opponent's time.
    Ponder,
    /// Playing strength, where it can be lowered.
    Skill,
    /// Whether the strength is lowered to a rating.
    LimitStrength,
    /// The score at which the engine resigns.
    ResignValue,
    /// A depth limit beside that of the search.
    DepthLimit,
    /// A node limit beside that of the search.
    NodesLimit,
    /// The network file.
    EvalFile,
    /// The folder of the network file.
    EvalDir,
    /// What the network's output is divided by: the scale of centipawns.
    EvalScale,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 24] = [
        Self::Hash,
        Self::Threads,
        Self::MultiPv,
        Self::Variant,
        Self::Contempt,
        Self::OwnBook,
        Self::BookFile,
        Self::BookDir,
        Self::BookDepth,
        Self::AllLegalMoves,
        Self::EnteringKing,
        Self::RandomSeed,
        Self::PvInterval,
        Self::NetworkDelay,
        Self::NetworkDelay2,
        Self::Ponder,
        Self::Skill,
        Self::LimitStrength,
        Self::ResignValue,
        Self::DepthLimit,
        Self::NodesLimit,
        Self::EvalFile,
        Self::EvalDir,
        Self::EvalScale,
    ];

    /// The name of the role, as reports show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.names_of().0
    }

    /// Names of options in this role, most usual first. Case, and blank against underscore, do not matter.
    #[must_use]
    pub const fn option_names(self) -> &'static [&'static str] {
        self.names_of().1
    }

    const fn names_of(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Self::Hash => ("hash", &["USI_Hash", "Hash"]),
            Self::Threads => ("threads", &["Threads", "USI_Threads", "Thread"]),
            Self::MultiPv => ("multipv", &["MultiPV", "USI_MultiPV"]),
            Self::Variant => ("variant", &["UCI_Variant", "USI_Variant"]),
            Self::Contempt => ("contempt", &["Contempt"]),
            Self::OwnBook => ("own book", &["USI_OwnBook", "OwnBook", "UseBook"]),
            Self::BookFile => ("book file", &["BookFile", "Book_File"]),
            Self::BookDir => ("book folder", &["BookDir", "Book_Dir"]),
            Self::BookDepth => ("book depth", &["BookDepth", "BookMoves"]),
            Self::AllLegalMoves => ("all legal moves", &["GenerateAllLegalMoves"]),
            Self::EnteringKing => ("entering king", &["EnteringKingRule"]),
            Self::RandomSeed => ("random seed", &["RandomSeed", "USI_RandomSeed", "Seed"]),
            Self::PvInterval => ("pv interval", &["PvInterval"]),
            Self::NetworkDelay => ("network delay", &["NetworkDelay"]),
            Self::NetworkDelay2 => ("network delay 2", &["NetworkDelay2"]),
            Self::Ponder => ("ponder", &["USI_Ponder", "Ponder"]),
            Self::Skill => ("skill", &["Skill Level", "SkillLevel"]),
            Self::LimitStrength => (
                "limit strength",
                &["UCI_LimitStrength", "USI_LimitStrength"],
            ),
            Self::ResignValue => ("resign value", &["ResignValue"]),
            Self::DepthLimit => ("depth limit", &["DepthLimit"]),
            Self::NodesLimit => ("nodes limit", &["NodesLimit"]),
            Self::EvalFile => ("eval file", &["EvalFile"]),
            Self::EvalDir => ("eval dir", &["EvalDir"]),
            Self::EvalScale => ("eval scale", &["FV_SCALE"]),
        }
    }

    /// The option of an engine that has this role.
    #[must_use]
    pub fn find(self, options: &[UsiOption]) -> Option<&UsiOption> {
        let mut found = self
            .option_names()
            .iter()
            .filter_map(|name| options.iter().find(|option| option.is_named(name)));
        found.next()
    }

    /// The role of an option, if it has one.
    #[must_use]
    pub fn of(option: &UsiOption) -> Option<Self> {
        let mut roles = Self::ALL.into_iter();
        roles.find(|role| role.is_named(&option.name))
    }

    /// Whether an option of this name has this role.
    pub(crate) fn is_named(self, name: &str) -> bool {
        let mut names = self.option_names().iter();
        names.any(|known| is_same_name(known, name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_option_has_two_roles() {
        let mut names: Vec<String> = Role::ALL
            .iter()
            .flat_map(|role| role.option_names())
            .map(|name| name.to_lowercase().replace(' ', "_"))
            .collect();
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn names_of_other_builds_are_found() {
        let options: Vec<UsiOption> = [
            "option name USI_MultiPV type spin default 1 min 1 max 500",
            "option name Skill_Level type spin default 20 min -20 max 20",
        ]
        .iter()
        .filter_map(|line| UsiOption::parse(line))
        .collect();
        let name = |role: Role| role.find(&options).map(|option| option.name.as_str());
        assert_eq!(name(Role::MultiPv), Some("USI_MultiPV"));
        assert_eq!(name(Role::Skill), Some("Skill_Level"));
        assert_eq!(name(Role::Hash), None);
        assert_eq!(Role::of(&options[1]), Some(Role::Skill));
    }
}

//! Which games a book is built from.

use std::fmt;

use joban_csa_parse::{GameEnd, Winner};
use regex::{Regex, RegexBuilder};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::date::Date;
use crate::error::OptionError;

/// The endings that a game may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Endings {
    /// Any ending, unknown ones too.
    Any,
    /// One of these.
    These(Vec<GameEnd>),
}

impl Endings {
    /// Reads a list such as `toryo,kachi`, or `any`.
    ///
    /// # Errors
    ///
    /// [`OptionError::UnknownEnding`] for an unknown word or an empty list.
    pub fn parse(list: &str) -> Result<Self, OptionError> {
        let words: Vec<&str> = list.split(',').map(str::trim).collect();
        if words.contains(&"any") {
            return Ok(Self::Any);
        }
        let mut ends = words
            .iter()
            .map(|word| ending(word))
            .collect::<Result<Vec<_>, _>>()?;
        ends.sort_unstable();
        ends.dedup();
        Ok(Self::These(ends))
    }

    /// Whether a game with this ending passes.
    #[must_use]
    pub fn allow(&self, end: GameEnd) -> bool {
        match self {
            Self::Any => true,
            Self::These(ends) => ends.contains(&end),
        }
    }
}

fn ending(word: &str) -> Result<GameEnd, OptionError> {
    word.parse().map_err(|_| OptionError::UnknownEnding {
        word: word.to_owned(),
    })
}

/// `toryo,kachi`.
impl fmt::Display for Endings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("any"),
            Self::These(ends) => f.write_str(
                &ends
                    .iter()
                    .map(|end| end.as_str())
                    .collect::<Vec<_>>()
                    .join(","),
            ),
        }
    }
}

impl<'de> Deserialize<'de> for Endings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}

impl Serialize for Endings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The result that a game must have.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinnerRule {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// Black or white won.
    Decided,
}

impl WinnerRule {
    /// Reads `black`, `white`, `draw` or `decided`.
    ///
    /// # Errors
    ///
    /// [`OptionError::UnknownWinner`] for any other word.
    pub fn parse(word: &str) -> Result<Self, OptionError> {
        match word {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            "draw" => Ok(Self::Draw),
            "decided" => Ok(Self::Decided),
            _ => Err(OptionError::UnknownWinner {
                word: word.to_owned(),
            }),
        }
    }

    /// Whether a game with this winner passes; an unknown winner never does.
    #[must_use]
    pub fn allow(self, winner: Option<Winner>) -> bool {
        match self {
            Self::Black => winner == Some(Winner::Black),
            Self::White => winner == Some(Winner::White),
            Self::Draw => winner == Some(Winner::Draw),
            Self::Decided => matches!(winner, Some(Winner::Black | Winner::White)),
        }
    }
}

/// A name or a pattern of names. A name must be equal as a whole, blanks and case included; patterns and folding are opt-in.
#[derive(Clone, Debug)]
pub struct NamePattern {
    written: String,
    matcher: Matcher,
}

#[derive(Clone, Debug)]
enum Matcher {
    Exact,
    Regex(Regex),
}

impl NamePattern {
    /// Reads a pattern: `NAME` is exact, `i:NAME` ignores case, `re:PATTERN` is a regular expression that may match anywhere
    /// (`re:(?i)…` ignores case), `=NAME` is exact whatever it begins with.
    ///
    /// # Errors
    ///
    /// [`OptionError::Pattern`] if the regular expression is wrong.
    pub fn parse(text: &str) -> Result<Self, OptionError> {
        let matcher = if let Some(pattern) = text.strip_prefix("re:") {
            Matcher::Regex(compile(pattern, false)?)
        } else if let Some(name) = text.strip_prefix("i:") {
            Matcher::Regex(compile(&format!("^(?:{})$", regex::escape(name)), true)?)
        } else {
            Matcher::Exact
        };
        Ok(Self {
            written: text.to_owned(),
            matcher,
        })
    }

    /// Whether the name fits.
    #[must_use]
    pub fn matches(&self, name: &str) -> bool {
        match &self.matcher {
            Matcher::Exact => self.written.strip_prefix('=').unwrap_or(&self.written) == name,
            Matcher::Regex(regex) => regex.is_match(name),
        }
    }
}

fn compile(pattern: &str, fold: bool) -> Result<Regex, OptionError> {
    RegexBuilder::new(pattern)
        .case_insensitive(fold)
        .build()
        .map_err(|error| OptionError::Pattern {
            pattern: pattern.to_owned(),
            reason: error.to_string(),
        })
}

impl<'de> Deserialize<'de> for NamePattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).map_err(de::Error::custom)
    }
}

impl Serialize for NamePattern {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.written)
    }
}

/// The rules of the filter. Each is applied in the order of [`Rule`](crate::Rule). As JSON they stand in the manifests of books.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FilterRules {
    /// Only games from the start position of an even game.
    pub even_start: bool,
    /// No game that begins with prescribed moves.
    pub no_buoy: bool,
    /// Endings that pass.
    pub endings: Endings,
    /// Fewest moves of a game.
    pub min_plies: u32,
    /// Lowest rating of either player; a game without both ratings fails. `None` lets every game pass.
    pub min_rating: Option<f64>,
    /// The result; `None` lets every game pass.
    pub winner: Option<WinnerRule>,
    /// A declaration must hold in the final position, a repetition must be the fourth occurrence (and, where claimed, perpetual
    /// check by the loser).
    pub verified_endings: bool,
    /// First day; a game without a date fails.
    pub from: Option<Date>,
    /// Last day, included; a game without a date fails.
    pub to: Option<Date>,
    /// The event must fit one of these, if there are any.
    pub events: Vec<NamePattern>,
    /// Black or white must fit one of these, if there are any.
    pub players: Vec<NamePattern>,
    /// Neither black nor white may fit any of these.
    pub not_players: Vec<NamePattern>,
    /// Largest difference of the ratings; a game without both ratings fails.
    pub max_rating_gap: Option<f64>,
    /// The time control must fit one of these, if there are any.
    pub time_controls: Vec<NamePattern>,
    /// Most games of one pairing (two names, whatever the colours); those with the smallest game hash stay. Copies of one game
    /// count once.
    pub max_per_pairing: Option<u32>,
    /// Most moves at the beginning that took no time.
    pub max_instant_plies: Option<u32>,
    /// Of several records of one game, only the earliest is kept.
    pub no_duplicates: bool,
}

/// Both ratings at least 3000, at least 40 plies, endings `toryo,kachi`, even start, no buoy games, no duplicates.
impl Default for FilterRules {
    fn default() -> Self {
        Self {
            even_start: true,
            no_buoy: true,
            endings: Endings::These(vec![GameEnd::Toryo, GameEnd::Kachi]),
            min_plies: 40,
            min_rating: Some(3000.0),
            winner: None,
            verified_endings: false,
            from: None,
            to: None,
            events: Vec::new(),
            players: Vec::new(),
            not_players: Vec::new(),
            max_rating_gap: None,
            time_controls: Vec::new(),
            max_per_pairing: None,
            max_instant_plies: None,
            no_duplicates: true,
        }
    }
}

impl FilterRules {
    /// The preset `gameboy-article`: the published procedure as far as it is known. Buoy games and duplicates stay in; use it
    /// with [`Split::NONE`](crate::Split::NONE).
    #[must_use]
    pub fn gameboy_article() -> Self {
        Self {
            no_buoy: false,
            no_duplicates: false,
            ..Self::default()
        }
    }

    /// Checks that the rules do not contradict each other.
    ///
    /// # Errors
    ///
    /// [`OptionError`] naming the rule.
    pub fn check(&self) -> Result<(), OptionError> {
        if let (Some(from), Some(to)) = (self.from, self.to)
            && from > to
        {
            return Err(OptionError::EmptyDates { from, to });
        }
        if self
            .max_rating_gap
            .is_some_and(|gap| gap.is_nan() || gap < 0.0)
        {
            return Err(OptionError::NegativeGap);
        }
        if self.min_rating.is_some_and(f64::is_nan) {
            return Err(OptionError::RatingNotNumber);
        }
        if self.max_per_pairing == Some(0) {
            return Err(OptionError::ZeroCap);
        }
        Ok(())
    }
}

/// Figures of the article behind [`FilterRules::gameboy_article`], for comparison.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct ArticleFigures {
    /// Records read.
    pub records: u64,
    /// Games after the filter.
    pub games: u64,
    /// Moves taken from them.
    pub moves: u64,
    /// Positions in the book.
    pub positions: u64,
    /// Candidates in the book.
    pub candidates: u64,
}

/// What the article states.
pub const ARTICLE_FIGURES: ArticleFigures = ArticleFigures {
    records: 72_127,
    games: 15_279,
    moves: 366_696,
    positions: 312,
    candidates: 512,
};

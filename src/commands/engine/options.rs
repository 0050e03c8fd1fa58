//! The options of USI, and the player they set up.

use std::path::PathBuf;
use std::sync::Arc;

use clap::ValueEnum as _;
use joban_engine::book::Chooser;
use joban_engine::search::{Player, Profile};

use crate::args::{KeyTable, RomKeyArgs};
use crate::commands::rom::book_and_keys;
use crate::failure::Outcome;

/// Most lines of analysis: more than any position has moves.
const MOST_LINES: usize = 600;

/// How GUIs write an empty text.
const EMPTY: &str = "<empty>";

/// What `setoption` set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Options {
    pub(super) profile: Profile,
    pub(super) multi_pv: usize,
    book: Option<PathBuf>,
    key_seed: Option<u64>,
    key_table: Option<KeyTable>,
    zobrist: Option<PathBuf>,
    seed: Chooser,
}

/// What came of setting an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Set {
    /// It is set.
    Done,
    /// There is no such option.
    Unknown,
    /// The value is none for it.
    Bad,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profile: Profile::GB60,
            multi_pv: 1,
            book: None,
            key_seed: None,
            key_table: None,
            zobrist: None,
            seed: Chooser::FIRST,
        }
    }
}

impl Options {
    /// The `option` lines.
    pub(super) fn lines() -> Vec<String> {
        let profiles: Vec<String> = Profile::ALL
            .iter()
            .map(|profile| format!("var {profile}"))
            .collect();
        let default = Self::default();
        vec![
            format!(
                "option name Profile type combo default {} {}",
                default.profile,
                profiles.join(" ")
            ),
            format!("option name BookFile type string default {EMPTY}"),
            format!("option name KeySeed type string default {EMPTY}"),
            "option name KeyTable type combo default full var full var compact".to_owned(),
            format!("option name ZobristFile type string default {EMPTY}"),
            "option name RandomSeed type spin default 1 min 1 max 255".to_owned(),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            "option name USI_Hash type spin default 1 min 1 max 65536".to_owned(),
            "option name USI_Ponder type check default false".to_owned(),
        ]
    }

    /// Sets an option. The case of its name does not matter; a text without a value is empty.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Set {
        let value = if value == EMPTY { "" } else { value };
        match name.to_ascii_lowercase().as_str() {
            "profile" => put(&mut self.profile, value.parse().ok()),
            "bookfile" => put(&mut self.book, Some(path(value))),
            "zobristfile" => put(&mut self.zobrist, Some(path(value))),
            "keyseed" => put(
                &mut self.key_seed,
                or_empty(value, |text| text.parse().ok()),
            ),
            "keytable" => put(&mut self.key_table, or_empty(value, key_table)),
            "randomseed" => put(&mut self.seed, value.parse().ok().and_then(Chooser::new)),
            "multipv" => put(&mut self.multi_pv, lines(value)),
            // The table has the 512 entries of the ROM, and there is nothing to ponder about.
            "usi_hash" | "usi_ponder" => Set::Done,
            _ => Set::Unknown,
        }
    }

    /// The player with its book and keys.
    ///
    /// # Errors
    ///
    /// A book or a table of keys that cannot be used, or a book whose keys are not named.
    pub(super) fn player(&self) -> Outcome<Player> {
        let keys = RomKeyArgs {
            key_seed: self.key_seed,
            key_table: self.key_table,
            zobrist: self.zobrist.clone(),
        };
        let (book, keys) = book_and_keys(self.book.as_deref(), &keys)?;
        let book = book.unwrap_or_default();
        Ok(Player::new(
            Arc::new(keys),
            self.profile,
            book,
            self.seed.clone(),
        ))
    }
}

fn put<T>(place: &mut T, value: Option<T>) -> Set {
    match value {
        Some(value) => {
            *place = value;
            Set::Done
        }
        None => Set::Bad,
    }
}

fn path(value: &str) -> Option<PathBuf> {
    (!value.is_empty()).then(|| PathBuf::from(value))
}

fn or_empty<T>(value: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if value.is_empty() {
        return Some(None);
    }
    read(value).map(Some)
}

fn key_table(value: &str) -> Option<KeyTable> {
    KeyTable::from_str(value, true).ok()
}

fn lines(value: &str) -> Option<usize> {
    let lines = value.parse().ok()?;
    (1..=MOST_LINES).contains(&lines).then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_checked() {
        let mut options = Options::default();
        let cases = [
            ("Profile", "gb5", Set::Done),
            ("Profile", "gb6", Set::Bad),
            ("RandomSeed", "255", Set::Done),
            ("RandomSeed", "0", Set::Bad),
            ("RandomSeed", "256", Set::Bad),
            ("MultiPV", "0", Set::Bad),
            ("MultiPV", "3", Set::Done),
            ("KeySeed", "18446744073709551615", Set::Done),
            ("KeySeed", "-1", Set::Bad),
            ("KeySeed", "<empty>", Set::Done),
            ("KeyTable", "table", Set::Bad),
            ("USI_Hash", "256", Set::Done),
            ("Contempt", "0", Set::Unknown),
            ("profile", "gb60", Set::Done),
            ("PROFILE", "gb5", Set::Done),
            ("bookfile", "a.bin", Set::Done),
        ];
        for (name, value, want) in cases {
            assert_eq!(options.set(name, value), want, "{name} {value}");
        }
        assert_eq!((options.profile, options.multi_pv), (Profile::GB5, 3));
        assert_eq!(options.key_seed, None);
        assert_eq!(options.book, Some(PathBuf::from("a.bin")));
        assert_eq!(options.set("BookFile", ""), Set::Done);
        assert_eq!(options.book, None);
    }

    #[test]
    fn every_option_that_is_listed_can_be_set_to_its_default() {
        for line in Options::lines() {
            let words: Vec<&str> = line.split(' ').collect();
            let default = words
                .iter()
                .position(|&word| word == "default")
                .expect("a default");
            let set = Options::default().set(words[2], words[default + 1]);
            assert_eq!(set, Set::Done, "{line}");
        }
    }
}

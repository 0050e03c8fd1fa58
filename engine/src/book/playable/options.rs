//! The options of an engine that decide which book moves it plays.

use crate::rules::Color;

/// Options of the YaneuraOu family, with their defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOptions {
    /// `USI_OwnBook`: whether the book is used at all.
    pub own_book: bool,
    /// `NarrowBook`: leave out moves chosen in less than a tenth of the cases.
    pub narrow_book: bool,
    /// `BookMoves`: the last move number at which the book is used.
    pub book_moves: u32,
    /// `IgnoreBookPly`: whether positions are compared without their move number.
    pub ignore_ply: bool,
    /// `FlippedBook`: whether the position turned by 180 degrees is looked up too.
    pub flipped: bool,
    /// `BookEvalDiff`: how many centipawns below the best value a move may be; black's, white's.
    pub eval_diff: [i32; 2],
    /// `BookEvalBlackLimit`, `BookEvalWhiteLimit`: the lowest value that is played, centipawns for the side to move.
    pub eval_limit: [i32; 2],
    /// `BookDepthLimit`: the lowest depth of the first move, in plies; 0 is no limit. Black's, white's.
    pub depth_limit: [i32; 2],
}

impl Default for PlayOptions {
    fn default() -> Self {
        Self {
            own_book: true,
            narrow_book: false,
            book_moves: 16,
            ignore_ply: false,
            flipped: true,
            eval_diff: [30; 2],
            eval_limit: [0, -140],
            depth_limit: [16; 2],
        }
    }
}

/// What became of an option.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum OptionUse {
    /// It is set.
    Set,
    /// It is known and does not matter here: `BookIgnoreRate` and others that choose among the moves or files.
    WithoutEffect,
    /// It is no option of books.
    NotOfBooks,
}

/// An option that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayOptionError {
    /// The value is none of this option.
    #[error("option {name}: `{value}` is not {wanted}")]
    BadValue {
        /// The option.
        name: String,
        /// What was given.
        value: String,
        /// What is possible, as an English phrase.
        wanted: &'static str,
    },
    /// No option of books has this name.
    #[error("{name} is no option by which an engine chooses book moves")]
    UnknownOption {
        /// The name.
        name: String,
    },
    /// A part of a list is not `Name=Value`.
    #[error("`{text}` is not of the form Name=Value")]
    NoPair {
        /// The part.
        text: String,
    },
}

/// Known options of books that do not decide what may be played.
const WITHOUT_EFFECT: [&str; 8] = [
    "BookIgnoreRate",
    "ConsiderBookMoveCount",
    "BookPvMoves",
    "BookOnTheFly",
    "BookFile",
    "BookDir",
    "BookFormat",
    "BookPolicy",
];

impl PlayOptions {
    /// Nothing is left out but illegal moves: for a book without values and depths.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            book_moves: u32::MAX,
            ignore_ply: true,
            eval_diff: [i32::MAX; 2],
            eval_limit: [i32::MIN; 2],
            depth_limit: [0; 2],
            ..Self::default()
        }
    }

    /// Sets an option by its name (in any case). Newer names set one side: `BookEvalBlackDiff`, `BookEvalWhiteDiff`,
    /// `BookDepthBlackLimit`, `BookDepthWhiteLimit`.
    ///
    /// # Errors
    /// [`PlayOptionError::BadValue`].
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionUse, PlayOptionError> {
        let pair = Pair { name, value };
        let [black, white] = Color::ALL.map(Color::index);
        match name.to_ascii_lowercase().as_str() {
            "usi_ownbook" | "ownbook" => self.own_book = pair.check()?,
            "narrowbook" => self.narrow_book = pair.check()?,
            "bookmoves" => self.book_moves = pair.number(0)?.unsigned_abs(),
            "ignorebookply" => self.ignore_ply = pair.check()?,
            "flippedbook" => self.flipped = pair.check()?,
            "bookevaldiff" => self.eval_diff = [pair.number(0)?; 2],
            "bookevalblackdiff" => self.eval_diff[black] = pair.number(0)?,
            "bookevalwhitediff" => self.eval_diff[white] = pair.number(0)?,
            "bookevalblacklimit" => self.eval_limit[black] = pair.number(i32::MIN)?,
            "bookevalwhitelimit" => self.eval_limit[white] = pair.number(i32::MIN)?,
            "bookdepthlimit" => self.depth_limit = [pair.number(0)?; 2],
            "bookdepthblacklimit" => self.depth_limit[black] = pair.number(0)?,
            "bookdepthwhitelimit" => self.depth_limit[white] = pair.number(0)?,
            _ => return Ok(other_use(name)),
        }
        Ok(OptionUse::Set)
    }

    /// Reads a list `Name=Value,Name=Value`; blanks beside the signs do not matter.
    ///
    /// # Errors
    /// [`PlayOptionError`] for the first part that is no pair, has a bad value, or names no option of books.
    pub fn set_list(&mut self, list: &str) -> Result<(), PlayOptionError> {
        for part in list.split(',').map(str::trim).filter(|p| !p.is_empty()) {
            let text = || part.to_owned();
            let (name, value) = part
                .split_once('=')
                .ok_or_else(|| PlayOptionError::NoPair { text: text() })?;
            let name = name.trim();
            if self.set(name, value.trim())? == OptionUse::NotOfBooks {
                let name = name.to_owned();
                return Err(PlayOptionError::UnknownOption { name });
            }
        }
        Ok(())
    }

    /// Reads the text of an `engine_options.txt` as YaneuraOu does: `Name Value` or `Name=Value` a line, or the whole form
    /// `option name … type … default …`. Other options and comments are passed over.
    ///
    /// # Errors
    /// [`PlayOptionError::BadValue`] for the first option of books with a bad value.
    pub fn set_engine_options(&mut self, text: &str) -> Result<(), PlayOptionError> {
        let lines = text.trim_start_matches('\u{feff}').lines();
        for (name, value) in lines.filter_map(engine_option) {
            self.set(&name, &value)?;
        }
        Ok(())
    }
}

fn other_use(name: &str) -> OptionUse {
    let known = WITHOUT_EFFECT
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name));
    if known {
        OptionUse::WithoutEffect
    } else {
        OptionUse::NotOfBooks
    }
}

/// Name and value of a line of `engine_options.txt`; `None` for lines that set nothing.
fn engine_option(line: &str) -> Option<(String, String)> {
    let spaced = line.replace('=', " ");
    let mut words = spaced.split_whitespace();
    let name = match words.next()? {
        comment if comment.starts_with(['#', ';']) || comment.starts_with("//") => return None,
        "option" | "setoption" => {
            words.find(|&word| word == "name")?;
            let name = words.next()?;
            words.find(|&word| word == "default" || word == "value")?;
            name
        }
        name => name,
    };
    Some((name.to_owned(), words.next()?.to_owned()))
}

/// An option and its value as text.
struct Pair<'a> {
    name: &'a str,
    value: &'a str,
}

impl Pair<'_> {
    fn bad(&self, wanted: &'static str) -> PlayOptionError {
        PlayOptionError::BadValue {
            name: self.name.to_owned(),
            value: self.value.to_owned(),
            wanted,
        }
    }

    fn check(&self) -> Result<bool, PlayOptionError> {
        match self.value.to_ascii_lowercase().as_str() {
            "true" | "on" | "1" => Ok(true),
            "false" | "off" | "0" => Ok(false),
            _ => Err(self.bad("true or false")),
        }
    }

    fn number(&self, least: i32) -> Result<i32, PlayOptionError> {
        let number = self.value.parse().ok().filter(|&number| number >= least);
        let wanted = match least {
            0 => "a number from 0",
            _ => "a number",
        };
        number.ok_or_else(|| self.bad(wanted))
    }
}

//! The games of one or many archives, with their early plies.

use std::cmp::Ordering;
use std::fmt;

use joban_csa_parse::{GameEnd, Winner};

use crate::date::StartTime;
use crate::reject::{Reject, bare_name};
use crate::text::{TextId, Texts};

/// Start position of an even game, as SFEN without move number.
pub const EVEN_START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

/// How many positions of each game are kept.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PlyLimit {
    /// Positions at plies 0 to n−1.
    First(u32),
    /// Every position.
    All,
}

impl PlyLimit {
    /// Number of positions kept of a game with `plies` moves; the game has one position more than moves.
    #[must_use]
    pub fn positions(self, plies: u32) -> u32 {
        match self {
            Self::First(limit) => limit.min(plies.saturating_add(1)),
            Self::All => plies.saturating_add(1),
        }
    }

    /// Whether everything that `needed` asks for is within this limit.
    #[must_use]
    pub fn covers(self, needed: Self) -> bool {
        match (self, needed) {
            (Self::All, _) => true,
            (Self::First(_), Self::All) => false,
            (Self::First(held), Self::First(needed)) => held >= needed,
        }
    }
}

/// `60` or `all`.
impl fmt::Display for PlyLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(limit) => limit.fmt(f),
            Self::All => f.write_str("all"),
        }
    }
}

/// Whether the ending that a record claims is shown by its moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Verified {
    /// The ending is none that moves could show (a resignation, a loss on time …).
    NotApplicable,
    /// The declaration holds in the final position, or the final position is the fourth repetition as claimed.
    Shown,
    /// It does not, or is not.
    NotShown,
}

/// Where a record stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Folder or archive part of the label, up to and including its last `/` or `!`; its strings are few.
    pub(crate) folder: TextId,
    /// The rest of the label.
    pub(crate) name: TextId,
    /// Number of the record in the file, from 1.
    pub game: u32,
    /// First line of the record in the file, from 1.
    pub line: u64,
}

/// One game that could be parsed: its facts. The early plies are behind [`Corpus::moves`] and [`Corpus::keys`].
#[derive(Clone, Debug)]
pub struct Game {
    /// [Game hash](crate::hash::game_hash); of a game with an illegal move, the hash of the moves before it.
    pub hash: u64,
    /// SHA-256 of the bytes of the record.
    pub raw_sha256: [u8; 32],
    /// Start position, SFEN without move number.
    pub start: TextId,
    /// Number of legal moves of the whole game.
    pub plies: u32,
    /// How it ended, by the truth rule.
    pub end: GameEnd,
    /// Who won, by the truth rule; `None` if it is not known.
    pub winner: Option<Winner>,
    /// Whether the moves show the ending.
    pub verified: Verified,
    /// Names of black and white as written.
    pub names: [Option<TextId>; 2],
    /// Ratings of black and white at game time.
    pub ratings: [Option<f64>; 2],
    /// Event as written.
    pub event: Option<TextId>,
    /// Start time as written.
    pub start_time: Option<TextId>,
    /// The start time where it can be read.
    pub start_at: Option<StartTime>,
    /// Time control as written.
    pub time_control: Option<TextId>,
    /// Number of moves at the beginning that were prescribed (buoy games).
    pub forced_plies: u32,
    /// Number of moves at the beginning that took no time; unknown time ends the count.
    pub instant_plies: u32,
    /// Why the game is illegal: index into [`Corpus::rejects`].
    pub illegal: Option<u32>,
    /// Where the record stands.
    pub place: Place,
    /// First stored position in the arenas of the corpus.
    pub(crate) first: usize,
    /// Number of stored positions.
    pub(crate) stored: u32,
}

/// The facts of one game with borrowed text: what reading an archive or a table adds to a corpus.
#[derive(Clone, Debug)]
pub struct GameFacts<'a> {
    /// See [`Game::hash`].
    pub hash: u64,
    /// See [`Game::raw_sha256`].
    pub raw_sha256: [u8; 32],
    /// Start position, SFEN without move number.
    pub start: &'a str,
    /// See [`Game::plies`].
    pub plies: u32,
    /// See [`Game::end`].
    pub end: GameEnd,
    /// See [`Game::winner`].
    pub winner: Option<Winner>,
    /// See [`Game::verified`].
    pub verified: Verified,
    /// Names of black and white.
    pub names: [Option<&'a str>; 2],
    /// Ratings of black and white.
    pub ratings: [Option<f64>; 2],
    /// Event as written.
    pub event: Option<&'a str>,
    /// Start time as written.
    pub start_time: Option<&'a str>,
    /// Time control as written.
    pub time_control: Option<&'a str>,
    /// See [`Game::forced_plies`].
    pub forced_plies: u32,
    /// See [`Game::instant_plies`].
    pub instant_plies: u32,
    /// Label of the file.
    pub file: &'a str,
    /// Number of the record in the file, from 1.
    pub game: u32,
    /// First line of the record, from 1.
    pub line: u64,
}

/// Facts of a game that ends with nothing known, for a caller to fill in.
impl Default for GameFacts<'_> {
    fn default() -> Self {
        Self {
            hash: 0,
            raw_sha256: [0; 32],
            start: EVEN_START,
            plies: 0,
            end: GameEnd::None,
            winner: None,
            verified: Verified::NotApplicable,
            names: [None; 2],
            ratings: [None; 2],
            event: None,
            start_time: None,
            time_control: None,
            forced_plies: 0,
            instant_plies: 0,
            file: "",
            game: 1,
            line: 1,
        }
    }
}

/// Stands for a time that the record does not tell.
pub(crate) const NO_TIME: u32 = u32::MAX;

/// Stands for a missing score.
pub(crate) const NO_SCORE: i32 = i32::MIN;

/// The plies of one game that are kept: [`PlyLimit::positions`] of them.
#[derive(Copy, Clone, Debug)]
pub struct Plies<'a> {
    pub(crate) words: &'a [u16],
    pub(crate) keys: &'a [u64],
    /// As long as `words`, or empty; [`NO_TIME`] where unknown.
    pub(crate) time_ms: &'a [u32],
    /// As long as `words`, or empty; [`NO_SCORE`] where there is none.
    pub(crate) black_score: &'a [i32],
}

impl<'a> Plies<'a> {
    /// Plies without times and scores. Both slices have one item a position; the move word is 0 where there is no further move.
    #[must_use]
    pub fn new(words: &'a [u16], keys: &'a [u64]) -> Self {
        Self {
            words,
            keys,
            time_ms: &[],
            black_score: &[],
        }
    }
}

/// Times and scores beside the moves; kept for tables, not for books.
#[derive(Clone, Debug, Default)]
pub(crate) struct Details {
    /// Milliseconds for the move of this position, or [`NO_TIME`].
    pub(crate) time_ms: Vec<u32>,
    /// Score written with the move, centipawns in black's view, or [`NO_SCORE`].
    pub(crate) black_score: Vec<i32>,
}

/// What was read: games with their early plies, and what was refused.
///
/// Games are ordered by hash, then SHA-256 of the record, then place; so indexes mean the same in every run.
#[derive(Clone, Debug)]
pub struct Corpus {
    pub(crate) limit: PlyLimit,
    pub(crate) games: Vec<Game>,
    pub(crate) rejects: Vec<Reject>,
    pub(crate) texts: Texts,
    /// Move words, one a stored position; 0 where a game has no further move.
    pub(crate) words: Vec<u16>,
    /// Position keys, one a stored position.
    pub(crate) keys: Vec<u64>,
    pub(crate) details: Option<Details>,
}

impl Corpus {
    /// A corpus without games.
    #[must_use]
    pub fn new(limit: PlyLimit) -> Self {
        Self {
            limit,
            games: Vec::new(),
            rejects: Vec::new(),
            texts: Texts::default(),
            words: Vec::new(),
            keys: Vec::new(),
            details: None,
        }
    }

    /// Adds a game, with the reason if it is illegal. Call [`Corpus::sort`] after the last one.
    ///
    /// # Panics
    ///
    /// Panics if words and keys differ in length, or if this corpus keeps times and the game has none.
    pub fn push(&mut self, facts: &GameFacts<'_>, plies: Plies<'_>, illegal: Option<Reject>) {
        assert_eq!(plies.words.len(), plies.keys.len(), "one word a position");
        let first = self.words.len();
        self.words.extend_from_slice(plies.words);
        self.keys.extend_from_slice(plies.keys);
        if let Some(details) = &mut self.details {
            assert_eq!(
                plies.time_ms.len(),
                plies.words.len(),
                "one time a position"
            );
            assert_eq!(
                plies.black_score.len(),
                plies.words.len(),
                "one score a position"
            );
            details.time_ms.extend_from_slice(plies.time_ms);
            details.black_score.extend_from_slice(plies.black_score);
        }
        let mut game = self.game(facts, first, plies.words.len() as u32);
        if let Some(reject) = illegal {
            game.illegal = Some(self.rejects.len() as u32);
            self.rejects.push(reject);
        }
        self.games.push(game);
    }

    /// Adds a record or an entry that is no game.
    pub fn push_reject(&mut self, reject: Reject) {
        self.rejects.push(reject);
    }

    fn game(&mut self, facts: &GameFacts<'_>, first: usize, stored: u32) -> Game {
        let place = self.place(facts.file, facts.game, facts.line);
        let mut intern = |text: Option<&str>| text.map(|text| self.texts.intern(text));
        Game {
            hash: facts.hash,
            raw_sha256: facts.raw_sha256,
            names: facts.names.map(&mut intern),
            event: intern(facts.event),
            start_time: intern(facts.start_time),
            time_control: intern(facts.time_control),
            start: self.texts.intern(facts.start),
            start_at: facts.start_time.and_then(StartTime::parse),
            plies: facts.plies,
            end: facts.end,
            winner: facts.winner,
            verified: facts.verified,
            ratings: facts.ratings,
            forced_plies: facts.forced_plies,
            instant_plies: facts.instant_plies,
            illegal: None,
            place,
            first,
            stored,
        }
    }

    fn place(&mut self, file: &str, game: u32, line: u64) -> Place {
        let cut = file.rfind(['/', '\\', '!']).map_or(0, |at| at + 1);
        let (folder, name) = file.split_at(cut);
        Place {
            folder: self.texts.intern(folder),
            name: self.texts.intern(name),
            game,
            line,
        }
    }

    /// How many positions of each game are here.
    #[must_use]
    pub fn limit(&self) -> PlyLimit {
        self.limit
    }

    /// All parsed games, those with an illegal move too.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Everything that was refused, in its stated order ([`Reject::order`]): records that could not be parsed, entries that could
    /// not be read, and games with an illegal move (which [`Corpus::games`] has too).
    #[must_use]
    pub fn rejects(&self) -> &[Reject] {
        &self.rejects
    }

    /// The string behind an id of this corpus.
    ///
    /// # Panics
    ///
    /// May panic if the id is of another corpus.
    #[must_use]
    pub fn text(&self, id: TextId) -> &str {
        self.texts.get(id)
    }

    /// Words ([`Move::word`](joban_engine::rules::Move::word)) of the first moves of a game: the move from ply n is at n. All of
    /// them, or as many as the limit lets positions be kept.
    #[must_use]
    pub fn moves(&self, game: &Game) -> &[u16] {
        let stored = self.stored_words(game);
        match stored.last() {
            Some(0) => &stored[..stored.len() - 1],
            _ => stored,
        }
    }

    /// Keys of the first positions of a game: the position at ply n is at n.
    #[must_use]
    pub fn keys(&self, game: &Game) -> &[u64] {
        &self.keys[game.first..game.first + game.stored as usize]
    }

    /// Move words, one a stored position; 0 where there is no further move.
    pub(crate) fn stored_words(&self, game: &Game) -> &[u16] {
        &self.words[game.first..game.first + game.stored as usize]
    }

    /// Start position of a game, SFEN without move number.
    #[must_use]
    pub fn start_sfen(&self, game: &Game) -> &str {
        self.text(game.start)
    }

    /// Names of black and white as written.
    #[must_use]
    pub fn names(&self, game: &Game) -> [Option<&str>; 2] {
        game.names.map(|name| name.map(|id| self.text(id)))
    }

    /// Label of the file that holds the record.
    #[must_use]
    pub fn file(&self, place: &Place) -> String {
        [self.text(place.folder), self.text(place.name)].concat()
    }

    /// Rejects that are no games, by SHA-256 of the record (none last), then in their order.
    pub(crate) fn unparsed_rejects(&self) -> Vec<&Reject> {
        let mut is_game = vec![false; self.rejects.len()];
        for index in self.games.iter().filter_map(|game| game.illegal) {
            is_game[index as usize] = true;
        }
        let others = self
            .rejects
            .iter()
            .zip(is_game)
            .filter(|&(_, is_game)| !is_game);
        let mut others: Vec<&Reject> = others.map(|(reject, _)| reject).collect();
        others.sort_by_key(|reject| (reject.raw_sha256.is_none(), reject.raw_sha256));
        others
    }

    /// Number of records and entries that are no games.
    pub(crate) fn unparsed(&self) -> u64 {
        let illegal = self
            .games
            .iter()
            .filter(|game| game.illegal.is_some())
            .count();
        (self.rejects.len() - illegal) as u64
    }

    /// Whether two games are legal games with the same start and moves. The hash decides, helped by what is stored.
    pub(crate) fn same_game(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|index| &self.games[index]);
        a.hash == b.hash
            && a.plies == b.plies
            && a.start == b.start
            && self.moves(a) == self.moves(b)
    }

    /// Puts games and rejects into their stated orders.
    pub fn sort(&mut self) {
        let texts = &self.texts;
        self.games
            .sort_unstable_by(|a, b| compare_games(texts, a, b));
        self.sort_rejects();
    }

    /// Sorts the rejects and corrects the indexes to them.
    fn sort_rejects(&mut self) {
        let mut order: Vec<u32> = (0..self.rejects.len() as u32).collect();
        let rejects = &self.rejects;
        order.sort_by(|&a, &b| rejects[a as usize].order(&rejects[b as usize]));
        let mut new_index = vec![0; order.len()];
        for (new, &old) in (0..).zip(&order) {
            new_index[old as usize] = new;
        }
        self.rejects = order
            .iter()
            .map(|&old| self.rejects[old as usize].clone())
            .collect();
        for illegal in self
            .games
            .iter_mut()
            .filter_map(|game| game.illegal.as_mut())
        {
            *illegal = new_index[*illegal as usize];
        }
    }
}

fn compare_games(texts: &Texts, a: &Game, b: &Game) -> Ordering {
    let place = |game: &Game| {
        let Place {
            folder,
            name,
            game,
            line,
        } = game.place;
        let name = texts.get(name);
        (bare_name(name), game, line, texts.get(folder), name)
    };
    (a.hash, a.raw_sha256)
        .cmp(&(b.hash, b.raw_sha256))
        .then_with(|| place(a).cmp(&place(b)))
}

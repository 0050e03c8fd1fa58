//! The files of a match: games as JSON lines and as records, and times apart from them.

use std::io::{self, Write};

use joban_engine::arena::{Fixture, Game, PairState, Table, Which, write_csa};
use joban_positions::manifest::FileDigest;
use serde::Serialize;
use serde_json::{Value, json};

use crate::failure::Outcome;
use crate::output::folder::ResultFolder;

/// `$EVENT` of the records.
const EVENT: &str = "joban+match";

/// A game with its start, as USI tells it.
#[derive(Serialize)]
struct Line {
    position: String,
    #[serde(flatten)]
    game: Game,
}

/// The games that count.
pub(super) struct Records<'a> {
    pub(super) table: &'a Table,
    pub(super) pairs: usize,
    pub(super) fixtures: &'a [Fixture],
    pub(super) names: [&'a str; 2],
    pub(super) max_moves: u32,
    pub(super) with_times: bool,
}

impl Records<'_> {
    /// In the order of pairs, of each the game in which the first engine has black first.
    fn games(&self) -> impl Iterator<Item = (&Fixture, &Game)> {
        let pairs = self.table.pairs()[..self.pairs].iter().zip(self.fixtures);
        pairs.flat_map(|(pair, fixture)| games(pair).map(move |game| (fixture, game)))
    }

    /// Both forms of the games; file names begin with `prefix`.
    ///
    /// # Errors
    ///
    /// A failed write (5).
    pub(super) fn write(&self, folder: &ResultFolder, prefix: &str) -> Outcome<Vec<FileDigest>> {
        let name = |name: &str| format!("{prefix}{name}");
        Ok(vec![
            folder.write(&name("games.jsonl"), |to| self.write_jsonl(to))?,
            folder.write(&name("games.csa"), |to| self.write_csa(to))?,
        ])
    }

    /// One game a line.
    fn write_jsonl(&self, to: &mut dyn Write) -> io::Result<()> {
        for (fixture, game) in self.games() {
            let game = if self.with_times {
                game.clone()
            } else {
                game.without_times()
            };
            let position = fixture.root.command();
            serde_json::to_writer(&mut *to, &Line { position, game })?;
            to.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Records in the dialect of Floodgate, with `/` between them.
    fn write_csa(&self, to: &mut dyn Write) -> io::Result<()> {
        let names = self.names.map(plain);
        let [first, second] = &names;
        let marked = [format!("{first}-1"), format!("{second}-2")];
        let names = if first == second { &marked } else { &names };
        let mut text = String::new();
        for (number, (fixture, game)) in self.games().enumerate() {
            text.clear();
            let event = format!("{EVENT}+{}+{}", game.pair, game.game);
            let names = [names[0].as_str(), names[1].as_str()];
            let written = write_csa(
                game,
                fixture,
                names,
                &event,
                self.max_moves,
                self.with_times,
                &mut text,
            );
            written.map_err(io::Error::other)?;
            to.write_all(if number > 0 { b"/\n" } else { b"" })?;
            to.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    /// Microseconds of each move of every game that was played, those that do not count too.
    pub(super) fn write_timing(&self, head: &Value, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{head}")?;
        for game in self.table.pairs().iter().flat_map(games) {
            let times: Vec<Option<u64>> = game.moves.iter().map(|played| played.time_us).collect();
            let line = json!({"pair": game.pair, "game": game.game, "times_us": times});
            writeln!(to, "{line}")?;
        }
        Ok(())
    }

    /// Answers of each engine that took less than so many microseconds and do not come from its book.
    pub(super) fn fast_answers(&self, below_us: u64) -> [u64; 2] {
        Which::BOTH.map(|which| {
            let moves = self.games().flat_map(|(_, game)| game.moves_of(which));
            let is_fast = |us: u64| us < below_us;
            moves
                .filter(|played| !played.book && played.time_us.is_some_and(is_fast))
                .count() as u64
        })
    }
}

fn games(pair: &PairState) -> impl Iterator<Item = &Game> {
    pair.games.iter().flatten()
}

/// A name as records need it: without blanks, colons and what is not ASCII.
fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "._-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    if plain.is_empty() {
        "_".to_owned()
    } else {
        plain
    }
}

//! Games as polars tables, and statistics of an archive made from them.

use polars::prelude::{Column, DataFrame, NamedFrom, PolarsResult, Series, SortMultipleOptions};

use crate::corpus::{Corpus, Game};
use crate::text::TextId;

/// Width of a class of ratings.
const RATING_CLASS: f64 = 200.0;

impl Corpus {
    /// The games as a table, in their order: `game_hash` (bit pattern), `plies`, `ending`, `winner`, `black`, `white`, `black_rating`,
    /// `white_rating`, `event`, `date` (YYYY-MM-DD), `time_control`, `forced_plies`, `status`. Null means not known.
    ///
    /// # Errors
    ///
    /// Passes on what polars reports.
    pub fn games_frame(&self) -> PolarsResult<DataFrame> {
        let text = |id: fn(&Game) -> Option<TextId>| -> Vec<Option<&str>> {
            self.each(|game| id(game).map(|id| self.text(id)))
        };
        let status = |game: &Game| {
            game.illegal
                .map_or("ok", |index| self.rejects[index as usize].kind.as_str())
        };
        DataFrame::new_infer_height(vec![
            column("game_hash", self.each(|game| game.hash as i64)),
            column("plies", self.each(|game| game.plies)),
            column("ending", self.each(|game| game.end.as_str())),
            column(
                "winner",
                self.each(|game| game.winner.map(|winner| winner.as_str())),
            ),
            column("black", text(|game| game.names[0])),
            column("white", text(|game| game.names[1])),
            column("black_rating", self.each(|game| game.ratings[0])),
            column("white_rating", self.each(|game| game.ratings[1])),
            column("event", text(|game| game.event)),
            column(
                "date",
                self.each(|game| game.start_at.map(|at| at.date.to_string())),
            ),
            column("time_control", text(|game| game.time_control)),
            column("forced_plies", self.each(|game| game.forced_plies)),
            column("status", self.each(status)),
        ])
    }

    /// How often games end how: `ending`, `winner`, `games`; most frequent first.
    ///
    /// # Errors
    ///
    /// Passes on what polars reports.
    pub fn endings_frame(&self) -> PolarsResult<DataFrame> {
        let frame = DataFrame::new_infer_height(vec![
            column("ending", self.each(|game| game.end.as_str())),
            column(
                "winner",
                self.each(|game| game.winner.map(|winner| winner.as_str())),
            ),
        ])?;
        count(frame, &["ending", "winner"])
    }

    /// Games by the lower of both ratings, in classes of 200 points: `rating_from` (null: not both known), `games`; most frequent
    /// first.
    ///
    /// # Errors
    ///
    /// Passes on what polars reports.
    pub fn ratings_frame(&self) -> PolarsResult<DataFrame> {
        let class = |game: &Game| match game.ratings {
            [Some(black), Some(white)] => {
                Some(((black.min(white) / RATING_CLASS).floor() * RATING_CLASS) as i64)
            }
            _ => None,
        };
        let frame = DataFrame::new_infer_height(vec![column("rating_from", self.each(class))])?;
        count(frame, &["rating_from"])
    }

    /// Games of each pairing, whatever the colours: `first`, `second` (the names in the order of their bytes), `games`; most
    /// frequent first.
    ///
    /// # Errors
    ///
    /// Passes on what polars reports.
    pub fn pairings_frame(&self) -> PolarsResult<DataFrame> {
        let pairing = |game: &Game| {
            let mut names = self.names(game);
            names.sort_unstable();
            names
        };
        let frame = DataFrame::new_infer_height(vec![
            column("first", self.each(|game| pairing(game)[0])),
            column("second", self.each(|game| pairing(game)[1])),
        ])?;
        count(frame, &["first", "second"])
    }

    fn each<'a, T>(&'a self, value: impl Fn(&'a Game) -> T) -> Vec<T> {
        self.games.iter().map(value).collect()
    }
}

fn column<T>(name: &str, values: Vec<T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Column::new(name.into(), values)
}

/// Counts equal rows, most frequent first, then by the columns.
fn count(mut frame: DataFrame, by: &[&str]) -> PolarsResult<DataFrame> {
    let ones = vec![1_u32; frame.height()];
    frame.with_column(column("games", ones))?;
    let mut counted = frame
        .group_by(by.iter().copied())?
        .select(["games"])
        .count()?;
    counted.rename("games_count", "games".into())?;
    let keys: Vec<&str> = std::iter::once("games").chain(by.iter().copied()).collect();
    let descending: Vec<bool> = keys.iter().map(|&key| key == "games").collect();
    counted.sort(
        keys,
        SortMultipleOptions::default().with_order_descending_multi(descending),
    )
}

#[cfg(test)]
mod tests {
    use joban_csa_parse::{GameEnd, Winner};

    use super::*;
    use crate::corpus::{GameFacts, Plies, PlyLimit};

    fn corpus() -> Corpus {
        let mut corpus = Corpus::new(PlyLimit::First(1));
        for (hash, names, rating) in [
            (1, ["A", "B"], 3100.0),
            (2, ["B", "A"], 3399.9),
            (3, ["A", "C"], -1.0),
        ] {
            let facts = GameFacts {
                hash,
                names: names.map(Some),
                ratings: [Some(rating), Some(4000.0)],
                end: GameEnd::Toryo,
                winner: (hash != 3).then_some(Winner::Black),
                ..GameFacts::default()
            };
            corpus.push(&facts, Plies::new(&[0], &[0]), None);
        }
        corpus.sort();
        corpus
    }

    fn rows(frame: &DataFrame) -> Vec<String> {
        (0..frame.height())
            .map(|row| {
                let cells = frame
                    .columns()
                    .iter()
                    .map(|column| column.get(row).unwrap().to_string());
                cells.collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    #[test]
    fn statistics_of_games() {
        let corpus = corpus();
        assert_eq!(corpus.games_frame().unwrap().shape(), (3, 13));
        assert_eq!(
            rows(&corpus.pairings_frame().unwrap()),
            ["\"A\" \"B\" 2", "\"A\" \"C\" 1"]
        );
        assert_eq!(
            rows(&corpus.endings_frame().unwrap()),
            ["\"toryo\" \"black\" 2", "\"toryo\" null 1"]
        );
        assert_eq!(
            rows(&corpus.ratings_frame().unwrap()),
            ["-200 1", "3000 1", "3200 1"]
        );
    }
}

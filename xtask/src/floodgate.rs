//! Made-up games as records in the dialect of the Floodgate server.

use joban_csa_parse::{FloodgateGame, FloodgateMove, write_floodgate};
use joban_engine::rules::Position;
use sha2::{Digest as _, Sha256};

use crate::calendar::Civil;

/// A game to write; all of them have 300 seconds and 10 more for each move.
#[derive(Debug)]
pub(crate) struct GameText<'a> {
    /// Black and white.
    pub(crate) names: [&'a str; 2],
    /// Written only if both are given.
    pub(crate) ratings: Option<[i32; 2]>,
    /// First part of `$EVENT`, without names and time: `server+game-300-10F`.
    pub(crate) event: &'a str,
    /// Seconds of a calendar without time zones since 1970.
    pub(crate) start: u64,
    pub(crate) max_moves: u32,
    pub(crate) moves: Vec<FloodgateMove>,
    /// The word of the last line, where the server writes one.
    pub(crate) ending: Option<&'static str>,
    /// Kind of the summary.
    pub(crate) summary: &'static str,
    /// `win`, `lose` or `draw` of black and white.
    pub(crate) results: [&'static str; 2],
    /// The position after the last move.
    pub(crate) last: Position,
}

impl GameText<'_> {
    /// The value of `$EVENT`, which is also the name of the file without `.csa`.
    pub(crate) fn id(&self) -> String {
        let [black, white] = self.names;
        format!(
            "{}+{black}+{white}+{}",
            self.event,
            Civil::of(self.start).stamp()
        )
    }

    /// The record.
    pub(crate) fn write(&self) -> String {
        let spent: u64 = self
            .moves
            .iter()
            .map(|played| u64::from(played.seconds.unwrap_or_default()))
            .sum();
        let ids = self.names.map(|name| format!("{name}+{}", hash(name)));
        let game = FloodgateGame {
            names: self.names,
            ratings: self
                .ratings
                .map(|[black, white]| [(ids[0].as_str(), black), (ids[1].as_str(), white)]),
            event: &self.id(),
            times: Some([
                &Civil::of(self.start).text(),
                &Civil::of(self.start + spent).text(),
            ]),
            start: None,
            forced_plies: 0,
            refused: None,
            max_moves: self.max_moves,
            increment_s: 10,
            moves: &self.moves,
            ending: self.ending,
            summary: self.summary,
            results: self.results,
            last: self.last.csa_diagram(),
        };
        let mut text = String::with_capacity(16 << 10);
        // Writing to a string cannot fail.
        let _ = write_floodgate(&game, &mut text);
        text
    }
}

/// Stands where the server writes a hash of name and password.
fn hash(name: &str) -> String {
    let digest = Sha256::digest(name.as_bytes());
    digest
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use joban_csa_parse::{
        GameEnd, Parser, ReadOptions, Record, Sign, Split, Winner, split_records,
    };

    use joban_engine::rules::Move;

    use super::*;

    /// Black resigns after three moves of which the last has a score.
    fn short_game() -> GameText<'static> {
        let mut last = Position::startpos();
        let played = ["7g7f", "3c3d", "8h2b+"].map(|word| {
            let mv = Move::from_usi(word).expect("a move");
            let token = last.csa_token(mv);
            last.play(mv).expect("a legal move");
            FloodgateMove {
                token,
                seconds: Some(3),
                black_score: None,
                nodes: None,
                pv: Vec::new(),
            }
        });
        let mut moves = played.to_vec();
        let reply = ["3a2b", "B*4e"].map(|word| Move::from_usi(word).expect("a move"));
        moves[2].black_score = Some(-35);
        moves[2].pv = last.csa_tokens(&reply);
        GameText {
            names: ["alpha", "beta"],
            ratings: Some([3100, 2900]),
            event: "joban+test-300-10F",
            start: 0,
            max_moves: 256,
            moves,
            ending: Some("%TORYO"),
            summary: "toryo",
            results: ["win", "lose"],
            last,
        }
    }

    #[test]
    fn a_record_reads_back_without_a_warning() {
        let text = short_game().write();
        let (mut record, file) = (Record::new(), Arc::from("test"));
        let options = ReadOptions::default();
        split_records(
            &mut text.as_bytes(),
            &file,
            &options.clone(),
            &mut |split| {
                let Split::Record(raw) = split else {
                    panic!("a problem")
                };
                Parser::new(options.clone())
                    .parse(&raw, &mut record)
                    .expect("a record");
                std::ops::ControlFlow::Continue(())
            },
        )
        .expect("text");
        assert_eq!(record.warnings, []);
        assert_eq!(record.name(Sign::Plus), Some("alpha"));
        assert_eq!(record.ratings, [Some(3100.0), Some(2900.0)]);
        assert_eq!(record.moves[2].black_score, Some(-35));
        assert_eq!(record.pv(2), Some("-3122GI +0045KA"));
        let outcome = record.outcome(record.end_side());
        assert_eq!(
            (outcome.end, outcome.winner),
            (GameEnd::Toryo, Some(Winner::Black))
        );
    }

    #[test]
    fn the_tail_is_that_of_the_server() {
        let text = short_game().write();
        let tail: Vec<&str> = text.lines().rev().take(5).collect();
        assert_eq!(
            tail,
            [
                "'$END_TIME:1970/01/01 00:00:09",
                "'summary:toryo:alpha win:beta lose",
                "'-",
                "'P+00KA",
                "'P9+KY+KE+GI+KI+OU+KI+GI+KE+KY",
            ]
        );
    }
}

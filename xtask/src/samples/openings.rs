//! The openings that the players know, as a graph of positions.

use std::collections::BTreeMap;

use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Color, Move, Position};

use super::players::Taste;

const LINES: &str = include_str!("openings.txt");

/// One line of `openings.txt` passes through a position by a move.
#[derive(Copy, Clone, Debug)]
struct Passage {
    mv: Move,
    weight: u64,
    tastes: [char; 2],
}

/// For each known position (by key) the moves of the lines that pass through it.
#[derive(Debug)]
pub(super) struct Openings {
    passages: BTreeMap<u64, Vec<Passage>>,
}

impl Openings {
    /// Reads the lines.
    ///
    /// # Errors
    /// The line with its first illegal move or missing field.
    pub(super) fn load() -> Result<Self, String> {
        let mut openings = Self {
            passages: BTreeMap::new(),
        };
        for line in LINES
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            openings.add(line)?;
        }
        Ok(openings)
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let weight = words.next().and_then(|word| word.parse().ok());
        let tastes: Vec<char> = words.next().unwrap_or_default().chars().collect();
        let (Some(weight), &[black, white]) = (weight, tastes.as_slice()) else {
            return Err(format!("weight and tastes are missing: {line}"));
        };
        let mut position = Position::startpos();
        for word in words {
            let mv = Move::from_usi(word).map_err(|error| format!("{word} in {line}: {error}"))?;
            let key = position.key();
            position
                .play(mv)
                .map_err(|why| format!("{word} in {line}: {why}"))?;
            let tastes = [black, white];
            self.passages
                .entry(key)
                .or_default()
                .push(Passage { mv, weight, tastes });
        }
        Ok(())
    }

    /// A known move of the position, drawn by the weights of its lines and the player's taste.
    pub(super) fn draw(
        &self,
        position: &Position,
        taste: Taste,
        rng: &mut SplitMix64,
    ) -> Option<Move> {
        let side = usize::from(position.side() == Color::White);
        let passages = self.passages.get(&position.key())?;
        let weight = |p: &Passage| p.weight * taste.weight(p.tastes[side]);
        let mut left = rng.below(passages.iter().map(weight).sum());
        passages
            .iter()
            .find(|passage| {
                let found = left < weight(passage);
                left = left.saturating_sub(weight(passage));
                found
            })
            .map(|passage| passage.mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal() {
        let openings = Openings::load().expect("legal lines");
        assert!(openings.passages.len() > 300, "{}", openings.passages.len());
    }

    #[test]
    fn a_player_of_the_ranging_rook_plays_it_more_often() {
        let openings = Openings::load().expect("legal lines");
        let mut position = Position::startpos();
        for mv in ["7g7f", "3c3d"] {
            position
                .play(mv.parse().expect("a move"))
                .expect("a legal move");
        }
        let count = |taste| {
            let mut rng = SplitMix64::new(1);
            let closed = Move::from_usi("6g6f").ok();
            (0..1000)
                .filter(|_| openings.draw(&position, taste, &mut rng) == closed)
                .count()
        };
        assert!(count(Taste::Ranging) > 3 * count(Taste::Static));
    }
}

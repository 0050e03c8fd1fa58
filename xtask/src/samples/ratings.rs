//! Ratings of the players from the games' own results.
//!
//! Bradley-Terry model, maximum likelihood, a draw counting half a win for each side: the expected
//! score of a player rated d above its opponent is 1 / (1 + 10^(−d/400)). Solved by the
//! minorisation steps of Hunter ("MM algorithms for generalized Bradley-Terry models", Annals of
//! Statistics 32, 2004). The scale has no zero of its own, so one player's rating is fixed.

use super::play::Game;
use super::players::PLAYERS;
use super::schedule::Pairing;

/// The player whose rating is fixed, and the rating. The number is a choice, not a measurement:
/// with it, the games among the stronger six pass the usual filter of both ratings ≥ 3000.
pub(super) const ANCHOR: (&str, f64) = ("fsf11_n600", 3040.0);
const STEPS: usize = 2000;
const N: usize = PLAYERS.len();

/// Wins (a draw is half a win) of each player over each other one.
type Wins = [[f64; N]; N];

/// Ratings by player, rounded to whole points.
pub(super) fn ratings(seed: u64, games: &[Game]) -> Vec<i32> {
    let mut wins: Wins = [[0.0; N]; N];
    for game in games {
        let players = Pairing::of(seed, game.index).players;
        let black = match game.winner() {
            Some(0) => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        wins[players[0]][players[1]] += black;
        wins[players[1]][players[0]] += 1.0 - black;
    }
    scaled(strengths(&wins))
}

fn strengths(wins: &Wins) -> [f64; N] {
    let mut strength = [1.0; N];
    for _ in 0..STEPS {
        strength = std::array::from_fn(|i| {
            let score: f64 = wins[i].iter().sum();
            let met = |j: usize| (wins[i][j] + wins[j][i]) / (strength[i] + strength[j]);
            let expected: f64 = (0..N).filter(|j| *j != i).map(met).sum();
            // A player without a single point would get no finite rating; no archive has one.
            if expected > 0.0 {
                score.max(0.5) / expected
            } else {
                1.0
            }
        });
        let mean = strength.iter().sum::<f64>() / N as f64;
        strength = strength.map(|s| s / mean);
    }
    strength
}

fn scaled(strength: [f64; N]) -> Vec<i32> {
    let elo = strength.map(|s| 400.0 * s.log10());
    let anchor = PLAYERS.iter().position(|player| player.name == ANCHOR.0);
    let shift = ANCHOR.1 - anchor.map_or(0.0, |i| elo[i]);
    elo.iter().map(|e| (e + shift).round() as i32).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_four_points_are_191_elo() {
        let mut wins: Wins = [[0.0; N]; N];
        wins[0] = [30.0; N];
        wins[0][0] = 0.0;
        wins.iter_mut().skip(1).for_each(|row| row[0] = 10.0);
        let ratings = scaled(strengths(&wins));
        assert_eq!(ratings[0] - ratings[5], 191);
        assert_eq!(ratings[5], 3040);
    }
}

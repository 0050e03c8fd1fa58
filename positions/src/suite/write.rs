//! The text files of a suite.

use std::fmt::Write as _;
use std::io::{self, Write};

use joban_engine::rules::{Move, Position, STARTPOS_SFEN, Setup};

use super::candidates::Candidate;
use super::identity::Identity;
use super::{REVISION, family};
use crate::corpus::{Corpus, EVEN_START};

/// What a teacher said of a start.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct StartScore {
    /// Centipawns of the teacher in black's view, whoever is to move.
    pub black_cp: i32,
    /// Depth of the search in plies, the deepest one that was complete.
    pub depth: u32,
}

/// One start of a suite, ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Where the moves begin: SFEN with move number.
    pub start_sfen: String,
    /// The moves that lead to the position.
    pub moves: Vec<Move>,
    /// The position: SFEN with move number.
    pub sfen: String,
    /// What position it is.
    pub identity: Identity,
    /// Moves played before it.
    pub ply: u32,
    /// Its [family](family()).
    pub family: String,
    /// [Hash](crate::hash::game_hash) of the game it comes from.
    pub game_hash: u64,
    /// Names of black and white in that game.
    pub names: [Option<String>; 2],
    /// What a teacher said of it, if one was asked.
    pub score: Option<StartScore>,
}

impl Start {
    /// The start that a candidate becomes.
    #[must_use]
    pub fn of(corpus: &Corpus, candidate: &Candidate) -> Self {
        let game = &corpus.games()[candidate.game];
        let words = &corpus.moves(game)[..candidate.ply as usize];
        Self {
            start_sfen: format!("{} 1", corpus.start_sfen(game)),
            moves: words
                .iter()
                .filter_map(|&word| Move::from_word(word))
                .collect(),
            sfen: candidate.sfen.clone(),
            identity: candidate.identity.clone(),
            ply: candidate.ply,
            family: candidate.family.clone(),
            game_hash: game.hash,
            names: corpus.names(game).map(|name| name.map(str::to_owned)),
            score: None,
        }
    }

    /// `startpos moves …`, or `sfen … moves …` where the moves begin elsewhere.
    #[must_use]
    pub fn moves_line(&self) -> String {
        let mut line = match self.start_sfen.as_str() {
            STARTPOS_SFEN => "startpos".to_owned(),
            sfen => format!("sfen {sfen}"),
        };
        if !self.moves.is_empty() {
            line.push_str(" moves");
        }
        for mv in &self.moves {
            // Writing to a String cannot fail.
            let _ = write!(line, " {mv}");
        }
        line
    }

    fn comment(&self, number: usize) -> String {
        let Self {
            game_hash,
            ply,
            family,
            score,
            ..
        } = self;
        let score = score.map_or_else(String::new, |score| {
            format!(" black_cp={} depth={}", score.black_cp, score.depth)
        });
        format!("# {number} game={game_hash:016x} ply={ply} family={family}{score}")
    }
}

fn head(out: &mut dyn Write, name: &str, starts: &[Start]) -> io::Result<()> {
    writeln!(
        out,
        "# joban suite, revision {REVISION}: {name}, {} starts",
        starts.len()
    )
}

/// Writes `startpos moves …` lines, each below a line that names its number, game, ply and family, and the score
/// where there is one.
///
/// # Errors
///
/// Passes on what `out` reports.
pub fn write_moves(out: &mut dyn Write, name: &str, starts: &[Start]) -> io::Result<()> {
    head(out, name, starts)?;
    for (number, start) in starts.iter().enumerate() {
        writeln!(out, "{}\n{}", start.comment(number), start.moves_line())?;
    }
    Ok(())
}

/// Writes `sfen …` lines in the same way; they hold no history.
///
/// # Errors
///
/// Passes on what `out` reports.
pub fn write_sfens(out: &mut dyn Write, name: &str, starts: &[Start]) -> io::Result<()> {
    head(out, name, starts)?;
    for (number, start) in starts.iter().enumerate() {
        writeln!(out, "{}\nsfen {}", start.comment(number), start.sfen)?;
    }
    Ok(())
}

/// Writes `startpos moves …` lines alone, for programs that take every line for a start.
///
/// # Errors
///
/// Passes on what `out` reports.
pub fn write_plain(out: &mut dyn Write, starts: &[Start]) -> io::Result<()> {
    for start in starts {
        writeln!(out, "{}", start.moves_line())?;
    }
    Ok(())
}

/// The same starts with the board turned by 180 degrees and the colours swapped: what black had, white has.
///
/// The family is that of the turned position and its turned moves, the score that of black there; game and names stay those
/// of the game.
#[must_use]
pub fn mirrored(start: &Start) -> Option<Start> {
    let (setup, _) = Setup::from_sfen(&start.start_sfen).ok()?;
    let setup = setup.flip();
    let mut position = Position::from_sfen(&setup.to_sfen()).ok()?;
    let moves: Vec<Move> = start.moves.iter().map(|mv| mv.flip()).collect();
    for &mv in &moves {
        position.play(mv).ok()?;
    }
    Some(Start {
        start_sfen: setup.to_sfen(),
        sfen: position.sfen(),
        identity: Identity::of(&position),
        family: family(&position, &moves),
        moves,
        score: start.score.map(|score| StartScore {
            black_cp: score.black_cp.saturating_neg(),
            ..score
        }),
        ..start.clone()
    })
}

/// Whether a start begins at the start of an even game.
pub(super) fn is_even(start: &Start) -> bool {
    start.start_sfen.strip_suffix(" 1") == Some(EVEN_START)
}

//! Decisions of the book's author that act before selection: force a move, forbid one, fix a weight.

use joban_engine::rules::{
    Accept, Color, Move, MoveTextError, Position, PositionRejected, Refusal, Setup, SfenError,
};
use serde::{Deserialize, Serialize};

/// One decision, as written in the configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Override {
    /// How messages name it, such as `override 3`.
    pub name: String,
    /// The position as SFEN or `startpos`; none means the even start.
    pub sfen: Option<String>,
    /// USI moves that lead from there to the position.
    pub moves: Option<String>,
    /// Plies played before the position. None: the number of moves from the even start, or the SFEN's move number − 1 plus the moves.
    pub ply: Option<u32>,
    /// The move in USI.
    #[serde(rename = "move")]
    pub mv: String,
    /// What happens to it.
    pub action: Action,
    /// Why; shown in every report.
    pub reason: String,
}

/// What an override does to its move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The move is a candidate, whatever its points.
    Force,
    /// The move is no candidate.
    Forbid,
    /// The move is a candidate and has this weight if there are two; the other gets 256 minus it. A single candidate has 255.
    Weight(u32),
}

impl Action {
    /// Whether the move must be in the book.
    #[must_use]
    pub fn forces(self) -> bool {
        self != Self::Forbid
    }
}

/// An override that cannot act.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}: {problem}")]
pub struct OverrideError {
    /// The override's name.
    pub name: String,
    /// What is wrong with it.
    pub problem: OverrideProblem,
}

/// What can be wrong with an override.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OverrideProblem {
    /// The position is no SFEN.
    #[error(transparent)]
    Sfen(#[from] SfenError),
    /// The diagram is no position of a game.
    #[error(transparent)]
    Position(#[from] PositionRejected),
    /// A move that is no USI move.
    #[error(transparent)]
    MoveText(#[from] MoveTextError),
    /// A move on the way to the position breaks the rules.
    #[error("the move {text} that leads to the position is not legal: {refusal}")]
    IllegalWay {
        /// The move as written.
        text: String,
        /// The rule.
        refusal: Refusal,
    },
    /// The move breaks the rules.
    #[error("{text} is not legal in {sfen}: {refusal}")]
    IllegalMove {
        /// The move as written.
        text: String,
        /// The position, without move number.
        sfen: String,
        /// The rule.
        refusal: Refusal,
    },
    /// A weight that no entry can have.
    #[error("weight {weight} is not in 1 to 255")]
    Weight {
        /// The weight.
        weight: u32,
    },
    /// An earlier override of the same move.
    #[error("{earlier} speaks of the same move at the same position")]
    Twice {
        /// Name of the earlier one.
        earlier: String,
    },
    /// More forced moves than a position takes.
    #[error("the position has more forced moves than candidates ({candidates})")]
    TooMany {
        /// Candidates of a position.
        candidates: usize,
    },
    /// Two fixed weights that do not go together.
    #[error("the two weights of the position are {first} and {second}, their sum must be 256")]
    WeightSum {
        /// One weight.
        first: u32,
        /// The other one.
        second: u32,
    },
    /// The given ply and the moves from the even start differ.
    #[error("ply {ply} and the {moves} moves that lead to the position differ")]
    PlyDiffers {
        /// As given.
        ply: u32,
        /// Moves from the even start.
        moves: u32,
    },
    /// A forced move needs a ply.
    #[error("the ply is missing: give `ply`, `moves`, or the SFEN's move number")]
    PlyMissing,
    /// The ply and the side to move do not go together.
    #[error("at ply {ply} {expected} is to move, in the position it is {found}")]
    WrongSide {
        /// The ply.
        ply: u32,
        /// Who moves at that ply.
        expected: Color,
        /// Who moves in the position.
        found: Color,
    },
    /// No entry is left for the move.
    #[error("the book has no room for its move (--entries)")]
    NoRoom,
    /// Two forced positions have one key under a given table.
    #[error("its position has the key {key:04x} of another forced position, {kept} (--zobrist)")]
    SameKey {
        /// The key.
        key: u16,
        /// The other position, without move number.
        kept: String,
    },
    /// The ply lies beyond the book.
    #[error("ply {ply} is not in the book: its positions are at plies 0 to {last} (--book-plies)")]
    BeyondBook {
        /// The ply.
        ply: u32,
        /// Last ply of the book.
        last: u8,
    },
}

/// An override with its position and move understood.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) source: Override,
    pub(crate) position: Position,
    /// None: at every ply.
    pub(crate) ply: Option<u8>,
    pub(crate) mv: Move,
}

impl Resolved {
    /// Whether it speaks of the position with this key at this ply.
    pub(crate) fn is_at(&self, key: u64, ply: u8) -> bool {
        self.position.key() == key && self.ply.is_none_or(|own| own == ply)
    }

    pub(crate) fn error(&self, problem: impl Into<OverrideProblem>) -> OverrideError {
        error(&self.source, problem)
    }
}

fn error(source: &Override, problem: impl Into<OverrideProblem>) -> OverrideError {
    OverrideError {
        name: source.name.clone(),
        problem: problem.into(),
    }
}

/// Checks that every override can be understood for a book of positions at plies 0 to `book_plies` − 1, and that they agree
/// with each other where a position takes at most `moves_per_position` candidates.
///
/// # Errors
///
/// [`OverrideError`] naming the first that cannot act.
pub fn check_overrides(
    overrides: &[Override],
    book_plies: u8,
    moves_per_position: usize,
) -> Result<(), OverrideError> {
    let resolved = resolve_all(overrides, book_plies)?;
    for each in &resolved {
        let Some(ply) = each.ply.filter(|_| each.source.action.forces()) else {
            continue;
        };
        check_forced(
            &forcing_at(&resolved, each.position.key(), ply),
            moves_per_position,
        )?;
    }
    Ok(())
}

/// The overrides that force a move at one place, in their order.
pub(crate) fn forcing_at(resolved: &[Resolved], key: u64, ply: u8) -> Vec<&Resolved> {
    resolved
        .iter()
        .filter(|each| each.is_at(key, ply) && each.source.action.forces())
        .collect()
}

/// Whether all forced moves of one place fit together.
pub(crate) fn check_forced(
    forcing: &[&Resolved],
    moves_per_position: usize,
) -> Result<(), OverrideError> {
    if let Some(one_too_many) = forcing.get(moves_per_position) {
        return Err(one_too_many.error(OverrideProblem::TooMany {
            candidates: moves_per_position,
        }));
    }
    let [first, second, ..] = forcing else {
        return Ok(());
    };
    match (first.source.action, second.source.action) {
        (Action::Weight(a), Action::Weight(b)) if a + b != 256 => {
            Err(first.error(OverrideProblem::WeightSum {
                first: a,
                second: b,
            }))
        }
        _ => Ok(()),
    }
}

/// Understands all overrides and checks that they agree with each other.
pub(crate) fn resolve_all(
    overrides: &[Override],
    book_plies: u8,
) -> Result<Vec<Resolved>, OverrideError> {
    let resolved: Vec<Resolved> = overrides
        .iter()
        .map(|each| resolve(each, book_plies))
        .collect::<Result<_, _>>()?;
    for (index, later) in resolved.iter().enumerate() {
        let clash = resolved[..index]
            .iter()
            .find(|earlier| overlap(earlier, later));
        if let Some(earlier) = clash {
            return Err(later.error(OverrideProblem::Twice {
                earlier: earlier.source.name.clone(),
            }));
        }
    }
    Ok(resolved)
}

fn overlap(a: &Resolved, b: &Resolved) -> bool {
    let same_ply = a.ply.zip(b.ply).is_none_or(|(a, b)| a == b);
    a.mv == b.mv && a.position.key() == b.position.key() && same_ply
}

fn resolve(source: &Override, book_plies: u8) -> Result<Resolved, OverrideError> {
    let (position, derived) = place(source).map_err(|problem| error(source, problem))?;
    let ply =
        ply(source, &position, derived, book_plies).map_err(|problem| error(source, problem))?;
    let mv = Move::from_usi(&source.mv).map_err(|problem| error(source, problem))?;
    if let Some(refusal) = position.refusal(mv) {
        let problem = OverrideProblem::IllegalMove {
            text: source.mv.clone(),
            sfen: position.sfen_key(),
            refusal,
        };
        return Err(error(source, problem));
    }
    if let Action::Weight(weight) = source.action
        && !(1..=255).contains(&weight)
    {
        return Err(error(source, OverrideProblem::Weight { weight }));
    }
    Ok(Resolved {
        source: source.clone(),
        position,
        ply,
        mv,
    })
}

/// The position, and the ply that its text implies.
fn place(source: &Override) -> Result<(Position, Option<u32>), OverrideProblem> {
    let sfen = source.sfen.as_deref().unwrap_or("startpos");
    let (setup, notes) = Setup::from_sfen(sfen)?;
    let mut position = Position::from_setup(&setup, Accept::Strict)?;
    let before = notes.ply_given.then(|| setup.move_number - 1);
    for text in source
        .moves
        .as_deref()
        .unwrap_or_default()
        .split_whitespace()
    {
        let mv = Move::from_usi(text)?;
        position
            .play(mv)
            .map_err(|refusal| OverrideProblem::IllegalWay {
                text: text.to_owned(),
                refusal,
            })?;
    }
    let ply = before.map(|before| before.saturating_add(position.ply()));
    Ok((position, ply))
}

fn ply(
    source: &Override,
    position: &Position,
    derived: Option<u32>,
    book_plies: u8,
) -> Result<Option<u8>, OverrideProblem> {
    // A move number in an SFEN is often left at 1; an explicit ply overrules it. Moves from the even start do not lie.
    let from_start = source
        .sfen
        .as_deref()
        .is_none_or(|sfen| sfen.trim() == "startpos");
    if let (true, Some(derived), Some(ply)) = (from_start, derived, source.ply)
        && derived != ply
    {
        return Err(OverrideProblem::PlyDiffers {
            ply,
            moves: derived,
        });
    }
    let Some(ply) = source.ply.or(derived) else {
        let forces = source.action.forces();
        return if forces {
            Err(OverrideProblem::PlyMissing)
        } else {
            Ok(None)
        };
    };
    let side = if ply.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    if position.side() != side {
        return Err(OverrideProblem::WrongSide {
            ply,
            expected: side,
            found: position.side(),
        });
    }
    match u8::try_from(ply) {
        Ok(ply) if ply < book_plies => Ok(Some(ply)),
        _ => Err(OverrideProblem::BeyondBook {
            ply,
            last: book_plies.saturating_sub(1),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn force(sfen: Option<&str>, moves: Option<&str>, ply: Option<u32>, mv: &str) -> Override {
        Override {
            name: "override 1".to_owned(),
            sfen: sfen.map(str::to_owned),
            moves: moves.map(str::to_owned),
            ply,
            mv: mv.to_owned(),
            action: Action::Force,
            reason: "test".to_owned(),
        }
    }

    fn problem(source: Override) -> String {
        resolve(&source, 24).map(|_| ()).unwrap_err().to_string()
    }

    const AFTER_7G7F: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";

    #[test]
    fn a_position_is_given_by_moves_or_sfen() {
        let by_moves = resolve(&force(None, Some("7g7f"), None, "3c3d"), 24).unwrap();
        let by_number = resolve(
            &force(Some(&format!("{AFTER_7G7F} 2")), None, None, "3c3d"),
            24,
        )
        .unwrap();
        let by_ply = resolve(&force(Some(AFTER_7G7F), None, Some(1), "3c3d"), 24).unwrap();
        for other in [by_number, by_ply] {
            assert!(other.is_at(by_moves.position.key(), 1));
        }
    }

    #[test]
    fn errors_name_the_override_and_the_problem() {
        let cases = [
            (
                force(None, None, None, "7g7e"),
                "override 1: 7g7e is not legal in lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -",
            ),
            (
                force(None, Some("7g7f 7g7f"), None, "3c3d"),
                "override 1: the move 7g7f that leads",
            ),
            (
                force(Some(AFTER_7G7F), None, None, "3c3d"),
                "override 1: the ply is missing",
            ),
            (
                force(Some(AFTER_7G7F), None, Some(2), "3c3d"),
                "override 1: at ply 2 black is to move, in the position it is white",
            ),
            (
                force(Some(AFTER_7G7F), None, Some(25), "3c3d"),
                "override 1: ply 25 is not in the book",
            ),
            (
                force(None, Some("7g7f"), Some(3), "3c3d"),
                "override 1: ply 3 and the 1 moves",
            ),
            (force(Some("nonsense"), None, None, "3c3d"), "override 1: "),
        ];
        for (source, start) in cases {
            let got = problem(source);
            assert!(got.starts_with(start), "{got}");
        }
        let heavy = Override {
            action: Action::Weight(256),
            ..force(None, None, None, "7g7f")
        };
        assert_eq!(problem(heavy), "override 1: weight 256 is not in 1 to 255");
    }

    #[test]
    fn two_overrides_of_one_move_clash() {
        let first = force(None, None, None, "7g7f");
        let second = Override {
            name: "override 2".to_owned(),
            action: Action::Forbid,
            ..first.clone()
        };
        let error = resolve_all(&[first, second], 24).unwrap_err();
        assert_eq!(
            error.to_string(),
            "override 2: override 1 speaks of the same move at the same position"
        );
    }
}

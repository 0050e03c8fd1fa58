//! One row of the audit.

use joban_engine::rules::{Color, Move, Position};
use joban_engine::teacher::Limit;

use crate::backup::BackedUp;
use crate::entry::Entry;
use crate::judge::{Finding, Outcome};
use crate::value::{Grade, Value};
use crate::verdict::{Class, Reason, Verdict};

/// An entry with all that was found out about it.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditRow {
    /// Its place in the book.
    pub id: u32,
    /// Plies played before the move; `None` in books without plies.
    pub ply: Option<u32>,
    /// SFEN of the position without the move number; as written where the rules refuse it.
    pub sfen: String,
    /// The move.
    pub mv: Move,
    /// The move in Japanese notation; USI where it is illegal.
    pub japanese: String,
    /// Weight or count as the book has it.
    pub weight: Option<u64>,
    /// The probability that the book chooses it in its position.
    pub probability: Option<f64>,
    /// The probability that it is played in a game of its side against the archive; `None` without an archive.
    pub reach: Option<f64>,
    /// The class by everything known.
    pub class: Class,
    /// The class by the entry alone, whatever the lines behind it.
    pub own_class: Class,
    /// Why it is of its class.
    pub reason: Reason,
    /// What is to be done.
    pub verdict: Verdict,
    /// Why it stays whatever the teacher says.
    pub exception: Option<String>,
    /// The deciding comparison, where there is one.
    pub finding: Option<Finding>,
    /// The least and the greatest loss seen over all steps, in centipawns as found; of borderline entries.
    pub seen: Option<(i32, i32)>,
    /// Steps of the ladder that were taken.
    pub steps: u32,
    /// The backed-up losses with black and with white as the judged side.
    pub backed_up: [Option<BackedUp>; 2],
}

/// What a row is made of.
pub(super) struct Parts<'a> {
    pub(super) entry: &'a Entry,
    pub(super) reach: Option<f64>,
    pub(super) class: Class,
    pub(super) own_class: Class,
    pub(super) reason: Reason,
    pub(super) verdict: Verdict,
    pub(super) outcome: Outcome,
    pub(super) steps: u32,
    pub(super) backed_up: [Option<BackedUp>; 2],
}

impl AuditRow {
    pub(super) fn new(parts: Parts<'_>) -> Self {
        let entry = parts.entry;
        let (finding, seen) = match parts.outcome {
            Outcome::Judged(finding) => (Some(finding), None),
            Outcome::Borderline { finding, seen } => (Some(finding), seen),
            _ => (None, None),
        };
        let position = entry.position();
        Self {
            id: entry.id,
            ply: entry.ply,
            sfen: position
                .as_ref()
                .map_or_else(|| entry.sfen.clone(), Position::sfen_key),
            mv: entry.mv,
            japanese: japanese(position.as_ref(), entry.mv),
            weight: entry.weight,
            probability: entry.probability,
            reach: parts.reach,
            class: parts.class,
            own_class: parts.own_class,
            reason: parts.reason,
            verdict: parts.verdict,
            exception: entry.exception.clone(),
            finding,
            seen,
            steps: parts.steps,
            backed_up: parts.backed_up,
        }
    }

    /// The entry's own loss in centipawns, noise below 0 counted as 0.
    #[must_use]
    pub fn loss_cp(&self) -> Option<i32> {
        self.finding.as_ref()?.loss_cp()
    }

    /// The entry's own loss as found.
    #[must_use]
    pub fn raw_loss_cp(&self) -> Option<i32> {
        self.finding.as_ref()?.raw_loss_cp
    }

    /// The backed-up loss with the mover as the judged side.
    #[must_use]
    pub fn mover_backed_up(&self) -> Option<BackedUp> {
        self.backed_up[self.side()?.index()]
    }

    /// The side that moves.
    #[must_use]
    pub fn side(&self) -> Option<Color> {
        match self.sfen.split(' ').nth(1) {
            Some("b") => Some(Color::Black),
            Some("w") => Some(Color::White),
            _ => None,
        }
    }

    /// The greater of own and backed-up loss, by which the class was given; `None` where a mate is in it or nothing is known.
    #[must_use]
    pub fn worst_loss_cp(&self) -> Option<i32> {
        match self.reason {
            Reason::BackedUp => self.mover_backed_up()?.loss_cp,
            _ => self.loss_cp(),
        }
    }

    /// The value in centipawns from the side to move and the depth to write beside the move in a book that holds them; `None` where the
    /// teacher found a mate or nothing.
    #[must_use]
    pub fn refreshed(&self) -> Option<(i32, u32)> {
        let finding = self.finding.as_ref()?;
        finding.value.cp().zip(finding.depth)
    }

    /// The teacher's best move in Japanese notation.
    #[must_use]
    pub fn best_japanese(&self) -> Option<String> {
        let position = Position::from_sfen(&self.sfen).ok()?;
        Some(japanese(Some(&position), self.finding.as_ref()?.best_move))
    }

    /// The deciding limit.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.finding.as_ref()?.limit
    }
}

fn japanese(position: Option<&Position>, mv: Move) -> String {
    let legal = position.filter(|position| position.is_legal(mv));
    legal.map_or_else(|| mv.to_string(), |position| position.japanese(mv, None))
}

/// The class of an entry by itself.
pub(super) fn own_class(outcome: &Outcome, is_unreachable: bool) -> (Class, Reason) {
    match outcome {
        _ if is_unreachable => (Class::Unreachable, Reason::NoPath),
        Outcome::Judged(finding) => (finding.grade.into(), of_finding(finding)),
        Outcome::Borderline { .. } => (Class::Borderline, Reason::Near),
        Outcome::Unjudged(reason) => (Class::Unjudged, Reason::Unjudged(reason.clone())),
        Outcome::Illegal(reason) => (Class::Illegal, Reason::Illegal(*reason)),
        Outcome::BadPosition(text) => (Class::Unreachable, Reason::BadPosition(text.clone())),
    }
}

fn of_finding(finding: &Finding) -> Reason {
    match (finding.grade, finding.best, finding.value) {
        (Grade::Accept, ..) => Reason::OwnLoss,
        (_, _, Value::Loses) => Reason::GetsMated,
        (_, Value::Wins, _) => Reason::MissesMate,
        _ => Reason::OwnLoss,
    }
}

/// The class with the backed-up loss, where the lines behind the entry make it worse.
pub(super) fn with_backed_up(
    class: Class,
    reason: Reason,
    outcome: &Outcome,
    loss: Option<BackedUp>,
) -> (Class, Reason) {
    let Some((finding, loss)) = outcome.finding().zip(loss) else {
        return (class, reason);
    };
    let differs = (finding.best, finding.value) != (loss.best, loss.value);
    if differs && Class::from(loss.grade) > class {
        (loss.grade.into(), Reason::BackedUp)
    } else {
        (class, reason)
    }
}

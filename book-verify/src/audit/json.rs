//! `audit.json` (docs/formats/audit.md).

use joban_engine::rules::Color;
use serde_json::{Map, Value as Json, json};

use super::{AUDIT_REVISION, Audit, AuditRow, Counts, Hole};
use crate::backup::BackedUp;
use crate::judge::{Finding, Line};
use crate::value::Value;
use crate::verdict::Verdict;

impl Audit {
    /// The audit as JSON; `context` (the teacher's identity, settings, digests of inputs) is put in as it is. It holds no clock time and no number of
    /// jobs.
    #[must_use]
    pub fn to_json(&self, context: Map<String, Json>) -> Json {
        json!({
            "format": "joban-audit",
            "revision": AUDIT_REVISION,
            "context": context,
            "counts": self.counts.to_json(),
            "rows": self.rows.iter().map(AuditRow::to_json).collect::<Vec<_>>(),
            "holes": self.holes.iter().map(Hole::to_json).collect::<Vec<_>>(),
            "disconnected": self.disconnected,
        })
    }
}

impl Counts {
    /// The counts as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "entries": self.entries,
            "out_of_scope": self.out_of_scope,
            "classes": self.classes,
            "verdicts": self.verdicts,
            "unjudged": self.unjudged,
            "exceptions": self.exceptions,
            "holes": self.holes,
        })
    }
}

impl AuditRow {
    /// The row as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let replacement = match self.verdict {
            Verdict::Replace(mv) => Some(mv.to_string()),
            _ => None,
        };
        json!({
            "id": self.id,
            "ply": self.ply,
            "sfen": self.sfen,
            "move": self.mv.to_string(),
            "move_japanese": self.japanese,
            "weight": self.weight,
            "probability": self.probability,
            "reach": self.reach,
            "class": self.class.as_str(),
            "verdict": self.verdict.as_str(),
            "replacement": replacement,
            "reason": self.reason.name(),
            "reason_text": self.reason.to_string(),
            "exception": self.exception,
            "own_class": self.own_class.as_str(),
            "loss_cp": self.loss_cp(),
            "raw_loss_cp": self.raw_loss_cp(),
            "loss_seen_cp": self.seen.map(|(low, high)| [low, high]),
            "steps": self.steps,
            "finding": self.finding.as_ref().map(|finding| self.finding_json(finding)),
            "backed_up": {
                "black": self.backed_up[Color::Black.index()].map(backed_up),
                "white": self.backed_up[Color::White.index()].map(backed_up),
            },
        })
    }

    fn finding_json(&self, finding: &Finding) -> Json {
        json!({
            "grade": finding.grade.as_str(),
            "best_move": finding.best_move.to_string(),
            "best_japanese": self.best_japanese(),
            "best": value(finding.best),
            "value": value(finding.value),
            "depth": finding.depth,
            "how": finding.how.as_str(),
            "limit": finding.limit.map(|limit| limit.to_string()),
            "nodes": finding.nodes,
            "move_nodes": finding.move_nodes,
            "lines": finding.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }
}

impl Hole {
    /// The hole as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "side": self.side.as_str(),
            "ply": self.ply,
            "sfen": self.sfen,
            "reply": self.reply.to_string(),
            "reply_japanese": self.japanese,
            "entry": self.entry,
            "share": self.share,
            "count": self.count,
            "strong": self.is_strong,
            "end": self.is_end,
            "reach": self.reach,
        })
    }
}

/// `{"cp": 35}` or `{"mate": "wins"}`: never one in place of the other.
fn value(value: Value) -> Json {
    match value {
        Value::Cp(cp) => json!({ "cp": cp }),
        Value::Wins => json!({ "mate": "wins" }),
        Value::Loses => json!({ "mate": "loses" }),
    }
}

fn backed_up(loss: BackedUp) -> Json {
    json!({
        "loss_cp": loss.loss_cp,
        "grade": loss.grade.as_str(),
        "best": value(loss.best),
        "value": value(loss.value),
    })
}

fn line(line: &Line) -> Json {
    let pv: Vec<String> = line.pv.iter().map(ToString::to_string).collect();
    json!({ "move": line.mv.to_string(), "value": value(line.value), "pv": pv })
}

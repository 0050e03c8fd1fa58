//! `audit.csv` (docs/formats/audit.md).

use std::io::{self, Write};

use joban_engine::rules::Color;

use super::{Audit, AuditRow};
use crate::verdict::Verdict;

/// The columns of `audit.csv`.
pub const COLUMNS: [&str; 32] = [
    "id",
    "ply",
    "sfen",
    "move",
    "move_japanese",
    "weight",
    "probability",
    "reach",
    "class",
    "verdict",
    "replacement",
    "reason",
    "reason_text",
    "exception",
    "own_class",
    "loss_cp",
    "raw_loss_cp",
    "loss_low_cp",
    "loss_high_cp",
    "best_move",
    "best_japanese",
    "best_value",
    "move_value",
    "depth",
    "how",
    "limit",
    "nodes",
    "move_nodes",
    "steps",
    "backed_up_black_cp",
    "backed_up_white_cp",
    "backed_up_grade",
];

impl Audit {
    /// Writes `audit.csv`: a head line with the names of the columns, then one line a row, LF at line ends.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(out);
        writer.write_record(COLUMNS)?;
        for row in &self.rows {
            writer.write_record(fields(row))?;
        }
        writer.flush()
    }
}

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn fields(row: &AuditRow) -> [String; COLUMNS.len()] {
    let finding = row.finding.as_ref();
    let replacement = match row.verdict {
        Verdict::Replace(mv) => Some(mv),
        _ => None,
    };
    let backed_up = |side: Color| row.backed_up[side.index()];
    let loss = |side: Color| text(backed_up(side).and_then(|loss| loss.loss_cp));
    [
        row.id.to_string(),
        text(row.ply),
        row.sfen.clone(),
        row.mv.to_string(),
        row.japanese.clone(),
        text(row.weight),
        text(row.probability),
        text(row.reach),
        row.class.as_str().to_owned(),
        row.verdict.as_str().to_owned(),
        text(replacement),
        row.reason.name().to_owned(),
        row.reason.to_string(),
        text(row.exception.as_ref()),
        row.own_class.as_str().to_owned(),
        text(row.loss_cp()),
        text(row.raw_loss_cp()),
        text(row.seen.map(|(low, _)| low)),
        text(row.seen.map(|(_, high)| high)),
        text(finding.map(|finding| finding.best_move)),
        text(row.best_japanese()),
        text(finding.map(|finding| finding.best)),
        text(finding.map(|finding| finding.value)),
        text(finding.and_then(|finding| finding.depth)),
        text(finding.map(|finding| finding.how.as_str())),
        text(row.limit()),
        text(finding.and_then(|finding| finding.nodes)),
        text(finding.and_then(|finding| finding.move_nodes)),
        row.steps.to_string(),
        loss(Color::Black),
        loss(Color::White),
        text(row.mover_backed_up().map(|loss| loss.grade.as_str())),
    ]
}

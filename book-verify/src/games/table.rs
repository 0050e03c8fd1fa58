//! `audit.csv` and `audit.json` of games (docs/formats/game-audit.md).

use std::io::{self, Write};

use serde_json::{Map, Value as Json, json};

use super::{GameAudit, GameRow, GameSettings, GameSummary, MoveClass, PlayerCounts};

/// Revision of the tables of game audits.
pub const GAME_AUDIT_REVISION: u32 = 1;

/// The columns of the CSV table.
pub const GAME_CSV_COLUMNS: [&str; 20] = [
    "game",
    "name",
    "ply",
    "side",
    "player",
    "sfen",
    "move",
    "move_japanese",
    "class",
    "reason",
    "loss_cp",
    "raw_loss_cp",
    "best_move",
    "best_value",
    "move_value",
    "depth",
    "how",
    "time_ms",
    "instant",
    "nodes",
];

fn text(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

impl GameAudit {
    /// Writes the moves as CSV: a head line, then one line a move, LF at line ends.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write_csv(&self, out: impl Write) -> io::Result<()> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::Any(b'\n'))
            .from_writer(out);
        writer.write_record(GAME_CSV_COLUMNS)?;
        for row in &self.rows {
            writer.write_record(self.fields(row))?;
        }
        writer.flush()
    }

    fn fields(&self, row: &GameRow) -> [String; GAME_CSV_COLUMNS.len()] {
        let game = &self.games[row.game];
        let finding = row.finding.as_ref();
        [
            (row.game + 1).to_string(),
            game.name.clone(),
            row.ply.to_string(),
            row.side.as_str().to_owned(),
            game.players[row.side.index()].clone(),
            row.sfen.clone(),
            row.mv.to_string(),
            row.japanese.clone(),
            row.class.as_str().to_owned(),
            text(row.reason()),
            text(row.loss_cp()),
            text(finding.and_then(|finding| finding.raw_loss_cp)),
            text(finding.map(|finding| finding.best_move)),
            text(finding.map(|finding| finding.best)),
            text(finding.map(|finding| finding.value)),
            text(finding.and_then(|finding| finding.depth)),
            text(finding.map(|finding| finding.how.as_str())),
            text(row.time_ms),
            row.is_instant.to_string(),
            text(finding.and_then(|finding| finding.nodes)),
        ]
    }

    /// The audit as JSON; `context` (the teacher's identity, digests of inputs) is put in as it is. It holds no clock time.
    #[must_use]
    pub fn to_json(&self, context: Map<String, Json>) -> Json {
        let players = self.players.iter();
        let players: Vec<Json> = players.map(|(name, counts)| player(name, counts)).collect();
        json!({
            "format": "joban-game-audit",
            "revision": GAME_AUDIT_REVISION,
            "context": context,
            "settings": self.settings.to_json(),
            "players": players,
            "games": self.games.iter().map(GameSummary::to_json).collect::<Vec<_>>(),
            "moves": self.rows.iter().map(GameRow::to_json).collect::<Vec<_>>(),
        })
    }
}

fn player(name: &str, counts: &PlayerCounts) -> Json {
    let mut json = counts.to_json();
    if let Json::Object(members) = &mut json {
        members.insert("player".to_owned(), json!(name));
    }
    json
}

impl GameSettings {
    /// What must be equal for two audits to be compared.
    pub(super) fn to_json(&self) -> Json {
        let limits: Vec<String> = self.judge.steps.iter().map(ToString::to_string).collect();
        json!({
            "limits": limits,
            "multi_pv": self.judge.multi_pv,
            "accept_cp": self.judge.thresholds.accept_cp,
            "blunder_cp": self.judge.thresholds.blunder_cp,
            "mate_cp": self.judge.mate_cp,
            "min_depth": self.judge.min_depth,
            "decided_cp": self.decided_cp,
            "instant_ms": self.instant_ms,
            "instant_after_ply": self.instant_after,
        })
    }
}

impl PlayerCounts {
    /// The counts as JSON.
    #[must_use]
    pub fn to_json(&self) -> Json {
        json!({
            "moves": self.moves,
            "judged": self.judged,
            "blunders": self.blunders,
            "doubtful": self.doubtful,
            "decided": self.decided,
            "unjudged": self.unjudged,
            "blunder_rate": self.blunder_rate(),
            "mean_loss_cp": self.mean_loss_cp(),
            "loss_cp": self.loss_cp,
            "with_loss": self.with_loss,
            "timed": self.timed,
            "time_ms": self.time_ms,
            "instant": self.instant,
        })
    }
}

impl GameSummary {
    fn to_json(&self) -> Json {
        json!({
            "name": self.name,
            "players": self.players,
            "plies": self.plies,
            "time_step_ms": self.time_step_ms,
            "broken": self.broken,
            "black": self.counts[0].to_json(),
            "white": self.counts[1].to_json(),
        })
    }
}

impl GameRow {
    fn reason(&self) -> Option<&'static str> {
        match &self.class {
            MoveClass::Unjudged(reason) => Some(reason.name()),
            _ => None,
        }
    }

    fn to_json(&self) -> Json {
        let finding = self.finding.as_ref();
        json!({
            "game": self.game + 1,
            "ply": self.ply,
            "side": self.side.as_str(),
            "sfen": self.sfen,
            "move": self.mv.to_string(),
            "move_japanese": self.japanese,
            "class": self.class.as_str(),
            "reason": self.reason(),
            "loss_cp": self.loss_cp(),
            "best_move": finding.map(|finding| finding.best_move.to_string()),
            "best_value": finding.map(|finding| finding.best.to_string()),
            "move_value": finding.map(|finding| finding.value.to_string()),
            "depth": finding.and_then(|finding| finding.depth),
            "time_ms": self.time_ms,
            "instant": self.is_instant,
        })
    }
}

//! Rows as JSON, one object a line.

use joban_engine::rules::{Accept, Move, Position, Setup};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::row::{GameResult, Label, Row, RowScore};

/// The members of an object. Unknown ones are passed over, so that lines of others can be read.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Line {
    sfen: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u32>,
    /// Centipawns from the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_stm: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate_plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result_stm: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<String>,
    /// 16 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    game_hash: Option<String>,
    #[serde(skip_serializing_if = "is_zero")]
    random_plies: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The line of a row, without a line feed.
pub(super) fn to_line(row: &Row) -> String {
    let label = row.label.as_ref();
    let (cp, mate_stm, mate_plies) = match label.map(|label| label.score) {
        None => (None, None, None),
        Some(RowScore::Cp(cp)) => (Some(cp), None, None),
        Some(RowScore::Mate { wins, plies }) => (None, Some(if wins { 1 } else { -1 }), plies),
    };
    let lines = label.and_then(|label| label.lines.as_deref());
    let line = Line {
        // Without a number where the ply is not known.
        sfen: match row.ply {
            Some(_) => row.sfen.clone(),
            None => row.sfen_key().to_owned(),
        },
        ply: row.ply,
        cp,
        mate_stm,
        mate_plies,
        best: label.and_then(|label| label.best).map(|mv| mv.to_string()),
        depth: label.and_then(|label| label.depth),
        nodes: label.and_then(|label| label.nodes),
        lines: lines.and_then(|lines| serde_json::from_str(lines).ok()),
        label: label.map(|label| label.source),
        result_stm: row.result.map(|result| result.number().into()),
        played: row.played.map(|mv| mv.to_string()),
        game_hash: row.game_hash.map(|hash| format!("{hash:016x}")),
        random_plies: row.random_plies,
    };
    // Numbers and texts always have a form in JSON.
    serde_json::to_string(&line).unwrap_or_default()
}

/// The row of a line; `labels` is the number of sources that its label may name.
pub(super) fn from_line(text: &str, labels: usize) -> Result<Row, String> {
    let line: Line = serde_json::from_str(text).map_err(|error| format!("no JSON: {error}"))?;
    let (setup, notes) = Setup::from_sfen(&line.sfen).map_err(|error| error.to_string())?;
    let position =
        Position::from_setup(&setup, Accept::OneKing).map_err(|error| error.to_string())?;
    let numbered = notes.ply_given.then(|| setup.move_number - 1);
    if let (Some(written), Some(numbered)) = (line.ply, numbered)
        && written != numbered
    {
        return Err(format!(
            "ply {written} does not fit move number {} of the SFEN",
            numbered + 1
        ));
    }
    let legal = |text: &Option<String>| legal_move(&position, text.as_deref());
    let (played, best) = (legal(&line.played)?, legal(&line.best)?);
    let hash = line.game_hash.as_deref().map(hash).transpose()?;
    let result = line.result_stm.map(|number| {
        GameResult::from_number(number)
            .ok_or_else(|| format!("result_stm {number} is not 1, 0 or -1"))
    });
    Ok(Row {
        game_hash: hash,
        random_plies: line.random_plies,
        played,
        result: result.transpose()?,
        label: label(&line, best, labels)?,
        ..Row::new(&position, line.ply.or(numbered))
    })
}

fn label(line: &Line, best: Option<Move>, labels: usize) -> Result<Option<Label>, String> {
    let score = match (line.cp, line.mate_stm) {
        (None, None) => return Ok(None),
        (Some(cp), None) => RowScore::Cp(cp),
        (None, Some(side @ (1 | -1))) => RowScore::Mate {
            wins: side == 1,
            plies: line.mate_plies,
        },
        (None, Some(side)) => return Err(format!("mate_stm {side} is not 1 or -1")),
        (Some(_), Some(_)) => return Err("cp and mate_stm exclude each other".to_owned()),
    };
    let source = line.label.unwrap_or(0);
    if source as usize >= labels {
        return Err(format!("label {source} names no teacher of this set"));
    }
    Ok(Some(Label {
        source,
        score,
        best,
        depth: line.depth,
        nodes: line.nodes,
        lines: line.lines.as_ref().map(Value::to_string),
    }))
}

fn legal_move(position: &Position, text: Option<&str>) -> Result<Option<Move>, String> {
    let Some(text) = text else { return Ok(None) };
    let mv = Move::from_usi(text).map_err(|error| error.to_string())?;
    match position.refusal(mv) {
        None => Ok(Some(mv)),
        Some(refusal) => Err(refusal.to_string()),
    }
}

fn hash(text: &str) -> Result<u64, String> {
    let wrong = || format!("game_hash `{text}` is not 16 hexadecimal digits");
    if text.len() != 16 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(wrong());
    }
    u64::from_str_radix(text, 16).map_err(|_| wrong())
}

//! Evidence as rows of a table, one row a line of a search.

use serde::Serialize;

use super::super::query::move_words;
use super::record::{Evidence, bound_word, mate_text};
use crate::teacher::Found;
use crate::usi::{PvLine, Score};

/// Which lines become rows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum RowChoice {
    /// Those of the deepest complete depth, or without one the last line of each rank.
    #[default]
    Deepest,
    /// Those of every complete depth, and the last line of each rank where no depth is complete.
    AllDepths,
}

/// One line of a search, or one failure. Scores are from the side to move in `sfen`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The position: board, side, hands.
    pub sfen: String,
    /// `black` or `white`.
    pub side: &'static str,
    /// `nodes N`, `depth N`, `movetime N`.
    pub limit: String,
    /// Lines asked for.
    pub multipv: u32,
    /// Root moves searched, in USI text; all if empty.
    pub searchmoves: String,
    /// Depth of the line in plies.
    pub depth: Option<u32>,
    /// Whether the line belongs to a complete depth.
    pub complete: bool,
    /// Rank from 1.
    pub rank: Option<u32>,
    /// The line's first move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Score in centipawns.
    pub score_cp: Option<i32>,
    /// Mate in plies: `+5` the side to move mates, `-3` it is mated; `+` and `-` without a distance, `?0` not known which.
    pub mate: Option<String>,
    /// `exact`, `lower` (the score is at least this), `upper` (at most).
    pub bound: &'static str,
    /// Nodes when the line was printed.
    pub nodes: Option<u64>,
    /// The line in USI text.
    pub pv: String,
    /// Class of the failure.
    pub failure: Option<&'static str>,
    /// Digest of the teacher.
    pub teacher: String,
}

/// Names of the columns, in the order of [`csv_line`] and of the fields of [`Row`].
pub const COLUMNS: [&str; 16] = [
    "sfen",
    "side",
    "limit",
    "multipv",
    "searchmoves",
    "depth",
    "complete",
    "rank",
    "move",
    "score_cp",
    "mate",
    "bound",
    "nodes",
    "pv",
    "failure",
    "teacher",
];

/// The rows of a record, by depth and rank.
#[must_use]
pub fn rows(evidence: &Evidence, choice: RowChoice) -> Vec<Row> {
    let base = base(evidence);
    match &evidence.answer {
        Err(failure) => vec![Row {
            failure: Some(failure.kind.as_str()),
            ..base
        }],
        Ok(found) => found_rows(found, choice, &base),
    }
}

fn base(evidence: &Evidence) -> Row {
    let query = &evidence.query;
    let white = query.sfen().split(' ').nth(1) == Some("w");
    Row {
        sfen: query.sfen().to_owned(),
        side: if white { "white" } else { "black" },
        limit: query.limit().to_string(),
        multipv: query.multi_pv(),
        searchmoves: move_words(query.searchmoves()),
        teacher: evidence.teacher.clone(),
        ..Row::default()
    }
}

fn found_rows(found: &Found, choice: RowChoice, base: &Row) -> Vec<Row> {
    let complete = match choice {
        RowChoice::Deepest => found
            .complete
            .last_chunk::<1>()
            .map_or(&[][..], |last| last),
        RowChoice::AllDepths => &found.complete[..],
    };
    if complete.is_empty() {
        return found
            .lines
            .iter()
            .map(|line| row(line, false, base))
            .collect();
    }
    let lines = complete.iter().flat_map(|block| &block.lines);
    lines.map(|line| row(line, true, base)).collect()
}

fn row(line: &PvLine, complete: bool, base: &Row) -> Row {
    let (score_cp, mate) = match line.score {
        Score::Cp(cp) => (Some(cp), None),
        Score::Mate { side, plies } => (None, Some(mate_text(side, plies))),
    };
    Row {
        depth: line.depth,
        complete,
        rank: Some(line.rank),
        mv: line.first().map_or_else(String::new, |mv| mv.to_string()),
        score_cp,
        mate,
        bound: bound_word(line.bound).unwrap_or("exact"),
        nodes: line.nodes,
        pv: move_words(&line.pv),
        ..base.clone()
    }
}

/// A row as a line of CSV without its line feed.
#[must_use]
pub fn csv_line(row: &Row) -> String {
    let optional = |text: &Option<String>| text.clone().unwrap_or_default();
    // No field can hold a comma, a quote or a line end: they are SFEN, USI words, numbers and names of our own.
    [
        row.sfen.clone(),
        row.side.to_owned(),
        row.limit.clone(),
        row.multipv.to_string(),
        row.searchmoves.clone(),
        number(row.depth),
        row.complete.to_string(),
        number(row.rank),
        row.mv.clone(),
        number(row.score_cp),
        optional(&row.mate),
        row.bound.to_owned(),
        number(row.nodes),
        row.pv.clone(),
        row.failure.unwrap_or_default().to_owned(),
        row.teacher.clone(),
    ]
    .join(",")
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

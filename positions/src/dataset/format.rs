//! The formats of data sets, and what each of them can hold.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::packed::clamped;
use super::row::{GameResult, Label, Row, RowScore};

/// Name of the Parquet file in a result folder.
pub const FILE: &str = "positions.parquet";

/// How rows are stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Our Parquet file: holds everything.
    Parquet,
    /// One JSON object a line: holds everything.
    Jsonl,
    /// [PackedSfenValue](super::packed::psv), 40 bytes a position.
    Psv,
    /// [HuffmanCodedPosAndEval](super::packed::hcpe), 38 bytes a position.
    Hcpe,
    /// Lines with SFENs or `startpos moves …`: positions only.
    Lines,
}

impl Format {
    /// The name in options, manifests and messages.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
            Self::Psv => "psv",
            Self::Hcpe => "hcpe",
            Self::Lines => "lines",
        }
    }

    /// Name of the file that an export writes.
    #[must_use]
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Parquet => FILE,
            Self::Jsonl => "positions.jsonl",
            Self::Psv => "positions.psv",
            Self::Hcpe => "positions.hcpe",
            Self::Lines => "positions.sfen",
        }
    }

    /// The format of a file, by its first bytes (Parquet) or its name; text that is nothing else is taken for lines.
    ///
    /// # Errors
    /// What the system says where the file cannot be read.
    pub fn detect(path: &Path) -> io::Result<Self> {
        let mut magic = Vec::new();
        File::open(path)?.take(4).read_to_end(&mut magic)?;
        if magic == b"PAR1" {
            return Ok(Self::Parquet);
        }
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        Ok(match extension.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Self::Jsonl,
            "psv" => Self::Psv,
            "hcpe" => Self::Hcpe,
            _ => Self::Lines,
        })
    }
}

/// The file of a set that is named by its file or by the result folder around it.
#[must_use]
pub fn set_file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(FILE)
    } else {
        path.to_owned()
    }
}

/// How mates are written where there are only centipawns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MateRule {
    /// Nobody has said: a mate stops the export.
    Refuse,
    /// Rows with mates are left out.
    Drop,
    /// As this many centipawns, whatever the distance; other scores stay below.
    As(i16),
}

/// How rows are put into a format that cannot hold all of them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PackRules {
    /// For mates.
    pub mates: MateRule,
    /// The move that was played in the game stands in the record; else the teacher's, and that of the game only where the teacher
    /// gives none.
    pub played: bool,
}

/// What became of a row on its way into a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// What the format holds of it.
    Row(Box<Row>),
    /// It has no place in it: the name of the reason.
    Dropped(&'static str),
    /// It is a mate, and nobody has said how mates are written.
    Mate,
}

/// What a format holds of a row.
#[must_use]
pub fn held(row: &Row, format: Format, rules: &PackRules) -> Held {
    match format {
        Format::Parquet | Format::Jsonl => Held::Row(Box::new(row.clone())),
        Format::Lines => Held::Row(Box::new(Row {
            sfen: row.sfen.clone(),
            key: row.key,
            ply: row.ply,
            ..bare()
        })),
        Format::Psv | Format::Hcpe => packed(row, format, rules),
    }
}

fn bare() -> Row {
    Row {
        sfen: String::new(),
        key: 0,
        ply: None,
        game_hash: None,
        random_plies: 0,
        played: None,
        result: None,
        label: None,
    }
}

fn packed(row: &Row, format: Format, rules: &PackRules) -> Held {
    let Some(label) = &row.label else {
        return Held::Dropped("without_score");
    };
    let score = match (label.score, rules.mates) {
        (RowScore::Cp(cp), MateRule::As(mate)) => {
            let below = i32::from(mate) - 1;
            RowScore::Cp(cp.clamp(-below, below))
        }
        (RowScore::Cp(cp), _) => RowScore::Cp(clamped(cp).0.into()),
        (RowScore::Mate { .. }, MateRule::Refuse) => return Held::Mate,
        (RowScore::Mate { .. }, MateRule::Drop) => return Held::Dropped("mate"),
        (RowScore::Mate { wins, .. }, MateRule::As(_)) => RowScore::Mate { wins, plies: None },
    };
    let ply = match format {
        // The move number is one more, in 16 bits.
        Format::Psv => row.ply.filter(|&ply| ply < u32::from(u16::MAX)),
        _ => None,
    };
    let best = if rules.played {
        row.played
    } else {
        row.best_or_played()
    };
    Held::Row(Box::new(Row {
        sfen: format!("{} {}", row.sfen_key(), ply.unwrap_or(0) + 1),
        key: row.key,
        ply,
        result: Some(row.result.unwrap_or(GameResult::Draw)),
        label: Some(Label {
            source: 0,
            score,
            best,
            depth: None,
            nodes: None,
            lines: None,
        }),
        ..bare()
    }))
}

/// What a row has that its held form has not, by name: what a format loses.
#[must_use]
pub fn losses(row: &Row, held: &Row) -> Vec<&'static str> {
    let label = |row: &Row| row.label.clone();
    let (before, after) = (label(row), label(held));
    let cp = |label: &Option<Label>| match label.as_ref().map(|label| label.score) {
        Some(RowScore::Cp(cp)) => Some(cp),
        _ => None,
    };
    let distance = |label: &Option<Label>| match label.as_ref().map(|label| label.score) {
        Some(RowScore::Mate { plies, .. }) => plies,
        _ => None,
    };
    let of = |label: &Option<Label>, part: fn(&Label) -> bool| label.as_ref().is_some_and(part);
    let lost =
        |part: fn(&Label) -> bool| of(&before, part) && (!of(&after, part) || after.is_none());
    let held_move = after.as_ref().and_then(|label| label.best);
    let best = before.as_ref().and_then(|label| label.best);
    let all = [
        ("ply", row.ply != held.ply),
        (
            "game_hash",
            row.game_hash.is_some() && held.game_hash.is_none(),
        ),
        ("random_plies", row.random_plies != held.random_plies),
        ("score_cut", cp(&before) != cp(&after)),
        ("mate_plies", distance(&before) != distance(&after)),
        (
            "unknown_result_is_draw",
            row.result.is_none() && held.result.is_some(),
        ),
        (
            "played",
            row.played.is_some() && held.played.is_none() && held_move != row.played,
        ),
        ("best", best.is_some() && best != held_move),
        ("played_is_best", best.is_none() && held_move.is_some()),
        ("depth", lost(|label| label.depth.is_some())),
        ("nodes", lost(|label| label.nodes.is_some())),
        ("lines", lost(|label| label.lines.is_some())),
    ];
    all.into_iter()
        .filter(|(_, is_lost)| *is_lost)
        .map(|(name, _)| name)
        .collect()
}

//! `suite.json`: what is in a suite, in figures and start by start.

use std::collections::BTreeMap;

use joban_engine::rules::Position;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::candidates::Passage;
use super::write::{Start, is_even};
use super::{DuplicateKind, REVISION, SuiteLines, family};
use crate::error::Error;
use crate::manifest::hex;

/// Width of the steps of the histogram of scores, in centipawns.
pub const SCORE_STEP: i32 = 100;

/// The catalogue of a suite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Catalogue {
    /// [`REVISION`].
    pub revision: u32,
    /// Number of different starts.
    pub starts: u64,
    /// SHA-256 over the positions of the suite: their SFENs without move number, sorted, each with a line feed. It names the
    /// suite whatever its order, its comments and its form.
    pub positions_sha256: String,
    /// Starts by side to move.
    pub by_side: BTreeMap<String, u64>,
    /// Starts by ply.
    pub by_ply: BTreeMap<u32, u64>,
    /// Starts by family.
    pub by_family: BTreeMap<String, u64>,
    /// Starts by the teacher's score in black's view, in steps of [`SCORE_STEP`]: each key is the lower end of its step. `None`
    /// where no start has a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by_black_cp: Option<BTreeMap<i32, u64>>,
    /// The starts in their order.
    pub list: Vec<CatalogueStart>,
}

/// One start in the catalogue.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CatalogueStart {
    /// SFEN with move number.
    pub sfen: String,
    /// Moves before it, in USI; `None` where they are not known from the start of an even game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<String>>,
    /// Moves played before it.
    pub ply: u32,
    /// Of these, played by the moves given here.
    pub plies_played: u32,
    /// `black` or `white`.
    pub side: &'static str,
    /// Its family.
    pub family: String,
    /// 64-bit key, 16 hex digits.
    pub key: String,
    /// Hash of the game it comes from, 16 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Names of black and white in that game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[Option<String>; 2]>,
    /// The teacher's score in centipawns, in black's view whoever is to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_cp: Option<i32>,
    /// Depth of that search in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many held-out games pass through it, and how they go on; for starts inside a book.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub passage: Option<Passage>,
    /// Line in the file, from 1; for files that were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Comments of the line; for files that were read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

impl Catalogue {
    /// The catalogue of a suite that was chosen; `passages` by SFEN without move number.
    ///
    /// # Errors
    ///
    /// [`Error::Internal`] if the position of a start cannot be read.
    pub fn of_starts(
        starts: &[Start],
        passages: &BTreeMap<String, Passage>,
    ) -> Result<Self, Error> {
        let list: Result<Vec<_>, _> = starts
            .iter()
            .map(|start| of_start(start, passages))
            .collect();
        Ok(Self::new(
            list?,
            starts.iter().map(|start| start.identity.sfen()),
        ))
    }

    /// The catalogue of files that were read. Lines that repeat an earlier position count once in the figures, but are listed.
    #[must_use]
    pub fn of_lines(lines: &SuiteLines) -> Self {
        let list: Vec<CatalogueStart> = lines.starts.iter().map(of_line).collect();
        let keys: Vec<String> = lines
            .starts
            .iter()
            .map(|line| line.position.sfen_key())
            .collect();
        let repeats: Vec<usize> = lines
            .duplicates()
            .iter()
            .filter(|duplicate| duplicate.kind != DuplicateKind::Flipped)
            .map(|duplicate| duplicate.later)
            .collect();
        let is_first = |index: &usize| repeats.binary_search(index).is_err();
        let firsts: Vec<usize> = (0..list.len()).filter(is_first).collect();
        let counted: Vec<CatalogueStart> =
            firsts.iter().map(|&index| list[index].clone()).collect();
        let figures = Self::new(counted, firsts.iter().map(|&index| keys[index].as_str()));
        Self { list, ..figures }
    }

    fn new<'a>(list: Vec<CatalogueStart>, keys: impl Iterator<Item = &'a str>) -> Self {
        let mut catalogue = Self {
            revision: REVISION,
            starts: list.len() as u64,
            positions_sha256: positions_sha256(keys),
            by_side: BTreeMap::new(),
            by_ply: BTreeMap::new(),
            by_family: BTreeMap::new(),
            by_black_cp: None,
            list: Vec::new(),
        };
        for start in &list {
            *catalogue.by_side.entry(start.side.to_owned()).or_default() += 1;
            *catalogue.by_ply.entry(start.ply).or_default() += 1;
            *catalogue.by_family.entry(start.family.clone()).or_default() += 1;
            if let Some(cp) = start.black_cp {
                let step = cp.div_euclid(SCORE_STEP) * SCORE_STEP;
                let steps = catalogue.by_black_cp.get_or_insert_default();
                *steps.entry(step).or_default() += 1;
            }
        }
        catalogue.list = list;
        catalogue
    }

    /// The bytes of `suite.json`: indented JSON with a line feed at the end.
    ///
    /// # Errors
    ///
    /// [`Error::Internal`] if the values cannot be written as JSON.
    pub fn to_json(&self) -> Result<String, Error> {
        let text = serde_json::to_string_pretty(self);
        text.map(|text| text + "\n")
            .map_err(|error| Error::Internal(error.to_string()))
    }
}

fn positions_sha256<'a>(keys: impl Iterator<Item = &'a str>) -> String {
    let mut keys: Vec<&str> = keys.collect();
    keys.sort_unstable();
    let mut hasher = Sha256::new();
    for key in keys {
        hasher.update(key);
        hasher.update("\n");
    }
    hex(&hasher.finalize())
}

fn of_start(start: &Start, passages: &BTreeMap<String, Passage>) -> Result<CatalogueStart, Error> {
    let position =
        Position::from_sfen(&start.sfen).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(CatalogueStart {
        sfen: start.sfen.clone(),
        moves: is_even(start).then(|| start.moves.iter().map(ToString::to_string).collect()),
        ply: start.ply,
        plies_played: start.moves.len() as u32,
        side: position.side().as_str(),
        family: start.family.clone(),
        key: format!("{:016x}", position.key()),
        game: Some(format!("{:016x}", start.game_hash)),
        players: Some(start.names.clone()),
        black_cp: start.score.map(|score| score.black_cp),
        depth: start.score.map(|score| score.depth),
        passage: passages.get(start.identity.sfen()).cloned(),
        line: None,
        comments: Vec::new(),
    })
}

fn of_line(line: &super::StartLine) -> CatalogueStart {
    let even = line.is_from_even_start();
    let first = if even { line.moves.as_slice() } else { &[] };
    CatalogueStart {
        sfen: line.position.sfen(),
        moves: even.then(|| line.moves.iter().map(ToString::to_string).collect()),
        ply: line.ply(),
        plies_played: line.moves.len() as u32,
        side: line.position.side().as_str(),
        family: family(&line.position, first),
        key: format!("{:016x}", line.position.key()),
        game: None,
        players: None,
        black_cp: None,
        depth: None,
        passage: None,
        line: Some(line.line),
        comments: line.comments.clone(),
    }
}

//! What `joban rom decode` tells: every entry with its positions, damage, counts.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use joban_engine::book::candidate_probability;
use joban_engine::rom_key::RomKeys;
use joban_engine::rules::Move;
use joban_rom_assets::damage::Damage;
use joban_rom_assets::decode::{Decoded, DecodedEntry, Fit, Status};
use serde::Serialize;

use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::Outcome;
use crate::i18n::{Lang, Text, Worded};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// Columns of `decoded.csv`.
const COLUMNS: &str =
    "entry,ply,side,sfen,key,move,weight,probability,status,tier,doubt,other_possible,damage";

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    program: &'static str,
    command: &'static str,
    book: String,
    key_table: &'static str,
    /// Folder of `decoded.csv`.
    pub(super) out: Option<String>,
    unique: u64,
    ambiguous: u64,
    unreached: u64,
    /// Ambiguous entries that may belong to a position that was not reached.
    other_possible: u64,
    /// Wrong entries to be expected among the unique ones.
    expected_wrong: f64,
    /// Entries of 0xFF bytes at the end.
    padding: usize,
    entries: Vec<Entry>,
    damage: Vec<DamageFacts>,
}

/// One entry.
#[derive(Debug, Serialize)]
struct Entry {
    entry: usize,
    ply: u8,
    side: &'static str,
    key: String,
    /// USI; the word in hexadecimal if it is no move.
    #[serde(rename = "move")]
    mv: String,
    weight: u8,
    probability: f64,
    status: &'static str,
    candidates: Vec<Candidate>,
    /// Positions that fit an unreached entry but may well be chance.
    doubtful: Vec<Candidate>,
    /// Probability that the true position is none of these.
    doubt: f64,
    /// Whether an ambiguous entry may belong to a position that was not reached.
    other_possible: bool,
}

/// A position that fits.
#[derive(Debug, Serialize)]
struct Candidate {
    sfen: String,
    /// `given`, or the number of moves off the book on the way.
    tier: String,
    /// Of being the true position.
    probability: f64,
}

/// A fault.
#[derive(Debug, Serialize)]
struct DamageFacts {
    entry: usize,
    kind: &'static str,
    text: String,
    #[serde(skip)]
    words: Text,
}

impl Report {
    /// Collects the facts.
    pub(super) fn new(
        book: &Path,
        keys: &RomKeys,
        padding: usize,
        decoded: &Decoded,
        faults: &[Damage],
    ) -> Self {
        let count = |status| {
            let with = decoded
                .entries
                .iter()
                .filter(|entry| entry.status == status);
            with.count() as u64
        };
        Report {
            program: PROGRAM,
            command: "rom decode",
            book: book.display().to_string(),
            key_table: keys.layout().as_str(),
            out: None,
            unique: count(Status::Unique),
            ambiguous: count(Status::Ambiguous),
            unreached: count(Status::Unreached),
            other_possible: count_other_possible(&decoded.entries),
            expected_wrong: decoded.expected_wrong,
            padding,
            entries: entries(&decoded.entries),
            damage: faults.iter().map(DamageFacts::from).collect(),
        }
    }

    /// Figures for the manifest.
    pub(super) fn counts(&self) -> BTreeMap<String, u64> {
        let counts = [
            ("entries", self.entries.len() as u64),
            ("unique", self.unique),
            ("ambiguous", self.ambiguous),
            ("unreached", self.unreached),
            ("other_possible", self.other_possible),
            ("padding", self.padding as u64),
            ("damage", self.damage.len() as u64),
        ];
        counts.map(|(name, count)| (name.to_owned(), count)).into()
    }

    /// Writes `decoded.csv`: a row for each position of each entry, one with an empty sfen where there is none.
    ///
    /// # Errors
    ///
    /// Passes on what the writer reports.
    pub(super) fn write_csv(&self, to: &mut dyn Write) -> io::Result<()> {
        writeln!(to, "{COLUMNS}")?;
        for each in &self.entries {
            let faults = self.faults(each.entry);
            for (sfen, tier) in each.rows() {
                writeln!(
                    to,
                    "{},{},{},{sfen},{},{},{},{:.6},{},{tier},{:.1e},{},{faults}",
                    each.entry,
                    each.ply,
                    each.side,
                    each.key,
                    each.mv,
                    each.weight,
                    each.probability,
                    each.status,
                    each.doubt,
                    each.other_possible
                )?;
            }
        }
        Ok(())
    }

    /// Names of an entry's faults.
    fn faults(&self, entry: usize) -> String {
        let of = self.damage.iter().filter(|damage| damage.entry == entry);
        of.map(|damage| damage.kind).collect::<Vec<_>>().join(" ")
    }

    /// Shows everything.
    ///
    /// # Errors
    ///
    /// A failed write to standard output.
    pub(super) fn show(&self, context: &Context<'_>) -> Outcome {
        if context.global.json {
            return context.show_json(self);
        }
        let mut out = Out::default();
        for line in self.lines(context.lang) {
            out.line(&line)?;
        }
        out.finish()
    }

    fn lines(&self, lang: Lang) -> Vec<String> {
        let word = |text: Text| text.get(lang).to_owned();
        let mut table = Table::new(&[
            Align::Right,
            Align::Right,
            Align::Left,
            Align::Left,
            Align::Right,
            Align::Left,
            Align::Left,
        ]);
        table.row(["", "ply", "key", "move", "weight", "", "sfen"]);
        for each in &self.entries {
            for (sfen, tier) in each.rows() {
                let status = match (tier, each.other_possible) {
                    ("", _) => each.status.to_owned(),
                    (_, false) => format!("{} ({tier})", each.status),
                    (_, true) => format!("{} ({tier})?", each.status),
                };
                table.row([
                    each.entry.to_string(),
                    each.ply.to_string(),
                    each.key.clone(),
                    each.mv.clone(),
                    each.weight.to_string(),
                    status,
                    sfen.to_owned(),
                ]);
            }
        }
        let mut lines = table.lines();
        for damage in &self.damage {
            lines.push(word(text!(
                DamageLine,
                damage.entry,
                damage.kind,
                damage.words.clone()
            )));
        }
        let counts = [
            self.entries.len() as u64,
            self.unique,
            self.ambiguous,
            self.unreached,
        ]
        .map(grouped);
        let [all, unique, ambiguous, unreached] = counts;
        lines.push(word(text!(DecodeTotals, all, unique, ambiguous, unreached)));
        if self.other_possible > 0 {
            let other = grouped(self.other_possible);
            lines.push(word(text!(DecodeOtherPossible, other)));
        }
        if self.padding > 0 {
            lines.push(word(text!(DecodePadding, self.padding)));
        }
        if let Some(out) = &self.out {
            lines.push(word(text!(Written, out)));
        }
        lines
    }
}

impl Entry {
    /// Position and tier of each row.
    fn rows(&self) -> impl Iterator<Item = (&str, &str)> {
        let none = self.candidates.is_empty().then_some(("", ""));
        let rows = self
            .candidates
            .iter()
            .map(|each| (each.sfen.as_str(), each.tier.as_str()));
        rows.chain(none)
    }
}

impl From<&Fit> for Candidate {
    fn from(fit: &Fit) -> Self {
        Candidate {
            sfen: fit.sfen.clone(),
            tier: fit.tier.text(),
            probability: fit.probability,
        }
    }
}

impl From<&Damage> for DamageFacts {
    fn from(damage: &Damage) -> Self {
        DamageFacts {
            entry: damage.index,
            kind: damage.fault.name(),
            text: damage.fault.to_string(),
            words: damage.fault.words(),
        }
    }
}

fn count_other_possible(entries: &[DecodedEntry]) -> u64 {
    let with = entries.iter().filter(|entry| entry.other_possible);
    with.count() as u64
}

fn entries(decoded: &[DecodedEntry]) -> Vec<Entry> {
    let mut places: BTreeMap<(u8, u16), Vec<u8>> = BTreeMap::new();
    for DecodedEntry { raw, .. } in decoded {
        places
            .entry((raw.ply, raw.key))
            .or_default()
            .push(raw.weight);
    }
    let mut seen: BTreeMap<(u8, u16), usize> = BTreeMap::new();
    let entry = |(index, entry): (usize, &DecodedEntry)| {
        let place = (entry.raw.ply, entry.raw.key);
        let at = seen.entry(place).or_insert(0);
        *at += 1;
        one(
            index,
            entry,
            candidate_probability(&places[&place], *at - 1),
        )
    };
    decoded.iter().enumerate().map(entry).collect()
}

fn one(index: usize, entry: &DecodedEntry, probability: f64) -> Entry {
    let raw = entry.raw;
    let mv = Move::from_word(raw.word);
    Entry {
        entry: index,
        ply: raw.ply,
        side: if raw.ply.is_multiple_of(2) {
            "black"
        } else {
            "white"
        },
        key: format!("{:04x}", raw.key),
        mv: mv.map_or_else(|| format!("{:#06x}", raw.word), |mv| mv.to_string()),
        weight: raw.weight,
        probability,
        status: entry.status.as_str(),
        candidates: entry.fits.iter().map(Candidate::from).collect(),
        doubtful: entry.doubtful.iter().map(Candidate::from).collect(),
        doubt: entry.doubt,
        other_possible: entry.other_possible,
    }
}

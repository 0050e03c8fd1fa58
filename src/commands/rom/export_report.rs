//! What `joban rom BOOK` tells: sizes, keys, where the files are.

use std::path::Path;

use joban_positions::manifest::FileDigest;
use joban_rom_assets::assets::{ARTICLE_BYTES, KeySource, PROBE_ENTRIES};
use joban_rom_assets::sizes::Sizes;
use serde::Serialize;

use super::book::Source;
use crate::commands::Context;
use crate::commands::build::PROGRAM;
use crate::failure::Outcome;
use crate::i18n::{Lang, Text};
use crate::output::stdout::{Out, note};
use crate::output::table::{Align, Table, grouped};
use crate::text;

/// Everything that is told.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    program: &'static str,
    command: &'static str,
    out: String,
    entries: usize,
    key_table: &'static str,
    /// None for a table from a file.
    key_seed: Option<u64>,
    /// Whether the keys differ from those of BOOK.
    rekeyed: bool,
    sizes: Vec<SizeFacts>,
    book_and_keys_bytes: usize,
    linked_bytes: usize,
    article_bytes: usize,
    left_of_article_bytes: i64,
    outputs: Vec<FileDigest>,
}

/// Bytes of one asset.
#[derive(Debug, Serialize)]
struct SizeFacts {
    asset: &'static str,
    bytes: usize,
    /// Whether a ROM with the probe links it.
    linked: bool,
}

impl Report {
    /// Collects the facts.
    pub(super) fn new(out: &Path, source: &Source, sizes: Sizes, outputs: Vec<FileDigest>) -> Self {
        let rows = sizes.rows.into_iter().map(|row| SizeFacts {
            asset: row.name,
            bytes: row.bytes,
            linked: row.linked,
        });
        Report {
            program: PROGRAM,
            command: "rom",
            out: out.display().to_string(),
            entries: source.book.entries().len(),
            key_table: source.keys.layout().as_str(),
            key_seed: match source.key_source {
                KeySource::Seed(seed) => Some(seed),
                KeySource::File => None,
            },
            rekeyed: source.rekeyed,
            sizes: rows.collect(),
            book_and_keys_bytes: sizes.book_and_keys,
            linked_bytes: sizes.linked,
            article_bytes: ARTICLE_BYTES,
            left_of_article_bytes: sizes.left_of_article,
            outputs,
        }
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
        out.finish()?;
        for text in self.warnings() {
            note(text!(WarningPrefix, text).get(context.lang));
        }
        Ok(())
    }

    fn lines(&self, lang: Lang) -> Vec<String> {
        let word = |text: Text| text.get(lang).to_owned();
        let mut lines = vec![self.keys_line(lang), word(text!(RomSizes))];
        let mut table = Table::new(&[Align::Left, Align::Right, Align::Left]);
        for row in &self.sizes {
            let note = if row.linked {
                String::new()
            } else {
                word(text!(RomNotLinked))
            };
            table.row([row.asset.to_owned(), grouped(row.bytes as u64), note]);
        }
        table.row([word(text!(RomLinked)), grouped(self.linked_bytes as u64)]);
        lines.extend(table.lines());
        lines.push(self.article_line(lang));
        lines.push(word(text!(Written, &self.out)));
        lines
    }

    fn keys_line(&self, lang: Lang) -> String {
        let entries = grouped(self.entries as u64);
        let source = match self.key_seed {
            Some(seed) => text!(RomSeed, seed),
            None => text!(RomKeyFile),
        };
        text!(RomBook, entries, self.key_table, source)
            .get(lang)
            .to_owned()
    }

    fn article_line(&self, lang: Lang) -> String {
        let [both, article] =
            [self.book_and_keys_bytes, self.article_bytes].map(|n| grouped(n as u64));
        let left = grouped(self.left_of_article_bytes.unsigned_abs());
        let text = match self.left_of_article_bytes >= 0 {
            true => text!(RomLeft, both, article, left),
            false => text!(RomOver, both, article, left),
        };
        text.get(lang).to_owned()
    }

    fn warnings(&self) -> Vec<Text> {
        let mut warnings = Vec::new();
        if self.rekeyed {
            warnings.push(text!(Rekeyed));
        }
        if self.entries > PROBE_ENTRIES {
            warnings.push(text!(RomLarger, grouped(self.entries as u64)));
        }
        warnings
    }
}

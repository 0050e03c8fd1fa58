//! `joban inspect SUITE`: files of start positions as a catalogue.

use std::path::{Path, PathBuf};

use joban_positions::suite::uses::{Use, read_uses};
use joban_positions::suite::{Catalogue, SuiteLines};
use serde::Serialize;

use crate::commands::Context;
use crate::commands::source::failure;
use crate::commands::suite::files::read_suite;
use crate::commands::suite::{DuplicateView, LineView, no_start};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Text, located};
use crate::output::stdout::Out;
use crate::output::table::{Align, Table, grouped};
use crate::settings::ReadSettings;
use crate::text;

/// What `--json` shows of a suite.
#[derive(Debug, Serialize)]
struct View<'a> {
    file: String,
    #[serde(flatten)]
    catalogue: &'a Catalogue,
    errors: Vec<LineView>,
    warnings: Vec<LineView>,
    duplicates: Vec<DuplicateView>,
    /// Matches that the suite was used for, from `uses.jsonl` beside it.
    uses: Vec<Use>,
}

/// Shows a suite.
///
/// # Errors
///
/// A file that cannot be read or holds no start (3), unusable lines under `--strict` (1), a failed write (5).
pub(super) fn run(
    path: &Path,
    files: &[PathBuf],
    settings: &ReadSettings,
    context: &Context<'_>,
) -> Outcome {
    let folder = files[0].parent().unwrap_or(Path::new("."));
    let uses = read_uses(folder).map_err(|error| failure(&error))?;
    for file in files {
        let lines = read_suite(std::slice::from_ref(file), settings)?;
        let catalogue = Catalogue::of_lines(&lines);
        let uses = uses
            .iter()
            .filter(|each| each.suite == catalogue.positions_sha256);
        let view = View {
            file: match files.len() {
                1 => path.display().to_string(),
                _ => file.display().to_string(),
            },
            errors: LineView::all(&lines.errors),
            warnings: LineView::all(&lines.warnings),
            duplicates: DuplicateView::all(&lines),
            uses: uses.cloned().collect(),
            catalogue: &catalogue,
        };
        view.show(&lines, context)?;
        check(file, &lines, settings)?;
    }
    Ok(())
}

/// Exit 3 where no line can be used, 1 where one cannot and `--strict` or `--fail-fast` asks for it.
fn check(file: &Path, lines: &SuiteLines, settings: &ReadSettings) -> Outcome {
    let errors = lines.errors.len();
    match lines.errors.first() {
        Some(_) if lines.starts.is_empty() => Err(no_start(file, lines)),
        Some(first) if settings.strict || settings.fail_fast => Err(Failure::findings(text!(
            StrictLines,
            errors,
            errors + lines.starts.len(),
            located(&first.file, 1, &first.issue)
        ))),
        _ => Ok(()),
    }
}

impl View<'_> {
    fn show(&self, lines: &SuiteLines, context: &Context<'_>) -> Outcome {
        let mut out = Out::default();
        if context.global.json {
            out.json_line(self)?;
            return out.finish();
        }
        let lang = context.lang;
        out.line(text!(CheckStarts, &self.file, grouped(self.catalogue.starts)).get(lang))?;
        for line in self.table(context) {
            out.line(&line)?;
        }
        let errors = lines.errors.iter().chain(&lines.warnings);
        for error in errors {
            out.line(located(&error.file, 1, &error.issue).get(lang))?;
        }
        for duplicate in &self.duplicates {
            out.line(duplicate.text().get(lang))?;
        }
        if !self.uses.is_empty() {
            out.line(text!(SuiteUses, self.uses.len()).get(lang))?;
        }
        out.finish()
    }

    /// Starts by side, ply and family.
    fn table(&self, context: &Context<'_>) -> Vec<String> {
        let mut table = Table::new(&[Align::Left, Align::Right]);
        let catalogue = self.catalogue;
        for (side, count) in &catalogue.by_side {
            let side = super::position::side_text(side);
            table.row([side.get(context.lang).to_owned(), grouped(*count)]);
        }
        for (ply, count) in &catalogue.by_ply {
            let ply: Text = text!(PlyNumber, ply);
            table.row([ply.get(context.lang).to_owned(), grouped(*count)]);
        }
        for (family, count) in &catalogue.by_family {
            table.row([family.clone(), grouped(*count)]);
        }
        table.lines()
    }
}

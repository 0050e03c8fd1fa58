//! How `inspect` shows games: JSON lines, or a short table for people.

use joban_csa_parse::Issue;
use serde::Serialize;

use super::game::{GameView, IssueView};
use super::position::side_text;
use crate::failure::Outcome;
use crate::i18n::{Lang, Text, located};
use crate::output::stdout::{Out, note};
use crate::output::table::{grouped, shortened, width};
use crate::text;

/// Width of the columns for people, in terminal cells: file and game, names, plies, end.
const PLACE: usize = 34;
const NAME: usize = 18;
const PLIES: usize = 5;
const END: usize = 14;

/// A file in which there is no game: an empty file, an entry that was refused.
#[derive(Debug, Serialize)]
struct FileView<'a> {
    file: &'a str,
    games: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<IssueView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<IssueView>,
}

/// Where games are shown.
#[derive(Debug)]
pub(crate) struct Report {
    out: Out,
    json: bool,
    lang: Lang,
    header: bool,
}

impl Report {
    /// A report on standard output.
    pub(crate) fn new(json: bool, lang: Lang) -> Self {
        Report {
            out: Out::default(),
            json,
            lang,
            header: false,
        }
    }

    /// Shows a game.
    pub(crate) fn game(&mut self, view: &GameView<'_>) -> Outcome {
        if self.json {
            return self.out.json_line(view);
        }
        self.header()?;
        let line = self.row(view);
        self.out.line(line.trim_end())?;
        if let Some(issue) = view.problem() {
            self.detail(&text!(ErrorPrefix, located(view.file, view.game, issue)))?;
        }
        for warning in view.warned() {
            self.detail(&text!(
                WarningPrefix,
                located(view.file, view.game, warning)
            ))?;
        }
        Ok(())
    }

    /// Shows a file or entry that was refused.
    pub(crate) fn rejected(&mut self, file: &str, issue: &Issue) -> Outcome {
        if self.json {
            let error = Some(IssueView::new(issue));
            return self.out.json_line(&FileView {
                file,
                games: 0,
                error,
                warnings: Vec::new(),
            });
        }
        self.detail(&text!(ErrorPrefix, located(file, 0, issue)))
    }

    /// Shows a warning about a file; people find it on standard error in every form of output.
    pub(crate) fn warned(&mut self, file: &str, issue: &Issue) -> Outcome {
        note(text!(WarningPrefix, located(file, 0, issue)).get(self.lang));
        if self.json {
            let warnings = vec![IssueView::new(issue)];
            return self.out.json_line(&FileView {
                file,
                games: 0,
                error: None,
                warnings,
            });
        }
        Ok(())
    }

    /// The last line for people.
    pub(crate) fn totals(&mut self, games: u64, broken: u64) -> Outcome {
        if self.json {
            return Ok(());
        }
        let line = match games {
            0 => text!(InspectNothing),
            _ => text!(InspectTotals, grouped(games), grouped(broken)),
        };
        self.out.line(line.get(self.lang))
    }

    /// Hands everything to the reader.
    pub(crate) fn finish(self) -> Outcome {
        self.out.finish()
    }

    fn header(&mut self) -> Outcome {
        if self.header {
            return Ok(());
        }
        self.header = true;
        let columns = [
            (text!(ColumnGame), PLACE),
            (text!(ColumnBlack), NAME),
            (text!(ColumnWhite), NAME),
            (text!(ColumnPlies), PLIES),
            (text!(ColumnEnd), END),
            (text!(ColumnWinner), NAME),
        ];
        let line: String = columns
            .iter()
            .map(|(name, cells)| padded(name.get(self.lang), *cells))
            .collect();
        self.out.line(line.trim_end())
    }

    fn row(&self, view: &GameView<'_>) -> String {
        let place = format!("{}#{}", tail(view.file), view.game);
        let name = |side: usize| view.names[side].unwrap_or("-");
        let winner = view.winner.map_or_else(Text::default, side_text);
        let end = if view.problem().is_some() {
            "-"
        } else {
            view.end_kind
        };
        [
            padded(&front_cut(&place, PLACE), PLACE),
            padded(name(0), NAME),
            padded(name(1), NAME),
            padded(&view.plies.to_string(), PLIES),
            padded(end, END),
            winner.get(self.lang).to_owned(),
        ]
        .concat()
    }

    fn detail(&mut self, text: &Text) -> Outcome {
        self.out.line(&format!("  {}", text.get(self.lang)))
    }
}

/// The last part of a path or entry name.
fn tail(file: &str) -> &str {
    file.rsplit(['/', '\\', '!']).next().unwrap_or(file)
}

/// Keeps the end of a text, where file names differ.
fn front_cut(text: &str, cells: usize) -> String {
    if width(text) <= cells {
        return text.to_owned();
    }
    let mut kept: Vec<char> = Vec::new();
    let mut used = 1;
    for c in text.chars().rev() {
        used += width(c.encode_utf8(&mut [0; 4]));
        if used > cells {
            break;
        }
        kept.push(c);
    }
    kept.push('…');
    kept.into_iter().rev().collect()
}

fn padded(text: &str, cells: usize) -> String {
    let text = shortened(text, cells.max(1));
    let pad = cells.saturating_sub(width(&text));
    format!("{text}{}", " ".repeat(pad + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_long_place_is_kept() {
        assert_eq!(front_cut("abcdef", 4), "…def");
        assert_eq!(front_cut("abc", 4), "abc");
        assert_eq!(tail("a/b.7z!c/d.csa"), "d.csa");
    }
}

//! Files of start positions: which they are, and what they say.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use joban_csa_parse::input::{InputArg, Inputs};
use joban_engine::book::BookFormat;
use joban_engine::book::db::HEADER;
use joban_positions::suite::{SuiteLines, read_lines};

use crate::commands::input_failure;
use crate::commands::source::failure;
use crate::failure::Outcome;
use crate::settings::ReadSettings;

/// The lists in a folder written by `suite`, the twin's after the first; turned ones hold the same positions.
const LISTS: [&str; 2] = ["suite.moves.txt", "twin.moves.txt"];

/// The files of a suite: the lists in a folder written by `suite`, or a file whose first lines are start positions.
pub(crate) fn suite_files(path: &Path) -> Option<Vec<PathBuf>> {
    if path.is_dir() {
        let lists = LISTS.iter().map(|name| path.join(name));
        let lists: Vec<PathBuf> = lists.filter(|list| list.is_file()).collect();
        return (!lists.is_empty()).then_some(lists);
    }
    (path.is_file() && is_list(path)).then(|| vec![path.to_owned()])
}

/// Whether the first lines with content are start positions. In a book of YaneuraOu without its header the second is a move.
fn is_list(path: &Path) -> bool {
    let mut head = Vec::new();
    let file = File::open(path);
    let read = file.and_then(|file| {
        let limit = 4 * BookFormat::PROBE_BYTES as u64;
        file.take(limit).read_to_end(&mut head)
    });
    if read.is_err() || head.starts_with(HEADER) {
        return false;
    }
    let text = match head.strip_prefix(b"\xff\xfe") {
        Some(wide) => {
            let units = wide.as_chunks::<2>().0.iter();
            let units: Vec<u16> = units.map(|unit| u16::from_le_bytes(*unit)).collect();
            String::from_utf16_lossy(&units)
        }
        None => String::from_utf8_lossy(&head).into_owned(),
    };
    let lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
    let mut lines = lines
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.next().is_some_and(is_start) && lines.next().is_none_or(is_start)
}

fn is_start(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_board = |word: &str| {
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '+');
        word.matches('/').count() == 8 && word.chars().all(known)
    };
    matches!(word, "startpos" | "sfen" | "position") || is_board(word)
}

/// Reads files of start positions.
///
/// # Errors
///
/// Exit 2 for a file that is not there, 3 for one that cannot be read.
pub(crate) fn read_suite(files: &[PathBuf], settings: &ReadSettings) -> Outcome<SuiteLines> {
    let mut options = settings.options.clone();
    options.lines = true;
    let args: Vec<InputArg> = files.iter().cloned().map(InputArg::from).collect();
    let inputs =
        Inputs::open(&args, &settings.limits, &options).map_err(|error| input_failure(&error))?;
    read_lines(&inputs, &options).map_err(|error| failure(&error))
}

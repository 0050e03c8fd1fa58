//! `joban.toml`: the options of the command line, kept in a file.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::args::{
    ActionArgs, ArenaArgs, BookArgs, FilterArgs, GameAuditArgs, GlobalArgs, JudgeArgs,
    LabelRuleArgs, LimitArgs, LogArgs, OutputArgs, PlayableArgs, Preset, ReadArgs, SampleRuleArgs,
    ScopeArgs, ScoreArgs, SplitArgs, StartArgs, TableArgs, TeacherArgs,
};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Lang, Text, Worded};
use crate::text;
use crate::values::OptionText;

/// The file that is read without being named.
pub(crate) const DEFAULT_FILE: &str = "joban.toml";

/// What `joban.toml` may hold. Unknown keys are errors.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Config {
    /// Language of messages.
    pub(crate) lang: Option<Lang>,
    /// A published procedure for `build`.
    pub(crate) preset: Option<Preset>,
    /// Which games take part.
    pub(crate) filter: FilterArgs,
    /// Which games are held out.
    pub(crate) split: SplitArgs,
    /// What the book holds.
    pub(crate) book: BookArgs,
    /// How records are read.
    pub(crate) read: ReadArgs,
    /// Limits against damaged and hostile input.
    pub(crate) limits: LimitArgs,
    /// What `ingest` stores.
    pub(crate) tables: TableArgs,
    /// What is written.
    pub(crate) output: OutputArgs,
    /// The engine that is asked.
    pub(crate) teacher: TeacherArgs,
    /// How moves are judged.
    pub(crate) judge: JudgeArgs,
    /// Which entries are judged.
    pub(crate) scope: ScopeArgs,
    /// Which moves of a full-size book its engine plays.
    pub(crate) playable: PlayableArgs,
    /// What is done with the findings.
    pub(crate) action: ActionArgs,
    /// Where the answers of teachers are kept.
    pub(crate) log: LogArgs,
    /// The audit of games.
    pub(crate) games: GameAuditArgs,
    /// Which positions become starts of a suite.
    pub(crate) suite: StartArgs,
    /// Which scores of a teacher the starts may have.
    pub(crate) score: ScoreArgs,
    /// Which positions a data set takes.
    pub(crate) sample: SampleRuleArgs,
    /// How positions of a data set are searched.
    pub(crate) label: LabelRuleArgs,
    /// Matches.
    #[serde(rename = "match")]
    pub(crate) arena: ArenaArgs,
    /// Decisions of the book's author, each with a reason.
    #[serde(rename = "override")]
    pub(crate) overrides: Vec<OverrideConfig>,
    /// Entries that stay whatever the teacher says, each with a reason.
    #[serde(rename = "exception")]
    pub(crate) exceptions: Vec<ExceptionConfig>,
    /// Engines by name.
    #[serde(rename = "engine")]
    pub(crate) engines: Vec<EngineConfig>,
}

/// One `[[exception]]`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ExceptionConfig {
    /// The position: an SFEN or `startpos`.
    pub(crate) sfen: Option<String>,
    /// Moves (USI) that lead from `sfen`, or from the even start, to the position.
    pub(crate) moves: Option<String>,
    /// The move (USI) that stays.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// Why; it appears in every report.
    pub(crate) reason: String,
}

/// One `[[engine]]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct EngineConfig {
    /// The name that options use.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: PathBuf,
    /// Its arguments.
    #[serde(default)]
    pub(crate) args: Vec<String>,
    /// The folder it runs in; without it the program's own.
    pub(crate) cwd: Option<PathBuf>,
    /// Its options.
    #[serde(default)]
    pub(crate) options: BTreeMap<String, OptionText>,
    /// What kind of engine it is.
    pub(crate) profile: Option<String>,
    /// Who it is, where the program cannot be hashed.
    pub(crate) id: Option<String>,
    /// A loss up to this is accepted, in its centipawns.
    pub(crate) accept: Option<i32>,
    /// A loss from this on is a blunder, in its centipawns.
    pub(crate) blunder: Option<i32>,
}

/// One `[[override]]`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct OverrideConfig {
    /// The position: an SFEN or `startpos`.
    pub(crate) sfen: Option<String>,
    /// Moves (USI) that lead from `sfen`, or from the even start, to the position.
    pub(crate) moves: Option<String>,
    /// Plies played before the position. Without it, the number of `moves`, or the SFEN's move number - 1.
    pub(crate) ply: Option<u32>,
    /// The move (USI) that is forced, forbidden, or weighted.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// What happens to the move.
    pub(crate) action: OverrideAction,
    /// Weight of a fixed move, 1 to 255.
    pub(crate) weight: Option<u32>,
    /// Why; it appears in every report.
    pub(crate) reason: String,
}

/// What an override does to its move.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OverrideAction {
    /// The move is in the book.
    Force,
    /// The move is not in the book.
    Forbid,
    /// The move is in the book with this weight.
    Weight,
}

/// The configuration of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Loaded {
    /// What it says.
    pub(crate) config: Config,
}

/// Reads `--config`, or `joban.toml` in the current folder, or nothing.
///
/// # Errors
///
/// Exit 2 with file, line, column and what is wrong.
pub(crate) fn load(global: &GlobalArgs) -> Outcome<Loaded> {
    let path = global.config.as_deref();
    let file = path.unwrap_or_else(|| Path::new(DEFAULT_FILE));
    match read_text(file) {
        Ok(text) => Ok(Loaded {
            config: parse(file, &text)?,
        }),
        Err(error) if path.is_none() && error.kind() == io::ErrorKind::NotFound => {
            Ok(Loaded::default())
        }
        Err(error) => Err(Failure::usage(text!(
            ConfigUnreadable,
            file.display(),
            error.words()
        ))),
    }
}

/// The text of a file as editors and shells write it: UTF-8 with or without byte-order mark, UTF-16LE with one (what
/// `>` of an older PowerShell gives), lines that end in LF, CR LF or CR.
///
/// # Errors
///
/// Where the file cannot be read or is no such text.
pub(crate) fn read_text(file: &Path) -> io::Result<String> {
    let bytes = fs::read(file)?;
    let text = match bytes.strip_prefix(b"\xff\xfe") {
        Some(wide) => from_utf16le(wide),
        None => String::from_utf8(bytes).ok(),
    };
    let no_text = || {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "it is no text in UTF-8 or UTF-16LE",
        )
    };
    let text = text.ok_or_else(no_text)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    Ok(text.replace("\r\n", "\n").replace('\r', "\n"))
}

fn from_utf16le(bytes: &[u8]) -> Option<String> {
    let (units, left) = bytes.as_chunks::<2>();
    let units: Vec<u16> = units.iter().map(|unit| u16::from_le_bytes(*unit)).collect();
    String::from_utf16(&units).ok().filter(|_| left.is_empty())
}

/// Reads the text of a configuration file.
///
/// # Errors
///
/// Exit 2 with file, line, column and what is wrong.
pub(crate) fn parse(file: &Path, text: &str) -> Outcome<Config> {
    toml::from_str(text).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start).min(text.len());
        let (line, column) = place(text, start);
        let english = error.message().trim().replace('\n', "; ");
        let reason = Text::pair(&english, &error.japanese());
        Failure::usage(text!(ConfigError, file.display(), line, column, reason))
    })
}

/// Line and column, both from 1, of a byte offset.
fn place(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (
        before.matches('\n').count() + 1,
        before[line_start..].chars().count() + 1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{Bound, ByteSize};

    fn parsed(text: &str) -> Config {
        parse(Path::new("t.toml"), text).unwrap()
    }

    fn refused(text: &str) -> String {
        let failure = parse(Path::new("t.toml"), text).unwrap_err();
        assert_eq!(failure.kind.code(), 2);
        failure.text.get(Lang::En).to_owned()
    }

    #[test]
    fn keys_are_the_names_of_options() {
        let config = parsed(
            "lang = \"ja\"\n[filter]\nmin-rating = \"none\"\nendings = [\"toryo\"]\nkeep-duplicates = true\n\
             [limits]\ndecoder-memory = \"64M\"\nmax-entry-size = 1000\n[book]\nbook-plies = 12\n",
        );
        assert_eq!(config.lang, Some(Lang::Ja));
        assert_eq!(config.filter.min_rating, Some(Bound::None));
        assert_eq!(config.filter.keep_duplicates, Some(true));
        assert_eq!(config.limits.decoder_memory, Some(ByteSize(64 << 20)));
        assert_eq!(config.limits.max_entry_size, Some(ByteSize(1000)));
        assert_eq!(config.book.book_plies, Some(12));
    }

    #[test]
    fn a_number_may_be_whole_or_not() {
        assert_eq!(
            parsed("[filter]\nmin-rating = 2900").filter.min_rating,
            Some(Bound::At(2900.0))
        );
        assert_eq!(parsed("[split]\nholdout = 0.5").split.holdout, Some(0.5));
        assert_eq!(parsed("[split]\nholdout = 0").split.holdout, Some(0.0));
    }

    #[test]
    fn unknown_keys_are_errors_with_their_line() {
        let message = refused("[filter]\nmin-rating = 1\nmin-ratting = 2\n");
        assert!(message.contains("t.toml:3:1"), "{message}");
        assert!(message.contains("min-ratting"), "{message}");
        assert!(refused("[filtre]\n").contains("filtre"));
        assert!(refused("min-rating = 1\n").contains("t.toml:1:1"));
    }

    #[test]
    fn wrong_values_are_errors_with_their_line() {
        let message = refused("\n[limits]\ndecoder-memory = \"many\"\n");
        assert!(
            message.contains("t.toml:3:18") && message.contains("many"),
            "{message}"
        );
        assert!(refused("[book\n").contains("t.toml:1"));
    }

    #[test]
    fn overrides_need_a_reason() {
        let text = "[[override]]\nsfen = \"startpos\"\nmove = \"7g7f\"\naction = \"force\"\n";
        assert!(refused(text).contains("reason"));
        let config = parsed(&format!("{text}reason = \"ours\"\n"));
        assert_eq!(config.overrides[0].action, OverrideAction::Force);
    }

    #[test]
    fn the_command_line_wins() {
        let line = BookArgs {
            entries: Some(7),
            ..BookArgs::default()
        };
        let file = BookArgs {
            entries: Some(8),
            book_plies: Some(9),
            ..BookArgs::default()
        };
        let both = line.or(file);
        assert_eq!((both.entries, both.book_plies), (Some(7), Some(9)));
    }

    #[test]
    fn text_is_read_as_windows_writes_it() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("t.toml");
        let text = "[book]\r\nentries = 3\r[filter]\nplayer = [\"棋士\"]\n";
        let wide: Vec<u8> = "\u{feff}"
            .encode_utf16()
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        for bytes in [
            text.as_bytes().to_vec(),
            format!("\u{feff}{text}").into_bytes(),
            wide.clone(),
        ] {
            fs::write(&file, bytes).unwrap();
            let config = parse(&file, &read_text(&file).unwrap()).unwrap();
            assert_eq!(config.book.entries, Some(3));
            assert_eq!(config.filter.player, Some(vec!["棋士".to_owned()]));
        }
        for bytes in [&wide[..wide.len() - 1], b"\x83\xff"] {
            fs::write(&file, bytes).unwrap();
            assert!(read_text(&file).is_err());
        }
    }

    #[test]
    fn places_count_characters() {
        assert_eq!(place("あb\nいう", "あb\nい".len()), (2, 2));
        assert_eq!(place("", 0), (1, 1));
    }
}

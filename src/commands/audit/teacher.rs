//! The teacher that options and configuration name.

use std::path::{Path, PathBuf};

use joban_book_verify::JudgeSettings;
use joban_engine::teacher::{
    Isolation, Limit, LimitBy, Pool, TeacherConfig, TeacherError, Thresholds,
};
use joban_engine::usi::EngineCommand;

use crate::args::{IsolationArg, JudgeArgs, JudgePreset, TeacherArgs};
use crate::commands::Context;
use crate::config::EngineConfig;
use crate::failure::{Failure, Outcome};
use crate::i18n::Lang;
use crate::output::stdout::note;
use crate::settings::{in_range, processors};
use crate::text;

/// Where Debian puts programs that its `PATH` for root leaves out.
const GAMES: &str = "/usr/games";
/// Lines that the teacher shows by default.
const MULTI_PV: u32 = 3;

/// The teacher after command line and configuration.
///
/// # Errors
///
/// Exit 2 if none is named, or an option has no value of its kind.
pub(crate) fn config(args: &TeacherArgs, context: &Context<'_>) -> Outcome<TeacherConfig> {
    let config = &context.loaded.config;
    let args = args.clone().or(config.teacher.clone());
    let Some(named) = args.teacher.as_deref() else {
        return Err(Failure::usage(text!(TeacherMissing)));
    };
    let mut teacher = engine(named, &config.engines)?;
    set_options(&mut teacher, &args)?;
    Ok(teacher)
}

/// An engine by the name of its table, its program or its command line.
///
/// # Errors
///
/// Exit 2 if nothing is named, or its table has thresholds that are none.
pub(crate) fn engine(named: &str, tables: &[EngineConfig]) -> Outcome<TeacherConfig> {
    match tables.iter().find(|engine| engine.name == named) {
        Some(table) => of_table(table),
        None => Ok(TeacherConfig::new(command(named)?)),
    }
}

/// Sets options written as `NAME=VALUE`; a button has no value.
pub(crate) fn add_options(teacher: &mut TeacherConfig, options: &[String]) {
    for option in options {
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
            None => (option.trim(), None),
        };
        teacher.options.retain(|(known, _)| known != name);
        teacher.options.push((name.to_owned(), value));
    }
}

/// A teacher of a `[[engine]]` table.
fn of_table(table: &EngineConfig) -> Outcome<TeacherConfig> {
    let mut command = EngineCommand::new(program(&table.path));
    command.args = table.args.iter().map(Into::into).collect();
    command.cwd.clone_from(&table.cwd);
    let options = table.options.iter();
    Ok(TeacherConfig {
        profile: table.profile.clone(),
        options: options
            .map(|(name, value)| (name.clone(), Some(value.0.clone())))
            .collect(),
        teacher_id: table.id.clone(),
        thresholds: thresholds(table.accept, table.blunder, None)?,
        ..TeacherConfig::new(command)
    })
}

fn set_options(teacher: &mut TeacherConfig, args: &TeacherArgs) -> Outcome {
    let ranged =
        |name, value: Option<u32>, default, high| in_range(name, value.unwrap_or(default), 1, high);
    teacher.processes = ranged("processes", args.processes, processors(), 1024)? as usize;
    teacher.threads = ranged("threads", args.threads, 1, 1024)?;
    teacher.hash_mib = ranged("hash", args.hash, 16, 1 << 20)?;
    teacher.tries = 1 + in_range("retries", args.retries.unwrap_or(2), 0, 100)?;
    teacher.isolation = args.isolation.map(isolation);
    teacher.profile = args.profile.clone().or(teacher.profile.take());
    teacher.teacher_id = args.teacher_id.clone().or(teacher.teacher_id.take());
    add_options(teacher, args.engine_option.as_deref().unwrap_or_default());
    Ok(())
}

fn isolation(arg: IsolationArg) -> Isolation {
    match arg {
        IsolationArg::Reset => Isolation::Reset,
        IsolationArg::Restart => Isolation::Restart,
        IsolationArg::Shared => Isolation::Shared,
    }
}

/// A program or a command line: a whole path where there is such a file, else words separated by blanks; double quotes keep blanks.
fn command(text: &str) -> Outcome<EngineCommand> {
    let whole = Path::new(text);
    if whole.is_file() {
        return Ok(EngineCommand::new(program(whole)));
    }
    let mut words = words(text).into_iter();
    let first = words
        .next()
        .ok_or_else(|| Failure::usage(text!(TeacherMissing)))?;
    let mut command = EngineCommand::new(program(Path::new(&first)));
    command.args = words.map(Into::into).collect();
    Ok(command)
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut is_open, mut is_quoted) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            '"' => (is_quoted, is_open) = (!is_quoted, true),
            c if c.is_whitespace() && !is_quoted => {
                if std::mem::take(&mut is_open) {
                    words.push(std::mem::take(&mut word));
                }
            }
            c => {
                word.push(c);
                is_open = true;
            }
        }
    }
    if is_open {
        words.push(word);
    }
    words
}

/// A bare name is looked up on the `PATH`, then in the working folder, then among Debian's games, where its engines are. A program of the
/// working folder gets a whole path: for the system a bare name is one of the `PATH`.
fn program(path: &Path) -> PathBuf {
    let is_name = path.components().count() == 1;
    if !is_name || EngineCommand::new(path).resolve().is_some() {
        return path.to_owned();
    }
    let here = path.is_file().then(|| std::path::absolute(path).ok());
    let games = Path::new(GAMES).join(path);
    here.flatten()
        .or_else(|| games.is_file().then_some(games))
        .unwrap_or_else(|| path.to_owned())
}

/// Whether an engine of this name can be started.
pub(crate) fn is_installed(name: &str) -> bool {
    EngineCommand::new(program(Path::new(name)))
        .resolve()
        .is_some_and(|file| file.is_file())
}

/// Thresholds, where both or one over the profile's are given.
///
/// # Errors
///
/// Exit 2 unless 0 < accept < blunder.
fn thresholds(
    accept: Option<i32>,
    blunder: Option<i32>,
    below: Option<Thresholds>,
) -> Outcome<Option<Thresholds>> {
    let (accept, blunder) = match (accept, blunder, below) {
        (None, None, below) => return Ok(below),
        (Some(accept), Some(blunder), _) => (accept, blunder),
        (accept, blunder, Some(below)) => (
            accept.unwrap_or(below.accept_cp),
            blunder.unwrap_or(below.blunder_cp),
        ),
        _ => return Err(Failure::usage(text!(ThresholdsTogether))),
    };
    let thresholds = Thresholds::new(accept, blunder);
    if !thresholds.are_valid() {
        return Err(Failure::usage(text!(ThresholdsWrong, accept, blunder)));
    }
    Ok(Some(thresholds))
}

/// Starts the engines and says what there is to know about them.
///
/// # Errors
///
/// Exit 2 for a profile or an option that the engine does not know, 4 if it cannot be started.
pub(crate) fn start(config: &TeacherConfig, context: &Context<'_>) -> Outcome<Pool> {
    let pool = Pool::start(config).map_err(|error| teacher_failure(&error))?;
    for each in pool.notes() {
        warn(&teacher_note(each), context.lang);
    }
    Ok(pool)
}

pub(crate) fn warn(text: &crate::i18n::Text, lang: Lang) {
    note(text!(WarningPrefix, text.clone()).get(lang));
}

/// A teacher that cannot be used.
pub(crate) fn teacher_failure(error: &TeacherError) -> Failure {
    let text = match error {
        TeacherError::UnknownProfile { name, known } => {
            text!(UnknownProfile, name, known.join(", "))
        }
        TeacherError::MissingRole {
            profile,
            engine,
            role,
            names,
        } => text!(MissingRole, engine, role, names.join(", "), profile),
        TeacherError::BadLimit { profile, limit } => text!(LimitUnknown, profile, limit),
        other => text!(TeacherFailed, other),
    };
    if error.is_usage() {
        Failure::usage(text)
    } else {
        Failure::engine(text)
    }
}

/// What there is to know about a teacher, in words.
pub(crate) fn teacher_note(note: &joban_engine::teacher::Note) -> crate::i18n::Text {
    use joban_engine::teacher::Note;
    match note {
        Note::MoreThreadsThanCores {
            processes,
            threads,
            cores,
        } => text!(NoteCores, processes, threads, cores),
        Note::SharedMemory => text!(NoteShared),
        Note::SeveralThreads { threads } => text!(NoteThreads, threads),
        Note::ProgramNotHashed { command } => text!(NoteNotHashed, command),
        Note::UnmeasuredScale { profile } => text!(NoteUnmeasured, profile),
        Note::OptionsFile { file, options } => text!(NoteOptionsFile, file, options.join(", ")),
        other => crate::i18n::Text::same(other),
    }
}

/// How moves are judged, after command line, configuration and the teacher's profile.
///
/// # Errors
///
/// Exit 2 for values out of range, and for a limit that the engine does not know.
pub(crate) fn judge_settings(
    args: &JudgeArgs,
    pool: &Pool,
    context: &Context<'_>,
) -> Outcome<JudgeSettings> {
    let args = merged(args, context);
    let profile = pool.profile();
    let preset = args.judge_preset.map(preset).transpose()?;
    let limit = limit(&args)?;
    let below = preset
        .as_ref()
        .map_or(profile.thresholds, |preset| preset.thresholds);
    let thresholds = thresholds(args.accept, args.blunder, Some(below))?.unwrap_or(below);
    let lines = preset.as_ref().map_or(MULTI_PV, |preset| preset.multi_pv);
    let lines = in_range("multipv", args.multipv.unwrap_or(lines), 1, 500)?;
    let mut settings = JudgeSettings {
        thresholds,
        ..JudgeSettings::of_profile(profile, limit, lines)
    };
    if let (Some(preset), None) = (preset, limit) {
        settings.steps = preset.steps;
    }
    for step in &settings.steps {
        if profile.limit_by(*step) == LimitBy::Nothing {
            return Err(Failure::usage(text!(LimitUnknown, &profile.name, step)));
        }
    }
    if let (Some(lines @ 2..), false) = (args.multipv, profile.has_multi_pv) {
        warn(&text!(NoMultiPv, lines), context.lang);
    }
    if let Some(Limit::MoveTimeMs(_)) = settings.steps.first() {
        warn(&text!(NoteMovetime), context.lang);
    }
    Ok(settings)
}

/// Command line over configuration; a limit on the command line stands for all of the configuration's.
fn merged(args: &JudgeArgs, context: &Context<'_>) -> JudgeArgs {
    let mut below = context.loaded.config.judge.clone();
    if args.nodes.is_some() || args.depth.is_some() || args.movetime.is_some() {
        (below.nodes, below.depth, below.movetime) = (None, None, None);
    }
    args.clone().or(below)
}

fn preset(name: JudgePreset) -> Outcome<JudgeSettings> {
    let name = match name {
        JudgePreset::SeedYaneuraou => "seed-yaneuraou",
    };
    JudgeSettings::preset(name).ok_or_else(|| Failure::internal(text!(InternalFailed, name)))
}

/// The limit that options name, if they do.
///
/// # Errors
///
/// Exit 2 for a limit of 0 or out of range.
pub(crate) fn limit(args: &JudgeArgs) -> Outcome<Option<Limit>> {
    let limit = match (args.nodes, args.depth, args.movetime) {
        (Some(nodes), _, _) => Limit::Nodes(nodes),
        (None, Some(depth), _) => Limit::Depth(in_range("depth", depth, 1, 200)?),
        (None, None, Some(ms)) => Limit::MoveTimeMs(ms),
        (None, None, None) => return Ok(None),
    };
    if matches!(limit, Limit::Nodes(0) | Limit::MoveTimeMs(0)) {
        return Err(Failure::usage(text!(LimitZero)));
    }
    Ok(Some(limit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_at_blanks() {
        assert_eq!(words("ssh host  engine"), ["ssh", "host", "engine"]);
        assert_eq!(
            words(r#""C:\My Engines\a.exe" -x """#),
            [r"C:\My Engines\a.exe", "-x", ""]
        );
        assert!(words("  ").is_empty());
    }

    #[test]
    fn thresholds_are_in_order() {
        let profile = Thresholds::new(150, 300);
        let of = |accept, blunder| thresholds(accept, blunder, Some(profile)).map(Option::unwrap);
        assert_eq!(of(None, None).unwrap(), profile);
        assert_eq!(of(Some(100), None).unwrap(), Thresholds::new(100, 300));
        assert!(of(Some(300), None).is_err());
        assert!(of(None, Some(0)).is_err());
        assert!(thresholds(Some(1), None, None).is_err());
    }
}

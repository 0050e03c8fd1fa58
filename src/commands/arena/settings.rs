//! Who plays, from which starts, by which rules: options and configuration, checked before anything is started.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use joban_engine::arena::stats::Sprt;
use joban_engine::arena::{Contestant, DrawRule, Fixture, Limit, Rules, TimeControl, WinRule};
use joban_engine::rules::{Position, Repetition, STARTPOS_SFEN};
use joban_engine::teacher::{Note, TeacherConfig, TeacherError};
use joban_engine::usi::Root;
use joban_positions::manifest::FileDigest;
use joban_positions::suite::{Catalogue, StartLine, SuiteLines, pairs, read_lines_from};

use serde_json::Value;

use crate::args::ArenaArgs;
use crate::commands::Context;
use crate::commands::audit::teacher::{add_options, engine, teacher_note, warn};
use crate::failure::{Failure, Outcome};
use crate::i18n::{Worded, located};
use crate::output::folder::manifest_of;
use crate::settings::{in_range, processors};
use crate::text;
use crate::values::Both;

/// Starts of fewer plies give the same few games again and again where both engines repeat their moves.
const DEEP_ENOUGH: u32 = 6;
/// The file of a suite's folder that is played from.
const SUITE_FILE: &str = "suite.moves.txt";

/// An engine with the name that reports give it.
pub(super) struct Player {
    pub(super) name: String,
    pub(super) config: TeacherConfig,
    pub(super) contestant: Contestant,
    /// Books and other files that its options name.
    pub(super) files: Vec<FileDigest>,
}

/// The engines, started once to see who they are.
///
/// # Errors
///
/// Exit 2 unless two are named with one limit each, 4 if one cannot be started.
pub(super) fn players(args: &ArenaArgs, context: &Context<'_>) -> Outcome<[Player; 2]> {
    let named = args.engine.as_deref().unwrap_or_default();
    let [first, second] = named else {
        return Err(Failure::usage(text!(MatchTwoEngines, named.len())));
    };
    let limits = limits(args)?;
    let mut players = [
        player(
            first,
            args.first_option.as_deref(),
            limits[0],
            args,
            context,
        )?,
        player(
            second,
            args.second_option.as_deref(),
            limits[1],
            args,
            context,
        )?,
    ];
    for (player, name) in players.iter_mut().zip(args.name.iter().flatten()) {
        player.name.clone_from(name);
    }
    if players[0].name == players[1].name {
        for (player, mark) in players.iter_mut().zip(["-1", "-2"]) {
            player.name.push_str(mark);
        }
    }
    Ok(players)
}

fn player(
    named: &str,
    options: Option<&[String]>,
    limit: Limit,
    args: &ArenaArgs,
    context: &Context<'_>,
) -> Outcome<Player> {
    let config = engine_config(named, options, args, context)?;
    let contestant = contestant(named, &config, limit)?;
    tell_notes(&contestant, context);
    Ok(Player {
        files: option_files(&config)?,
        name: name_of(named, &contestant.identity().id_name, context),
        config,
        contestant,
    })
}

/// An engine as command line and configuration describe it.
///
/// # Errors
///
/// Exit 2 for numbers out of range.
pub(super) fn engine_config(
    named: &str,
    options: Option<&[String]>,
    args: &ArenaArgs,
    context: &Context<'_>,
) -> Outcome<TeacherConfig> {
    let mut config = engine(named, &context.loaded.config.engines)?;
    config.threads = in_range("threads", args.threads.unwrap_or(1), 1, 1024)?;
    config.hash_mib = in_range("hash", args.hash.unwrap_or(16), 1, 1 << 20)?;
    let patience = in_range("patience", args.patience.unwrap_or(600), 1, 1_000_000)?;
    config.limits.go = Duration::from_secs(patience.into());
    add_options(&mut config, options.unwrap_or_default());
    Ok(config)
}

/// Starts an engine once.
///
/// # Errors
///
/// Exit 2 for options and limits that do not fit, 4 if it cannot be started.
pub(super) fn contestant(named: &str, config: &TeacherConfig, limit: Limit) -> Outcome<Contestant> {
    Contestant::meet(config, limit).map_err(|error| engine_failure(named, &error))
}

/// An engine that cannot play.
pub(super) fn engine_failure(named: &str, error: &TeacherError) -> Failure {
    let text = text!(MatchEngineFailed, named, error);
    if error.is_usage() {
        Failure::usage(text)
    } else {
        Failure::engine(text)
    }
}

/// What there is to know about an engine.
pub(super) fn tell_notes(contestant: &Contestant, context: &Context<'_>) {
    for note in contestant.notes() {
        // The scale of scores decides nothing here.
        if !matches!(note, Note::UnmeasuredScale { .. }) {
            warn(&teacher_note(note), context.lang);
        }
    }
}

/// The name of an engine's table, or what it calls itself.
pub(super) fn name_of(named: &str, id_name: &str, context: &Context<'_>) -> String {
    let tables = &context.loaded.config.engines;
    let is_table = tables.iter().any(|table| table.name == named);
    if is_table || id_name.is_empty() {
        named.to_owned()
    } else {
        id_name.to_owned()
    }
}

/// Digests of the files that options name; of a folder of joban, that of its manifest.
///
/// # Errors
///
/// Exit 3 for a file that cannot be read.
pub(super) fn option_files(config: &TeacherConfig) -> Outcome<Vec<FileDigest>> {
    let folder = config.command.folder();
    let mut digests = Vec::new();
    for value in config
        .options
        .iter()
        .filter_map(|(_, value)| value.as_ref())
    {
        let path = folder
            .as_ref()
            .map_or_else(|| PathBuf::from(value), |f| f.join(value));
        let path = if path.is_dir() {
            path.join("manifest.json")
        } else {
            path
        };
        if !value.is_empty() && path.is_file() {
            let bytes = fs::read(&path).map_err(|error| {
                Failure::input(text!(FileUnreadable, path.display(), error.words()))
            })?;
            digests.push(FileDigest::of_bytes(value.replace('\\', "/"), &bytes));
        }
    }
    Ok(digests)
}

/// The limit of each engine: exactly one kind.
///
/// # Errors
///
/// Exit 2 for none or several.
pub(super) fn limits(args: &ArenaArgs) -> Outcome<[Limit; 2]> {
    let of = |which: usize| -> Outcome<Limit> {
        let given = |both: Option<Both>| both.and_then(|both| both.0[which]);
        let ms = |both| Duration::from_millis(given(both).unwrap_or_default());
        let control = TimeControl {
            main: ms(args.main_time),
            increment: ms(args.increment),
            byoyomi: ms(args.byoyomi),
        };
        let has_clock = [args.main_time, args.increment, args.byoyomi]
            .into_iter()
            .any(|both| given(both).is_some());
        match (given(args.nodes), given(args.depth), has_clock) {
            (Some(0), _, _) | (_, Some(0), _) => Err(Failure::usage(text!(LimitZero))),
            (Some(nodes), None, false) => Ok(Limit::Nodes(nodes)),
            (None, Some(depth), false) => {
                let depth = u32::try_from(depth).unwrap_or(u32::MAX);
                Ok(Limit::Depth(in_range("depth", depth, 1, 200)?))
            }
            (None, None, true) if control.is_valid() => Ok(Limit::Clock(control)),
            (None, None, true) => Err(Failure::usage(text!(MatchClock))),
            _ => Err(Failure::usage(text!(MatchOneLimit, which + 1))),
        }
    };
    Ok([of(0)?, of(1)?])
}

/// The rules of the games.
///
/// # Errors
///
/// Exit 2 for numbers out of range, or half of an agreement.
pub(super) fn rules(args: &ArenaArgs) -> Outcome<Rules> {
    let together =
        |option: &str, other: &str| Err(Failure::usage(text!(OptionTogether, option, other)));
    let draw = match (args.draw_score, args.draw_moves) {
        (Some(cp), Some(moves)) => Some(DrawRule {
            from_move: args.draw_from.unwrap_or(1),
            moves: in_range("draw-moves", moves, 1, 10_000)?,
            cp,
        }),
        (Some(_), None) => return together("--draw-score", "--draw-moves"),
        (None, Some(_)) => return together("--draw-moves", "--draw-score"),
        (None, None) if args.draw_from.is_some() => {
            return together("--draw-from", "--draw-moves");
        }
        (None, None) => None,
    };
    let win = match (args.win_score, args.win_moves) {
        (Some(cp), Some(moves)) => Some(WinRule {
            moves: in_range("win-moves", moves, 1, 10_000)?,
            cp: in_range("win-score", cp, 1, i32::MAX as u32)?,
        }),
        (Some(_), None) => return together("--win-score", "--win-moves"),
        (None, Some(_)) => return together("--win-moves", "--win-score"),
        (None, None) => None,
    };
    let usual = Rules::default();
    Ok(Rules {
        max_moves: in_range(
            "max-moves",
            args.max_moves.unwrap_or(usual.max_moves),
            1,
            100_000,
        )?,
        margin_ms: args.margin.map_or(usual.margin_ms, u64::from),
        draw,
        win,
    })
}

/// The sequential test of `elo0` and `elo1`, `alpha` and `beta`, if one is asked for.
///
/// # Errors
///
/// Exit 2 for half of one, or numbers that make none.
pub(super) fn sprt(elo: [Option<f64>; 2], errors: [Option<f64>; 2]) -> Outcome<Option<Sprt>> {
    let together = |option: &str, other: &str| Failure::usage(text!(OptionTogether, option, other));
    let (elo0, elo1) = match elo {
        [Some(elo0), Some(elo1)] => (elo0, elo1),
        [Some(_), None] => return Err(together("--elo0", "--elo1")),
        [None, Some(_)] => return Err(together("--elo1", "--elo0")),
        [None, None] => return Ok(None),
    };
    let [alpha, beta] = errors.map(|error| error.unwrap_or(0.05));
    let sprt = Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    };
    if sprt.is_valid() {
        return Ok(Some(sprt));
    }
    Err(Failure::usage(text!(MatchSprt)))
}

/// Pairs that are played at a time: only one of two engines thinks at a time.
///
/// # Errors
///
/// Exit 2 out of range.
pub(super) fn concurrency(args: &ArenaArgs, players: [&Player; 2]) -> Outcome<usize> {
    let threads = players.iter().map(|player| player.contestant.threads());
    let usual = processors() / threads.max().unwrap_or(1).max(1);
    let asked = args.concurrency.unwrap_or(usual.max(1));
    Ok(in_range("concurrency", asked, 1, 1024)? as usize)
}

/// The starts of a match.
pub(super) struct Starts {
    /// The file that was read.
    pub(super) file: FileDigest,
    /// The folder it lies in.
    pub(super) folder: PathBuf,
    /// What names the suite whatever its form.
    pub(super) positions_sha256: String,
    lines: Vec<StartLine>,
}

/// Reads the suite. There is no start but those of the file: an empty or unreadable one is an error.
///
/// # Errors
///
/// Exit 2 if none is named or it does not exist, 3 if it cannot be read, holds no start, or has a line that is none.
pub(super) fn starts(args: &ArenaArgs) -> Outcome<Starts> {
    let Some(named) = &args.suite else {
        return Err(Failure::usage(text!(MatchNoSuite)));
    };
    if !named.exists() {
        return Err(Failure::usage(text!(NotFound, named.display())));
    }
    let path = if named.is_dir() {
        named.join(SUITE_FILE)
    } else {
        named.clone()
    };
    let label = path.to_string_lossy().replace('\\', "/");
    let bytes = fs::read(&path)
        .map_err(|error| Failure::input(text!(FileUnreadable, path.display(), error.words())))?;
    let lines = read_lines_from(&label, &bytes)
        .map_err(|error| Failure::input(text!(InputFailed, error.words())))?;
    check(&path, &lines)?;
    let folder = path.parent().map(Path::to_path_buf).unwrap_or_default();
    Ok(Starts {
        file: FileDigest::of_bytes(label, &bytes),
        folder: if folder.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            folder
        },
        positions_sha256: Catalogue::of_lines(&lines).positions_sha256,
        lines: lines.starts,
    })
}

fn check(path: &Path, lines: &SuiteLines) -> Outcome {
    if let Some(error) = lines.errors.first() {
        let file = format!("{}:{}", error.file, error.issue.line);
        let place = located(&file, 0, &error.issue);
        return Err(Failure::input(text!(MatchBadStart, place)));
    }
    if lines.starts.is_empty() {
        return Err(Failure::input(text!(MatchNoStart, path.display())));
    }
    let over = lines
        .starts
        .iter()
        .find(|start| start.position.has_no_move());
    match over {
        Some(start) => Err(Failure::input(text!(
            MatchOverStart,
            path.display(),
            start.line
        ))),
        None => Ok(()),
    }
}

impl Starts {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Refuses starts from which engines that repeat their moves would play few different games.
    ///
    /// # Errors
    ///
    /// Exit 2 with the line of the first.
    pub(super) fn refuse_shallow(&self, args: &ArenaArgs, players: [&Player; 2]) -> Outcome {
        let repeat = players
            .iter()
            .all(|player| player.contestant.is_repeatable());
        if !repeat || self.is_for_book() {
            return Ok(());
        }
        let shallow = self.lines.iter().find(|start| start.ply() < DEEP_ENOUGH);
        match shallow {
            Some(start) if args.allow_shallow != Some(true) => {
                let (file, ply) = (&self.file.path, start.ply());
                Err(Failure::usage(text!(
                    MatchShallow,
                    file,
                    start.line,
                    ply,
                    DEEP_ENOUGH
                )))
            }
            _ => Ok(()),
        }
    }

    /// Whether the suite was made to begin inside a book: its manifest tells.
    fn is_for_book(&self) -> bool {
        let manifest = manifest_of(&self.folder);
        let option = manifest.map(|manifest| manifest["options"]["for_book"].clone());
        matches!(option, Some(Value::Array(books)) if !books.is_empty())
    }

    /// The pairs of the match.
    ///
    /// # Errors
    ///
    /// Exit 2 for no pair, 3 for a start at which the game is over by the rules, 5 if a line that was read cannot be played, which cannot happen.
    pub(super) fn fixtures(&self, args: &ArenaArgs, rules: &Rules) -> Outcome<Vec<Fixture>> {
        let count = in_range(
            "pairs",
            args.pairs.unwrap_or(self.len() as u64),
            1,
            10_000_000,
        )?;
        let first = in_range(
            "first-start",
            args.first_start.unwrap_or(1),
            1,
            self.len() as u64,
        )?;
        let roots: Vec<Root> = self.lines.iter().map(root).collect::<Outcome<_>>()?;
        let is_over = |root: &Root| {
            let position = root.position();
            let plies = position.move_number().saturating_sub(1);
            position.repetition() != Repetition::None || plies >= rules.max_moves
        };
        if let Some(at) = roots.iter().position(is_over) {
            let (file, line) = (&self.file.path, self.lines[at].line);
            return Err(Failure::input(text!(MatchOverStart, file, line)));
        }
        // A start that stands twice in the suite is one: its games are repeated games.
        let mut firsts = HashMap::new();
        let starts: Vec<usize> = roots
            .iter()
            .enumerate()
            .map(|(index, root)| *firsts.entry(root.command()).or_insert(index))
            .collect();
        let fixtures = pairs(self.len(), count, first).map(|pair| Fixture {
            pair: pair.index,
            start: starts[pair.start],
            seed: pair.seed,
            root: roots[pair.start].clone(),
        });
        Ok(fixtures.collect())
    }
}

fn root(start: &StartLine) -> Outcome<Root> {
    let failed = |why: String| Failure::internal(text!(InternalFailed, why));
    let mut root = if start.start_sfen == STARTPOS_SFEN {
        Root::startpos()
    } else {
        let position = Position::from_sfen(&start.start_sfen);
        Root::from_position(position.map_err(|error| failed(error.to_string()))?)
    };
    for &mv in &start.moves {
        root.play(mv).map_err(|error| failed(error.to_string()))?;
    }
    Ok(root)
}

//! `--positions`: what a book's positions may be, from tables, lists of positions, or game records.

use std::num::ParseIntError;
use std::path::Path;

use joban_engine::rules::{Accept, Move, Position, Setup};
use joban_positions::PlyLimit;
use joban_rom_assets::decode::Decoder;

use super::{label, read_input};
use crate::args::RomDecodeArgs;
use crate::commands::Context;
use crate::commands::source::Source;
use crate::failure::{Failure, Outcome};
use crate::i18n::Worded;
use crate::settings::ReadSettings;
use crate::text;

/// Largest file that is tried as text: lists of positions are small.
const TEXT_LIMIT: u64 = 64 << 20;

/// Gives the positions of all `--positions` to the decoder.
///
/// # Errors
///
/// Exit 2 for a path that does not exist or a line that is no position, exit 3 for damaged archives.
pub(super) fn give(
    decoder: &mut Decoder<'_>,
    args: &RomDecodeArgs,
    context: &Context<'_>,
) -> Outcome {
    for path in &args.positions {
        let path = Path::new(path);
        match text(path)? {
            Some(text) if is_table(&text) => give_table(decoder, path, &text)?,
            Some(text) if is_list(&text) => give_list(decoder, path, &text)?,
            _ => give_records(decoder, path, args, context)?,
        }
    }
    Ok(())
}

/// The file as text, if it is text that could be a list.
fn text(path: &Path) -> Outcome<Option<String>> {
    let small = path
        .metadata()
        .is_ok_and(|data| data.is_file() && data.len() <= TEXT_LIMIT);
    if !small {
        return Ok(None);
    }
    let text = String::from_utf8(read_input(path)?).ok();
    Ok(text.map(|text| text.trim_start_matches('\u{feff}').to_owned()))
}

/// Lines that say something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = (1..).zip(text.lines().map(str::trim));
    numbered.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
}

fn columns(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| field.trim().trim_matches('"'))
}

fn is_table(text: &str) -> bool {
    lines(text)
        .next()
        .is_some_and(|(_, line)| columns(line).any(|name| name == "sfen"))
}

fn is_list(text: &str) -> bool {
    lines(text)
        .next()
        .is_some_and(|(_, line)| Setup::from_position_text(line).is_ok())
}

fn bad_line(path: &Path, line: usize, reason: &dyn Worded) -> Failure {
    Failure::usage(text!(BadPositionLine, label(path), line, reason.words()))
}

/// A CSV file with a column `sfen` and perhaps `ply`, such as `book.csv`.
fn give_table(decoder: &mut Decoder<'_>, path: &Path, text: &str) -> Outcome {
    let mut lines = lines(text);
    let header: Vec<&str> = lines
        .next()
        .map_or(Vec::new(), |(_, line)| columns(line).collect());
    let place = |name: &str| header.iter().position(|column| *column == name);
    let (sfen_at, ply_at) = (place("sfen").unwrap_or_default(), place("ply"));
    for (number, line) in lines {
        let fields: Vec<&str> = columns(line).collect();
        let field = |at: usize| fields.get(at).copied().unwrap_or_default();
        let ply = match ply_at.map(field) {
            None | Some("") => None,
            Some(ply) => Some(
                ply.parse()
                    .map_err(|error: ParseIntError| bad_line(path, number, &error))?,
            ),
        };
        let (setup, _) =
            Setup::from_sfen(field(sfen_at)).map_err(|error| bad_line(path, number, &error))?;
        let position = Position::from_setup(&setup, Accept::Strict)
            .map_err(|error| bad_line(path, number, &error))?;
        decoder.give(&position, ply);
    }
    Ok(())
}

/// One position a line: an SFEN, whose move number tells the ply if it has one, or `startpos moves …`, every position of
/// which is given.
fn give_list(decoder: &mut Decoder<'_>, path: &Path, text: &str) -> Outcome {
    for (number, line) in lines(text) {
        let (setup, notes, moves) =
            Setup::from_position_text(line).map_err(|error| bad_line(path, number, &error))?;
        let mut position = Position::from_setup(&setup, Accept::Strict)
            .map_err(|error| bad_line(path, number, &error))?;
        let mut ply = notes.ply_given.then(|| setup.move_number.saturating_sub(1));
        give_one(decoder, &position, ply);
        for text in moves {
            let mv = Move::from_usi(text).map_err(|error| bad_line(path, number, &error))?;
            position
                .play(mv)
                .map_err(|error| bad_line(path, number, &error))?;
            ply = ply.map(|ply| ply + 1);
            give_one(decoder, &position, ply);
        }
    }
    Ok(())
}

fn give_one(decoder: &mut Decoder<'_>, position: &Position, ply: Option<u32>) {
    match ply.map(u8::try_from) {
        None => decoder.give(position, None),
        Some(Ok(ply)) => decoder.give(position, Some(ply)),
        // No book goes so far.
        Some(Err(_)) => {}
    }
}

/// Records, archives, folders, or tables of `ingest`: the even games' positions up to the book's last ply.
fn give_records(
    decoder: &mut Decoder<'_>,
    path: &Path,
    args: &RomDecodeArgs,
    context: &Context<'_>,
) -> Outcome {
    let config = context.loaded.config.clone();
    let limits = args.limits.clone().or(config.limits);
    let settings = ReadSettings::new(args.read.clone().or(config.read), limits)?;
    let source = Source::open(&[path.as_os_str().to_owned()], &settings)?;
    let plies = PlyLimit::First(u32::from(decoder.last_ply()) + 1);
    let read = source.read(plies, false, &settings, context)?;
    let start = Position::startpos().sfen_key();
    for game in read.corpus.games() {
        let even = Setup::from_sfen(read.corpus.start_sfen(game));
        if even.is_ok_and(|(setup, _)| setup.to_sfen_key() == start) {
            give_game(decoder, read.corpus.moves(game));
        }
    }
    Ok(())
}

fn give_game(decoder: &mut Decoder<'_>, words: &[u16]) {
    let mut position = Position::startpos();
    decoder.give(&position, Some(0));
    for (ply, word) in (1..=u8::MAX).zip(words) {
        let played = Move::from_word(*word).is_some_and(|mv| position.play(mv).is_ok());
        if !played {
            return;
        }
        decoder.give(&position, Some(ply));
    }
}

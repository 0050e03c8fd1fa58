//! Builds the four test ROMs and what a second emulator needs to check them:
//! `cargo run -p joban-rom-assets --example test_roms -- FOLDER [GAMES]`, then `scripts/check/rom.py FOLDER`.
//!
//! GAMES is a text file with `startpos moves …` lines; without it games are made.

#[path = "../tests/support/corpus.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the tests")]
mod corpus;

use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position};
use joban_rom_assets::assets::{Assets, KeySource};
use joban_rom_assets::sdcc::{self, Probe, Tables};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let folder = arguments.next().ok_or("usage: test_roms FOLDER [GAMES]")?;
    let games = match arguments.next() {
        Some(path) => read_games(&fs::read_to_string(path)?)?,
        None => corpus::made_games(120, 60, 5),
    };
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("games.txt"), games_text(&games))?;
    for layout in [Layout::Full, Layout::Compact] {
        build(&folder, &games, layout)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a tool of the command line")]
fn build(
    folder: &Path,
    games: &[corpus::Game],
    layout: Layout,
) -> Result<(), Box<dyn std::error::Error>> {
    let keys = RomKeys::from_seed(11, layout);
    let book = corpus::book(games, &keys, 512);
    fs::write(folder.join(format!("{layout}.keys.bin")), keys.bytes())?;
    fs::write(folder.join(format!("{layout}.book.bin")), book.encode())?;
    let assets = Assets::new(
        &book,
        &keys,
        &KeySource::Seed(11),
        env!("CARGO_PKG_VERSION"),
    )?;
    for probe in Probe::ALL {
        let name = format!("{}-{layout}", probe.as_str());
        let scratch = folder.join(&name);
        fs::create_dir_all(&scratch)?;
        let rom = sdcc::build(&assets, probe, Tables::C, &scratch)?;
        fs::write(folder.join(format!("{name}.gb")), &rom.image)?;
        fs::write(folder.join(format!("{name}.noi")), &rom.noi)?;
        println!("{name}.gb: probe of {} bytes", rom.probe_bytes()?);
    }
    Ok(())
}

fn read_games(text: &str) -> Result<Vec<corpus::Game>, Box<dyn std::error::Error>> {
    let lines = text
        .lines()
        .filter_map(|line| line.strip_prefix("startpos moves "));
    let game = |line: &str| line.split_ascii_whitespace().map(Move::from_usi).collect();
    Ok(lines.map(game).collect::<Result<_, _>>()?)
}

fn games_text(games: &[corpus::Game]) -> String {
    let line = |game: &corpus::Game| {
        let moves: Vec<String> = game.iter().map(Move::to_string).collect();
        debug_assert!(replays(game));
        format!("startpos moves {}\n", moves.join(" "))
    };
    games.iter().map(line).collect()
}

fn replays(game: &corpus::Game) -> bool {
    let mut position = Position::startpos();
    game.iter().all(|&mv| position.play(mv).is_ok())
}

//! Writes positions with their legal moves for comparison with other programs (`scripts/check/legal_moves.py`).
//!
//! `dump_moves [--positions N] [--seed S]` prints N positions of random play, random play around pawn-drop mates and pins,
//! and every position of the records in the shared data (env `JOBAN_SHARED`), one a line: SFEN, a tab, 1 if in check else 0,
//! a tab, the legal moves in USI notation, sorted and separated by blanks.

#[path = "../tests/common/mod.rs"]
mod common;

use common::positions::{MATSURI, MAX_MOVES, PAWN_DROPS, PINS};
use joban_engine::rules::{Accept, Position, Replay};
use std::io::{BufWriter, Write, stdout};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let (positions, seed) = options();
    let mut out = BufWriter::new(stdout().lock());
    let mut result = Ok(());
    let mut write = |position: &Position| {
        if result.is_ok() {
            result = write_position(&mut out, position);
        }
    };
    common::random_positions(&Position::startpos(), seed, positions, &mut write);
    special(&mut write);
    for path in common::shared("dump_moves")
        .iter()
        .flat_map(|folder| common::record_files(folder))
    {
        record(&path, &mut write)?;
    }
    result?;
    out.flush()
}

fn options() -> (usize, u64) {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, default: u64| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)?.parse().ok())
            .unwrap_or(default)
    };
    (value("--positions", 1000) as usize, value("--seed", 1))
}

/// Random play around the positions with pawn-drop mates and pins, from both sides.
fn special(write: &mut dyn FnMut(&Position)) {
    for (seed, sfen) in (0..).zip(PAWN_DROPS.iter().chain(&PINS).chain([&MATSURI, &MAX_MOVES])) {
        let position = Position::from_sfen(sfen).expect("a position");
        let flipped = position.to_setup().flip();
        for start in [
            position,
            Position::from_setup(&flipped, Accept::OneKing).expect("a position"),
        ] {
            common::random_positions(&start, seed, 200, write);
        }
    }
}

fn record(path: &Path, write: &mut dyn FnMut(&Position)) -> std::io::Result<()> {
    let bytes = std::fs::read(path)?;
    let mut replay = Replay::new();
    common::for_each_record(&bytes, &path.to_string_lossy(), &mut |record, _| {
        let _ = replay.run(record, |position, _, _| write(position));
    });
    Ok(())
}

fn write_position(out: &mut impl Write, position: &Position) -> std::io::Result<()> {
    let mut moves: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    moves.sort_unstable();
    writeln!(
        out,
        "{}\t{}\t{}",
        position.sfen(),
        u8::from(position.in_check()),
        moves.join(" ")
    )
}

//! The 16-bit key collides as chance would have it: on real positions, and on structures that a weak key confuses.
//! Each mean over the seeds lies within three standard errors of chance; the standard error is that of the sample of
//! seeds, since sets of values that share bytes are not independent of each other.

mod common;

use joban_engine::keys::{board_index, for_each_value};
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Color, Move, Piece, PieceKind, Position, Replay, Setup, Square};
use std::collections::{BTreeMap, BTreeSet};

const SEEDS: u64 = 128;

/// Counts collisions with the keys of each seed among `sets` pairs and compares the mean with sets / 2^16.
#[expect(clippy::print_stdout, reason = "figures for people")]
fn check(name: &str, layout: Layout, mut count: impl FnMut(&RomKeys) -> (u64, u64)) {
    let mut counts = Vec::new();
    let mut sets = 0;
    for seed in 0..SEEDS {
        let (collisions, all) = count(&RomKeys::from_seed(seed, layout));
        counts.push(collisions as f64);
        sets = all;
    }
    let n = counts.len() as f64;
    let mean = counts.iter().sum::<f64>() / n;
    let variance = counts
        .iter()
        .map(|count| (count - mean).powi(2))
        .sum::<f64>()
        / (n - 1.0);
    let error = (variance / n).sqrt();
    let chance = sets as f64 / 65_536.0;
    let off = (mean - chance) / error;
    println!(
        "{name} ({layout}): {sets} sets, mean {mean:.3}, chance {chance:.3}, off by {off:.2} standard errors"
    );
    assert!(
        off.abs() <= 3.0,
        "{name} ({layout}) is off by {off:.2} standard errors"
    );
}

fn both(name: &str, count: impl Fn(&RomKeys) -> (u64, u64)) {
    for layout in [Layout::Full, Layout::Compact] {
        check(name, layout, &count);
    }
}

/// Pairs of equal numbers.
fn equal_pairs(numbers: &mut [u16]) -> u64 {
    numbers.sort_unstable();
    numbers
        .chunk_by(|a, b| a == b)
        .map(|run| pairs(run.len()))
        .sum()
}

const fn pairs(n: usize) -> u64 {
    (n as u64) * (n as u64).saturating_sub(1) / 2
}

fn pieces() -> impl Iterator<Item = Piece> {
    Color::ALL
        .into_iter()
        .flat_map(|color| PieceKind::ALL.map(|kind| Piece::new(color, kind)))
}

/// Unordered pairs of squares.
fn square_pairs() -> impl Iterator<Item = (Square, Square)> {
    Square::all().flat_map(|a| Square::all().filter(move |&b| a < b).map(move |b| (a, b)))
}

/// What changes in the key when a piece stands on one of two squares rather than on the other.
fn moved(keys: &RomKeys, piece: Piece, a: Square, b: Square) -> u16 {
    keys.value(board_index(piece, a)) ^ keys.value(board_index(piece, b))
}

#[test]
fn two_different_pieces_swapped() {
    both("two different pieces swapped", |keys| {
        let mut counts = (0, 0);
        for (a, b) in square_pairs() {
            let mut changes: Vec<u16> = pieces().map(|piece| moved(keys, piece, a, b)).collect();
            counts.0 += equal_pairs(&mut changes);
            counts.1 += pairs(changes.len());
        }
        counts
    });
}

#[test]
fn equal_pieces_on_rectangle_corners() {
    let corners: Vec<_> = square_pairs()
        .filter(|(a, b)| a.file() < b.file() && a.rank() < b.rank())
        .filter_map(|(a, b)| {
            Some((
                a,
                b,
                Square::new(a.file(), b.rank())?,
                Square::new(b.file(), a.rank())?,
            ))
        })
        .collect();
    both("equal pieces on rectangle corners", |keys| {
        let mut counts = (0, 0);
        for piece in pieces() {
            let equal = corners
                .iter()
                .filter(|&&(a, b, c, d)| moved(keys, piece, a, b) == moved(keys, piece, c, d));
            counts.0 += equal.count() as u64;
            counts.1 += corners.len() as u64;
        }
        counts
    });
}

type Mirror = fn(Piece, Square) -> (Piece, Square);

/// A move and its mirror image, made together or not at all.
fn mirrored(name: &str, mirror: Mirror) {
    let mut seen = BTreeSet::new();
    let mut sets = Vec::new();
    for piece in pieces() {
        for (a, b) in square_pairs() {
            let ((other, c), (_, d)) = (mirror(piece, a), mirror(piece, b));
            let set = symmetric(&[
                board_index(piece, a),
                board_index(piece, b),
                board_index(other, c),
                board_index(other, d),
            ]);
            if !set.is_empty() && seen.insert(set.clone()) {
                sets.push(set);
            }
        }
    }
    both(name, |keys| {
        let zero =
            |set: &&Vec<usize>| set.iter().fold(0, |key, &index| key ^ keys.value(index)) == 0;
        (sets.iter().filter(zero).count() as u64, sets.len() as u64)
    });
}

/// The indices that occur an odd number of times, sorted.
fn symmetric(indices: &[usize]) -> Vec<usize> {
    let mut odd = BTreeSet::new();
    for &index in indices {
        if !odd.remove(&index) {
            odd.insert(index);
        }
    }
    odd.into_iter().collect()
}

#[test]
fn moves_mirrored_left_to_right() {
    mirrored("moves mirrored left to right", |piece, square| {
        (piece, square.mirror())
    });
}

#[test]
fn moves_turned_by_180_degrees() {
    mirrored("moves turned by 180 degrees", |piece, square| {
        (piece.flip(), square.flip())
    });
}

#[test]
fn moves_mirrored_between_the_sides() {
    mirrored("moves mirrored between the sides", |piece, square| {
        (piece.flip(), square.flip().mirror())
    });
}

/// Two pieces, equal or not, each moved by the same vector.
#[test]
fn parallel_moves() {
    let mut by_vector: BTreeMap<(i8, i8), Vec<(Square, Square)>> = BTreeMap::new();
    for (a, b) in square_pairs() {
        let vector = (
            b.file() as i8 - a.file() as i8,
            b.rank() as i8 - a.rank() as i8,
        );
        by_vector.entry(vector).or_default().push((a, b));
    }
    both("parallel moves", |keys| {
        let mut counts = (0, 0);
        for moves in by_vector.values() {
            let changes = pieces()
                .flat_map(|piece| moves.iter().map(move |&(a, b)| moved(keys, piece, a, b)));
            let mut changes: Vec<u16> = changes.collect();
            counts.0 += equal_pairs(&mut changes);
            counts.1 += pairs(changes.len());
        }
        counts
    });
}

/// The value indices of a position.
fn values(position: &Position) -> Vec<u16> {
    let mut indices = Vec::new();
    for_each_value(position, |index| indices.push(index as u16));
    indices
}

/// Distinct positions by ply, as value indices: all records and start-position lines of the shared data.
fn shared_positions() -> Option<Vec<Vec<Vec<u16>>>> {
    let folder = common::shared("collisions on real positions")?;
    let mut seen = BTreeSet::new();
    let mut plies: Vec<Vec<Vec<u16>>> = Vec::new();
    let mut add = |ply: usize, position: &Position| {
        if seen.insert((ply, position.key())) {
            plies.resize_with(plies.len().max(ply + 1), Vec::new);
            plies[ply].push(values(position));
        }
    };
    let mut replay = Replay::new();
    for path in common::record_files(&folder) {
        let bytes = std::fs::read(&path).expect("a readable file");
        common::for_each_record(&bytes, &path.to_string_lossy(), &mut |record, _| {
            let mut plies = 0;
            let _ = replay.run(record, |position, _, ply| {
                plies = ply + 1;
                add(ply, position);
            });
            add(plies, replay.position());
        });
    }
    for line in suite_lines(&folder) {
        play_line(&line, &mut add);
    }
    Some(plies)
}

fn suite_lines(folder: &std::path::Path) -> Vec<String> {
    let files = std::fs::read_dir(folder.join("suites"))
        .into_iter()
        .flatten()
        .flatten();
    let texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    texts
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect()
}

fn play_line(line: &str, add: &mut dyn FnMut(usize, &Position)) {
    let Ok((setup, _, moves)) = Setup::from_position_text(line) else {
        return;
    };
    let Ok(mut position) = Position::from_setup(&setup, Default::default()) else {
        return;
    };
    for mv in moves.map_while(|text| Move::from_usi(text).ok()) {
        add(position.ply() as usize, &position);
        if position.play(mv).is_err() {
            return;
        }
    }
    add(position.ply() as usize, &position);
}

#[test]
fn real_positions_at_one_ply() {
    let Some(plies) = shared_positions() else {
        return;
    };
    let sets = plies.iter().map(|list| pairs(list.len())).sum::<u64>();
    println!(
        "{} distinct positions at {} plies",
        plies.iter().map(Vec::len).sum::<usize>(),
        plies.len()
    );
    both("real positions at one ply", |keys| {
        let key = |indices: &Vec<u16>| {
            indices
                .iter()
                .fold(0, |key, &index| key ^ keys.value(index.into()))
        };
        let count =
            |list: &Vec<Vec<u16>>| equal_pairs(&mut list.iter().map(key).collect::<Vec<_>>());
        (plies.iter().map(count).sum(), sets)
    });
}

//! Move lists against the independent generator of the crate shogi_legality_lite, on random play, the records of the
//! shared data, and positions around pawn-drop mates and pins. (scripts/check/legal_moves.py compares with cshogi.)

mod common;

use common::positions::{MATSURI, MAX_MOVES, PAWN_DROPS, PINS};
use joban_engine::rules::{Accept, Move, Position, PositionIssue, Replay};
use shogi_usi_parser::FromUsi;

/// Positions of random play; together with the rest more than 200,000 with JOBAN_SLOW=1.
fn random_count() -> usize {
    if common::slow() { 180_000 } else { 20_000 }
}

fn compare(position: &Position) {
    let sfen = position.sfen();
    let partial = shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).expect("an SFEN");
    let mut theirs: Vec<String> = shogi_legality_lite::all_legal_moves_partial(&partial)
        .into_iter()
        .map(to_usi)
        .collect();
    let mut ours: Vec<String> = position
        .legal_moves()
        .iter()
        .map(ToString::to_string)
        .collect();
    if has_missing_king(position) {
        // That crate drops nothing where a king is missing; the plain rules in the engine's own tests cover it.
        ours.retain(|text| !text.contains('*'));
        theirs.retain(|text| !text.contains('*'));
    }
    ours.retain(|text| theirs.contains(text) || !is_stalemating_pawn_drop(position, text));
    theirs.sort_unstable();
    ours.sort_unstable();
    assert_eq!(ours, theirs, "{sfen}");
}

fn has_missing_king(position: &Position) -> bool {
    let issues = position.to_setup().issues();
    issues
        .iter()
        .any(|issue| matches!(issue, PositionIssue::MissingKing { .. }))
}

/// A pawn drop that leaves the opponent no move without giving check is legal (and wins); that crate takes it for a
/// pawn-drop mate. cshogi and the engine's plain rules agree with us.
fn is_stalemating_pawn_drop(position: &Position, text: &str) -> bool {
    let mut after = position.clone();
    let played = after.play(Move::from_usi(text).expect("a move"));
    text.starts_with("P*") && played.is_ok() && after.has_no_move() && !after.in_check()
}

fn to_usi(mv: shogi_core::Move) -> String {
    let square =
        |sq: shogi_core::Square| format!("{}{}", sq.file(), char::from(b'a' + sq.rank() - 1));
    match mv {
        shogi_core::Move::Normal { from, to, promote } => {
            format!(
                "{}{}{}",
                square(from),
                square(to),
                if promote { "+" } else { "" }
            )
        }
        shogi_core::Move::Drop { piece, to } => {
            let letter = match piece.piece_kind() {
                shogi_core::PieceKind::Pawn => 'P',
                shogi_core::PieceKind::Lance => 'L',
                shogi_core::PieceKind::Knight => 'N',
                shogi_core::PieceKind::Silver => 'S',
                shogi_core::PieceKind::Gold => 'G',
                shogi_core::PieceKind::Bishop => 'B',
                shogi_core::PieceKind::Rook => 'R',
                other => panic!("{other:?} in hand"),
            };
            format!("{letter}*{}", square(to))
        }
    }
}

#[test]
fn random_play_from_the_start() {
    common::random_positions(&Position::startpos(), 1, random_count(), &mut compare);
}

/// Around each special position: it, its flip, and random play from it.
#[test]
fn pawn_drops_and_pins() {
    let steps = if common::slow() { 400 } else { 40 };
    for (seed, sfen) in (0..).zip(PAWN_DROPS.iter().chain(&PINS).chain([&MATSURI, &MAX_MOVES])) {
        let position = Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"));
        let flipped = position.to_setup().flip();
        let flipped = Position::from_setup(&flipped, Accept::OneKing).expect("a position");
        for start in [position, flipped] {
            common::random_positions(&start, seed, steps, &mut compare);
        }
    }
}

/// Every position of the records of the shared data (every 8th without JOBAN_SLOW=1).
#[test]
fn records_of_the_shared_data() {
    let Some(folder) = common::shared("move lists on records") else {
        return;
    };
    let step = if common::slow() { 1 } else { 8 };
    let mut replay = Replay::new();
    let mut count = 0_usize;
    for path in common::record_files(&folder) {
        let bytes = std::fs::read(&path).expect("a readable file");
        common::for_each_record(&bytes, &path.to_string_lossy(), &mut |record, _| {
            let _ = replay.run(record, |position, _, _| {
                count += 1;
                if count.is_multiple_of(step) {
                    compare(position);
                }
            });
        });
    }
    println!("{count} positions of records, every {step}th compared");
}

//! Properties of positions, moves and keys on random play.

mod common;

use common::positions::{MATSURI, MAX_MOVES, PAWN_DROPS, PINS};
use joban_engine::rng::SplitMix64;
use joban_engine::rom_key::{Layout, RomKeys};
use joban_engine::rules::{Move, Position, RefusalReason, Setup};
use joban_engine::{keys, rules::Accept};
use proptest::prelude::*;

/// Generator, legality test and refusals agree on all 2^15 words (and on those above, which are no moves).
fn check_all_words(position: &Position) {
    let list = position.legal_moves();
    for word in 0..=u16::MAX {
        let Some(mv) = Move::from_word(word) else {
            continue;
        };
        assert_eq!(
            position.is_legal(mv),
            list.contains(&mv),
            "{mv} in {position:?}"
        );
    }
}

#[test]
fn generator_and_legality_test_agree_on_every_word() {
    let count = if common::slow() { 2_000 } else { 60 };
    let mut seen = 0_usize;
    common::random_positions(&Position::startpos(), 3, 40 * count, &mut |position| {
        seen += 1;
        if seen.is_multiple_of(40) {
            check_all_words(position);
        }
    });
    for sfen in PAWN_DROPS.iter().chain(&PINS).chain([&MATSURI, &MAX_MOVES]) {
        check_all_words(&Position::from_sfen(sfen).expect("a position"));
    }
}

/// What is left of a refusal must be true: king safety is claimed only where the move is pseudo-legal.
#[test]
fn refusals_name_the_rule() {
    for sfen in PAWN_DROPS.iter().chain(&PINS) {
        let position = Position::from_sfen(sfen).expect("a position");
        let king = |setup: &Setup| setup.in_check(position.side());
        for mv in (0..1 << 15).filter_map(Move::from_word) {
            let Some(refusal) = position.refusal(mv) else {
                continue;
            };
            if refusal.reason == RefusalReason::LeavesKingInCheck {
                assert!(king(&after(&position, mv)), "{refusal} in {sfen}");
            }
            if refusal.reason == RefusalReason::PawnDropMate {
                assert!(!king(&after(&position, mv)), "{refusal} in {sfen}");
            }
        }
    }
}

/// The diagram after a move that was not checked.
fn after(position: &Position, mv: Move) -> Setup {
    let mut setup = position.to_setup();
    let piece = match mv.source() {
        joban_engine::rules::Source::Board(from) => setup.board[from.index()].take(),
        joban_engine::rules::Source::Drop(kind) => {
            Some(joban_engine::rules::Piece::new(position.side(), kind))
        }
    };
    setup.board[mv.to().index()] = piece;
    setup
}

/// Plays at random, comparing incremental keys with recomputed ones, then takes everything back.
fn play_and_undo(sfen: &str, seed: u64, plies: usize) {
    let mut position = Position::from_sfen(sfen).expect("a position");
    let tables = [
        RomKeys::from_seed(seed, Layout::Full),
        RomKeys::from_seed(seed, Layout::Compact),
        RomKeys::from_seed(seed, Layout::Table),
    ];
    let mut rom: Vec<u16> = tables.iter().map(|table| table.key(&position)).collect();
    let mut rng = SplitMix64::new(seed);
    let mut states = Vec::new();
    for _ in 0..plies {
        let Some(mv) = common::pick(&position, &mut rng) else {
            break;
        };
        states.push((
            position.to_setup(),
            position.key(),
            position.in_check(),
            position.legal_moves().to_vec(),
        ));
        for (key, table) in rom.iter_mut().zip(&tables) {
            *key = table.update(*key, &position, mv);
        }
        let mut made = position.to_setup();
        made.make(mv);
        position.play(mv).expect("legal");
        assert_eq!(position.to_setup(), made);
        assert_eq!(position.key(), keys::compute(&position));
        assert_eq!(
            rom,
            tables
                .iter()
                .map(|table| table.key(&position))
                .collect::<Vec<_>>()
        );
        let fresh = Position::from_setup(&position.to_setup(), Accept::OneKing)
            .expect("a legal move leads to a position");
        assert_eq!(fresh.key(), position.key());
        assert_eq!(fresh.in_check(), position.in_check());
    }
    while let Some((setup, key, in_check, moves)) = states.pop() {
        position.undo().expect("a move to take back");
        assert_eq!(position.to_setup(), setup);
        assert_eq!((position.key(), position.in_check()), (key, in_check));
        assert_eq!(position.legal_moves().to_vec(), moves);
    }
    assert_eq!(position.undo(), None);
}

#[test]
fn undo_restores_everything() {
    for (seed, sfen) in (0..).zip(PAWN_DROPS.iter().chain(&PINS).chain([&MATSURI, &MAX_MOVES])) {
        play_and_undo(sfen, seed, 60);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn undo_restores_everything_from_the_start(seed: u64) {
        play_and_undo("startpos", seed, 200);
    }

    #[test]
    fn canonical_sfen_reads_back(seed: u64) {
        common::random_positions(&Position::startpos(), seed, 60, &mut |position| {
            let sfen = position.sfen();
            let (setup, notes) = Setup::from_sfen(&sfen).expect("our own SFEN");
            assert!(notes.ply_given);
            assert_eq!(setup, position.to_setup());
            assert_eq!(setup.to_sfen(), sfen);
            assert_eq!(setup.flip().flip(), setup);
        });
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[ \\t+/1-9plnsgbrkPLNSGBRKbw0-]{0,120}") {
        if let Ok((setup, _)) = Setup::from_sfen(&text) {
            let _ = setup.issues();
            let _ = Position::from_setup(&setup, Accept::OneKing);
        }
    }

    #[test]
    fn any_unicode_is_read_or_refused(text in "\\PC{0,60}") {
        let _ = Setup::from_position_text(&text).map(|(setup, _, moves)| (setup.to_sfen(), moves.count()));
        let _ = Move::from_usi(&text);
    }

    /// Diagrams with any pieces anywhere: accepted or refused with reasons, and accepted ones can be played.
    #[test]
    fn any_diagram_is_playable_or_refused(seed: u64, density in 1_u64..40) {
        let setup = random_setup(seed, density);
        let (read, _) = Setup::from_sfen(&setup.to_sfen()).expect("our own SFEN");
        prop_assert_eq!(&read, &setup);
        match Position::from_setup(&setup, Accept::OneKing) {
            Err(rejected) => prop_assert!(!rejected.issues.is_empty()),
            Ok(mut position) => {
                let mut rng = SplitMix64::new(seed);
                for _ in 0..30 {
                    let Some(mv) = common::pick(&position, &mut rng) else { break };
                    position.play(mv).expect("legal");
                }
            }
        }
    }
}

fn random_setup(seed: u64, density: u64) -> Setup {
    use joban_engine::rules::{Color, Piece, PieceKind, Square};
    let mut rng = SplitMix64::new(seed);
    let mut setup = Setup::empty();
    let color = |rng: &mut SplitMix64| Color::ALL[rng.below(2) as usize];
    for square in Square::all() {
        if rng.below(81) < density {
            let kind = PieceKind::ALL[rng.below(14) as usize];
            let kind = if kind == PieceKind::King {
                PieceKind::Gold
            } else {
                kind
            };
            setup.board[square.index()] = Some(Piece::new(color(&mut rng), kind));
        }
    }
    for side in Color::ALL {
        let at = rng.below(81) as usize;
        if rng.below(8) > 0 {
            setup.board[at] = Some(Piece::new(side, PieceKind::King));
        }
        let kind = PieceKind::HAND[rng.below(7) as usize];
        setup.hands[side.index()].set(kind, rng.below(3) as u8);
    }
    setup.side = color(&mut rng);
    setup.move_number = rng.below(500) as u32 + 1;
    setup
}

//! Japanese notation against the crate shogi_official_kifu, which writes it by the rules of the Shogi Association, and KIF
//! records of games against the games.

mod common;

use common::positions::{MATSURI, MAX_MOVES, PINS};
use joban_csa_parse::{Parser, RawRecord, ReadOptions, Record, Split, split_records};
use joban_engine::rules::{Color, Move, PieceKind, Position, RefusalReason, Replay, Source};
use shogi_official_kifu::display_single_move;
use shogi_usi_parser::FromUsi;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

fn read(text: &str) -> Record {
    let mut records = Vec::new();
    let label: Arc<str> = Arc::from("test.kif");
    let opts = ReadOptions::default();
    split_records(&mut text.as_bytes(), &label, &opts, &mut |split| {
        if let Split::Record(raw) = split {
            records.push(raw);
        }
        ControlFlow::Continue(())
    })
    .expect("memory");
    let [raw]: [RawRecord; 1] = records.try_into().expect("one record");
    let mut record = Record::new();
    Parser::new(opts)
        .parse(&raw, &mut record)
        .expect("a record");
    record
}

fn resolve(position: &Position, text: &str) -> Result<Move, RefusalReason> {
    let token = read(text).moves[0].token;
    position
        .move_from_written(token)
        .map_err(|refusal| refusal.reason)
}

/// The official text of every legal move names that move.
fn check(position: &Position, texts: &mut usize) {
    let sfen = position.sfen();
    let partial = shogi_core::PartialPosition::from_usi(&format!("sfen {sfen}")).expect("an SFEN");
    let official = |mv: Move| {
        let theirs = shogi_core::Move::from_usi(&mv.to_string()).expect("a move");
        Some((mv, display_single_move(&partial, theirs)?))
    };
    let moves = position.legal_moves();
    let written: Vec<(Move, String)> = moves.iter().copied().filter_map(official).collect();
    if written.is_empty() {
        return;
    }
    let text: String = written.iter().map(|(_, text)| format!("{text} ")).collect();
    let record = read(&text);
    for ((mv, text), entry) in written.iter().zip(&record.moves) {
        assert_eq!(
            position.move_from_written(entry.token),
            Ok(*mv),
            "{text} in {sfen}"
        );
        *texts += 1;
    }
}

#[test]
fn official_notation_names_its_move() {
    let mut texts = 0;
    for sfen in [MATSURI, MAX_MOVES].into_iter().chain(PINS) {
        check(&Position::from_sfen(sfen).expect("a position"), &mut texts);
    }
    let count = if common::slow() { 20_000 } else { 400 };
    common::random_positions(&Position::startpos(), 11, count, &mut |position| {
        check(position, &mut texts);
    });
    assert!(texts > 15_000, "{texts} texts were compared");
}

#[test]
fn what_names_no_move_is_refused() {
    let start = Position::startpos();
    let golds = Position::from_sfen("4k4/9/9/9/9/9/9/3G1G3/4K4 b P 1").expect("a position");
    assert_eq!(resolve(&golds, "▲５八金"), Err(RefusalReason::Ambiguous));
    assert_eq!(
        resolve(&golds, "▲５八金右").map(|mv| mv.to_string()),
        Ok("4h5h".to_owned())
    );
    assert_eq!(
        resolve(&golds, "▲５八金直"),
        Err(RefusalReason::NoPieceComes)
    );
    assert_eq!(
        resolve(&start, "▲５五銀右"),
        Err(RefusalReason::NoPieceComes)
    );
    assert_eq!(
        resolve(&start, "△３四歩"),
        Err(RefusalReason::TurnMismatch {
            to_move: Color::Black
        })
    );
    // Nobody can come: it is a drop, whether it is legal or not.
    assert_eq!(
        resolve(&golds, "▲５五歩").map(|mv| mv.to_string()),
        Ok("P*5e".to_owned())
    );
    assert_eq!(resolve(&golds, "▲５五玉"), Err(RefusalReason::NoPieceComes));
}

#[test]
fn a_pinned_piece_is_not_meant() {
    // The gold on 5h is pinned by the rook, so only the other one can come to 4h.
    let pinned = Position::from_sfen("k3r4/9/9/9/9/9/9/4G4/4K1G2 b - 1");
    let position = pinned.expect("a position");
    assert_eq!(
        resolve(&position, "▲４八金").map(|mv| mv.to_string()),
        Ok("3i4h".to_owned())
    );
}

fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::Gold => "金",
        PieceKind::King => "玉",
        PieceKind::ProPawn => "と",
        PieceKind::ProLance => "成香",
        PieceKind::ProKnight => "成桂",
        PieceKind::ProSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}

/// A line of KIF.
fn kif_line(position: &Position, mv: Move, last: Option<Move>, out: &mut String) {
    let pick = |text: &str, n: u8| text.chars().nth(usize::from(n) - 1).expect("1 to 9");
    let to = mv.to();
    let place = match last {
        Some(last) if last.to() == to => "同　".to_owned(),
        _ => [
            pick("１２３４５６７８９", to.file()),
            pick("一二三四五六七八九", to.rank()),
        ]
        .iter()
        .collect(),
    };
    let (kind, tail) = match mv.source() {
        Source::Drop(kind) => (kind, "打".to_owned()),
        Source::Board(from) => {
            let kind = position.piece_on(from).expect("a piece").kind;
            let promotion = if mv.is_promotion() { "成" } else { "" };
            (kind, format!("{promotion}({}{})", from.file(), from.rank()))
        }
    };
    let number = position.ply() + 1;
    writeln!(
        out,
        "{number:4} {place}{}{tail}   ( 0:01/00:00:01)",
        piece_name(kind)
    )
    .expect("memory");
}

/// The game as KIF, read back, has the same moves; and so it has without numbers and origins as far as that is unambiguous.
fn through_kif(start: &Position, moves: &[Move]) {
    let mut text = "手合割：平手\n手数----指手---------消費時間--\n".to_owned();
    let mut position = start.clone();
    let mut last = None;
    for &mv in moves {
        kif_line(&position, mv, last, &mut text);
        position.play(mv).expect("legal");
        last = Some(mv);
    }
    let record = read(&text);
    assert_eq!(record.warnings, []);
    let mut replay = Replay::new();
    replay.run(&record, |_, _, _| {}).expect("legal");
    assert_eq!(replay.moves(), moves);
}

#[test]
fn random_games_come_back_from_kif() {
    let mut rng = joban_engine::rng::SplitMix64::new(5);
    for _ in 0..40 {
        let mut position = Position::startpos();
        while position.ply() < 200 {
            let Some(mv) = common::pick(&position, &mut rng) else {
                break;
            };
            position.play(mv).expect("legal");
        }
        through_kif(&Position::startpos(), &position.moves().collect::<Vec<_>>());
    }
}

#[test]
fn real_games_come_back_from_kif() {
    let Some(folder) = common::shared("real_games_come_back_from_kif") else {
        return;
    };
    let mut games = 0;
    let mut replay = Replay::new();
    for path in common::record_files(&folder.join("wcsc28")) {
        let bytes = std::fs::read(&path).expect("a file");
        common::for_each_record(&bytes, "real", &mut |record, parsed| {
            let played = parsed && replay.run(record, |_, _, _| {}).is_ok();
            if played && replay.start().is_none() && !replay.moves().is_empty() {
                through_kif(&Position::startpos(), replay.moves());
                games += 1;
            }
        });
    }
    assert!(games > 100, "{games} games");
}

//! CSA set-ups and moves: what is read, and where errors are placed.

mod common;

use joban_csa_parse::IssueKind;
use joban_engine::rules::{Accept, Broken, Color, Position, Replay, Replayed, Setup, replay};

fn read(text: &str) -> Result<Replayed, Broken> {
    let mut result = None;
    common::for_each_record(text.as_bytes(), "test", &mut |record, parsed| {
        assert!(parsed, "the text parses: {text}");
        result.get_or_insert_with(|| replay(record, |_, _, _| {}));
    });
    result.expect("a record")
}

fn refused(text: &str, kind: IssueKind, line: u64, good_plies: usize) -> String {
    let broken = read(text).expect_err("refused");
    let issue = broken.issue;
    assert_eq!(
        (issue.kind, issue.line, broken.good_plies),
        (kind, line, good_plies),
        "{issue}"
    );
    format!("{}: {}", issue.text, issue.reason)
}

fn start(text: &str) -> String {
    read(text).expect("replays").start_sfen
}

#[test]
fn starts() {
    assert_eq!(start("V2.2\nPI\n+\n"), Position::startpos().sfen());
    assert_eq!(
        start("V2.2\nPI82HI22KA\n-\n"),
        "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    );
    assert_eq!(
        start("V2.2\nP-51OU\nP+59OU\nP+00FU\nP-00AL\n+\n"),
        "4k4/9/9/9/9/9/9/9/4K4 b P2r2b4g4s4n4l17p 1"
    );
    assert_eq!(
        start("V2.2\nP-11OU\nP+23TO00KI\n+\n"),
        "8k/9/7+P1/9/9/9/9/9/9 b G 1"
    );
}

#[test]
fn set_ups_are_refused_at_their_line() {
    let bad = IssueKind::BadPosition;
    refused("V2.2\nPI82KA\n-\n", bad, 2, 0);
    refused("V2.2\nPI\nP+55OU\n+\n+2726FU\n", bad, 3, 0);
    refused("V2.2\nPI\nP+55FU\n+\n", bad, 3, 0);
    refused("V2.2\nPI\nP+77FU\n+\n", bad, 3, 0);
    refused("V2.2\nP-51OU\nP+59OU00TO\n+\n", bad, 3, 0);
    refused("V2.2\nP-51OU\nP+59OU\nP+00OU\n+\n", bad, 4, 0);
    let text = refused("V2.2\nP-51OU\nP+59OU\nP+55FU\nP+56FU\n+\n", bad, 5, 0);
    assert!(text.contains("two unpromoted pawns on file 5"), "{text}");
    let text = refused("V2.2\nP-51OU\nP+59OU55HI\n+\n", bad, 4, 0);
    assert!(text.contains("not to move is in check"), "{text}");
    refused("V2.2\nP-51OU\nP+59OU\nP+91FU\n+\n", bad, 4, 0);
    refused("V2.2\nP+55FU\n+\n", bad, 2, 0);
}

#[test]
fn moves_are_refused_with_rule_and_place() {
    let illegal = IssueKind::IllegalMove;
    let turn = IssueKind::TurnMismatch;
    refused("V2.2\nPI\n+\n-7776FU\n", turn, 4, 0);
    refused("V2.2\nPI\n+\n+2726FU,T12,+2625FU\n", turn, 4, 1);
    let cases = [
        ("+5554FU", "no piece on 5e"),
        ("+3334FU", "not to move"),
        ("+7775FU", "does not move that way"),
        ("+8822UM", "blocked on 7g"),
        ("+9989KY", "does not move"),
        ("+0055FU", "not in hand"),
        ("+0055TO", "neither kings nor promoted"),
        ("+7776TO", "cannot promote"),
    ];
    for (text, reason) in cases {
        let found = refused(&format!("V2.2\nPI\n+\n{text}\n"), illegal, 4, 0);
        assert!(found.contains(reason), "{text}: {found}");
    }
    let found = refused(
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822KA\n-3122KI\n",
        IssueKind::PieceMismatch,
        7,
        3,
    );
    assert!(
        found.starts_with("-3122KI: ") && found.contains("silver"),
        "{found}"
    );
    refused(
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8833UM\n-8384FU\n",
        illegal,
        7,
        3,
    );
}

#[test]
fn moves_after_an_error_are_not_played() {
    let mut replay = Replay::new();
    common::for_each_record(
        b"V2.2\nPI\n+\n+7776FU\n-3332FU\n+2726FU\n",
        "test",
        &mut |record, _| {
            let mut seen = Vec::new();
            let broken = replay
                .run(record, |_, mv, ply| seen.push((mv.to_string(), ply)))
                .expect_err("refused");
            assert_eq!(broken.good_plies, 1);
            assert_eq!(seen, [("7g7f".to_owned(), 0)]);
            assert_eq!(replay.position().side(), Color::White);
        },
    );
}

#[test]
fn csa_text_reads_back() {
    common::random_positions(&Position::startpos(), 21, 400, &mut |position| {
        for &mv in &position.legal_moves() {
            let token = position.csa_token(mv);
            assert_eq!(position.move_from_csa(token), Ok(mv), "{token}");
        }
    });
}

#[test]
fn a_strict_reader_wants_both_kings() {
    common::for_each_record(
        b"V2.2\nP-11OU\nP+23TO00KI\n+\n",
        "test",
        &mut |record, _| {
            let strict =
                Setup::from_csa_checked(&record.setup, Accept::Strict).expect_err("refused");
            assert_eq!(strict.kind, IssueKind::BadPosition);
            assert!(strict.line > 0);
            assert!(Setup::from_csa_checked(&record.setup, Accept::OneKing).is_ok());
        },
    );
}

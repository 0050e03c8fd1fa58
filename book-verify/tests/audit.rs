//! From judgements to the audit: verdicts, backed-up losses, reachability, holes, order, tables.

mod common;

use std::path::PathBuf;

use common::{Archive, Game, THRESHOLDS, entry, judge, mate, mv, position, settings};
use joban_book_verify::{
    Audit, AuditRow, AuditSettings, BookKind, ChangeKind, Class, Entry, Plan, Reason, ReplaceRule,
    Replies, Scope, UnjudgedReason, Value, Verdict, fix,
};
use joban_engine::rules::Color;
use joban_engine::usi::Score;

fn audit_of(
    entries: Vec<Entry>,
    kind: BookKind,
    game: Game,
    archive: Option<&dyn Replies>,
) -> Audit {
    audit_with(
        entries,
        kind,
        game,
        archive,
        &AuditSettings::new(THRESHOLDS),
    )
}

fn audit_with(
    entries: Vec<Entry>,
    kind: BookKind,
    game: Game,
    archive: Option<&dyn Replies>,
    audit: &AuditSettings,
) -> Audit {
    let plan = Plan::new(entries, kind, &Scope::default(), archive).expect("a plan");
    let entries: Vec<Entry> = plan.on_trial().cloned().collect();
    let judgements = judge(&entries, settings(), &mut game.teacher());
    Audit::new(&plan, &judgements, audit, archive)
}

/// A book with one of everything.
fn book() -> Vec<Entry> {
    let first = Entry {
        probability: Some(170.0 / 255.0),
        weight: Some(171),
        ..entry(0, "", "7g7f")
    };
    let second = Entry {
        probability: Some(85.0 / 255.0),
        weight: Some(85),
        ..entry(1, "", "2g2f")
    };
    let excepted = Entry {
        exception: Some("the plan of the third-file rook, \"as it is\"".to_owned()),
        ..entry(5, "2g2f 8c8d", "9i9h")
    };
    let decoded = Entry {
        unjudged: Some(UnjudgedReason::Ambiguous),
        ..entry(7, "7g7f 8c8d", "2g2f")
    };
    vec![
        first,
        second,
        entry(2, "7g7f", "3c3d"),
        entry(3, "7g7f 3c3d", "8h5e"),
        entry(4, "2g2f", "3c3d"),
        excepted,
        entry(6, "7g7f 1c1d", "2g2f"),
        decoded,
        entry(8, "2g2f 3c3d", "5e5d"),
        entry(9, "2g2f 3c3d", "6g6f"),
        entry(10, "2g2f 3c3d", "9i9h"),
    ]
}

fn game() -> Game {
    Game::default()
        .plant_cp("7g7f 3c3d", "2g2f", 60)
        .plant_cp("7g7f 3c3d", "8h5e", -990)
        .plant_cp("2g2f 8c8d", "9i9h", -500)
        .plant("2g2f 3c3d", "6g6f", &[-80, -110, -75].map(Score::Cp))
        .plant_cp("2g2f 3c3d", "9i9h", -200)
}

fn archive() -> Archive {
    Archive::default()
        .games("", &[("7g7f", 65), ("2g2f", 35)])
        .games("7g7f", &[("3c3d", 60), ("8c8d", 36), ("9c9d", 4)])
        .games("2g2f", &[("8c8d", 70), ("3c3d", 30)])
        .games("7g7f 3c3d", &[("2g2f", 50), ("6g6f", 10)])
        .games("7g7f 8c8d", &[("2g2f", 36)])
        .games("2g2f 8c8d", &[("2f2e", 70)])
        .games("2g2f 3c3d", &[("6g6f", 30)])
}

fn audit() -> Audit {
    audit_of(book(), BookKind::Joban, game(), Some(&archive()))
}

fn row(audit: &Audit, id: u32) -> &AuditRow {
    audit.row(id).expect("a row")
}

#[test]
fn every_kind_of_entry_has_its_verdict() {
    let audit = audit();
    let verdicts: Vec<(Class, Verdict, &str)> = audit
        .rows
        .iter()
        .map(|row| (row.class, row.verdict, row.reason.name()))
        .collect();
    let expected = [
        // It leads into the blunder of entry 3, which goes: flagged.
        (Class::Blunder, Verdict::Flag, "BackedUp"),
        (Class::Accept, Verdict::Keep, "OwnLoss"),
        (Class::Accept, Verdict::Keep, "OwnLoss"),
        (Class::Blunder, Verdict::Replace(mv("2g2f")), "OwnLoss"),
        (Class::Accept, Verdict::Keep, "OwnLoss"),
        (Class::Blunder, Verdict::Keep, "OwnLoss"),
        (Class::Unreachable, Verdict::Drop, "NoPath"),
        (Class::Unjudged, Verdict::Keep, "Ambiguous"),
        (Class::Illegal, Verdict::Drop, "NoPiece"),
        (Class::Borderline, Verdict::Keep, "Near"),
        (Class::Doubtful, Verdict::Flag, "OwnLoss"),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(audit.counts.exceptions, 1);
    assert_eq!(audit.counts.classes["blunder"], 3);
    assert_eq!(audit.counts.unjudged["Ambiguous"], 1);
    assert_eq!(audit.exit_code(), 1);
}

#[test]
fn the_worst_stand_first() {
    let audit = audit();
    let ids: Vec<u32> = audit.worst_first().iter().map(|row| row.id).collect();
    assert_eq!(ids, [8, 6, 3, 0, 5, 10, 7, 9]);
}

/// The tables on a book with one of everything; `JOBAN_UPDATE=1` writes them anew.
#[test]
fn tables_are_byte_for_byte_what_they_were() {
    let audit = audit();
    let mut csv = Vec::new();
    audit.write_csv(&mut csv).expect("writes to memory");
    golden("audit.csv", &String::from_utf8(csv).expect("UTF-8"));
    let json = serde_json::to_string_pretty(&audit.to_json(serde_json::Map::new()));
    golden("audit.json", &(json.expect("JSON") + "\n"));
}

fn golden(name: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("JOBAN_UPDATE").is_some() {
        std::fs::write(&path, text).expect("writable");
    }
    let kept = std::fs::read_to_string(&path).expect("the golden file");
    assert!(
        kept == text,
        "{name} differs: JOBAN_UPDATE=1 writes it anew"
    );
}

#[test]
fn replacements_need_support_or_the_rule_that_does_without() {
    let verdict = |rule, archive: Option<&dyn Replies>| {
        let settings = AuditSettings {
            replace: rule,
            ..AuditSettings::new(THRESHOLDS)
        };
        let book = vec![entry(0, "7g7f 3c3d", "8h5e")];
        audit_with(book, BookKind::Foreign, game(), archive, &settings).rows[0].verdict
    };
    let archive = archive();
    let best = Verdict::Replace(mv("2g2f"));
    assert_eq!(verdict(ReplaceRule::Supported, Some(&archive)), best);
    assert_eq!(verdict(ReplaceRule::Supported, None), Verdict::Drop);
    assert_eq!(verdict(ReplaceRule::Any, None), best);
    assert_eq!(verdict(ReplaceRule::Never, Some(&archive)), Verdict::Drop);
}

#[test]
fn two_blunders_of_a_position_are_not_replaced_by_one_move_twice() {
    let game = game().plant_cp("7g7f 3c3d", "9i9h", -800);
    let book = vec![entry(0, "7g7f 3c3d", "8h5e"), entry(1, "7g7f 3c3d", "9i9h")];
    let audit = audit_of(book.clone(), BookKind::Foreign, game, Some(&archive()));
    assert_eq!(audit.rows[0].verdict, Verdict::Replace(mv("2g2f")));
    assert_eq!(audit.rows[1].verdict, Verdict::Drop);
    let fixed = fix(&book, &audit);
    assert_eq!(fixed.entries.len(), 1);
    assert_eq!(fixed.entries[0].mv, mv("2g2f"));
    assert_eq!(fixed.entries[0].listed_cp, Some(60));
}

#[test]
fn a_fix_drops_replaces_and_keeps_with_reasons() {
    let book = book();
    let fixed = fix(&book, &audit());
    let kinds: Vec<(ChangeKind, String)> = fixed
        .changes
        .iter()
        .map(|change| (change.kind, change.mv.to_string()))
        .collect();
    let by = mv("2g2f");
    assert_eq!(
        kinds,
        [
            (ChangeKind::Replaced { by }, "8h5e".to_owned()),
            (ChangeKind::Dropped, "2g2f".to_owned()),
            (ChangeKind::Dropped, "5e5d".to_owned()),
        ]
    );
    assert_eq!(fixed.entries.len(), book.len() - 2);
    assert!(
        fixed.changes[0].reason.contains("loss 1050 cp"),
        "{:?}",
        fixed.changes[0]
    );
    assert!(fixed.entries.iter().any(|entry| entry.exception.is_some()));
    // The fixed book, judged again: nothing is left but the exception and what cannot be judged.
    let again = audit_of(fixed.entries, BookKind::Joban, game(), Some(&archive()));
    assert_eq!(again.exit_code(), 4, "{:?}", again.counts);
}

#[test]
fn exit_codes_tell_faults_from_missing_judgements() {
    let code = |book: Vec<Entry>| audit_of(book, BookKind::Foreign, game(), None).exit_code();
    assert_eq!(code(vec![entry(0, "", "7g7f")]), 0);
    assert_eq!(
        code(vec![entry(0, "", "7g7f"), entry(1, "7g7f 3c3d", "8h5e")]),
        1
    );
    assert_eq!(code(vec![entry(0, "", "7g7e")]), 1);
    assert_eq!(code(vec![Entry::new(0, None, "junk", mv("7g7f"))]), 1);
    let unjudged = Entry {
        unjudged: Some(UnjudgedReason::Ambiguous),
        ..entry(0, "", "7g7f")
    };
    assert_eq!(code(vec![unjudged]), 4);
    let excepted = Entry {
        exception: Some("theory".to_owned()),
        ..entry(0, "7g7f 3c3d", "8h5e")
    };
    assert_eq!(code(vec![excepted]), 0);
}

/// Many small losses, none a blunder, add up to a lost position.
#[test]
fn a_line_that_loses_little_by_little_is_found_at_its_head() {
    let game = Game::default()
        .plant_cp("", "9g9f", -100)
        .plant_cp("9g9f", "3c3d", 100)
        .plant_cp("9g9f 3c3d", "9f9e", -210)
        .plant_cp("9g9f 3c3d 9f9e", "8c8d", 210)
        .plant_cp("9g9f 3c3d 9f9e 8c8d", "1g1f", -330);
    let book = vec![
        entry(0, "", "9g9f"),
        entry(1, "9g9f", "3c3d"),
        entry(2, "9g9f 3c3d", "9f9e"),
        entry(3, "9g9f 3c3d 9f9e", "8c8d"),
        entry(4, "9g9f 3c3d 9f9e 8c8d", "1g1f"),
    ];
    let audit = audit_of(book, BookKind::Foreign, game, None);
    let head = row(&audit, 0);
    assert_eq!(
        (head.own_class, head.class),
        (Class::Accept, Class::Blunder)
    );
    assert_eq!(head.reason, Reason::BackedUp);
    assert_eq!(
        head.verdict,
        Verdict::Drop,
        "no blunder behind it is to blame"
    );
    assert_eq!(
        head.mover_backed_up().expect("known").value,
        Value::Cp(-330)
    );
    let white = head.backed_up[Color::White.index()].expect("known");
    assert!(
        white.value > Value::Cp(-330),
        "black may play the teacher's move there"
    );
    assert_eq!(row(&audit, 4).class, Class::Accept);
}

/// Four moves that lead back to the start: the value of the cycle is that of a draw for the judged side.
#[test]
fn cycles_have_the_value_of_a_draw() {
    let cycle = ["5i5h", "5a5b", "5h5i", "5b5a"];
    let book: Vec<Entry> = (0..4)
        .map(|n| Entry {
            ply: None,
            ..entry(n as u32, &cycle[..n].join(" "), cycle[n])
        })
        .collect();
    // White stands badly, so the way back is its best.
    let game = Game::default()
        .plant_cp("", "5i5h", 400)
        .plant_cp("5i5h 5a5b", "5h5i", 400);
    let settings = AuditSettings {
        draw_cp: [30, -70],
        ..AuditSettings::new(THRESHOLDS)
    };
    let audit = audit_with(book, BookKind::Foreign, game, None, &settings);
    let black = row(&audit, 0).backed_up[Color::Black.index()].expect("known");
    assert_eq!(black.value, Value::Cp(30));
    assert_eq!(
        black.loss_cp,
        Some(370),
        "against the teacher's best value of 400"
    );
    let white = row(&audit, 1).backed_up[Color::White.index()].expect("known");
    assert_eq!(white.value, Value::Cp(-400), "black need not go round");
}

#[test]
fn mates_are_backed_up_as_mates() {
    let game = Game::default()
        .plant("7g7f 3c3d", "9i9h", &[mate(false)])
        .plant_cp("7g7f 3c3d", "2g2f", 20);
    let book = vec![
        entry(0, "", "7g7f"),
        entry(1, "7g7f", "3c3d"),
        entry(2, "7g7f 3c3d", "9i9h"),
    ];
    let audit = audit_of(book, BookKind::Foreign, game, None);
    assert_eq!(row(&audit, 2).reason, Reason::GetsMated);
    assert_eq!(
        row(&audit, 0).mover_backed_up().expect("known").value,
        Value::Loses
    );
    assert_eq!(row(&audit, 0).class, Class::Blunder);
}

#[test]
fn replies_without_an_entry_are_holes() {
    let audit = audit();
    let shown: Vec<(String, u32, Option<u64>)> = audit
        .holes
        .iter()
        .filter(|hole| hole.share.is_some_and(|share| share >= 0.1))
        .map(|hole| {
            let percent = hole.share.map(|share| (share * 100.0).round() as u64);
            (hole.reply.to_string(), hole.entry, percent)
        })
        .collect();
    // What black plays after white's two entries; black's own first moves are answered.
    let found = |usi: &str, entry, percent| (usi.to_owned(), entry, Some(percent));
    assert_eq!(
        shown,
        [
            found("2g2f", 2, 83),
            found("6g6f", 4, 100),
            found("6g6f", 2, 17)
        ]
    );
    let short: Vec<Entry> = book().into_iter().filter(|entry| entry.id != 7).collect();
    let audit = audit_of(short, BookKind::Joban, game(), Some(&archive()));
    let hole = audit
        .holes
        .iter()
        .find(|hole| hole.reply == mv("8c8d"))
        .expect("a hole");
    assert_eq!(
        (hole.entry, hole.side, hole.is_end),
        (0, Color::Black, false)
    );
    assert_eq!((hole.share, hole.count), (Some(0.36), 36));
    assert_eq!(hole.japanese, "△８四歩");
    assert!(
        audit.holes.iter().all(|hole| hole.reply != mv("9c9d")),
        "too rare"
    );
}

#[test]
fn the_most_reachable_come_first() {
    let archive = archive();
    let plan = Plan::new(book(), BookKind::Joban, &Scope::default(), Some(&archive)).expect("one");
    let ids: Vec<u32> = plan.on_trial().map(|entry| entry.id).collect();
    // Black plays 2/3 and 1/3, then 2/3 of 60 % and 36 %; white meets 65 % and 35 %.
    assert_eq!(ids[..6], [0, 2, 3, 4, 1, 7]);
    assert!(!ids.contains(&6), "unreachable entries are not asked about");
    let audit = audit();
    let reach = row(&audit, 3).reach.expect("an archive");
    assert!((reach - 170.0 / 255.0 * 0.6).abs() < 1e-12, "{reach}");
}

#[test]
fn scopes_choose_entries() {
    let ids = |scope: Scope| -> Vec<u32> {
        let plan = Plan::new(book(), BookKind::Foreign, &scope, None).expect("a plan");
        let mut ids: Vec<u32> = plan.on_trial().map(|entry| entry.id).collect();
        assert_eq!(plan.out_of_scope() + ids.len(), book().len());
        ids.sort_unstable();
        ids
    };
    let all = Scope::default;
    let white = Scope {
        side: Some(Color::White),
        ..all()
    };
    assert_eq!(ids(white), [2, 4]);
    let early = Scope {
        max_ply: Some(1),
        ..all()
    };
    assert_eq!(ids(early), [0, 1, 2, 4]);
    let below = Scope {
        from: vec![mv("2g2f")],
        ..all()
    };
    assert_eq!(ids(below), [4, 5, 9, 10]);
    let old = book().into_iter().filter(|entry| entry.id < 8).collect();
    let since = Scope {
        since: Some(old),
        ..all()
    };
    assert_eq!(ids(since), [8, 9, 10]);
    let error = Plan::new(
        book(),
        BookKind::Foreign,
        &Scope {
            from: vec![mv("7g7e")],
            ..all()
        },
        None,
    );
    assert_eq!(error.expect_err("illegal").number, 1);
}

#[test]
fn foreign_books_list_what_is_not_connected() {
    let book = vec![
        entry(0, "", "7g7f"),
        entry(1, "7g7f", "3c3d"),
        entry(2, "2g2f", "3c3d"),
    ];
    let audit = audit_of(book, BookKind::Foreign, Game::default(), None);
    assert_eq!(audit.disconnected, [2]);
    assert_eq!(audit.exit_code(), 0);
}

#[test]
fn the_order_of_the_book_changes_no_row() {
    let mut reversed = book();
    reversed.reverse();
    let archive = archive();
    let audit = audit_of(reversed, BookKind::Joban, game(), Some(&archive));
    assert_eq!(
        audit,
        audit_of(book(), BookKind::Joban, game(), Some(&archive))
    );
}

#[test]
fn entries_in_unknown_positions_are_reached_by_transposition() {
    let book = vec![
        entry(0, "", "2g2f"),
        entry(1, "7g7f 3c3d 2g2f 8c8d", "2f2e"),
    ];
    let plan = Plan::new(book, BookKind::Joban, &Scope::default(), Some(&archive())).expect("one");
    assert_eq!(plan.on_trial().count(), 1, "7g7f is no move of this book");
    assert_eq!(position("").ply(), 0);
}

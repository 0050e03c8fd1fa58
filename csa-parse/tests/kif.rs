//! KIF and KI2: what is read of them as text.

mod common;

use common::{read, read_chunked, read_default};
use encoding_rs::SHIFT_JIS;
use joban_csa_parse::{
    Encoding, Form, GameEnd, IssueKind, ReadOptions, Record, SetupStatement, Sign, Version, Winner,
    WriteError, write_record,
};
use proptest::prelude::*;

const HEAD: &str = "# ---- 棋譜ファイル ----\n開始日時：2024/01/02 10:00:00\n棋戦：練習将棋\n手合割：平手　　\n先手：黒の人\n後手：白の人\n手数----指手---------消費時間--\n";

fn one(text: &str) -> Record {
    let file = read_default(text.as_bytes());
    assert_eq!(file.games.len(), 1, "{text}");
    assert_eq!(file.games[0].error, None, "{text}");
    file.games[0].record.clone()
}

fn refused(text: &str) -> (IssueKind, u64) {
    let file = read_default(text.as_bytes());
    let error = file.games[0].error.clone().expect("it is refused");
    (error.kind, error.line)
}

fn moves(record: &Record) -> Vec<String> {
    record
        .moves
        .iter()
        .map(|entry| entry.token.to_string())
        .collect()
}

fn kinds(record: &Record) -> Vec<IssueKind> {
    record.warnings.iter().map(|issue| issue.kind).collect()
}

fn ending(text: &str) -> (GameEnd, Option<Winner>) {
    let record = one(text);
    let outcome = record.outcome(record.end_side());
    (outcome.end, outcome.winner)
}

#[test]
fn a_game_with_times_comments_and_a_variation() {
    let text = format!(
        "{HEAD}*はじめに\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*手の後\n&しおり\n   2 ３四歩(33)   (00:01 / 00:00:01)+\n   3 ２二角成(88) ( 1:02:03/01:02:19)\n   4 同　銀(31)\n   5 ４五角打(00) ( 0:00.25/)\n   6 投了         ( 0:05/00:00:06)\nまで5手で先手の勝ち\n\n変化：2手\n   2 ８四歩(83)\n"
    );
    let record = one(&text);
    assert_eq!(record.form, Form::Kif);
    assert_eq!(
        moves(&record),
        ["7776FU", "3334FU", "8822UM", "3122GI", "0045KA"]
    );
    let times: Vec<_> = record.moves.iter().map(|entry| entry.time_ms).collect();
    assert_eq!(
        times,
        [Some(16_000), Some(1_000), Some(3_723_000), None, Some(250)]
    );
    assert_eq!(
        record.ending().map(|e| (e.word, e.time_ms)),
        Some(("%TORYO", Some(5_000)))
    );
    assert_eq!(
        (record.name(Sign::Plus), record.name(Sign::Minus)),
        (Some("黒の人"), Some("白の人"))
    );
    assert_eq!(record.start_time(), Some("2024/01/02 10:00:00"));
    assert_eq!(record.event(), Some("練習将棋"));
    assert_eq!(
        record.head_comments().collect::<Vec<_>>(),
        ["# ---- 棋譜ファイル ----", "はじめに"]
    );
    assert_eq!(
        record.comments(0).collect::<Vec<_>>(),
        ["手の後", "&しおり"]
    );
    let last: Vec<_> = record.end_comments().collect();
    assert_eq!(last, ["まで5手で先手の勝ち", "変化：2手", "2 ８四歩(83)"]);
    assert_eq!(record.warnings, []);
    let outcome = record.outcome(record.end_side());
    assert_eq!(
        (outcome.end, outcome.winner),
        (GameEnd::Toryo, Some(Winner::Black))
    );
    let mut out = String::new();
    assert_eq!(
        write_record(&record, Version::V22, &mut out),
        Err(WriteError::Kif)
    );
}

#[test]
fn bytes_decide_about_the_encoding_and_the_name_does_not_matter() {
    let text = format!("{HEAD}   1 ７六歩(77)\r\n   2 ３四歩(33)\r\n").replace('\n', "\r\n");
    let (sjis, ..) = SHIFT_JIS.encode(&text);
    let bom = format!("\u{feff}{text}");
    for (bytes, encoding) in [
        (sjis.as_ref(), Encoding::ShiftJis),
        (text.as_bytes(), Encoding::Utf8),
        (bom.as_bytes(), Encoding::Utf8),
    ] {
        let file = read_default(bytes);
        let record = &file.games[0].record;
        assert_eq!(file.games[0].error, None);
        assert_eq!(record.encoding, Some(encoding));
        assert_eq!(moves(record), ["7776FU", "3334FU"]);
        assert_eq!(record.name(Sign::Minus), Some("白の人"));
    }
}

#[test]
fn ki2_moves_keep_their_words() {
    let text = "先手：a\n後手：b\n\n▲７六歩    △３四歩    ▲２二角成  △同　銀\n*註\n☗５八金右 ☖６二銀上 ▲４五角 △３三桂 ▲３四角 △４五桂不成 ▲４八歩打\nまで11手で先手の勝ち\n";
    let record = one(text);
    assert_eq!(
        moves(&record),
        [
            "▲７六歩",
            "△３四歩",
            "▲２二角成",
            "△２二銀",
            "▲５八金右",
            "△６二銀上",
            "▲４五角",
            "△３三桂",
            "▲３四角",
            "△４五桂不成",
            "0048FU",
        ]
        .map(|text| if text == "0048FU" { "+0048FU" } else { text })
    );
    assert_eq!(record.comments(3).collect::<Vec<_>>(), ["註"]);
    assert_eq!(ending(text), (GameEnd::Toryo, Some(Winner::Black)));
}

#[test]
fn handicaps_and_who_begins() {
    let text =
        "手合割：二枚落ち\n上手：a\n下手：b\n上手の持駒：なし\n   1 ６二銀(71)\n   2 ７六歩(77)\n";
    let record = one(text);
    assert_eq!(
        record.setup.side_to_move.map(|(side, _)| side),
        Some(Sign::Minus)
    );
    assert!(
        matches!(&record.setup.statements[..], [SetupStatement::StartPos { removed, .. }] if removed.len() == 2)
    );
    assert_eq!(record.name(Sign::Plus), Some("b"));
    assert_eq!(
        refused("手合割：百枚落ち\n   1 ６二銀(71)\n"),
        (IssueKind::BadPosition, 1)
    );
    assert_eq!(one("△３四歩 ▲７六歩\n").start_side(), Sign::Minus);
}

const DIAGRAM: &str = "手合割：平手\n後手の持駒：角　金三　銀二　桂三　香二　歩十五　\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・ ・ ・ 角v香 ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ 飛|二\n| ・ ・ ・ ・ ・v龍v玉v銀 ・|三\n| ・ ・ ・ ・ ・v歩v歩 ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ 銀 ・|五\n| ・ ・ ・ ・ ・ ・ 歩 ・ 香|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金　桂　\n";

#[test]
fn diagrams() {
    let record = one(&format!("{DIAGRAM}   1 ２四銀(25)\n   2 詰み\nまで1手詰\n"));
    assert_eq!(record.setup.statements.len(), 11);
    assert_eq!(record.setup.side_to_move, None);
    let white = format!("{DIAGRAM}後手番\n   1 ３二玉(33)\n");
    assert_eq!(one(&white).start_side(), Sign::Minus);
    let missing = DIAGRAM.replace("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", "");
    assert_eq!(
        refused(&format!("{missing}   1 ２四銀(25)\n")).0,
        IssueKind::BadPosition
    );
    assert_eq!(
        refused("手合割：平手\n後手の持駒：飛\n▲７六歩\n"),
        (IssueKind::BadPosition, 2)
    );
    assert_eq!(
        refused("先手：a\n| ・ ・ 犬\n"),
        (IssueKind::BadPosition, 2)
    );
}

#[test]
fn endings_by_word_and_by_last_line() {
    let by_word = |word: &str| ending(&format!("{HEAD}   1 ７六歩(77)\n   2 {word}\n"));
    assert_eq!(by_word("投了"), (GameEnd::Toryo, Some(Winner::Black)));
    assert_eq!(by_word("切れ負け"), (GameEnd::TimeUp, Some(Winner::Black)));
    assert_eq!(by_word("反則勝ち"), (GameEnd::Illegal, Some(Winner::White)));
    assert_eq!(by_word("反則負け"), (GameEnd::Illegal, Some(Winner::Black)));
    assert_eq!(by_word("入玉勝ち"), (GameEnd::Kachi, Some(Winner::White)));
    assert_eq!(by_word("千日手"), (GameEnd::Sennichite, Some(Winner::Draw)));
    assert_eq!(by_word("持将棋"), (GameEnd::Jishogi, Some(Winner::Draw)));
    assert_eq!(by_word("中断"), (GameEnd::Chudan, None));
    assert_eq!(by_word("詰み"), (GameEnd::Tsumi, Some(Winner::Black)));
    assert_eq!(by_word("不詰"), (GameEnd::Fuzumi, None));
    let by_line = |line: &str| ending(&format!("▲７六歩 △３四歩\n{line}\n"));
    assert_eq!(
        by_line("まで2手で後手の勝ち"),
        (GameEnd::Toryo, Some(Winner::White))
    );
    assert_eq!(
        by_line("まで２手で時間切れにより後手の勝ち"),
        (GameEnd::TimeUp, Some(Winner::White))
    );
    for (line, end, winner) in [
        (
            "まで2手で先手の反則により後手の勝ち",
            GameEnd::Illegal,
            Winner::White,
        ),
        (
            "まで2手で先手の時間切れにより後手の勝ち",
            GameEnd::TimeUp,
            Winner::White,
        ),
        ("まで後手の勝ち", GameEnd::Toryo, Winner::White),
    ] {
        assert_eq!(by_line(line), (end, Some(winner)), "{line}");
    }
    assert_eq!(
        by_line("まで2手で後手の反則負け"),
        (GameEnd::Illegal, Some(Winner::Black))
    );
    assert_eq!(
        by_line("まで2手で千日手"),
        (GameEnd::Sennichite, Some(Winner::Draw))
    );
    assert_eq!(by_line("まで2手で中断"), (GameEnd::Chudan, None));
    assert_eq!(
        by_line("まで2手で先手の入玉勝ち"),
        (GameEnd::Kachi, Some(Winner::Black))
    );
    // The side to move cannot have won by its opponent's resignation without a word that says how.
    assert_eq!(
        by_line("まで2手で先手の勝ち"),
        (GameEnd::None, Some(Winner::Black))
    );
    let short = one("▲７六歩 △３四歩\nまで3手で先手の勝ち\n");
    assert_eq!(kinds(&short), [IssueKind::TruncatedInput]);
    let torn = one(&format!(
        "{HEAD}   1 ７六歩(77)\n   2 投了\nまで1手で後手の勝ち\n"
    ));
    assert_eq!(kinds(&torn), [IssueKind::ResultConflict]);
}

#[test]
fn a_line_of_no_known_form_is_said_and_costs_no_move() {
    let text = format!("{HEAD}   1 ７六歩(77)\njunk\n   2 ３四歩(33) x\n   3 ２六歩(27) (x)\n");
    let record = one(&text);
    assert_eq!(moves(&record).len(), 3);
    let expect = [
        IssueKind::SyntaxError,
        IssueKind::SyntaxError,
        IssueKind::BadNumber,
    ];
    assert_eq!(kinds(&record), expect);
    assert_eq!(record.warnings[0].line, 9);
}

#[test]
fn what_is_no_move_ends_the_record_with_its_line() {
    let with = |line: &str| refused(&format!("{HEAD}   1 ７六歩(77)\n{line}\n"));
    assert_eq!(with("   2 ３四犬(33)"), (IssueKind::SyntaxError, 9));
    assert_eq!(with("   3 ３四歩(33)"), (IssueKind::SyntaxError, 9));
    assert_eq!(with("   2 ３四金成(33)"), (IssueKind::SyntaxError, 9));
    assert_eq!(with("99999999999 ３四歩(33)"), (IssueKind::BadNumber, 9));
    assert_eq!(refused("▲同歩\n"), (IssueKind::SyntaxError, 1));
    assert_eq!(refused("▲７六歩 xx △３四歩\n"), (IssueKind::SyntaxError, 1));
    assert_eq!(refused("先手：a\n後手：b\n").0, IssueKind::TruncatedInput);
}

#[test]
fn several_games_in_one_file() {
    let game = format!("{HEAD}   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n\n");
    let file = read_default(game.repeat(3).as_bytes());
    assert_eq!(file.games.len(), 3);
    assert!(
        file.games
            .iter()
            .all(|game| game.error.is_none() && game.record.moves.len() == 1)
    );
}

#[test]
fn csa_stays_csa() {
    for text in [
        "V2.2\nN+先手\nPI\n+\n+7776FU\n",
        "'先手：a\nPI\n+\n+7776FU\n",
        "+7776FU\n",
    ] {
        assert_eq!(one(text).form, Form::Csa);
    }
}

/// Text that looks like KIF or KI2 often enough to reach every branch.
fn nearly_kif() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        Just("手合割：香落ち".to_owned()),
        Just("先手：名前".to_owned()),
        Just("後手番".to_owned()),
        Just("変化：1手".to_owned()),
        Just("|v香v桂v銀v金v玉v金v銀v桂v香|一".to_owned()),
        "(先手|後手|上手)の持駒：(なし|歩十八|金　銀二|犬)",
        " {0,3}[0-9]{1,3} (投了|反則勝ち|[１-９同][一-九　]?(歩|銀|成香|角)(成|打|右)?(\\([0-9]{2}\\))?)( ?\\([0-9:. /]{0,12}\\))?",
        "([▲△][１-９同][一二三　]?(金|銀|竜)(右|左上|寄|引|直|不成|打)? ?){1,4}",
        "まで[0-9]{0,3}手?(で先手の勝ち|詰|千日手)?",
        ".{0,12}",
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    let lines = prop::collection::vec((line, end), 0..14);
    (lines, any::<bool>()).prop_map(|(lines, sjis)| {
        let text: String = lines.into_iter().map(|(line, end)| line + end).collect();
        match sjis {
            true => SHIFT_JIS.encode(&text).0.into_owned(),
            false => text.into_bytes(),
        }
    })
}

proptest! {
    #[test]
    fn anything_is_read_the_same_in_any_pieces(
        bytes in nearly_kif(),
        chunk in 1usize..40,
        limit in prop_oneof![Just(ReadOptions::MAX_RECORD_BYTES), 8u64..400],
    ) {
        let opts = ReadOptions { max_record_bytes: limit, ..ReadOptions::default() };
        let whole = read(&bytes, &opts);
        let parts = read_chunked(&bytes, &opts, chunk);
        let digest = |file: &common::ReadFile| format!("{:?} {:?}", file.games, file.problems);
        prop_assert_eq!(digest(&whole), digest(&parts));
    }
}

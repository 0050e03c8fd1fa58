//! The dialects, the splitting and the truth rule on small texts.

mod common;

use common::{read, read_default};
use joban_csa_parse::floodgate::{event_time_control, summary};
use joban_csa_parse::{Encoding, Form, GameEnd, ReadOptions, Record, SetupStatement, Sign, Winner};

fn one(text: &str) -> Record {
    let file = read_default(text.as_bytes());
    assert_eq!(file.games.len(), 1, "{text}");
    assert_eq!(file.games[0].error, None, "{text}");
    file.games[0].record.clone()
}

fn result(text: &str) -> (GameEnd, Option<Winner>) {
    let record = one(text);
    let outcome = record.outcome(record.end_side());
    (outcome.end, outcome.winner)
}

fn kinds(record: &Record) -> Vec<&'static str> {
    record.warnings.iter().map(|w| w.kind.as_str()).collect()
}

#[test]
fn files_without_separators_are_split_at_version_lines() {
    let game = "V2\nN+a\nN-b\nPI\n+\n+7776FU\nT1\n%TORYO\n'$END_TIME:2020/01/01 00:00:00\n";
    let file = read_default(game.repeat(3).as_bytes());
    assert_eq!(file.games.len(), 3);
    let lines: Vec<_> = file.games.iter().map(|g| g.record.first_line).collect();
    assert_eq!(lines, [1, 10, 19]);
    assert!(
        file.games
            .iter()
            .all(|g| g.error.is_none() && g.record.warnings.is_empty())
    );
}

#[test]
fn one_line_form() {
    let text = "1 2003/09/08 A B 2 2 E O\n7776FU3334FU\n2 2003/09/09 C D 1 3 E\n7776FU3334FU\n";
    let file = read_default(text.as_bytes());
    assert_eq!(file.games.len(), 2);
    let record = &file.games[0].record;
    assert_eq!(record.form, Form::OneLine);
    assert_eq!(record.name(Sign::Minus), Some("B"));
    assert_eq!(
        record.outcome(record.end_side()).winner,
        Some(Winner::White)
    );
    assert!(record.warnings.is_empty());
    assert_eq!(kinds(&file.games[1].record), ["TruncatedInput"]);
}

#[test]
fn usi_lines() {
    let text = "\u{feff}# suite\r\nstartpos moves 7g7f 3c3d P*5e\r\n\r\nposition sfen 4k4/9/9/9/9/9/9/9/4K4 w P 1 moves 5a5b\r\n4k4/9/9/9/9/9/9/9/4K4 b - 1 # note\r\nrubbish\r\n";
    let opts = ReadOptions {
        lines: true,
        ..ReadOptions::default()
    };
    let file = read(text.as_bytes(), &opts);
    assert_eq!(file.games.len(), 4);
    let moves: Vec<String> = file.games[0]
        .record
        .moves
        .iter()
        .map(|m| m.token.to_string())
        .collect();
    assert_eq!(moves, ["7g7f", "3c3d", "P*5e"]);
    assert_eq!(file.games[1].record.start_side(), Sign::Minus);
    assert_eq!(file.games[1].record.first_line, 4);
    let sfen = file.games[2]
        .record
        .setup
        .sfen
        .as_ref()
        .map(|(text, _)| text.as_str());
    assert_eq!(sfen, Some("4k4/9/9/9/9/9/9/9/4K4 b - 1"));
    let error = file.games[3].error.as_ref().expect("an error");
    assert_eq!((error.kind.as_str(), error.line), ("SyntaxError", 6));
}

#[test]
fn utf16_with_places() {
    let text = "V2.2\r\nN+棋士\r\nPI\r\n+\r\n+7776FU\r\nT1\r\n";
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(utf16).collect();
    let file = read_default(&bytes);
    let record = &file.games[0].record;
    assert_eq!(record.encoding, Some(Encoding::Utf16Le));
    assert_eq!(record.name(Sign::Plus), Some("棋士"));
    assert_eq!(record.moves[0].place.line, 5);
    let at = record.moves[0].place.byte as usize;
    assert_eq!(&bytes[at..at + 4], b"+\x007\x00");
}

#[test]
fn a_record_beyond_the_limit_is_skipped() {
    let long = "'".repeat(500);
    let text = format!("PI\n+\n{long}\n+7776FU\n/\nPI\n+\n+7776FU\n");
    let opts = ReadOptions {
        max_record_bytes: 200,
        ..ReadOptions::default()
    };
    for chunk in [7, 64, 8192] {
        let file = common::read_chunked(text.as_bytes(), &opts, chunk);
        let problems: Vec<_> = file.problems.iter().map(|p| p.kind.as_str()).collect();
        assert_eq!(problems, ["LimitExceeded"], "chunk {chunk}");
        assert_eq!(file.games.len(), 1, "chunk {chunk}");
    }
}

#[test]
fn endings_by_word_and_by_protocol_line() {
    let game = |end: &str| format!("PI\n+\n+7776FU\n{end}\n");
    assert_eq!(
        result(&game("%TSUMI")),
        (GameEnd::Tsumi, Some(Winner::Black))
    );
    assert_eq!(
        result(&game("%HIKIWAKE")),
        (GameEnd::Jishogi, Some(Winner::Draw))
    );
    assert_eq!(
        result(&game("%MAX_MOVES")),
        (GameEnd::MaxMoves, Some(Winner::Draw))
    );
    assert_eq!(
        result(&game("%%TORYO")),
        (GameEnd::Toryo, Some(Winner::Black))
    );
    assert_eq!(
        result(&game("%+ILLEGAL_ACTION")),
        (GameEnd::Illegal, Some(Winner::White))
    );
    assert_eq!(
        result(&game("%OUTE_SENNICHITE")),
        (GameEnd::OuteSennichite, None)
    );
    assert_eq!(result(&game("%ERROR")), (GameEnd::Abnormal, None));
    assert_eq!(result(&game("%MATTA")), (GameEnd::Other, None));
    assert_eq!(
        result(&game("#RESIGN")),
        (GameEnd::Toryo, Some(Winner::Black))
    );
    assert_eq!(result(&game("#WIN")), (GameEnd::None, None));
    assert_eq!(result(&game("%CHUDAN\n#RESIGN")), (GameEnd::Chudan, None));
}

#[test]
fn the_summary_decides() {
    let head = "N+a\nN-b\nPI\n+\n+7776FU\n";
    let lost = one(&format!("{head}%TORYO\n'summary:abnormal:a lose:b win\n"));
    let outcome = lost.outcome(lost.end_side());
    assert_eq!(
        (outcome.end, outcome.winner),
        (GameEnd::Abnormal, Some(Winner::White))
    );
    assert!(lost.warnings.is_empty());
    let conflict = one(&format!("{head}%TORYO\n'summary:time up:a lose:b win\n"));
    assert_eq!(kinds(&conflict), ["ResultConflict"]);
    let outcome = conflict.outcome(conflict.end_side());
    assert_eq!(
        (outcome.end, outcome.winner),
        (GameEnd::TimeUp, Some(Winner::White))
    );
}

#[test]
fn one_name_on_both_sides_goes_by_the_order_of_the_time() {
    let game = |year: u16| {
        format!(
            "N+a\nN-a\n$START_TIME:{year}/01/01 00:00:00\nPI\n+\n+7776FU\n'summary:toryo:a lose:a win\n"
        )
    };
    assert_eq!(result(&game(2007)), (GameEnd::Toryo, Some(Winner::Black)));
    assert_eq!(result(&game(2009)), (GameEnd::Toryo, Some(Winner::White)));
}

#[test]
fn summaries_with_colons_in_names() {
    let (kind, results) = summary("illegal kachi:x:y lose:z win").expect("a summary");
    assert_eq!(
        (kind, results),
        ("illegal kachi", [("x:y", "lose"), ("z", "win")])
    );
    assert_eq!(summary("toryo:a win"), None);
}

#[test]
fn time_controls_of_events() {
    let control = |event| event_time_control(event);
    assert_eq!(
        control("wdoor+floodgate-300-10F+a-1-2+b+2020"),
        Some("300-10F")
    );
    assert_eq!(control("wdoor+pgsklp_32-0-30+a+b+2006"), Some("0-30"));
    assert_eq!(control("13th World Computer Shogi Championship"), None);
    let record = one("$TIME+:150+00+10\n$TIME-:600+00+10\nPI\n+\n");
    assert_eq!(record.time_control(), Some("150+00+10/600+00+10"));
}

#[test]
fn scores_go_by_prefix_and_position() {
    let record = one(
        "PI\n+\n'** 5 before\n'*7\n+7776FU\nT1\n'* 30\n'** -12 -3334FU+2726FU #99\n'** 40\n-3334FU\n'** 130 2g2f 8c8d\n",
    );
    let scores: Vec<_> = record.moves.iter().map(|m| m.black_score).collect();
    assert_eq!(scores, [Some(-12), Some(130)]);
    assert_eq!(record.moves[0].nodes, Some(99));
    let pv: Vec<String> = record.pv_tokens(0).map(|t| t.to_string()).collect();
    assert_eq!(pv, ["-3334FU", "+2726FU"]);
    assert_eq!(record.pv_tokens(1).count(), 2);
    assert_eq!(
        record.head_comments().collect::<Vec<_>>(),
        ["* 5 before", "7"]
    );
    assert_eq!(record.comments(0).collect::<Vec<_>>(), ["30", "* 40"]);
}

#[test]
fn faults_of_shape_have_places() {
    let error = |text: &str| {
        let file = read_default(text.as_bytes());
        let issue = file.games[0].error.clone().expect("an error");
        (issue.kind.as_str(), issue.line, issue.byte)
    };
    assert_eq!(
        error("PI\n+\n+7776FU\nT99999999999999999999999\n"),
        ("BadNumber", 4, 13)
    );
    assert_eq!(error("PI\n+\n+7776FU,T1,+88\n"), ("SyntaxError", 3, 16));
    assert_eq!(error("hello world\n"), ("SyntaxError", 1, 0));
    assert_eq!(error("PI\n+\n+7776FU\n+\n"), ("SyntaxError", 4, 13));
    assert_eq!(error("N+a\nN-b\n"), ("TruncatedInput", 2, 4));
    let cut = one("PI\n+\n+7776FU\nT1\n-33");
    assert_eq!(kinds(&cut), ["TruncatedInput"]);
    let glued = one("PI\n+\n+7776FU'** 30 -3334FU\nT2\n");
    assert_eq!(glued.moves[0].black_score, Some(30));
    assert_eq!(glued.moves[0].time_ms, Some(2000));
}

#[test]
fn set_up_statements_are_kept_in_order() {
    let record = one("V2.2\nPI82HI22KA\nP+00FU\nP-00AL\n-\n");
    let statements = &record.setup.statements;
    assert!(
        matches!(&statements[0], SetupStatement::StartPos { removed, .. } if removed.len() == 2)
    );
    assert!(matches!(
        &statements[1],
        SetupStatement::Pieces {
            side: Sign::Plus,
            ..
        }
    ));
    assert!(matches!(
        &statements[2],
        SetupStatement::AllRest {
            side: Sign::Minus,
            ..
        }
    ));
    assert_eq!(record.start_side(), Sign::Minus);
}

#[test]
fn a_summary_among_the_headers_ends_nothing() {
    let head = "V2\nN+a\nN-b\n'summary:toryo:a lose:b win\nPI\n+\n+7776FU\nT1\n";
    let record = one(head);
    assert_eq!(record.moves.len(), 1);
    assert_eq!(result(head), (GameEnd::Toryo, Some(Winner::White)));
    assert!(kinds(&record).is_empty());
    let after = "V2\nN+a\nN-b\nPI\n+\n'summary:toryo:a lose:b win\n+7776FU\n";
    assert_eq!(kinds(&one(after)), ["AfterEnding"]);
}

#[test]
fn ids_of_ratings_are_compared_with_the_names() {
    let game = |id: &str| format!("V2\nN+a+b\nN-c\n'black_rate:{id}:3000\nPI\n+\n+7776FU\n");
    for id in ["a+b+0123", "a+b", "a+b +0123"] {
        assert!(kinds(&one(&game(id))).is_empty(), "{id}");
    }
    for id in ["c+0123", "a+0123", "a+bb"] {
        let record = one(&game(id));
        assert_eq!(kinds(&record), ["ResultConflict"], "{id}");
        assert_eq!(record.ratings[0], Some(3000.0));
    }
}

#[test]
fn statements_of_the_head_may_share_a_line() {
    let record = one("V2.2,PI,+,+7776FU,T1,%TORYO,T2\n");
    assert_eq!(record.version(), Some("V2.2"));
    assert_eq!(record.moves.len(), 1);
}

#[test]
fn a_file_cut_in_a_time_or_an_ending_keeps_its_moves() {
    for tail in ["T", "%", "%%", "-33"] {
        let record = one(&format!("V2\nPI\n+\n+7776FU\n{tail}"));
        assert_eq!(kinds(&record), ["TruncatedInput"], "{tail}");
        assert_eq!(record.moves.len(), 1);
    }
}

/// A text in every encoding that has full-width blanks, with a name that shows which it is.
fn encoded(text: &str) -> Vec<Vec<u8>> {
    let text = format!("N+将棋の棋士\n{text}");
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    vec![
        text.clone().into_bytes(),
        encoding_rs::SHIFT_JIS.encode(&text).0.into_owned(),
        encoding_rs::EUC_JP.encode(&text).0.into_owned(),
        [0xff, 0xfe].into_iter().chain(utf16).collect(),
    ]
}

#[test]
fn full_width_blanks_at_the_end_of_a_statement_are_blanks() {
    let game =
        "N-相手　\nPI　\n+　\n+7776FU　\nT1 　\n-3334FU,　T2　　\n'note　\n　\n%TORYO　,T3\n/　\n";
    for bytes in encoded(game) {
        let file = read_default(&[bytes.as_slice(), bytes.as_slice()].concat());
        for game in &file.games {
            let record = &game.record;
            assert_eq!(game.error, None, "{:?}", record.encoding);
            assert_eq!(record.moves.len(), 2, "{:?}", record.encoding);
            assert_eq!(record.moves[1].time_ms, Some(2000));
            assert_eq!(record.name(Sign::Minus), Some("相手"));
            assert_eq!(record.comments(1).collect::<Vec<_>>(), ["note"]);
            assert!(kinds(record).is_empty(), "{:?}", record.warnings);
        }
        assert_eq!(file.games.len(), 2);
    }
}

#[test]
fn a_file_of_full_width_blanks_is_empty() {
    for blank in ["　\n　 \n", "　"] {
        let file = read_default(blank.as_bytes());
        assert!(file.games.is_empty());
        assert_eq!(file.warnings[0].kind.as_str(), "EmptyInput");
    }
}

#[test]
fn a_file_cut_in_its_last_line_keeps_its_moves_in_every_encoding() {
    for tail in ["+", "-", "+7", "+77", "+7776", "+7776F", "T1,-", "T", "%"] {
        for bytes in encoded(&format!("PI\n+\n+7776FU\n-3334FU\n{tail}")) {
            let file = read_default(&bytes);
            let record = &file.games[0].record;
            assert_eq!(file.games[0].error, None, "{tail} {:?}", record.encoding);
            assert_eq!(kinds(record), ["TruncatedInput"], "{tail}");
            assert_eq!((record.warnings[0].line, record.moves.len()), (6, 2));
        }
    }
}

#[test]
fn utf16_cut_inside_a_character_keeps_its_moves() {
    let whole = &encoded("PI\n+\n+7776FU\n-3334FU\n")[3];
    // After the first move nothing is lost but what was cut.
    let first = whole.len() - 2 * "-3334FU\n".len();
    for end in first..whole.len() {
        let file = read_default(&whole[..end]);
        let record = &file.games[0].record;
        assert_eq!(file.games[0].error, None, "{end}");
        let complete = end >= whole.len() - 2;
        assert_eq!(record.moves.len(), 1 + usize::from(complete), "{end}");
    }
}

#[test]
fn a_lone_sign_is_a_cut_line_only_at_the_end_of_the_file() {
    for text in ["PI\n+\n+7776FU\n-\n", "PI\n+\n+7776FU\n-\n-3334FU"] {
        let file = read_default(text.as_bytes());
        let error = file.games[0].error.as_ref().expect("an error");
        assert_eq!((error.kind.as_str(), error.line), ("SyntaxError", 4));
    }
}

#[test]
fn files_without_separators_are_split_where_a_head_follows_an_ending() {
    let rows = (1..=9).map(|rank| format!("P{rank}{}\n", " * ".repeat(9)));
    let board = format!("{}P+59OU\nP-51OU\n+\n", rows.collect::<String>());
    let heads = [
        board.as_str(),
        "N+a\nN-b\nPI\n+\n",
        "N-b\n+\n",
        "$EVENT:e\nPI\n+\n",
        "$SITE:s\n'note\n$EVENT:e\nN+a\n+\n",
        "$START_TIME:2020/01/01\nPI\n+\n",
        "PI\n+\n",
        "PI,+\n",
        "P+59OU\nP-51OU\n+\n",
    ];
    let ends = [
        "%TORYO\n",
        "%CHUDAN,T5\n",
        "T1,%TORYO\n'end\n",
        "'summary:toryo:a win:b lose\n",
    ];
    for (head, end) in heads.iter().flat_map(|head| ends.map(|end| (head, end))) {
        let game = format!("{head}+7776FU\n{end}");
        let text = format!("N+first\n{}", game.repeat(3));
        let file = read_default(text.as_bytes());
        assert_eq!(file.games.len(), 3, "{text}");
        for game in &file.games {
            assert_eq!(game.error, None, "{text}");
            assert_eq!(game.record.moves.len(), 1, "{text}");
            assert!(!kinds(&game.record).contains(&"AfterEnding"), "{text}");
        }
    }
}

#[test]
fn statements_of_the_end_split_nothing() {
    let game =
        "N+a\nN-b\nPI\n+\n+7776FU\n%TORYO\n$END_TIME:2020/01/01\n$NOTE:n\n#RESIGN\n'P1 * \n'+\n";
    let file = read_default(game.as_bytes());
    assert_eq!(file.games.len(), 1);
    // Before the end a head is no beginning: a second set-up is a fault of the record.
    let file = read_default(b"PI\n+\n+7776FU\nN+a\nPI\n");
    assert_eq!(file.games.len(), 1);
    let error = file.games[0].error.as_ref().expect("an error");
    assert_eq!((error.kind.as_str(), error.line), ("BadPosition", 5));
}

#[test]
fn one_known_name_is_enough_for_a_summary() {
    let game = |head: &str, results: &str| {
        result(&format!(
            "{head}PI\n+\n+7776FU\n%TORYO\n'summary:toryo:{results}\n"
        ))
    };
    let (black, white) = (Some(Winner::Black), Some(Winner::White));
    for (head, results, winner) in [
        ("N+a\n", "a win:b lose", black),
        ("N+a\n", "b win:a lose", white),
        ("N+a\n", "b lose:a win", black),
        ("N-b\n", "a lose:b win", white),
        ("N-b\n", "b lose:a win", black),
        ("N-b\n", "x win:y lose", None),
        ("N-b\n", "b win:b lose", None),
        ("N-b\n", "a win:b win", None),
        ("", "a win:b lose", None),
    ] {
        assert_eq!(
            game(head, results),
            (GameEnd::Toryo, winner),
            "{head}{results}"
        );
    }
}

fn names(bytes: &[u8]) -> (Vec<String>, Vec<&'static str>, Encoding) {
    let file = read_default(bytes);
    let record = &file.games[0].record;
    let names = [Sign::Plus, Sign::Minus].map(|side| record.name(side).unwrap_or("").to_owned());
    (
        names.to_vec(),
        kinds(record),
        record.encoding.expect("an encoding"),
    )
}

#[test]
fn a_line_in_utf8_among_others_is_read_as_such() {
    let game = |black: &[u8], white: &[u8]| {
        [b"V2.2\nN+", black, b"\nN-", white, b"\nPI\n+\n+2726FU\n"].concat()
    };
    let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode("羽生善治");
    let (found, warnings, encoding) = names(&game(&sjis, "谷川浩司".as_bytes()));
    assert_eq!(found, ["羽生善治", "谷川浩司"]);
    assert_eq!(
        (warnings, encoding),
        (vec!["EncodingMixed"], Encoding::ShiftJis)
    );
    let (euc, _, _) = encoding_rs::EUC_JP.encode("はぶ");
    let (found, warnings, encoding) = names(&game(&euc, "たにがわ".as_bytes()));
    assert_eq!(found, ["はぶ", "たにがわ"]);
    assert_eq!(
        (warnings, encoding),
        (vec!["EncodingMixed"], Encoding::EucJp)
    );
}

#[test]
fn katakana_that_nobody_writes_is_euc_jp() {
    let game = |name: &[u8]| [b"V2.2\nN+", name, b"\nN-b\nPI\n+\n+2726FU\n"].concat();
    for name in ["羽生善治", "安倍", "一", "井上"] {
        let (bytes, _, _) = encoding_rs::EUC_JP.encode(name);
        let (found, _, encoding) = names(&game(&bytes));
        assert_eq!((found[0].as_str(), encoding), (name, Encoding::EucJp));
    }
    for name in ["ｼｮｳｷﾞ", "ﾎﾟﾅﾝｻﾞ", "｢ｼﾞｬﾝ｣", "ｳﾞｧｰ", "ｺｰﾋｰ"]
    {
        let (bytes, _, _) = encoding_rs::SHIFT_JIS.encode(name);
        let (found, _, encoding) = names(&game(&bytes));
        assert_eq!((found[0].as_str(), encoding), (name, Encoding::ShiftJis));
    }
}

//! What an engine plays of a book, under its options.

use joban_engine::book::db::{DbBook, MoveNumbers};
use joban_engine::book::playable::{
    NotPlayed, OptionUse, PlayOptionError, PlayOptions, book_moves, playable, played_rows,
    played_rows_turned,
};
use joban_engine::rules::{Move, Position};

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn book(rows: &str) -> DbBook {
    let text = format!("#YANEURAOU-DB2016 1.00\nsfen {START}\n{rows}");
    DbBook::read(text.as_bytes(), MoveNumbers::Joined).expect("memory")
}

fn options(list: &str) -> PlayOptions {
    let mut options = PlayOptions::default();
    options.set_list(list).expect("options");
    options
}

fn why(rows: &str, list: &str) -> Vec<Option<&'static str>> {
    let played = played_rows(&book(rows).positions()[0], &options(list));
    played
        .rows
        .iter()
        .map(|why| why.map(NotPlayed::as_str))
        .collect()
}

#[test]
fn the_steps_in_their_order() {
    let rows = "7g7e none 500 1 90\n2g2f none 10 20 50\n7g7f none 20 3 50\n5g5f none 9 20 2\n6g6f none -15 20 60\n";
    let full = [Some("Illegal"), None, None, None, Some("BelowBest")];
    assert_eq!(why(rows, "BookEvalBlackLimit=-99"), full);
    // The value of the illegal move counts nowhere, nor do its counts: 2 of 162 are rare.
    let narrow = [Some("Illegal"), None, None, Some("Rare"), Some("BelowBest")];
    assert_eq!(why(rows, "NarrowBook=true,BookEvalBlackLimit=-99"), narrow);
    // The first move that is left decides about the depth.
    let limit = [
        Some("Illegal"),
        Some("Shallow"),
        Some("Shallow"),
        Some("Shallow"),
        Some("Shallow"),
    ];
    assert_eq!(why(rows, "BookDepthLimit=21"), limit);
    assert_eq!(
        why(rows, "BookEvalDiff=100"),
        [Some("Illegal"), None, None, None, Some("BelowLimit")]
    );
    assert_eq!(why(rows, "USI_OwnBook=false"), [Some("BookOff"); 5]);
    assert_eq!(why(rows, "BookMoves=0"), [Some("BeyondBookMoves"); 5]);
}

#[test]
fn rare_is_below_a_tenth_and_not_at_it() {
    assert_eq!(
        why("2g2f none 0 20 9\n7g7f none 0 20 1\n", "NarrowBook=true"),
        [None, None]
    );
    assert_eq!(
        why("2g2f none 0 20 10\n7g7f none 0 20 1\n", "NarrowBook=true"),
        [None, Some("Rare")]
    );
    // A missing count is 1.
    assert_eq!(
        why("2g2f none 0 20\n7g7f none 0 20\n", "NarrowBook=true"),
        [None, None]
    );
}

#[test]
fn missing_values_and_depths() {
    // No values: nothing goes by value. A missing depth is 0.
    assert_eq!(
        why("2g2f\n7g7f\n", "BookDepthLimit=0,BookEvalBlackLimit=50"),
        [None, None]
    );
    assert_eq!(why("2g2f\n7g7f none 0 30\n", ""), [Some("Shallow"); 2]);
    // Beside a value a missing one is 0, an unknown one the lowest.
    let rows = "2g2f none 40 20\n7g7f none none 20\n5g5f none -32768 20\n";
    assert_eq!(why(rows, ""), [None, Some("BelowBest"), Some("BelowBest")]);
    assert_eq!(
        why(rows, "BookEvalDiff=40"),
        [None, None, Some("BelowBest")]
    );
}

#[test]
fn a_first_row_that_is_not_the_best_is_said() {
    let of = |rows: &str| played_rows(&book(rows).positions()[0], &PlayOptions::everything());
    let listed = of("7g7e none 99\n2g2f none 1\n7g7f none 5\n5g5f none 5\n");
    assert_eq!(listed.best_not_first, Some((1, 2)));
    assert_eq!(of("2g2f none 5\n7g7f none 5\n").best_not_first, None);
}

#[test]
fn a_turned_position_has_the_limits_of_the_other_side() {
    let book = book("2g2f none -60 20\n");
    let position = &book.positions()[0];
    let options = PlayOptions::default();
    assert_eq!(
        played_rows(position, &options).rows,
        [Some(NotPlayed::BelowLimit)]
    );
    assert_eq!(played_rows_turned(position, &options).rows, [None]);
    let both = playable(&book, 0, &options).expect("a position");
    assert_eq!(both.played().collect::<Vec<_>>(), [0]);
    let without = PlayOptions {
        flipped: false,
        ..options
    };
    let listed = playable(&book, 0, &without).expect("a position");
    assert_eq!(listed.why_not(0), Some(NotPlayed::BelowLimit));
    assert!(playable(&book, 1, &without).is_none());
}

#[test]
fn a_twin_of_its_own_is_looked_up_first() {
    let twin = Position::from_sfen(START)
        .expect("a position")
        .to_setup()
        .flip()
        .to_sfen();
    let text = format!(
        "#YANEURAOU-DB2016 1.00\nsfen {START}\n2g2f none -60 20\nsfen {twin}\n8c8d none 0 20\n"
    );
    let book = DbBook::read(text.as_bytes(), MoveNumbers::Joined).expect("memory");
    assert!(
        playable(&book, 0, &PlayOptions::default())
            .expect("a position")
            .turned
            .is_none()
    );
}

#[test]
fn look_up_turns_and_minds_the_number() {
    let rows = "2g2f none 0 20\n";
    let start = Position::startpos();
    let turned =
        Position::from_setup(&start.to_setup().flip(), Default::default()).expect("a position");
    let later = Position::from_sfen(&START.replace(" 1", " 5")).expect("a position");
    let texts = |position: &Position, list: &str| -> Vec<String> {
        let moves = book_moves(&book(rows), position, &options(list));
        assert!(moves.iter().all(|&mv| position.is_legal(mv)));
        moves.iter().map(Move::to_string).collect()
    };
    assert_eq!(texts(&start, ""), ["2g2f"]);
    assert_eq!(texts(&turned, ""), ["8c8d"]);
    assert!(texts(&turned, "FlippedBook=false").is_empty());
    assert!(texts(&later, "").is_empty());
    assert_eq!(texts(&later, "IgnoreBookPly=true"), ["2g2f"]);
    assert!(texts(&later, "IgnoreBookPly=true,BookMoves=4").is_empty());
}

#[test]
fn options_by_old_and_new_names() {
    let newer = options(
        "BookEvalBlackDiff=1, BookEvalWhiteDiff=2,bookdepthblacklimit=3,BookDepthWhiteLimit = 4",
    );
    assert_eq!((newer.eval_diff, newer.depth_limit), ([1, 2], [3, 4]));
    let mut some = PlayOptions::default();
    assert_eq!(
        some.set("BookIgnoreRate", "20"),
        Ok(OptionUse::WithoutEffect)
    );
    assert_eq!(some.set("Threads", "2"), Ok(OptionUse::NotOfBooks));
    assert_eq!(some, PlayOptions::default());
    for (list, names) in [
        ("BookMoves=x", "BookMoves"),
        ("BookMoves=-1", "BookMoves"),
        ("FlippedBook=maybe", "FlippedBook"),
    ] {
        let error = some.set_list(list).expect_err("a bad value");
        assert!(
            matches!(&error, PlayOptionError::BadValue { name, .. } if name == names),
            "{error}"
        );
    }
    assert!(matches!(
        some.set_list("Threads=1"),
        Err(PlayOptionError::UnknownOption { .. })
    ));
    assert!(matches!(
        some.set_list("BookMoves"),
        Err(PlayOptionError::NoPair { .. })
    ));
}

#[test]
fn engine_options_in_all_their_forms() {
    let text = "\u{feff}// tournament\r\nThreads 4\r\nBookMoves 200\r\nBookEvalDiff=50\r\n\r\noption name NarrowBook type check default true\r\nBookDepthLimit\r\n# FlippedBook false\r\nUSI_Hash 1024\r\n";
    let mut read = PlayOptions::default();
    read.set_engine_options(text).expect("options");
    let expect = PlayOptions {
        book_moves: 200,
        eval_diff: [50; 2],
        narrow_book: true,
        ..PlayOptions::default()
    };
    assert_eq!(read, expect);
    let error = read
        .set_engine_options("BookMoves many")
        .expect_err("a bad value");
    assert_eq!(
        error.to_string(),
        "option BookMoves: `many` is not a number from 0"
    );
}

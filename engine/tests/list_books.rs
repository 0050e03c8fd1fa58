//! Books that are lists, and what a file is taken for.

use joban_engine::book::{
    BookFormat, ListEntry, ListIssueKind, ListItem, read_jsonl, read_move_lines,
};
use joban_engine::rules::Color;
use proptest::prelude::*;
use std::io;
use std::ops::ControlFlow;

const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";

type Issues = Vec<(ListIssueKind, u64)>;

fn collect(
    read: impl FnOnce(&mut dyn FnMut(ListItem) -> ControlFlow<()>) -> io::Result<()>,
) -> (Vec<ListEntry>, Issues) {
    let (mut entries, mut issues) = (Vec::new(), Vec::new());
    read(&mut |item| {
        match item {
            ListItem::Entry(entry) => entries.push(entry),
            ListItem::Issue(issue) => issues.push((issue.kind, issue.line)),
        }
        ControlFlow::Continue(())
    })
    .expect("memory");
    (entries, issues)
}

fn jsonl(bytes: &[u8]) -> (Vec<ListEntry>, Issues) {
    collect(|visit| read_jsonl(bytes, visit))
}

fn lines(bytes: &[u8]) -> (Vec<ListEntry>, Issues) {
    collect(|visit| read_move_lines(bytes, visit))
}

#[test]
fn json_lines() {
    let text = format!(
        "\u{feff}# book\r\n{{\"sfen\":\"{START} 1\",\"move\":\"7g7f\",\"side\":\"black\",\"note\":1}}\r\n\n{{\"move\":\"2g2f\",\"sfen\":\"sfen {START}\"}}\n{{\"sfen\":\"startpos\",\"move\":\"7g7e\",\"side\":\"white\"}}"
    );
    let (entries, issues) = jsonl(text.as_bytes());
    let moves: Vec<_> = entries.iter().map(|entry| entry.mv.to_string()).collect();
    assert_eq!(moves, ["7g7f", "2g2f", "7g7e"]);
    assert!(entries.iter().all(|entry| entry.sfen == START));
    assert_eq!(entries[0].side, Some(Color::Black));
    assert_eq!(
        entries.iter().map(|entry| entry.ply).collect::<Vec<_>>(),
        [Some(1), None, Some(1)]
    );
    assert_eq!(issues, [(ListIssueKind::SideMismatch, 5)]);
    // Illegal moves are kept; the position tells.
    assert!(
        !entries[2]
            .position()
            .expect("a position")
            .is_legal(entries[2].mv)
    );
}

#[test]
fn bad_json_lines_are_left_out_one_by_one() {
    let text = format!(
        "{{\n[]\n{{\"sfen\":\"{START}\"}}\n{{\"sfen\":\"9/9 b -\",\"move\":\"7g7f\"}}\n{{\"sfen\":\"{START}\",\"move\":\"resign\"}}\n{{\"sfen\":\"{START}\",\"move\":\"7g7f\",\"side\":3}}\n{{\"sfen\":\"{START}\",\"move\":\"7g7f\"}}\n"
    );
    let (entries, issues) = jsonl(text.as_bytes());
    let syntax = ListIssueKind::SyntaxError;
    let expect = [
        (syntax, 1),
        (syntax, 2),
        (syntax, 3),
        (ListIssueKind::BadPosition, 4),
        (ListIssueKind::BadMove, 5),
        (syntax, 6),
    ];
    assert_eq!(issues, expect);
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].line, 7);
}

#[test]
fn every_move_of_a_line_is_an_entry() {
    let text = "# suite\nstartpos moves 7g7f 3c3d # note\nposition startpos moves 2g2f, value=3\nsfen 4k4/9/9/9/9/9/9/9/4K4 w - 9 moves 5a5b\n4k4/9/9/9/9/9/9/9/4K4 b - moves 5i5h 5a5a\nstartpos moves 7g7e 3c3d\n";
    let (entries, issues) = lines(text.as_bytes());
    let shown: Vec<_> = entries
        .iter()
        .map(|entry| (entry.line, entry.ply, entry.mv.to_string()))
        .collect();
    let entry = |line, ply, mv: &str| (line, ply, mv.to_owned());
    assert_eq!(
        shown,
        [
            entry(2, Some(1), "7g7f"),
            entry(2, Some(2), "3c3d"),
            entry(3, Some(1), "2g2f"),
            entry(4, Some(9), "5a5b"),
            entry(5, None, "5i5h"),
            entry(6, Some(1), "7g7e"),
        ]
    );
    assert!(
        entries[1]
            .sfen
            .starts_with("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/")
    );
    assert_eq!(
        issues,
        [(ListIssueKind::BadMove, 5), (ListIssueKind::IllegalMove, 6)]
    );
}

#[test]
fn a_list_can_be_left() {
    let text = "startpos moves 7g7f 3c3d 2g2f\n";
    let mut seen = 0;
    read_move_lines(text.as_bytes(), &mut |_| {
        seen += 1;
        ControlFlow::Break(())
    })
    .expect("memory");
    assert_eq!(seen, 1);
}

#[test]
fn formats_by_content_and_name() {
    let cases: [(&str, &str, Option<BookFormat>); 12] = [
        (
            "#YANEURAOU-DB2016 1.00\nsfen x",
            "a.txt",
            Some(BookFormat::Db),
        ),
        (
            "\u{feff}#YANEURAOU-DB2016 1.00\r\n",
            "",
            Some(BookFormat::Db),
        ),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n5i5h\n",
            "a.db",
            Some(BookFormat::Db),
        ),
        (
            "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h\n",
            "a.db",
            Some(BookFormat::MoveLines),
        ),
        (
            "4k4/9/9/9/9/9/9/9/4K4 b - 1 moves 5i5h\n",
            "a.sfen",
            Some(BookFormat::MoveLines),
        ),
        (
            "# suite\nstartpos moves 7g7f\n",
            "a.txt",
            Some(BookFormat::MoveLines),
        ),
        (
            "\n{\"sfen\":\"startpos\"}\n",
            "a.json",
            Some(BookFormat::Jsonl),
        ),
        (
            "\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}",
            "BOOK.BIN",
            Some(BookFormat::Rom),
        ),
        ("V2.2\nPI\n+\n", "a.csa", None),
        ("先手：a\n▲７六歩\n", "a.ki2", None),
        ("", "a.db", None),
        ("# only a comment", "a.txt", None),
    ];
    for (text, name, expect) in cases {
        assert_eq!(BookFormat::detect(text.as_bytes(), name), expect, "{text}");
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        jsonl(&bytes);
        lines(&bytes);
        let _ = BookFormat::detect(&bytes, "a.db");
    }

    #[test]
    fn nearly_lines_are_read(text in "((startpos|sfen|4k4/9/9/9/9/9/9/9/4K4 b -|\\{\"sfen\":\"startpos\",\"move\":)( moves)?( 7g7f| \"7g7f\"\\}| 3c3d|.{0,5}){0,5}\n){0,6}") {
        let (entries, _) = lines(text.as_bytes());
        jsonl(text.as_bytes());
        // All but the last entry of a line are legal.
        for pair in entries.windows(2).filter(|pair| pair[0].line == pair[1].line) {
            prop_assert!(pair[0].position().expect("a position").is_legal(pair[0].mv));
        }
    }
}

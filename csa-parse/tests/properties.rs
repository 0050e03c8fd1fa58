//! Properties of the reader and the writer over made-up inputs.

mod common;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use common::{ReadFile, read, read_chunked, read_default};
use joban_csa_parse::line::Statement;
use joban_csa_parse::visitor::{Scratch, Visitor, visit};
use joban_csa_parse::{
    Encoding, Form, Issue, Parser, Place, RawRecord, ReadOptions, Record, Version, write_record,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Lines as they occur in records, sound and unsound.
const LINES: &[&str] = &[
    "V2.2",
    "V2",
    "V3.0",
    "'CSA encoding=UTF-8",
    "'CSA encoding=SHIFT_JIS",
    "N+Alpha",
    "N-Beta, Jr",
    "N+:Himawari",
    "$EVENT:wdoor+floodgate-300-10F+a+b+20260605230006",
    "$START_TIME:2026/06/05 23:00:00",
    "$NOTE:a\\nb\\\\c",
    "$TIME+:150+00+10",
    "$MAX_MOVES:320",
    "'Max_Moves:512",
    "'Increment:10",
    "'black_rate:a+0123:3954.5",
    "'white_rate:b+0123:-12",
    "'rating:a:b",
    "'buoy game starting with 2 moves",
    "PI",
    "PI82HI22KA",
    "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY",
    "P2 * -HI *  *  *  *  * -KA * ",
    "P2 * -HI * * * * * -KA *",
    "P+00FU59OU",
    "P-00AL",
    "P+",
    "+",
    "-",
    "+7776FU",
    "-3334FU",
    "+7776FU,T12",
    "+2726FU,T1,-8384FU,T2",
    "+7776FU  ,T0       ,'T0      ,'7776",
    "+0055KA",
    "+7776FU'glued",
    "T1",
    "T1.",
    "T0.05",
    "T15.123",
    "T99999999999999999999999",
    "T",
    "'** 30 -3334FU +2726FU #1234",
    "'** -488281 -6678NK+7778KI",
    "'** 130 7g7f 8c8d",
    "'* 30, -8384FU",
    "'plain",
    "** 5 lost apostrophe",
    "%TORYO",
    "%%TORYO",
    "%TORYO,T0",
    "%KACHI,'* -5000 win",
    "%+ILLEGAL_ACTION",
    "%HOGE",
    "#RESIGN",
    "#WIN",
    "'ILLEGAL_MOVE(+2624FU)",
    "'P1 * -FU *  *  *  *  * -OU-KY",
    "'P+00FU",
    "'-",
    "'summary:toryo:Alpha win:Beta, Jr lose",
    "'summary:time up:x lose:y win",
    "'summary:tor",
    "'$END_TIME:2026/06/05 23:28:37",
    "+3938GI\u{3000}",
    "T1,\u{3000}-3142GI \u{3000} ",
    "%CHUDAN\u{3000}",
    "\u{3000}",
    "/",
    "/\u{3000}",
    "+7776FU,%TORYO,/\u{3000}",
    "%TORYO,T1,PI,+",
    "$SITE:S",
    "",
    "   ",
    "sleep 1",
    "1 2003/09/08 A B 2 4 E O",
    "7776FU3334FU",
    "startpos moves 7g7f 3c3d",
    "将棋",
];

fn text() -> impl Strategy<Value = String> {
    let ends = select(vec!["\n", "\r\n", "\r"]);
    (vec(select(LINES), 0..40), ends).prop_map(|(lines, end)| lines.join(end))
}

/// More than the bytes that are looked at before anything is decided, with lines of every length.
fn long_text() -> impl Strategy<Value = Vec<u8>> {
    let line = (select(LINES), 1usize..9).prop_map(|(line, times)| line.repeat(times));
    let end = select(vec!["\n", "\r\n", "\r", "\n\r"]);
    let lines = vec((line, end), 30..120);
    let text = lines.prop_map(|lines| lines.into_iter().map(|(line, end)| line + end));
    (text.prop_map(Iterator::collect::<String>), any::<bool>()).prop_map(|(text, wide)| {
        if wide {
            let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
            [0xff, 0xfe].into_iter().chain(utf16).collect()
        } else {
            text.into_bytes()
        }
    })
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let lines = vec(
        prop_oneof![
            select(LINES)
                .prop_map(str::as_bytes)
                .prop_map(<[u8]>::to_vec),
            vec(any::<u8>(), 0..30)
        ],
        0..30,
    );
    prop_oneof![
        vec(any::<u8>(), 0..400),
        lines.prop_map(|lines| lines.join(&b'\n')),
        long_text(),
        text().prop_map(|t| {
            let utf16 = t.encode_utf16().flat_map(u16::to_le_bytes);
            [0xff, 0xfe].into_iter().chain(utf16).collect()
        }),
    ]
}

fn options() -> impl Strategy<Value = ReadOptions> {
    let encoding = select(vec![
        None,
        Some(Encoding::Utf8),
        Some(Encoding::ShiftJis),
        Some(Encoding::EucJp),
        Some(Encoding::Iso2022Jp),
        Some(Encoding::Utf16Le),
    ]);
    let limit = prop_oneof![Just(ReadOptions::MAX_RECORD_BYTES), Just(64), 8u64..400];
    (encoding, any::<bool>(), limit).prop_map(|(encoding, lines, max_record_bytes)| ReadOptions {
        encoding,
        lines,
        max_record_bytes,
    })
}

/// What a test sees of a file.
fn digest(file: &ReadFile) -> String {
    let games: Vec<String> = file
        .games
        .iter()
        .map(|g| format!("{:?} {:?} {:?}", g.error, g.record.moves, g.record.warnings))
        .collect();
    format!("{games:?} {:?} {:?}", file.problems, file.warnings)
}

/// Notes every line that was given to it.
#[derive(Default)]
struct Seen(BTreeSet<u64>);

impl Visitor for Seen {
    fn statement(&mut self, place: Place, _: &str, _: Statement<'_>) -> ControlFlow<()> {
        self.0.insert(place.line);
        ControlFlow::Continue(())
    }

    fn warning(&mut self, issue: Issue) -> ControlFlow<()> {
        self.0.insert(issue.line);
        ControlFlow::Continue(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn any_bytes_are_safe(bytes in bytes(), opts in options()) {
        let file = read(&bytes, &opts);
        let kept: usize = file.games.iter().map(|g| g.record.warnings.len()).sum();
        prop_assert!(kept <= 4 * bytes.len() + 16);
    }

    #[test]
    fn chunks_do_not_matter(bytes in bytes(), opts in options(), chunk in 1usize..40) {
        let (whole, parts) = (read(&bytes, &opts), read_chunked(&bytes, &opts, chunk));
        prop_assert_eq!(digest(&whole), digest(&parts));
    }

    #[test]
    fn every_line_is_accounted_for(text in text()) {
        let raw = RawRecord::from_bytes("t", text.as_bytes());
        let mut seen = Seen::default();
        let read = visit(&raw, &ReadOptions::default(), &mut Scratch::default(), &mut seen);
        let last = read.err().map_or(u64::MAX, |issue| issue.line);
        let lines = text.replace("\r\n", "\n").replace('\r', "\n");
        for (line, number) in lines.split('\n').zip(1..last) {
            prop_assert!(line.trim().is_empty() || seen.0.contains(&number), "line {number}: {line}");
        }
    }

    #[test]
    fn written_records_read_back(text in text()) {
        for game in read_default(text.as_bytes()).games.iter().filter(|g| g.error.is_none()) {
            round_trip(&game.record)?;
        }
    }
}

fn round_trip(record: &Record) -> Result<(), TestCaseError> {
    let mut again = Record::new();
    let mut parser = Parser::new(ReadOptions::default());
    let mut written = String::new();
    prop_assert!(record.form == Form::Csa || record.form == Form::OneLine);
    prop_assert!(write_record(record, Version::V30, &mut written).is_ok());
    let read = parser.parse(&RawRecord::from_bytes("w", written.as_bytes()), &mut again);
    prop_assert!(read.is_ok(), "{read:?}\n{written}");
    prop_assert!(record.same_game(&again), "{written}");
    let mut twice = String::new();
    prop_assert!(write_record(&again, Version::V30, &mut twice).is_ok());
    prop_assert_eq!(written, twice);
    Ok(())
}

/// Cases of each property: `JOBAN_SLOW=1` asks for many.
fn cases() -> u32 {
    if std::env::var_os("JOBAN_SLOW").is_some() {
        50_000
    } else {
        1_500
    }
}

//! Reading games: results do not depend on jobs, order or packing; bad games are counted and listed.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{plan, read, shared, try_read, view};
use joban_csa_parse::IssueKind;
use joban_positions::{
    Corpus, Error, FilterRules, PlyLimit, Rule, Split, Verified, funnel, load_tables, write_tables,
};
use proptest::prelude::*;

const GOOD: &str = "V2.2\nN+A\nN-B\n$START_TIME:2020/01/02\nPI\n+\n+7776FU\nT0\n-3334FU\nT0\n+2726FU\nT5\n%TORYO\n";

fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn bad_games_are_listed_and_the_others_kept() {
    let folder = tempfile::tempdir().unwrap();
    let illegal = GOOD.replace("-3334FU", "-3335FU");
    let unread = GOOD.replace("-3334FU", "-33X4FU");
    write(
        folder.path(),
        "many.csa",
        &[GOOD, &illegal, &unread, GOOD].join("/\n"),
    );
    let corpus = read(&[folder.path().to_owned()], 2);
    assert_eq!(corpus.games().len(), 3);
    let rejects: Vec<_> = corpus
        .rejects()
        .iter()
        .map(|reject| (reject.game, reject.line, reject.kind))
        .collect();
    assert_eq!(
        rejects,
        [
            (2, 23, IssueKind::IllegalMove),
            (3, 37, IssueKind::SyntaxError)
        ]
    );
    let rules = FilterRules {
        min_plies: 0,
        min_rating: None,
        ..FilterRules::default()
    };
    let funnel = funnel(&corpus, &rules, &Split::NONE);
    let removed = |rule| {
        funnel
            .steps
            .iter()
            .find(|step| step.rule == rule)
            .unwrap()
            .removed
    };
    assert_eq!(
        (
            removed(Rule::Parse),
            removed(Rule::Legality),
            removed(Rule::Duplicates)
        ),
        (1, 1, 1)
    );
    assert_eq!(funnel.kept.len(), 1);
    let game = &corpus.games()[funnel.kept[0]];
    assert_eq!(
        (game.plies, game.instant_plies, corpus.moves(game).len()),
        (3, 2, 3)
    );
    assert_eq!(corpus.names(game), [Some("A"), Some("B")]);
}

#[test]
fn the_first_bad_game_stops_a_run_that_asks_for_it() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..40 {
        let text = if number % 7 == 5 {
            GOOD.replace("+7776FU", "+7775FU")
        } else {
            GOOD.to_owned()
        };
        write(folder.path(), &format!("{number:02}.csa"), &text);
    }
    for jobs in [1, 2, 8] {
        let fast = joban_positions::ReadPlan {
            fail_fast: true,
            ..plan(PlyLimit::First(3), jobs)
        };
        match try_read(&[folder.path().to_owned()], &fast) {
            Err(Error::Refused(reject)) => {
                assert!(reject.file.ends_with("05.csa"), "{}", reject.file)
            }
            other => panic!("{:?}", other.map(|ingested| ingested.corpus.games().len())),
        }
    }
}

#[test]
fn endings_are_verified_by_replay() {
    let shuffle = "+2838HI\n-8272HI\n+3828HI\n-7282HI\n";
    let game = |times, end| format!("V2.2\nPI\n+\n{}{end}\n", shuffle.repeat(times));
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.csa", &game(3, "%SENNICHITE"));
    write(folder.path(), "b.csa", &game(2, "%SENNICHITE"));
    write(folder.path(), "c.csa", &game(1, "%KACHI"));
    write(folder.path(), "d.csa", &game(1, "%TORYO"));
    let corpus = read(&[folder.path().to_owned()], 1);
    let verified = |name: &str| {
        let game = corpus
            .games()
            .iter()
            .find(|game| corpus.file(&game.place).ends_with(name))
            .unwrap();
        game.verified
    };
    assert_eq!(verified("a.csa"), Verified::Shown);
    assert_eq!(verified("b.csa"), Verified::NotShown);
    assert_eq!(verified("c.csa"), Verified::NotShown);
    assert_eq!(verified("d.csa"), Verified::NotApplicable);
}

const TABLES: [&str; 3] = ["games.parquet", "plies.parquet", "sources.parquet"];

/// Bytes of the tables, which do not depend on the packing.
fn table_bytes(corpus: &Corpus) -> [Vec<u8>; 3] {
    let folder = tempfile::tempdir().unwrap();
    write_tables(corpus, folder.path()).unwrap();
    TABLES.map(|name| fs::read(folder.path().join(name)).unwrap())
}

const FOLDERS: [&str; 8] = [
    "floodgate",
    "wcsc28",
    "gps-shogi",
    "engine-matches",
    "alphazero-elmo",
    "pro",
    "server-rules",
    "one-line",
];

#[test]
fn real_records_replay_from_start_to_end() {
    let Some(data) = shared("real records replay") else {
        return;
    };
    let paths = FOLDERS.map(|folder| data.join(folder));
    let corpus = read(&paths, 2);
    let rejects: Vec<_> = corpus
        .rejects()
        .iter()
        .map(|reject| (reject.file.as_str(), reject.game, reject.kind))
        .collect();
    assert_eq!(rejects.len(), 1, "{rejects:#?}");
    assert!(rejects[0].0.ends_with("one-line/book_anti.csa"));
    assert_eq!((rejects[0].1, rejects[0].2), (4, IssueKind::TurnMismatch));
}

#[test]
fn jobs_and_order_change_nothing() {
    let Some(data) = shared("jobs and order") else {
        return;
    };
    let mut paths = FOLDERS.map(|folder| data.join(folder)).to_vec();
    paths.push(data.join("format"));
    let one = read(&paths, 1);
    let expected = view(&one, true);
    let bytes = table_bytes(&one);
    for jobs in [2, 8] {
        paths.reverse();
        let other = read(&paths, jobs);
        assert!(view(&other, true) == expected, "{jobs} jobs");
        assert!(table_bytes(&other) == bytes, "{jobs} jobs");
    }
}

#[test]
fn the_packing_changes_nothing() {
    let Some(data) = shared("packing") else {
        return;
    };
    let pairs = [
        ("floodgate/2026", "wdoor2026-sample.7z"),
        ("floodgate/2010", "wdoor2010-sample.tar.xz"),
    ];
    for (folder, archive) in pairs {
        let unpacked = read(&[data.join(folder)], 2);
        let packed = read(&[data.join("archives").join(archive)], 2);
        assert!(!unpacked.games().is_empty());
        assert_eq!(view(&unpacked, false), view(&packed, false), "{archive}");
        assert!(table_bytes(&unpacked) == table_bytes(&packed), "{archive}");
    }
}

#[test]
fn tables_equal_archives_whole_or_in_halves() {
    let Some(data) = shared("tables") else { return };
    let (first, second) = (
        vec![data.join("wcsc28"), data.join("format")],
        vec![data.join("gps-shogi")],
    );
    let all = [first.clone(), second.clone()].concat();
    let shallow = try_read(&all, &plan(PlyLimit::First(24), 2))
        .unwrap()
        .corpus;
    let folders: Vec<PathBuf> = [first, second, all]
        .iter()
        .map(|paths| {
            let folder = tempfile::tempdir().unwrap().keep();
            write_tables(&read(paths, 2), &folder).unwrap();
            folder
        })
        .collect();
    for tables in [&folders[..2], &folders[2..]] {
        let loaded = load_tables(tables, PlyLimit::First(24), true).unwrap();
        assert!(view(&loaded, false) == view(&shallow, false));
        assert!(table_bytes(&loaded) == table_bytes(&shallow));
        let rules = FilterRules {
            min_rating: None,
            ..FilterRules::default()
        };
        let split = Split::default();
        assert_eq!(
            funnel(&loaded, &rules, &split),
            funnel(&shallow, &rules, &split)
        );
    }
    folders
        .iter()
        .for_each(|folder| fs::remove_dir_all(folder).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However games are cut into files, the same games come out.
    #[test]
    fn cutting_into_files_changes_no_game(cuts in prop::collection::vec(1..4_usize, 1..8), jobs in 1..4_usize) {
        let texts: Vec<String> = (0..cuts.iter().sum())
            .map(|number| if number % 3 == 2 { GOOD.replace("+2726FU", "+2725FU") } else { GOOD.replace("T5", &format!("T{number}")) })
            .collect();
        let (whole, pieces) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        write(whole.path(), "all.csa", &texts.join("/\n"));
        let mut rest = &texts[..];
        for (number, &count) in cuts.iter().enumerate() {
            let (now, later) = rest.split_at(count);
            write(pieces.path(), &format!("{number}.csa"), &now.join("/\n"));
            rest = later;
        }
        let [a, b] = [&whole, &pieces].map(|folder| read(&[folder.path().to_owned()], jobs));
        prop_assert!(table_bytes(&a)[..2] == table_bytes(&b)[..2]);
    }
}

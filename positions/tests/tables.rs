//! Tables: what is written is read back; damaged files give an error.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use joban_csa_parse::{GameEnd, Issue, IssueKind, Winner};
use joban_engine::rules::{Move, Position};
use joban_positions::{
    Corpus, Error, FilterRules, GameFacts, Plies, PlyLimit, Reject, Split, Verified, funnel,
    load_tables, write_tables,
};
use proptest::prelude::*;

/// What can be seen of a corpus from outside.
fn view(corpus: &Corpus) -> String {
    let mut text = String::new();
    for game in corpus.games() {
        let names = corpus.names(game);
        let file = corpus.file(&game.place);
        let texts =
            [game.event, game.start_time, game.time_control].map(|id| id.map(|id| corpus.text(id)));
        let facts = (
            game.hash,
            game.raw_sha256,
            corpus.start_sfen(game),
            game.plies,
            game.end,
            game.winner,
        );
        let more = (
            game.verified,
            game.ratings,
            game.forced_plies,
            game.instant_plies,
            game.place.game,
            game.place.line,
        );
        let illegal = game.illegal.map(|index| &corpus.rejects()[index as usize]);
        text += &format!("{facts:?} {names:?} {texts:?} {more:?} {file} {illegal:?}\n");
        text += &format!("{:?} {:?}\n", corpus.moves(game), corpus.keys(game));
    }
    text + &format!("{:?}\n", corpus.rejects())
}

fn first_plies(position: &Position, count: usize) -> (Vec<u16>, Vec<u64>) {
    let mut position = position.clone();
    let (mut words, mut keys) = (Vec::new(), Vec::new());
    for _ in 0..count {
        let mv = position.legal_moves()[0];
        words.push(mv.word());
        keys.push(position.key());
        position.play(mv).unwrap();
    }
    words.push(0);
    keys.push(position.key());
    (words, keys)
}

/// A small corpus with everything in it.
fn sample() -> Corpus {
    let start = Position::startpos();
    let mut corpus = Corpus::new(PlyLimit::First(60));
    for number in 0..20_u8 {
        let (words, keys) = first_plies(&start, usize::from(number));
        let file = format!("{number}.csa");
        let facts = GameFacts {
            hash: u64::MAX - u64::from(number / 3),
            raw_sha256: [number; 32],
            plies: number.into(),
            end: GameEnd::ALL[usize::from(number) % GameEnd::ALL.len()],
            winner: [
                None,
                Some(Winner::Black),
                Some(Winner::White),
                Some(Winner::Draw),
            ][usize::from(number) % 4],
            verified: [Verified::Shown, Verified::NotShown, Verified::NotApplicable]
                [usize::from(number) % 3],
            names: [Some("名人"), (number > 3).then_some("B")],
            ratings: [Some(f64::from(number) - 3.5), None],
            start_time: Some("2020/02/29 10:00:00"),
            event: (number % 2 == 0).then_some("event"),
            forced_plies: number.into(),
            file: &file,
            line: u64::from(number) + 1,
            ..GameFacts::default()
        };
        let issue = Issue::new(
            IssueKind::IllegalMove,
            12,
            100,
            "+7775FU",
            "the pawn cannot go there",
        );
        let reject = Reject {
            raw_sha256: Some([number; 32]),
            ..Reject::new(&file, 1, issue)
        };
        corpus.push(
            &facts,
            Plies::new(&words, &keys),
            (number == 7).then_some(reject),
        );
    }
    let junk = Issue::new(IssueKind::SyntaxError, 1, 0, "", "binary data");
    corpus.push_reject(Reject::new("junk", 0, junk.clone()));
    corpus.push_reject(Reject {
        raw_sha256: Some([200; 32]),
        ..Reject::new("a,\"b\".csa", 2, junk)
    });
    corpus.sort();
    corpus
}

fn load(folder: &Path, plies: PlyLimit) -> Result<Corpus, Error> {
    load_tables(&[folder.to_owned()], plies, false)
}

#[test]
fn tables_are_read_back_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = sample();
    let [games, plies, sources] = write_tables(&corpus, folder.path()).unwrap();
    assert_eq!((games.rows, sources.rows), (22, 22));
    assert_eq!(plies.rows, (1..=20).sum::<u64>());
    let again = load(folder.path(), PlyLimit::First(60)).unwrap();
    assert_eq!(view(&corpus), view(&again));
    let other = tempfile::tempdir().unwrap();
    let digests = write_tables(&again, other.path()).unwrap();
    assert_eq!(digests, [games, plies, sources]);
    for name in FILES {
        let bytes = |folder: &Path| fs::read(folder.join(name)).unwrap();
        assert!(bytes(folder.path()) == bytes(other.path()), "{name}");
    }
}

#[test]
fn files_are_named_without_their_packing() {
    let digests = ["", "folder/", "x.7z!a/", "C:\\games\\"].map(|packing| {
        let mut corpus = Corpus::new(PlyLimit::First(1));
        let file = format!("{packing}1.csa");
        let facts = GameFacts {
            file: &file,
            ..GameFacts::default()
        };
        corpus.push(&facts, Plies::new(&[0], &[0]), None);
        let issue = Issue::new(IssueKind::SyntaxError, 1, 0, "", "junk");
        corpus.push_reject(Reject::new(&format!("{packing}2.csa.gz"), 0, issue));
        corpus.sort();
        let folder = tempfile::tempdir().unwrap();
        write_tables(&corpus, folder.path()).unwrap()
    });
    assert!(digests.iter().all(|each| *each == digests[0]));
}

#[test]
fn fewer_plies_may_be_asked_for_but_not_more() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(&sample(), folder.path()).unwrap();
    let shallow = load(folder.path(), PlyLimit::First(5)).unwrap();
    for game in shallow.games() {
        assert_eq!(shallow.moves(game).len(), (game.plies as usize).min(5));
        assert_eq!(shallow.keys(game).len(), (game.plies as usize + 1).min(5));
    }
    for wanted in [PlyLimit::First(61), PlyLimit::All] {
        let error = load(folder.path(), wanted).unwrap_err();
        assert!(matches!(error, Error::TooShallow { .. }), "{error}");
        assert_eq!(error.class(), joban_positions::ErrorClass::Usage);
    }
}

#[test]
fn two_folders_make_one_corpus() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let one = sample();
    write_tables(&one, a.path()).unwrap();
    let mut other = Corpus::new(PlyLimit::All);
    let (words, keys) = first_plies(&Position::startpos(), 3);
    other.push(
        &GameFacts {
            hash: 1,
            plies: 3,
            ..GameFacts::default()
        },
        Plies::new(&words, &keys),
        None,
    );
    other.sort();
    write_tables(&other, b.path()).unwrap();
    let paths = [a.path().to_owned(), b.path().join("games.parquet")];
    let both = load_tables(&paths, PlyLimit::First(60), false).unwrap();
    let turned = load_tables(
        &[paths[1].clone(), paths[0].clone()],
        PlyLimit::First(60),
        false,
    )
    .unwrap();
    assert_eq!(both.games().len(), 21);
    assert_eq!(both.games()[0].hash, 1);
    assert_eq!(view(&both), view(&turned));
    let rules = FilterRules::default();
    assert_eq!(funnel(&both, &rules, &Split::NONE).read, 23);
}

#[test]
fn moves_are_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    write_tables(&sample(), folder.path()).unwrap();
    let corpus = load(folder.path(), PlyLimit::First(10)).unwrap();
    for game in corpus.games() {
        let mut position = Position::startpos();
        for (&word, &key) in corpus.moves(game).iter().zip(corpus.keys(game)) {
            assert_eq!(position.key(), key);
            position.play(Move::from_word(word).unwrap()).unwrap();
        }
    }
}

#[test]
fn files_of_different_runs_do_not_mix() {
    let (a, b) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_tables(&sample(), a.path()).unwrap();
    write_tables(&Corpus::new(PlyLimit::All), b.path()).unwrap();
    for name in ["plies.parquet", "sources.parquet"] {
        let mixed = tempfile::tempdir().unwrap();
        for file in FILES {
            let from = if file == name { &b } else { &a };
            fs::copy(from.path().join(file), mixed.path().join(file)).unwrap();
        }
        assert!(load(mixed.path(), PlyLimit::First(1)).is_err(), "{name}");
    }
    fs::remove_file(a.path().join("plies.parquet")).unwrap();
    assert!(matches!(
        load(a.path(), PlyLimit::First(1)),
        Err(Error::Io { .. })
    ));
}

const FILES: [&str; 3] = ["games.parquet", "plies.parquet", "sources.parquet"];

/// The bytes of the sample's files, written once.
fn sample_bytes() -> &'static [Vec<u8>; 3] {
    static BYTES: OnceLock<[Vec<u8>; 3]> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        write_tables(&sample(), folder.path()).unwrap();
        FILES.map(|name| fs::read(folder.path().join(name)).unwrap())
    })
}

/// Damages a file of the tables and loads them.
fn load_damaged(damaged: usize, damage: impl Fn(&mut Vec<u8>)) -> Result<String, Error> {
    let folder = tempfile::tempdir().unwrap();
    for (number, name) in FILES.iter().enumerate() {
        let mut bytes = sample_bytes()[number].clone();
        if number == damaged {
            damage(&mut bytes);
        }
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    load(folder.path(), PlyLimit::First(60)).map(|corpus| view(&corpus))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn a_damaged_file_is_an_error_or_harmless(
        file in 0..3_usize,
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in prop::bool::weighted(0.1),
    ) {
        let result = load_damaged(file, |bytes| {
            let at = at.index(bytes.len());
            bytes[at] = byte;
            if cut {
                bytes.truncate(at);
            }
        });
        if let Ok(loaded) = result {
            prop_assert_eq!(loaded, view(&sample()));
        }
    }

    #[test]
    fn junk_is_an_error(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        prop_assert!(load_damaged(0, |file| *file = bytes.clone()).is_err());
        let framed = [b"PAR1", &bytes[..], &(bytes.len() as u32).to_le_bytes(), b"PAR1"].concat();
        prop_assert!(load_damaged(1, |file| *file = framed.clone()).is_err());
    }
}

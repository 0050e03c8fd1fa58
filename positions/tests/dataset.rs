//! Data sets: sampling, order, shards, splitting without leakage, formats, the card.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use joban_csa_parse::{GameEnd, IssueKind, Winner};
use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position};
use joban_positions::dataset::{
    By, Card, Counts, Format, GameResult, GameRules, Held, Label, LabelSource, MateRule,
    MoveLayout, PackRules, Part, ReadRules, Row, RowReader, RowScore, RowWriter, Sampler, SetFacts,
    SetMaker, SetRules, SetWriter, SplitRules, Unique, canonical, fault, first_difference, held,
    sample_games, shared_positions, split,
};
use joban_positions::{Corpus, Error, GameFacts, PlyLimit, Reject, Side};
use serde_json::json;

fn push(corpus: &mut Corpus, moves: &[Move], winner: Option<Winner>, illegal: bool) {
    let facts = GameFacts {
        end: GameEnd::Toryo,
        winner,
        ..GameFacts::default()
    };
    let reject = illegal.then(|| Reject {
        file: "a".to_owned(),
        game: 1,
        line: 1,
        kind: IssueKind::IllegalMove,
        reason: "illegal".to_owned(),
        raw_sha256: None,
    });
    common::push_game(corpus, moves, facts, reject);
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace()
        .map(|text| Move::from_usi(text).unwrap())
        .collect()
}

/// Random games that share their beginnings.
fn games(count: u64) -> Vec<Vec<Move>> {
    let game = |n: u64| {
        let mut rng = SplitMix64::new(n);
        let mut position = Position::startpos();
        for ply in 0..60 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let choices = if ply < 8 { 3 } else { legal.len() as u64 };
            let mv = legal[rng.below(choices.min(legal.len() as u64)) as usize];
            position.play(mv).unwrap();
        }
        position.moves().collect()
    };
    (0..count).map(game).collect()
}

fn corpus(games: &[Vec<Move>]) -> Corpus {
    let winners = [
        Some(Winner::Black),
        Some(Winner::White),
        Some(Winner::Draw),
        None,
    ];
    let mut corpus = Corpus::new(PlyLimit::All);
    for game in games {
        // By the game, not by its place.
        push(&mut corpus, game, winners[game.len() % 4], false);
    }
    corpus.sort();
    corpus
}

fn rules() -> GameRules {
    GameRules {
        plies: 4..=50,
        in_check: false,
        per_game: None,
        random_share: 0.0,
        random_plies: 1,
        seed: 5,
    }
}

struct Taken {
    unique: Unique,
    count: Option<u64>,
    part: Part,
}

const WHOLE: Taken = Taken {
    unique: Unique::Position,
    count: None,
    part: Part::WHOLE,
};

fn sample(corpus: &Corpus, rules: &GameRules, taken: &Taken) -> (Vec<Row>, Counts) {
    let folder = tempfile::tempdir().unwrap();
    let mut sampler = Sampler::new(
        folder.path(),
        rules.seed,
        taken.unique,
        taken.count,
        taken.part,
    );
    let games: Vec<usize> = (0..corpus.games().len()).collect();
    sample_games(corpus, &games, rules, &mut sampler, &mut |_| {}).unwrap();
    let mut rows = Vec::new();
    let (count, dropped) = sampler
        .finish(&mut |row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
    assert_eq!(count, rows.len() as u64);
    (rows, dropped)
}

/// The positions of all games by a plain walk.
fn expected(games: &[Vec<Move>]) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for game in games {
        let mut position = Position::startpos();
        for ply in 0..=game.len() {
            if (4..=50).contains(&ply) && !position.in_check() && !position.has_no_move() {
                all.insert(position.sfen_key());
            }
            if let Some(&mv) = game.get(ply) {
                position.play(mv).unwrap();
            }
        }
    }
    all
}

#[test]
fn each_position_comes_once_whatever_the_order() {
    let mut games = games(60);
    let (rows, dropped) = sample(&corpus(&games), &rules(), &WHOLE);
    let keys: BTreeSet<String> = rows.iter().map(|row| row.sfen_key().to_owned()).collect();
    assert_eq!(keys.len(), rows.len());
    assert_eq!(keys, expected(&games));
    assert!(
        dropped["repeated"] > 50 && dropped["in_check"] > 0,
        "{dropped:?}"
    );
    assert!(rows.iter().all(|row| fault(row).is_none()));
    games.reverse();
    assert_eq!(
        sample(&corpus(&games), &rules(), &WHOLE),
        (rows.clone(), dropped)
    );
    let other = GameRules { seed: 6, ..rules() };
    let (others, _) = sample(&corpus(&games), &other, &WHOLE);
    assert_ne!(others, rows);
    assert_eq!(others.len(), rows.len());
}

#[test]
fn rows_say_what_the_game_did() {
    let mut corpus = Corpus::new(PlyLimit::All);
    let game = moves("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e");
    push(&mut corpus, &game, Some(Winner::White), false);
    corpus.sort();
    let (rows, _) = sample(&corpus, &rules(), &WHOLE);
    let by_ply: BTreeMap<u32, &Row> = rows.iter().map(|row| (row.ply.unwrap(), row)).collect();
    assert_eq!(by_ply.keys().copied().collect::<Vec<_>>(), [4, 5, 6]);
    assert_eq!(by_ply[&4].played, Some(game[4]));
    assert_eq!(by_ply[&6].played, None);
    assert_eq!(by_ply[&4].result, Some(GameResult::Loss));
    assert_eq!(by_ply[&5].result, Some(GameResult::Win));
    assert!(by_ply[&5].sfen.ends_with(" 6"));
    assert_eq!(by_ply[&4].game_hash, Some(corpus.games()[0].hash));
}

#[test]
fn parts_add_up() {
    let corpus = corpus(&games(40));
    for count in [None, Some(500), Some(1_000_000)] {
        for unique in [Unique::Position, Unique::Flipped, Unique::None] {
            let taken = |index, parts| Taken {
                unique,
                count,
                part: Part {
                    index,
                    count: parts,
                },
            };
            let (whole, _) = sample(&corpus, &rules(), &taken(0, 1));
            let mut together = Vec::new();
            for index in 0..3 {
                together.extend(sample(&corpus, &rules(), &taken(index, 3)).0);
            }
            assert_eq!(together, whole, "{count:?} {unique:?}");
            if count == Some(500) {
                assert_eq!(whole.len(), 500);
            }
        }
    }
}

#[test]
fn twins_are_one_where_flips_count() {
    let pair = [moves("7g7f 3c3d"), moves("3g3f 7c7d")];
    let corpus = corpus(&pair);
    let window = GameRules {
        plies: 1..=2,
        ..rules()
    };
    let of = |unique| {
        let (rows, _) = sample(&corpus, &window, &Taken { unique, ..WHOLE });
        rows.len()
    };
    assert_eq!(of(Unique::None), 4);
    assert_eq!(of(Unique::Position), 4);
    // With each position also turned.
    let folder = tempfile::tempdir().unwrap();
    let mut sampler = Sampler::new(folder.path(), 0, Unique::Flipped, None, Part::WHOLE);
    for row in sample(&corpus, &window, &WHOLE).0 {
        let position = row.position().unwrap();
        sampler.push(&row).unwrap();
        sampler.push(&Row::new(&position.flip(), None)).unwrap();
    }
    let mut rows = Vec::new();
    let (_, dropped) = sampler
        .finish(&mut |row| {
            rows.push(row);
            Ok(())
        })
        .unwrap();
    assert_eq!((rows.len(), dropped["repeated"]), (4, 4));
    assert!(rows.iter().all(|row| row.game_hash.is_some()));
}

#[test]
fn a_game_gives_no_more_than_asked_for() {
    let corpus = corpus(&games(30));
    let few = GameRules {
        per_game: Some(3),
        ..rules()
    };
    let (rows, dropped) = sample(
        &corpus,
        &few,
        &Taken {
            unique: Unique::None,
            ..WHOLE
        },
    );
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for row in &rows {
        *counts.entry(row.game_hash.unwrap()).or_default() += 1;
    }
    assert_eq!(counts.len(), 30);
    assert!(counts.values().all(|&count| count == 3));
    assert!(dropped["per_game"] > 500);
    let plies: BTreeSet<u32> = rows.iter().filter_map(|row| row.ply).collect();
    assert!(plies.len() > 25, "spread over the window: {plies:?}");
}

#[test]
fn a_share_is_left_by_random_moves() {
    let corpus = corpus(&games(60));
    let random = GameRules {
        random_share: 0.25,
        random_plies: 2,
        ..rules()
    };
    let all = Taken {
        unique: Unique::None,
        ..WHOLE
    };
    let (rows, dropped) = sample(&corpus, &random, &all);
    let left: Vec<&Row> = rows.iter().filter(|row| row.random_plies > 0).collect();
    let share = left.len() as f64 / rows.len() as f64;
    assert!((0.2..0.3).contains(&share), "{share}");
    for row in left {
        assert_eq!(row.random_plies, 2);
        assert_eq!((row.played, row.result), (None, None));
        let position = row.position().unwrap();
        assert!(!position.in_check() && !position.has_no_move());
        assert!(fault(row).is_none());
    }
    assert_eq!(sample(&corpus, &random, &all), (rows, dropped));
}

#[test]
fn robust_013() {
    // A game that is thrown away at its end says nothing about what is repeated.
    let mut corpus = Corpus::new(PlyLimit::All);
    push(&mut corpus, &moves("7g7f 3c3d"), None, true);
    push(&mut corpus, &moves("7g7f 8c8d"), Some(Winner::Black), false);
    corpus.sort();
    let kept: Vec<usize> = (0..2)
        .filter(|&index| corpus.games()[index].illegal.is_none())
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let mut sampler = Sampler::new(folder.path(), 0, Unique::Position, None, Part::WHOLE);
    let window = GameRules {
        plies: 1..=2,
        ..rules()
    };
    sample_games(&corpus, &kept, &window, &mut sampler, &mut |_| {}).unwrap();
    let mut written = BTreeSet::new();
    sampler
        .finish(&mut |row| {
            written.insert(row.sfen_key().to_owned());
            Ok(())
        })
        .unwrap();
    let mut position = Position::startpos();
    let want: BTreeSet<String> = moves("7g7f 8c8d")
        .into_iter()
        .map(|mv| {
            position.play(mv).unwrap();
            position.sfen_key()
        })
        .collect();
    assert_eq!(written, want);
}

/// Rows with labels of every kind.
fn labelled(count: u64) -> Vec<Row> {
    let (mut rows, _) = sample(&corpus(&games(count)), &rules(), &WHOLE);
    let mut rng = SplitMix64::new(8);
    for row in &mut rows {
        let score = match rng.below(10) {
            0 => RowScore::Mate {
                wins: rng.below(2) == 0,
                plies: [None, Some(5)][rng.below(2) as usize],
            },
            1 => RowScore::Cp([40_000, -40_000, 32_767, -32_768][rng.below(4) as usize]),
            _ => RowScore::Cp(rng.below(6000) as i32 - 3000),
        };
        row.label = Some(Label {
            source: 0,
            score,
            best: Some(row.position().unwrap().legal_moves()[0]),
            depth: Some(7),
            nodes: Some(1000),
            lines: None,
        });
    }
    rows
}

fn facts() -> SetFacts {
    SetFacts {
        labels: vec![LabelSource::named("T", "nodes 1000")],
        order_seed: Some(5),
    }
}

fn write(path: &Path, rows: &[Row]) {
    let mut writer = SetWriter::create(path).unwrap();
    rows.iter().for_each(|row| writer.push(row).unwrap());
    writer.finish(&facts()).unwrap();
}

fn read(path: &Path, rules: &ReadRules) -> Vec<Row> {
    RowReader::open(path, rules)
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap()
}

#[test]
fn a_set_comes_back_and_damage_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.parquet");
    let mut rows = labelled(20);
    rows[0].label = None;
    write(&path, &rows);
    let reader = RowReader::open(folder.path(), &ReadRules::default()).unwrap();
    assert_eq!(reader.facts(), &facts());
    assert_eq!(reader.rows(), Some(rows.len() as u64));
    assert_eq!(read(&path, &ReadRules::default()), rows);
    let bytes = std::fs::read(&path).unwrap();
    let mut told = 0;
    for at in (4..bytes.len()).step_by(bytes.len() / 60) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x40;
        std::fs::write(&path, &damaged).unwrap();
        let result = RowReader::open(&path, &ReadRules::default())
            .and_then(|reader| reader.collect::<Result<Vec<_>, _>>());
        match result {
            Err(_) => told += 1,
            Ok(same) => assert_eq!(same, rows, "byte {at}"),
        }
    }
    assert!(told > 40, "{told}");
}

const PACK: PackRules = PackRules {
    mates: MateRule::As(32_000),
    played: false,
};

#[test]
fn every_format_comes_back_as_far_as_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    let rows = labelled(30);
    for format in [Format::Parquet, Format::Jsonl, Format::Psv, Format::Hcpe] {
        let path = folder.path().join(format.file_name());
        let mut writer = RowWriter::create(&path, format, PACK).unwrap();
        rows.iter().for_each(|row| writer.push(row).unwrap());
        let written = writer.finish(&facts()).unwrap();
        assert_eq!(written.rows, rows.len() as u64, "{format:?}");
        assert_eq!(written.dropped, BTreeMap::new());
        let rules = ReadRules {
            mate_as: Some(32_000),
            ..ReadRules::default()
        };
        let open = || RowReader::open(&path, &rules).unwrap();
        let same = first_difference(rows.iter().cloned().map(Ok), open(), format, &PACK).unwrap();
        assert_eq!(same, Ok(rows.len() as u64), "{format:?}");
        let got = read(&path, &rules);
        match format {
            Format::Parquet | Format::Jsonl => {
                assert_eq!(got, rows);
                assert_eq!(written.lost, BTreeMap::new());
            }
            _ => {
                assert_ne!(got, rows);
                let bytes = std::fs::metadata(&path).unwrap().len();
                let size = if format == Format::Psv { 40 } else { 38 };
                assert_eq!(bytes, size * rows.len() as u64);
                for part in ["depth", "nodes", "game_hash", "score_cut", "mate_plies"] {
                    assert!(written.lost[part] > 0, "{part} {:?}", written.lost);
                }
            }
        }
        // A changed row is found.
        let mut other = rows.clone();
        other[7].sfen = other[8].sfen.clone();
        let found = first_difference(other.into_iter().map(Ok), open(), format, &PACK).unwrap();
        assert_eq!(found.unwrap_err().row, 8);
    }
}

#[test]
fn mates_need_a_rule_and_rows_a_score() {
    let mut rows = labelled(3);
    rows[0].label = None;
    let refuse = PackRules {
        mates: MateRule::Refuse,
        played: false,
    };
    let drop = PackRules {
        mates: MateRule::Drop,
        ..refuse
    };
    assert_eq!(
        held(&rows[0], Format::Psv, &PACK),
        Held::Dropped("without_score")
    );
    let mate = rows
        .iter()
        .find(|row| {
            let score = row.label.as_ref().map(|label| label.score);
            matches!(score, Some(RowScore::Mate { .. }))
        })
        .unwrap();
    assert_eq!(held(mate, Format::Hcpe, &refuse), Held::Mate);
    assert_eq!(held(mate, Format::Hcpe, &drop), Held::Dropped("mate"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.psv");
    let mut writer = RowWriter::create(&path, Format::Psv, refuse).unwrap();
    let error = writer.push(mate).unwrap_err();
    assert!(matches!(error, Error::MateRule { row: 1, .. }), "{error}");
    // Centipawns stay below what stands for mates.
    let far = Row {
        label: mate.label.clone().map(|label| Label {
            score: RowScore::Cp(-32_767),
            ..label
        }),
        ..mate.clone()
    };
    let Held::Row(cut) = held(&far, Format::Psv, &PACK) else {
        panic!("held");
    };
    assert_eq!(cut.label.unwrap().score, RowScore::Cp(-31_999));
}

#[test]
fn moves_of_apery_in_a_psv_are_told_by_legality() {
    let folder = tempfile::tempdir().unwrap();
    let rows = labelled(20);
    let path = folder.path().join("old.psv");
    let mut writer = RowWriter::create(&path, Format::Psv, PACK).unwrap();
    rows.iter().for_each(|row| writer.push(row).unwrap());
    writer.finish(&facts()).unwrap();
    let ours = read(&path, &ReadRules::default());
    let reader = RowReader::open(&path, &ReadRules::default()).unwrap();
    assert_eq!(reader.moves(), MoveLayout::Yaneuraou);
    let mut bytes = std::fs::read(&path).unwrap();
    for (record, row) in bytes.chunks_mut(40).zip(&rows) {
        let word = row.label.as_ref().unwrap().best.unwrap().word();
        record[34..36].copy_from_slice(&word.to_le_bytes());
    }
    std::fs::write(&path, &bytes).unwrap();
    let reader = RowReader::open(&path, &ReadRules::default()).unwrap();
    assert_eq!(reader.moves(), MoveLayout::Apery);
    assert_eq!(read(&path, &ReadRules::default()), ours);
}

#[test]
fn bad_rows_are_told_with_their_place_and_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -";
    let jsonl = folder.path().join("a.jsonl");
    let lines = [
        format!(r#"{{"sfen":"{start}","cp":35,"extra":[1]}}"#),
        format!(r#"{{"sfen":"{start} 3","cp":-2,"ply":2,"best":"7g7f"}}"#),
        "{\"sfen\":".to_owned(),
        format!(r#"{{"sfen":"{start}","cp":1,"mate_stm":1}}"#),
        format!(r#"{{"sfen":"{start}","best":"7g7e","cp":1}}"#),
        format!(r#"{{"sfen":"{start} 3","ply":5}}"#),
        r#"{"sfen":"9/9"}"#.to_owned(),
        format!(r#"{{"sfen":"{start}","cp":1,"label":1}}"#),
        format!(r#"{{"sfen":"{start}","result_stm":2}}"#),
        format!(r#"{{"sfen":"{start}","game_hash":"12"}}"#),
        format!(r#"{{"sfen":"{start}"}}"#),
    ];
    std::fs::write(&jsonl, format!("\u{feff}{}\r\n", lines.join("\r\n"))).unwrap();
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for row in RowReader::open(&jsonl, &ReadRules::default()).unwrap() {
        match row {
            Ok(row) => good.push(row),
            Err(Error::Row { number, kind, .. }) => {
                assert_eq!(kind, "line");
                bad.push(number);
            }
            Err(other) => panic!("{other}"),
        }
    }
    assert_eq!(bad, [3, 4, 5, 6, 7, 8, 9, 10]);
    let plies: Vec<Option<u32>> = good.iter().map(|row| row.ply).collect();
    assert_eq!(plies, [None, Some(2), None]);
    assert_eq!(good[0].label.as_ref().unwrap().score, RowScore::Cp(35));
    assert_eq!(good[2].label, None);

    let list = folder.path().join("suite.sfen");
    let text = format!(
        "# suite\n\nstartpos moves 7g7f 3c3d # note\nposition sfen {start} 9, score=3\n{start}\nstartpos moves 7g7e\nrubbish\n"
    );
    std::fs::write(&list, &text).unwrap();
    let rows: Vec<_> = RowReader::open(&list, &ReadRules::default())
        .unwrap()
        .collect();
    let plies: Vec<_> = rows
        .iter()
        .map(|row| row.as_ref().ok().map(|row| row.ply))
        .collect();
    assert_eq!(
        plies,
        [Some(Some(2)), Some(Some(8)), Some(None), None, None]
    );

    let cut = folder.path().join("cut.hcpe");
    std::fs::write(&cut, [0; 50]).unwrap();
    let rows: Vec<_> = RowReader::open(&cut, &ReadRules::default())
        .unwrap()
        .collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| matches!(row, Err(Error::Row { .. }))));
}

#[test]
fn nothing_of_training_is_in_the_test() {
    let games = games(80);
    let (mut rows, _) = sample(
        &corpus(&games),
        &rules(),
        &Taken {
            unique: Unique::None,
            ..WHOLE
        },
    );
    // Every third row turned round, as another game could have reached it.
    for row in rows.iter_mut().step_by(3) {
        let flipped = row.position().unwrap().flip();
        *row = Row {
            game_hash: row.game_hash,
            ..Row::new(&flipped, row.ply)
        };
    }
    let rules = SplitRules {
        fraction: 0.3,
        seed: 1,
        by: By::Game,
    };
    let folder = tempfile::tempdir().unwrap();
    let mut sides: [Vec<Row>; 2] = Default::default();
    let mut again = || Ok(rows.clone().into_iter().map(Ok));
    let counts = split(&mut again, &rules, folder.path(), &mut |side, row| {
        sides[usize::from(side == Side::HeldOut)].push(row);
        Ok(())
    })
    .unwrap()
    .unwrap();
    let [train, test] = sides;
    assert_eq!(counts.training, train.len() as u64);
    assert_eq!(counts.test, test.len() as u64);
    assert!(
        counts.dropped_same > 0 && counts.dropped_flipped > 0,
        "{counts:?}"
    );
    let all = counts.training + counts.test + counts.dropped_same + counts.dropped_flipped;
    assert_eq!(all, rows.len() as u64);
    let seen: BTreeSet<String> = train.iter().map(|row| canonical(row.sfen_key())).collect();
    assert!(
        test.iter()
            .all(|row| !seen.contains(&canonical(row.sfen_key())))
    );
    let hashes =
        |rows: &[Row]| -> BTreeSet<u64> { rows.iter().filter_map(|row| row.game_hash).collect() };
    assert!(hashes(&train).is_disjoint(&hashes(&test)));
    let shared = shared_positions(
        train.iter().cloned().map(Ok),
        test.iter().cloned().map(Ok),
        folder.path(),
    )
    .unwrap();
    assert_eq!((shared.same, shared.flipped), (0, 0));
    // What was dropped is what would have leaked.
    let leaked = shared_positions(
        train.into_iter().map(Ok),
        rows.iter().cloned().map(Ok),
        folder.path(),
    );
    assert!(leaked.unwrap().same > 0);
}

#[test]
fn a_row_without_a_game_is_named() {
    let mut rows = labelled(5);
    rows[3].game_hash = None;
    let folder = tempfile::tempdir().unwrap();
    let by = |by| SplitRules {
        fraction: 0.5,
        seed: 0,
        by,
    };
    let mut again = || Ok(rows.clone().into_iter().map(Ok));
    let refused = split(&mut again, &by(By::Game), folder.path(), &mut |_, _| Ok(())).unwrap();
    assert_eq!(refused, Err(4));
    let counts = split(&mut again, &by(By::Position), folder.path(), &mut |_, _| {
        Ok(())
    })
    .unwrap()
    .unwrap();
    assert_eq!(counts.training + counts.test, rows.len() as u64);
    assert!(counts.test > 0 && counts.training > 0);
}

#[test]
fn a_sample_of_one_side_is_still_divided() {
    // The seeds of hold-out, order and division are kept apart.
    let (rows, _) = sample(
        &corpus(&games(60)),
        &GameRules { seed: 0, ..rules() },
        &Taken {
            count: Some(300),
            ..WHOLE
        },
    );
    let held = joban_positions::Split::default();
    let rows: Vec<Row> = rows
        .into_iter()
        .filter(|row| held.side(row.game_hash.unwrap()) == Side::Training)
        .collect();
    for by in [By::Game, By::Position] {
        let rules = SplitRules {
            fraction: 0.2,
            seed: 0,
            by,
        };
        let folder = tempfile::tempdir().unwrap();
        let mut again = || Ok(rows.clone().into_iter().map(Ok));
        let counts = split(&mut again, &rules, folder.path(), &mut |_, _| Ok(()))
            .unwrap()
            .unwrap();
        let share = counts.test as f64 / rows.len() as f64;
        assert!((0.05..0.4).contains(&share), "{by:?} {counts:?}");
    }
}

#[test]
fn decided_positions_are_kept_to_a_share() {
    let rows = labelled(60);
    let decided = |row: &Row| match row.label.as_ref().unwrap().score {
        RowScore::Cp(cp) => cp.abs() >= 1200,
        RowScore::Mate { .. } => true,
    };
    let all = rows.iter().filter(|row| decided(row)).count();
    let folder = tempfile::tempdir().unwrap();
    let mut sampler = Sampler::new(folder.path(), 0, Unique::Position, None, Part::WHOLE);
    let set = SetRules {
        plies: Some(0..=40),
        in_check: true,
        decided: Some((1200, 0.5)),
        seed: 0,
    };
    for row in &rows {
        sampler.offer(row, &set).unwrap();
    }
    let mut kept = Vec::new();
    let (_, dropped) = sampler
        .finish(&mut |row| {
            kept.push(row);
            Ok(())
        })
        .unwrap();
    let even = |rows: &[Row]| {
        let rows = rows.iter().filter(|row| row.ply <= Some(40));
        rows.filter(|row| !decided(row)).count()
    };
    assert_eq!(even(&kept), even(&rows));
    let left = kept.iter().filter(|row| decided(row)).count();
    let within = rows
        .iter()
        .filter(|row| row.ply <= Some(40) && decided(row));
    let share = left as f64 / within.count() as f64;
    assert!((0.42..0.58).contains(&share), "{share} of {all}");
    assert!(dropped["decided"] > 100 && dropped["ply_window"] > 0);
    assert!(kept.iter().all(|row| row.ply <= Some(40)));
}

#[test]
fn the_card_counts_what_is_there() {
    let rows = labelled(20);
    let folder = tempfile::tempdir().unwrap();
    let mut all = rows.clone();
    all.push(rows[0].clone());
    let flipped = rows[1].position().unwrap().flip();
    all.push(Row::new(&flipped, None));
    let card = Card::of(all.iter().cloned().map(Ok), &facts().labels, folder.path()).unwrap();
    let count = |part: &dyn Fn(&Row) -> bool| all.iter().filter(|row| part(row)).count() as u64;
    assert_eq!(card.rows, all.len() as u64);
    assert_eq!(card.labelled, all.len() as u64 - 1);
    assert_eq!(card.games, 20);
    assert_eq!(card.rows_without_game, 1);
    assert_eq!((card.duplicates.same, card.duplicates.flipped), (1, 1));
    assert_eq!(card.ply_unknown, 1);
    assert_eq!(
        card.ply.iter().map(|bar| bar.rows).sum::<u64>() + 1,
        card.rows
    );
    let cp = |row: &Row| match row.label.as_ref().map(|label| label.score) {
        Some(RowScore::Cp(cp)) => cp.abs(),
        _ => -1,
    };
    assert_eq!(
        card.score.below_300,
        count(&|row| (0..300).contains(&cp(row)))
    );
    assert_eq!(
        card.score.from_300,
        count(&|row| (300..1200).contains(&cp(row)))
    );
    assert_eq!(
        card.score.from_1200,
        count(&|row| (1200..3000).contains(&cp(row)))
    );
    assert_eq!(card.score.from_3000, count(&|row| cp(row) >= 3000));
    let scores = card.score;
    let sum = scores.below_300 + scores.from_300 + scores.from_1200 + scores.from_3000;
    assert_eq!(sum + scores.mates + scores.mated, card.labelled);
    let decided = count(&|row| cp(row) >= 1200) + scores.mates + scores.mated;
    assert_eq!(card.decided.rows, decided);
    let share = decided as f64 / card.labelled as f64;
    assert_eq!(card.decided.share, Some(share));
    assert_eq!(card.decided.is_low, share < 0.43);
    let stm = card.result_stm;
    let black = card.result_black;
    assert_eq!(stm.draw + stm.unknown, black.draw + black.unknown);
    assert_eq!(stm.win + stm.loss, black.win + black.loss);
    assert_eq!(card.side.black + card.side.white, card.rows);
    let shown = serde_json::to_value(&card).unwrap();
    assert_eq!(shown["decided"]["edge_cp"], json!(1200));
}

#[test]
fn a_set_and_its_card_are_made_together() {
    let folder = tempfile::tempdir().unwrap();
    // More rows than are handed over at a time.
    let rows = labelled(60);
    assert!(rows.len() > 1100);
    let path = folder.path().join("positions.parquet");
    let mut maker = SetMaker::create(&path, folder.path()).unwrap();
    for row in &rows {
        maker.push(row.clone()).unwrap();
    }
    assert_eq!(maker.rows(), rows.len() as u64);
    let (digest, card) = maker.finish(&facts()).unwrap();
    assert_eq!(digest.rows, rows.len() as u64);
    assert_eq!(read(&path, &ReadRules::default()), rows);
    let again = Card::of(rows.iter().cloned().map(Ok), &facts().labels, folder.path());
    assert_eq!(again.unwrap(), card);
    // The same bytes as without threads.
    let bytes = std::fs::read(&path).unwrap();
    write(&path, &rows);
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    // Given up half way, nothing hangs.
    let mut left = SetMaker::create(&path, folder.path()).unwrap();
    for row in &rows {
        left.push(row.clone()).unwrap();
    }
    drop(left);
}

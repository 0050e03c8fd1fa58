//! The packed formats: exact bytes, the cases of `tests/cases/packed.jsonl` by id, round trips, malformed input.

#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use joban_engine::rng::SplitMix64;
use joban_engine::rules::{Move, Position, Setup};
use joban_positions::dataset::PackedError;
use joban_positions::dataset::packed::{clamped, hcpe, psv};
use serde_json::Value;

const FILE: &str = include_str!("../../tests/cases/packed.jsonl");

/// Boards of handicap games: none, some, and nearly all pieces missing.
const HANDICAPS: &[&str] = &[
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "lnsgkgsn1/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "2sgkgs2/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "3gkg3/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b - 1",
    "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1",
    "4k4/+P+L+N+S+B+R3/9/9/9/9/9/+p+l+n+s+b+r3/8K w 2P 1",
];

fn case(id: &str) -> Value {
    let cases = FILE
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    cases
        .into_iter()
        .find(|case| case["id"] == id)
        .unwrap_or_else(|| panic!("no case {id}"))
}

fn setup(sfen: &str) -> Setup {
    Setup::from_sfen(sfen).unwrap().0
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap())
        .collect()
}

/// Positions of random play from boards of all kinds.
fn positions(each: usize) -> Vec<Setup> {
    let mut all = Vec::new();
    for (seed, sfen) in (0..).zip(HANDICAPS) {
        let start = Position::from_sfen(sfen).unwrap();
        let mut rng = SplitMix64::new(seed);
        let mut position = start.clone();
        for ply in 0..each {
            let moves = position.legal_moves();
            let next = moves.get(rng.below(moves.len() as u64) as usize).copied();
            match next.filter(|_| ply % 300 != 299) {
                Some(mv) => position.play(mv).unwrap(),
                None => position.clone_from(&start),
            }
            all.push(position.to_setup());
        }
    }
    all
}

#[test]
fn every_case_has_a_test() {
    let ids: Vec<String> = FILE
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            case["id"].as_str().unwrap().to_owned()
        })
        .collect();
    let tested: Vec<String> = (1..=6).map(|n| format!("packed-{n:03}")).collect();
    assert_eq!(ids, tested);
}

#[test]
fn packed_001() {
    let expect = &case("packed-001")["expect"];
    let mut count = 0;
    for (usi, word) in expect["apery"].as_object().unwrap() {
        let mv = Move::from_usi(usi).unwrap();
        assert_eq!(format!("{:04x}", mv.word()), *word, "{usi}");
        let yaneuraou = psv::move_word(mv);
        assert_eq!(
            format!("{yaneuraou:04x}"),
            expect["yaneuraou"][usi],
            "{usi}"
        );
        assert_eq!(psv::move_of_word(yaneuraou), Some(mv));
        count += 1;
    }
    assert_eq!(count, 7);
}

#[track_caller]
fn check_bytes(id: &str) {
    let case = case(id);
    let setup = setup(case["input"].as_str().unwrap());
    let packed = psv::encode_position(&setup).unwrap();
    assert_eq!(hex(&packed), case["expect"]["psfen"]);
    assert_eq!(psv::decode_position(&packed), Ok(setup.clone()));
    let packed = hcpe::encode_position(&setup).unwrap();
    assert_eq!(hex(&packed), case["expect"]["hcp"]);
    assert_eq!(hcpe::decode_position(&packed), Ok(setup));
}

#[test]
fn packed_002() {
    check_bytes("packed-002");
}

#[test]
fn packed_003() {
    check_bytes("packed-003");
}

#[test]
fn packed_004() {
    let case = case("packed-004");
    assert_eq!(case["expect"]["form"], "psfen");
    let bytes: [u8; 32] = unhex(case["input"].as_str().unwrap()).try_into().unwrap();
    let setup = psv::decode_position(&bytes).unwrap();
    assert_eq!(setup.to_sfen(), case["expect"]["sfen"]);
    let position = Position::from_sfen(&setup.to_sfen()).unwrap();
    assert_eq!(position.in_check(), case["expect"]["in_check"]);
    assert_eq!(psv::encode_position(&setup), Ok(bytes));
}

#[test]
fn packed_005() {
    let case = case("packed-005");
    let input: Value = serde_json::from_str(case["input"].as_str().unwrap()).unwrap();
    let scores = input["scores"].as_array().unwrap().iter();
    let cut: Vec<(i16, bool)> = scores
        .map(|score| clamped(score.as_i64().unwrap() as i32))
        .collect();
    let written: Vec<i16> = cut.iter().map(|(score, _)| *score).collect();
    let allowed = case["expect"]["any_of"].as_array().unwrap();
    assert!(
        allowed
            .iter()
            .any(|one| one["written"] == serde_json::json!(written)),
        "{written:?}"
    );
    let told: Vec<bool> = cut.iter().map(|(_, is_cut)| *is_cut).collect();
    assert_eq!(told, [true, true, false, true]);
}

#[test]
fn packed_006() {
    let case = case("packed-006");
    let input: Value = serde_json::from_str(case["input"].as_str().unwrap()).unwrap();
    let sfens = input["positions"].as_array().unwrap();
    assert_eq!(sfens.len(), 2);
    for sfen in sfens {
        let setup = setup(sfen.as_str().unwrap());
        for refused in [psv::encode_position(&setup), hcpe::encode_position(&setup)] {
            let error = refused.unwrap_err();
            assert!(matches!(error, PackedError::BadPosition { .. }), "{error}");
            let kind = case["expect"]["error"]["kind"].as_str().unwrap();
            assert!(error.to_string().starts_with(kind), "{error}");
        }
    }
}

#[test]
fn positions_of_all_kinds_come_back() {
    let mut promoted = 0;
    for setup in positions(600) {
        let plain = Setup {
            move_number: 1,
            ..setup.clone()
        };
        let sfen = setup.to_sfen();
        let packed = psv::encode_position(&setup).unwrap();
        assert_eq!(psv::decode_position(&packed), Ok(plain.clone()), "{sfen}");
        let packed = hcpe::encode_position(&setup).unwrap();
        assert_eq!(hcpe::decode_position(&packed), Ok(plain), "{sfen}");
        promoted += u32::from(sfen.contains('+'));
    }
    assert!(promoted > 1000, "{promoted}");
}

#[test]
fn records_come_back() {
    let setup = Setup {
        move_number: 300,
        ..setup(HANDICAPS[8])
    };
    let record = psv::Record {
        setup: setup.clone(),
        score: -1234,
        word: psv::move_word(Move::from_usi("P*5e").unwrap()),
        move_number: 300,
        result: -1,
    };
    let bytes = record.encode().unwrap();
    assert_eq!(&bytes[32..], [0x2e, 0xfb, 0xa8, 0x40, 0x2c, 0x01, 0xff, 0]);
    assert_eq!(psv::Record::decode(&bytes), Ok(record));
    let record = hcpe::Record {
        setup: Setup {
            move_number: 1,
            ..setup
        },
        score: 1234,
        word: Move::from_usi("P*5e").unwrap().word(),
        result: 2,
    };
    let bytes = record.encode().unwrap();
    assert_eq!(&bytes[32..], [0xd2, 0x04, 0xa8, 0x28, 2, 0]);
    assert_eq!(hcpe::Record::decode(&bytes), Ok(record));
}

/// Whatever bytes say is an error, or exactly one position.
#[test]
fn damaged_bytes_are_refused_or_another_position() {
    let mut refused = [0; 2];
    let mut rng = SplitMix64::new(9);
    for setup in positions(60) {
        let packed = [
            psv::encode_position(&setup).unwrap(),
            hcpe::encode_position(&setup).unwrap(),
        ];
        for bit in 0..256 {
            for (format, mut bytes) in packed.into_iter().enumerate() {
                bytes[bit / 8] ^= 1 << (bit % 8);
                let decoded = match format {
                    0 => psv::decode_position(&bytes),
                    _ => hcpe::decode_position(&bytes),
                };
                match decoded {
                    Err(_) => refused[format] += 1,
                    Ok(other) => {
                        let again = match format {
                            0 => psv::encode_position(&other),
                            _ => hcpe::encode_position(&other),
                        };
                        // Where pieces in hand or box come in another order the bytes are not unique.
                        if let Ok(again) = again
                            && again != bytes
                        {
                            let decoded = match format {
                                0 => psv::decode_position(&again),
                                _ => hcpe::decode_position(&again),
                            };
                            assert_eq!(decoded, Ok(other));
                        }
                    }
                }
            }
        }
    }
    assert!(refused.iter().all(|&count| count > 10_000), "{refused:?}");
    for _ in 0..100_000 {
        let mut bytes = [0; 32];
        rng.fill(&mut bytes);
        let _ = (psv::decode_position(&bytes), hcpe::decode_position(&bytes));
    }
}

#[test]
fn words_and_moves_are_one_to_one() {
    let mut moves = 0;
    for word in 0..=u16::MAX {
        if let Some(mv) = psv::move_of_word(word) {
            assert_eq!(psv::move_word(mv), word);
            moves += 1;
        }
    }
    assert_eq!(moves, 2 * 81 * 80 + 7 * 81);
}

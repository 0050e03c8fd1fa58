//! The cases of the area `filter` (`tests/cases/filter.jsonl`), one test each, named by id.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use joban_csa_parse::{GameEnd, RawRecord, ReadOptions, Winner};
use joban_positions::{
    Corpus, Date, Endings, FilterRules, GameFacts, NamePattern, Plies, PlyLimit, Split, WinnerRule,
    funnel,
};
use serde_json::Value;

/// Cases of the file that are not tested here.
const EXEMPT: [(&str, &str); 2] = [
    (
        "filter-004",
        "agreement of engines' best moves: engine/tests/teacher_pool.rs",
    ),
    (
        "filter-005",
        "gap between a teacher's first and second move: engine/tests/teacher_pool.rs",
    ),
];

const TESTED: [&str; 4] = ["filter-001", "filter-002", "filter-003", "filter-006"];

fn cases() -> Vec<Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases/filter.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// The input (as JSON where it is JSON) and the expectation of a case.
fn case(id: &str) -> (Value, Value) {
    let case = cases().into_iter().find(|case| case["id"] == id).unwrap();
    let input = case["input"].as_str().unwrap();
    let input = serde_json::from_str(input).unwrap_or_else(|_| Value::from(input));
    (input, case["expect"].clone())
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|item| item.as_str().unwrap())
        .collect()
}

#[test]
fn every_case_is_tested_or_exempt() {
    let mut known: Vec<&str> = TESTED.into_iter().chain(EXEMPT.map(|(id, _)| id)).collect();
    known.sort_unstable();
    let mut ids: Vec<String> = cases()
        .iter()
        .map(|case| case["id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort_unstable();
    assert_eq!(known, ids);
}

#[test]
fn filter_001() {
    let (input, expect) = case("filter-001");
    let text = format!(
        "V2\nN+a+b\nN-c\nPI\n+\n{}+7776FU\nT1\n%TORYO\n",
        input.as_str().unwrap()
    );
    let record = parse(&text);
    assert_eq!(
        record.rating_id(joban_csa_parse::Sign::Plus),
        expect["id"].as_str()
    );
    assert_eq!(record.ratings[0], expect["rating"].as_f64());
}

fn parse(text: &str) -> joban_csa_parse::Record {
    let mut record = joban_csa_parse::Record::new();
    let raw = RawRecord::from_bytes("case", text);
    joban_csa_parse::Parser::new(ReadOptions::default())
        .parse(&raw, &mut record)
        .unwrap();
    record
}

/// A corpus with one game for each fact, and rules that let every game pass.
fn corpus_of(games: &[GameFacts<'_>]) -> (Corpus, FilterRules) {
    let mut corpus = Corpus::new(PlyLimit::First(1));
    for (number, facts) in (0..).zip(games) {
        corpus.push(
            &GameFacts {
                hash: number,
                ..facts.clone()
            },
            Plies::new(&[0], &[0]),
            None,
        );
    }
    corpus.sort();
    let rules = FilterRules {
        min_plies: 0,
        min_rating: None,
        endings: Endings::Any,
        no_duplicates: false,
        ..FilterRules::default()
    };
    (corpus, rules)
}

#[test]
fn filter_002() {
    let (input, expect) = case("filter-002");
    assert_eq!(input["filter"], "winner=white");
    assert_eq!(input["endings"].as_array().unwrap().len(), 4);
    let texts = [
        "PI\n+\n+7776FU\n-3334FU\n%TORYO\n",
        "PI\n+\n+7776FU\n%+ILLEGAL_ACTION\n",
        "N+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n'summary:time up:A win:B lose\n",
        "PI\n+\n+7776FU\n%CHUDAN\n",
    ];
    let outcomes = texts.map(|text| {
        let record = parse(text);
        record.outcome(record.end_side())
    });
    let games = outcomes.map(|outcome| GameFacts {
        end: outcome.end,
        winner: outcome.winner,
        ..GameFacts::default()
    });
    let (corpus, rules) = corpus_of(&games);
    let rules = FilterRules {
        winner: Some(WinnerRule::parse("white").unwrap()),
        ..rules
    };
    let kept = funnel(&corpus, &rules, &Split::NONE).kept;
    assert_eq!(serde_json::to_value(kept).unwrap(), expect["kept"]);
    assert_eq!(outcomes[1].end, GameEnd::Illegal);
    assert_eq!(outcomes[2].winner, Some(Winner::Black));
    assert_eq!(outcomes[3].winner, None);
}

#[test]
fn filter_003() {
    let (input, expect) = case("filter-003");
    let kept = |pattern: &str| {
        let pattern = NamePattern::parse(pattern).unwrap();
        let names = texts(&input["names"])
            .into_iter()
            .chain([" Alpha", "Alpha "]);
        names
            .filter(|name| pattern.matches(name))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        kept(input["filter"].as_str().unwrap()),
        texts(&expect["kept"])
    );
    assert_eq!(kept("i:alpha"), ["Alpha", "alpha"]);
    assert_eq!(kept("re:^Alpha"), ["Alpha", "Alpha2", "Alpha "]);
    assert_eq!(kept("A.pha"), [""; 0]);
}

#[test]
fn filter_006() {
    let (input, expect) = case("filter-006");
    let day = |key: &str| input[key].as_str().unwrap().parse::<Date>().unwrap();
    let dates = texts(&input["dates"]);
    let games: Vec<GameFacts<'_>> = dates
        .iter()
        .map(|date| GameFacts {
            start_time: Some(date),
            ..GameFacts::default()
        })
        .collect();
    let (corpus, rules) = corpus_of(&games);
    let rules = FilterRules {
        from: Some(day("from")),
        to: Some(day("to")),
        ..rules
    };
    let kept = funnel(&corpus, &rules, &Split::NONE).kept;
    let kept: Vec<&str> = kept.into_iter().map(|index| dates[index]).collect();
    assert_eq!(kept, texts(&expect["kept"]));
    assert!("2021/02/29".parse::<Date>().is_err());
}

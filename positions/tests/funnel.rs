//! The funnel: order, counts, duplicates, cap, split.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use joban_csa_parse::{GameEnd, Issue, IssueKind, Winner};
use joban_positions::{
    Corpus, Endings, FilterRules, Funnel, GameFacts, Plies, PlyLimit, Reject, Rule, Split,
    Verified, funnel,
};

/// A game that passes the default rules.
fn good(hash: u64) -> GameFacts<'static> {
    GameFacts {
        hash,
        plies: 100,
        end: GameEnd::Toryo,
        winner: Some(Winner::Black),
        ratings: [Some(3100.0), Some(3200.5)],
        names: [Some("A"), Some("B")],
        ..GameFacts::default()
    }
}

fn illegal() -> Reject {
    Reject::new(
        "f",
        1,
        Issue::new(IssueKind::IllegalMove, 5, 50, "+7775FU", "no"),
    )
}

fn corpus(games: &[(GameFacts<'_>, bool)]) -> Corpus {
    let mut corpus = Corpus::new(PlyLimit::First(1));
    for (facts, legal) in games {
        let reject = (!legal).then(illegal);
        corpus.push(facts, Plies::new(&[0], &[0]), reject);
    }
    corpus.sort();
    corpus
}

fn legal(games: &[GameFacts<'_>]) -> Corpus {
    corpus(
        &games
            .iter()
            .map(|game| (game.clone(), true))
            .collect::<Vec<_>>(),
    )
}

fn run(corpus: &Corpus, rules: &FilterRules) -> Funnel {
    funnel(corpus, rules, &Split::NONE)
}

fn counts(funnel: &Funnel, rule: Rule) -> (Option<u64>, u64, u64) {
    let step = funnel.steps.iter().find(|step| step.rule == rule).unwrap();
    (step.fails, step.removed, step.left)
}

fn kept_hashes(corpus: &Corpus, funnel: &Funnel) -> Vec<u64> {
    funnel
        .kept
        .iter()
        .map(|&index| corpus.games()[index].hash)
        .collect()
}

#[test]
fn each_rule_counts_all_failures_and_its_own_removals() {
    let mut corpus = corpus(&[
        (good(1), true),
        (
            GameFacts {
                start: "4k4/9/9/9/9/9/9/9/4K4 b -",
                ..good(2)
            },
            true,
        ),
        (
            GameFacts {
                forced_plies: 3,
                ..good(3)
            },
            true,
        ),
        (
            GameFacts {
                end: GameEnd::Chudan,
                winner: None,
                ..good(4)
            },
            true,
        ),
        (
            GameFacts {
                plies: 39,
                ..good(5)
            },
            true,
        ),
        (
            GameFacts {
                ratings: [Some(3000.0), Some(2999.9)],
                ..good(6)
            },
            true,
        ),
        (
            GameFacts {
                ratings: [None, Some(3100.0)],
                ..good(7)
            },
            true,
        ),
        (
            GameFacts {
                plies: 3,
                ratings: [None; 2],
                end: GameEnd::None,
                ..good(8)
            },
            false,
        ),
        (good(9), false),
        (
            GameFacts {
                ratings: [Some(3000.0); 2],
                plies: 40,
                end: GameEnd::Kachi,
                ..good(10)
            },
            true,
        ),
    ]);
    corpus.push_reject(Reject::new(
        "x",
        0,
        Issue::new(IssueKind::SyntaxError, 1, 0, "", "junk"),
    ));
    corpus.sort();
    let funnel = run(&corpus, &FilterRules::default());
    assert_eq!((funnel.read, funnel.parsed), (11, 10));
    assert_eq!(counts(&funnel, Rule::Parse), (Some(1), 1, 10));
    assert_eq!(counts(&funnel, Rule::EvenStart), (Some(1), 1, 9));
    assert_eq!(counts(&funnel, Rule::Buoy), (Some(1), 1, 8));
    assert_eq!(counts(&funnel, Rule::Endings), (Some(2), 2, 6));
    assert_eq!(counts(&funnel, Rule::Length), (Some(2), 1, 5));
    assert_eq!(counts(&funnel, Rule::Ratings), (Some(3), 2, 3));
    assert_eq!(counts(&funnel, Rule::Winner), (Some(0), 0, 3));
    assert_eq!(counts(&funnel, Rule::Legality), (Some(2), 1, 2));
    assert_eq!(counts(&funnel, Rule::Duplicates), (None, 0, 2));
    assert_eq!(kept_hashes(&corpus, &funnel), [1, 10]);
    let order: Vec<Rule> = funnel.steps.iter().map(|step| step.rule).collect();
    assert_eq!(order, Rule::ALL);
}

#[test]
fn the_rule_to_relax_is_the_one_that_removed_most() {
    let weak = |hash| GameFacts {
        ratings: [None; 2],
        ..good(hash)
    };
    let corpus = legal(&[
        weak(1),
        weak(2),
        GameFacts {
            plies: 1,
            ..good(3)
        },
    ]);
    let funnel = run(&corpus, &FilterRules::default());
    assert!(funnel.kept.is_empty());
    assert_eq!(funnel.rule_to_relax(), Some(Rule::Ratings));
}

#[test]
fn of_duplicates_the_earliest_stays() {
    let copy = |sha: u8, start| GameFacts {
        raw_sha256: [sha; 32],
        start_time: start,
        ..good(5)
    };
    let kept = |games: &[GameFacts<'_>]| {
        let corpus = legal(games);
        let funnel = run(&corpus, &FilterRules::default());
        funnel
            .kept
            .iter()
            .map(|&index| corpus.games()[index].raw_sha256[0])
            .collect::<Vec<_>>()
    };
    let early = copy(9, Some("2020/01/01 10:00:00"));
    let late = copy(1, Some("2020/01/01 10:00:01"));
    assert_eq!(kept(&[late.clone(), early.clone()]), [9]);
    assert_eq!(kept(&[copy(0, None), late.clone()]), [1]);
    assert_eq!(kept(&[copy(3, None), copy(2, Some("soon"))]), [2]);
    assert_eq!(kept(&[copy(7, Some("2020/01/01 10:00:00")), early]), [7]);
}

#[test]
fn the_cap_keeps_the_smallest_hashes_of_a_pairing() {
    let swapped = |hash| GameFacts {
        names: [Some("B"), Some("A")],
        ..good(hash)
    };
    let other = |hash| GameFacts {
        names: [Some("A"), Some("C")],
        ..good(hash)
    };
    let mut games = vec![good(4), swapped(1), good(3), swapped(9), other(8)];
    games.push(GameFacts {
        raw_sha256: [1; 32],
        ..swapped(1)
    });
    let corpus = legal(&games);
    let rules = FilterRules {
        max_per_pairing: Some(2),
        no_duplicates: false,
        ..FilterRules::default()
    };
    let funnel = run(&corpus, &rules);
    assert_eq!(kept_hashes(&corpus, &funnel), [1, 1, 3, 8]);
    assert_eq!(counts(&funnel, Rule::PairingCap), (Some(2), 2, 4));
}

#[test]
fn further_rules() {
    let corpus = legal(&[
        GameFacts {
            verified: Verified::NotShown,
            instant_plies: 12,
            ..good(1)
        },
        GameFacts {
            verified: Verified::Shown,
            event: Some("cup"),
            time_control: Some("300+10"),
            ..good(2)
        },
        GameFacts {
            ratings: [Some(4000.0), Some(3000.0)],
            ..good(3)
        },
    ]);
    let kept = |rules: FilterRules| kept_hashes(&corpus, &run(&corpus, &rules));
    let base = FilterRules::default();
    assert_eq!(
        kept(FilterRules {
            verified_endings: true,
            ..base.clone()
        }),
        [2, 3]
    );
    assert_eq!(
        kept(FilterRules {
            max_instant_plies: Some(11),
            ..base.clone()
        }),
        [2, 3]
    );
    assert_eq!(
        kept(FilterRules {
            max_rating_gap: Some(999.0),
            ..base.clone()
        }),
        [1, 2]
    );
    let pattern = |text| vec![joban_positions::NamePattern::parse(text).unwrap()];
    assert_eq!(
        kept(FilterRules {
            events: pattern("cup"),
            ..base.clone()
        }),
        [2]
    );
    assert_eq!(
        kept(FilterRules {
            time_controls: pattern("re:^300"),
            ..base.clone()
        }),
        [2]
    );
    assert_eq!(
        kept(FilterRules {
            players: pattern("C"),
            ..base.clone()
        }),
        [0; 0]
    );
    assert_eq!(
        kept(FilterRules {
            not_players: pattern("A"),
            ..base
        }),
        [0; 0]
    );
}

#[test]
fn the_preset_keeps_buoy_games_and_duplicates() {
    let corpus = legal(&[
        GameFacts {
            forced_plies: 2,
            ..good(1)
        },
        good(2),
        good(2),
    ]);
    let funnel = run(&corpus, &FilterRules::gameboy_article());
    assert_eq!(kept_hashes(&corpus, &funnel), [1, 2, 2]);
}

#[test]
fn held_out_games_are_counted_and_never_kept() {
    let games: Vec<GameFacts<'_>> = (0..1000).map(good).collect();
    let corpus = legal(&games);
    let split = Split::default();
    let funnel = funnel(&corpus, &FilterRules::default(), &split);
    assert_eq!(funnel.kept.len() as u64 + funnel.held_out, 1000);
    assert!((150..250).contains(&funnel.held_out));
    let mut all: Vec<usize> = funnel.kept.iter().chain(&funnel.held).copied().collect();
    all.sort_unstable();
    assert_eq!(all, (0..1000).collect::<Vec<_>>());
}

#[test]
fn wrong_rules_are_refused() {
    assert!(Endings::parse("toryo,tory").is_err());
    assert_eq!(
        Endings::parse("kachi, toryo").unwrap().to_string(),
        "toryo,kachi"
    );
    assert_eq!(Endings::parse("any").unwrap(), Endings::Any);
    let rules = FilterRules {
        from: "2020/02/02".parse().ok(),
        to: "2020/02/01".parse().ok(),
        ..FilterRules::default()
    };
    assert!(rules.check().is_err());
}

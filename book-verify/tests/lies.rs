//! Teachers that lie, in every way known and some others: none makes a blunder pass or a sound move fail. What an answer is worth nothing for is
//! named.

mod common;

use common::{Game, entry, judge, mv, position, settings, words};
use joban_book_verify::{Entry, JudgeSettings};
use joban_engine::teacher::fake::{FakeTeacher, failed};
use joban_engine::teacher::{Answer, FailureKind, Found, Limit, Query};
use joban_engine::usi::{Bestmove, Bound, MateSide, PvLine, Score};

/// A sound move and a blunder, both outside the three best lines, and a sound move after them for white.
fn book() -> Vec<Entry> {
    vec![
        entry(0, "", "1g1f"),
        entry(1, "", "9i9h"),
        entry(2, "2g2f", "8c8d"),
    ]
}

fn game() -> Game {
    Game::default()
        .plant_cp("", "1g1f", -20)
        .plant_cp("", "9i9h", -990)
        .plant_cp("2g2f", "8c8d", -20)
}

type Twist = fn(&Query, Found) -> Answer;

/// Changes every line of every depth.
fn each_line(mut found: Found, change: impl Fn(usize, &mut PvLine)) -> Answer {
    for block in &mut found.complete {
        for (index, line) in block.lines.iter_mut().enumerate() {
            change(index, line);
        }
    }
    for (index, line) in found.lines.iter_mut().enumerate() {
        change(index, line);
    }
    Ok(found)
}

fn is_root(query: &Query) -> bool {
    query.multi_pv() == 3
}

/// The lie and what it leaves of the sound move, the blunder and white's sound move.
const LIES: &[(&str, Twist, [&str; 3])] = &[
    (
        "the truth",
        |_, found| Ok(found),
        ["accept", "blunder", "accept"],
    ),
    (
        "only bounds",
        |_, found| each_line(found, |_, line| line.bound = Bound::Lower),
        ["NoCompleteDepth"; 3],
    ),
    (
        "one bound in each block",
        |query, found| {
            let is_root = is_root(query);
            each_line(found, |index, line| {
                if is_root && index == 2 {
                    line.bound = Bound::Upper;
                }
            })
        },
        ["NoCompleteDepth"; 3],
    ),
    (
        "blocks of mixed depths",
        |query, found| {
            let is_root = is_root(query);
            each_line(found, |index, line| {
                if is_root && index > 0 {
                    line.depth = line.depth.map(|depth| depth - 1);
                }
            })
        },
        ["NoCompleteDepth"; 3],
    ),
    (
        "one move in two lines",
        |query, mut found| {
            if is_root(query) {
                for block in &mut found.complete {
                    block.lines[1].pv = block.lines[0].pv.clone();
                }
            }
            Ok(found)
        },
        ["NoCompleteDepth"; 3],
    ),
    (
        "a line is missing",
        |query, mut found| {
            if is_root(query) {
                for block in &mut found.complete {
                    block.lines.pop();
                }
            }
            Ok(found)
        },
        ["NoCompleteDepth"; 3],
    ),
    (
        "lines without moves",
        |_, found| each_line(found, |_, line| line.pv.clear()),
        ["NoCompleteDepth"; 3],
    ),
    (
        "no depths at all",
        |_, mut found| {
            found.complete.clear();
            Ok(found)
        },
        ["NoCompleteDepth"; 3],
    ),
    (
        "lines that become illegal, as those of another position do",
        |_, found| each_line(found, |_, line| line.pv.push(line.pv[0])),
        ["WrongPosition"; 3],
    ),
    (
        "lines that the client cut at an illegal move",
        |_, found| each_line(found, |_, line| line.pv_stop = Some("5e5d".to_owned())),
        ["WrongPosition"; 3],
    ),
    (
        "first moves of another position",
        |query, found| {
            let is_root = is_root(query);
            each_line(found, |_, line| {
                if is_root {
                    line.pv = vec![mv("5e5d")];
                }
            })
        },
        ["WrongPosition"; 3],
    ),
    (
        "an answer about the start position, wherever it is asked",
        |query, found| {
            let start = Query::new(&position(""), query.limit(), query.multi_pv());
            if query.sfen().contains(" w ") {
                Ok(game().answer(&start))
            } else {
                Ok(found)
            }
        },
        ["accept", "blunder", "IllegalBestmove"],
    ),
    (
        "an illegal best move",
        |_, mut found| {
            found.bestmove = Bestmove::Move(mv("5e5d"));
            Ok(found)
        },
        ["IllegalBestmove"; 3],
    ),
    (
        "resignation in play",
        |_, mut found| {
            found.bestmove = Bestmove::Resign;
            Ok(found)
        },
        ["ResignInPlay"; 3],
    ),
    (
        "no move in play",
        |_, mut found| {
            found.bestmove = Bestmove::None;
            Ok(found)
        },
        ["ResignInPlay"; 3],
    ),
    (
        "a declaration",
        |_, mut found| {
            found.bestmove = Bestmove::Win;
            Ok(found)
        },
        ["Declared"; 3],
    ),
    (
        "an answer from a book",
        |_, found| each_line(found, |_, line| line.nodes = Some(0)),
        ["BookAnswer"; 3],
    ),
    (
        "no node counts, which is no lie",
        |_, mut found| {
            found.nodes = None;
            each_line(found, |_, line| line.nodes = None)
        },
        ["accept", "blunder", "accept"],
    ),
    (
        "scores from the other side",
        |_, found| each_line(found, |_, line| line.score = line.score.negated()),
        ["accept", "Inconsistent", "accept"],
    ),
    (
        "all moves equal, which hides a blunder outside the lines only if its own search lies too",
        |query, found| {
            let is_root = is_root(query);
            each_line(found, |_, line| {
                if is_root {
                    line.score = Score::Cp(0);
                }
            })
        },
        ["accept", "blunder", "accept"],
    ),
    (
        "a score that beats the best by far",
        |query, found| {
            let is_alone = !query.searchmoves().is_empty();
            each_line(found, |_, line| {
                if is_alone {
                    line.score = Score::Cp(900);
                }
            })
        },
        ["Inconsistent"; 3],
    ),
    (
        "lines in an order that their scores belie",
        |_, found| {
            each_line(found, |index, line| {
                line.score = Score::Cp(400 * index as i32);
            })
        },
        ["Inconsistent"; 3],
    ),
    (
        "mates that say nothing",
        |_, found| {
            each_line(found, |_, line| {
                line.score = Score::Mate {
                    side: MateSide::Unknown,
                    plies: Some(0),
                };
            })
        },
        ["AmbiguousMate"; 3],
    ),
    (
        "no depth in common",
        |query, mut found| {
            if !query.searchmoves().is_empty() {
                for block in &mut found.complete {
                    block.depth += 40;
                    block.lines[0].depth = Some(block.depth);
                }
            }
            Ok(found)
        },
        ["NoCommonDepth"; 3],
    ),
    (
        "shallow depths only",
        |_, mut found| {
            for (depth, block) in (0..).zip(&mut found.complete) {
                block.depth = depth;
                for line in &mut block.lines {
                    line.depth = Some(depth);
                }
            }
            Ok(found)
        },
        ["TooShallow"; 3],
    ),
    (
        "other moves than those to search: the positions after them tell",
        |query, found| {
            if query.searchmoves().is_empty() {
                return Ok(found);
            }
            let position = joban_engine::rules::Position::from_sfen(query.sfen()).expect("one");
            Ok(game().answer(&Query::new(&position, query.limit(), 1)))
        },
        ["accept", "blunder", "accept"],
    ),
    (
        "a best move that was not to be searched: the positions after the moves tell",
        |query, mut found| {
            if !query.searchmoves().is_empty() {
                let white = query.sfen().contains(" w ");
                found.bestmove = Bestmove::Move(mv(if white { "3c3d" } else { "7g7f" }));
            }
            Ok(found)
        },
        ["accept", "blunder", "accept"],
    ),
    (
        "single moves refused: the positions after them tell",
        |query, found| {
            if query.searchmoves().is_empty() {
                Ok(found)
            } else {
                failed(FailureKind::EngineProtocol)
            }
        },
        ["accept", "blunder", "accept"],
    ),
];

#[test]
fn no_lie_makes_a_wrong_verdict() {
    for (name, twist, expected) in LIES {
        let mut teacher = game().lying(twist);
        let judgements = judge(&book(), settings(), &mut teacher);
        assert_eq!(words(&judgements), expected, "{name}");
    }
}

#[test]
fn lies_do_not_depend_on_the_order_of_answers() {
    for (name, twist, _) in LIES {
        let expected = judge(&book(), settings(), &mut game().lying(twist));
        let mut shuffled = game().lying(twist).shuffled(7, 4);
        assert_eq!(
            judge(&book(), settings(), &mut shuffled),
            expected,
            "{name}"
        );
    }
}

#[test]
fn failures_leave_entries_unjudged_with_their_kind() {
    for kind in FailureKind::ALL {
        let mut teacher = FakeTeacher::new(move |_| failed(kind));
        let judgements = judge(&book(), settings(), &mut teacher);
        assert_eq!(words(&judgements), [kind.as_str(); 3]);
        assert_eq!(
            teacher.queries().len(),
            2,
            "a failed position is not asked about again"
        );
    }
}

#[test]
fn a_failure_on_one_move_harms_no_other() {
    let sick = mv("9i9h");
    let mut teacher = game().lying(move |query, found| {
        if query.searchmoves() == [sick] {
            failed(FailureKind::EngineCrash)
        } else {
            Ok(found)
        }
    });
    let judgements = judge(&book(), settings(), &mut teacher);
    assert_eq!(words(&judgements), ["accept", "EngineCrash", "accept"]);
}

#[test]
fn a_depth_that_was_not_reached_does_not_count() {
    let deep = JudgeSettings::new(Limit::Depth(18), 3, common::THRESHOLDS);
    let judgements = judge(&book(), deep, &mut game().teacher());
    assert_eq!(words(&judgements), ["DepthNotReached"; 3]);
}

/// Scores from black's view, by an engine that must be asked about the positions after moves: black stands well, so every move of
/// black would look like a blunder.
#[test]
fn one_sided_scores_are_noticed() {
    let game = Game::default()
        .plant_cp("", "7g7f", 700)
        .plant_cp("", "2g2f", 690);
    let from_black = |query: &Query, found: Found| {
        let is_white = query.sfen().contains(" w ");
        each_line(found, |_, line| {
            if is_white {
                line.score = line.score.negated();
            }
        })
    };
    let book = [entry(0, "", "2g2f")];
    let single = settings().without_multi_pv();
    let honest = judge(&book, single.clone(), &mut game.clone().teacher());
    assert_eq!(words(&honest), ["accept"]);
    let judgements = judge(&book, single, &mut game.lying(from_black));
    assert_eq!(words(&judgements), ["Disagreement"]);
}

/// Engines that write mates as huge centipawns.
#[test]
fn huge_centipawns_are_mates() {
    let game = game().plant_cp("", "9i9h", -1_148_897);
    let judgements = judge(&book(), settings(), &mut game.teacher());
    let finding = judgements.entries[1].outcome.finding().expect("judged");
    assert_eq!(finding.raw_loss_cp, None);
    assert_eq!(words(&judgements)[1], "blunder");
}

/// What a lying step hides, the next one may show.
#[test]
fn a_deeper_search_can_make_up_for_a_bad_answer() {
    let mut teacher = game().lying(|query, mut found| {
        if query.limit() == Limit::Nodes(1000) {
            found.complete.clear();
        }
        Ok(found)
    });
    let judgements = judge(&book(), settings(), &mut teacher);
    assert_eq!(words(&judgements), ["accept", "blunder", "accept"]);
    assert_eq!(judgements.entries[0].steps, 2);
}

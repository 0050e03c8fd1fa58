//! The judge of entries on a game with known values: grades, the ladder, mates, and independence of the order of answers.

mod common;

use common::{Game, THRESHOLDS, entry, judge, judge_under, mate, mv, position, settings, words};
use joban_book_verify::{Entry, How, JudgeSettings, Outcome, UnjudgedReason};
use joban_engine::teacher::{Control, Limit};
use joban_engine::usi::Score;

/// A book of sound moves, two doubtful ones and two blunders.
fn book() -> Vec<Entry> {
    vec![
        entry(0, "", "7g7f"),
        entry(1, "", "2g2f"),
        entry(2, "", "9i9h"),
        entry(3, "7g7f", "3c3d"),
        entry(4, "7g7f", "8c8d"),
        entry(5, "7g7f 3c3d", "8h5e"),
        entry(6, "7g7f 3c3d", "2g2f"),
        entry(7, "2g2f", "8c8d"),
    ]
}

fn game() -> Game {
    Game::default()
        .plant_cp("", "9i9h", -200)
        .plant_cp("7g7f", "8c8d", -190)
        .plant_cp("7g7f 3c3d", "8h5e", -990)
}

const GRADES: [&str; 8] = [
    "accept", "accept", "doubtful", "accept", "doubtful", "blunder", "accept", "accept",
];

#[test]
fn sound_doubtful_and_bad_moves_are_told_apart() {
    let judgements = judge(&book(), settings(), &mut game().teacher());
    assert_eq!(words(&judgements), GRADES);
    let Outcome::Judged(finding) = &judgements.entries[5].outcome else {
        panic!("{:?}", judgements.entries[5]);
    };
    assert_eq!(finding.how, How::Alone);
    assert_eq!(finding.depth, Some(7), "the deepest depth complete in both");
    assert!((980..=1020).contains(&finding.raw_loss_cp.expect("centipawns")));
    assert_eq!(finding.lines.len(), 4, "three lines and the move's own");
}

#[test]
fn the_order_of_answers_and_the_number_of_workers_change_nothing() {
    let expected = judge(&book(), settings(), &mut game().teacher());
    for workers in [1, 2, 4] {
        for seed in 0..20 {
            let mut teacher = game().teacher().shuffled(seed, workers);
            assert_eq!(
                judge(&book(), settings(), &mut teacher),
                expected,
                "{workers} {seed}"
            );
        }
    }
}

#[test]
fn the_order_of_entries_changes_no_judgement() {
    let mut reversed = book();
    reversed.reverse();
    let mut judgements = judge(&reversed, settings(), &mut game().teacher());
    judgements.entries.reverse();
    assert_eq!(
        judgements,
        judge(&book(), settings(), &mut game().teacher())
    );
}

#[test]
fn positions_are_asked_about_once_and_finished_first() {
    let mut teacher = game().teacher();
    judge(&book(), settings(), &mut teacher);
    let roots: Vec<&str> = teacher
        .queries()
        .iter()
        .filter(|query| query.searchmoves().is_empty())
        .map(|query| query.sfen())
        .collect();
    let expected: Vec<String> = ["", "7g7f", "7g7f 3c3d", "2g2f"]
        .map(|moves| position(moves).sfen_key())
        .to_vec();
    assert_eq!(roots, expected);
}

#[test]
fn transpositions_are_judged_together() {
    let book = [
        entry(0, "7g7f 3c3d 2g2f", "8c8d"),
        entry(1, "2g2f 3c3d 7g7f", "8c8d"),
    ];
    let mut teacher = game().teacher();
    let judgements = judge(&book, settings(), &mut teacher);
    assert_eq!(judgements.entries[0].outcome, judgements.entries[1].outcome);
    assert!(teacher.queries().len() <= 2);
}

/// The losses that the steps find, and what is decided after how many steps.
#[test]
fn entries_near_a_threshold_climb_the_ladder() {
    let table: [(&[i32], &str, u32); 8] = [
        (&[100], "accept", 1),
        (&[140, 145], "accept", 2),
        (&[140, 170, 100], "accept", 3),
        (&[140, 170, 175], "doubtful", 3),
        (&[140, 170, 140], "borderline", 3),
        (&[280, 320, 400], "blunder", 3),
        (&[280, 320, 290], "borderline", 3),
        (&[400], "blunder", 1),
    ];
    for (losses, expected, steps) in table {
        let worth: Vec<Score> = losses.iter().map(|loss| Score::Cp(10 - loss)).collect();
        let game = Game::default()
            .plant_cp("", "7g7f", 10)
            .plant("", "9i9h", &worth);
        let judgements = judge(&[entry(0, "", "9i9h")], settings(), &mut game.teacher());
        assert_eq!(words(&judgements), [expected], "{losses:?}");
        assert_eq!(judgements.entries[0].steps, steps, "{losses:?}");
    }
}

#[test]
fn borderline_entries_show_the_interval_seen() {
    let worth = [-130, -160, -125].map(Score::Cp);
    let game = Game::default()
        .plant_cp("", "7g7f", 10)
        .plant("", "9i9h", &worth);
    let judgements = judge(&[entry(0, "", "9i9h")], settings(), &mut game.teacher());
    let Outcome::Borderline { seen, .. } = judgements.entries[0].outcome else {
        panic!("{judgements:?}");
    };
    assert_eq!(seen, Some((135, 170)));
}

#[test]
fn mates_follow_the_rule() {
    let table = [
        (Score::Cp(50), mate(false), "blunder"),
        (mate(true), Score::Cp(400), "doubtful"),
        (mate(true), Score::Cp(20), "blunder"),
        (mate(true), mate(true), "accept"),
        (mate(true), mate(false), "blunder"),
    ];
    for (best, worth, expected) in table {
        let game = Game::default()
            .plant("", "7g7f", &[best])
            .plant("", "9i9h", &[worth]);
        let judgements = judge(&[entry(0, "", "9i9h")], settings(), &mut game.teacher());
        assert_eq!(words(&judgements), [expected], "{best:?} {worth:?}");
    }
}

/// Gold on the head: the rules say that it mates, nobody is asked.
#[test]
fn a_move_that_mates_needs_no_teacher() {
    let sfen = "4k4/9/4P4/9/9/9/9/9/4K4 b G -";
    let sfen = sfen.replace(" G -", " G");
    let book = [Entry::new(0, None, sfen, mv("G*5b"))];
    let mut teacher = Game::default().teacher();
    let judgements = judge(&book, settings(), &mut teacher);
    assert_eq!(words(&judgements), ["accept"]);
    assert!(teacher.queries().is_empty());
    assert_eq!(
        judgements.entries[0].outcome.finding().map(|f| f.how),
        Some(How::Rules)
    );
}

#[test]
fn illegal_moves_and_bad_positions_are_no_question() {
    let pawn_drop_mate = "7nk/9/7S1/9/9/9/9/9/4K4 b P";
    let book = [
        entry(0, "", "7g7e"),
        entry(1, "", "3c3d"),
        Entry::new(2, None, pawn_drop_mate, mv("P*1b")),
        Entry::new(3, None, "9/9/9/9/9/9/9/9/9 b -", mv("7g7f")),
        Entry::new(4, None, "junk", mv("7g7f")),
    ];
    let mut teacher = Game::default().teacher();
    let words = words(&judge(&book, settings(), &mut teacher));
    assert_eq!(
        words,
        [
            "CannotMoveSo",
            "NotYourPiece",
            "PawnDropMate",
            "BadPosition",
            "BadPosition"
        ]
    );
    assert!(teacher.queries().is_empty());
}

#[test]
fn engines_without_multi_pv_search_the_positions_after_moves() {
    let mut teacher = game().teacher();
    let judgements = judge(&book(), settings().without_multi_pv(), &mut teacher);
    assert_eq!(words(&judgements), GRADES);
    let queries = teacher.queries();
    assert!(queries.iter().all(|query| query.multi_pv() == 1));
    assert!(queries.iter().all(|query| query.searchmoves().is_empty()));
    let Outcome::Judged(finding) = &judgements.entries[5].outcome else {
        panic!("{:?}", judgements.entries[5]);
    };
    // Complete to depth 8 both; the position after the move counts as one deeper.
    assert_eq!((finding.how, finding.depth), (How::Child, Some(8)));
}

#[test]
fn the_preset_asks_for_depth_18_and_20() {
    let preset = JudgeSettings::preset("seed-yaneuraou").expect("there is one");
    assert_eq!(preset.steps, [Limit::Depth(18), Limit::Depth(20)]);
    assert_eq!(
        (preset.thresholds.accept_cp, preset.thresholds.blunder_cp),
        (50, 200)
    );
    assert_eq!(preset.multi_pv, 2);
    assert_eq!(JudgeSettings::preset("none"), None);
    let usual = JudgeSettings::new(Limit::Nodes(100_000), 3, THRESHOLDS);
    assert_eq!(usual.steps, [100_000, 300_000, 900_000].map(Limit::Nodes),);
}

struct Stop(usize);

impl Control for Stop {
    fn go_on(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }
}

#[test]
fn what_was_not_reached_is_listed() {
    let judgements = judge_under(&book(), settings(), &mut game().teacher(), &mut Stop(4));
    let words = words(&judgements);
    assert_eq!(words[0], "accept");
    assert_eq!(words[7], UnjudgedReason::NotReached.name());
}

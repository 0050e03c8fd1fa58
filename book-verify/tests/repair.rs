//! The loop of judging and refilling, and longer lines.

mod common;

use std::collections::{BTreeMap, BTreeSet};

use common::{Archive, Game, THRESHOLDS, entry, mv, position, settings};
use joban_book_verify::{
    AuditSettings, BookKind, ChangeKind, Entry, ExtendSettings, Extension, Grade, RepairError,
    RepairSettings, Repaired, StopReason, extend, repair,
};
use joban_engine::refill::{Freed, Offer, OfferedMove, Refill, RefillError};
use joban_engine::rules::Move;
use joban_engine::teacher::fake::FakeTeacher;
use joban_engine::teacher::{Asker, Teacher, TeacherError, Unattended};

/// A source that offers the two best candidates of each position that were not freed, for as many positions as fit.
struct Source {
    candidates: Vec<(u8, String, Vec<OfferedMove>)>,
    forbidden: BTreeSet<(u8, String, Move)>,
    places: usize,
    forced: Option<Move>,
}

impl Source {
    fn new(places: usize, candidates: &[(&str, &[(&str, u64)])]) -> Self {
        let position_of = |(moves, counts): &(&str, &[(&str, u64)])| {
            let position = position(moves);
            let offered = |(usi, points): &(&str, u64)| OfferedMove {
                mv: mv(usi),
                points: *points,
                support: *points as u32,
            };
            let moves = counts.iter().map(offered).collect();
            (position.ply() as u8, position.sfen_key(), moves)
        };
        Self {
            candidates: candidates.iter().map(position_of).collect(),
            forbidden: BTreeSet::new(),
            places,
            forced: None,
        }
    }

    fn offers(&self) -> Vec<Offer> {
        let mut left = self.places;
        let offer = |(ply, sfen, moves): &(u8, String, Vec<OfferedMove>)| {
            let is_free = |offered: &&OfferedMove| {
                !self.forbidden.contains(&(*ply, sfen.clone(), offered.mv))
            };
            let moves: Vec<OfferedMove> = moves
                .iter()
                .filter(is_free)
                .take(left.min(2))
                .copied()
                .collect();
            left -= moves.len();
            Offer {
                ply: *ply,
                sfen: sfen.clone(),
                moves,
            }
        };
        self.candidates
            .iter()
            .map(offer)
            .filter(|offer| !offer.moves.is_empty())
            .collect()
    }

    fn book(&self) -> Vec<Entry> {
        let entries = self.offers().into_iter().flat_map(|offer| {
            let ply = Some(u32::from(offer.ply));
            let moves = offer.moves.into_iter();
            moves.map(move |offered| Entry::new(0, ply, offer.sfen.clone(), offered.mv))
        });
        (0..)
            .zip(entries)
            .map(|(id, entry)| Entry { id, ..entry })
            .collect()
    }
}

impl Refill for Source {
    fn refill(&mut self, freed: &[Freed]) -> Result<Vec<Offer>, RefillError> {
        if freed.iter().any(|each| Some(each.mv) == self.forced) {
            let reason = "the configuration forces it".to_owned();
            return Err(RefillError { reason });
        }
        let before: BTreeMap<(u8, String), Offer> = self
            .offers()
            .into_iter()
            .map(|offer| ((offer.ply, offer.sfen.clone()), offer))
            .collect();
        for each in freed {
            self.forbidden
                .insert((each.ply, each.sfen.clone(), each.mv));
        }
        let is_new = |offer: &Offer| before.get(&(offer.ply, offer.sfen.clone())) != Some(offer);
        Ok(self.offers().into_iter().filter(is_new).collect())
    }

    fn positions(&self) -> Option<Vec<(u8, String)>> {
        let offers = self.offers().into_iter();
        Some(offers.map(|offer| (offer.ply, offer.sfen)).collect())
    }
}

fn source() -> Source {
    Source::new(
        6,
        &[
            ("", &[("7g7f", 60), ("9i9h", 50), ("2g2f", 40)]),
            ("7g7f", &[("3c3d", 50), ("4a3b", 30), ("8c8d", 20)]),
            ("7g7f 3c3d", &[("8h5e", 40), ("9g9f", 20), ("2g2f", 10)]),
            ("2g2f", &[("8c8d", 9)]),
            ("7g7f 8c8d", &[("2g2f", 5)]),
        ],
    )
}

/// Three blunders, one of which only comes into the book when another has gone.
fn game() -> Game {
    Game::default()
        .plant_cp("", "9i9h", -700)
        .plant_cp("7g7f", "4a3b", -600)
        .plant_cp("7g7f 3c3d", "8h5e", -990)
        .plant_cp("7g7f 3c3d", "2g2f", -500)
}

fn repair_settings() -> RepairSettings {
    RepairSettings::new(settings(), AuditSettings::new(THRESHOLDS))
}

fn run(teacher: &mut FakeTeacher) -> impl FnMut(&mut dyn Asker) -> Result<bool, TeacherError> {
    |asker| Ok(!teacher.run(asker, &mut Unattended)?.stopped)
}

fn repaired(teacher: &mut FakeTeacher) -> Repaired {
    let mut source = source();
    let book = source.book();
    let repaired = repair(
        book,
        &repair_settings(),
        None,
        &mut source,
        &mut run(teacher),
    );
    repaired.expect("a fixed point")
}

fn moves(entries: &[Entry]) -> Vec<(u32, String)> {
    let mut moves: Vec<(u32, String)> = entries
        .iter()
        .map(|entry| (entry.ply.expect("a ply"), entry.mv.to_string()))
        .collect();
    moves.sort();
    moves
}

#[test]
fn what_is_dropped_is_refilled_and_judged_until_nothing_is_left_to_drop() {
    let mut teacher = game().teacher();
    let repaired = repaired(&mut teacher);
    let expected = [
        (0, "2g2f"),
        (0, "7g7f"),
        (1, "3c3d"),
        (1, "8c8d"),
        (1, "8c8d"),
        (2, "9g9f"),
    ];
    assert_eq!(
        moves(&repaired.entries),
        expected.map(|(ply, usi)| (ply, usi.to_owned()))
    );
    assert!(repaired.is_complete);
    assert!(repaired.rounds >= 2, "{}", repaired.rounds);
    assert_eq!(repaired.audit.rows.len(), repaired.entries.len());
    assert!(repaired.audit.rows.iter().all(|row| !row.class.is_fault()));
    let dropped = |usi: &str| {
        let mut changes = repaired.changes.iter();
        changes.any(|(_, each)| each.mv == mv(usi) && each.kind == ChangeKind::Dropped)
    };
    assert!(["9i9h", "4a3b", "8h5e"].iter().all(|usi| dropped(usi)));
    let queries: BTreeSet<_> = teacher.queries().iter().collect();
    assert_eq!(
        queries.len(),
        teacher.queries().len(),
        "no question is asked twice"
    );
}

#[test]
fn repair_does_not_depend_on_the_order_of_answers() {
    let expected = repaired(&mut game().teacher());
    for seed in 0..10 {
        assert_eq!(repaired(&mut game().teacher().shuffled(seed, 4)), expected);
    }
}

#[test]
fn a_source_that_cannot_replace_ends_the_repair() {
    let mut source = source();
    source.forced = Some(mv("8h5e"));
    let (book, mut teacher) = (source.book(), game().teacher());
    let error = repair(
        book,
        &repair_settings(),
        None,
        &mut source,
        &mut run(&mut teacher),
    );
    assert!(matches!(error, Err(RepairError::Refill(_))));
}

#[test]
fn a_teacher_that_gives_up_ends_the_repair() {
    let mut source = source();
    let (book, mut teacher) = (source.book(), game().teacher().crash_after(3));
    let error = repair(
        book,
        &repair_settings(),
        None,
        &mut source,
        &mut run(&mut teacher),
    );
    assert!(matches!(
        error,
        Err(RepairError::Teacher(TeacherError::AllLost { .. }))
    ));
}

#[test]
fn there_is_an_end_to_rounds() {
    let mut source = source();
    let (book, mut teacher) = (source.book(), game().teacher());
    let settings = RepairSettings {
        max_rounds: 0,
        ..repair_settings()
    };
    let error = repair(book, &settings, None, &mut source, &mut run(&mut teacher));
    assert!(matches!(
        error,
        Err(RepairError::NoFixedPoint { rounds: 0 })
    ));
}

fn extended(
    book: Vec<Entry>,
    game: Game,
    archive: Option<&Archive>,
    change: impl Fn(&mut ExtendSettings),
) -> Extension {
    let mut settings = ExtendSettings::new(settings(), AuditSettings::new(THRESHOLDS), 4);
    change(&mut settings);
    let mut teacher = game.teacher();
    let archive = archive.map(|archive| archive as &dyn joban_book_verify::Replies);
    extend(
        book,
        BookKind::Joban,
        &settings,
        archive,
        &mut |_| true,
        &mut run(&mut teacher),
    )
    .expect("answers")
}

/// Values that make 2g2f 8c8d 2f2e the teacher's line after 7g7f 3c3d.
fn line() -> Game {
    Game::default()
        .plant_cp("7g7f", "3c3d", 15)
        .plant_cp("7g7f 3c3d", "2g2f", 15)
        .plant_cp("7g7f 3c3d 2g2f", "8c8d", 15)
        .plant_cp("7g7f 3c3d 2g2f 8c8d", "2f2e", 15)
        .plant_cp("", "7g7f", 12)
}

#[test]
fn lines_go_on_where_the_book_ends() {
    let extension = extended(vec![entry(0, "", "7g7f")], line(), None, |_| {});
    assert_eq!(
        moves(&extension.entries),
        [
            (0, "7g7f".to_owned()),
            (2, "2g2f".to_owned()),
            (4, "2f2e".to_owned())
        ]
    );
    assert!(extension.is_complete && extension.stopped.is_empty());
    assert_eq!(extension.findings.len(), 2);
    assert!(
        extension
            .findings
            .iter()
            .all(|finding| finding.grade == Grade::Accept)
    );
    assert!(
        extension
            .changes
            .iter()
            .all(|change| change.kind == ChangeKind::Added)
    );
    let both = extended(vec![entry(0, "", "7g7f")], line(), None, |settings| {
        settings.both_sides = true;
    });
    assert_eq!(both.entries.len(), 5);
    let entry = both.entries.last().expect("five");
    assert_eq!((entry.id, entry.listed_depth), (4, Some(7)));
}

#[test]
fn budgets_end_an_extension() {
    let book = || vec![entry(0, "", "7g7f")];
    let one = extended(book(), line(), None, |settings| {
        settings.max_added = Some(1)
    });
    assert_eq!(one.entries.len(), 2);
    let none = extended(book(), line(), None, |settings| {
        settings.max_nodes = Some(1)
    });
    assert_eq!((none.entries.len(), none.changes.len()), (1, 0));
    let full = extended(book(), line(), None, |settings| settings.capacity = Some(1));
    assert_eq!(full.entries, book(), "without an archive nothing gives way");
    let two = extended(book(), line(), None, |settings| settings.capacity = Some(2));
    assert_eq!(two.entries.len(), 2);
}

#[test]
fn the_least_reachable_entries_give_way() {
    let archive = Archive::default()
        .games("7g7f", &[("3c3d", 90), ("9c9d", 10)])
        .games("7g7f 3c3d 2g2f", &[("8c8d", 50)]);
    let book = vec![entry(0, "", "7g7f"), entry(1, "7g7f 9c9d", "2g2f")];
    let rare = extended(book.clone(), line(), Some(&archive), |settings| {
        settings.capacity = Some(2);
    });
    // The line after 9c9d is in the book, so 7g7f is no end; nothing reachable more often comes in.
    assert_eq!(rare.entries.len(), 2);
    let excepted = Entry {
        exception: Some("theory".to_owned()),
        ..entry(1, "2g2f 9c9d", "7g7f")
    };
    let lone = entry(1, "2g2f 9c9d", "7g7f");
    let grown = |other: Entry| {
        extended(
            vec![entry(0, "", "7g7f"), other],
            line(),
            Some(&archive),
            |settings| {
                settings.capacity = Some(2);
            },
        )
    };
    let evicted = grown(lone);
    assert_eq!(
        moves(&evicted.entries),
        [(0, "7g7f".to_owned()), (2, "2g2f".to_owned())]
    );
    assert_eq!(
        evicted.changes.last().map(|change| change.kind),
        Some(ChangeKind::Evicted)
    );
    assert!(
        grown(excepted)
            .entries
            .iter()
            .any(|entry| entry.exception.is_some())
    );
}

#[test]
fn extension_does_not_depend_on_the_order_of_answers() {
    let book = vec![
        entry(0, "", "7g7f"),
        entry(1, "", "2g2f"),
        entry(2, "7g7f", "8c8d"),
    ];
    let settings = ExtendSettings::new(settings(), AuditSettings::new(THRESHOLDS), 3);
    let extension = |mut teacher: FakeTeacher| {
        let run = &mut run(&mut teacher);
        extend(
            book.clone(),
            BookKind::Joban,
            &settings,
            None,
            &mut |_| true,
            run,
        )
        .expect("answers")
    };
    let expected = extension(line().teacher());
    for seed in 0..10 {
        assert_eq!(extension(line().teacher().shuffled(seed, 3)), expected);
    }
}

/// The teacher's line goes over a move that its own search refuses.
#[test]
fn a_move_that_is_not_accepted_ends_its_line() {
    let settings = ExtendSettings::new(settings(), AuditSettings::new(THRESHOLDS), 2);
    let game = line().plant_cp("7g7f 3c3d", "8h3c+", -900);
    let mut teacher = game.lying(|query, mut found| {
        let start = position("").sfen_key();
        let lines = found.complete.iter_mut().flat_map(|block| &mut block.lines);
        for line in lines.filter(|line| query.sfen() == start && line.pv[0] == mv("7g7f")) {
            line.pv = ["7g7f", "3c3d", "8h3c+"].map(mv).to_vec();
        }
        Ok(found)
    });
    let book = vec![entry(0, "", "7g7f")];
    let run = &mut run(&mut teacher);
    let extension =
        extend(book, BookKind::Joban, &settings, None, &mut |_| true, run).expect("answers");
    assert_eq!(extension.entries.len(), 1);
    let stopped: Vec<_> = extension
        .stopped
        .iter()
        .map(|stop| (stop.mv, &stop.why))
        .collect();
    assert_eq!(
        stopped,
        [(Some(mv("8h3c+")), &StopReason::NotAccepted(Grade::Blunder))]
    );
}

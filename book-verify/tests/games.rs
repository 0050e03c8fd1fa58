//! The audit of games on a game with known values.

mod common;

use common::{Game, THRESHOLDS, mate, mv};
use joban_book_verify::games::{
    BaselineError, GAME_CSV_COLUMNS, GameAudit, GameJudge, GameRecord, GameSettings, PlayedMove,
};
use joban_csa_parse::{Parser, RawRecord, ReadOptions, Record};
use joban_engine::rules::{Position, Replay};
use joban_engine::teacher::fake::FakeTeacher;
use joban_engine::teacher::{Failure, FailureKind, Limit, Teacher, Unattended};
use serde_json::{Map, Value as Json, json};

fn settings() -> GameSettings {
    GameSettings::new(Limit::Nodes(1000), 3, THRESHOLDS)
}

fn game(name: &str, players: [&str; 2], moves: &str, times: &[Option<u32>]) -> GameRecord {
    let times = times.iter().copied().chain(std::iter::repeat(None));
    let moves = moves.split(' ').zip(times);
    GameRecord {
        name: name.to_owned(),
        players: players.map(|player| Some(player.to_owned())),
        start: Position::startpos(),
        moves: moves
            .map(|(usi, time_ms)| PlayedMove {
                mv: mv(usi),
                time_ms,
            })
            .collect(),
        forced_plies: 0,
        broken: None,
    }
}

fn audit_by(games: &[GameRecord], settings: GameSettings, teacher: &mut FakeTeacher) -> GameAudit {
    let mut judge = GameJudge::new(games, settings);
    teacher
        .run(&mut judge, &mut Unattended)
        .expect("the fake answers");
    judge.finish()
}

const LINE: &str = "7g7f 8c8d 2g2f 3c3d 8h5e 5c5d";

/// White is doubtful once, black blunders with 8h5e, and is lost then.
fn known() -> Game {
    Game::default()
        .plant_cp("7g7f", "8c8d", -200)
        .plant_cp("7g7f 8c8d 2g2f 3c3d", "8h5e", -1800)
}

fn audit() -> GameAudit {
    let games = [game("a#1", ["A", "B"], LINE, &[])];
    audit_by(&games, settings(), &mut known().teacher())
}

fn classes(audit: &GameAudit) -> Vec<&'static str> {
    audit.rows.iter().map(|row| row.class.as_str()).collect()
}

#[test]
fn losses_and_rates() {
    let audit = audit();
    // After 7g7f 8c8d black is winning by 200, no more; after the blunder white is by 1,800: that is decided.
    let expect = [
        "accept", "doubtful", "blunder", "accept", "blunder", "decided",
    ];
    assert_eq!(classes(&audit)[1], expect[1]);
    assert_eq!(classes(&audit)[4..], expect[4..]);
    let (a, b) = (&audit.players["A"], &audit.players["B"]);
    assert_eq!((a.moves, a.judged, a.decided), (3, 3, 0));
    assert_eq!(
        (b.moves, b.judged, b.decided, b.doubtful, b.blunders),
        (3, 2, 1, 1, 0)
    );
    assert!(a.blunders >= 1);
    let blunder = audit.rows[4].loss_cp().expect("centipawns");
    assert!((1780..=1820).contains(&blunder), "{blunder}");
    assert_eq!(a.blunder_rate(), Some(a.blunders as f64 / 3.0));
    assert_eq!(audit.games[0].counts[0], *a);
}

#[test]
fn a_mate_is_decided_too() {
    let games = [game("a#1", ["A", "B"], "7g7f", &[])];
    let teacher = Game::default().plant("", "7g7f", &[mate(true)]);
    let audit = audit_by(&games, settings(), &mut teacher.teacher());
    assert_eq!(classes(&audit), ["decided"]);
    assert_eq!(audit.players["A"].blunder_rate(), None);
}

#[test]
fn shared_positions_are_asked_about_once() {
    let moves = "7g7f 3c3d 2g2f";
    let one = [game("a#1", ["A", "B"], moves, &[])];
    let many = [
        game("a#1", ["A", "B"], moves, &[]),
        game("a#2", ["B", "A"], moves, &[]),
    ];
    let mut teacher = Game::default().teacher();
    audit_by(&one, settings(), &mut teacher);
    let asked = teacher.queries().len();
    let mut teacher = Game::default().teacher();
    let audit = audit_by(&many, settings(), &mut teacher);
    assert_eq!(teacher.queries().len(), asked);
    assert_eq!(audit.rows.len(), 6);
    assert_eq!((audit.players["A"].moves, audit.players["B"].moves), (3, 3));
}

#[test]
fn unknown_times_are_not_zero_and_books_are_fast() {
    let mut moves = String::new();
    let mut place = Position::startpos();
    while place.ply() < 16 {
        let usi = ["9g9f", "9c9d", "9f9g", "9d9c"]
            .into_iter()
            .chain(["5i5h", "5a5b", "5h5i", "5b5a"])
            .find(|usi| place.is_legal(mv(usi)) && place.moves().last() != Some(mv(usi)));
        let usi = usi.expect("a quiet move");
        place.play(mv(usi)).expect("legal");
        moves = format!("{moves} {usi}");
    }
    let mut times = [Some(0); 16];
    (times[13], times[14], times[15]) = (None, Some(199), Some(200));
    let record = game("a#1", ["A", "B"], moves.trim(), &times);
    assert_eq!(record.time_step_ms(), Some(1));
    let audit = audit_by(&[record], settings(), &mut Game::default().teacher());
    let instant: Vec<_> = audit
        .rows
        .iter()
        .filter(|row| row.is_instant)
        .map(|row| row.ply)
        .collect();
    assert_eq!(instant, [12, 14]);
    let (a, b) = (&audit.players["A"], &audit.players["B"]);
    assert_eq!((a.instant, a.timed, a.time_ms), (2, 8, 199));
    assert_eq!((b.instant, b.timed, b.time_ms), (0, 7, 200));
}

#[test]
fn prescribed_moves_are_nobodys_choice() {
    let mut record = game("a#1", ["A", "B"], LINE, &[Some(0); 6]);
    record.forced_plies = 5;
    let audit = audit_by(&[record], settings(), &mut known().teacher());
    assert_eq!(classes(&audit)[..5], ["prescribed"; 5]);
    assert_eq!(audit.players["A"].moves, 0);
    assert_eq!(audit.players["B"].moves, 1);
}

#[test]
fn what_has_no_answer_is_unjudged() {
    let failure = |_: &joban_engine::teacher::Query, _| {
        Err(Failure {
            kind: FailureKind::EngineCrash,
            reason: "gone".to_owned(),
            tries: 3,
        })
    };
    let games = [game("a#1", ["A", "B"], "7g7f 3c3d", &[])];
    let audit = audit_by(&games, settings(), &mut Game::default().lying(failure));
    assert_eq!(classes(&audit), ["unjudged", "unjudged"]);
    assert_eq!(
        (
            audit.players["A"].unjudged,
            audit.players["A"].blunder_rate()
        ),
        (1, None)
    );
    let unasked = GameJudge::new(&games, settings()).finish();
    assert_eq!(classes(&unasked), ["unjudged", "unjudged"]);
}

#[test]
fn the_order_of_answers_changes_nothing() {
    let expect = audit();
    for seed in 0..10 {
        let games = [game("a#1", ["A", "B"], LINE, &[])];
        let mut teacher = known().teacher().shuffled(seed, 4);
        assert_eq!(audit_by(&games, settings(), &mut teacher), expect);
    }
}

#[test]
fn records_give_their_players_times_and_faults() {
    let text = "V2.2\nN+A\nPI\n+\n+7776FU\nT3\n-3334FU\n+8855KA\nT1\n%TORYO\n";
    let read = |text: &str| {
        let mut record = Record::new();
        let mut parser = Parser::new(ReadOptions::default());
        parser
            .parse(
                &RawRecord::from_bytes("a.csa", text.as_bytes()),
                &mut record,
            )
            .expect("a record");
        GameRecord::from_record("a.csa#1", &record, &mut Replay::new())
    };
    let game = read(text).expect("a game");
    let times: Vec<_> = game.moves.iter().map(|played| played.time_ms).collect();
    assert_eq!(times, [Some(3000), None, Some(1000)]);
    assert_eq!(game.time_step_ms(), Some(1000));
    let audit = audit_by(&[game], settings(), &mut Game::default().teacher());
    assert_eq!(audit.players.keys().collect::<Vec<_>>(), ["(white)", "A"]);
    let broken = read(&text.replace("8855KA", "8878KA")).expect("a game");
    assert_eq!(broken.moves.len(), 2);
    assert!(broken.broken.expect("broken").contains("line 8"));
    assert!(read("PI\n+\n+7775FU\n").is_err());
}

fn written(audit: &GameAudit) -> Json {
    let context: Map<String, Json> = [("teacher".to_owned(), json!("fake"))]
        .into_iter()
        .collect();
    audit.to_json(context)
}

#[test]
fn a_worse_rate_is_a_finding_and_nothing_else() {
    let context = json!({"teacher": "fake"});
    let bad = audit();
    let games = [game("a#1", ["A", "B"], LINE, &[])];
    let good = audit_by(&games, settings(), &mut Game::default().teacher());
    let worse = bad.compare(&written(&good), &context).expect("comparable");
    let names: Vec<_> = worse
        .worse
        .iter()
        .map(|each| each.player.as_str())
        .collect();
    assert_eq!(
        (names, worse.compared, worse.other_teacher),
        (vec!["A"], 2, false)
    );
    assert_eq!(worse.worse[0].before, (0, 3));
    for (now, before) in [(&good, &bad), (&bad, &bad)] {
        let same = now.compare(&written(before), &context).expect("comparable");
        assert!(same.worse.is_empty());
    }
    let other = bad
        .compare(&written(&good), &json!({"teacher": "another"}))
        .expect("comparable");
    assert!(other.other_teacher);
    let renamed = [game("a#1", ["A", "C"], LINE, &[])];
    let renamed = audit_by(&renamed, settings(), &mut known().teacher());
    assert_eq!(
        renamed
            .compare(&written(&good), &context)
            .expect("comparable")
            .new,
        ["C"]
    );
}

#[test]
fn only_like_audits_are_compared() {
    let context = json!({});
    let now = audit();
    assert_eq!(
        now.compare(&json!({"format": "joban-audit"}), &context),
        Err(BaselineError::NoAudit)
    );
    assert_eq!(
        now.compare(&json!([1]), &context),
        Err(BaselineError::NoAudit)
    );
    let mut other = written(&now);
    other["settings"]["blunder_cp"] = json!(200);
    let error = now.compare(&other, &context).expect_err("other settings");
    assert!(error.to_string().contains("blunder_cp"), "{error}");
}

#[test]
fn tables_hold_every_move() {
    let audit = audit();
    let mut out = Vec::new();
    audit.write_csv(&mut out).expect("memory");
    let text = String::from_utf8(out).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], GAME_CSV_COLUMNS.join(","));
    assert_eq!(lines.len(), 7);
    assert!(lines[5].starts_with("1,a#1,4,black,A,"), "{}", lines[5]);
    assert!(lines[5].contains(",8h5e,▲５五角,blunder,,"), "{}", lines[5]);
    let json = written(&audit);
    assert_eq!(json["moves"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["moves"][4]["class"], "blunder");
    assert_eq!(json["players"][0]["player"], "A");
    assert_eq!(json["settings"]["decided_cp"], 1500);
}

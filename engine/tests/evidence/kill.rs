//! A real process that appends, killed again and again.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use joban_engine::rng::SplitMix64;
use joban_engine::teacher::fake::FakeTeacher;

use crate::support::{answer, bytes, count, open, questions, run, run_with};

const QUESTIONS: usize = 400;
const KILLS: usize = 50;
/// Answers after which the process waits to be killed, so that every kill comes before the end.
const ANSWERS: usize = 7;
const LOG: &str = "JOBAN_TEST_EVIDENCE_LOG";

/// The process that is killed: this test with the name of a log in its environment.
#[test]
fn child() {
    let Some(path) = std::env::var_os(LOG) else {
        return;
    };
    let (mut log, _) = open(Path::new(&path)).expect("a log");
    let mut answers = 0;
    let mut slow = FakeTeacher::new(move |query| {
        answers += 1;
        let wait = match answers > ANSWERS {
            true => Duration::from_secs(60),
            false => Duration::from_micros(300),
        };
        std::thread::sleep(wait);
        answer(query)
    });
    run_with(&mut log, &mut slow, &questions(QUESTIONS)).expect("a run");
}

fn start(path: &Path) -> Child {
    let program = std::env::current_exe().expect("this test");
    Command::new(program)
        .args(["--exact", "kill::child", "--test-threads", "1"])
        .env(LOG, path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a process")
}

fn lines(path: &Path) -> usize {
    let text = fs::read(path).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn killed_at_50_moments_and_resumed_the_log_equals_the_unbroken_one() {
    const { assert!(ANSWERS * KILLS < QUESTIONS) };
    let folder = tempfile::tempdir().expect("a folder");
    let unbroken = folder.path().join("unbroken");
    run(&unbroken, &questions(QUESTIONS));
    let path = folder.path().join("log");
    let mut rng = SplitMix64::new(50);
    for _ in 0..KILLS {
        // The process is killed at some moment after it has written so many lines; right away if none.
        let wanted = lines(&path) + rng.below(ANSWERS as u64 + 1) as usize;
        let mut child = start(&path);
        while lines(&path) < wanted {
            assert!(
                child.try_wait().expect("a process").is_none(),
                "it ended by itself"
            );
            std::thread::sleep(Duration::from_micros(rng.below(400)));
        }
        child.kill().expect("killed");
        child.wait().expect("a process");
    }
    assert!(lines(&path) > KILLS, "the processes wrote something");
    run(&path, &questions(QUESTIONS));
    assert_eq!(count(&path), QUESTIONS);
    assert!(bytes(&path) == bytes(&unbroken));
}

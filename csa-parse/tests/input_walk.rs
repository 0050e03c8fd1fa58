//! Paths and folders: what is taken, what is passed over, what is read only once.

mod support;

use std::ops::ControlFlow;

use joban_csa_parse::input::{InputArg, InputErrorKind, Inputs, Item, Limits, Scratch, UnitKind};
use joban_csa_parse::{IssueKind, ReadOptions};
use support::{args, put, read, read_with, record};

#[test]
fn a_tree_is_read_in_the_order_of_path_bytes() {
    let dir = tempfile::tempdir().expect("a folder");
    for (n, name) in ["b/2.CSA", "b/1.csa", "a.csa", "b-/3.csa", "c/d/e.csa"]
        .iter()
        .enumerate()
    {
        put(dir.path(), name, record(n as u32).as_bytes());
    }
    put(dir.path(), "readme.txt", b"no record");
    put(dir.path(), "c/00LIST.floodgate", b"no record");
    let read = read(&[dir.path()]);
    let summary = read.summary();
    let root = format!("{}/", dir.path().display()).replace('\\', "/");
    let names: Vec<_> = read.files().iter().map(|f| f.replace(&root, "")).collect();
    assert_eq!(
        names,
        ["a.csa", "b-/3.csa", "b/1.csa", "b/2.CSA", "c/d/e.csa"]
    );
    assert_eq!((summary.files, summary.skipped_files), (5, 2));
    assert_eq!(read.progress, summary.bytes);
}

#[test]
fn an_archive_in_a_folder_is_read() {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), "a.csa", record(1).as_bytes());
    put(
        dir.path(),
        "b.zip",
        &support::zip(&[support::ZipEntry::new("c.csa", record(2))]),
    );
    assert_eq!(read(&[dir.path()]).records.len(), 2);
}

#[test]
fn lines_files_are_taken_where_asked_for() {
    let dir = tempfile::tempdir().expect("a folder");
    put(dir.path(), "a.sfen", b"startpos moves 7g7f\n");
    put(dir.path(), "b.txt", b"startpos moves 2g2f\n");
    let options = ReadOptions {
        lines: true,
        ..ReadOptions::default()
    };
    let read = read_with(&args(&[dir.path()]), &Limits::default(), &options);
    assert_eq!(read.summary().files, 2);
    assert_eq!(support::read(&[dir.path()]).summary().skipped_files, 2);
}

#[test]
fn an_empty_folder_gives_nothing_and_a_missing_path_is_an_error() {
    let dir = tempfile::tempdir().expect("a folder");
    let read = support::read(&[dir.path()]);
    assert_eq!((read.summary().files, read.records.len()), (0, 0));
    let read = support::read(&[&dir.path().join("none.csa")]);
    assert_eq!(read.error().kind(), InputErrorKind::NotFound);
    assert_eq!(read.error().exit_code(), 2);
    assert!(
        read.error().to_string().contains("none.csa: NotFound"),
        "{}",
        read.error()
    );
}

#[test]
fn a_path_named_twice_is_read_once_and_copies_are_not_the_same() {
    let dir = tempfile::tempdir().expect("a folder");
    let a = put(dir.path(), "x/a.csa", record(1).as_bytes());
    put(dir.path(), "x/copy.csa", record(1).as_bytes());
    let x = dir.path().join("x");
    let read = read(&[&a, &x, &x, &dir.path().join("x/../x/a.csa")]);
    let summary = read.summary();
    assert_eq!(read.records.len(), 2);
    assert_eq!(summary.repeated.len(), 3, "{:?}", summary.repeated);
    assert_eq!(summary.digests.len(), 4);
}

#[test]
fn a_folders_digest_is_that_of_sha256sum() {
    use sha2::{Digest as _, Sha256};
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let dir = tempfile::tempdir().expect("a folder");
    let (first, second) = (record(1), format!("{}\n", record(2)));
    put(dir.path(), "b.csa", second.as_bytes());
    put(dir.path(), "a/z.csa", first.as_bytes());
    let list = format!(
        "{}  a/z.csa\n{}  b.csa\n",
        hex(&Sha256::digest(&first)),
        hex(&Sha256::digest(&second))
    );
    let digest = read(&[dir.path()]).summary().digests[0]
        .sha256
        .expect("all was read");
    assert_eq!(hex(&digest), hex(&Sha256::digest(list)));
}

#[test]
fn units_may_be_read_by_threads_in_any_order() {
    let dir = tempfile::tempdir().expect("a folder");
    for n in 0..40 {
        put(dir.path(), &format!("{n}.csa"), record(n).as_bytes());
    }
    let args = args(&[dir.path()]);
    let inputs =
        Inputs::open(&args, &Limits::default(), &ReadOptions::default()).expect("a folder");
    let work = |start: usize| {
        let mut scratch = Scratch::default();
        let mut sink = |_: Item| ControlFlow::Continue(());
        let units = (start..inputs.units().len()).step_by(2).collect::<Vec<_>>();
        let read = |unit: usize| {
            inputs
                .read_unit(unit, &mut scratch, &mut sink)
                .expect("a file")
        };
        units.into_iter().rev().map(read).collect::<Vec<_>>()
    };
    let reports = std::thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        let mut reports = work(0);
        reports.extend(other.join().expect("no panic"));
        reports
    });
    let alone = inputs
        .for_each(&mut |_| ControlFlow::Continue(()))
        .expect("a folder");
    assert_eq!(inputs.summarise(reports), alone);
    assert!(
        inputs
            .units()
            .iter()
            .all(|unit| unit.kind() == UnitKind::Plain)
    );
}

#[test]
fn a_file_that_goes_away_is_rejected_and_the_rest_is_read() {
    let dir = tempfile::tempdir().expect("a folder");
    let gone = put(dir.path(), "a.csa", record(1).as_bytes());
    put(dir.path(), "b.csa", record(2).as_bytes());
    let args = args(&[dir.path()]);
    let inputs =
        Inputs::open(&args, &Limits::default(), &ReadOptions::default()).expect("a folder");
    std::fs::remove_file(gone).expect("a file");
    let (mut records, mut refused) = (0, Vec::new());
    let summary = inputs.for_each(&mut |item| {
        match item {
            Item::Record(_) => records += 1,
            Item::Rejected { issue, .. } => refused.push(issue.kind),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    let summary = summary.expect("the run goes on");
    assert_eq!((records, refused), (1, vec![IssueKind::IoError]));
    assert_eq!(summary.digests[0].sha256, None, "not all could be read");
}

#[test]
fn standard_input_is_named_by_a_dash() {
    assert_eq!(InputArg::from("-"), InputArg::Stdin);
    let twice = [InputArg::Stdin, InputArg::Stdin];
    let error = Inputs::open(&twice, &Limits::default(), &ReadOptions::default());
    assert_eq!(
        error.expect_err("named twice").kind(),
        InputErrorKind::Unsupported
    );
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    #[test]
    fn links_are_followed_and_everything_is_read_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let a = put(dir.path(), "x/a.csa", record(1).as_bytes());
        put(dir.path(), "y/b.csa", record(2).as_bytes());
        symlink(&a, dir.path().join("x/again.csa")).expect("a link");
        symlink(dir.path().join("y"), dir.path().join("x/y")).expect("a link");
        symlink(dir.path(), dir.path().join("x/up")).expect("a link");
        symlink(dir.path().join("none"), dir.path().join("x/dangling.csa")).expect("a link");
        let read = read(&[&dir.path().join("x"), &dir.path().join("y")]);
        assert_eq!(read.records.len(), 2, "{:?}", read.files());
        assert_eq!(read.refusals().len(), 1, "{:?}", read.rejected);
        assert_eq!(read.refusals()[0].1, IssueKind::IoError);
    }

    #[test]
    fn a_device_and_a_pipe_are_refused_by_name() {
        let read = read(&[std::path::Path::new("/dev/null")]);
        assert_eq!(read.error().kind(), InputErrorKind::Unsupported);
        assert_eq!(read.error().exit_code(), 2);
        let dir = tempfile::tempdir().expect("a folder");
        let fifo = dir.path().join("fifo.csa");
        let made = std::process::Command::new("mkfifo").arg(&fifo).status();
        if made.is_ok_and(|status| status.success()) {
            assert_eq!(
                support::read(&[&fifo]).error().kind(),
                InputErrorKind::Unsupported
            );
            assert_eq!(support::read(&[dir.path()]).summary().skipped_files, 1);
        }
    }

    #[test]
    fn an_unreadable_file_is_a_rejected_item() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = put(dir.path(), "a.csa", record(1).as_bytes());
        put(dir.path(), "b.csa", record(2).as_bytes());
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("a file");
        if std::fs::File::open(&path).is_ok() {
            println!("skipped: the permissions of files do not bind this user");
            return;
        }
        let read = read(&[dir.path()]);
        assert_eq!(read.refusals().len(), 1);
        assert_eq!(read.records.len(), 1);
    }
}

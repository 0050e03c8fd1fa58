//! Result folders: what is replaced, what is refused, and what a full disk leaves behind.

use std::fs;

use crate::support::{Place, game};

fn with_game() -> Place {
    let place = Place::new();
    place.file("a.csa", game(0));
    place
}

const BUILD: &str = "build a.csa --holdout 0";

#[test]
fn a_result_is_replaced_by_a_finished_run_only() {
    let place = with_game();
    place.joban(&format!("{BUILD} --all")).exits(0);
    let before = place.read("joban-out/book.bin");
    place.joban("build a.csa --min-plies 1000").exits(3);
    assert_eq!(place.read("joban-out/book.bin"), before);
    assert!(place.names("joban-out").contains(&"moves.csv".to_owned()));
    place.joban(BUILD).exits(0);
    assert!(!place.names("joban-out").contains(&"moves.csv".to_owned()));
    assert_eq!(place.names("."), ["a.csa", "joban-out"]);
}

#[test]
fn a_folder_with_anything_else_is_refused() {
    let place = with_game();
    place.file("mine/notes.txt", "mine");
    for command in ["build", "ingest"] {
        let run = place.joban(&format!("{command} a.csa -o mine")).exits(2);
        assert!(run.err.contains("-o"), "{run:#?}");
    }
    place.file("web/manifest.json", "{\"name\": \"an app\"}");
    place.joban(&format!("{BUILD} -o web")).exits(2);
    assert_eq!(place.names("mine"), ["notes.txt"]);
    fs::create_dir(place.path("empty")).unwrap();
    place.joban(&format!("{BUILD} -o empty")).exits(0);
    assert!(place.names("empty").contains(&"book.bin".to_owned()));
}

#[test]
fn files_of_the_user_in_a_result_survive() {
    let place = with_game();
    place.joban(BUILD).exits(0);
    place.file("joban-out/notes.txt", "mine");
    place.joban(BUILD).exits(0);
    assert_eq!(place.text("joban-out/notes.txt"), "mine");
}

#[test]
fn the_input_is_never_replaced() {
    let place = with_game();
    place.joban("ingest a.csa").exits(0);
    let run = place.joban("build joban-out --holdout 0").exits(2);
    assert!(run.err.contains("-o"), "{run:#?}");
    assert!(
        place
            .names("joban-out")
            .contains(&"games.parquet".to_owned())
    );
    place.joban("build joban-out --holdout 0 -o book").exits(0);
}

#[test]
fn folders_above_are_made() {
    let place = with_game();
    place.joban(&format!("{BUILD} -o x/y/z")).exits(0);
    assert!(place.names("x/y/z").contains(&"book.bin".to_owned()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_one_clear_message() {
    let place = with_game();
    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = place
        .command()
        .args(["inspect", "a.csa", "--json"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(5));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with("error: standard output cannot be written"),
        "{err}"
    );
    assert_eq!(err.lines().count(), 1, "{err}");
}

/// A file system of a few kilobytes, where the user may mount one.
#[cfg(target_os = "linux")]
struct Tiny(std::path::PathBuf);

#[cfg(target_os = "linux")]
impl Tiny {
    #[expect(clippy::print_stdout, reason = "says what is not tested here")]
    fn mount(at: std::path::PathBuf, bytes: u32) -> Option<Self> {
        fs::create_dir(&at).unwrap();
        let size = format!("size={bytes}");
        let mount = std::process::Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(&at)
            .output();
        if mount.is_ok_and(|output| output.status.success()) {
            return Some(Tiny(at));
        }
        println!("skipped: this user may not mount a small file system");
        None
    }
}

#[cfg(target_os = "linux")]
impl Drop for Tiny {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let place = Place::new();
    let games: Vec<String> = (0..300).map(game).collect();
    place.file("many.csa", games.join("/\n"));
    let Some(_disk) = Tiny::mount(place.path("disk"), 32 << 10) else {
        return;
    };
    for command in [
        "build many.csa --holdout 0 --all -o disk/out",
        "ingest many.csa -o disk/out",
    ] {
        let run = place.joban(command).exits(5);
        assert!(run.err.contains("the disk is full"), "{run:#?}");
        assert_eq!(run.err.matches("error:").count(), 1, "{run:#?}");
        assert!(place.names("disk").is_empty(), "{:?}", place.names("disk"));
    }
    let run = place
        .joban("build many.csa --holdout 0 --all -o disk")
        .exits(5);
    assert!(
        run.err.contains("the disk is full") || run.err.contains("disk"),
        "{run:#?}"
    );
    assert!(place.names("disk").is_empty(), "{:?}", place.names("disk"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_mount_point_can_be_the_result_folder() {
    let place = with_game();
    let Some(_disk) = Tiny::mount(place.path("disk"), 4 << 20) else {
        return;
    };
    for _ in 0..2 {
        place.joban(&format!("{BUILD} -o disk")).exits(0);
        assert!(place.names("disk").contains(&"manifest.json".to_owned()));
    }
    assert_eq!(place.names("."), ["a.csa", "disk"]);
}

/// What a shell sees of a run that was interrupted.
#[cfg(unix)]
#[test]
fn an_interrupted_run_leaves_nothing() {
    use std::process::{Command, Stdio};
    for signal in ["-TERM", "-INT", "-HUP"] {
        let place = with_game();
        let mut child = place
            .command()
            .args(["build", "-", "-o", "book"])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // The run waits for its input, which does not come, once its folder is there.
        while place.names(".").len() < 2 {
            assert!(
                child.try_wait().unwrap().is_none(),
                "{signal}: it ended early"
            );
            std::thread::yield_now();
        }
        let pid = child.id().to_string();
        Command::new("kill").args([signal, &pid]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(place.names("."), ["a.csa"], "{signal}");
    }
}

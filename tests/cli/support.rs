//! Starting the program, temporary folders, archives made by hand.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use joban_engine::rng::SplitMix64;
use joban_engine::rules::Position;
use serde_json::Value;
use tempfile::TempDir;

/// What a run left.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// The lines of standard output as JSON values.
    pub(crate) fn json_lines(&self) -> Vec<Value> {
        let parse = |line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        self.out.lines().map(parse).collect()
    }

    /// Standard output as one JSON value.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|e| panic!("{e}: {self:?}"))
    }

    /// The same run, with its exit code checked.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("output is UTF-8"),
            err: String::from_utf8(output.stderr).expect("messages are UTF-8"),
        }
    }
}

/// A temporary folder in which the program is run.
pub(crate) struct Place {
    dir: TempDir,
}

impl Place {
    /// Runs lines that end with an exit code and say something on standard error.
    #[track_caller]
    pub(crate) fn refuses<L: AsRef<str>>(&self, lines: &[(L, i32, &str)]) {
        for (line, code, said) in lines {
            let line = line.as_ref();
            let run = self.joban(line).exits(*code);
            assert!(run.err.contains(said), "{line}: {run:#?}");
        }
    }

    pub(crate) fn new() -> Self {
        Place {
            dir: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Writes a file, with the folders above it.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The program with its working folder here and an English environment.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joban"));
        command
            .current_dir(self.dir.path())
            .env("LC_ALL", "C")
            .env_remove("LANG")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program.
    pub(crate) fn run<I, S>(&self, args: I) -> Run
    where
        I: IntoIterator<Item = S>,
        S: AsRef<OsStr>,
    {
        self.command().args(args).output().unwrap().into()
    }

    /// Runs a command line without quoting: words are separated by blanks.
    pub(crate) fn joban(&self, line: &str) -> Run {
        self.run(line.split_whitespace())
    }

    /// Runs the program with bytes on standard input.
    pub(crate) fn piped(&self, line: &str, input: &[u8]) -> Run {
        let mut child = self
            .command()
            .args(line.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let writer = std::thread::spawn(move || {
            // The program may stop reading early.
            let _ = stdin.write_all(&input);
        });
        let run = child.wait_with_output().unwrap().into();
        writer.join().unwrap();
        run
    }

    /// Names in a folder, sorted, hidden ones too.
    pub(crate) fn names(&self, folder: &str) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.path(folder))
            .map(|entries| {
                entries
                    .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
                    .collect()
            })
            .unwrap_or_default();
        names.sort();
        names
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub(crate) fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }
}

/// The folder of shared data, or a printed line that says it is not there.
#[expect(clippy::print_stdout, reason = "says what is not tested here")]
pub(crate) fn shared(what: &str) -> Option<PathBuf> {
    let named = std::env::var_os("JOBAN_SHARED").map(PathBuf::from);
    let root = named.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared"));
    let path = root.join("data").join(what);
    if path.exists() {
        return Some(path.canonicalize().unwrap());
    }
    println!(
        "skipped: the shared data {} is not there (JOBAN_SHARED)",
        path.display()
    );
    None
}

/// One entry of a zip file made by hand.
pub(crate) struct ZipEntry<'a> {
    /// Raw bytes of the name.
    pub(crate) name: &'a [u8],
    /// 0 stored, 8 deflated.
    pub(crate) method: u16,
    /// The bytes as they lie in the file.
    pub(crate) packed: Vec<u8>,
    pub(crate) crc: u32,
    /// Size as declared.
    pub(crate) size: u32,
}

impl<'a> ZipEntry<'a> {
    /// A stored entry.
    pub(crate) fn stored(name: &'a [u8], bytes: &[u8]) -> Self {
        let mut crc = flate2::Crc::new();
        crc.update(bytes);
        ZipEntry {
            name,
            method: 0,
            packed: bytes.to_vec(),
            crc: crc.sum(),
            size: bytes.len() as u32,
        }
    }
}

/// A zip file with names, sizes and flags exactly as given (no UTF-8 flag).
pub(crate) fn zip(entries: &[ZipEntry<'_>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let offset = file.len() as u32;
        let mut common = Vec::new();
        for word in [20, 0, entry.method, 0, 0x21] {
            common.extend(u16::to_le_bytes(word));
        }
        for word in [entry.crc, entry.packed.len() as u32, entry.size] {
            common.extend(u32::to_le_bytes(word));
        }
        common.extend((entry.name.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&common);
        file.extend(entry.name);
        file.extend(&entry.packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.name);
    }
    let start = file.len() as u32;
    file.extend(&directory);
    file.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        file.extend((entries.len() as u16).to_le_bytes());
    }
    file.extend((directory.len() as u32).to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}

/// A tar file with these entries.
pub(crate) fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = Vec::new();
    for (name, bytes) in entries {
        let mut head = [0_u8; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[100..108].copy_from_slice(b"0000644\0");
        head[124..136].copy_from_slice(format!("{:011o}\0", bytes.len()).as_bytes());
        head[136..148].copy_from_slice(b"00000000000\0");
        head[148..156].copy_from_slice(b"        ");
        head[156] = b'0';
        head[257..265].copy_from_slice(b"ustar\x0000");
        let sum: u32 = head.iter().map(|&byte| u32::from(byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        file.extend(head);
        file.extend(*bytes);
        file.resize(file.len().next_multiple_of(512), 0);
    }
    file.resize(file.len() + 1024, 0);
    file
}

/// A legal game in the Floodgate dialect with both ratings and 44 plies. The first plies are taken from few moves, so that
/// games share positions; the rest depends on `n`.
pub(crate) fn game(n: u64) -> String {
    game_between("Alpha", "Beta", n)
}

/// [`game`] with these players.
pub(crate) fn game_between(black: &str, white: &str, n: u64) -> String {
    let (day, minute) = (n % 28 + 1, n / 28 % 60);
    let mut text = format!(
        "V2\nN+{black}\nN-{white}\n$EVENT:test+{n}\n$START_TIME:2020/01/{day:02} 10:{minute:02}:00\n\
         'black_rate:{black}+0123:3500.0\n'white_rate:{white}+4567:3400.0\nPI\n+\n"
    );
    let mut position = Position::startpos();
    let mut rng = SplitMix64::new(n);
    for ply in 0..44 {
        let moves = position.legal_moves();
        assert!(!moves.is_empty(), "game {n} ended early");
        let choices = if ply < 6 { 3 } else { moves.len() as u64 };
        let mv = moves[(rng.next_u64() % choices) as usize];
        text.push_str(&format!("{}\nT1\n", position.csa_text(mv)));
        position.play(mv).unwrap();
    }
    text.push_str(&format!(
        "%TORYO\n'summary:toryo:{black} lose:{white} win\n"
    ));
    text
}

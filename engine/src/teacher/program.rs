//! The files behind a teacher: its program, its networks, and the files of options that it reads on its own.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::identity::hex;
use super::{HashedFile, Program, Role, TeacherError};
use crate::usi::{EngineCommand, UsiOption};

/// Programs that only reach for the engine: their own hash says nothing about it.
const BRIDGES: &[&str] = &[
    "ash",
    "bash",
    "box64",
    "bun",
    "busybox",
    "bwrap",
    "chroot",
    "cmd",
    "conda",
    "cscript",
    "dash",
    "deno",
    "distrobox",
    "doas",
    "docker",
    "dotnet",
    "env",
    "expect",
    "firejail",
    "fish",
    "flatpak",
    "gdb",
    "ionice",
    "java",
    "julia",
    "ksh",
    "kubectl",
    "lua",
    "luajit",
    "lxc",
    "mono",
    "mosh",
    "mosh-client",
    "nc",
    "ncat",
    "nice",
    "node",
    "nodejs",
    "nohup",
    "npx",
    "nsenter",
    "numactl",
    "perl",
    "php",
    "plink",
    "podman",
    "powershell",
    "proot",
    "proxychains",
    "pwsh",
    "pypy",
    "python",
    "qemu",
    "rsh",
    "ruby",
    "script",
    "setarch",
    "setsid",
    "sh",
    "snap",
    "socat",
    "ssh",
    "stdbuf",
    "strace",
    "sudo",
    "taskset",
    "telnet",
    "time",
    "timeout",
    "unbuffer",
    "uv",
    "uvx",
    "valgrind",
    "wasmer",
    "wasmtime",
    "wine",
    "wine-development",
    "wine-preloader",
    "wine-stable",
    "wine64",
    "wine64-preloader",
    "wscript",
    "wsl",
    "xargs",
    "zsh",
];

/// Files in the folder of the network that decide answers, by their extension.
const NETWORKS: &[&str] = &["bin", "nnue", "nn", "onnx", "pb", "dat"];

/// Files of options that engines of the YaneuraOu family read at each `isready`.
const OPTION_FILES: [&str; 2] = ["engine_options.txt", "eval_options.txt"];

/// What was found about the files of a teacher.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) program: Program,
    /// By label.
    pub(super) hashed: Vec<HashedFile>,
    /// What the engine's own files set.
    pub(super) overridden: Vec<Overridden>,
}

/// An option that a file of the engine sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Overridden {
    /// The label of the file.
    pub(super) file: String,
    /// The option as it is written there.
    pub(super) name: String,
    /// The value as it is written there.
    pub(super) value: String,
}

impl Files {
    /// Looks at program and files. `set` holds the options that are sent.
    pub(super) fn find(
        command: &EngineCommand,
        teacher_id: Option<&str>,
        listed: &[UsiOption],
        set: &[(String, Option<String>)],
    ) -> Result<Self, TeacherError> {
        let program = command.resolve();
        // The name by which it is called counts as well as that of the file behind the links: `sh` may be `dash`, `wine` a script.
        let bridge = |path: &Path| is_bridge(path) || is_bridge(&command.program);
        let local = program.as_deref().filter(|path| !bridge(path));
        let folder = Folder {
            work: command.folder(),
            program: program.as_deref().and_then(Path::parent),
        };
        let mut files = Self {
            program: who(command, teacher_id, local)?,
            hashed: Vec::new(),
            overridden: Vec::new(),
        };
        files.networks(&folder, listed, set, local.is_some())?;
        files.hashed.sort();
        files.hashed.dedup();
        Ok(files)
    }

    /// Network files, and the files of options beside program and network.
    fn networks(
        &mut self,
        folder: &Folder<'_>,
        listed: &[UsiOption],
        set: &[(String, Option<String>)],
        local: bool,
    ) -> Result<(), TeacherError> {
        if local && let Some(beside) = folder.program {
            self.option_files("", beside)?;
        }
        let file = self.value_of(Role::EvalFile, listed, set);
        if let Some((name, given)) = file {
            self.network_file(&folder.path(&name), given && local)?;
        }
        let dir = self.value_of(Role::EvalDir, listed, set);
        if !local && dir.is_none() {
            return Ok(());
        }
        let dir = folder.path(&dir.map_or("eval".to_owned(), |(name, _)| name));
        if dir.is_dir() {
            self.hash_networks(&dir)?;
            self.option_files("EvalDir/", &dir)?;
        }
        Ok(())
    }

    /// The file named by EvalFile; `must` be there if it was asked for (defaults often name a network inside the program).
    fn network_file(&mut self, path: &Path, must: bool) -> Result<(), TeacherError> {
        if path.is_file() {
            self.hash("EvalFile", path)?;
            let beside = path.parent().unwrap_or(path);
            return self.option_files("EvalFile/", beside);
        }
        if must {
            let source = io::Error::from(io::ErrorKind::NotFound);
            let path = path.to_owned();
            return Err(TeacherError::File { path, source });
        }
        Ok(())
    }

    /// The value of the option in a role: that of the engine's own file, else the one set, else the displayed default; and
    /// whether it is not the default. Empty values are none.
    fn value_of(
        &self,
        role: Role,
        listed: &[UsiOption],
        set: &[(String, Option<String>)],
    ) -> Option<(String, bool)> {
        let option = role.find(listed)?;
        let by_file = self
            .overridden
            .iter()
            .rev()
            .find(|o| option.is_named(&o.name));
        let by_us = set.iter().rev().find(|(name, _)| option.is_named(name));
        let default = option.default.clone();
        let given = by_file
            .map(|o| o.value.clone())
            .or_else(|| by_us.and_then(|(_, value)| value.clone()));
        let is_set = given.is_some() && given != default;
        let value = given.or(default)?;
        (!value.is_empty() && value != "<empty>").then_some((value, is_set))
    }

    fn hash_networks(&mut self, folder: &Path) -> Result<(), TeacherError> {
        let error = |source| TeacherError::File {
            path: folder.to_owned(),
            source,
        };
        for entry in folder.read_dir().map_err(error)? {
            let path = entry.map_err(error)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if is_network(&path) && path.is_file() {
                self.hash(&format!("EvalDir/{name}"), &path)?;
            }
        }
        Ok(())
    }

    fn option_files(&mut self, label: &str, folder: &Path) -> Result<(), TeacherError> {
        for name in OPTION_FILES {
            let (path, file) = (folder.join(name), format!("{label}{name}"));
            let seen = self.hashed.iter().any(|hashed| hashed.label == file);
            if path.is_file() && !seen {
                self.hash(&file, &path)?;
                let text = read(&path)?;
                let set = text.lines().filter_map(option_of_line);
                let set = set.map(|(name, value)| Overridden {
                    file: file.clone(),
                    name,
                    value,
                });
                self.overridden.extend(set);
            }
        }
        Ok(())
    }

    fn hash(&mut self, label: &str, path: &Path) -> Result<(), TeacherError> {
        self.hashed.push(HashedFile {
            label: label.to_owned(),
            sha256: hash_file(path)?,
        });
        Ok(())
    }
}

struct Folder<'a> {
    /// The working folder of the engine, if it is not the caller's.
    work: Option<PathBuf>,
    /// The folder of the program.
    program: Option<&'a Path>,
}

impl Folder<'_> {
    /// A path as the engine understands it.
    fn path(&self, text: &str) -> PathBuf {
        let base = self.work.as_deref().or(self.program);
        base.map_or_else(|| PathBuf::from(text), |base| base.join(text))
    }
}

fn who(
    command: &EngineCommand,
    teacher_id: Option<&str>,
    local: Option<&Path>,
) -> Result<Program, TeacherError> {
    match (teacher_id, local) {
        (Some(word), _) => Ok(Program::Named(word.to_owned())),
        (None, Some(path)) => hash_file(path).map(Program::Sha256),
        (None, None) => Ok(Program::NotHashed(command.text())),
    }
}

/// Whether a program only reaches for the engine: a known bridge, a script, a batch file.
fn is_bridge(program: &Path) -> bool {
    let stem = program
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let plain = stem.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.' || c == '-');
    let known = |name: &str| BRIDGES.binary_search(&name).is_ok();
    let batch = program
        .extension()
        .and_then(OsStr::to_str)
        .is_some_and(|ext| ["bat", "cmd", "jar", "ps1"].contains(&ext.to_lowercase().as_str()));
    // qemu-x86_64, qemu-aarch64-static and so on.
    let emulator = stem.starts_with("qemu-");
    known(&stem) || known(plain) || emulator || batch || is_script(program)
}

fn is_script(program: &Path) -> bool {
    let mut head = [0; 2];
    let read = File::open(program).and_then(|mut file| file.read_exact(&mut head));
    read.is_ok() && head == *b"#!"
}

fn is_network(path: &Path) -> bool {
    path.extension()
        .and_then(OsStr::to_str)
        .is_some_and(|ext| NETWORKS.contains(&ext.to_lowercase().as_str()))
}

/// The option that a line of such a file sets, and its value: `Name Value`, `Name=Value`, or
/// `option name Name type … default Value`.
fn option_of_line(line: &str) -> Option<(String, String)> {
    let line = line.trim_start_matches('\u{feff}').replace('=', " ");
    let (first, rest) = line
        .trim()
        .split_once([' ', '\t'])
        .unwrap_or((line.trim(), ""));
    if first.is_empty() || first.starts_with("//") || first.starts_with('#') {
        return None;
    }
    if first != "option" {
        return Some((first.to_owned(), rest.trim().to_owned()));
    }
    match UsiOption::parse(&line) {
        Some(option) => Some((option.name, option.default.unwrap_or_default())),
        None => rest
            .split_whitespace()
            .nth(1)
            .map(|name| (name.to_owned(), String::new())),
    }
}

fn read(path: &Path) -> Result<String, TeacherError> {
    let bytes = std::fs::read(path).map_err(|source| TeacherError::File {
        path: path.to_owned(),
        source,
    })?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// SHA-256 of a file, however large.
fn hash_file(path: &Path) -> Result<String, TeacherError> {
    let error = |source| TeacherError::File {
        path: path.to_owned(),
        source,
    };
    let mut file = File::open(path).map_err(error)?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 64 << 10]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&hash.finalize())),
            Ok(n) => hash.update(&buffer[..n]),
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(error(e)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bridges_are_in_order_and_found() {
        assert!(BRIDGES.is_sorted());
        for name in [
            "/usr/bin/ssh",
            "python3.11",
            "node",
            "C/wine.exe",
            "run.bat",
            "Python",
            "SSH.EXE",
            r"plink.exe",
            "Cmd.exe",
            "docker",
            "sh",
            "wine-stable",
            "qemu-x86_64-static",
        ] {
            assert!(is_bridge(Path::new(name)), "{name}");
        }
        for name in [
            "fairy-stockfish",
            "YaneuraOu9",
            "engine.exe",
            "/opt/ssh/engine",
        ] {
            assert!(!is_bridge(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn lines_of_option_files() {
        for (line, name) in [
            ("FV_SCALE 24", Some(("FV_SCALE", "24"))),
            ("Threads=8", Some(("Threads", "8"))),
            ("BookFile my book.db\r", Some(("BookFile", "my book.db"))),
            (
                "option name USI_OwnBook type check default true",
                Some(("USI_OwnBook", "true")),
            ),
            ("option name BookFile", Some(("BookFile", ""))),
            ("", None),
            ("// Threads 8", None),
        ] {
            let found = option_of_line(line);
            let found = found.as_ref().map(|(n, v)| (n.as_str(), v.as_str()));
            assert_eq!(found, name, "{line}");
        }
    }
}

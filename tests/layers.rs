//! The architecture, held by tests: arrows between members only go to a lower level, each outside crate stays where
//! ARCHITECTURE.md puts it, and the dependency tree holds no network stack.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Level of each member, as ARCHITECTURE.md draws them. A member may depend on lower levels only.
const LEVELS: &[(&str, u8)] = &[
    ("joban-csa-parse", 0),
    ("joban-engine", 1),
    ("joban-positions", 2),
    ("joban-book-build", 3),
    ("joban-book-verify", 3),
    ("joban-rom-assets", 3),
    ("joban", 4),
    ("joban-xtask", 5),
];

/// Outside crates that belong to the named members alone (normal dependencies).
const HELD_ALONE: &[(&str, &[&str])] = &[
    ("nom", &["joban-csa-parse"]),
    ("encoding_rs", &["joban-csa-parse"]),
    ("sevenz-rust2", &["joban-csa-parse"]),
    ("tar", &["joban-csa-parse"]),
    ("zip", &["joban-csa-parse"]),
    ("rsshogi", &["joban-engine"]),
    ("process-wrap", &["joban-engine"]),
    ("nix", &["joban-engine"]),
    ("csv", &["joban-book-verify"]),
    (
        "polars",
        &["joban-positions", "joban-book-build", "joban-xtask"],
    ),
    ("parquet", &["joban-positions"]),
    ("clap", &["joban", "joban-xtask"]),
    ("indicatif", &["joban"]),
    ("ctrlc", &["joban"]),
];

/// Crates that mean a network stack or TLS: an offline tool has none of them.
const NO_NETWORK: &[&str] = &[
    "reqwest",
    "hyper",
    "h2",
    "rustls",
    "native-tls",
    "openssl",
    "object_store",
];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn manifest(path: &Path) -> toml::Table {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse()
        .unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// Folders of the members and of the root package.
fn members() -> Vec<PathBuf> {
    let workspace = manifest(&root().join("Cargo.toml"));
    let members = workspace["workspace"]["members"]
        .as_array()
        .expect("workspace members");
    let folders = members
        .iter()
        .map(|m| root().join(m.as_str().expect("a member is a path")));
    folders.chain([root()]).collect()
}

/// Package name → names of its normal and build dependencies, for the root package and every member.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    for folder in members() {
        let table = manifest(&folder.join("Cargo.toml"));
        let name = table["package"]["name"].as_str().expect("package name");
        let names = ["dependencies", "build-dependencies"]
            .iter()
            .filter_map(|key| table.get(*key)?.as_table())
            .flat_map(|deps| deps.keys().cloned())
            .collect();
        all.insert(name.to_owned(), names);
    }
    all
}

fn level(package: &str) -> Option<u8> {
    LEVELS
        .iter()
        .find(|(name, _)| *name == package)
        .map(|(_, level)| *level)
}

#[test]
fn every_member_has_a_level() {
    for package in dependencies().keys() {
        assert!(
            level(package).is_some(),
            "{package} has no level in tests/layers.rs and ARCHITECTURE.md"
        );
    }
}

#[test]
fn arrows_only_go_to_a_lower_level() {
    for (package, deps) in dependencies() {
        for dep in deps {
            if let (Some(from), Some(to)) = (level(&package), level(&dep)) {
                assert!(
                    from > to,
                    "{package} (level {from}) must not depend on {dep} (level {to})"
                );
            }
        }
    }
}

#[test]
fn outside_crates_stay_with_their_members() {
    let all = dependencies();
    for (krate, holders) in HELD_ALONE {
        for (package, deps) in &all {
            assert!(
                !deps.contains(*krate) || holders.contains(&package.as_str()),
                "{package} must not know {krate}: it belongs to {holders:?}"
            );
        }
    }
}

/// Lints that CONTRIBUTING.md names: they stand in the table of the workspace, and every member takes it.
const LINTS: &[(&str, &[&str])] = &[
    (
        "rust",
        &[
            "unsafe_code",
            "unreachable_pub",
            "missing_debug_implementations",
            "missing_docs",
        ],
    ),
    (
        "clippy",
        &[
            "iter_over_hash_type",
            "print_stdout",
            "print_stderr",
            "dbg_macro",
            "unwrap_used",
        ],
    ),
];

#[test]
fn lints_stand_in_the_table_of_the_workspace() {
    let workspace = manifest(&root().join("Cargo.toml"));
    for (tool, lints) in LINTS {
        let table = &workspace["workspace"]["lints"][*tool];
        for lint in *lints {
            let level = table.get(*lint).and_then(toml::Value::as_str);
            assert!(matches!(level, Some("warn" | "deny" | "forbid")), "{lint}");
        }
    }
    for folder in members() {
        let table = manifest(&folder.join("Cargo.toml"));
        let taken = table.get("lints").and_then(|l| l.get("workspace"));
        assert_eq!(
            taken.and_then(toml::Value::as_bool),
            Some(true),
            "{}",
            folder.display()
        );
    }
}

/// Files below `folder` that end in `.rs`.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = VecDeque::from([folder.to_path_buf()]);
    while let Some(dir) = open.pop_front() {
        for entry in fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display())) {
            let path = entry.expect("directory entry").path();
            if path.is_dir() {
                open.push_back(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// True where a line of code (not a comment) names `krate` as a path.
fn names_crate(text: &str, krate: &str) -> bool {
    let path = format!("{krate}::");
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .any(|code| code.contains(&path))
}

#[test]
fn one_file_names_the_rules_crate() {
    let backend = Path::new("rules").join("backend.rs");
    for file in rust_files(&root().join("engine").join("src")) {
        let text = fs::read_to_string(&file).expect("source file");
        assert!(
            file.ends_with(&backend) || !names_crate(&text, "rsshogi"),
            "{} names rsshogi: engine/src/rules/backend.rs alone may",
            file.display()
        );
    }
}

/// Whether a source names a module of the engine: as `crate::NAME`, `super::NAME`, or among the names of `use crate::{…}`.
fn names_module(text: &str, module: &str) -> bool {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code: Vec<&str> = code.collect();
    let code = code.join(" ");
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let path = |head: &str| {
        let mut at = code.match_indices(head);
        at.any(|(at, _)| {
            let rest = code[at + head.len()..].strip_prefix(module);
            rest.is_some_and(|rest| !rest.starts_with(is_word))
        })
    };
    let mut groups = code.split("crate::{").skip(1);
    let in_group = groups.any(|group| {
        let group = group.split(';').next().unwrap_or_default();
        group.split(|c| !is_word(c)).any(|word| word == module)
    });
    path("crate::") || path("super::super::") || in_group
}

#[test]
fn names_of_modules_are_found() {
    for (text, names) in [
        ("use crate::usi::Score;", true),
        ("use crate::{book, usi::Score};", true),
        ("use super::super::usi;", true),
        ("// as crate::usi does", false),
        ("use crate::usi_like::X;", false),
        ("use crate::{book::usi_text};", false),
    ] {
        assert_eq!(names_module(text, "usi"), names, "{text}");
    }
}

/// The search speaks no USI and asks no teacher; the client and the teachers know no search.
#[test]
fn search_stands_apart_from_usi_and_teachers() {
    for (folder, other) in [
        ("usi", "search"),
        ("usi", "teacher"),
        ("teacher", "search"),
        ("search", "usi"),
        ("search", "teacher"),
    ] {
        let files = rust_files(&root().join("engine").join("src").join(folder));
        assert!(!files.is_empty(), "{folder} has moved");
        for file in files {
            let text = fs::read_to_string(&file).expect("source file");
            assert!(
                !names_module(&text, other),
                "{} must not name {other}",
                file.display()
            );
        }
    }
}

/// What `cargo tree` prints for the whole workspace: the packages that are really built, on every platform.
/// (Cargo.lock also lists optional packages that no feature switches on.)
fn tree(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(root())
        .args(["tree", "--workspace", "--locked", "--target", "all"])
        .args(["--edges", "normal,build,dev", "--prefix", "none"])
        .args(arguments)
        .output()
        .expect("cargo tree runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The first word of each line: names of packages.
fn names(tree: &str) -> BTreeSet<&str> {
    tree.lines()
        .filter_map(|line| line.split(' ').next())
        .collect()
}

#[test]
fn the_tree_holds_no_network_stack() {
    let tree = tree(&[]);
    let built = names(&tree);
    assert!(built.contains("polars"), "cargo tree lists the packages");
    for krate in NO_NETWORK {
        assert!(
            !built.contains(krate),
            "{krate} is built: an offline tool needs no network stack"
        );
    }
}

#[test]
fn tokio_stands_below_polars_only() {
    let tree = tree(&["--invert", "tokio", "--depth", "1"]);
    for name in names(&tree) {
        assert!(
            name.starts_with("polars") || name.starts_with("tokio"),
            "{name} depends on tokio: only polars may"
        );
    }
}

#[test]
fn versions_of_the_rules_crate_and_polars_are_exact() {
    let workspace = manifest(&root().join("Cargo.toml"));
    for krate in ["rsshogi", "polars"] {
        let version = workspace["workspace"]["dependencies"][krate]["version"]
            .as_str()
            .expect("a version");
        assert!(
            version.starts_with('='),
            "{krate} must be pinned, not {version}"
        );
    }
}

//! The documents hold: every relative link leads to a file, and both READMEs show the same commands.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Markdown files of the repository (build results and Git's own folder left out).
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && !name.starts_with('.') && name != "target" {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                found.push(path);
            }
        }
    }
    found
}

/// Targets of `[text](target)` that are paths.
fn links(text: &str) -> Vec<&str> {
    text.split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .filter(|target| !target.contains(":/") && !target.starts_with('#'))
        .filter_map(|target| target.split('#').next())
        .collect()
}

#[test]
fn every_link_leads_to_a_file() {
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        let folder = document.parent().unwrap_or(Path::new(""));
        for target in links(&text) {
            count += 1;
            assert!(
                folder.join(target).exists(),
                "{}: no file {target}",
                document.display()
            );
        }
    }
    assert!(count > 10, "links were found");
}

/// Lines of code blocks that call joban or a script, without their comments.
fn commands(file: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(file)).expect("a README");
    let calls = text.lines().filter(|line| {
        line.starts_with("joban ") || line.starts_with("scripts/") || line.starts_with("cargo ")
    });
    calls
        .map(|line| line.split('#').next().unwrap_or_default())
        .map(|call| call.replace(" --lang ja", "").trim().to_owned())
        .collect()
}

#[test]
fn both_readmes_show_the_same_commands() {
    let english = commands("README.md");
    assert!(english.len() > 4, "commands were found");
    assert_eq!(english, commands("README.ja.md"));
}

//! The settings under which a log was made, and their comparison.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::super::identity::{hex, sha256_hex};
use super::super::{Identity, Limit};

/// What must be equal for a log to be gone on with: names and values in the order in which they are compared.
///
/// The teacher is compared besides; times, paths and numbers of processes do not belong here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Settings(Vec<(String, String)>);

impl Settings {
    /// No settings yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a setting; a name given before gets the new value in its old place.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        let value = value.to_string();
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.to_owned(), value)),
        }
        self
    }

    /// Adds the limit under its own name: `nodes`, `depth` or `movetime`.
    #[must_use]
    pub fn with_limit(self, limit: Limit) -> Self {
        match limit {
            Limit::Nodes(nodes) => self.with("nodes", nodes),
            Limit::Depth(depth) => self.with("depth", depth),
            Limit::MoveTimeMs(ms) => self.with("movetime", ms),
        }
    }

    /// Adds the fingerprint of an input: `input`, the SHA-256 of the bytes. Of a text the line ends are taken as LF first
    /// and a byte order mark is left out, so that a copy with other line ends is the same input.
    #[must_use]
    pub fn with_text_input(self, text: &[u8]) -> Self {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        let mut hasher = Sha256::new();
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            match line.strip_suffix(b"\r\n") {
                Some(line) => {
                    hasher.update(line);
                    hasher.update(b"\n");
                }
                None => hasher.update(line),
            }
        }
        self.with("input", hex(&hasher.finalize()))
    }

    /// Names and values in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a setting.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value)
    }
}

/// The settings and the teacher of a run; a log that was merged has several.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSettings {
    /// SHA-256 of the settings and the teacher, 64 lower-case hexadecimal digits.
    pub fingerprint: String,
    /// The settings.
    pub settings: Settings,
    /// Digest of the teacher's identity.
    pub teacher: String,
}

impl RunSettings {
    /// The settings with their teacher.
    #[must_use]
    pub fn new(settings: &Settings, teacher: &Identity) -> Self {
        Self::of_parts(settings.clone(), teacher.digest())
    }

    fn of_parts(settings: Settings, teacher: String) -> Self {
        let text = Value::from(vec![
            Value::from(teacher.as_str()),
            settings
                .iter()
                .map(|(name, value)| vec![name, value])
                .collect(),
        ]);
        Self {
            fingerprint: sha256_hex(text.to_string().as_bytes()),
            settings,
            teacher,
        }
    }

    /// Whether the fingerprint is that of the rest.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        *self == Self::of_parts(self.settings.clone(), self.teacher.clone())
    }
}

/// A setting that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    pub(super) what: String,
    pub(super) before: String,
    pub(super) now: String,
}

/// The settings that differ, those of the present run first in their order, then those that only the log has.
pub(super) fn differences(before: &Settings, now: &Settings) -> Vec<Difference> {
    let own = now.iter().map(|(name, _)| name);
    let gone = before
        .iter()
        .map(|(name, _)| name)
        .filter(|name| now.get(name).is_none());
    let names: Vec<&str> = own.chain(gone).collect();
    let differ = names
        .into_iter()
        .filter(|name| before.get(name) != now.get(name));
    differ
        .map(|name| Difference {
            what: name.to_owned(),
            before: shown(before.get(name)),
            now: shown(now.get(name)),
        })
        .collect()
}

/// The parts of two teachers that differ.
pub(super) fn teacher_differences(before: &Identity, now: &Identity) -> Vec<Difference> {
    let (before, now) = (before.to_json(), now.to_json());
    let parts = [
        "id_name",
        "program",
        "args",
        "options",
        "files",
        "profile",
        "isolation",
    ];
    let differ = parts.iter().filter(|part| before[**part] != now[**part]);
    differ
        .map(|part| {
            let (what, before, now) = first_difference(&before[*part], &now[*part]);
            Difference {
                what: format!("teacher {part}{what}"),
                before,
                now,
            }
        })
        .collect()
}

/// Of two lists the first items that differ, else the values.
fn first_difference(before: &Value, now: &Value) -> (String, String, String) {
    let (Some(old), Some(new)) = (before.as_array(), now.as_array()) else {
        return (String::new(), plain(Some(before)), plain(Some(now)));
    };
    let length = old.len().max(new.len());
    let at = (0..length)
        .find(|&at| old.get(at) != new.get(at))
        .unwrap_or_default();
    (
        format!(" {}", at + 1),
        plain(old.get(at)),
        plain(new.get(at)),
    )
}

fn plain(value: Option<&Value>) -> String {
    match value {
        None => shown(None),
        Some(Value::String(text)) => shown(Some(text)),
        Some(other) => other.to_string(),
    }
}

fn shown(value: Option<&str>) -> String {
    value.map_or_else(|| "(not set)".to_owned(), |value| format!("`{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_has_a_name_and_both_values() {
        let before = Settings::new()
            .with_limit(Limit::Depth(10))
            .with("multipv", 3);
        let now = Settings::new()
            .with_limit(Limit::Depth(12))
            .with("multipv", 2);
        let found = differences(&before, &now);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (&*found[0].what, &*found[0].before, &*found[0].now),
            ("depth", "`10`", "`12`")
        );
        let nodes = Settings::new()
            .with_limit(Limit::Nodes(5))
            .with("multipv", 3);
        let names: Vec<String> = differences(&before, &nodes)
            .into_iter()
            .map(|d| d.what)
            .collect();
        assert_eq!(names, ["nodes", "depth"]);
        assert!(differences(&before, &before).is_empty());
    }

    #[test]
    fn the_part_of_a_teacher_that_differs_is_named() {
        let before = Identity::named("A", "a");
        let mut now = before.clone();
        now.options_sent
            .push(("Hash".to_owned(), Some("16".to_owned())));
        let found = teacher_differences(&before, &now);
        assert_eq!(found[0].what, "teacher options 1");
        assert_eq!(
            (&*found[0].before, &*found[0].now),
            ("(not set)", r#"["Hash","16"]"#)
        );
    }

    #[test]
    fn line_ends_and_a_mark_are_no_difference() {
        let unix = Settings::new().with_text_input(b"a\nb\n");
        assert_eq!(
            Settings::new().with_text_input(b"\xef\xbb\xbfa\r\nb\r\n"),
            unix
        );
        assert_ne!(Settings::new().with_text_input(b"a\nb"), unix);
    }

    #[test]
    fn the_fingerprint_is_frozen() {
        let settings = Settings::new().with("depth", 10);
        let run = RunSettings::new(&settings, &Identity::named("X", "mine"));
        assert!(run.is_sound());
        let mut other = run.clone();
        other.settings = settings.with("depth", 11);
        assert!(!other.is_sound());
        assert_eq!(
            run.fingerprint,
            "686f2612c2b23624d69b780a54c35aa4cb473ec29616069d8db94770ee06abb5"
        );
    }
}

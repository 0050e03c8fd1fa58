//! Who a teacher is: everything that decides its answers beside the question.

use std::fmt::Write as _;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::TeacherError;

/// How the program of a teacher is known.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Program {
    /// SHA-256 of the executable, 64 lower-case hexadecimal digits.
    Sha256(String),
    /// The user's own word for it (`--teacher-id`): for engines behind `ssh`, `node` and the like.
    Named(String),
    /// A bridge without such a word: the command line; the engine at its other end is not hashed.
    NotHashed(String),
}

/// How one question is kept from another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Isolation {
    /// Before each question the engine is brought into the state after its start, by the commands of its profile. Answers
    /// do not depend on what was asked before.
    Reset,
    /// Each question has a process of its own. Answers do not depend on what was asked before.
    Restart,
    /// The engine keeps what it remembers. Faster; **the same question may be answered differently the next time**.
    Shared,
}

impl Isolation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reset, Self::Restart, Self::Shared];

    /// The name, as configurations and logs show it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Restart => "restart",
            Self::Shared => "shared",
        }
    }

    /// The one of a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.as_str() == name)
    }

    /// Whether answers repeat.
    #[must_use]
    pub fn is_repeatable(self) -> bool {
        self != Self::Shared
    }
}

/// A file whose content decides answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HashedFile {
    /// What it is: `EvalFile`, `EvalDir/nn.bin`, `engine_options.txt`.
    pub label: String,
    /// SHA-256 of its bytes, 64 lower-case hexadecimal digits.
    pub sha256: String,
}

/// Who a teacher is. Answers of teachers with equal identities may be put together; times, limits and the number of lines
/// belong to the question, not to the teacher.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// `id name` as the engine says it.
    pub id_name: String,
    /// The program.
    pub program: Program,
    /// Arguments of a hashed program; none for the others, where [`Program`] holds them.
    pub args: Vec<String>,
    /// Options in the order sent (`None`: a button), without the number of lines.
    pub options_sent: Vec<(String, Option<String>)>,
    /// Hashed files, by label.
    pub files: Vec<HashedFile>,
    /// The profile.
    pub profile: String,
    /// How questions are kept apart.
    pub isolation: Isolation,
}

impl Identity {
    /// An identity of `id name` and the user's own word for the program, with nothing else; for tests and teachers that are no
    /// programs.
    #[must_use]
    pub fn named(id_name: &str, word: &str) -> Self {
        Self {
            id_name: id_name.to_owned(),
            program: Program::Named(word.to_owned()),
            args: Vec::new(),
            options_sent: Vec::new(),
            files: Vec::new(),
            profile: "generic".to_owned(),
            isolation: Isolation::Reset,
        }
    }

    /// Whether the identity names the program itself, so that equal identities on two machines mean equal teachers. Needed to put
    /// evidence of several machines together.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        !matches!(self.program, Program::NotHashed(_))
    }

    /// SHA-256 of the canonical JSON text, 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn digest(&self) -> String {
        sha256_hex(self.to_json().to_string().as_bytes())
    }

    /// One line for people: name, program, the head of the digest.
    #[must_use]
    pub fn text(&self) -> String {
        let program = match &self.program {
            Program::Sha256(hash) => format!("program {}", head(hash)),
            Program::Named(word) => format!("named {word}"),
            Program::NotHashed(command) => format!("program not hashed ({command})"),
        };
        let name = if self.id_name.is_empty() {
            "(no name)"
        } else {
            &self.id_name
        };
        format!(
            "{name}, {program}, profile {}, identity {}",
            self.profile,
            head(&self.digest())
        )
    }

    /// The canonical form: keys in alphabetical order. Its text decides [`Identity::digest`]; it is frozen by `revision`.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let files: Vec<Value> = self
            .files
            .iter()
            .map(|file| json!({"label": file.label, "sha256": file.sha256}))
            .collect();
        let program = match &self.program {
            Program::Sha256(hash) => json!({"sha256": hash}),
            Program::Named(word) => json!({"named": word}),
            Program::NotHashed(command) => json!({"not_hashed": command}),
        };
        // In alphabetical order, so that the text is one whether or not the map keeps the order of insertion.
        json!({
            "args": self.args,
            "files": files,
            "id_name": self.id_name,
            "isolation": self.isolation.as_str(),
            "options": self.options_sent,
            "profile": self.profile,
            "program": program,
            "revision": REVISION,
        })
    }

    /// The identity of a canonical form.
    ///
    /// # Errors
    /// [`TeacherError::BadIdentity`] with the field that is missing or wrong.
    pub fn from_json(value: &Value) -> Result<Self, TeacherError> {
        if value["revision"] != json!(REVISION) {
            return Err(bad("revision"));
        }
        Ok(Self {
            id_name: text(&value["id_name"], "id_name")?,
            program: program(&value["program"])?,
            args: list(&value["args"], "args", |v| text(v, "args"))?,
            options_sent: list(&value["options"], "options", option)?,
            files: list(&value["files"], "files", file)?,
            profile: text(&value["profile"], "profile")?,
            isolation: value["isolation"]
                .as_str()
                .and_then(Isolation::from_name)
                .ok_or_else(|| bad("isolation"))?,
        })
    }
}

/// Revision of the canonical form.
const REVISION: u32 = 1;

/// SHA-256 in lower-case hexadecimal digits.
pub(super) fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The first twelve digits of a hash.
fn head(hash: &str) -> &str {
    hash.get(..12).unwrap_or(hash)
}

fn bad(field: &str) -> TeacherError {
    TeacherError::BadIdentity(format!("field {field}"))
}

fn text(value: &Value, field: &str) -> Result<String, TeacherError> {
    value.as_str().map(str::to_owned).ok_or_else(|| bad(field))
}

fn list<T>(
    value: &Value,
    field: &str,
    item: impl Fn(&Value) -> Result<T, TeacherError>,
) -> Result<Vec<T>, TeacherError> {
    let items = value.as_array().ok_or_else(|| bad(field))?;
    items.iter().map(item).collect()
}

fn program(value: &Value) -> Result<Program, TeacherError> {
    let field = |name: &str| value[name].as_str().map(str::to_owned);
    field("sha256")
        .map(Program::Sha256)
        .or_else(|| field("named").map(Program::Named))
        .or_else(|| field("not_hashed").map(Program::NotHashed))
        .ok_or_else(|| bad("program"))
}

fn option(value: &Value) -> Result<(String, Option<String>), TeacherError> {
    match &value[1] {
        Value::Null => Ok((text(&value[0], "options")?, None)),
        set => Ok((text(&value[0], "options")?, Some(text(set, "options")?))),
    }
}

fn file(value: &Value) -> Result<HashedFile, TeacherError> {
    Ok(HashedFile {
        label: text(&value["label"], "files")?,
        sha256: text(&value["sha256"], "files")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> Identity {
        Identity {
            id_name: "Eng 1".to_owned(),
            program: Program::Sha256("ab".repeat(32)),
            args: vec!["-x".to_owned()],
            options_sent: vec![
                ("Hash".to_owned(), Some("16".to_owned())),
                ("Clear Hash".to_owned(), None),
            ],
            files: vec![HashedFile {
                label: "EvalFile".to_owned(),
                sha256: "cd".repeat(32),
            }],
            profile: "generic".to_owned(),
            isolation: Isolation::Restart,
        }
    }

    #[test]
    fn the_json_form_comes_back() {
        let mut other = identity();
        other.program = Program::NotHashed("ssh host engine".to_owned());
        for identity in [identity(), other, Identity::named("X", "mine")] {
            let text = identity.to_json().to_string();
            let value: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(Identity::from_json(&value).expect("an identity"), identity);
        }
    }

    #[test]
    fn the_canonical_text_is_frozen() {
        let text = Identity::named("X", "mine").to_json().to_string();
        assert_eq!(
            text,
            r#"{"args":[],"files":[],"id_name":"X","isolation":"reset","options":[],"profile":"generic","program":{"named":"mine"},"revision":1}"#
        );
    }

    #[test]
    fn every_part_decides_the_digest() {
        let mut others = vec![identity(); 7];
        others[0].id_name.push('2');
        others[1].program = Program::Named("ab".repeat(32));
        others[2].args.clear();
        others[3].options_sent[0].1 = Some("32".to_owned());
        others[4].files.clear();
        others[5].profile = "yaneuraou".to_owned();
        others[6].isolation = Isolation::Shared;
        for other in others {
            assert_ne!(other.digest(), identity().digest(), "{other:?}");
        }
        assert_eq!(identity().digest().len(), 64);
    }

    #[test]
    fn damaged_forms_are_refused() {
        for field in [
            "args",
            "files",
            "id_name",
            "isolation",
            "options",
            "profile",
            "program",
            "revision",
        ] {
            let mut value = identity().to_json();
            value[field] = Value::Null;
            let error = Identity::from_json(&value).expect_err(field);
            assert!(error.to_string().contains(field), "{error}");
        }
    }
}

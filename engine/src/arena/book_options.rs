//! The options by which an engine gets a book, or none.

use std::path::Path;

use crate::teacher::{Launcher, Programs, Role, TeacherConfig, TeacherError};
use crate::usi::UsiOption;

/// Roles of options that decide whether an engine plays from a book, and from which.
const BOOK_ROLES: [Role; 3] = [Role::OwnBook, Role::BookFile, Role::BookDir];

/// What an engine lists, for giving it books.
#[derive(Clone, Debug)]
pub struct BookOptions {
    listed: Vec<UsiOption>,
    name: String,
}

impl BookOptions {
    /// Starts the engine to see its options, and ends it again.
    ///
    /// # Errors
    /// [`TeacherError::Start`] if it cannot be started, [`TeacherError::MissingRole`] if it takes no book.
    pub fn of(config: &TeacherConfig) -> Result<Self, TeacherError> {
        let programs = Programs::of(config);
        let engine = programs
            .launch(0, &[])
            .map_err(|source| TeacherError::Start {
                command: config.command.text(),
                source,
            })?;
        let options = Self {
            listed: engine.options().to_vec(),
            name: engine.name().to_owned(),
        };
        engine.quit();
        // An engine that lists nothing may be one behind a bridge: it is taken at the usual name.
        if !options.listed.is_empty() && Role::BookFile.find(&options.listed).is_none() {
            let names = Role::BookFile.option_names().iter();
            return Err(TeacherError::MissingRole {
                profile: config.profile.clone().unwrap_or_default(),
                engine: options.name,
                role: Role::BookFile.as_str(),
                names: names.map(|&name| name.to_owned()).collect(),
            });
        }
        Ok(options)
    }

    /// `id name` of the engine.
    #[must_use]
    pub fn engine_name(&self) -> &str {
        &self.name
    }
}

/// The configuration with this book, or with none, whatever book its own options name. The path of a book must be absolute: engines
/// run in the folder of their program.
#[must_use]
pub fn with_book(
    config: &TeacherConfig,
    options: &BookOptions,
    book: Option<&Path>,
) -> TeacherConfig {
    let mut config = config.clone();
    let is_of_book = |name: &str| BOOK_ROLES.iter().any(|role| role.is_named(name));
    config.options.retain(|(name, _)| !is_of_book(name));
    let named = |role: Role| -> Option<String> {
        let found = role.find(&options.listed).map(|option| option.name.clone());
        let is_usual = options.listed.is_empty() && role == Role::BookFile;
        found.or_else(|| is_usual.then(|| role.option_names()[0].to_owned()))
    };
    let mut values = vec![(Role::OwnBook, book.is_some().to_string())];
    if book.is_none() && named(Role::OwnBook).is_none() {
        // Only an empty name keeps such an engine from a book that it has without being told.
        let file = Role::BookFile.find(&options.listed);
        let default = file.and_then(|option| option.default.as_deref());
        if default.is_some_and(|name| !name.is_empty()) {
            values.push((Role::BookFile, String::new()));
        }
    }
    if let Some(book) = book {
        let text = |path: &Path| path.to_string_lossy().into_owned();
        let folder = book.parent().zip(book.file_name());
        match folder.filter(|_| named(Role::BookDir).is_some()) {
            Some((folder, name)) => {
                values.push((Role::BookDir, text(folder)));
                values.push((Role::BookFile, name.to_string_lossy().into_owned()));
            }
            None => values.push((Role::BookFile, text(book))),
        }
        // Profiles of teachers switch a book off by its depth.
        let depth = Role::BookDepth.find(&options.listed);
        let is_own = |option: &UsiOption| config.options.iter().any(|(n, _)| option.is_named(n));
        let depth = depth.filter(|option| !is_own(option));
        let default = depth.and_then(|option| option.default.clone());
        values.extend(default.map(|default| (Role::BookDepth, default)));
    }
    let sent = values
        .into_iter()
        .filter_map(|(role, value)| Some((named(role)?, Some(value))));
    config.options.extend(sent);
    config
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::usi::EngineCommand;

    fn options(lines: &[&str]) -> BookOptions {
        BookOptions {
            listed: lines
                .iter()
                .filter_map(|line| UsiOption::parse(line))
                .collect(),
            name: String::new(),
        }
    }

    fn sent(lines: &[&str], own: &[(&str, &str)], book: Option<&str>) -> Vec<String> {
        let mut config = TeacherConfig::new(EngineCommand::new("engine"));
        let own = own
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Some((*value).to_owned())));
        config.options = own.collect();
        let config = with_book(&config, &options(lines), book.map(Path::new));
        let options = config.options.into_iter();
        options
            .map(|(name, value)| format!("{name}={}", value.unwrap_or_default()))
            .collect()
    }

    #[test]
    fn every_dialect_gets_its_book() {
        let rom = ["option name BookFile type string default <empty>"];
        assert_eq!(
            sent(&rom, &[("Profile", "gb5")], Some("/b/book")),
            ["Profile=gb5", "BookFile=/b/book"]
        );
        assert_eq!(sent(&rom, &[("BookFile", "/old")], None), [""; 0]);
        let has_own = ["option name BookFile type string default own.book"];
        assert_eq!(sent(&has_own, &[], None), ["BookFile="]);
        let yane = [
            "option name USI_OwnBook type check default true",
            "option name BookFile type combo default no_book var no_book var user_book1.db",
            "option name BookDir type string default book",
            "option name BookMoves type spin default 16 min 0 max 10000",
        ];
        assert_eq!(
            sent(&yane, &[("bookfile", "x")], Some("/b/user_book1.db")),
            [
                "USI_OwnBook=true",
                "BookDir=/b",
                "BookFile=user_book1.db",
                "BookMoves=16"
            ]
        );
        assert_eq!(
            sent(&yane, &[("BookMoves", "30")], None),
            ["BookMoves=30", "USI_OwnBook=false"]
        );
        assert_eq!(sent(&[], &[], Some("/b/x.db")), ["BookFile=/b/x.db"]);
    }
}

//! The option list that an engine prints between `usi` and `usiok`.

/// One option with its type and displayed default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsiOption {
    /// The name exactly as listed; it may contain blanks.
    pub name: String,
    /// The type with what it allows.
    pub kind: OptionKind,
    /// The default as displayed; an engine may not really be in that state (Fairy-Stockfish: the variant).
    pub default: Option<String>,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// An integer with its limits, where given.
    Spin {
        /// Smallest value.
        min: Option<i64>,
        /// Largest value.
        max: Option<i64>,
    },
    /// One of a list of values.
    Combo {
        /// The values.
        values: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text,
    /// The name of a file.
    Filename,
    /// A type that this client does not know; values are passed on unchecked.
    Other(String),
}

/// The words that end a field of an option line.
const FIELDS: [&str; 6] = ["name", "type", "default", "min", "max", "var"];

impl UsiOption {
    /// Reads an `option …` line; `None` if it is none or has no name or type.
    ///
    /// A name may contain blanks, so it ends at the word `type`.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace().peekable();
        (words.next()? == "option").then_some(())?;
        (words.next()? == "name").then_some(())?;
        let name = take_until(&mut words, &["type"]);
        words.next()?;
        let type_word = words.next()?;
        let fields = Fields::read(&mut words);
        (!name.is_empty()).then(|| Self {
            name,
            kind: fields.kind(type_word),
            default: fields.default,
        })
    }

    /// Whether `value` is one that the option says it takes; a button takes none.
    #[must_use]
    pub fn accepts(&self, value: Option<&str>) -> bool {
        match (&self.kind, value) {
            (OptionKind::Button, value) => value.is_none(),
            (OptionKind::Text | OptionKind::Filename | OptionKind::Other(_), _) => true,
            (OptionKind::Check, value) => matches!(value, Some("true" | "false")),
            (OptionKind::Combo { values }, Some(value)) => values.iter().any(|v| v == value),
            (OptionKind::Spin { min, max }, Some(value)) => in_range(value, *min, *max),
            (OptionKind::Combo { .. } | OptionKind::Spin { .. }, None) => false,
        }
    }

    /// Whether `name` means this option: case and the difference of blank and underscore are
    /// ignored, since builds of one engine differ in just that.
    #[must_use]
    pub fn is_named(&self, name: &str) -> bool {
        is_same_name(&self.name, name)
    }
}

/// Whether two names mean one option ([`UsiOption::is_named`]).
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    fold(one).eq(fold(other))
}

fn fold(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().map(|c| {
        if c == ' ' {
            '_'
        } else {
            c.to_ascii_lowercase()
        }
    })
}

fn in_range(value: &str, min: Option<i64>, max: Option<i64>) -> bool {
    value
        .parse::<i64>()
        .is_ok_and(|n| min.is_none_or(|min| n >= min) && max.is_none_or(|max| n <= max))
}

#[derive(Default)]
struct Fields {
    default: Option<String>,
    min: Option<i64>,
    max: Option<i64>,
    values: Vec<String>,
}

impl Fields {
    fn read<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>) -> Self {
        let mut fields = Self::default();
        while let Some(word) = words.next() {
            let text = take_until(words, &FIELDS);
            match word {
                "default" => fields.default = Some(unescape(text)),
                "min" => fields.min = text.parse().ok(),
                "max" => fields.max = text.parse().ok(),
                "var" => fields.values.push(text),
                _ => {}
            }
        }
        fields
    }

    fn kind(&self, type_word: &str) -> OptionKind {
        match type_word {
            "check" => OptionKind::Check,
            "spin" => OptionKind::Spin {
                min: self.min,
                max: self.max,
            },
            "combo" => OptionKind::Combo {
                values: self.values.clone(),
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text,
            "filename" => OptionKind::Filename,
            other => OptionKind::Other(other.to_owned()),
        }
    }
}

/// `<empty>` is how the protocol writes an empty default.
fn unescape(text: String) -> String {
    if text == "<empty>" {
        String::new()
    } else {
        text
    }
}

fn take_until<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
    stops: &[&str],
) -> String {
    let mut taken: Vec<&str> = Vec::new();
    while let Some(word) = words.next_if(|word| !stops.contains(word)) {
        taken.push(word);
    }
    taken.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> UsiOption {
        UsiOption::parse(line).expect("an option line")
    }

    #[test]
    fn a_spin_has_its_limits() {
        let option = parse("option name Contempt type spin default 24 min -100 max 100");
        assert_eq!(option.default.as_deref(), Some("24"));
        assert!(option.accepts(Some("0")) && option.accepts(Some("-100")));
        assert!(
            !option.accepts(Some("101")) && !option.accepts(Some("x")) && !option.accepts(None)
        );
    }

    #[test]
    fn a_name_may_contain_blanks() {
        let option = parse("option name Clear Hash type button");
        assert_eq!(option.name, "Clear Hash");
        assert_eq!(option.kind, OptionKind::Button);
        assert!(option.accepts(None) && !option.accepts(Some("1")));
        assert!(option.is_named("clear_hash"));
    }

    #[test]
    fn a_combo_lists_its_values() {
        let option = parse("option name UCI_Variant type combo default shogi var 3check var shogi");
        let values = vec!["3check".to_owned(), "shogi".to_owned()];
        assert_eq!(option.kind, OptionKind::Combo { values });
        assert!(option.accepts(Some("shogi")) && !option.accepts(Some("chess")));
    }

    #[test]
    fn an_empty_default_is_empty() {
        let option = parse("option name VariantPath type string default <empty>");
        assert_eq!(option.default.as_deref(), Some(""));
        assert_eq!(
            parse("option name EvalFile type string default")
                .default
                .as_deref(),
            Some("")
        );
    }

    #[test]
    fn a_default_may_contain_blanks() {
        let option = parse("option name BookFile type filename default my book.db");
        assert_eq!(option.kind, OptionKind::Filename);
        assert_eq!(option.default.as_deref(), Some("my book.db"));
    }

    #[test]
    fn other_lines_are_no_options() {
        for line in [
            "",
            "id name X",
            "option",
            "option name",
            "option name X",
            "option type spin",
        ] {
            assert_eq!(UsiOption::parse(line), None, "{line}");
        }
    }
}

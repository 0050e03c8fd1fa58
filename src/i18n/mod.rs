//! Messages in English and Japanese.
//!
//! Every message stands once, in both languages, in `messages.rs`; slots are `{0}`, `{1}`, …

mod help;
mod help_audit;
mod help_dataset;
mod help_match;
mod help_suite;
mod issues;
mod messages;
mod phrases;
mod reasons;

use std::env;
use std::fmt::Display;

pub(crate) use help::{rendered as rendered_help, translate as translate_help};
pub(crate) use issues::located;
pub(crate) use messages::Msg;
pub(crate) use phrases::said;
pub(crate) use reasons::{Worded, override_name};

/// Language of messages.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Lang {
    /// English.
    #[default]
    En,
    /// Japanese.
    Ja,
}

impl Lang {
    /// The language of the environment: `LC_ALL`, `LC_MESSAGES`, `LANG`, else what the system says.
    pub(crate) fn from_environment() -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .filter_map(|name| env::var(name).ok())
            .find(|value| !value.is_empty());
        Lang::from_locale(&set.or_else(sys_locale::get_locale).unwrap_or_default())
    }

    /// The language of a locale name such as `ja_JP.UTF-8`, `ja-JP` or `C`.
    pub(crate) fn from_locale(locale: &str) -> Self {
        let language = locale
            .split(['_', '-', '.', '@'])
            .next()
            .unwrap_or_default();
        let japanese = ["ja", "japanese"]
            .iter()
            .any(|name| language.eq_ignore_ascii_case(name));
        if japanese { Lang::Ja } else { Lang::En }
    }
}

/// A finished message in both languages; the reader's is chosen where it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    en: String,
    ja: String,
}

impl Text {
    /// Fills the slots of a message.
    pub(crate) fn new(msg: Msg, args: &[Text]) -> Self {
        let (en, ja) = msg.templates();
        Text {
            en: fill(en, args, Lang::En),
            ja: fill(ja, args, Lang::Ja),
        }
    }

    /// The same words in both languages, for names and numbers.
    pub(crate) fn same(words: impl Display) -> Self {
        let words = words.to_string();
        Text {
            en: words.clone(),
            ja: words,
        }
    }

    /// Words that stand in neither table: used by the tables themselves.
    pub(crate) fn pair(en: &str, ja: &str) -> Self {
        Text {
            en: en.to_owned(),
            ja: ja.to_owned(),
        }
    }

    /// The words in one language.
    pub(crate) fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Ja => &self.ja,
        }
    }

    /// Two texts with something between.
    pub(crate) fn join(&self, between: &str, next: &Text) -> Text {
        Text {
            en: format!("{}{between}{}", self.en, next.en),
            ja: format!("{}{between}{}", self.ja, next.ja),
        }
    }
}

/// What can stand in a slot.
pub(crate) trait IntoText {
    /// The words in both languages.
    fn into_text(self) -> Text;
}

impl IntoText for Text {
    fn into_text(self) -> Text {
        self
    }
}

impl<T: Display> IntoText for T {
    fn into_text(self) -> Text {
        Text::same(self)
    }
}

/// `text!(Name, a, b)`: the message `Msg::Name` with its slots filled.
#[macro_export]
#[doc(hidden)]
macro_rules! text {
    ($name:ident $(, $arg:expr)* $(,)?) => {
        $crate::i18n::Text::new(
            $crate::i18n::Msg::$name,
            &[$($crate::i18n::IntoText::into_text($arg)),*],
        )
    };
}

/// Replaces `{n}` by the n-th argument; other braces stay.
fn fill(template: &str, args: &[Text], lang: Lang) -> String {
    let mut filled = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        filled.push_str(&rest[..open]);
        rest = &rest[open..];
        let number = rest[1..]
            .split('}')
            .next()
            .and_then(|inside| inside.parse::<usize>().ok());
        match number.and_then(|n| args.get(n).map(|arg| (n, arg))) {
            Some((n, arg)) => {
                filled.push_str(arg.get(lang));
                rest = &rest[n.to_string().len() + 2..];
            }
            None => {
                filled.push('{');
                rest = &rest[1..];
            }
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(template: &str) -> Vec<usize> {
        let mut numbers: Vec<usize> = template
            .split('{')
            .skip(1)
            .filter_map(|part| part.split('}').next()?.parse().ok())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    #[test]
    fn every_message_exists_in_both_languages() {
        for msg in Msg::ALL {
            let (en, ja) = msg.templates();
            assert!(!en.trim().is_empty() && !ja.trim().is_empty(), "{msg:?}");
            assert_eq!(slots(en), slots(ja), "{msg:?}");
            assert!(en.is_ascii(), "{msg:?}: English in ASCII: {en}");
        }
    }

    #[test]
    fn japanese_messages_are_japanese() {
        // Frames that only put other messages in order.
        let frames = [Msg::InputStopped, Msg::RejectedFile];
        let kana_or_kanji = |c: char| ('\u{3040}'..='\u{9fff}').contains(&c);
        for msg in Msg::ALL {
            let (_, ja) = msg.templates();
            let japanese = ja.chars().any(kana_or_kanji);
            assert!(japanese || frames.contains(msg), "{msg:?}: {ja}");
        }
    }

    #[test]
    fn slots_are_filled_in_any_order() {
        let args = [Text::same("a"), Text::pair("b", "び")];
        assert_eq!(fill("{1}-{0} {x} {2}", &args, Lang::Ja), "び-a {x} {2}");
        assert_eq!(fill("{0}{0}", &args, Lang::En), "aa");
        assert_eq!(fill("{", &args, Lang::En), "{");
    }

    #[test]
    fn arguments_are_not_filled_again() {
        let args = [Text::same("{1}"), Text::same("x")];
        assert_eq!(fill("<{0}>", &args, Lang::En), "<{1}>");
    }

    #[test]
    fn locales() {
        for locale in ["ja", "ja_JP.UTF-8", "ja-JP", "JA_jp", "Japanese_Japan.932"] {
            assert_eq!(Lang::from_locale(locale), Lang::Ja, "{locale}");
        }
        for locale in ["", "C", "C.UTF-8", "en_US.UTF-8", "jam_JM", "POSIX"] {
            assert_eq!(Lang::from_locale(locale), Lang::En, "{locale}");
        }
    }
}

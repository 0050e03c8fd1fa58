//! A panic is a fault of joban: the user reads one plain sentence and gets exit code 5.

use std::panic::{self, AssertUnwindSafe, PanicHookInfo};

use crate::failure::exit;
use crate::i18n::Lang;
use crate::output::stdout::note;
use crate::text;

/// Runs the program; a panic ends it with a plain sentence and [`exit::INTERNAL`].
pub(crate) fn run(lang: Lang, program: impl FnOnce() -> u8) -> u8 {
    panic::set_hook(Box::new(move |info| tell(info, lang)));
    panic::catch_unwind(AssertUnwindSafe(program)).unwrap_or(exit::INTERNAL)
}

fn tell(info: &PanicHookInfo<'_>, lang: Lang) {
    let message = text!(ErrorPrefix, text!(InternalError, place(info)));
    note(message.get(lang));
}

/// File and line below the sources, without the path of the machine that built joban.
fn place(info: &PanicHookInfo<'_>) -> String {
    let Some(location) = info.location() else {
        return "?".to_owned();
    };
    let file = location.file().replace('\\', "/");
    let parts: Vec<&str> = file.rsplit('/').take(3).collect();
    let short: Vec<&str> = parts.into_iter().rev().collect();
    format!("{}:{}", short.join("/"), location.line())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_exit_code_5() {
        let before = panic::take_hook();
        let code = run(Lang::En, || panic!("boom"));
        let fine = run(Lang::En, || 3);
        panic::set_hook(before);
        assert_eq!((code, fine), (5, 3));
    }
}

//! Shared by the tests that need SDCC or an emulator.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

pub mod compare;
pub mod corpus;
pub mod decoded;
pub mod machine;

use joban_rom_assets::sdcc;

/// Whether SDCC is there. Without it a test says so and passes, but not in CI.
#[expect(clippy::print_stderr, reason = "says what is not tested here")]
pub fn sdcc_is_missing(test: &str) -> bool {
    if sdcc::is_available() {
        return false;
    }
    let ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty() && value != "false");
    assert!(!ci, "{test}: SDCC is missing (apt-get install sdcc)");
    eprintln!("skipped: {test}: SDCC is missing (apt-get install sdcc)");
    true
}

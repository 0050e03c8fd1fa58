//! The sources of the probe and of the test ROM, as they stand in `rom-assets/probe/`.

use crate::emit::File;

/// The flags of SDCC under which sizes and cycles are stated.
pub const SDCC_FLAGS: [&str; 3] = ["-msm83", "--std-c11", "--opt-code-size"];

const PROBE: [(&str, &str); 6] = [
    ("joban_probe.h", include_str!("../probe/joban_probe.h")),
    ("joban_values.h", include_str!("../probe/joban_values.h")),
    ("joban_probe.c", include_str!("../probe/joban_probe.c")),
    ("joban_key.c", include_str!("../probe/joban_key.c")),
    ("joban_probe.s", include_str!("../probe/joban_probe.s")),
    ("joban_key.s", include_str!("../probe/joban_key.s")),
];

const TEST_ROM: [(&str, &str); 2] = [
    ("crt0.s", include_str!("../probe/test_rom/crt0.s")),
    ("main.c", include_str!("../probe/test_rom/main.c")),
];

/// The probe's sources: `probe/*`.
#[must_use]
pub fn files() -> Vec<File> {
    sources("probe", &PROBE)
}

/// The test ROM's own sources: `test_rom/*`.
#[must_use]
pub fn test_rom_files() -> Vec<File> {
    sources("test_rom", &TEST_ROM)
}

fn sources(folder: &str, sources: &[(&str, &str)]) -> Vec<File> {
    let file = |(name, text): &(&str, &str)| File {
        path: format!("{folder}/{name}"),
        bytes: text.as_bytes().to_vec(),
    };
    sources.iter().map(file).collect()
}

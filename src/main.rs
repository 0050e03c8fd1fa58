//! The program `joban`: parse, run, report, exit code.

fn main() -> std::process::ExitCode {
    joban::main(std::env::args_os().collect())
}

//! The program: hands its arguments to [`nullfenster::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    // Standard error is silent unless RUST_LOG asks: GUIs may show or read it.
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    let arguments = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
    nullfenster::cli::run(arguments.collect())
}

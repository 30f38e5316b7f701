//! The program: passes its arguments to [`nullfenster::cli`].

use nullfenster::{cli, search};
use std::process::ExitCode;
use std::thread;

/// The exit status after a panic.
const PANICKED: u8 = 101;

fn main() -> ExitCode {
    // No log on standard error without RUST_LOG: GUIs may show or read it.
    env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
    search::map_large_pieces();
    let arguments = std::env::args_os().skip(1).collect();
    // The bench searches on the thread it is called from, and the stack of a main
    // thread may be as small as one MiB.
    let program =
        search::thread_builder().name("protocol".to_owned()).spawn(move || cli::run(arguments));
    match program.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        Ok(Err(_)) => ExitCode::from(PANICKED),
        Err(error) => {
            eprintln!("nullfenster: no thread could be started: {error}");
            ExitCode::FAILURE
        }
    }
}

//! The engine driven by Python: by python-chess, the library beneath lichess-bot and many
//! scripts, and by keys typed at a terminal.
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

/// Runs a script of `tests/python`, whose last step is this one.
fn run(script: &str, last: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(script);
    let engine = env!("CARGO_BIN_EXE_nullfenster");
    let output = Command::new("python3").arg(script).arg(engine).output().expect("python3 runs");
    let steps = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && steps.contains(&format!("{last} ok")), "{steps}{errors}");
}

#[test]
#[ignore = "needs python3 with python-chess"]
fn python_chess_has_nothing_to_complain_about() {
    run("drive.py", "ends_games");
}

#[test]
#[cfg(unix)]
#[ignore = "needs python3"]
fn lines_are_edited_and_remembered_at_a_terminal() {
    run("terminal.py", "ends_with_the_input");
}

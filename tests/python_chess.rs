//! The engine driven by python-chess, the library beneath lichess-bot and many scripts.
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "needs python3 with python-chess"]
fn python_chess_has_nothing_to_complain_about() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/drive.py");
    let engine = env!("CARGO_BIN_EXE_nullfenster");
    let output = Command::new("python3").arg(script).arg(engine).output().expect("python3 runs");
    let steps = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && steps.contains("ends_games ok"), "{steps}{errors}");
}

//! The engine driven by python-chess, which lichess-bot and many scripts are built on.
//! Without Python or python-chess the test is skipped with a message; `.ci/run` sets
//! `NULLFENSTER_PYTHON=required`, and then it fails instead.
#![allow(missing_docs)]

use std::env;
use std::path::Path;
use std::process::Command;

/// What the script ends with if there is no python-chess.
const NOT_INSTALLED: i32 = 77;

#[test]
fn python_chess_has_nothing_to_complain_about() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/python/drive.py");
    let engine = env!("CARGO_BIN_EXE_nullfenster");
    let output = Command::new("python3").arg(script).arg(engine).output();
    let missing = match &output {
        Err(error) => Some(format!("no python3: {error}")),
        Ok(output) if output.status.code() == Some(NOT_INSTALLED) => {
            Some("no python-chess".to_owned())
        }
        Ok(_) => None,
    };
    if let Some(missing) = missing {
        let required = env::var("NULLFENSTER_PYTHON").is_ok_and(|value| value == "required");
        assert!(!required, "{missing}");
        eprintln!("skipped: {missing}");
        return;
    }
    let output = output.expect("it ran");
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("ends_games ok"), "{said}{errors}");
}

//! The arithmetic of the scripts, by their own tests; only where there is Python.

use std::path::Path;
use std::process::Command;

#[test]
fn the_tests_of_the_scripts_pass() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("no python3, scripts not tested");
        return;
    }
    let scripts = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts");
    let output = Command::new("python3")
        .args(["-B", "-m", "unittest", "discover", "-s"])
        .args([&scripts, Path::new("-t"), &scripts])
        .output()
        .expect("python3 runs");
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && report.contains("\nOK"), "{report}");
    assert!(!report.contains("Ran 0 tests"), "{report}");
}

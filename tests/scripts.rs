//! The unit tests of the scripts.
#![allow(missing_docs)]

use std::path::Path;
use std::process::Command;

#[test]
#[ignore = "needs python3"]
fn the_tests_of_the_scripts_pass() {
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

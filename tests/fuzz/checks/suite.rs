//! Any text is a suite of positions with what solves them, and errors that name a line.

use nullfenster::commands::suite;
use nullfenster::types::Score;

/// True if the bytes hold a position of a suite.
pub fn check(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let (cases, errors) = suite::read(&text);
    for case in &cases {
        for mv in case.position.legal_moves() {
            case.is_solved_by(mv, Score::DRAW);
        }
    }
    assert!(errors.iter().all(|error| error.starts_with("line ")));
    !cases.is_empty()
}

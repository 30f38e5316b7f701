//! Any text is a suite of positions with best moves or an error that names a line.

use nullfenster::tools::epd;

/// True if the bytes are a suite.
pub fn check(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    match epd::read_suite(&text) {
        Ok(cases) => {
            for case in &cases {
                for mv in case.position.legal_moves() {
                    case.is_solved_by(mv);
                }
            }
            !cases.is_empty()
        }
        Err(error) => {
            assert!(!error.is_empty());
            false
        }
    }
}

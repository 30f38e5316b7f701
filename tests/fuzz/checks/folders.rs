//! Any list of tablebase folders is read, or refused with an error that can be printed.

use nullfenster::tablebase::Folders;

/// Looks for tables.
pub fn check(bytes: &[u8]) {
    // No path leads to a folder that happens to be on this machine.
    let list = String::from_utf8_lossy(bytes).replace('/', "no such folder");
    if let Err(error) = Folders::find(&list) {
        assert!(!error.to_string().is_empty());
    }
}

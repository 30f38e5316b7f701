//! Any list of folders of endgame tables is a list, or an error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullfenster::tablebase::Folders;

fuzz_target!(|list: &str| {
    // No folder of this machine is looked through by chance.
    let list = list.replace('/', "no such folder");
    if let Err(error) = Folders::find(&list) {
        assert!(!error.to_string().is_empty());
    }
});

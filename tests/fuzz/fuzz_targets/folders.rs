#![no_main]

#[path = "../checks/folders.rs"]
mod folders;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    folders::check(bytes);
});

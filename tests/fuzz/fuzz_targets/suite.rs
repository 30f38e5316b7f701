#![no_main]

#[path = "../checks/suite.rs"]
mod suite;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = suite::check(bytes);
});

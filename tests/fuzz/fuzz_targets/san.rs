#![no_main]

#[path = "../checks/san.rs"]
mod san;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = san::check(bytes);
});

#![no_main]

#[path = "../checks/checkpoint.rs"]
mod checkpoint;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    checkpoint::check(bytes);
});

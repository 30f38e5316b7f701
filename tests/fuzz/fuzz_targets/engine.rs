#![no_main]

#[path = "../checks/engine.rs"]
mod engine;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    engine::check(bytes);
});

#![no_main]

#[path = "../checks/engine.rs"]
mod engine;
#[path = "../checks/session.rs"]
mod session;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    engine::check(bytes);
});

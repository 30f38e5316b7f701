#![no_main]

#[path = "../checks/games.rs"]
mod games;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = games::check(bytes);
});

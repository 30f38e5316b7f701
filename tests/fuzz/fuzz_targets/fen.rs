#![no_main]

#[path = "../checks/fen.rs"]
mod fen;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    fen::check(bytes);
});

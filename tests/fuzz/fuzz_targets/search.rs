#![no_main]

#[path = "../checks/search.rs"]
mod search;
#[path = "../checks/session.rs"]
mod session;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    search::check(bytes);
});

#![no_main]

#[path = "../checks/book.rs"]
mod book;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    book::check(bytes);
});

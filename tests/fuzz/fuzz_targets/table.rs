#![no_main]

#[path = "../checks/table.rs"]
mod table;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = table::check(bytes);
});

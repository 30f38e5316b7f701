//! What JavaScript calls, and what it has to provide: text goes through the memory of the module.

use super::WebEngine;
use std::cell::RefCell;

#[allow(unsafe_code)]
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    /// Takes a line of the answer: UTF-8 at this place of the memory.
    safe fn nullfenster_print(text: *const u8, length: usize);
}

thread_local! {
    static ENGINE: RefCell<Option<WebEngine>> = const { RefCell::new(None) };
    /// The line that JavaScript writes.
    static LINE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn print(text: &str) {
    nullfenster_print(text.as_ptr(), text.len());
}

/// Makes room for a line of so many bytes, and returns its place.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn nullfenster_room(length: usize) -> *mut u8 {
    LINE.with_borrow_mut(|line| {
        line.clear();
        line.resize(length, 0);
        line.as_mut_ptr()
    })
}

/// Executes the line that was written there.
#[allow(unsafe_code)]
#[unsafe(no_mangle)]
pub extern "C" fn nullfenster_line() {
    let line = LINE.with_borrow(|line| String::from_utf8_lossy(line).into_owned());
    ENGINE.with_borrow_mut(|engine| {
        if engine.is_none() {
            match WebEngine::new() {
                Ok(new) => *engine = Some(new),
                Err(error) => print(&format!("info string error: {error}")),
            }
        }
        if let Some(engine) = engine {
            engine.line(&line, &mut print);
        }
    });
}

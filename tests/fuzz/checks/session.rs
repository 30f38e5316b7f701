//! Runs a session of the engine and checks what it wrote: each `go` is answered by one
//! `bestmove`, in order and legal in its position, as are the lines of analysis before it;
//! every line is printable ASCII.

use crossbeam_channel::Receiver;
use nullfenster::board::{Position, notation};
use nullfenster::engine::Engine;
use nullfenster::terminal::Output;
use nullfenster::uci::{InputLine, Session};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// The output of the engine.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("one writer").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Lets a new engine read the lines; returns what it wrote.
pub fn run(lines: &Receiver<InputLine>) -> String {
    let written = Written::default();
    let engine = Engine::new().expect("a thread");
    let events = engine.events().clone();
    Session::new(engine, Output::new(written.clone()), false).run(lines).expect("a search");
    // The driver does not join the search thread; wait for it before the next input.
    while events.recv().is_ok() {}
    let bytes = written.0.lock().expect("one writer").clone();
    String::from_utf8(bytes).expect("ASCII")
}

/// Checks the output of as many searches as there are positions, `None` for an illegal one.
pub fn check(text: &str, asked: &[Option<Position>]) {
    let mut searches = asked.iter();
    let mut searched = searches.next();
    for line in text.lines() {
        assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
        if let Some(rest) = line.strip_prefix("bestmove ") {
            let position = searched.unwrap_or_else(|| panic!("one too many: {text}"));
            let moves = rest.split(' ').filter(|&word| word != "ponder" && word != "(none)");
            match position {
                Some(position) => follow(position, moves, text),
                None => assert_eq!(rest, "(none)"),
            }
            searched = searches.next();
        } else if let Some((info, moves)) = line.split_once(" pv ")
            && info.starts_with("info depth ")
        {
            let position = searched.unwrap_or_else(|| panic!("a line without a search: {text}"));
            let position = position.as_ref().expect("a line for an illegal position");
            follow(position, moves.split(' '), text);
        }
    }
    assert!(searched.is_none(), "too few: {text}");
}

/// Makes the moves; they are legal.
fn follow<'a>(position: &Position, moves: impl Iterator<Item = &'a str>, text: &str) {
    let mut position = *position;
    for mv in moves {
        let Some(mv) = notation::parse_move(&position, mv) else {
            panic!("{mv} in {position}: {text}");
        };
        position = position.make(mv);
    }
}

//! The whole engine as a state machine: whatever lines come, each `go` is answered by one
//! `bestmove`, in order and legal in its position; every line is ASCII and of the protocol.
#![no_main]

use crossbeam_channel::unbounded;
use libfuzzer_sys::fuzz_target;
use nullfenster::board::{Game, Position, notation};
use nullfenster::engine::Engine;
use nullfenster::uci::parse::{Command, parse};
use nullfenster::uci::{Driver, InputLine, Output, decode};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Lines of one input.
const LINES: usize = 40;
/// The most MiB and threads that are set: more would cost what they cost anywhere.
const MOST: [(&str, u32); 2] = [("hash", 8), ("threads", 4)];
/// Words of options that open files, which are tested elsewhere.
const FILES: [&str; 4] = ["log", "book", "syzygy", "evalfile"];
/// The deepest perft in plies, which nothing interrupts.
const PERFT: u32 = 2;

/// What the engine writes.
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

fn is_costly(command: &Command) -> bool {
    match command {
        Command::Perft { depth, .. } => *depth > PERFT,
        // After `wait` nothing ends a long search, as it should be.
        Command::Bench(_) | Command::GenFens(_) | Command::Wait => true,
        Command::SetOption { name, value } => {
            let name = name.to_lowercase();
            let number = value.as_ref().and_then(|value| value.trim().parse::<u32>().ok());
            FILES.iter().any(|word| name.contains(word))
                || MOST.iter().any(|&(word, most)| name == word && number > Some(most))
        }
        _ => false,
    }
}

fuzz_target!(|bytes: &[u8]| {
    let (sender, lines) = unbounded();
    let mut game = Some(Game::new(Position::startpos()));
    // The position of each search.
    let mut asked: Vec<Option<Position>> = Vec::new();
    for bytes in bytes.split(|&byte| byte == b'\n').take(LINES) {
        let text = decode(bytes);
        let command = parse(&text).command;
        if is_costly(&command) {
            continue;
        }
        let quits = command == Command::Quit;
        match command {
            Command::Position(text) => game = text.game().ok(),
            Command::Go(_) => asked.push(game.as_ref().map(|game| *game.position())),
            _ => {}
        }
        sender.send(InputLine { text, read_at: Instant::now() }).expect("a reader");
        if quits {
            break;
        }
    }
    drop(sender);
    let written = Written::default();
    let engine = Engine::new().expect("a thread");
    let events = engine.events().clone();
    Driver::new(engine, Output::new(written.clone()), false).run(&lines).expect("a search");
    // The search thread is not joined, so it has to be waited for before the next begins.
    while events.recv().is_ok() {}
    let bytes = written.0.lock().expect("one writer").clone();
    let text = String::from_utf8(bytes).expect("ASCII");
    let mut searches = asked.iter();
    for line in text.lines() {
        assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
        let Some(rest) = line.strip_prefix("bestmove ") else { continue };
        let position = searches.next().unwrap_or_else(|| panic!("one too many: {text}"));
        let mut position = *match position {
            Some(position) => position,
            None => {
                assert_eq!(rest, "(none)");
                continue;
            }
        };
        for mv in rest.split(' ').filter(|&word| word != "ponder" && word != "(none)") {
            let Some(mv) = notation::parse_move(&position, mv) else {
                panic!("{mv} in {position}: {text}");
            };
            position = position.make(mv);
        }
    }
    assert!(searches.next().is_none(), "too few: {text}");
});

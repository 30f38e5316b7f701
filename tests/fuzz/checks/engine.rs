//! The whole engine as a state machine: whatever lines come, each `go` is answered by one
//! `bestmove`, in order and legal in its position; every line is printable ASCII.

use crossbeam_channel::unbounded;
use nullfenster::board::{Game, Position, notation};
use nullfenster::console::Output;
use nullfenster::engine::Engine;
use nullfenster::uci::parse::{Command, parse};
use nullfenster::uci::{Driver, InputLine, decode};
use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// Lines of an input; the rest is ignored.
const LINES: usize = 40;
/// The largest table in MiB and the most threads; more only takes time.
const MOST: [(&str, u32); 2] = [("hash", 8), ("threads", 4)];
/// Options with these words in their names open files.
const FILES: [&str; 4] = ["log", "book", "syzygy", "evalfile"];
/// The deepest perft in plies: nothing interrupts it.
const PERFT: u32 = 2;

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

/// True for commands that take long, wait for ever or open files.
fn is_costly(command: &Command) -> bool {
    match command {
        Command::Perft { depth, .. } => *depth > PERFT,
        // After `wait` no line is read that could end a long search.
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

/// True if there was a search.
pub fn check(bytes: &[u8]) -> bool {
    let (sender, lines) = unbounded();
    let mut game = Some(Game::new(Position::startpos()));
    // The position of each search; none after an illegal one.
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
    // The driver does not join the search thread; wait for it before the next input.
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
    !asked.is_empty()
}

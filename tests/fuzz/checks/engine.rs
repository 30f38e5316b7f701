//! The whole engine as a state machine: whatever lines come, its answers are right.

use super::session;
use crossbeam_channel::unbounded;
use nullfenster::board::{Game, Position};
use nullfenster::commands::Kind;
use nullfenster::uci::command::{Command, parse};
use nullfenster::uci::{InputLine, decode};

/// Lines of an input; the rest is ignored.
const LINES: usize = 40;
/// The largest table in MiB and the most threads; more only takes time.
const MOST: [(&str, u32); 2] = [("hash", 8), ("threads", 4)];
/// Options with these words in their names open files.
const FILES: [&str; 4] = ["log", "book", "syzygy", "evalfile"];
/// The deepest perft in plies: nothing interrupts it.
const PERFT: u32 = 2;

/// True for commands that take long, wait for ever or open files.
fn is_costly(command: &Command) -> bool {
    match command {
        Command::Other(command, words) if command.name == "perft" => {
            words.split(' ').next().and_then(|depth| depth.parse().ok()) > Some(PERFT)
        }
        Command::Other(command, _) => {
            matches!(command.kind, Kind::Long(_)) || command.name == "export_net"
        }
        // After it no line is read that could end a long search.
        Command::Wait => true,
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
        sender.send(InputLine::now(text)).expect("a reader");
        if quits {
            break;
        }
    }
    drop(sender);
    session::check(&session::run(&lines), &asked);
    !asked.is_empty()
}

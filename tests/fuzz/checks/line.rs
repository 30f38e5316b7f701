//! Any bytes on standard input are a command, or an error that can be printed.

use nullfenster::board::Position;
use nullfenster::uci::command::{Command, parse};
use nullfenster::uci::decode;

/// True if the bytes are a command that is more than one word, and its arguments were looked at.
pub fn check(bytes: &[u8]) -> bool {
    let parsed = parse(&decode(bytes));
    let mut errors = parsed.errors;
    match parsed.command {
        Command::Position(text) => text.game().is_ok(),
        Command::Go(go) => {
            let limits = go.limits(&Position::startpos(), &mut errors);
            assert!(limits.search_moves.is_none_or(|moves| moves.len() <= 20));
            true
        }
        Command::Other(command, words) => {
            assert!(!command.is_protocol() && words == words.trim());
            command.takes_words()
        }
        Command::SetOption { name, .. } => !name.is_empty(),
        _ => false,
    }
}

//! Any bytes on standard input are a command, or an error that can be printed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use nullfenster::board::Position;
use nullfenster::uci::parse::{Command, parse};
use nullfenster::uci::decode;

fuzz_target!(|bytes: &[u8]| {
    let parsed = parse(&decode(bytes));
    let mut errors = parsed.errors;
    match parsed.command {
        Command::Position(text) => drop(text.game()),
        Command::Go(go) => {
            let limits = go.limits(&Position::startpos(), &mut errors);
            assert!(limits.search_moves.is_none_or(|moves| moves.len() <= 20));
        }
        Command::Perft { depth, position } => {
            assert!(depth >= 1);
            drop(position.map(|text| text.game()));
        }
        _ => {}
    }
});

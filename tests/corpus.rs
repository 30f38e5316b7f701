//! Replays the corpora of the fuzz targets, which otherwise need a nightly compiler.
#![allow(missing_docs)]

#[path = "fuzz/checks/book.rs"]
mod book;
#[cfg(feature = "tune")]
#[path = "fuzz/checks/checkpoint.rs"]
mod checkpoint;
#[path = "fuzz/checks/engine.rs"]
mod engine;
#[path = "fuzz/checks/fen.rs"]
mod fen;
#[path = "fuzz/checks/folders.rs"]
mod folders;
#[cfg(feature = "tune")]
#[path = "fuzz/checks/games.rs"]
mod games;
#[path = "fuzz/checks/line.rs"]
mod line;
#[path = "fuzz/checks/network.rs"]
mod network;
#[path = "fuzz/checks/san.rs"]
mod san;
#[path = "fuzz/checks/search.rs"]
mod search;
#[path = "fuzz/checks/session.rs"]
mod session;
#[path = "fuzz/checks/suite.rs"]
mod suite;
#[path = "fuzz/checks/table.rs"]
mod table;

use std::fs;
use std::path::Path;

/// Calls `check` with each file of a corpus; at least one must get past the parser.
fn replay(target: &str, check: impl Fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let mut accepted = 0;
    for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}")) {
        let path = entry.expect("a readable entry").path();
        eprintln!("{}", path.display());
        accepted += usize::from(check(&fs::read(&path).expect("a readable file")));
    }
    assert!(accepted > 0, "no input of {folder:?} was accepted");
}

#[test]
fn corpus_of_lines() {
    replay("line", line::check);
}

#[test]
fn corpus_of_fens() {
    replay("fen", fen::check);
}

#[test]
fn corpus_of_books() {
    replay("book", book::check);
}

#[test]
fn corpus_of_folders() {
    replay("folders", |bytes| {
        folders::check(bytes);
        true
    });
}

#[test]
fn corpus_of_engine_sessions() {
    replay("engine", engine::check);
}

#[test]
fn corpus_of_deep_searches() {
    replay("search", search::check);
}

#[test]
fn corpus_of_tables() {
    replay("table", table::check);
}

#[test]
fn corpus_of_networks() {
    replay("network", network::check);
}

#[test]
fn corpus_of_suites() {
    replay("suite", suite::check);
}

#[test]
fn corpus_of_sans() {
    replay("san", san::check);
}

#[cfg(feature = "tune")]
#[test]
fn corpus_of_games() {
    replay("games", games::check);
}

#[cfg(feature = "tune")]
#[test]
fn corpus_of_checkpoints() {
    replay("checkpoint", checkpoint::check);
}

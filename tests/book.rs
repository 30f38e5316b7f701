//! Opening books: keys and moves as the format and python-chess have them, and games
//! that the real binary opens from a book.
#![allow(missing_docs)]

mod common;
mod support;

use common::{shared_file, shared_rows};
use nullfenster::board::{Position, notation};
use nullfenster::book::Book;
use std::collections::HashSet;
use std::fs;
use support::{Engine, has_error};

/// The nine positions with keys in the specification of the format.
const KEYS: [(&str, u64); 9] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
    ("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756_b944_61c5_0fb0),
    ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662f_afb9_65db_29d4),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
    ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 1 3", 0x652a_607c_a3f2_42c1),
    ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 2 4", 0x00fd_d303_c946_bdd9),
    ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
    ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 1 4", 0x5c3f_9b82_9b27_9560),
];

#[test]
fn keys_are_those_of_the_specification() {
    for (fen, key) in KEYS {
        assert_eq!(Position::from_fen(fen).unwrap().key(), key, "{fen}");
    }
    for row in shared_rows("book/polyglot_keys.tsv") {
        let position = Position::from_fen(&row[1]).unwrap();
        // The one position with a pinned en passant capture differs on purpose.
        let pinned = row[1].starts_with("8/8/8/8/k2Pp2Q/");
        assert_eq!(format!("{:016x}", position.key()) == row[2], !pinned, "{}", row[1]);
    }
}

#[test]
fn moves_are_those_of_python_chess() {
    for name in ["lasker-trap", "performance"] {
        let Some(path) = shared_file(&format!("book/{name}.bin")) else { continue };
        let book = Book::open(&path).unwrap();
        for row in shared_rows(&format!("book/{name}_probes.tsv")) {
            let position = Position::from_fen(&row[0]).unwrap();
            let found: Vec<String> = book
                .moves(&position)
                .into_iter()
                .map(|(mv, weight)| format!("{}:{weight}", notation::format_move(mv, false)))
                .collect();
            assert_eq!(found.join(" "), row[2].trim(), "{name}: {}", row[0]);
        }
    }
}

/// A book in cargo's folder for tests: 1. e4 (twice as often) or 1. d4, then 1. e4 e5.
fn small_book(name: &str) -> String {
    let path = format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"));
    let mut bytes = Vec::new();
    for (key, mv, weight) in
        [(KEYS[0].1, 0x031c_u16, 2_u16), (KEYS[0].1, 0x02db, 1), (KEYS[1].1, 0x0d24, 1)]
    {
        bytes.extend(key.to_be_bytes());
        bytes.extend(mv.to_be_bytes());
        bytes.extend(weight.to_be_bytes());
        bytes.extend([0; 4]);
    }
    fs::write(&path, bytes).expect("a file");
    path
}

#[test]
fn the_book_is_played_while_it_lasts() {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1");
    engine.send(&format!("setoption name BookFile value {}", small_book("a small bÜok.bin")));
    assert!(engine.until_ready().is_empty());
    // Off by default.
    assert!(engine.go("go nodes 500").len() > 1);
    engine.send("setoption name OwnBook value true");
    let mut played = HashSet::new();
    for _ in 0..60 {
        let lines = engine.go("go wtime 1000 btime 1000");
        assert_eq!(lines.len(), 1, "nothing is searched: {lines:?}");
        played.insert(lines[0].clone());
    }
    let expected = ["bestmove e2e4", "bestmove d2d4"].map(String::from);
    assert_eq!(played, HashSet::from(expected));
    engine.send("position startpos moves e2e4");
    assert_eq!(engine.best_move("go movetime 50"), "e7e5");
    engine.send("setoption name UCI_AnalyseMode value true");
    assert!(engine.go("go nodes 500").len() > 1, "analysis goes without the book");
    engine.send("setoption name UCI_AnalyseMode value false");
    // Behind the end of the book, and where more than a move is asked for, it searches.
    for (position, go) in [
        ("position startpos moves e2e4 e7e5", "go nodes 500"),
        ("position startpos", "go nodes 500 searchmoves a2a3"),
        ("position startpos", "go mate 1 depth 2"),
    ] {
        engine.send(position);
        assert!(engine.go(go).iter().any(|line| line.starts_with("info depth")), "{go}");
    }
    engine.send("go infinite");
    engine.stays_silent();
    engine.send("stop");
    engine.until("bestmove");
}

#[test]
fn a_wrong_book_leaves_the_old_one() {
    let bad = format!("{}/bad.bin", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&bad, "no book").expect("a file");
    let mut engine = Engine::start();
    engine.send("setoption name OwnBook value true");
    engine.send(&format!("setoption name BookFile value {}", small_book("kept.bin")));
    assert!(engine.until_ready().is_empty());
    for (path, word) in [
        (bad.as_str(), "multiple of 16"),
        ("/nowhere.bin", "/nowhere.bin"),
        (env!("CARGO_TARGET_TMPDIR"), "not a file"),
        #[cfg(unix)]
        ("/dev/zero", "not a file"),
    ] {
        engine.send(&format!("setoption name BookFile value {path}"));
        assert!(has_error(&engine.until_ready(), &["BookFile", word]));
    }
    assert_eq!(engine.go("go nodes 500").len(), 1, "from the old book");
    engine.send("setoption name BookFile value <empty>");
    assert!(engine.until_ready().is_empty());
    assert!(engine.go("go nodes 500").len() > 1, "without a book");
}

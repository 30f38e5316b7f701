//! Opening books: the keys of the specification, moves as python-chess reads them, and
//! games that the real binary opens from a book.
#![allow(missing_docs)]

mod common;
mod support;

use common::{data_path, data_rows, shared_path, shared_rows};
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

/// More keys, computed with python-chess: castling rights, en passant, promotions to come.
const MORE_KEYS: [(&str, u64); 7] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 0xfda2_39cc_692a_6053),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1", 0x462a_bc2e_0590_8d3a),
    ("r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1", 0xdb30_51f4_cca0_b913),
    ("r3k2r/8/8/8/8/8/8/R3K2R b - - 0 1", 0x7e4e_32cd_118c_4ab3),
    ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3", 0x3ae9_5245_9a00_66bf),
    ("8/8/8/8/3k4/8/8/3K4 w - - 0 1", 0xca2b_6eca_a001_ca00),
    ("8/P7/8/8/8/8/7p/k6K w - - 0 1", 0x60b8_41dc_a2fa_62fd),
];

#[test]
fn keys_are_those_of_the_specification() {
    for (fen, key) in KEYS {
        assert_eq!(Position::from_fen(fen).unwrap().key(), key, "{fen}");
    }
    for (fen, key) in MORE_KEYS {
        assert_eq!(Position::from_fen(fen).unwrap().key(), key, "{fen}");
    }
    // The specification counts a pinned pawn among those that can capture en passant.
    let pinned = Position::from_fen("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1").unwrap();
    assert_ne!(pinned.key(), 0xecba_303c_d610_b817);
}

/// The moves of a position with their weights, as the tables have them.
fn moves_of(book: &Book, fen: &str) -> String {
    let moves = book.moves(&Position::from_fen(fen).unwrap());
    let words = moves.into_iter().map(|(mv, weight)| {
        let text = notation::format_move(mv, false);
        format!("{text}:{weight}")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Castling, en passant and the promotion to a knight are among the moves.
#[test]
fn moves_are_those_of_python_chess() {
    let book = Book::open(&data_path("book.bin")).unwrap();
    assert_eq!(book.len(), 45);
    for row in data_rows("book.tsv") {
        assert_eq!(moves_of(&book, &row[0]), row[1], "{}", row[0]);
    }
}

#[test]
#[ignore = "needs ../shared/data"]
fn shared_books_have_the_moves_of_python_chess() {
    for name in ["lasker-trap", "performance"] {
        let book = Book::open(&shared_path(&format!("book/{name}.bin"))).unwrap();
        for row in shared_rows(&format!("book/{name}_probes.tsv")) {
            assert_eq!(moves_of(&book, &row[0]), row[2].trim(), "{name}: {}", row[0]);
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
    assert_eq!(engine.until_ready(), ["info string BookFile: 3 moves"]);
    // Off by default.
    assert!(engine.go("go nodes 500").len() > 1);
    engine.send("setoption name OwnBook value true");
    let mut played = HashSet::new();
    for _ in 0..60 {
        let lines = engine.go("go wtime 1000 btime 1000");
        assert_eq!(lines.len(), 2, "nothing is searched: {lines:?}");
        assert_eq!(lines[0], "info string a move from the book");
        played.insert(lines[1].clone());
    }
    let expected = ["bestmove e2e4", "bestmove d2d4"].map(String::from);
    assert_eq!(played, HashSet::from(expected));
    engine.send("position startpos moves e2e4");
    assert_eq!(engine.best_move("go movetime 50"), "e7e5");
    engine.send("setoption name UCI_AnalyseMode value true");
    assert!(engine.go("go nodes 500").len() > 1, "analysis goes without the book");
    engine.send("setoption name UCI_AnalyseMode value false");
    // After the last book move, and where more than a move is asked for, it searches.
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
fn a_bad_book_leaves_the_old_one() {
    let bad = format!("{}/bad.bin", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&bad, "no book").expect("a file");
    // It has no content, but a length.
    let long = format!("{}/long.bin", env!("CARGO_TARGET_TMPDIR"));
    let file = fs::File::create(&long).expect("a file");
    file.set_len(1 << 32).expect("a file with a hole");
    let mut engine = Engine::start();
    engine.send("setoption name OwnBook value true");
    engine.send(&format!("setoption name BookFile value {}", small_book("kept.bin")));
    engine.until_ready();
    for (path, word) in [
        (bad.as_str(), "multiple of 16"),
        ("/nowhere.bin", "/nowhere.bin"),
        (long.as_str(), "too many for a book"),
        (env!("CARGO_TARGET_TMPDIR"), "not a file"),
        #[cfg(unix)]
        ("/dev/zero", "not a file"),
    ] {
        engine.send(&format!("setoption name BookFile value {path}"));
        assert!(has_error(&engine.until_ready(), &["BookFile", word]));
    }
    fs::remove_file(long).expect("the file goes");
    assert_eq!(engine.go("go nodes 500").len(), 2, "from the old book");
    engine.send("setoption name BookFile value <empty>");
    assert_eq!(engine.until_ready(), ["info string BookFile: none"]);
    assert!(engine.go("go nodes 500").len() > 1, "without a book");
}

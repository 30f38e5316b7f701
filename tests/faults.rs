//! Failures of the machine: no memory, no threads, a full disk; and extreme games and
//! positions. The engine reports the failure and plays on.
#![allow(missing_docs)]

mod common;
mod support;

use common::Random;
use nullfenster::board::{Position, notation};
use nullfenster::types::Move;
use support::Engine;

/// With the limits of a Linux shell.
#[cfg(target_os = "linux")]
mod limited {
    use super::Engine;
    use super::support::has_error;
    use std::fs;
    use std::process::Command;

    /// Asserts that the engine still finds a move in the start position.
    fn plays(engine: &mut Engine) {
        engine.send("position startpos");
        assert_ne!(engine.best_move("go depth 3"), "(none)");
    }

    /// An engine with an address space of `kilobytes` KiB.
    fn engine_with(kilobytes: u32) -> Engine {
        let mut shell = Command::new("sh");
        let line = format!("ulimit -v {kilobytes} && exec \"$0\"");
        shell.args(["-c", &line, env!("CARGO_BIN_EXE_nullfenster")]).env_remove("RUST_LOG");
        Engine::spawn_by(shell)
    }

    #[test]
    fn a_table_without_memory_leaves_the_old_one() {
        let mut engine = engine_with(800_000);
        engine.send("setoption name Hash value 64");
        assert!(engine.until_ready().is_empty());
        for megabytes in ["1000", "1048576"] {
            engine.send(&format!("setoption name Hash value {megabytes}"));
            assert!(has_error(&engine.until_ready(), &["Hash", "unchanged", megabytes]));
        }
        plays(&mut engine);
    }

    /// The first number fails for the memory of the threads, the second for their stacks.
    #[test]
    fn threads_that_are_refused_leave_the_old_ones() {
        let mut engine = engine_with(800_000);
        engine.send("setoption name Threads value 2");
        assert!(engine.until_ready().is_empty());
        for threads in ["1024", "100"] {
            engine.send(&format!("setoption name Threads value {threads}"));
            assert!(has_error(&engine.until_ready(), &["Threads", "unchanged", threads]));
        }
        plays(&mut engine);
    }

    #[test]
    fn a_full_disk_ends_the_log_and_nothing_else() {
        let mut engine = Engine::start();
        engine.send("setoption name Debug Log File value /dev/full");
        assert!(has_error(&engine.until_ready(), &["log", "No space left"]));
        assert!(engine.until_ready().is_empty(), "it is said once");
        plays(&mut engine);
    }

    /// A network that can't be written whole leaves the old one, and nothing else, in its place.
    #[cfg(feature = "tune")]
    #[test]
    fn a_full_disk_leaves_the_old_network() {
        let folder = format!("{}/full-disk", env!("CARGO_TARGET_TMPDIR"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        let run = |limit: &str, arguments: &str| {
            // A file that grows above the limit is an error, not the signal's end.
            let line = format!("trap '' XFSZ; {limit} exec \"$0\" {arguments}");
            let mut shell = Command::new("sh");
            shell.args(["-c", &line, env!("CARGO_BIN_EXE_nullfenster")]).current_dir(&folder);
            shell.output().expect("a shell")
        };
        assert!(run("", "datagen games --positions 4000 --nodes 10").status.success());
        let files = || {
            let entries = fs::read_dir(&folder).expect("the folder");
            let mut names: Vec<_> =
                entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        let before = files();
        let train = "train games --out net --hidden 32 --outputs 1 --epochs 1";
        let refused = run("ulimit -f 8;", train);
        let error = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && error.contains("net"), "{error}");
        assert_eq!(files(), before);
        fs::write(format!("{folder}/net"), "old").expect("a file");
        assert!(!run("ulimit -f 8;", train).status.success());
        assert_eq!(fs::read(format!("{folder}/net")).expect("the old file"), b"old");
        assert_eq!(files().len(), before.len() + 1);
    }

    #[test]
    fn a_log_that_nobody_reads_is_refused() {
        let path = format!("{}/pipe.log", env!("CARGO_TARGET_TMPDIR"));
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Debug Log File value {path}"));
        assert!(has_error(&engine.until_ready(), &["Debug Log File", "pipe.log", "pipe"]));
        plays(&mut engine);
    }

    /// Nothing would be read that could end the wait for its first byte.
    #[test]
    fn positions_from_a_pipe_are_refused() {
        let path = format!("{}/positions.pipe", env!("CARGO_TARGET_TMPDIR"));
        let _ = fs::remove_file(&path);
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo").success());
        let mut engine = Engine::start();
        for command in ["bench 1 1 1", "genfens 1 seed 1 book"] {
            engine.send(&format!("{command} {path}"));
            assert!(has_error(&engine.until_ready(), &["positions.pipe", "not a file"]));
            // The input of the engine itself.
            engine.send(&format!("{command} -"));
            assert!(has_error(&engine.until_ready(), &["-: not a file"]));
        }
        plays(&mut engine);
    }
}

/// Mate in one among many moves; mated; one move; stalemate.
#[test]
fn more_lines_are_wanted_than_there_are_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 256");
    for (fen, depth) in [
        ("6k1/5ppp/8/8/8/8/8/K2RR3 w - - 0 1", 6),
        ("7k/8/8/8/8/8/r7/1r4K1 w - - 0 1", 4),
        ("k7/8/8/8/8/8/1r6/K7 w - - 0 1", 9),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 9),
    ] {
        engine.send(&format!("position fen {fen}"));
        let position = Position::from_fen(fen).unwrap();
        let said = engine.go(&format!("go depth {depth}"));
        let moves = position.legal_moves();
        let is_last = |line: &&String| {
            line.contains(&format!("info depth {depth} ")) && !line.contains("bound ")
        };
        let found: Vec<&str> = said
            .iter()
            .filter(is_last)
            .filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next())
            .collect();
        let mut different = found.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!((found.len(), different.len()), (moves.len(), moves.len()), "{said:#?}");
        if moves.is_empty() {
            assert_eq!(said.last().map(String::as_str), Some("bestmove (none)"));
        }
    }
}

/// With locked pawns iterations take no time; the search ends at the maximum depth.
#[test]
fn the_deepest_iteration_ends_the_search() {
    let mut engine = Engine::start();
    // With a network the search may have millions of nodes here.
    engine.send("setoption name Evaluation value Classical");
    engine.send("position fen 8/8/1k6/p1p1p1p1/P1P1P1P1/1K6/8/8 w - - 0 1");
    for limit in ["depth 1000000", "depth 4294967295", "nodes 18446744073709551615 depth 250"] {
        let lines = engine.go(&format!("go {limit}"));
        let deepest = lines.iter().rev().find(|line| line.starts_with("info depth")).unwrap();
        let depth: u32 = deepest.split(' ').nth(2).unwrap().parse().unwrap();
        assert!((200..=246).contains(&depth), "{deepest}");
    }
}

/// A random game of a thousand plies and more.
#[test]
fn a_very_long_game_is_played_to_its_end() {
    let mut engine = Engine::start();
    let mut random = Random(500);
    let mut moves: Vec<Move> = Vec::new();
    let mut text = String::from("position startpos moves");
    let mut position = Position::startpos();
    while moves.len() < 1200 {
        let legal = position.legal_moves();
        // Captures only if there is nothing else, so that the game lasts.
        let quiet: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| position.captured(mv).is_none() && mv.promoted_kind().is_none())
            .collect();
        let mv = random.pick(if quiet.is_empty() { &legal } else { &quiet });
        text.push_str(&format!(" {}", notation::format_move(mv, false)));
        position = position.make(mv);
        moves.push(mv);
        if position.legal_moves().is_empty() {
            break;
        }
        if moves.len().is_multiple_of(50) {
            engine.send(&text);
            let best = engine.best_move("go nodes 300");
            assert!(notation::parse_move(&position, &best).is_some(), "{best} in {position}");
        }
    }
    assert!(moves.len() >= 1000, "the game ended after {} plies", moves.len());
}

/// Many moves, many queens, many checks: lists and stacks have room for them.
#[test]
fn crowded_boards_are_searched() {
    let mut engine = Engine::start();
    for fen in [
        // 218 moves, the most there can be.
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        // Nine queens against nine.
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ b - - 0 1",
        // Sixteen pawns about to promote.
        "8/PPPPPPPP/8/7k/K7/8/pppppppp/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        engine.send(&format!("position fen {fen}"));
        for (lines, limit) in [("1", "nodes 20000"), ("256", "nodes 20000"), ("256", "movetime 50")]
        {
            engine.send(&format!("setoption name MultiPV value {lines}"));
            let best = engine.best_move(&format!("go {limit}"));
            assert!(notation::parse_move(&position, &best).is_some(), "{best} in {fen}");
        }
    }
}

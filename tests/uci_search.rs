//! Searches as a GUI asks for them: limits, `stop`, pondering, queues.
#![allow(missing_docs)]

mod support;

use nullfenster::uci::command::{Command, parse};
use std::thread;
use std::time::{Duration, Instant};
use support::{Engine, has_error, pipe, text};

/// Fool's mate: White is mated.
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
const STALEMATE: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn every_go_is_searched() {
    let mut engine = Engine::start();
    for line in [
        "go wtime 100",
        "go btime 100",
        "go winc 50",
        "go movestogo 5 binc 3 btime 900 winc 3 wtime 900",
        "go nodes 300 depth 40 wtime 5000",
        "go wtime 0 btime 578",
        "go wtime -50 btime 100",
        "go wtime 1 btime 1",
        "go depth 0",
        "go nodes 0",
        "go movetime 0",
        "go mate 0",
        "go movetime 20",
        "go mate 1 depth 3",
        "go searchmoves e2e4 d2d4 depth 2",
        "go depth 2 searchmoves e2e4 e7e5 joho",
        "go ponderhit depth 2",
        "go depth x movetime 10",
        "go depth movetime 10",
        "go depth 2 nodes",
        "go wtime 99999999999999999999 depth 2",
    ] {
        let best = engine.best_move(line);
        assert_ne!(best, "(none)", "{line}");
        if line.contains("searchmoves") {
            assert!(["e2e4", "d2d4"].contains(&best.as_str()), "{line}: {best}");
        }
    }
    engine.send("go depth x joho 3 nodes 10");
    let lines = engine.until("bestmove");
    assert!(has_error(&lines, &["depth", "'x'"]) && has_error(&lines, &["'joho'"]), "{lines:?}");
}

#[test]
fn a_limit_of_nothing_is_one_iteration() {
    let mut engine = Engine::start();
    for line in ["go depth 0", "go nodes 0", "go movetime 0", "go mate 0"] {
        let lines = engine.go(line);
        assert!(!lines.iter().any(|line| line.starts_with("info depth 2 ")), "{lines:?}");
    }
}

#[test]
fn no_allowed_move_is_no_move() {
    let mut engine = Engine::start();
    assert_eq!(engine.best_move("go searchmoves 0000 depth 3"), "(none)");
    assert_eq!(engine.best_move("go searchmoves e2e5"), "(none)");
}

#[test]
fn infinite_searches_end_only_when_told() {
    let mut engine = Engine::start();
    let setups = [
        "startpos".to_owned(),
        format!("fen {MATED}"),
        format!("fen {STALEMATE}"),
        "fen 7k/8/8/8/8/8/5q2/7K w - - 0 1".to_owned(),
    ];
    for setup in setups {
        for go in ["go infinite", "go infinite depth 1", "go ponder wtime 50 btime 50", "go ponder"]
        {
            engine.send(&format!("position {setup}"));
            engine.send(go);
            engine.stays_silent();
            engine.send("stop");
            engine.until("bestmove");
            assert!(engine.until_ready().is_empty());
        }
    }
}

/// A GUI that analyses shows mate and stalemate before it stops the search.
#[test]
fn mate_and_stalemate_are_said_at_once() {
    let mut engine = Engine::start();
    for (fen, score) in [(MATED, "mate 0"), (STALEMATE, "cp 0")] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go infinite");
        let lines = engine.until_ready();
        assert!(lines.iter().any(|line| line.ends_with(&format!("score {score}"))), "{lines:?}");
        engine.send("stop");
        assert_eq!(engine.until("bestmove").len(), 1);
    }
}

#[test]
fn stop_and_the_ponder_hit_may_come_at_any_moment() {
    for threads in [1, 3] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Threads value {threads}"));
        for step in 0..1000_u64 {
            let (go, end) = match step % 4 {
                0 => ("go infinite", "stop"),
                1 => ("go ponder wtime 60000 btime 60000", "stop"),
                2 => ("go ponder movetime 1", "ponderhit"),
                _ => ("go movetime 3", "stop"),
            };
            engine.send(go);
            // 0 to 5 milliseconds, in no order.
            thread::sleep(Duration::from_micros(step * 1987 % 5000));
            engine.send(end);
            let lines = engine.until("bestmove");
            assert!(!lines.last().is_some_and(|line| line.contains("(none)")), "{step}: {lines:?}");
            let rest = engine.until_ready();
            assert_eq!(best_moves(&rest), 0, "{step}: {rest:?}");
        }
    }
}

#[test]
fn the_ponder_hit_starts_the_clock() {
    let mut engine = Engine::start();
    for go in ["go ponder wtime 500 btime 500", "go ponder movetime 50", "go ponder depth 2"] {
        engine.send(go);
        engine.stays_silent();
        engine.send("ponderhit");
        engine.until("bestmove");
    }
    // A ponder hit for a search that has not begun yet must not be lost.
    engine.send("go infinite");
    engine.send("go ponder movetime 50");
    engine.send("ponderhit");
    engine.until("bestmove");
    engine.until("bestmove");
}

#[test]
fn a_go_waits_for_a_finite_search_and_ends_an_infinite_one() {
    let mut engine = Engine::start();
    for line in ["go depth 3", "go infinite", "go ponder wtime 100", "go infinite", "stop"] {
        engine.send(line);
    }
    for _ in 0..4 {
        engine.until("bestmove");
    }
    engine.stays_silent();
}

#[test]
fn the_only_move_is_played_early_by_the_clock_only() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/6q1/7K w - - 0 1");
    // Hours on the clock, but nothing to think about.
    let lines = engine.go("go wtime 9999999 btime 9999999");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove h1g2"));
    assert!(!lines.iter().any(|line| line.starts_with("info depth 20 ")), "{lines:?}");
    // A longer game, so that the search does not end by itself.
    engine.send("position fen 8/5N2/5R2/2p1Pk2/2P1r2p/3B2P1/6K1/r7 b - - 1 1");
    let started = Instant::now();
    engine.go("go movetime 300");
    assert!(started.elapsed() >= Duration::from_millis(200), "{:?}", started.elapsed());
    let lines = engine.go("go depth 12");
    assert!(lines.iter().any(|line| line.starts_with("info depth 12 ")), "{lines:?}");
}

#[test]
fn a_search_for_a_mate_ends_where_there_is_none() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4 e7e5");
    let lines = engine.go("go mate 2");
    assert!(lines.iter().any(|line| line == "info string no mate in 2"), "{lines:?}");
    // Another limit holds, too.
    let lines = engine.go("go mate 20 depth 5");
    assert!(!lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    // The side to move is the one that is mated.
    engine.send("position fen 7k/8/5K2/8/8/8/8/1Q6 b - - 0 1");
    let lines = engine.go("go mate 3");
    assert!(lines.iter().any(|line| line.contains(" score mate -")), "{lines:?}");
}

#[test]
fn a_search_does_not_delay_what_needs_no_engine() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("debug on");
    let mut lines = engine.until_ready();
    engine.send("stp");
    lines.extend(engine.until_ready());
    assert!(lines.iter().any(|line| line == "info string received: isready"), "{lines:?}");
    assert!(has_error(&lines, &["unknown command", "'stp'"]), "{lines:?}");
    assert_eq!(best_moves(&lines), 0);
    engine.best_move("stop");
}

#[test]
fn signals_without_a_search_mean_nothing() {
    let mut engine = Engine::start();
    for line in ["stop", "ponderhit", "stop"] {
        engine.send(line);
    }
    assert!(engine.until_ready().is_empty());
    // Nor do they end the next search.
    assert!(engine.go("go depth 4").iter().any(|line| line.starts_with("info depth 4 ")));
}

/// A mate may never be found; such a search must not make the engine deaf.
#[test]
fn a_search_for_a_mate_can_be_ended() {
    let output = text(&pipe("position startpos\ngo mate 50\nwait\nstop\nisready\nquit\n").stdout);
    assert_eq!(output.matches("bestmove").count(), 1, "{output}");
    assert!(output.contains("readyok"), "{output}");
    // The end of the input.
    let output = text(&pipe("position startpos\ngo mate 50\nwait\n").stdout);
    assert_eq!(output.matches("bestmove").count(), 1, "{output}");
    // Another search.
    let mut engine = Engine::start();
    engine.send("go mate 50");
    engine.send("go depth 3");
    engine.until("bestmove");
    engine.until("bestmove");
    // Half a clock of the other side is a clock.
    engine.best_move("go binc 10");
}

/// Whatever is waited for, no line behind it is lost, and the end of the input ends it.
#[test]
fn a_second_wait_is_like_the_first() {
    for (input, answers) in [
        ("go depth 5\nwait\ngo mate 50\nwait\nstop\nisready\n", 2),
        ("go depth 5\nwait\ngo mate 50\nwait\n", 2),
        ("go mate 50\nwait\ngo depth 3\n", 2),
        ("go mate 50\ngo depth 9\nwait\n", 2),
        ("go perft 3\ngo mate 50\nwait\n", 1),
    ] {
        let output = text(&pipe(input).stdout);
        assert_eq!(output.matches("bestmove").count(), answers, "{input}: {output}");
        assert_eq!(output.contains("readyok"), input.contains("isready"), "{output}");
    }
    let output = text(&pipe("go mate 50\ngo depth 9\nwait\n").stdout);
    assert!(output.contains(" depth 9 "), "the second search has its time: {output}");
}

/// Lines behind a `wait` keep their order.
#[test]
fn what_follows_a_wait_waits() {
    let output = text(&pipe("go depth 6\nwait\ngo infinite\nstop\nisready\nquit\n").stdout);
    assert_eq!(output.matches("bestmove").count(), 2, "{output}");
    assert!(output.contains(" depth 6 ") && output.contains("readyok"), "{output}");
}

#[test]
fn wait_lets_a_script_end_its_searches() {
    let output = pipe("go depth 5\nwait\ngo movetime 30\nwait\nisready\nquit\n");
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:#?}");
    assert_eq!((best_moves(&lines), output.status.code()), (2, Some(0)));
    assert_eq!(lines.last().map(String::as_str), Some("readyok"));
    let mut engine = Engine::start();
    engine.send("wait");
    engine.send("go infinite");
    engine.send("wait");
    assert!(has_error(&engine.until_ready(), &["wait"]));
}

#[test]
fn words_at_random_get_one_best_move_for_each_go() {
    let words = [
        "go",
        "go",
        "position",
        "startpos",
        "fen",
        MATED,
        STALEMATE,
        "moves",
        "e2e4",
        "e7e5",
        "stop",
        "ponderhit",
        "infinite",
        "ponder",
        "depth",
        "movetime",
        "nodes",
        "wtime",
        "mate",
        "0",
        "3",
        "-7",
        "x",
        "isready",
        "setoption",
        "name",
        "MultiPV",
        "value",
        "searchmoves",
        "ucinewgame",
        "debug",
        "on",
        "uci",
        "\u{fc}",
        "d",
        "eval",
        "\t",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut engine = Engine::start();
    let mut expected = 0;
    for _ in 0..300 {
        let count = 1 + random(7);
        let line = (0..count).map(|_| words[random(words.len())]).collect::<Vec<_>>().join(" ");
        expected += usize::from(matches!(parse(&line).command, Command::Go(_)));
        engine.send(&line);
    }
    engine.send("stop");
    assert!(expected > 20);
    for _ in 0..expected {
        engine.until("bestmove");
    }
    engine.stays_silent();
    engine.close_stdin();
    let (lines, status, stderr) = engine.finish();
    assert_eq!((best_moves(&lines), status.code(), stderr.as_str()), (0, Some(0), ""));
}

/// The proof is about the best move; the other lines must not keep the search from its end.
#[test]
fn a_search_for_mates_with_several_lines_ends() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 2");
    engine.send("position startpos");
    let lines = engine.go("go mate 1");
    assert!(lines.iter().any(|line| line.contains("no mate in 1")), "{lines:?}");
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(engine.best_move("go mate 2"), "a1a8");
}

/// The other lines are searched after the proof: neither they nor a `stop` hide the mate again.
#[test]
fn a_mate_that_was_proved_stays_the_first_of_several_lines() {
    let fen = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w - - 0 1";
    for stops in [true, false] {
        let mut engine = Engine::start();
        engine.send("setoption name MultiPV value 3");
        engine.send(&format!("position fen {fen}"));
        engine.send("go mate 2");
        engine.until("info depth 3 seldepth 3 multipv 1 score mate 2");
        if stops {
            engine.send("stop");
        }
        let lines = engine.until("bestmove");
        assert!(lines.last().is_some_and(|line| line.starts_with("bestmove d2h6")), "{lines:?}");
        let of_line = |number: usize| {
            let word = format!(" multipv {number} ");
            lines.iter().rfind(|line| line.contains(&word)).cloned().unwrap_or_default()
        };
        assert!(of_line(1).contains(" score mate 2 "), "{lines:?}");
        if !stops {
            assert!((2..=3).all(|line| of_line(line).contains(" depth 4 ")), "{lines:?}");
        }
    }
}

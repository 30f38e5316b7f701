//! The commands of the protocol, as a GUI sees them: the real binary, lines in,
//! lines out.
#![allow(missing_docs)]

mod support;

use std::io::Write;
use std::process::Stdio;
use support::{Engine, command, has_error, pipe, text};

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

#[test]
fn bytes_of_any_kind_are_read() {
    let mut engine = Engine::spawn();
    engine.send_bytes(b"\xEF\xBB\xBFuci\r\n");
    engine.until("uciok");
    engine.send_bytes(b"setoption name Debug\xFCLog value M\xFCller\r\n");
    assert!(has_error(&engine.until_ready(), &["unknown option"]));
    engine.send_bytes(b"\x00\xFF\xFE\r\n\n\n \t isready \t\r\n");
    assert!(has_error(&engine.until("readyok"), &["unknown command"]));
}

#[test]
fn unknown_words_are_skipped() {
    let mut engine = Engine::start();
    engine.send("joho debug on");
    engine.send("isready");
    let lines = engine.until("readyok");
    assert!(lines.contains(&"info string received: isready".to_owned()), "{lines:?}");
    engine.send("debug off");
    engine.until_ready();
    assert!(engine.until_ready().is_empty());
}

#[test]
fn unknown_lines_are_errors_only_after_the_greeting() {
    let mut engine = Engine::spawn();
    for line in ["xboard", "protover 2", "accepted sigint", "accepted debug", "level 40 5 0"] {
        engine.send(line);
    }
    assert!(engine.until_ready().is_empty());
    engine.send("uci");
    engine.until("uciok");
    for line in ["xboard", "protover 2", "register later"] {
        engine.send(line);
    }
    assert!(engine.until_ready().is_empty());
    engine.send("accepted sigint");
    assert!(has_error(&engine.until_ready(), &["unknown command 'accepted sigint'"]));
}

#[test]
fn lines_of_any_length_are_read() {
    let mut engine = Engine::start();
    engine.send(&"x".repeat(1 << 20));
    assert!(has_error(&engine.until_ready(), &["unknown command"]));
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(2500);
    engine.send(&format!("position startpos moves{shuffle} e2e4"));
    assert!(engine.fen().contains(" b "));
}

#[test]
fn the_end_of_the_input_ends_the_search_and_the_engine() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.close_stdin();
    let (lines, status, _) = engine.finish();
    assert_eq!((best_moves(&lines), status.code()), (1, Some(0)));
}

#[test]
fn quit_ends_the_search_and_the_engine() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("quit");
    let (lines, status, stderr) = engine.finish();
    assert_eq!((best_moves(&lines), status.code()), (1, Some(0)));
    assert_eq!(stderr, "");
}

#[test]
fn queued_searches_are_answered_at_the_end_of_the_input() {
    let output = pipe("go depth 60\nposition startpos moves e2e4\ngo infinite\ngo infinite\n");
    let lines: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!((best_moves(&lines), output.status.code()), (3, Some(0)));
}

#[test]
fn a_closed_output_ends_the_engine_quietly() {
    let mut child = command()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"uci\nisready\n").expect("the engine reads");
    let output = child.wait_with_output().expect("the engine ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
}

#[test]
fn the_greeting_can_be_repeated() {
    let mut engine = Engine::spawn();
    engine.send("uci");
    let first = engine.until("uciok");
    engine.send("uci");
    assert_eq!(engine.until("uciok"), first);
}

#[test]
fn isready_is_answered_during_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    for _ in 0..3 {
        let lines = engine.until_ready();
        assert_eq!(best_moves(&lines), 0);
    }
    engine.send("stop");
    engine.until("bestmove");
    assert!(engine.until_ready().is_empty());
}

#[test]
fn a_new_game_keeps_the_engine_going() {
    let mut engine = Engine::start();
    let first = engine.go("go depth 5");
    engine.send("ucinewgame");
    let nodes = |lines: &[String]| {
        let line = lines.iter().rev().find(|line| line.contains(" nodes ")).expect("info");
        line.split(' ').skip_while(|word| *word != "nodes").nth(1).map(str::to_owned)
    };
    // Everything is forgotten, so the same search has the same nodes.
    assert_eq!(nodes(&engine.go("go depth 5")), nodes(&first));
}

#[test]
fn options_are_set_and_errors_named() {
    let mut engine = Engine::start();
    for line in [
        "setoption name hash value 8",
        "setoption name   MOVE   overhead   value  50 ",
        "setoption name MoveOverhead value 30",
        "setoption name Threads value 2",
        "setoption name Clear Hash",
        "setoption name Debug Log File value <empty>",
        "setoption name Debug Log File value",
        "setoption name Debug Log File",
        "setoption name UCI_EngineAbout value anything",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
    ] {
        engine.send(line);
        assert_eq!(engine.until_ready(), [""; 0], "{line}");
    }
    for (line, words) in [
        ("setoption name Hash value abc", ["Hash", "abc"]),
        ("setoption name Hash value 0", ["Hash", "0"]),
        ("setoption name Hash value -5", ["Hash", "-5"]),
        ("setoption name Hash value 99999999999999999999", ["Hash", "99999999999999999999"]),
        ("setoption name Hash", ["Hash", "value"]),
        ("setoption name Ponder value maybe", ["Ponder", "maybe"]),
        ("setoption name No Such Thing value 1", ["No Such Thing", "option"]),
        ("setoption Hash value 5", ["setoption", "name"]),
    ] {
        engine.send(line);
        assert!(has_error(&engine.until_ready(), &words), "{line}");
    }
    assert_ne!(engine.best_move("go depth 3"), "(none)");
}

#[test]
fn options_and_positions_wait_for_the_end_of_a_search() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    engine.send("setoption name MultiPV value 2");
    engine.send("position startpos moves e2e4");
    engine.send("go depth 2");
    let first = engine.until("bestmove");
    assert!(!first.iter().any(|line| line.contains(" multipv 2 ")));
    let second = engine.until("bestmove");
    assert!(second.iter().any(|line| line.contains(" multipv 2 ")));
    let reply = second.last().expect("a line").split(' ').nth(1).expect("a move");
    assert!(reply.as_bytes()[1] > b'6', "Black moves: {reply}");
}

#[test]
fn a_bad_position_is_reported_and_never_searched() {
    let mut engine = Engine::start();
    for (line, words) in [
        ("position startpos moves e2e4 e7e5 e4e5 d7d6", ["'e4e5'", "ply 3"]),
        ("position startpos moves e2e4 0000", ["'0000'", "ply 2"]),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", ["illegal", "king"]),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", ["FEN", "rank"]),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", ["FEN", "'x'"]),
        ("position fen", ["FEN", ""]),
        ("position", ["position", "startpos"]),
    ] {
        engine.send("position startpos");
        engine.send(line);
        assert!(has_error(&engine.until_ready(), &words), "{line}");
        if line != "position" {
            assert_eq!(engine.best_move("go wtime 1000 btime 1000"), "(none)", "{line}");
        }
    }
    engine.send("position startpos moves e2e4");
    assert_ne!(engine.best_move("go depth 1"), "(none)");
}

#[test]
fn fens_of_all_forms_are_read() {
    let mut engine = Engine::start();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
        "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1",
        "rnqnbbkr/pppppppp/8/8/8/8/PPPPPPPP/BNRBNKQR w HCha - 0 1",
    ] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.until_ready(), [""; 0], "{fen}");
        assert_eq!(engine.fen().split(' ').next(), fen.split(' ').next());
        assert_ne!(engine.best_move("go depth 1"), "(none)");
    }
}

#[test]
fn castling_is_read_in_both_forms() {
    let mut engine = Engine::start();
    let moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
    let mut fens = ["e1g1 e8g8", "e1h1 e8h8"].map(|castling| {
        engine.send(&format!("position startpos moves {moves} {castling}"));
        engine.fen()
    });
    assert!(fens[0].starts_with("rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w"));
    assert_eq!(fens[0], fens[1]);
    // The option changes how castling is written, not the position.
    engine.send("setoption name UCI_Chess960 value true");
    fens[1] = engine.fen();
    assert_eq!(fens[0], fens[1]);
}

/// Long commands end at `stop`; what comes behind them is executed.
#[test]
fn a_long_command_can_be_stopped() {
    let mut engine = Engine::start();
    for command in
        ["go perft 15", "perft 15 startpos", "bench 1 1 200", "bench 1 1 15 default perft"]
    {
        engine.send(command);
        engine.send("stop");
        let answers = engine.until_ready();
        assert!(has_error(&answers, &["stopped"]), "{command}: {answers:?}");
    }
    engine.send("genfens 1000000 seed 1 book None");
    engine.send("stop");
    assert!(engine.until_ready().len() < 1000);
    engine.send("go perft 15");
    engine.send("position startpos moves e2e4");
    engine.send("stop");
    assert!(has_error(&engine.until_ready(), &["stopped"]));
}

/// Results that are piped somewhere are complete, whatever the input ends with.
#[test]
fn piped_commands_end_with_their_result() {
    for (input, result) in [
        ("go perft 4\n", "197281"),
        ("go perft 4\nquit\n", "197281"),
        ("go perft 4\nwait\nquit\n", "197281"),
        ("bench 1 1 1\nquit\n", "nps"),
        ("go depth 9\n", "info depth 9 "),
        ("go depth 9\nwait\nquit\n", "info depth 9 "),
    ] {
        let output = text(&pipe(input).stdout);
        assert!(output.contains(result), "{input:?}: {output}");
    }
}

#[test]
fn quit_ends_a_search_behind_a_wait() {
    let mut engine = Engine::start();
    // No mate in that many moves is proved or found.
    for line in ["go mate 30", "wait", "quit"] {
        engine.send(line);
    }
    let (lines, status, _) = engine.finish();
    assert!(status.success() && lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
}

/// Too many lines behind a `wait` or a long command are left out, which is said once; `quit` is not.
#[test]
fn too_many_lines_are_left_out() {
    for work in ["go infinite\nwait", "perft 7"] {
        let lines = "position startpos\n".repeat(45_000);
        let output = text(&pipe(&format!("{work}\n{lines}stop\nquit\n")).stdout);
        assert_eq!(output.matches("too many commands").count(), 1, "{work}: {output}");
    }
}

/// A line with thousands of faults gets a few answers.
#[test]
fn faults_without_number_are_summed_up() {
    let mut engine = Engine::start();
    engine.send(&format!("go depth 1 searchmoves{}", " e2e5".repeat(5000)));
    let answers = engine.until("bestmove");
    assert!(has_error(&answers, &["e2e5"]) && has_error(&answers, &["4990 more"]), "{answers:?}");
    assert!(answers.len() < 20);
}

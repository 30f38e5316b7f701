//! The engine's output: what GUIs and match runners insist on.
#![allow(missing_docs)]

mod support;

use nullfenster::board::{Position, notation};
use support::{Engine, pipe, text};

/// The words of an info line in their order.
const ORDER: [&str; 15] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "cp",
    "mate",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "pv",
];

fn infos(lines: &[String]) -> Vec<&String> {
    lines.iter().filter(|line| line.starts_with("info ") && line.contains(" pv ")).collect()
}

fn pv(line: &str) -> Vec<&str> {
    line.split_once(" pv ").map_or(Vec::new(), |(_, moves)| moves.split(' ').collect())
}

#[test]
fn the_greeting_keeps_to_the_letter() {
    let mut engine = Engine::spawn();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Nullfenster "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert!(lines[2].starts_with("info string board "), "{lines:?}");
    for line in &lines[3..lines.len() - 1] {
        let rest = line.strip_prefix("option name ").expect("an option");
        let (_, kind) = rest.split_once(" type ").expect("a type");
        let words: Vec<&str> = kind.split(' ').collect();
        match words[..] {
            ["button"] | ["check", "default", "true" | "false"] => {}
            ["spin", "default", default, "min", min, "max", max] => {
                let [default, min, max] =
                    [default, min, max].map(|number| number.parse::<i32>().expect("an i32"));
                assert!(min <= default && default <= max, "{line}");
            }
            ["string", "default", _, ..] => {}
            ["combo", "default", default, "var", ref rest @ ..] => {
                let values: Vec<&str> =
                    rest.split(|&word| word == "var").map(|words| words[0]).collect();
                assert!(values.contains(&default) && values.len() > 1, "{line}");
            }
            _ => panic!("{line}"),
        }
    }
    for name in ["Hash", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960"] {
        assert!(lines.iter().any(|line| line.contains(&format!(" {name} type "))), "{name}");
    }
    for option in [
        "option name Hash type spin default 16 min 1 max 1048576",
        "option name Threads type spin default 1 min 1 max 1024",
        "option name MultiPV type spin default 1 min 1 max 256",
        "option name Move Overhead type spin default 30 min 0 max 5000",
        "option name UCI_ShowWDL type check default false",
        "option name Clear Hash type button",
    ] {
        assert!(lines.iter().any(|line| line == option), "{option}");
    }
}

#[test]
fn nothing_but_answers_is_written() {
    let output = pipe("xboard\nuci\nisready\nposition startpos\ngo depth 4\nwait\nquit\n");
    assert_eq!(text(&output.stderr), "");
    for line in text(&output.stdout).lines() {
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["id", "option", "uciok", "readyok", "info", "bestmove"];
        assert!(known.contains(&word), "{line}");
    }
    assert!(!output.stdout.contains(&b'\r'));
}

#[test]
fn infos_are_in_order_and_their_lines_legal() {
    let mut engine = Engine::start();
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for wdl in ["false", "true"] {
        engine.send(&format!("setoption name UCI_ShowWDL value {wdl}"));
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("go depth 7");
        let infos = infos(&lines);
        assert!(!infos.is_empty());
        for line in &infos {
            let places: Vec<usize> = line
                .split(' ')
                .filter_map(|word| ORDER.iter().position(|&known| known == word))
                .collect();
            assert!(places.is_sorted(), "{line}");
            let all = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "time"];
            assert!(all.iter().all(|word| line.contains(&format!("{word} "))), "{line}");
            assert_eq!(line.contains(" wdl "), wdl == "true", "{line}");
            let mut position = Position::from_fen(fen).expect("a FEN");
            for text in pv(line) {
                let mv = notation::parse_move(&position, text).expect(line);
                position = position.make(mv);
            }
        }
        let last = infos.last().expect("a line");
        assert!(!last.contains("bound"), "{last}");
        let best = lines.last().expect("a line");
        assert_eq!(best.split(' ').nth(1), pv(last).first().copied());
    }
}

#[test]
fn as_many_lines_as_wanted_but_not_more_than_moves() {
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 5");
    for (fen, count) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5),
        ("7k/8/8/8/8/8/6PP/6NK w - - 0 1", 5),
        ("7k/8/8/8/8/7q/8/K7 w - - 0 1", 3),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("go depth 3");
        let ranks: Vec<usize> = infos(&lines)
            .iter()
            .filter(|line| line.starts_with("info depth 3 ") && !line.contains("bound"))
            .map(|line| {
                let rank = line.split(' ').skip_while(|word| *word != "multipv").nth(1);
                rank.and_then(|rank| rank.parse().ok()).expect("a rank")
            })
            .collect();
        let tail = &ranks[ranks.len() - count..];
        assert_eq!(tail, (1..=count).collect::<Vec<_>>(), "{fen}: {ranks:?}");
        assert_eq!(ranks.iter().max(), Some(&count));
    }
}

#[test]
fn castling_is_written_as_the_gui_reads_it() {
    let mut engine = Engine::start();
    engine.send("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(engine.best_move("go depth 1 searchmoves e1g1"), "e1g1");
    assert_eq!(engine.best_move("go depth 1 searchmoves e1h1"), "e1g1");
    engine.send("setoption name UCI_Chess960 value true");
    assert_eq!(engine.best_move("go depth 1 searchmoves e1g1"), "e1h1");
    engine.send("setoption name UCI_Chess960 value false");
    // These rights need king takes rook, whatever the option says.
    engine.send("position fen 4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
    assert_eq!(engine.best_move("go depth 1 searchmoves e1g1"), "e1g1");
    engine.send("position fen 4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    assert_eq!(engine.best_move("go depth 1 searchmoves f1g1"), "f1g1");
}

#[test]
fn promotions_are_in_lower_case() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/P7/8/8/8/8/8/7K w - - 0 1");
    assert_eq!(engine.best_move("go depth 1 searchmoves a7a8q"), "a7a8q");
    assert_eq!(engine.best_move("go depth 1 searchmoves a7a8n"), "a7a8n");
    // As people write it.
    assert_eq!(engine.best_move("go depth 1 searchmoves a8=N"), "a7a8n");
}

#[test]
fn mate_and_stalemate_are_reported_without_a_move() {
    let mut engine = Engine::start();
    for (fen, score) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp"),
    ] {
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("go wtime 1000 btime 1000");
        assert_eq!(lines, [format!("info depth 0 score {score} 0"), "bestmove (none)".to_owned()]);
    }
}

#[test]
fn a_mate_is_counted_in_moves_and_its_line_ends_in_it() {
    let mut engine = Engine::start();
    engine.send("position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let lines = engine.go("go depth 8");
    let last = infos(&lines).last().copied().cloned().expect("a line");
    let words: Vec<&str> = last.split(' ').skip_while(|word| *word != "mate").collect();
    let moves: usize = words.get(1).expect(&last).parse().expect("a number");
    assert_eq!(pv(&last).len(), 2 * moves - 1, "{last}");
}

/// A mate found with a null window on the principal variation: nothing may follow
/// it in the line.
#[test]
fn a_line_ends_in_its_mate() {
    for fen in [
        "1r1qkbr1/1Q2p1pp/2p1B3/p3B1p1/2pP2n1/2N4P/PP3nPR/3RK3 w - - 0 26",
        "1r4r1/1pp1k2n/7p/5Qp1/pPPq4/b2b4/P4PPP/R3KBNR b - - 0 27",
        "r1bbk2r/p2n1p1Q/8/1Np1PP2/1P5n/P6q/2K1NB1P/R4B1R w - - 4 27",
        "r4b1r/p3k3/2Q5/n2PpppN/3P3n/p3B2P/R2N1P1P/3R2K1 w - - 1 27",
    ] {
        let mut engine = Engine::start();
        engine.send(&format!("position fen {fen}"));
        for line in infos(&engine.go("go depth 8")) {
            let mut position = Position::from_fen(fen).expect("a FEN");
            for text in pv(line) {
                let mv = notation::parse_move(&position, text).expect(line);
                position = position.make(mv);
            }
        }
    }
}

#[test]
fn a_drawn_root_still_gets_a_move() {
    let mut engine = Engine::start();
    let shuffle = " g1f3 g8f6 f3g1 f6g8".repeat(3);
    engine.send(&format!("position startpos moves{shuffle}"));
    assert_ne!(engine.best_move("go depth 3"), "(none)");
    engine.send("position fen 8/8/4k3/8/8/3K4/8/R7 w - - 100 120");
    assert_ne!(engine.best_move("go depth 3"), "(none)");
    engine.send("position fen 8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    assert_ne!(engine.best_move("go depth 3"), "(none)");
}

#[test]
fn a_minimal_report_is_one_line() {
    let mut engine = Engine::start();
    engine.send("setoption name Minimal value true");
    let lines = engine.go("go depth 5");
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert_eq!(lines[1].split(' ').nth(1), pv(&lines[0]).first().copied());
}

#[test]
fn the_log_file_holds_both_directions() {
    let path = std::env::temp_dir().join(format!("nullfenster {}.log", std::process::id()));
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {}", path.display()));
    engine.until_ready();
    engine.send("setoption name Debug Log File value <empty>");
    engine.until_ready();
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log");
    let lines: Vec<_> = log.lines().map(|line| line.split_once(' ').expect("a time")).collect();
    assert_eq!([lines[0].1, lines[1].1], ["<< isready", ">> readyok"], "{log}");
    let [first, second] = [0, 1].map(|line| lines[line].0.parse::<f64>().expect("seconds"));
    assert!(1.7e9 < first && first <= second, "{log}");
    engine.send("setoption name Debug Log File value /no/such/folder/log");
    assert!(support::has_error(&engine.until_ready(), &["log"]));
}

/// First lines of sessions with real GUIs that other engines failed on.
#[test]
fn real_guis_get_their_answers() {
    let fritz = ["stop", "position startpos moves e2e4", "go infinite", "stop"];
    let cutechess = [
        "ucinewgame",
        "position fen 1Q6/P4pkp/6p1/8/2p5/7P/2p2PPK/q7 b - - 0 1",
        "isready",
        "go wtime 300 btime 300 movestogo 40",
    ];
    let lichess = [
        "setoption name UCI_AnalyseMode value true",
        "ucinewgame",
        "isready",
        "position startpos moves e2e4",
        "go movetime 50",
    ];
    let epd_runner = [
        "setoption name Hash value 8",
        "setoption name Contempt value 0",
        "setoption name Max CPUs value 1",
        "isready",
        "go nodes 1000",
    ];
    for session in [&fritz[..], &cutechess, &lichess, &epd_runner] {
        let mut engine = Engine::start();
        for line in session {
            engine.send(line);
        }
        let lines = engine.until("bestmove");
        assert!(!lines.last().expect("a line").contains("none"), "{session:?}");
    }
}

//! Effects of the options as a GUI sees them; books and tablebases have their own files.
#![allow(missing_docs)]

mod support;

use nullfenster::board::{Game, Position, notation};
use nullfenster::eval::network::Network;
use nullfenster::eval::normalised;
use nullfenster::types::{Color, Score};
use support::{Engine, has_error};

/// The number after a word of the last line that has it.
fn number_after(lines: &[String], word: &str) -> u64 {
    let number = lines.iter().rev().find_map(|line| {
        let mut words = line.split(' ');
        words.find(|&found| found == word)?;
        words.next()?.parse().ok()
    });
    number.unwrap_or_else(|| panic!("no {word}: {lines:?}"))
}

#[test]
fn a_cleared_table_makes_the_same_search() {
    let mut engine = Engine::start();
    let first = number_after(&engine.go("go depth 8"), "nodes");
    let again = number_after(&engine.go("go depth 8"), "nodes");
    assert_ne!(first, again, "the table was of no use");
    for clear in ["setoption name Clear Hash", "ucinewgame", "setoption name clear hash value x"] {
        engine.send(clear);
        assert_eq!(number_after(&engine.go("go depth 8"), "nodes"), first, "{clear}");
    }
}

#[test]
fn threads_come_and_go_between_searches() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 3");
    engine.send("position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1");
    assert_eq!(engine.best_move("go depth 6"), "d1d8");
    engine.send("setoption name Threads value 1");
    assert_eq!(engine.best_move("go depth 6"), "d1d8");
}

/// The histories of a thread are 2 MB.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_dropped_threads_goes_back_to_the_system() {
    let mut engine = Engine::start();
    let mut with_threads = |number: usize| {
        engine.send(&format!("setoption name Threads value {number}"));
        // Clearing its memory, each thread gets it.
        engine.send("ucinewgame");
        engine.until_ready();
        engine.resident()
    };
    let one = with_threads(1);
    for _ in 0..2 {
        let many = with_threads(33);
        let rest = with_threads(1);
        assert!(many > one + 60, "{many} MB with 33 threads, {one} with one");
        assert!(rest < one + 8, "{rest} MB are left of {many}, with one thread it was {one}");
    }
}

/// Searches with this policy until the threads that may not use all processors have these, in
/// the order of the processors.
#[cfg(target_os = "linux")]
fn binds(engine: &mut Engine, policy: &str, expected: &[&str]) {
    engine.send(&format!("setoption name NumaPolicy value {policy}"));
    engine.until_ready();
    let all = engine.processors()[0].clone();
    engine.send("go infinite");
    engine.until("info depth 5 ");
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    loop {
        let mut bound = engine.processors();
        bound.retain(|processors| *processors != all);
        bound.sort_unstable();
        if bound == expected {
            break;
        }
        // Threads are bound as soon as they run.
        assert!(std::time::Instant::now() < deadline, "{policy}: {bound:?}");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    engine.best_move("stop");
}

#[test]
#[cfg(target_os = "linux")]
fn threads_are_bound_to_the_nodes_of_the_policy() {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    if processors < 2 {
        return;
    }
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 3");
    // As on most machines, those with the lowest numbers are ours.
    binds(&mut engine, "1:0", &["0", "1", "1"]);
    for (wrong, reason) in [("0:1048575", "1048575"), ("0:0", "twice"), ("nodes", "'nodes'")] {
        engine.send(&format!("setoption name NumaPolicy value {wrong}"));
        assert!(has_error(&engine.until_ready(), &["NumaPolicy", "unchanged", reason]));
    }
    engine.send("setoption name Threads value 4");
    engine.send("ucinewgame");
    binds(&mut engine, "1:0", &["0", "0", "1", "1"]);
    binds(&mut engine, "0", &["0"; 4]);
    for free in ["none", "auto"] {
        binds(&mut engine, free, &[]);
    }
}

#[test]
fn win_probabilities_are_shown_only_if_asked_for() {
    let mut engine = Engine::start();
    assert!(!engine.go("go depth 4").iter().any(|line| line.contains(" wdl ")));
    engine.send("setoption name UCI_ShowWDL value true");
    let won = "position fen 4k3/8/8/8/8/8/8/QR2K3 w - - 0 1";
    for (position, expected) in [("position startpos", None), (won, Some("wdl 1000 0 0"))] {
        engine.send(position);
        let lines = engine.go("go depth 4");
        let infos: Vec<&String> = lines.iter().filter(|line| line.contains(" score ")).collect();
        for line in &infos {
            let (_, rest) = line.split_once(" wdl ").expect("win probabilities");
            let sum: u32 =
                rest.split(' ').take(3).map(|n| n.parse::<u32>().expect("a number")).sum();
            assert_eq!(sum, 1000, "{line}");
            assert!(line.find(" score ") < line.find(" wdl "), "{line}");
        }
        assert!(infos.last().is_some_and(|line| expected.is_none_or(|text| line.contains(text))));
    }
}

#[test]
fn chess960_changes_how_castling_is_written_and_not_the_position() {
    let mut engine = Engine::start();
    engine.send("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 7");
    let before = engine.fen();
    for (value, castling) in [("true", "e1h1"), ("false", "e1g1")] {
        engine.send(&format!("setoption name UCI_Chess960 value {value}"));
        assert_eq!(engine.fen(), before);
        assert_eq!(engine.best_move("go depth 2 searchmoves e1h1"), castling);
    }
}

#[test]
fn the_move_being_searched_is_reported_after_a_while() {
    let mut engine = Engine::start();
    engine.send("go infinite");
    loop {
        let line = engine.until("info depth").pop().expect("a line");
        if let Some((_, rest)) = line.split_once(" currmove ") {
            let words: Vec<&str> = rest.split(' ').collect();
            assert!(matches!(words[..], [_, "currmovenumber", _]), "{line}");
            let number: usize = words[2].parse().expect("a number");
            assert!((1..=20).contains(&number), "{line}");
            break;
        }
    }
    assert_ne!(engine.best_move("stop"), "(none)");
}

#[test]
fn a_clock_that_counts_nodes_makes_searches_repeatable() {
    let mut engine = Engine::start();
    engine.send("setoption name nodestime value 100");
    let go = "go wtime 10000 btime 10000 winc 100 binc 100";
    let mut nodes = || {
        engine.send("ucinewgame");
        number_after(&engine.go(go), "nodes")
    };
    let first = nodes();
    assert_eq!(first, nodes());
    // 10 seconds are a million nodes.
    assert!((1_000..=600_000).contains(&first), "{first}");
    engine.send("setoption name Slow Mover value 20");
    engine.send("ucinewgame");
    let hurried = number_after(&engine.go(go), "nodes");
    assert!(hurried < first, "{hurried} of {first}");
}

/// White has to take the queen: a draw. With tables one is seen at the root, too.
#[test]
fn a_draw_is_worth_less_to_an_engine_with_contempt() {
    let mut engine = Engine::start();
    let tables = concat!(
        "setoption name SyzygyPath value ",
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/syzygy"
    );
    for fen in ["8/8/8/8/8/k7/6q1/7K w - - 0 1", "8/8/8/3k4/8/1r6/8/K4R2 w - - 0 1"] {
        // What was learned with another contempt is forgotten each time.
        for (contempt, analyses, expected) in
            [(0, false, 0), (70, false, -70), (70, true, 0), (-30, false, 30)]
        {
            let expected =
                normalised(Score::cp(expected), &Position::from_fen(fen).expect("legal"));
            engine.send(&format!("setoption name Contempt value {contempt}"));
            engine.send(&format!("setoption name UCI_AnalyseMode value {analyses}"));
            engine.send(&format!("position fen {fen}"));
            let lines = engine.go("go depth 6");
            let last = lines.iter().rev().find(|line| line.contains(" score ")).expect("a score");
            assert!(last.contains(&format!(" score {expected} ")), "{fen}, {contempt}: {last}");
        }
        engine.send(tables);
        engine.until_ready();
    }
}

#[test]
fn the_board_is_turned_and_the_network_written() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    engine.send("flip");
    assert_eq!(engine.fen(), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let path = format!("{}/a network.nnue", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_file(&path);
    engine.send("export_net");
    assert!(has_error(&engine.until_ready(), &["export_net"]));
    engine.send(&format!("export_net {path}"));
    engine.until_ready();
    let written = std::fs::read(&path).expect("the file");
    let written = Network::from_bytes(&written).expect("a network");
    assert!(written == *Network::embedded(), "another network");
    engine.send(&format!("export_net {path}"));
    assert!(has_error(&engine.until_ready(), &["export_net", "exists"]), "nothing is overwritten");
}

#[test]
fn a_rating_bounds_the_nodes_on_any_number_of_threads() {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_Elo value 1500");
    let full = number_after(&engine.go("go depth 10"), "nodes");
    engine.send("setoption name UCI_LimitStrength value true");
    for threads in [1, 4] {
        engine.send(&format!("setoption name Threads value {threads}"));
        for go in ["go depth 10", "go wtime 60000 btime 60000", "go movetime 60000"] {
            let nodes = number_after(&engine.go(go), "nodes");
            assert!(nodes < full / 10, "{go} with {threads} threads: {nodes} of {full}");
        }
    }
    // Analysis and mate searches are never weakened.
    let lines = engine.go("go mate 4 depth 8");
    assert!(lines.iter().any(|line| line.starts_with("info depth 8 ")), "{lines:?}");
    engine.send("go infinite");
    engine.until("info depth 11 ");
    engine.best_move("stop");
    engine.send("setoption name UCI_AnalyseMode value true");
    engine.send("setoption name Threads value 1");
    engine.send("ucinewgame");
    assert_eq!(number_after(&engine.go("go depth 10"), "nodes"), full);
    engine.send("setoption name UCI_Elo value 99");
    assert!(has_error(&engine.until_ready(), &["UCI_Elo", "99"]));
}

/// Plays a game and returns White's half points; a long game is decided by material.
fn play(engines: [&mut Engine; 2]) -> i32 {
    let [white, black] = engines;
    let mut game = Game::new(Position::startpos());
    let mut moves = String::new();
    for _ in 0..100 {
        for engine in [&mut *white, &mut *black] {
            let position = *game.position();
            if position.count_legal() == 0 {
                return match position.side_to_move() {
                    _ if !position.in_check() => 1,
                    Color::White => 0,
                    Color::Black => 2,
                };
            }
            if game.occurrences() >= 3 || position.halfmove_clock() >= 100 {
                return 1;
            }
            engine.send(&format!("position startpos moves{moves}"));
            let text = engine.best_move("go movetime 1000");
            let mv = notation::parse_move(&position, &text).expect("a legal move");
            moves.push(' ');
            moves.push_str(&text);
            game.push(mv);
        }
    }
    let fen = game.position().to_string();
    let value = |letter: char| match letter.to_ascii_lowercase() {
        'p' => 1,
        'n' | 'b' => 3,
        'r' => 5,
        'q' => 9,
        _ => 0,
    };
    let board = fen.split(' ').next().expect("a board");
    let sum: i32 = board
        .chars()
        .map(|letter| if letter.is_ascii_uppercase() { value(letter) } else { -value(letter) })
        .sum();
    1 + sum.signum()
}

/// An engine with these options.
fn with_options(options: &[(&str, u32)]) -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name UCI_LimitStrength value true");
    for (name, value) in options {
        engine.send(&format!("setoption name {name} value {value}"));
        assert_eq!(engine.until_ready(), [""; 0], "{name} {value}");
    }
    engine
}

#[test]
fn a_higher_rating_wins() {
    for (high, low) in [(2000, 1200), (800, 160)] {
        let mut strong = with_options(&[("UCI_Elo", high)]);
        let mut weak = with_options(&[("UCI_Elo", low)]);
        let mut points = 0;
        for _ in 0..4 {
            points += play([&mut strong, &mut weak]);
            points += 2 - play([&mut weak, &mut strong]);
            strong.send("ucinewgame");
            weak.send("ucinewgame");
        }
        // 600 points of rating are 97% of the points; half of them would be 8.
        assert!(points >= 12, "{high} against {low}: {points} of 16 half points");
    }
}

#[test]
fn skill_levels_are_ratings_below_full_strength() {
    let nodes = |skill: u32, limited: bool| {
        let mut engine = with_options(&[("UCI_Elo", 2030), ("Skill Level", skill)]);
        engine.send(&format!("setoption name UCI_LimitStrength value {limited}"));
        number_after(&engine.go("go depth 9"), "nodes")
    };
    // The first two mean 45 and 390 nodes.
    let of_level = [0, 11, 20].map(|skill| nodes(skill, false));
    assert!(of_level.is_sorted() && of_level[0] < 100 && of_level[1] < 500, "{of_level:?}");
    let full = number_after(&Engine::start().go("go depth 9"), "nodes");
    assert_eq!(of_level[2], full);
    assert_eq!(nodes(20, true), nodes(0, true), "UCI_LimitStrength goes first");
}

#[test]
fn a_style_plays_its_own_way_and_a_bad_file_leaves_the_old_one() {
    let folder = std::env::temp_dir().join(format!("nullfenster-style-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        path.display().to_string()
    };
    let mut engine = Engine::start();
    engine.send("setoption name Evaluation value Classical");
    let mut nodes = |line: &str| {
        engine.send(line);
        engine.send("ucinewgame");
        let said = engine.until_ready();
        (said, number_after(&engine.go("go depth 7"), "nodes"))
    };
    let plain = nodes("setoption name Style value None").1;
    let own = nodes("setoption name Style value Gambiteer").1;
    assert_ne!(own, plain);
    for (path, reason) in [
        (file("wrong.style", "attack = much"), "line 1"),
        (file("empty.style", "\n"), "empty"),
        (folder.join("none").display().to_string(), ""),
        (folder.display().to_string(), ""),
    ] {
        let (said, after) = nodes(&format!("setoption name StyleFile value {path}"));
        assert!(has_error(&said, &["StyleFile", &path, reason]), "{said:?}");
        assert_eq!(after, own);
    }
    let usual = file("usual.style", "name = Usual");
    let (said, after) = nodes(&format!("setoption name StyleFile value {usual}"));
    assert_eq!(
        (said.as_slice(), after),
        (["info string StyleFile: Usual".to_owned()].as_slice(), plain)
    );
    assert_eq!(nodes("setoption name StyleFile value <empty>").1, own);
    assert_eq!(nodes("setoption name Style value none").1, plain);
}

//! The command line: output that other programs read, and exit codes.
#![allow(missing_docs)]

mod support;

use nullfenster::board::Position;
use nullfenster::lab::Algorithm;
use nullfenster::types::Color;
use serde_json::Value;
use std::collections::{BTreeSet, HashSet};
use std::fs::File;
use std::process::{Output, Stdio};
use std::time::Duration;
use support::{bench_nodes, command, run, text};

const OK: Option<i32> = Some(0);
const CHECK_FAILED: Option<i32> = Some(1);
const USAGE: Option<i32> = Some(2);

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn stdout(output: &Output) -> String {
    text(&output.stdout)
}

fn stderr(output: &Output) -> String {
    text(&output.stderr)
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in [&["--help"][..], &["-h"], &["help"], &["--version"], &["perft", "--help"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), OK, "{arguments:?}");
        assert!(stdout(&output).contains("ullfenster") || arguments[0] == "perft");
    }
    assert!(stdout(&run(&["perft", "--help"])).contains("bulk counting"));
    let version = stdout(&run(&["--version"]));
    assert!(version.contains(env!("CARGO_PKG_VERSION")), "{version}");
    let board = <nullfenster::board::ops::Native as nullfenster::board::ops::Ops>::NAME;
    assert!(version.contains(&format!("\nboard: {board}\n")), "{version}");
}

/// Each side has one move for ever, so an unlimited depth would overflow the stack.
#[test]
fn a_huge_perft_depth_is_cut() {
    let output =
        run(&["perft", "100000", "2b5/kpPp4/1p1P4/1P6/6p1/4p1P1/4PpPK/5B2", "w", "-", "-"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("Nodes searched: 1\n"));
}

/// Neither the names of files nor the comments in them have to be UTF-8, and the first line may
/// begin with the mark of it.
#[cfg(unix)]
#[test]
fn files_of_positions_may_be_in_any_encoding() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = temporary("encodings");
    let _ = std::fs::create_dir(&folder);
    let path = std::path::Path::new(&folder).join(OsStr::from_bytes(b"M\xfcller.epd"));
    let line = b"\xef\xbb\xbf6k1/5ppp/8/8/8/8/8/K2R4 w - - bm Rd8; id \"M\xfcller\";\n";
    std::fs::write(&path, line).expect("a file");
    let output = command().args(["epd", "--depth", "3"]).arg(&path).output().expect("a process");
    assert_eq!(output.status.code(), OK, "{output:?}");
    assert!(stdout(&output).contains("1 of 1"), "{output:?}");
}

#[test]
fn infinite_searches_on_the_command_line_are_usage_errors() {
    assert_eq!(run(&["go", "infinite"]).status.code(), Some(2));
    assert_eq!(run(&["go infinite", "stop"]).status.code(), Some(0));
    assert_eq!(run(&["--Hash=1", "perft", "1"]).status.code(), Some(2));
}

#[test]
fn wrong_arguments_are_usage_errors() {
    for arguments in [
        &["--no-such-flag"][..],
        &["--Hash=0"],
        &["--NoSuchOption=1", "go", "depth", "1"],
        &["joho"],
        &["perft"],
        &["perft", "x"],
        &["perft", "2", "8/8/8/8/8/8/8/8 w - - 0 1"],
        &["bench", "x"],
        &["bench", "16", "1", "2", "/no/such/file"],
        &["position startpos moves e2e5", "d"],
        &["setoption name Hash value x", "isready"],
        &["--MultiPV=2", "bench", "depth=1"],
        &["speedtest", "1", "0"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        assert!(!output.stderr.is_empty() || stdout(&output).contains("error"), "{arguments:?}");
    }
}

#[test]
fn a_wrong_word_is_answered_with_the_right_one() {
    for (arguments, meant) in [
        (&["perfft", "3"][..], "perft"),
        (&["analyze", "startpos"], "analyse"),
        (&["benhc"], "bench"),
        (&["--Hsah=32", "go", "depth", "1"], "Hash"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        let error = stderr(&output);
        assert!(error.contains(&format!("'{meant}'")), "{arguments:?}: {error}");
    }
}

#[test]
fn bench_takes_options_of_the_engine() {
    let nodes = |arguments: &[&str]| bench_nodes(&run(arguments));
    let small = nodes(&["--Hash=1", "bench", "depth=7"]);
    assert_eq!(small, nodes(&["bench", "1", "1", "7"]));
    assert_eq!(small, nodes(&["--Hash=64", "bench", "1", "1", "7"]), "its own words count");
    let classical = nodes(&["--Evaluation=Classical", "bench", "depth=5"]);
    assert_eq!(classical, nodes(&["bench", "depth=5", "evaluation=classical"]));
    assert_ne!(classical, nodes(&["bench", "depth=5"]));
}

#[test]
fn a_speed_test_says_what_it_measured() {
    let text = stdout(&run(&["speedtest", "2", "4", "1"]));
    let value = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect(name);
        line.split_once(": ").expect("a value").1.to_owned()
    };
    assert_eq!((value("Threads"), value("Hash")), ("2".to_owned(), "4".to_owned()));
    assert!(value("Nodes ").parse::<u64>().is_ok_and(|nodes| nodes > 50), "{text}");
}

#[test]
fn perft_prints_each_root_move_and_the_sum() {
    for arguments in [&["perft", "3"][..], &["go", "perft", "3"], &["perft", "3", "--divide"]] {
        let output = run(arguments);
        let text = stdout(&output);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!((output.status.code(), lines.len()), (OK, 23), "{arguments:?}: {text}");
        assert!(lines.contains(&"e2e4: 600"));
        assert_eq!(lines[20..], ["", "Nodes searched: 8902", ""]);
        assert!(stderr(&output).contains("nodes per second"));
    }
    assert!(stdout(&run(&["perft", "0"])).contains("Nodes searched: 20\n"));
}

#[test]
fn perft_takes_a_position_in_all_forms() {
    let words: Vec<&str> = KIWIPETE.split(' ').collect();
    for position in [&[KIWIPETE][..], &words, &[&["fen"], &words[..]].concat()] {
        let output = run(&[&["perft", "2"], position].concat());
        assert!(stdout(&output).contains("e1g1: 43\n"), "{position:?}");
        assert!(stdout(&output).contains("Nodes searched: 2039\n"), "{position:?}");
    }
    let output = run(&[&format!("position fen {KIWIPETE}"), "go perft 2"]);
    assert!(stdout(&output).contains("Nodes searched: 2039\n"));
}

#[test]
fn perft_reports_in_json() {
    let report = json(&run(&["perft", "2", KIWIPETE, "--json"]));
    assert_eq!(report["nodes"], 2039);
    assert_eq!(report["fen"], KIWIPETE);
    assert!(report["moves"].is_null() && report["time_ms"].is_u64() && report["nps"].is_u64());
    let report = json(&run(&["perft", "--json", "--divide", "2"]));
    assert_eq!(report["moves"]["e2e4"], 20);
}

#[test]
fn perft_checks_an_expected_count() {
    assert_eq!(run(&["perft", "3", "--expect", "8902"]).status.code(), OK);
    assert_eq!(run(&["perft", "3", "--expect", "8903"]).status.code(), CHECK_FAILED);
}

/// The lines of `openings` with few nodes and these arguments.
fn openings(arguments: &[&str]) -> Vec<String> {
    let output = run(&[&["openings", "--nodes", "200"], arguments].concat());
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    stdout(&output).lines().map(str::to_owned).collect()
}

#[test]
fn openings_are_legal_different_and_quiet() {
    for (variant, plies) in [(&[][..], "8"), (&["--chess960"], "5")] {
        let lines = openings(&[&["--count", "40", "--plies", plies], variant].concat());
        assert_eq!(lines.len(), 40);
        let mut keys = HashSet::new();
        for line in &lines {
            let position = Position::from_fen(line).expect("a legal position");
            assert_eq!(&position.to_string(), line);
            assert!(!position.in_check() && position.count_legal() > 0, "{line}");
            let black = plies == "5";
            assert_eq!(position.side_to_move() == Color::Black, black, "{line}");
            keys.insert(position.key());
        }
        assert_eq!(keys.len(), lines.len());
    }
}

#[test]
fn openings_depend_on_the_seed_alone() {
    let seed = |seed| openings(&["--count", "10", "--seed", seed]);
    assert_eq!(seed("7"), seed("7"));
    assert_ne!(seed("7"), seed("8"));
    let path = std::env::temp_dir().join(format!("nullfenster-{}.txt", std::process::id()));
    let file = path.to_str().expect("a name");
    assert!(openings(&["--count", "10", "--seed", "7", "--out", file]).is_empty());
    let text = std::fs::read_to_string(&path).expect("a file");
    assert_eq!(text.lines().collect::<Vec<_>>(), seed("7"));
    std::fs::remove_file(path).expect("a file");
}

#[test]
fn openings_keep_to_the_bound() {
    for line in openings(&["--count", "20", "--bound", "5"]) {
        let output = run(&[&format!("position fen {line}"), "go nodes 200"]);
        let text = stdout(&output);
        let info = text.lines().rfind(|line| line.starts_with("info depth")).expect("a line");
        let (_, score) = info.split_once(" score cp ").expect("no mate");
        let score: i32 = score.split(' ').next().and_then(|cp| cp.parse().ok()).expect("a score");
        assert!(score.abs() <= 5, "{line}: {info}");
    }
}

#[test]
fn openings_that_are_not_there_are_an_error() {
    let output = run(&["openings", "--count", "21", "--plies", "1", "--nodes", "1"]);
    assert_eq!(output.status.code(), USAGE);
    assert!(stderr(&output).contains(" of 21 openings"), "{}", stderr(&output));
    assert!(stdout(&output).lines().count() <= 20);
    for (name, value) in [
        ("--count", "0"),
        ("--plies", "x"),
        ("--bound", "-1"),
        ("--nodes", "0"),
        ("--seed", "1.5"),
        ("--out", "/no/such/folder/file"),
    ] {
        let output = run(&["openings", &format!("{name}={value}")]);
        let text = stderr(&output);
        assert_eq!(output.status.code(), USAGE, "{name}: {text}");
        assert!(text.contains(name) && text.contains(value), "{text}");
    }
}

#[test]
fn bench_has_the_lines_that_are_looked_for() {
    let output = run(&["bench", "16", "1", "3", "default", "depth"]);
    let nodes = bench_nodes(&output);
    let errors = stderr(&output);
    for line in ["Total time (ms) : ", "Nodes searched  : ", "Nodes/second    : "] {
        assert!(errors.lines().any(|text| text.starts_with(line)), "{errors}");
    }
    assert!(errors.contains(&format!("Nodes searched  : {nodes}\n")));
    assert_eq!(bench_nodes(&run(&["bench", "depth=3"])), nodes);
    let uci = support::pipe("bench depth=3\n");
    assert_eq!(bench_nodes(&uci), nodes);
}

#[test]
fn bench_takes_files_and_other_limits() {
    let path = std::env::temp_dir().join(format!("nullfenster-{}.epd", std::process::id()));
    std::fs::write(&path, format!("# two\n{KIWIPETE}\n8/8/8/8/8/4k3/8/4K2R w - - bm Rh3;\n"))
        .expect("a file");
    let file = path.to_str().expect("a name");
    assert_eq!(bench_nodes(&run(&["bench", "16", "1", "1", file, "perft"])), 48 + 11);
    assert_eq!(bench_nodes(&run(&["bench", "16", "1", "1", file, "eval"])), 2);
    assert!(bench_nodes(&run(&["bench", "nodes=500", &format!("file={file}")])) > 0);
    std::fs::remove_file(path).expect("a file");
    assert_eq!(bench_nodes(&run(&["bench", "16", "1", "2", "current", "perft"])), 400);
}

#[test]
fn bench_reports_in_json() {
    let output = run(&["bench", "depth=2", "--json"]);
    let report = json(&output);
    let positions = report["positions"].as_array().expect("a list");
    let sum: u64 = positions.iter().filter_map(|entry| entry["nodes"].as_u64()).sum();
    assert_eq!(report["nodes"], sum);
    assert_eq!(positions.len(), 50);
}

#[test]
fn bench_says_what_the_search_did() {
    let output = run(&["bench", "depth=6", "--stats"]);
    let nodes = bench_nodes(&output);
    assert_eq!(bench_nodes(&run(&["bench", "depth=6"])), nodes);
    assert!(stderr(&output).contains("Effective branching factor"), "{}", stderr(&output));
    let report = json(&run(&["bench", "depth=6", "--stats", "--json"]));
    let count = |name: &str| report["statistics"][name].as_u64().expect(name);
    assert_eq!(count("main_nodes") + count("quiescence_nodes"), nodes);
    for (part, whole) in [
        ("tt_cuts", "tt_hits"),
        ("null_move_cuts", "null_moves"),
        ("first_move_cuts", "fail_highs"),
        ("researched_moves", "reduced_moves"),
    ] {
        assert!(0 < count(part) && count(part) < count(whole), "{part}");
    }
    let branching = report["statistics"]["branching"].as_f64().expect("a number");
    assert!((1.0..10.0).contains(&branching), "{branching}");
    assert!(json(&run(&["bench", "depth=2", "--json"]))["statistics"].is_null());
}

#[test]
fn openings_are_made_as_openbench_asks_for_them() {
    let fens = |words: &str| -> Vec<String> {
        let output = run(&[words, "quit"]);
        assert_eq!(output.status.code(), OK, "{output:?}");
        let lines = stdout(&output);
        let fens = lines.lines().map(|line| line.strip_prefix("info string genfens ").expect(line));
        fens.map(str::to_owned).collect()
    };
    let made = fens("genfens 5 seed 42 book None");
    assert_eq!(made.len(), 5);
    for fen in &made {
        assert!(Position::from_fen(fen).is_ok_and(|position| position.count_legal() > 0), "{fen}");
    }
    assert_eq!(fens("genfens 5 seed 42 book None plies 3"), made);
    assert_ne!(fens("genfens 5 seed 43 book None"), made);
    let book = temporary("genfens.epd");
    std::fs::write(&book, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").expect("a file");
    for fen in fens(&format!("genfens 2 seed 1 book {book}")) {
        let board = fen.split(' ').next().expect("a board");
        assert!(board.matches(char::is_alphabetic).count() <= 3, "{fen}");
    }
    for words in [
        "genfens",
        "genfens x seed 1 book None",
        "genfens 2 book None",
        "genfens 2 seed 1",
        "genfens 2 seed 1 book",
        "genfens 2 seed 1 book no-such-file",
        "genfens 2 seed 1 book /dev/null",
    ] {
        assert_eq!(run(&[words, "quit"]).status.code(), USAGE, "{words}");
    }
}

#[test]
fn commands_are_carried_out_to_their_end() {
    let output = run(&["go", "depth", "4"]);
    let text = stdout(&output);
    assert!(text.lines().any(|line| line.starts_with("info depth 4 ")), "{text}");
    assert!(text.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{text}");
    let output = run(&["position startpos moves e2e4", "go depth 2", "go depth 2", "quit", "d"]);
    assert_eq!(stdout(&output).lines().filter(|line| line.starts_with("bestmove ")).count(), 2);
    assert!(!stdout(&output).contains("Fen: "));
    assert_eq!(output.status.code(), OK);
}

#[test]
fn options_come_before_commands() {
    let output = run(&["--MultiPV=2", "--Move Overhead=100", "go", "depth", "2"]);
    assert_eq!(output.status.code(), OK);
    assert!(stdout(&output).contains(" multipv 2 "));
}

/// The file is opened as it is by `setoption`, for GUIs that only know a command line.
#[test]
fn the_log_file_can_be_given_on_the_command_line() {
    let path = temporary("session.log");
    let option = |path: &str| format!("--Debug Log File={path}");
    assert_eq!(run(&[&option(&path), "isready"]).status.code(), OK);
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log");
    assert!(log.lines().any(|line| line.ends_with(">> readyok")), "{log}");
    let output = run(&[&option("/no/such/folder/log"), "isready"]);
    assert_eq!(output.status.code(), USAGE);
    assert!(stderr(&output).contains("--Debug Log File=/no/such/folder/log: "), "{output:?}");
}

#[test]
fn the_position_and_its_evaluation_are_shown() {
    let text = stdout(&run(&["d"]));
    assert!(text.contains("\nFen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"));
    let key = text.lines().find_map(|line| line.strip_prefix("Key: ")).expect("a key");
    assert!(key.len() == 16 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "{key}");
    let fen = "position fen 4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
    assert!(stdout(&run(&[fen, "d"])).contains("\nCheckers: e2\n"));
    assert!(!stdout(&run(&["eval"])).is_empty());
}

/// A file in cargo's folder for tests.
fn temporary(name: &str) -> String {
    format!("{}/{name}", env!("CARGO_TARGET_TMPDIR"))
}

#[test]
fn compare_reports_every_algorithm() {
    let svg = temporary("nodes.svg");
    let arguments = ["compare", "--depth", "3", "--fen", KIWIPETE];
    let output = run(&[&arguments[..], &["--svg", &svg]].concat());
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    let table = stdout(&output);
    assert!(table.contains("all agree on cp "), "{table}");
    assert!(table.lines().all(|line| line.len() <= 80 || line.contains(KIWIPETE)), "{table}");
    // Moves two and three plies deep, known from perft.
    assert!(table.contains("minimax has 97862 leaves"), "{table}");
    let picture = std::fs::read_to_string(&svg).expect("a picture");
    for name in Algorithm::ALL.map(|algorithm| algorithm.name()) {
        assert!(table.lines().any(|line| line.starts_with(name)), "{name} in {table}");
        // Minimax would need a scale on which the others are one line.
        assert_eq!(picture.contains(name), name != "minimax", "{name} in the picture");
    }
    assert!(stderr(&output).is_empty(), "no progress bar outside a terminal");

    let report = json(&run(&[&arguments[..], &["--json"]].concat()));
    let rows = report[0]["rows"].as_array().expect("rows");
    assert_eq!((report[0]["agree"].as_bool(), rows.len()), (Some(true), Algorithm::ALL.len()));
    let minimax = &rows[0];
    assert_eq!(minimax["leaves"], report[0]["minimax_leaves"]);
    assert_eq!(minimax["to_minimax"].as_f64(), Some(1.0));
    for row in rows {
        assert_eq!(row["value"], minimax["value"], "{row}");
        assert!(row["to_minimal"].as_f64().expect("a number") > 1.0, "{row}");
        assert_eq!(row["nodes_by_depth"][2], row["nodes"], "{row}");
    }
}

#[test]
fn trees_of_papers_can_be_typed_in() {
    let tree = "((0 3 (1 2)) (-1 4))";
    let text = stdout(&run(&["tree", "--algorithm", "alpha-beta", "--tree", tree]));
    assert!(text.contains("    1.2 [+0, +inf] = -3 -> [+0, +inf]\n"), "{text}");
    assert!(text.contains("  2 [+0, +inf] = -1 -> [+0, +inf], cut: 1 left out\n"), "{text}");
    let compared = stdout(&run(&["compare", "--tree", tree]));
    assert!(compared.contains(tree) && compared.contains("10 nodes, 6 of them leaves"));
    assert!(compared.lines().all(|line| line.len() <= 80), "{compared}");
    let report = json(&run(&["compare", "--json", "--example", "minimal"]));
    let rows = report["rows"].as_array().expect("rows");
    assert!(rows.iter().all(|row| row["value"] == 3), "{report}");
    let own = json(&run(&["compare", "--json", "--own-values", "--tree", "((1 5) (7 2))"]));
    assert_eq!(own["rows"][0]["value"], 2, "two plies: the root's values");
    for name in nullfenster::lab::EXAMPLES.map(|example| example.name) {
        let help = stdout(&run(&["tree", "--help"]));
        assert!(help.contains(name), "{name} is not in the help");
        let path = temporary(&format!("{name}.svg"));
        let output = run(&["tree", "--algorithm", "pvs", "--example", name, "--out", &path]);
        assert_eq!(output.status.code(), OK);
        assert!(stdout(&output).lines().all(|line| line.len() <= 80 || line.contains(&path)));
    }
    for (arguments, named) in [
        (&["tree", "--algorithm", "pvs", "--tree", "(1 x)"][..], "column 4: 'x'"),
        (&["compare", "--tree", "(1 2"], "1 more to close"),
        (&["compare", "--example", "knuth"], "knuth-moore"),
        (&["compare", "--tree", "(1)", "--with", "table"], "--with"),
        (&["tree", "--algorithm", "pvs", "--tree", "(1)", "--depth", "3"], "--depth"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        assert!(stderr(&output).contains(named), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn compare_takes_options_files_and_names() {
    let file = temporary("compare.epd");
    std::fs::write(&file, format!("# two\n{KIWIPETE}\n7k/5Q2/6K1/8/8/8/8/8 b - - id \"x\";\n"))
        .expect("a file");
    let output = run(&["compare", "--depth", "2", "--epd", &file, "--algorithms", "negamax,pvs"]);
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    assert_eq!(stdout(&output).matches("all agree").count(), 2);
    let output = run(&["compare", "--depth", "2", "--options-of", "scout-all"]);
    assert_eq!(output.status.code(), OK);
    assert!(stdout(&output).contains("deepen+aspiration"));
    let report = json(&run(&[
        "compare",
        "--depth",
        "5",
        "--with",
        "scans,killers",
        "--json",
        "--algorithms",
        "pvs",
    ]));
    assert_eq!(report[0]["rows"].as_array().map(Vec::len), Some(1));
    // Minimax on the start position has 119 million leaves six plies deep.
    let output = run(&[
        "compare",
        "--depth",
        "6",
        "--fen",
        "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        "--with",
        "scans,killers,table,deepen",
    ]);
    assert!(stdout(&output).contains("all agree"));
    for (arguments, complaint) in [
        (&["--algorithms", "minmax"][..], "minmax"),
        (&["--with", "sorting"], "sorting"),
        (&["--depth", "0"], "0"),
        (&["--fen", "8/8 w - -"], "8/8"),
        (&["--epd", "/nowhere.epd"], "/nowhere.epd"),
        (&["--svg", "/nowhere/x.svg", "--depth", "1"], "/nowhere/x.svg"),
    ] {
        let output = run(&[&["compare"], arguments].concat());
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    }
}

#[test]
fn tree_draws_in_every_format() {
    let tree = |more: &[&str]| {
        run(&[&["tree", "--algorithm", "negascout", "--width", "3", "--fen", KIWIPETE], more]
            .concat())
    };
    let printed = stdout(&tree(&["--depth", "3"]));
    let mut lines = printed.lines();
    assert!(lines.next().expect("a heading").starts_with("negascout, depth 3"), "{printed}");
    assert!(lines.next().expect("the root").starts_with("[-inf, +inf] = "), "{printed}");
    for part in [" -> [", "null window", ", re-search", " left out"] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    let nodes = lines.count() + 1;
    for (name, part) in [("t.html", "<!DOCTYPE html>"), ("t.SVG", "<svg "), ("t.dot", "digraph")] {
        let file = temporary(name);
        let output = tree(&["--depth", "3", "--out", &file]);
        assert_eq!(output.status.code(), OK, "{}", stderr(&output));
        assert_eq!(stdout(&output).trim(), format!("{file}: {nodes} nodes"));
        let drawn = std::fs::read_to_string(&file).expect("a file");
        assert!(drawn.starts_with(part) && drawn.contains("gxh3"), "{name}");
        // A page is without a network, and so is a picture.
        let links = drawn.matches("http").count();
        assert_eq!(links, drawn.matches("http://www.w3.org/2000/svg").count(), "{name}");
    }
    for (arguments, complaint) in [
        (&["--depth", "3", "--limit", "20"][..], "more than 20 nodes"),
        (&["--out", "tree.png"], "tree.png"),
        (&["--out", "/nowhere/tree.html"], "/nowhere/tree.html"),
        (&["--with", "sorting"], "sorting"),
        (&["--depth", "6", "--out", "tree.svg"], "more than 200 nodes"),
        (&["--algorithm", "alphabeta,pvs"], "no algorithm \"alphabeta\""),
        (&["--algorithm", "pvs,negascout"], "negascout is named twice"),
        (&["--algorithm", "pvs,minimax,negamax"], "negamax is one too many"),
        (&["--algorithm", "pvs", "--out", "tree.dot"], "not that of pvs as well"),
    ] {
        let output = tree(arguments);
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    }
}

/// The column of `compare` counts the cuts that `tree` draws as those of null windows.
#[test]
fn null_window_cuts_of_written_trees_are_those_that_are_drawn() {
    for tree in ["((5 9) ((7 8 3) (4 2)))", "(((3 2) (6 9)) ((9 7 2) (4 1)) ((5 3) (8 6)))"] {
        let compared = json(&run(&["compare", "--json", "--tree", tree]));
        for row in compared["rows"].as_array().expect("rows") {
            let name = row["algorithm"].as_str().expect("a name");
            let drawn = stdout(&run(&["tree", "--algorithm", name, "--tree", tree]));
            let counted = format!(", {} of them by null windows", row["null_cuts"]);
            assert!(drawn.contains(&counted), "{name}{counted}: {drawn}");
        }
    }
}

/// The engine's bare search is compared with the lab's algorithms, and finds the same.
#[test]
fn the_engine_is_compared_with_the_lab() {
    let arguments = ["compare", "--depth", "2", "--algorithms", "negamax,pvs", "--engine"];
    let printed = stdout(&run(&arguments));
    assert!(printed.contains("all agree") && printed.contains("\nthe engine, bare: "), "{printed}");
    let endgame = ["--json", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"];
    let output = run(&[&arguments[..], &endgame].concat());
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    let report = json(&output);
    let (engine, rows) = (&report[0]["engine"], &report[0]["rows"]);
    assert_eq!(engine["value"], rows[0]["value"]);
    assert!(engine["quiescence_nodes"].as_u64() > Some(0), "{engine}");
    assert_eq!(engine["inner_nodes_by_depth"].as_array().map(Vec::len), Some(2));
    assert_eq!(run(&["compare", "--tree", "(1 2)", "--engine"]).status.code(), USAGE);
}

#[test]
fn several_trees_are_drawn_side_by_side() {
    let tree = |more: &[&str]| {
        stdout(&run(
            &[&["tree", "--example", "null-window", "--algorithm", "pvs,minimax"], more].concat()
        ))
    };
    let text = tree(&[]);
    let (pvs, minimax) = (text.find("pvs, depth 3: "), text.find("minimax, depth 3: "));
    assert!(pvs.is_some() && pvs < minimax, "{text}");
    for (name, part) in [("side.html", "<!DOCTYPE html>"), ("side.svg", "<svg ")] {
        let file = temporary(name);
        let told = tree(&["--out", &file]);
        let expected = format!("{file}: nodes: pvs 10, minimax 12; cuts that not all make: 1\n");
        assert!(told.ends_with(&expected), "{told}");
        let drawn = std::fs::read_to_string(&file).expect("a file");
        assert!(drawn.starts_with(part) && drawn.contains("minimax"), "{name}");
        let links = drawn.matches("http").count();
        assert_eq!(links, drawn.matches("http://www.w3.org/2000/svg").count(), "{name}");
    }
}

#[test]
fn completions_and_manual_know_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = run(&["completions", shell]);
        assert_eq!(output.status.code(), OK, "{shell}");
        let script = stdout(&output);
        assert!(["compare", "perft", "epd"].iter().all(|name| script.contains(name)), "{shell}");
    }
    assert_eq!(run(&["completions", "dos"]).status.code(), USAGE);
    let page = stdout(&run(&["man"]));
    assert!(page.contains(".TH nullfenster") && page.contains("nullfenster compare"), "{page}");
    assert!(!page.contains("(1)"), "there is no other page: {page}");
}

#[test]
fn completions_and_manual_name_the_options_of_the_help_and_no_others() {
    let options = |text: &str| -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        words.filter(|word| word.starts_with("--")).map(str::to_owned).collect()
    };
    let general = stdout(&run(&["--help"]));
    let list = general.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands: Vec<&str> = list
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .collect();
    assert!(commands.contains(&"compare"), "{general}");
    let mut helped = options(&general);
    let page =
        stdout(&run(&["man"])).replace("\\-", "-").replace("\\fB", "").replace("\\*(Aq", "'");
    for name in &commands {
        assert!(page.contains(&format!("nullfenster {name}")), "{name}: {page}");
        helped.extend(options(&stdout(&run(&[name, "--help"]))));
    }
    let named = options(&page);
    assert_eq!(named, helped, "man");
    // Options of the engine, in the examples of the help.
    let engine = ["--Name", "--Hash", "--Move"].map(str::to_owned);
    let helped: BTreeSet<String> = helped.difference(&BTreeSet::from(engine)).cloned().collect();
    let script = stdout(&run(&["completions", "bash"]));
    let completed: BTreeSet<String> = options(&script).into_iter().filter(|o| o != "--").collect();
    assert_eq!(completed, helped, "bash");
}

#[test]
fn analyse_takes_positions_from_everywhere() {
    let mate = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let output = run(&["analyse", mate, "startpos", "--depth", "4", "--multipv", "2"]);
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    let lines = stdout(&output);
    assert!(lines.contains("1. mate 1 ") && lines.contains("Ra8#"), "{lines}");
    assert_eq!(lines.matches("   2. ").count(), 2, "{lines}");
    let file = temporary("analyse.epd");
    std::fs::write(&file, format!("{mate}\n7k/5Q2/6K1/8/8/8/8/8 b - - bm Kh8;\n")).expect("a file");
    let output = run(&["analyse", "--file", &file, "--nodes", "1000", "--json"]);
    let reports: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
        .collect();
    assert_eq!(reports.len(), 2);
    let score = &reports[0]["score"];
    assert_eq!(
        (&score["mate"], &score["bound"], &score["side"]),
        (&1.into(), &"exact".into(), &"white".into())
    );
    assert_eq!(score["wdl"][0], 1000);
    assert_eq!(reports[0]["lines"][0]["san"][0], "Ra8#");
    assert_eq!(reports[1]["lines"].as_array().map(Vec::len), Some(0), "stalemate");
    let stdin = File::open(&file).expect("the file");
    let output = command().args(["analyse", "--file", "-", "--depth", "2"]).stdin(stdin).output();
    assert!(stdout(&output.expect("it runs")).contains("stalemate"));
    for arguments in [
        &["analyse", "8/8"][..],
        &["analyse", "--file", "/nowhere"],
        &["--Hash=1", "analyse", "--depth", "1"],
    ] {
        assert_eq!(run(arguments).status.code(), USAGE, "{arguments:?}");
    }
}

#[test]
fn analyse_uses_tables_evaluation_and_rating() {
    let tables = format!("{}/tests/data/syzygy", env!("CARGO_MANIFEST_DIR"));
    let kqkr = "8/8/8/3k4/8/1r6/8/K4Q2 w - - 0 1";
    let score = |arguments: &[&str]| {
        let report = json(&run(&[&["analyse", "--json", "--depth", "4"], arguments].concat()));
        (report["score"].to_string(), report["nodes"].as_u64())
    };
    assert_ne!(score(&[kqkr, "--syzygy", &tables]).0, score(&[kqkr]).0);
    assert_ne!(score(&["startpos", "--evaluation", "classical"]), score(&["startpos"]));
    assert!(score(&["startpos", "--elo", "900"]).1 < score(&["startpos"]).1);
    for (arguments, named) in
        [(&["--syzygy", "/nowhere"][..], "/nowhere"), (&["--elo", "9000"], "9000")]
    {
        let output = run(&[&["analyse", "startpos"], arguments].concat());
        assert_eq!(output.status.code(), USAGE, "{arguments:?}");
        assert!(stderr(&output).contains(named), "{}", stderr(&output));
    }
}

#[test]
fn the_selftest_holds() {
    let output = run(&["selftest"]);
    assert_eq!(output.status.code(), OK, "{}", stdout(&output));
    let lines = stdout(&output);
    assert_eq!(lines.lines().filter(|line| line.starts_with("ok   ")).count(), 5, "{lines}");
    // 4865609 + 4085603 + 674624 + 422333 + 2103487 + 326672
    assert!(lines.contains("12478328 leaves"), "{lines}");
}

#[test]
fn suites_of_themes_have_a_table() {
    let file = temporary("themes.epd");
    let position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    let case = |theme, number, best, points| {
        format!("{position} bm {best}; id \"{theme}.{number}\"; c0 \"{points}\";\n")
    };
    let suite = [
        case("Files", 1, "Ra8#", "Ra8=10, h3=1"),
        case("Files", 2, "Ra7", "Ra7=10, Ra8=3"),
        case("Kings", 1, "Kf1", "Kf1=10"),
        case("Kings", 2, "Ra8#", ""),
    ];
    std::fs::write(&file, suite.concat()).expect("a file");
    let text = stdout(&run(&["epd", &file, "--depth", "4", "--evaluation", "classical"]));
    let row = |theme: &str| {
        let line = text.lines().find(|line| line.starts_with(theme)).expect(theme);
        line.split_whitespace().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(row("Files"), ["2", "1", "13", "(65.0%)"]);
    assert_eq!(row("Kings"), ["2", "1", "10", "(50.0%)"]);
}

#[test]
fn epd_solves_a_suite() {
    let file = temporary("suite.epd");
    let suite = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"mate\";\n\
                 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; id \"no mate\";\n";
    std::fs::write(&file, suite).expect("a file");
    let output = run(&["epd", &file, "--depth", "5"]);
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    let lines = stdout(&output);
    assert!(lines.contains("ok   mate ") && lines.contains("MISS no mate"), "{lines}");
    assert!(lines.contains("solved 1 of 2"), "{lines}");
    assert!(stderr(&output).is_empty(), "no progress bar outside a terminal");
    let report = json(&run(&["epd", &file, "--nodes", "2000", "--json"]));
    assert_eq!(report["solved"], 1);
    assert_eq!(report["positions"][0]["bestmove"], "a1a8");
    assert_eq!(report["positions"][1]["am"][0], "a1a8");
    let output = run(&["epd", &file, "--depth", "3", "--expect", "2"]);
    assert_eq!(output.status.code(), CHECK_FAILED);
    // The same run again, and one that solved nothing.
    let earlier = temporary("earlier.json");
    let compare = |report: &Value| {
        std::fs::write(&earlier, report.to_string()).expect("a file");
        run(&["epd", &file, "--nodes", "2000", "--compare", &earlier])
    };
    assert!(stdout(&compare(&report)).contains("solved before 1, now 1\nsolved only now: none\n"));
    let mut worse = report.clone();
    worse["positions"][0]["solved"] = false.into();
    assert!(stdout(&compare(&worse)).contains("before 0, now 1\nsolved only now: 1: mate\n"));
    worse["positions"][0]["fen"] = "another".into();
    assert!(stderr(&compare(&worse)).contains("not a report on this suite"));
    for (text, complaint) in [("", "no position"), ("8/8 w - - bm e4;", "line 1"), ("x", "line 1")]
    {
        std::fs::write(&file, text).expect("a file");
        let output = run(&["epd", &file]);
        assert_eq!(output.status.code(), USAGE, "{text:?}");
        assert!(stderr(&output).contains(complaint), "{}", stderr(&output));
    }
    assert_eq!(run(&["epd", "/nowhere.epd"]).status.code(), USAGE);
}

/// A file that can't be written whole leaves the old one, and a path that can't be written is
/// refused before the work.
#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = temporary("new-files");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = format!("{folder}/tree.html");
    std::fs::write(&file, "old").expect("a file");
    // The tree is too large for its limit, so nothing is written.
    let tree = ["tree", "--algorithm", "pvs", "--depth", "4", "--limit", "5", "--out", &file];
    assert_eq!(run(&tree).status.code(), USAGE);
    assert_eq!(std::fs::read_to_string(&file).expect("the file"), "old");
    let output =
        run(&["tree", "--algorithm", "pvs", "--depth", "2", "--width", "2", "--out", &file]);
    assert_eq!(output.status.code(), OK, "{}", stderr(&output));
    assert!(std::fs::read_to_string(&file).expect("the file").contains("<html"));
    let left = std::fs::read_dir(&folder).expect("the folder").count();
    assert_eq!(left, 1, "nothing but the file is left");
    // A depth that takes hours.
    let output = run(&["compare", "--depth", "9", "--svg", "/no/such/folder/a.svg"]);
    assert_eq!(output.status.code(), USAGE);
    assert!(stderr(&output).contains("--svg /no/such/folder/a.svg"), "{}", stderr(&output));
}

/// However the program is ended in the middle of its work, it leaves no part of a file.
#[test]
fn a_command_that_is_killed_leaves_no_file() {
    let folder = temporary("killed");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = format!("{folder}/ratios.svg");
    // A depth that takes hours.
    let mut command = command();
    command.args(["compare", "--depth", "9", "--svg", &file]).stderr(Stdio::null());
    let mut process = command.spawn().expect("a process");
    std::thread::sleep(Duration::from_millis(700));
    assert!(process.try_wait().expect("its state").is_none(), "it has ended by itself");
    process.kill().and_then(|()| process.wait()).expect("its end");
    assert_eq!(std::fs::read_dir(&folder).expect("the folder").count(), 0);
}

/// The games of a file come out in their order, from several threads, without those that are broken, and
/// a file that was cut off goes on where it ended.
#[test]
fn analyse_judges_the_moves_of_games() {
    let file = temporary("games.pgn");
    let opera = std::fs::read_to_string("tests/data/opera.pgn").expect("a game");
    let short = |n: u32| {
        format!("[Event \"{n}\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n")
    };
    let broken = "[Event \"broken\"]\n\n1. e4 e4 *\n\n";
    std::fs::write(&file, format!("{}{opera}\n{broken}{}", short(1), short(2))).expect("a file");
    let (pgn, html) = (temporary("annotated.pgn"), temporary("report.html"));
    let _ = std::fs::remove_file(&pgn);
    let nodes = ["--nodes", "500", "--threads", "2", "--json"];
    let output = run(&[&["analyse", &file, "--pgn", &pgn, "--html", &html][..], &nodes].concat());
    assert_eq!(output.status.code(), CHECK_FAILED);
    assert!(
        stderr(&output).contains("line 21: 'e4', Black's move 1, is not legal"),
        "{}",
        stderr(&output)
    );
    let text = stdout(&output);
    let games: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let events: Vec<&str> =
        games.iter().map(|game| game["tags"]["Event"].as_str().expect("a tag")).collect();
    assert_eq!(events, ["1", "Paris Opera", "2"]);
    assert_eq!(games[0]["moves"][2]["note"], "allows mate in 1");
    assert_eq!(games[0]["moves"][2]["mark"], "??");
    assert_eq!(games[1]["opening"]["eco"], "C41");
    let page = std::fs::read_to_string(&html).expect("a page");
    assert_eq!(page.matches("<section>").count(), 3);
    // Cut off within the second game.
    let whole = std::fs::read_to_string(&pgn).expect("games");
    let first = whole.find("0-1\n\n").expect("the end of a game") + 5;
    std::fs::write(&pgn, &whole[..first + 100]).expect("a file");
    assert_eq!(run(&["analyse", &file, "--pgn", &pgn, "--depth", "1"]).status.code(), USAGE);
    let more = run(&[&["analyse", &file, "--pgn", &pgn, "--continue"][..], &nodes].concat());
    assert_eq!(stdout(&more).lines().count(), 2);
    assert!(std::fs::read_to_string(&pgn).expect("games").starts_with(&whole[..first]));
    let broken = temporary("broken.pgn");
    std::fs::write(&broken, "1. e4 e4 *\n").expect("a file");
    assert_eq!(run(&["analyse", &broken]).status.code(), CHECK_FAILED);
    let mistyped = run(&["analyse", "nowhere.epd"]);
    assert!(stderr(&mistyped).contains("nowhere.epd: "), "{}", stderr(&mistyped));
    let (folder, twice_name) = (env!("CARGO_TARGET_TMPDIR"), "written-twice.pgn");
    let twice = format!("{folder}/{twice_name}");
    for wrong in [
        &["analyse", "/nowhere.pgn"][..],
        &["analyse", "nowhere.epd"],
        &["analyse", &file, "startpos", "--depth", "1"],
        &["analyse", "startpos", "--html", &html],
        &["analyse", &file, "--pgn", "/nowhere/x.pgn"],
        &["analyse", &file, "--pgn", &twice, "--html", &format!("{folder}/./{twice_name}")],
    ] {
        assert_eq!(run(wrong).status.code(), USAGE, "{wrong:?}");
    }
}

/// What a pipe has is games or positions by its first line with text, as with a file.
#[test]
#[cfg(unix)]
fn analyse_reads_pipes() {
    let games = "\n\n% a remark\n1. e4 e5 *\n";
    let position = "7k/8/8/8/8/8/8/K6R b - - 0 1\n";
    for name in ["-", "/dev/stdin"] {
        let analyse = |text: &str| {
            let output = support::pipe_to(&["analyse", name, "--depth", "1", "--json"], text);
            assert_eq!(output.status.code(), OK, "{name}: {}", stderr(&output));
            json(&output)
        };
        assert_eq!(analyse(games)["moves"].as_array().map(Vec::len), Some(2), "{name}");
        assert_eq!(analyse(position)["fen"], position.trim(), "{name}");
    }
}

/// Whoever looks at the first lines only still gets the files.
#[test]
fn analyse_writes_its_files_to_a_closed_output() {
    let (file, pgn) = (temporary("closed.pgn"), temporary("closed-out.pgn"));
    let _ = std::fs::remove_file(&pgn);
    std::fs::write(&file, "1. e4 e5 *\n\n".repeat(300)).expect("a file");
    let mut child = command()
        .args(["analyse", &file, "--pgn", &pgn, "--depth", "1"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), OK);
    let written = std::fs::read_to_string(&pgn).expect("games");
    assert_eq!(written.matches("1. e4 ").count(), 300);
}

/// A right program passes, and each of five faults is found and explained.
#[test]
#[ignore = "needs python3"]
fn judge_corrects_a_learners_program() {
    let judge = |fault: &str| {
        let learner = ["python3", "tests/python/learner.py", fault];
        run(&[&["judge", "--trees", "300"][..], &learner].concat())
    };
    let right = judge("right");
    assert_eq!((right.status.code(), stderr(&right).as_str()), (OK, ""));
    assert!(stdout(&right).contains("trees, all answers are those of alpha-beta"));
    for (fault, words) in [
        ("no-cut", "its window is closed"),
        ("strict", "its window is closed"),
        ("min-first", "looks at leaf"),
        ("last-value", "the value is 3, not 2"),
        ("quits", "the program has ended without an answer"),
    ] {
        let wrong = judge(fault);
        assert_eq!(wrong.status.code(), CHECK_FAILED, "{fault}");
        assert!(stdout(&wrong).contains(words), "{fault}: {}", stdout(&wrong));
    }
    assert_eq!(run(&["judge", "/nowhere"]).status.code(), USAGE);
    assert_eq!(run(&["judge"]).status.code(), USAGE);
    let other =
        run(&["judge", "--algorithm", "pvs", "python3", "tests/python/learner.py", "right"]);
    assert_eq!(other.status.code(), CHECK_FAILED);
}

/// A loaded game is played on: the board is seen from the person's side, and the engine answers where it
/// is to move.
#[test]
fn a_loaded_game_goes_on() {
    let game = temporary("loaded.pgn");
    std::fs::write(&game, "1. f3 e5 *\n").expect("a file");
    let text = stdout(&support::pipe(&format!("play black 1400\nwait\nload {game}\nwait\n")));
    let (_, loaded) = text.split_once("1... e5\n").unwrap_or_else(|| panic!("{text}"));
    assert!(loaded.starts_with("2. "), "{text}");
    assert!(loaded.contains("\n   h   g   f   e   d   c   b   a\n"), "{text}");
    assert!(!loaded.contains("\n   a   b   c"), "{text}");
}

/// A move that is typed while the engine thinks waits for its answer, as other commands do.
#[test]
fn moves_are_typed_ahead() {
    let file = temporary("typed_ahead.pgn");
    let _ = std::fs::remove_file(&file);
    let text = stdout(&support::pipe(&format!("play white 1400\ne4\nNf3\nKe5\nsave {file}\n")));
    for words in ["\n2. Nf3\n2... ", "error: illegal move 'Ke5'", ": 4 moves\n"] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
}

/// After its end a game can be turned, taken back, gone on with and saved.
#[test]
fn a_game_that_is_over_is_still_there() {
    let file = temporary("over.pgn");
    let _ = std::fs::remove_file(&file);
    let text = stdout(&support::pipe(&format!(
        "position startpos moves f3 e5 g4\nplay black\nQh4\nundo\nQe7\nwait\nresign\nflip\nsave {file}\n"
    )));
    for words in ["0-1: mate", "\n2... Qe7\n3. ", "1-0: Black resigns", ": 5 moves\n"] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    let saved = std::fs::read_to_string(&file).expect("a game");
    assert!(saved.contains("1. f3 e5 2. g4 Qe7 3. ") && saved.ends_with(" 1-0\n"), "{saved}");
}

/// What is loaded after the end of a game is looked at, not played on.
#[test]
fn a_loaded_game_is_not_the_one_that_is_over() {
    let game = temporary("looked-at.pgn");
    std::fs::write(&game, "1. f3 e5 *\n").expect("a file");
    let packed = temporary("packed.pgn");
    std::fs::write(&packed, b"\x1f\x8bpacked").expect("a file");
    let text = stdout(&support::pipe(&format!(
        "play black\nwait\nresign\nload {packed}\nload {game}\nundo\nd5\nwait\n"
    )));
    let (_, loaded) = text.split_once("compressed (gzip)").unwrap_or_else(|| panic!("{text}"));
    assert!(loaded.contains("\n1... d5\n") && !loaded.contains("\n2. "), "{loaded}");
}

/// The rating of a game is that of the opponent, not of the analysis after it.
#[test]
fn a_rated_game_leaves_the_options_alone() {
    let text = stdout(&support::pipe("play white 160\nresign\ngo depth 6\nwait\n"));
    assert!(text.contains("info depth 6 "), "{text}");
    let text = stdout(&support::pipe("play white 1\n"));
    assert!(text.contains("UCI_Elo"), "{text}");
}

/// What is typed before `quit` is done: a game is not lost because the engine was thinking.
#[test]
fn a_game_is_saved_while_the_engine_thinks() {
    let file = temporary("thinking.pgn");
    let _ = std::fs::remove_file(&file);
    support::pipe(&format!("play white\ne4\nsave {file}\nquit\n"));
    assert!(std::fs::read_to_string(&file).expect("a game").contains("1. e4 "));
}

#[test]
fn moves_are_read_as_people_type_them() {
    let file = temporary("typed.pgn");
    let _ = std::fs::remove_file(&file);
    let moves = "e4\nE5\nnf3\n2... nc6\n3. Bc4\nG8F6\no-o\n4...Bc5\nd4\nb×d4\nNxd4\nN×d4\n";
    support::pipe(&format!("{moves}save {file}\n"));
    let saved = std::fs::read_to_string(&file).expect("a game");
    let played = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Bc5 5. d4 Bxd4 6. Nxd4 Nxd4";
    assert!(saved.replace('\n', " ").contains(played), "{saved}");
}

#[test]
fn help_explains_one_command() {
    let text = stdout(&support::pipe("help undo\nhelp nothing\n"));
    assert!(text.starts_with("undo [PLIES]") && !text.contains("resign"), "{text}");
    assert!(text.contains("no command 'nothing'"), "{text}");
}

/// Records that can't be read are named, the others run, and the status says so.
#[test]
fn epd_says_that_records_were_refused() {
    let file = temporary("refused.epd");
    let position = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -";
    std::fs::write(&file, format!("{position} bm Ra8;\n{position} bm Qh9;\n")).expect("a file");
    let output = run(&["epd", &file, "--nodes", "500"]);
    assert_eq!(output.status.code(), CHECK_FAILED);
    assert!(stdout(&output).contains("solved 1 of 1"), "{}", stdout(&output));
    assert!(stderr(&output).contains("line 2"), "{}", stderr(&output));
}

/// A game at the prompt: the engine answers typed moves, `undo` takes back both, and what is saved can be
/// loaded.
#[test]
fn a_game_is_played_at_the_prompt() {
    let file = temporary("played.pgn");
    let _ = std::fs::remove_file(&file);
    let script = format!(
        "play white 1400\ne4\nwait\nNf3\nwait\nhint\nwait\nflip\nundo\nKe5\nresign\nsave {file}\nsave {file}\n\
         new\nd4\nwait\nresign\nload {file}\n\
         undo 9\nposition startpos moves f3 e5 g4\nplay black\nQh4\nload /nowhere\nKe5\n"
    );
    let input = temporary("played.txt");
    std::fs::write(&input, script).expect("a file");
    let output = command().stdin(File::open(&input).expect("a file")).output().expect("it runs");
    let text = stdout(&output);
    for words in [
        "\n1. e4\n1... ",
        "\n2. Nf3\n2... ",
        "2 moves\n",
        "save: ",
        "0-1: White resigns",
        "\n   h   g   f   e   d   c   b   a\n",
        "undo: 2 moves so far",
        "error: illegal move 'Ke5'",
        "\n1. d4\n1... ",
        "2... Qh4#\n",
        "0-1: mate",
        "load: /nowhere: ",
    ] {
        assert!(text.contains(words), "no {words:?} in\n{text}");
    }
    let saved = std::fs::read_to_string(&file).expect("a game");
    assert!(saved.contains("\n1. e4 ") && saved.ends_with(" 0-1\n"), "{saved}");
    assert!(
        saved.contains("[White \"Player\"]\n[Black \"Nullfenster 1.0\"]\n[Result \"0-1\"]"),
        "{saved}"
    );
}

//! Endgame tablebases: results as python-chess finds them, and endgames that the real
//! binary wins with them.
#![allow(missing_docs)]

mod common;
mod support;

use common::{data_path, data_rows, shared_path, shared_rows};
use nullfenster::board::{Game, Position, notation};
use nullfenster::tablebase::{Folders, Tablebases, Wdl};
use std::collections::HashSet;
use std::fs;
use std::path::Path;
use support::{Engine, has_error};

/// The vendored tables: all of three pieces, four of four, and `KPvKP` without DTZ.
fn tables_path() -> String {
    data_path("syzygy").to_str().expect("a path in UTF-8").to_owned()
}

fn tables_of(folder: &Path) -> Tablebases {
    Tablebases::new(&Folders::find(folder.to_str().expect("a path in UTF-8")).unwrap())
}

/// Opens the tables of a folder and compares them with rows of FEN, WDL (-2 to 2), DTZ and
/// the moves that keep the WDL; the last two are "-" where a table is missing.
fn check_tables(folder: &Path, files: usize, rows: &[Vec<String>]) {
    let tables = tables_of(folder);
    assert_eq!((tables.pieces(), tables.files()), (4, files));
    let mut roots = 0;
    for row in rows {
        let position = Position::from_fen(&row[0]).unwrap();
        let expected = match row[1].as_str() {
            "-2" => Wdl::Loss,
            "-1" => Wdl::BlessedLoss,
            "0" => Wdl::Draw,
            "1" => Wdl::CursedWin,
            "2" => Wdl::Win,
            other => panic!("WDL '{other}' of {position}"),
        };
        assert_eq!(tables.wdl(&position), Some(expected), "{position}");
        if row[2] == "-" || position.legal_moves().is_empty() {
            continue;
        }
        roots += 1;
        let probes = tables.root(&position).unwrap_or_else(|| panic!("no moves of {position}"));
        let best = probes.iter().map(|probe| probe.wdl).max().unwrap();
        assert_eq!(best, expected, "{position}");
        let keeping: HashSet<String> = probes
            .iter()
            .filter(|probe| probe.wdl == best)
            .map(|probe| notation::format_move(probe.mv, false))
            .collect();
        let wanted: HashSet<String> = row[3].split(' ').map(String::from).collect();
        assert_eq!(keeping, wanted, "{position}");
        // The distance may be rounded by a ply.
        let distance: i32 = row[2].parse().unwrap();
        let found = probes.iter().filter(|probe| probe.wdl == best).map(|probe| probe.dtz);
        if expected == Wdl::Win {
            let found = found.map(|dtz| dtz.unwrap() as i32).min().unwrap();
            assert!((found - distance).abs() <= 1, "{position}: {found}, {distance}");
        }
    }
    assert!(roots > 50, "only {roots} positions whose moves were compared");
    // More pieces than any table has, and castling.
    for fen in ["4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        assert_eq!(tables.wdl(&Position::from_fen(fen).unwrap()), None);
    }
    assert_eq!(tables.take_faults(), [""; 0]);
}

#[test]
fn results_are_those_of_python_chess() {
    check_tables(&data_path("syzygy"), 10, &data_rows("syzygy/probes.tsv"));
}

#[test]
#[ignore = "needs ../shared/data"]
fn shared_tables_have_the_results_of_python_chess() {
    check_tables(&shared_path("syzygy/tables"), 35, &shared_rows("syzygy/probes.tsv"));
}

/// At the root a win that takes too long is a draw.
#[test]
fn the_clock_turns_wins_into_draws() {
    let tables = tables_of(&data_path("syzygy"));
    for row in data_rows("syzygy/clock.tsv") {
        let position = Position::from_fen(&row[0]).unwrap();
        let probes = tables.root(&position).unwrap_or_else(|| panic!("no moves of {position}"));
        let best = probes.iter().map(|probe| probe.wdl).max().unwrap();
        let found = match best {
            Wdl::Win => "win",
            Wdl::Loss => "loss",
            _ => "draw",
        };
        assert_eq!(found, row[1], "{position}: {best:?}");
    }
}

fn engine_with_tables() -> Engine {
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1");
    engine.send(&format!("setoption name SyzygyPath value {}", tables_path()));
    assert_eq!(engine.until_ready(), ["info string SyzygyPath: 10 tables, up to 4 pieces"]);
    engine
}

/// Plays both sides until the game ends; true if it is mate.
fn is_won(engine: &mut Engine, fen: &str) -> bool {
    let mut game = Game::new(Position::from_fen(fen).unwrap());
    let mut moves = String::new();
    loop {
        let position = *game.position();
        if position.legal_moves().is_empty() {
            return position.in_check();
        }
        if position.halfmove_clock() >= 100 || game.occurrences() >= 3 {
            return false;
        }
        engine.send(&format!("position fen {fen} moves{moves}"));
        let best = engine.best_move("go nodes 300");
        let mv = notation::parse_move(&position, &best).expect("a legal move");
        moves.push(' ');
        moves.push_str(&best);
        game.push(mv);
    }
}

#[test]
fn hard_endgames_are_won_within_fifty_moves() {
    let mut engine = engine_with_tables();
    for fen in ["8/1r6/8/2k5/8/8/8/K6Q w - - 0 1", "8/8/1Q6/8/3rk3/8/8/K7 w - - 0 1"] {
        assert!(is_won(&mut engine, fen), "{fen}");
    }
}

/// The score and the tablebase hits of the last line.
fn verdict(engine: &mut Engine, fen: &str, go: &str) -> (i32, u64) {
    engine.send("ucinewgame");
    engine.send(&format!("position fen {fen}"));
    let lines = engine.go(go);
    let line = lines.iter().rev().find(|line| line.contains(" score ")).expect("a line");
    let words: Vec<&str> = line.split(' ').collect();
    let after = |name: &str| words[words.iter().position(|word| *word == name).unwrap() + 1];
    let score = after("score").to_owned();
    let value: i32 = after(&score).parse().unwrap();
    let mates = if score == "mate" { 30_000 * value.signum() } else { value };
    (mates, after("tbhits").parse().unwrap())
}

#[test]
fn scores_come_from_the_tables() {
    let mut engine = engine_with_tables();
    let won = "8/8/8/8/8/2k5/4r3/K6Q w - - 0 1";
    let (score, hits) = verdict(&mut engine, won, "go depth 2");
    assert!(score >= 20_000 && hits > 0, "{score} {hits}");
    // Five pieces: only the search reaches the tables.
    let five = "8/8/8/3k4/8/4r3/3P4/3KR3 w - - 0 1";
    let (_, hits) = verdict(&mut engine, five, "go depth 8");
    assert!(hits > 0);
    engine.send("setoption name SyzygyProbeDepth value 7");
    let (_, fewer) = verdict(&mut engine, five, "go depth 8");
    assert!(fewer < hits, "not at every depth: {fewer} of {hits}");
    engine.send("setoption name SyzygyProbeDepth value 1");
    // The tables show a win after the capture of the rook.
    let takes = "8/8/8/8/4k3/8/1r6/K2Q2R1 w - - 0 1";
    let (score, _) = verdict(&mut engine, takes, "go depth 3");
    assert!(score >= 20_000, "{score}");
    let bare = "8/8/8/4k3/8/8/8/K2R4 b - - 99 80";
    let (score, _) = verdict(&mut engine, bare, "go depth 4");
    assert!(score.abs() <= 1, "the fifty-move rule counts: {score}");
    engine.send("setoption name Syzygy50MoveRule value false");
    let (score, _) = verdict(&mut engine, bare, "go depth 4");
    assert!(score <= -20_000, "it does not: {score}");
    engine.send("setoption name Syzygy50MoveRule value true");
    engine.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(verdict(&mut engine, won, "go depth 2").1, 0, "more pieces than the limit");
    engine.send("setoption name SyzygyProbeLimit value 7");
    assert!(verdict(&mut engine, won, "go depth 2").1 > 0);
    engine.send("setoption name SyzygyPath value <empty>");
    assert_eq!(verdict(&mut engine, won, "go depth 2").1, 0, "no tables");
}

/// Without the DTZ table the moves still have their results, and asking for distances costs
/// nothing of what is known without them.
#[test]
fn results_do_not_need_distances() {
    let tables = tables_of(&data_path("syzygy"));
    let position = Position::from_fen("7k/8/8/8/1P6/8/5p2/5K2 w - - 0 1").unwrap();
    for _ in 0..2 {
        let wdl = tables.wdl(&position).expect("KPvKP.rtbw is there");
        let probes = tables.root(&position).expect("results of all moves");
        assert_eq!(probes.iter().map(|probe| probe.wdl).max(), Some(wdl));
        assert!(probes.iter().all(|probe| probe.dtz.is_none()), "KPvKP.rtbz is not there");
    }
}

/// Files that change after they were accepted: whatever they contain, each probe ends, and
/// what can't be read is reported.
#[test]
fn no_damage_of_a_table_is_a_panic() {
    let folder = format!("{}/damaged tables", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    let names = ["KQvKR", "KRvKR", "KRPvK", "KPvKP", "KPvK"];
    let files =
        || names.iter().flat_map(|name| ["rtbw", "rtbz"].map(|kind| format!("{name}.{kind}")));
    let originals: Vec<(String, Vec<u8>)> = files()
        .filter_map(|file| Some((file.clone(), fs::read(data_path("syzygy").join(file)).ok()?)))
        .collect();
    let fens = [
        "8/8/8/8/8/2k5/4r3/K6Q w - - 0 1",
        "8/8/8/3k4/8/2R5/3P4/3K4 b - - 0 1",
        "8/8/1p1k4/8/8/3K2P1/8/8 w - - 0 1",
        "8/8/3k4/8/8/3K2P1/8/8 w - - 0 1",
        "8/1r6/3k4/8/8/3K2R1/8/8 b - - 0 1",
    ];
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % below
    };
    let mut faults = 0;
    for round in 0..100 {
        for (file, content) in &originals {
            fs::write(format!("{folder}/{file}"), content).unwrap();
        }
        let folders = Folders::find(&folder).expect("whole tables");
        for (file, content) in &originals {
            let mut damaged = content.clone();
            // Damage of the description is the worst; a file may also shrink or be empty.
            let end = if round % 3 == 0 { damaged.len() } else { 400.min(damaged.len()) };
            for _ in 0..1 + random(20) {
                damaged[4 + random(end - 4)] = random(256) as u8;
            }
            if round % 10 == 0 {
                damaged.truncate(random(content.len()));
            }
            fs::write(format!("{folder}/{file}"), damaged).unwrap();
        }
        let tables = Tablebases::new(&folders);
        for position in fens.map(|fen| Position::from_fen(fen).unwrap()) {
            tables.wdl(&position);
            tables.root(&position);
        }
        faults += tables.take_faults().len();
    }
    assert!(faults > 100, "only {faults} faults were found");
    fs::remove_dir_all(folder).unwrap();
}

/// A flag that says that a symmetric table is for the other side, which no position then is
/// for, is no reason to go on looking for one.
#[test]
#[ignore = "needs ../shared/data"]
fn shared_a_table_for_no_side_ends_the_probe() {
    let folder = format!("{}/table for no side", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    let tables = shared_path("syzygy/tables");
    for entry in fs::read_dir(tables).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, Path::new(&folder).join(path.file_name().unwrap())).unwrap();
    }
    let folders = Folders::find(&folder).unwrap();
    let file = format!("{folder}/KPvKP.rtbz");
    let mut bytes = fs::read(&file).unwrap();
    // Behind the orders of two groups and four pieces for each file come the flags of the values.
    let flags = 5 + 4 * 6 + 1;
    assert_eq!(bytes[flags] & 0x81, 0);
    bytes[flags] |= 1;
    fs::write(&file, bytes).unwrap();
    let tables = Tablebases::new(&folders);
    let position = Position::from_fen("7k/p7/8/8/8/8/P7/K7 w - - 0 1").unwrap();
    let probes = tables.root(&position).expect("results");
    assert_eq!(probes.len(), position.legal_moves().len());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_damaged_table_costs_no_move() {
    let folder = format!("{}/table damaged later", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    let file = format!("{folder}/KQvKR.rtbw");
    fs::copy(data_path("syzygy/KQvKR.rtbw"), &file).unwrap();
    let mut engine = Engine::start();
    engine.send(&format!("setoption name SyzygyPath value {folder}"));
    assert_eq!(engine.until_ready(), ["info string SyzygyPath: 1 table, up to 4 pieces"]);
    let mut noise = fs::read(&file).unwrap();
    noise[5..100].fill(0xa5);
    fs::write(&file, noise).unwrap();
    // Only a capture leads to the table, and any search looks at it.
    engine.send("position fen 8/7p/8/8/8/2k5/4r3/K6Q w - - 0 1");
    let lines = engine.go("go depth 8");
    assert!(has_error(&lines, &["KQvKR.rtbw", "damaged"]), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove h1")), "{lines:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// With several lines each has the result of its own move.
#[test]
fn every_line_of_the_root_has_its_result() {
    let mut engine = engine_with_tables();
    let tables = tables_of(&data_path("syzygy"));
    engine.send("setoption name MultiPV value 40");
    for fen in ["8/8/8/8/8/2k5/4r3/K6Q w - - 0 1", "8/8/8/8/3k4/8/3P4/3K4 w - - 0 1"] {
        let position = Position::from_fen(fen).unwrap();
        engine.send(&format!("position fen {fen}"));
        let lines = engine.go("go depth 4");
        let probes = tables.root(&position).unwrap();
        let lines: Vec<&String> =
            lines.iter().filter(|line| line.starts_with("info depth 4 ")).collect();
        assert_eq!(lines.len(), probes.len(), "{lines:?}");
        let mut last = Wdl::Win;
        for line in lines {
            let words: Vec<&str> = line.split(' ').collect();
            let after =
                |name: &str| words[words.iter().position(|word| *word == name).unwrap() + 1];
            let mv = notation::parse_move(&position, after("pv")).unwrap();
            let score: i32 = after(after("score")).parse().unwrap();
            let is_mate = after("score") == "mate";
            let wdl = probes.iter().find(|probe| probe.mv == mv).unwrap().wdl;
            match wdl {
                Wdl::Win => assert!(score > 0 && (is_mate || score >= 20_000), "{line}"),
                Wdl::Loss => assert!(score < 0 && (is_mate || score <= -20_000), "{line}"),
                _ => assert!(score == 0 && !is_mate, "{line}"),
            }
            assert!(wdl <= last, "the better result comes first: {line}");
            last = wdl;
        }
    }
}

/// The tables know nothing of the game: a third repetition saves a lost position, and no won one ends so.
#[test]
fn a_third_repetition_is_a_draw_at_the_root() {
    let mut engine = engine_with_tables();
    let lost = "8/1k6/8/7R/8/8/4K3/8 w - - 0 1 moves e2d1 b7b8 d1e2 b8b7 e2d1 b7b8 d1e2";
    engine.send(&format!("position fen {lost}"));
    let lines = engine.go("go depth 6");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove b8b7"), "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("score cp 0 ")), "{lines:?}");
    for won in [
        "8/8/8/R7/3k4/8/3K4/8 b - - 0 1 moves d4c4 a5a3 c4d4 a3a5 d4c4 a5a3 c4d4",
        "8/Q7/8/1K6/4r3/8/3k4/8 b - - 0 1 moves e4b4 b5a6 b4e4 a6b5 e4b4 b5a6 b4e4",
    ] {
        engine.send(&format!("position fen {won}"));
        let lines = engine.go("go depth 6");
        let best = lines.last().and_then(|line| line.split(' ').nth(1)).expect("a move");
        let mut game = Game::new(Position::from_fen(won.split(" moves").next().unwrap()).unwrap());
        for mv in won.split("moves ").nth(1).unwrap().split(' ').chain([best]) {
            game.push(notation::parse_move(game.position(), mv).unwrap());
        }
        assert!(game.occurrences() < 3, "{best}");
    }
}

/// The best by distance to a capture or pawn move may be a slow mate.
#[test]
fn lines_are_sorted_with_tables_too() {
    let mut engine = engine_with_tables();
    engine.send("setoption name MultiPV value 3");
    engine.send("position fen k7/8/2K5/8/6P1/4R3/8/8 w - - 0 1");
    let lines = engine.go("go depth 8");
    let mates: Vec<i32> = lines
        .iter()
        .filter(|line| line.starts_with("info depth 8 "))
        .filter_map(|line| line.split(" score mate ").nth(1)?.split(' ').next()?.parse().ok())
        .collect();
    assert!(mates.len() == 3 && mates.is_sorted(), "{lines:?}");
}

#[test]
fn a_missing_folder_is_named_and_the_others_are_used() {
    let mut engine = engine_with_tables();
    engine.send(&format!("setoption name SyzygyPath value /no/such/folder;{}", tables_path()));
    let lines = engine.until_ready();
    let found = lines.iter().find(|line| line.contains("SyzygyPath:")).expect("what was loaded");
    assert!(found.contains("up to") && found.contains("left out /no/such/folder"), "{found}");
}

/// As a folder that is missing: a download that broke off does not cost the other tables.
#[test]
fn a_damaged_file_is_named_and_the_others_are_used() {
    let folder = format!("{}/a table cut off", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    fs::write(format!("{folder}/KBNvK.rtbw"), "cut").unwrap();
    let mut engine = Engine::start();
    engine.send(&format!("setoption name SyzygyPath value {folder};{}", tables_path()));
    let lines = engine.until_ready();
    let found = lines.iter().find(|line| line.contains("SyzygyPath:")).expect("what was loaded");
    assert!(found.contains("up to") && found.contains("KBNvK.rtbw: not a whole"), "{found}");
    assert!(is_won(&mut engine, "8/8/8/8/8/2k5/4r3/K6Q w - - 0 1"));
    fs::remove_dir_all(folder).unwrap();
}

/// Only the tables of results: the score at the root is theirs all the same.
#[test]
fn the_root_has_a_score_without_distances() {
    let mut engine = Engine::start();
    engine.send(&format!("setoption name SyzygyPath value {}", data_path("syzygy").display()));
    let (score, _) = verdict(&mut engine, "7k/8/8/8/1P6/8/5p2/5K2 w - - 0 1", "go depth 2");
    assert!(score >= 20_000, "{score}");
}

#[test]
fn a_bad_path_leaves_the_old_tables() {
    let mut engine = engine_with_tables();
    let folder = format!("{}/no tables in hÄre", env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&folder).unwrap();
    for (path, word) in [(folder.as_str(), "no Syzygy table"), ("/nowhere", "/nowhere")] {
        engine.send(&format!("setoption name SyzygyPath value {path}"));
        assert!(has_error(&engine.until_ready(), &["SyzygyPath", word]), "{path}");
    }
    let bad = format!("{folder}/KRvK.rtbw");
    for bytes in [&[][..], &[0; 80], &[0x71, 0xe8, 0x23, 0x5d, 0]] {
        fs::write(&bad, bytes).unwrap();
        engine.send(&format!("setoption name SyzygyPath value {folder}"));
        assert!(has_error(&engine.until_ready(), &["SyzygyPath", "KRvK.rtbw"]), "{bytes:?}");
    }
    // Truncated to a length that a table can have, and with one wrong bit.
    let whole = fs::read(format!("{}/KRvK.rtbw", tables_path())).unwrap();
    assert_eq!(whole.len() % 64, 16);
    let mut cut = whole.clone();
    cut.truncate(whole.len() / 128 * 64 + 16);
    let damaged = [5, whole.len() / 2, whole.len() - 1].map(|at| {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        bytes
    });
    for bytes in damaged.into_iter().chain([cut]) {
        fs::write(&bad, bytes).unwrap();
        engine.send(&format!("setoption name SyzygyPath value {folder}"));
        assert!(has_error(&engine.until_ready(), &["KRvK.rtbw", "damaged"]));
    }
    fs::remove_file(bad).unwrap();
    let won = "8/8/8/8/8/2k5/4r3/K6Q w - - 0 1";
    assert!(verdict(&mut engine, won, "go depth 2").1 > 0, "the old tables");
    let copy = format!("{folder}/KQvK.rtbw");
    let source = format!("{}/KQvK.rtbw", tables_path());
    fs::copy(source, &copy).unwrap();
    engine.send(&format!("setoption name SyzygyPath value {folder};{}", tables_path()));
    // A list, a space, an umlaut.
    assert_eq!(engine.until_ready(), ["info string SyzygyPath: 10 tables, up to 4 pieces"]);
    fs::remove_file(copy).unwrap();
    assert!(verdict(&mut engine, won, "go depth 2").1 > 0);
}

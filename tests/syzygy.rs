//! Endgame tables: results as python-chess has them, and endings that the real binary
//! wins with them. Only where the shared tables are.
#![allow(missing_docs)]

mod common;
mod support;

use common::{shared_file, shared_rows};
use nullfenster::board::{Game, Position, notation};
use nullfenster::tablebase::{Folders, Tablebases, Wdl};
use std::collections::HashSet;
use std::fs;
use support::{Engine, has_error};

fn tables_path() -> Option<String> {
    Some(shared_file("syzygy/tables")?.to_str()?.to_owned())
}

/// There can be one set of tables in a program, so this is one test.
#[test]
fn results_are_those_of_python_chess() {
    let Some(path) = tables_path() else { return };
    let tables = Tablebases::open(&Folders::find(&path).unwrap()).unwrap();
    assert_eq!((tables.men(), tables.files()), (4, 35));
    assert!(Tablebases::open(&Folders::find(&path).unwrap()).is_err(), "a second set");
    let rows = shared_rows("syzygy/probes.tsv");
    assert!(rows.len() > 200);
    for row in rows {
        let position = Position::from_fen(&row[0]).unwrap();
        let expected = match row[1].parse().unwrap() {
            -2 => Wdl::Loss,
            -1 => Wdl::BlessedLoss,
            0 => Wdl::Draw,
            1 => Wdl::CursedWin,
            _ => Wdl::Win,
        };
        assert_eq!(tables.wdl(&position), Some(expected), "{}", row[0]);
        let probes = tables.root(&position);
        let Some(probes) = probes.filter(|probes| !probes.is_empty()) else {
            assert!(position.legal_moves().is_empty(), "{}", row[0]);
            continue;
        };
        let best = probes.iter().map(|probe| probe.wdl).max().unwrap();
        assert_eq!(best, expected, "{}", row[0]);
        let keeping: HashSet<String> = probes
            .iter()
            .filter(|probe| probe.wdl == best)
            .map(|probe| notation::format_move(probe.mv, false))
            .collect();
        let wanted: HashSet<String> = row[3].split(' ').map(String::from).collect();
        assert_eq!(keeping, wanted, "{}", row[0]);
        // The distance may be rounded by a ply.
        let distance: i32 = row[2].parse().unwrap();
        let found = probes.iter().filter(|probe| probe.wdl == best).map(|probe| probe.dtz);
        if expected == Wdl::Win {
            let found = i32::from(found.min().unwrap());
            assert!((found - distance).abs() <= 1, "{}: {found}, {distance}", row[0]);
        }
    }
    // More men, and castling, are in no table.
    for fen in ["4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"] {
        assert_eq!(tables.wdl(&Position::from_fen(fen).unwrap()), None);
    }
    drop(tables);
    assert!(Tablebases::open(&Folders::find(&path).unwrap()).is_ok(), "again after the first");
}

fn engine_with_tables() -> Option<Engine> {
    let path = tables_path()?;
    let mut engine = Engine::start();
    engine.send("setoption name Hash value 1");
    engine.send(&format!("setoption name SyzygyPath value {path}"));
    let answers = engine.until_ready();
    assert!(answers.is_empty(), "{answers:?}");
    Some(engine)
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
fn hard_endings_are_won_inside_fifty_moves() {
    let Some(mut engine) = engine_with_tables() else { return };
    for fen in [
        "8/8/8/3k4/8/8/8/KBN5 w - - 0 1",
        "8/8/8/2k5/8/1K6/8/3N1B2 b - - 0 1",
        "8/1r6/8/2k5/8/8/8/K6Q w - - 0 1",
        "8/8/1Q6/8/3rk3/8/8/K7 w - - 0 1",
    ] {
        assert!(is_won(&mut engine, fen), "{fen}");
    }
}

/// The score and the number of table hits of the last line.
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
    let Some(mut engine) = engine_with_tables() else { return };
    let won = "8/8/8/8/8/2k5/4r3/K6Q w - - 0 1";
    let (score, hits) = verdict(&mut engine, won, "go depth 2");
    assert!(score >= 20_000 && hits > 0, "{score} {hits}");
    // Five men: the search meets the tables.
    let five = "8/8/8/3k4/8/4r3/3P4/3KR3 w - - 0 1";
    let (_, hits) = verdict(&mut engine, five, "go depth 8");
    assert!(hits > 0);
    engine.send("setoption name SyzygyProbeDepth value 7");
    let (_, fewer) = verdict(&mut engine, five, "go depth 8");
    assert!(fewer < hits, "not at every depth: {fewer} of {hits}");
    engine.send("setoption name SyzygyProbeDepth value 1");
    // Taking the rook wins by the tables, whatever the pieces are worth.
    let takes = "8/8/8/8/4k3/8/1r6/K2Q2R1 w - - 0 1";
    let (score, _) = verdict(&mut engine, takes, "go depth 3");
    assert!(score >= 20_000, "{score}");
    let bare = "8/8/8/4k3/8/8/8/K2BB3 b - - 99 80";
    let (score, _) = verdict(&mut engine, bare, "go depth 4");
    assert!(score.abs() <= 1, "the fifty-move rule counts: {score}");
    engine.send("setoption name Syzygy50MoveRule value false");
    let (score, _) = verdict(&mut engine, bare, "go depth 4");
    assert!(score <= -20_000, "it does not: {score}");
    engine.send("setoption name Syzygy50MoveRule value true");
    engine.send("setoption name SyzygyProbeLimit value 2");
    assert_eq!(verdict(&mut engine, won, "go depth 2").1, 0, "three and four men are too many");
    engine.send("setoption name SyzygyProbeLimit value 7");
    assert!(verdict(&mut engine, won, "go depth 2").1 > 0);
    engine.send("setoption name SyzygyPath value <empty>");
    assert_eq!(verdict(&mut engine, won, "go depth 2").1, 0, "no tables");
}

#[test]
fn a_wrong_path_leaves_the_old_tables() {
    let Some(mut engine) = engine_with_tables() else { return };
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
    // Cut so that its length is one that a table can have, and with one wrong bit.
    let whole = fs::read(format!("{}/KRvK.rtbw", tables_path().unwrap())).unwrap();
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
    let source = format!("{}/KQvK.rtbw", tables_path().unwrap());
    fs::copy(source, &copy).unwrap();
    engine.send(&format!("setoption name SyzygyPath value {folder};{}", tables_path().unwrap()));
    assert!(engine.until_ready().is_empty(), "a list, a space, an umlaut");
    fs::remove_file(copy).unwrap();
    assert!(verdict(&mut engine, won, "go depth 2").1 > 0);
}

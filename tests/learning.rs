//! Training: files of games, games that depend on nothing but the seed, rescoring, networks
//! and the yardstick.
#![cfg(feature = "tune")]

mod common;

use common::{Random, random_games};
use nullfenster::board::Position;
use nullfenster::board::notation::parse_move;
use nullfenster::eval::{Evaluation, Evaluator};
use nullfenster::tune::TuneError;
use nullfenster::tune::datagen::{self, DatagenSpec};
use nullfenster::tune::games::{GameRecord, GameResult, Games, Kind, Trace};
use nullfenster::tune::reevaluate::{self, ReevaluateSpec};
use nullfenster::tune::rescore::{self, RescoreSpec};
use nullfenster::tune::train::records::{self, RECORD, RecordsSpec};
use nullfenster::tune::train::{self, Source, TrainProgress, TrainSpec};
use nullfenster::tune::yardstick::Yardstick;
use nullfenster::types::{Move, Score};
use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use viriformat::dataformat::Game as StoredGame;

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("nullfenster-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Random games without a draw by the fifty-move rule.
fn records(seed: u64) -> Vec<GameRecord> {
    let mut random = Random(seed);
    let fits = |position: Position| position.halfmove_clock() <= 100;
    let games = (0..4).flat_map(|more| random_games(seed + more, 150));
    let records: Vec<_> = games
        .filter(|game| game.positions().all(fits))
        .map(|game| GameRecord {
            start: game.start,
            moves: game
                .moves
                .iter()
                .map(|&mv| (mv, Score::cp(random.below(8001) as i32 - 4000)))
                .collect(),
            result: random.pick(&[GameResult::Loss, GameResult::Draw, GameResult::Win]),
            kind: Kind::Game,
        })
        .collect();
    assert!(records.len() > 500, "only {} games", records.len());
    records
}

fn read(path: &str) -> Result<Vec<GameRecord>, TuneError> {
    Games::open(path)?.collect()
}

/// Castling, en passant and promotions of all kinds are among the moves.
#[test]
fn games_come_back_from_their_file_as_they_were() {
    let folder = folder("games");
    let path = folder.join("games").display().to_string();
    let written = records(0x9a3f0);
    let kinds = |of: fn(Move) -> bool| {
        written.iter().flat_map(|game| &game.moves).filter(|(mv, _)| of(*mv)).count()
    };
    let counts = [Move::is_castling, Move::is_en_passant, Move::is_promotion].map(kinds);
    assert!(counts.iter().all(|&count| count > 10), "{counts:?}");
    fs::write(&path, written.iter().flat_map(GameRecord::to_bytes).collect::<Vec<u8>>()).unwrap();
    assert_eq!(read(&path).unwrap(), written);
    fs::remove_dir_all(&folder).unwrap();
}

/// A trace in positions with any number of pieces.
fn always(factor: f32) -> Trace {
    Trace { factor, until: Trace::ALWAYS }
}

/// The expected points of a traced score are a weighted mean over the scores from there on,
/// with weights that decay by a constant factor.
#[test]
fn a_traced_score_is_the_mean_of_those_to_come() {
    const SCALE: f64 = 300.0;
    let points = |score: Score| 1.0 / (1.0 + (-f64::from(score.centipawns()) / SCALE).exp());
    let mate = Score::mate_in(5);
    let mut compared = 0;
    for mut game in records(0x7ace) {
        let Some(middle) = game.moves.len().checked_sub(7) else { continue };
        game.moves[middle].1 = mate;
        let scores = |game: GameRecord| game.moves.into_iter().map(|(_, score)| score);
        assert_eq!(game.clone().traced(always(0.0), SCALE as f32), game);
        let last = game.moves.last().unwrap().1;
        for score in scores(game.clone().traced(always(1.0), SCALE as f32)) {
            assert!(score == mate || score == last, "{score} for {last}");
        }
        let found: Vec<Score> = scores(game.clone().traced(always(0.5), SCALE as f32)).collect();
        for (ply, &score) in found.iter().enumerate() {
            let rest = &game.moves[ply..];
            let share = |index: usize| 0.5_f64.powi((index + 1).min(rest.len() - 1) as i32);
            let mean: f64 = rest
                .iter()
                .enumerate()
                .map(|(index, &(_, later))| share(index) * points(later))
                .sum();
            let expected = if rest[0].1 == mate { 1.0 } else { mean };
            assert!((points(score) - expected).abs() < 0.001, "{score} for {expected}");
            compared += 1;
        }
    }
    assert!(compared > 10_000, "only {compared} scores");
}

/// Where many pieces stand, a score is what it was; where few do, it is traced as ever; between them it
/// lies between.
#[test]
fn a_trace_ends_with_many_pieces() {
    let pieces_of = |game: &GameRecord| -> Vec<usize> {
        let mut position = game.start;
        let mut make = |&(mv, _): &(Move, _)| {
            let pieces = position.piece_count();
            position = position.make(mv);
            pieces
        };
        game.moves.iter().map(&mut make).collect()
    };
    let mut counts = [0; 3];
    for game in records(0x7ace) {
        let scores = |game: GameRecord| game.moves.into_iter().map(|(_, score)| score.centipawns());
        let traced = |until| scores(game.clone().traced(Trace { factor: 0.7, until }, 300.0));
        let own = scores(game.clone());
        let all = own.zip(traced(24.0)).zip(traced(Trace::ALWAYS)).zip(pieces_of(&game));
        for (((own, ended), always), pieces) in all {
            match pieces {
                24.. => assert_eq!(ended, own),
                ..=20 => assert_eq!(ended, always),
                _ => counts[2] += usize::from(ended != own && ended != always),
            }
            counts[usize::from(pieces <= 20)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// The library that defines the format reads the same games. Its positions of Chess960 fail an
/// assertion of its own.
#[test]
fn others_read_the_same_games() {
    for record in records(0x07e5).into_iter().filter(|record| !record.start.is_chess960()) {
        let bytes = record.to_bytes();
        let game = StoredGame::deserialise_from(&mut bytes.as_slice(), Vec::new()).unwrap();
        let mut position = record.start;
        let mut index = 0;
        game.visit_positions(|board, score| {
            let theirs = board.to_string();
            let ours = position.to_string();
            // They write the en passant square after each double step, and no clocks.
            let board = |fen: &str| fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
            assert_eq!(board(&theirs), board(&ours));
            assert_eq!(Score::cp(score), record.moves[index].1);
            position = position.make(record.moves[index].0);
            index += 1;
        });
        assert_eq!(index, record.moves.len());
    }
}

#[test]
fn a_damaged_file_is_refused_or_read_but_never_more() {
    let folder = folder("damaged");
    let path = folder.join("games").display().to_string();
    let good: Vec<u8> = records(0xda3).iter().take(5).flat_map(GameRecord::to_bytes).collect();
    let mut random = Random(0xbad);
    let mut refused = 0;
    for _ in 0..2_000 {
        let mut bytes = good.clone();
        let at = random.below(bytes.len());
        match random.below(3) {
            0 => bytes.truncate(at),
            1 => bytes[at] ^= 1 << random.below(8),
            _ => bytes[at] = random.bits() as u8,
        }
        fs::write(&path, &bytes).unwrap();
        refused += usize::from(read(&path).is_err());
    }
    assert!(refused > 1_000, "{refused}");
    fs::remove_dir_all(&folder).unwrap();
}

/// The library that writes the format refuses half-move clocks above 100 by a panic, so a game
/// with one must not be read: scoring again would write its positions.
#[test]
fn games_beyond_the_fifty_move_rule_are_refused() {
    const CLOCK: usize = 25;
    let folder = folder("clocks");
    let path = folder.join("games").display().to_string();
    let quiet_start = |game: &GameRecord| {
        game.moves.len() > 3 && game.start.make(game.moves[0].0).halfmove_clock() > 0
    };
    let record = records(0xc10c).into_iter().find(quiet_start).unwrap();
    let read_with = |clock| {
        let mut bytes = record.to_bytes();
        bytes[CLOCK] = clock;
        fs::write(&path, &bytes).unwrap();
        read(&path).map_err(|error| error.to_string())
    };
    assert!(read_with(record.start.halfmove_clock() as u8).is_ok());
    for (clock, place) in [(101, "101 after 0 plies"), (100, "101 after 1 plies")] {
        let error = read_with(clock).unwrap_err();
        assert!(error.contains(place), "{error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

fn spec(path: String, threads: usize) -> DatagenSpec {
    DatagenSpec {
        path,
        positions: 600,
        nodes: 30,
        threads,
        seed: 7,
        player: Evaluation::Classical.into(),
        openings: Vec::new(),
        disturbed: 0.5,
        inner: 0.0,
    }
}

#[test]
fn games_depend_on_the_seed_alone_and_are_continued() {
    let folder = folder("datagen");
    let path = |name: &str| folder.join(name).display().to_string();
    let generate = |name: &str, threads| {
        let done = datagen::run(&spec(path(name), threads), &|_| {}).unwrap();
        assert!(done.positions >= 600);
        fs::read(path(name)).unwrap()
    };
    let once = generate("once", 1);
    assert!(generate("two threads", 2) == once);
    let games = read(&path("once")).unwrap();
    let results: Vec<GameResult> = games.iter().map(|game| game.result).collect();
    assert!(results.contains(&GameResult::Win) && results.contains(&GameResult::Loss));
    assert!(generate("once", 1) == once, "there is nothing to add");
    let start_again = |bytes: &[u8]| {
        fs::write(path("cut"), bytes).unwrap();
        fs::copy(path("once.json"), path("cut.json")).unwrap();
    };
    for cut in [0, once.len() / 2, once.len() - 1] {
        start_again(&once[..cut]);
        assert!(generate("cut", 2) == once, "after {cut} bytes");
        // A file may end with zeros after a crash of the system.
        start_again(&[&once[..cut], &[0; 10_000]].concat());
        if cut > 0 {
            assert!(generate("cut", 2) == once, "after {cut} bytes and zeros");
        }
    }
    // A file that does not hold games is left alone.
    for other in [&b"a letter"[..], &[7; 50_000], &once[..10]] {
        fs::write(path("other"), other).unwrap();
        assert!(datagen::run(&spec(path("other"), 1), &|_| {}).is_err());
        assert_eq!(fs::read(path("other")).unwrap(), other);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Games from a file of openings start a few moves after one of them.
#[test]
fn games_start_from_openings() {
    let folder = folder("openings");
    let path = folder.join("games").display().to_string();
    // Pawns that no random moves from the start position lead to.
    let fens = [
        "4k3/8/8/3p1p1p/3P1P1P/8/8/4K3 w - - 0 30",
        "r3k2r/p1p1p1p1/8/8/8/8/P1P1P1P1/R3K2R b KQkq - 0 20",
    ];
    let openings = fens.map(|fen| Position::from_fen(fen).unwrap()).to_vec();
    let spec = DatagenSpec { openings, disturbed: 0.0, positions: 200, ..spec(path.clone(), 1) };
    datagen::run(&spec, &|_| {}).unwrap();
    let mut starts = [0; 2];
    for game in read(&path).unwrap() {
        let pieces = game.start.piece_count();
        starts[usize::from(pieces > 8)] += 1;
        assert!((4..=14).contains(&pieces), "{}", game.start);
    }
    assert!(starts.iter().all(|&count| count > 0), "{starts:?}");
    let without = DatagenSpec { openings: Vec::new(), positions: 1_000, ..spec };
    let refused = datagen::run(&without, &|_| {}).unwrap_err().to_string();
    assert!(refused.contains("not null"), "{refused}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Random moves after an opening may make fifty without a capture: no game starts there.
#[test]
fn no_game_starts_drawn() {
    let folder = folder("drawn");
    let path = folder.join("games").display().to_string();
    let opening = "r3k3/p7/8/8/8/8/P7/R3K3 w - - 98 80";
    let openings = vec![Position::from_fen(opening).unwrap()];
    let spec = DatagenSpec { openings, disturbed: 0.0, positions: 200, ..spec(path.clone(), 1) };
    datagen::run(&spec, &|_| {}).unwrap();
    for game in read(&path).unwrap() {
        assert!(game.start.halfmove_clock() < 100 && !game.moves.is_empty(), "{}", game.start);
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Such openings once kept the generation busy for ever.
#[test]
fn openings_that_no_game_can_start_from_are_an_error() {
    let folder = folder("unfit");
    let path = folder.join("games").display().to_string();
    for unfit in [
        "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4KN2 w - - 120 80",
    ] {
        for (disturbed, limit) in [(0.0, "beyond 250"), (1.0, "beyond 600")] {
            let openings = vec![Position::from_fen(unfit).unwrap()];
            let spec = DatagenSpec { openings, disturbed, ..spec(path.clone(), 1) };
            let error = datagen::run(&spec, &|_| {}).unwrap_err().to_string();
            assert!(error.contains("openings") && error.contains(limit), "{unfit}: {error}");
            assert!(!fs::exists(&path).unwrap());
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A file has games of one kind, as training treats them alike.
#[test]
fn other_games_are_not_added_to_a_file() {
    let folder = folder("origin");
    let path = folder.join("games").display().to_string();
    let own = || spec(path.clone(), 1);
    datagen::run(&own(), &|_| {}).unwrap();
    let before = fs::read(&path).unwrap();
    let more = || DatagenSpec { positions: 100_000, ..own() };
    for (other, named) in [
        (DatagenSpec { seed: 8, ..more() }, "seed 7, not 8"),
        (DatagenSpec { nodes: 31, ..more() }, "nodes 30, not 31"),
        (DatagenSpec { openings: vec![Position::startpos()], ..more() }, "openings null"),
        (DatagenSpec { player: Evaluation::network().into(), ..more() }, "evaluation"),
    ] {
        let refused = datagen::run(&other, &|_| {}).unwrap_err().to_string();
        assert!(refused.contains("games.json") && refused.contains(named), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    #[cfg(feature = "tuning")]
    {
        use nullfenster::search::TUNABLES;
        let mut other = more();
        let index = TUNABLES.iter().position(|tunable| tunable.name == "late_move_depth").unwrap();
        other.player.tuning.set(index, 0);
        let refused = datagen::run(&other, &|_| {}).unwrap_err().to_string();
        assert!(refused.contains(r#"{"late_move_depth":0}"#), "{refused}");
    }
    fs::write(folder.join("games.json"), "no JSON").unwrap();
    assert!(datagen::run(&more(), &|_| {}).is_err());
    assert_eq!(fs::read(&path).unwrap(), before);
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_that_is_being_written_is_left_alone() {
    let folder = folder("locked");
    let path = folder.join("games").display().to_string();
    let file = fs::File::create(&path).unwrap();
    file.lock().unwrap();
    let refused = datagen::run(&spec(path.clone(), 1), &|_| {}).unwrap_err().to_string();
    assert!(refused.contains(&path) && refused.contains("another process"), "{refused}");
    drop(file);
    assert!(datagen::run(&spec(path, 1), &|_| {}).is_ok());
    fs::remove_dir_all(&folder).unwrap();
}

/// Nodes inside searches follow their game, and what was written does not depend on threads or
/// interruptions. They are quiet, and like their searches, few of them are positions of the games.
#[test]
fn nodes_inside_searches_are_written_with_their_games() {
    let folder = folder("inner");
    let path = |name: &str| folder.join(name).display().to_string();
    let spec = |name, threads| {
        let (inner, nodes) = (0.5, 400);
        DatagenSpec { inner, nodes, positions: 300, ..spec(path(name), threads) }
    };
    let done = datagen::run(&spec("once", 1), &|_| {}).unwrap();
    let once = fs::read(path("once")).unwrap();
    datagen::run(&spec("two threads", 2), &|_| {}).unwrap();
    assert!(fs::read(path("two threads")).unwrap() == once);
    for cut in [once.len() / 3, once.len() / 2, once.len() - 40, once.len()] {
        fs::write(path("cut"), &once[..cut]).unwrap();
        fs::copy(path("once.json"), path("cut.json")).unwrap();
        datagen::run(&spec("cut", 2), &|_| {}).unwrap();
        assert!(fs::read(path("cut")).unwrap() == once, "after {cut} of {} bytes", once.len());
    }

    let (games, inner): (Vec<GameRecord>, Vec<_>) =
        read(&path("once")).unwrap().into_iter().partition(|record| record.kind == Kind::Game);
    assert_eq!((done.games, done.inner), (games.len(), inner.len()));
    assert!(inner.len() > 3 * done.positions, "{} of {}", inner.len(), done.positions);
    let mut played = HashSet::new();
    for game in &games {
        let mut position = game.start;
        for (mv, _) in &game.moves {
            played.insert(position.key());
            position = position.make(*mv);
        }
    }
    let mut results = [0; 3];
    for GameRecord { start, moves, result, .. } in &inner {
        let &[(mv, _)] = moves.as_slice() else { panic!("{} moves", moves.len()) };
        assert!(!start.in_check() && !start.is_noisy(mv) && start.is_legal(mv), "{start}");
        results[*result as usize] += 1;
    }
    assert!(results.iter().all(|&count| count > inner.len() / 100), "{results:?}");
    let found = inner.iter().filter(|record| played.contains(&record.start.key())).count();
    assert!(found < inner.len() / 4, "{found} of {}", inner.len());
    // A plain file is not continued with nodes.
    let other = DatagenSpec { inner: 0.0, positions: 400, ..spec("once", 1) };
    assert!(datagen::run(&other, &|_| {}).unwrap_err().to_string().contains("inner"));
    fs::remove_dir_all(&folder).unwrap();
}

/// A node inside a search comes back from its file; one with more moves than one is damaged.
#[test]
fn nodes_inside_searches_come_back_from_their_file() {
    const KIND: usize = 31;
    let folder = folder("nodes");
    let path = folder.join("games").display().to_string();
    let long = records(0x1bbe).into_iter().find(|game| game.moves.len() > 2).unwrap();
    let moves = long.moves[..1].to_vec();
    let node = GameRecord { moves, kind: Kind::Inner, ..long.clone() };
    fs::write(&path, node.to_bytes()).unwrap();
    assert_eq!(read(&path).unwrap(), [node]);
    for (kind, said) in [(Kind::Inner as u8, "moves"), (2, "last byte is 2")] {
        let mut bytes = long.to_bytes();
        bytes[KIND] = kind;
        fs::write(&path, bytes).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// A score gains what the new evaluation says beyond the old one, of its own position and of those
/// that follow.
#[test]
fn scores_are_brought_up_to_date() {
    const TRACE: f64 = 0.6;
    const SCALE: f64 = 160.0;
    let folder = folder("reevaluate");
    let path = |name: &str| folder.join(name).display().to_string();
    let mut games: Vec<_> = records(0x5e41).into_iter().step_by(40).collect();
    for (_, score) in games.iter_mut().flat_map(|game| &mut game.moves) {
        *score = Score::cp(score.centipawns() / 8);
    }
    let longest = games.iter_mut().max_by_key(|game| game.moves.len()).unwrap();
    longest.moves[0].1 = -Score::mated_in(3);
    // A line of more moves than a search has.
    let mut shuffling = GameRecord { start: Position::startpos(), ..games[0].clone() };
    shuffling.moves.clear();
    let mut position = shuffling.start;
    for pawns in ["a2a3 a7a6", "b2b3 b7b6", "c2c3 c7c6", "d2d3 d7d6"] {
        let knights = "g1f3 g8f6 f3g1 f6g8 ".repeat(20);
        for text in (knights + pawns).split(' ') {
            let mv = parse_move(&position, text).unwrap();
            shuffling.moves.push((mv, Score::cp(10)));
            position = position.make(mv);
        }
    }
    games.push(shuffling);
    let bytes: Vec<u8> = games.iter().flat_map(GameRecord::to_bytes).collect();
    fs::write(path("games"), bytes).unwrap();
    let spec = |out: &str, old: Evaluation, threads| ReevaluateSpec {
        files: vec![path("games")],
        out: path(out),
        old,
        new: Evaluation::network(),
        trace: TRACE as f32,
        scale: SCALE as f32,
        threads,
    };
    reevaluate::run(&spec("same", Evaluation::network(), 1), &|_| {}).unwrap();
    assert!(read(&path("same")).unwrap() == games);

    reevaluate::run(&spec("new", Evaluation::Classical, 1), &|_| {}).unwrap();
    let points = |score: Score| 1.0 / (1.0 + (-f64::from(score.centipawns()) / SCALE).exp());
    let mut evaluators =
        [Evaluation::Classical, Evaluation::network()].map(|one| Evaluator::new(&one));
    let corrected = read(&path("new")).unwrap();
    assert_eq!(corrected.len(), games.len());
    for (new, old) in corrected.iter().zip(&games) {
        let mut position = old.start;
        let mut differences = Vec::new();
        for &(mv, _) in &old.moves {
            let [before, after] = evaluators.each_mut().map(|evaluator| {
                points(evaluator.value(&position).seen_by(position.side_to_move()))
            });
            differences.push(after - before);
            position = position.make(mv);
        }
        for (index, ((_, new), (_, old))) in new.moves.iter().zip(&old.moves).enumerate() {
            if old.abs() > Score::EVAL_MAX {
                assert_eq!(new, old);
                continue;
            }
            // The last position stands for all that would follow.
            let rest = &differences[index..];
            let weight = |ply: usize| TRACE.powi(ply as i32);
            let sum: f64 = rest.iter().enumerate().map(|(ply, d)| weight(ply) * d).sum();
            let mean = (1.0 - TRACE) * sum + weight(rest.len()) * rest[rest.len() - 1];
            let expected = (points(*old) + mean).clamp(0.0, 1.0);
            assert!((points(*new) - expected).abs() < 0.002, "{new} after {old}, {expected}");
        }
    }

    let new = fs::read(path("new")).unwrap();
    reevaluate::run(&spec("two threads", Evaluation::Classical, 2), &|_| {}).unwrap();
    assert!(fs::read(path("two threads")).unwrap() == new);
    fs::write(path("cut"), &new[..new.len() / 2]).unwrap();
    fs::copy(path("new.json"), path("cut.json")).unwrap();
    reevaluate::run(&spec("cut", Evaluation::Classical, 1), &|_| {}).unwrap();
    assert!(fs::read(path("cut")).unwrap() == new);
    let other = spec("new", Evaluation::network(), 1);
    let error = reevaluate::run(&other, &|_| {}).unwrap_err().to_string();
    assert!(error.contains("old \"classical\""), "{error}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Sampled positions keep the results of their games, and an interrupted file is continued.
#[test]
fn positions_are_scored_again() {
    let folder = folder("rescore");
    let path = |name: &str| folder.join(name).display().to_string();
    datagen::run(&spec(path("games"), 2), &|_| {}).unwrap();
    let spec = |out: &str, threads| RescoreSpec {
        files: vec![path("games")],
        out: path(out),
        share: 0.3,
        random_moves: 0,
        plies: 1,
        nodes: 60,
        seed: 5,
        threads,
        player: Evaluation::Classical.into(),
        inner: 0.0,
    };
    rescore::run(&spec("once", 1), &|_| {}).unwrap();
    let once = fs::read(path("once")).unwrap();
    rescore::run(&spec("two threads", 2), &|_| {}).unwrap();
    assert!(fs::read(path("two threads")).unwrap() == once);
    fs::write(path("cut"), &once[..once.len() / 2]).unwrap();
    fs::copy(path("once.json"), path("cut.json")).unwrap();
    rescore::run(&spec("cut", 2), &|_| {}).unwrap();
    assert!(fs::read(path("cut")).unwrap() == once);

    // The file keeps no more of a position than its FEN says.
    let known: Vec<(String, GameResult)> = read(&path("games"))
        .unwrap()
        .iter()
        .flat_map(|game| game.quiet().map(|(position, _)| (position.to_string(), game.result)))
        .collect();
    let drawn = read(&path("once")).unwrap();
    let share = drawn.len() as f64 / known.len() as f64;
    assert!((0.2..0.4).contains(&share), "{share}");
    let mut rest = known.iter();
    for game in &drawn {
        assert_eq!(game.moves.len(), 1);
        // In the order of the games.
        let position = (game.start.to_string(), game.result);
        assert!(rest.any(|known| *known == position), "{position:?}");
    }

    // After random moves: positions that are not in the games, and more moves from there.
    let led_on = |out, threads| RescoreSpec { random_moves: 2, plies: 3, ..spec(out, threads) };
    rescore::run(&led_on("led on", 2), &|_| {}).unwrap();
    rescore::run(&led_on("by one thread", 1), &|_| {}).unwrap();
    assert!(fs::read(path("led on")).unwrap() == fs::read(path("by one thread")).unwrap());
    let led = read(&path("led on")).unwrap();
    let known: HashSet<&str> = known.iter().map(|(fen, _)| fen.as_str()).collect();
    let new = led.iter().filter(|game| !known.contains(game.start.to_string().as_str())).count();
    assert!(led.len() > drawn.len() / 2 && new > led.len() * 9 / 10, "{new} of {}", led.len());
    assert!(led.iter().all(|game| (1..=3).contains(&game.moves.len())));
    assert!(led.iter().filter(|game| game.moves.len() == 3).count() > led.len() / 2);

    // Without a search: for a teacher, quiet positions in which nothing can be won in exchanges.
    let unsearched = |out, threads| RescoreSpec { nodes: 0, share: 1.0, ..led_on(out, threads) };
    rescore::run(&unsearched("unsearched", 2), &|_| {}).unwrap();
    rescore::run(&unsearched("unsearched by one thread", 1), &|_| {}).unwrap();
    let bytes = fs::read(path("unsearched")).unwrap();
    assert!(bytes == fs::read(path("unsearched by one thread")).unwrap());
    let unsearched = read(&path("unsearched")).unwrap();
    assert!(unsearched.len() > known.len() / 3, "{}", unsearched.len());
    for game in &unsearched {
        let (position, moves) = (&game.start, game.start.legal_moves());
        assert!(!position.in_check(), "{position}");
        assert!(game.moves.len() == 1 && !position.is_noisy(game.moves[0].0), "{position}");
        let wins = |mv: &Move| position.is_noisy(*mv) && position.see_ge(*mv, 1);
        assert!(!moves.iter().any(wins), "{position}");
    }

    let other = RescoreSpec { nodes: 61, ..spec("once", 1) };
    assert!(rescore::run(&other, &|_| {}).unwrap_err().to_string().contains("nodes 60"));
    fs::remove_dir_all(&folder).unwrap();
}

/// Every fiftieth game is held out from training, so nothing near it is made to learn from.
#[test]
fn no_positions_are_made_from_held_out_games() {
    let folder = folder("held out");
    let path = |name: &str| folder.join(name).display().to_string();
    let written = &records(0x4e1d)[..100];
    let bytes: Vec<u8> = written.iter().flat_map(GameRecord::to_bytes).collect();
    // In both files the same games are held out.
    let files = ["one", "two"].map(path);
    files.iter().for_each(|file| fs::write(file, &bytes).unwrap());
    let spec = RescoreSpec {
        files: files.to_vec(),
        out: path("positions"),
        share: 1.0,
        random_moves: 0,
        plies: 1,
        nodes: 0,
        seed: 5,
        threads: 2,
        player: Evaluation::Classical.into(),
        inner: 0.0,
    };
    rescore::run(&spec, &|_| {}).unwrap();
    let made: HashSet<String> =
        read(&path("positions")).unwrap().iter().map(|game| game.start.to_string()).collect();
    let is_used =
        |game: &GameRecord| game.quiet().any(|(position, _)| made.contains(&position.to_string()));
    assert!(![49, 99].iter().any(|&number| is_used(&written[number])));
    let used = written.iter().filter(|game| is_used(game)).count();
    assert!(used > 80, "{used}");
    fs::remove_dir_all(&folder).unwrap();
}

/// Training continues from another network: with a learning rate of zero it stays the same,
/// and a larger one has the same values.
#[test]
fn training_goes_on_from_a_network() {
    let folder = folder("from");
    let path = |name: &str| folder.join(name).display().to_string();
    datagen::run(&DatagenSpec { positions: 6_000, ..spec(path("games"), 2) }, &|_| {}).unwrap();
    let held_out_of = |name: &str, from: Option<&str>, shape, rate| {
        let (hidden, king_buckets, outputs) = shape;
        let spec = TrainSpec {
            from: from.map(path),
            epochs: 1,
            rate,
            king_buckets,
            outputs,
            ..train_spec(path("games"), path(name), hidden)
        };
        train::run(&spec, &mut |_| {}).unwrap()[0].held_out
    };
    let first = held_out_of("first", None, (64, 1, 2), 0.003);
    let again = held_out_of("again", Some("first"), (64, 1, 2), 0.0);
    assert_eq!(fs::read(path("again")).unwrap(), fs::read(path("first")).unwrap());
    let larger = held_out_of("larger", Some("first"), (96, 4, 4), 0.0);
    // Rounding the first network changed its loss a little.
    assert!(
        (again - first).abs() < 1e-3 && (larger - again).abs() < 1e-6,
        "{first} {again} {larger}"
    );

    let smaller =
        TrainSpec { from: Some(path("larger")), ..train_spec(path("games"), path("smaller"), 64) };
    let refused = train::run(&smaller, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("larger") && refused.contains("96 neurons"), "{refused}");
    let damaged = TrainSpec { from: Some(path("games")), ..smaller };
    let refused = train::run(&damaged, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("not a network"), "{refused}");
    for (hidden, king_buckets, outputs, named) in [
        (48, 1, 1, "48 hidden"),
        (1568, 1, 1, "1568"),
        (64, 3, 1, "3 king buckets"),
        (64, 1, 3, "3 outputs"),
    ] {
        let wrong =
            TrainSpec { king_buckets, outputs, ..train_spec(path("games"), path("wrong"), hidden) };
        let refused = train::run(&wrong, &mut |_| {}).unwrap_err().to_string();
        assert!(refused.contains(named), "{refused}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Each game of a file is used as often as its weight says, however small the pool, and the torn
/// end of a file is ignored.
#[test]
fn files_count_by_their_weights() {
    let folder = folder("weights");
    let path = |name: &str| folder.join(name).display().to_string();
    datagen::run(&DatagenSpec { positions: 6_000, ..spec(path("games"), 2) }, &|_| {}).unwrap();
    let positions_with = |pool, files: Vec<Source>| {
        let mut found = 0;
        let settings = train_spec(String::new(), path("network"), 32);
        let spec = TrainSpec { files, pool, epochs: 1, ..settings };
        train::run(&spec, &mut |progress| {
            if let TrainProgress::Epoch { positions, .. } = progress {
                found = positions;
            }
        })
        .unwrap();
        found
    };
    let positions = |files| positions_with(1_000_000, files);
    let source = |name: &str, weight| Source { path: path(name), weight };
    let once = positions(vec![source("games", 1.0)]);
    assert_eq!(positions_with(700, vec![source("games", 1.0)]), once);
    assert_eq!(positions(vec![source("games", 3.0)]), 3 * once);
    assert_eq!(positions(vec![source("games", 1.0), source("games", 2.0)]), 3 * once);
    let bytes = fs::read(path("games")).unwrap();
    fs::write(path("torn"), [&bytes[..], &bytes[..50]].concat()).unwrap();
    assert_eq!(positions(vec![source("torn", 1.0)]), once);
    fs::remove_dir_all(&folder).unwrap();
}

/// Positions for another trainer are those that training learns from, and those that it holds out.
#[test]
fn positions_are_written_for_another_trainer() {
    let folder = folder("records");
    let path = |name: &str| folder.join(name).display().to_string();
    datagen::run(&DatagenSpec { positions: 6_000, ..spec(path("games"), 2) }, &|_| {}).unwrap();
    let mut expected = [0; 2];
    let settings = TrainSpec { epochs: 1, ..train_spec(path("games"), path("network"), 32) };
    train::run(&settings, &mut |progress| match progress {
        TrainProgress::Epoch { positions, .. } => expected[0] = positions,
        TrainProgress::Data { held_out, .. } => expected[1] = held_out,
        _ => {}
    })
    .unwrap();
    let spec = |out: &str| RecordsSpec {
        files: vec![path("games")],
        out: path(out),
        held_out: path("held out"),
        lambda: 0.0,
        scale: 160.0,
        trace: always(0.7),
    };
    assert_eq!(records::run(&spec("learned")).unwrap(), expected);
    for (name, count) in ["learned", "held out"].into_iter().zip(expected) {
        let size = fs::metadata(path(name)).unwrap().len();
        assert_eq!(size, (count * RECORD) as u64, "{name}");
    }
    let refused = records::run(&spec("no folder/learned")).unwrap_err().to_string();
    assert!(refused.contains("no folder/learned"), "{refused}");
    let games = fs::read(path("games")).unwrap();
    for name in ["games", "held out"] {
        let refused = records::run(&spec(name)).unwrap_err().to_string();
        assert!(refused.contains(&path(name)), "{refused}");
    }
    assert_eq!(fs::read(path("games")).unwrap(), games);
    fs::remove_dir_all(&folder).unwrap();
}

fn train_spec(games: String, out: String, hidden: usize) -> TrainSpec {
    TrainSpec {
        files: vec![Source { path: games, weight: 1.0 }],
        from: None,
        yardstick: None,
        out,
        checkpoint: None,
        hidden,
        king_buckets: 1,
        outputs: 2,
        epochs: 4,
        batch: 128,
        pool: 1_000_000,
        rate: 0.003,
        decay: 0.15,
        lambda: 0.0,
        scale: 400.0,
        trace: always(0.0),
        seed: 1,
        threads: 2,
    }
}

#[test]
fn training_is_repeatable_and_can_be_interrupted() {
    let folder = folder("train");
    let path = |name: &str| folder.join(name).display().to_string();
    let data = DatagenSpec { positions: 6_000, ..spec(path("games"), 2) };
    datagen::run(&data, &|_| {}).unwrap();
    // A queen is worth more than a knight, for either side.
    let boards = ["2n1k3/8/8/8/8/8/3Q4/4K3", "4k3/3q4/8/8/8/8/8/2N1K3"];
    let lines = [(0, 'w', 900), (0, 'b', -900), (1, 'w', -900), (1, 'b', 900)];
    let set =
        lines.map(|(at, turn, score)| format!("{} {turn} - - 0 1\tcp\t{score}\n", boards[at]));
    fs::write(path("set"), set.concat()).unwrap();
    let yardstick = Yardstick::open(&path("set")).unwrap();
    let spec = |name: &str, checkpoint: Option<&str>| TrainSpec {
        yardstick: Some(yardstick.clone()),
        checkpoint: checkpoint.map(path),
        ..train_spec(path("games"), path(name), 64)
    };
    let mut rounded = None;
    let losses = train::run(&spec("once", Some("state")), &mut |progress| {
        if let TrainProgress::Quantised { mean, .. } = progress {
            rounded = Some(mean);
        }
    })
    .unwrap();
    assert!(losses[3].training < 0.8 * losses[0].training, "{losses:?}");
    assert!(losses.iter().all(|loss| loss.held_out < 0.25), "no better than guessing: {losses:?}");
    let measured: Vec<f64> = losses.iter().filter_map(|loss| loss.yardstick).collect();
    assert!(measured.len() == 4 && measured[3] < 0.2, "knows nothing of queens: {losses:?}");
    assert!(rounded.is_some_and(|mean| mean < 10.0), "{rounded:?}");
    let once = fs::read(path("once")).unwrap();

    // Interrupted by a panic of the caller, and continued.
    let stopped = std::panic::catch_unwind(|| {
        train::run(&spec("again", Some("interrupted")), &mut |progress| {
            assert!(!matches!(progress, TrainProgress::Epoch { epoch: 2, .. }), "enough");
        })
    });
    assert!(stopped.is_err() && !fs::exists(path("again")).unwrap());
    let mut epochs = Vec::new();
    train::run(&spec("again", Some("interrupted")), &mut |progress| {
        if let TrainProgress::Epoch { epoch, .. } = progress {
            epochs.push(epoch);
        }
    })
    .unwrap();
    assert_eq!(epochs, [3, 4]);
    assert_eq!(fs::read(path("again")).unwrap(), once);

    // A number that changes in a round trip through JSON.
    let rough = TrainSpec { rate: 0.001_63, epochs: 1, ..spec("rough", Some("rough state")) };
    for _ in 0..2 {
        train::run(&rough, &mut |_| {}).unwrap();
    }
    let other = TrainSpec { lambda: 0.5, ..spec("other", Some("state")) };
    let refused = train::run(&other, &mut |_| {}).unwrap_err().to_string();
    assert!(refused.contains("lambda"), "{refused}");
    let good = fs::read(path("state")).unwrap();
    let mut flipped = good.clone();
    flipped[good.len() / 2] ^= 1;
    for damaged in [&good[..1000], &flipped] {
        fs::write(path("state"), damaged).unwrap();
        let refused = train::run(&spec("other", Some("state")), &mut |_| {}).unwrap_err();
        assert!(refused.to_string().contains("damaged"), "{refused}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

/// Evaluations that equal the scores of a set in another unit have no error.
#[test]
fn a_yardstick_finds_the_scale_of_evaluations() {
    let folder = folder("yardstick");
    let path = folder.join("set.tsv").display().to_string();
    let fen = "8/8/4k3/8/8/3QK3/8/8 w - - 0 1";
    let scores = [-700, -90, 0, 15, 230, 1200];
    let lines: Vec<String> = scores.iter().map(|score| format!("{fen}\tcp\t{score}\n")).collect();
    fs::write(&path, format!("{}{fen}\tmate\t3\n{fen}\tmate\t-2\n", lines.concat())).unwrap();
    let set = Yardstick::open(&path).unwrap();
    assert_eq!(set.positions().count(), scores.len() + 2);
    let values = |unit: f64| {
        scores.iter().copied().chain([3000, -3000]).map(move |score| f64::from(score) * unit)
    };
    for unit in [0.5, 1.0, 1.7] {
        let found = set.measure(values(unit));
        assert!((found.scale - 200.0 * unit).abs() < 0.1 && found.error < 1e-9, "{found:?}");
    }
    // Evaluated as equal, but won or lost.
    let found = set.measure(values(0.0));
    assert!((found.errors[6] - 0.25).abs() < 1e-6 && found.errors[2] < 1e-9, "{found:?}");

    for (line, named) in [
        (fen, "1 fields"),
        ("8/8/8/8 w\tcp\t3", "line 2"),
        (&format!("{fen}\tpoints\t3"), "'points'"),
        (&format!("{fen}\tcp\tmany"), "'many'"),
    ] {
        fs::write(&path, format!("{fen}\tcp\t3\n{line}\n")).unwrap();
        let refused = Yardstick::open(&path).unwrap_err().to_string();
        assert!(refused.contains(named) && refused.contains("line 2"), "{refused}");
    }
    fs::remove_dir_all(&folder).unwrap();
}

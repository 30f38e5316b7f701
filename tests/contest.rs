//! Matches in one process: equal players, unequal ones, logs.
#![cfg(feature = "tune")]

use nullfenster::board::Position;
use nullfenster::eval::Evaluation;
use nullfenster::tune::TuneError;
use nullfenster::tune::contest::{self, MatchSpec, Pace, Pentanomial, Player, Sprt};
use std::fs;

/// Four openings.
const OPENINGS: [&str; 4] = [
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3",
    "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqk2r/ppppppbp/5np1/8/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
];

fn player(evaluation: Evaluation) -> Player {
    Player {
        numbers: String::new(),
        evaluation,
        #[cfg(feature = "tuning")]
        tuning: nullfenster::search::Tuning::default(),
    }
}

/// A match of the network against the hand-crafted evaluation.
fn spec(pairs: u64) -> MatchSpec {
    MatchSpec {
        players: [player(Evaluation::network()), player(Evaluation::Classical)],
        openings: OPENINGS.map(|fen| Position::from_fen(fen).unwrap()).to_vec(),
        pace: Pace::Nodes(300),
        hash_mb: 1,
        pairs,
        sprt: None,
        threads: 1,
        seed: 3,
        log: None,
    }
}

fn play(spec: &MatchSpec) -> Result<Pentanomial, TuneError> {
    contest::run(spec, &|_| {})
}

/// Both games of a pair are the same one, with the names exchanged.
#[test]
fn equal_players_share_the_points_of_each_pair() {
    let equal = MatchSpec {
        players: [player(Evaluation::network()), player(Evaluation::network())],
        threads: 2,
        ..spec(6)
    };
    assert_eq!(play(&equal).unwrap(), Pentanomial([0, 0, 6, 0, 0]));
}

/// As above: time is counted in nodes, so the machine has no say.
#[test]
fn clocks_of_nodes_are_the_same_for_both() {
    let pace = Pace::Clock { base: 300, increment: 3, nodes_per_ms: 20 };
    let equal = MatchSpec {
        players: [player(Evaluation::network()), player(Evaluation::network())],
        pace,
        threads: 2,
        ..spec(4)
    };
    assert_eq!(play(&equal).unwrap(), Pentanomial([0, 0, 4, 0, 0]));
}

#[test]
fn the_network_beats_the_hand_crafted_evaluation() {
    let results = play(&spec(8)).unwrap();
    assert!(results.pairs() == 8 && results.elo().0 > 100.0, "{results}");
    let swapped = spec(8).players.into_iter().rev().collect::<Vec<_>>().try_into().unwrap();
    let mut mirrored = play(&MatchSpec { players: swapped, ..spec(8) }).unwrap();
    mirrored.0.reverse();
    assert_eq!(mirrored, results);
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt = Some(Sprt { elo0: -400.0, elo1: -300.0 });
    let results = play(&MatchSpec { pace: Pace::Nodes(30), sprt, ..spec(500) }).unwrap();
    assert!((30..500).contains(&results.pairs()), "{results}");
}

#[test]
fn an_interrupted_match_continues_to_the_same_result() {
    let path = std::env::temp_dir().join(format!("nullfenster-contest-{}", std::process::id()));
    let log = Some(path.display().to_string());
    let whole = play(&MatchSpec { threads: 2, ..spec(5) }).unwrap();
    let logged = |pairs| MatchSpec { log: log.clone(), ..spec(pairs) };
    play(&logged(2)).unwrap();
    // The machine stopped in the middle of a line.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}4")).unwrap();
    assert_eq!(play(&logged(5)).unwrap(), whole);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 6);
    // All of it was played.
    assert_eq!(play(&logged(5)).unwrap(), whole);

    let other = MatchSpec { seed: 4, ..logged(5) };
    assert!(matches!(play(&other), Err(TuneError::Origin { .. })));
    for damage in ["5 7\n", "x 1\n", "\n", "-1 2\n"] {
        fs::write(&path, format!("{text}{damage}")).unwrap();
        assert!(matches!(play(&logged(5)), Err(TuneError::Origin { .. })), "{damage}");
    }
    fs::remove_file(&path).unwrap();
}

//! Matches in one process: equal players, unequal ones, logs.
#![cfg(feature = "tune")]

mod common;

use common::random_games;
use nullfenster::board::Position;
use nullfenster::eval::Evaluation;
use nullfenster::tune::Player;
use nullfenster::tune::TuneError;
use nullfenster::tune::contest::{self, MatchSpec, Pace, Pentanomial, Sprt};
use nullfenster::tune::games::{GameRecord, Games};
use std::fs;

/// Four openings.
const OPENINGS: [&str; 4] = [
    "rnbqkb1r/ppp1pppp/5n2/3p4/3P4/5N2/PPP1PPPP/RNBQKB1R w KQkq - 2 3",
    "r1bqkbnr/pp1ppppp/2n5/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqk2r/ppppppbp/5np1/8/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
    "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
];

/// A match of the network against the hand-crafted evaluation.
fn spec(pairs: u64) -> MatchSpec {
    MatchSpec {
        players: [Player::from(Evaluation::network()), Player::from(Evaluation::Classical)],
        #[cfg(feature = "tuning")]
        factors: Vec::new(),
        openings: OPENINGS.map(|fen| Position::from_fen(fen).unwrap()).to_vec(),
        pace: Pace::Nodes(300),
        hash_mb: 1,
        pairs,
        sprt: None,
        threads: 1,
        seed: 3,
        log: None,
        games: None,
    }
}

fn play(spec: &MatchSpec) -> Result<Pentanomial, TuneError> {
    Ok(Pentanomial::of(&contest::run(spec, &|_| {})?))
}

/// Both games of a pair are the same one, with the names exchanged.
#[test]
fn equal_players_share_the_points_of_each_pair() {
    let equal = MatchSpec {
        players: [Player::from(Evaluation::network()), Player::from(Evaluation::network())],
        threads: 2,
        ..spec(4)
    };
    assert_eq!(play(&equal).unwrap(), Pentanomial([0, 0, 4, 0, 0]));
}

/// The games of a match can be learned from, and have its results.
#[test]
fn games_of_a_match_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.games").display().to_string();
    let spec = MatchSpec { games: Some(path.clone()), ..spec(4) };
    let Pentanomial(pairs) = play(&spec).unwrap();
    let games: Vec<GameRecord> = Games::open(&path).unwrap().map(Result::unwrap).collect();
    assert_eq!(games.len(), 8);
    assert!(games.iter().all(|game| game.quiet().count() > 0));
    // The first player has White in the first game of each pair, and Black in the second.
    let points = |(index, game): (usize, &GameRecord)| {
        let white = game.result as usize;
        if index % 2 == 0 { white } else { 2 - white }
    };
    let half_points: usize = games.iter().enumerate().map(points).sum();
    let expected: usize = pairs.iter().enumerate().map(|(points, &n)| points * n as usize).sum();
    assert_eq!(half_points, expected);
}

/// Positions after ten random moves.
fn random_openings() -> Vec<Position> {
    let games = random_games(0xf0, 150);
    games.iter().filter_map(|game| game.positions().nth(10)).collect()
}

/// As above: time is counted in nodes, so the machine has no say.
#[test]
fn clocks_of_nodes_are_the_same_for_both() {
    let pace = Pace::Clock { base: 300, increment: 3, nodes_per_ms: 20 };
    let equal = MatchSpec {
        players: [Player::from(Evaluation::network()), Player::from(Evaluation::network())],
        pace,
        threads: 2,
        ..spec(4)
    };
    assert_eq!(play(&equal).unwrap(), Pentanomial([0, 0, 4, 0, 0]));
}

#[test]
fn the_network_beats_the_hand_crafted_evaluation() {
    let openings = random_openings();
    let spec = MatchSpec { openings, threads: 2, ..spec(120) };
    let results = play(&spec).unwrap();
    let (elo, error) = results.elo();
    assert!(results.pairs() == 120 && elo > error, "{results}");
    let swapped = spec.players.clone().into_iter().rev().collect::<Vec<_>>().try_into().unwrap();
    let mut mirrored = play(&MatchSpec { players: swapped, ..spec }).unwrap();
    mirrored.0.reverse();
    assert_eq!(mirrored, results);
}

#[test]
fn a_decided_test_ends_the_match() {
    let sprt = Some(Sprt { elo0: -400.0, elo1: -300.0 });
    let games = random_games(0xc0, 60);
    let openings: Vec<_> = games.iter().filter_map(|game| game.positions().nth(12)).collect();
    let most = openings.len() as u64;
    assert!(most > 50);
    let results = play(&MatchSpec { pace: Pace::Nodes(30), sprt, openings, ..spec(500) }).unwrap();
    assert!((30..most).contains(&results.pairs()), "{results}");
}

#[test]
fn no_opening_is_played_twice() {
    assert_eq!(play(&spec(100)).unwrap().pairs(), 4);
}

#[test]
fn an_interrupted_match_continues_to_the_same_result() {
    let path = std::env::temp_dir().join(format!("nullfenster-contest-{}", std::process::id()));
    let log = Some(path.display().to_string());
    let whole = play(&MatchSpec { threads: 2, ..spec(4) }).unwrap();
    let logged = |pairs| MatchSpec { log: log.clone(), ..spec(pairs) };
    play(&logged(2)).unwrap();
    // The machine stopped in the middle of a line.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}3")).unwrap();
    assert_eq!(play(&logged(4)).unwrap(), whole);
    assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 5);
    // All of it was played.
    assert_eq!(play(&logged(4)).unwrap(), whole);

    let other = MatchSpec { seed: 4, ..logged(4) };
    assert!(matches!(play(&other), Err(TuneError::Origin { .. })));
    // Nothing of ours, and nothing of it is lost.
    for foreign in ["{\"a\": 1}", "1 2\n3 4", "a text\n"] {
        fs::write(&path, foreign).unwrap();
        assert!(matches!(play(&logged(4)), Err(TuneError::Origin { .. })), "{foreign}");
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign);
    }
    for damage in ["5 7\n", "x 1\n", "\n", "-1 2\n"] {
        fs::write(&path, format!("{text}{damage}")).unwrap();
        assert!(matches!(play(&logged(4)), Err(TuneError::Origin { .. })), "{damage}");
    }
    fs::remove_file(&path).unwrap();
}

#[cfg(feature = "tuning")]
#[test]
fn each_player_has_its_own_numbers() {
    use nullfenster::search::{TUNABLES, Tuning};
    let index = TUNABLES.iter().position(|tunable| tunable.name == "futility_base").unwrap();
    let mut tuning = Tuning::default();
    tuning.set(index, TUNABLES[index].min);
    let other = Player { tuning, ..Player::from(Evaluation::network()) };
    let usual = Player::from(Evaluation::network());
    let of = |a: &Player, b: &Player| {
        play(&MatchSpec { players: [a.clone(), b.clone()], ..spec(4) }).unwrap()
    };
    let mut mirrored = of(&usual, &other);
    mirrored.0.reverse();
    assert_eq!(of(&other, &usual), mirrored);
    assert_ne!(of(&other, &usual), Pentanomial([0, 0, 4, 0, 0]));
    assert_eq!(of(&other, &other), Pentanomial([0, 0, 4, 0, 0]));
}

/// Chance only decides who has the factor, so what it is worth is what a match finds.
#[cfg(feature = "tuning")]
#[test]
fn a_factor_is_worth_as_much_as_a_match_says() {
    use nullfenster::search::{TUNABLES, Tuning};
    use nullfenster::tune::contest::{Factor, effects};
    let index = TUNABLES.iter().position(|tunable| tunable.name == "futility_base").unwrap();
    let value = TUNABLES[index].min;
    let unused = TUNABLES.iter().position(|tunable| tunable.name == "time_moves").unwrap();
    let factors =
        vec![Factor { index, value }, Factor { index: unused, value: TUNABLES[unused].max }];
    let openings = random_openings();
    let usual = Player::from(Evaluation::network());
    let players = [usual.clone(), usual.clone()];
    let spec = MatchSpec { players, openings, threads: 2, ..spec(40) };
    let shared_out = contest::run(&MatchSpec { factors, ..spec.clone() }, &|_| {}).unwrap();
    assert_eq!(shared_out.len(), 40);
    let mut tuning = Tuning::default();
    tuning.set(index, value);
    let players = [Player { tuning, ..usual.clone() }, usual];
    let fixed = contest::run(&MatchSpec { players, ..spec.clone() }, &|_| {}).unwrap();
    let found = effects(spec.seed, 2, &shared_out)[0].0;
    let expected = Pentanomial::of(&fixed).elo().0;
    assert!((found - expected).abs() < 0.01, "{found} is not {expected}");
    // It was not always the same player.
    assert_ne!(shared_out, fixed);
}

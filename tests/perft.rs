//! Perft: the numbers of move sequences agree with counts that other generators
//! computed. `scripts/perft-full` runs the long form.

mod common;

use common::{PerftCase, data_rows, errors_of, own_perft, shared_perft};
use nullfenster::board::perft::{divide, perft, perft_lists, perft_make};
use nullfenster::board::{Game, Position};
use std::time::Instant;

/// Shared files of positions that games can reach.
const SHARED_FILES: [&str; 6] = [
    "perft/standard.epd",
    "perft/edge_standard.epd",
    "perft/edge_chess960.epd",
    "perft/random_a.epd",
    "perft/checks_a.epd",
    "perft/chess960_a.epd",
];

/// Upper limit of the leaves of a shared file: seconds in a release build and in a
/// debug build.
const SHARED_LIMIT: u64 = if cfg!(debug_assertions) { 500_000_000 } else { 2_000_000_000 };

fn check_counts(case: &PerftCase, wanted: impl Fn(u32) -> bool) -> Result<(), String> {
    let position =
        Position::from_fen(&case.fen).map_err(|error| format!("{}: {error}", case.fen))?;
    for &(depth, expected) in case.counts.iter().filter(|&&(depth, _)| wanted(depth)) {
        let counted = perft(&position, depth);
        if counted != expected {
            return Err(format!("{} depth {depth}: {counted}, not {expected}", case.fen));
        }
    }
    Ok(())
}

fn assert_counts(cases: &[PerftCase]) {
    let errors = errors_of(cases, |case| check_counts(case, |_| true));
    assert!(errors.is_empty(), "{} wrong:\n{}", errors.len(), errors.join("\n"));
}

#[test]
fn positions_have_the_known_counts() {
    let cases = own_perft("perft.txt");
    assert!(cases.len() > 300);
    assert_counts(&cases);
}

/// Impossible checks or too many promoted pieces are no reason to refuse a position.
#[test]
fn unreachable_positions_have_the_known_counts() {
    assert_counts(&own_perft("unreachable.txt"));
}

#[test]
fn all_kinds_of_perft_agree() {
    for case in own_perft("perft.txt") {
        let position = Position::from_fen(&case.fen).unwrap();
        let &(depth, _) = case.counts.last().unwrap();
        let depth = depth.min(3);
        let counted = perft(&position, depth);
        assert_eq!(perft_lists(&position, depth), counted, "lists written: {}", case.fen);
        assert_eq!(perft_make(&position, depth), counted, "leaves made: {}", case.fen);
        let divided: u64 = divide(&position, depth).iter().map(|&(_, count)| count).sum();
        assert_eq!(divided, counted, "divide: {}", case.fen);
    }
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(perft(&Position::startpos(), 0), 1);
    assert_eq!(perft_lists(&Position::startpos(), 0), 1);
    assert_eq!(perft_make(&Position::startpos(), 0), 1);
}

/// Counts the kinds of the last moves of all sequences.
#[derive(Default)]
struct Tally {
    captures: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    checks: u64,
    mates: u64,
}

impl Tally {
    fn count(&mut self, game: &Game, depth: u32) {
        let position = game.position();
        for mv in position.legal_moves() {
            let mut next = game.clone();
            next.push(mv);
            if depth > 1 {
                self.count(&next, depth - 1);
                continue;
            }
            let child = next.position();
            self.captures += u64::from(!position.captured(mv).is_none());
            self.en_passant += u64::from(mv.is_en_passant());
            self.castles += u64::from(mv.is_castling());
            self.promotions += u64::from(mv.is_promotion());
            self.checks += u64::from(child.in_check());
            self.mates += u64::from(child.in_check() && child.count_legal() == 0);
        }
    }
}

/// The counts of captures, castlings, checks etc. are right, too.
#[test]
fn kinds_of_moves_have_the_known_counts() {
    for row in data_rows("kinds.tsv") {
        let number = |column: usize| row[column].parse::<u64>().unwrap();
        let mut tally = Tally::default();
        tally.count(&Game::new(Position::from_fen(&row[7]).unwrap()), number(0) as u32);
        let found = [
            ("captures", tally.captures),
            ("en passant", tally.en_passant),
            ("castlings", tally.castles),
            ("promotions", tally.promotions),
            ("checks", tally.checks),
            ("mates", tally.mates),
        ];
        for (column, (kind, counted)) in found.into_iter().enumerate() {
            assert_eq!(counted, number(column + 1), "{kind} in {}, depth {}", row[7], row[0]);
        }
    }
}

/// The largest depth at which all counts of all positions together stay below the limit.
fn depth_below(limit: u64, cases: &[PerftCase]) -> u32 {
    let leaves = |cap: u32| -> u64 {
        let counts = cases.iter().flat_map(|case| &case.counts);
        counts.filter(|&&(depth, _)| depth <= cap).map(|&(_, count)| count).sum()
    };
    let deepest = cases.iter().flat_map(|case| &case.counts).map(|&(depth, _)| depth).max();
    (1..=deepest.unwrap_or(0)).rev().find(|&cap| leaves(cap) < limit).unwrap_or(0)
}

/// The shared files, each to the depth at which it stays below the limit.
#[test]
#[ignore = "needs ../shared/data; also run by scripts/perft-full"]
fn shared_positions_have_the_known_counts() {
    let mut failures = 0;
    println!(
        "\n{:<28}{:>10}{:>7}{:>8}{:>15}{:>9}{:>8}",
        "file", "positions", "depth", "counts", "leaves", "failures", "s"
    );
    for name in SHARED_FILES {
        let cases = shared_perft(name);
        let cap = depth_below(SHARED_LIMIT, &cases);
        assert!(cap > 0, "{name} has too many positions");
        let checked: Vec<u64> = cases
            .iter()
            .flat_map(|case| &case.counts)
            .filter(|&&(depth, _)| depth <= cap)
            .map(|&(_, count)| count)
            .collect();
        let start = Instant::now();
        let errors = errors_of(&cases, |case| check_counts(case, |depth| depth <= cap));
        println!(
            "{name:<28}{:>10}{cap:>7}{:>8}{:>15}{:>9}{:>8.1}",
            cases.len(),
            checked.len(),
            checked.iter().sum::<u64>(),
            errors.len(),
            start.elapsed().as_secs_f64()
        );
        for error in &errors {
            println!("  {error}");
        }
        failures += errors.len();
    }
    assert_eq!(failures, 0, "positions with a wrong count");
}

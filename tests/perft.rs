//! Perft: the numbers of move sequences agree with known ones, which other
//! generators computed. `scripts/perft-full` runs the long form.

mod common;

use common::{PerftCase, complaints_about, own_perft, shared_perft, shared_rows};
use nullfenster::board::perft::{divide, perft, perft_lists, perft_make};
use nullfenster::board::{Game, Position};
use std::time::Instant;

/// The shared files of positions that games can reach.
const SHARED_FILES: [&str; 6] = [
    "perft/standard.epd",
    "perft/edge_standard.epd",
    "perft/edge_chess960.epd",
    "perft/random_a.epd",
    "perft/checks_a.epd",
    "perft/chess960_a.epd",
];

/// Leaves a position may have in the short test of the shared files.
const SHORT_LIMIT: u64 = 1_000_000;

/// Leaves of a position whose moves are looked at one by one.
const TALLY_LIMIT: u64 = 200_000;

/// Leaves of a whole file that the full test stays below.
const FULL_LIMIT: u64 = 2_000_000_000;

fn check_counts(case: &PerftCase, wanted: impl Fn(u32, u64) -> bool) -> Result<(), String> {
    let position =
        Position::from_fen(&case.fen).map_err(|error| format!("{}: {error}", case.fen))?;
    for &(depth, expected) in case.counts.iter().filter(|&&(depth, count)| wanted(depth, count)) {
        let counted = perft(&position, depth);
        if counted != expected {
            return Err(format!("{} depth {depth}: {counted}, not {expected}", case.fen));
        }
    }
    Ok(())
}

fn assert_no_complaints(complaints: &[String]) {
    assert!(complaints.is_empty(), "{} wrong:\n{}", complaints.len(), complaints.join("\n"));
}

#[test]
fn own_positions_have_the_known_counts() {
    let cases = own_perft("perft.txt");
    assert!(cases.len() > 300);
    assert_no_complaints(&complaints_about(&cases, |case| check_counts(case, |_, _| true)));
}

#[test]
fn shared_positions_have_the_known_counts() {
    for name in SHARED_FILES {
        let complaints = complaints_about(&shared_perft(name), |case| {
            check_counts(case, |_, count| count <= SHORT_LIMIT)
        });
        assert_no_complaints(&complaints);
    }
}

/// Positions that no game reaches may be refused, but not miscounted.
#[test]
fn unreachable_positions_are_refused_or_counted_right() {
    let mut refused = 0;
    let cases = shared_perft("perft/edge_unreachable.epd");
    for case in &cases {
        match Position::from_fen(&case.fen) {
            Ok(_) => check_counts(case, |_, count| count <= SHORT_LIMIT).unwrap(),
            Err(error) => {
                eprintln!("refused: {} ({error})", case.fen);
                refused += 1;
            }
        }
    }
    // Only too many men are a reason to refuse, and one position has them.
    assert!(refused <= 1);
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

/// What the last moves of all sequences are, as the columns of the shared table.
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

/// Not only the numbers of moves are right but also their kinds.
#[test]
fn kinds_of_moves_have_the_known_counts() {
    let mut compared = 0;
    let rows = shared_rows("perft/cpw_counters.tsv");
    for row in &rows {
        let number = |column: usize| row[column].parse::<u64>().ok();
        // Some of the deepest counts carry a footnote; they are out of reach anyway.
        let (Some(depth @ 1..), Some(0..=TALLY_LIMIT)) = (number(1), number(2)) else {
            continue;
        };
        let mut tally = Tally::default();
        tally.count(&Game::new(Position::from_fen(&row[0]).unwrap()), depth as u32);
        let found = [
            (3, tally.captures),
            (4, tally.en_passant),
            (5, tally.castles),
            (6, tally.promotions),
            (7, tally.checks),
            (10, tally.mates),
        ];
        for (column, counted) in found {
            // An empty cell: the source doesn't say.
            if let Some(expected) = number(column) {
                assert_eq!(counted, expected, "{} depth {depth} column {column}", row[0]);
                compared += 1;
            }
        }
    }
    assert!(rows.is_empty() || compared >= 80, "only {compared} numbers compared");
}

/// The largest depth to which all counts of all positions stay below the limit.
fn depth_below(limit: u64, cases: &[PerftCase]) -> u32 {
    let leaves = |cap: u32| -> u64 {
        let counts = cases.iter().flat_map(|case| &case.counts);
        counts.filter(|&&(depth, _)| depth <= cap).map(|&(_, count)| count).sum()
    };
    let deepest = cases.iter().flat_map(|case| &case.counts).map(|&(depth, _)| depth).max();
    (1..=deepest.unwrap_or(0)).rev().find(|&cap| leaves(cap) < limit).unwrap_or(0)
}

/// The shared files as deep as the limit of leaves per file lets them go.
#[test]
#[ignore = "some seconds in a release build; run by scripts/perft-full"]
fn full() {
    let mut failures = 0;
    println!(
        "\n{:<28}{:>10}{:>7}{:>8}{:>15}{:>9}{:>8}",
        "file", "positions", "depth", "counts", "leaves", "failures", "s"
    );
    for name in SHARED_FILES {
        let cases = shared_perft(name);
        assert!(!cases.is_empty(), "{name} is not there");
        let cap = depth_below(FULL_LIMIT, &cases);
        let checked: Vec<u64> = cases
            .iter()
            .flat_map(|case| &case.counts)
            .filter(|&&(depth, _)| depth <= cap)
            .map(|&(_, count)| count)
            .collect();
        let start = Instant::now();
        let complaints =
            complaints_about(&cases, |case| check_counts(case, |depth, _| depth <= cap));
        println!(
            "{name:<28}{:>10}{cap:>7}{:>8}{:>15}{:>9}{:>8.1}",
            cases.len(),
            checked.len(),
            checked.iter().sum::<u64>(),
            complaints.len(),
            start.elapsed().as_secs_f64()
        );
        for complaint in &complaints {
            println!("  {complaint}");
        }
        failures += complaints.len();
    }
    assert_eq!(failures, 0, "positions with a wrong count");
}

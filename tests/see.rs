//! Exchange evaluation: exact values of known exchanges, and properties that any
//! exchange has.

mod common;

use common::{Random, data_lines, own_perft};
use nullfenster::board::{Position, notation, see};
use nullfenster::types::{Move, PieceKind, Value};

/// Above every exchange.
const BOUND: Value = 20_000;

/// The exact value, found by bisection over thresholds.
fn value(position: &Position, mv: Move) -> Value {
    let (mut low, mut high) = (-BOUND, BOUND);
    assert!(position.see_ge(mv, low) && !position.see_ge(mv, high), "{mv:?} in {position}");
    while high - low > 1 {
        let middle = (low + high).div_euclid(2);
        if position.see_ge(mv, middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[test]
fn known_exchanges_have_their_values() {
    assert_eq!(see::VALUES[..5], [100, 300, 300, 500, 900], "the file counts with these");
    let lines = data_lines("see.txt");
    assert!(lines.len() >= 67);
    let mut complaints = Vec::new();
    for line in &lines {
        let fields: Vec<&str> = line.split(" | ").collect();
        let position = Position::from_fen(fields[2]).unwrap();
        let expected: Value = fields[0].parse().unwrap();
        let mv = notation::parse_move(&position, fields[1])
            .unwrap_or_else(|| panic!("{} is no move of {}", fields[1], fields[2]));
        if !position.see_ge(mv, expected) || position.see_ge(mv, expected + 1) {
            let found = value(&position, mv);
            complaints.push(format!("{} in {}: {found}, not {expected}", fields[1], fields[2]));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// A move brings at most what it takes and promotes to, and loses at most the
/// piece that stands there afterwards; reaching a threshold means reaching every
/// lower one.
#[test]
fn exchanges_stay_between_their_bounds() {
    let mut random = Random(0x5ee);
    let mut compared = 0;
    for case in own_perft("perft.txt") {
        let mut position = Position::from_fen(&case.fen).unwrap();
        for _ in 0..20 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                let worth = |kind: PieceKind| see::VALUES[kind.index()];
                let taken = position.captured(mv);
                let mut gain = if taken.is_none() { 0 } else { worth(taken.kind()) };
                let mut risk = worth(position.piece_on(mv.from()).kind());
                if let Some(kind) = mv.promoted_kind() {
                    gain += worth(kind) - worth(PieceKind::Pawn);
                    risk = worth(kind);
                }
                let found = value(&position, mv);
                // A pawn that takes back may promote, which costs us that much more.
                let promotion = worth(PieceKind::Queen) - worth(PieceKind::Pawn);
                assert!(found <= gain, "{mv:?} in {position}: {found} of {gain}");
                assert!(found >= gain - risk - promotion, "{mv:?} in {position}: {found}");
                for threshold in [found - 500, found - 1, found] {
                    assert!(position.see_ge(mv, threshold), "{mv:?} in {position} {threshold}");
                }
                for threshold in [found + 1, found + 500] {
                    assert!(!position.see_ge(mv, threshold), "{mv:?} in {position} {threshold}");
                }
                compared += 1;
            }
            position = position.make(random.pick(&moves));
        }
    }
    assert!(compared > 50_000, "only {compared} moves");
}

//! The evaluation, by properties that hold for any values: it has no colour, and
//! what is kept up or cached equals what is computed anew.

mod common;

use common::{random_games, with_colors_swapped};
use nullfenster::board::Position;
use nullfenster::eval::{Accumulator, Evaluator};
use nullfenster::types::{Score, Value};
use std::collections::HashSet;

fn value(evaluator: &mut Evaluator, position: &Position) -> Value {
    evaluator.evaluate(position, &Accumulator::new(position))
}

#[test]
fn a_position_with_colours_swapped_is_worth_the_same() {
    let mut evaluator = Evaluator::default();
    let mut values = HashSet::new();
    for position in random_games(0xc0105, 60).iter().flat_map(|game| game.positions()) {
        let swapped = with_colors_swapped(&position);
        let found = value(&mut evaluator, &position);
        assert_eq!(found, value(&mut evaluator, &swapped), "{position} and {swapped}");
        assert!(found.abs() <= Score::EVAL_MAX, "{position}: {found}");
        values.insert(found);
    }
    assert!(values.len() > 1_000, "only {} different values", values.len());
}

#[test]
fn accumulators_follow_whole_games() {
    let mut moves = 0;
    for game in random_games(0xacc, 120) {
        let mut position = game.start;
        let mut kept_up = Accumulator::new(&position);
        for &mv in &game.moves {
            position = position.make_observed(mv, &mut kept_up);
            assert_eq!(kept_up, Accumulator::new(&position), "after {mv:?} at {position}");
            moves += 1;
        }
    }
    assert!(moves > 10_000, "only {moves} moves");
}

/// An evaluator that has seen thousands of pawn structures says the same as one
/// that has seen none.
#[test]
fn the_pawn_cache_changes_no_value() {
    let mut used = Evaluator::default();
    for game in random_games(0xcac4e, 60) {
        for position in game.positions() {
            value(&mut used, &position);
        }
        let last = game.positions().last().unwrap();
        let expected = value(&mut Evaluator::default(), &last);
        assert_eq!(value(&mut used, &last), expected, "{last}");
    }
}

/// Without pawns a rook does not win against two minor pieces, whatever the values
/// say of their places, nor does a minor piece against nothing, nor two knights.
#[test]
fn too_little_to_win_is_worth_little() {
    for fen in [
        "3n4/8/5R1b/8/8/2k1K3/8/8 w - - 0 1",
        "8/8/3k4/8/8/2BK4/8/8 w - - 0 1",
        "8/8/3k4/8/8/1NNK4/8/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let found = value(&mut Evaluator::default(), &position);
        assert!(found.abs() < 100, "{fen}: {found}");
    }
}

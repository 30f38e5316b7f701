//! Properties of the evaluations that hold for any weights: they are symmetric in colour,
//! and what is updated or cached equals what is computed from scratch.

mod common;

use common::{Random, random_games, with_colors_swapped};
use nullfenster::board::Position;
use nullfenster::eval::classical::Accumulator;
use nullfenster::eval::{Evaluation, Evaluator};
use nullfenster::types::{MAX_PLY, Score};
use std::collections::HashSet;

fn evaluators() -> [Evaluator; 2] {
    [Evaluation::Classical, Evaluation::network()].map(|evaluation| Evaluator::new(&evaluation))
}

#[test]
fn a_position_with_colours_swapped_is_worth_the_same() {
    for mut evaluator in evaluators() {
        let mut values = HashSet::new();
        for position in random_games(0xc0105, 60).iter().flat_map(|game| game.positions()) {
            let swapped = with_colors_swapped(&position);
            let found = evaluator.value(&position);
            assert_eq!(found, evaluator.value(&swapped), "{position} and {swapped}");
            assert!(found.abs() <= Score::EVAL_MAX, "{position}: {found}");
            values.insert(found);
        }
        assert!(values.len() > 1_000, "only {} different values", values.len());
    }
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

/// Up and down a line as in a search, with null moves, and evaluated only now and then.
#[test]
fn an_evaluator_follows_a_line() {
    let mut random = Random(0x11e);
    for (mut line, mut alone) in evaluators().into_iter().zip(evaluators()) {
        let mut asked = 0;
        for game in random_games(0x5e7, 40) {
            let mut positions = vec![game.start];
            line.start(&game.start);
            for _ in 0..400 {
                let ply = positions.len() - 1;
                let position = positions[ply];
                let moves = position.legal_moves();
                if moves.is_empty() || ply >= MAX_PLY || random.below(3) == 0 {
                    positions.truncate(1 + random.below(positions.len()));
                } else if !position.in_check() && random.below(8) == 0 {
                    line.step(ply + 1);
                    positions.push(position.make_null());
                } else {
                    let mv = random.pick(&moves);
                    positions.push(position.make_observed(mv, line.step(ply + 1)));
                }
                if random.below(4) == 0 {
                    let ply = positions.len() - 1;
                    let expected = alone.value(&positions[ply]);
                    assert_eq!(line.evaluate(ply, &positions[ply]), expected, "{}", positions[ply]);
                    asked += 1;
                }
            }
        }
        assert!(asked > 1_000, "only {asked} evaluations");
    }
}

/// An evaluator that has seen thousands of pawn structures gives the same values as a
/// fresh one.
#[test]
fn the_pawn_cache_changes_no_value() {
    let mut used = Evaluator::new(&Evaluation::Classical);
    for game in random_games(0xcac4e, 60) {
        for position in game.positions() {
            used.value(&position);
        }
        let last = game.positions().last().unwrap();
        let expected = Evaluator::new(&Evaluation::Classical).value(&last);
        assert_eq!(used.value(&last), expected, "{last}");
    }
}

/// Without pawns a rook does not win against two minor pieces, wherever they stand, nor
/// does a minor piece against a bare king, nor two knights.
#[test]
fn too_little_to_win_is_worth_little() {
    for fen in [
        "3n4/8/5R1b/8/8/2k1K3/8/8 w - - 0 1",
        "8/8/3k4/8/8/2BK4/8/8 w - - 0 1",
        "8/8/3k4/8/8/1NNK4/8/8 w - - 0 1",
    ] {
        let position = Position::from_fen(fen).unwrap();
        let found = Evaluator::new(&Evaluation::Classical).value(&position);
        assert!(found.abs() < Score::cp(100), "{fen}: {found}");
    }
}

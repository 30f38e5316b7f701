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

/// A position of White's pieces and Black's king at random squares, with pawns on the seventh rank
/// and Black to move; it may be illegal.
fn against_bare_king(random: &mut Random, pieces: &str) -> String {
    let mut board = ["1"; 64].map(str::to_owned);
    for piece in "Kk".chars().chain(pieces.chars()) {
        let square = loop {
            let square = if piece == 'P' { 8 + random.below(8) } else { random.below(64) };
            if board[square] == "1" {
                break square;
            }
        };
        board[square] = piece.to_string();
    }
    let ranks: Vec<String> = board.chunks(8).map(|rank| rank.concat()).collect();
    let places = (2..=8)
        .rev()
        .fold(ranks.join("/"), |text, run| text.replace(&"1".repeat(run), &run.to_string()));
    places + " b - - 0 1"
}

/// Against a bare king more material is worth more, wherever the pieces stand: a pawn that
/// promotes becomes a queen, and no piece is left to be taken for a better square of the king.
#[test]
fn more_material_against_a_bare_king_is_worth_more() {
    for evaluation in [Evaluation::Classical, Evaluation::network()] {
        let mut evaluator = Evaluator::new(&evaluation);
        let mut value = |fen: &str| Some(-evaluator.value(&Position::from_fen(fen).ok()?));
        let mut compared = 0;
        for (more, less) in [
            ("BQ", "BN"),
            ("NQ", "BN"),
            ("BQ", "BB"),
            ("BNQ", "BNN"),
            ("BNQ", "BNB"),
            ("BNQ", "BNR"),
            ("NNQ", "NNN"),
            ("RQ", "RN"),
            ("QBN", "BN"),
            ("RBN", "BN"),
            ("QR", "Q"),
            ("RR", "R"),
            ("QB", "Q"),
            ("RN", "R"),
            ("BNN", "BN"),
            ("BNP", "BN"),
            ("QP", "P"),
            ("BBQ", "BBP"),
        ] {
            let mut random = Random(0xba5e);
            for _ in 0..400 {
                let (rich, poor) =
                    (against_bare_king(&mut random, more), against_bare_king(&mut random, less));
                if let (Some(high), Some(low)) = (value(&rich), value(&poor)) {
                    assert!(high > low, "{evaluation:?}: {rich} is {high}, {poor} is {low}");
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000, "only {compared}");
    }
}

/// What no one can win is worth nothing with either evaluation: two knights, and rook pawns
/// with the wrong bishop or none.
#[test]
fn a_bare_king_that_holds_is_worth_a_draw() {
    for mut evaluator in evaluators() {
        for fen in [
            "8/8/4k3/8/8/3K4/3NN3/8 w - - 0 1",
            "8/8/4k3/8/8/3K4/8/3N4 w - - 0 1",
            "k7/8/P7/P7/8/4B3/8/2K5 w - - 0 1",
            "1k6/8/P7/8/8/4B3/8/2K5 b - - 0 1",
            "8/6k1/7P/7P/7P/5B2/8/2K5 b - - 0 1",
            "k7/8/P7/8/8/8/8/2K5 b - - 0 1",
            "2k5/8/8/p7/p7/1b6/8/K7 w - - 0 1",
        ] {
            let position = Position::from_fen(fen).unwrap();
            let found = evaluator.value(&position);
            assert_eq!(found, Score::DRAW, "{fen}");
        }
    }
}

/// However many queens there are, a value is no mate and no win by a table.
#[test]
fn a_bare_king_against_nine_queens_is_worth_an_evaluation() {
    for mut evaluator in evaluators() {
        let fen = "4k3/8/8/8/QQQQ4/QQQQ4/8/RNBQKBNR b KQ - 0 1";
        let found = evaluator.value(&Position::from_fen(fen).unwrap());
        assert_eq!(found, -Score::EVAL_MAX);
    }
}

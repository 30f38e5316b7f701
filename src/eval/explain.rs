//! The evaluation explained.

use super::classical;
use super::{Evaluation, Evaluator};
use crate::board::Position;
use crate::types::{Centipawns, PieceKind, Score, Square};
use std::fmt::Write;

/// The worth of each piece in White's view, in centipawns: the evaluation with it less that
/// without it. By dense square; `None` for kings and empty squares.
pub fn piece_values(evaluation: &Evaluation, position: &Position) -> [Option<Centipawns>; 64] {
    let mut evaluator = Evaluator::new(evaluation);
    let whole = white_value(&mut evaluator, position);
    std::array::from_fn(|index| {
        let square = Square::from_dense(index);
        let piece = position.piece_on(square);
        let counts = !piece.is_none() && !piece.is_kind(PieceKind::King);
        counts.then(|| whole - white_value(&mut evaluator, &position.without(square)))
    })
}

/// A table of the terms of the classical evaluation in pawns, and the value by the
/// evaluation in use.
pub fn explain(evaluation: &Evaluation, position: &Position) -> String {
    let mut text = classical::explain(position);
    let value = white_value(&mut Evaluator::new(evaluation), position);
    let pawns = f64::from(value.centipawns()) / 100.0;
    // Writing to a string can't fail.
    if let Evaluation::Network(_) = evaluation {
        let _ = writeln!(text, "Network evaluation: {pawns:+.2} (White's view)");
    }
    let _ = writeln!(text, "Evaluation: {pawns:+.2} (White's view)");
    text
}

fn white_value(evaluator: &mut Evaluator, position: &Position) -> Score {
    evaluator.value(position).seen_by(position.side_to_move())
}

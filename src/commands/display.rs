//! `d` and `eval`: the position on the board, and what it is worth.

use super::{Kind, Line, PromptCommand};
use crate::board::Position;
use crate::engine::{Engine, EngineError};
use crate::eval;
use crate::terminal::drawing;
use crate::types::Color;

pub const BOARD: PromptCommand =
    PromptCommand { name: "d", usage: "d", about: "show the position", kind: Kind::Quick(board) };

pub const EVAL: PromptCommand = PromptCommand {
    name: "eval",
    usage: "eval",
    about: "show the evaluation and its parts",
    kind: Kind::Quick(evaluation),
};

/// The board, its FEN, its key and the pieces that give check.
fn board(engine: &mut Engine, _: &str, coloured: bool) -> Vec<Line> {
    with_position(engine, |position| {
        let mut lines = drawing::board(position, coloured, Color::White);
        let checkers: String =
            position.checkers().into_iter().map(|square| format!(" {square}")).collect();
        lines.extend([
            String::new(),
            format!("Fen: {position}"),
            format!("Key: {:016X}", position.key()),
            format!("Checkers:{checkers}"),
        ]);
        lines
    })
}

/// What each piece is worth, the terms of the classical evaluation and the value of the evaluation
/// in use, from White's view.
fn evaluation(engine: &mut Engine, _: &str, coloured: bool) -> Vec<Line> {
    let evaluation = engine.evaluation();
    with_position(engine, |position| {
        let intro = "Worth of each piece in pawns: the evaluation with it minus the evaluation \
                     without it.";
        let mut lines = vec![intro.to_owned()];
        let piece_values = eval::piece_values(&evaluation, position);
        lines.extend(drawing::values(position, &piece_values, coloured));
        lines.push(String::new());
        lines.extend(eval::explain(&evaluation, position).lines().map(str::to_owned));
        lines
    })
}

fn with_position(engine: &Engine, show: impl Fn(&Position) -> Vec<String>) -> Vec<Line> {
    match engine.game() {
        Some(game) => show(game.position()).into_iter().map(Line::Result).collect(),
        None => vec![Line::Error(EngineError::NoPosition.to_string())],
    }
}

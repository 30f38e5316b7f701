//! `flip`: the other side gets the position of this one. An evaluation and a search must say the same
//! of both. In a game at the prompt the session only turns the board, see `uci/play.rs`.

use super::{Kind, Line, PromptCommand};
use crate::board::Game;
use crate::engine::{Engine, EngineError};

pub const FLIP: PromptCommand = PromptCommand {
    name: "flip",
    usage: "flip",
    about: "swap the colours of the position; in a game\n\
            turn the board",
    kind: Kind::Quick(run),
};

/// Forgets the game before the position.
fn run(engine: &mut Engine, _: &str, _: bool) -> Vec<Line> {
    let Some(game) = engine.game() else {
        return vec![Line::Error(EngineError::NoPosition.to_string())];
    };
    let flipped = Game::new(game.position().flipped());
    engine.set_game(Some(flipped));
    Vec::new()
}

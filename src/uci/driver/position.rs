//! The position on the board: set, shown, turned.

use super::Driver;
use crate::board::Game;
use crate::console;
use crate::engine::EngineError;
use crate::uci::position::PositionText;
use std::io::{self, Write};

impl<W: Write> Driver<W> {
    pub(super) fn set_position(&mut self, text: &PositionText) -> io::Result<()> {
        match text.game() {
            Ok(game) => self.engine.set_game(Some(game)),
            Err(error) => {
                self.engine.set_game(None);
                self.out.error(&error.to_string())?;
            }
        }
        Ok(())
    }

    pub(super) fn show(&mut self, evaluation: bool) -> io::Result<()> {
        let Some(game) = self.engine.game() else {
            return self.out.error(&EngineError::NoPosition.to_string());
        };
        let position = game.position();
        if evaluation {
            console::eval(&mut self.out, &self.engine.evaluation(), position)
        } else {
            console::display(&mut self.out, position)
        }
    }

    /// Turns the board: the other side has the position of this one. The game before it is
    /// forgotten.
    pub(super) fn flip(&mut self) -> io::Result<()> {
        let Some(game) = self.engine.game() else {
            return self.out.error(&EngineError::NoPosition.to_string());
        };
        let flipped = Game::new(game.position().flipped());
        self.engine.set_game(Some(flipped));
        Ok(())
    }
}

//! What a long command takes from the engine.

use crate::board::{Game, Position};
use crate::engine::Engine;
use crate::eval::Evaluation;
use crate::eval::network::Network;
use std::sync::Arc;

/// What a long command takes from the engine where its words say nothing else.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// The game on the board, if there is one.
    pub game: Option<Game>,
    /// Castling is written as king takes rook, and openings are those of Chess960.
    pub chess960: bool,
    /// The network in use.
    pub network: Arc<Network>,
    /// Whether the classical evaluation is used in place of the network.
    pub classical: bool,
}

impl EngineSetup {
    /// What this engine uses.
    pub fn of(engine: &Engine) -> Self {
        Self {
            game: engine.game().cloned(),
            chess960: engine.options().chess960(),
            network: Arc::clone(engine.network()),
            classical: !engine.options().network(),
        }
    }

    /// The evaluation in use.
    pub fn evaluation(&self) -> Evaluation {
        Evaluation::new(self.classical, &self.network)
    }
}

/// What an engine uses when it starts.
impl Default for EngineSetup {
    fn default() -> Self {
        Self {
            game: Some(Game::new(Position::startpos())),
            chess960: false,
            network: Network::embedded(),
            classical: false,
        }
    }
}

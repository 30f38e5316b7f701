//! What a bench takes from the engine.

use crate::board::Position;
use crate::engine::Engine;
use crate::eval::Evaluation;
use crate::eval::network::Network;
use std::sync::Arc;

/// What `bench` and `speedtest` take from the engine where their words say nothing else.
#[derive(Clone, Debug)]
pub struct EngineSetup {
    /// The position on the board, if there is one.
    pub(super) position: Option<Position>,
    pub(super) network: Arc<Network>,
    /// Whether the classical evaluation is used in place of the network.
    pub(super) classical: bool,
}

impl EngineSetup {
    /// What this engine uses.
    pub fn of(engine: &Engine) -> Self {
        Self {
            position: engine.game().map(|game| *game.position()),
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
            position: Some(Position::startpos()),
            network: Network::embedded(),
            classical: false,
        }
    }
}

//! Teachers: other engines whose scores the network learns from. [`StockfishNetwork`] reads
//! their static values from Stockfish's network file, [`UciEngine`] asks any engine.
//!
//! Values are centipawns as the teacher shows them; what one of them is worth in ours is a
//! setting of the labelling.

mod stockfish;
mod threats;
mod uci_engine;

pub use stockfish::{NetworkError, StockfishNetwork};
pub use uci_engine::{EngineLimit, UciEngine};

use super::TuneError;
use crate::board::Position;
use serde_json::{Value, json};
use std::{fs, io};

/// Where scores come from.
#[derive(Clone, Debug)]
pub enum TeacherSpec {
    /// A network file of Stockfish 15 to 18 (the larger one), as its command `export_net` writes it.
    Network {
        /// The file.
        path: String,
    },
    /// A UCI engine; each thread starts a process of its own.
    Engine {
        /// The program and its arguments, separated by spaces.
        command: String,
        /// What it is asked for.
        limit: EngineLimit,
    },
}

/// A teacher that threads share.
pub(super) enum TeacherSource<'a> {
    /// The network and the checksum of its file.
    Network(Box<StockfishNetwork>, u32),
    Engine(&'a str, EngineLimit),
}

impl<'a> TeacherSource<'a> {
    /// Reads the network if it is one.
    pub fn open(spec: &'a TeacherSpec) -> Result<Self, TuneError> {
        match spec {
            TeacherSpec::Network { path } => {
                let bytes = fs::read(path).map_err(TuneError::file(path))?;
                let network = StockfishNetwork::read(&bytes)
                    .map_err(|error| TuneError::file(path)(io::Error::other(error)))?;
                Ok(Self::Network(Box::new(network), crc32c::crc32c(&bytes)))
            }
            TeacherSpec::Engine { command, limit } => Ok(Self::Engine(command, *limit)),
        }
    }

    /// What tells it from other teachers.
    pub fn described(&self) -> Value {
        match self {
            Self::Network(_, checksum) => {
                json!({ "network": format!("CRC-32C {checksum:08x}") })
            }
            Self::Engine(command, EngineLimit::Nodes(nodes)) => {
                json!({ "engine": command, "nodes": nodes })
            }
            Self::Engine(command, EngineLimit::Eval) => json!({ "engine": command }),
        }
    }

    /// The teacher for one thread.
    pub fn teacher(&self) -> Result<Teacher<'_>, TuneError> {
        Ok(match self {
            Self::Network(network, _) => Teacher::Network(stockfish::Evaluator::new(network)),
            Self::Engine(command, limit) => Teacher::Engine(UciEngine::start(command, *limit)?),
        })
    }
}

/// A teacher for one thread.
pub(super) enum Teacher<'a> {
    Network(stockfish::Evaluator<'a>),
    Engine(UciEngine),
}

impl Teacher<'_> {
    /// Forgets the last game, so that a score depends only on its own.
    pub fn start_game(&mut self) -> Result<(), TuneError> {
        match self {
            Self::Network(_) => Ok(()),
            Self::Engine(engine) => engine.start_game(),
        }
    }

    /// The value of a position without check in centipawns for the side to move; `None` for a mate
    /// score.
    pub fn value(&mut self, position: &Position) -> Result<Option<f32>, TuneError> {
        match self {
            Self::Network(evaluator) => Ok(Some(evaluator.centipawns(position))),
            Self::Engine(engine) => engine.value(position),
        }
    }
}

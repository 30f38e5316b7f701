//! Training of the evaluation, in builds with the feature `tune`: [`datagen`] plays
//! self-play games, [`games`] stores them in files, [`train`] trains the network on their
//! quiet positions, [`fit`] fits the weights of the hand-crafted evaluation and writes them
//! to their source file, [`wdl`] fits the win probability.

mod data;
pub mod datagen;
pub mod fit;
pub mod games;
mod math;
mod model;
pub mod production;
pub mod rescore;
pub mod statistics;
pub mod train;
pub mod wdl;
mod weights_file;
pub mod yardstick;

use crate::search::SearchError;
use std::fs::{self, File};
use std::io::{self, Write};
use thiserror::Error;

/// Errors of data generation and training.
#[derive(Debug, Error)]
pub enum TuneError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The error.
        error: io::Error,
    },
    /// A game of a file is damaged.
    #[error("{path}, game {game}: {error}")]
    Game {
        /// The file.
        path: String,
        /// The number of the game, from 1.
        game: usize,
        /// The error.
        error: String,
    },
    /// The games of a file were generated with other settings than those to be added.
    #[error("{path}: {error}")]
    Origin {
        /// The file with the settings.
        path: String,
        /// The error.
        error: String,
    },
    /// Another process writes to the file.
    #[error("{path}: another process is writing to it")]
    Locked {
        /// The file.
        path: String,
    },
    /// There are no training positions.
    #[error("no positions in the files")]
    NoPositions,
    /// The files have too few games to hold one out for validation.
    #[error("no file has {0} games, of which one would be held out")]
    NothingHeldOut(usize),
    /// The training diverged.
    #[error("the loss of epoch {epoch} is not a number: the learning rate is too high")]
    Diverged {
        /// The epoch, from 1.
        epoch: usize,
    },
    /// The engine's integers could overflow.
    #[error("the output weights of the network became too large")]
    TooLarge,
    /// The number of hidden neurons is not supported.
    #[error("{0} hidden neurons: a network has a multiple of 32 of them, up to {most}", most = train::MOST_HIDDEN)]
    Hidden(usize),
    /// The number of outputs is not supported.
    #[error("{0} outputs: a network has 1, 2, 4, 8, 16 or 32 of them")]
    Outputs(usize),
    /// The initial network can't be used.
    #[error("network {path}: {error}")]
    From {
        /// The file.
        path: String,
        /// The error.
        error: String,
    },
    /// A set of positions of the yardstick has an invalid line.
    #[error("{path}, line {line}: {error}")]
    Yardstick {
        /// The file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// The error.
        error: String,
    },
    /// The file is not a checkpoint of this training.
    #[error("checkpoint {path}: {error}")]
    Checkpoint {
        /// The file.
        path: String,
        /// The error.
        error: String,
    },
    /// The source file of weights can't be parsed.
    #[error("the file of weights can't be read: {0}")]
    Weights(String),
    /// The search could not be set up.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Writes a file atomically: an old one stays until the new one is complete on the disk.
fn write_whole(path: &str, bytes: &[u8]) -> Result<(), TuneError> {
    let new = format!("{path}.new");
    let write = || {
        let mut file = File::create(&new)?;
        file.write_all(bytes)?;
        file.sync_all()
    };
    write().map_err(TuneError::file(&new))?;
    fs::rename(&new, path).map_err(TuneError::file(path))
}

impl TuneError {
    fn file(path: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

//! Tuning of the evaluation, in builds with the feature `tune`: [`datagen`] plays
//! games against itself, [`games`] keeps them in files, [`fit`] fits the weights of the
//! classical evaluation to their quiet positions and writes these back into their file,
//! [`wdl`] fits the chances to win. [`train`] makes the network.

mod data;
pub mod datagen;
pub mod fit;
pub mod games;
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

/// Why data could not be generated or the evaluation not be tuned.
#[derive(Debug, Error)]
pub enum TuneError {
    /// A file can't be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: io::Error,
    },
    /// A file of games has a wrong one.
    #[error("{path}, game {game}: {error}")]
    Game {
        /// The file.
        path: String,
        /// The number of the game, from 1.
        game: usize,
        /// What is wrong with it.
        error: String,
    },
    /// The games of a file were played otherwise than those that shall follow.
    #[error("{path}: {error}")]
    Origin {
        /// The file that says how they were played.
        path: String,
        /// What is wrong with it.
        error: String,
    },
    /// Another process writes to a file.
    #[error("{path}: another process is writing to it")]
    Locked {
        /// The file.
        path: String,
    },
    /// There is nothing to learn from.
    #[error("no positions in the files")]
    NoPositions,
    /// No game is held out to check the training by.
    #[error("no file has {0} games, of which one would be held out")]
    NothingHeldOut(usize),
    /// The steps were too long.
    #[error("the losses of epoch {epoch} are no numbers: the steps are too long")]
    Diverged {
        /// The epoch, from 1.
        epoch: usize,
    },
    /// The engine could not sum it up.
    #[error("the weights of the network's output became too large")]
    TooLarge,
    /// There are no networks of this size.
    #[error("{0} hidden neurons: a network has a multiple of 32 of them, up to {most}", most = train::MOST_HIDDEN)]
    Hidden(usize),
    /// There are no networks with this number of outputs.
    #[error("{0} outputs: a network has 1, 2, 4, 8, 16 or 32 of them")]
    Outputs(usize),
    /// The network to begin with can't be used.
    #[error("network {path}: {error}")]
    From {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: String,
    },
    /// A set of positions to measure evaluations by has a wrong line.
    #[error("{path}, line {line}: {error}")]
    Yardstick {
        /// The file.
        path: String,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        error: String,
    },
    /// The file is no checkpoint of this training.
    #[error("checkpoint {path}: {error}")]
    Checkpoint {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: String,
    },
    /// The file of weights is not as expected.
    #[error("the file of weights can't be read: {0}")]
    Weights(String),
    /// The search could not be set up.
    #[error(transparent)]
    Search(#[from] SearchError),
}

/// Writes a file; an old one stays until the new one is whole and on the disk.
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

//! Tuning of the evaluation, in builds with the feature `tune`: [`datagen`] plays
//! games against itself, [`games`] keeps them in files, [`fit`] fits the weights of the
//! classical evaluation to their quiet positions and writes these back into their file,
//! [`wdl`] fits the chances to win. [`train`] makes the network.

mod data;
pub mod datagen;
pub mod fit;
pub mod games;
mod model;
pub mod statistics;
pub mod train;
pub mod wdl;
mod weights_file;

use crate::search::SearchError;
use std::io;
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
    #[error("{0} hidden neurons are none of {sizes:?}", sizes = train::SIZES)]
    Hidden(usize),
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

impl TuneError {
    fn file(path: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

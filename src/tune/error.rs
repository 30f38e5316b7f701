//! The errors of data generation and training.

use crate::search::SearchError;
use std::io;
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
    #[error("{hidden} hidden neurons: a network has a multiple of 32 of them, up to {most}")]
    Hidden {
        /// The number asked for.
        hidden: usize,
        /// The largest number.
        most: usize,
    },
    /// The number of king buckets is not supported.
    #[error("{0} king buckets: a network has 1 or 4 of them")]
    KingBuckets(usize),
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
    /// An argument of a command is wrong.
    #[error("{0}")]
    Argument(String),
    /// The search could not be set up.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl TuneError {
    /// Adds the path to an error of a file.
    pub(super) fn file(path: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

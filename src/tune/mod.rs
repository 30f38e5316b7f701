//! Tuning of the evaluation, in builds with the feature `tune`: [`datagen`] plays
//! games against itself and writes down quiet positions.

pub mod datagen;
mod random;

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
    /// The search could not be set up.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl TuneError {
    fn file(path: &str) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

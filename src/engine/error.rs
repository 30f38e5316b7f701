//! The errors of the engine.

use super::OptionError;
use crate::book::BookError;
use crate::eval::network::NetworkError;
use crate::search::{NumaError, SearchError};
use crate::tablebase::TablebaseError;
use std::io;
use thiserror::Error;

/// A request that the engine can't carry out. Its state is unchanged.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The operating system refuses the search thread.
    #[error("no search thread: {0}")]
    Spawn(io::Error),
    /// The search thread has ended, which only a panic or a lack of memory can cause.
    #[error("the search thread has ended")]
    ThreadEnded,
    /// A search needs a valid position.
    #[error("there is no valid position")]
    NoPosition,
    /// A search without a limit would not end.
    #[error("a search that is waited for needs a limit")]
    NoLimit,
    /// The name or the value of an option is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The effect of a legal value is not possible.
    #[error("option '{name}' unchanged: {reason}")]
    Refused {
        /// The option.
        name: &'static str,
        /// The reason.
        reason: Box<Self>,
    },
    /// The opening book can't be used.
    #[error("{path}: {error}")]
    Book {
        /// The file.
        path: String,
        /// The error in it.
        error: BookError,
    },
    /// The network can't be used.
    #[error("{path}: {error}")]
    Network {
        /// The file.
        path: String,
        /// The error in it.
        error: NetworkError,
    },
    /// The style can't be used.
    #[error("{path}: {reason}")]
    Style {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The tablebases can't be used.
    #[error(transparent)]
    Tablebase(#[from] TablebaseError),
    /// The threads can't be bound like this.
    #[error(transparent)]
    Numa(#[from] NumaError),
    /// The search can't be set up like this.
    #[error(transparent)]
    Search(#[from] SearchError),
}

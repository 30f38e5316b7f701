//! Why a search can't be set up or has no result.

use thiserror::Error;

/// Why a search could not be set up as asked; the old setting stays.
#[derive(Debug, Error)]
pub enum SearchError {
    /// The memory for the table can't be had.
    #[error("no memory for a hash table of {megabytes} MB")]
    Hash {
        /// The size asked for, in MiB.
        megabytes: usize,
    },
    /// No thread at all.
    #[error("a search needs at least one thread")]
    NoThreads,
    /// The system refuses that number of threads or the memory for them.
    #[error("no room for {threads} threads: {reason}")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// The system's reason.
        reason: String,
    },
    /// A longer work was stopped from outside.
    #[error("stopped before its end")]
    Stopped,
}

//! Limits, table and threads for the commands that search many positions.

use super::common::Failure;
use crate::engine::{MAX_HASH_MB, MAX_THREADS};
use crate::search::{Limits, Searcher};
use clap::{Args, value_parser};

/// Milliseconds for a position if no limit is given.
const MOVETIME: u64 = 1000;

#[derive(Debug, Args)]
pub struct SearchArguments {
    /// Milliseconds for each position [default: 1000 if there is no other limit]
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Plies for each position
    #[arg(long, value_name = "PLIES", value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Nodes for each position
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..=MAX_THREADS))]
    threads: u64,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64, value_parser = value_parser!(u64).range(1..=MAX_HASH_MB))]
    hash: u64,
}

impl SearchArguments {
    /// The limits, for one best line.
    pub fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            movetime: self.movetime.or((!is_limited).then_some(MOVETIME)),
            ..Limits::default()
        }
    }

    /// A search with this table and these threads.
    pub fn searcher(&self, command: &str) -> Result<Searcher, Failure> {
        Searcher::new(self.hash as usize, self.threads as usize)
            .map_err(|error| Failure::Usage(format!("{command}: {error}")))
    }
}

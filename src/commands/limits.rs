//! Limits, tables, threads and evaluation for the commands that search many positions.

use crate::engine::{MAX_HASH_MB, MAX_THREADS};
use crate::eval::Evaluation;
use crate::search::{Handicap, Limits, Searcher, Syzygy};
use crate::tablebase::{Folders, Tablebases};
use crate::terminal::Failure;
use clap::{Args, ValueEnum, value_parser};
use std::sync::Arc;

/// Milliseconds for a position if no limit is given.
const MOVETIME: u64 = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum EvaluationName {
    Network,
    Classical,
}

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
    /// Folders with Syzygy tablebases, as for the option SyzygyPath
    #[arg(long, value_name = "FOLDERS")]
    syzygy: Option<String>,
    /// The evaluation
    #[arg(long, value_enum, default_value = "network", conflicts_with = "elo")]
    evaluation: EvaluationName,
    /// Search at a rating, as with the option UCI_Elo
    #[arg(long, value_name = "RATING", conflicts_with_all = ["syzygy", "threads"],
          value_parser = value_parser!(u32).range(i64::from(*Handicap::RATINGS.start())..=i64::from(*Handicap::RATINGS.end())))]
    elo: Option<u32>,
}

impl SearchArguments {
    /// The limits, for one best line.
    pub fn limits(&self) -> Limits {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        // The same errors each time.
        let handicap = self.elo.map(|rating| Handicap::of_rating(rating, 1));
        let nodes = self.nodes.into_iter().chain(handicap.map(|handicap| handicap.nodes)).min();
        Limits {
            depth: self.depth,
            nodes,
            movetime: self.movetime.or((!is_limited).then_some(MOVETIME)),
            handicap,
            ..Limits::default()
        }
    }

    /// The limits if one was given.
    pub fn given_limits(&self) -> Option<Limits> {
        let is_limited = self.movetime.is_some() || self.depth.is_some() || self.nodes.is_some();
        is_limited.then(|| self.limits())
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads as usize
    }

    /// A search with these tables, threads and evaluation.
    pub fn searcher(&self, command: &str) -> Result<Searcher, Failure> {
        self.searcher_of(self.hash as usize, self.threads(), command)
    }

    /// One of as many searches as there are threads, with its share of the memory and one thread.
    pub fn searcher_of_a_thread(&self, command: &str) -> Result<Searcher, Failure> {
        self.searcher_of((self.hash as usize / self.threads()).max(1), 1, command)
    }

    fn searcher_of(&self, hash: usize, threads: usize, command: &str) -> Result<Searcher, Failure> {
        let mut searcher = Searcher::new(hash, threads)
            .map_err(|error| Failure::Usage(format!("{command}: {error}")))?;
        if self.evaluation == EvaluationName::Classical {
            searcher.set_evaluation(Evaluation::Classical);
        }
        if let Some(list) = &self.syzygy {
            let folders = Folders::find(list)
                .map_err(|error| Failure::Usage(format!("{command}: --syzygy {list}: {error}")))?;
            let tables = Arc::new(Tablebases::new(&folders));
            // As the options of the engine have it.
            searcher.set_syzygy(Some(Syzygy { tables, depth: 1, pieces: 7, fifty_moves: true }));
        }
        Ok(searcher)
    }
}

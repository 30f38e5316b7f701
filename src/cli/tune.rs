//! The commands of builds with the feature `tune`.

use super::{CHECK_FAILED, Failure};
use crate::tune::TuneError;
use crate::tune::datagen::{self, DatagenProgress, DatagenSpec};
use crate::uci::console;
use clap::Subcommand;
use std::time::Instant;

/// Games between two lines of progress.
const PROGRESS_GAMES: usize = 100;

#[derive(Debug, Subcommand)]
pub(super) enum TuneAction {
    /// Play games of the engine against itself and write quiet positions to a file
    Datagen {
        /// Games to play
        #[arg(long)]
        games: usize,
        /// Nodes for each move
        #[arg(long, default_value_t = 1000)]
        nodes: u64,
        /// Games played at once
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// Start of the random numbers: equal seeds give equal games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file to write: FEN | score | result, both in White's view
        #[arg(long)]
        out: String,
    },
}

/// Carries out a command; tells of its progress on standard error.
pub(super) fn run(action: TuneAction) -> Result<u8, Failure> {
    let result = match action {
        TuneAction::Datagen { games, nodes, threads, seed, out } => {
            datagen(&DatagenSpec { games, nodes, threads, seed, out })
        }
    };
    if let Err(error) = result {
        console::complain(&format!("nullfenster: {error}"));
        return Ok(CHECK_FAILED);
    }
    Ok(0)
}

fn datagen(spec: &DatagenSpec) -> Result<(), TuneError> {
    let start = Instant::now();
    let progress = |DatagenProgress { games, positions }| {
        if games % PROGRESS_GAMES == 0 || games == spec.games {
            let seconds = start.elapsed().as_secs_f64();
            console::complain(&format!(
                "{games} games, {positions} positions, {:.0} a second",
                positions as f64 / seconds
            ));
        }
    };
    datagen::run(spec, &progress).map(drop)
}

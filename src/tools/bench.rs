//! The bench: searches a fixed set of positions. With one thread the number of nodes
//! depends only on the code, which makes it the engine's signature.

use super::perft;
use super::positions::POSITIONS;
use crate::board::{FenError, Game, Position};
use crate::eval::{self, Evaluation};
use crate::search::{Control, Limits, SearchError, Searcher, Silent, Statistics};
use crate::types::Move;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Default depth of the bench: a few seconds in total.
pub const DEFAULT_DEPTH: u32 = 12;

/// The kind of work on a position and its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BenchLimit {
    /// Search this many plies.
    Depth(u32),
    /// Search this many nodes.
    Nodes(u64),
    /// Search for this many milliseconds.
    Movetime(u64),
    /// Count the leaves this many plies away.
    Perft(u32),
    /// Only evaluate.
    Eval,
}

/// Settings of a bench.
#[derive(Clone, Debug)]
pub struct BenchSpec {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of search threads.
    pub threads: usize,
    /// The work on each position.
    pub limit: BenchLimit,
    /// `default`, `current`, or a file of FENs.
    pub source: String,
    /// The evaluation to search with.
    pub evaluation: Evaluation,
}

impl BenchLimit {
    fn limits(self) -> Limits {
        let mut limits = Limits::default();
        match self {
            Self::Depth(depth) => limits.depth = Some(depth),
            Self::Nodes(nodes) => limits.nodes = Some(nodes),
            Self::Movetime(ms) => limits.movetime = Some(ms),
            // Not searched.
            Self::Perft(_) | Self::Eval => limits.depth = Some(1),
        }
        limits
    }
}

impl Default for BenchSpec {
    /// One thread, 16 MiB and [`DEFAULT_DEPTH`] on the default positions.
    fn default() -> Self {
        Self {
            hash: 16,
            threads: 1,
            limit: BenchLimit::Depth(DEFAULT_DEPTH),
            source: "default".to_owned(),
            evaluation: Evaluation::default(),
        }
    }
}

/// The work on one position.
#[derive(Clone, Debug)]
pub struct BenchEntry {
    /// The position.
    pub position: Position,
    /// Nodes searched, leaves counted, or 1 for an evaluation.
    pub nodes: u64,
    /// The best move of a search, if there is one.
    pub best: Option<Move>,
}

/// The result of a bench.
#[derive(Clone, Debug)]
pub struct BenchReport {
    /// One entry for each position.
    pub entries: Vec<BenchEntry>,
    /// Total nodes.
    pub nodes: u64,
    /// Total time.
    pub time: Duration,
    /// Statistics of the searches.
    pub statistics: Statistics,
}

/// The positions of the bench.
///
/// # Errors
/// None: a test parses all of them.
pub fn default_positions() -> Result<Vec<Position>, FenError> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen)).collect()
}

/// Runs the bench; calls `progress` with number (from 1) and position before each. The
/// table is cleared between positions, so the nodes of one don't depend on the others.
///
/// # Errors
/// Fails without memory for the table, without threads, or when `stop` is set.
pub fn run(
    spec: &BenchSpec,
    positions: &[Position],
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(usize, &Position),
) -> Result<BenchReport, SearchError> {
    let mut searcher = Searcher::new(spec.hash, spec.threads)?;
    searcher.set_evaluation(spec.evaluation.clone());
    // Not what is measured, and later cleared in place.
    searcher.prefault_for(Duration::MAX);
    let limits = spec.limit.limits();
    let mut report = BenchReport {
        entries: Vec::new(),
        nodes: 0,
        time: Duration::ZERO,
        statistics: Statistics::default(),
    };
    for (index, position) in positions.iter().enumerate() {
        progress(index + 1, position);
        searcher.new_game();
        let start = Instant::now();
        let (nodes, best) = match spec.limit {
            BenchLimit::Perft(depth) => {
                let report = perft::run(position, depth, stop)?;
                (report.nodes, None)
            }
            BenchLimit::Eval => {
                let _ = eval::explain(&spec.evaluation, position);
                (1, None)
            }
            _ => {
                let control = Control::with_stop(start, false, Arc::clone(stop));
                let game = Game::new(*position);
                let outcome = searcher.search(&game, &limits, &control, &mut Silent);
                report.statistics += searcher.statistics();
                (outcome.nodes, outcome.best)
            }
        };
        if stop.load(Relaxed) {
            return Err(SearchError::Stopped);
        }
        report.time += start.elapsed();
        report.nodes += nodes;
        report.entries.push(BenchEntry { position: *position, nodes, best });
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_positions_are_legal_and_different() {
        let mut keys: Vec<u64> =
            default_positions().expect("legal positions").iter().map(Position::key).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }

    #[test]
    fn two_runs_are_alike() {
        let spec = BenchSpec { limit: BenchLimit::Depth(4), ..BenchSpec::default() };
        let positions = default_positions().expect("legal positions");
        let nodes = |positions: &[Position]| {
            run(&spec, positions, &Arc::default(), &mut |_, _| {}).expect("a table").nodes
        };
        assert_eq!(nodes(&positions), nodes(&positions));
    }
}

//! Perft: counts the leaves of the tree of legal moves, root move by root move.

use crate::board::{Position, perft};
use crate::search::SearchError;
use crate::types::{MAX_PLY, Move};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The result of a perft.
#[derive(Clone, Debug)]
pub struct PerftReport {
    /// Leaves below each root move.
    pub moves: Vec<(Move, u64)>,
    /// Total leaves.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Depth in plies of the trees that are counted without looking at `stop`: well under a
/// second.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves at `depth` plies, limited to 1 to [`MAX_PLY`].
///
/// # Errors
/// If `stop` is set before the end.
pub fn run(position: &Position, depth: u32, stop: &AtomicBool) -> Result<PerftReport, SearchError> {
    let start = Instant::now();
    let depth = depth.clamp(1, MAX_PLY as u32);
    let count = |&mv: &Move| Ok((mv, count(&position.make(mv), depth - 1, stop)?));
    let moves: Vec<(Move, u64)> =
        position.legal_moves().iter().map(count).collect::<Result<_, _>>()?;
    let nodes = moves.iter().map(|&(_, nodes)| nodes).sum();
    Ok(PerftReport { moves, nodes, time: start.elapsed() })
}

fn count(position: &Position, depth: u32, stop: &AtomicBool) -> Result<u64, SearchError> {
    if stop.load(Relaxed) {
        Err(SearchError::Stopped)
    } else if depth <= UNINTERRUPTED {
        Ok(perft::perft(position, depth))
    } else {
        position.legal_moves().iter().map(|&mv| count(&position.make(mv), depth - 1, stop)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::board::Position;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn the_start_position_is_counted() {
        let go_on = AtomicBool::new(false);
        let run = |depth| run(&Position::startpos(), depth, &go_on).expect("not stopped");
        assert_eq!((run(3).nodes, run(3).moves.len()), (8902, 20));
        assert_eq!((run(0).nodes, run(6).nodes), (20, 119_060_324));
    }

    #[test]
    fn it_can_be_stopped() {
        assert!(run(&Position::startpos(), 40, &AtomicBool::new(true)).is_err());
    }
}

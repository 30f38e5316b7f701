//! Perft: counts the leaves of the tree of legal moves, root move by root move.

use crate::board::{Position, perft};
use crate::types::{MAX_PLY, Move};
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

/// Counts the leaves at `depth` plies, limited to 1 to [`MAX_PLY`].
pub fn run(position: &Position, depth: u32) -> PerftReport {
    let start = Instant::now();
    let moves = perft::divide(position, depth.clamp(1, MAX_PLY as u32));
    let nodes = moves.iter().map(|&(_, nodes)| nodes).sum();
    PerftReport { moves, nodes, time: start.elapsed() }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::board::Position;

    #[test]
    fn the_start_position_is_counted() {
        let report = run(&Position::startpos(), 3);
        assert_eq!((report.nodes, report.moves.len()), (8902, 20));
        assert_eq!(run(&Position::startpos(), 0).nodes, 20);
    }
}

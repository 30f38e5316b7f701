//! When a search ends: the words of `go`, as numbers.

pub mod control;
pub mod handicap;
pub mod time;

use crate::types::{Centipawns, Move};
use handicap::Handicap;

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Time left in milliseconds; GUIs send zero and less when a margin runs.
    pub remaining: i64,
    /// Increment for each move in milliseconds.
    pub increment: u64,
    /// Moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<u32>,
}

/// The limits of one search. Whichever is reached first ends it; the default has none, and
/// asks for a single line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Last iteration in plies.
    pub depth: Option<u32>,
    /// Nodes over all threads.
    pub nodes: Option<u64>,
    /// Soft limit: begin no iteration after this many nodes, but end the one that has begun.
    /// Of searches of the same length on average those have the better scores.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves or fewer is proved.
    pub mate: Option<u32>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Report no best move before `stop`, whatever was found.
    pub infinite: bool,
    /// Report no best move before `stop` or `ponderhit`, and look at no clock.
    pub ponder: bool,
    /// Only these root moves; `None` allows all, an empty list allows none.
    pub search_moves: Option<Vec<Move>>,
    /// Number of best lines to report, at least 1.
    pub multi_pv: usize,
    /// Milliseconds kept back from each time limit for the way to the GUI.
    pub move_overhead: u64,
    /// Percent of the usual time that a move takes.
    pub slow_mover: u64,
    /// Nodes that count as a millisecond for the time limits, in place of those of the clock:
    /// what is decided by time is then the same on every machine.
    pub nodes_per_ms: Option<u64>,
    /// Centipawns by which a draw is worse than an even position for the side to move at the
    /// root.
    pub contempt: Centipawns,
    /// Plays weaker than it could.
    pub handicap: Option<Handicap>,
    /// The thread that panics when it checks its limits.
    #[cfg(test)]
    pub fault: Option<usize>,
}

impl Limits {
    /// True if the search ends by itself, on any position.
    pub fn end_a_search(&self) -> bool {
        let times = self.movetime.is_some() || self.clock.is_some();
        let counts = self.depth.is_some() || self.nodes.or(self.soft_nodes).is_some();
        (times || counts) && !self.infinite && !self.ponder
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            movetime: None,
            clock: None,
            infinite: false,
            ponder: false,
            search_moves: None,
            multi_pv: 1,
            move_overhead: 0,
            slow_mover: 100,
            nodes_per_ms: None,
            contempt: 0,
            handicap: None,
            #[cfg(test)]
            fault: None,
        }
    }
}

//! Reports of a running search. The search prints nothing:
//! it calls a [`Report`], and the protocol turns that into text.

use super::window::Bound;
use crate::types::{Move, Score};
use std::time::Duration;

/// One line of analysis.
#[derive(Clone, Debug)]
pub struct Info {
    /// Iteration in plies.
    pub depth: u32,
    /// Deepest ply reached by a node with an open window.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multi_pv: usize,
    /// Score for the side to move.
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// The tablebases know the result.
    pub by_tables: bool,
    /// Nodes over all threads.
    pub nodes: u64,
    /// Permille of the table in use by this search.
    pub hashfull: u32,
    /// Tablebase hits over all threads.
    pub tbhits: u64,
    /// Time since `go`.
    pub time: Duration,
    /// The line, best move first.
    pub pv: Vec<Move>,
}

/// Receives what a search finds; every method may be left out.
pub trait Report: Send {
    /// True if nothing is done with what is reported, so that it need not be found out.
    fn is_silent(&self) -> bool {
        false
    }
    /// A line of analysis.
    fn info(&mut self, _info: &Info) {}
    /// Something that is neither a line nor a fault, such as that there is no mate.
    fn message(&mut self, _text: &str) {}
    /// A file that the search reads is damaged; the search goes on without it.
    fn fault(&mut self, _message: &str) {}
    /// Move `number` (from 1) of the root is being searched at `depth` plies;
    /// called only after three seconds.
    fn current_move(&mut self, _depth: u32, _mv: Move, _number: usize) {}
}

/// Tells nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Report for Silent {
    fn is_silent(&self) -> bool {
        true
    }
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The move to play; `None` if there is no legal (or no allowed) move.
    pub best: Option<Move>,
    /// The reply to ponder on.
    pub ponder: Option<Move>,
    /// Score of the best move for the side to move.
    pub score: Score,
    /// Last completed iteration in plies.
    pub depth: u32,
    /// Nodes over all threads.
    pub nodes: u64,
}

/// Nodes per second; a time of zero counts as a microsecond.
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

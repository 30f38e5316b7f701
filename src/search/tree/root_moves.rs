//! The moves of the root and their results.

use super::line::PvLine;
use crate::search::window::Bound;
use crate::types::{Move, Score};

/// A move of the root and its result.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line that starts with it; apart, since root moves are sorted often.
    pub pv: Box<PvLine>,
    /// Its value, if it was searched with an open window.
    pub score: Score,
    /// Its value in the iteration before.
    pub previous: Score,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Deepest ply of its search.
    pub seldepth: usize,
    /// Nodes spent below it.
    pub nodes: u64,
}

impl RootMove {
    /// A move that was not searched yet.
    pub fn new(mv: Move) -> Self {
        let (pv, none) = (Box::default(), -Score::INFINITE);
        let (bound, seldepth, nodes) = (Bound::Exact, 0, 0);
        let mut root_move = Self { pv, score: none, previous: none, bound, seldepth, nodes };
        root_move.pv.push(mv);
        root_move
    }

    /// Becomes a move that was not searched yet, in the memory that it has.
    pub fn restart(&mut self, mv: Move) {
        self.pv.clear();
        self.pv.push(mv);
        self.score = -Score::INFINITE;
        self.previous = -Score::INFINITE;
        self.bound = Bound::Exact;
        self.seldepth = 0;
        self.nodes = 0;
    }

    /// True if it was never searched to its end.
    pub fn is_unknown(&self) -> bool {
        self.score == -Score::INFINITE && self.previous == -Score::INFINITE
    }

    /// Makes an exact score of a bound, for the last report of an aborted search: after a
    /// fail low the score of the last whole iteration.
    pub fn settle(&mut self) {
        if self.bound == Bound::Upper && self.previous != -Score::INFINITE {
            self.score = self.previous;
        } else if self.bound != Bound::Exact {
            // A mate is only claimed with the line that leads to it.
            self.score = self.score.clamp_to_eval();
        }
        self.bound = Bound::Exact;
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// The latest value: of this iteration, or, if that was aborted before it came to
    /// the move, of the one before.
    pub fn latest(&self) -> (Score, Bound) {
        if self.score != -Score::INFINITE {
            (self.score, self.bound)
        } else {
            (self.previous.max(-Score::MATE), Bound::Exact)
        }
    }
}

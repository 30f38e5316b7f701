//! The moves of the root and their results.

use super::line::PvLine;
use crate::search::syzygy::{Rank, RankedMove};
use crate::search::window::Bound;
use crate::types::{Move, Score};
use std::cmp::Reverse;

/// A move of the root and its result.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The line that starts with it; apart, since root moves are sorted often.
    pub pv: Box<PvLine>,
    /// Its rank by the tablebases, compared before its value.
    pub rank: Rank,
    /// Its score by the tablebases.
    pub result: Option<Score>,
    /// Its value, if it was searched with an open window.
    pub score: Score,
    /// Its value in the iteration before, and the line of that.
    pub previous: Score,
    previous_pv: Box<PvLine>,
    /// A running mean of its exact values, in which the newest counts half; mates and table wins
    /// are left out.
    pub average: Option<Score>,
    /// Whether the value is exact.
    pub bound: Bound,
    /// Deepest ply of its search.
    pub seldepth: usize,
    /// Nodes spent below it.
    pub nodes: u64,
}

impl RootMove {
    /// A move that was not searched yet.
    pub fn new(ranked: RankedMove) -> Self {
        let RankedMove { rank, result, .. } = ranked;
        let mut root_move = Self {
            pv: Box::default(),
            rank,
            result,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            previous_pv: Box::default(),
            average: None,
            bound: Bound::Exact,
            seldepth: 0,
            nodes: 0,
        };
        root_move.restart(ranked);
        root_move
    }

    /// Becomes a move that was not searched yet, in the memory that it has.
    pub fn restart(&mut self, RankedMove { mv, rank, result, .. }: RankedMove) {
        self.pv.clear();
        self.pv.push(mv);
        self.rank = rank;
        self.result = result;
        self.score = -Score::INFINITE;
        self.previous = -Score::INFINITE;
        self.average = None;
        self.bound = Bound::Exact;
        self.seldepth = 0;
        self.nodes = 0;
    }

    /// What it is sorted by: the best has the lowest. The tablebases know no mates: one that was
    /// found goes before all ranks.
    pub fn order(&self) -> (Reverse<Option<Score>>, Reverse<Rank>, Reverse<Score>) {
        let mate = Some(self.score).filter(|score| score.is_mate() && *score > Score::DRAW);
        (Reverse(mate), Reverse(self.rank), Reverse(self.score))
    }

    /// True if it was never searched to its end.
    pub fn is_unknown(&self) -> bool {
        self.score == -Score::INFINITE && self.previous == -Score::INFINITE
    }

    /// Notes the exact value of an iteration.
    pub fn note_value(&mut self, value: Score) {
        if !value.is_decisive() {
            self.average = Some(self.average.map_or(value, |average| average.midpoint(value)));
        }
    }

    /// Begins an iteration: the value of the last one becomes the previous one.
    pub fn begin_iteration(&mut self) {
        self.previous = self.score;
        if self.score != -Score::INFINITE {
            self.previous_pv.clone_from(&self.pv);
        }
        self.score = -Score::INFINITE;
    }

    /// After an iteration that was aborted before all moves were searched: what the move is known
    /// to be worth. A value that this iteration found is a lower bound for the position, since
    /// other moves may be better, if it is above that of the last whole iteration; otherwise that is
    /// restored.
    pub fn settle(&mut self) {
        let is_found = self.score != -Score::INFINITE && self.bound != Bound::Upper;
        if is_found && self.score > self.previous {
            if self.bound == Bound::Lower {
                // A mate is only claimed with the line that leads to it.
                self.score = self.score.clamp_to_eval().max(self.previous);
            }
            self.bound = Bound::Lower;
        } else if self.previous != -Score::INFINITE {
            self.restore_previous();
        }
    }

    /// The value of the last whole iteration, with its line, is the value of this one, too.
    fn restore_previous(&mut self) {
        self.score = self.previous;
        self.bound = Bound::Exact;
        self.pv.clone_from(&self.previous_pv);
    }

    /// After a whole iteration: a mate within so many plies that the one before had found stays, if this one,
    /// which prunes and reduces elsewhere, has not seen it.
    pub fn keep_mate(&mut self, plies: usize) {
        if self.previous >= Score::mate_in(plies) && self.score < self.previous {
            self.restore_previous();
        }
    }

    /// After [`Self::settle`]: the best `value` of another move that was compared with this one in
    /// a whole search bounds a value from the iteration before.
    pub fn limit_to(&mut self, value: Score) {
        if self.bound == Bound::Exact && self.score > value {
            self.score = value;
            self.bound = Bound::Upper;
        }
    }

    /// The move itself.
    pub fn mv(&self) -> Move {
        self.pv[0]
    }

    /// The score to show: that of the tablebases, unless the search has found a mate.
    pub fn shown(&self) -> (Score, Bound) {
        let found = self.latest();
        match self.result {
            Some(result) if !found.0.is_mate() => (result, Bound::Exact),
            _ => found,
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Position;

    /// The mate of the iteration before stays with its line, unless the fifty moves come first or a shorter
    /// one was found.
    #[test]
    fn a_mate_is_kept_within_the_fifty_moves() {
        let moves = Position::startpos().legal_moves();
        let [first, mating, other] = [0, 1, 2].map(|at| moves[at]);
        let after = |score, plies| {
            let mut root_move = RootMove::new(first.into());
            root_move.pv.push(mating);
            root_move.score = Score::mate_in(5);
            root_move.begin_iteration();
            root_move.score = score;
            root_move.pv.clear();
            [first, other].into_iter().for_each(|mv| root_move.pv.push(mv));
            root_move.keep_mate(plies);
            (root_move.score, root_move.pv[1])
        };
        assert_eq!(after(Score::cp(300), 5), (Score::mate_in(5), mating));
        assert_eq!(after(Score::mate_in(7), 9), (Score::mate_in(5), mating));
        assert_eq!(after(Score::cp(300), 4), (Score::cp(300), other));
        assert_eq!(after(Score::mate_in(3), 9), (Score::mate_in(3), other));
    }
}

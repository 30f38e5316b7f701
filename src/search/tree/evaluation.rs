//! The static evaluation of a node.

use super::Search;
use super::correction::{Parts, corrected};
use crate::search::table::Entry;
use crate::search::window::Bound;
use crate::types::Score;

/// The static evaluation of a node, and what follows from it.
#[derive(Clone, Copy)]
pub struct NodeEval {
    /// The evaluation, with the histories' correction and the table's bound; [`Score::NONE`]
    /// in check.
    pub eval: Score,
    /// The side to move is in check.
    pub in_check: bool,
    /// The evaluation is better than two plies ago.
    pub improving: bool,
}

impl Search<'_> {
    /// Evaluates the node and compares it with two plies ago.
    #[inline(always)]
    pub(super) fn node_eval(&mut self, ply: usize, entry: Option<Entry>) -> NodeEval {
        if self.line[ply].position.in_check() {
            self.line[ply].raw_eval = Score::NONE;
            self.line[ply].eval = Score::NONE;
            return NodeEval { eval: Score::NONE, in_check: true, improving: false };
        }
        let eval = self.corrected_eval(ply, entry);
        let own = self.line[ply].eval;
        let before = ply.checked_sub(2).map_or(Score::NONE, |ply| self.line[ply].eval);
        let improving = before == Score::NONE || own > before;
        NodeEval { eval, in_check: false, improving }
    }

    /// The static evaluation, corrected by history (both are kept in the frame), or
    /// the table's value, if its bound lies on the right side to be better.
    #[inline(always)]
    pub(super) fn corrected_eval(&mut self, ply: usize, entry: Option<Entry>) -> Score {
        let stored = entry.map(|entry| entry.eval).filter(|&eval| eval != Score::NONE);
        let raw = stored.unwrap_or_else(|| self.static_eval(ply));
        let eval = corrected(raw, self.corrections.get(self.parts(ply)));
        self.line[ply].raw_eval = raw;
        self.line[ply].eval = eval;
        entry.map_or(eval, |entry| match entry.bound {
            _ if entry.value.is_mate() => eval,
            Bound::Lower if entry.value < eval => eval,
            Bound::Upper if entry.value > eval => eval,
            _ => entry.value,
        })
    }

    /// The evaluation of the position at `ply` by itself.
    #[inline(always)]
    pub fn static_eval(&mut self, ply: usize) -> Score {
        let frame = &self.line[ply];
        let eval = self.evaluator.evaluate(ply, &frame.position);
        self.shared.limits.handicap.map_or(eval, |handicap| handicap.misjudge(eval, frame.key))
    }

    /// The parts that the correction histories look at.
    #[inline(always)]
    pub(super) fn parts(&self, ply: usize) -> Parts {
        let frame = &self.line[ply];
        Parts {
            side: frame.position.side_to_move(),
            keys: frame.parts,
            moves: [self.line.piece_to(ply, 1), self.line.piece_to(ply, 2)],
        }
    }
}

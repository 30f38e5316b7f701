//! Reverse futility pruning: a static evaluation far above beta stays there (static null move;
//! a common practice).

use super::Search;
use super::evaluation::NodeEval;
use super::null_move::may_be_zugzwang;
use crate::board::Position;
use crate::eval::KNOWN_WIN;
use crate::search::params::*;
use crate::search::statistics::Count;
use crate::types::Score;

impl Search<'_> {
    /// A value for a shallow null-window node, not in check, whose evaluation exceeds beta by
    /// a margin that grows with the depth, less where the position improves, more where the queen is
    /// attacked or the evaluation had to be corrected much. Not where it may be in zugzwang, and not in
    /// won endings: all moves evaluate about the same there, and only a search sees which one stalemates or
    /// loses a piece.
    #[inline(always)]
    pub(super) fn reverse_futility(
        &mut self,
        ply: usize,
        depth: i32,
        beta: Score,
        NodeEval { eval, improving, correction, .. }: NodeEval,
    ) -> Option<Score> {
        let margin = reverse_futility_margin() * depth
            + reverse_futility_square() * depth * depth / 8
            + reverse_futility_correction() * correction / 128
            - reverse_futility_improving() * i32::from(improving);
        if depth <= REVERSE_FUTILITY_DEPTH
            && !beta.is_decisive()
            && eval.centipawns() < KNOWN_WIN
            && eval - margin >= beta
            && (eval - margin >= beta + reverse_futility_queen()
                || !is_queen_attacked(&self.line[ply].position))
            && !may_be_zugzwang(&self.line[ply].position)
        {
            self.statistics.count(Count::StaticCut);
            return Some(eval.midpoint(beta));
        }
        None
    }
}

/// True if the enemy attacks a queen of the side to move.
fn is_queen_attacked(position: &Position) -> bool {
    let us = position.side_to_move();
    let planes = position.planes();
    let queens = planes.diagonal & planes.orthogonal & planes.colors[us.index()];
    queens.into_iter().any(|queen| position.is_attacked(queen, !us))
}

//! Reverse futility pruning: a static evaluation far above beta stays there.

use super::Search;
use super::evaluation::NodeEval;
use crate::search::params::{REVERSE_FUTILITY_DEPTH, reverse_futility_margin};
use crate::search::statistics::Count;
use crate::types::Score;

impl Search<'_> {
    /// A value for a shallow null-window node, not in check, whose evaluation exceeds beta by
    /// a margin for each ply.
    #[inline(always)]
    pub(super) fn reverse_futility(
        &mut self,
        depth: i32,
        beta: Score,
        NodeEval { eval, improving, .. }: NodeEval,
    ) -> Option<Score> {
        let margin = reverse_futility_margin() * (depth - i32::from(improving));
        let prunes = depth <= REVERSE_FUTILITY_DEPTH
            && !beta.is_mate()
            && !eval.is_mate()
            && eval - margin >= beta;
        if prunes {
            self.statistics.count(Count::StaticCut);
        }
        prunes.then(|| eval.midpoint(beta))
    }
}

//! How many plies a move is reduced by, and whether the reduction was right in hindsight.

use super::Search;
use super::evaluation::NodeEval;
use super::kind::NodeKind;
use super::move_pruning::MoveContext;
use crate::search::params::*;
use crate::types::Score;

/// Plies that a move is reduced by at first: more the deeper the node and the later the move,
/// less for good history (idea: Fruit; logarithms: Stockfish).
#[inline(always)]
pub fn late_move_reduction<N: NodeKind>(context: MoveContext) -> i32 {
    let MoveContext { depth, move_count, .. } = context;
    let first = if N::PV { 2 + 2 * i32::from(N::ROOT) } else { 1 };
    if N::BARE || depth < REDUCTION_DEPTH || move_count < first {
        return 0;
    }
    let mut reduction = base_reduction(depth, move_count);
    // Where everything else says so, even the first move is reduced (idea: Stockfish).
    if move_count == 1 {
        reduction -= reduction_first();
    }
    if context.noisy {
        reduction = reduction * reduction_noisy() / 100;
    }
    if context.is_pv {
        reduction -= reduction_pv();
        if context.tt_deep {
            reduction -= reduction_pv_deep();
        }
    }
    let limit = IMPROVEMENT_LIMIT;
    reduction -= context.node.improvement.clamp(-limit, limit) * reduction_improvement();
    if N::PV {
        reduction -= reduction_open();
    }
    if context.cut_node {
        reduction += reduction_cut_node();
    }
    if context.tt_noisy && !context.noisy {
        reduction += reduction_tt_noisy();
    }
    if !context.node.improving {
        reduction += reduction_not_improving();
    }
    if context.gives_check {
        reduction -= reduction_check();
    }
    // A position in which everything is refuted is likely to be as easy after this move, too
    // (idea: Stockfish).
    if context.cutoffs > CUTOFFS_LIMIT {
        reduction += reduction_cutoffs();
    }
    // A much corrected evaluation is not to be relied on (idea: Stockfish).
    let correction = context.node.correction.min(REDUCTION_CORRECTION_LIMIT);
    reduction -= correction * reduction_correction();
    reduction -= context.history * 1024 / reduction_history();
    // At the root, where the move to play is chosen, large reductions hide sacrifices for long.
    let most = if N::ROOT { ROOT_REDUCTION_LIMIT } else { i32::MAX };
    (reduction / 1024).clamp(0, most)
}

impl Search<'_> {
    /// Plies to add to a node in hindsight of the reduction that led to it: one more if the last move
    /// was reduced by two or more and its side's evaluation rose; one less if it was reduced and that
    /// fell by more than `hindsight_margin` (idea: Stockfish).
    #[inline(always)]
    pub(super) fn hindsight(&self, ply: usize, depth: i32, node: NodeEval) -> i32 {
        let before = &self.line[ply - 1];
        if node.in_check || before.eval == Score::NONE || before.mv.is_none() {
            return 0;
        }
        let gain = self.line[ply].eval - -before.eval;
        if before.reduction >= 2 && gain < 0 {
            1
        } else if before.reduction >= 1 && depth >= 2 && gain > hindsight_margin() {
            -1
        } else {
            0
        }
    }
}

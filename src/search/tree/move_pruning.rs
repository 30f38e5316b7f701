//! Pruning of single moves: late ones and those that can't reach alpha. Each rule is a small
//! function that decides; [`MoveContext::pruned_by`] asks them in turn.

use super::evaluation::NodeEval;
use crate::board::Position;
use crate::search::params::*;
use crate::search::trace::Skip;
use crate::types::{Centipawns, Move, Score};

/// A move as the pruning and reduction rules see it.
#[derive(Clone, Copy)]
pub struct MoveContext {
    /// Number of the move in its node, from 1.
    pub move_count: i32,
    /// Depth of the node in plies.
    pub depth: i32,
    /// A capture or promotion.
    pub noisy: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// Its joint history.
    pub history: i32,
    /// The node is or was on a principal variation.
    pub is_pv: bool,
    /// The node is expected to fail high.
    pub cut_node: bool,
    /// The table's entry is at least as deep as the node.
    pub tt_deep: bool,
    /// The table's move of the node is noisy.
    pub tt_noisy: bool,
    /// A capture that loses in exchanges, or an underpromotion.
    pub losing: bool,
    /// The static evaluation of the node.
    pub node: NodeEval,
    /// The same without the table's bound.
    pub static_eval: Score,
    /// Cutoffs at the next ply so far, in this node and its siblings.
    pub cutoffs: i32,
}

impl MoveContext {
    /// The rule that prunes the move, once some move of the node is known not to lose by force; `None`
    /// if it is to be searched. With [`Skip::Late`], all quiet moves after it except checks are pruned, too.
    /// `reduction` is the number of plies by which it would be reduced.
    #[inline(always)]
    pub fn pruned_by(
        self,
        position: &Position,
        mv: Move,
        reduction: i32,
        alpha: Score,
    ) -> Option<Skip> {
        let loses = || self.see_margin(reduction).is_some_and(|most| !position.see_ge(mv, -most));
        if self.is_too_late() {
            Some(Skip::Late)
        } else if self.is_futile(reduction, alpha) {
            Some(Skip::Futility)
        } else if self.is_futile_capture(alpha) {
            Some(Skip::FutileCapture)
        } else if self.has_bad_history(reduction) {
            Some(Skip::History)
        } else if loses() {
            Some(Skip::Exchange)
        } else {
            None
        }
    }

    /// Late move pruning: a quiet move, not a check, after many that failed (idea: Stockfish).
    #[inline(always)]
    fn is_too_late(self) -> bool {
        let moves = LATE_MOVE_BASE + self.depth * self.depth;
        let allowed =
            if self.node.improving { moves } else { moves * late_move_not_improving() / 100 };
        !self.noisy
            && !self.gives_check
            && self.depth <= late_move_depth()
            && !self.node.in_check
            && self.move_count > allowed
    }

    /// Futility pruning: the static evaluation is so low that a quiet move can't reach alpha (Heinz,
    /// "Extended futility pruning", 1998).
    #[inline(always)]
    fn is_futile(self, reduction: i32, alpha: Score) -> bool {
        let reduced = (self.depth - reduction).max(0);
        !self.noisy
            && !self.gives_check
            && !self.node.in_check
            && reduced <= FUTILITY_DEPTH
            && self.node.eval + futility_base() + futility_margin() * reduced <= alpha
    }

    /// The same for a capture that loses in exchanges (idea: Reckless).
    #[inline(always)]
    fn is_futile_capture(self, alpha: Score) -> bool {
        self.losing
            && !self.gives_check
            && !self.node.in_check
            && self.depth <= LOSING_CAPTURE_DEPTH
            && self.static_eval + losing_capture_base() + losing_capture_margin() * self.depth
                <= alpha
    }

    /// History pruning: a quiet move that failed too often before (idea: Fruit; by continuation
    /// histories: Stockfish).
    #[inline(always)]
    fn has_bad_history(self, reduction: i32) -> bool {
        !self.noisy
            && !self.gives_check
            && self.depth - reduction <= HISTORY_PRUNING_DEPTH
            && self.history < -history_pruning_margin() * self.depth
    }

    /// SEE pruning: how much the move may lose in exchanges, in centipawns, and still be
    /// searched; `None` if anything (idea: Stockfish).
    #[inline(always)]
    fn see_margin(self, reduction: i32) -> Option<Centipawns> {
        (self.depth <= SEE_DEPTH).then(|| {
            if self.noisy {
                see_noisy_margin() * self.depth * self.depth
            } else {
                let reduced = (self.depth - reduction).max(1);
                see_quiet_margin() * reduced * reduced
            }
        })
    }
}

//! Null-move pruning: if passing still reaches beta, so does some move (Beal, "Experiments
//! with the null move", 1989; Donninger, "Null move and deep search", 1993).

use super::Search;
use super::evaluation::NodeEval;
use super::kind::NodeKind;
use crate::board::Position;
use crate::search::params::*;
use crate::search::statistics::Count;
use crate::search::stop::Aborted;
use crate::search::trace::Role;
use crate::search::window::Window;
use crate::types::Score;

impl Search<'_> {
    /// A lower bound of at least beta for a null-window node, not in check, that reaches it
    /// without moving. Not where it [may be in zugzwang](may_be_zugzwang). `may_pass` is false where
    /// a null move seldom cuts: in nodes that are expected to fail low, and where a capture is known
    /// to be best (idea: Stockfish).
    #[inline(always)]
    pub(super) fn null_move<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        beta: Score,
        NodeEval { eval, .. }: NodeEval,
        may_pass: bool,
    ) -> Result<Option<Score>, Aborted> {
        let position = &self.line[ply].position;
        let passed_before = ply > 0 && self.line[ply - 1].mv.is_none();
        if !may_pass
            || depth < NULL_MOVE_DEPTH
            || eval < beta
            || self.line[ply].eval < beta - null_move_slack() * depth
            || passed_before
            || ply < self.null_move_from
            || beta.is_decisive()
            || !position.has_pieces(position.side_to_move())
            || may_be_zugzwang(position)
        {
            return Ok(None);
        }
        // More where the evaluation is far above beta (idea: Stockfish).
        let surplus = ((eval - beta) / null_move_margin()).min(NULL_MOVE_SURPLUS_LIMIT);
        let reduction = NULL_MOVE_BASE + depth / NULL_MOVE_FACTOR + surplus;
        let reduced = depth - 1 - reduction;
        self.statistics.count(Count::NullMove);
        self.pass(ply);
        self.announce_role::<N>(Role::NullMove);
        let value = self.search::<N::NonPvChild>(ply + 1, reduced, -Window::below(beta), false);
        self.line.unmake();
        let value = -value?;
        if value < beta || !self.verify::<N>(ply, depth, reduced, beta)? {
            return Ok(None);
        }
        self.statistics.count(Count::NullMoveCut);
        // Mates and table wins after passing are not proved.
        Ok(Some(if value > Score::EVAL_MAX { beta } else { value }))
    }

    /// Whether the null move is to be believed: at high depth, where zugzwang would cost a whole game,
    /// a search of the node to `reduced` plies has to reach beta too, without null moves in its first
    /// three quarters (idea: Stockfish).
    fn verify<N: NodeKind>(
        &mut self,
        ply: usize,
        depth: i32,
        reduced: i32,
        beta: Score,
    ) -> Result<bool, Aborted> {
        if depth < VERIFY_DEPTH || self.null_move_from > 0 {
            return Ok(true);
        }
        self.null_move_from = ply + (reduced * 3 / 4) as usize;
        self.announce_role::<N>(Role::Verification);
        let verified = self.search::<N::NonPvChild>(ply, reduced, Window::below(beta), false);
        self.null_move_from = 0;
        Ok(verified? >= beta)
    }
}

/// True if the side to move has pieces, but so few moves that having to make one may be worse than
/// passing: then neither a null move nor the static evaluation proves that some move reaches beta. False
/// for a king alone or with pawns: it never has many moves, and reverse futility pays there.
pub(super) fn may_be_zugzwang(position: &Position) -> bool {
    position.has_pieces(position.side_to_move()) && position.count_legal() <= ZUGZWANG_MOVES
}

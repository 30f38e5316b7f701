//! What need not be searched: nodes that the static evaluation or a null move
//! settles, moves that come too late or can't reach alpha, and the plies that late
//! moves are reduced by. Each condition is a small function that decides.

use super::history::Continued;
use super::node::{NodeKind, Null, neighbours};
use super::params::*;
use super::report::{Bound, Report};
use super::table::Entry;
use super::worker::{Aborted, Shared, Worker};
use crate::board::Position;
use crate::types::{Color, Move, Score, Value};

/// What the static evaluation says of a node.
#[derive(Clone, Copy)]
pub(super) struct Outlook {
    /// The static evaluation, corrected by the table's bound; [`Score::NONE`] in
    /// check.
    pub eval: Value,
    pub in_check: bool,
    /// Better than two plies ago.
    pub improving: bool,
}

impl Worker {
    /// The static evaluation of the position at `ply`.
    #[inline(always)]
    pub(super) fn static_eval(&mut self, ply: usize) -> Value {
        let frame = &self.frames[ply];
        self.evaluator.evaluate(&frame.position, &frame.accumulator)
    }

    /// The static evaluation, which is kept in the frame, or what the table has, if
    /// its bound lies on the right side to be better.
    #[inline(always)]
    pub(super) fn corrected_eval(&mut self, ply: usize, entry: Option<Entry>) -> Value {
        let stored = entry.map(|entry| entry.eval).filter(|&eval| eval != Score::NONE);
        let raw = stored.unwrap_or_else(|| self.static_eval(ply));
        self.frames[ply].eval = raw;
        entry.map_or(raw, |entry| match entry.bound {
            _ if Score::is_mate(entry.value) => raw,
            Bound::Lower if entry.value < raw => raw,
            Bound::Upper if entry.value > raw => raw,
            _ => entry.value,
        })
    }

    /// Evaluates the node and compares it with two plies ago.
    #[inline(always)]
    pub(super) fn outlook(&mut self, ply: usize, entry: Option<Entry>) -> Outlook {
        if self.frames[ply].position.in_check() {
            self.frames[ply].eval = Score::NONE;
            return Outlook { eval: Score::NONE, in_check: true, improving: false };
        }
        let eval = self.corrected_eval(ply, entry);
        let raw = self.frames[ply].eval;
        let before = ply.checked_sub(2).map_or(Score::NONE, |ply| self.frames[ply].eval);
        let improving = before == Score::NONE || raw > before;
        Outlook { eval, in_check: false, improving }
    }

    /// Decisions from the static evaluation alone, in null-window nodes out of
    /// check: reverse futility, and the null move.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(super) fn prune_node(
        &mut self,
        shared: &Shared<'_>,
        report: &mut dyn Report,
        ply: usize,
        depth: i32,
        beta: Value,
        outlook: Outlook,
        cut_node: bool,
    ) -> Result<Option<Value>, Aborted> {
        let eval = outlook.eval;
        if depth <= REVERSE_FUTILITY_DEPTH && !Score::is_mate(beta) && !Score::is_mate(eval) {
            let margin = reverse_futility_margin() * (depth - i32::from(outlook.improving));
            if eval - margin >= beta {
                return Ok(Some((eval + beta) / 2));
            }
        }
        // Null move: if passing still reaches beta, so does some move; but not in
        // zugzwang, which is rare with pieces on the board.
        let position = self.frames[ply].position;
        let passed_before = ply > 0 && self.frames[ply - 1].mv.is_none();
        if depth >= NULL_MOVE_DEPTH
            && eval >= beta
            && self.frames[ply].eval >= beta - null_move_slack() * depth
            && !passed_before
            && !Score::is_mate(beta)
            && has_pieces(&position, position.side_to_move())
        {
            let surplus = ((eval - beta) / null_move_margin()).min(NULL_MOVE_SURPLUS_LIMIT);
            let reduction = NULL_MOVE_BASE + depth / NULL_MOVE_FACTOR + surplus;
            let (here, next) = neighbours(&mut self.frames, ply);
            here.mv = Move::NONE;
            here.continued = Continued::default();
            next.accumulator = here.accumulator;
            next.position = position.make_null();
            next.key = next.position.key();
            self.keys.push(here.key);
            let value = self.search::<Null>(
                shared,
                report,
                ply + 1,
                depth - 1 - reduction,
                -beta,
                1 - beta,
                !cut_node,
            );
            self.keys.pop();
            let value = -value?;
            if value >= beta {
                return Ok(Some(if Score::is_mate(value) { beta } else { value }));
            }
        }
        Ok(None)
    }
}

/// What the pruning of single moves looks at.
#[derive(Clone, Copy)]
pub(super) struct LateMove {
    /// From 1.
    pub number: i32,
    pub noisy: bool,
    pub gives_check: bool,
    pub history: i32,
    pub is_pv: bool,
    pub cut_node: bool,
}

impl LateMove {
    /// So many moves failed that quiet ones won't help (late move pruning).
    #[inline(always)]
    pub fn is_too_late(self, depth: i32, outlook: Outlook) -> bool {
        let moves = LATE_MOVE_BASE + depth * depth;
        let allowed = if outlook.improving { moves } else { moves / 2 };
        depth <= LATE_MOVE_DEPTH && !outlook.in_check && self.number > allowed
    }

    /// The static evaluation is so low that a quiet move can't reach alpha.
    #[inline(always)]
    pub fn is_futile(self, depth: i32, reduction: i32, alpha: Value, outlook: Outlook) -> bool {
        let reduced = (depth - reduction).max(0);
        !self.noisy
            && !self.gives_check
            && !outlook.in_check
            && reduced <= FUTILITY_DEPTH
            && outlook.eval + futility_base() + futility_margin() * reduced <= alpha
    }
}

/// Plies that a move is reduced by at first, by depth and number, less for good
/// history (idea: Fruit; logarithms: Senpai).
#[inline(always)]
pub(super) fn late_move_reduction<N: NodeKind>(
    depth: i32,
    late: LateMove,
    outlook: Outlook,
) -> i32 {
    if depth < REDUCTION_DEPTH || late.number < 2 + 2 * i32::from(N::ROOT) {
        return 0;
    }
    let mut reduction = reduction(depth, late.number);
    if late.noisy {
        reduction /= 2;
    }
    if late.is_pv {
        reduction -= reduction_pv();
    }
    if late.cut_node {
        reduction += reduction_cut_node();
    }
    if !outlook.improving {
        reduction += reduction_not_improving();
    }
    if late.gives_check {
        reduction -= reduction_check();
    }
    reduction -= late.history * 1024 / reduction_history();
    (reduction / 1024).max(0)
}

/// True if a side has more than king and pawns.
#[inline(always)]
pub(super) fn has_pieces(position: &Position, color: Color) -> bool {
    let planes = position.planes();
    let king = 1 << position.king(color).dense();
    planes.colors[color.index()] & !planes.pawns & !king != 0
}
